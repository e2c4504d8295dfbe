package store

import (
	"errors"
	"os"
	"runtime/debug"

	"github.com/dgraph-io/badger/v4"
	"github.com/gofrs/flock"
)

// each calls f for each fact whose key has a prefix, with its value while f runs and whether that is whole. Badger leaves
// out without an error what follows a damaged block in its table.
func (b *base) each(prefix []byte, f func(k Key, value []byte, fact Fact, whole bool) error) error {
	o := badger.DefaultIteratorOptions
	o.Prefix = prefix
	return b.iterate(o, func(item *badger.Item) error {
		if len(item.Key()) != keyBytes {
			return nil
		}
		k := Key(item.Key())
		return item.Value(func(value []byte) error {
			fact, err := decode(k, value)
			return f(k, value, fact, err == nil)
		})
	})
}

// eachClass calls f for the name of each class.
func (b *base) eachClass(f func(key []byte, name string) error) error {
	o := badger.DefaultIteratorOptions
	o.Prefix = []byte(classPrefix)
	return b.iterate(o, func(item *badger.Item) error {
		return item.Value(func(name []byte) error { return f(item.KeyCopy(nil), string(name)) })
	})
}

var errEnough = errors.New("enough")

// keysOf calls f for the key of each fact, once a version, until it returns false. n counts the versions of all keys.
func (b *base) keysOf(f func(k Key) bool) (n uint, err error) {
	o := badger.DefaultIteratorOptions
	o.AllVersions = true
	err = b.iterate(o, func(item *badger.Item) error {
		n++
		if k := item.Key(); len(k) == keyBytes && k[0] == factPrefix && !f(Key(k)) {
			return errEnough
		}
		return nil
	})
	if err == errEnough {
		err = nil
	}
	return n, err
}

func (b *base) iterate(o badger.IteratorOptions, f func(item *badger.Item) error) (err error) {
	defer asError(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	o.PrefetchValues = false // they stand beside the keys
	txn := b.NewTransactionAt(newest, false)
	defer txn.Discard()
	it := txn.NewIterator(o)
	defer it.Close()
	for it.Rewind(); it.Valid(); it.Next() {
		if err := f(it.Item()); err != nil {
			return err
		}
	}
	return nil
}

// walk calls f with the database, which is not written anew meanwhile.
func (s *Store) walk(f func(b *base) error) error {
	s.walks.RLock()
	defer s.walks.RUnlock()
	s.mu.RLock()
	db := s.db
	s.mu.RUnlock()
	if db == nil {
		return os.ErrClosed
	}
	return f(db)
}

// Contents is what a store has of one class.
type Contents struct {
	*Class
	Facts   uint64
	Origins uint64 // facts that were asked for themselves
	Bytes   int64
}

// Info is what is known of a store.
type Info struct {
	Format    int
	Classes   []Contents
	Damaged   uint64 // records, or blocks of them, that are not what was written: at least so many
	Snapshots int
	Bytes     int64 // of the folder
}

// Info reads all of the store but what waits to be written.
func (s *Store) Info() (Info, error) {
	info := Info{Format: format, Snapshots: s.shots.count(), Bytes: s.bytes()}
	at := map[string]int{}
	err := s.walk(func(b *base) error {
		if b.whole() != nil {
			info.Damaged++
		}
		err := b.eachClass(func(key []byte, name string) error {
			if c, ok := parseClass(name); ok && len(key) == 1+classBytes {
				at[string(key[1:])] = len(info.Classes)
				info.Classes = append(info.Classes, Contents{Class: c})
			}
			return nil
		})
		if err != nil {
			return err
		}
		return b.each([]byte{factPrefix}, func(k Key, value []byte, f Fact, whole bool) error {
			i, ok := at[string(k[1:1+classBytes])]
			if !whole || !ok {
				info.Damaged++
				return nil
			}
			c := &info.Classes[i]
			c.Facts++
			c.Bytes += int64(keyBytes + len(value))
			if f.Origin != "" {
				c.Origins++
			}
			return nil
		})
	})
	return info, err
}

// Origins calls f for each fact that was asked for itself, unless it waits to be written.
func (s *Store) Origins(f func(c *Class, fact Fact) error) error {
	names := map[string]*Class{}
	return s.walk(func(b *base) error {
		err := b.eachClass(func(key []byte, name string) error {
			if c, ok := parseClass(name); ok {
				names[string(key[1:])] = c
			}
			return nil
		})
		if err != nil {
			return err
		}
		return b.each([]byte{factPrefix}, func(k Key, _ []byte, fact Fact, whole bool) error {
			c, ok := names[string(k[1:1+classBytes])]
			if !whole || !ok || fact.Origin == "" {
				return nil
			}
			return f(c, fact)
		})
	})
}

// bytes returns the size of the store's files, those apart that badger makes larger than what is in them.
func (s *Store) bytes() int64 {
	n := folderBytes(s.path(factsDir)) + folderBytes(s.path(damagedDir)) + s.shots.bytes()
	for _, part := range []string{sidecar, filterFile} {
		if info, err := os.Stat(s.path(part)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// Clear removes the store of a folder, and nothing else that is in it. The error is ErrBusy while it is open.
func Clear(dir string) error {
	s := &Store{dir: dir}
	if !exists(dir) {
		return nil
	}
	s.lock = flock.New(s.path(lockFile))
	if held, err := s.lock.TryLock(); err != nil {
		return err
	} else if !held {
		return ErrBusy
	}
	defer s.unlock()
	for _, part := range []string{sidecar, sidecar + ".new", filterFile, filterFile + ".new",
		factsDir, newDir, oldDir, damagedDir, snapshotDir, lockFile} {
		if err := os.RemoveAll(s.path(part)); err != nil {
			return err
		}
	}
	return nil
}
