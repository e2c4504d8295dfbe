package phalanx

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// budget is what a player may spend on a move: time, or work of its own kind.
type budget struct {
	time time.Duration
	work int
}

func (b budget) start() time.Time { return time.Now().Add(b.time) }

// spent reports whether so much work or the time until end is used up.
func (b budget) spent(work int, end time.Time) bool {
	if b.work > 0 {
		return work >= b.work
	}
	return work&63 == 0 && time.Now().After(end)
}

// player chooses a move of a position that is not over.
type player func(p *breakthrough.Position) breakthrough.Move

// engine plays with an engine; work is nodes.
func engine(e *Engine, b budget) player {
	return func(p *breakthrough.Position) breakthrough.Move {
		ctx, l := context.Background(), solve.Limits{Nodes: uint64(b.work), Memory: 16 << 20}
		if b.work == 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, b.time)
			defer cancel()
		}
		a := e.Solve(ctx, p, l)
		return a.Best
	}
}

// plain is alpha-beta without any refinement but that captures come first, to the greatest fixed depth that it finishes:
// material, and the squares of the distances gone.
type plain struct {
	budget
	end   time.Time
	nodes int
	stop  bool
	plies [64][]breakthrough.Move
}

func alphaBeta(b budget) player {
	s := &plain{budget: b}
	return func(p *breakthrough.Position) breakthrough.Move {
		s.end, s.nodes, s.stop = s.start(), 0, false
		best := p.Moves(nil)[0]
		for depth := 1; depth < len(s.plies); depth++ {
			m, score := s.search(*p, depth, -math.MaxInt32, math.MaxInt32)
			if s.stop {
				break
			}
			if best = m; score > 1e6 || score < -1e6 {
				break
			}
		}
		return best
	}
}

func (s *plain) search(p breakthrough.Position, depth, alpha, beta int) (best breakthrough.Move, score int) {
	s.nodes++
	if s.stop = s.stop || s.spent(s.nodes, s.end); s.stop {
		return best, 0
	}
	if winner, over := p.Winner(); over {
		if winner == p.ToMove {
			return best, 1e7 + depth
		}
		return best, -1e7 - depth
	}
	if depth == 0 {
		return best, s.guess(&p)
	}
	moves := p.Moves(s.plies[depth][:0])
	s.plies[depth] = moves
	for _, captures := range [...]bool{true, false} {
		for _, m := range moves {
			if m.Capture != captures {
				continue
			}
			next := p
			if next.Play(m) != nil {
				panic("illegal")
			}
			_, v := s.search(next, depth-1, -beta, -alpha)
			if s.stop {
				return best, 0
			}
			if -v > alpha {
				best, alpha = m, -v
				if alpha >= beta {
					return best, alpha
				}
			}
		}
	}
	return best, alpha
}

func (s *plain) guess(p *breakthrough.Position) int {
	v := 0
	for r := range int(p.H) {
		v += p.Pieces[breakthrough.White].And(p.Row(r)).Len() * (20 + r*r)
		back := int(p.H) - 1 - r
		v -= p.Pieces[breakthrough.Black].And(p.Row(r)).Len() * (20 + back*back)
	}
	if p.ToMove == breakthrough.Black {
		return -v
	}
	return v
}

// uct is UCT with random games (L. Kocsis, C. Szepesvári, Bandit Based Monte-Carlo Planning, 2006); work is games.
type uct struct {
	budget
	rng   *rand.Rand
	nodes []uctNode
	buf   []breakthrough.Move
}

type uctNode struct {
	move        breakthrough.Move
	first, kids int // children in nodes, once visited
	visits      int
	wins        float64 // of the side that made the move
}

func monteCarlo(b budget, seed uint64) player {
	s := &uct{budget: b, rng: rand.New(rand.NewPCG(seed, 0))}
	return func(p *breakthrough.Position) breakthrough.Move {
		end := s.start()
		s.nodes = append(s.nodes[:0], uctNode{})
		for games := 0; games == 0 || !s.spent(games, end); games++ {
			s.descend(0, *p)
		}
		root := s.nodes[0]
		best := root.first
		for i := root.first; i < root.first+root.kids; i++ {
			if s.nodes[i].visits > s.nodes[best].visits {
				best = i
			}
		}
		return s.nodes[best].move
	}
}

