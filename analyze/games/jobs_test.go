package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"

	"foregone/solve"
	"foregone/solve/joblevel"
)

// share proves a position by engines that take turns, all they say being encoded on the way, and the tree being saved
// and loaded now and then.
func share(t *testing.T, p Position, engines []Engine) JobTree {
	t.Helper()
	tree, err := NewJobTree(p)
	if err != nil {
		t.Fatal(err)
	}
	news := make([][][]byte, len(engines))
	for n := 0; tree.Root().Verdict == solve.Unknown; n++ {
		at := n % len(engines)
		e, err := JobEngineOf(engines[at])
		if err != nil {
			t.Fatal(err)
		}
		j, ok := tree.Next("")
		if !ok {
			t.Fatal("no job, and no verdict")
		}
		told := func(a JobAnswer) [][]byte {
			tree.Partial(j.ID, wired(t, a))
			for i := range news {
				if i != at {
					news[i] = append(news[i], a.Shared)
				}
			}
			learned := news[at]
			news[at] = nil
			return wired(t, learned)
		}
		a, limit, err := e.Job(t.Context(), wired(t, j), solve.Limits{Memory: 1 << 24}, told)
		if err != nil || limit != solve.NoLimit {
			t.Fatal(limit, err)
		}
		tree.Done(j.ID, wired(t, a))
		if n%7 == 0 {
			var shot bytes.Buffer
			if err := tree.Save(&shot); err != nil {
				t.Fatal(err)
			}
			if tree, err = LoadJobTree(&shot, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	return tree
}

// wired returns what comes of a value by JSON.
func wired[V any](t *testing.T, v V) (w V) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A proof that is shared ends with the verdict, a line that wins and a strategy, without much more search and without a
// table.
func TestSharedProof(t *testing.T) {
	for deal, want := range map[string]solve.Verdict{"4x5": solve.Loss, "3x6": solve.Win, "2x7": solve.Loss} {
		p := startOfDeal(t, "breakthrough", "", deal)
		engines := []Engine{newBreakthroughEngine(Resources{}), NewCached(newBreakthroughEngine(Resources{}), nil)}
		tree := share(t, p, engines)
		e := newBreakthroughEngine(Resources{}).(*breakthroughEngine)
		a, err := e.Conclude(t.Context(), p, tree.Proven(), solve.Limits{Memory: 1 << 26}, Want{Line: true, AllBest: true})
		if err != nil || a.Verdict != want || len(a.Best) == 0 && want == solve.Win {
			t.Fatalf("%s: found %+v, %v", deal, a, err)
		}
		if plies, ok := replay(p, a.Line, want); !ok || plies != a.Distance {
			t.Errorf("%s: the line %v does not end the game for the winner", deal, a.Line)
		}
		entries := 0
		if _, err := e.Strategy(t.Context(), p, solve.Limits{}, func([]byte, string) error { entries++; return nil }); err != nil || entries < 100 {
			t.Errorf("%s: a strategy of %d entries, %v", deal, entries, err)
		}
		if e.table.Load() != nil {
			t.Errorf("%s: a table was built", deal)
		}
		facts := tree.Proofs()
		root := slices.IndexFunc(facts, func(f Proof) bool { return string(f.Canonical) == p.Canonical() })
		if p.ToMove() == "white" && (root < 0 || facts[root].Verdict != want) {
			t.Errorf("%s: the start is not among the %d facts", deal, len(facts))
		}
	}
}

// Other games refuse in one line, and so do positions without moves and snapshots of others.
func TestNothingToShare(t *testing.T) {
	for game, deal := range map[string]string{"eightoff": "ms 1", "crossings": "4x4", "entropy": "3"} {
		p := startOfDeal(t, game, "", deal)
		f, err := Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewJobTree(p); !errors.Is(err, ErrNoJobs) {
			t.Errorf("%s: found %v", game, err)
		}
		if _, err := JobEngineOf(f.NewEngine(Resources{})); !errors.Is(err, ErrNoJobs) {
			t.Errorf("%s: found %v", game, err)
		}
	}
	over, err := Parse("breakthrough 3/w2/3/3 w")
	if err != nil {
		t.Fatal(err)
	}
	for !over.Over() {
		over = over.Reachable()[0]
	}
	if _, err := NewJobTree(over); err == nil {
		t.Error("there is a tree of a game that is over")
	}
	tree, err := NewJobTree(startOfDeal(t, "breakthrough", "", "4x5"))
	if err != nil {
		t.Fatal(err)
	}
	var shot bytes.Buffer
	if err := tree.Save(&shot); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadJobTree(&shot, startOfDeal(t, "breakthrough", "", "4x6")); !errors.Is(err, joblevel.ErrDamaged) {
		t.Errorf("the snapshot of another position: found %v", err)
	}
	e := newBreakthroughEngine(Resources{}).(JobEngine)
	for _, j := range []Job{{}, {Levels: []joblevel.Level{{Position: "breakthrough"}}}} {
		if _, _, err := e.Job(t.Context(), j, solve.Limits{}, nil); err == nil {
			t.Errorf("%+v was done", j)
		}
	}
}

// Goroutines that do jobs of several boards with one engine come to the verdicts, and what one has found the others know.
func TestOneEngine(t *testing.T) {
	e := newBreakthroughEngine(Resources{}).(*breakthroughEngine)
	var all sync.WaitGroup
	for deal, want := range map[string]solve.Verdict{"4x5": solve.Loss, "3x6": solve.Win} {
		tree, err := NewJobTree(startOfDeal(t, "breakthrough", "", deal))
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		next := func(id uint64, a JobAnswer) (Job, bool) {
			mu.Lock()
			defer mu.Unlock()
			tree.Done(id, a)
			if tree.Root().Verdict != solve.Unknown {
				return Job{}, false
			}
			j, ok := tree.Next("")
			if !ok {
				t.Error("no job, and no verdict")
			}
			return j, ok
		}
		for range 3 {
			all.Go(func() {
				j, ok := next(0, JobAnswer{})
				for ok {
					a, limit, err := e.Job(t.Context(), j, solve.Limits{Memory: 1 << 24}, func(JobAnswer) [][]byte { return nil })
					if err != nil || limit != solve.NoLimit {
						t.Error(limit, err)
						return
					}
					j, ok = next(j.ID, a)
				}
				mu.Lock()
				defer mu.Unlock()
				if v := tree.Root().Verdict; v != want {
					t.Errorf("%s: found %v", deal, v)
				}
			})
		}
	}
	all.Wait()
	for size, c := range e.crews {
		if c.busy != 0 || len(c.idle) == 0 || len(c.idle) > 3 {
			t.Errorf("%v: %d workers are busy, %d idle", size, c.busy, len(c.idle))
		}
	}
}
