//go:build linux || darwin || freebsd

package tablefile

import (
	"math"

	"golang.org/x/sys/unix"
)

// Room returns how many bytes may be written to a new file in a folder: what the file system has left for this user, or
// less where the system bounds the size of files. Unknown, it is as much as there can be.
func Room(dir string) int64 {
	free := int64(math.MaxInt64)
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err == nil {
		free = int64(disk.Bavail) * int64(disk.Bsize)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err == nil && uint64(limit.Cur) < uint64(free) {
		free = int64(limit.Cur)
	}
	return free
}
