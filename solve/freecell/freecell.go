// Package freecell decides every game of the patience family, whatever its mix of rules: by best-first search over
// exact states without the names of columns and cells, in stages that begin anew until one has gone through all that
// can be reached. Winnable comes with a line of moves; Unwinnable only from a stage that left out no move and has no
// state left.
package freecell

import (
	"context"
	"strconv"

	"foregone/positions/patience"
	"foregone/solve"
)

// defaultMemory bounds the tables when the limits do not.
const defaultMemory = 2 << 30

// Solver decides positions one after the other and keeps its memory between them. Not for concurrent use.
type Solver struct {
	board
	states  table
	queue   queue
	start   patience.Position
	goal    state // the last state of the line, after Winnable
	nodes   uint64
	stage   int  // which attempt this is, from 0
	dropped bool // whether this stage left out moves, so that its end proves nothing
	stopped bool // whether there is a search to go on with, from the mark
	mark    mark
	record  []byte // what is to be replayed to get to the mark; nil when the tables are there
	buf     [maxMoves]move
	path    []uint32 // scratch of Line
}

// New returns a Solver.
func New() *Solver { return new(Solver) }

// outcome is how a stage ended.
type outcome uint8

const (
	found outcome = iota
	exhausted
	spent // the stage ended without an answer
	stopped
)

// none is the parent of the first state.
const none = 1<<32 - 1

// Solve decides p.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	root := s.prepare(p, l.Memory)
	if s.sorted(&root) {
		s.goal = root
		return solve.Result{Verdict: solve.Winnable}
	}
	s.begin(0)
	return s.search(ctx, root, root, l)
}

// prepare sets s up for p and returns the first state.
func (s *Solver) prepare(p *patience.Position, memory int64) state {
	s.start = *p
	s.nodes = 0
	s.stopped, s.record = false, nil
	s.trim(memory)
	root := s.setUp(p)
	root.parent = none
	s.settle(&root)
	return root
}

// begin prepares a stage.
func (s *Solver) begin(stage int) {
	s.stage = stage
	s.states.reset()
	s.queue.reset()
	s.dropped = false
}

// search goes on with a stage, where next is the state to come, and then with the later ones.
func (s *Solver) search(ctx context.Context, root, next state, l solve.Limits) solve.Result {
	for {
		a := stageOf(s.start.Rules, s.stage)
		out, limit := s.run(ctx, next, &a, l)
		switch out {
		case found:
			return solve.Result{Verdict: solve.Winnable, Nodes: s.nodes}
		case exhausted:
			return solve.Result{Verdict: solve.Unwinnable, Nodes: s.nodes, Reached: uint64(s.states.n)}
		case stopped:
			return solve.Result{Limit: limit, Nodes: s.nodes}
		}
		s.begin(s.stage + 1)
		next = root
	}
}

// run makes one attempt, best-first and each state once, where next is the state to come.
func (s *Solver) run(ctx context.Context, next state, a *stage, l solve.Limits) (outcome, solve.Limit) {
	n := node{state: next}
	for turns, nodes := uint64(0), uint64(s.states.n); ; turns++ {
		if turns&0x3ff == 0 {
			if limit := l.Poll(ctx, s.nodes); limit != solve.NoLimit {
				return s.stop(&n, nodes, limit)
			}
			if l.Progress.Asked() {
				l.Progress.Tell(solve.Standing{Stage: "stage " + strconv.Itoa(s.stage+1), Memory: s.bytes()})
			}
		}
		if limit := s.reserve(ctx, l.Memory); limit != solve.NoLimit {
			return s.stop(&n, nodes, limit)
		}
		n.hash = n.state.hash()
		if s.states.add(&n.state, n.hash) {
			if a.nodes != 0 && nodes == a.nodes {
				return spent, solve.NoLimit
			}
			if l.Nodes != 0 && s.nodes == l.Nodes {
				return s.stop(&n, nodes, solve.Nodes)
			}
			nodes++
			s.nodes++
			if s.expand(&n, a) {
				return found, solve.NoLimit
			}
		}
		w, ok := s.queue.pop()
		switch {
		case ok:
		case s.dropped:
			return spent, solve.NoLimit
		default:
			return exhausted, solve.NoLimit
		}
		s.follow(&n.state, w)
	}
}

// follow makes a move of the queue and fills n with the state that it leads to.
func (s *Solver) follow(n *state, w waiting) {
	*n = *s.states.at(w.from)
	n.parent, n.last = w.from, made{w.card, w.to, w.index}
	s.play(n, w.move)
}

// expand puts the moves of the state that came last into the queue. It reports whether one of them wins, and keeps
// the state that it leads to. Moves that look worse than the stage allows are dropped.
func (s *Solver) expand(n *node, a *stage) bool {
	number := s.states.n - 1
	s.enter(n, a.weights)
	worst := n.score + a.slack
	for i, m := range s.buf[:s.moves(&n.state, &s.buf)] {
		score, won := s.weigh(n, m, a.weights)
		if won {
			s.goal = n.state
			s.goal.parent, s.goal.last = number, made{m.card, m.to, uint8(i)}
			return true
		}
		if score > worst {
			s.dropped = true
			continue
		}
		s.queue.push(bucket(score+noise(n.hash, m, a)), number, m, uint8(i))
	}
	return false
}

// bucket returns where the queue keeps a move with the given score.
func bucket(score int32) int { return int(score)>>scale + zero }

// noise returns a number from 0 up to the stage's noise.
func noise(hash uint32, m move, a *stage) int32 {
	h := (hash ^ (uint32(m.card)<<3|uint32(m.to))*0x9e3779b9) * a.seed
	return int32(uint64(h) * uint64(a.noise) >> 32)
}

// reserve makes room for one more state and its moves.
func (s *Solver) reserve(ctx context.Context, memory int64) solve.Limit {
	mask := s.states.mask
	grow := s.states.crowded()
	if grow {
		mask = mask<<1 | 1
	}
	if s.states.bytes(s.states.n+1, mask)+s.queue.bytes(s.queue.n+maxMoves) > memory || s.states.n >= maxStates {
		return solve.Memory
	}
	if grow {
		s.states.grow(ctx)
		if limit := solve.Stopped(ctx); limit != solve.NoLimit {
			return limit
		}
	}
	s.addPages()
	return solve.NoLimit
}

// addPages makes room in the pages for one more state and its moves.
func (s *Solver) addPages() {
	for int(s.states.n)>>pageBits >= len(s.states.pages) {
		s.states.pages = append(s.states.pages, new([pageSize]state))
	}
	for int(s.queue.n+maxMoves)>>pageBits >= len(s.queue.pages) {
		s.queue.pages = append(s.queue.pages, new([pageSize]waiting))
	}
}

// bytes returns the memory of the tables.
func (s *Solver) bytes() int64 {
	return int64(len(s.states.pages))*pageSize*stateBytes + int64(len(s.queue.pages))*pageSize*waitingBytes + int64(len(s.states.index))*4
}

// trim drops the memory of earlier searches if it exceeds a bound.
func (s *Solver) trim(memory int64) {
	if s.bytes() > memory {
		s.states, s.queue = table{}, queue{}
	}
}
