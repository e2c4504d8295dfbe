package quiet

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"foregone/solve/tablefile"
)

// packed is a finished slice. Its bytes are in chunks, all but the last of chunkBytes.
type packed struct {
	chunks [][]byte
	ends   []int
}

const chunkBytes = 1 << 16

// store keeps the finished slices that are still to be read: in memory while there is room, else in a file.
type store struct {
	all     bool   // nothing is dropped
	ordered bool   // the file is the table, and has the slices in the order of the plan
	most    int64  // bytes of slices in memory; 0: no bound
	dir     string // where slices are spilled

	mu      sync.Mutex
	change  sync.Cond // a slice is finished, or a job has failed
	err     error     // of the first job that failed
	slices  []packed
	record  []int32 // in the file, or none
	readers []int32 // slices that have not read it yet
	bytes   int64   // of slices in memory
	free    [][]byte

	writing sync.Mutex
	file    *tablefile.Writer
	spilled string // the file's folder, when it holds what did not fit
	next    int    // the slice that is written next, when the file is the table
}

// newStore makes a store for the slices of a plan, of which the first done are in a file. Those from keep on are not
// dropped after the last slice has read them.
func newStore(p *plan, done, keep int) *store {
	s := &store{
		slices:  make([]packed, len(p.slices)),
		record:  make([]int32, len(p.slices)),
		readers: make([]int32, len(p.slices)),
	}
	s.change.L = &s.mu
	for i, g := range p.slices {
		if s.record[i] = int32(i); i >= done {
			s.record[i] = none
			for _, n := range p.neighbours(g) {
				s.readers[n.slice]++
			}
		}
		if i >= keep {
			s.readers[i]++
		}
	}
	return s
}

// pack copies a slice.
func (s *store) pack(data []byte, ends []int) packed {
	p := packed{ends: ends}
	for len(data) > 0 {
		chunk := s.chunk(len(data))
		n := copy(chunk[:cap(chunk)], data)
		p.chunks = append(p.chunks, chunk[:n])
		data = data[n:]
	}
	return p
}

// chunk returns room for n bytes or for chunkBytes of them, a used chunk if there is one.
func (s *store) chunk(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < chunkBytes/2 {
		s.bytes += int64(n)
		return make([]byte, 0, n)
	}
	s.bytes += chunkBytes
	if last := len(s.free) - 1; last >= 0 {
		c := s.free[last]
		s.free = s.free[:last]
		return c
	}
	return make([]byte, 0, chunkBytes)
}

// forget leaves the chunks of a slice to those who are reading it, and then to the garbage collector; s.mu is held.
func (s *store) forget(p packed) {
	for _, c := range p.chunks {
		s.bytes -= int64(cap(c))
	}
}

// drop gives the chunks of a slice that nobody reads back; s.mu is held.
func (s *store) drop(p packed) {
	for _, c := range p.chunks {
		s.bytes -= int64(cap(c))
		if cap(c) == chunkBytes {
			s.free = append(s.free, c[:0])
		}
	}
}

// await returns when a slice can be read, or with the error of a job that has failed.
func (s *store) await(slice int32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil && s.slices[slice].ends == nil && s.record[slice] == none {
		s.change.Wait()
	}
	return s.err
}

// fail ends the waiting of the other jobs.
func (s *store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
		s.change.Broadcast()
	}
}

// failure returns the error of the first job that failed.
func (s *store) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// put takes a finished slice. Into the file of a table the slices go in the order of the plan.
func (s *store) put(slice int, p packed) error {
	s.mu.Lock()
	s.slices[slice] = p
	full := s.most > 0 && s.bytes > s.most
	s.change.Broadcast()
	s.mu.Unlock()
	s.writing.Lock()
	defer s.writing.Unlock()
	if !s.ordered {
		if !full {
			return nil
		}
		return s.spill(slice)
	}
	for ; s.next < len(s.slices); s.next++ {
		s.mu.Lock()
		done := s.slices[s.next].ends != nil
		s.mu.Unlock()
		if !done {
			return nil
		}
		if err := s.write(s.next, full); err != nil {
			return err
		}
	}
	return nil
}

// write writes a slice to the file and drops it from memory, if that is full or nobody reads it.
func (s *store) write(slice int, full bool) error {
	s.mu.Lock()
	p := s.slices[slice]
	s.mu.Unlock()
	if p.ends == nil { // to be spilled, but read by all already
		return nil
	}
	n, err := s.file.Append(p.chunks, p.ends)
	if err != nil {
		return fmt.Errorf("writing a slice of the table: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.record[slice] = int32(n)
	switch {
	case s.slices[slice].ends == nil: // read by all meanwhile
	case s.readers[slice] == 0:
		s.drop(p)
		s.slices[slice] = packed{}
	case full:
		s.forget(p)
		s.slices[slice] = packed{}
	}
	return nil
}

// spill writes a slice to a file of those that do not fit into memory.
func (s *store) spill(slice int) error {
	if s.file == nil {
		if err := s.openSpill(); err != nil {
			return err
		}
	}
	return s.write(slice, true)
}

func (s *store) openSpill() error {
	var err error
	if s.spilled, err = os.MkdirTemp(s.dir, "foregone-table-"); err != nil {
		return err
	}
	h := tablefile.Header{Content: "slices that did not fit into memory", Records: len(s.slices)}
	if s.file, err = tablefile.Create(filepath.Join(s.spilled, "slices"), h); err != nil {
		return errors.Join(err, os.RemoveAll(s.spilled))
	}
	return nil
}

// read notes that one of its readers has read a slice, and drops it after the last. What is still to be written to the
// table's file stays.
func (s *store) read(slice int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	keeps := s.all || s.ordered && s.record[slice] == none
	if s.readers[slice]--; s.readers[slice] == 0 && !keeps {
		s.drop(s.slices[slice])
		s.slices[slice] = packed{}
	}
}

// Block reads a packed block of a slice into buf, if it has room.
func (s *store) Block(slice, block int, buf []byte) ([]byte, error) {
	s.mu.Lock()
	p, record := s.slices[slice], s.record[slice]
	s.mu.Unlock()
	switch {
	case p.ends != nil:
		return p.block(block, buf), nil
	case record != none:
		return s.file.Block(int(record), block, buf)
	}
	return buf, errNotKept
}

func (p *packed) block(block int, buf []byte) []byte {
	from, to := 0, p.ends[block]
	if block > 0 {
		from = p.ends[block-1]
	}
	buf = buf[:0]
	for from < to {
		c := p.chunks[from/chunkBytes]
		at := from % chunkBytes
		part := c[at:min(len(c), at+to-from)]
		buf = append(buf, part...)
		from += len(part)
	}
	return buf
}

var errNotKept = errors.New("this part of the table was not kept")

// Close removes the file of the slices that did not fit.
func (s *store) Close() error {
	if s.spilled == "" {
		return nil
	}
	var err error
	if s.file != nil {
		err = s.file.Close()
	}
	return errors.Join(err, os.RemoveAll(s.spilled))
}
