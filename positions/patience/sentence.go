package patience

import (
	"fmt"
	"regexp"
	"strconv"

	"foregone/positions"
)

// Moves in words: our own, "3 cards, 8♥ to 6♥, from column 3 onto 9♥ in column 7", and those of fc-solve -m, "Move 3 cards
// from stack 2 to stack 6", whose stacks and cells are numbered from 0.
var (
	ownSentence     = regexp.MustCompile(`(?:(\d+) cards, \S+ to \S+, )?from (?:column ([0-9])|cell ([a-gk-o])) (?:(home)|to (?:the empty column ([0-9])|cell ([a-gk-o]))|onto \S+ in column ([0-9]))`)
	foreignSentence = regexp.MustCompile(`^Move (a|\d+) cards? from (?:stack|freecell) \d+ to (?:stack \d+|freecell \d+|the foundations)\b`)
	foreignPlaces   = regexp.MustCompile(`(?:from|to) (stack|freecell|the foundations) ?(\d*)`)
)

// spelled returns lines in which a line that tells a move in words is that move in standard notation, with its count.
func spelled(lines []positions.Line) []positions.Line {
	all := make([]positions.Line, len(lines))
	for i, line := range lines {
		all[i] = line
		if at := ownSentence.FindStringSubmatchIndex(line.Text); at != nil {
			part := func(group int) string {
				if at[2*group] < 0 {
					return ""
				}
				return line.Text[at[2*group]:at[2*group+1]]
			}
			to := part(5) + part(6) + part(7)
			if part(4) != "" {
				to = Home.String()
			}
			all[i] = positions.Line{Number: line.Number, Column: line.ColumnOf(at[0]), Text: counted(part(2)+part(3)+to, part(1))}
		} else if match := foreignSentence.FindStringSubmatch(line.Text); match != nil {
			text := ""
			for _, place := range foreignPlaces.FindAllStringSubmatch(line.Text, -1) {
				text += foreignPlace(place[1], place[2])
			}
			all[i].Text = counted(text, match[1])
		}
	}
	return all
}

// counted appends the count of cards to a move, one where the words have no number.
func counted(move, count string) string {
	if n, err := strconv.Atoi(count); err != nil || n < 1 {
		count = "1"
	}
	return fmt.Sprintf("%sv%s", move, count)
}

// foreignPlace returns the letter of one of fc-solve's places.
func foreignPlace(kind, number string) string {
	n, ok := smallNumber(number)
	switch {
	case kind == "stack" && ok && n < MaxColumns:
		return Place(n).String()
	case kind == "freecell" && ok && n < MaxCells:
		return Cell(n).String()
	case kind == "the foundations":
		return Home.String()
	}
	return "?"
}
