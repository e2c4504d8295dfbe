package depthvector

import (
	"context"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/cardset"
)

// shared is what is known of the states that can be reached from one position, over all searches from positions after
// its moves.
type shared struct {
	of    patience.Position
	on    bool
	index []int32 // by slot of the solver's set, the node of its key
	known []known // by node
	round int32   // of the present search
}

// known is what is known of a node.
type known struct {
	fate  solve.Verdict // Winnable, Unwinnable or Unknown
	code  uint8         // of the move that keeps a Winnable one
	next  int32         // the node that this leads to, noNode when it wins
	round int32         // of the search that came here last
}

// SolveFrom returns the verdict of p, which a move from the position root leads to. Of what can be reached from root no state is
// expanded twice, neither for p nor for what was asked before of that root, and if Solve has answered root just now what it
// found counts as well. Nodes are the states expanded for p, and Reached is not known.
func (s *Solver) SolveFrom(ctx context.Context, root, p *patience.Position, l solve.Limits) solve.Result {
	if !s.shared.on || s.shared.of != *root {
		s.share(root, l)
	}
	s.start, s.limits = *p, l
	before := s.count
	if l.Nodes != 0 {
		s.limits.Nodes += uint64(before)
	}
	s.limits.Spent -= uint64(before)
	s.setStop()
	var at state
	s.deal.locate(root, p, &at)
	if at.heads == 0 {
		s.won = noNode
		return solve.Result{Verdict: solve.Winnable}
	}
	s.shared.round++
	verdict, limit := s.searchFrom(ctx, &at)
	return solve.Result{Verdict: verdict, Limit: limit, Nodes: uint64(s.count - before)}
}

// share prepares for positions after the moves of root.
func (s *Solver) share(root *patience.Position, l solve.Limits) {
	solved := s.count > 0 && s.start == *root && !s.shared.on
	if !solved {
		s.prepare(l)
		s.start = *root
		s.deal.load(root, &s.nodes[0].state)
		s.seen.add(s.nodes[0].key())
		s.won = noNode
		s.nodes[0].parent = noNode
	}
	s.shared.of, s.shared.on, s.shared.round = *root, true, 0
	s.shared.known = s.shared.known[:0]
	for i := range s.nodes[:s.count] {
		s.rateFrom(&s.nodes[i])
		s.shared.known = append(s.shared.known, known{})
	}
	s.reindex()
	if s.won != noNode {
		s.keepWin(s.won, s.last, noNode)
	}
}

// rateFrom lists the moves of a node as the best-first search has them.
func (s *Solver) rateFrom(n *node) {
	s.deal.rate(n)
	n.score = s.deal.base(n)
}

// reindex finds the slots of all nodes anew.
func (s *Solver) reindex() {
	s.seen.reset(s.space)
	s.shared.index = append(s.shared.index[:0], make([]int32, len(s.seen.slots))...)
	for i := range s.nodes[:s.count] {
		slot, _ := s.seen.slot(s.nodes[i].key())
		s.seen.slots[slot], s.shared.index[slot] = s.nodes[i].key(), int32(i)
	}
}

// keepWin notes that the move of a code wins at a node, by way of the node next, and what that means for all from which
// this search came there.
func (s *Solver) keepWin(at int32, code uint8, next int32) {
	for at != noNode {
		k := &s.shared.known[at]
		k.fate, k.code, k.next = solve.Winnable, code, next
		next, code, at = at, s.nodes[at].code, s.nodes[at].parent
	}
}

// searchFrom searches from a state that is not won, the best moves first, until it wins or has made all moves that are not known
// to lose.
func (s *Solver) searchFrom(ctx context.Context, from *state) (solve.Verdict, solve.Limit) {
	s.queue.reset()
	s.nodes[s.count].state = *from
	start, limit := s.enter(ctx, noNode, 0)
	if limit != solve.NoLimit {
		return solve.Unknown, limit
	}
	s.won, s.first = start, start
	if fate := s.shared.known[start].fate; fate != solve.Unknown {
		return fate, solve.NoLimit
	}
	for at := start; at != noNode; {
		n, child := &s.nodes[at], &s.nodes[s.count]
		if n.best == none {
			at = s.queue.pop(s.nodes)
			continue
		}
		code := uint8(n.best & codeBits)
		n.advance()
		s.deal.after(&child.state, &n.state, code)
		if child.heads == 0 {
			s.keepWin(at, code, noNode)
			return solve.Winnable, solve.NoLimit
		}
		to, limit := s.enter(ctx, at, code)
		if limit != solve.NoLimit {
			return solve.Unknown, limit
		}
		if to != noNode {
			if s.shared.known[to].fate == solve.Winnable {
				s.keepWin(at, code, to)
				return solve.Winnable, solve.NoLimit
			}
			s.queue.pushMoving(s.nodes, at)
			at = to
		}
		at = s.queue.pushPop(s.nodes, at)
	}
	s.lose()
	return solve.Unwinnable, solve.NoLimit
}

