package store

import (
	"bytes"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"
)

// stream writes tables of the last level of an empty database. Each table is a stream of badger's writer that ends before
// the writer would begin another table itself, in a goroutine, where an error ends the process.
type stream struct {
	to   *base
	w    *badger.StreamWriter
	buf  *z.Buffer
	id   uint32 // of the table
	size int    // bytes in it
	last []byte // key
}

// streamSize is how many bytes make a table: what is more than in badger's reckoning is what does not compress.
const streamSize = tableSize / 4 * 3

// streamVersion is that of all keys.
const streamVersion = 1

// ahead is how many tables may be under way to the disk.
const ahead = 2

func newStream(to *base) (*stream, error) {
	w := &stream{to: to, w: to.NewStreamWriter(), buf: z.NewBuffer(2*streamSize, "stream")}
	if err := w.w.Prepare(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// set adds a key that is greater than all before. It reports whether a table is full.
func (w *stream) set(key, value []byte) (full bool, err error) {
	if bytes.Compare(key, w.last) <= 0 { // over which badger would end the process
		return false, fmt.Errorf("%w (keys are out of order)", ErrDamaged)
	}
	w.last = append(w.last[:0], key...)
	badger.KVToBuffer(&pb.KV{Key: key, Value: value, Version: streamVersion, StreamId: w.id}, w.buf)
	if w.size += len(key) + len(value); w.size < streamSize {
		return false, nil
	}
	return true, w.flush()
}

// flush ends a table.
func (w *stream) flush() error {
	if w.size == 0 {
		return nil
	}
	badger.KVToBuffer(&pb.KV{StreamId: w.id, StreamDone: true}, w.buf)
	err := w.w.Write(w.buf)
	w.buf.Reset()
	w.id++
	w.size = 0
	for wait := time.Millisecond; err == nil && wait < time.Second; wait *= 2 {
		if _, written := w.to.tables(); int(w.id)-written <= ahead {
			break
		}
		time.Sleep(wait)
	}
	return err
}

// end writes what is left.
func (w *stream) end() error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.w.Flush()
}

func (w *stream) close() {
	w.w.Cancel()
	_ = w.buf.Release()
}
