package match

import (
	"context"
	"sync"

	"foregone/analyze/games"
)

// pool plays numbered games, some at the same time, by workers with players of their own.
type pool[G any] struct {
	games, jobs int
	players     [2]Maker
	tries       [2]games.Position // what each player gets to try before the first game
	play        func(ctx context.Context, number int, players [2]Player) (G, error)
	emit        func(G) error // called in the order of the games, until it returns an error

	mu      sync.Mutex
	begun   int
	emitted int
	waiting map[int]G // for an earlier game to end
	failed  bool      // emit returned an error
}

// run plays the games, when all players are ready. When ctx ends, the games at play are given up, and what run returns
// is ctx's error.
func (p *pool[G]) run(ctx context.Context) error {
	p.waiting = map[int]G{}
	whole := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers, preparing sync.WaitGroup
	jobs := max(1, min(p.jobs, p.games))
	preparing.Add(jobs)
	for range jobs {
		workers.Go(func() {
			players, err := p.prepare(ctx)
			defer players[0].Close()
			defer players[1].Close()
			if err != nil {
				cancel(err)
			}
			preparing.Done()
			preparing.Wait()
			if err := p.work(ctx, players); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	if whole.Err() != nil {
		return whole.Err()
	}
	return context.Cause(ctx)
}

// prepare makes the players of a worker.
func (p *pool[G]) prepare(ctx context.Context) (players [2]Player, _ error) {
	for i, newPlayer := range p.players {
		players[i] = newPlayer()
	}
	for i, player := range players {
		if err := player.Ready(ctx, p.tries[i]); err != nil {
			return players, err
		}
	}
	return players, nil
}

func (p *pool[G]) work(ctx context.Context, players [2]Player) error {
	for {
		n, ok := p.take(ctx)
		if !ok {
			return nil
		}
		g, err := p.play(ctx, n, players)
		if err != nil {
			return err
		}
		if err := p.put(n, g); err != nil {
			return err
		}
	}
}

// take returns the number of a game to play, from 1.
func (p *pool[G]) take(ctx context.Context) (int, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.begun == p.games || ctx.Err() != nil {
		return 0, false
	}
	p.begun++
	return p.begun, true
}

// put hands in a game and emits all that are now in order.
func (p *pool[G]) put(n int, g G) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting[n] = g
	for !p.failed {
		g, ok := p.waiting[p.emitted+1]
		if !ok {
			break
		}
		p.emitted++
		delete(p.waiting, p.emitted)
		if err := p.emit(g); err != nil {
			p.failed = true
			return err
		}
	}
	return nil
}
