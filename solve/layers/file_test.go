package layers

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve/tablefile"
)

// A file answers as a table in memory does, and has the same bytes whatever the number of jobs and however often its build
// was stopped.
func TestFiles(t *testing.T) {
	const line = "entropy 3 bag=A4B3C2"
	dir := t.TempDir()
	path := filepath.Join(dir, "whole")
	whole := build(t, line, Options{Path: path, Jobs: 1})
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.Check(context.Background()); err != nil {
		t.Error(err)
	}
	opened, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	held := build(t, line, Options{})
	if err := held.Check(context.Background()); err != nil || opened.Start() != held.Start() {
		t.Errorf("%v, %v", opened.Start(), err)
	}
	everyDraw(held, func(p *entropy.Position) {
		want, err := held.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := opened.Probe(p); err != nil || v != want {
			t.Fatalf("%s: %v, %v, want %v", p, v, err, want)
		}
	})

	for cut := 1; cut < len(content); cut += len(content)/40 + 1 {
		path := filepath.Join(dir, "cut")
		if err := os.WriteFile(path+".part", content[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		build(t, line, Options{Path: path})
		again, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(again, content) {
			t.Fatalf("cut at %d: other bytes, %v", cut, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// everyDraw calls visit for a draw of every form of the board with two chips, or two cells empty.
func everyDraw(t *Table, visit func(p *entropy.Position)) {
	p := t.plan
	for _, k := range []int{2, p.cells - 2, p.cells} {
		p.ranks[k].list(&p.colours)
		for _, m := range p.masks[k] {
			for i := range p.ranks[k].patterns {
				at := p.position()
				for j, cell := range p.order(nil, m) {
					name := p.ranks[k].patterns[i] >> (3 * j) & 7
					for c := entropy.MaxColours; c > 0; c-- {
						if p.Bag[c] > 0 && pattern(p.colours.name[c]) == name {
							at.Cells[cell] = entropy.Colour(c)
							at.Bag[c]--
						}
					}
				}
				visit(&at)
			}
		}
	}
}

func TestAStoppedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	s := startOf(t, "entropy 3")
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(done, s, Options{Path: path}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := Open(path + ".part"); !errors.Is(err, tablefile.ErrIncomplete) {
		t.Errorf("%v", err)
	}
	table, err := Build(context.Background(), s, Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
	if _, err := Build(context.Background(), s, Options{Path: path}); err == nil || !strings.Contains(err.Error(), "there is a table already") {
		t.Errorf("%v", err)
	}
}

func TestFilesThatAreNoTables(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table")
	build(t, "entropy 2", Options{Path: path}).Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := startOf(t, "entropy 2")
	p := s.position()
	for i := range content {
		damaged := bytes.Clone(content)
		damaged[i] ^= 0x55
		path := filepath.Join(dir, "damaged")
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := Open(path)
		if err == nil {
			err = table.Check(context.Background())
			if v, probed := table.Probe(&p); probed == nil && v.Num != 4*v.Den {
				t.Fatalf("byte %d: value %v", i, v)
			}
			table.Close()
		}
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Fatalf("byte %d: %v", i, err)
		}
	}
	for _, h := range []tablefile.Header{
		{Content: "breakthrough 5x5, quiet positions, packing 1", Records: 1}, {Content: "entropy 2/2 draw bag=A2B2, at most 4 points, packing 1", Records: 4},
		{Content: "entropy 2/2 draw bag=A2B2, at most 4 points, packing 2", Records: 5}, {Content: "entropy 5/5/5/5/5 draw bag=A25, at most 4 points, packing 1", Records: 26},
	} {
		path := filepath.Join(dir, "other")
		w, err := tablefile.Create(path, h)
		if err != nil {
			t.Fatal(err)
		}
		for range h.Records {
			if _, err := w.Append([][]byte{{1, 0}}, []int{2}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%v: %v", h, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
