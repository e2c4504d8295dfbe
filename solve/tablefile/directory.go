package tablefile

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// directory is where the blocks of a record are.
type directory struct {
	start   int64 // of the first block in the file
	limit   int64 // the file's size
	entries []byte
}

func (d *directory) blocks() int { return len(d.entries) / entrySize }

// block returns where a block begins and ends in the file, and its checksum.
func (d *directory) block(i int) (from, to int64, sum uint32) {
	if i > 0 {
		from = int64(binary.LittleEndian.Uint64(d.entries[(i-1)*entrySize:]))
	}
	e := d.entries[i*entrySize:]
	to = int64(binary.LittleEndian.Uint64(e))
	return d.start + from, d.start + to, binary.LittleEndian.Uint32(e[8:])
}

// check returns an error unless the blocks follow one another in the file.
func (d *directory) check() error {
	last := uint64(0)
	for i := range d.blocks() {
		end := binary.LittleEndian.Uint64(d.entries[i*entrySize:])
		if end < last || end > 1<<60 {
			return ErrDamaged
		}
		last = end
	}
	if d.start+int64(last) > d.limit {
		return ErrIncomplete
	}
	return nil
}

// checksum is that of the number of blocks and the entries, never 0 for none: a file may end in zeros.
func (d *directory) checksum() uint32 {
	n := binary.LittleEndian.AppendUint32(nil, uint32(d.blocks()))
	return crc32.Update(checksum(n), castagnoli, d.entries)
}

func (d *directory) end() int64 {
	if n := d.blocks(); n > 0 {
		_, to, _ := d.block(n - 1)
		return to
	}
	return d.start
}

// readDirectory reads the directory of the record that begins at a place of a file of size bytes.
func readDirectory(r io.ReaderAt, at, size int64) (directory, error) {
	var head [recordHead]byte
	if _, err := r.ReadAt(head[:], at); err != nil {
		return directory{}, short(err)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxBlocks {
		return directory{}, ErrDamaged
	}
	d := directory{start: at + recordHead + int64(n)*entrySize, limit: size}
	if d.start > size {
		return directory{}, ErrIncomplete
	}
	d.entries = make([]byte, n*entrySize)
	if _, err := r.ReadAt(d.entries, at+recordHead); err != nil {
		return directory{}, short(err)
	}
	if d.checksum() != binary.LittleEndian.Uint32(head[4:]) {
		return directory{}, ErrDamaged
	}
	return d, d.check()
}

// findBlock reads a block of the record that begins at a place, without reading all of its directory.
func findBlock(r io.ReaderAt, at int64, block int, size int64, buf []byte) ([]byte, error) {
	var head [recordHead]byte
	if _, err := r.ReadAt(head[:], at); err != nil {
		return buf, short(err)
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if n > maxBlocks || block >= n {
		return buf, ErrDamaged
	}
	first := max(0, block-1)
	var entries [2 * entrySize]byte
	d := directory{start: at + recordHead + int64(n)*entrySize, limit: size, entries: entries[:(block-first+1)*entrySize]}
	if _, err := r.ReadAt(d.entries, at+recordHead+int64(first)*entrySize); err != nil {
		return buf, short(err)
	}
	if err := d.check(); err != nil {
		return buf, err
	}
	return d.read(r, block-first, buf)
}

// read reads a block of the directory.
func (d *directory) read(r io.ReaderAt, i int, buf []byte) ([]byte, error) {
	from, to, sum := d.block(i)
	if n := int(to - from); cap(buf) < n {
		buf = make([]byte, n+n/2)
	}
	buf = buf[:to-from]
	if _, err := r.ReadAt(buf, from); err != nil {
		return buf, short(err)
	}
	if checksum(buf) != sum {
		return buf, ErrDamaged
	}
	return buf, nil
}

// checkBlocks reads all blocks of a record and compares their checksums.
func (d *directory) checkBlocks(r io.ReaderAt) error {
	var buf []byte
	for i := range d.blocks() {
		var err error
		if buf, err = d.read(r, i, buf); err != nil {
			return err
		}
	}
	return nil
}
