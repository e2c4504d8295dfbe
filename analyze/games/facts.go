package games

import (
	"context"

	"foregone/solve"
)

// Factual is a Position of which there is something to know that a player would ask for, besides the worth of its moves.
type Factual interface {
	Position
	// Facts returns the facts of an analysed position: PatienceFacts, RaceFacts, CrossingsFacts or EntropyFacts.
	Facts(a *Analysis) any
}

// Reacher is an Engine that can count the positions that can be reached.
type Reacher interface {
	Engine
	// Reach returns how many they are, with a limit that was met how many at the least; 0 when it cannot count those of p.
	Reach(ctx context.Context, p Position, l solve.Limits) (uint64, solve.Limit)
}

// reachNodes bounds the count of what can be reached, which takes a tenth of a second.
const reachNodes = 200_000

// Facts returns what there is to know of an analysed position, nil when the game is over. The engine may count for it.
func Facts(ctx context.Context, e Engine, p Position, l solve.Limits, a *Analysis) any {
	factual, ok := p.(Factual)
	if !ok || p.Over() {
		return nil
	}
	if cached, ok := e.(*Cached); ok {
		e = cached.engine
	}
	if r, ok := e.(Reacher); ok && a.Reached == 0 {
		if l = l.After(a.Spent); l.Nodes == 0 || l.Nodes > reachNodes {
			l.Nodes = reachNodes
		}
		if n, limit := r.Reach(ctx, p, l); limit == solve.NoLimit {
			a.Reached = n
		}
	}
	return factual.Facts(a)
}

// PatienceFacts are those of a patience game.
type PatienceFacts struct {
	Next         []Buried `json:"next"` // the next cards of the foundations
	Cells        int      `json:"cells"`
	FreeCells    int      `json:"free_cells"`
	EmptyColumns int      `json:"empty_columns"`
	Reachable    uint64   `json:"reachable,omitzero"` // positions, as an exhausted search counts them; 0: not known
}

// Buried is a card with those that lie on it.
type Buried struct {
	Card  string   `json:"card"`
	Place string   `json:"place"` // its column or cell
	Above []string `json:"above"` // the next one first, the open one last
}

// RaceFacts are those of Breakthrough, the side to move first.
type RaceFacts struct {
	Sides [2]Racers `json:"sides"`
	// Lead is how many plies the side to move is home with its first runner before the other side, less than 0 when
	// later; nil unless both have runners.
	Lead *int `json:"lead,omitzero"`
	// Stuck are the pieces of the side to move all of whose moves lose, where others do not.
	Stuck []string `json:"stuck,omitzero"`
}

// Racers are what a side has on the way to the far row.
type Racers struct {
	Side    string   `json:"side"`
	Steps   int      `json:"steps"`   // of the foremost piece to the far row
	Runners []string `json:"runners"` // pieces that no piece of the other side can ever stop, the nearest to the far row first
	Home    int      `json:"home"`    // plies until the first of them is home if it runs, 0 without runners
}

// CrossingsFacts are those of Crossings, the side to move first.
type CrossingsFacts struct {
	Sides [2]Crossers `json:"sides"`
}

// Crossers are what a side has, and could do if it were to move.
type Crossers struct {
	Side     string         `json:"side"`
	Groups   map[string]int `json:"groups"` // how many lines of so many stones, by size from 2 on
	Captures []string       `json:"captures"`
	Crossing []string       `json:"crossing"` // moves that cross
}

// EntropyFacts are those of Entropy.
type EntropyFacts struct {
	Rows    []LineFacts    `json:"rows"`    // from the top
	Columns []LineFacts    `json:"columns"` // from the left
	Regions [][]string     `json:"regions"` // empty cells that touch, the largest region first
	Bag     map[string]int `json:"bag"`     // chips left by colour
}

// LineFacts are the points of a row or a column as it stands, and as they are to be expected of it when it is full.
type LineFacts struct {
	Points   int     `json:"points"`
	Expected float64 `json:"expected"`
}
