package freecell

import (
	"context"
	"encoding/binary"
	"io"
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/snapshot"
)

// version names the search in snapshots, for a snapshot is of no use to another one.
const version = "freecell/1"

// mark is where a search was stopped.
type mark struct {
	stage   int
	states  uint32 // expanded in this stage
	dropped bool
	from    uint32 // the state to come: which one leads to it, none at the start, and by which of its moves
	index   uint8
	hash    uint32
}

// stop ends a run when n is the state to come.
func (s *Solver) stop(n *node, nodes uint64, limit solve.Limit) (outcome, solve.Limit) {
	s.stopped = true
	s.mark = mark{s.stage, uint32(nodes), s.dropped, n.parent, n.last.index, n.state.hash()}
	return stopped, limit
}

// Save writes what the last search knows, which a limit stopped, so that Resume can go on with it.
//
// Of the stages before the one that was stopped it writes nothing; of that one, for each state in the order in which
// they were expanded, which of its moves wait or have led to a new state. All else follows: a search that makes only
// these moves is the same, but that it never comes to a state a second time. It comes to 1.0 to 1.3 bytes a state,
// 0.6 to 1.0 after a general compressor, and takes 11 bytes a state of memory, above the limit of the search.
func (s *Solver) Save(w io.Writer) error {
	if !s.stopped {
		return snapshot.ErrNone
	}
	record := s.record
	if record == nil {
		record = s.newRecord()
	}
	m, dropped := &s.mark, uint64(0)
	if m.dropped {
		dropped = 1
	}
	err := snapshot.Write(w, version, &s.start,
		uint64(m.stage), uint64(m.states), dropped, uint64(m.hash), uint64(len(record)))
	if err != nil {
		return err
	}
	_, err = w.Write(record)
	return err
}

// newRecord returns the moves of every state that wait or have led to a new one, as sets of their indices in varints.
func (s *Solver) newRecord() []byte {
	m := &s.mark
	words := setWords(s.start.Rules)
	sets := make([]uint64, int(m.states)*words)
	add := func(from uint32, index uint8) {
		sets[int(from)*words+int(index/64)] |= 1 << (index % 64)
	}
	for i := uint32(1); i < m.states; i++ {
		n := s.states.at(i)
		add(n.parent, n.last.index)
	}
	for i := s.queue.free; i != 0; i = s.queue.at(i - 1).next {
		s.queue.at(i - 1).from = none
	}
	for i := range s.queue.n {
		if w := s.queue.at(i); w.from != none {
			add(w.from, w.index)
		}
	}
	if m.from != none {
		add(m.from, m.index)
	}
	record := make([]byte, 0, len(sets)*2)
	for _, set := range sets {
		record = binary.AppendUvarint(record, set)
	}
	return record
}

// setWords returns how many words a set of moves has. Every column's open card can take as many cards as the build
// allows, and go to a cell; every run and cell card can go to an empty column, a run's last card by itself too; and
// each suit has one card whose turn it is to go home.
func setWords(r patience.Rules) int {
	takes := [...]int{patience.BySuit: 1, patience.Alternate: 2, patience.AnySuit: 4}[r.Build]
	most := int(r.Columns)*(takes+1) + int(r.Cells) + 2*int(r.Columns) + 4
	return (most + 63) / 64
}

// Resume goes on with a search of p that Save wrote, as if it had not been stopped but for its limits, which from now on
// are l. Nodes in the result counts this call's own work only. Before that it makes the stopped stage anew, in about a
// fifth of the time that it had taken; when it is stopped while it does, it can be saved as it was.
//
// With an error (r is damaged, is of another position, or needs more than l.Memory) nothing was searched. Damage that
// leaves a search that could have been is not noticed, so a checksum should guard r.
func (s *Solver) Resume(ctx context.Context, r io.Reader, p *patience.Position, l solve.Limits) (solve.Result, error) {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	root := s.prepare(p, l.Memory)
	if err := s.read(r, l.Memory); err != nil {
		return solve.Result{}, err
	}
	s.begin(s.mark.stage)
	n := node{state: root}
	limit, err := s.replay(ctx, &n, l)
	switch {
	case err != nil:
		return solve.Result{}, err
	case limit != solve.NoLimit:
		s.stopped = true
		return solve.Result{Limit: limit}, nil
	}
	s.record = nil
	return s.search(ctx, root, n.state, l), nil
}

