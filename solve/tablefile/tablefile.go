// Package tablefile keeps finished tables on disk: records of blocks with checksums, appended one by one by a run that
// may be killed and resumed, and memory-mapped for reading when all are there.
//
// A file is, all numbers little-endian:
//
//	magic     8 bytes "foregone"
//	version   uint32 of this format
//	records   uint32 that the finished file has
//	content   uint32 length, then text: what is in the file, with the version of the packing
//	checksum  uint32 (CRC-32C) of all before it
//	records   each: blocks uint32, checksum uint32 of that and the directory; the directory, for each block
//	          uint64 end of the block, counted from the end of the directory, and uint32 its checksum; the blocks
//	index     for each record uint64 where it begins; uint32 checksum of these
//	trailer   uint64 where the index begins; 8 bytes "complete"
package tablefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Version is the version of the format.
const Version = 1

const (
	magic      = "foregone"
	complete   = "complete"
	maxContent = 200
	entrySize  = 12 // of a directory
	recordHead = 8
	trailer    = 16
	maxBlocks  = 1 << 24
)

// Header says what a file holds.
type Header struct {
	Content string // what, and the version of its packing; at most 200 bytes
	Records int    // of the finished file
}

// ErrIncomplete is what Open finds of a file whose writer has not finished it.
var ErrIncomplete = errors.New("the table is cut short or not finished")

// ErrDamaged is what is found of a file whose bytes do not match their checksums.
var ErrDamaged = errors.New("the table is damaged: a checksum does not match")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

func (h *Header) encode() []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint32(b, Version)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.Records))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(h.Content)))
	b = append(b, h.Content...)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// size returns the bytes of the encoded header.
func (h *Header) size() int64 { return int64(len(magic) + 12 + len(h.Content) + 4) }

func readHeader(r io.ReaderAt) (Header, error) {
	b := make([]byte, len(magic)+12+maxContent+4)
	n, err := r.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return Header{}, err
	}
	b = b[:n]
	if n < len(magic)+12 || string(b[:len(magic)]) != magic {
		return Header{}, &unusableError{"found another file, expected a table"}
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != Version {
		return Header{}, &unusableError{fmt.Sprintf("found a table of version %d, expected version %d", v, Version)}
	}
	h := Header{Records: int(binary.LittleEndian.Uint32(b[12:]))}
	length := int(binary.LittleEndian.Uint32(b[16:]))
	end := 20 + length
	if length > maxContent || end+4 > n {
		return Header{}, ErrIncomplete
	}
	if checksum(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return Header{}, ErrDamaged
	}
	h.Content = string(b[20:end])
	return h, nil
}

func short(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrIncomplete
	}
	return err
}
