package games

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"foregone/positions"
	"foregone/positions/crossings"
)

var crossingsFamily = Family{
	Names:      []string{crossings.Name},
	Recognizes: crossings.Recognizes,
	Read:       readCrossings,
	Parse: func(line string) (Position, error) {
		p, err := crossings.Parse(line)
		if err != nil {
			return nil, err
		}
		return &crossingsPosition{p}, nil
	},
	CheckRules: crossings.CheckRules,
	Deals:      crossingsDeals,
	FirstDeal:  "8x8",
	NewEngine:  newCrossingsEngine,
	Engines:    crossingsVersions,
	Workloads:  crossingsWorkloads,
	PlanTable:  planCrossingsTable,
	OpenTable:  openCrossingsTable,
	TableNames: func(p Position) []string { return crossingsTableNames(&p.(*crossingsPosition).p) },
}

// crossingsPosition erases the type of a crossings.Position.
type crossingsPosition struct{ p crossings.Position }

func readCrossings(item *positions.Item, h Hints) (Subject, *positions.Error) {
	r, err := crossings.Read(item, crossings.Hints{Game: h.Game, Rules: h.Rules, ToMove: h.ToMove})
	if err != nil {
		return Subject{}, err
	}
	s := subjectOf(r.ID, &r.Start, r.Moves, ofCrossings)
	if n := r.Repetition(); n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("after ply %d a position stands for the third time: a draw by endless play may be claimed", n))
	}
	return s, nil
}

func ofCrossings(p crossings.Position) Position { return &crossingsPosition{p} }

// afterCrossings makes a legal move.
func afterCrossings(p crossings.Position, m crossings.Move) Position {
	p.Make(m)
	return &crossingsPosition{p}
}

func (e *crossingsPosition) Game() string  { return crossings.Name }
func (e *crossingsPosition) Rules() string { return e.p.Options() }
func (e *crossingsPosition) RulesInWords() string {
	return fmt.Sprintf("%dx%d, columns x rows, %s", e.p.W, e.p.H, e.p.Steps)
}
func (e *crossingsPosition) String() string    { return e.p.String() }
func (e *crossingsPosition) Formats() []string { return crossings.Formats() }
func (e *crossingsPosition) Write(format string) (string, error) {
	return crossings.Write(&e.p, format)
}
func (e *crossingsPosition) Over() bool                              { return e.p.Over() }
func (e *crossingsPosition) Relaxed() []Relaxation                   { return nil }
func (e *crossingsPosition) Settled() (Position, []string)           { return e, nil }
func (e *crossingsPosition) AppendSettled(key []byte) ([]byte, bool) { return key, false }
func (e *crossingsPosition) Sides() bool                             { return true }

// Repeats says that positions may come back.
func (e *crossingsPosition) Repeats() bool    { return true }
func (e *crossingsPosition) Keys() []string   { return []string{"to-move: " + e.ToMove()} }
func (e *crossingsPosition) ToMove() string   { return e.p.ToMove.String() }
func (e *crossingsPosition) Opponent() string { return e.p.ToMove.Other().String() }

// Won is false: no move of the other side's ends the game in favour of the side to move.
func (e *crossingsPosition) Won() bool { return false }

// Drawn reports whether the game is over without a winner.
func (e *crossingsPosition) Drawn() bool {
	_, won := e.p.Winner()
	return e.p.Over() && !won
}

// Forced says what the rules leave the side to move when that is not a free choice: "red must cross now, and can: a3-a4".
func (e *crossingsPosition) Forced() string {
	side := e.ToMove()
	moves := e.p.Moves(nil)
	switch {
	case e.p.MustCross() && len(moves) == 0:
		return side + " must cross now, and cannot"
	case e.p.MustCross():
		return side + " must cross now, and can: " + strings.Join(e.names(moves), " ")
	case len(moves) == 0:
		return "neither side has a move"
	case moves[0] == crossings.Pass:
		return side + " has no move and passes"
	}
	return ""
}

func (e *crossingsPosition) names(moves []crossings.Move) []string { return named(&e.p, moves) }

// Goal completes "in 5 plies".
func (e *crossingsPosition) Goal() string { return " to the deciding crossing" }

