package quiet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/races"
)

// sampled builds a table and returns its samples, each once a line, in order.
func sampled(t *testing.T, s Size, jobs int) (positions []breakthrough.Position, verdicts []solve.Verdict, text []string) {
	made(t, s, Options{Jobs: jobs, Sample: func(p *breakthrough.Position, v solve.Verdict) {
		positions, verdicts = append(positions, *p), append(verdicts, v)
		text = append(text, p.String()+" "+v.String())
	}})
	slices.Sort(text)
	return positions, verdicts, text
}

// TestSample proves samples by proof-number search.
func TestSample(t *testing.T) {
	sizes := []Size{{2, 4}, {4, 5}}
	if slow() {
		sizes = append(sizes, Size{3, 6}, Size{5, 5}, Size{6, 4}, Size{7, 4}, Size{4, 6})
	}
	for _, s := range sizes {
		positions, verdicts, text := sampled(t, s, 2)
		if len(positions) < defaultSamples && s.W*s.H >= 18 && s.H > 4 {
			t.Errorf("%v: %d samples", s, len(positions))
		}
		won, nodes, search := 0, uint64(0), races.New()
		for i := range positions {
			p := &positions[i]
			if err := p.Validate(); err != nil {
				t.Fatalf("%s: %v", p.String(), err)
			}
			r := search.Solve(t.Context(), p, solve.Limits{})
			if r.Verdict != verdicts[i] {
				t.Errorf("%s: found %v, proven %v", p.String(), verdicts[i], r.Verdict)
			}
			nodes += r.Nodes
			if r.Verdict == solve.Win {
				won++
			}
		}
		if won < len(positions)/5 || won > len(positions)*4/5 {
			t.Errorf("%v: %d of %d samples are won", s, won, len(positions))
		}
		if _, _, again := sampled(t, s, 1); strings.Join(text, "\n") != strings.Join(again, "\n") {
			t.Errorf("%v: the samples depend on the number of jobs", s)
		}
		t.Logf("%v: %d samples, %d won, %d nodes", s, len(positions), won, nodes)
	}
}

// TestSampleStops ends the context when the table is finished and samples from soon after the start are handed out.
func TestSampleStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path, after := filepath.Join(t.TempDir(), "table"), 0
	_, err := Build(ctx, Size{4, 5}, Options{Path: path, Samples: 20_000, Sample: func(*breakthrough.Position, solve.Verdict) {
		if _, err := os.Stat(path); err == nil {
			after++
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || after != 1 {
		t.Errorf("found %v, and %d samples after the end", err, after)
	}
}
