package proofnumber

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"foregone/solve"
	"foregone/solve/transposition"
)

// Numbers are what is known of a position, the side to move being the one that wins in a proof.
type Numbers[K transposition.Key] struct {
	Key             K
	Proof, Disproof uint32 // 0 and Infinite when the side to move wins, Infinite and 0 when it loses
	Work            uint32 // positions expanded below it; 0 when nothing is known
}

// Append appends the numbers in a compact form: the words of the key, 0 for a win, 1 for a loss, or the proof number and one
// and the disproof number, and the work, as unsigned varints.
func (n *Numbers[K]) Append(buf []byte) []byte {
	for i := range len(n.Key) {
		buf = binary.AppendUvarint(buf, n.Key[i])
	}
	switch verdict(n.Proof, n.Disproof) {
	case solve.Win:
		buf = append(buf, 0)
	case solve.Loss:
		buf = append(buf, 1)
	default:
		buf = binary.AppendUvarint(buf, uint64(n.Proof)+1)
		buf = binary.AppendUvarint(buf, uint64(n.Disproof))
	}
	return binary.AppendUvarint(buf, uint64(n.Work))
}

// Read reads what Append wrote, and returns the rest; false when it is something else.
func (n *Numbers[K]) Read(buf []byte) (rest []byte, ok bool) {
	ok = true
	number := func() uint64 {
		x, size := binary.Uvarint(buf)
		if size <= 0 {
			ok = false
			return 0
		}
		buf = buf[size:]
		return x
	}
	for i := range len(n.Key) {
		n.Key[i] = number()
	}
	switch proof := number(); proof {
	case 0:
		n.Proof, n.Disproof = numbers(solve.Win)
	case 1:
		n.Proof, n.Disproof = numbers(solve.Loss)
	default:
		disproof := number()
		ok = ok && proof <= Infinite && disproof > 0 && disproof < Infinite
		n.Proof, n.Disproof = uint32(proof-1), uint32(disproof)
	}
	work := number()
	n.Work = uint32(work)
	return buf, ok && work <= math.MaxUint32
}

// Part bounds a part of a search.
type Part struct {
	Proof, Disproof uint32 // it goes on until a number of the position reaches its threshold; Infinite for none
	Notable         uint32 // positions below which at least so many were expanded are kept in mind for Found; 0 for none
}

// Search does a part of the search of a position, in one goroutine, with all that was found since Reset, and returns its
// numbers. Nodes counts the positions expanded; the limit is what ended it before its thresholds. Probe is asked as by
// Prove.
func (s *Solver[K]) Search(ctx context.Context, k K, part Part, l solve.Limits) (n Numbers[K], r solve.Result) {
	s.begin(ctx, k, 0, l)
	s.notable = part.Notable
	if v, _ := s.Known(k, 0); v == solve.Unknown {
		if s.Probe != nil {
			v = s.Probe(k)
		}
		if v != solve.Unknown {
			s.store(k, 0, s.table.Get(k), v, totals{}, 1)
		} else {
			s.search(k, 0, 0, part.Proof, part.Disproof)
		}
	}
	s.notable = 0
	if n = s.Numbers(k); n.Work == 0 { // stopped at once
		n.Proof, n.Disproof = 1, 1
	}
	r = solve.Result{Verdict: verdict(n.Proof, n.Disproof), Nodes: s.nodes}
	if r.Verdict == solve.Unknown {
		r.Limit = s.stop
	}
	return n, r
}

// Found returns the notable positions at which parts of searches were since Found was called before, each once.
func (s *Solver[K]) Found() []Numbers[K] {
	slices.SortFunc(s.noted, compare[K])
	s.noted = slices.Compact(s.noted)
	all := make([]Numbers[K], 0, len(s.noted))
	for _, k := range s.noted {
		if n := s.Numbers(k); n.Work != 0 {
			all = append(all, n)
		}
	}
	s.noted = s.noted[:0]
	return all
}

// compare orders keys.
func compare[K transposition.Key](a, b K) int {
	for i := range len(a) {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// Numbers returns what is known of a position. It may have been forgotten.
func (s *Solver[K]) Numbers(k K) Numbers[K] {
	e := s.table.Get(k)
	n := Numbers[K]{k, e.Proof, e.Disproof, e.Work}
	if v := facts(e.Note).verdict(0); v != solve.Unknown {
		n.Proof, n.Disproof = numbers(v)
	} else if n.Proof == 0 || n.Disproof == 0 {
		return Numbers[K]{Key: k} // the numbers of a search to a depth
	}
	return n
}

// Learn takes what another solver has found of a position, unless its verdict is known. Without a verdict the numbers of
// more work are kept, and with always the new ones.
func (s *Solver[K]) Learn(n Numbers[K], always bool) {
	e := s.table.Get(n.Key)
	f := facts(e.Note)
	v := verdict(n.Proof, n.Disproof)
	if f.verdict(0) != solve.Unknown || v == solve.Unknown && e.Work >= n.Work && !always {
		return
	}
	if v != solve.Unknown {
		f.learn(v, 0)
	}
	s.table.Put(n.Key, transposition.Entry{
		Proof: n.Proof, Disproof: n.Disproof, Work: max(e.Work, n.Work, 1), Note: uint32(f),
	})
}
