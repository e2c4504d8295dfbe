package match

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"foregone/analyze/games"
)

// drawing parts the draws of a game from what is random in its players: they are the same whoever plays.
const drawing = 1 << 63

// bagOf returns every move that chance can make at p, as often as its weight says.
func bagOf(p games.Scored) []string {
	var bag []string
	weights := p.Weights()
	for i, s := range p.Successors() {
		for range weights[i] {
			bag = append(bag, s.Move)
		}
	}
	return bag
}

// shuffled returns the moves of chance from p on, in an order of its own.
func shuffled(p games.Scored, rng *rand.Rand) []string {
	bag := bagOf(p)
	rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	return bag
}

// turnsOf returns how many turns of chance there are from p on.
func turnsOf(p games.Scored) int {
	turns := 0
	for at := games.Position(p); !at.Over(); at = at.Successors()[0].Position {
		if at.(games.Scored).Weights() != nil {
			turns++
		}
	}
	return turns
}

// ReadDraws reads the order of the draws from p on, a letter for each, such as "ABCA".
func ReadDraws(p games.Scored, text string) ([]string, error) {
	left := map[string]int{}
	for _, chip := range bagOf(p) {
		left[chip]++
	}
	var draws []string
	for _, letter := range text {
		if strings.ContainsRune(" ,\t", letter) {
			continue
		}
		chip := strings.ToUpper(string(letter))
		n, known := left[chip]
		switch {
		case !known:
			return nil, fmt.Errorf("found %q, expected letters of %s", letter, strings.Join(slices.Sorted(maps.Keys(left)), ", "))
		case n == 0:
			return nil, fmt.Errorf("found more %s than the bag holds, expected no more", chip)
		}
		left[chip]--
		draws = append(draws, chip)
	}
	if turns := turnsOf(p); len(draws) < turns {
		return nil, fmt.Errorf("found %d chips, expected %d at least", len(draws), turns)
	}
	return draws, nil
}
