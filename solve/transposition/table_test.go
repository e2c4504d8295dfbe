package transposition

import (
	"math/rand/v2"
	"testing"
)

func TestTableKeepsWhatItHasRoomFor(t *testing.T) {
	testTable(t, func(i uint64) [2]uint64 { return [2]uint64{i, i * i} })
	testTable(t, func(i uint64) [4]uint64 { return [4]uint64{i & 7, i >> 3, 0, i} })
}

func testTable[K Key](t *testing.T, key func(uint64) K) {
	const n = 300_000
	var table Table[K]
	for range 2 { // again in the memory of the first time
		table.Reset(1 << 30)
		for i := range uint64(n) {
			table.Put(key(i), Entry{Proof: uint32(i), Disproof: uint32(2 * i), Work: uint32(1 + i%7), Note: uint32(3 * i)})
		}
		lost := 0
		for i := range uint64(n) {
			switch e := table.Get(key(i)); {
			case e.Work == 0:
				lost++
			case e != Entry{uint32(i), uint32(2 * i), uint32(1 + i%7), uint32(3 * i)}:
				t.Fatalf("%v: found %v", key(i), e)
			}
		}
		if lost > n/5 {
			t.Errorf("%d of %d were lost", lost, n)
		}
		if e := table.Get(key(n)); e != (Entry{}) {
			t.Errorf("found %v for what was not put", e)
		}
		all := 0
		for k, e := range table.All() {
			if all++; e != table.Get(k) {
				t.Fatalf("%v: found %v, then %v", k, e, table.Get(k))
			}
		}
		if all != n-lost {
			t.Errorf("found %d, lost %d of %d", all, lost, n)
		}
		if got := table.count; got != uint64(n-lost) {
			t.Errorf("counted %d, lost %d of %d", got, lost, n)
		}
	}
	table.Reset(1 << 20)
	if e := table.Get(key(1)); e != (Entry{}) {
		t.Errorf("found %v after Reset", e)
	}
	if got := len(table.pages); got > 4 {
		t.Errorf("%d pages for a mebibyte", got)
	}
}

// Random puts and gets agree with a map, but for what was forgotten, which is never what cost the most.
func TestTableAgreesWithMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var table Table[[2]uint64]
	for _, bytes := range []int64{0, 1, 1000, 1 << 15, 1 << 18, 1 << 21} {
		table.Reset(bytes)
		known := map[[2]uint64]Entry{}
		found := 0
		for range 100_000 {
			k := [2]uint64{rng.Uint64N(20_000), 1}
			e := Entry{Proof: rng.Uint32(), Disproof: rng.Uint32(), Work: 1 + rng.Uint32N(1000), Note: rng.Uint32()}
			if k[0] < 2 {
				e.Work = 1 << 20
			}
			switch got := table.Get(k); {
			case got.Work == 0 && k[0] < 2 && known[k].Work != 0:
				t.Fatalf("%d bytes: %v of work %d was forgotten", bytes, k, known[k].Work)
			case got.Work != 0 && got != known[k]:
				t.Fatalf("%d bytes: found %v, expected %v", bytes, got, known[k])
			case got.Work != 0:
				found++
			}
			table.Put(k, e)
			known[k] = e
			if got := table.Get(k); got != e {
				t.Fatalf("%d bytes: found %v right after %v", bytes, got, e)
			}
		}
		if found < 100_000*int(table.limit*ways)/20_000/4 && table.limit < 1000 || table.limit > 10_000 && found < 60_000 {
			t.Errorf("%d bytes, %d buckets: only %d were found", bytes, table.limit, found)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	var table Table[[2]uint64]
	table.Reset(1 << 28)
	key := func(i uint64) [2]uint64 { return [2]uint64{i * 0x9e3779b97f4a7c15, i} }
	const n = 4_000_000
	for i := range uint64(n) {
		table.Put(key(i), Entry{Work: 1})
	}
	for name, first := range map[string]uint64{"hit": 0, "miss": n} {
		b.Run(name, func(b *testing.B) {
			sum, i := uint32(0), uint64(0)
			for b.Loop() {
				sum += table.Get(key(first + i*7919%n)).Work
				i++
			}
			_ = sum
		})
	}
	b.Run("put", func(b *testing.B) {
		i := uint64(0)
		for b.Loop() {
			table.Put(key(i*7919%n), Entry{Work: 2})
			i++
		}
	})
}
