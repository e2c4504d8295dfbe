// Package proofnumber proves who wins a game of two players without draws, by depth-first proof-number search (A.
// Nagai, Df-pn algorithm for searching AND/OR trees and its applications, PhD thesis, University of Tokyo 2002) with
// the 1+epsilon thresholds of J. Pawlewicz and Ł. Lew (Improving Depth-First PN-Search: 1+ε Trick, Computers and Games
// 2006). It knows positions by their exact keys and nothing of the rules.
//
// The game must be acyclic, no position being reached again in play: then a position has one value, whatever came
// before it, and what was found on one path holds on every other.
//
// A search to a depth of n plies, n > 0, asks whether one side, the hunter, has won after n plies: the side to move when n
// is odd, the other one when n is even. A position whose hunter has not is a win for the other side. Depth 0 is none.
//
// The search ends in any memory. A position keeps the numbers of its moves while the search is below it, and these
// grow, whatever the table forgets.
package proofnumber

import (
	"context"
	"iter"

	"foregone/solve"
	"foregone/solve/transposition"
)

// Infinite is the number of what cannot be proven, or disproven.
const Infinite = 1<<32 - 1

// Child is what a position may become by a move.
type Child[K transposition.Key] struct {
	Key K
	// Proof and Disproof are a guess, 1 to Infinite-1, at how hard it is to prove that the side which moved loses
	// here, and that it wins: 1 each without knowledge.
	Proof, Disproof uint32
	// Again: the side that moved is to move again, the other one having had a single answer, which Key contains.
	Again bool
}

// Domain is an acyclic game. A key stands for a position with the side to move and for all positions of the same
// value by symmetry.
type Domain[K transposition.Key] interface {
	// Expand returns Win or Loss, for the side to move in a search to a depth, where that is known at once: at a depth
	// of 1 it is. Else it returns Unknown and appends to buf the positions after all moves that may be better than
	// losing, at least one; of equals the first is searched first.
	Expand(k K, depth int, buf []Child[K]) ([]Child[K], solve.Verdict)
}

// defaultMemory bounds the table when the limits do not.
const defaultMemory = 2 << 30

// probeWork is the number of positions that a proof attempt has to have cost before Probe is asked.
const probeWork = 1000

// tableWork is the like for Table.
const tableWork = 16

// Solver proves one position after another. Not for concurrent use.
type Solver[K transposition.Key] struct {
	// Probe, unless nil, is asked for the verdict of a position, Unknown when it has none: once at the root and for
	// each position below which 1,000 were expanded, so that it may be slow.
	Probe func(K) solve.Verdict
	// Table, unless nil, is asked for the verdict of positions in searches to a depth, each when a few were expanded below
	// it: of what the hunter does not win at all it need not be found out that it does not in time.
	Table func(K) solve.Verdict
	// Jobs is the number of goroutines that search for one proof; below 2 there is one, and the result depends on
	// nothing else. Searches with a bound of nodes always have one.
	Jobs int
	// Text, unless nil, writes a line for whoever watches: the moves from the root of a search to a depth to where it is
	// now, each the best at its place. Other goroutines may search meanwhile.
	Text func(root K, depth int, line []Child[K]) string

	domain Domain[K]
	table  transposition.Table[K]
	alone  uint64       // nodes before several jobs start
	plies  [][]Child[K] // the moves of each position on the path
	root   K
	depth  int
	ctx    context.Context
	limits solve.Limits
	nodes  uint64
	stop   solve.Limit
}

// New returns a Solver; Reset comes before its first proof.
func New[K transposition.Key](d Domain[K]) *Solver[K] { return &Solver[K]{domain: d, alone: alone} }

// Reset forgets all that was found, and bounds what will be: by memory bytes, unless that is 0.
func (s *Solver[K]) Reset(memory int64) {
	if memory <= 0 {
		memory = defaultMemory
	}
	s.table.Reset(memory)
}

// Prove decides a position in a search to a depth, using what was found since Reset. Nodes counts the positions expanded, each as often as
// that was done.
func (s *Solver[K]) Prove(ctx context.Context, k K, depth int, l solve.Limits) solve.Result {
	s.begin(ctx, k, depth, l)
	v, _ := s.Known(k, depth)
	if v == solve.Unknown && depth == 0 && s.Probe != nil {
		v = s.Probe(k)
	}
	switch {
	case v != solve.Unknown:
	case s.Jobs > 1 && l.Nodes == 0:
		v = s.together(k, depth)
	default:
		v = verdict(s.search(k, depth, 0, Infinite, Infinite))
	}
	r := solve.Result{Verdict: v, Nodes: s.nodes}
	if v == solve.Unknown {
		r.Limit = s.stop
	}
	return r
}

func (s *Solver[K]) begin(ctx context.Context, root K, depth int, l solve.Limits) {
	s.ctx, s.limits, s.nodes, s.stop = ctx, l, 0, solve.NoLimit
	s.root, s.depth = root, depth
}

// Known returns the verdict that the table holds of a position, and the positions that were expanded for it. A
// verdict that was proven may have been forgotten.
func (s *Solver[K]) Known(k K, depth int) (solve.Verdict, int) {
	e := s.table.Get(k)
	return facts(e.Note).verdict(depth), int(e.Work)
}

// Proven returns an iterator over the positions in the table of known verdict without a depth, and the positions that were
// expanded for each. No search may run meanwhile.
func (s *Solver[K]) Proven() iter.Seq2[K, Fact] {
	return func(yield func(K, Fact) bool) {
		for k, e := range s.table.All() {
			if v := facts(e.Note).verdict(0); v != solve.Unknown && !yield(k, Fact{v, e.Work}) {
				return
			}
		}
	}
}

// Fact is a verdict, and the positions expanded for it.
type Fact struct {
	Verdict solve.Verdict
	Work    uint32
}

// Refute returns, of a position that the side to move wins, the first move that was proven to, searching again for
// what was forgotten. It returns false when a limit stops it, or where Expand gives the verdict without any moves.
func (s *Solver[K]) Refute(ctx context.Context, k K, depth int, l solve.Limits) (Child[K], bool) {
	s.begin(ctx, k, depth, l)
	if s.search(k, depth, 0, Infinite, Infinite); s.nodes == 0 {
		return Child[K]{}, false // stopped at once: the moves in plies are of another position
	}
	for _, c := range s.plies[0] {
		if c.Disproof == 0 {
			return c, true
		}
	}
	return Child[K]{}, false
}

// Stopped returns the limit that stopped the last search.
func (s *Solver[K]) Stopped() solve.Limit { return s.stop }

func verdict(proof, disproof uint32) solve.Verdict {
	switch {
	case proof == 0:
		return solve.Win
	case disproof == 0:
		return solve.Loss
	}
	return solve.Unknown
}

func numbers(v solve.Verdict) (proof, disproof uint32) {
	if v == solve.Win {
		return 0, Infinite
	}
	return Infinite, 0
}
