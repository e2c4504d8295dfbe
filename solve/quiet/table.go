package quiet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/tablefile"
)

// Table answers for the positions of a board. Its methods may be called from several goroutines.
type Table struct {
	plan   *plan
	source blocks
	probes sync.Pool // of *probe
}

// blocks is where packed blocks come from: a file, or the store of a build.
type blocks interface {
	Block(slice, block int, buf []byte) ([]byte, error)
	io.Closer
}

// Open maps a table that Build has written. It reads the header and the index only: a file that is no such table, is cut
// short, of another version or altered there is an error in one line that names it. Every other byte is under a checksum
// that is compared when a probe reads it; Check compares all.
func Open(path string) (*Table, error) {
	r, err := tablefile.Open(path)
	if err != nil {
		return nil, err
	}
	p, err := planned(r.Header)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), r.Close())
	}
	return &Table{plan: p, source: r}, nil
}

// planned returns the plan of the board that a file's header names.
func planned(h tablefile.Header) (*plan, error) {
	var s Size
	_, err := fmt.Sscanf(h.Content, contentFormat, &s.W, &s.H)
	if s.Valid() != nil {
		s = Size{5, 5}
	}
	if err != nil || h.Content != content(s) {
		return nil, fmt.Errorf("found a table of %q, expected one of %q", h.Content, content(s))
	}
	p := newPlan(s)
	if h != p.header() {
		return nil, fmt.Errorf("found a table of %d slices, expected %d", h.Records, len(p.slices))
	}
	return p, nil
}

// Size returns the board of the table.
func (t *Table) Size() Size { return t.plan.Size }

// Close gives the table's file or memory back.
func (t *Table) Close() error { return t.source.Close() }

// Probe returns Win or Loss for the side to move: that of the winner when the game is over. Unknown without an error
// means that the table has no such positions: those of another board, or with more than 2W pieces a side. Where the file
// is damaged the answer is an error, never another verdict.
func (t *Table) Probe(p *breakthrough.Position) (solve.Verdict, error) {
	if int(p.W) != t.plan.W || int(p.H) != t.plan.H || max(p.Pieces[0].Len(), p.Pieces[1].Len()) > 2*t.plan.W {
		return solve.Unknown, nil
	}
	win, err := t.wins(p)
	switch {
	case err != nil:
		return solve.Unknown, err
	case win:
		return solve.Win, nil
	}
	return solve.Loss, nil
}

// wins looks ahead until the position is over or quiet: two plies at most.
func (t *Table) wins(p *breakthrough.Position) (bool, error) {
	if winner, over := p.Winner(); over {
		return winner == p.ToMove, nil
	}
	h := t.plan.H
	last := [2]breakthrough.Set{breakthrough.White: p.Row(h - 2), breakthrough.Black: p.Row(1)}
	own, enemy := p.ToMove, p.ToMove.Other()
	if !p.Pieces[own].And(last[own]).IsEmpty() {
		return true, nil
	}
	danger := p.Pieces[enemy].And(last[enemy])
	switch danger.Len() {
	case 0:
		return t.quiet(p)
	case 1:
		for _, m := range p.Moves(nil) {
			if m.To != danger.First() {
				continue
			}
			next := *p
			if err := next.Play(m); err != nil {
				return false, err
			}
			if enemyWins, err := t.wins(&next); err != nil || !enemyWins {
				return err == nil, err
			}
		}
	}
	return false, nil
}

// place is where a quiet position is, in the slice that is computed of its class.
type place struct {
	goals
	set, middle, second uint32 // White's rows 2 to H-2, Black's middle and second row
	toMove              breakthrough.Side
}

// place finds a quiet position.
func (t *Table) place(p *breakthrough.Position) (place, int32) {
	b := t.plan.board
	var rows [2][MaxHeight]uint32
	for side := range rows {
		for sq := range b.W * b.H {
			if p.Pieces[side].Has(breakthrough.Square(sq)) {
				rows[side][sq/b.W] |= 1 << (sq % b.W)
			}
		}
	}
	toMove := p.ToMove
	g, by := b.canonical(goals{rows[0][0], rows[1][b.H-1]})
	if by.flip {
		toMove = toMove.Other()
		var turned [2][MaxHeight]uint32
		for side := range rows {
			for y := range b.H {
				turned[1-side][b.H-1-y] = rows[side][y]
			}
		}
		rows = turned
	}
	if by.mirror {
		for side := range rows {
			for y := range b.H {
				rows[side][y] = b.reverse(rows[side][y])
			}
		}
	}
	out := place{goals: g, second: rows[1][b.H-2], toMove: toMove}
	for y := 1; y <= b.H-3; y++ {
		out.set |= rows[0][y] << ((b.H - 3 - y) * b.W)
		if y > 1 {
			out.middle |= rows[1][y] << ((b.H - 3 - y) * b.W)
		}
	}
	return out, t.plan.number[g]
}

// quiet looks a position up.
func (t *Table) quiet(p *breakthrough.Position) (bool, error) {
	at, slice := t.place(p)
	b := t.plan.board
	unsafeW, unsafeB := b.whiteUnsafe(at.black), b.blackUnsafe(at.white)
	var lay *layout
	block := int(at.set >> (b.top + b.W - t.plan.blockRows*b.W))
	first, _ := t.plan.sets(block)
	var k, lane, table int
	free := b.mid &^ at.set
	if at.toMove == breakthrough.White {
		if at.set&unsafeW != 0 {
			return true, nil
		}
		lay = b.rowLayout(b.whiteKey(at.goals))
		k, lane = rank(b.order(at.middle, unsafeB), b.order(free, unsafeB)), count(free)
	} else {
		if at.middle&unsafeB != 0 {
			return true, nil
		}
		lay = b.rowLayout(b.blackKey(at.goals))
		free &^= unsafeB
		k, lane = rank(at.middle, free), count(free)
		table = blackToMove
	}
	word := lay.within(first, at.set) + int(at.second>>b.cols)<<lane + k
	x, err := t.word(int(slice), table, block, word)
	return x>>(at.second&(1<<b.cols-1))&1 != 0, err
}

// probe is what reading a word needs, with the dictionary that was used last.
type probe struct {
	packed     []byte
	codes      codes
	dictionary []byte
	slice      int
	table      int
}

func (t *Table) word(slice, table, block, word int) (uint64, error) {
	b, ok := t.probes.Get().(*probe)
	if !ok {
		b = &probe{slice: none}
	}
	defer t.probes.Put(b)
	size := t.plan.wordBytes()
	var err error
	if b.slice != slice || b.table != table {
		b.slice = none
		if b.packed, err = t.source.Block(slice, t.plan.dictionaryOf(table), b.packed); err != nil {
			return 0, err
		}
		if b.dictionary, err = openDictionary(b.packed, b.dictionary, size); err != nil {
			return 0, err
		}
		b.slice, b.table = slice, table
	}
	if b.packed, err = t.source.Block(slice, t.plan.blockOf(table, block), b.packed); err != nil {
		return 0, err
	}
	if err := b.codes.open(b.packed, size); err != nil {
		return 0, err
	}
	return b.codes.word(word, b.dictionary, size)
}

// Check compares all checksums of a table on disk.
func (t *Table) Check(ctx context.Context) error {
	if r, ok := t.source.(*tablefile.Reader); ok {
		return r.Check(ctx)
	}
	return nil
}
