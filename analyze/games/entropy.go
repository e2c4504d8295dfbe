package games

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"foregone/positions"
	"foregone/positions/entropy"
)

var entropyFamily = Family{
	Names:      []string{entropy.Name},
	Recognizes: entropy.Recognizes,
	Read:       readEntropy,
	Parse: func(line string) (Position, error) {
		p, err := entropy.Parse(line)
		if err != nil {
			return nil, err
		}
		return &entropyPosition{p}, nil
	},
	CheckRules: entropy.CheckRules,
	Deals:      entropyDeals,
	FirstDeal:  "7x7",
	NewEngine:  newEntropyEngine,
	Players:    entropyReferences,
	Engines:    entropyVersions,
	Workloads:  entropyWorkloads,
	PlanTable:  planEntropyTable,
	OpenTable:  openEntropyTable,
	TableNames: func(p Position) []string { return []string{entropyTableName(startOf(&p.(*entropyPosition).p))} },
}

// entropyPosition erases the type of an entropy.Position.
type entropyPosition struct{ p entropy.Position }

func readEntropy(item *positions.Item, h Hints) (Subject, *positions.Error) {
	r, err := entropy.Read(item, entropy.Hints{Game: h.Game, Rules: h.Rules, ToMove: h.ToMove})
	if err != nil {
		return Subject{}, err
	}
	return subjectOf(r.ID, &r.Start, r.Moves, ofEntropy), nil
}

func ofEntropy(p entropy.Position) Position { return &entropyPosition{p} }

// afterEntropy makes a legal move.
func afterEntropy(p entropy.Position, m entropy.Move) Position {
	if err := p.Play(m); err != nil {
		panic(err) // Moves gives legal moves only
	}
	return &entropyPosition{p}
}

func (e *entropyPosition) Game() string                            { return entropy.Name }
func (e *entropyPosition) Rules() string                           { return "" }
func (e *entropyPosition) RulesInWords() string                    { return fmt.Sprintf("%dx%[1]d", e.p.N) }
func (e *entropyPosition) String() string                          { return e.p.String() }
func (e *entropyPosition) Formats() []string                       { return entropy.Formats() }
func (e *entropyPosition) Write(format string) (string, error)     { return entropy.Write(&e.p, format) }
func (e *entropyPosition) Over() bool                              { return e.p.Over() }
func (e *entropyPosition) Won() bool                               { return false }
func (e *entropyPosition) Relaxed() []Relaxation                   { return nil }
func (e *entropyPosition) Settled() (Position, []string)           { return e, nil }
func (e *entropyPosition) AppendSettled(key []byte) ([]byte, bool) { return key, false }
func (e *entropyPosition) Sides() bool                             { return false }
func (e *entropyPosition) ToMove() string                          { return e.p.Acts.String() }

// Opponent is none of chance.
func (e *entropyPosition) Opponent() string {
	switch e.p.Acts {
	case entropy.Chaos:
		return entropy.Order.String()
	case entropy.Order:
		return entropy.Chaos.String()
	}
	return ""
}

// Keys are those lines of the page.
func (e *entropyPosition) Keys() []string {
	var keys []string
	for line := range strings.Lines(e.p.Page()) {
		name, _, _ := strings.Cut(line, ": ")
		if name == "acts" || name == "bag" {
			keys = append(keys, strings.TrimSpace(line))
		}
	}
	return keys
}

func (e *entropyPosition) Score() int      { return e.p.Score() }
func (e *entropyPosition) Maximises() bool { return e.p.Acts == entropy.Order }

// Weights are the numbers of chips of each colour left.
func (e *entropyPosition) Weights() []int {
	if e.p.Acts != entropy.Draw {
		return nil
	}
	var weights []int
	for _, m := range e.p.Moves(nil) {
		weights = append(weights, int(e.p.Bag[m.Chip]))
	}
	return weights
}

func (e *entropyPosition) Points() Points {
	var r Points
	n := int(e.p.N)
	for i := range n {
		r.Rows = append(r.Rows, e.p.RowPoints(n-1-i))
		r.Columns = append(r.Columns, e.p.ColumnPoints(i))
	}
	for _, found := range e.p.Palindromes(nil) {
		r.Runs = append(r.Runs, fmt.Sprintf("%s-%s", e.p.SquareName(found.From), e.p.SquareName(found.To)))
		step := entropy.Square(1)
		if (found.To-found.From)%entropy.Square(n) == 0 {
			step = entropy.Square(n)
		}
		var chips strings.Builder
		for at := found.From; at <= found.To; at += step {
			chips.WriteByte(e.p.Cells[at].Letter())
		}
		r.Chips = append(r.Chips, chips.String())
	}
	return r
}

