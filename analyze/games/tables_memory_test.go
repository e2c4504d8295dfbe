package games

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"foregone/solve"
)

// namedTable is a table that has nothing but a name.
type namedTable struct {
	Table
	name string
}

func (t namedTable) Name() string { return t.name }

// TestBuiltTables: a table is built once, whoever asks; the last used are kept; a failure is not.
func TestBuiltTables(t *testing.T) {
	b := newBuiltTables()
	var builds atomic.Int64
	ask := func(ctx context.Context, names ...string) (Table, error) {
		return b.get(ctx, names, func() (Table, error) {
			builds.Add(1)
			return namedTable{name: names[0]}, nil
		})
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if got, err := ask(t.Context(), "a", "b"); err != nil || got.Name() != "a" {
				t.Errorf("found %v, %v", got, err)
			}
		})
	}
	all.Wait()
	if builds.Load() != 1 {
		t.Errorf("built %d times, expected once", builds.Load())
	}
	for i := range keptTables - 1 {
		ask(t.Context(), fmt.Sprint(i))
	}
	ask(t.Context(), "x", "a") // is there, and used last
	ask(t.Context(), "y")      // in the place of 0
	for name, want := range map[string]bool{"a": true, "y": true, "0": false, "1": true} {
		if got := b.find([]string{name}) != nil; got != want {
			t.Errorf("%s is kept: %v, expected %v", name, got, want)
		}
	}
	failed := errors.New("no room")
	if _, err := b.get(t.Context(), []string{"z"}, func() (Table, error) { return nil, failed }); err != failed || b.find([]string{"z"}) != nil {
		t.Errorf("found %v", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	b.building <- struct{}{}
	if _, err := ask(canceled, "z"); err != context.Canceled {
		t.Errorf("waiting for another build: %v", err)
	}
	if got, err := ask(canceled, "a"); err != nil || got.Name() != "a" {
		t.Errorf("what is there: %v, %v", got, err)
	}
}

// TestCrossingsShared: engines with the same tables share what one builds.
func TestCrossingsShared(t *testing.T) {
	r := Resources{Tables: NewTables("", nil)}
	p := crossingsStart(t, "", "3x5 rows=1")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			a, err := newCrossingsEngine(r).Solve(t.Context(), p, solve.Limits{}, Want{})
			if err != nil || a.Verdict != solve.Win || a.Distance != 13 || a.Nodes != 64818 {
				t.Errorf("found %+v, %v", a, err)
			}
		})
	}
	all.Wait()
	if len(r.Tables.built.tables) != 1 {
		t.Errorf("found %d tables, expected one", len(r.Tables.built.tables))
	}
}
