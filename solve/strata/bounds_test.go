package strata

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"foregone/solve/tablefile"
)

// TestBounds refuses builds before they begin when there is not enough memory or disk.
func TestBounds(t *testing.T) {
	s := Size{W: 3, H: 4, Rows: 1}
	e, err := s.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "table")
	for _, o := range []Options{
		{Memory: e.Memory(1, true) - 1, Path: path},
		{Memory: e.Memory(1, false) - 1},
		{Path: path, room: func(string) int64 { return e.Disk }},
	} {
		if _, err := Build(context.Background(), s, o); err == nil || !strings.Contains(err.Error(), "a table of this board takes ") {
			t.Errorf("%+v: %v", o, err)
		}
		if _, err := os.Stat(tablefile.Unfinished(path)); err == nil {
			t.Error("a file was begun")
		}
	}
	table, err := Build(context.Background(), s, Options{Memory: e.Memory(2, true) - 1, Jobs: 2, Path: path})
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
}

// TestEstimate compares estimates with what building a table really takes.
func TestEstimate(t *testing.T) {
	sizes := []Size{{3, 4, 1, 0}, {3, 5, 1, 1}, {3, 4, 2, 0}, {2, 6, 2, 0}}
	if slow() {
		sizes = append(sizes, Size{4, 4, 1, 0}, Size{4, 4, 1, 1}, Size{4, 4, 2, 0}, Size{3, 7, 1, 0}, Size{2, 10, 1, 0}, Size{2, 8, 2, 0}, Size{5, 3, 1, 0}, Size{6, 3, 1, 0}, Size{4, 5, 1, 0})
	}
	for _, s := range sizes {
		e, err := s.Estimate()
		if err != nil {
			t.Fatal(err)
		}
		b := onDisk(t, s, filepath.Join(t.TempDir(), "table"), 1)
		if got := int64(len(b)); got > e.Disk || got < e.Disk/4 {
			t.Errorf("%v: the table has %d bytes, %d were estimated", s, got, e.Disk)
		}
		t.Logf("%v: the table has %d bytes, %d were estimated", s, len(b), e.Disk)
	}
	if pace, err := Pace(context.Background()); err != nil || pace <= 0 {
		t.Error(pace, err)
	}
}

// TestCheckValues wants sound tables to pass and finds every value that is altered.
func TestCheckValues(t *testing.T) {
	ctx := context.Background()
	sizes := []Size{{3, 4, 1, 0}, {2, 5, 2, 1}, {4, 4, 1, 0}}
	samples := []uint64{0, 0, 20_000}
	if slow() {
		sizes = append(sizes, Size{3, 5, 2, 0}, Size{3, 5, 1, 0}, Size{3, 5, 1, 1}, Size{4, 4, 1, 0}, Size{4, 4, 2, 0}, Size{4, 4, 2, 1}, Size{4, 3, 1, 0})
		samples = append(samples, 0, 0, 0, 0, 1_000_000, 1_000_000, 0)
	}
	for i, s := range sizes {
		table := made(t, s)
		n, err := table.CheckValues(ctx, CheckOptions{Samples: samples[i], Jobs: 1 + i%2})
		if err != nil {
			t.Errorf("%v: %v", s, err)
		}
		if n > table.Entries() || samples[i] == 0 && n != table.Entries() || n < samples[i]/2 {
			t.Errorf("%v: %d of %d values were compared", s, n, table.Entries())
		}
		t.Logf("%v: %d of %d values were compared", s, n, table.Entries())
	}
	table := made(t, Size{W: 3, H: 3, Rows: 1})
	m := table.source.(*memory)
	enc, err := newEncoder()
	if err != nil {
		t.Fatal(err)
	}
	dec, err := newDecoder()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range table.plan.slices {
		values := make([]byte, s.len)
		if err := unpack(dec, values, m.data[i][:m.ends[i][0]]); err != nil {
			t.Fatal(err)
		}
		sound, ends := m.data[i], m.ends[i]
		for j := 0; j < len(values); j += 1 + len(values)/20 {
			wrong := bytes.Clone(values)
			if wrong[j] += 2; j%3 == 0 {
				wrong[j] += 0xff
			}
			m.data[i] = enc.EncodeAll(wrong, nil)
			m.ends[i] = []int{len(m.data[i]), len(m.data[i])}
			fresh := newTable(table.plan, m)
			if _, err := fresh.CheckValues(ctx, CheckOptions{}); !errors.Is(err, ErrWrong) {
				t.Fatalf("%v: value %d was altered, and nobody noticed", s.key, j)
			}
		}
		m.data[i], m.ends[i] = sound, ends
	}
}

// memoryInUse returns the bytes that the process has from the system.
func memoryInUse() uint64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64() - m[1].Value.Uint64()
}

// TestMemory wants builds to take much less than a byte an entry, and watches one.
func TestMemory(t *testing.T) {
	for _, s := range []Size{{4, 5, 2, 0}, {5, 4, 2, 0}, {5, 5, 1, 0}} {
		e, err := s.Estimate()
		if err != nil {
			t.Fatal(err)
		}
		if need := e.Memory(1, true); uint64(need) > e.Entries*3/4 || s.Rows == 2 && uint64(need) > e.Entries/5 {
			t.Errorf("%v: %d entries take %d bytes", s, e.Entries, need)
		}
	}
	s := Size{W: 3, H: 5, Rows: 2}
	if slow() {
		s = Size{W: 5, H: 4, Rows: 1}
	}
	e, err := s.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	limit := e.Memory(1, true)
	debug.FreeOSMemory()
	before := memoryInUse() // of the tests
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		top := uint64(0)
		for {
			select {
			case <-stop:
				most <- top
				return
			case <-time.After(time.Millisecond):
				top = max(top, memoryInUse())
			}
		}
	}()
	table, err := Build(t.Context(), s, Options{Jobs: 1, Memory: limit, Path: filepath.Join(t.TempDir(), "table")})
	close(stop)
	if top := int64(<-most) - int64(before); top > limit {
		t.Errorf("%v: it took %d bytes of memory, %d were allowed", s, top, limit)
	} else {
		t.Logf("%v: %d entries, it took %d bytes of memory, %d were allowed", s, e.Entries, top, limit)
	}
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
}
