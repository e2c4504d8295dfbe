//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tablefile

import (
	"io"
	"os"
	"syscall"
)

// nonblock keeps the opening of a named pipe from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// mapped is a memory-mapped file.
type mapped []byte

// mapFile maps a file and closes it.
func mapFile(f *os.File, size int64) (source, error) {
	if size == 0 {
		return f, nil
	}
	m, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return mapped(m), f.Close()
}

func (m mapped) ReadAt(b []byte, at int64) (int, error) {
	if at < 0 || at >= int64(len(m)) {
		return 0, io.EOF
	}
	n := copy(b, m[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (m mapped) Close() error { return syscall.Munmap(m) }
