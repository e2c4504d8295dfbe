// Package snapshot reads and writes what a stopped search of a patience game leaves for a later one to go on with: a
// header, which says of what it is, numbers, and bytes. Compression and checksums are left to the caller's streams.
package snapshot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"foregone/positions/patience"
)

var (
	ErrNone    = errors.New("no search was stopped that could be saved")
	ErrDamaged = errors.New("found a snapshot of what the search does not do")
	ErrMemory  = errors.New("found a snapshot of more than there is memory for")
)

// header names the engine, with the version of its search, and the position. The position's line leaves out the
// numbers of columns and ranks.
func header(engine string, p *patience.Position) []byte {
	return fmt.Appendf(nil, "snapshot of %s, %d columns, %d ranks\n%s\n", engine, p.Rules.Columns, p.Rules.Ranks, p)
}

// Write begins a snapshot of a search of p with the header and some numbers.
func Write(w io.Writer, engine string, p *patience.Position, numbers ...uint64) error {
	buf := header(engine, p)
	for _, n := range numbers {
		buf = binary.LittleEndian.AppendUint64(buf, n)
	}
	_, err := w.Write(buf)
	return err
}

// Read fails unless r begins with the header that Write gives to the same engine and position. It fills numbers with
// those that follow.
func Read(r io.Reader, engine string, p *patience.Position, numbers []uint64) error {
	want := header(engine, p)
	found, err := ReadBytes(r, uint64(len(want)))
	if !bytes.Equal(found, want) {
		line, _, _ := bytes.Cut(found, []byte("\n"))
		return fmt.Errorf("found %.40q, expected a snapshot of %s and this position", line, engine)
	}
	if err != nil {
		return err
	}
	buf, err := ReadBytes(r, uint64(8*len(numbers)))
	if err != nil {
		return err
	}
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint64(buf[8*i:])
	}
	return nil
}

// ReadBytes returns the next n bytes of r. The memory that it takes is proportional to what r has, whatever n is.
func ReadBytes(r io.Reader, n uint64) ([]byte, error) {
	buf, err := io.ReadAll(io.LimitReader(r, int64(min(n, 1<<62))))
	if err == nil && uint64(len(buf)) < n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return buf, fmt.Errorf("found %d bytes of a snapshot, expected %d: %w", len(buf), n, err)
	}
	return buf, nil
}

// End fails unless r has come to its end, where a stream with a checksum is known to be whole.
func End(r io.Reader) error {
	var more [1]byte
	switch n, err := io.ReadFull(r, more[:]); {
	case n > 0:
		return ErrDamaged
	case err != io.EOF:
		return err
	}
	return nil
}
