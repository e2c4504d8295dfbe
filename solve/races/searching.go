package races

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
	"foregone/solve/proofnumber"
	"foregone/solve/transposition"
)

// searching is a board with a table for jobs.
type searching[K transposition.Key] struct {
	board[K]
	search *proofnumber.Searcher[K]
	size   []byte // width and height
}

func newSearching[K transposition.Key](b board[K], p *breakthrough.Position, memory int64) *searching[K] {
	return &searching[K]{b, proofnumber.NewSearcher(b, memory), []byte{p.W, p.H}}
}

func (s *searching[K]) join() jobBoard { return &searching[K]{s.board, s.search.Join(), s.size} }

func (s *searching[K]) ask(probe func(*breakthrough.Position) solve.Verdict) {
	s.search.Ask(asking(s.board, probe))
}

func (s *searching[K]) part(ctx context.Context, p *breakthrough.Position, part proofnumber.Part, l solve.Limits) (joblevel.Numbers, solve.Result) {
	k := s.key(p)
	if v, _ := s.look(k, unlimited); v != solve.Unknown {
		return s.numbers(p), solve.Result{Verdict: v}
	}
	n, r := s.search.Search(ctx, k, part, l)
	return s.named(n), r
}

// named returns numbers under a position's name.
func (s *searching[K]) named(n proofnumber.Numbers[K]) joblevel.Numbers {
	p := s.position(n.Key)
	return joblevel.Numbers{Position: PositionName(&p), Proof: n.Proof, Disproof: n.Disproof, Work: uint64(n.Work)}
}

func (s *searching[K]) numbers(p *breakthrough.Position) joblevel.Numbers {
	k := s.key(p)
	n := s.search.Numbers(k)
	switch v, _ := s.look(k, unlimited); {
	case v == solve.Win:
		n.Proof, n.Disproof = 0, joblevel.Infinite
	case v == solve.Loss:
		n.Proof, n.Disproof = joblevel.Infinite, 0
	case n.Work == 0:
		n.Proof, n.Disproof = 1, 1
	}
	return s.named(n)
}

func (s *searching[K]) found(notable uint32, share bool) (found []joblevel.Numbers, shared []byte) {
	all := s.search.Found()
	share = share && len(all) > 0
	if share {
		shared = append(make([]byte, 0, 8*len(all)), s.size...)
	}
	for i := range all {
		if all[i].Work >= notable {
			found = append(found, s.named(all[i]))
		}
		if share {
			shared = all[i].Append(shared)
		}
	}
	return found, shared
}

func (s *searching[K]) hear(shared []byte) error {
	if len(shared) == 0 {
		return nil
	}
	rest, ok := bytes.CutPrefix(shared, s.size)
	if !ok || !s.search.Hear(rest) {
		return fmt.Errorf("found %d bytes that are not what a worker on the board %dx%d shares", len(shared), s.size[0], s.size[1])
	}
	return nil
}

func (s *searching[K]) steps(p *breakthrough.Position) ([]joblevel.Step, solve.Verdict) {
	k := s.key(p)
	if v, _ := s.look(k, unlimited); v != solve.Unknown {
		return nil, v
	}
	moves, v := s.Expand(k, unlimited, nil)
	all := make([]joblevel.Step, len(moves))
	for i, c := range moves {
		n := s.search.Numbers(c.Key)
		if n.Work == 0 {
			n.Proof, n.Disproof = c.Proof, c.Disproof
			if c.Again {
				n.Proof, n.Disproof = n.Disproof, n.Proof
			}
		}
		all[i] = joblevel.Step{Numbers: s.named(n), Again: c.Again}
	}
	return all, v
}

func (s *searching[K]) learn(p *breakthrough.Position, n *joblevel.Numbers, always bool) {
	s.search.Learn(keyed(s.board, p, n), always)
}

// keyed returns the numbers of a position p under its key.
func keyed[K transposition.Key](b board[K], p *breakthrough.Position, n *joblevel.Numbers) proofnumber.Numbers[K] {
	work := uint32(min(n.Work, math.MaxUint32))
	return proofnumber.Numbers[K]{Key: b.key(p), Proof: n.Proof, Disproof: n.Disproof, Work: work}
}
