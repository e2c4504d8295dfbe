package games

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"foregone/solve"
	"foregone/solve/store"
)

// keepNodes is the work from which on a verdict is kept: what took less is found again faster than it is read.
const keepNodes = 1000

// Cached is an Engine that answers from a store what is in it, and keeps there what another one proves.
type Cached struct {
	engine Engine
	store  *store.Store
	class  *store.Class // of the last position
	ended  *store.Class // the last one of which the end was kept
	open   *stopped
	buf    []byte // of canonical forms
}

// stopped is the last search that a limit stopped.
type stopped struct {
	key  store.Key
	cost uint64 // nodes, with those of the snapshot that it went on from
}

// NewCached returns an Engine over another one and a store. The answers are those of the other one.
func NewCached(e Engine, s *store.Store) *Cached { return &Cached{engine: e, store: s} }

// Version is that of the engine beneath.
func (e *Cached) Version(p Position) string { return e.engine.Version(p) }

// Solve answers p from the store, goes on with an interrupted search of it, or has it searched. With a bound of nodes
// no interrupted search is gone on with, so that the answer is reproducible.
func (e *Cached) Solve(ctx context.Context, p Position, l solve.Limits, w Want) (Answer, error) {
	e.open = nil
	class := e.classOf(p, w.Steps)
	key := e.key(class, p)
	if a, ok := e.lookUp(class, key, p, w); ok {
		if a.Line == nil && w.Line && len(a.Best) > 0 && p.Sides() && a.Verdict != solve.Draw {
			err := e.addLine(ctx, class, p, l, &a)
			return a, err
		}
		return a, nil
	}
	w.Known = func(canonical []byte) solve.Verdict {
		f, _, _ := e.get(class.Key(canonical))
		return f.verdict
	}
	a, before, err := e.search(ctx, key, p, l, w)
	if err != nil {
		return a, err
	}
	a.Cache = CacheMiss
	e.keepProven(class, &a)
	cost := before + a.Nodes
	unproven := a.Verdict == solve.Winnable && w.Optimal && !a.Optimal
	if (a.Verdict == solve.Unknown || unproven) && l.Nodes == 0 {
		e.open = &stopped{key, cost}
	}
	switch {
	case a.Verdict == solve.Unknown:
		return a, nil
	case a.Verdict == solve.Unwinnable && a.Reached == 0: // how many positions can be reached is a part of the evidence
	case a.Mean == nil && cost >= keepNodes:
		if err := e.keep(class, p, a, cost, w); err != nil {
			return a, err
		}
	}
	if before > 0 && !unproven {
		e.store.DropSnapshot(key)
	}
	return a, nil
}

// lineNodes bounds the search for the line of a position whose verdict was found by other means.
const lineNodes = 200_000

// addLine adds to an answer that was kept without a line one that is found quickly.
func (e *Cached) addLine(ctx context.Context, class *store.Class, p Position, l solve.Limits, a *Answer) error {
	if l.Nodes == 0 || l.Nodes > lineNodes {
		l.Nodes = lineNodes
	}
	b, err := e.engine.Solve(ctx, p, l, Want{Line: true})
	if err != nil || b.Verdict != a.Verdict || b.Line == nil {
		return err
	}
	a.Line, a.Distance = b.Line, b.Distance
	return e.keep(class, p, *a, a.Nodes, Want{AllBest: true})
}

// search goes on with the snapshot of p, or searches p from the beginning. before is the work that the snapshot held.
func (e *Cached) search(ctx context.Context, key store.Key, p Position, l solve.Limits, w Want) (a Answer, before uint64, err error) {
	resumer, ok := e.engine.(Resumer)
	if ok && l.Nodes == 0 {
		if shot := e.store.Snapshot(key); shot != nil {
			w.Keep = 1
			a, err := resumer.Resume(ctx, shot, p, l, w)
			shot.Close()
			if err == nil {
				return a, shot.Cost, nil
			}
		}
	}
	w.Keep = keepNodes
	a, err = e.engine.Solve(ctx, p, l, w)
	return a, 0, err
}

// SaveStopped keeps the last search, if it was stopped, for another run to go on with.
func (e *Cached) SaveStopped() error {
	resumer, ok := e.engine.(Resumer)
	if e.open == nil || !ok {
		return nil
	}
	open := e.open
	e.open = nil
	err := e.store.SaveSnapshot(open.key, open.cost, resumer.Save)
	if errors.Is(err, ErrNothingToSave) {
		return nil
	}
	return err
}

// Strategy is that of the engine beneath, which decides p first when the answer came from the store.
func (e *Cached) Strategy(ctx context.Context, p Position, l solve.Limits, yield func(position []byte, move string) error) (solve.Limit, error) {
	s, ok := e.engine.(Strategist)
	if !ok {
		return solve.NoLimit, ErrNoStrategy
	}
	return s.Strategy(ctx, p, l, yield)
}

