package joblevel

import (
	"slices"

	"foregone/solve"
)

// Partial takes what has come so far of a job that is still running. What is older than what was told before counts as news
// of the positions only.
func (t *Tree) Partial(id uint64, a Answer) {
	if r := t.task(id, &a); r != nil && a.Nodes >= r.nodes {
		t.count(r, a.Nodes)
		t.settle(r.at, &a)
	}
	t.learn(&a)
}

// task returns the running job of an answer, nil when it is of another one.
func (t *Tree) task(id uint64, a *Answer) *task {
	if r := t.running[id]; r != nil && t.nodes[r.at].position == a.Leaf.Position {
		return r
	}
	return nil
}

// count adds the nodes of a job that were not told before.
func (t *Tree) count(r *task, nodes uint64) {
	if nodes > r.nodes {
		t.spent += nodes - r.nodes
		t.nodes[r.at].work += nodes - r.nodes
		r.nodes = nodes
	}
}

// learn takes what an answer has of any positions.
func (t *Tree) learn(a *Answer) {
	t.take(&a.Leaf)
	for i := range a.Found {
		t.take(&a.Found[i])
	}
}

// Done takes the answer of a job. That of one which is not running, any more or again, is as good, but for its nodes.
// Numbers that cannot be are ignored.
func (t *Tree) Done(id uint64, a Answer) {
	if r := t.task(id, &a); r != nil {
		t.count(r, a.Nodes)
		t.nodes[r.at].worker = r.worker
		t.settle(r.at, &a)
		t.expandGrown(r.at, a.Steps)
		t.remove(id)
	}
	t.learn(&a)
}

// Forget takes a job back that is not to be done.
func (t *Tree) Forget(id uint64) {
	if t.running[id] != nil {
		t.remove(id)
	}
}

// settle gives a leaf the numbers of an answer.
func (t *Tree) settle(at int32, a *Answer) {
	n := &t.nodes[at]
	if n.steps == nil && !n.proven() && a.Leaf.Sound() {
		t.set(at, a.Leaf.Proof, a.Leaf.Disproof)
	}
}

// expandGrown expands a leaf that has cost a budget.
func (t *Tree) expandGrown(at int32, steps []Step) {
	n := &t.nodes[at]
	needed := at == 0 || len(n.parents) > 0
	if !needed || n.steps != nil || n.proven() || n.work < t.budget() || t.full() {
		return
	}
	if slices.ContainsFunc(steps, func(s Step) bool { return !s.Sound() }) {
		steps = nil
	}
	t.expand(at, steps)
}

// remove ends a job.
func (t *Tree) remove(id uint64) {
	at := t.running[id].at
	delete(t.running, id)
	t.nodes[at].running--
	t.compute(at)
	t.spread(at)
	t.drop(at)
}

// take learns the numbers of a position. Those of one in the tree are used if they tell more than those that it has.
func (t *Tree) take(found *Numbers) {
	if !found.Sound() {
		return
	}
	v := found.Verdict()
	if v != solve.Unknown {
		t.keep(found.Position, v, found.Work)
	}
	at, ok := t.index[found.Position]
	if !ok || t.nodes[at].proven() {
		return
	}
	n := &t.nodes[at]
	if v == solve.Unknown && (n.steps != nil || found.Work <= n.work) {
		return
	}
	n.work = max(n.work, found.Work)
	t.set(at, found.Proof, found.Disproof)
}
