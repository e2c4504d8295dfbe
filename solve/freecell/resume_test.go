package freecell

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
	"foregone/solve/snapshot"
)

// countdown is a context that is cancelled when it has been looked at so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// after returns a context for so many looks.
func after(looks int) context.Context { return &countdown{context.Background(), looks} }

// save returns what Save writes.
func save(t testing.TB, s *Solver) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// outcomeOf is what must not depend on stops: the result, with the nodes of all calls, and the line.
type outcomeOf struct {
	solve.Result
	line []patience.Move
}

func (o *outcomeOf) equal(other *outcomeOf) bool {
	return o.Result == other.Result && slices.Equal(o.line, other.line)
}

// piece is the context and the limits of one call.
type piece func() (context.Context, solve.Limits)

// inPieces searches p in calls that are stopped one after the other and by a new Solver each, the last one by nothing.
func inPieces(t testing.TB, p *patience.Position, pieces ...piece) *outcomeOf {
	t.Helper()
	pieces = append(pieces, func() (context.Context, solve.Limits) { return context.Background(), solve.Limits{} })
	var data []byte
	nodes := uint64(0)
	for i, next := range pieces {
		s := New()
		ctx, l := next()
		var r solve.Result
		if i == 0 {
			r = s.Solve(ctx, p, l)
		} else {
			var err error
			if r, err = s.Resume(ctx, bytes.NewReader(data), p, l); err != nil {
				t.Fatalf("call %d, after %d nodes: %v: %v", i, nodes, err, p)
			}
		}
		nodes += r.Nodes
		if r.Verdict == solve.Unknown {
			if l.Nodes != 0 && r.Limit == solve.Nodes && r.Nodes != l.Nodes {
				t.Fatalf("call %d: %d nodes, want %d: %v", i, r.Nodes, l.Nodes, p)
			}
			data = save(t, s)
			continue
		}
		r.Nodes = nodes
		o := &outcomeOf{Result: r}
		if r.Verdict == solve.Winnable {
			o.line = s.Line(nil)
		}
		return o
	}
	t.Fatal("the last call was stopped")
	return nil
}

func nodes(n uint64) piece {
	return func() (context.Context, solve.Limits) { return context.Background(), solve.Limits{Nodes: n} }
}

func looks(n int) piece {
	return func() (context.Context, solve.Limits) { return after(n), solve.Limits{} }
}

func memory(n int64) piece {
	return func() (context.Context, solve.Limits) { return context.Background(), solve.Limits{Memory: n} }
}

// resumable returns positions of all kinds, from some nodes to some hundred thousand.
func resumable(t testing.TB) []patience.Position {
	var all []patience.Position
	for _, d := range []struct {
		game, options string
		number        uint64
	}{
		{"freecell", "", 1}, {"freecell", "", 11982}, {"freecell", "ncells=2", 9}, {"freecell", "ncells=2 empty=kings", 9},
		{"freecell", "ncells=3 empty=kings", 6}, {"freecell", "ncells=3 empty=kings", 10}, {"freecell", "ncells=1", 9},
		{"freecell", "build=any empty=none ncells=3", 3}, {"freecell", "build=suit empty=none ncells=5", 3},
		{"eightoff", "build=alternate empty=none", 1}, {"seatowers", "build=any ncells=12 empty=none", 2},
	} {
		all = append(all, deal(t, d.game, d.options, d.number))
	}
	r := rand.New(rand.NewPCG(17, 19))
	for range 200 {
		all = append(all, smallDeal(r), lateDeal(r))
	}
	return all
}

func TestResume(t *testing.T) {
	stops := 4
	if os.Getenv("FOREGONE_SLOW") != "" {
		stops = 40
	}
	r := rand.New(rand.NewPCG(23, 29))
	compared, later := 0, 0
	for _, p := range resumable(t) {
		whole := inPieces(t, &p)
		if whole.Nodes < 2 {
			continue
		}
		for k := range stops {
			var pieces []piece
			switch k % 4 {
			case 0:
				pieces = []piece{nodes(1 + r.Uint64N(whole.Nodes-1))}
			case 1: // a chain
				for range 2 + r.IntN(5) {
					pieces = append(pieces, nodes(1+r.Uint64N(whole.Nodes/2)))
				}
			case 2: // between two polls of any call, the replay's among them
				for range 1 + r.IntN(4) {
					pieces = append(pieces, looks(r.IntN(1+r.IntN(1+int(whole.Nodes/500)))))
				}
			case 3:
				pieces = []piece{memory(200<<10 + r.Int64N(4<<20)), nodes(1 + r.Uint64N(whole.Nodes/2)), looks(1)}
			}
			if got := inPieces(t, &p, pieces...); !got.equal(whole) {
				t.Fatalf("stopped in manner %d: %v, want %v: %v", k%4, got, whole, &p)
			}
			compared++
		}
		if whole.Nodes > 1000 {
			later++
		}
	}
	if compared < 100*stops || later < 6 {
		t.Errorf("%d searches compared of %d long ones", compared, later)
	}
}

// A million states, in pieces that end anywhere.
func TestResumeLong(t *testing.T) {
	if os.Getenv("FOREGONE_SLOW") == "" {
		t.Skip("only with FOREGONE_SLOW")
	}
	r := rand.New(rand.NewPCG(59, 61))
	for _, p := range []patience.Position{
		deal(t, "freecell", "ncells=2", 12), deal(t, "freecell", "ncells=3 empty=kings", 296),
	} {
		whole := inPieces(t, &p)
		for range 3 {
			pieces := []piece{
				nodes(1 + r.Uint64N(whole.Nodes)), memory(80 << 20), looks(r.IntN(3000)), nodes(1 + r.Uint64N(whole.Nodes/4)),
			}
			if got := inPieces(t, &p, pieces...); !got.equal(whole) {
				t.Fatalf("%v, want %v: %v", got, whole, &p)
			}
		}
	}
}

