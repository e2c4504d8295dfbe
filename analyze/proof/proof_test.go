package proof_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

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
		p = parse(t, p.Canonical())
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

func parse(t *testing.T, position string) games.Position {
	t.Helper()
	p, err := games.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func check(t *testing.T, text string) verify.Outcome {
	t.Helper()
	o, err := proof.Check(t.Context(), strings.NewReader(text), games.Parse, 0)
	if err != nil {
		t.Fatal(err)
	}
	return o
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
	for _, p := range starts(t, 36, r) {
		text := s.prove(t, p)
		if o := check(t, text); !o.OK || !o.Checked || o.ID != "test" {
			t.Fatalf("%s: %+v\n%s", p, o, text)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		lines = lines[:len(lines)-1]
		positions += len(lines) - 4
		if o := check(t, sealed(otherImages(lines, r))); !o.OK || !o.Checked {
			t.Fatalf("%s, with other mirror images: %+v", p, o)
		}
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

// otherImages returns a proof in which mirror images take the places of some positions.
func otherImages(lines []string, r *rand.Rand) []string {
	out := append([]string(nil), lines...)
	for i := 4; i < len(out); i++ {
		if r.IntN(2) == 0 {
			out[i] = otherImage(out[i])
		}
	}
	return out
}

// otherImage returns the mirror image of a position with its move.
func otherImage(line string) string {
	position, move, _ := strings.Cut(line, "\t")
	mirrored, width := mirror(position)
	return mirrored + "\t" + strings.Map(func(c rune) rune {
		if column := c - 'a'; column >= 0 && column < rune(width) {
			return 'a' + rune(width) - 1 - column
		}
		return c
	}, move)
}

// mirror reverses the rows of a position of at most 9 columns, and returns how many those are.
func mirror(position string) (mirrored string, width int) {
	words := strings.Fields(position)
	rows := strings.Split(words[1], "/")
	for i, row := range rows {
		width = 0
		reversed := make([]byte, len(row))
		for j, c := range []byte(row) {
			if width++; c >= '0' && c <= '9' {
				width += int(c-'0') - 1
			}
			reversed[len(row)-1-j] = c
		}
		rows[i] = string(reversed)
	}
	return words[0] + " " + strings.Join(rows, "/") + " " + words[2], width
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
		position, move, _ := strings.Cut(lines[at], "\t")
		if image, _ := mirror(position); image != position {
			out[fmt.Sprintf("the image of line %d too", at+1)] = sealed(append(twice[:len(lines)], otherImage(lines[at])))
			changed := append([]string(nil), lines...)
			changed[at] = image + "\t" + move
			if next, err := parse(t, image).Play(move); err != nil || s.wins(next) {
				out[fmt.Sprintf("the image of line %d with its own move", at+1)] = sealed(changed)
			}
		}
		for _, m := range parse(t, position).Successors() {
			if s.wins(m.Position) {
				changed := append([]string(nil), lines...)
				changed[at] = position + "\t" + m.Move
				out[fmt.Sprintf("line %d with %s", at+1, m.Move)] = sealed(changed)
			}
		}
	}
	return out
}

func TestCheckIsBounded(t *testing.T) {
	positions := starts(t, 6, rand.New(rand.NewPCG(1, 0)))
	text := solver{}.prove(t, positions[len(positions)-1])
	count := strings.Count(text, "\n") - 5
	bounded := func(ctx context.Context, most int) verify.Outcome {
		o, err := proof.Check(ctx, strings.NewReader(text), games.Parse, most)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	if o := bounded(t.Context(), count); !o.OK || !o.Checked {
		t.Errorf("%d positions: %+v", count, o)
	}
	want := verify.Outcome{ID: "test", OK: true, Message: "1,205 positions read, and the end is not reached"}
	if o := bounded(t.Context(), count-1); o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := bounded(ctx, 0); !o.OK || o.Checked {
		t.Errorf("at an end of the context: %+v", o)
	}
	text = strings.Replace(text, "winner", "wimmer", 1)
	if o := bounded(t.Context(), 1); o.OK || !o.Checked {
		t.Errorf("a fault before the bound: %+v", o)
	}
}

func TestUnreadable(t *testing.T) {
	broken := errors.New("broken")
	text := solver{}.prove(t, starts(t, 1, rand.New(rand.NewPCG(1, 0)))[0])
	for _, read := range []int{0, 30, 100, len(text)} {
		r := io.MultiReader(strings.NewReader(text[:read]), iotest.ErrReader(broken))
		if o, err := proof.Check(t.Context(), r, games.Parse, 0); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %+v, error %v, want %v", read, o, err, broken)
		}
	}
}

func TestRecognizes(t *testing.T) {
	const head = "id: 3x3\nposition: breakthrough bbb/3/www w\nwinner: white\n"
	const lines = "breakthrough b1b/1b1/w1w w\ta1xb2\nbreakthrough b2/1b1/w1w w\ta1xb2\n"
	for text, want := range map[string]bool{
		"":                              false,
		"foregone proof 1\n" + head:     true,
		"foregone proof 1\r\nid: 1\r\n": true,
		"foregone proof 2\n{}\n":        true,
		"\ufeffforegone proof 1\n":      true,
		"f0regone proof 1\n" + head:     true,
		"\n" + head:                     true,
		head:                            true,
		"gone proof 1\n" + lines:        true,
		lines:                           true,
		"position\tbest\n" + lines:      false, // batch --tsv
		"{\"id\":\"x\"}\n" + head:       false,
		"\ufeff{\"id\":\"x\"}\n":        false,
		"game: breakthrough\nid: x\nbbb\n...\nwww\n": false,
		"breakthrough bbb/3/www w\n":                 false,
	} {
		if got := proof.Recognizes(bufio.NewReader(strings.NewReader(text))); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
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
		if _, err := proof.Check(t.Context(), strings.NewReader(text), games.Parse, 0); err != nil {
			t.Error(err)
		}
	})
}
