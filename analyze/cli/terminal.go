package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rivo/uniseg"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"foregone/analyze/batch"
	"foregone/analyze/picture"
	"foregone/analyze/report"
	"foregone/solve"
)

// style says how to draw on standard output: in colour on a terminal unless NO_COLOR is set.
func style(c *cli.Context) picture.Style {
	return picture.Style{
		ASCII: c.Bool("ascii"),
		Color: isTerminal(c.App.Writer.(*checkedWriter).Writer) && os.Getenv("NO_COLOR") == "",
	}
}

// patient is how long work goes on before progress is shown, renewal how often that is renewed.
const (
	patient = time.Second
	renewal = time.Second / 4
)

// spin shows on a terminal how a search stands that has gone on for a while, unless there are several at a time. The returned
// function takes the line away, until the next search has gone on for as long.
func spin(c *cli.Context, cfg *batch.Config) func() {
	columns := terminalColumns(c.App.ErrWriter)
	if several := cfg.Jobs > 1 && cfg.Resources.Jobs == 0; columns == nil || several {
		return func() {}
	}
	cfg.Limits.Progress = new(solve.Progress)
	w := &watcher{out: c.App.ErrWriter, columns: columns, progress: cfg.Limits.Progress, timeout: cfg.Timeout}
	go w.run(c.Context.Done())
	return w.clear
}

// watcher keeps one line of a terminal up to date while searches go on, one after another.
type watcher struct {
	out      io.Writer
	columns  func() int
	progress *solve.Progress
	timeout  time.Duration // of a search; 0: none

	mu    sync.Mutex
	start time.Time // of the present search, zero before it has told anything
	shown int       // columns of the line that is there
}

func (w *watcher) run(done <-chan struct{}) {
	tick := time.NewTicker(renewal)
	defer tick.Stop()
	for {
		select {
		case <-done:
			w.clear()
			return
		case now := <-tick.C:
			w.renew(now)
		}
	}
}

func (w *watcher) renew(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.progress.Look()
	if at.Nodes == 0 {
		return
	}
	if w.start.IsZero() {
		w.start = now
	}
	elapsed, left := now.Sub(w.start), time.Duration(-1)
	if elapsed < patient {
		return
	}
	if w.timeout > 0 {
		left = max(0, w.timeout-elapsed)
	}
	w.show(report.Standing(at, elapsed, left, w.columns()-1))
}

// clear takes the line away, and waits for another search.
func (w *watcher) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.show("")
	w.progress.Reset()
	w.start = time.Time{}
}

// show puts text in the place of the line. It does so without escape sequences, which not every terminal knows.
func (w *watcher) show(text string) {
	if text == "" && w.shown == 0 {
		return
	}
	width := uniseg.StringWidth(text)
	rest := strings.Repeat(" ", max(0, min(w.shown, w.columns()-1)-width))
	end := ""
	if text == "" {
		end = "\r"
	}
	fmt.Fprintf(w.out, "\r%s%s%s", text, rest, end)
	w.shown = width
}

// terminalColumns returns a function that tells how wide a terminal is at present, nil for what is no terminal or one on which
// nothing that was written can be written over.
func terminalColumns(stream any) func() int {
	f, ok := stream.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return func() int {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
		return 80
	}
}

// progress shows on a terminal how far a batch of total tasks (-1: not known) has come.
func progress(c *cli.Context, total int64) *progressbar.ProgressBar {
	if terminalColumns(c.App.ErrWriter) == nil {
		return nil
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("positions"),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
}
