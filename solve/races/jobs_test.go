package races

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
)

// crew is a job-level search in one goroutine: a tree, and workers that take turns by chance.
type crew struct {
	tree    *joblevel.Tree
	workers []*hand
	rng     *rand.Rand
	lost    int // of 100 jobs
	late    []late
	nodes   uint64
}

// hand is a worker with the job that it does.
type hand struct {
	*Worker
	name string
	job  uint64 // 0 for none
	news [][]byte
}

// late is an answer that comes when it is not expected any more.
type late struct {
	job    uint64
	answer joblevel.Answer
}

func newCrew(p *breakthrough.Position, workers int, o joblevel.Options, rng *rand.Rand) *crew {
	c := &crew{rng: rng, tree: joblevel.New(PositionName(p), NewWorker(p, 1).Steps, o)}
	for i := range workers {
		c.workers = append(c.workers, &hand{Worker: NewWorker(p, 1<<20), name: fmt.Sprint(i)})
	}
	return c
}

// turn lets a worker take a job, or go on with its own for some nodes.
func (c *crew) turn(t *testing.T, nodes uint64) {
	h := c.workers[c.rng.IntN(len(c.workers))]
	if h.job == 0 {
		j, ok := c.tree.Next(h.name)
		if !ok {
			return
		}
		if err := h.Begin(j); err != nil {
			t.Fatal(err)
		}
		h.job = j.ID
	}
	for _, shared := range h.news {
		if err := h.Hear(shared); err != nil {
			t.Fatal(err)
		}
	}
	h.news = nil
	before := h.answer.Nodes
	done, limit, err := h.Step(t.Context(), nodes)
	if err != nil || limit != solve.NoLimit {
		t.Fatal(limit, err)
	}
	a := h.Answer()
	c.nodes += a.Nodes - before
	for _, o := range c.workers {
		if o != h {
			o.news = append(o.news, a.Shared)
		}
	}
	c.tell(h, a, done)
}

// tell brings an answer to the tree, unless it is lost, and old ones by chance.
func (c *crew) tell(h *hand, a joblevel.Answer, done bool) {
	switch {
	case c.rng.IntN(100) < c.lost:
		c.tree.Forget(h.job)
		c.late = append(c.late, late{h.job, a})
		h.job = 0
	case done:
		c.tree.Done(h.job, a)
		c.late = append(c.late, late{h.job, a})
		h.job = 0
	default:
		c.tree.Partial(h.job, a)
		c.late = append(c.late, late{h.job, a})
	}
	if len(c.late) > 0 && c.rng.IntN(100) < c.lost {
		l := c.late[c.rng.IntN(len(c.late))]
		if c.rng.IntN(2) == 0 {
			c.tree.Done(l.job, l.answer)
		} else {
			c.tree.Partial(l.job, l.answer)
		}
	}
}

// restart saves the tree and loads it again, as after a crash of who keeps it. The workers go on with what they do.
func (c *crew) restart(t *testing.T, p *breakthrough.Position, o joblevel.Options) {
	var shot bytes.Buffer
	if err := c.tree.Save(&shot); err != nil {
		t.Fatal(err)
	}
	tree, err := joblevel.Load(&shot, PositionName(p), NewWorker(p, 1).Steps, o)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := c.tree.Root(), tree.Root(); a.Verdict != b.Verdict || a.Proof != b.Proof || a.Disproof != b.Disproof || a.Nodes != b.Nodes {
		t.Fatalf("saved %+v, loaded %+v", a, b)
	}
	c.tree = tree
}

