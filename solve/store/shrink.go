package store

import (
	"bytes"
	"errors"
	"math/bits"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
)

// A store that takes too much of its bound is written anew with those of its facts that cost the most, so that the old
// and the new one together stay within the bound. One of many tables is written anew with all its facts. Each has a
// measure from which on that is done, and one from which on a process does not end before it is.
const (
	largeFrom, largeUntil = 0.6, 0.65 // of the bytes that are allowed
	keepShare             = 0.33
	manyFrom, manyUntil   = 32, 128 // tables of level 0, and an eighth of the others
)

// spare is what badger takes beyond the tables: three that are not full, what is written between two looks, and twice
// what is written while the facts are written anew.
const spare = 3*memTable + checkEvery + 4*maxWaiting

// allowed returns how many bytes the tables may take.
func (s *Store) allowed() int64 { return max(s.options.Size-s.shots.bytes()-spare, memTable) }

// tend looks at the size of the facts and at the number of tables. The caller is the writer.
func (s *Store) tend() error {
	have := folderBytes(s.path(factsDir))
	size := float64(have) / float64(s.allowed())
	if size+float64(folderBytes(s.path(damagedDir)))/float64(s.allowed()) > largeFrom {
		os.RemoveAll(s.path(damagedDir))
	}
	first, last := s.db.tables()
	tables := first - last/8
	must := size > largeUntil || tables > manyUntil
	if size < largeFrom && tables < manyFrom || s.closing.Load() && !must {
		return nil
	}
	share := 1.0
	if size >= largeFrom {
		share = keepShare / size
	}
	if s.room() < needsRoom+int64(share*float64(have)) {
		if size < largeFrom {
			return nil
		}
		return ErrNoRoom
	}
	if !s.walks.TryLock() {
		s.write.unchecked = checkEvery // with the next that is written
		return nil
	}
	s.write.begin()
	s.write.done.Go(func() {
		defer s.walks.Unlock()
		err := s.rewrite(share, must)
		s.write.take()
		switch {
		case errors.Is(err, ErrDamaged):
			s.damaged(err)
		case err != nil:
			s.failed(err)
		}
	})
	return nil
}

// rewrite keeps about the given share of the facts, those that cost the most, and what is written meanwhile. Unless it
// must it gives up when the store is closed.
func (s *Store) rewrite(share float64, must bool) error {
	keep := func(uint64) bool { return true }
	if share < 1 {
		var err error
		if keep, err = s.db.worth(share); err != nil {
			return err
		}
	}
	os.RemoveAll(s.path(newDir))
	next, err := openBadger(s.path(newDir))
	if err != nil {
		return err
	}
	next.trouble.listen(s.failed)
	known, err := s.copyFacts(next, share, keep, must)
	s.write.writing.Lock()
	defer s.write.writing.Unlock()
	if err == nil {
		err = next.add(s.write.take(), known)
	}
	if e := next.close(); err == nil {
		err = e
	}
	if err != nil {
		os.RemoveAll(s.path(newDir))
		if err == errEnough {
			return nil
		}
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.db.close() // all that is kept of it is in the new one
	s.db = nil
	for _, r := range [][2]string{{factsDir, oldDir}, {newDir, factsDir}} {
		if err := os.Rename(s.path(r[0]), s.path(r[1])); err != nil {
			return err
		}
	}
	os.RemoveAll(s.path(oldDir))
	if s.db, err = openBadger(s.path(factsDir)); err != nil {
		return err
	}
	s.db.trouble.listen(s.failed)
	s.write.each(func(k Key) { known.add(&k) }) // which remember added to the old one only
	s.known = known
	return nil
}

// add writes what is in neither the database nor the filter yet.
func (b *base) add(values map[string][]byte, known *filter) error {
	out := b.write()
	defer func() { out.txn.Discard() }()
	for k, v := range values {
		if err := out.set([]byte(k), v); err != nil {
			return err
		}
		if len(k) == keyBytes && k[0] == factPrefix {
			key := Key([]byte(k))
			known.add(&key)
		}
	}
	return out.end()
}

// worth returns which costs to keep so that about a share of all bytes is left: of the least cost that is kept at all
// only a part. It looks at one fact in 16, which the keys choose at random.
func (b *base) worth(share float64) (func(cost uint64) bool, error) {
	var bytes [65]int64 // by the length of the cost in bits
	var all int64
	add := func(k Key, value []byte, f Fact, whole bool) error {
		if k.position()[0] >= 16 {
			return errEnough
		}
		if whole {
			n := int64(keyBytes + len(value))
			bytes[bits.Len64(f.Cost)] += n
			all += n
		}
		return nil
	}
	err := b.eachClass(func(key []byte, _ string) error {
		if err := b.each(append([]byte{factPrefix}, key[len(classPrefix):]...), add); err != errEnough {
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	left := int64(share * float64(all))
	least := len(bytes) - 1
	for ; least > 0 && bytes[least] <= left; least-- {
		left -= bytes[least]
	}
	part := float64(left) / float64(max(1, bytes[least]))
	have, kept := 0, 0
	return func(cost uint64) bool {
		switch n := bits.Len64(cost); {
		case n != least:
			return n > least
		case float64(kept) < part*float64(have+1):
			kept++
			have++
			return true
		default:
			have++
			return false
		}
	}, nil
}

// copyFacts copies to another database what is kept, and the names of the classes. It returns a filter of the keys. The
// error is ErrDamaged when not all was read, errEnough when it gives up.
func (s *Store) copyFacts(to *base, share float64, keep func(cost uint64) bool, must bool) (*filter, error) {
	have := s.db.keys()
	known := newFilter(uint(share * float64(have)))
	out, err := newStream(to)
	if err != nil {
		return nil, err
	}
	defer out.close()
	var last []byte
	read := uint(0)
	o := badger.DefaultIteratorOptions
	o.AllVersions = true // the newest first
	err = s.db.iterate(o, func(item *badger.Item) error {
		read++
		if bytes.Equal(item.Key(), last) {
			return nil
		}
		last = append(last[:0], item.Key()...)
		return item.Value(func(value []byte) error {
			if len(last) == keyBytes && last[0] == factPrefix {
				k := Key(last)
				f, err := decode(k, value)
				if err != nil || !keep(f.Cost) {
					return nil
				}
				known.add(&k)
			}
			full, err := out.set(last, value)
			if err == nil && full {
				err = s.mayGoOn(must)
			}
			return err
		})
	})
	if err == nil && read < have {
		err = s.db.whole() // a kill can have left some twice
	}
	if err == nil {
		err = out.end()
	}
	to.version = streamVersion
	return known, err
}

// mayGoOn returns why rewriting should end.
func (s *Store) mayGoOn(must bool) error {
	switch {
	case s.closing.Load() && !must:
		return errEnough
	case s.room() < needsRoom:
		return ErrNoRoom
	}
	return nil
}

// folderBytes returns the bytes of the files in a folder, but for those that badger makes larger than what is in them.
// No fact is in its value log.
func folderBytes(dir string) (n int64) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".mem", ".vlog":
			continue
		}
		if info, err := e.Info(); err == nil && e.Name() != "DISCARD" {
			n += info.Size()
		}
	}
	return n
}
