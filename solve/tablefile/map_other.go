//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package tablefile

import "os"

const nonblock = 0

// mapFile reads a file where it is not known how to map it.
func mapFile(f *os.File, _ int64) (source, error) { return f, nil }
