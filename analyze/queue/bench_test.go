package queue

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"foregone/analyze/queue/server"
)

// BenchmarkJobs has jobs that do nothing handed out, done and fetched, with results of 1,000 bytes. Server, coordinator
// and workers are in this process, each worker with a connection of its own.
func BenchmarkJobs(b *testing.B) {
	for _, workers := range []int{1, 16, 256} {
		b.Run(fmt.Sprint(workers, " workers"), func(b *testing.B) {
			folder := b.TempDir()
			url, _ := serve(b, server.Options{Folder: folder})
			o := Options{URL: url, Version: "v1"}
			r := mustOpen(b, mustConnect(b, o), "batch-1")
			ctx, cancel := context.WithCancel(b.Context())
			var all sync.WaitGroup
			result := make([]byte, 1000)
			for range workers {
				w := mustConnect(b, o)
				all.Go(func() {
					_ = w.Work(ctx, 1, func(_ context.Context, _ int, j *Job) {
						if err := j.Done(b.Context(), result); err != nil {
							b.Error(err)
						}
					})
				})
			}
			b.ResetTimer()
			all.Go(func() {
				for i := range b.N {
					if err := r.Put(ctx, fmt.Sprint(i), []byte("x")); err != nil {
						b.Error(err)
					}
				}
			})
			for range b.N {
				<-r.Results()
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			b.ReportMetric(float64(size(b, folder))/float64(b.N), "disk-B/job")
			cancel()
			all.Wait()
		})
	}
}

// size returns the bytes of a folder's files.
func size(b *testing.B, folder string) (n int64) {
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if os.IsNotExist(err) {
			return nil
		}
		n += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}
