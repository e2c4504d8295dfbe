package tablefile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Reader reads a finished file. Its methods may be called from several goroutines.
type Reader struct {
	Header Header
	path   string
	source source
	size   int64
	index  []byte
}

// source is a file, memory-mapped where that is possible.
type source interface {
	io.ReaderAt
	io.Closer
}

// Open maps a finished file after checking its header and index; the blocks are checked as they are read. The error
// names the file.
func Open(path string) (*Reader, error) {
	f, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	r := &Reader{path: path}
	info, err := f.Stat()
	if err == nil {
		r.source, err = mapFile(f, info.Size())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	r.size = info.Size()
	if err := r.readIndex(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), r.source.Close())
	}
	return r, nil
}

func (r *Reader) readIndex() error {
	var err error
	if r.Header, err = readHeader(r.source); err != nil {
		return err
	}
	var end [trailer]byte
	at := r.size - trailer
	if at < r.Header.size() {
		return ErrIncomplete
	}
	if _, err := r.source.ReadAt(end[:], at); err != nil {
		return short(err)
	}
	start := int64(binary.LittleEndian.Uint64(end[:]))
	length := int64(r.Header.Records)*8 + 4
	if string(end[8:]) != complete || start < 0 || start+length != at {
		return ErrIncomplete
	}
	r.index = make([]byte, length)
	if _, err := r.source.ReadAt(r.index, start); err != nil {
		return short(err)
	}
	if checksum(r.index[:length-4]) != binary.LittleEndian.Uint32(r.index[length-4:]) {
		return ErrDamaged
	}
	return nil
}

// Block reads a block of a record into buf, if it has room. A block whose bytes were changed is an error that names
// the file.
func (r *Reader) Block(record, block int, buf []byte) ([]byte, error) {
	buf, err := findBlock(r.source, r.start(record), block, r.size, buf)
	if err != nil {
		return buf, fmt.Errorf("%s: %w", r.path, err)
	}
	return buf, nil
}

// start returns where a record begins.
func (r *Reader) start(record int) int64 {
	return int64(binary.LittleEndian.Uint64(r.index[record*8:]))
}

// Check reads the whole file and compares all checksums.
func (r *Reader) Check(ctx context.Context) error {
	for i := range r.Header.Records {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := readDirectory(r.source, r.start(i), r.size)
		if err == nil {
			err = d.checkBlocks(r.source)
		}
		if err != nil {
			return fmt.Errorf("%s: record %d of %d: %w", r.path, i+1, r.Header.Records, err)
		}
	}
	return nil
}

// Close unmaps the file.
func (r *Reader) Close() error { return r.source.Close() }
