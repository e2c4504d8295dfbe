package store

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
)

// snapshots are the files of interrupted searches, one a position: a zstd stream of one frame, which has a checksum, of
// the key, the cost so far and what the engine wrote, and a frame that zstd skips with the length of the first. Together
// they take at most half of the store's bound; the oldest give way.
type snapshots struct {
	dir   string
	bound int64

	mu    sync.Mutex
	files map[string]snapshotFile // by name
}

type snapshotFile struct {
	size int64
	time time.Time
}

const (
	snapshotMagic = "foregone snapshot 1\n"
	written       = ".zst"
	begun         = ".new"
)

// ErrLarge says that a snapshot is larger than there is room for.
var ErrLarge = errors.New("too large for the cache")

func (c *snapshots) open(s *Store) {
	c.dir, c.bound = s.path(snapshotDir), s.options.Size/2
	c.files = map[string]snapshotFile{}
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case begun: // a kill ended its writing
			os.Remove(filepath.Join(c.dir, e.Name()))
		case written:
			if info, err := e.Info(); err == nil {
				c.files[e.Name()] = snapshotFile{info.Size(), info.ModTime()}
			}
		}
	}
}

func (c *snapshots) bytes() (n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		n += f.size
	}
	return n
}

func (c *snapshots) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.files)
}

func (k Key) fileName() string { return hex.EncodeToString(k[1:]) + written }

// SaveSnapshot keeps what write writes of an interrupted search for the position of a key, in place of any that is
// there. cost is the work that it holds. The error is ErrLarge, ErrNoRoom or one of the file system or of write. Until
// it is written, others and the one in its place stay: the folder has up to half its bound more.
func (s *Store) SaveSnapshot(k Key, cost uint64, write func(w io.Writer) error) error {
	c := &s.shots
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	free := s.room() - needsRoom
	if free <= 0 {
		return ErrNoRoom
	}
	f, err := os.CreateTemp(c.dir, "*"+begun)
	if err != nil {
		return err
	}
	size, err := writeSnapshot(f, k, cost, min(c.bound, free), write)
	if err == nil {
		err = c.add(f.Name(), k.fileName(), size)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	c.trim()
	return nil
}

// add gives a file that is written its name.
func (c *snapshots) add(path, name string, size int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := os.Rename(path, filepath.Join(c.dir, name)); err != nil {
		return err
	}
	c.files[name] = snapshotFile{size, time.Now()}
	return nil
}

// trim removes the oldest snapshots until all are within the bound.
func (c *snapshots) trim() {
	for c.bytes() > c.bound {
		c.mu.Lock()
		oldest := ""
		for name, f := range c.files {
			if oldest == "" || f.time.Before(c.files[oldest].time) {
				oldest = name
			}
		}
		delete(c.files, oldest)
		c.mu.Unlock()
		os.Remove(filepath.Join(c.dir, oldest))
	}
}

// writeSnapshot writes to a file, which it closes, and returns its size.
func writeSnapshot(f *os.File, k Key, cost uint64, bound int64, write func(w io.Writer) error) (int64, error) {
	defer f.Close()
	out := &bounded{w: f, left: bound}
	z, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
	if err != nil {
		return 0, err
	}
	header := appendUint64(append([]byte(snapshotMagic), k[:]...), cost)
	_, err = z.Write(header)
	if err == nil {
		err = write(z)
	}
	if e := z.Close(); err == nil {
		err = e
	}
	if out.left < 0 {
		err = ErrLarge
	}
	if err != nil {
		return 0, err
	}
	size := bound - out.left
	if _, err := f.Write(ending(size)); err != nil {
		return 0, err
	}
	return size + endingBytes, f.Close()
}

const endingBytes = 16

// ending returns the end of a file whose first frame has a size: a skippable frame of RFC 8878, section 3.1.2.
func ending(size int64) []byte {
	return appendUint64([]byte{0x50, 0x2a, 0x4d, 0x18, 8, 0, 0, 0}, uint64(size))
}

// bounded is a writer that refuses what goes beyond a number of bytes.
type bounded struct {
	w    io.Writer
	left int64
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, ErrLarge
	}
	return b.w.Write(p)
}

// Snapshot is one that is open for reading. Read fails where the file is damaged; only at io.EOF is all of it known to
// be whole.
type Snapshot struct {
	io.Reader
	Cost uint64 // positions expanded by the searches that it holds
	z    *zstd.Decoder
	f    *os.File
}

// Close ends the reading.
func (r *Snapshot) Close() {
	r.z.Close()
	r.f.Close()
}

// Snapshot opens the snapshot for the position of a key; it is nil when there is none that can be read.
func (s *Store) Snapshot(k Key) *Snapshot {
	c := &s.shots
	c.mu.Lock()
	ok := len(c.files) > 0
	if ok {
		_, ok = c.files[k.fileName()]
	}
	c.mu.Unlock()
	if !ok {
		return nil
	}
	r, err := openSnapshot(filepath.Join(c.dir, k.fileName()), k)
	if errors.Is(err, ErrDamaged) {
		s.Report("snapshot", fmt.Sprintf("the snapshot of an interrupted search is %v: the search begins anew", err))
		s.DropSnapshot(k)
	}
	return r
}

func openSnapshot(path string, k Key) (*Snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	size := info.Size() - endingBytes
	end := make([]byte, endingBytes)
	if _, err := f.ReadAt(end, max(0, size)); err != nil || !bytes.Equal(end, ending(size)) {
		f.Close()
		return nil, ErrDamaged
	}
	z, err := zstd.NewReader(bufio.NewReaderSize(io.LimitReader(f, size), 1<<20),
		zstd.WithDecoderMaxWindow(64<<20), zstd.WithDecoderConcurrency(2))
	if err != nil {
		f.Close()
		return nil, err
	}
	r := &Snapshot{Reader: z, z: z, f: f}
	want := append([]byte(snapshotMagic), k[:]...)
	header := make([]byte, len(want)+8)
	if _, err := io.ReadFull(z, header); err != nil || !bytes.Equal(header[:len(want)], want) {
		r.Close()
		return nil, ErrDamaged
	}
	r.Cost = uint64At(header[len(want):])
	return r, nil
}

// DropSnapshot removes the snapshot for the position of a key.
func (s *Store) DropSnapshot(k Key) {
	c := &s.shots
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.files[k.fileName()]; ok {
		delete(c.files, k.fileName())
		os.Remove(filepath.Join(c.dir, k.fileName()))
	}
}

// HasSnapshots reports whether there are any at all.
func (s *Store) HasSnapshots() bool { return s.shots.count() > 0 }