// classOf returns the class of p's facts, which is mostly that of the position before. What is the best by another metric
// is in a class of its own.
func (e *Cached) classOf(p Position, steps bool) *store.Class {
	game, rules, engine := p.Game(), p.Rules(), e.engine.Version(p)
	if steps {
		engine += " steps"
	}
	if e.class == nil || e.class.Game != game || e.class.Rules != rules || e.class.Engine != engine {
		e.class = store.NewClass(game, rules, engine)
	}
	return e.class
}

func (e *Cached) key(class *store.Class, p Position) store.Key {
	e.buf = p.AppendCanonical(e.buf[:0])
	return class.Key(e.buf)
}

// fact is what is kept of a position.
type fact struct {
	verdict  solve.Verdict
	complete bool     // best has every move that keeps the verdict
	optimal  bool     // the distance is the best possible, and best keeps it; so is every value and draw
	reached  uint64   // of solve.Result
	distance int      // of the line as far as the store has it
	line     []string // whole where it was asked for, elsewhere the next move; none for what cannot be won
	best     []string // when complete, and at least one of a value where somebody acts and of a draw
	value    Fraction // with solve.Value
}

func (f *fact) encode() []byte {
	b := []byte{byte(f.verdict), 0}
	if f.complete {
		b[1] = 1
	}
	if f.optimal {
		b[1] |= 2
	}
	b = binary.AppendUvarint(b, f.reached)
	b = binary.AppendUvarint(b, uint64(f.distance))
	b = append(b, strings.Join(f.line, " ")...)
	if f.complete || f.verdict == solve.Value || f.verdict == solve.Draw {
		b = append(append(b, '\n'), strings.Join(f.best, " ")...)
	}
	if f.verdict == solve.Value {
		b = append(append(b, '\n'), f.value.String()...)
	}
	return b
}

func decodeFact(b []byte) (f fact, ok bool) {
	if len(b) < 3 || int(b[0]) >= len(solve.VerdictNames()) {
		return f, false
	}
	f = fact{verdict: solve.Verdict(b[0]), complete: b[1]&1 != 0, optimal: b[1]&2 != 0}
	b = b[2:]
	reached, n := binary.Uvarint(b)
	if n <= 0 {
		return f, false
	}
	f.reached, b = reached, b[n:]
	distance, n := binary.Uvarint(b)
	if n <= 0 || distance > 1<<20 {
		return f, false
	}
	f.distance = int(distance)
	line, rest, _ := strings.Cut(string(b[n:]), "\n")
	best, value, _ := strings.Cut(rest, "\n")
	f.line, f.best = strings.Fields(line), strings.Fields(best)
	if f.verdict == solve.Value {
		f.value, ok = parseFraction(value)
		return f, ok
	}
	return f, true
}

func (e *Cached) get(k store.Key) (f fact, cost uint64, ok bool) {
	kept, ok := e.store.Get(k)
	if !ok {
		return f, 0, false
	}
	f, ok = decodeFact(kept.Body)
	return f, kept.Cost, ok
}

// lookUp answers p from the store. A line is put together from the facts of its positions, and played by the rules.
func (e *Cached) lookUp(class *store.Class, key store.Key, p Position, w Want) (Answer, bool) {
	f, cost, ok := e.get(key)
	var settling []string
	at := p
	if !ok && !w.AllBest && !w.Optimal && w.Effort == 0 {
		var other bool
		if e.buf, other = p.AppendSettled(e.buf[:0]); other {
			if f, cost, ok = e.get(class.Key(e.buf)); ok {
				at, settling = p.Settled()
				ok = len(f.line) > 0 || at.Won()
			}
		}
	}
	bare := len(f.line)+len(settling)+len(f.best) == 0 && w.Line && at.Sides() && !at.Over() // no more than a verdict
	bare = bare || f.verdict == solve.Value && len(f.best) == 0 && at.ToMove() != "draw" && !at.Over()
	others := w.AllBest && (!f.complete || (f.verdict == solve.Win || f.verdict == solve.Loss || f.verdict == solve.Winnable) && f.optimal != w.Optimal)
	if !ok || bare || others || (w.Optimal || w.Effort > 0) && !f.optimal && f.verdict != solve.Unwinnable {
		return Answer{}, false
	}
	a := Answer{Result: solve.Result{Verdict: f.verdict, Nodes: cost, Reached: f.reached}, Low: f.value, High: f.value, Steps: w.Steps, Cache: CacheHit}
	if a.Optimal = f.optimal; f.optimal {
		a.Distance = f.distance
	}
	if len(f.line)+len(settling) == 0 || !w.Line && !w.AllBest {
		return a, len(f.line) > 0 || e.best(&a, p, f)
	}
	if a.Line, ok = e.line(class, at, f, settling); !ok {
		return Answer{}, false
	}
	if a.Distance, ok = replay(p, a.Line, f.verdict); !ok {
		return Answer{}, false
	}
	a.Best = a.Line[:1]
	return a, !w.AllBest || e.best(&a, p, f)
}

