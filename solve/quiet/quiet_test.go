package quiet

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// starts are the winners of the start positions with two home rows, from exhaustive searches and distance tables.
var starts = []struct {
	size Size
	win  bool
}{
	{Size{2, 4}, false}, {Size{2, 5}, false}, {Size{2, 6}, true}, {Size{2, 7}, false},
	{Size{3, 4}, false}, {Size{3, 5}, false}, {Size{3, 6}, true},
	{Size{4, 4}, false}, {Size{4, 5}, false},
	{Size{5, 4}, false}, {Size{5, 5}, false},
}

func verdict(win bool) solve.Verdict {
	if win {
		return solve.Win
	}
	return solve.Loss
}

func made(t testing.TB, s Size, o Options) *Table {
	t.Helper()
	table, err := Build(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

func TestStarts(t *testing.T) {
	for _, c := range starts {
		s, err := made(t, c.size, Options{}).Start(2)
		if err != nil {
			t.Fatal(c.size, err)
		}
		if s.Verdict != verdict(c.win) {
			t.Errorf("%v: found %v, expected %v", c.size, s.Verdict, verdict(c.win))
		}
	}
}

// TestOneHomeRow: winners from exhaustive searches and distance tables.
func TestOneHomeRow(t *testing.T) {
	for _, c := range []struct {
		size Size
		win  bool
	}{
		{Size{2, 4}, false}, {Size{2, 5}, true}, {Size{3, 4}, true}, {Size{4, 4}, true}, {Size{4, 5}, true}, {Size{5, 5}, true},
	} {
		s, err := made(t, c.size, Options{}).Start(1)
		if err != nil {
			t.Fatal(c.size, err)
		}
		if s.Verdict != verdict(c.win) {
			t.Errorf("%v: found %v, expected %v", c.size, s.Verdict, verdict(c.win))
		}
	}
}

// position makes a position of cells as the oracle has them.
func position(s Size, cells []byte, side byte) breakthrough.Position {
	p := breakthrough.Position{W: uint8(s.W), H: uint8(s.H), ToMove: breakthrough.Side(side - 1)}
	for sq, c := range cells {
		if c != empty {
			p.Pieces[c-1].Add(breakthrough.Square(sq))
		}
	}
	return p
}

// TestProbe compares the verdict of every position of small boards with the oracle, or of every so manieth.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		size  Size
		every int // in the short form
		slow  bool
	}{
		{Size{2, 4}, 1, false}, {Size{2, 5}, 1, false}, {Size{2, 6}, 5, false}, {Size{3, 4}, 1, false}, {Size{3, 5}, 31, false},
		{Size{4, 4}, 37, false}, {Size{2, 7}, 7, true}, {Size{3, 6}, 101, true}, {Size{4, 5}, 997, true},
	} {
		if c.slow && !slow() {
			continue
		}
		every := c.every
		if slow() && c.size.W*c.size.H <= 16 {
			every = 1
		}
		table := made(t, c.size, Options{Complete: true})
		oracle := newPlainTable(c.size)
		cells := make([]byte, c.size.W*c.size.H)
		tested := 0
		for i := 0; i < len(oracle.known); i += every {
			oracle.cells(i, cells)
			for side := byte(white); side <= black; side++ {
				p := position(c.size, cells, side)
				if p.Over() && p.Validate() != nil {
					continue
				}
				got, err := table.Probe(&p)
				if err != nil {
					t.Fatal(err)
				}
				if got == solve.Unknown && max(p.Pieces[0].Len(), p.Pieces[1].Len()) > 2*c.size.W {
					continue
				}
				tested++
				if want := verdict(oracle.wins(cells, side)); got != want {
					t.Fatalf("%s: found %v, expected %v", p.String(), got, want)
				}
			}
		}
		t.Logf("%v: %d positions", c.size, tested)
	}
}

