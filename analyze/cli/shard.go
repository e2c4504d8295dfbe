package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/positions"
)

// shard is every n-th task of a source.
type shard struct {
	batch.Source
	index, of, seen uint64 // index from 0
}

// shardOf returns the part of src that --shard names, src itself without the flag.
func shardOf(c *cli.Context, src batch.Source) (batch.Source, error) {
	base := c.Int("shard-base")
	if base != 0 && base != 1 {
		return nil, usage("--shard-base: found %d, expected 0 or 1", base)
	}
	text := c.String("shard")
	if text == "" {
		if c.IsSet("shard") || c.IsSet("shard-base") {
			return nil, usage("--shard: found nothing, expected I/N, such as 1/4")
		}
		return src, nil
	}
	i, n, _ := strings.Cut(text, "/")
	index, err := strconv.ParseUint(i, 10, 64)
	of, err2 := strconv.ParseUint(n, 10, 64)
	index -= uint64(base)
	if err != nil || err2 != nil || index >= of {
		return nil, usage("--shard: found %q, expected I/N with I from %d to %s, such as %d/4", text, base, lastShard(of, base), base)
	}
	return &shard{Source: src, index: index, of: of}, nil
}

func lastShard(of uint64, base int) string {
	if of == 0 {
		return "N"
	}
	return strconv.FormatUint(of-1+uint64(base), 10)
}

// Next returns the next task of the shard, with its place in the whole input.
func (s *shard) Next() (batch.Task, error) {
	for {
		t, err := s.Source.Next()
		if err != nil {
			return t, err
		}
		s.seen++
		if (s.seen-1)%s.of == s.index {
			return t, nil
		}
	}
}

