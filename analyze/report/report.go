// Package report puts answers into words for people.
package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/positions"
	"foregone/solve"
)

// Verdict returns the verdict in one sentence, with the rules applied and the metric. kinder completes what an
// unwinnable position would be winnable with; "" for nothing known.
func Verdict(p games.Position, a games.Answer, kinder string) string {
	text := verdict(p, a, kinder)
	if urgent, ok := p.(games.Urgent); ok {
		if forced := urgent.Forced(); forced != "" {
			text += " " + title(forced) + "."
		}
	}
	return text
}

// Forced tells, in a line that a page takes for a comment, what the rules leave the side to move; "" for a free choice.
func Forced(p games.Position) string {
	urgent, ok := p.(games.Urgent)
	if !ok || urgent.Forced() == "" {
		return ""
	}
	return "# " + title(urgent.Forced()) + ".\n"
}

// VerdictAfter tells of a record with so many moves, 1 or more, which of its positions the verdict is of.
func VerdictAfter(moves int) string {
	return fmt.Sprintf("The verdict is of the position after %s.", english.Plural(moves, "move", ""))
}

func verdict(p games.Position, a games.Answer, kinder string) string {
	rules := " (" + p.RulesInWords() + ")"
	switch a.Verdict {
	case solve.Winnable:
		if len(a.Line) == 0 {
			return "Already won" + rules + ": every card is on its foundation."
		}
		return "Winnable" + rules + ": " + long(a) + "."
	case solve.Unwinnable:
		text := fmt.Sprintf("Not winnable: %s searched%s", searched(a.Reached), rules)
		if kinder != "" {
			text += "; it would be winnable " + kinder
		}
		return text + "."
	case solve.Win:
		return wins(p, p.ToMove(), p.Opponent(), a)
	case solve.Loss:
		return wins(p, p.Opponent(), p.ToMove(), a)
	case solve.Draw:
		if p.Over() {
			return "Drawn" + rules + ": the game is over."
		}
		return "Drawn under best play" + rules + "."
	case solve.Value:
		return expects(p, a)
	default:
		text := fmt.Sprintf("Unknown%s: %s after %s positions.", rules, stopped(a.Limit), humanize.Comma(int64(a.Nodes)))
		if a.Low.Den > 0 {
			text += fmt.Sprintf(" The expected score under best play is at least %s and at most %s.", number(a.Low), number(a.High))
		}
		if _, scored := p.(games.Scored); scored {
			text += found(p, a)
		}
		if a.Estimate != nil && len(a.Best) > 0 {
			text += fmt.Sprintf(" The best move found is %s, with an estimate of %+.2f for %s (-1 lost, 1 won).",
				a.Best[0], *a.Estimate, title(p.ToMove()))
		}
		return text
	}
}

// long tells how long a solution is, and what is known of the shortest.
func long(a games.Answer) string {
	steps, cards := english.Plural(len(a.Line), "step", ""), english.Plural(a.Distance, "single-card move", "")
	switch {
	case a.Optimal && a.Steps:
		return steps + ", the fewest possible; " + cards
	case a.Optimal:
		return steps + ", " + cards + ", the fewest possible"
	case a.Low.Den == 0:
		return steps + ", " + cards
	}
	low := number(a.Low)
	if a.Steps {
		low += " steps"
	}
	return fmt.Sprintf("%s, %s; no solution has fewer than %s, and %s before more was known", steps, cards, low, stopped(a.Limit))
}

// wins tells who wins, and in how many plies where that is proven.
func wins(p games.Position, winner, loser string, a games.Answer) string {
	rules := " (" + p.RulesInWords() + ")"
	if p.Over() {
		return title(winner) + " has won" + rules + ": the game is over."
	}
	long := fmt.Sprintf("%s (%s)", english.Plural(a.Distance, "ply", "plies"), english.Plural((a.Distance+1)/2, "move", ""))
	if urgent, ok := p.(games.Urgent); ok {
		long += urgent.Goal()
	}
	switch {
	case a.Optimal:
		return fmt.Sprintf("%s wins in %s under best play%s.", title(winner), long, rules)
	case len(a.Line) > 0:
		return fmt.Sprintf("%s wins whatever %s plays%s: here in %s.", title(winner), title(loser), rules, long)
	default:
		return fmt.Sprintf("%s wins whatever %s plays%s.", title(winner), title(loser), rules)
	}
}

func title(side string) string {
	if side == "" {
		return side
	}
	return strings.ToUpper(side[:1]) + side[1:]
}

func searched(nodes uint64) string {
	switch nodes {
	case 0, 1:
		return "the only position that can be reached was"
	default:
		return "all " + humanize.Comma(int64(nodes)) + " positions that can be reached were"
	}
}

