package joblevel

import (
	"math"
	"slices"

	"foregone/solve"
)

// What the choice of jobs goes by was measured on the starts of 5x5 and 4x6 with one to eight workers that have tables of
// their own and hear of each other 20,000 nodes late. Numbers of nodes differ by a tenth from chance alone.
const (
	// A job's budget is a share of the nodes so far, so that there are about as many jobs in a small proof as in a large one.
	// With half of that share there are a tenth more nodes.
	budgetShare = 30
	// The numbers of a leaf count so many times while a job is there, so that others go elsewhere first. From 1 to 8 the
	// nodes are the same but for chance.
	virtualLoss = 4
	// A worker goes to a leaf that another one knows only when its number is so many times less.
	strange = 3
	// Where the side to move seems to lose all its moves have to be searched: there workers part, a move below which others
	// are being so many times as hard.
	crowd = 4
	// A position is searched until its number is so many times that of the second best, as within a job (the 1+epsilon trick).
	slack = 2
	// What is found of positions of so much work is told to the tree.
	notable = 1000
	// And to other workers, some eight bytes a node, when there are few. On 4x6, hearing of each other 500 to 2,000 nodes late,
	// two workers take 1.2 times as many nodes with 2 and 1.3 times with 3: most of what one knows is in small positions, to
	// which many moves lead.
	shared = 1
	// A job has so many levels. With one a worker that is to do 5,000 nodes at least takes two fifths more.
	levels = 8
)

// times returns a multiple of a number.
func times(n uint32, by uint64) uint32 {
	if n == 0 || n == Infinite {
		return n
	}
	return uint32(min(by*uint64(n), Infinite-1))
}

// budget returns the nodes for the next job.
func (t *Tree) budget() uint64 {
	return min(max(t.options.Least, t.spent/budgetShare), t.options.Most)
}

// Next returns a job for a worker, the most proving leaf at which none is running; those that the worker, unless it is "",
// knows best are preferred. When jobs are running at all leaves the most proving of these is expanded. It returns false
// when the proof is done, or the tree is full and all its leaves are taken.
func (t *Tree) Next(worker string) (Job, bool) {
	for !t.nodes[0].open {
		if t.nodes[0].proven() || t.full() {
			return Job{}, false
		}
		path := t.choose(worker, true)
		t.expand(path[len(path)-1].at, nil)
	}
	path := t.choose(worker, false)
	at := path[len(path)-1].at
	budget := t.budget()
	t.next++
	j := Job{ID: t.next, Levels: t.levels(path, worker), Nodes: budget, Notable: notable, Shared: shared, Worker: t.nodes[at].worker}
	t.running[j.ID] = &task{at: at, worker: worker}
	t.nodes[at].running++
	t.compute(at)
	t.spread(at)
	return j, true
}

// levels returns the last of the choices that lead to a leaf, the leaf first.
func (t *Tree) levels(path []choice, worker string) []Level {
	var all []Level
	for i := len(path) - 1; i >= 0 && len(all) < levels; i-- {
		n := &t.nodes[path[i].at]
		l := Level{Position: n.position, Proof: path[i].proof, Disproof: path[i].disproof}
		for _, e := range n.steps {
			if c := &t.nodes[e.to]; e.to != path[i+1].at {
				n := Numbers{c.position, c.chosenProof, c.chosenDisproof, c.work}
				if worker != "" && c.worker != worker {
					n.Proof, n.Disproof = times(n.Proof, strange), times(n.Disproof, strange)
				}
				l.Steps = append(l.Steps, n)
			}
		}
		all = append(all, l)
	}
	return all
}

// choice is a position on the way to a leaf, and thresholds for its search.
type choice struct {
	at              int32
	proof, disproof uint32
}

// choose returns the way to the most proving leaf: of those without a job, or of all. It is good until the next call.
func (t *Tree) choose(worker string, all bool) []choice {
	c := choice{0, Infinite, Infinite}
	t.path = append(t.path[:0], c)
	for t.nodes[c.at].steps != nil {
		best, second := t.best(c.at, worker, all)
		c = t.below(c, best, second)
		t.path = append(t.path, c)
	}
	return t.path
}

// best returns the best of the steps from a node, and the number of the next best one.
func (t *Tree) best(i int32, worker string, all bool) (best edge, second uint64) {
	least, second := uint64(math.MaxUint64), uint64(Infinite)
	parting := t.nodes[i].proof > t.nodes[i].disproof
	for _, e := range t.nodes[i].steps {
		n := &t.nodes[e.to]
		if n.proven() || !all && !n.open {
			continue
		}
		_, _, _, d := t.seen(e)
		number := uint64(d)
		if worker != "" && n.worker != worker {
			number *= strange
		}
		if n.taken && parting {
			number *= crowd
		}
		if number < least {
			least, second, best = number, min(second, least), e
		} else {
			second = min(second, number)
		}
	}
	return best, second
}

// below returns the thresholds after a step, those before it being c's, from the next best number: as df-pn has them.
func (t *Tree) below(c choice, e edge, second uint64) choice {
	p, d, _, _ := t.seen(e)
	proof := uint32(Infinite)
	if c.disproof != Infinite {
		room := max(c.disproof, t.nodes[c.at].disproof) - t.nodes[c.at].disproof
		proof = uint32(min(uint64(p)+uint64(room), Infinite-1))
	}
	disproof := uint32(min(uint64(c.proof), slack*second, Infinite))
	proof, disproof = max(proof, p+1), max(disproof, d+1)
	if e.again {
		proof, disproof = disproof, proof
	}
	return choice{e.to, proof, disproof}
}

// full reports whether the tree may not grow.
func (t *Tree) full() bool { return len(t.index) >= t.options.Positions }

// expand gives a leaf its steps, those of the rules when there are none, or its verdict.
func (t *Tree) expand(i int32, steps []Step) {
	if len(steps) == 0 {
		var v solve.Verdict
		switch steps, v = t.rules(t.nodes[i].position); v {
		case solve.Win:
			t.set(i, 0, Infinite)
			return
		case solve.Loss:
			t.set(i, Infinite, 0)
			return
		}
	}
	edges := make([]edge, 0, len(steps))
	for k := range steps {
		e := edge{t.add(&steps[k].Numbers), steps[k].Again}
		if slices.Contains(edges, e) {
			continue
		}
		edges = append(edges, e)
		t.compute(e.to)
		c := &t.nodes[e.to]
		c.parents = append(c.parents, i)
		if c.worker == "" {
			c.worker = t.nodes[i].worker
		}
	}
	t.nodes[i].steps = edges
	for k := range steps {
		t.take(&steps[k].Numbers)
	}
	if n := &t.nodes[i]; n.steps != nil {
		t.compute(i)
		t.spread(i)
		if n.proven() {
			t.settled(i)
		}
	}
}
