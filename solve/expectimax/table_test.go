package expectimax

import (
	"math/rand/v2"
	"testing"
)

// Below the bound little is lost; what is found is what was last put.
func TestTable(t *testing.T) {
	for _, bytes := range []int64{1, 300 << 10, 10 << 20} {
		var team team
		table := &team.table
		for round := range 2 {
			table.reset(bytes)
			rng := rand.New(rand.NewPCG(uint64(round), 1))
			last := map[Key]entry{}
			for i := range 20000 {
				key := Key{uint64(rng.IntN(3)), uint64(rng.IntN(3000)), 1 << 63}
				e := entry{low: int64(i), high: int64(100000 - i), move: MoveID(i)}
				team.put(key, e, uint64(i%5))
				last[key] = e
			}
			found := 0
			for key, want := range last {
				e := table.get(key)
				if e.work == 0 {
					continue
				}
				found++
				if e.low != want.low || e.high != want.high || e.move != want.move {
					t.Fatalf("%v holds %v, want %v", key, e, want)
				}
			}
			if len(table.buckets) > table.limit || found < min(len(last), len(table.buckets)*ways)/2 || bytes == 10<<20 && found < len(last)*95/100 {
				t.Errorf("%d bytes: found %d of %d in %d buckets of %d", bytes, found, len(last), len(table.buckets), table.limit)
			}
			if e := table.get(Key{5, 5, 1 << 63}); e != (entry{}) {
				t.Errorf("found %v", e)
			}
		}
	}
}
