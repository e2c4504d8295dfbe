package depthvector

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// Reach returns how many states can be reached from p, its own among them but no won ones, as the Reached of a lost
// position does. Without a Limit that is all of them.
func (s *Solver) Reach(ctx context.Context, p *patience.Position, l solve.Limits) (uint64, solve.Limit) {
	s.prepare(l)
	s.start, s.won, s.first, s.shared.on = *p, noNode, 0, false
	s.deal.load(p, &s.nodes[0].state)
	if s.nodes[0].heads == 0 {
		return 0, solve.NoLimit
	}
	s.seen.add(s.nodes[0].key())
	for at := 0; at < s.count; at++ {
		s.deal.rate(&s.nodes[at])
		for i := range s.nodes[at].count {
			code := uint8(s.nodes[at].moves[i] & codeBits)
			next := &s.nodes[s.count].state
			if s.deal.after(next, &s.nodes[at].state, code); next.heads == 0 || !s.seen.add(next.key()) {
				continue
			}
			if s.count == s.stop {
				if limit := s.pause(ctx); limit != solve.NoLimit {
					return uint64(s.count), limit
				}
			}
			s.count++
		}
	}
	return uint64(s.count), solve.NoLimit
}