func stopped(l solve.Limit) string {
	switch l {
	case solve.Timeout:
		return "the time limit stopped the search (--timeout)"
	case solve.Nodes:
		return "the node limit stopped the search (--nodes)"
	case solve.Memory:
		return "the memory limit stopped the search (--memory)"
	case solve.Depth:
		return "the search came to its greatest depth"
	default:
		return "interrupted"
	}
}

// Best lists the moves that keep the verdict.
func Best(a games.Answer) string {
	what := "Moves that keep it winnable: "
	switch a.Verdict {
	case solve.Value:
		what = "Best moves: "
	case solve.Win:
		what = "Winning moves: "
		if a.Optimal {
			what = "Quickest winning moves: "
		}
	case solve.Draw:
		what = "Moves that keep the draw: "
	case solve.Loss:
		what = "Every move loses: "
		if a.Optimal {
			what = "Every move loses; the slowest: "
		}
	}
	text := what + strings.Join(a.Best, " ")
	if a.Limit != solve.NoLimit {
		text += " (others are not decided: " + stopped(a.Limit) + ")"
	}
	return text
}

// Steps returns the solution of p as numbered steps in words, one a line; with boards, the board after each.
// A line that does not replay is an error.
func Steps(p games.Position, line []string, s picture.Style, boards bool) (string, error) {
	if p.Sides() {
		return Standard(p, line, s, boards)
	}
	var b strings.Builder
	width := len(fmt.Sprint(len(line)))
	for i, move := range line {
		next, err := p.Play(move)
		if err != nil {
			return "", err
		}
		words := Sentence(p.Describe(move), s)
		p = next
		fmt.Fprintf(&b, "%*d. %s\n", width+1, i+1, words)
		if boards {
			b.WriteString("\n" + indent(s.Board(p)) + "\n\n")
		}
	}
	return b.String(), nil
}

// Standard returns the line in standard notation, numbered: ten moves a line, or where two sides move one by each;
// with boards, one move and the board after it.
func Standard(p games.Position, line []string, s picture.Style, boards bool) (string, error) {
	var b strings.Builder
	if !boards {
		turn, first := 10, 1
		if p.Sides() {
			turn = 2
			if p.ToMove() == "black" {
				line = append([]string{"…"}, line...)
			}
		}
		for i := 0; i < len(line); i += turn {
			number := i + first
			if turn == 2 {
				number = i/2 + 1
			}
			fmt.Fprintf(&b, "%3d. %s\n", number, strings.Join(line[i:min(i+turn, len(line))], " "))
		}
		return b.String(), nil
	}
	for i, move := range line {
		step := p.Describe(move)
		next, err := p.Play(move)
		if err != nil {
			return "", err
		}
		p = next
		fmt.Fprintf(&b, "%d. %s\n\n%s\n\n", i+1, move, indent(s.BoardAfter(p, step)))
	}
	return b.String(), nil
}

// indent moves the lines of a board in, but for blank ones.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// Sentence tells a step: "6♣ from column 8 to cell b".
func Sentence(step any, s picture.Style) string {
	switch m := step.(type) {
	case games.SquareStep:
		return squareSentence(m)
	case games.ChipStep:
		return chipSentence(m)
	}
	c, ok := step.(games.CardStep)
	if !ok {
		return fmt.Sprint(step)
	}
	what := s.Card(c.Cards[0])
	if n := len(c.Cards); n > 1 {
		what = fmt.Sprintf("%d cards, %s to %s,", n, what, s.Card(c.Cards[n-1]))
	}
	return what + " from " + place(c.From) + destination(c, s)
}

func squareSentence(m games.SquareStep) string {
	switch {
	case m.From < 0:
		return title(m.Side) + " passes"
	case m.Capture && m.Crosses:
		return title(m.Side) + " captures and crosses, " + m.Move
	case m.Crosses:
		return title(m.Side) + " crosses, " + m.Move
	case m.Capture:
		return title(m.Side) + " captures, " + m.Move
	}
	return title(m.Side) + " moves, " + m.Move
}

func destination(c games.CardStep, s picture.Style) string {
	switch {
	case c.To.Kind == games.InFoundation:
		return " home"
	case c.To.Kind == games.InColumn && c.Onto != positions.NoCard:
		return " onto " + s.Card(c.Onto) + " in column " + c.To.Name
	case c.To.Kind == games.InColumn:
		return " to the empty column " + c.To.Name
	default:
		return " to " + place(c.To)
	}
}

func place(l games.CardPlace) string {
	switch l.Kind {
	case games.InColumn:
		return "column " + l.Name
	case games.InCell:
		return "cell " + l.Name
	default:
		return "its foundation"
	}
}
