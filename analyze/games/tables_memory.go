package games

import (
	"context"
	"slices"
	"sync"
)

// keptTables is how many tables are kept in memory, of a few megabytes each.
const keptTables = 4

// builtTables are the tables that engines have built in memory, for all of them: the last used first.
type builtTables struct {
	building chan struct{} // full while an engine builds one
	mu       sync.Mutex
	tables   []Table
}

func newBuiltTables() *builtTables { return &builtTables{building: make(chan struct{}, 1)} }

// find returns the first table that has one of the names, nil when there is none.
func (b *builtTables) find(names []string) Table {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.tables, func(t Table) bool { return slices.Contains(names, t.Name()) })
	if i < 0 {
		return nil
	}
	t := b.tables[i]
	copy(b.tables[1:i+1], b.tables[:i])
	b.tables[0] = t
	return t
}

// get returns a table that has one of the names, and has it built when there is none. One is built at a time: who asks
// meanwhile waits, until the context ends.
func (b *builtTables) get(ctx context.Context, names []string, build func() (Table, error)) (Table, error) {
	if t := b.find(names); t != nil {
		return t, nil
	}
	select {
	case b.building <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-b.building }()
	if t := b.find(names); t != nil {
		return t, nil
	}
	t, err := build()
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tables = append([]Table{t}, b.tables[:min(len(b.tables), keptTables-1)]...)
	return t, nil
}
