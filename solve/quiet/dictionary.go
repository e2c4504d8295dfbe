package quiet

import (
	"cmp"
	"math/bits"
	"slices"
)

// A table has few different words. The more often one occurs, the lower its code.
const (
	frequent = 255                  // words with codes of one byte
	coded    = frequent + 1<<16 - 1 // words with codes of one byte or three
)

// dictionary counts the words of a table and gives them codes. Its buffers are kept.
type dictionary[T word] struct {
	words []T      // in the order of their first appearance
	seen  []uint32 // how often, without words like the one before
	codes []int32  // none: too rare
	order []int32  // places of words by code
	slots []int32  // hash table of places in words, plus 1; 2^(64-shift) of them
	shift int
}

func (d *dictionary[T]) reset() {
	d.words, d.seen = d.words[:0], d.seen[:0]
	d.resize(1 << 12)
}

// count counts the words of a block.
func (d *dictionary[T]) count(block []T) {
	at := int32(none)
	var last T
	for _, x := range block {
		if x == last && at != none {
			continue
		}
		last, at = x, d.find(x)
		if at == none {
			at = d.add(x)
		}
		d.seen[at]++
	}
}

func hash[T word](x T) uint64 { return uint64(x) * 0x9e3779b97f4a7c15 }

// find returns the place of a word, or none.
func (d *dictionary[T]) find(x T) int32 {
	mask := uint64(len(d.slots) - 1)
	for h := hash(x) >> d.shift; ; h++ {
		switch at := d.slots[h&mask] - 1; {
		case at < 0:
			return none
		case d.words[at] == x:
			return at
		}
	}
}

// add puts in a new word.
func (d *dictionary[T]) add(x T) int32 {
	d.words, d.seen = append(d.words, x), append(d.seen, 0)
	if 2*len(d.words) > len(d.slots) {
		d.resize(4 * len(d.slots))
	} else {
		d.put(len(d.words) - 1)
	}
	return int32(len(d.words) - 1)
}

func (d *dictionary[T]) put(at int) {
	mask := uint64(len(d.slots) - 1)
	h := hash(d.words[at]) >> d.shift
	for d.slots[h&mask] != 0 {
		h++
	}
	d.slots[h&mask] = int32(at + 1)
}

// resize makes a hash table of n slots for the words there are.
func (d *dictionary[T]) resize(n int) {
	d.slots = grow(d.slots, n)
	clear(d.slots)
	d.shift = 64 - bits.TrailingZeros(uint(n))
	for at := range d.words {
		d.put(at)
	}
}

// rank gives the words their codes.
func (d *dictionary[T]) rank() {
	d.order = grow(d.order, len(d.words))
	for i := range d.order {
		d.order[i] = int32(i)
	}
	slices.SortFunc(d.order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(d.seen[j], d.seen[i]), cmp.Compare(i, j))
	})
	d.codes = grow(d.codes, len(d.words))
	for code, at := range d.order {
		d.codes[at] = int32(code)
		if code >= coded {
			d.codes[at] = none
		}
	}
	d.order = d.order[:min(len(d.order), coded)]
}
