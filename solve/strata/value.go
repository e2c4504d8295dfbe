package strata

import "foregone/solve"

// Value is what a position is worth to the side to move: Draw, or one more than the plies to the deciding crossing under
// best play, the winner shortest, the loser longest. A side that must cross and cannot is lost in 0 plies, so that losses
// are odd and wins even.
type Value uint8

// Draw is the value of a position that neither side can win.
const Draw Value = 0

// MaxDistance is the longest distance that a table holds.
const MaxDistance = 253

// lost is the value of a side that must cross and cannot.
const lost Value = 1

// Win reports whether the side to move wins.
func (v Value) Win() bool { return v != Draw && v&1 == 0 }

// Loss reports whether the side to move loses.
func (v Value) Loss() bool { return v&1 == 1 }

// Distance returns the plies to the deciding crossing, -1 for a draw.
func (v Value) Distance() int { return int(v) - 1 }

// Verdict returns the value without its distance.
func (v Value) Verdict() solve.Verdict {
	switch {
	case v.Win():
		return solve.Win
	case v.Loss():
		return solve.Loss
	}
	return solve.Draw
}

// Before returns what a move to a position of value v is worth to the side that makes it.
func (v Value) Before() Value {
	if v == Draw {
		return Draw
	}
	return v + 1
}

// Better reports whether a side would rather have v than w: the quickest win, else a draw, else the slowest loss.
func (v Value) Better(w Value) bool {
	if v.rank() != w.rank() {
		return v.rank() > w.rank()
	}
	return v.Win() && v < w || v.Loss() && v > w
}

func (v Value) rank() int {
	switch {
	case v.Win():
		return 2
	case v == Draw:
		return 1
	}
	return 0
}
