package proofnumber

import "foregone/solve"

// MaxDepth is the greatest depth of a search.
const MaxDepth = 1<<depthBits - 1

// facts are the Note of a table entry: what is proven of a position, while its numbers are those of the last search that
// came there, to whatever depth.
//
//	bits 0-1   the verdict of the search without a depth: isWin, isLoss or neither
//	bits 2-16  within: the least depth at which the hunter is known to win, or 0
//	bits 17-31 beyond: the greatest depth at which it is known not to, or 0
//
// Odd depths are about the side to move as the hunter, even ones about the other.
type facts uint32

const (
	isWin  facts = 1
	isLoss facts = 2

	depthBits   = 15
	withinShift = 2
	beyondShift = withinShift + depthBits
)

func (f facts) field(shift int) int { return int(f>>shift) & MaxDepth }

func (f *facts) set(shift, depth int) {
	*f = *f&^(MaxDepth<<shift) | facts(depth)<<shift
}

// verdict returns what the facts tell of a search to a depth.
func (f facts) verdict(depth int) solve.Verdict {
	v := solve.Unknown
	switch {
	case f&isWin != 0:
		v = solve.Win
	case f&isLoss != 0:
		v = solve.Loss
	}
	if depth == 0 {
		return v
	}
	success, failure := hunt(depth)
	within, beyond := f.field(withinShift), f.field(beyondShift)
	switch {
	case v == failure || beyond >= depth && (beyond^depth)&1 == 0:
		return failure
	case within != 0 && within <= depth:
		return success
	}
	return solve.Unknown
}

// learn adds the verdict of a search to a depth.
func (f *facts) learn(v solve.Verdict, depth int) {
	success, _ := hunt(depth)
	switch {
	case depth != 0 && v != success:
	case v == solve.Win:
		*f = *f&^isLoss | isWin
	default:
		*f = *f&^isWin | isLoss
	}
	if depth == 0 {
		return
	}
	within, beyond := f.field(withinShift), f.field(beyondShift)
	switch {
	case v == success && (within == 0 || depth < within):
		f.set(withinShift, depth)
	case v != success && (depth > beyond || (beyond^depth)&1 != 0):
		f.set(beyondShift, depth)
	}
}

// hunt returns the verdicts of a search to a depth, for the side to move, when the hunter wins and when it does not.
func hunt(depth int) (success, failure solve.Verdict) {
	if depth&1 != 0 {
		return solve.Win, solve.Loss
	}
	return solve.Loss, solve.Win
}
