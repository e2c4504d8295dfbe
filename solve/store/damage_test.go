package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Facts of the stores that are damaged, and of those that are put afterwards.
const (
	damageFacts = 3000
	laterFacts  = 500
)

// endure opens a store that may be damaged, reads all of it, and writes to it, in three runs. It prints what is said,
// and fails over a fact that is not what was put, or when the last run does not have what the one before put. With
// n == 1 the store is not tried in another process.
func endure(dir string, n int) error {
	o := Options{Report: func(m string) { fmt.Printf("%q\n", m) }, Try: try}
	if n == 1 {
		o.Try = nil
	}
	for run := range 3 {
		s, err := Open(dir, o)
		if err != nil {
			return err
		}
		if _, err := countFacts(s, 0, damageFacts, 1, 2); err != nil {
			return err
		}
		if _, err := s.Info(); err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		err = s.Origins(func(c *Class, f Fact) error {
			if c.String() != testClass.String() || !strings.HasPrefix(f.Origin, "position") {
				return fmt.Errorf("%v has %+v", c, f)
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		if run == 2 {
			if have, err := countFacts(s, damageFacts, damageFacts+laterFacts, 1); err != nil || have != laterFacts {
				return fmt.Errorf("has %d facts of %d, %v", have, laterFacts, err)
			}
		}
		putFacts(s, damageFacts, damageFacts+laterFacts, 1)
		if err := s.Close(); err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
	}
	return nil
}

// mustEndure runs endure in a child, which must end well and say at most one line. It returns what was said.
func mustEndure(t *testing.T, dir string, n int) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := child("endure", dir, n)
	cmd = exec.CommandContext(ctx, cmd.Path)
	cmd.Env = child("endure", dir, n).Env
	out, err := cmd.Output()
	if err != nil {
		var died *exec.ExitError
		if errors.As(err, &died) {
			err = fmt.Errorf("%w: %.3000s", err, died.Stderr)
		}
		t.Fatalf("%v\nsaid %s", err, out)
	}
	if strings.Count(string(out), "\n") > 1 {
		t.Errorf("said %s", out)
	}
	return string(out)
}

// damage is one of the ways in which a file is not what it was.
type damage struct {
	name string
	do   func(path string) error
}

func truncated(name string, size func(was int64) int64) damage {
	return damage{name, func(path string) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		return os.Truncate(path, size(info.Size()))
	}}
}

// flipped changes one bit of the byte at an offset: from the end when it is negative.
func flipped(name string, at func(size int64) int64) damage {
	return damage{name, func(path string) error {
		b, err := os.ReadFile(path)
		if err != nil || len(b) == 0 {
			return err
		}
		i := at(int64(len(b)))
		if i < 0 {
			i += int64(len(b))
		}
		b[min(max(i, 0), int64(len(b))-1)] ^= 1 << rand.IntN(8)
		return os.WriteFile(path, b, 0o644)
	}}
}

func damages(flips int) []damage {
	ds := []damage{
		truncated("to nothing", func(int64) int64 { return 0 }),
		truncated("to half", func(was int64) int64 { return was / 2 }),
		truncated("by a byte", func(was int64) int64 { return max(0, was-1) }),
		{"deleted", os.Remove},
		{"a folder", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) }},
		{"with garbage", func(path string) error { return appendTo(path, 100) }},
		{"with much garbage", func(path string) error { return appendTo(path, 100_000) }},
		flipped("in the first bytes", func(int64) int64 { return rand.Int64N(30) }),
		flipped("in the last bytes", func(int64) int64 { return -1 - rand.Int64N(20) }),
	}
	for i := range flips {
		ds = append(ds, flipped(fmt.Sprint("anywhere ", i), rand.Int64N))
	}
	return ds
}

func appendTo(path string, n int) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

