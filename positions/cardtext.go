package positions

import (
	"strings"
	"unicode/utf8"
)

// ReadCard reads the card at the beginning of text and returns it with its length in bytes, 0 when there is none.
// It reads a rank (A 2…9 10 T J Q K) and a suit (a letter or a symbol, filled or outlined, with or without a
// variation selector) in either case, and the playing-card characters from U+1F0A1.
func ReadCard(text string) (Card, int) {
	if text == "" {
		return NoCard, 0
	}
	rank, n := RankOf(text[0]), 1
	if strings.HasPrefix(text, "10") {
		rank, n = 10, 2
	}
	if rank == 0 {
		return playingCard(text)
	}
	suit, size := ReadSuit(text[n:])
	if size == 0 {
		return NoCard, 0
	}
	return NewCard(rank, suit), n + size
}

// ReadSuitFirst reads a whole text as a card whose suit is written before its rank.
func ReadSuitFirst(text string) (Card, bool) {
	suit, n := ReadSuit(text)
	if n == 0 {
		return NoCard, false
	}
	rest := text[n:]
	switch {
	case rest == "10":
		return NewCard(10, suit), true
	case len(rest) == 1 && RankOf(rest[0]) != 0:
		return NewCard(RankOf(rest[0]), suit), true
	}
	return NoCard, false
}

// ReadSuit reads the suit at the beginning of text, a letter or a symbol, and returns its length in bytes, 0 when there is none.
func ReadSuit(text string) (Suit, int) {
	if text == "" {
		return 0, 0
	}
	if suit, ok := SuitOf(text[0]); ok {
		return suit, 1
	}
	var suit Suit
	r, n := utf8.DecodeRuneInString(text)
	switch r {
	case '♣', '♧':
		suit = Clubs
	case '♦', '♢':
		suit = Diamonds
	case '♥', '♡':
		suit = Hearts
	case '♠', '♤':
		suit = Spades
	default:
		return 0, 0
	}
	return suit, n + variation(text[n:])
}

// variation returns the length of a variation selector at the beginning of text.
func variation(text string) int {
	if strings.HasPrefix(text, "\ufe0e") || strings.HasPrefix(text, "\ufe0f") {
		return len("\ufe0f")
	}
	return 0
}

// playingCard reads one of U+1F0A1 to U+1F0DE: sixteen code points a suit, with a knight between jack and queen.
func playingCard(text string) (Card, int) {
	r, n := utf8.DecodeRuneInString(text)
	if r < 0x1f0a0 || r > 0x1f0df {
		return NoCard, 0
	}
	suit := [...]Suit{Spades, Hearts, Diamonds, Clubs}[(r-0x1f0a0)/16]
	rank := int(r-0x1f0a0) % 16
	if rank > 12 {
		rank--
	} else if rank == 12 {
		return NoCard, 0
	}
	if rank < 1 || rank > King {
		return NoCard, 0
	}
	return NewCard(rank, suit), n + variation(text[n:])
}

// isCards reports whether text is one card or several written together.
func isCards(text string) bool {
	if _, ok := ReadSuitFirst(text); ok {
		return true
	}
	for text != "" {
		_, n := ReadCard(text)
		if n == 0 {
			return false
		}
		text = text[n:]
	}
	return true
}
