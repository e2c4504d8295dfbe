package batch

import (
	"fmt"
	"time"

	"github.com/klauspost/compress/s2"

	"foregone/analyze/games"
	"foregone/analyze/wire"
)

// Chunk is a part of a batch that travels: inputs that follow one another, and how each is to be answered.
type Chunk struct {
	Hints   games.Hints
	Timeout time.Duration // a position
	Nodes   uint64        // of solve.Limits
	Memory  int64
	Want    games.Want
	Format  Format
	NoCache bool
	Runs    []InputRun
	Again   int `cbor:",omitempty"` // how often a worker that had to stop has given it back
}

// InputRun is one input, or Count deals of a range, each Step after the one before.
type InputRun struct {
	Input
	Count, Step uint64
}

// add appends an input.
func (c *Chunk) add(in Input) {
	if n := len(c.Runs); n > 0 && in.Deals != "" && in.Deals == c.Runs[n-1].Deals {
		last := &c.Runs[n-1]
		step := in.Index - last.Index - (last.Count-1)*last.Step
		if (last.Count == 1 || step == last.Step) && in.Place-last.Place == in.Index-last.Index {
			last.Count, last.Step = last.Count+1, step
			return
		}
	}
	c.Runs = append(c.Runs, InputRun{Input: in, Count: 1})
}

// inputs calls yield with the inputs in their order.
func (c *Chunk) inputs(yield func(Input) bool) {
	for i := range c.Runs {
		for n := range max(1, c.Runs[i].Count) {
			in := c.Runs[i].Input
			in.Index += n * c.Runs[i].Step
			in.Place += n * c.Runs[i].Step
			if !yield(in) {
				return
			}
		}
	}
}

// Encode returns the bytes of a chunk, the same for equal ones.
func (c *Chunk) Encode() ([]byte, error) {
	b, err := wire.Marshal(c)
	return s2.Encode(nil, b), err
}

// mostText bounds what a message may become when it is uncompressed.
const mostText = 1 << 30

func unpack(b []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(b); err != nil || n > mostText {
		return nil, fmt.Errorf("found %d bytes that are no part of a batch", len(b))
	}
	return s2.Decode(nil, b)
}

// DecodeChunk reads what Encode wrote.
func DecodeChunk(b []byte) (*Chunk, error) {
	text, err := unpack(b)
	if err != nil {
		return nil, err
	}
	c := new(Chunk)
	return c, wire.Unmarshal(text, c)
}
