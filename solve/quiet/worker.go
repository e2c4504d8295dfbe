package quiet

import (
	"context"
	"math/bits"
	"sync/atomic"
)

// worker computes slices, one after the other, with buffers that it keeps.
type worker[T word] struct {
	*plan
	store   *store
	done    *atomic.Uint64 // words computed, by all workers
	sampler *sampler       // nil when nobody wants samples
	kernel  *kernel[T]
	mirror  *mirror[T]
	flips   [2]*flip[T] // without and with reversed columns; made when needed
	packer  packer[T]
	bytes   []byte // a packed block
	codes   codes
	out     []byte // the packed slice

	arena []T // the tables and blocks of a slice; from used on, those before they are mirrored or flipped
	used  int
	read  [MaxWidth]reading[T] // by column: the neighbours with White to move, read block by block
	whole reading[T]           // the neighbour that is being read otherwise
}

// reading is a packed table that is read.
type reading[T word] struct {
	neighbour
	table      int     // White or Black to move
	to, from   *layout // of the table as it is read, and as it was computed
	dictionary []T
	buf        []T // for a block
}

// The tables of a slice.
const (
	whiteToMove = iota
	blackToMove
)

func newWorker[T word](p *plan, s *store, arena int, done *atomic.Uint64, samples *sampler) *worker[T] {
	return &worker[T]{
		plan: p, store: s, done: done, sampler: samples,
		kernel: newKernel[T](p.board), mirror: newMirror[T](p.board),
		arena: make([]T, arena),
	}
}

// grow returns a buffer of n words, buf if it is large enough.
func grow[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	return buf[:n]
}

// take returns n words of the arena.
func (w *worker[T]) take(n int) []T {
	w.used += n
	return w.arena[w.used-n : w.used : w.used]
}

// slice computes a slice and puts it into the store.
func (w *worker[T]) slice(ctx context.Context, number int) error {
	g := w.slices[number]
	w.used = 0
	k := w.kernel
	k.white, k.black = g.white, g.black
	k.unsafeW, k.unsafeB = w.whiteUnsafe(g.black), w.blackUnsafe(g.white)
	k.layW, k.layB = w.newLayout(w.whiteKey(g)), w.newLayout(w.blackKey(g))
	k.w, k.b = w.take(k.layW.total), w.take(k.layB.total)
	near := w.neighbours(g)
	for _, n := range near {
		if err := w.store.await(n.slice); err != nil {
			return err
		}
	}
	for _, n := range near {
		if err := w.open(ctx, n); err != nil {
			return err
		}
	}
	for block := range w.blocks {
		if err := w.compute(ctx, block); err != nil {
			return err
		}
	}
	for i := range near {
		w.store.read(near[i].slice)
	}
	w.sample(number)
	p, err := w.pack(ctx)
	if err != nil {
		return err
	}
	return w.store.put(number, p)
}

// open prepares the kernel for reading a neighbour. That with Black to move is read at once.
func (w *worker[T]) open(ctx context.Context, n neighbour) error {
	r := &w.whole
	if n.toWhite {
		r = &w.read[n.column]
	}
	r.neighbour, r.table = n, blackToMove
	computed := w.slices[n.slice]
	key, of := w.blackKey(n.goals), w.blackKey(computed)
	if n.toWhite {
		key = w.whiteKey(n.goals)
	}
	if n.toWhite || n.by.flip {
		r.table, of = whiteToMove, w.whiteKey(computed)
	}
	r.to = w.newLayout(key)
	if r.from = r.to; of != key {
		r.from = w.newLayout(of)
	}
	var err error
	if w.bytes, err = w.store.Block(int(n.slice), w.dictionaryOf(r.table), w.bytes); err != nil {
		return err
	}
	if r.dictionary, err = w.packer.unpackDictionary(r.dictionary[:0], w.bytes); err != nil {
		return err
	}
	if n.toWhite {
		w.kernel.lessBlack[n.column].lay = r.to
		r.buf = w.take(w.extent(key).block)
		return nil
	}
	words := w.take(r.to.total)
	w.kernel.lessWhite[n.column] = source[T]{lay: r.to, words: words}
	if n.by.flip {
		return w.loadFlipped(ctx, r, words)
	}
	for block := range w.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		start, end := r.to.block(w.plan, block)
		if err := w.load(r, words[start:end], block); err != nil {
			return err
		}
	}
	return nil
}

