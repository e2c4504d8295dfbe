package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// sealed is what the sidecar of a cleanly closed store holds. Badger kills the process over a table that was cut short,
// or whose last block or index is damaged, so these are compared before it sees them; the blocks between have checks
// of their own, which badger reports as errors.
type sealed struct {
	Format int          `json:"format"`
	Files  []sealedFile `json:"files"`
}

type sealedFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Tail int64  `json:"tail"` // bytes at the end that Sum is of
	Sum  uint64 `json:"sum"`  // XXH64
}

// lastBlock is more than the last block of a table takes.
const lastBlock = maxFact + 32<<10

// registryBytes is the size of badger's KEYREGISTRY without keys.
const registryBytes = 28

// seal writes the sidecar of the closed store.
func (s *Store) seal() error {
	z := sealed{Format: format}
	files, err := s.files()
	if err != nil {
		return err
	}
	for _, info := range files {
		path := filepath.Join(s.path(factsDir), info.Name())
		f := sealedFile{Name: info.Name(), Size: info.Size(), Tail: tail(path, info.Size())}
		if f.Sum, err = sum(path, f.Tail); err != nil {
			return err
		}
		z.Files = append(z.Files, f)
	}
	text, err := json.Marshal(z)
	if err != nil {
		return err
	}
	return writeChecked(s.path(sidecar), text)
}

// files returns badger's files. A foreign file in the folder is none of ours.
func (s *Store) files() ([]os.FileInfo, error) {
	entries, err := os.ReadDir(s.path(factsDir))
	if err != nil {
		return nil, err
	}
	var files []os.FileInfo
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".sst", ".vlog", ".mem":
		default:
			if n := e.Name(); n != "MANIFEST" && n != "KEYREGISTRY" && n != "DISCARD" {
				continue
			}
		}
		info, err := e.Info()
		switch {
		case err == nil:
			files = append(files, info)
		case !os.IsNotExist(err): // as while a process that tries it still runs, when its owner was killed
			return nil, err
		}
	}
	return files, nil
}

// tail returns how much of the end of a file is compared: of a table the index and the last block, which stand before
// the sizes that end it; of other files all.
func tail(path string, size int64) int64 {
	if filepath.Ext(path) != ".sst" {
		return size
	}
	f, err := os.Open(path)
	if err != nil {
		return size
	}
	defer f.Close()
	var b [4]byte
	read := func(at int64) int64 {
		if at < 0 {
			return size
		}
		if _, err := f.ReadAt(b[:], at); err != nil {
			return size
		}
		return int64(binary.BigEndian.Uint32(b[:]))
	}
	checksum := read(size - 4)
	index := read(size - 4 - checksum - 4)
	return min(size, index+checksum+8+lastBlock)
}

func sum(path string, n int64) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if _, err := f.Seek(-n, io.SeekEnd); err != nil {
		return 0, err
	}
	d := xxhash.New()
	if _, err := io.Copy(d, f); err != nil {
		return 0, err
	}
	return d.Sum64(), nil
}

// check looks at the files of the facts before badger does. They are clean when the sidecar says so; without a sidecar
// the store was not closed. The error is ErrDamaged, or of the file system.
func (s *Store) check() (clean bool, err error) {
	if info, err := os.Stat(s.path(factsDir)); err != nil {
		return false, err
	} else if !info.IsDir() {
		return false, fmt.Errorf("%w (%s is a file, expected a folder)", ErrDamaged, factsDir)
	}
	files, err := s.files()
	if err != nil {
		return false, err
	}
	for _, f := range files { // badger ends the process over some that it cannot open
		if !f.Mode().IsRegular() {
			return false, fmt.Errorf("%w (%s is no file)", ErrDamaged, f.Name())
		}
		h, err := os.OpenFile(filepath.Join(s.path(factsDir), f.Name()), os.O_RDWR, 0)
		switch {
		case err == nil:
			h.Close()
		case !os.IsNotExist(err):
			return false, err
		}
	}
	var z sealed
	text, err := readChecked(s.path(sidecar))
	if err != nil || json.Unmarshal(text, &z) != nil {
		return false, s.mend(files)
	}
	if z.Format != format {
		return false, fmt.Errorf("%w (format %d, expected %d)", ErrDamaged, z.Format, format)
	}
	return true, s.compare(z.Files, files)
}

