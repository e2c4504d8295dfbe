package shortestany

import (
	"context"
	"encoding/binary"
	"io"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/snapshot"
)

// version names the search in snapshots, for a snapshot is of no use to another one.
const version = "shortestany/1"

// nodeSize is how many bytes a node takes in a snapshot.
const nodeSize = 24 + 4 + 5

// Save writes what the last search knows, which a limit stopped, so that Resume can go on with it: the nodes.
func (s *Solver) Save(w io.Writer) error {
	if !s.stopped {
		return snapshot.ErrNone
	}
	if err := snapshot.Write(w, version, &s.start, uint64(len(s.nodes)-1)); err != nil {
		return err
	}
	buf := make([]byte, 0, 1<<16)
	for i := range s.nodes[1:] {
		n := &s.nodes[i+1]
		for _, word := range n.key {
			buf = binary.LittleEndian.AppendUint64(buf, word)
		}
		buf = binary.LittleEndian.AppendUint32(buf, uint32(n.parent))
		closed := byte(0)
		if n.closed {
			closed = 1
		}
		buf = append(buf, n.move.card, n.move.to, n.spent, n.rest, closed)
		if len(buf)+nodeSize > cap(buf) || i == len(s.nodes)-2 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

// Resume goes on with the search of p that Save wrote, with any below and limits. The result is that of a search in one piece,
// but for the line, which may be another one, and the nodes.
func (s *Solver) Resume(ctx context.Context, r io.Reader, p *patience.Position, below int, l solve.Limits) (Result, error) {
	var count [1]uint64
	if err := snapshot.Read(r, version, p, count[:]); err != nil {
		return Result{}, err
	}
	if count[0] >= 1<<31/nodeSize {
		return Result{}, snapshot.ErrDamaged
	}
	if l.Memory != 0 && int64(count[0])*(nodeBytes+nodeSize) > l.Memory {
		return Result{}, snapshot.ErrMemory
	}
	saved, err := snapshot.ReadBytes(r, count[0]*nodeSize)
	if err != nil {
		return Result{}, err
	}
	if err := snapshot.End(r); err != nil {
		return Result{}, err
	}
	s.begin(p, below)
	if !s.restore(saved) {
		return Result{}, snapshot.ErrDamaged
	}
	return s.search(ctx, l), nil
}

// restore makes nodes of what Save wrote, and reports whether they can be those of a search.
func (s *Solver) restore(saved []byte) bool {
	for count := len(saved) / nodeSize; len(saved) > 0; saved = saved[nodeSize:] {
		n := node{parent: int32(binary.LittleEndian.Uint32(saved[24:])), move: move{saved[28], saved[29]}, spent: saved[30], rest: saved[31], closed: saved[32] != 0}
		for i := range n.key {
			n.key[i] = binary.LittleEndian.Uint64(saved[8*i:])
		}
		hash := n.hash()
		slot := s.slot(&n.key, hash)
		f := int(n.spent) + int(n.rest)
		if s.index[slot] != 0 || f >= len(s.open) || n.parent < 0 || int(n.parent) > count || n.move.card >= s.game.deck || !s.board.load(&s.game, &n.key) {
			return false
		}
		i := int32(len(s.nodes))
		s.nodes = append(s.nodes, n)
		s.index[slot] = hash>>32<<32 | uint64(i)
		s.open[f] = append(s.open[f], i)
		if 2*len(s.nodes) > len(s.index) {
			s.grow()
		}
	}
	return true
}
