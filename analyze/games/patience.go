package games

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/positions"
	"foregone/positions/patience"
)

var patienceFamily = Family{
	Names:      patience.Presets(),
	Recognizes: patience.Recognizes,
	Read:       readPatience,
	Parse: func(line string) (Position, error) {
		p, err := patience.Parse(line)
		if err != nil {
			return nil, err
		}
		return &patiencePosition{p}, nil
	},
	CheckRules: func(options string) error {
		_, err := patience.Rules{}.WithOptions(options)
		return err
	},
	Deals:     patienceDeals,
	FirstDeal: "ms 1",
	NewEngine: newPatienceEngine,
	Engines:   []string{depthvectorVersion, basesVersion, freecellVersion},
	Workloads: []Workload{
		{"eightoff", "eightoff", "", "ms 1..20000"},
		{"eightoff ncells=5", "eightoff", "ncells=5", "ms 1..2000"},
		{"seatowers", "seatowers", "", "ms 1..1000"},
		{"bakers", "bakers", "", "ms 1..300"},
		{"freecell", "freecell", "", "ms 1..300"},
	},
}

// patiencePosition erases the type of a patience.Position.
type patiencePosition struct{ p patience.Position }

func readPatience(item *positions.Item, h Hints) (Subject, *positions.Error) {
	r, err := patience.Read(item, patience.Hints{Game: h.Game, Rules: h.Rules})
	if err != nil {
		return Subject{}, err
	}
	s := Subject{ID: r.ID, Notes: r.Notes, Start: &patiencePosition{r.Start}}
	s.Final = s.Start
	if len(r.Moves) > 0 {
		s.Final = &patiencePosition{r.Final}
		for _, m := range r.Moves {
			s.Moves = append(s.Moves, m.String())
		}
	}
	if r.Deal != nil {
		s.Number = r.Deal.Number
		if s.ID == "" {
			s.ID = r.Deal.String()
		}
	}
	return s, nil
}

func (e *patiencePosition) Game() string                        { return e.p.Rules.Game }
func (e *patiencePosition) Rules() string                       { return e.p.Rules.Options() }
func (e *patiencePosition) RulesInWords() string                { return e.p.Rules.Words() }
func (e *patiencePosition) String() string                      { return e.p.String() }
func (e *patiencePosition) Over() bool                          { return e.p.Won() }
func (e *patiencePosition) Sides() bool                         { return false }
func (e *patiencePosition) Keys() []string                      { return nil }
func (e *patiencePosition) ToMove() string                      { return "" }
func (e *patiencePosition) Opponent() string                    { return "" }
func (e *patiencePosition) Won() bool                           { return e.p.Won() }
func (e *patiencePosition) Formats() []string                   { return patience.Formats() }
func (e *patiencePosition) Write(format string) (string, error) { return patience.Write(&e.p, format) }

func (e *patiencePosition) Successors() []Successor {
	moves := e.p.Moves(nil)
	next := make([]Successor, len(moves))
	for i, m := range moves {
		after := &patiencePosition{e.p}
		if err := after.p.Play(m); err != nil {
			panic(err) // Moves gives legal moves only
		}
		next[i] = Successor{m.String(), after}
	}
	return next
}

func (e *patiencePosition) Reachable() []Position {
	var next []Position
	for _, s := range e.Successors() {
		next = append(next, s.Position)
	}
	return next
}

func (e *patiencePosition) Play(move string) (Position, error) {
	m, err := patience.ParseWritten(move)
	if err != nil {
		return nil, err
	}
	after := &patiencePosition{e.p}
	if err := after.p.Play(m); err != nil {
		return nil, err
	}
	return after, nil
}

func (e *patiencePosition) ReadMove(text string) (string, error) {
	m, err := e.p.ParseMove(text)
	if err != nil {
		return "", err
	}
	return m.String(), nil
}

func (e *patiencePosition) PliesOf(move string) (int, error) {
	m, err := patience.ParseWritten(move)
	return singles(m), err
}

