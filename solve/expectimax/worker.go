package expectimax

import (
	"context"
	"slices"

	"foregone/solve"
)

// worker is the search of one goroutine.
type worker[P any] struct {
	search *Search[P] // nil in a helper
	game   Game[P]
	team   *team
	frames []*frame[P]
	ctx    context.Context
	limits solve.Limits
	nodes  uint64
	stop   solve.Limit // or overtaken
	ply    int         // with overtaken: of the position whose value others have found
	result int64       // that value
}

// overtaken stops the search of a position whose value another worker has found.
const overtaken solve.Limit = 255

// frame is what a worker keeps for a ply.
type frame[P any] struct {
	pos         P
	alpha, beta int64
	moves       []Move
	// of chance's children: bounds, the lower one at first look, what is expected
	low, high, least, guess []int64
	gain                    [NumAlike]int64 // what a child was worth beyond least, when it was last known
	later                   []int           // children put off
	mark                    uint64          // under which the team knows the position to be searched; 0: none
}

func (s *worker[P]) reset(game Game[P], t *team) {
	s.game, s.team = game, t
	for _, f := range s.frames {
		f.gain = [NumAlike]int64{}
	}
}

// frame returns the frame of a ply.
func (s *worker[P]) frame(ply int) *frame[P] {
	for ply >= len(s.frames) {
		s.frames = append(s.frames, new(frame[P]))
	}
	return s.frames[ply]
}

// resized returns a slice of n entries in the same memory where it suffices.
func resized(s []int64, n int) []int64 { return slices.Grow(s[:0], n)[:n] }

// expand counts a position, and reports whether there is a reason not to look at it.
func (s *worker[P]) expand(ply int) bool {
	if s.limits.Nodes != 0 && s.nodes >= s.limits.Nodes {
		s.stop = solve.Nodes
	} else {
		if s.nodes&1023 == 0 {
			s.poll(ply)
		}
		s.nodes++
	}
	return s.stop != solve.NoLimit
}

// poll looks for reasons to stop, and for helpers when the search turns out to be long.
func (s *worker[P]) poll(ply int) {
	if s.search == nil {
		if s.team.over.Load() {
			s.stop = solve.Interrupted
		}
		s.team.helped.Add(min(s.nodes, 1024))
	} else {
		s.stop = s.limits.Poll(s.ctx, s.search.Nodes())
		if s.limits.Progress.Asked() {
			at := s.search.Shown
			at.Memory = s.team.bytes()
			s.limits.Progress.Tell(at)
		}
		if (s.nodes >= leastTogether || s.search.early) && s.limits.Nodes == 0 {
			s.search.gather(ply)
		}
	}
	for above := range min(ply, sharedPlies) {
		if !s.team.together || s.stop != solve.NoLimit {
			return
		}
		if v, ok := s.found(above); ok {
			s.stop, s.ply, s.result = overtaken, above, v
		}
	}
}

// resume returns the value of a position whose search was stopped, if others have found it; else the stop goes on.
func (s *worker[P]) resume(ply int) int64 {
	if s.stop != overtaken || s.ply != ply {
		return 0
	}
	s.stop = solve.NoLimit
	return s.result
}
