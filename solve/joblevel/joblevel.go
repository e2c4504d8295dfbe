// Package joblevel proves who wins a game of two players without draws by many searches on many machines: job-level
// proof-number search (I-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan and P.-T. Chen, Job-Level Proof
// Number Search, IEEE Transactions on Computational Intelligence and AI in Games 5(1), 2013; for Breakthrough A.
// Saffidine, N. Jouandeau and T. Cazenave, Solving Breakthrough with Race Patterns and Job-Level Proof Number Search,
// Advances in Computer Games 2011). A Tree holds the positions near the root with their numbers. It gives out jobs, each
// of them a leaf with thresholds and a budget for depth-first proof-number search, and takes the answers.
//
// It knows positions by their names, equal for positions of equal value by symmetry, and nothing of the rules, of
// workers or of how jobs come to them. The game must be acyclic. Given the order of the calls nothing depends on chance.
package joblevel

import (
	"math"

	"foregone/solve"
)

// Infinite is the number of what cannot be proven, or disproven.
const Infinite = math.MaxUint32

// Numbers are what is known of a position, the side to move being the one that wins in a proof.
type Numbers struct {
	Position        string // its canonical name
	Proof, Disproof uint32 // 0 and Infinite when the side to move wins, Infinite and 0 when it loses
	Work            uint64 // nodes
}

// Verdict returns what the numbers prove.
func (n *Numbers) Verdict() solve.Verdict { return verdict(n.Proof, n.Disproof) }

func verdict(proof, disproof uint32) solve.Verdict {
	switch {
	case proof == 0 && disproof == Infinite:
		return solve.Win
	case proof == Infinite && disproof == 0:
		return solve.Loss
	}
	return solve.Unknown
}

// Sound reports whether the numbers are those of a proof or of none.
func (n *Numbers) Sound() bool { return sound(n.Proof, n.Disproof) }

// sound reports whether numbers are those of a proof or of none.
func sound(proof, disproof uint32) bool {
	open := func(n uint32) bool { return n != 0 && n != Infinite }
	return open(proof) && open(disproof) || verdict(proof, disproof) != solve.Unknown
}

// Step is what a position may become by a move. Its Work is 0 when the numbers are a guess.
type Step struct {
	Numbers
	Again bool // the side that moved is to move again, the other one having had a single answer, which was made
}

// Rules returns Win or Loss, for the side to move, where that is known at once; else the steps from a position, at least
// one.
type Rules func(position string) ([]Step, solve.Verdict)

// Job is a search to be done. It begins at a leaf, the position of the first level. A worker that has reached a threshold
// there goes on at the next level, the position before it, with the numbers that the tree has of the positions after that;
// so on to the last level, or to the end of the budget.
type Job struct {
	ID     uint64
	Levels []Level // at least one
	Nodes  uint64  // the budget
	// Notable is the least work of the positions that Found is to have, and Shared that of those for other workers, 0 when
	// there are none.
	Notable, Shared uint32
	Worker          string // who has searched at the leaf last, and knows most of it; "" for nobody
}

// Level is a position of a Job.
type Level struct {
	Position        string
	Proof, Disproof uint32    // thresholds, Infinite for none
	Steps           []Numbers // of the positions after it, but for the level before, as they count for the choice; none at the leaf
}

// Answer is what came of a job.
type Answer struct {
	Leaf  Numbers
	Nodes uint64    // of the whole job
	Steps []Step    // from the leaf, unless it is proven; they may be left out
	Found []Numbers // of other positions, proven or not
	// Shared is what other workers are to be told, in a form that is theirs.
	Shared []byte
}

// Options bound a Tree. Those that are zero are as it was measured to be best.
type Options struct {
	Least     uint64 // nodes of the first jobs
	Most      uint64 // nodes of a job
	Positions int    // of the tree; about 300 bytes each
	Facts     int    // that are kept for Proven; about 150 bytes each
}

// Defaults of Options.
const (
	defaultLeast     = 5_000
	defaultMost      = 1_000_000
	defaultPositions = 2_000_000
	defaultFacts     = 1_000_000
)

// State is how a proof stands.
type State struct {
	Verdict         solve.Verdict // of the root
	Proof, Disproof uint32        // of the root
	Nodes           uint64        // of all jobs, as far as they were told
	Positions       int           // of the tree
	Running         int           // jobs
}
