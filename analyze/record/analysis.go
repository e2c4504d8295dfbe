package record

import (
	"foregone/analyze/games"
	"foregone/solve"
)

// Analysis is the record of an analysed position: that of an answer, and what comes of the analysis.
type Analysis struct {
	Record
	Moves  []MoveValue `json:"moves,omitzero"`
	Unique bool        `json:"unique,omitzero"`
	Facts  any         `json:"facts,omitempty"`
	Puzzle *Puzzle     `json:"puzzle,omitzero"`
	Played []Ply       `json:"played,omitzero"`
}

// MoveValue is a move as the side sees it that makes it. The distance counts the move.
type MoveValue struct {
	Move     string   `json:"move"`
	Verdict  string   `json:"verdict"`
	Exact    bool     `json:"exact"`
	Distance *int     `json:"distance,omitzero"`
	Value    *float64 `json:"value,omitzero"`
	Fraction string   `json:"fraction,omitzero"`
	Low      *float64 `json:"low,omitzero"`
	High     *float64 `json:"high,omitzero"`
	Estimate *float64 `json:"estimate,omitzero"`
	Best     bool     `json:"best"`
}

// FromMoves returns the records of moves; where optimal distances were asked for, without others.
func FromMoves(moves []games.MoveValue, optimal bool) []MoveValue {
	all := make([]MoveValue, len(moves))
	for i, m := range moves {
		if all[i] = fromMove(m); optimal && !m.Optimal {
			all[i].Distance = nil
		}
	}
	return all
}

func fromMove(m games.MoveValue) MoveValue {
	r := MoveValue{Move: m.Move, Verdict: m.Verdict.String(), Exact: m.Exact, Estimate: m.Estimate, Best: m.Best}
	if m.Distance >= 0 {
		r.Distance = &m.Distance
	}
	switch {
	case m.Mean != nil:
		r.Value, r.Low, r.High = &m.Mean.Value, &m.Mean.Low, &m.Mean.High
	case m.Verdict == solve.Value:
		value := m.Value.Float()
		r.Value, r.Fraction = &value, m.Value.String()
	case m.Low.Den > 0:
		low, high := m.Low.Float(), m.High.Float()
		r.Low, r.High = &low, &high
	}
	return r
}

// Append appends r as one line of JSON.
func (r *Analysis) Append(buf []byte) ([]byte, error) { return appendJSON(buf, r) }

// Puzzle is a solution, as the side sees it that solves: what else would do at each of its moves.
type Puzzle struct {
	Only  int          `json:"only"` // steps at which one of several moves alone keeps the value
	Steps []PuzzleStep `json:"steps"`
	Limit string       `json:"limit,omitzero"` // what left a step open
}

// PuzzleStep is a move of the side that solves.
type PuzzleStep struct {
	Ply    int     `json:"ply"`
	Move   string  `json:"move"`
	Moves  int     `json:"moves"`           // legal ones
	Only   *bool   `json:"only,omitzero"`   // no other keeps the value; absent when that is open
	Others []Other `json:"others,omitzero"` // that keep it as well
}

// Other is another solution.
type Other struct {
	Move     string   `json:"move"`
	Distance *int     `json:"distance,omitzero"`
	Line     []string `json:"line,omitzero"`
}

// FromPuzzle returns the record of a puzzle.
func FromPuzzle(z *games.Puzzle) *Puzzle {
	r := &Puzzle{Only: z.Only, Steps: []PuzzleStep{}, Limit: z.Limit.String()}
	for _, s := range z.Steps {
		step := PuzzleStep{Ply: s.Ply, Move: s.Move, Moves: s.Moves}
		if !s.Open || len(s.Others) > 0 {
			step.Only = &s.Only
		}
		for _, m := range s.Others {
			o := Other{Move: m.Move, Line: m.Line}
			if m.Distance >= 0 {
				o.Distance = &m.Distance
			}
			step.Others = append(step.Others, o)
		}
		r.Steps = append(r.Steps, step)
	}
	return r
}
