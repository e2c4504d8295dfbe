package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"foregone/solve/tablefile"
)

// Table is a complete table of a board: it has the verdict of every position. Its methods may be called from several
// goroutines.
type Table interface {
	Name() string // as the TablePlan's
	// Probe returns what the table says of a position, Unknown without an error of one that it does not have.
	Probe(p Position) (Answer, error)
	Check(ctx context.Context) error // compares all checksums
	io.Closer
}

// TablePlan is a table that can be built.
type TablePlan interface {
	Name() string    // game and board, such as "breakthrough 5x6"
	Start() Position // its start position
	// Need returns what a build takes with so many jobs; with startOnly, one that keeps no more than is said of the
	// start.
	Need(jobs int, startOnly bool) TableNeed
	// Pace measures how many times as long as Work says a build takes here.
	Pace(ctx context.Context) (float64, error)
	// Build builds the table. One with a path goes on where an earlier build was stopped.
	Build(ctx context.Context, o TableOptions) (Table, error)
}

// TableNeed is what building a table takes.
type TableNeed struct {
	Size   string        // in words
	Memory int64         // bytes
	Least  int64         // bytes of memory, the rest of them on disk
	Disk   int64         // bytes of the file
	Work   time.Duration // of all jobs together, on the machine where it was measured
	Units  uint64        // of progress
}

// TableOptions say how a table is built.
type TableOptions struct {
	Jobs     int
	Memory   int64              // bytes
	Path     string             // its file; "": what follows from the start position within two plies is kept, in memory
	Spill    string             // the folder for what does not fit into memory
	Progress *atomic.Uint64     // TableNeed.Units done
	Anew     func(reason error) // is told why what an earlier build has left is not gone on with
	Samples  int                // entries, of all parts of the table, that are proven again by search
	Again    *Again             // what came of that
}

// Again counts entries of a table that were to be proven again by search.
type Again struct {
	Proven int `json:"proven"`
	Open   int `json:"open"` // not proven within the bounds
	Wrong  int `json:"wrong"`
	// Followed are those that were compared with the entries after each move instead, and are right.
	Followed uint64 `json:"followed,omitzero"`
}

// Counted is what a table counts: its positions, each side to move once and mirror images as well, by their verdicts, and the
// longest distance in plies.
type Counted struct {
	Wins    uint64 `json:"wins"`
	Losses  uint64 `json:"losses"`
	Draws   uint64 `json:"draws"`
	Longest int    `json:"longest"`
}

// Counting is a Table that counts its positions.
type Counting interface {
	Table
	Count() (Counted, error)
}

// Following is a Table whose entries can be compared with those of the positions after each move, which proves it when it is
// done with all.
type Following interface {
	Table
	Entries() uint64
	// Follow compares about so many entries, 0 for all, and returns how many. One that does not follow is an error.
	Follow(ctx context.Context, samples, jobs int) (uint64, error)
}

// TableExt ends the names of the files of tables.
const TableExt = ".table"

// TableFile returns the file name of a table in a folder of tables.
func TableFile(name string) string { return strings.ReplaceAll(name, " ", "-") + TableExt }

// OpenTable opens the file of a table of any game.
func OpenTable(path string) (Table, error) {
	r, err := tablefile.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name, _, _ := strings.Cut(r.Header.Content, " ")
	for _, f := range list {
		if f.OpenTable != nil && name == f.Names[0] {
			return f.OpenTable(path)
		}
	}
	return nil, fmt.Errorf("%s: found a table of %q, expected one of a game", path, r.Header.Content)
}

// OpenTableOf opens the file of the table of a board.
func OpenTableOf(name, path string) (Table, error) {
	t, err := OpenTable(path)
	if err == nil && t.Name() != name {
		err = errors.Join(fmt.Errorf("%s: found the table of %s, expected that of %s", path, t.Name(), name), t.Close())
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Tables is a folder of complete tables. Each is opened when it is first asked for; one that cannot be used is
// reported, and not used again. What engines build in memory is shared by those that have the same Tables.
type Tables struct {
	dir    string
	report func(message string)
	mu     sync.Mutex
	opened map[string]Table // by name; nil where there is none to use
	built  *builtTables
}

// NewTables returns the tables of a folder, which need not exist; "" is none. What is wrong with one is reported in a
// line.
func NewTables(dir string, report func(message string)) *Tables {
	return &Tables{dir: dir, report: report, opened: map[string]Table{}, built: newBuiltTables()}
}

// Find returns the table of a board, nil when there is none, also in no folder.
func (t *Tables) Find(name string) Table {
	if t == nil || t.dir == "" {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if found, ok := t.opened[name]; ok {
		return found
	}
	found, err := OpenTableOf(name, filepath.Join(t.dir, TableFile(name)))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.report(err.Error() + "; going on without it")
		}
	}
	t.opened[name] = found
	return found
}

// Refuse reports what is wrong with a table that was found, which is not found again.
func (t *Tables) Refuse(name string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.opened[name] != nil {
		t.opened[name] = nil
		t.report(err.Error() + "; going on without it")
	}
}
