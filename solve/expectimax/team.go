package expectimax

import (
	"runtime"
	"sync/atomic"

	"foregone/solve"
)

const (
	leastTogether = 1 << 16 // nodes of the first worker, before it gets helpers
	sharedPlies   = 6       // the workers put off for each other what lies above; more or fewer gain nothing on Entropy
	firstMoves    = 4       // that are not put off: with 0, two jobs search 10 % more of Entropy's positions
)

// team is what the workers of a search share.
type team struct {
	table    table
	locks    [1 << leastBits]atomic.Uint32 // of the buckets of that number, modulo their number; 1 while one is in use
	together bool                          // changed while one works
	over     atomic.Bool                   // the first worker is done
	helped   atomic.Uint64                 // nodes of the helpers
	marks    [1 << 12]atomic.Uint64        // hashes of the positions that are searched
}

// get is that of the table.
func (t *team) get(key Key) entry {
	if !t.together {
		return t.table.get(key)
	}
	i := hash(key) % uint64(len(t.locks))
	t.lock(i)
	e := t.table.get(key)
	t.unlock(i)
	return e
}

// put is that of the table.
func (t *team) put(key Key, e entry, work uint64) {
	if !t.together {
		if t.table.put(key, e, work) {
			t.table.count++
			if t.table.due() {
				t.table.double()
			}
		}
		return
	}
	i := hash(key) % uint64(len(t.locks))
	t.lock(i)
	due := false
	if t.table.put(key, e, work) {
		atomic.AddInt64(&t.table.count, 1)
		due = t.table.due()
	}
	t.unlock(i)
	if due {
		t.double()
	}
}

// double locks all of the table.
func (t *team) double() {
	for i := range t.locks {
		t.lock(uint64(i))
	}
	if t.table.due() {
		t.table.double()
	}
	for i := range t.locks {
		t.unlock(uint64(i))
	}
}

// bytes returns the memory of the table.
func (t *team) bytes() int64 {
	if t.together {
		t.lock(0) // no bucket is doubled meanwhile
		defer t.unlock(0)
	}
	return int64(len(t.table.buckets)) * ways * slotSize
}

func (t *team) lock(i uint64) {
	for !t.locks[i].CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

func (t *team) unlock(i uint64) { t.locks[i].Store(0) }

// gather starts the helpers on the position that the first worker searches and is at a ply of.
func (s *Search[P]) gather(ply int) {
	if s.Jobs < 2 || s.team.together {
		return
	}
	s.team.together = true
	for at := 1; at <= min(ply, sharedPlies); at++ {
		s.first.enter(at)
	}
	root := s.first.frames[0]
	alpha, beta := root.alpha, root.beta
	for _, h := range s.helpers[:s.Jobs-1] {
		h.nodes, h.stop = 0, solve.NoLimit
		h.frame(0).pos = root.pos
		s.running.Go(func() { h.value(0, alpha, beta, false) })
	}
}

// disperse stops the helpers.
func (s *Search[P]) disperse() {
	if !s.team.together {
		return
	}
	s.team.over.Store(true)
	s.running.Wait()
	s.team.over.Store(false)
	s.team.together = false
}

// together reports whether the workers share out the moves at a ply.
func (s *worker[P]) together(ply int) bool { return s.team.together && ply < sharedPlies }

// found returns the value of the position of a ply when others have found it.
func (s *worker[P]) found(ply int) (int64, bool) {
	f := s.frames[ply]
	e, _, _ := s.known(&f.pos)
	return settled(e.low, e.high, f.alpha, f.beta)
}

// visit returns the value of the position of a ply below one whose moves are shared out.
func (s *worker[P]) visit(ply int, alpha, beta int64, probe bool) int64 {
	if s.together(ply - 1) {
		s.enter(ply)
	}
	v := s.value(ply, alpha, beta, probe)
	if f := s.frames[ply]; f.mark != 0 {
		s.mark(f.mark).CompareAndSwap(f.mark, 0)
		f.mark = 0
	}
	return v
}

// enter marks the position of a ply as searched, unless another has done so.
func (s *worker[P]) enter(ply int) {
	f := s.frames[ply]
	if key, keep := s.game.Key(&f.pos); keep {
		if h := hash(key) | 1; s.mark(h).CompareAndSwap(0, h) {
			f.mark = h
		}
	}
}

// busy reports whether somebody searches the position of a ply.
func (s *worker[P]) busy(ply int) bool {
	key, keep := s.game.Key(&s.frames[ply].pos)
	h := hash(key) | 1
	return keep && s.mark(h).Load() == h
}

func (s *worker[P]) mark(h uint64) *atomic.Uint64 {
	return &s.team.marks[h>>32%uint64(len(s.team.marks))]
}
