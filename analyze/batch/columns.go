package batch

import (
	"fmt"

	"foregone/analyze/wire"
	"foregone/solve"
)

// columns are what there is to know of answers, most of which differ in a few fields only.
type columns struct {
	_         struct{} `cbor:",toarray"`
	Verdicts  []byte   // with the bits below
	Nodes     []uint64
	Distances []int
	Game      string       // of all but Others
	Others    map[int]Told // those that have more to tell, by their place

	size int // about that of the encoded columns, at most
}

const (
	measured = 1 << 7
	silent   = 1 << 6
)

func (c *columns) reset() {
	*c = columns{Verdicts: c.Verdicts[:0], Nodes: c.Nodes[:0], Distances: c.Distances[:0]}
}

func (c *columns) add(t *Told) {
	if len(c.Nodes) == 0 {
		c.Game = t.Game
	}
	b := byte(t.Verdict)
	if t.Measured {
		b |= measured
	}
	if t.Silent {
		b |= silent
	}
	c.Verdicts = append(c.Verdicts, b)
	c.Nodes = append(c.Nodes, t.Nodes)
	c.Distances = append(c.Distances, t.Distance)
	c.size += 16
	i := len(c.Nodes) - 1
	if t.plain() && t.Game == c.Game {
		return
	}
	if c.Others == nil {
		c.Others = map[int]Told{}
	}
	c.Others[i] = *t
	c.size += 64 + len(t.ID) + len(t.Err)
	for _, note := range t.Notes {
		c.size += 8 + len(note)
	}
	if t.Input != nil {
		c.size += len(t.Input.Message)
	}
}

// plain reports whether there is nothing to tell but what is in the other columns.
func (t *Told) plain() bool {
	return t.ID == "" && t.Limit == solve.NoLimit && t.Value == 0 && !t.Mean && len(t.Notes) == 0 && !t.Failed()
}

// at returns the i-th.
func (c *columns) at(i int) Told {
	if t, ok := c.Others[i]; ok {
		return t
	}
	b := c.Verdicts[i]
	return Told{
		Game: c.Game, Verdict: solve.Verdict(b &^ (measured | silent)), Nodes: c.Nodes[i],
		Measured: b&measured != 0, Distance: c.Distances[i], Silent: b&silent != 0,
	}
}

// told decodes the columns of an outcome.
func (o *Outcome) told() (*columns, error) {
	text, err := unpack(o.Told)
	if err != nil {
		return nil, err
	}
	c := new(columns)
	if err := wire.Unmarshal(text, c); err != nil {
		return nil, err
	}
	if len(c.Verdicts) != o.Done || len(c.Nodes) != o.Done || len(c.Distances) != o.Done {
		return nil, fmt.Errorf("found what is told of %d answers, expected %d", len(c.Nodes), o.Done)
	}
	for i := range c.Verdicts {
		if t := c.at(i); int(t.Verdict) >= len(solve.VerdictNames()) || t.Limit > solve.Depth {
			return nil, fmt.Errorf("found the verdict %d and the limit %d", t.Verdict, t.Limit)
		}
	}
	return c, nil
}
