// Package store is the cache on disk: facts that searches have proven, kept by badger, and snapshots of searches that
// were interrupted, kept as files beside it. It is the only package that knows badger.
//
// A store never changes an answer. What cannot be read back whole is as if it were not there; a store that is damaged
// is set aside and a new one begun; one that is busy or cannot be written is left alone.
package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"
)

// format is the version of everything in the folder. A store of another format is set aside.
const format = 1

// Sizes in bytes.
const (
	MinSize     = 64 << 20 // the least bound of a store on disk
	Memory      = 96 << 20 // of its own that a store takes at most, as measured; not mapped files, which the system may drop
	needsRoom   = 64 << 20 // on the disk, before anything is written
	largestFile = 4 * memTable
)

// Reasons for which there is no store. They are wrapped with what is known beyond.
var (
	ErrBusy    = errors.New("in use by another process")
	ErrNoRoom  = errors.New("no room on the disk")
	ErrDamaged = errors.New("damaged")
)

// Options of a store. Without Report nothing is said.
type Options struct {
	Size   int64                  // bound of the folder in bytes; 0: 1 GiB
	Report func(message string)   // is told, once a kind, what went wrong while the store is open
	Try    func(dir string) error // has another process open and close a store, and returns what exec.Cmd.Output does
	Locked bool                   // we are that other process, for which the lock is held

	room func(dir string) int64 // bytes that may be written to a folder; nil: what the system says
}

// Store is an open cache. Its methods may be called from any goroutine.
type Store struct {
	dir     string
	options Options
	lock    *flock.Flock

	walks   sync.RWMutex // is held while someone goes through the facts, and exclusively while they are written anew
	mu      sync.RWMutex // guards db, known and filling
	db      *base        // nil: closed, or lost when its folder could not be renamed
	known   *filter      // of the keys; nil while it is not known what the store has
	filling *filter      // is being made

	closing atomic.Bool
	broken  atomic.Bool           // what was read was damaged: nothing is read or written any more
	why     atomic.Pointer[error] // of broken
	full    atomic.Bool           // nothing is written any more
	failing chan struct{}         // is closed when full is set

	write writer
	shots snapshots
	once  sync.Map // kinds of messages that were reported
}

// Parts of the folder.
const (
	factsDir    = "facts"
	newDir      = "facts.new"
	oldDir      = "facts.old"
	damagedDir  = "facts.damaged"
	sidecar     = "facts.closed"
	lockFile    = "lock"
	filterFile  = "facts.filter"
	snapshotDir = "snapshots"
)

func (s *Store) path(part string) string { return filepath.Join(s.dir, part) }

// Open opens the store of a folder, or begins one. A damaged one is renamed and reported, and a new one begun. The
// error is ErrBusy, ErrNoRoom or one of the file system.
func Open(dir string, o Options) (*Store, error) {
	if o.Size == 0 {
		o.Size = 1 << 30
	}
	if o.Report == nil {
		o.Report = func(string) {}
	}
	if o.room == nil {
		o.room = room
	}
	s := &Store{dir: dir, options: o, failing: make(chan struct{})}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if !o.Locked {
		s.lock = flock.New(s.path(lockFile))
		if held, err := s.lock.TryLock(); err != nil {
			return nil, err
		} else if !held {
			return nil, ErrBusy
		}
	}
	if err := s.begin(); err != nil {
		s.unlock()
		return nil, err
	}
	return s, nil
}

func (s *Store) begin() error {
	if s.room() < needsRoom {
		return fmt.Errorf("%w: the cache needs %d MB", ErrNoRoom, needsRoom>>20)
	}
	s.write.prepare(s)
	err := s.open()
	if errors.Is(err, ErrDamaged) && !s.options.Locked {
		if err := s.setAside(err); err != nil {
			return err
		}
		err = s.open()
	}
	if err != nil {
		return err
	}
	s.shots.open(s)
	s.write.done.Go(s.write.run)
	s.db.trouble.listen(s.failed)
	return nil
}

func (s *Store) room() int64 { return s.options.room(s.dir) }

func (s *Store) unlock() {
	if s.lock != nil {
		_ = s.lock.Unlock()
	}
}

// setAside renames the damaged facts, in place of any that were set aside before.
func (s *Store) setAside(reason error) error {
	os.RemoveAll(s.path(damagedDir))
	os.Remove(s.path(sidecar))
	os.Remove(s.path(filterFile))
	if err := os.Rename(s.path(factsDir), s.path(damagedDir)); err != nil {
		return err
	}
	s.Report("damaged", fmt.Sprintf("%v: renamed %s, and a new one begun", reason, s.path(damagedDir)))
	return nil
}

// open checks the facts and opens them. From then on, until Close, there is no sidecar and no filter on the disk.
func (s *Store) open() error {
	s.tidy()
	begun := !exists(s.path(factsDir))
	clean := false
	if !begun {
		var err error
		if clean, err = s.check(); err != nil {
			return err
		}
		if !clean && s.options.Try != nil {
			if err := s.try(); err != nil {
				return err
			}
			if clean, err = s.check(); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(s.path(sidecar)); err != nil && !os.IsNotExist(err) {
		return err
	}
	db, err := openBadger(s.path(factsDir))
	if err != nil {
		return err
	}
	s.db = db
	s.openFilter(clean, begun)
	return nil
}

// tidy removes what a killed process left half done.
func (s *Store) tidy() {
	os.RemoveAll(s.path(newDir))
	if _, err := os.Lstat(s.path(factsDir)); os.IsNotExist(err) {
		os.Remove(s.path(sidecar))
		_ = os.Rename(s.path(oldDir), s.path(factsDir)) // where rewriting was killed between two renames
	}
	os.RemoveAll(s.path(oldDir))
	os.Remove(s.path(sidecar) + ".new")
	os.Remove(s.path(filterFile) + ".new")
}

// Report tells of a kind of trouble when it comes for the first time.
func (s *Store) Report(kind, message string) {
	if _, told := s.once.LoadOrStore(kind, true); !told {
		s.options.Report(message)
	}
}

// Close writes what is waiting and closes the store. A store that was found damaged is set aside. After an error the
// next one to open it finds what a killed process would have left.
func (s *Store) Close() error {
	if s.closing.Swap(true) {
		return nil
	}
	defer s.unlock()
	if !s.write.stop() {
		return errors.New("badger does not end")
	}
	s.walks.Lock()
	defer s.walks.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	db := s.db
	s.db = nil
	switch {
	case db == nil:
		return os.ErrClosed
	case s.room() < largestFile:
		return ErrNoRoom // for badger to close: it would end the process
	}
	err := db.close()
	switch {
	case s.broken.Load() && s.options.Locked:
		return *s.why.Load()
	case s.broken.Load():
		return s.setAside(*s.why.Load())
	case err != nil:
		return reason(err)
	}
	s.closeFilter()
	return s.seal()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