// eachOf calls f with every position of a slice of a complete table, in its own orientation, as sets of squares.
func eachOf(t *testing.T, table *Table, number int, f func(white, black uint64, toMove int, win bool)) {
	p := table.plan
	squares := make([]uint64, 1<<(p.top+p.W)) // by a white set or a middle
	for set := range squares {
		for y := 1; y <= p.H-3; y++ {
			squares[set] |= uint64(set>>((p.H-3-y)*p.W)) & uint64(p.full) << (y * p.W)
		}
	}
	g := p.slices[number]
	layouts := []*layout{p.newLayout(p.whiteKey(g)), p.newLayout(p.blackKey(g))}
	goal := uint64(g.black) << (p.W * (p.H - 1))
	for side, lay := range layouts {
		unsafe := p.blackUnsafe(g.white)
		block := func(i int) []byte {
			b, err := table.source.Block(number, i, nil)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		size := p.wordBytes()
		dictionary, err := openDictionary(block(p.dictionaryOf(side)), nil, size)
		if err != nil {
			t.Fatal(err)
		}
		for n := range p.blocks {
			var c codes
			if err := c.open(block(p.blockOf(side, n)), size); err != nil {
				t.Fatal(err)
			}
			words := wordsOf(t, &c, dictionary, size)
			first, last := p.sets(n)
			for set := first; set <= last; set++ {
				if !lay.stored(set) {
					continue
				}
				free := p.mid &^ set &^ lay.threats
				ordered := p.order(free, unsafe)
				for lane := range p.lanes {
					for sub := uint32(0); ; sub = (sub - ordered) & ordered {
						x := words[0]
						words = words[1:]
						middle := sub & p.mid
						if p.hasRow3 {
							middle |= sub >> p.top << p.third
						}
						p.eachBit(x, lane, func(second int, win bool) {
							f(squares[set]|uint64(g.white), squares[middle]|uint64(second)<<(p.W*(p.H-2))|goal, side, win)
						})
						if sub == ordered {
							break
						}
					}
				}
			}
		}
	}
}

// wordsOf returns the words of a block.
func wordsOf(t *testing.T, c *codes, dictionary []byte, size int) []uint64 {
	words := make([]uint64, len(c.frequent))
	var err error
	switch size {
	case 1:
		err = unpackAs[uint8](words, c, dictionary)
	case 2:
		err = unpackAs[uint16](words, c, dictionary)
	case 4:
		err = unpackAs[uint32](words, c, dictionary)
	default:
		err = unpackAs[uint64](words, c, dictionary)
	}
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func unpackAs[T word](words []uint64, c *codes, dictionary []byte) error {
	var entries []T
	for i := range len(dictionary) / sizeOf[T]() {
		entries = append(entries, T(wordAt(dictionary, sizeOf[T](), i)))
	}
	decoded := make([]T, len(words))
	err := decode(decoded, c, entries)
	for i, x := range decoded {
		words[i] = uint64(x)
	}
	return err
}

func (p *plan) eachBit(x uint64, lane int, f func(second int, win bool)) {
	for bit := range 1 << p.cols {
		f(lane<<p.cols|bit, x>>bit&1 != 0)
	}
}

// TestEveryEntry compares every word of complete tables with oracles.
func TestEveryEntry(t *testing.T) {
	sizes := []Size{{2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}, {4, 4}, {2, 7}, {5, 4}}
	if slow() {
		sizes = append(sizes, Size{3, 6}, Size{4, 5}, Size{6, 4}, Size{3, 7}, Size{5, 5}, Size{4, 6})
	}
	for _, s := range sizes {
		t.Logf("%v: %d entries", s, compare(t, s, nil))
	}
}

// TestAFifth compares the first slices, which are those with few pieces on the goal rows, up to a fifth of all words.
func TestAFifth(t *testing.T) {
	s := Size{4, 5}
	if slow() {
		s = Size{5, 6}
	}
	p := newPlan(s)
	all, known, n := p.estimate().Words, 0, 0
	for ; uint64(5*known) < all; n++ {
		known += p.words(p.slices[n])
	}
	compared := compare(t, s, p.slices[:n])
	t.Logf("%v: %d entries in %d slices, %d words of %d", s, compared, n, known, all)
}

// compare compares the entries of the first slices of a table with an oracle of the same slices, or all entries with one
// of all positions when there are none. It returns their number.
func compare(t *testing.T, s Size, only []goals) (compared int) {
	table := made(t, s, Options{Complete: true})
	oracle := newOrderTable(s, only)
	for number, g := range table.plan.slices {
		if only != nil && number == len(only) {
			break
		}
		eachOf(t, table, number, func(white, black uint64, toMove int, win bool) {
			if max(bits.OnesCount64(white), bits.OnesCount64(black)) > 2*s.W || white|black == 0 {
				return
			}
			compared++
			if want := oracle.get(white, black, toMove); win != want {
				t.Fatalf("%v: goals %v: white %b, black %b, side %d to move: found %v, expected %v", s, g, white, black, toMove, win, want)
			}
		})
	}
	return compared
}

// TestOracles compares the oracles.
func TestOracles(t *testing.T) {
	sizes := []Size{{2, 4}, {2, 5}, {3, 4}}
	if slow() {
		sizes = append(sizes, Size{2, 6}, Size{3, 5}, Size{4, 4})
	}
	for _, s := range sizes {
		plain, o := newPlainTable(s), newOrderTable(s, nil)
		cells := make([]byte, s.W*s.H)
		tested := 0
		for i := range plain.known {
			plain.cells(i, cells)
			var sets [2]uint64
			for sq, c := range cells {
				if c != empty {
					sets[c-1] |= 1 << sq
				}
			}
			white, black := sets[0], sets[1]
			if max(bits.OnesCount64(white), bits.OnesCount64(black)) > 2*s.W {
				continue
			}
			for side := range byte(2) {
				tested++
				if got, want := o.wins(white, black, int(side)), plain.wins(cells, side+1); got != want {
					t.Fatalf("%v: %v side %d: found %v, expected %v", s, cells, side, got, want)
				}
			}
		}
		t.Logf("%v: %d positions", s, tested)
	}
}

// TestLanes compares boards whose words hold fewer columns than they might with the others: the wide boards' words are
// like that, and have too many positions for an oracle.
func TestLanes(t *testing.T) {
	for _, c := range []struct {
		size Size
		cols int
	}{
		{Size{3, 5}, 2}, {Size{3, 6}, 2}, {Size{4, 4}, 2}, {Size{4, 5}, 3}, {Size{4, 6}, 2}, {Size{5, 4}, 3}, {Size{5, 5}, 3}, {Size{5, 5}, 4},
	} {
		if c.size.W*c.size.H >= 20 && !slow() {
			continue
		}
		narrow, err := planOf(newBoardOf(c.size, c.cols)).table(context.Background(), Options{Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		wide := made(t, c.size, Options{Complete: true})
		for number := 0; number < len(wide.plan.slices); number += max(1, len(wide.plan.slices)/40) {
			sameEntries(t, narrow, wide, number)
		}
	}
}

// sameEntries compares a slice of two tables.
func sameEntries(t *testing.T, a, b *Table, slice int) {
	t.Helper()
	type entry struct {
		white, black uint64
		toMove       int
	}
	found := map[entry]bool{}
	eachOf(t, a, slice, func(white, black uint64, toMove int, win bool) { found[entry{white, black, toMove}] = win })
	eachOf(t, b, slice, func(white, black uint64, toMove int, want bool) {
		if max(bits.OnesCount64(white), bits.OnesCount64(black)) > 2*a.plan.W {
			return
		}
		if win, ok := found[entry{white, black, toMove}]; win != want || !ok {
			t.Fatalf("%v: white %b, black %b, side %d to move: found %v %v, expected %v", a.Size(), white, black, toMove, win, ok, want)
		}
	})
}

// TestConsistent compares the verdicts of random positions of boards that have no oracle with those of the positions
// after each move.
func TestConsistent(t *testing.T) {
	sizes := []Size{{6, 4}, {7, 4}}
	if slow() {
		sizes = append(sizes, Size{8, 4}, Size{6, 5}, Size{3, 8}, Size{4, 7}, Size{5, 6})
	}
	for _, s := range sizes {
		table := made(t, s, Options{Complete: true})
		consistent(t, table, 20000)
	}
}

func consistent(t *testing.T, table *Table, positions int) {
	t.Helper()
	s := table.Size()
	r := rand.New(rand.NewPCG(uint64(s.W), uint64(s.H)))
	wins := 0
	for range positions {
		p := randomPosition(r, s)
		got, err := table.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		want := solve.Loss
		for _, m := range p.Moves(nil) {
			next := p
			if err := next.Play(m); err != nil {
				t.Fatal(err)
			}
			v, err := table.Probe(&next)
			if err != nil {
				t.Fatal(err)
			}
			if v == solve.Loss {
				want = solve.Win
			}
		}
		if got != want {
			t.Fatalf("%s: found %v, expected %v", p.String(), got, want)
		}
		if got == solve.Win {
			wins++
		}
	}
	t.Logf("%v: %d positions, %d of them won", s, positions, wins)
}

// randomPosition returns a position that is not over: mostly quiet ones, with pieces behind rather than ahead.
func randomPosition(r *rand.Rand, s Size) breakthrough.Position {
	for {
		p := breakthrough.Position{W: uint8(s.W), H: uint8(s.H), ToMove: breakthrough.Side(r.IntN(2))}
		for side := range 2 {
			for range 1 + r.IntN(2*s.W) {
				y := min(r.IntN(s.H), r.IntN(s.H))
				if y == s.H-2 && r.IntN(8) != 0 {
					continue
				}
				if side == 1 {
					y = s.H - 1 - y
				}
				sq := breakthrough.Square(y*s.W + r.IntN(s.W))
				if !p.Pieces[1-side].Has(sq) {
					p.Pieces[side].Add(sq)
				}
			}
		}
		if !p.Over() {
			return p
		}
	}
}
