package games

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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
	s := Subject{ID: r.ID, Start: &breakthroughPosition{r.Start}}
	s.Final = s.Start
	if len(r.Moves) > 0 {
		s.Final = &breakthroughPosition{r.Final}
		p := r.Start
		for _, m := range r.Moves {
			s.Moves = append(s.Moves, p.MoveString(m))
			if err := p.Play(m); err != nil {
				panic(err) // Read gives legal moves only
			}
		}
	}
	return s, nil
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

// mirrored reports whether the canonical form is the mirror image.
func (e *breakthroughPosition) mirrored() bool { return e.p.Canonical() != e.p }

func (e *breakthroughPosition) ToCanonical(moves []string) ([]string, error) {
	return e.renamed(moves, e.mirrored())
}

func (e *breakthroughPosition) FromCanonical(moves []string) ([]string, error) {
	return e.renamed(moves, e.mirrored())
}

// renamed returns the moves of a line, or their mirror images.
func (e *breakthroughPosition) renamed(moves []string, mirror bool) ([]string, error) {
	names := make([]string, len(moves))
	for i, text := range moves {
		m, err := e.p.ParseWritten(text)
		if err != nil {
			return nil, err
		}
		if mirror {
			m.From, m.To = e.mirrorSquare(m.From), e.mirrorSquare(m.To)
		}
		names[i] = e.p.MoveString(m)
	}
	return names, nil
}

func (e *breakthroughPosition) mirrorSquare(s breakthrough.Square) breakthrough.Square {
	column := uint8(s) % e.p.W
	return s - breakthrough.Square(column) + breakthrough.Square(e.p.W-1-column)
}

func (e *breakthroughPosition) Sort(moves []string) error {
	parsed := make([]breakthrough.Move, len(moves))
	for i, text := range moves {
		var err error
		if parsed[i], err = e.p.ParseWritten(text); err != nil {
			return err
		}
	}
	slices.SortFunc(parsed, func(a, b breakthrough.Move) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	for i, m := range parsed {
		moves[i] = e.p.MoveString(m)
	}
	return nil
}

func (e *breakthroughPosition) Stations(line []string) ([]Station, error) {
	at := &breakthroughPosition{e.p}
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

func (e *breakthroughPosition) Successors() []Successor {
	if e.p.Over() {
		return nil
	}
	moves := e.p.Moves(nil)
	next := make([]Successor, len(moves))
	for i, m := range moves {
		after := &breakthroughPosition{e.p}
		if err := after.p.Play(m); err != nil {
			panic(err) // Moves gives legal moves only
		}
		next[i] = Successor{e.p.MoveString(m), after}
	}
	return next
}

func (e *breakthroughPosition) Reachable() []Position {
	var next []Position
	for _, s := range e.Successors() {
		next = append(next, s.Position)
	}
	return next
}

func (e *breakthroughPosition) Play(move string) (Position, error) {
	m, err := e.p.ParseWritten(move)
	if err != nil {
		return nil, err
	}
	after := &breakthroughPosition{e.p}
	if err := after.p.Play(m); err != nil {
		return nil, err
	}
	return after, nil
}

func (e *breakthroughPosition) ReadMove(text string) (string, error) {
	m, err := e.p.ParseMove(text)
	if err != nil {
		return "", err
	}
	return e.p.MoveString(m), nil
}

func (e *breakthroughPosition) PliesOf(move string) (int, error) {
	_, err := e.p.ParseWritten(move)
	return 1, err
}

func (e *breakthroughPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	if depth <= 3 {
		return e.p.Perft(depth), ctx.Err()
	}
	var leaves uint64
	for _, s := range e.Successors() {
		n, err := s.Position.Perft(ctx, depth-1)
		if err != nil {
			return 0, err
		}
		leaves += n
	}
	return leaves, nil
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

// startDeal is the one start position of a size.
type startDeal struct{ d breakthrough.Deal }

func breakthroughDeals(game, rules, text string) (Deals, error) {
	if err := breakthrough.CheckRules(rules); err != nil {
		return nil, err
	}
	d, err := breakthrough.ParseDeal(text)
	if err != nil {
		return nil, err
	}
	if _, err := d.Start(); err != nil {
		return nil, err
	}
	return startDeal{d}, nil
}

func (d startDeal) Count() uint64 { return 1 }

func (d startDeal) At(uint64) (Subject, error) {
	p, err := d.d.Start()
	if err != nil {
		return Subject{}, err
	}
	start := &breakthroughPosition{p}
	return Subject{ID: d.d.String(), Start: start, Final: start}, nil
}
