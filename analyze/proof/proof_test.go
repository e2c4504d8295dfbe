package proof_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/proof"
	"foregone/analyze/verify"
)

// solver decides positions by going through all that follows.
type solver map[string]bool

func (s solver) wins(p games.Position) bool {
	if p.Over() {
		return p.Won()
	}
	key := p.Canonical()
	if w, ok := s[key]; ok {
		return w
	}
	s[key] = false
	for _, next := range p.Reachable() {
		if !s.wins(next) {
			s[key] = true
			break
		}
	}
	return s[key]
}

// prove writes the proof of p as an obvious solver finds it.
func (s solver) prove(t *testing.T, p games.Position) string {
	t.Helper()
	winner := p.Opponent()
	if s.wins(p) {
		winner = p.ToMove()
	}
	var b bytes.Buffer
	w, err := proof.NewWriter(&b, 1<<20, "test", p.String(), winner)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var add func(p games.Position)
	add = func(p games.Position) {
		if p.Over() || seen[p.Canonical()] {
			return
		}
		if p.ToMove() != winner {
			for _, next := range p.Reachable() {
				add(next)
			}
			return
		}
		seen[p.Canonical()] = true
		p, err := games.Parse(p.Canonical())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Successors() {
			if s.wins(m.Position) {
				continue
			}
			if err := w.Add([]byte(p.Canonical()), m.Move); err != nil {
				t.Fatal(err)
			}
			add(m.Position)
			return
		}
		t.Fatalf("%s is not won", p)
	}
	add(p)
	if n, err := w.Close(); err != nil || n != int64(len(seen)) {
		t.Fatalf("%d positions, %v, want %d", n, err, len(seen))
	}
	return b.String()
}

func check(t *testing.T, text string) verify.Outcome {
	t.Helper()
	return proof.Check(t.Context(), strings.NewReader(text), games.Parse)
}

// sealed gives the lines of a proof a new end.
func sealed(lines []string) string {
	text := strings.Join(lines, "\n") + "\n"
	return text + fmt.Sprintf("end: %d positions, sha256 %x\n", len(lines)-4, sha256.Sum256([]byte(text)))
}

// starts are positions of small boards, some of them after random moves.
func starts(t *testing.T, n int, r *rand.Rand) []games.Position {
	t.Helper()
	f, err := games.Lookup("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	var out []games.Position
	sizes := []string{"2x4", "3x4", "2x5", "3x3 rows=1", "3x5 rows=1", "4x4"}
	for i := range n {
		d, err := f.Deals("breakthrough", "", sizes[i%len(sizes)])
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.At(0)
		if err != nil {
			t.Fatal(err)
		}
		p := s.Final
		for range r.IntN(5) {
			next := p.Reachable()
			if q := next[r.IntN(len(next))]; !q.Over() {
				p = q
			}
		}
		out = append(out, p)
	}
	return out
}

func TestCheck(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	s := solver{}
	positions, changed := 0, 0
	for _, p := range starts(t, 60, r) {
		text := s.prove(t, p)
		if o := check(t, text); !o.OK || !o.Checked || o.ID != "test" {
			t.Fatalf("%s: %+v\n%s", p, o, text)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		lines = lines[:len(lines)-1]
		positions += len(lines) - 4
		for name, wrong := range wrongs(t, s, lines, r) {
			changed++
			if o := check(t, wrong); o.OK || !o.Checked || o.Message == "" {
				t.Errorf("%s, %s: %+v\n%s", p, name, o, wrong)
			}
		}
	}
	if positions < 1000 || changed < 500 {
		t.Errorf("%d positions and %d changed proofs, want more", positions, changed)
	}
	t.Logf("%d positions, %d changed proofs", positions, changed)
}

// wrongs returns faulty copies of a proof.
func wrongs(t *testing.T, s solver, lines []string, r *rand.Rand) map[string]string {
	t.Helper()
	out := map[string]string{}
	whole := sealed(lines)
	for range 5 {
		at := r.IntN(len(whole))
		altered := []byte(whole)
		altered[at] ^= byte(1 + r.IntN(255))
		out[fmt.Sprintf("byte %d altered", at)] = string(altered)
		out[fmt.Sprintf("cut at %d", at)] = whole[:at]
	}
	out["more after the end"] = whole + "\n"
	other := map[string]string{"winner: white": "winner: black", "winner: black": "winner: white"}
	swapped := append([]string(nil), lines...)
	swapped[3] = other[swapped[3]]
	out["winner"] = sealed(swapped)
	if len(lines) == 4 {
		return out
	}
	for range 3 {
		at := 4 + r.IntN(len(lines)-4)
		removed := append(append([]string(nil), lines[:at]...), lines[at+1:]...)
		out[fmt.Sprintf("line %d removed", at+1)] = sealed(removed)
		twice := append(append([]string(nil), lines...), lines[at])
		out[fmt.Sprintf("line %d twice", at+1)] = sealed(twice)
		position, _, _ := strings.Cut(lines[at], "\t")
		p, err := games.Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Successors() {
			if s.wins(m.Position) {
				changed := append([]string(nil), lines...)
				changed[at] = position + "\t" + m.Move
				out[fmt.Sprintf("line %d with %s", at+1, m.Move)] = sealed(changed)
			}
		}
	}
	return out
}

func TestWriterTooLarge(t *testing.T) {
	w, err := proof.NewWriter(io.Discard, 300, "x", "breakthrough b/./w w", "white")
	for i := 0; err == nil && i < 10; i++ {
		err = w.Add([]byte("breakthrough 3/3/3 w"), "a1a2")
	}
	if !errors.Is(err, proof.ErrTooLarge) {
		t.Errorf("%v, want %v", err, proof.ErrTooLarge)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("foregone proof 1\nid: 1\nposition: breakthrough bb/2/ww w\nwinner: white\nbreakthrough bb/2/ww w\ta1a2\nend: 1 positions, sha256 00\n")
	f.Fuzz(func(t *testing.T, text string) {
		proof.Check(t.Context(), strings.NewReader(text), games.Parse)
	})
}
