package patience

import (
	"strings"

	"foregone/positions"
)

// field is a word of a line.
type field struct {
	text   string
	offset int
}

// fields splits a line at its blanks.
func fields(text string) []field {
	var all []field
	for i := 0; i < len(text); {
		if isBlank(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && !isBlank(text[i]) {
			i++
		}
		all = append(all, field{text[start:i], start})
	}
	return all
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'
}

// cardAt reads the card at an offset; one whose suit comes first only when it is a word by itself.
func cardAt(text string, at int) (positions.Card, int) {
	if card, n := positions.ReadCard(text[at:]); n > 0 {
		return card, n
	}
	if at > 0 && !isBlank(text[at-1]) && text[at-1] != '/' {
		return positions.NoCard, 0
	}
	end := at
	for end < len(text) && !isBlank(text[end]) && text[end] != '/' {
		end++
	}
	if card, ok := positions.ReadSuitFirst(text[at:end]); ok {
		return card, end - at
	}
	return positions.NoCard, 0
}

// badCard says what stands where a card should: two characters within a row of cards, else the whole word.
func (b *board) badCard(line *positions.Line, at, end int) *positions.Error {
	begin, stop := at, at
	for begin > 0 && !isBlank(line.Text[begin-1]) && !strings.ContainsRune("/=:", rune(line.Text[begin-1])) {
		begin--
	}
	for stop < end && !isBlank(line.Text[stop]) && (line.Text[stop] != '/' || stop == at) {
		stop++
	}
	word := []rune(line.Text[at:stop])
	limit := 12
	if begin < at || len(word) > 3 && anyCard(string(word[2:])) {
		limit = 2
	}
	found := string(word)
	if len(word) > limit {
		found = string(word[:limit])
		if limit > 2 {
			found += "…"
		}
	}
	return b.errorf(place{line, at}, "found %q, expected a card such as TD", found)
}

// anyCard reports whether text begins with a card.
func anyCard(text string) bool {
	_, n := positions.ReadCard(text)
	return n > 0
}

// readRank reads a rank letter or a number from 0 to 13 and returns its length, 0 when there is none.
func readRank(text string) (rank, n int) {
	for n < len(text) && n < 2 && text[n] >= '0' && text[n] <= '9' {
		rank = rank*10 + int(text[n]-'0')
		n++
	}
	switch {
	case n > 0 && rank <= positions.King:
		return rank, n
	case n == 0 && text != "" && positions.RankOf(text[0]) != 0:
		return positions.RankOf(text[0]), 1
	}
	return 0, 0
}
