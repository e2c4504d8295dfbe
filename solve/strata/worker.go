package strata

import (
	"math/bits"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// worker is what a job works with.
type worker struct {
	*plan
	g        *group
	expander expander
	unmover  unmover
	cursor   cursor
	inSlice  *slice // the cursor's
	before   []uint64
	high     Value          // the highest in a lane
	done     *atomic.Uint64 // of Estimate.Entries, twice
	encoder  *zstd.Encoder
	decoder  *zstd.Decoder
	packed   []byte
	values   []byte
	counts   counts // entries packed, by value
}

func newWorker(p *plan, g *group, done *atomic.Uint64) (*worker, error) {
	exact := p.Steps != 0
	w := &worker{
		plan: p, g: g, done: done,
		expander: expander{numbering: p.numbering, exact: exact},
		unmover:  unmover{numbering: p.numbering, exact: exact},
		values:   make([]byte, blockLen),
	}
	var err error
	if w.encoder, err = newEncoder(); err != nil {
		return nil, err
	}
	w.decoder, err = newDecoder()
	return w, err
}

// chunk returns the numbers of the entries of a chunk.
func (s *slice) chunk(i int) (from, to uint64) {
	from = uint64(i) * chunkLen
	return from, min(from+chunkLen, s.len)
}

func (s *slice) chunks() int { return int((s.len + chunkLen - 1) / chunkLen) }

// take makes the cursor ready for a slice.
func (w *worker) take(s *slice) {
	if w.inSlice != s {
		w.inSlice = s
		w.cursor.start(w.numbering, s)
	}
}

// expand fills the lanes of a chunk.
func (w *worker) expand(s *slice, base uint64, chunk int) error {
	w.take(s)
	x := &w.expander
	from, to := s.chunk(chunk)
	for i := from; i < to; {
		word := uint64(0)
		at := base + i
		for j := uint64(0); j < 4 && i < to; i, j = i+1, j+1 {
			p, _ := w.cursor.seek(i)
			l, ok := x.expand(p)
			if !ok {
				return errMoves
			}
			word |= uint64(l) << (16 * j)
			w.high = max(w.high, Value(l))
		}
		w.g.lanes[at/4] = word
	}
	w.done.Add(to - from)
	if x.long {
		return ErrDistance
	}
	return nil
}

// level looks at the positions before those of a chunk that have a value.
func (w *worker) level(v Value, s *slice, base uint64, to *slice, toBase uint64, chunk int) error {
	const ones, low = 0x0001_0001_0001_0001, 0x7fff_7fff_7fff_7fff
	w.take(s)
	buf := w.before[:0]
	from, end := s.chunk(chunk)
	solved := 0
	for at := from; at < end; at += 4 {
		x := atomic.LoadUint64(&w.g.lanes[(base+at)/4]) ^ uint64(v)*ones
		zero := ^((x&low + low) | x | low)
		for ; zero != 0; zero &= zero - 1 {
			p, isEven := w.cursor.seek(at + uint64(bits.TrailingZeros64(zero)/16))
			buf = w.unmover.before(p, isEven, to, toBase, buf)
			solved++
		}
		if len(buf) >= 512 {
			w.apply(v, buf)
			buf = buf[:0]
		}
	}
	w.apply(v, buf)
	w.before = buf
	w.done.Add(uint64(solved))
	return nil
}

// apply tells positions of a move to one with a value. It looks at all of them first, so that they come from memory at the
// same time.
func (w *worker) apply(v Value, before []uint64) {
	n := 0
	if v.Loss() {
		for _, i := range before {
			before[n] = i
			if l := w.g.at(i); l >= laneCount || l > lane(v)+1 {
				n++
			}
		}
		for _, i := range before[:n] {
			w.g.wins(i, v+1)
			w.high = max(w.high, v+1)
		}
		return
	}
	for _, i := range before {
		before[n] = i
		if l := w.g.at(i); l >= laneCount && l < fated {
			n++
		}
	}
	for _, i := range before[:n] {
		if w.g.less(i, v+1) {
			w.high = max(w.high, v+1)
		}
	}
}

// pack packs a block of a slice that is solved, into a buffer that is used again.
func (w *worker) pack(s *slice, base uint64, block int) []byte {
	from, to := s.block(block)
	values := w.values[:0]
	for i := from; i < to; i++ {
		v := w.g.at(base + i).value()
		w.counts[v]++
		values = append(values, byte(v))
	}
	w.packed = w.encoder.EncodeAll(values, w.packed[:0])
	return w.packed
}
