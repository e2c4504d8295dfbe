package patience

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"foregone/positions"
)

// Style is a way to deal: which shuffle, and where the leftover cards go.
type Style uint8

const (
	MS     Style = iota // Microsoft's generator, as fc-solve and PySolFC deal
	KPat                // the same shuffle, Eight Off's first four cards to the cells
	Random              // a uniform shuffle found again by seed and index
)

// MaxMS is the highest number of the Microsoft generator.
const MaxMS = 1<<31 - 1

// Deal names a deal: a style, its number, and for Random the seed it belongs to.
type Deal struct {
	Style  Style
	Seed   uint64 // Random only
	Number uint64 // MS and KPat: 1 to MaxMS; Random: 1 and up
}

// String returns the deal as written: "ms 465", "kpat 1", "random 7/17".
func (d Deal) String() string {
	switch d.Style {
	case KPat:
		return "kpat " + strconv.FormatUint(d.Number, 10)
	case Random:
		return "random " + strconv.FormatUint(d.Seed, 10) + "/" + strconv.FormatUint(d.Number, 10)
	}
	return "ms " + strconv.FormatUint(d.Number, 10)
}

// ParseDeal reads a deal as String writes it; a bare number is an ms deal.
func ParseDeal(text string) (Deal, error) {
	fail := func() (Deal, error) {
		return Deal{}, fmt.Errorf("found deal %q, expected \"ms N\", \"kpat N\" (1 to %d) or \"random SEED/N\"", text, MaxMS)
	}
	fields := strings.Fields(strings.ToLower(text))
	d := Deal{Style: MS}
	var number string
	switch {
	case len(fields) == 1:
		number = fields[0]
	case len(fields) == 2 && fields[0] == "ms":
		number = fields[1]
	case len(fields) == 2 && fields[0] == "kpat":
		d.Style, number = KPat, fields[1]
	case len(fields) == 2 && fields[0] == "random":
		seed, n, ok := strings.Cut(fields[1], "/")
		if !ok {
			return fail()
		}
		var err error
		if d.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return fail()
		}
		d.Style, number = Random, n
	default:
		return fail()
	}
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n == 0 || d.Style != Random && n > MaxMS {
		return fail()
	}
	d.Number = n
	return d, nil
}

// ParseDeals reads a deal or a range of deals, "ms 1..100" or "random 7/1..20", and returns the first deal and
// the number of the last.
func ParseDeals(text string) (first Deal, last uint64, err error) {
	low, high, isRange := strings.Cut(text, "..")
	if first, err = ParseDeal(low); err != nil || !isRange {
		return first, first.Number, err
	}
	last, err = strconv.ParseUint(strings.TrimSpace(high), 10, 64)
	if err != nil || first.Style != Random && last > MaxMS {
		return first, 0, fmt.Errorf("found %q as the last deal, expected a number (up to %d)", high, MaxMS)
	}
	if last < first.Number {
		return first, 0, fmt.Errorf("found deals %q, expected the lower number first", text)
	}
	return first, last, nil
}

// Start returns the position of a deal under the given rules. It fails when more cards are left over than there
// are cells, or when the style does not deal this game.
func (d Deal) Start(r Rules) (Position, error) {
	if d.Style == KPat && r.Game != "eightoff" {
		return Position{}, fmt.Errorf("found deal %q for %s, expected one of eightoff: kpat deals no other game", d, r.Game)
	}
	var deck [MaxDeck]positions.Card
	switch d.Style {
	case Random:
		d.shuffleUniform(&deck)
	default:
		shuffleMS(&deck, uint32(d.Number))
	}
	return layOut(r, deck[:], d.Style == KPat)
}

// shuffleMS fills deck in the order in which the Microsoft generator deals it.
func shuffleMS(deck *[MaxDeck]positions.Card, seed uint32) {
	var rest [MaxDeck]positions.Card
	for i := range rest {
		rest[i] = positions.Card(i + 4) // rank by rank, clubs first
	}
	state := seed
	for left := uint32(MaxDeck); left > 0; left-- {
		state = (state*214013 + 2531011) & (1<<31 - 1)
		j := (state >> 16) % left
		deck[MaxDeck-left] = rest[j]
		rest[j] = rest[left-1]
	}
}

// shuffleUniform fills deck with the d.Number-th of the uniform shuffles of d.Seed: Fisher and Yates over the
// ChaCha8 stream keyed by the two numbers, draws without bias by Lemire's method (ACM TOMACS 29, 2019).
func (d Deal) shuffleUniform(deck *[MaxDeck]positions.Card) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], d.Seed)
	binary.LittleEndian.PutUint64(key[8:], d.Number)
	stream := rand.NewChaCha8(key)
	for i := range deck {
		deck[i] = positions.Card(i + 4)
	}
	for left := uint64(MaxDeck); left > 1; left-- {
		high, low := bits.Mul64(stream.Uint64(), left)
		for low < -left%left {
			high, low = bits.Mul64(stream.Uint64(), left)
		}
		deck[high], deck[left-1] = deck[left-1], deck[high]
	}
}

// Start deals a deck, in dealing order and of r.DeckSize() cards, by rows to the columns, as many whole rows as
// the game has, the leftover cards to the cells: to every second cell when there is room for it, as fc-solve does.
func Start(r Rules, deck []positions.Card) (Position, error) { return layOut(r, deck, false) }

func layOut(r Rules, deck []positions.Card, cellsFirst bool) (Position, error) {
	p := Position{Rules: r}
	left := 0
	if r.Game == "eightoff" || r.Game == "seatowers" {
		left = len(deck) % p.NumColumns()
	}
	if left > p.NumCells() {
		return p, fmt.Errorf("found ncells=%d, expected at least %d cells for the cards that %s leaves over", r.Cells, left, r.Game)
	}
	spare := deck[len(deck)-left:]
	deck = deck[:len(deck)-left]
	if cellsFirst {
		all := append(append([]positions.Card{}, deck...), spare...)
		spare, deck = all[:left], all[left:]
	}
	step := 1
	if !cellsFirst && left > 1 && 2*left-1 <= p.NumCells() && r.Game == "eightoff" {
		step = 2
	}
	for i, c := range spare {
		p.Cells[i*step] = c
	}
	for i, c := range deck {
		p.Columns[i%p.NumColumns()].push(c)
	}
	return p, nil
}
