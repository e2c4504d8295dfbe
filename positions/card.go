package positions

// Suit is one of the four suits, in the order used throughout: clubs, diamonds, hearts, spades.
type Suit uint8

const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// NumSuits is the number of suits.
const NumSuits = 4

const (
	suitLetters = "CDHS"
	rankLetters = "-A23456789TJQK"
)

// Letter returns C, D, H or S.
func (s Suit) Letter() byte { return suitLetters[s] }

// Red reports whether s is diamonds or hearts.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// Card is rank*4 + suit, with rank 1 (ace) to 13 (king): 4 to 55. Zero is no card.
type Card uint8

// NoCard is the absence of a card: an empty cell.
const NoCard Card = 0

// King is the highest rank of a full deck.
const King = 13

// NewCard returns the card of the given rank, 1 to 13, and suit.
func NewCard(rank int, suit Suit) Card { return Card(rank<<2) | Card(suit) }

// Rank returns 1 (ace) to 13 (king), 0 for NoCard.
func (c Card) Rank() int { return int(c >> 2) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// Red reports whether c is of a red suit.
func (c Card) Red() bool { return c.Suit().Red() }

// String returns two letters, rank then suit, such as "TD"; "-" for NoCard.
func (c Card) String() string {
	if c == NoCard {
		return "-"
	}
	if c.Rank() > King {
		return "?"
	}
	return string([]byte{rankLetters[c.Rank()], c.Suit().Letter()})
}

// RankLetter returns A, 2..9, T, J, Q or K for 1 to 13.
func RankLetter(rank int) byte { return rankLetters[rank] }

// RankOf returns the rank of a letter in either case, 0 when it is none.
func RankOf(letter byte) int {
	switch letter {
	case 'a', 't', 'j', 'q', 'k':
		letter -= 'a' - 'A'
	}
	for r := 1; r <= King; r++ {
		if rankLetters[r] == letter {
			return r
		}
	}
	return 0
}

// SuitOf returns the suit of a letter in either case.
func SuitOf(letter byte) (Suit, bool) {
	switch letter {
	case 'C', 'c':
		return Clubs, true
	case 'D', 'd':
		return Diamonds, true
	case 'H', 'h':
		return Hearts, true
	case 'S', 's':
		return Spades, true
	}
	return 0, false
}
