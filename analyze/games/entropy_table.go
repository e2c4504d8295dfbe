package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/layers"
)

// entropyPlan is the table of the rounds that begin on an empty board with a bag.
type entropyPlan struct {
	start    layers.Start
	estimate layers.Estimate
}

// planEntropyTable takes a board as entropyDeals does.
func planEntropyTable(game, rules, board string) (TablePlan, error) {
	deals, err := entropyDeals(game, rules, board)
	if err != nil {
		return nil, err
	}
	subject, err := deals.At(0)
	if err != nil {
		return nil, err
	}
	p := &entropyPlan{start: startOf(&subject.Start.(*entropyPosition).p)}
	if p.estimate, err = p.start.Estimate(); err != nil {
		return nil, err
	}
	return p, nil
}

// startOf returns what the rounds began with that can lead to a position, its colours by the number of their chips: as
// all colours are alike, one table has the rounds of all such bags.
func startOf(p *entropy.Position) layers.Start {
	bag := p.Chips()
	slices.SortFunc(bag[1:], func(a, b uint8) int { return cmp.Compare(b, a) })
	return layers.Start{N: int(p.N), Bag: bag}
}

func entropyTableName(s layers.Start) string {
	name := fmt.Sprintf("%s %dx%[2]d", entropy.Name, s.N)
	if s.Bag != entropy.StandardBag(s.N) {
		name += " bag=" + s.Bag.String()
	}
	return name
}

func (p *entropyPlan) Name() string { return entropyTableName(p.start) }

func (p *entropyPlan) Start() Position {
	return &entropyPosition{entropy.Position{N: uint8(p.start.N), Bag: p.start.Bag}}
}

// workAPosition is the mean time of a position on 4x4 with eight chips of each of two colours.
const workAPosition = 950 * time.Nanosecond

// Need counts with the memory the pages of the finished file, which are mapped to be checked; they can be taken from disk.
func (p *entropyPlan) Need(_ int, startOnly bool) TableNeed {
	e := p.estimate
	n := TableNeed{
		Size:   fmt.Sprintf("%s positions in %d layers", humanize.Comma(int64(e.Positions)), p.start.N*p.start.N+1),
		Memory: e.Memory + e.File,
		Least:  e.Memory,
		Disk:   e.File,
		Work:   time.Duration(e.Positions) * workAPosition,
		Units:  e.Positions,
	}
	if startOnly {
		n.Least, n.Disk = n.Memory, 0
	}
	return n
}

// Pace takes every machine for the one that was measured.
func (p *entropyPlan) Pace(ctx context.Context) (float64, error) { return 1, ctx.Err() }

func (p *entropyPlan) Build(ctx context.Context, o TableOptions) (Table, error) {
	if o.Samples > 0 {
		return nil, errors.New("--sample is not available for tables of this game")
	}
	if need := p.Need(o.Jobs, o.Path == ""); o.Memory > 0 && need.Least > o.Memory {
		return nil, fmt.Errorf("the table of %s takes %s of memory, expected at most the %s that are allowed (--memory)", p.Name(),
			humanize.IBytes(uint64(need.Least)), humanize.IBytes(uint64(o.Memory)))
	}
	t, err := layers.Build(ctx, p.start, layers.Options{Jobs: o.Jobs, Path: o.Path, Anew: o.Anew, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	return entropyTable{t}, nil
}

func openEntropyTable(path string) (Table, error) {
	t, err := layers.Open(path)
	if err != nil {
		return nil, err
	}
	return entropyTable{t}, nil
}

// entropyTable is a table with the types erased.
type entropyTable struct{ *layers.Table }

func (t entropyTable) Name() string { return entropyTableName(t.Start()) }

// Probe takes the colours of a position in the order of the table's bag.
func (t entropyTable) Probe(pos Position) (Answer, error) {
	e, ok := pos.(*entropyPosition)
	if !ok {
		return Answer{}, nil
	}
	p := byNumber(e.p)
	if !t.Has(&p) {
		return Answer{}, nil
	}
	v, err := t.Table.Probe(&p)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Result: solve.Result{Verdict: solve.Value}, Optimal: true, Low: Fraction(v), High: Fraction(v)}, nil
}

// byNumber renames the colours of a position by the number of their chips on the board, in hand and in the bag, most
// first.
func byNumber(p entropy.Position) entropy.Position {
	var chips [entropy.MaxColours + 1]int
	for c, count := range p.Bag {
		chips[c] = int(count)
	}
	chips[p.Chip]++
	for _, c := range p.Board() {
		chips[c]++
	}
	order := [...]entropy.Colour{1, 2, 3, 4, 5, 6, 7}
	slices.SortStableFunc(order[:], func(a, b entropy.Colour) int { return cmp.Compare(chips[b], chips[a]) })
	var name [entropy.MaxColours + 1]entropy.Colour
	q := entropy.Position{N: p.N, Acts: p.Acts}
	for i, c := range order {
		name[c] = entropy.Colour(i + 1)
		q.Bag[i+1] = p.Bag[c]
	}
	q.Chip = name[p.Chip]
	for i, c := range p.Board() {
		q.Cells[i] = name[c]
	}
	return q
}
