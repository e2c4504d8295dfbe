package proof

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/verify"
)

// maxLine is the longest line that is read.
const maxLine = 1 << 12

// Recognizes reports whether a file that begins so is a proof.
func Recognizes(begin []byte) bool { return bytes.HasPrefix(begin, []byte(firstLine+"\n")) }

// RecognizeBytes is how much of a file Recognizes has to see.
const RecognizeBytes = len(firstLine) + 1

// Check checks a proof; parse reads its positions. It takes about 50 bytes of memory a position.
func Check[P verify.Position[P]](ctx context.Context, r io.Reader, parse func(string) (P, error)) verify.Outcome {
	c := checker[P]{ctx: ctx, parse: parse, lines: map[key]line{}, moves: map[string]int32{}}
	err := c.read(r)
	if err == nil {
		err = c.check()
	}
	o := verify.Outcome{ID: c.id, OK: true, Checked: true}
	switch {
	case err == nil:
		o.Message = fmt.Sprintf("%s wins: every answer is covered in %s %s", c.winner,
			humanize.Comma(int64(len(c.lines))), english.PluralWord(len(c.lines), "position", ""))
	case ctx.Err() != nil:
		o.Checked, o.Message = false, "the end was not reached"
	default:
		o.OK, o.Message = false, err.Error()
	}
	return o
}

// key is half of the SHA-256 of a position's canonical form.
type key [16]byte

func keyOf(canonical string) (k key) {
	sum := sha256.Sum256([]byte(canonical))
	copy(k[:], sum[:])
	return k
}

// line is a position of the proof: its number, the winner's move, and how far the check has come.
type line struct {
	number int64
	move   int32
	state  state
}

type state uint8

const (
	unseen state = iota
	above        // what follows is being checked
	proven
)

type checker[P verify.Position[P]] struct {
	ctx    context.Context
	parse  func(string) (P, error)
	id     string
	start  P
	winner string
	lines  map[key]line
	moves  map[string]int32 // by name, their place in names
	names  []string
}

// read reads the whole proof, and compares its checksum.
func (c *checker[P]) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, maxLine)
	sum := sha256.New()
	for n := int64(1); ; n++ {
		text, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF:
			return fmt.Errorf("line %d: the proof is cut short, expected a last line \"end: …\"", n)
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("line %d: found a line of more than %d bytes", n, maxLine)
		case err != nil:
			return err
		}
		if end, found := strings.CutPrefix(string(text), "end: "); found {
			return c.readEnd(in, n, end, sum.Sum(nil))
		}
		sum.Write(text)
		if err := c.readLine(n, string(text[:len(text)-1])); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if n%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
	}
}

func (c *checker[P]) readEnd(in *bufio.Reader, n int64, end string, sum []byte) error {
	want := fmt.Sprintf(lastLine+"\n", len(c.lines), sum)
	if "end: "+end != want {
		return fmt.Errorf("line %d: the number of positions or the SHA-256 does not match: found %q, expected %q", n, shortened(end), strings.TrimSuffix(want, "\n"))
	}
	if _, err := in.Peek(1); err != io.EOF {
		return fmt.Errorf("line %d: found more after the end", n+1)
	}
	if c.winner == "" {
		return errors.New("found no winner")
	}
	return nil
}

// readLine reads a line that is not the last.
func (c *checker[P]) readLine(n int64, text string) (err error) {
	prefixes := [...]string{firstLine, "id: ", "position: ", "winner: "}
	if n > int64(len(prefixes)) {
		return c.readPosition(n, text)
	}
	value, found := strings.CutPrefix(text, prefixes[n-1])
	if !found || n == 1 && value != "" {
		return fmt.Errorf("found %q, expected %q", shortened(text), prefixes[n-1])
	}
	switch n {
	case 2:
		c.id = value
	case 3:
		if c.start, err = c.parse(value); err == nil && c.start.ToMove() == "" {
			err = fmt.Errorf("a proof of %s, expected a game for two sides", c.start.Game())
		}
	case 4:
		if c.winner = value; value != c.start.ToMove() && value != c.start.Opponent() {
			err = fmt.Errorf("found winner %q, expected %s or %s", shortened(value), c.start.ToMove(), c.start.Opponent())
		}
	}
	return err
}

func (c *checker[P]) readPosition(n int64, text string) error {
	position, move, found := strings.Cut(text, "\t")
	if !found {
		return fmt.Errorf("found %q, expected a position, a tab and a move", shortened(text))
	}
	p, err := c.parse(position)
	switch {
	case err != nil:
		return err
	case p.Canonical() != position:
		return fmt.Errorf("found %q, expected it as %q", position, p.Canonical())
	case p.ToMove() != c.winner:
		return fmt.Errorf("found %s to move, expected the winner, %s", p.ToMove(), c.winner)
	}
	k := keyOf(position)
	if old, twice := c.lines[k]; twice {
		return fmt.Errorf("the position stands in line %d already", old.number)
	}
	number, known := c.moves[move]
	if !known {
		number = int32(len(c.names))
		c.moves[move] = number
		c.names = append(c.names, move)
	}
	c.lines[k] = line{number: n, move: number}
	return nil
}

func shortened(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return strings.TrimSuffix(s, "\n")
}

// step is a position with the winner to move whose line is being checked, and what is left of the positions after it.
type step[P any] struct {
	key  key
	left []P
}

// check goes through all that can come up from the start, depth first.
func (c *checker[P]) check() error {
	stack := []step[P]{{left: []P{c.start}}}
	if c.start.ToMove() != c.winner && !c.start.Over() {
		stack[0].left = c.start.Reachable()
	}
	for checked := 0; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if len(top.left) == 0 {
			if l, ok := c.lines[top.key]; ok {
				l.state = proven
				c.lines[top.key] = l
			}
			stack = stack[:len(stack)-1]
			continue
		}
		p := top.left[len(top.left)-1]
		top.left = top.left[:len(top.left)-1]
		if p.Over() {
			if err := c.checkEnd(p); err != nil {
				return err
			}
			continue
		}
		next, err := c.visit(p)
		if err != nil {
			return err
		}
		if next != nil {
			stack = append(stack, *next)
		}
		if checked++; checked%1024 == 0 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
	}
	for _, l := range c.lines {
		if l.state != proven {
			return fmt.Errorf("line %d: the position cannot come up", l.number)
		}
	}
	return nil
}

func (c *checker[P]) checkEnd(p P) error {
	if p.Won() != (p.ToMove() == c.winner) {
		return fmt.Errorf("the play can end in %s, which %s has not won", p.Canonical(), c.winner)
	}
	return nil
}

// visit makes the winner's move in a position, and returns what can come up after that, nothing if that was checked.
func (c *checker[P]) visit(p P) (*step[P], error) {
	canonical := p.Canonical()
	k := keyOf(canonical)
	l, ok := c.lines[k]
	switch {
	case !ok:
		return nil, fmt.Errorf("the position %s can come up, and has no line", canonical)
	case l.state == proven:
		return nil, nil
	case l.state == above:
		return nil, fmt.Errorf("line %d: the play can come back to this position", l.number)
	}
	l.state = above
	c.lines[k] = l
	p, err := c.parse(canonical)
	if err != nil {
		return nil, err
	}
	next, err := p.Play(c.names[l.move])
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", l.number, err)
	}
	s := &step[P]{key: k, left: []P{next}}
	if !next.Over() {
		if next.ToMove() == c.winner {
			return s, nil // the other side passes
		}
		s.left = next.Reachable()
	}
	return s, nil
}
