package proofnumber

import (
	"math"
	"sync"
	"sync/atomic"

	"foregone/solve"
	"foregone/solve/transposition"
)

// maxPath is the number of plies of its path that a worker shows to the others. More cost more than they save.
const maxPath = 20

// worker is one of several searches for one proof. They share the table, and each shows the others where it is: a move
// below which another one searches counts as harder to disprove than it is, which parts them (virtual proof numbers: T.
// Kaneko, Parallel Depth First Proof Number Search, AAAI 2010; as a count of workers: J. Pawlewicz and R. Hayward,
// Scalable Parallel DFPN Search, Computers and Games 2013).
type worker[K transposition.Key] struct {
	*team[K]
	plies   [][]Child[K]
	nodes   uint64
	counted uint64 // of nodes, those in the team's total
	others  []*worker[K]
	path    [maxPath]atomic.Uint64 // hashes of the positions on the path, 0 beyond
	cut     atomic.Int64           // the least ply of the path that another worker has decided, or noCut
	most    uint64                 // nodes, 0 for no bound
	notable uint32                 // work of the positions that are noted, 0 for none
	noted   *notes[K]
}

const noCut = math.MaxInt64

// team is what the workers share.
type team[K transposition.Key] struct {
	*Solver[K]
	table  *transposition.Shared[K]
	total  atomic.Uint64 // nodes
	halted atomic.Uint32 // 0 while the search goes on, else 1 + its limit
	asking *sync.Mutex
}

// alone is the default number of nodes before the workers start.
const alone = 1 << 16

// together decides a position with several workers, unless one does soon. The context and limits are those of the solver.
func (s *Solver[K]) together(k K, depth int) solve.Verdict {
	if s.alone > 0 {
		s.limits.Nodes = s.alone
		v := verdict(s.search(k, depth, 0, Infinite, Infinite))
		s.limits.Nodes = 0
		if v != solve.Unknown || s.stop != solve.Nodes {
			return v
		}
	}
	t := &team[K]{Solver: s, table: s.table.Share(), asking: new(sync.Mutex)}
	t.total.Store(s.nodes)
	workers := make([]*worker[K], s.Jobs)
	for i := range workers {
		workers[i] = &worker[K]{team: t}
		workers[i].cut.Store(noCut)
	}
	for i, w := range workers {
		w.others = append(append(w.others, workers[:i]...), workers[i+1:]...)
	}
	var decided atomic.Uint32
	var wait sync.WaitGroup
	for _, w := range workers {
		wait.Go(func() {
			t.table.Enter()
			defer t.table.Leave()
			if v := verdict(w.search(k, depth, 0, Infinite, Infinite)); v != solve.Unknown {
				decided.Store(uint32(v))
				t.halted.Store(1 + uint32(solve.NoLimit))
			}
			t.total.Add(w.nodes - w.counted)
		})
	}
	wait.Wait()
	t.table.Close()
	s.nodes = t.total.Load()
	s.stop = solve.Limit(t.halted.Load() - 1)
	return solve.Verdict(decided.Load())
}

// search does what it does for a solver by itself. It returns less when another worker has decided a position on the path.
func (w *worker[K]) search(k K, depth, ply int, proof, disproof uint32) (uint32, uint32) {
	if w.stopped(ply) {
		return 1, 1
	}
	first := w.nodes
	w.nodes++
	if ply == len(w.plies) {
		w.plies = append(w.plies, make([]Child[K], 0, plyMoves))
	}
	moves, v := w.domain.Expand(k, depth, w.plies[ply][:0])
	w.plies[ply] = moves
	if v != solve.Unknown {
		return w.store(k, depth, v, totals{}, 1)
	}
	here := transposition.Hash(k) | 1
	w.show(ply, here)
	w.recall(moves, depth)
	for {
		t := total(moves)
		if t.proof >= proof || t.disproof >= disproof || w.halted.Load() != 0 || w.cut.Load() <= int64(ply) {
			w.show(ply, 0)
			v, work := verdict(t.proof, t.disproof), w.nodes-first
			p, d := w.finish(k, depth, v, t, work)
			w.cut.CompareAndSwap(int64(ply), noCut)
			if p == 0 || d == 0 {
				w.cutOthers(ply, here)
			}
			return p, d
		}
		company := w.company(ply, here)
		if company {
			w.part(moves, &t, ply)
		}
		c := &moves[t.best]
		p, d := c.thresholds(&t, proof, disproof)
		if company {
			p, d = max(p, c.Proof+1), max(d, c.Disproof+1)
		}
		before := w.nodes
		if c.Again {
			d, p = w.search(c.Key, c.depth(depth), ply+1, d, p)
		} else {
			p, d = w.search(c.Key, c.depth(depth), ply+1, p, d)
		}
		if w.nodes > before {
			c.Proof, c.Disproof = p, d
		}
		if company || w.company(ply, here) {
			w.recall(moves, depth)
		}
	}
}