// Canonical is the form that turning and mirroring the board and renaming the colours lead to.
func (e *entropyPosition) Canonical() string { return string(e.AppendCanonical(nil)) }

func (e *entropyPosition) AppendCanonical(key []byte) []byte {
	p, _ := e.p.Canonical()
	return p.AppendLine(key)
}

func (e *entropyPosition) ToCanonical(moves []string) ([]string, error) {
	p, by := e.p.Canonical()
	return renamedChips(moves, &e.p, &p, by)
}

func (e *entropyPosition) FromCanonical(moves []string) ([]string, error) {
	p, by := e.p.Canonical()
	return renamedChips(moves, &p, &e.p, by.Inverse())
}

// renamedChips returns what moves written for one position are in another one.
func renamedChips(moves []string, from, to *entropy.Position, by entropy.Symmetry) ([]string, error) {
	all, err := parsed(from, moves)
	if err != nil {
		return nil, err
	}
	for i, m := range all {
		all[i] = by.Move(m)
	}
	return named(to, all), nil
}

func (e *entropyPosition) Sort(moves []string) error {
	return sorted(&e.p, moves, func(a, b entropy.Move) int {
		return cmp.Or(cmp.Compare(a.Chip, b.Chip), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func (e *entropyPosition) Stations(line []string) ([]Station, error) { return stationsOf(e, line) }
func (e *entropyPosition) Successors() []Successor                   { return successors(&e.p, afterEntropy) }
func (e *entropyPosition) Reachable() []Position                     { return reachable(&e.p, afterEntropy) }

func (e *entropyPosition) Play(move string) (Position, error) {
	return playMove(&e.p, move, ofEntropy)
}

func (e *entropyPosition) ReadMove(text string) (string, error) { return reread(&e.p, text) }
func (e *entropyPosition) PliesOf(move string) (int, error)     { return onePly(&e.p, move) }

func (e *entropyPosition) Perft(ctx context.Context, depth int) (uint64, error) {
	return perft(ctx, e, depth, 3, e.p.Perft)
}

func (e *entropyPosition) Board() any {
	b := SquareBoard{W: int(e.p.N), H: int(e.p.N), Chips: true}
	for _, c := range e.p.Board() {
		b.Squares = append(b.Squares, rune(c.Letter()))
	}
	return b
}

func (e *entropyPosition) Describe(move string) any {
	m, err := e.p.ParseWritten(move)
	if err != nil {
		return nil
	}
	step := ChipStep{Side: m.Acts.String(), From: -1, To: -1}
	if m.Acts == entropy.Order && !m.IsPass() {
		step.From, step.FromName = int(m.From), e.p.SquareName(m.From)
		step.Chip = rune(e.p.Cells[m.From].Letter())
	}
	if m.Acts != entropy.Draw && !m.IsPass() {
		step.To, step.ToName = int(m.To), e.p.SquareName(m.To)
	}
	if m.Chip != 0 {
		step.Chip = rune(m.Chip.Letter())
	}
	return step
}

// entropyDeals takes the size of a board, and after it "bag=" where the bag is not the size's own.
func entropyDeals(_, rules, text string) (Deals, error) {
	if err := entropy.CheckRules(rules); err != nil {
		return nil, err
	}
	size, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	d, err := entropy.ParseDeal(size)
	if err != nil {
		return nil, err
	}
	if rest = strings.TrimSpace(rest); rest == "" {
		p, err := d.Start()
		return dealOf(d.String(), &entropyPosition{p}), err
	}
	if !strings.HasPrefix(rest, "bag=") || strings.Contains(rest, " ") {
		return nil, fmt.Errorf("found %q after the size, expected nothing or a bag such as bag=A5B4", positions.Shorten(rest, 40))
	}
	p, err := entropy.Parse(fmt.Sprintf("%s %s draw %s", entropy.Name, d, rest))
	if err != nil {
		if at, ok := err.(*positions.Error); ok {
			return nil, fmt.Errorf("bag: %s", at.Message)
		}
		return nil, err
	}
	name := d.String()
	if p.Bag != entropy.StandardBag(d.N) {
		name += " bag=" + p.Bag.String()
	}
	return dealOf(name, &entropyPosition{p}), nil
}