// Canonical is the board with Red to move, turned when Black is, or the mirror image of that.
func (e *crossingsPosition) Canonical() string { return string(e.AppendCanonical(nil)) }

func (e *crossingsPosition) AppendCanonical(key []byte) []byte {
	p, _ := e.p.Canonical()
	return p.AppendLine(key)
}

func (e *crossingsPosition) ToCanonical(moves []string) ([]string, error) { return e.renamed(moves) }

// FromCanonical does what ToCanonical does: turned or mirrored twice, a board is what it was.
func (e *crossingsPosition) FromCanonical(moves []string) ([]string, error) { return e.renamed(moves) }

// renamed returns the moves of a line as they are on the canonical form.
func (e *crossingsPosition) renamed(moves []string) ([]string, error) {
	all, err := parsed(&e.p, moves)
	if err != nil {
		return nil, err
	}
	_, isMirror := e.p.Canonical()
	there := func(sq crossings.Square) crossings.Square {
		if isMirror {
			sq = mirrored(sq, e.p.W)
		}
		if e.p.ToMove == crossings.Black {
			w := crossings.Square(e.p.W)
			sq = w*(crossings.Square(e.p.H)-1-sq/w) + sq%w
		}
		return sq
	}
	for i, m := range all {
		if m != crossings.Pass {
			all[i].From, all[i].To = there(m.From), there(m.To)
		}
	}
	return e.names(all), nil
}

func (e *crossingsPosition) Sort(moves []string) error {
	return sorted(&e.p, moves, func(a, b crossings.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func (e *crossingsPosition) Stations(line []string) ([]Station, error) { return stationsOf(e, line) }
func (e *crossingsPosition) Successors() []Successor                   { return successors(&e.p, afterCrossings) }
func (e *crossingsPosition) Reachable() []Position                     { return reachable(&e.p, afterCrossings) }

func (e *crossingsPosition) Play(move string) (Position, error) {
	return playMove(&e.p, move, ofCrossings)
}

func (e *crossingsPosition) ReadMove(text string) (string, error) { return reread(&e.p, text) }
func (e *crossingsPosition) PliesOf(move string) (int, error)     { return onePly(&e.p, move) }

func (e *crossingsPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	return perft(ctx, e, depth, 3, e.p.Perft)
}

// Board has capitals for the stones that have crossed and are locked.
func (e *crossingsPosition) Board() any {
	b := SquareBoard{W: int(e.p.W), H: int(e.p.H), Accent: "rR", Grouped: "rb", Locked: "RB"}
	for i := range b.W * b.H {
		b.Squares = append(b.Squares, rune(e.p.LetterAt(crossings.Square(i))))
	}
	if e.p.MustCross() {
		top, bottom := b.H-1, 0
		if e.p.ToMove == crossings.Red {
			top, bottom = bottom, top
		}
		b.Beside = map[int]string{top: e.Opponent() + " has crossed", bottom: e.ToMove() + " must cross to here now"}
	}
	return b
}

func (e *crossingsPosition) Describe(move string) any {
	m, err := e.p.ParseWritten(move)
	if err != nil {
		return nil
	}
	if m == crossings.Pass {
		return SquareStep{Side: e.ToMove(), From: -1, To: -1, Move: move}
	}
	far := e.p.FarRow(e.p.ToMove)
	return SquareStep{Side: e.ToMove(), From: int(m.From), To: int(m.To), Move: move, Capture: m.Capture, Crosses: far.Has(m.To)}
}

func crossingsDeals(_, rules, text string) (Deals, error) {
	d, start, err := crossingsDeal(rules, text)
	if err != nil {
		return nil, err
	}
	return dealOf(d.String(), start), nil
}

// crossingsDeal returns a deal and its start position under the rules.
func crossingsDeal(rules, text string) (d crossings.Deal, start *crossingsPosition, err error) {
	steps, _, err := crossings.ParseSteps(rules)
	if err != nil {
		return d, nil, err
	}
	if d, err = crossings.ParseDeal(text); err != nil {
		return d, nil, err
	}
	p, err := d.Start()
	if err != nil {
		return d, nil, err
	}
	p.Steps = steps
	return d, &crossingsPosition{p}, nil
}
