package joblevel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"foregone/solve"
)

// game is one in which the place reached on each ply, and who has won at the end, are matters of chance. Several moves
// lead to the same place.
type game struct{ seed, plies, width uint64 }

func (g game) hash(position string, salt uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, g.seed, position, salt)
	return h.Sum64() >> 7
}

func (g game) rules(position string) ([]Step, solve.Verdict) {
	ply, err := strconv.ParseUint(strings.Split(position, ":")[0], 10, 64)
	if err != nil {
		panic(err)
	}
	if ply >= g.plies || g.hash(position, 1)%8 == 0 {
		return nil, [...]solve.Verdict{solve.Win, solve.Loss}[g.hash(position, 2)%2]
	}
	var steps []Step
	for i := range 1 + g.hash(position, 3)%5 {
		to := fmt.Sprint(ply+1, ":", g.hash(position, 10+i)%g.width)
		steps = append(steps, Step{Numbers{to, 1 + uint32(g.hash(to, 4)%20), 1 + uint32(g.hash(to, 5)%20), 0}, g.hash(to, 6)%6 == 0})
	}
	return steps, solve.Unknown
}

// verdict is found by trying all moves.
func (g game) verdict(position string, known map[string]solve.Verdict) solve.Verdict {
	if v, ok := known[position]; ok {
		return v
	}
	steps, v := g.rules(position)
	if v == solve.Unknown {
		v = solve.Loss
		for _, s := range steps {
			if won := g.verdict(s.Position, known) == solve.Win; won == s.Again {
				v = solve.Win
			}
		}
	}
	known[position] = v
	return v
}

// trial is a search whose jobs are answered by an oracle, or left open, in any order.
type trial struct {
	game
	rng     *rand.Rand
	known   map[string]solve.Verdict
	options Options
	tree    *Tree
	jobs    []Job
	old     []Job
	said    strings.Builder // all jobs
}

func newTrial(seed uint64) *trial {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := &trial{game: game{seed, 2 + uint64(rng.IntN(9)), 1 + uint64(rng.IntN(40))}, rng: rng, known: map[string]solve.Verdict{}}
	x.options = Options{Least: 1 + uint64(rng.IntN(50)), Most: 100, Positions: 1 + rng.IntN(300), Facts: 1 + rng.IntN(300)}
	x.tree = New("0:0", x.rules, x.options)
	return x
}

// answer is right as far as it is a verdict.
func (x *trial) answer(j *Job) Answer {
	p := j.Levels[0].Position
	a := Answer{Leaf: Numbers{p, 1 + uint32(x.rng.IntN(50)), 1 + uint32(x.rng.IntN(50)), 20}, Nodes: 1 + uint64(x.rng.IntN(int(j.Nodes)))}
	if x.rng.IntN(3) == 0 {
		a.Leaf = x.prove(p)
	} else if x.rng.IntN(2) == 0 {
		a.Steps, _ = x.rules(p)
	}
	for range x.rng.IntN(3) {
		a.Found = append(a.Found, x.prove(fmt.Sprint(1+x.rng.IntN(int(x.plies)), ":", x.rng.IntN(int(x.width)))))
	}
	if x.rng.IntN(10) == 0 {
		a.Found = append(a.Found, Numbers{p, 0, 0, 9}, Numbers{p, 5, 0, 9}, Numbers{p, Infinite, 3, 9}, Numbers{"0:9", 1, 1, 1 << 60})
	}
	return a
}

func (x *trial) prove(position string) Numbers {
	n := Numbers{position, 0, Infinite, uint64(x.rng.IntN(1000))}
	if x.verdict(position, x.known) == solve.Loss {
		n.Proof, n.Disproof = n.Disproof, n.Proof
	}
	return n
}

// step gives out a job, or has something happen to one.
func (x *trial) step(t *testing.T) {
	if x.rng.IntN(2) == 0 || len(x.jobs) == 0 {
		j, ok := x.tree.Next([]string{"", "a", "b"}[x.rng.IntN(3)])
		if !ok {
			if len(x.jobs) == 0 && x.tree.Root().Verdict == solve.Unknown {
				t.Fatalf("no job: %+v", x.tree.Root())
			}
			return
		}
		fmt.Fprintln(&x.said, j)
		x.jobs = append(x.jobs, j)
		return
	}
	at := x.rng.IntN(len(x.jobs))
	j := x.jobs[at]
	switch x.rng.IntN(8) {
	case 0:
		x.tree.Forget(j.ID)
	case 1:
		x.tree.Partial(j.ID, x.answer(&j))
		return
	case 2:
		if len(x.old) > 0 {
			o := &x.old[x.rng.IntN(len(x.old))]
			x.tree.Partial(o.ID, x.answer(o))
			x.tree.Done(o.ID, x.answer(o))
			x.tree.Forget(o.ID)
		}
		return
	default:
		x.tree.Done(j.ID, x.answer(&j))
	}
	x.old = append(x.old, j)
	x.jobs = append(x.jobs[:at], x.jobs[at+1:]...)
}

