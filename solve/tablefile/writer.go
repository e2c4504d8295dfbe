package tablefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"github.com/gofrs/flock"
)

// Writer appends records to a file, which it locks against other processes. Its methods may be called from several
// goroutines.
type Writer struct {
	header Header
	file   *os.File
	lock   *flock.Flock // of a file beside it
	mu     sync.Mutex
	at     int64   // where the next record begins
	starts []int64 // where the others do
}

// Create begins a file; one that exists is an error.
func Create(path string, h Header) (*Writer, error) {
	return locked(path, h, (*Writer).create)
}

// Resume goes on with a file that Create began. Records that are whole are kept, whatever comes after them is cut off.
// A missing file is begun. One that is no such file, or has other content, is removed and begun anew, after anew was
// called with the reason, which names it; a folder is an error. All checksums are compared, which takes as long as
// reading the file, until the context ends.
func Resume(ctx context.Context, path string, h Header, anew func(reason error)) (*Writer, error) {
	return locked(path, h, func(w *Writer, path string) error {
		var err error
		if w.file, err = openRegular(path, os.O_RDWR|os.O_CREATE); err == nil {
			if err = w.resume(ctx); err != nil {
				err = errors.Join(fmt.Errorf("%s: %w", path, err), w.file.Close())
			}
		}
		if !unusable(err) {
			return err
		}
		anew(err)
		if err := os.Remove(path); err != nil {
			return err
		}
		return w.create(path)
	})
}

// locked returns a writer whose file open opens, while no other process writes a file of that name.
func locked(path string, h Header, open func(w *Writer, path string) error) (*Writer, error) {
	if len(h.Content) > maxContent {
		return nil, fmt.Errorf("the content of a table takes %d bytes to say, at most %d fit", len(h.Content), maxContent)
	}
	w := &Writer{header: h, at: h.size()}
	if err := w.takeLock(path); err != nil {
		return nil, err
	}
	if err := open(w, path); err != nil {
		return nil, errors.Join(err, w.unlock())
	}
	return w, nil
}

// takeLock locks a file beside the table's. One that a killed process has left is not locked any more; one that its
// owner has removed since it was opened here locks nobody out.
func (w *Writer) takeLock(path string) error {
	for {
		w.lock = flock.New(path+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|nonblock))
		switch ok, err := w.lock.TryLock(); {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%s: another process is writing it", path)
		}
		here, err := w.lock.Stat()
		if err != nil {
			return errors.Join(err, w.lock.Unlock())
		}
		if there, err := os.Stat(w.lock.Path()); err == nil && os.SameFile(here, there) {
			return nil
		}
		if err := w.lock.Unlock(); err != nil {
			return err
		}
	}
}

func (w *Writer) unlock() error { return errors.Join(os.Remove(w.lock.Path()), w.lock.Unlock()) }

// create makes the file.
func (w *Writer) create(path string) error {
	var err error
	if w.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644); err != nil {
		return err
	}
	if err := w.begin(); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), w.file.Close())
	}
	return nil
}

// begin writes the header.
func (w *Writer) begin() error {
	if _, err := w.file.WriteAt(w.header.encode(), 0); err != nil {
		return err
	}
	return w.file.Truncate(w.header.size())
}

func (w *Writer) resume(ctx context.Context) error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	if torn, err := w.torn(info.Size()); err != nil {
		return err
	} else if torn {
		return w.begin()
	}
	found, err := readHeader(w.file)
	if err != nil {
		return err
	}
	if found != w.header {
		return &unusableError{fmt.Sprintf("found a table of %q with %d records, expected %q with %d",
			found.Content, found.Records, w.header.Content, w.header.Records)}
	}
	for len(w.starts) < w.header.Records {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := readDirectory(w.file, w.at, info.Size())
		if err == nil {
			err = d.checkBlocks(w.file)
		}
		if errors.Is(err, ErrDamaged) || errors.Is(err, ErrIncomplete) {
			break
		}
		if err != nil {
			return err
		}
		w.starts, w.at = append(w.starts, w.at), d.end()
	}
	return w.file.Truncate(w.at)
}

// torn reports whether the file ends within the header: it is new, or its writer was killed here.
func (w *Writer) torn(size int64) (bool, error) {
	if size >= w.header.size() {
		return false, nil
	}
	found := make([]byte, size)
	if _, err := w.file.ReadAt(found, 0); err != nil && err != io.EOF {
		return false, err
	}
	return bytes.HasPrefix(w.header.encode(), found), nil
}

// Records returns how many records are written.
func (w *Writer) Records() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.starts)
}

// Append writes a record and returns its number: the blocks are the bytes of parts, one after the other, up to the first
// of ends, from there to the second, and so on.
func (w *Writer) Append(parts [][]byte, ends []int) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := directory{start: w.at + recordHead + int64(len(ends)*entrySize)}
	for i, sum := range checksums(parts, ends) {
		d.entries = binary.LittleEndian.AppendUint64(d.entries, uint64(ends[i]))
		d.entries = binary.LittleEndian.AppendUint32(d.entries, sum)
	}
	d.limit = d.end()
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(ends)))
	head = binary.LittleEndian.AppendUint32(head, d.checksum())
	if _, err := w.file.WriteAt(append(head, d.entries...), w.at); err != nil {
		return 0, err
	}
	at := d.start
	for _, part := range parts {
		if _, err := w.file.WriteAt(part, at); err != nil {
			return 0, err
		}
		at += int64(len(part))
	}
	w.starts, w.at = append(w.starts, w.at), d.end()
	return len(w.starts) - 1, nil
}

// checksums returns the checksum of every block.
func checksums(parts [][]byte, ends []int) []uint32 {
	sums := make([]uint32, len(ends))
	from := 0
	var part []byte
	for i, end := range ends {
		for from < end {
			if len(part) == 0 {
				part, parts = parts[0], parts[1:]
			}
			n := min(end-from, len(part))
			sums[i] = crc32.Update(sums[i], castagnoli, part[:n])
			part, from = part[n:], from+n
		}
	}
	return sums
}

// Block reads a block of a record that is written, into buf if it has room.
func (w *Writer) Block(record, block int, buf []byte) ([]byte, error) {
	w.mu.Lock()
	at, size := w.starts[record], w.at
	w.mu.Unlock()
	return findBlock(w.file, at, block, size, buf)
}

// Finish writes the index, after the last record, and closes the file.
func (w *Writer) Finish() error {
	if len(w.starts) != w.header.Records {
		return errors.Join(fmt.Errorf("%d of %d records are written", len(w.starts), w.header.Records), w.Close())
	}
	var b []byte
	for _, at := range w.starts {
		b = binary.LittleEndian.AppendUint64(b, uint64(at))
	}
	b = binary.LittleEndian.AppendUint32(b, checksum(b))
	b = binary.LittleEndian.AppendUint64(b, uint64(w.at))
	b = append(b, complete...)
	_, err := w.file.WriteAt(b, w.at)
	if err == nil {
		err = w.file.Sync()
	}
	return errors.Join(err, w.Close())
}

// Close closes the file as it is, to be resumed.
func (w *Writer) Close() error { return errors.Join(w.file.Close(), w.unlock()) }
