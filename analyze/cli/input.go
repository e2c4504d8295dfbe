package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/positions"
)

// inputFlags are the flags that say which positions are meant.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "position", Aliases: []string{"p"}, Usage: "a position as `TEXT`; may be repeated"},
		&cli.StringSliceFlag{Name: "deal", Usage: "a numbered `DEAL` or start position, such as \"ms 465\", \"kpat 1\" or 5x6; may be repeated"},
		&cli.StringFlag{Name: "game", Usage: "the `GAME`, where the text does not tell: " + strings.Join(games.Names(), ", ")},
		&cli.StringFlag{Name: "rules", Usage: "rule `OPTIONS`, such as \"empty=any ncells=4\""},
		&cli.StringFlag{Name: "to-move", Usage: "the `SIDE` to move, where the board does not tell: white, black; of Entropy draw, chaos:B, order"},
	}
}

// source is the inputs of a command line in their order: -p, --deal, files; standard input when there is none.
type source struct {
	ctx    context.Context
	hints  games.Hints
	loader *batch.Loader
	carets bool // a fault is shown in its line
	parts  []part
	place  uint64
	empty  bool // the present part has given nothing so far
}

// part is one source of items or deals. next returns io.EOF at its end; the tasks have no place.
type part struct {
	name string
	next func() (batch.Task, error)
}

func newSource(c *cli.Context, files []string) (*source, error) {
	s := &source{ctx: c.Context, hints: games.Hints{Game: c.String("game"), Rules: c.String("rules"), ToMove: c.String("to-move")}, empty: true}
	s.carets = terminalColumns(c.App.ErrWriter) != nil
	if s.hints.Game != "" {
		if _, err := games.Lookup(s.hints.Game); err != nil {
			return nil, usage("--game: %v", err)
		}
	}
	if err := games.CheckRules(s.hints.Game, s.hints.Rules); err != nil {
		return nil, usage("--rules: %v", err)
	}
	s.loader = batch.NewLoader(s.hints)
	for _, text := range c.StringSlice("position") {
		s.parts = append(s.parts, s.reader("-p", strings.NewReader(text)))
	}
	for _, text := range c.StringSlice("deal") {
		deals, _, err := s.deals(text)
		if err != nil {
			deals = badDeal(err)
		}
		s.parts = append(s.parts, deals)
	}
	for _, name := range files {
		if name == "-" {
			s.parts = append(s.parts, s.stdin(c))
		} else {
			s.parts = append(s.parts, s.file(name))
		}
	}
	return s, nil
}

// orStdin adds standard input when nothing else was named.
func (s *source) orStdin(c *cli.Context) *source {
	if len(s.parts) == 0 {
		s.parts = append(s.parts, s.stdin(c))
	}
	return s
}

func (s *source) stdin(c *cli.Context) part {
	if isTerminal(c.App.Reader.(*interruptible).in) {
		fmt.Fprintln(c.App.ErrWriter, "Paste a board (see foregone help notation), then press Ctrl-D on an empty line.")
	}
	return s.reader("-", c.App.Reader)
}

// isInput reports whether a file is one that the positions are read from.
func isInput(c *cli.Context, file fs.FileInfo) bool {
	names := c.Args().Slice()
	if len(names) == 0 && !c.IsSet("position") && !c.IsSet("deal") {
		names = []string{"-"}
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if name == "-" {
			f, ok := c.App.Reader.(*interruptible).in.(*os.File)
			if !ok {
				continue
			}
			info, err = f.Stat()
		}
		if err == nil && os.SameFile(info, file) {
			return true
		}
	}
	return false
}

// deals is a part of one or more numbered deals of the game that --game names, Eight Off without, and how many
// they are.
func (s *source) deals(text string) (part, uint64, error) {
	deals, err := s.loader.Deals(text)
	if err != nil {
		return part{}, 0, err
	}
	if _, err := deals.At(0); err != nil {
		return part{}, 0, err
	}
	next := uint64(0)
	return part{text, func() (batch.Task, error) {
		if next == deals.Count() {
			return batch.Task{}, io.EOF
		}
		next++
		return batch.Task{Input: batch.Input{Deals: text, Index: next - 1}}, nil
	}}, deals.Count(), nil
}