// tableDamages change a table in each of its regions.
func tableDamages(flips int) []damage {
	region := func(name string, at func(size, index, footer int64) int64) damage {
		return damage{name, func(path string) error {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			size := int64(len(b))
			footer := size - 4 - int64(binary.BigEndian.Uint32(b[size-4:])) - 4
			index := footer - int64(binary.BigEndian.Uint32(b[footer:]))
			return flipped("", func(int64) int64 { return at(size, index, footer) }).do(path)
		}}
	}
	var ds []damage
	for i := range flips {
		ds = append(ds,
			region(fmt.Sprint("data ", i), func(_, index, _ int64) int64 { return rand.Int64N(index) }),
			region(fmt.Sprint("last block ", i), func(_, index, _ int64) int64 { return index - 1 - rand.Int64N(1000) }),
			region(fmt.Sprint("end of the last block ", i), func(_, index, _ int64) int64 { return index - 1 - rand.Int64N(20) }),
			region(fmt.Sprint("index ", i), func(_, index, footer int64) int64 { return index + rand.Int64N(footer-index) }),
			region(fmt.Sprint("footer ", i), func(size, _, footer int64) int64 { return footer + rand.Int64N(size-footer) }),
		)
	}
	return ds
}

// closedStore and killedStore return the folder of a store of damageFacts, of which some were put twice: with two
// tables and a filter, or as a killed process left it.
func closedStore(t *testing.T) string {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	putFacts(s, 0, damageFacts, 1)
	mustClose(t, s)
	s = mustOpen(t, dir, Options{})
	putFacts(s, 0, damageFacts/6, 2)
	mustClose(t, s)
	return dir
}

func killedStore(t *testing.T) string {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	putFacts(s, 0, damageFacts, 2)
	mustClose(t, s)
	kill(t, dir, damageFacts/2)
	return dir
}

func TestDamage(t *testing.T) {
	t.Parallel()
	flips, share := 1, 100
	if slow() {
		flips, share = 20, 1
	}
	for _, from := range []struct {
		name  string
		dir   string
		tried int
	}{{"closed", closedStore(t), 1}, {"killed", killedStore(t), 0}} {
		t.Run(from.name, func(t *testing.T) {
			if said := mustEndure(t, copied(t, from.dir), from.tried); said != "" {
				t.Fatalf("undamaged: said %s", said)
			}
			for i, c := range damageCases(t, from.dir, flips) {
				if i%share != rand.IntN(share) {
					continue
				}
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					dir := copied(t, from.dir)
					if err := c.do(dir); err != nil {
						t.Fatal(err)
					}
					mustEndure(t, dir, from.tried)
				})
			}
		})
	}
}

func copied(t *testing.T, dir string) string {
	to := t.TempDir()
	copyFolder(t, dir, to)
	return to
}

// damageCases returns what is done to each file of a store's folder.
func damageCases(t *testing.T, dir string, flips int) (cases []damage) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, factsDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{sidecar, filterFile} {
		if exists(filepath.Join(dir, f)) {
			files = append(files, filepath.Join(dir, f))
		}
	}
	for i, path := range files {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		ds := damages(flips)
		if filepath.Ext(name) == ".sst" {
			ds = append(ds, tableDamages(flips)...)
		}
		for _, d := range ds {
			cases = append(cases, damage{name + " " + d.name, func(dir string) error { return d.do(filepath.Join(dir, name)) }})
		}
		for range min(flips, 3) {
			other, err := filepath.Rel(dir, files[(i+1+rand.IntN(len(files)-1))%len(files)])
			if err != nil {
				t.Fatal(err)
			}
			cases = append(cases, damage{name + " is " + other, func(dir string) error {
				b, err := os.ReadFile(filepath.Join(dir, other))
				return errors.Join(err, os.WriteFile(filepath.Join(dir, name), b, 0o644))
			}})
		}
	}
	return cases
}

