package page_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"foregone/analyze/games"
	"foregone/analyze/page"
	"foregone/analyze/picture/svg"
	"foregone/analyze/report"
)

// TestBrowser opens pages of every game in headless Chromium, presses what there is to press and compares the board after
// each press with the position by the rules.
func TestBrowser(t *testing.T) {
	if os.Getenv("FOREGONE_BROWSER") == "" {
		t.Skip("FOREGONE_BROWSER is not set")
	}
	browser := newBrowser(t)
	for _, test := range []struct {
		name string
		page *page.Page
	}{
		{"eightoff", solution(t, "eightoff", "ms 1")},
		{"freecell", solution(t, "freecell", "ms 1")},
		{"breakthrough", solution(t, "breakthrough", "4x4")},
		{"crossings", played(t, "crossings bbbbb/bbbbb/5/5/rrrrr/rrrrr r", 30)},
		{"entropy", played(t, "entropy 5/5/5/5/5 draw", 40)},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := browser.open(t, test.page)
			v.buttons(t)
			v.keys(t)
			v.slider(t)
			v.steps(t)
			v.moves(t)
			v.fits(t, 1280, 800)
			v.fits(t, 390, 844)
			v.end(t)
		})
	}
	t.Run("play", func(t *testing.T) { browser.open(t, played(t, "breakthrough bbb/3/3/www w", 3)).play(t) })
	t.Run("one board", func(t *testing.T) {
		p := played(t, "entropy 3/3/3 draw", 2)
		p.Frames = p.Frames[:1]
		v := browser.open(t, p)
		v.board(t, 0)
		v.moves(t)
		v.fits(t, 390, 844)
		v.end(t)
	})
}

// browser is a running Chromium.
type browser struct{ ctx context.Context }

func newBrowser(t *testing.T) browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox) // which root may not use
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return browser{ctx}
}

// view is a page in a tab.
type view struct {
	ctx      context.Context
	page     *page.Page
	sheet    *svg.Sheet
	last     int
	messages <-chan string
}

func (b browser) open(t *testing.T, p *page.Page) *view {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(write(t, p)), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(b.ctx)
	t.Cleanup(cancel)
	var all []games.Position
	for _, f := range p.Frames {
		all = append(all, f.Position)
	}
	sheet, err := svg.NewSheet(all...)
	if err != nil {
		t.Fatal(err)
	}
	messages := make(chan string, 100)
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			messages <- fmt.Sprintf("%s: %s", m.Type, m.Text)
		}
	}()
	address := url.URL{Scheme: "file", Path: file}
	if err := chromedp.Do(ctx, chromedp.Navigate(address.String())); err != nil {
		t.Fatal(err)
	}
	return &view{ctx, p, sheet, len(p.Frames) - 1, messages}
}

