package joblevel

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"foregone/solve"
)

// header begins a snapshot, with the version of its format.
const header = "foregone jobs 1\n"

// ErrDamaged is what Load returns of a snapshot that is damaged, or of another version or root.
var ErrDamaged = errors.New("found a damaged snapshot of a proof, expected a whole one of this version and position")

// Save writes the tree, without the jobs that are running, in this form, all numbers being unsigned varints:
//
//	header
//	ID of the next job, nodes spent, count of positions
//	each position, before those that follow it: length and bytes of its name, work, steps
//	  a leaf, without steps: its proof and disproof numbers
//	  each step: 2 × the place of its position, + 1 for Again
//	count of facts
//	each fact: length and bytes of the position's name, solve.Win or solve.Loss, work
//	CRC-32 (IEEE) of all before it, four bytes, little-endian
func (t *Tree) Save(w io.Writer) error {
	order := t.order()
	place := make([]uint64, len(t.nodes))
	for k, i := range order {
		place[i] = uint64(k)
	}
	sum := crc32.NewIEEE()
	out := writer{bufio.NewWriter(io.MultiWriter(w, sum))}
	out.WriteString(header)
	out.number(t.next)
	out.number(t.spent)
	out.number(uint64(len(order)))
	for _, i := range order {
		n := &t.nodes[i]
		out.text(n.position)
		out.number(n.work)
		out.number(uint64(len(n.steps)))
		for _, e := range n.steps {
			to := 2 * place[e.to]
			if e.again {
				to++
			}
			out.number(to)
		}
		if n.steps == nil {
			out.number(uint64(n.proof))
			out.number(uint64(n.disproof))
		}
	}
	facts := t.Proven()
	out.number(uint64(len(facts)))
	for i := range facts {
		out.text(facts[i].Position)
		out.number(uint64(facts[i].Verdict()))
		out.number(facts[i].Work)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// writer writes numbers and texts; its first error comes from Flush.
type writer struct{ *bufio.Writer }

func (out writer) number(n uint64) {
	var buf [binary.MaxVarintLen64]byte
	out.Write(binary.AppendUvarint(buf[:0], n))
}

func (out writer) text(s string) {
	out.number(uint64(len(s)))
	out.WriteString(s)
}

// order returns the positions that can be reached from the root, each before those that follow it.
func (t *Tree) order() []int32 {
	before := make([]int32, len(t.nodes)) // steps to each that are not in the order yet
	reached := []int32{0}
	for k := 0; k < len(reached); k++ {
		for _, e := range t.nodes[reached[k]].steps {
			if before[e.to]++; before[e.to] == 1 {
				reached = append(reached, e.to)
			}
		}
	}
	order := append(make([]int32, 0, len(reached)), 0)
	for k := 0; k < len(order); k++ {
		for _, e := range t.nodes[order[k]].steps {
			if before[e.to]--; before[e.to] == 0 {
				order = append(order, e.to)
			}
		}
	}
	return order
}

// Load reads the Tree of a position that Save wrote. The IDs of its jobs go on from the last one before Save, so that they
// may be those of jobs that were given out later.
func Load(r io.Reader, root string, rules Rules, o Options) (*Tree, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	end := len(data) - crc32.Size
	if end < len(header) || string(data[:len(header)]) != header || binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return nil, ErrDamaged
	}
	t := empty(rules, o)
	in := &reader{r: bytes.NewReader(data[len(header):end])}
	t.next, t.spent = in.number(math.MaxUint64), in.number(math.MaxUint64)
	count := int(in.number(uint64(len(data))))
	t.nodes = make([]node, count)
	for i := range t.nodes {
		if !t.load(in, int32(i)) {
			return nil, ErrDamaged
		}
	}
	for range in.number(uint64(in.r.Len())) {
		position, v := in.text(), solve.Verdict(in.number(uint64(solve.Loss)))
		if in.err != nil || v != solve.Win && v != solve.Loss {
			return nil, ErrDamaged
		}
		t.proofs[position] = proof{v == solve.Win, in.number(math.MaxUint64)}
	}
	if in.err != nil || in.r.Len() > 0 || count == 0 || t.nodes[0].position != root || len(t.index) != count {
		return nil, ErrDamaged
	}
	for i := count - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if i > 0 && len(n.parents) == 0 {
			return nil, fmt.Errorf("%w: nothing leads to %s", ErrDamaged, n.position)
		}
		if t.compute(int32(i)); n.proven() {
			t.shed(int32(i))
		}
	}
	return t, nil
}

// load reads a node, and reports whether it can be.
func (t *Tree) load(in *reader, i int32) bool {
	n := &t.nodes[i]
	n.position = in.text()
	n.work = in.number(math.MaxUint64)
	for range in.number(uint64(in.r.Len())) {
		to := in.number(uint64(2*len(t.nodes) - 1))
		e := edge{int32(to / 2), to&1 != 0}
		if in.err != nil || e.to <= i {
			return false
		}
		n.steps = append(n.steps, e)
		c := &t.nodes[e.to]
		c.parents = append(c.parents, i)
	}
	if n.steps == nil {
		n.proof, n.disproof = uint32(in.number(Infinite)), uint32(in.number(Infinite))
		if !sound(n.proof, n.disproof) {
			return false
		}
	}
	t.index[n.position] = i
	return in.err == nil
}

// reader reads numbers and texts, until its first error.
type reader struct {
	r   *bytes.Reader
	err error
}

// number reads a number of at most so much.
func (in *reader) number(most uint64) uint64 {
	if in.err != nil {
		return 0
	}
	var n uint64
	if n, in.err = binary.ReadUvarint(in.r); in.err == nil && n > most {
		in.err = ErrDamaged
	}
	if in.err != nil {
		return 0
	}
	return n
}

func (in *reader) text() string {
	buf := make([]byte, in.number(uint64(in.r.Len())))
	if _, err := io.ReadFull(in.r, buf); err != nil && in.err == nil {
		in.err = err
	}
	return string(buf)
}
