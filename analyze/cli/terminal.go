package cli

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/picture"
)

// style says how to draw on standard output: in colour on a terminal unless NO_COLOR is set.
func style(c *cli.Context) picture.Style {
	return picture.Style{
		ASCII: c.Bool("ascii"),
		Color: isTerminal(c.App.Writer.(*checkedWriter).Writer) && os.Getenv("NO_COLOR") == "",
	}
}

// patient is how long work goes on before progress is shown.
const patient = time.Second

// spin shows on a terminal that a long solve goes on, and how many positions it has searched. The returned
// function takes it away.
func spin(c *cli.Context, cfg *batch.Config) func() {
	if !isTerminal(c.App.ErrWriter) {
		return func() {}
	}
	counter := new(atomic.Uint64)
	cfg.Limits.Progress = counter
	quit := make(chan struct{})
	var gone sync.WaitGroup
	gone.Go(func() {
		bar := progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(c.App.ErrWriter),
			progressbar.OptionSetDescription("searching, positions"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionClearOnFinish())
		tick := time.NewTicker(patient / 4)
		defer tick.Stop()
		var start time.Time // of the first search that reports its progress
		for {
			select {
			case <-quit:
				bar.Clear()
				return
			case <-tick.C:
				nodes := counter.Load()
				if start.IsZero() && nodes > 0 {
					start = time.Now()
				}
				if nodes > 0 && time.Since(start) > patient {
					bar.Set64(int64(nodes))
				}
			}
		}
	})
	var once sync.Once
	return func() { once.Do(func() { close(quit); gone.Wait() }) }
}

// progress shows on a terminal how far a batch of total tasks (-1: not known) has come.
func progress(c *cli.Context, total int64) *progressbar.ProgressBar {
	if !isTerminal(c.App.ErrWriter) {
		return nil
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("positions"),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
}
