//go:build linux || darwin || freebsd

package store

import (
	"math"

	"golang.org/x/sys/unix"
)

// room returns how many bytes may be written to new files in a folder. Badger writes through memory maps, and the
// process dies when a page of one finds no block on the disk, so there must be enough beforehand.
func room(dir string) int64 {
	free := int64(math.MaxInt64)
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err == nil {
		free = int64(disk.Bavail) * int64(disk.Bsize)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err == nil && limit.Cur < largestFile {
		return 0
	}
	return free
}
