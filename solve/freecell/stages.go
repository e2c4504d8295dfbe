package freecell

import "foregone/positions/patience"

// stage is one attempt of a search.
type stage struct {
	weights *weights
	nodes   uint64 // 0 for no limit
	seed    uint32 // of the noise, odd
	noise   uint32 // the range of what is drawn for each move
	slack   int32  // how much worse than its state a move may look
}

// A best-first search that goes astray rarely comes back soon, and another one from the start seldom makes the same
// mistake. So the stages begin anew, each with other weights, other noise and more nodes, until the last one goes
// on to the end. On FreeCell deals 600001 to 604000 the first stage wins 91 of 100, the third all but 1.6 of 100.
var attempts = [...]struct {
	weights int // of tuned
	nodes   uint64
}{
	{0, 300}, {1, 390}, {3, 510}, {0, 660}, {2, 860}, {3, 1120}, {0, 1900}, {2, 3200}, {3, 5400},
	{0, 9200}, {2, 15500}, {3, 26000}, {0, 45000}, {2, 75000}, {3, 130000}, {0, 220000}, {0, 0},
}

// complete is the first stage that leaves out no move.
const complete = 9

// stageOf returns the i-th stage under the given rules, from 0.
func stageOf(r patience.Rules, i int) stage {
	a := stage{
		weights: &tuned[attempts[i].weights],
		nodes:   attempts[i].nodes,
		seed:    uint32(2*i+1) * 0x9e3779b1,
		noise:   60,
		slack:   64,
	}
	if i == 0 {
		a.noise = 16
	}
	if i >= complete {
		a.slack = 1 << 20
	}
	if r.Empty == patience.NoCards {
		a.weights = &tunedNoCards
	}
	return a
}

// tuned are weights found by hill climbing on the nodes of some thousand FreeCell deals, all but the first on those
// that others left open.
var tuned = [...]weights{
	{
		free:  [6]int32{163, 110, 61, 46, 28, -17},
		empty: [4]int32{49, 13, -10, -15},
		away:  57, over: 23, over2: 11, hung: 22, dealt: 9, loose: -29, depth: 19,
	},
	{
		free:  [6]int32{223, 110, 79, 48, 5, 5},
		empty: [4]int32{50, 17, -11, -2},
		away:  72, over: 0, over2: -2, hung: 28, dealt: 19, loose: -42, depth: 29,
	},
	{
		free:  [6]int32{226, 110, 92, 80, 14, -9},
		empty: [4]int32{56, 17, 6, -1},
		away:  57, over: 29, over2: 7, hung: 22, dealt: 8, loose: -29, depth: 30,
	},
	{
		free:  [6]int32{66, 61, 51, 10, 96, -9},
		empty: [4]int32{30, -3, 3, -3},
		away:  57, over: 8, over2: 6, hung: 5, dealt: 7, loose: -26, depth: 19,
	},
}

// tunedNoCards are weights found likewise, on deals of every build with empty=none and 5 to 10 cells. With tuned
// ones the nodes are twice as many.
var tunedNoCards = weights{
	free:  [6]int32{127, 110, 56, 49, 21, -6},
	empty: [4]int32{-4, -6, 3, 36},
	away:  88, over: 23, over2: 6, hung: 38, dealt: 13, loose: -4, depth: 26,
}
