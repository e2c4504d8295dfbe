package store

import (
	"bytes"
	"math/bits"
	"os"
	"path/filepath"

	"github.com/bits-and-blooms/bloom/v3"
)

// A store that has reached two thirds of its bound is written anew with about the half of its facts that cost the most,
// so that both together stay within the bound.

// spare is what badger takes beyond the tables: three that are not full, what is written between two looks, and what a
// compaction has made before it removes what it was made from.
const spare = 32 << 20

// allowed returns how many bytes the tables may take.
func (s *Store) allowed() int64 { return max(s.options.Size-s.shots.bytes()-spare, memTable) }

// tend looks at the size of the facts and at the number of tables, and writes the facts anew when they are too large, or
// has the tables compacted from now on. The caller is the writer.
func (s *Store) tend() error {
	allowed, have := s.allowed(), folderBytes(s.path(factsDir))
	if have+folderBytes(s.path(damagedDir)) > allowed/3*2 {
		os.RemoveAll(s.path(damagedDir))
	}
	large := have > allowed/3*2
	many := !s.db.compacts && s.db.manyTables() && s.room() > 4*needsRoom
	if !large && !many || !s.walks.TryLock() {
		return nil
	}
	defer s.walks.Unlock()
	if !s.db.compacts {
		if err := s.db.whole(); err != nil {
			return err
		}
	}
	if large {
		return s.rewrite(float64(allowed) / 3 / float64(have))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reopen()
}

// reopen closes the database and opens it to be compacted. The caller holds s.mu.
func (s *Store) reopen() error {
	err := s.db.close()
	s.db = nil
	if err != nil {
		return err
	}
	if s.db, err = openBadger(s.path(factsDir), true); err != nil {
		return err
	}
	s.db.trouble.listen(s.failed)
	return nil
}

// rewrite keeps about the given share of the facts, those that cost the most.
func (s *Store) rewrite(share float64) error {
	keep, err := s.db.worth(share)
	if err != nil {
		return err
	}
	os.RemoveAll(s.path(newDir))
	next, err := openBadger(s.path(newDir), true)
	if err != nil {
		return err
	}
	next.trouble.listen(s.failed)
	known, err := s.copyFacts(next, keep)
	if e := next.close(); err == nil {
		err = e
	}
	if err != nil {
		os.RemoveAll(s.path(newDir))
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
	if s.db, err = openBadger(s.path(factsDir), true); err != nil {
		return err
	}
	s.db.trouble.listen(s.failed)
	s.known = known
	return nil
}

// worth returns which costs to keep so that about a share of all bytes is left: of the least cost that is kept at all
// only a part.
func (b *base) worth(share float64) (func(cost uint64) bool, error) {
	var bytes [65]int64 // by the length of the cost in bits
	var all int64
	err := b.each(func(_ Key, value []byte, f Fact, whole bool) error {
		if whole {
			n := int64(keyBytes + len(value))
			bytes[bits.Len64(f.Cost)] += n
			all += n
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

// copyFacts copies to another database what is kept, and the names of the classes. It returns a filter of the keys.
func (s *Store) copyFacts(to *base, keep func(cost uint64) bool) (*bloom.BloomFilter, error) {
	known := newFilter(s.db.keys() / 2)
	out := to.write()
	defer func() { out.txn.Discard() }()
	err := s.db.eachClass(func(key []byte, name string) error { return out.set(key, []byte(name)) })
	if err != nil {
		return nil, err
	}
	written := 0
	err = s.db.each(func(k Key, value []byte, f Fact, whole bool) error {
		if !whole || !keep(f.Cost) {
			return nil
		}
		if written += keyBytes + len(value); written >= 1<<20 {
			written = 0
			if s.room() < to.needsRoom() {
				return ErrNoRoom
			}
		}
		known.Add(k.position())
		return out.set(bytes.Clone(k[:]), bytes.Clone(value))
	})
	if err != nil {
		return nil, err
	}
	return known, out.end()
}

// folderBytes returns the bytes of the files in a folder, but for those that badger makes larger than what is in them.
func folderBytes(dir string) int64 {
	var n int64
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) != ".mem" && e.Name() != "DISCARD" {
			n += info.Size()
		}
	}
	return n
}
