package games

import (
	"cmp"
	"context"
	"fmt"

	"foregone/positions"
	"foregone/positions/breakthrough"
	"foregone/solve/quiet"
)

var breakthroughFamily = Family{
	Names:      []string{breakthrough.Name},
	Recognizes: breakthrough.Recognizes,
	Read:       readBreakthrough,
	Parse: func(line string) (Position, error) {
		p, err := breakthrough.Parse(line)
		if err != nil {
			return nil, err
		}
		return &breakthroughPosition{p}, nil
	},
	CheckRules: breakthrough.CheckRules,
	Deals:      breakthroughDeals,
	FirstDeal:  "8x8",
	NewEngine:  newBreakthroughEngine,
	Engines:    breakthroughVersions,
	Workloads:  breakthroughWorkloads,
	PlanTable:  planBreakthroughTable,
	OpenTable:  openBreakthroughTable,
	TableNames: func(p Position) []string {
		b := &p.(*breakthroughPosition).p
		return []string{breakthroughTableName(quiet.Size{W: int(b.W), H: int(b.H)})}
	},
}

// breakthroughPosition erases the type of a breakthrough.Position.
type breakthroughPosition struct{ p breakthrough.Position }

func readBreakthrough(item *positions.Item, h Hints) (Subject, *positions.Error) {
	r, err := breakthrough.Read(item, breakthrough.Hints{Game: h.Game, Rules: h.Rules, ToMove: h.ToMove})
	if err != nil {
		return Subject{}, err
	}
	return subjectOf(r.ID, &r.Start, r.Moves, ofBreakthrough), nil
}

func ofBreakthrough(p breakthrough.Position) Position { return &breakthroughPosition{p} }

// afterBreakthrough makes a legal move.
func afterBreakthrough(p breakthrough.Position, m breakthrough.Move) Position {
	if err := p.Play(m); err != nil {
		panic(err) // Moves gives legal moves only
	}
	return &breakthroughPosition{p}
}

func (e *breakthroughPosition) Game() string  { return breakthrough.Name }
func (e *breakthroughPosition) Rules() string { return "" }
func (e *breakthroughPosition) RulesInWords() string {
	return fmt.Sprintf("%dx%d, columns x rows", e.p.W, e.p.H)
}
func (e *breakthroughPosition) String() string    { return e.p.String() }
func (e *breakthroughPosition) Formats() []string { return breakthrough.Formats() }
func (e *breakthroughPosition) Write(format string) (string, error) {
	return breakthrough.Write(&e.p, format)
}
func (e *breakthroughPosition) Over() bool                    { return e.p.Over() }
func (e *breakthroughPosition) Relaxed() []Relaxation         { return nil }
func (e *breakthroughPosition) Settled() (Position, []string) { return e, nil }

// AppendSettled has nothing to write: every move needs thought.
func (e *breakthroughPosition) AppendSettled(key []byte) ([]byte, bool) { return key, false }

func (e *breakthroughPosition) Sides() bool      { return true }
func (e *breakthroughPosition) Keys() []string   { return []string{"to-move: " + e.ToMove()} }
func (e *breakthroughPosition) ToMove() string   { return e.p.ToMove.String() }
func (e *breakthroughPosition) Opponent() string { return e.p.ToMove.Other().String() }

// Won reports whether the game is over in favour of the side to move.
func (e *breakthroughPosition) Won() bool {
	winner, over := e.p.Winner()
	return over && winner == e.p.ToMove
}

// Canonical is the board or its mirror image.
func (e *breakthroughPosition) Canonical() string { return string(e.AppendCanonical(nil)) }

func (e *breakthroughPosition) AppendCanonical(key []byte) []byte {
	p := e.p.Canonical()
	return p.AppendLine(key)
}

func (e *breakthroughPosition) ToCanonical(moves []string) ([]string, error) { return e.renamed(moves) }

// FromCanonical does what ToCanonical does: a mirror image of a mirror image is the board.
func (e *breakthroughPosition) FromCanonical(moves []string) ([]string, error) {
	return e.renamed(moves)
}

// renamed returns the moves of a line as they are on the canonical form.
func (e *breakthroughPosition) renamed(moves []string) ([]string, error) {
	all, err := parsed(&e.p, moves)
	if err != nil {
		return nil, err
	}
	if e.p.Canonical() != e.p {
		for i, m := range all {
			all[i].From, all[i].To = mirrored(m.From, e.p.W), mirrored(m.To, e.p.W)
		}
	}
	return named(&e.p, all), nil
}

func (e *breakthroughPosition) Sort(moves []string) error {
	return sorted(&e.p, moves, func(a, b breakthrough.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func (e *breakthroughPosition) Stations(line []string) ([]Station, error) { return stationsOf(e, line) }

func (e *breakthroughPosition) Successors() []Successor {
	if e.p.Over() {
		return nil
	}
	return successors(&e.p, afterBreakthrough)
}

func (e *breakthroughPosition) Reachable() []Position {
	if e.p.Over() {
		return nil
	}
	return reachable(&e.p, afterBreakthrough)
}

func (e *breakthroughPosition) Play(move string) (Position, error) {
	return playMove(&e.p, move, ofBreakthrough)
}

func (e *breakthroughPosition) ReadMove(text string) (string, error) { return reread(&e.p, text) }

func (e *breakthroughPosition) PliesOf(move string) (int, error) { return onePly(&e.p, move) }

func (e *breakthroughPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	return perft(ctx, e, depth, 3, e.p.Perft)
}

func (e *breakthroughPosition) Board() any {
	b := SquareBoard{W: int(e.p.W), H: int(e.p.H), Accent: "b"}
	for i := range b.W * b.H {
		sq := breakthrough.Square(i)
		switch {
		case e.p.Pieces[breakthrough.White].Has(sq):
			b.Squares = append(b.Squares, 'w')
		case e.p.Pieces[breakthrough.Black].Has(sq):
			b.Squares = append(b.Squares, 'b')
		default:
			b.Squares = append(b.Squares, '.')
		}
	}
	return b
}

func (e *breakthroughPosition) Describe(move string) any {
	m, err := e.p.ParseWritten(move)
	if err != nil {
		return nil
	}
	return SquareStep{Side: e.ToMove(), From: int(m.From), To: int(m.To), Move: move, Capture: m.Capture}
}

func breakthroughDeals(game, rules, text string) (Deals, error) {
	if err := breakthrough.CheckRules(rules); err != nil {
		return nil, err
	}
	d, err := breakthrough.ParseDeal(text)
	if err != nil {
		return nil, err
	}
	start, err := d.Start()
	if err != nil {
		return nil, err
	}
	return dealOf(d.String(), &breakthroughPosition{start}), nil
}