// TestSaid looks at what is said and left of a store that is damaged or of another format.
func TestSaid(t *testing.T) {
	t.Parallel()
	clean := closedStore(t)
	killed := killedStore(t)
	for _, c := range []struct {
		name, dir string
		do        func(facts string) error
		says      string
	}{
		{"cut table", clean, truncated("", func(n int64) int64 { return n - 1 }).first("*.sst"), "bytes, expected"},
		{"cut table of a killed one", killed, truncated("", func(n int64) int64 { return n - 1 }).first("*.sst"), "ended the process"},
		{"missing table", clean, damage{"", os.Remove}.first("*.sst"), "files, expected"},
		{"missing list of a killed one", killed, damage{"", os.Remove}.first("MANIFEST"), "MANIFEST is missing"},
		{"long keys of a killed one", killed, damage{"", func(path string) error { return appendTo(path, 20) }}.first("KEYREGISTRY"), "KEYREGISTRY has 48 bytes"},
		{"changed list", clean, flipped("", func(n int64) int64 { return n - 1 }).first("MANIFEST"), "MANIFEST was changed"},
		{"changed index of a killed one", killed, tableDamages(1)[3].first("*.sst"), "checksum mismatch"},
		{"other badger format", killed, func(facts string) error {
			b, err := os.ReadFile(filepath.Join(facts, "MANIFEST"))
			b[5] = format + 1
			return errors.Join(err, os.WriteFile(filepath.Join(facts, "MANIFEST"), b, 0o644))
		}, "external magic number"},
		{"other format", clean, func(facts string) error {
			return writeChecked(filepath.Join(facts, "..", sidecar), []byte(`{"format":2,"something":"else"}`))
		}, "format 2, expected 1"},
		{"a file", clean, func(facts string) error {
			return errors.Join(os.RemoveAll(facts), os.WriteFile(facts, []byte("text"), 0o644))
		}, "is a file, expected a folder"},
	} {
		if !slow() && rand.IntN(4) > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			dir := copied(t, c.dir)
			if err := os.Mkdir(filepath.Join(dir, damagedDir), 0o755); err != nil { // of an earlier time
				t.Fatal(err)
			}
			if err := c.do(filepath.Join(dir, factsDir)); err != nil {
				t.Fatal(err)
			}
			var said reports
			s := mustOpen(t, dir, Options{Try: try, Report: said.add})
			said.mustSay(t, "damaged", "renamed", damagedDir, c.says)
			if n, err := countFacts(s, 0, damageFacts, 1, 2); n != 0 || err != nil {
				t.Errorf("%d facts are left, %v", n, err)
			}
			putFacts(s, 0, 100, 1)
			mustClose(t, s)
			s = mustOpen(t, dir, Options{Try: try, Report: said.add})
			mustHave(t, s, 0, 100, 1)
			mustClose(t, s)
			said.mustSay(t)
			if info, err := os.Stat(filepath.Join(dir, damagedDir)); err != nil {
				t.Error(err)
			} else if files, _ := os.ReadDir(filepath.Join(dir, damagedDir)); info.IsDir() && len(files) == 0 {
				t.Error("an earlier one is still there")
			}
		})
	}
}

// first applies a damage to the first file of a folder that matches.
func (d damage) first(pattern string) func(dir string) error {
	return func(dir string) error {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("no %s, %v", pattern, err)
		}
		return d.do(files[0])
	}
}

// TestNotDamage has it that what is no damage sets no store aside and says nothing.
func TestNotDamage(t *testing.T) {
	t.Parallel()
	clean := closedStore(t)
	killed := killedStore(t)
	for _, c := range []struct {
		name, dir string
		do        func(dir string) error
		try       func(dir string) error
	}{
		{"sidecar is missing", clean, func(dir string) error { return os.Remove(filepath.Join(dir, sidecar)) }, try},
		{"sidecar is empty", clean, func(dir string) error { return os.Truncate(filepath.Join(dir, sidecar), 0) }, try},
		{"sidecar is damaged", clean, func(dir string) error {
			return flipped("", rand.Int64N).do(filepath.Join(dir, sidecar))
		}, try},
		{"filter is missing", clean, func(dir string) error { return os.Remove(filepath.Join(dir, filterFile)) }, try},
		{"filter is damaged", clean, func(dir string) error {
			return flipped("", rand.Int64N).do(filepath.Join(dir, filterFile))
		}, try},
		{"filter is the sidecar", clean, func(dir string) error {
			return os.Rename(filepath.Join(dir, filterFile), filepath.Join(dir, sidecar))
		}, try},
		{"sidecar is the filter", clean, func(dir string) error {
			return os.Rename(filepath.Join(dir, sidecar), filepath.Join(dir, filterFile))
		}, try},
		{"a foreign file", clean, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, factsDir, ".DS_Store"), []byte("text"), 0o644)
		}, try},
		{"a file that was begun", killed, func(dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, factsDir, "00099.mem"), nil, 0o644),
				os.WriteFile(filepath.Join(dir, factsDir, "000099.vlog"), nil, 0o644))
		}, try},
		{"a rewriting that was killed", clean, func(dir string) error {
			return os.CopyFS(filepath.Join(dir, newDir), os.DirFS(filepath.Join(dir, factsDir)))
		}, try},
		{"killed between renames", clean, func(dir string) error {
			return errors.Join(os.Rename(filepath.Join(dir, factsDir), filepath.Join(dir, oldDir)), os.Mkdir(filepath.Join(dir, newDir), 0o755))
		}, try},
		{"killed after renames", clean, func(dir string) error {
			return os.CopyFS(filepath.Join(dir, oldDir), os.DirFS(filepath.Join(dir, factsDir)))
		}, try},
		{"never tried", killed, func(string) error { return nil }, nil},
	} {
		if !slow() && rand.IntN(4) > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			dir := copied(t, c.dir)
			if err := c.do(dir); err != nil {
				t.Fatal(err)
			}
			s := mustOpen(t, dir, Options{Try: c.try, Report: func(m string) { t.Error(m) }})
			if n, err := countFacts(s, 0, damageFacts, 1, 2); n != damageFacts || err != nil {
				t.Errorf("%d facts are left, %v", n, err)
			}
			filled(t, s)
			if n, err := countFacts(s, 0, damageFacts, 1, 2); n != damageFacts || err != nil {
				t.Errorf("%d facts are left, %v", n, err)
			}
			mustClose(t, s)
			mustNotHave(t, dir, damagedDir, newDir, oldDir, sidecar+".new", filterFile+".new")
		})
	}
}

