package quiet

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"foregone/solve/tablefile"
)

func (o *Options) defaults() {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = new(atomic.Uint64)
	}
	if o.Anew == nil {
		o.Anew = func(error) {}
	}
	if o.Spill == "" {
		o.Spill = os.TempDir()
	}
	if o.room == nil {
		o.room = tablefile.Room
	}
}

// fitMemory lowers the number of jobs to what the memory has room for.
func (o *Options) fitMemory(e Estimate) error {
	if o.Memory <= 0 {
		return nil
	}
	if least := e.Worker + e.Fixed; o.Memory < least {
		return fmt.Errorf("a table of this board takes at least %d MiB of memory to build, %d are allowed", least>>20+1, o.Memory>>20)
	}
	for o.Jobs > 1 && e.Fixed+int64(o.Jobs)*e.Worker > o.Memory {
		o.Jobs--
	}
	return nil
}

// forSlices returns the bytes of memory for finished slices, when that is bounded.
func (o *Options) forSlices(e Estimate) int64 {
	return max(1, o.Memory-e.Fixed-int64(o.Jobs)*e.Worker)
}

// spills reports whether slices will not fit into memory.
func (o *Options) spills(e Estimate) bool {
	kept := e.Live
	if o.Complete {
		kept = e.Disk
	}
	return o.Path == "" && o.Memory > 0 && kept > o.forSlices(e)
}

// fitDisk returns an error unless the disk has room for the table, less what an earlier run has written of it, or for
// the slices that will not fit into memory.
func (o *Options) fitDisk(e Estimate) error {
	dir, need := o.Spill, e.Disk
	switch {
	case o.Path != "":
		dir, need = filepath.Dir(o.Path), tablefile.Missing(o.Path, need)
	case o.spills(e):
		need -= o.forSlices(e)
	default:
		return nil
	}
	return tablefile.CheckRoom(dir, need, o.room)
}
