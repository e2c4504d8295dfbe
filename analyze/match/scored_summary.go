package match

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

// ScoredRecord is a game for points as JSON. A game that Chaos lost off the board has no score.
type ScoredRecord struct {
	Game     int      `json:"game"`
	Position string   `json:"position"` // the start
	Draws    string   `json:"draws"`
	Moves    []string `json:"moves"` // of the players: a chip that is placed was drawn before
	Score    *int     `json:"score,omitempty"`
	Fault    string   `json:"fault,omitempty"`
}

// Record returns a game as JSON has it.
func (g *ScoredGame) Record() ScoredRecord {
	r := ScoredRecord{
		Game: g.Number, Position: g.Start.String(), Draws: strings.Join(g.Draws, ""),
		Moves: append([]string{}, g.Moves...),
	}
	if g.Fault != "" {
		r.Fault = names[g.FaultyIs] + ": " + g.Fault
	}
	if !g.Void() {
		r.Score = &g.Score
	}
	return r
}

var names = [2]string{Order: "Order", Chaos: "Chaos"}

// ScoredSummary gathers the scores of a match.
type ScoredSummary struct {
	Compare *int // a score to be compared with those of the match; nil: none

	players [2]string
	rules   string // of the game, in words
	scores  []int
	longest [2]time.Duration
	faults  []string
}

// NewScoredSummary returns a summary of games between two players, Order and Chaos, under rules that are told in words.
func NewScoredSummary(players [2]string, rules string) *ScoredSummary {
	return &ScoredSummary{players: players, rules: rules}
}

// Add counts a game, unless it is void.
func (s *ScoredSummary) Add(g *ScoredGame) {
	if g.Void() {
		return
	}
	s.scores = append(s.scores, g.Score)
	for i, d := range g.Longest {
		s.longest[i] = max(s.longest[i], d)
	}
	if g.Fault != "" {
		s.faults = append(s.faults, fmt.Sprintf("game %d, move %d: %s", g.Number, len(g.Moves)+1, g.Fault))
	}
}

// MarshalJSON writes the summary as one object.
func (s *ScoredSummary) MarshalJSON() ([]byte, error) {
	r := struct {
		Order     string   `json:"order"`
		Chaos     string   `json:"chaos"`
		Games     int      `json:"games"`
		Mean      *float64 `json:"mean,omitempty"`
		Low       *float64 `json:"low,omitempty"`
		High      *float64 `json:"high,omitempty"`
		Deviation *float64 `json:"deviation,omitempty"`
		Least     *int     `json:"least,omitempty"`
		Median    *float64 `json:"median,omitempty"`
		Greatest  *int     `json:"greatest,omitempty"`
		Below     *float64 `json:"below,omitempty"` // percentile of ScoredSummary.Compare
		Faults    []string `json:"faults,omitempty"`
	}{Order: s.players[Order], Chaos: s.players[Chaos], Games: len(s.scores), Faults: s.faults}
	if len(s.scores) > 0 {
		all := sampleOf(s.scores)
		r.Mean, r.Least, r.Median, r.Greatest = &all.mean, &all.least, &all.median, &all.greatest
		if len(s.scores) > 1 {
			low, high := all.mean-all.half, all.mean+all.half
			r.Low, r.High, r.Deviation = &low, &high, &all.deviation
		}
	}
	if s.Compare != nil && len(s.scores) > 0 {
		below := s.below()
		r.Below = &below
	}
	return json.Marshal(map[string]any{"summary": r})
}

// below returns the percentage of the games with fewer points than Compare, those with as many counting half.
func (s *ScoredSummary) below() float64 {
	twice := 0
	for _, score := range s.scores {
		switch {
		case score < *s.Compare:
			twice += 2
		case score == *s.Compare:
			twice++
		}
	}
	return 50 * float64(twice) / float64(len(s.scores))
}

// String returns the summary in words, a few lines.
func (s *ScoredSummary) String() string {
	if len(s.scores) == 0 {
		return "No game was finished.\n"
	}
	all := sampleOf(s.scores)
	var b strings.Builder
	fmt.Fprintf(&b, "%s as Order against %s as Chaos in %s (%s): mean score %.2f",
		s.players[Order], s.players[Chaos], english.Plural(len(s.scores), "game", ""), s.rules, all.mean)
	if len(s.scores) > 1 {
		fmt.Fprintf(&b, " (95 %% interval %.2f to %.2f)", all.mean-all.half, all.mean+all.half)
	}
	fmt.Fprintf(&b, ".\nLeast %d, median %g, greatest %d; the slowest move took Order %s and Chaos %s.\n",
		all.least, all.median, all.greatest, milliseconds(s.longest[Order]), milliseconds(s.longest[Chaos]))
	if s.Compare != nil {
		fmt.Fprintf(&b, "A score of %d is better than %.0f %% of these games.\n", *s.Compare, s.below())
	}
	for _, f := range s.faults {
		b.WriteString("Forfeited by Order, with no points: " + f + "\n")
	}
	return b.String()
}