// runMerge interleaves the files of all shards, in their order, into what the whole run would have written.
func runMerge(c *cli.Context) error {
	m := merge{c: c, summary: batch.NewSummary()}
	var err error
	if m.plot, err = newBatchPlot(c); err != nil {
		return err
	}
	summaryFile, err := createSummary(c)
	if err != nil {
		return err
	}
	defer m.close()
	if err := m.open(); err != nil {
		return err
	}
	var w io.Writer = c.App.Writer
	if name := c.String("out"); name != "" {
		f, err := openRecords(name, "", false, nil)
		if err != nil {
			return err
		}
		defer f.f.Close()
		w = f.f
	}
	m.out = newFlusher(w)
	err = m.run()
	if e := m.out.stop(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err := writeSummary(c, m.summary, summaryFile); err != nil {
		return err
	}
	if err := m.plot.finish(m.summary, &m.outcome); err != nil {
		return err
	}
	return m.outcome.err()
}

// merge is the work of --merge.
type merge struct {
	c       *cli.Context
	files   []*os.File // nil where one is missing
	readers []*recordReader
	counts  []uint64
	header  string
	ids     [][]string // the first two of each shard
	out     *flusher
	summary *batch.Summary
	plot    *batchPlot
	outcome outcome
}

// fault says what is wrong with a shard; the others are merged all the same.
func (m *merge) fault(format string, args ...any) {
	m.outcome.failed = true
	fmt.Fprintf(m.c.App.ErrWriter, "foregone: --merge: "+format+"\n", args...)
}

func (m *merge) open() error {
	names := m.c.Args().Slice()
	if len(names) == 0 {
		return usage("--merge: found no files, expected those of all shards in order")
	}
	seen := map[string]int{}
	for i, name := range names {
		if first, twice := seen[name]; twice {
			m.fault("found shard %d a second time as shard %d: %s", first+1, i+1, name)
		}
		seen[name] = i
		f, err := os.Open(name)
		if err != nil {
			m.fault("shard %d is missing: %s: %s", i+1, name, unreadable(err))
		}
		m.files = append(m.files, f)
		m.readers = append(m.readers, newRecordReader(f, name))
	}
	m.counts = make([]uint64, len(names))
	m.ids = make([][]string, len(names))
	return nil
}

func (m *merge) close() {
	for _, f := range m.files {
		if f != nil {
			f.Close()
		}
	}
}

// run writes line after line, one of each shard in turn, until all have ended.
func (m *merge) run() error {
	firsts := map[string]int{}
	for open := true; open; {
		open = false
		for i, r := range m.readers {
			if m.c.Context.Err() != nil {
				return exit{statusInterrupted}
			}
			if m.files[i] == nil {
				continue
			}
			line, err := r.next()
			if r.line == 1 && err == nil && !bytes.HasPrefix(line, []byte("{")) {
				if err := m.readHeader(i, string(line)); err != nil {
					return err
				}
				line, err = r.next()
			}
			if err != nil {
				continue
			}
			open = true
			if err := m.write(i, line, firsts); err != nil {
				return err
			}
		}
	}
	m.compare()
	m.compareNumbers()
	return nil
}

// compareNumbers looks at ids that are numbered, such as those of deals: of N shards each goes up by N, and the first
// ones go up by 1.
func (m *merge) compareNumbers() {
	name, first, ok := "", uint64(0), false
	for i, ids := range m.ids {
		if len(ids) == 0 {
			continue
		}
		n, number, numbered := numberOf(ids[0])
		if i == 0 {
			name, first, ok = n, number, numbered
		}
		if !ok || !numbered || n != name {
			return
		}
		if want := first + uint64(i); number != want {
			m.fault("found shard %d to begin with %q, expected \"%s%d\": a shard is missing before it, or they are in another order", i+1, ids[0], name, want)
			return
		}
		if len(ids) < 2 {
			continue
		}
		if n, next, numbered := numberOf(ids[1]); numbered && n == name && next != number+uint64(len(m.ids)) {
			m.fault("found shard %d to go from %q to %q, expected every %d-th: there were not %d shards", i+1, ids[0], ids[1], len(m.ids), len(m.ids))
			return
		}
	}
}

// numberOf parts an id that ends with a number.
func numberOf(id string) (name string, number uint64, ok bool) {
	name = strings.TrimRight(id, "0123456789")
	number, err := strconv.ParseUint(id[len(name):], 10, 64)
	return name, number, err == nil
}

// readHeader takes the header of tab-separated values, which all shards have in common.
func (m *merge) readHeader(i int, header string) error {
	if m.header == "" {
		m.header = header
		_, err := fmt.Fprintln(m.out, header)
		return err
	}
	if m.header != header {
		return usage("--merge: found the header %q in shard %d, expected %q", positions.Shorten(header, 60), i+1, positions.Shorten(m.header, 60))
	}
	return nil
}

func (m *merge) write(i int, line []byte, firsts map[string]int) error {
	k, err := m.readers[i].parse(line, m.header)
	if err != nil {
		return err
	}
	if m.counts[i]++; m.counts[i] == 1 && k.id != "" {
		if first, twice := firsts[k.id]; twice {
			m.fault("shards %d and %d are double: both begin with %q", first+1, i+1, k.id)
		}
		firsts[k.id] = i
	}
	if len(m.ids[i]) < 2 {
		m.ids[i] = append(m.ids[i], k.id)
	}
	k.addTo(m.summary)
	m.plot.addKnown(&k)
	_, err = m.out.Write(append(bytes.Clone(line), '\n'))
	return err
}

// compare says which shards are short. In a whole run of T records and N shards, shard i has those numbered i, i+N and
// so on: no shard has more than one before it, nor more than one less than the first.
func (m *merge) compare() {
	most := uint64(0)
	for _, n := range m.counts {
		most = max(most, n)
	}
	last := 0 // the last shard that has the most
	for i, n := range m.counts {
		if n == most {
			last = i
		}
	}
	for i, n := range m.counts {
		want := most
		if i > last && n+1 == most {
			want = n
		}
		if m.files[i] != nil && n < want {
			m.fault("shard %d is short: %d records, expected %d", i+1, n, want)
		}
	}
}
