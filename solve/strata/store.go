package strata

import (
	"context"

	"github.com/klauspost/compress/zstd"

	"foregone/solve/tablefile"
)

// source is where packed blocks come from: a file, one that is being written, or memory.
type source interface {
	Block(record, block int, buf []byte) ([]byte, error)
	Close() error
}

// memory holds packed slices.
type memory struct {
	data [][]byte
	ends [][]int
}

// Append takes a slice as a tablefile.Writer does.
func (m *memory) Append(parts [][]byte, ends []int) (int, error) {
	data := make([]byte, 0, ends[len(ends)-1])
	for _, part := range parts {
		data = append(data, part...)
	}
	m.data, m.ends = append(m.data, data), append(m.ends, append([]int(nil), ends...))
	return len(m.data) - 1, nil
}

// Block returns a packed block.
func (m *memory) Block(record, block int, buf []byte) ([]byte, error) {
	from, ends := 0, m.ends[record]
	if block > 0 {
		from = ends[block-1]
	}
	return append(buf[:0], m.data[record][from:ends[block]]...), nil
}

// Close forgets the slices.
func (m *memory) Close() error {
	*m = memory{}
	return nil
}

// sink is a source to which slices are added in the order of the plan.
type sink interface {
	source
	Append(parts [][]byte, ends []int) (int, error)
}

var (
	_ source = (*tablefile.Reader)(nil)
	_ sink   = (*tablefile.Writer)(nil)
)

// load unpacks a slice into the beginning of an arena, and returns what is left of that.
func (c *crew) load(ctx context.Context, from source, s *slice, arena []byte) (values, rest []byte, err error) {
	values, rest = arena[:s.len], arena[s.len:]
	err = c.each(ctx, s.blocks(), func(w *worker, block int) (err error) {
		first, end := s.block(block)
		w.packed, err = readBlock(from, w.decoder, s, block, values[first:end], w.packed)
		return err
	})
	return values, rest, err
}

// readBlock unpacks a block of a slice into dst. The buffer is for the packed block.
func readBlock(from source, d *zstd.Decoder, s *slice, block int, dst, buf []byte) ([]byte, error) {
	buf, err := from.Block(s.number, block, buf)
	if err != nil {
		return buf, err
	}
	return buf, unpack(d, dst, buf)
}
