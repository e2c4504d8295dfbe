package record

import (
	"strconv"
	"time"

	"foregone/analyze/games"
	"foregone/solve"
)

// Name returns the id of a record: the subject's own, its deal, else its 1-based place in the whole input.
func Name(s games.Subject, place uint64) string {
	if s.ID != "" {
		return s.ID
	}
	return strconv.FormatUint(place, 10)
}

// FromAnswer returns the record of an answered position. Keys that f drops may be left out.
func FromAnswer(id string, s games.Subject, a games.Answer, elapsed time.Duration, f Fields) Record {
	r := Record{
		ID:      id,
		Deal:    s.Number,
		Game:    s.Final.Game(),
		Verdict: a.Verdict.String(),
		Cache:   a.Cache.String(),
		Limit:   a.Limit.String(),
	}
	if f.Has("rules") {
		r.Rules = s.Final.Rules()
	}
	if f.Has("position") {
		r.Position = s.Final.String()
	}
	exact := a.Verdict != solve.Unknown && a.Mean == nil
	r.Exact = &exact
	r.Nodes = &a.Nodes
	ms := float64(elapsed.Microseconds()) / 1000
	r.ElapsedMS = &ms
	if a.Line != nil {
		optimal := a.Optimal
		r.Line, r.Distance, r.Optimal = a.Line, &a.Distance, &optimal
		if !s.Final.Sides() {
			steps := len(a.Line)
			r.Steps = &steps
		}
	}
	switch a.Verdict {
	case solve.Win:
		r.Winner = s.Final.ToMove()
	case solve.Loss:
		r.Winner = s.Final.Opponent()
	case solve.Value:
		if a.Mean != nil {
			r.Value, r.Low, r.High = &a.Mean.Value, &a.Mean.Low, &a.Mean.High
			break
		}
		value := a.Low.Float()
		r.Value, r.Fraction = &value, a.Low.String()
	case solve.Unknown, solve.Winnable:
		if a.Low.Den > 0 {
			low, high := a.Low.Float(), a.High.Float()
			r.Low, r.High = &low, &high
		}
	}
	r.Estimate = a.Estimate
	if len(a.Best) > 0 {
		r.Best = a.Best
	}
	return r
}