// Job-level search finds the verdicts of plain search, whatever becomes of its jobs, and from what it proved a line and a
// strategy follow.
func TestJobLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	plain, after := New(), New()
	verdicts, restarts := map[solve.Verdict]int{}, 0
	for n := range 120 {
		size := [][2]int{{3, 5}, {4, 4}, {3, 6}, {4, 5}, {2, 7}}[n%5]
		p := scattered(rng, size[0], size[1], 12)
		if n < 5 {
			p, _ = breakthrough.Start(size[0], size[1], 2)
		}
		want := plain.Solve(t.Context(), &p, solve.Limits{})
		o := joblevel.Options{Least: uint64(5 + rng.IntN(100)), Most: 2000, Positions: 20 + rng.IntN(2000), Facts: 1 + rng.IntN(3000)}
		c := newCrew(&p, 1+rng.IntN(6), o, rng)
		c.lost = rng.IntN(3) * 10
		for turns := 0; c.tree.Root().Verdict == solve.Unknown; turns++ {
			c.turn(t, uint64(1+rng.IntN(200)))
			if rng.IntN(50) == 0 {
				c.restart(t, &p, o)
				restarts++
			}
			if turns > 1_000_000 {
				t.Fatalf("%v: no end, %+v", &p, c.tree.Root())
			}
		}
		if got := c.tree.Root().Verdict; got != want.Verdict {
			t.Fatalf("%v: found %v, expected %v", &p, got, want.Verdict)
		}
		verdicts[want.Verdict]++
		checkFacts(t, c.tree, plain, rng)
		if err := after.Learn(&p, c.tree.Proven(), solve.Limits{}); err != nil {
			t.Fatal(err)
		}
		if r := after.Solve(t.Context(), &p, solve.Limits{}); r.Verdict != want.Verdict {
			t.Fatalf("%v: found %v after %v was proven", &p, r, want.Verdict)
		}
		checkLine(t, after, p, solve.Limits{}, -1)
		if n%10 == 0 {
			checkStrategy(t, after, p, 0)
		}
	}
	if verdicts[solve.Win] < 40 || verdicts[solve.Loss] < 40 || restarts < 20 {
		t.Errorf("only %v, %d restarts", verdicts, restarts)
	}
}

// checkFacts proves some of a tree's facts again.
func checkFacts(t *testing.T, tree *joblevel.Tree, plain *Solver, rng *rand.Rand) {
	all := tree.Proven()
	for range min(5, len(all)) {
		f := all[rng.IntN(len(all))]
		p, err := breakthrough.Parse(f.Position)
		if err != nil {
			t.Fatal(err)
		}
		if r := plain.Solve(t.Context(), &p, solve.Limits{}); r.Verdict != f.Verdict() {
			t.Fatalf("%s: found %v, expected %v", f.Position, f.Verdict(), r.Verdict)
		}
	}
}

// What is not of the worker's board is refused, and does no harm.
func TestRefusals(t *testing.T) {
	p, _ := breakthrough.Start(4, 5, 2)
	w, other := NewWorker(&p, 1<<16), newCrew(&p, 1, joblevel.Options{}, rand.New(rand.NewPCG(1, 1)))
	j, _ := other.tree.Next("")
	for name, broken := range map[string]joblevel.Job{
		"no level":      {},
		"no position":   {Levels: []joblevel.Level{{Position: "breakthrough x"}}},
		"another board": {Levels: []joblevel.Level{{Position: "breakthrough bbb/3/3/www w"}}},
		"black to move": {Levels: []joblevel.Level{{Position: "breakthrough bbbb/4/4/4/wwww b"}}},
		"a game over":   {Levels: []joblevel.Level{{Position: "breakthrough w3/bbb1/4/4/4 w"}}},
	} {
		if err := w.Begin(broken); err == nil {
			t.Errorf("%s: a job was begun", name)
		}
	}
	if err := w.Begin(j); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Step(t.Context(), 2000); err != nil {
		t.Fatal(err)
	}
	a := w.Answer()
	if len(a.Shared) < 10 || len(a.Steps) != 0 || a.Nodes != 2000 {
		t.Fatalf("found %+v", a)
	}
	if done, _, err := w.Step(t.Context(), j.Nodes); !done || err != nil || len(w.Answer().Steps) == 0 {
		t.Fatalf("found %+v, error %v", w.Answer(), err)
	}
	wide, _ := breakthrough.Start(9, 9, 2)
	for _, q := range []*breakthrough.Position{&wide, &p} {
		if err := NewWorker(q, 1<<16).Hear(a.Shared); (err == nil) != (q == &p) {
			t.Errorf("%v: found %v", q, err)
		}
	}
	if err := w.Hear(a.Shared[:len(a.Shared)-1]); err == nil {
		t.Error("a part was taken for the whole")
	}
	if err := New().Learn(&p, []joblevel.Numbers{{Position: PositionName(&p), Proof: 0, Disproof: 5}}, solve.Limits{}); err == nil {
		t.Error("numbers that cannot be were learned")
	}
}

// Positions of equal value by symmetry have one name.
func TestPositionName(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		p := scattered(rng, 3+rng.IntN(8), 3+rng.IntN(8), 12)
		q, err := named(&p, PositionName(&p))
		if err != nil {
			t.Fatal(err)
		}
		if PositionName(&q) != PositionName(&p) {
			t.Errorf("%v: found %v", &p, &q)
		}
	}
}
