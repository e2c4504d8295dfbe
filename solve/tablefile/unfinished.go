package tablefile

import (
	"fmt"
	"os"
)

// Unfinished returns the file that a table at path is written to until it is complete.
func Unfinished(path string) string { return path + ".part" }

// Missing returns how many of the bytes of a table at path an earlier run has not written yet.
func Missing(path string, size int64) int64 {
	if info, err := os.Stat(Unfinished(path)); err == nil {
		size -= info.Size()
	}
	return max(0, size)
}

// CheckRoom returns an error unless room, such as Room, finds place in a folder for so many bytes of a table, and some to
// spare.
func CheckRoom(dir string, need int64, room func(dir string) int64) error {
	need += need/16 + 1<<20
	if free := room(dir); free < need {
		return fmt.Errorf("%s: a table of this board takes %d MiB more on disk, %d are free", dir, need>>20+1, free>>20)
	}
	return nil
}