// lose notes that all nodes of this search lose.
func (s *Solver) lose() {
	for i := range s.shared.known {
		if k := &s.shared.known[i]; k.round == s.shared.round {
			k.fate = solve.Unwinnable
		}
	}
}

// enter takes up the state behind the last node, which came from a node by the move of a code, and returns its node: noNode when
// it is not worth a look in this search, being lost or seen.
func (s *Solver) enter(ctx context.Context, from int32, code uint8) (int32, solve.Limit) {
	key := s.nodes[s.count].key()
	slot, found := s.seen.slot(key)
	at := int32(s.count)
	if found {
		at = s.shared.index[slot]
	} else {
		if s.count >= s.stop {
			space := s.space
			if limit := s.pause(ctx); limit != solve.NoLimit {
				return noNode, limit
			}
			if s.space != space {
				s.reindex()
				slot, _ = s.seen.slot(key)
			}
		}
		s.seen.slots[slot], s.shared.index[slot] = key, at
		s.rateFrom(&s.nodes[at])
		s.shared.known = append(s.shared.known, known{})
		s.count++
	}
	k := &s.shared.known[at]
	switch {
	case k.fate == solve.Winnable:
		return at, solve.NoLimit
	case from != noNode && (k.fate == solve.Unwinnable || k.round == s.shared.round):
		return noNode, solve.NoLimit
	}
	k.round = s.shared.round
	n := &s.nodes[at]
	n.rewind()
	n.parent, n.code = from, code
	return at, solve.NoLimit
}

// rewind makes all moves of a node be made again.
func (n *node) rewind() {
	n.best = none
	for _, m := range n.moves[:n.count&15] {
		n.best = min(n.best, m)
	}
}

// pushMoving adds node i, unless it has no move left.
func (q *queue) pushMoving(nodes []node, i int32) {
	if nodes[i].best != none {
		q.push(nodes, i)
	}
}

// pathFrom returns the steps from the node where the last search began to the end.
func (s *Solver) pathFrom() []step {
	path := []step{{owns: suits(s.nodes[s.first].owned)}}
	for at := s.first; at != noNode; {
		k, owned := &s.shared.known[at], kings
		if k.next != noNode {
			owned = s.nodes[k.next].owned
		}
		path = append(path, s.step(&s.nodes[at], k.code, owned))
		at = k.next
	}
	return path
}

// locate fills s with a position in normal form that can be reached from root, for which d was loaded.
func (d *deal) locate(root, p *patience.Position, s *state) {
	var buried, heads, owned, heights uint64
	founded := cardset.Home(p.Home, d.ranks)
	for c := range d.columns {
		cards, originals := p.Columns[c].All(), root.Columns[c].All()
		same := 0
		for same < min(len(cards), len(originals)) && cards[same] == originals[same] {
			same++
		}
		if same > 0 {
			top := same - 1
			for top > 0 && d.bit(originals[top]) == d.bit(originals[top-1])+1 {
				top--
			}
			if head := d.bit(originals[top]); top > 0 || head%lane != 0 {
				for _, card := range originals[:top+1] {
					buried |= 1 << d.bit(card)
				}
				heads |= 1 << head
				heights |= d.heightOf(originals, top) << (c * heightBits)
				continue
			}
		}
		if len(cards) > 0 && cards[0].Rank() == int(d.ranks) {
			owned |= 1 << d.bit(cards[0])
		}
	}
	deck := kings<<d.ranks - kings
	*s = state{}
	d.settle(s, deck&^buried|founded, heads, owned, heights)
}

// heightOf returns the height of a column whose exposed group begins at a place: up to the end of the group.
func (d *deal) heightOf(cards []positions.Card, top int) uint64 {
	end := top + 1
	for end < len(cards) && d.bit(cards[end]) == d.bit(cards[end-1])+1 {
		end++
	}
	return uint64(end)
}
