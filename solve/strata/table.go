package strata

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"foregone/positions/crossings"
	"foregone/solve/tablefile"
)

// Table answers for the positions of a size. Its methods may be called from several goroutines.
type Table struct {
	plan   *plan
	source source
	probes sync.Pool // of *probe
}

func newTable(p *plan, s source) *Table {
	return &Table{plan: p, source: s}
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
	return newTable(p, r), nil
}

// planned returns the plan of the size that a file's header names.
func planned(h tablefile.Header) (*plan, error) {
	text, ok := strings.CutPrefix(h.Content, contentStart)
	text, ok2 := strings.CutSuffix(text, contentEnd)
	s, err := parseSize(text)
	if !ok || !ok2 || err != nil || content(s) != h.Content {
		return nil, fmt.Errorf("found a table of %q, expected one such as %q", h.Content, content(Size{W: 4, H: 4, Rows: 1}))
	}
	p, err := newPlan(s)
	if err != nil {
		return nil, err
	}
	if h != p.header() {
		return nil, fmt.Errorf("found a table of %d slices, expected %d", h.Records, len(p.slices))
	}
	return p, nil
}

// Size returns the size of the table.
func (t *Table) Size() Size { return t.plan.Size }

// Entries returns the number of positions in the table, of which each stands for its mirror image and for that with the
// sides exchanged.
func (t *Table) Entries() uint64 { return t.plan.total }

// Close gives the table's file or memory back.
func (t *Table) Close() error { return t.source.Close() }

// Check compares all checksums of a table on disk.
func (t *Table) Check(ctx context.Context) error {
	if r, ok := t.source.(*tablefile.Reader); ok {
		return r.Check(ctx)
	}
	return nil
}

// Probe returns the value of a position. Without an error ok is false when the table has no such positions: those of
// another board or rule, with more stones a side than the home rows have, or that no game reaches. Where the file is
// damaged the answer is an error, never another value.
func (t *Table) Probe(p *crossings.Position) (v Value, ok bool, err error) {
	b, err := t.probe(probeBlocks)
	if err != nil {
		return Draw, false, err
	}
	defer t.probes.Put(b)
	return b.value(p)
}

// place returns a position from the mover's view.
func (b *board) place(p *crossings.Position) (at place, ok bool) {
	if int(p.W) != b.W || int(p.H) != b.H || p.Steps != b.Steps {
		return place{}, false
	}
	at = place{p.Stones[crossings.Red][0], p.Stones[crossings.Black][0]}
	if p.ToMove == crossings.Black {
		at = b.flipped(at)
	}
	return at, true
}

// position returns a position with Red to move.
func (b *board) position(at place) crossings.Position {
	return crossings.Position{W: uint8(b.W), H: uint8(b.H), Steps: b.Steps, Stones: [2]crossings.Set{{at.own}, {at.other}}}
}

// probeBlocks is how many unpacked blocks a probe keeps.
const probeBlocks = 64

// probe is what looking positions up needs: blocks that were unpacked, each in a place given by its slice and number.
type probe struct {
	t       *Table
	decoder *zstd.Decoder
	packed  []byte
	blocks  []unpacked
}

type unpacked struct {
	slice, block int // slice -1: none
	values       []byte
}

// probe returns a probe that keeps at least so many blocks.
func (t *Table) probe(blocks int) (*probe, error) {
	if b, ok := t.probes.Get().(*probe); ok && len(b.blocks) >= blocks {
		return b, nil
	}
	b := &probe{t: t, blocks: make([]unpacked, blocks)}
	for i := range b.blocks {
		b.blocks[i].slice = -1
	}
	var err error
	b.decoder, err = newDecoder()
	return b, err
}

// value looks a position up.
func (b *probe) value(p *crossings.Position) (v Value, ok bool, err error) {
	plan := b.t.plan
	at, ok := plan.place(p)
	if !ok {
		return Draw, false, nil
	}
	s, ok := plan.byKey[plan.keyOf(at)]
	if !ok {
		return Draw, false, nil
	}
	at = plan.flipped(at)
	v, err = b.entry(s, plan.index(s, at.own, at.other))
	return v, err == nil, err
}

// entry returns the value of the position with a number.
func (b *probe) entry(s *slice, i uint64) (Value, error) {
	block := int(i / blockLen)
	kept := &b.blocks[(uint(s.number)*0x9e3779b1+uint(block))%uint(len(b.blocks))]
	if kept.slice != s.number || kept.block != block {
		kept.slice = -1
		from, to := s.block(block)
		if kept.values == nil {
			kept.values = make([]byte, blockLen)
		}
		kept.values = kept.values[:to-from]
		var err error
		if b.packed, err = readBlock(b.t.source, b.decoder, s, block, kept.values, b.packed); err != nil {
			return Draw, err
		}
		kept.slice, kept.block = s.number, block
	}
	return Value(kept.values[i%blockLen]), nil
}