func (s *Store) compare(want []sealedFile, have []os.FileInfo) error {
	if len(have) != len(want) {
		return fmt.Errorf("%w (%d files, expected %d)", ErrDamaged, len(have), len(want))
	}
	for i, f := range want {
		switch {
		case have[i].Name() != f.Name:
			return fmt.Errorf("%w (%s is missing)", ErrDamaged, f.Name)
		case have[i].Size() != f.Size:
			return fmt.Errorf("%w (%s has %d bytes, expected %d)", ErrDamaged, f.Name, have[i].Size(), f.Size)
		case f.Tail < 0 || f.Tail > f.Size:
			return fmt.Errorf("%w (%s)", ErrDamaged, sidecar)
		}
		got, err := sum(filepath.Join(s.path(factsDir), f.Name), f.Tail)
		if err != nil {
			return err
		}
		if got != f.Sum {
			return fmt.Errorf("%w (%s was changed)", ErrDamaged, f.Name)
		}
	}
	return nil
}

// mend removes from a store that was not closed what badger would take for damage, files that it had begun and not
// written yet, and finds damage that it would not: it drops all tables without their list, and takes what stands in a
// file of keys that is too long for a length, up to 4 GiB.
func (s *Store) mend(files []os.FileInfo) error {
	tables, listed := false, false
	for _, f := range files {
		switch ext := filepath.Ext(f.Name()); {
		case f.Name() == "MANIFEST":
			listed = true
		case f.Name() == "KEYREGISTRY" && f.Size() != registryBytes:
			return fmt.Errorf("%w (%s has %d bytes, expected %d)", ErrDamaged, f.Name(), f.Size(), registryBytes)
		case ext == ".sst":
			tables = true
		case (ext == ".mem" || ext == ".vlog") && f.Size() == 0:
			if err := os.Remove(filepath.Join(s.path(factsDir), f.Name())); err != nil {
				return err
			}
		}
	}
	if tables && !listed {
		return fmt.Errorf("%w (MANIFEST is missing)", ErrDamaged)
	}
	return nil
}

// try has another process open the store that was not closed, and close it. The error is ErrDamaged only when that
// process says so, or badger has ended it.
func (s *Store) try() error {
	err := s.options.Try(s.dir)
	var died *exec.ExitError
	if !errors.As(err, &died) || died.ExitCode() < 0 { // not begun, or ended by a signal
		return err
	}
	text := string(died.Stderr)
	_, found, told := strings.Cut(text, ErrDamaged.Error()+" (")
	switch {
	case strings.Contains(text, "\ngoroutine "), died.ExitCode() == 1:
		return fmt.Errorf("%w (badger ended the process that tried it)", ErrDamaged)
	case told:
		return fmt.Errorf("%w (%s", ErrDamaged, firstLine(found))
	}
	if cause := reason(errors.New(text)); !errors.Is(cause, ErrDamaged) {
		return cause
	}
	return fmt.Errorf("it could not be tried in another process: %s", firstLine(text))
}

// writeChecked writes a file that has a check of its name and all of it at its end, as a whole or not at all.
func writeChecked(path string, body []byte) error {
	err := os.WriteFile(path+".new", appendUint64(body, checkOf(path, body)), 0o644)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		os.Remove(path + ".new")
	}
	return err
}

func readChecked(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := len(text) - 8
	if n < 0 || uint64At(text[n:]) != checkOf(path, text[:n]) {
		return nil, errCheck
	}
	return text[:n], nil
}

func checkOf(path string, body []byte) uint64 {
	d := xxhash.New()
	d.WriteString(filepath.Base(path))
	d.Write(body)
	return d.Sum64()
}
