package difficulty

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Words tell in one line what was measured of a winnable position.
func (m *Rating) Words() string {
	text := "winnable"
	if m.Level != Unrated {
		text = m.Level.String()
	}
	text += ": " + english.Plural(len(m.Answer.Line), "step", "") + ", " + english.Plural(m.Answer.Distance, "single-card move", "")
	if m.Lost.Positions > 0 {
		text += "; " + m.Lost.words()
	}
	if m.Level != Unrated {
		text += fmt.Sprintf(", more than in %d of 100 winnable deals", int(100*m.Harder))
	}
	if m.Lost.Exact {
		text += "; play at random wins " + chance(m.Chance)
	}
	if m.Walked {
		text += "; " + m.only()
	}
	return text
}

func (s *Share) words() string {
	if s.Exact {
		return fmt.Sprintf("%.1f %% of %s positions are lost", 100*s.Value, humanize.Comma(int64(s.Positions)))
	}
	return fmt.Sprintf("about %.0f %% of the positions in random play are lost (%.0f to %.0f %%)", 100*s.Value, 100*s.Low, 100*s.High)
}

// chance tells of a chance how many games are won with it.
func chance(c float64) string {
	if c >= 0.1 {
		return fmt.Sprintf("%.0f games in 100", 100*c)
	}
	return "1 game in " + humanize.Comma(int64(math.Round(1/c)))
}

// only tells at how many steps one move alone saves the game.
func (m *Rating) only() string {
	if m.Only == 0 {
		return "no step at which one move alone saves the game"
	}
	return english.Plural(m.Only, "step", "") + " at which one move alone saves the game"
}
