package batch

import (
	"foregone/analyze/games"
	"foregone/positions"
	"foregone/solve"
)

// Told is what there is to know of an answered input beside its record, in a form that can travel.
type Told struct {
	_        struct{} `cbor:",toarray"`
	ID       string   // only with Input, Err or Notes
	Game     string
	Verdict  solve.Verdict
	Limit    solve.Limit
	Nodes    uint64
	Measured bool // Distance is that of a line, or proven
	Distance int
	Value    float64 // with solve.Value
	Mean     bool    // Value is an estimate
	Notes    []string
	Input    *positions.Error // the input could not be read; nothing else is known
	Err      string           // the engine failed; nothing else is known
	Silent   bool             // no record is written
}

// Tell returns what there is to know of an answered task.
func (d *Done) Tell() Told {
	switch {
	case d.Input != nil:
		return Told{ID: d.ID, Input: d.Input}
	case d.Err != nil:
		return Told{ID: d.ID, Err: d.Err.Error()}
	}
	a := &d.Answer
	t := Told{
		Game: d.Subject.Final.Game(), Verdict: a.Verdict, Limit: a.Limit, Nodes: a.Nodes,
		Measured: a.Line != nil || a.Optimal, Distance: a.Distance, Notes: d.Subject.Notes,
	}
	if len(t.Notes) > 0 {
		t.ID = d.ID
	}
	if a.Verdict == solve.Value {
		t.Value, t.Mean = valueOf(a)
	}
	return t
}

func valueOf(a *games.Answer) (value float64, mean bool) {
	if a.Mean != nil {
		return a.Mean.Value, true
	}
	return a.Low.Float(), false
}

// Failed reports whether there is no answer.
func (t *Told) Failed() bool { return t.Input != nil || t.Err != "" }
