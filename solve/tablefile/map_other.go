//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package tablefile

import "os"

// mapFile reads a file where it is not known how to map it.
func mapFile(f *os.File, _ int64) (source, error) { return f, nil }
