package store

import (
	"sync"
	"time"
)

const (
	maxWaiting = 4 << 20                // bytes of facts
	inMemory   = 128                    // bytes that a waiting fact takes beside its value
	flushEvery = 200 * time.Millisecond // a kill loses no more than this, or than the change of databases takes
	checkEvery = memTable               // bytes written between looks at the size of the store
)

// writer is the goroutine that writes facts behind.
type writer struct {
	s *Store

	mu      sync.Mutex
	room    *sync.Cond        // less than maxWaiting is waiting or behind, or writing has ended
	waiting map[Key][]byte    // not begun
	size    int               // of what is waiting
	flying  map[Key][]byte    // being written
	classes map[string]string // names to be written, by badger's keys
	named   map[string]bool   // the same keys, and those that were written

	writing sync.Mutex        // is held while facts are written to badger, and while another database takes its place
	since   map[string][]byte // what was written since the facts began to be written anew; otherwise nil
	behind  int               // bytes in it

	wake chan struct{}
	quit chan struct{}
	done sync.WaitGroup

	unchecked int // bytes written since the size was looked at
}

func (w *writer) prepare(s *Store) {
	w.s = s
	w.room = sync.NewCond(&w.mu)
	w.waiting = map[Key][]byte{}
	w.classes, w.named = map[string]string{}, map[string]bool{}
	w.wake, w.quit = make(chan struct{}, 1), make(chan struct{})
	w.unchecked = checkEvery // by runs that wrote less
}

// stop writes what is waiting and ends the goroutines. It reports whether they have ended: after a failure badger may
// hold one of them for ever.
func (w *writer) stop() bool {
	close(w.quit)
	w.ended()
	done := make(chan struct{})
	go func() {
		w.done.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-w.s.failing:
	}
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}

// ended wakes those that wait in put.
func (w *writer) ended() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.room.Broadcast()
}

func (w *writer) put(c *Class, k Key, value []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for (w.size >= maxWaiting || w.behind >= maxWaiting) && !w.s.stopped() {
		w.room.Wait()
	}
	if w.s.stopped() {
		return
	}
	if old, ok := w.waiting[k]; ok {
		w.size -= inMemory + len(old)
	}
	w.waiting[k] = value
	w.size += inMemory + len(value)
	if name := c.key(); !w.named[name] {
		w.named[name] = true
		w.classes[name] = c.String()
	}
	if w.size >= maxWaiting/2 {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

// each calls f for the key of every fact that waits.
func (w *writer) each(f func(k Key)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for k := range w.waiting {
		f(k)
	}
	for k := range w.flying {
		f(k)
	}
}

// waits returns the value of a fact that has not been written yet.
func (w *writer) waits(k Key) ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if v, ok := w.waiting[k]; ok {
		return v, true
	}
	v, ok := w.flying[k]
	return v, ok
}

func (w *writer) run() {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.quit:
			w.flush()
			return
		case <-tick.C:
		case <-w.wake:
		}
		w.flush()
	}
}

// flush writes what is waiting.
func (w *writer) flush() {
	w.mu.Lock()
	if len(w.waiting) == 0 {
		w.mu.Unlock()
		return
	}
	w.flying, w.waiting, w.size = w.waiting, make(map[Key][]byte, len(w.waiting)), 0
	classes := w.classes
	w.classes = map[string]string{}
	w.room.Broadcast()
	w.mu.Unlock()

	if !w.s.broken.Load() && !w.s.full.Load() {
		w.writing.Lock()
		err := w.write(classes)
		w.writing.Unlock()
		if err != nil {
			w.s.failed(err)
		}
	}

	w.mu.Lock()
	w.flying = nil
	w.mu.Unlock()
}

// write hands the flying facts to badger, and sees to the size of the store.
func (w *writer) write(classes map[string]string) error {
	s := w.s
	if s.room() < needsRoom {
		return ErrNoRoom
	}
	out := s.db.write()
	defer func() { out.txn.Discard() }()
	for k, c := range classes {
		if err := out.set([]byte(k), []byte(c)); err != nil {
			return err
		}
	}
	for k, v := range w.flying {
		if err := out.set(k[:], v); err != nil {
			return err
		}
		w.unchecked += len(k) + len(v)
	}
	if err := out.end(); err != nil {
		return err
	}
	w.remember(classes)
	if w.unchecked < checkEvery {
		return nil
	}
	w.unchecked = 0
	return s.tend()
}

// remember keeps what was written for the database that is to take the place of this one.
func (w *writer) remember(classes map[string]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since == nil {
		return
	}
	for k, c := range classes {
		w.since[k] = []byte(c)
	}
	for k, v := range w.flying {
		w.since[string(k[:])] = v
		w.behind += inMemory + len(v)
	}
}

// begin has what is written from now on remembered, and take returns it and ends that.
func (w *writer) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = map[string][]byte{}
}

func (w *writer) take() map[string][]byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	since := w.since
	w.since, w.behind = nil, 0
	w.room.Broadcast()
	return since
}

// stopped reports whether nothing is put any more.
func (s *Store) stopped() bool { return s.closing.Load() || s.broken.Load() || s.full.Load() }

// damaged ends reading and writing. After a failure badger may have nothing to read from, which is no damage.
func (s *Store) damaged(err error) {
	if s.full.Load() {
		return
	}
	s.why.CompareAndSwap(nil, &err)
	s.broken.Store(true)
	s.write.ended()
}

// failed ends the writing. Badger's goroutines may call it.
func (s *Store) failed(err error) {
	if s.full.Swap(true) {
		return
	}
	close(s.failing)
	s.write.ended()
	s.Report("full", "nothing more is written to it: "+cause(err))
}