// read reads the mark and the record.
func (s *Solver) read(r io.Reader, memory int64) error {
	var numbers [5]uint64
	if err := snapshot.Read(r, version, &s.start, numbers[:]); err != nil {
		return err
	}
	stage, states, dropped, hash, length := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
	if stage >= uint64(len(attempts)) || states > maxStates || dropped > 1 || length > 20*states {
		return snapshot.ErrDamaged
	}
	if a := stageOf(s.start.Rules, int(stage)); a.nodes != 0 && states > a.nodes {
		return snapshot.ErrDamaged
	}
	s.mark = mark{stage: int(stage), states: uint32(states), dropped: dropped == 1, hash: uint32(hash)}
	if s.states.bytes(s.mark.states, indexMask(s.mark.states))+int64(length) > memory {
		return snapshot.ErrMemory
	}
	var err error
	if s.record, err = snapshot.ReadBytes(r, length); err != nil {
		return err
	}
	return snapshot.End(r)
}

// replay makes the states of the record anew and then sets n, at first the root, to the state to come.
func (s *Solver) replay(ctx context.Context, n *node, l solve.Limits) (solve.Limit, error) {
	a := stageOf(s.start.Rules, s.stage)
	sets := sets{s.record, setWords(s.start.Rules)}
	mask := indexMask(s.mark.states)
	for i := range s.mark.states {
		if i&0x3ff == 0 {
			if limit := l.Poll(ctx, 0); limit != solve.NoLimit {
				return limit, nil
			}
		}
		if s.states.bytes(i+1, mask)+s.queue.bytes(s.queue.n+maxMoves)+int64(len(s.record)) > l.Memory {
			return solve.NoLimit, snapshot.ErrMemory
		}
		s.addPages()
		*s.states.at(i) = n.state
		s.states.n++
		set, ok := sets.next()
		if !ok || set != [2]uint64{} && !s.repeat(n, &a, set) {
			return solve.NoLimit, snapshot.ErrDamaged
		}
		w, ok := s.queue.pop()
		if !ok {
			return solve.NoLimit, snapshot.ErrDamaged
		}
		s.follow(&n.state, w)
	}
	if len(sets.rest) > 0 || n.state.hash() != s.mark.hash {
		return solve.NoLimit, snapshot.ErrDamaged
	}
	s.dropped = s.mark.dropped
	s.states.resize(mask)
	s.states.enter(ctx)
	return solve.Stopped(ctx), nil
}

// repeat puts the moves of a set into the queue, which are those of the state that came last. It fails when the state
// has no such moves, or one of them wins or is among those that are dropped.
func (s *Solver) repeat(n *node, a *stage, set [2]uint64) bool {
	number := s.states.n - 1
	n.hash = n.state.hash()
	s.enter(n, a.weights)
	worst := n.score + a.slack
	moves := s.buf[:s.moves(&n.state, &s.buf)]
	for k, word := range set {
		for ; word != 0; word &= word - 1 {
			i := 64*k + bits.TrailingZeros64(word)
			if i >= len(moves) {
				return false
			}
			score, won := s.weigh(n, moves[i], a.weights)
			if won || score > worst {
				return false
			}
			s.queue.push(bucket(score+noise(n.hash, moves[i], a)), number, moves[i], uint8(i))
		}
	}
	return true
}

// sets reads the sets of a record.
type sets struct {
	rest  []byte
	words int // of a set
}

// next returns the next set.
func (r *sets) next() (set [2]uint64, ok bool) {
	for i := range r.words {
		word, n := binary.Uvarint(r.rest)
		if n <= 0 {
			return set, false
		}
		set[i&1], r.rest = word, r.rest[n:]
	}
	return set, true
}

// indexMask returns the mask of an index for so many states.
func indexMask(states uint32) uint32 {
	mask := uint32(firstSlots - 1)
	for states > mask>>1+1 {
		mask = mask<<1 | 1
	}
	return mask
}