// recall puts what the table knows in the place of guesses.
func (w *worker[K]) recall(moves []Child[K], depth int) {
	for i := range moves {
		moves[i].recall(w.table.Get(moves[i].Key), depth)
	}
}

// show tells the others which position is at a ply of the path.
func (w *worker[K]) show(ply int, hash uint64) {
	if ply < maxPath {
		w.path[ply].Store(hash)
	}
}

// company reports whether another worker is at a position, or below it.
func (w *worker[K]) company(ply int, hash uint64) bool {
	if ply >= maxPath {
		return false
	}
	for _, o := range w.others {
		if o.path[ply].Load() == hash {
			return true
		}
	}
	return false
}

// part takes the best move, and the second best, with the disproof number of each move doubled, or worse, where others are below it.
func (w *worker[K]) part(moves []Child[K], t *totals, ply int) {
	t.second = Infinite
	least := uint64(math.MaxUint64)
	for i := range moves {
		c := &moves[i]
		n := uint64(c.Disproof)
		hash := transposition.Hash(c.Key) | 1
		for _, o := range w.others {
			if ply+1 < maxPath && o.path[ply+1].Load() == hash {
				n = 2*n + 1
			}
		}
		switch {
		case n < least:
			t.best, t.second, least = i, uint32(min(least, Infinite)), n
		case n < uint64(t.second):
			t.second = uint32(n)
		}
	}
}

// cutOthers tells those that are at a decided position, or below it.
func (w *worker[K]) cutOthers(ply int, hash uint64) {
	if ply >= maxPath {
		return
	}
	for _, o := range w.others {
		if o.path[ply].Load() != hash {
			continue
		}
		for {
			old := o.cut.Load()
			if old <= int64(ply) || o.cut.CompareAndSwap(old, int64(ply)) {
				break
			}
		}
	}
}

// stopped looks at a ply whether the search must end.
func (w *worker[K]) stopped(ply int) bool {
	if w.nodes-w.counted >= pollNodes {
		n := w.total.Add(w.nodes - w.counted)
		w.counted = w.nodes
		w.table.Pause()
		if l := w.limits.Poll(w.ctx, n); l != solve.NoLimit {
			w.halted.CompareAndSwap(0, 1+uint32(l))
		}
		if ply > 0 && w.limits.Progress.Asked() {
			w.tell(w.plies[:ply])
		}
	}
	if w.most != 0 && w.nodes >= w.most {
		w.halted.CompareAndSwap(0, 1+uint32(solve.Nodes))
	}
	return w.halted.Load() != 0
}

// finish stores what a search of a position came to, and asks Probe or Table when that is due.
func (w *worker[K]) finish(k K, depth int, v solve.Verdict, t totals, work uint64) (proof, disproof uint32) {
	if v == solve.Unknown && (w.Probe != nil || w.Table != nil) {
		before := w.table.Get(k).Work
		w.asking.Lock()
		told := w.ask(k, depth, before, work)
		w.asking.Unlock()
		if told != solve.Unknown {
			return w.store(k, 0, told, t, work)
		}
	}
	return w.store(k, depth, v, t, work)
}

// store updates the entry of a position, unless another worker has decided it, and returns its numbers.
func (w *worker[K]) store(k K, depth int, v solve.Verdict, t totals, work uint64) (proof, disproof uint32) {
	held := w.table.Hold(k)
	if v == solve.Unknown {
		v = facts(held.Note).verdict(depth)
	}
	update(&held.Entry, v, depth, t, work)
	w.table.Put(&held)
	if w.notable > 0 && held.Work >= w.notable {
		w.noted.note(k, &held.Entry)
	}
	return held.Proof, held.Disproof
}
