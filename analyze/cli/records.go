package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"foregone/analyze/batch"
	"foregone/analyze/record"
	"foregone/positions"
	"foregone/solve"
)

// recordFile is the file of --out.
type recordFile struct {
	f       *os.File
	name    string
	records uint64 // whole ones that were there already
	lastID  string // of the last of them
	empty   bool   // not even a header was there
	lock    *flock.Flock
}

// openRecords creates the file of --out, or goes on with the one that an earlier run left: a torn last line is cut
// off, the whole ones are counted by add.
func openRecords(name, header string, resume bool, add func(*known)) (*recordFile, error) {
	if !resume {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return nil, usage("--out: found the file %s, expected a new one (--resume goes on with it)", name)
		}
		if err != nil {
			return nil, err
		}
		r := &recordFile{f: f, name: name, empty: true}
		return r, r.claim()
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	r := &recordFile{f: f, name: name}
	if err = r.claim(); err == nil {
		err = r.count(header, add)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// claim keeps the file for this run, as long as it lives, where the file system has locks.
func (r *recordFile) claim() error {
	r.lock = flock.New(r.name, flock.SetFlag(os.O_RDWR))
	if ours, err := r.lock.TryLock(); err == nil && !ours {
		return usage("--out: found the file %s in use by another run", r.name)
	}
	return nil
}

// count reads the whole lines and places the file at their end.
func (r *recordFile) count(header string, add func(*known)) error {
	lines := newRecordReader(r.f, r.name)
	whole := int64(0)
	for {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		whole += int64(len(line)) + 1
		if header != "" && whole == int64(len(line))+1 {
			if string(line) != header {
				return usage("--resume: found %s with the header %q, expected %q", r.name, positions.Shorten(string(line), 60), header)
			}
			continue
		}
		known, err := lines.parse(line, header)
		if err != nil {
			return err
		}
		r.records++
		r.lastID = known.id
		add(&known)
	}
	r.empty = whole == 0
	if err := r.f.Truncate(whole); err != nil {
		return err
	}
	_, err := r.f.Seek(whole, io.SeekStart)
	return err
}

// skip passes over the inputs whose records are there, and checks the last of them by its id.
func (r *recordFile) skip(src batch.Source, loader *batch.Loader) error {
	for n := uint64(1); n <= r.records; n++ {
		task, err := src.Next()
		if err == io.EOF {
			return usage("--resume: found %d records in %s, expected at most as many as there are inputs: %d", r.records, r.name, n-1)
		}
		if err != nil {
			return err
		}
		if n < r.records {
			continue
		}
		subject, _ := loader.Load(&task.Input)
		if id := record.Name(subject, task.Place); id != r.lastID {
			return usage("--resume: found the id %q in the last record of %s, expected %q: other inputs", r.lastID, r.name, id)
		}
	}
	return nil
}

// recordReader reads the whole lines of a file of records; a last line without an end is left out.
type recordReader struct {
	in   *bufio.Reader
	name string
	line int
}

func newRecordReader(r io.Reader, name string) *recordReader {
	return &recordReader{in: bufio.NewReaderSize(r, 1<<16), name: name}
}

// next returns the next whole line without its end, valid until the next call.
func (r *recordReader) next() ([]byte, error) {
	line, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		long := bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			line, err = r.in.ReadSlice('\n')
			long = append(long, line...)
		}
		line = long
	}
	if err != nil {
		return nil, err
	}
	r.line++
	return line[:len(line)-1], nil
}

// known is what a line says that a summary or a picture counts.
type known struct {
	id, verdict, game string
	nodes             *uint64
	distance          *int
	value             *float64
	estimate          bool // value is not exact
	failed            bool
}

// knownOf returns what is counted of an answer.
func knownOf(t *batch.Told) *known {
	if t.Failed() {
		return &known{id: t.ID, failed: true}
	}
	k := &known{game: t.Game, verdict: t.Verdict.String(), nodes: &t.Nodes}
	if t.Measured {
		k.distance = &t.Distance
	}
	if t.Verdict == solve.Value {
		k.value, k.estimate = &t.Value, t.Mean
	}
	return k
}

func (k *known) addTo(s *batch.Summary) {
	if k.failed {
		s.Add("error", nil)
		return
	}
	s.Add(k.verdict, k.nodes)
}

// parse reads a line as JSON, or by the header of tab-separated values.
func (r *recordReader) parse(line []byte, header string) (known, error) {
	fail := func() (known, error) {
		return known{}, usage("%s:%d:1: found text that is no record of batch", r.name, r.line)
	}
	if header == "" {
		var v struct {
			ID, Verdict, Game string
			Nodes             *uint64
			Distance          *int
			Value             *float64
			Exact             *bool
			Error             json.RawMessage
		}
		if err := json.Unmarshal(line, &v); err != nil {
			return fail()
		}
		return known{v.ID, v.Verdict, v.Game, v.Nodes, v.Distance, v.Value, v.Exact != nil && !*v.Exact, v.Error != nil}, nil
	}
	names, values := strings.Split(header, "\t"), strings.Split(string(line), "\t")
	if len(names) != len(values) {
		return fail()
	}
	var k known
	for i, name := range names {
		switch name {
		case "id":
			k.id = values[i]
		case "verdict":
			k.verdict = values[i]
		case "game":
			k.game = values[i]
		case "error":
			k.failed = values[i] != ""
		case "exact":
			k.estimate = values[i] == "false"
		case "distance":
			if n, err := strconv.Atoi(values[i]); err == nil {
				k.distance = &n
			}
		case "value":
			if v, err := strconv.ParseFloat(values[i], 64); err == nil {
				k.value = &v
			}
		case "nodes":
			if n, err := strconv.ParseUint(values[i], 10, 64); err == nil {
				k.nodes = &n
			}
		}
	}
	return k, nil
}

// flushEvery keeps well below the 200 ms that the contract grants.
const flushEvery = 100 * time.Millisecond

// flusher buffers records and flushes it in short intervals.
type flusher struct {
	mu   sync.Mutex
	w    *bufio.Writer
	quit chan struct{}
	once sync.Once
}

func newFlusher(w io.Writer) *flusher {
	f := &flusher{w: bufio.NewWriterSize(w, 1<<16), quit: make(chan struct{})}
	go func() {
		tick := time.NewTicker(flushEvery)
		defer tick.Stop()
		for {
			select {
			case <-f.quit:
				return
			case <-tick.C:
				f.mu.Lock()
				f.w.Flush() // an error stays with the writer and comes back from the next Write
				f.mu.Unlock()
			}
		}
	}()
	return f
}

func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.w.Write(p)
}

func (f *flusher) flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.w.Flush()
}

// stop flushes for the last time.
func (f *flusher) stop() error {
	f.once.Do(func() { close(f.quit) })
	return f.flush()
}