// badDeal is a part of one task that fails.
func badDeal(err error) part {
	done := false
	return part{"--deal", func() (batch.Task, error) {
		if done {
			return batch.Task{}, io.EOF
		}
		done = true
		return fault("--deal", err.Error()), nil
	}}
}

// file is a part whose file is opened when its turn comes.
func (s *source) file(name string) part {
	var opened *part
	return part{name, func() (batch.Task, error) {
		if opened == nil {
			f, err := os.Open(name)
			if err != nil {
				return batch.Task{}, err
			}
			p := s.reader(name, f)
			opened = &p
		}
		return opened.next()
	}}
}

func (s *source) reader(name string, r io.Reader) part {
	var kept func(int) string
	if s.carets {
		keeper := newLineKeeper(r)
		r, kept = keeper, keeper.line
	}
	items := positions.NewReader(name, r)
	return part{name, func() (batch.Task, error) {
		item, err := items.Next()
		return batch.Task{Input: batch.Input{Item: item}, Source: kept}, err
	}}
}

// Next gives the next task, io.EOF after the last part. A part that cannot be read, or that holds nothing, is a
// task with that error.
func (s *source) Next() (batch.Task, error) {
	for len(s.parts) > 0 && s.ctx.Err() == nil {
		p := s.parts[0]
		task, err := p.next()
		switch {
		case s.ctx.Err() != nil: // what was read may be cut
			return batch.Task{}, io.EOF
		case err == nil:
			s.empty = false
			return s.placed(task), nil
		case err == io.EOF && !s.empty:
			s.parts, s.empty = s.parts[1:], true
		case err == io.EOF:
			s.parts = s.parts[1:]
			return s.placed(fault(p.name, "found nothing, expected a position")), nil
		default:
			s.parts, s.empty = s.parts[1:], true
			return s.placed(fault(p.name, unreadable(err))), nil
		}
	}
	return batch.Task{}, io.EOF
}

func (s *source) placed(t batch.Task) batch.Task {
	s.place++
	t.Place = s.place
	return t
}

func fault(name, message string) batch.Task {
	return batch.Task{Input: batch.Input{Fault: &positions.Error{File: name, Line: 1, Column: 1, Message: message}}}
}

// unreadable says why a file gives no text, without its name.
func unreadable(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, syscall.EISDIR):
		return "found a directory, expected a text file"
	case errors.Is(err, fs.ErrNotExist):
		if errors.As(err, &path) && strings.Trim(path.Path, "0123456789") == "" {
			return "found no such file, expected a text file (did you mean --deal " + path.Path + "?)"
		}
		return "found no such file, expected a text file"
	case errors.As(err, &path):
		return "found a file that cannot be read (" + path.Err.Error() + "), expected a text file"
	default:
		return "found a file that cannot be read (" + err.Error() + "), expected a text file"
	}
}

// open opens a file that is there, with one of the flags of os.OpenFile. Of a pipe it waits for the other end, as long as
// ctx lives.
func open(ctx context.Context, name string, flag int) (*os.File, error) {
	var f *os.File
	var err error
	opened := make(chan struct{})
	go func() {
		f, err = os.OpenFile(name, flag, 0)
		close(opened)
	}()
	select {
	case <-opened:
		return f, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// interruptible is standard input, or a file, as far as ctx lives: a signal ends it even while a read waits.
type interruptible struct {
	ctx    context.Context
	in     io.Reader
	chunks chan []byte // closed at the end, after which err is set
	rest   []byte
	err    error
}

func (r *interruptible) Read(p []byte) (int, error) {
	if r.chunks == nil {
		r.chunks = make(chan []byte)
		go r.pump()
	}
	if len(r.rest) == 0 {
		select {
		case <-r.ctx.Done():
			return 0, io.EOF
		case chunk, ok := <-r.chunks:
			if !ok {
				return 0, r.err
			}
			r.rest = chunk
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *interruptible) pump() {
	defer close(r.chunks)
	for {
		buf := make([]byte, 1<<16)
		n, err := r.in.Read(buf)
		if n > 0 {
			select {
			case r.chunks <- buf[:n]:
			case <-r.ctx.Done():
				return
			}
		}
		if err != nil {
			r.err = err
			return
		}
	}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