// best adds all moves that keep the verdict, as a fact has them.
func (e *Cached) best(a *Answer, p Position, f fact) bool {
	best, err := p.FromCanonical(f.best)
	if err != nil || p.Sort(best) != nil {
		return false
	}
	a.Best = best
	return true
}

// line follows the facts from a position to the end of the game, and appends the moves.
func (e *Cached) line(class *store.Class, p Position, f fact, line []string) (moves []string, ok bool) {
	for !p.Over() {
		next, err := p.FromCanonical(f.line)
		if err != nil {
			return nil, false
		}
		if line = append(line, next...); len(next) > 1 {
			return line, true
		}
		if p, err = p.Play(next[0]); err != nil {
			return nil, false
		}
		left := f.distance
		if f, _, ok = e.get(e.key(class, p)); !ok {
			var settling []string
			p, settling = p.Settled()
			line = append(line, settling...)
			if p.Over() {
				return line, true
			}
			f, _, ok = e.get(e.key(class, p))
		}
		if !ok || len(f.line) == 0 || len(f.line) == 1 && f.distance >= left {
			return nil, false // the facts of two lines could lead in a circle
		}
	}
	return line, true
}

// replay plays a line from p to the end of the game, where it must be won for whom the verdict says, and returns its
// length in plies.
func replay(p Position, line []string, v solve.Verdict) (plies int, ok bool) {
	winner := p.ToMove()
	if v == solve.Loss {
		winner = p.Opponent()
	}
	for _, m := range line {
		n, err := p.PliesOf(m)
		if err != nil {
			return 0, false
		}
		if p, err = p.Play(m); err != nil {
			return 0, false
		}
		plies += n
	}
	if p.Won() {
		return plies, p.ToMove() == winner
	}
	return plies, p.Over() && p.Opponent() == winner
}

// keepProven puts what was proven on the way into the store, where there is nothing better.
func (e *Cached) keepProven(class *store.Class, a *Answer) {
	for _, p := range a.Proven {
		key := class.Key(p.Canonical)
		if _, _, had := e.get(key); !had {
			e.store.Put(class, key, store.Fact{Cost: p.Nodes, Body: (&fact{verdict: p.Verdict}).encode()})
		}
	}
	a.Proven = nil
}

// Keep puts into the store what was proven of p by other means, with all its best moves. cost is the work, in nodes.
func (e *Cached) Keep(p Position, a Answer, cost uint64) error {
	return e.keep(e.classOf(p, false), p, a, max(cost, keepNodes), Want{AllBest: true})
}

// keep puts the answer of p into the store, with the positions along its line that are not covered by others. Where
// the store has one of those already the line goes on as it is there.
func (e *Cached) keep(class *store.Class, p Position, a Answer, cost uint64, w Want) error {
	stations, err := p.Stations(a.Line)
	if err != nil {
		return fmt.Errorf("the solution found is faulty: %w", err)
	}
	left := 0
	verdicts := [2]solve.Verdict{a.Verdict, a.Verdict.Opposite()} // of the sides in turn
	for i, s := range slices.Backward(stations) {
		left += s.Plies
		if i == 0 || s.Covered {
			continue
		}
		if s.Move == "" { // the end, which costs nothing to know, and is the same for all
			if class != e.ended {
				e.ended = class
				e.store.Put(class, class.Key(s.Canonical), store.Fact{Body: (&fact{verdict: a.Verdict}).encode()})
			}
			continue
		}
		key := class.Key(s.Canonical)
		if old, _, had := e.get(key); had && old.verdict == verdicts[i&1] && len(old.line) > 0 && (old.optimal || !a.Optimal) {
			left = old.distance
			continue
		}
		f := fact{verdict: verdicts[i&1], optimal: a.Optimal, distance: left, line: []string{s.Move}}
		e.store.Put(class, key, store.Fact{Cost: cost, Body: f.encode()})
	}
	root := fact{verdict: a.Verdict, value: a.Low, reached: a.Reached, distance: a.Distance, optimal: a.Optimal}
	if root.line, err = p.ToCanonical(a.Line); err != nil {
		return err
	}
	if root.complete = w.AllBest && a.Limit == solve.NoLimit; root.complete || a.Verdict == solve.Value || a.Verdict == solve.Draw {
		if root.best, err = p.ToCanonical(a.Best); err != nil {
			return err
		}
	}
	e.store.Put(class, e.key(class, p), store.Fact{Cost: cost, Origin: p.String(), Body: root.encode()})
	return nil
}