func (v *view) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(v.ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](t *testing.T, v *view, expression string) T {
	t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// seen is what a page shows.
type seen struct {
	Pieces                              []string // in no order: name, place and where it is drawn
	Columns                             []string // of cards: the pieces in the order in which they lie on each other
	Trail, Step, Value, Slider, Current string
	Text, Captions                      string
	Disabled                            int
}

const look = `(() => {
	const text = id => document.getElementById(id)?.textContent ?? '';
	const uses = [...document.querySelectorAll('#pieces use')];
	const drawn = u => u.getAttribute('href') === '#piece-' + u.dataset.piece && document.getElementById('piece-' + u.dataset.piece);
	return {
		Pieces: uses.map(u => u.dataset.piece + '@' + u.dataset.at + ' ' + u.getAttribute('transform') + (drawn(u) ? '' : ' not drawn')).sort(),
		Columns: uses.map(u => u.dataset.at).filter(at => at.includes('.')),
		Trail: document.getElementById('trail').getAttribute('d'),
		Step: text('step'), Value: text('value'), Text: text('text'), Captions: text('captions'),
		Slider: document.getElementById('slider')?.value ?? '',
		Current: [...document.querySelectorAll('#steps [aria-current=step] .number')].map(e => e.textContent).join(' '),
		Disabled: document.querySelectorAll('.controls [aria-disabled=true]').length,
	};
})()`

// board checks that the page shows a frame and all that belongs to it.
func (v *view) board(t *testing.T, at int) {
	t.Helper()
	got, f := eval[seen](t, v, look), v.page.Frames[at]
	var want []string
	for _, p := range v.sheet.Pieces(f.Position) {
		want = append(want, fmt.Sprintf("%s@%s translate(%d %d)", p.Name, p.At, p.X, p.Y))
	}
	slices.Sort(want)
	if !slices.Equal(got.Pieces, want) {
		t.Fatalf("board %d is shown as\n%s, want\n%s", at, got.Pieces, want)
	}
	lengths := map[string]int{}
	for _, place := range got.Columns {
		column, n, _ := strings.Cut(place, ".")
		if lengths[column]++; fmt.Sprint(lengths[column]) != n {
			t.Fatalf("board %d: the cards of column %s lie in the order %v", at, column, got.Columns)
		}
	}
	if got.Text != report.Board(f.Position) || got.Captions != strings.Join(report.Captions(f.Position), " · ") {
		t.Fatalf("board %d is told as %q and %q", at, got.Text, got.Captions)
	}
	if v.last == 0 {
		return
	}
	trail := ""
	if f.Move != "" {
		trail = v.sheet.Trail(v.page.Frames[at-1].Position, f.Move)
	}
	if got.Trail != trail || got.Value != f.Value || got.Slider != fmt.Sprint(at) || got.Current != fmt.Sprint(at) {
		t.Fatalf("board %d comes with %+v", at, got)
	}
	if !strings.HasPrefix(got.Step, fmt.Sprintf("Step %d of %d: ", at, v.last)) || !strings.Contains(got.Step, f.Words) || !strings.Contains(got.Step, f.Mistake) {
		t.Fatalf("board %d is announced as %q", at, got.Step)
	}
	if atEnd := at == 0 || at == v.last; atEnd != (got.Disabled == 2) || !atEnd && got.Disabled > 0 {
		t.Fatalf("%d buttons are out of use at board %d", got.Disabled, at)
	}
}

// buttons goes forward and back, to the end and to the start.
func (v *view) buttons(t *testing.T) {
	v.board(t, 0)
	for _, press := range []struct {
		id string
		at int
	}{{"forward", 1}, {"forward", 2}, {"back", 1}, {"back", 0}, {"end", v.last}, {"back", v.last - 1}, {"forward", v.last}, {"start", 0}} {
		v.do(t, chromedp.Click(chromedp.ID(press.id)))
		v.board(t, press.at)
	}
}

// keys goes to the end and back one board at a time, and by leaps.
func (v *view) keys(t *testing.T) {
	for at := 1; at <= v.last; at++ {
		v.do(t, chromedp.KeyEvent(kb.ArrowRight))
		v.board(t, at)
	}
	for at := v.last - 1; at >= 0; at-- {
		v.do(t, chromedp.KeyEvent(kb.ArrowLeft))
		v.board(t, at)
	}
	for _, press := range []struct {
		key string
		at  int
	}{
		{kb.Home, 0}, {kb.ArrowLeft, 0}, {kb.ArrowRight, 1}, {kb.ArrowRight, 2}, {kb.ArrowLeft, 1},
		{kb.End, v.last}, {kb.ArrowRight, v.last}, {kb.ArrowLeft, v.last - 1}, {kb.Home, 0},
	} {
		v.do(t, chromedp.KeyEvent(press.key))
		v.board(t, press.at)
	}
}

// slider moves the slider by its own keys and by a click in its middle.
func (v *view) slider(t *testing.T) {
	v.do(t, chromedp.Focus(chromedp.ID("slider")))
	for _, press := range []struct {
		key string
		at  int
	}{{kb.ArrowRight, 1}, {kb.ArrowRight, 2}, {kb.ArrowLeft, 1}, {kb.End, v.last}, {kb.Home, 0}} {
		v.do(t, chromedp.KeyEvent(press.key))
		v.board(t, press.at)
	}
	v.do(t, chromedp.Click(chromedp.ID("slider")))
	at := eval[int](t, v, `Number(document.getElementById('slider').value)`)
	if at < v.last/2-1 || at > v.last/2+1 {
		t.Errorf("a click in the middle of the slider leads to board %d of %d", at, v.last)
	}
	v.board(t, at)
}

// steps clicks entries of the list, which comes into view by itself.
func (v *view) steps(t *testing.T) {
	for _, at := range []int{v.last, 3, 0, 1} {
		v.do(t, chromedp.Click(chromedp.CSS(fmt.Sprintf("#steps li:nth-child(%d) button", at+1))))
		v.board(t, at)
	}
	v.do(t, chromedp.Click(chromedp.ID("end")))
	if !eval[bool](t, v, `(() => { const list = document.getElementById('steps').getBoundingClientRect();
		const item = document.querySelector('#steps [aria-current]').getBoundingClientRect();
		return item.top >= list.top && item.bottom <= list.bottom + 1; })()`) {
		t.Error("the last step is out of view in its list")
	}
	v.do(t, chromedp.Click(chromedp.ID("start")))
}

// moves checks the table of the moves, which the first board alone has, and the arrow of one that is clicked.
func (v *view) moves(t *testing.T) {
	const rows = `document.getElementById('moves').hidden ? 'hidden' : [...document.querySelectorAll('#moves tbody tr')].map(r => r.innerText.trim().replace(/\s+/g, ' ')).join('; ')`
	first := v.page.Frames[0].Moves[0].Move
	if got := eval[string](t, v, rows); got != first+" ★ does well wins in 3; <b>bad does ill loses" {
		t.Errorf("the moves are %q", got)
	}
	const trail = `document.getElementById('trail').getAttribute('d')`
	v.do(t, chromedp.Click(chromedp.CSS("#moves tr.best button")))
	if got := eval[string](t, v, trail); got != v.sheet.Trail(v.page.Frames[0].Position, first) {
		t.Errorf("the move %s is shown by the path %q", first, got)
	}
	if v.last == 0 {
		return
	}
	v.do(t, chromedp.KeyEvent(kb.ArrowRight))
	if got := eval[string](t, v, rows); got != "hidden" {
		t.Errorf("the second board has the moves %q", got)
	}
}

// fits checks that nothing is wider than a screen, that the buttons stay where they are, and on a phone that they are large
// enough for a finger.
func (v *view) fits(t *testing.T, w, h int64) {
	t.Helper()
	phone := w < 600
	if _, err := chromedp.Call(v.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: w, Height: h, DeviceScaleFactor: 1, Mobile: phone}); err != nil {
		t.Fatal(err)
	}
	if wide := eval[int64](t, v, `document.documentElement.scrollWidth`); wide > w {
		t.Errorf("the page is %d wide on a screen of %d", wide, w)
	}
	if high := eval[int64](t, v, `document.documentElement.scrollHeight`); !phone && high > h {
		t.Errorf("the page is %d high on a screen of %d", high, h)
	}
	board := eval[[]float64](t, v, `(r => [r.left, r.top, r.right, r.bottom])(document.getElementById('board').getBoundingClientRect())`)
	if board[0] < 0 || board[2] > float64(w) || board[3]-board[1] < 150 || board[3] > float64(h) {
		t.Errorf("the board is at %v on a screen of %dx%d", board, w, h)
	}
	if v.last > 0 {
		const top = `(scrollTo(0, 0), document.getElementById('forward').getBoundingClientRect().top)`
		v.do(t, chromedp.KeyEvent(kb.Home))
		before := eval[float64](t, v, top)
		v.do(t, chromedp.KeyEvent(kb.ArrowRight))
		if after := eval[float64](t, v, top); after != before {
			t.Errorf("the buttons go from %g to %g with a step", before, after)
		}
	}
	if !phone {
		return
	}
	small := eval[[]string](t, v, `[...document.querySelectorAll('button, summary, input')].filter(e => {
		const r = e.getBoundingClientRect(); return r.width < 44 || r.height < 44; }).map(e => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %v", small)
	}
}

// play lets the page play by itself to the end, stops it on the way, and begins again.
func (v *view) play(t *testing.T) {
	wait := func(expression string) {
		t.Helper()
		if _, err := chromedp.Run(v.ctx, chromedp.Poll[bool](expression)); err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
	}
	const label = `document.getElementById('play').getAttribute('aria-label') === `
	v.do(t, chromedp.Click(chromedp.ID("play")))
	wait(label + `'Pause' && document.getElementById('slider').value === '1'`)
	v.board(t, 1)
	v.do(t, chromedp.Click(chromedp.ID("play")))
	wait(label + `'Play'`)
	v.board(t, 1)
	v.do(t, chromedp.Click(chromedp.ID("play")))
	wait(label + `'Play' && document.getElementById('slider').value === '3'`)
	v.board(t, v.last)
	v.do(t, chromedp.Click(chromedp.ID("play")))
	v.board(t, 0)
	v.do(t, chromedp.KeyEvent(kb.ArrowRight))
	wait(label + `'Play'`)
	v.board(t, 1)
	v.end(t)
}

// end checks that the browser had nothing to complain of.
func (v *view) end(t *testing.T) {
	for {
		select {
		case m := <-v.messages:
			t.Errorf("the console has %s", m)
		default:
			return
		}
	}
}
