package store

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

// base is badger's database. It is managed, because otherwise a transaction that reads waits for those that write.
//
// It is never compacted. Compactions read in goroutines of badger's, where a panic over a damaged block ends the process
// and an error loses the rest of a table without a word; and they take several times the memory of everything else.
// Tables are of level 0, each of which is asked for a key, until rewriting makes tables of the last level, of which one
// is asked.
type base struct {
	*badger.DB
	trouble *trouble
	version uint64 // of the last write
}

const (
	memTable   = 4 << 20
	tableSize  = 4 << 20 // the most in the last level
	blockCache = 16 << 20
	newest     = math.MaxUint64 // the version to read
)

func openBadger(dir string) (b *base, err error) {
	defer asError(&err)
	t := &trouble{told: make(chan struct{})}
	o := badger.DefaultOptions(dir).
		WithExternalMagic(format).
		WithLogger(t).
		WithCompression(options.Snappy).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithBlockCacheSize(blockCache).
		WithNumCompactors(0).
		WithNumLevelZeroTablesStall(math.MaxInt32). // or writing waits for compactions
		WithMemTableSize(memTable).
		WithNumMemtables(2).
		WithBaseTableSize(tableSize).
		WithValueLogFileSize(1 << 20).
		WithValueThreshold(memTable / 16).
		WithNumVersionsToKeep(1).
		WithDetectConflicts(false).
		WithMetricsEnabled(false).
		WithSyncWrites(false)
	o.TableSizeMultiplier = 1
	db, err := badger.OpenManaged(o)
	if err != nil {
		return nil, reason(err)
	}
	b = &base{DB: db, trouble: t, version: db.MaxVersion()}
	if err := t.heard(); err != nil {
		_ = b.close()
		return nil, err
	}
	return b, nil
}

// writing is a run of transactions, one after the other. Badger's own batch has several under way, and where one of them
// fails to begin a new table in memory, the next ends the process.
type writing struct {
	b   *base
	txn *badger.Txn
}

func (b *base) write() *writing {
	b.version++
	return &writing{b, b.NewTransactionAt(newest, true)}
}

// set holds on to k and v.
func (w *writing) set(k, v []byte) error {
	err := w.txn.Set(k, v)
	if err != badger.ErrTxnTooBig {
		return err
	}
	if err := w.end(); err != nil {
		return err
	}
	w.txn = w.b.NewTransactionAt(newest, true)
	return w.txn.Set(k, v)
}

func (w *writing) end() error { return w.txn.CommitAt(w.b.version, nil) }

// tables returns how many tables there are of level 0, and of the last.
func (b *base) tables() (first, last int) {
	levels := b.Levels()
	return levels[0].NumTables, levels[len(levels)-1].NumTables
}

// close closes the database. Where badger cannot write what it has in memory it tries for ever: it is left to that.
func (b *base) close() error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer asError(&err)
		debug.SetPanicOnFault(true)
		err = b.Close()
	}()
	select {
	case err := <-done:
		return err
	case <-b.trouble.told:
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return b.trouble.heard()
	}
}

// patience is how long badger has to end after it met with trouble.
const patience = 2 * time.Second

// whole reads all blocks of all tables.
func (b *base) whole() (err error) {
	defer asError(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if err := b.VerifyChecksum(); err != nil {
		return reason(err)
	}
	return nil
}

// asError turns a panic over a damaged file into an error.
func asError(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w (%s)", ErrDamaged, firstLine(fmt.Sprint(r)))
	}
}

// trouble is what badger's goroutines have no other way to say: a badger.Logger of which only errors come through.
type trouble struct {
	mu   sync.Mutex
	err  error         // the first
	told chan struct{} // is closed then
	tell func(error)   // nil while the database is being opened
}

func (t *trouble) Errorf(form string, args ...any) {
	t.mu.Lock()
	first := t.err == nil
	if first {
		t.err = reason(fmt.Errorf(form, args...))
		close(t.told)
	}
	err, tell := t.err, t.tell
	t.mu.Unlock()
	if first && tell != nil {
		tell(err)
	}
}

func (t *trouble) Warningf(string, ...any) {}
func (t *trouble) Infof(string, ...any)    {}
func (t *trouble) Debugf(string, ...any)   {}

func (t *trouble) heard() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// listen has f told of trouble from now on, and of what there was before.
func (t *trouble) listen(f func(error)) {
	t.mu.Lock()
	t.tell = f
	err := t.err
	t.mu.Unlock()
	if err != nil {
		f(err)
	}
}

// notDamage are causes for which a store cannot be used that are no fault of its files.
var notDamage = []struct{ cause, err error }{
	//lint:ignore ST1005 these are badger's words
	{errors.New("Cannot acquire directory lock"), ErrBusy},
	{ErrBusy, ErrBusy},
	{ErrNoRoom, ErrNoRoom},
	{syscall.ENOSPC, ErrNoRoom},
	{syscall.EDQUOT, ErrNoRoom},
	{syscall.EFBIG, ErrNoRoom},
	{syscall.EACCES, os.ErrPermission},
	{syscall.EPERM, os.ErrPermission},
	{syscall.EROFS, syscall.EROFS},
	{syscall.EIO, syscall.EIO},
	{syscall.EMFILE, syscall.EMFILE},
	{syscall.ENFILE, syscall.ENFILE},
	{syscall.ENOMEM, syscall.ENOMEM},
	{syscall.EAGAIN, syscall.EAGAIN},
	{syscall.ENODEV, syscall.ENODEV},
	{syscall.ENOTSUP, syscall.ENOTSUP},
	{syscall.ESTALE, syscall.ESTALE},
}

// reason returns the cause of one of badger's errors, which hides it from errors.Is: one of notDamage, or ErrDamaged.
func reason(err error) error {
	text := err.Error()
	for _, r := range notDamage {
		if strings.Contains(text, r.cause.Error()) {
			return r.err
		}
	}
	return fmt.Errorf("%w (%s)", ErrDamaged, firstLine(text))
}

// cause returns why badger could not write, for a message.
func cause(err error) string {
	text := err.Error()
	if strings.Contains(text, syscall.ENOENT.Error()) {
		return "its folder was removed"
	}
	if r := reason(err); !errors.Is(r, ErrDamaged) {
		return r.Error()
	}
	return firstLine(text)
}

// firstLine returns the first line of a text that says anything: of badger's wrapped errors the cause.
func firstLine(text string) string {
	if i := strings.LastIndex(text, "err: "); i >= 0 {
		text = text[i+len("err: "):]
	}
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, " =\t\r\n"); line != "" {
			return fmt.Sprintf("%.160s", line)
		}
	}
	return "without a reason"
}
