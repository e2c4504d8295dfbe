package proof

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/verify"
)

// Position is what a check needs of a position P of a game for two sides. String is its one-line notation, Canonical that
// of one of its mirror images, and ToCanonical translates its moves into moves there. What is proven does not rest on that
// translation: the moves are made in the canonical position.
type Position[P any] interface {
	verify.Position[P]
	String() string
	ToCanonical(moves []string) ([]string, error)
}

// Check checks a proof; parse reads its positions. A proof of more than maxPositions, unless 0, is not checked to the end.
// The error is one of reading r. It takes about 50 bytes of memory a position.
func Check[P Position[P]](ctx context.Context, r io.Reader, parse func(string) (P, error), maxPositions int) (verify.Outcome, error) {
	c := checker[P]{ctx: ctx, parse: parse, most: maxPositions, lines: map[key]line{}, moves: map[string]int32{}}
	err := c.read(r)
	count := english.Plural(len(c.lines), "position", "")
	read := err == nil
	if read {
		err = c.check()
	}
	o := verify.Outcome{ID: c.id, OK: true, Checked: true}
	var unreadable readError
	switch {
	case err == nil:
		o.Message = fmt.Sprintf("%s wins: every answer is covered in %s", c.winner, count)
	case !read && (ctx.Err() != nil || err == errTooMany):
		o.Checked, o.Message = false, count+" read, and the end is not reached"
	case ctx.Err() != nil:
		o.Checked, o.Message = false, fmt.Sprintf("%s of %s checked, and the end is not reached", humanize.Comma(c.proven), count)
	case errors.As(err, &unreadable):
		return o, unreadable.error
	default:
		o.OK, o.Message = false, err.Error()
	}
	return o, nil
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

type checker[P Position[P]] struct {
	ctx    context.Context
	parse  func(string) (P, error)
	most   int // positions, 0 for any number
	id     string
	start  P
	winner string
	lines  map[key]line
	moves  map[string]int32 // by name, their place in names
	names  []string         // in the canonical form of the position
	proven int64
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
				c.proven++
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
	return c.checkUnseen()
}

// checkUnseen returns an error for the first line whose position cannot come up.
func (c *checker[P]) checkUnseen() error {
	first := int64(0)
	for _, l := range c.lines {
		if l.state != proven && (first == 0 || l.number < first) {
			first = l.number
		}
	}
	if first > 0 {
		return fmt.Errorf("line %d: the position cannot come up", first)
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
		return nil, fmt.Errorf("the position %s can come up, and neither it nor its mirror image has a line", canonical)
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
		return nil, fmt.Errorf("line %d: in %s: %w", l.number, canonical, err)
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
