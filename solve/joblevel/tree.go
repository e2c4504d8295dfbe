package joblevel

import (
	"slices"
)

// edge is a step between positions of the tree.
type edge struct {
	to    int32
	again bool
}

// node is a position of the tree. One that is proven, and one that was not expanded, has no steps.
type node struct {
	position string
	worker   string // who searched there last
	steps    []edge
	parents  []int32
	work     uint64
	// The numbers, and what the choice of leaves takes for them: those of leaves at which jobs are running are greater.
	proof, disproof uint32
	chosenProof     uint32
	chosenDisproof  uint32
	running         int32
	open            bool // there is a leaf without a job at or below the position, which is not proven
	taken           bool // a job is running at or below the position
}

// Tree is the part of a search that is near the root. Positions to which several moves lead are there once. Not for
// concurrent use.
type Tree struct {
	rules   Rules
	options Options
	nodes   []node // the first is the root
	free    []int32
	index   map[string]int32
	running map[uint64]*task
	proofs  map[string]proof
	least   uint64 // work of a fact that is kept
	next    uint64 // ID
	spent   uint64
	queue   []int32
	path    []choice
}

// task is a job that was given out.
type task struct {
	at     int32
	worker string
	nodes  uint64 // that were told
}

// New returns the Tree of a position.
func New(root string, rules Rules, o Options) *Tree {
	t := empty(rules, o)
	t.add(&Numbers{Position: root, Proof: 1, Disproof: 1})
	t.compute(0)
	return t
}

func empty(rules Rules, o Options) *Tree {
	if o.Least == 0 {
		o.Least = defaultLeast
	}
	if o.Most == 0 {
		o.Most = defaultMost
	}
	if o.Positions == 0 {
		o.Positions = defaultPositions
	}
	if o.Facts == 0 {
		o.Facts = defaultFacts
	}
	return &Tree{rules: rules, options: o, index: map[string]int32{}, running: map[uint64]*task{}, proofs: map[string]proof{}}
}

// Root returns how the proof stands.
func (t *Tree) Root() State {
	r := &t.nodes[0]
	s := State{Verdict: verdict(r.proof, r.disproof), Proof: r.proof, Disproof: r.disproof, Nodes: t.spent}
	s.Positions, s.Running = len(t.index), len(t.running)
	return s
}

// add returns the node of a position, a new one if there was none.
func (t *Tree) add(n *Numbers) int32 {
	if i, ok := t.index[n.Position]; ok {
		return i
	}
	i := int32(len(t.nodes))
	if last := len(t.free) - 1; last >= 0 {
		i, t.free = t.free[last], t.free[:last]
	} else {
		t.nodes = append(t.nodes, node{})
	}
	t.nodes[i] = node{position: n.Position, proof: n.Proof, disproof: n.Disproof, work: n.Work}
	if p, ok := t.proofs[n.Position]; ok {
		t.nodes[i].proof, t.nodes[i].disproof = p.numbers()
	}
	t.index[n.Position] = i
	return i
}

func (n *node) proven() bool { return n.proof == 0 || n.disproof == 0 }

// seen returns the proof and disproof numbers of a node, and those for the choice, as its parent's side to move sees them.
func (t *Tree) seen(e edge) (proof, disproof, chosenProof, chosenDisproof uint32) {
	n := &t.nodes[e.to]
	if e.again {
		return n.disproof, n.proof, n.chosenDisproof, n.chosenProof
	}
	return n.proof, n.disproof, n.chosenProof, n.chosenDisproof
}

// compute brings a node up to date with those after its steps, and reports whether it has changed.
func (t *Tree) compute(i int32) bool {
	n := &t.nodes[i]
	old := *n
	if n.steps != nil {
		n.open, n.taken = false, n.running > 0
		var real, chosen sums
		real.least, chosen.least = Infinite, Infinite
		for _, e := range n.steps {
			p, d, cp, cd := t.seen(e)
			real.add(p, d)
			chosen.add(cp, cd)
			n.open = n.open || t.nodes[e.to].open
			n.taken = n.taken || t.nodes[e.to].taken
		}
		n.proof, n.disproof = real.numbers()
		n.chosenProof, n.chosenDisproof = chosen.numbers()
	} else {
		n.open, n.taken = n.running == 0, n.running > 0
		n.chosenProof, n.chosenDisproof = n.proof, n.disproof
		if n.running > 0 {
			n.chosenProof, n.chosenDisproof = times(n.proof, virtualLoss), times(n.disproof, virtualLoss)
		}
	}
	if n.proven() {
		n.open, n.taken = false, false
		n.chosenProof, n.chosenDisproof = n.proof, n.disproof
	}
	return n.proof != old.proof || n.disproof != old.disproof || n.open != old.open || n.taken != old.taken ||
		n.chosenProof != old.chosenProof || n.chosenDisproof != old.chosenDisproof
}

// sums are the numbers of a position from those after its steps, as proofnumber has them.
type sums struct {
	least uint32
	sum   uint64
}

func (s *sums) add(proof, disproof uint32) {
	s.least = min(s.least, disproof)
	s.sum += uint64(proof)
}

func (s *sums) numbers() (proof, disproof uint32) {
	switch s.least {
	case 0:
		return 0, Infinite
	case Infinite:
		return Infinite, 0
	}
	return s.least, uint32(min(s.sum, Infinite-1))
}

// set gives new numbers to a node, without steps or now proven, and to all above it what follows.
func (t *Tree) set(i int32, proof, disproof uint32) {
	n := &t.nodes[i]
	n.proof, n.disproof = proof, disproof
	if n.proven() {
		t.settled(i)
	}
	t.compute(i)
	t.spread(i)
}

// settled keeps the verdict of a proven node, and drops what is below it and nowhere else.
func (t *Tree) settled(i int32) {
	n := &t.nodes[i]
	t.keep(n.position, verdict(n.proof, n.disproof), n.work)
	t.shed(i)
}

// spread brings what is above a changed node up to date.
func (t *Tree) spread(i int32) {
	t.queue = append(t.queue[:0], t.nodes[i].parents...)
	for k := 0; k < len(t.queue); k++ {
		i := t.queue[k]
		if t.nodes[i].steps == nil || !t.compute(i) {
			continue
		}
		t.queue = append(t.queue, t.nodes[i].parents...)
		if t.nodes[i].proven() {
			t.settled(i)
		}
	}
}

// shed takes its steps from a node.
func (t *Tree) shed(i int32) {
	steps := t.nodes[i].steps
	t.nodes[i].steps = nil
	for _, e := range steps {
		c := &t.nodes[e.to]
		at := slices.Index(c.parents, i)
		c.parents = slices.Delete(c.parents, at, at+1)
		t.drop(e.to)
	}
}

// drop removes a node to which nothing leads and at which no job is running.
func (t *Tree) drop(i int32) {
	n := &t.nodes[i]
	if i == 0 || len(n.parents) > 0 || n.running > 0 {
		return
	}
	t.shed(i)
	delete(t.index, t.nodes[i].position)
	t.nodes[i] = node{}
	t.free = append(t.free, i)
}
