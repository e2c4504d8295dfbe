package strata

import (
	"fmt"
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
	if o.room == nil {
		o.room = tablefile.Room
	}
}

// fitMemory lowers the number of jobs to what the memory has room for.
func (o *Options) fitMemory(e Estimate) error {
	if o.Memory <= 0 {
		return nil
	}
	need := func() int64 { return e.Memory(o.Jobs, o.Path != "") }
	for o.Jobs > 1 && need() > o.Memory {
		o.Jobs--
	}
	if need() > o.Memory {
		return fmt.Errorf("a table of this board takes at least %d MiB of memory to build, %d are allowed", need()>>20+1, o.Memory>>20)
	}
	return nil
}

// fitDisk returns an error unless the disk has room for the table, less what an earlier run has written of it.
func (o *Options) fitDisk(e Estimate) error {
	if o.Path == "" {
		return nil
	}
	return tablefile.CheckRoom(filepath.Dir(o.Path), tablefile.Missing(o.Path, e.Disk), o.room)
}
