package record

import (
	"foregone/analyze/played"
	"foregone/solve"
)

// Ply is a move of a record with the values before and after it, both from the side of the one who made it.
type Ply struct {
	Ply     int      `json:"ply"`
	Move    string   `json:"move"`
	Before  PlyValue `json:"before"`
	After   PlyValue `json:"after"`
	Mistake bool     `json:"mistake"`
	Better  string   `json:"better,omitzero"` // with mistake: a move that would have kept the value
}

// PlyValue is the value of a position. The distance is that to the end of the game from there.
type PlyValue struct {
	Verdict  string   `json:"verdict"`
	Exact    *bool    `json:"exact,omitzero"` // false for an estimate, else left out
	Distance *int     `json:"distance,omitzero"`
	Value    *float64 `json:"value,omitzero"`
}

// FromPlayed returns the records of the moves of a game.
func FromPlayed(g *played.Game) []Ply {
	all := make([]Ply, len(g.Plies))
	for i, p := range g.Plies {
		all[i] = Ply{Ply: i + 1, Move: p.Move, Before: plyValue(p.Before), After: plyValue(p.After), Mistake: p.Mistake}
		if p.Mistake && len(p.Best.Best) > 0 {
			all[i].Better = p.Best.Best[0]
		}
	}
	return all
}

func plyValue(v played.Value) PlyValue {
	r := PlyValue{Verdict: v.Verdict.String()}
	if v.Distance >= 0 {
		r.Distance = &v.Distance
	}
	switch {
	case v.Mean != nil:
		exact := false
		r.Exact, r.Value = &exact, &v.Mean.Value
	case v.Verdict == solve.Value:
		value := v.Points.Float()
		r.Value = &value
	}
	return r
}
