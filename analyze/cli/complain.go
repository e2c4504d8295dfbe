package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"foregone/analyze/report"
	"foregone/positions"
)

// complain says on standard error what is wrong with an input; on a terminal the line with a caret under the place follows.
func complain(c *cli.Context, bad *positions.Error) {
	fmt.Fprintln(c.App.ErrWriter, bad)
	if columns := terminalColumns(c.App.ErrWriter); columns != nil && bad.Source != "" {
		fmt.Fprint(c.App.ErrWriter, report.Caret(positions.Plain(bad.Source), bad.Column, columns()))
	}
}

// Bounds of what a lineKeeper holds, in bytes: what a reader reads ahead, and some pages.
const (
	keptText = 4 << 20
	keptLine = 1 << 16 // of the beginning of one line
)

// lineKeeper is a source that remembers the last lines that were read of it.
type lineKeeper struct {
	io.Reader
	mu    sync.Mutex
	lines []string // the last one is still read
	first int      // number of the first of them
	bytes int
}

func newLineKeeper(r io.Reader) *lineKeeper {
	return &lineKeeper{Reader: r, lines: []string{""}, first: 1}
}

func (k *lineKeeper) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, text := range strings.SplitAfter(string(p[:n]), "\n") {
		if i > 0 {
			k.lines = append(k.lines, "")
		}
		last := &k.lines[len(k.lines)-1]
		text = text[:min(len(text), keptLine-min(len(*last), keptLine))]
		*last += text
		k.bytes += len(text)
	}
	for k.bytes > keptText && len(k.lines) > 1 {
		k.bytes -= len(k.lines[0])
		k.lines = k.lines[1:]
		k.first++
	}
	return n, err
}

// line returns a line without its end and a byte order mark, "" when it is forgotten.
func (k *lineKeeper) line(number int) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if number < k.first || number >= k.first+len(k.lines) {
		return ""
	}
	text := strings.TrimSuffix(strings.TrimSuffix(k.lines[number-k.first], "\n"), "\r")
	if number == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	return text
}
