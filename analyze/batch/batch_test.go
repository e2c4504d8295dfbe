package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/positions"
)

// deals is a source of Eight Off deals, with a fault at every place that faults names.
type deals struct {
	text        string
	next, count uint64
	faults      map[uint64]bool
}

func (d *deals) Next() (Task, error) {
	n := d.next
	if n == d.count {
		return Task{}, io.EOF
	}
	d.next++
	in := Input{Place: n + 1, Deals: d.text, Index: n}
	if d.faults[n+1] {
		in = Input{Place: n + 1, Fault: &positions.Error{File: "-", Line: 1, Column: 1, Message: "made up"}}
	}
	return Task{Input: in}, nil
}

func newDeals(t testing.TB, text string) *deals {
	t.Helper()
	d, err := NewLoader(games.Hints{}).Deals(text)
	if err != nil {
		t.Fatal(err)
	}
	return &deals{text: text, count: d.Count()}
}

func render(buf *bytes.Buffer, d *Done) error {
	_, err := fmt.Fprintln(buf, d.ID, d.Input, d.Answer.Verdict, d.Answer.Nodes, d.Answer.Line)
	return err
}

func TestOrderAndContentDoNotDependOnJobs(t *testing.T) {
	var outputs []string
	for _, jobs := range []int{1, 2, 7} {
		src := newDeals(t, "ms 1..1000")
		src.faults = map[uint64]bool{3: true, 500: true}
		var out strings.Builder
		c := Config{Jobs: jobs, Want: games.Want{Line: true}, Render: render, Emit: func(text []byte, d *Done) error {
			out.Write(text)
			return nil
		}}
		if err := Run(t.Context(), src, c); err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, out.String())
	}
	if n := strings.Count(outputs[0], "\n"); n != 1000 {
		t.Fatalf("%d records, want 1000", n)
	}
	if !strings.HasPrefix(outputs[0], "ms 1 ") || !strings.Contains(outputs[0], "\n3 -:1:1: made up") {
		t.Errorf("unexpected beginning: %.200s", outputs[0])
	}
	for i := range outputs {
		if outputs[i] != outputs[0] {
			t.Errorf("output %d differs from the one with one job", i)
		}
	}
}

func TestEmitErrorEndsTheRun(t *testing.T) {
	full := errors.New("no space left")
	emitted := 0
	c := Config{Jobs: 3, Render: render, Emit: func([]byte, *Done) error {
		if emitted++; emitted == 10 {
			return full
		}
		return nil
	}}
	if err := Run(t.Context(), newDeals(t, "ms 1..100000"), c); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	if emitted != 10 {
		t.Errorf("%d records after the error at the 10th", emitted)
	}
}

func TestCancelEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	emitted := 0
	c := Config{Jobs: 2, Render: render, Emit: func([]byte, *Done) error {
		if emitted++; emitted == 100 {
			cancel()
		}
		return nil
	}}
	if err := Run(ctx, newDeals(t, "ms 1..2000000"), c); err != nil {
		t.Fatal(err)
	}
	if emitted < 100 || emitted > 100+2*window {
		t.Errorf("%d records emitted after a cancel at the 100th", emitted)
	}
}