// TestTryFails has it that a store is left alone when it cannot be tried.
func TestTryFails(t *testing.T) {
	dir := killedStore(t)
	for name, tryIt := range map[string]func(string) error{
		"no program": func(string) error { return exec.Command(filepath.Join(dir, "none")).Run() },
		"killed":     func(string) error { return exec.Command("sh", "-c", "kill -9 $$").Run() },
		"no command": func(string) error {
			_, err := exec.Command("sh", "-c", "echo 'found \"try\", expected info' >&2; exit 2").Output()
			return err
		},
		"no room": func(string) error {
			_, err := exec.Command("sh", "-c", "echo 'foregone: no room on the disk: it needs some' >&2; exit 2").Output()
			return err
		},
	} {
		s, err := Open(dir, Options{Try: tryIt, Report: func(m string) { t.Error(m) }})
		if err == nil || errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
			if s != nil {
				mustClose(t, s)
			}
		}
	}
	s := mustOpen(t, dir, Options{Try: try, Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, damageFacts/2, 1)
	mustClose(t, s)
}

// TestFolders has it that a folder that cannot be used is an error, and none that anything is said of.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), string([]byte{'a', 0}), ""} {
		if _, err := Open(dir, Options{Report: func(m string) { t.Error(m) }}); err == nil {
			t.Errorf("%q is opened", dir)
		}
	}
}

// TestCutWhileOpen has it that a table that is cut short, or cannot be read, under an open store ends no process.
func TestCutWhileOpen(t *testing.T) {
	dir := closedStore(t)
	var said reports
	s := mustOpen(t, dir, Options{Report: said.add})
	s.known = nil
	tables, err := filepath.Glob(filepath.Join(dir, factsDir, "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	for _, path := range tables {
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := countFacts(s, 0, damageFacts, 1, 2); n != 0 || err != nil {
		t.Errorf("%d facts, %v", n, err)
	}
	putFacts(s, 0, 10, 1)
	if _, err := s.Info(); err == nil {
		t.Error("Info has nothing to say")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	said.mustSay(t, "damaged", damagedDir)
}

// TestManyTables has a store with so many tables that they are written anew, one of them damaged where only
// reading finds it.
func TestManyTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 33 {
		s := mustOpen(t, dir, Options{})
		putFacts(s, 250*i, 250*i+250, 1)
		mustClose(t, s)
	}
	times := 1
	if slow() {
		times = 20
	}
	for i := range times {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			dir := copied(t, dir)
			if err := flipped("", func(int64) int64 { return 100 + rand.Int64N(2000) }).first("*.sst")(filepath.Join(dir, factsDir)); err != nil {
				t.Fatal(err)
			}
			if said := mustEndure(t, dir, 0); !strings.Contains(said, "damaged") {
				t.Errorf("said %q", said)
			}
		})
	}
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	putFacts(s, 8250, 9500, 1)
	settle(s)
	mustClose(t, s)
	if n, _ := filepath.Glob(filepath.Join(dir, factsDir, "*.sst")); len(n) > 3 {
		t.Errorf("left are %d tables", len(n))
	}
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 9500, 1)
	mustClose(t, s)
}
