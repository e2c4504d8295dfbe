// Package deadends tells of a position of a patience how many of the positions that can be reached from it are dead ends,
// from which it cannot be won any more. It is for games in which columns are built down in suit and only kings go to an
// empty column, Eight Off, Sea Towers and their kin, of which all positions can be visited.
//
// Positions count once in normal form: with all that made that never hurts there, which is to move cards to the
// foundations, from a cell onto their parent, and a king to an empty column from which it may be lifted again. Then a
// position is a function of how deep each column was dug and of which loose kings have a column. It is the normal form of
// package depthvector, computed in another way: from the heights alone, without what a search for a win needs.
package deadends

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// Handles reports whether positions of a game with these rules can be counted here.
func Handles(r patience.Rules) bool {
	return r.Build == patience.BySuit && r.Empty == patience.KingsOnly
}

// Count is how many positions can be reached from one, itself among them but not the one with all cards on the
// foundations, and how many of these are dead ends. All is 0 for a position that is won as soon as it settles.
type Count struct {
	All, Dead uint64
	Limit     solve.Limit // what stopped the count: then All is a lower bound, and Dead is not known
}

// Counter counts for one position after the other with the same tables. The zero value is ready. It is not safe for
// concurrent use.
type Counter struct {
	deal   deal
	index  index
	states []state   // in the order of a breadth-first search
	first  []int32   // by state, where its moves begin; those of the next one follow
	moves  []int32   // the states that moves lead to, by number
	won    []bool    // by state
	chance []float64 // by state, of Chance
	buf    []state
}

const (
	end       = -1   // the number of the finished state
	pollNodes = 1024 // states between looks at the limits
	maxMoves  = 1<<31 - 1024
)

// Count visits all positions that can be reached from p, a legal position of a game that Handles accepts. A position is won
// when one of its moves leads to the end or to a won position; every other one is a dead end.
func (c *Counter) Count(ctx context.Context, p *patience.Position, l solve.Limits) Count {
	c.states, c.first, c.moves = c.states[:0], c.first[:0], c.moves[:0]
	start := c.deal.load(p)
	if start == finished {
		return Count{}
	}
	c.index.reset()
	c.enter(start)
	for at := 0; at < len(c.states); at++ {
		if at%pollNodes == 0 || l.Nodes != 0 && uint64(at) >= l.Nodes {
			if limit := c.stopped(ctx, &l, uint64(at)); limit != solve.NoLimit {
				return Count{All: uint64(len(c.states)), Limit: limit}
			}
		}
		c.expand(at)
	}
	c.first = append(c.first, int32(len(c.moves)))
	return Count{All: uint64(len(c.states)), Dead: uint64(len(c.states) - c.wins())}
}

// stopped returns the limit that ends the count when so many states were expanded.
func (c *Counter) stopped(ctx context.Context, l *solve.Limits, expanded uint64) solve.Limit {
	switch {
	case l.Nodes != 0 && expanded >= l.Nodes:
		return solve.Nodes
	case len(c.moves) > maxMoves, l.Memory != 0 && c.bytes() > l.Memory:
		return solve.Memory
	}
	return l.Poll(ctx, expanded)
}

// bytes returns what the tables take, and the larger ones that they may be about to be copied to.
func (c *Counter) bytes() int64 {
	const stateBytes, moveBytes = 8 + 4 + 1 + 8, 4
	return 3 * (stateBytes*int64(cap(c.states)) + moveBytes*int64(cap(c.moves)) + slotBytes*int64(len(c.index.slots)))
}

// enter returns the number of a state, which it has from now on if it had none.
func (c *Counter) enter(s state) int32 {
	slot := c.index.find(s)
	if slot.state == s {
		return slot.at
	}
	at := int32(len(c.states))
	*slot = place{s, at}
	c.states = append(c.states, s)
	c.index.makeRoom(len(c.states))
	return at
}

// expand makes the moves of a state.
func (c *Counter) expand(at int) {
	c.first = append(c.first, int32(len(c.moves)))
	c.buf = c.deal.next(c.states[at], c.buf[:0])
	for _, s := range c.buf {
		to := int32(end)
		if s != finished {
			to = c.enter(s)
		}
		c.moves = append(c.moves, to)
	}
}

// wins finds the states that are won, and returns how many they are. Most moves lead to states that come later, so that a few
// rounds from the last one to the first find all.
func (c *Counter) wins() (won int) {
	c.won = append(c.won[:0], make([]bool, len(c.states))...)
	for before := -1; won > before; {
		before = won
		for at := len(c.states) - 1; at >= 0; at-- {
			if !c.won[at] && c.winning(at) {
				c.won[at] = true
				won++
			}
		}
	}
	return won
}

// winning reports whether a move of a state leads to the end or to a state that is known to be won.
func (c *Counter) winning(at int) bool {
	for _, to := range c.moves[c.first[at]:c.first[at+1]] {
		if to == end || c.won[to] {
			return true
		}
	}
	return false
}
