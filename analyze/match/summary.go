package match

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"foregone/analyze/batch"
)

// Record is a game as JSON.
type Record struct {
	ID       string   `json:"id"`
	Position string   `json:"position"` // the opening
	First    string   `json:"first"`    // the side of the first player
	Moves    []string `json:"moves"`
	Winner   string   `json:"winner,omitempty"` // its side, none in a draw
	Result   float64  `json:"result"`           // of the first player: 1 for a win, 0 for a loss, 0.5 for a draw
	Fault    string   `json:"fault,omitempty"`
}

// Record returns a game as JSON has it.
func (g *Game) Record() Record {
	r := Record{
		ID: strconv.Itoa(g.Number), Position: g.Opening.String(), First: g.Sides[0],
		Moves: append([]string{}, g.Moves...), Winner: g.Sides[g.Winner], Fault: g.Fault,
	}
	switch {
	case g.Drawn:
		r.Winner, r.Result = "", 0.5
	case g.Winner == 0:
		r.Result = 1
	}
	return r
}

// Summary gathers the results of a match.
type Summary struct {
	players [2]string
	games   [2]uint64 // by who began
	wins    [2]uint64 // of the first player, by who began
	draws   uint64
	plies   int
	longest [2]time.Duration
	faults  []string
}

// NewSummary returns a summary of games between two players.
func NewSummary(players [2]string) *Summary { return &Summary{players: players} }

// Add counts a game.
func (s *Summary) Add(g *Game) {
	begun := (g.Number - 1) % 2
	s.games[begun]++
	switch {
	case g.Drawn:
		s.draws++
	case g.Winner == 0:
		s.wins[begun]++
	}
	s.plies += len(g.Moves)
	for i, d := range g.Longest {
		s.longest[i] = max(s.longest[i], d)
	}
	if g.Fault != "" {
		s.faults = append(s.faults, fmt.Sprintf("game %d, move %d, %s: %s", g.Number, len(g.Moves)+1, s.players[1-g.Winner], g.Fault))
	}
}

func (s *Summary) total() (games, wins uint64) {
	return s.games[0] + s.games[1], s.wins[0] + s.wins[1]
}

// result returns the mean result of the first player.
func (s *Summary) result() batch.Share {
	games, wins := s.total()
	return batch.Wilson(float64(wins)+float64(s.draws)/2, games)
}

// MarshalJSON writes the summary as one object.
func (s *Summary) MarshalJSON() ([]byte, error) {
	r := struct {
		First      string   `json:"first"`
		Second     string   `json:"second"`
		Games      uint64   `json:"games"`
		Wins       uint64   `json:"wins"`
		Draws      uint64   `json:"draws,omitempty"`
		WinsBegun  uint64   `json:"wins_begun"`
		GamesBegun uint64   `json:"games_begun"`
		Mean       *float64 `json:"mean,omitempty"`
		Low        *float64 `json:"low,omitempty"`
		High       *float64 `json:"high,omitempty"`
		Faults     []string `json:"faults,omitempty"`
	}{First: s.players[0], Second: s.players[1], Draws: s.draws, WinsBegun: s.wins[0], GamesBegun: s.games[0], Faults: s.faults}
	r.Games, r.Wins = s.total()
	if r.Games > 0 {
		share := s.result()
		r.Mean, r.Low, r.High = &share.Share, &share.Low, &share.High
	}
	return json.Marshal(map[string]any{"summary": r})
}

// String returns the summary in words, a few lines.
func (s *Summary) String() string {
	games, wins := s.total()
	if games == 0 {
		return "No game was finished.\n"
	}
	share, drawn := s.result(), ""
	if s.draws > 0 {
		drawn = fmt.Sprintf(" and drew %d", s.draws)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s won %d%s of %s against %s: mean result %.3f (95 %% interval %.3f to %.3f).\n",
		s.players[0], wins, drawn, english.Plural(int(games), "game", ""), s.players[1], share.Share, share.Low, share.High)
	fmt.Fprintf(&b, "It won %d of the %d that it began; a game took %d plies, the slowest move %s and %s.\n",
		s.wins[0], s.games[0], (s.plies+int(games)/2)/int(games), milliseconds(s.longest[0]), milliseconds(s.longest[1]))
	for _, f := range s.faults {
		b.WriteString("Lost off the board: " + f + "\n")
	}
	return b.String()
}

func milliseconds(d time.Duration) string { return d.Round(time.Millisecond).String() }
