package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/s2"

	"foregone/analyze/record"
	"foregone/analyze/wire"
)

// Outcome is what came of a chunk.
type Outcome struct {
	Done    int           // the inputs answered, the first ones
	Elapsed time.Duration // for these
	Why     string        // nothing is done, "" when it is not all because a bound was reached or the worker had to stop
	Records []byte        // lines, compressed
	Told    []byte        // columns, encoded and compressed
}

// Encode returns the bytes of an outcome.
func (o *Outcome) Encode() ([]byte, error) { return wire.Marshal(o) }

// DecodeOutcome reads what Encode wrote.
func DecodeOutcome(b []byte) (*Outcome, error) {
	o := new(Outcome)
	return o, wire.Unmarshal(b, o)
}

// size is about that of the message.
func (o *Outcome) size() int { return len(o.Records) + len(o.Told) + 1<<8 }

// each calls yield with the answers: the line, with its end, or nothing where none is written.
func (o *Outcome) each(yield func(i int, record []byte, t *Told) error) error {
	if o.Done == 0 {
		return nil
	}
	told, err := o.told()
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(s2.NewReader(bytes.NewReader(o.Records)), block)
	for i := range o.Done {
		t := told.at(i)
		var line []byte
		if !t.Silent {
			if line, err = readLine(lines); err != nil {
				return fmt.Errorf("found %d records, expected %d: %w", i, o.Done, err)
			}
		}
		if err := yield(i, line, &t); err != nil {
			return err
		}
	}
	if _, err := lines.Peek(1); err != io.EOF {
		return fmt.Errorf("found more than %d records", o.Done)
	}
	return nil
}

// readLine returns the next line with its end, good until the next call.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	long := bytes.Clone(line)
	rest, err := r.ReadBytes('\n')
	return append(long, rest...), err
}

// packer gathers the answers of an outcome.
type packer struct {
	out   bytes.Buffer
	pack  *s2.Writer
	told  columns
	loose int // bytes since those that are in out for sure
}

// block is how many bytes are compressed at a time.
const block = 1 << 18

func (p *packer) reset() {
	p.out.Reset()
	if p.pack == nil {
		p.pack = s2.NewWriter(nil, s2.WriterConcurrency(1), s2.WriterBlockSize(block))
	}
	p.pack.Reset(&p.out)
	p.told.reset()
	p.loose = 0
}

// add appends an answer.
func (p *packer) add(record []byte, t Told) error {
	t.Silent = len(record) == 0
	p.told.add(&t)
	if p.loose += len(record); p.loose > block {
		p.loose %= block
	}
	_, err := p.pack.Write(record)
	return err
}

// bytes returns the size of the outcome at most.
func (p *packer) bytes() int { return p.out.Len() + p.loose + p.told.size + 1<<10 }

// outcome returns the answers. They are good until the next reset.
func (p *packer) outcome(elapsed time.Duration) (*Outcome, error) {
	if err := p.pack.Close(); err != nil {
		return nil, err
	}
	told, err := wire.Marshal(&p.told)
	return &Outcome{Done: len(p.told.Nodes), Elapsed: elapsed, Records: p.out.Bytes(), Told: s2.Encode(nil, told)}, err
}

// failure returns the outcome of a chunk of one input that no worker could answer.
func (c *Chunk) failure(why string) (*Outcome, error) {
	render, err := c.Format.Renderer()
	if err != nil {
		return nil, err
	}
	var p packer
	p.reset()
	c.inputs(func(in Input) bool {
		subject, _ := NewLoader(c.Hints).Load(&in)
		d := Done{ID: record.Name(subject, in.Place), Err: errors.New(why)}
		var text bytes.Buffer
		if err = render(&text, &d); err == nil {
			err = p.add(text.Bytes(), d.Tell())
		}
		return false
	})
	if err != nil {
		return nil, err
	}
	return p.outcome(0)
}
