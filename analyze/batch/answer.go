package batch

import (
	"context"
	"fmt"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/record"
	"foregone/solve"
)

// answerer answers one task after another, with engines of its own.
type answerer struct {
	ctx     context.Context
	c       *Config
	loader  *Loader
	engines map[*games.Family]games.Engine
}

func newAnswerer(ctx context.Context, c *Config) *answerer {
	return &answerer{ctx, c, NewLoader(c.Hints), map[*games.Family]games.Engine{}}
}

func (w *answerer) answer(t *Task) Done {
	subject, bad := w.loader.Load(&t.Input)
	d := Done{ID: record.Name(subject, t.Place), Subject: subject, Input: bad}
	if bad != nil {
		d.Input = t.Faulty(bad)
		return d
	}
	family, err := games.Lookup(subject.Final.Game())
	if err != nil {
		d.Err = err
		return d
	}
	engine := w.engines[family]
	if engine == nil {
		engine = family.NewEngine(w.c.Resources)
		if w.c.Cache != nil {
			engine = games.NewCached(engine, w.c.Cache)
		}
		w.engines[family] = engine
	}
	ctx := w.ctx
	if w.c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.c.Timeout)
		defer cancel()
	}
	start := time.Now()
	if w.c.Answer != nil {
		d.Err = w.c.Answer(ctx, &d, engine)
	} else if d.Err = games.Applies(subject.Final, w.c.Want); d.Err == nil {
		d.Answer, d.Err = engine.Solve(ctx, subject.Final, w.c.Limits, w.c.Want)
	}
	d.Elapsed = time.Since(start)
	d.Engine = engine.Version(subject.Final)
	if w.c.After != nil && d.Err == nil {
		d.Err = w.c.After(&d, engine)
	}
	if cached, ok := engine.(*games.Cached); ok && d.Answer.Limit == solve.Interrupted {
		d.stopped = cached
	}
	return d
}

// save keeps a search that a limit stopped, after its answer has gone out.
func (w *answerer) save(e *games.Cached) {
	if err := e.SaveStopped(); err != nil {
		w.c.Cache.Report("snapshot", fmt.Sprintf("the search could not be kept for another run to go on with: %v", err))
	}
}