func (x *trial) reload(t *testing.T) {
	var a, b bytes.Buffer
	if err := x.tree.Save(&a); err != nil {
		t.Fatal(err)
	}
	tree, err := Load(bytes.NewReader(a.Bytes()), "0:0", x.rules, x.options)
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Save(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatal("what was loaded is saved in another way")
	}
	x.tree, x.jobs = tree, nil
}

// check compares all numbers with those that follow from the leaves.
func (x *trial) check(t *testing.T) {
	reached := map[int32]bool{}
	for _, i := range x.tree.order() {
		reached[i] = true
		n := x.tree.nodes[i]
		if x.tree.compute(i) {
			t.Fatalf("%s was not up to date: %+v", n.position, n)
		}
		if v := verdict(n.proof, n.disproof); v != solve.Unknown && v != x.verdict(n.position, x.known) {
			t.Fatalf("%s: found %v", n.position, v)
		}
		if n.proven() && n.steps != nil {
			t.Fatalf("%s is proven and has steps", n.position)
		}
	}
	for position, i := range x.tree.index {
		if n := &x.tree.nodes[i]; n.position != position || !reached[i] && n.running == 0 && len(n.parents) == 0 {
			t.Fatalf("%s is in the tree as %q, reached: %v", position, n.position, reached[i])
		}
	}
	most := x.options.Positions + 5 + len(x.tree.running)
	if len(x.tree.index) > most || len(x.tree.proofs) > x.options.Facts {
		t.Fatalf("%d positions, %d facts with %+v", len(x.tree.index), len(x.tree.proofs), x.options)
	}
	for _, f := range x.tree.Proven() {
		if f.Verdict() != x.verdict(f.Position, x.known) {
			t.Fatalf("%s: found %v", f.Position, f.Verdict())
		}
	}
}

// The verdict is that of all moves tried, whatever becomes of the jobs, and the same calls give the same jobs.
func TestVerdicts(t *testing.T) {
	verdicts := map[solve.Verdict]int{}
	for seed := range uint64(2000) {
		x, again := newTrial(seed), newTrial(seed)
		for n := 0; x.tree.Root().Verdict == solve.Unknown; n++ {
			x.step(t)
			again.step(t)
			if n%16 == 0 {
				x.check(t)
			}
			if n%100 == 99 {
				x.reload(t)
				again.reload(t)
			}
			if n > 100_000 {
				t.Fatalf("seed %d: no end: %+v", seed, x.tree.Root())
			}
		}
		x.check(t)
		v := x.tree.Root().Verdict
		if want := x.verdict("0:0", x.known); v != want {
			t.Fatalf("seed %d: found %v, expected %v", seed, v, want)
		}
		if x.said.String() != again.said.String() {
			t.Fatalf("seed %d: the same calls gave other jobs", seed)
		}
		verdicts[v]++
	}
	if verdicts[solve.Win] < 500 || verdicts[solve.Loss] < 500 {
		t.Errorf("only %v", verdicts)
	}
}

// middle returns the snapshot of a proof that is under way.
func middle(t testing.TB, g game) []byte {
	tree := New("0:0", g.rules, Options{Positions: 200})
	for n := range 40 {
		j, ok := tree.Next("")
		if !ok {
			break
		}
		a := Answer{Leaf: Numbers{j.Levels[0].Position, 3, 4, 10_000}, Nodes: 10_000}
		if n%5 == 4 {
			a.Leaf.Proof, a.Leaf.Disproof = Infinite, 0
		}
		tree.Done(j.ID, a)
	}
	var b bytes.Buffer
	if err := tree.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDamagedSnapshots(t *testing.T) {
	g := game{3, 9, 40}
	whole := middle(t, g)
	if len(whole) < 90 {
		t.Fatalf("a snapshot of %d bytes", len(whole))
	}
	load := func(data []byte, root string) error {
		_, err := Load(bytes.NewReader(data), root, g.rules, Options{})
		return err
	}
	if err := load(whole, "0:0"); err != nil {
		t.Fatal(err)
	}
	if load(whole, "0:1") == nil {
		t.Error("the snapshot of another position was loaded")
	}
	for i := range whole {
		if load(whole[:i], "0:0") == nil {
			t.Errorf("the first %d bytes were loaded", i)
		}
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		if load(damaged, "0:0") == nil {
			t.Errorf("loaded with byte %d damaged", i)
		}
	}
}

// summed appends its checksum to data.
func summed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

// No input panics, also under a right checksum, and what is loaded can be gone on with.
func FuzzLoad(f *testing.F) {
	for seed := range uint64(20) {
		whole := middle(f, game{seed, 9, 40})
		f.Add(whole[len(header) : len(whole)-4])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		data := summed(append([]byte(header), body...))
		tree, err := Load(bytes.NewReader(data), "0:0", func(string) ([]Step, solve.Verdict) { return nil, solve.Win }, Options{})
		if err != nil {
			return
		}
		for range 5 {
			j, ok := tree.Next("")
			if !ok {
				break
			}
			tree.Done(j.ID, Answer{Leaf: Numbers{j.Levels[0].Position, 0, Infinite, 1}, Nodes: 1})
		}
		var b bytes.Buffer
		if err := tree.Save(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(&b, "0:0", nil, Options{}); err != nil {
			t.Fatal(err)
		}
	})
}