// Every number of nodes at which a search can be stopped.
func TestResumeAnywhere(t *testing.T) {
	p := deal(t, "freecell", "ncells=2", 9)
	whole := inPieces(t, &p)
	for n := uint64(1); n < whole.Nodes; n++ {
		if got := inPieces(t, &p, nodes(n)); !got.equal(whole) {
			t.Fatalf("after %d nodes: %v, want %v", n, got, whole)
		}
	}
	var each []piece
	for range whole.Nodes - 1 {
		each = append(each, nodes(1))
	}
	if got := inPieces(t, &p, each...); !got.equal(whole) {
		t.Fatalf("one by one: %v, want %v", got, whole)
	}
}

// A search with more than 64 moves a state has sets of two words.
func TestSetWords(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 37))
	s := New()
	most := 0
	for _, options := range []string{
		"", "build=any", "build=any ncells=12", "build=any empty=any ncells=12", "build=alternate empty=any", "empty=none ncells=2",
	} {
		for n := uint64(1); n <= 20; n++ {
			p := deal(t, "seatowers", options, n+1)
			patiencetest.Wander(r, &p, 10*r.IntN(12))
			st := s.setUp(&p)
			m := s.moves(&st, &s.buf)
			most = max(most, m)
			if words := setWords(p.Rules); m > 64*words {
				t.Errorf("%d moves do not go into %d words: %v", m, words, &p)
			}
		}
	}
	if most < 50 {
		t.Errorf("at most %d moves", most)
	}
}

func TestSaveTwice(t *testing.T) {
	p := deal(t, "freecell", "", 11982)
	s := New()
	if err := s.Save(new(bytes.Buffer)); !errors.Is(err, snapshot.ErrNone) {
		t.Errorf("nothing searched: %v", err)
	}
	s.Solve(context.Background(), &p, solve.Limits{Nodes: 5000})
	data := save(t, s)
	if !bytes.Equal(data, save(t, s)) {
		t.Error("saved twice, the second one differs")
	}
	// Stopped while it is made anew, it is saved as it was.
	r, err := s.Resume(after(1), bytes.NewReader(data), &p, solve.Limits{})
	if want := (solve.Result{Limit: solve.Interrupted}); r != want || err != nil {
		t.Errorf("%v and %v, want %v", r, err, want)
	}
	if !bytes.Equal(data, save(t, s)) {
		t.Error("saved again unfinished, it differs")
	}
	if r := s.Solve(context.Background(), &p, solve.Limits{}); r.Verdict != solve.Unwinnable {
		t.Errorf("solved after that: %v", r)
	}
	if err := s.Save(new(bytes.Buffer)); !errors.Is(err, snapshot.ErrNone) {
		t.Errorf("saved what was done: %v", err)
	}
}

func TestResumeRefuses(t *testing.T) {
	p, other := deal(t, "freecell", "", 11982), deal(t, "freecell", "", 11983)
	small := p
	small.Rules.Columns++
	s := New()
	s.Solve(context.Background(), &p, solve.Limits{Nodes: 150000})
	data := save(t, s)
	try := func(name string, data []byte, p *patience.Position, l solve.Limits) error {
		r, err := s.Resume(context.Background(), bytes.NewReader(data), p, l)
		if err == nil || r != (solve.Result{}) {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if err := s.Save(new(bytes.Buffer)); !errors.Is(err, snapshot.ErrNone) {
			t.Errorf("%s: saved after an error: %v", name, err)
		}
		return err
	}
	try("another position", data, &other, solve.Limits{})
	try("another board", data, &small, solve.Limits{})
	try("nothing", nil, &p, solve.Limits{})
	for n := 0; n < len(data); n += 1 + len(data)/50 {
		try("cut off", data[:n], &p, solve.Limits{})
	}
	for _, bytes := range []int64{1, 1 << 20} {
		if err := try("little memory", data, &p, solve.Limits{Memory: bytes}); !errors.Is(err, snapshot.ErrMemory) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
	}
	// The start of the record, so that all that follows is different.
	wrong := slices.Clone(data)
	wrong[len(data)-40000] ^= 1
	if err := try("damaged", wrong, &p, solve.Limits{}); !errors.Is(err, snapshot.ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
}

func FuzzResume(f *testing.F) {
	p := deal(f, "freecell", "ncells=2 empty=kings", 9)
	s := New()
	var header bytes.Buffer
	if err := snapshot.Write(&header, version, &p); err != nil {
		f.Fatal(err)
	}
	for _, nodes := range []uint64{1, 50, 301, 700, 2000} {
		s.Solve(context.Background(), &p, solve.Limits{Nodes: nodes})
		f.Add(save(f, s)[header.Len():])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New()
		r, err := s.Resume(context.Background(), bytes.NewReader(append(header.Bytes(), data...)), &p,
			solve.Limits{Nodes: 300, Memory: 4 << 20})
		switch {
		case err != nil || r.Verdict == solve.Unwinnable:
		case r.Verdict == solve.Winnable:
			t.Error("a position that cannot be won was won")
		default:
			save(t, s)
		}
	})
}