// descend plays a game from node i, whose position is p, and returns its winner.
func (s *uct) descend(i int, p breakthrough.Position) breakthrough.Side {
	winner, over := p.Winner()
	switch {
	case over:
	case s.nodes[i].kids == 0:
		s.buf = p.Moves(s.buf[:0])
		s.nodes[i].first, s.nodes[i].kids = len(s.nodes), len(s.buf)
		for _, m := range s.buf {
			s.nodes = append(s.nodes, uctNode{move: m})
		}
		if i > 0 {
			winner = s.random(p)
			break
		}
		fallthrough
	default:
		child := s.choose(i)
		next := p
		if next.Play(s.nodes[child].move) != nil {
			panic("illegal")
		}
		winner = s.descend(child, next)
	}
	n := &s.nodes[i]
	n.visits++
	if winner != p.ToMove {
		n.wins++
	}
	return winner
}

func (s *uct) choose(i int) int {
	n := s.nodes[i]
	best, most := 0, -1.0
	for c := n.first; c < n.first+n.kids; c++ {
		k := &s.nodes[c]
		v := 1e9 + s.rng.Float64()
		if k.visits > 0 {
			v = k.wins/float64(k.visits) + math.Sqrt(math.Log(float64(n.visits+1))/float64(k.visits))
		}
		if v > most {
			best, most = c, v
		}
	}
	return best
}

// random plays random moves to the end of the game.
func (s *uct) random(p breakthrough.Position) breakthrough.Side {
	for {
		if winner, over := p.Winner(); over {
			return winner
		}
		s.buf = p.Moves(s.buf[:0])
		if p.Play(s.buf[s.rng.IntN(len(s.buf))]) != nil {
			panic("illegal")
		}
	}
}

// match plays pairs of games from positions after some random plies, both players beginning once, and returns the first
// player's wins.
func match(t *testing.T, w, h, pairs int, seed uint64, a, b player) int {
	t.Helper()
	wins := 0
	for i := range pairs {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		start := played(rng, w, h, 4)
		for first := range 2 {
			p, players := start, [2]player{a, b}
			for turn := first; ; turn ^= 1 {
				if winner, over := p.Winner(); over {
					if (winner == start.ToMove) == (first == 0) {
						wins++
					}
					break
				}
				if err := p.Play(players[turn](&p)); err != nil {
					t.Fatalf("player %d: %v", turn, err)
				}
			}
		}
	}
	return wins
}

// wilson returns the 95 % interval of a share (E. Wilson, 1927).
func wilson(wins, games int) (low, high float64) {
	const z = 1.96
	n, p := float64(games), float64(wins)/float64(games)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

// TestBeatsPlainPlayers plays a few games with little work, or with FOREGONE_SLOW 100 games against each plain player at
// 100 ms a move.
func TestBeatsPlainPlayers(t *testing.T) {
	e := New()
	matches := []struct {
		name string
		them func(budget) player
		work budget
	}{
		{"alpha-beta", alphaBeta, budget{work: 5000}},
		{"UCT", func(b budget) player { return monteCarlo(b, 1) }, budget{work: 300}},
	}
	pairs, ours := 3, budget{work: 1000}
	if slow() {
		pairs, ours = 50, budget{time: 100 * time.Millisecond}
	}
	for _, m := range matches {
		theirs := m.work
		if slow() {
			theirs = ours
		}
		wins := match(t, 8, 8, pairs, 7, engine(e, ours), m.them(theirs))
		low, high := wilson(wins, 2*pairs)
		t.Logf("%d of %d games against %s (95 %%: %.3f to %.3f)", wins, 2*pairs, m.name, low, high)
		if wins*100 < 2*pairs*83 {
			t.Errorf("%d of %d games against %s", wins, 2*pairs, m.name)
		}
	}
}