// compute computes a block of both tables.
func (w *worker[T]) compute(ctx context.Context, block int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	k := w.kernel
	for m := k.black; m != 0; m &= m - 1 {
		column := bits.TrailingZeros32(m)
		src, r := &k.lessBlack[column], &w.read[column]
		start, end := src.lay.block(w.plan, block)
		src.words, src.start = r.buf[:end-start], start
		if err := w.load(r, src.words, block); err != nil {
			return err
		}
	}
	first, last := w.sets(block)
	for set := first; ; set++ {
		if count(set) <= k.layB.pieces {
			k.set(set)
		}
		if set == last {
			break
		}
	}
	for _, l := range []*layout{k.layW, k.layB} {
		start, end := l.block(w.plan, block)
		w.done.Add(uint64(end - start))
	}
	return nil
}

// load unpacks a block of a neighbour, mirrored if necessary.
func (w *worker[T]) load(r *reading[T], dst []T, block int) error {
	if !r.by.mirror {
		return w.unpack(r, dst, block)
	}
	image := w.mirrorBlock(block)
	start, end := r.from.block(w.plan, image)
	words := w.arena[w.used:][:end-start]
	if err := w.unpack(r, words, image); err != nil {
		return err
	}
	first, last := w.sets(block)
	w.mirror.rows(dst, r.to, words, r.from, first, last, w.blackUnsafe(r.white))
	return nil
}

// unpack unpacks a block of a neighbour as it was computed.
func (w *worker[T]) unpack(r *reading[T], dst []T, block int) error {
	var err error
	if w.bytes, err = w.store.Block(int(r.slice), w.blockOf(r.table, block), w.bytes); err != nil {
		return err
	}
	return unpack(dst, &w.codes, w.bytes, r.dictionary)
}

// loadFlipped unpacks a neighbour that was computed with White to move.
func (w *worker[T]) loadFlipped(ctx context.Context, r *reading[T], dst []T) error {
	image := w.arena[w.used:][:r.from.total]
	for block := range w.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		start, end := r.from.block(w.plan, block)
		if err := w.unpack(r, image[start:end], block); err != nil {
			return err
		}
	}
	f := &w.flips[0]
	if r.by.mirror {
		f = &w.flips[1]
	}
	if *f == nil {
		*f = newFlip[T](w.board, r.by.mirror)
	}
	return (*f).table(ctx, dst, r.to, image, r.from, w.blackUnsafe(w.slices[r.slice].white))
}

// pack packs the tables of the slice.
func (w *worker[T]) pack(ctx context.Context) (packed, error) {
	out := w.out[:0]
	var ends []int
	tables := [][]T{whiteToMove: w.kernel.w, blackToMove: w.kernel.b}
	for i, l := range []*layout{whiteToMove: w.kernel.layW, blackToMove: w.kernel.layB} {
		w.packer.reset()
		for block := range w.blocks {
			if err := ctx.Err(); err != nil {
				return packed{}, err
			}
			start, end := l.block(w.plan, block)
			w.packer.count(tables[i][start:end])
		}
		out = w.packer.packDictionary(out)
		ends = append(ends, len(out))
		for block := range w.blocks {
			if err := ctx.Err(); err != nil {
				return packed{}, err
			}
			start, end := l.block(w.plan, block)
			out = w.packer.pack(out, tables[i][start:end])
			ends = append(ends, len(out))
		}
	}
	w.out = out
	return w.store.pack(out, ends), nil
}
