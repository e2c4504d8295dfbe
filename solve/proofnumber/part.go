package proofnumber

import (
	"context"
	"sync"

	"foregone/solve"
	"foregone/solve/transposition"
)

// Part bounds a part of a search.
type Part struct {
	Proof, Disproof uint32 // it goes on until a number of the position reaches its threshold; Infinite for none
	Notable         uint32 // positions below which at least so many were expanded are kept in mind for Found; 0 for none
}

// Searcher does parts of searches, and keeps what it finds from one to the next. Those that come from one by Join have one
// table, and each may be used by a goroutine of its own.
type Searcher[K transposition.Key] struct {
	w worker[K]
}

// notes are positions that were searched, with the numbers that they had then.
type notes[K transposition.Key] struct {
	all    []Numbers[K]
	places [notePlaces]uint32 // in all, of the position noted last of those of a hash
}

const notePlaces = 1 << 12

// NewSearcher returns a Searcher with a table of so many bytes, 0 for the default.
func NewSearcher[K transposition.Key](d Domain[K], memory int64) *Searcher[K] {
	s := New(d)
	s.Reset(memory)
	return newSearcher(s, s.table.Share(), new(sync.Mutex))
}

func newSearcher[K transposition.Key](s *Solver[K], table *transposition.Shared[K], asking *sync.Mutex) *Searcher[K] {
	j := &Searcher[K]{worker[K]{team: &team[K]{Solver: s, table: table, asking: asking}}}
	j.w.cut.Store(noCut)
	j.w.noted = new(notes[K])
	return j
}

// Join returns another Searcher with the table of s, which may be in use.
func (s *Searcher[K]) Join() *Searcher[K] { return newSearcher(New(s.w.domain), s.w.table, s.w.asking) }

// Ask sets the Probe of the searches, as Solver has it. Of those with one table one is asked at a time.
func (s *Searcher[K]) Ask(probe func(K) solve.Verdict) { s.w.Probe = probe }

// Search does a part of the search of a position, with all that was found, and returns its numbers. Nodes counts the
// positions expanded; the limit is what ended it before its thresholds.
func (s *Searcher[K]) Search(ctx context.Context, k K, part Part, l solve.Limits) (n Numbers[K], r solve.Result) {
	w := &s.w
	w.table.Enter()
	defer w.table.Leave()
	w.table.Pause()
	w.begin(ctx, k, 0, l)
	w.nodes, w.counted, w.most, w.notable = 0, 0, l.Nodes, part.Notable
	w.total.Store(0)
	w.halted.Store(0)
	if limit := l.Poll(ctx, 0); limit != solve.NoLimit {
		w.halted.Store(1 + uint32(limit))
	}
	if facts(w.table.Get(k).Note).verdict(0) == solve.Unknown {
		v := solve.Unknown
		if w.Probe != nil {
			w.asking.Lock()
			v = w.Probe(k)
			w.asking.Unlock()
		}
		if v != solve.Unknown {
			w.store(k, 0, v, totals{}, 1)
		} else {
			w.search(k, 0, 0, part.Proof, part.Disproof)
		}
	}
	if n = s.numbers(k); n.Work == 0 { // stopped at once
		n.Proof, n.Disproof = 1, 1
	}
	r = solve.Result{Verdict: verdict(n.Proof, n.Disproof), Nodes: w.nodes}
	if halted := w.halted.Load(); halted != 0 && r.Verdict == solve.Unknown {
		r.Limit = solve.Limit(halted - 1)
	}
	return n, r
}

// note keeps a position in mind.
func (s *notes[K]) note(k K, e *transposition.Entry) {
	n := Numbers[K]{k, e.Proof, e.Disproof, e.Work}
	at := &s.places[transposition.Hash(k)%notePlaces]
	if i := int(*at); i < len(s.all) && s.all[i].Key == k {
		s.all[i] = n
		return
	}
	*at = uint32(len(s.all))
	s.all = append(s.all, n)
}

// Found returns the notable positions at which parts of searches were since Found was called before, few of them twice, with
// their numbers at the end. It is good until the next Search.
func (s *Searcher[K]) Found() []Numbers[K] {
	all := s.w.noted.all
	s.w.noted.all = all[:0]
	return all
}

// Numbers returns what is known of a position. It may have been forgotten.
func (s *Searcher[K]) Numbers(k K) Numbers[K] {
	s.w.table.Enter()
	defer s.w.table.Leave()
	return s.numbers(k)
}

func (s *Searcher[K]) numbers(k K) Numbers[K] {
	e := s.w.table.Get(k)
	return Numbers[K]{k, e.Proof, e.Disproof, e.Work}
}

// Learn takes what was found of a position elsewhere, unless its verdict is known. Without a verdict the numbers of more
// work are kept, and with always the new ones.
func (s *Searcher[K]) Learn(n Numbers[K], always bool) {
	s.w.table.Enter()
	defer s.w.table.Leave()
	s.learn(&n, always)
}

func (s *Searcher[K]) learn(n *Numbers[K], always bool) {
	if e := s.w.table.Get(n.Key); n.teach(&e, always) {
		s.put(n, always)
	}
}

// put learns what is new, unless it has become known meanwhile.
func (s *Searcher[K]) put(n *Numbers[K], always bool) {
	held := s.w.table.Hold(n.Key)
	n.teach(&held.Entry, always)
	s.w.table.Put(&held)
}

// inOneGo are the positions that Hear looks up one right after the other, so that the waits for memory overlap.
const inOneGo = 32

// Hear learns what another Searcher has Found, as Append wrote it, up to the first that is something else; it returns false
// when there is such.
func (s *Searcher[K]) Hear(text []byte) bool {
	s.w.table.Enter()
	defer s.w.table.Leave()
	s.w.table.Pause()
	var heard [inOneGo]Numbers[K]
	var known [inOneGo]transposition.Entry
	ok := true
	for ok && len(text) > 0 {
		n := 0
		for n < inOneGo && len(text) > 0 {
			if text, ok = heard[n].Read(text); !ok {
				break
			}
			n++
		}
		for i := range n {
			known[i] = s.w.table.Get(heard[i].Key)
		}
		for i := range n {
			if heard[i].teach(&known[i], false) {
				s.put(&heard[i], false)
			}
		}
	}
	return ok
}

// Learn takes what was found of a position elsewhere, as Searcher does.
func (s *Solver[K]) Learn(n Numbers[K]) {
	if e := s.table.Get(n.Key); n.teach(&e, false) {
		s.table.Put(n.Key, e)
	}
}

// teach changes an entry to what the numbers tell, as Learn has it, and reports whether it did.
func (n *Numbers[K]) teach(e *transposition.Entry, always bool) bool {
	f := facts(e.Note)
	v := verdict(n.Proof, n.Disproof)
	if f.verdict(0) != solve.Unknown || v == solve.Unknown && e.Work >= n.Work && !always {
		return false
	}
	if v != solve.Unknown {
		f.learn(v, 0)
	}
	*e = transposition.Entry{Proof: n.Proof, Disproof: n.Disproof, Work: max(e.Work, n.Work, 1), Note: uint32(f)}
	return true
}
