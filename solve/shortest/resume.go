package shortest

import (
	"context"
	"encoding/binary"
	"io"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/snapshot"
)

// version names the search in snapshots, for a snapshot is of no use to another one.
func version(metric Metric) string {
	return [...]string{"shortest/1 cards", "shortest/1 steps"}[metric]
}

// nodeSize is how many bytes a node takes in a snapshot: the heights, the cards that hang, the parent, the move's cards, its kind
// with whether the node is closed, and the moves so far.
const nodeSize = 4 + 8 + 4 + 2 + 1 + 1

// Save writes what the last search knows, which a limit stopped and which was not one after a move, so that Resume can go on with
// it: the nodes. The graph is found again.
func (s *Solver) Save(w io.Writer) error {
	if !s.stopped || s.start != s.base {
		return snapshot.ErrNone
	}
	metric := Cards
	if s.steps {
		metric = Steps
	}
	err := snapshot.Write(w, version(metric), &s.start, uint64(s.least), uint64(s.most), uint64(s.longer), uint64(len(s.nodes)))
	if err != nil {
		return err
	}
	buf := make([]byte, 0, 1<<16)
	for i := range s.nodes {
		buf = s.appendNode(buf, &s.nodes[i])
		if len(buf)+nodeSize > cap(buf) || i == len(s.nodes)-1 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

func (s *Solver) appendNode(buf []byte, n *node) []byte {
	buf = binary.LittleEndian.AppendUint32(buf, s.graph.vertices[n.vertex].heights)
	buf = binary.LittleEndian.AppendUint64(buf, n.hung)
	buf = binary.LittleEndian.AppendUint32(buf, uint32(n.parent))
	kind := byte(0)
	for i, is := range [...]bool{n.move.column, n.move.run, n.closed} {
		if is {
			kind |= 1 << i
		}
	}
	return append(buf, n.move.lift, n.move.card, kind, n.spent)
}

// Resume goes on with the search of p that Save wrote, with any below and limits. The result is that of a search in one piece,
// but for the line, which may be another one, and that Nodes counts the vertices that were found again.
func (s *Solver) Resume(ctx context.Context, r io.Reader, p *patience.Position, below int, metric Metric, l solve.Limits) (Result, error) {
	var numbers [4]uint64
	if err := snapshot.Read(r, version(metric), p, numbers[:]); err != nil {
		return Result{}, err
	}
	least, most, longer, count := numbers[0], numbers[1], numbers[2], numbers[3]
	if least >= never || most >= never || longer > never || count > 1<<31/nodeSize {
		return Result{}, snapshot.ErrDamaged
	}
	if l.Memory != 0 && int64(count)*(nodeBytes+nodeSize) > l.Memory {
		return Result{}, snapshot.ErrMemory
	}
	saved, err := snapshot.ReadBytes(r, count*nodeSize)
	if err != nil {
		return Result{}, err
	}
	if err := snapshot.End(r); err != nil {
		return Result{}, err
	}
	root := s.load(p, metric)
	s.start, s.lazy, s.stopped = *p, false, false
	s.graph.restrict(ctx, &l)
	s.least = int(least)
	if count == 0 {
		return s.solve(root, 0, below, false), nil
	}
	s.most = int(most)
	s.graph.grow(s.most)
	if s.graph.limit != solve.NoLimit {
		return Result{solve.Result{Limit: s.graph.limit, Nodes: s.graph.work}, s.home() + s.least}, nil
	}
	s.begin(root, 0)
	if !s.restore(saved) {
		return Result{}, snapshot.ErrDamaged
	}
	s.longer = int(longer)
	return s.solve(root, 0, below, true), nil
}

// restore makes nodes of what appendNode wrote, and reports whether they can be those of a search.
func (s *Solver) restore(saved []byte) bool {
	s.nodes = s.nodes[:1]
	s.index = cleared(s.index, minSlots)
	for f := range s.open {
		s.open[f] = s.open[f][:0]
	}
	for saved = saved[nodeSize:]; len(saved) > 0; saved = saved[nodeSize:] {
		t := state{binary.LittleEndian.Uint64(saved[4:]), s.graph.find(binary.LittleEndian.Uint32(saved))}
		parent, kind, spent := binary.LittleEndian.Uint32(saved[12:]), saved[18], saved[19]
		m := move{lift: saved[16], card: saved[17], column: kind&1 != 0, run: kind&2 != 0}
		n := len(s.nodes)
		if t.vertex == noVertex || uint64(parent) >= 1<<31 || m.lift >= 64 || m.card >= 64 {
			return false
		}
		s.add(t, int32(parent), m, int(spent))
		if len(s.nodes) == n {
			return false // there twice, or too long
		}
		s.nodes[n].closed = kind&4 != 0
	}
	for i := range s.nodes {
		if int(s.nodes[i].parent) >= len(s.nodes) {
			return false
		}
	}
	return len(s.nodes) > 1
}
