package layers

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"

	"foregone/positions/entropy"
	"foregone/solve/tablefile"
)

// A file has a record a layer, the full boards first, of blocks of so many values.
const blockSize = 1 << 11

const contentFormat = "%s, at most %d points, packing 1"

// header is that of a table whose best full board has so many points.
func (p *plan) header(most uint64) tablefile.Header {
	return tablefile.Header{Content: fmt.Sprintf(contentFormat, p.Start, most), Records: p.cells + 1}
}

// onDisk builds a table into a file, or goes on where an earlier run was stopped.
func (b *builder) onDisk(path string, anew func(reason error)) (*Table, error) {
	if _, err := os.Stat(path); err == nil {
		return nil, fmt.Errorf("%s: there is a table already", path)
	}
	part := tablefile.Unfinished(path)
	w, err := tablefile.Resume(b.ctx, part, b.header(b.most), anew)
	if err != nil {
		return nil, err
	}
	if err := b.resume(w); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if err := w.Finish(); err != nil {
		return nil, err
	}
	if err := os.Rename(part, path); err != nil {
		return nil, err
	}
	return Open(path)
}

// resume computes the layers that a file does not have.
func (b *builder) resume(w *tablefile.Writer) error {
	k, draws := b.cells, b.full
	written := w.Records()
	if written > 0 {
		k = b.cells - (written - 1)
		for above := b.cells; above > k; above-- {
			b.done.Add(uint64(len(b.masks[above])) * uint64(b.ranks[above].size))
		}
		var err error
		if draws, err = b.load(w, k); err != nil {
			return err
		}
	}
	return b.run(k, draws, func(k int, draws layer) error {
		if b.cells-k < written {
			return nil
		}
		packed, ends := draws.pack()
		_, err := w.Append([][]byte{packed}, ends)
		return err
	})
}

// pack returns the bytes of a layer and the ends of their blocks.
func (l *layer) pack() (packed []byte, ends []int) {
	n, width := len(l.narrow)+len(l.middle)+len(l.wide), 2
	switch {
	case l.middle != nil:
		width = 4
	case l.wide != nil:
		width = 8
	}
	packed = make([]byte, 0, n*width)
	for _, v := range l.narrow {
		packed = binary.LittleEndian.AppendUint16(packed, v)
	}
	for _, v := range l.middle {
		packed = binary.LittleEndian.AppendUint32(packed, v)
	}
	for _, v := range l.wide {
		packed = binary.LittleEndian.AppendUint64(packed, v)
	}
	for end := blockSize; end < n; end += blockSize {
		ends = append(ends, end*width)
	}
	return packed, append(ends, n*width)
}

// load reads a layer back.
func (b *builder) load(w *tablefile.Writer, k int) (layer, error) {
	n, width := len(b.masks[k])*b.ranks[k].size, b.width(k, b.most)
	var l layer
	var buf []byte
	for block := 0; block*blockSize < n; block++ {
		var err error
		if buf, err = w.Block(b.cells-k, block, buf); err != nil {
			return l, err
		}
		if len(buf) != min(blockSize, n-block*blockSize)*width {
			return l, tablefile.ErrDamaged
		}
		for i := 0; i < len(buf); i += width {
			switch width {
			case 2:
				l.narrow = append(l.narrow, binary.LittleEndian.Uint16(buf[i:]))
			case 4:
				l.middle = append(l.middle, binary.LittleEndian.Uint32(buf[i:]))
			default:
				l.wide = append(l.wide, binary.LittleEndian.Uint64(buf[i:]))
			}
		}
	}
	return l, nil
}

// file is a table on disk.
type file struct {
	*tablefile.Reader
	plan *plan
	most uint64
}

// Open maps a table that Build has written. The error of a file that is no such table, is cut short or of another
// version names it.
func Open(path string) (*Table, error) {
	r, err := tablefile.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := open(r)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), r.Close())
	}
	return t, nil
}

func open(r *tablefile.Reader) (*Table, error) {
	line, rest, _ := strings.Cut(r.Header.Content, ",")
	f := &file{Reader: r}
	start, err := entropy.Parse(line)
	if err == nil {
		f.plan, err = newPlan(Start{int(start.N), start.Bag})
	}
	if err == nil {
		_, err = fmt.Sscanf(rest, strings.TrimPrefix(contentFormat, "%s,"), &f.most)
	}
	if err != nil || r.Header != f.plan.header(f.most) {
		return nil, fmt.Errorf("found a table of %q with %d records, expected one of Entropy", r.Header.Content, r.Header.Records)
	}
	return &Table{plan: f.plan, source: f}, nil
}

func (f *file) read(k, i int) (uint64, error) {
	buf, err := f.Block(f.plan.cells-k, i/blockSize, nil)
	if err != nil {
		return 0, err
	}
	width := f.plan.width(k, f.most)
	at := i % blockSize * width
	if at+width > len(buf) {
		return 0, tablefile.ErrDamaged
	}
	switch width {
	case 2:
		return uint64(binary.LittleEndian.Uint16(buf[at:])), nil
	case 4:
		return uint64(binary.LittleEndian.Uint32(buf[at:])), nil
	}
	return binary.LittleEndian.Uint64(buf[at:]), nil
}

// Check compares all checksums of a table on disk.
func (t *Table) Check(ctx context.Context) error {
	if f, ok := t.source.(*file); ok {
		return f.Reader.Check(ctx)
	}
	return nil
}
