package games

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
	s := Subject{ID: r.ID, Start: &crossingsPosition{r.Start}}
	s.Final = s.Start
	if len(r.Moves) > 0 {
		s.Final = &crossingsPosition{r.Final}
		p := r.Start
		for _, m := range r.Moves {
			s.Moves = append(s.Moves, p.MoveString(m))
			p.Make(m)
		}
	}
	if n := r.Repetition(); n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("after ply %d a position stands for the third time: a draw by endless play may be claimed", n))
	}
	return s, nil
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

func (e *crossingsPosition) names(moves []crossings.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = e.p.MoveString(m)
	}
	return names
}

// Goal completes "in 5 plies".
func (e *crossingsPosition) Goal() string { return " to the deciding crossing" }

// Canonical is the board or its mirror image.
func (e *crossingsPosition) Canonical() string { return string(e.AppendCanonical(nil)) }

func (e *crossingsPosition) AppendCanonical(key []byte) []byte {
	p := e.p.Canonical()
	return p.AppendLine(key)
}

func (e *crossingsPosition) ToCanonical(moves []string) ([]string, error) { return e.renamed(moves) }

// FromCanonical does what ToCanonical does: a mirror image of a mirror image is the board.
func (e *crossingsPosition) FromCanonical(moves []string) ([]string, error) { return e.renamed(moves) }

// renamed returns the moves of a line as they are on the canonical form.
func (e *crossingsPosition) renamed(moves []string) ([]string, error) {
	mirror := e.p.Canonical() != e.p
	names := make([]string, len(moves))
	for i, text := range moves {
		m, err := e.p.ParseWritten(text)
		if err != nil {
			return nil, err
		}
		if mirror && m != crossings.Pass {
			m.From, m.To = e.mirrorSquare(m.From), e.mirrorSquare(m.To)
		}
		names[i] = e.p.MoveString(m)
	}
	return names, nil
}

func (e *crossingsPosition) mirrorSquare(s crossings.Square) crossings.Square {
	column := uint8(s) % e.p.W
	return s - crossings.Square(column) + crossings.Square(e.p.W-1-column)
}

func (e *crossingsPosition) Sort(moves []string) error {
	parsed := make([]crossings.Move, len(moves))
	for i, text := range moves {
		var err error
		if parsed[i], err = e.p.ParseWritten(text); err != nil {
			return err
		}
	}
	slices.SortFunc(parsed, func(a, b crossings.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	copy(moves, e.names(parsed))
	return nil
}

func (e *crossingsPosition) Stations(line []string) ([]Station, error) {
	at := &crossingsPosition{e.p}
	stations := make([]Station, len(line))
	for i, text := range line {
		names, err := at.ToCanonical([]string{text})
		if err != nil {
			return nil, err
		}
		stations[i] = Station{Canonical: at.AppendCanonical(nil), Move: names[0], Plies: 1}
		m, err := at.p.ParseWritten(text)
		if err != nil {
			return nil, err
		}
		if err := at.p.Play(m); err != nil {
			return nil, err
		}
	}
	return stations, nil
}

func (e *crossingsPosition) Successors() []Successor {
	moves := e.p.Moves(nil)
	next := make([]Successor, len(moves))
	for i, m := range moves {
		after := &crossingsPosition{e.p}
		after.p.Make(m)
		next[i] = Successor{e.p.MoveString(m), after}
	}
	return next
}

func (e *crossingsPosition) Reachable() []Position {
	var next []Position
	for _, m := range e.p.Moves(nil) {
		after := &crossingsPosition{e.p}
		after.p.Make(m)
		next = append(next, after)
	}
	return next
}

func (e *crossingsPosition) Play(move string) (Position, error) {
	m, err := e.p.ParseWritten(move)
	if err != nil {
		return nil, err
	}
	after := &crossingsPosition{e.p}
	if err := after.p.Play(m); err != nil {
		return nil, err
	}
	return after, nil
}

func (e *crossingsPosition) ReadMove(text string) (string, error) {
	m, err := e.p.ParseMove(text)
	if err != nil {
		return "", err
	}
	return e.p.MoveString(m), nil
}

func (e *crossingsPosition) PliesOf(move string) (int, error) {
	_, err := e.p.ParseWritten(move)
	return 1, err
}

func (e *crossingsPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	if depth <= 3 {
		return e.p.Perft(depth), ctx.Err()
	}
	var leaves uint64
	for _, s := range e.Reachable() {
		n, err := s.Perft(ctx, depth-1)
		if err != nil {
			return 0, err
		}
		leaves += n
	}
	return leaves, nil
}

// Board has capitals for the stones that have crossed and are locked.
func (e *crossingsPosition) Board() any {
	b := SquareBoard{W: int(e.p.W), H: int(e.p.H), Accent: "rR"}
	for i := range b.W * b.H {
		b.Squares = append(b.Squares, rune(e.p.LetterAt(crossings.Square(i))))
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

// crossingsDeal is the one start position of a size.
type crossingsDeal struct {
	d     crossings.Deal
	start crossings.Position
}

func crossingsDeals(_, rules, text string) (Deals, error) {
	steps, _, err := crossings.ParseSteps(rules)
	if err != nil {
		return nil, err
	}
	d, err := crossings.ParseDeal(text)
	if err != nil {
		return nil, err
	}
	start, err := d.Start()
	if err != nil {
		return nil, err
	}
	start.Steps = steps
	return crossingsDeal{d, start}, nil
}

func (d crossingsDeal) Count() uint64 { return 1 }

func (d crossingsDeal) At(uint64) (Subject, error) {
	start := &crossingsPosition{d.start}
	return Subject{ID: d.d.String(), Start: start, Final: start}, nil
}
