package tablefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// openRegular opens a regular file. Whatever else has its name is an error: a named pipe would keep the reader waiting.
func openRegular(path string, flags int) (*os.File, error) {
	if info, err := os.Stat(path); err == nil {
		if err := checkRegular(info); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	f, err := os.OpenFile(path, flags|nonblock, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkRegular(info)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// unusableError says why a file is no table that is read or gone on with.
type unusableError struct{ reason string }

func (e *unusableError) Error() string { return e.reason }

// unusable reports whether an error says that a file is no table to go on with, and not that it could not be read.
func unusable(err error) bool {
	var u *unusableError
	return errors.As(err, &u) || errors.Is(err, ErrDamaged) || errors.Is(err, ErrIncomplete)
}

func checkRegular(info fs.FileInfo) error {
	kind := "special file"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return errors.New("found a folder, expected the file of a table")
	case mode&fs.ModeNamedPipe != 0:
		kind = "named pipe"
	case mode&fs.ModeDevice != 0:
		kind = "device"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	}
	return &unusableError{fmt.Sprintf("found a %s, expected the file of a table", kind)}
}