// singles returns the single-card moves that m stands for.
func singles(m patience.Move) int { return 2*int(m.N) - 1 }

func (e *patiencePosition) Perft(ctx context.Context, depth int) (uint64, error) {
	return perft(ctx, e, depth, 2, e.p.Perft)
}

func (e *patiencePosition) Board() any {
	t := CardTable{Cells: slices.Clone(e.p.Cells[:e.p.NumCells()])}
	for s, rank := range e.p.Home {
		if rank > 0 {
			t.Foundations[s] = positions.NewCard(int(rank), positions.Suit(s))
		}
	}
	for i := range t.Cells {
		t.CellNames = append(t.CellNames, patience.Cell(i).String())
	}
	for i := range e.p.NumColumns() {
		t.Columns = append(t.Columns, slices.Clone(e.p.Columns[i].All()))
		t.ColumnNames = append(t.ColumnNames, patience.Place(i).String())
	}
	return t
}

func (e *patiencePosition) Describe(move string) any {
	m, err := patience.ParseWritten(move)
	if err != nil || e.p.Check(m) != nil {
		return nil
	}
	step := CardStep{From: cardPlace(m.From), To: cardPlace(m.To)}
	if step.From.Kind == InCell {
		step.Cards = []positions.Card{e.p.Cells[m.From-patience.FirstCell]}
	} else {
		column := e.p.Columns[m.From].All()
		step.Cards = slices.Clone(column[len(column)-int(m.N):])
	}
	if step.To.Kind == InColumn {
		step.Onto = e.p.Columns[m.To].Top()
	}
	return step
}

func cardPlace(l patience.Place) CardPlace {
	switch {
	case l == patience.Home:
		return CardPlace{InFoundation, "h"}
	case l >= patience.FirstCell:
		return CardPlace{InCell, l.String()}
	default:
		return CardPlace{InColumn, l.String()}
	}
}

func (e *patiencePosition) Relaxed() []Relaxation {
	var kinder []Relaxation
	add := func(words string, change func(r *patience.Rules)) {
		next := &patiencePosition{e.p}
		change(&next.p.Rules)
		kinder = append(kinder, Relaxation{words, next})
	}
	switch e.p.Rules.Empty {
	case patience.KingsOnly:
		add("if any card could go to an empty column", func(r *patience.Rules) { r.Empty = patience.AnyCard })
	case patience.NoCards:
		add("if kings could go to an empty column", func(r *patience.Rules) { r.Empty = patience.KingsOnly })
	}
	for n := int(e.p.Rules.Cells) + 1; n <= min(int(e.p.Rules.Cells)+2, patience.MaxCells); n++ {
		add("with "+english.Plural(n, "cell", ""), func(r *patience.Rules) { r.Cells = uint8(n) })
	}
	return kinder
}

// patienceRange is a range of deals under one set of rules.
type patienceRange struct {
	rules patience.Rules
	first patience.Deal
	last  uint64
}

func patienceDeals(game, rules, text string) (Deals, error) {
	r, ok := patience.Preset(strings.ToLower(game))
	if !ok {
		return nil, fmt.Errorf("found game %q, expected %s", game, oneOf(patience.Presets()))
	}
	r, err := r.WithOptions(rules)
	if err != nil {
		return nil, err
	}
	first, last, err := patience.ParseDeals(text)
	if err != nil {
		return nil, err
	}
	return patienceRange{rules: r, first: first, last: last}, nil
}

func (d patienceRange) Count() uint64 { return d.last - d.first.Number + 1 }

func (d patienceRange) At(i uint64) (Subject, error) {
	deal := d.first
	deal.Number += i
	p, err := deal.Start(d.rules)
	if err != nil {
		return Subject{}, err
	}
	start := &patiencePosition{p}
	return Subject{ID: deal.String(), Number: deal.Number, Start: start, Final: start}, nil
}
