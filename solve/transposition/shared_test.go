package transposition

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// What several goroutines put is read whole or not at all, in small tables that forget and in large ones that grow.
func TestShared(t *testing.T) {
	testShared(t, func(i uint64) [2]uint64 { return [2]uint64{i, i * i} })
	testShared(t, func(i uint64) [4]uint64 { return [4]uint64{i, i * i, i + 1, i} })
}

func testShared[K Key](t *testing.T, key func(uint64) K) {
	const keys, puts, users = 20_000, 30_000, 4
	for _, bytes := range []int64{1, 1 << 14, 1 << 30} {
		var table Table[K]
		table.Reset(bytes)
		shared := table.Share()
		var wait sync.WaitGroup
		for user := range users {
			wait.Go(func() {
				shared.Enter()
				defer shared.Leave()
				rng := rand.New(rand.NewPCG(1, uint64(user)))
				for n := range puts {
					i := rng.Uint64N(keys)
					if e := shared.Get(key(i)); e.Work != 0 && e.Proof != uint32(i) {
						t.Errorf("%d: found %+v", i, e)
						return
					}
					i = rng.Uint64N(keys)
					held := shared.Hold(key(i))
					if held.Disproof != held.Note || held.Work != 0 && held.Proof != uint32(i) {
						t.Errorf("%d: found %+v", i, held.Entry)
					}
					held.Entry = Entry{uint32(i), held.Disproof + 1, held.Work + 1, held.Note + 1}
					shared.Put(&held)
					if n%64 == 0 {
						shared.Pause()
					}
				}
			})
		}
		wait.Wait()
		shared.Close()
		found, sum := uint64(0), uint64(0)
		for k, e := range table.All() {
			found, sum = found+1, sum+uint64(e.Work)
			if e != table.Get(k) || key(uint64(e.Proof)) != k || e.Work != e.Note {
				t.Fatalf("%v: found %+v", k, e)
			}
		}
		if found != table.count || found == 0 {
			t.Errorf("%d bytes: found %d entries, counted %d", bytes, found, table.count)
		}
		if bytes == 1<<30 && (found < keys*8/10 || sum < users*puts*8/10) {
			t.Errorf("of %d keys and %d puts there are %d and %d", keys, users*puts, found, sum)
		}
	}
}
