package batch

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// part is a chunk that is handed out, or its outcome, which waits for those before.
type part struct {
	first uint64 // of all inputs, from 0
	count uint64
	name  string
	chunk *Chunk
	texts []func(line int) string // Task.Source of each input, nil when no input has one
	done  *Outcome                // nil: not yet
}

// add appends a task.
func (p *part) add(t *Task) {
	if t.Source != nil && p.texts == nil {
		p.texts = make([]func(int) string, p.count)
	}
	if p.texts != nil {
		p.texts = append(p.texts, t.Source)
	}
	p.chunk.add(t.Input)
	p.count++
}

// encode names the part, by its inputs and a sum of all that the chunk says, and returns the chunk's bytes.
func (p *part) encode() ([]byte, error) {
	body, err := p.chunk.Encode()
	p.name = fmt.Sprintf("%d-%d-%016x", p.first, p.count, xxhash.Sum64(body))
	return body, err
}

// rangeOf reads the inputs in a part's name.
func rangeOf(name string) (first, count uint64, ok bool) {
	var sum uint64
	n, err := fmt.Sscanf(name, "%d-%d-%x", &first, &count, &sum)
	return first, count, err == nil && n == 3 && count > 0 && count <= mostN
}

// keep cuts a part of two inputs or more down to those that are done, and returns parts for the others: the rest, or halves
// when nothing is done.
func (p *part) keep(done uint64) []*part {
	cuts := []uint64{done, p.count}
	if done == 0 {
		cuts = []uint64{0, p.count / 2, p.count}
	}
	var rest []*part
	for i := range len(cuts) - 1 {
		like := *p.chunk
		like.Runs = nil
		rest = append(rest, &part{first: p.first + cuts[i], chunk: &like})
	}
	n, at := uint64(0), 0
	p.chunk.inputs(func(in Input) bool {
		if at+2 < len(cuts) && n >= cuts[at+1] {
			at++
		}
		if n >= done {
			t := Task{Input: in}
			if p.texts != nil {
				t.Source = p.texts[n]
			}
			rest[at].add(&t)
		}
		n++
		return true
	})
	p.count = done
	return rest
}
