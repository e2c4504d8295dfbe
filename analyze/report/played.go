package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/played"
	"foregone/solve"
)

// Played tells in a sentence or a few where the game of a record was lost, and what would have saved it.
func Played(g *played.Game, end games.Position) string {
	var words []string
	if g.Turning >= 0 {
		if _, scored := end.(games.Scored); scored {
			words = givenAway(g)
		} else {
			words = []string{thrownAway(g, end)}
		}
	} else {
		words = []string{faultless(g, end)}
	}
	if open := g.Undecided(); open > 0 {
		words = append(words, fmt.Sprintf("%s of the %d could not be decided (%s).", english.Plural(open, "position", ""), len(g.Plies)+1, stopped(g.Final.Limit)))
	}
	return strings.Join(words, " ")
}

// thrownAway tells the last mistake of a game that is won or lost, and how many there were before it.
func thrownAway(g *played.Game, end games.Position) string {
	p := &g.Plies[g.Turning]
	number := fmt.Sprintf("move %d (%s)", g.Turning+1, p.Move)
	kept := ""
	if len(p.Best.Best) > 0 {
		kept = fmt.Sprintf("; %s would have kept it", p.Best.Best[0])
	}
	if !end.Sides() {
		return fmt.Sprintf("Thrown away by %s: winnable before, not winnable after%s.", number, kept)
	}
	text := fmt.Sprintf("%s threw %s away by %s: %s before, %s after%s.", title(p.Position.ToMove()), prize(p.Before.Verdict), number,
		state(p.Before), state(p.After), kept)
	if n := mistakes(g, ""); n > 1 {
		text += fmt.Sprintf(" It was the last of %d mistakes: %s.", n, bySide(g))
	}
	return text
}

// prize returns what a mistake throws away.
func prize(before solve.Verdict) string {
	if before == solve.Draw {
		return "the draw"
	}
	return "the win"
}

// state tells a value of a game of two sides: "won in 7 plies".
func state(v played.Value) string {
	switch v.Verdict {
	case solve.Win:
		return "won" + inPlies(v)
	case solve.Loss:
		return "lost" + inPlies(v)
	case solve.Draw:
		return "drawn"
	}
	return "unknown"
}

func inPlies(v played.Value) string {
	if v.Distance < 1 {
		return ""
	}
	return " in " + english.Plural(v.Distance, "ply", "plies")
}

// mistakes returns how many mistakes a side made, or both sides where it is "".
func mistakes(g *played.Game, side string) int {
	n := 0
	for _, p := range g.Plies {
		if p.Mistake && (side == "" || p.Position.ToMove() == side) {
			n++
		}
	}
	return n
}

// bySide tells the moves that were mistakes of either side: "White by moves 3 and 7, Black by move 8".
func bySide(g *played.Game) string {
	var sides []string
	numbers := map[string][]string{}
	for i, p := range g.Plies {
		if side := title(p.Position.ToMove()); p.Mistake {
			if numbers[side] == nil {
				sides = append(sides, side)
			}
			numbers[side] = append(numbers[side], fmt.Sprint(i+1))
		}
	}
	for i, side := range sides {
		sides[i] = fmt.Sprintf("%s by %s %s", side, english.PluralWord(len(numbers[side]), "move", ""), english.WordSeries(numbers[side], "and"))
	}
	return strings.Join(sides, ", ")
}

// faultless tells of a game in which nothing is known to have been thrown away.
func faultless(g *played.Game, end games.Position) string {
	if won, lost := between(g); lost > 0 {
		return fmt.Sprintf("Thrown away by one of the moves %d to %d: winnable before, not winnable after.", won+1, lost)
	}
	if g.Undecided() > 0 {
		return "No mistake was found."
	}
	first, last := g.Plies[0].Before, g.Plies[len(g.Plies)-1].After
	switch {
	case end.Sides() && end.Over():
		return "No mistake: the game ended as it stood from the beginning, " + state(first) + " for " + title(g.Plies[0].Position.ToMove()) + "."
	case end.Sides():
		return "No mistake: the game is " + state(first) + " for " + title(g.Plies[0].Position.ToMove()) + " at its beginning, and no move changed that."
	case last.Verdict == solve.Value && first.Mean != nil:
		return "No mistake was found: of the values, some of them estimates, none is clearly worse after a move."
	case last.Verdict == solve.Value:
		return "No mistake: no move gave points away."
	case first.Verdict == solve.Unwinnable:
		return "Not winnable before the first move: no move of the record threw anything away."
	case end.Won():
		return fmt.Sprintf("No mistake: won in %s.", english.Plural(len(g.Plies), "move", ""))
	}
	return fmt.Sprintf("No mistake: still winnable after %s.", english.Plural(len(g.Plies), "move", ""))
}

// between returns after how many moves a patience is last known to be winnable and first known not to be, 0 and 0 when
// either is not known of any.
func between(g *played.Game) (won, lost int) {
	if g.Plies[0].Before.Verdict != solve.Winnable {
		return 0, 0
	}
	for i, p := range g.Plies {
		switch p.After.Verdict {
		case solve.Winnable:
			won = i + 1
		case solve.Unwinnable:
			return won, i + 1
		}
	}
	return 0, 0
}

// givenAway tells what either side gave away of the points, and its costliest move.
func givenAway(g *played.Game) []string {
	var words []string
	worst := &g.Plies[g.Turning]
	for _, side := range []string{worst.Position.ToMove(), worst.Position.Opponent()} {
		sum, estimated, at, most := 0., false, -1, 0.
		for i, p := range g.Plies {
			if !p.Mistake || p.Position.ToMove() != side {
				continue
			}
			lost := played.Lost(p.Position, p.Before, p.After)
			sum += lost
			estimated = estimated || p.Before.Points.Den == 0 || p.After.Points.Den == 0
			if lost > most {
				at, most = i, lost
			}
		}
		if at < 0 {
			words = append(words, title(side)+" gave no points away.")
			continue
		}
		p, amount := &g.Plies[at], fmt.Sprintf("%.2f", sum)
		if estimated {
			amount = fmt.Sprintf("about %.1f", sum)
		}
		text := fmt.Sprintf("%s gave away %s points by %s", title(side), amount, english.Plural(mistakes(g, side), "move", ""))
		if mistakes(g, side) > 1 {
			text += ", the most"
		}
		text += fmt.Sprintf(": move %d (%s), %s before and %s after", at+1, p.Move, expectation(p.Before), expectation(p.After))
		if len(p.Best.Best) > 0 {
			text += fmt.Sprintf("; %s would have kept them", p.Best.Best[0])
		}
		words = append(words, text+".")
	}
	if slices.ContainsFunc(g.Plies, func(p played.Ply) bool { return p.Before.Mean != nil }) {
		words = append(words, "What is \"about\" is the mean of games, with its 95 % interval; of these no move counts as a mistake unless the intervals are apart.")
	}
	return words
}

// expectation tells expected points: "41.25", "about 41.2 (40.8 to 41.6)".
func expectation(v played.Value) string {
	switch {
	case v.Mean != nil:
		return fmt.Sprintf("about %.1f (%.1f to %.1f)", v.Mean.Value, v.Mean.Low, v.Mean.High)
	case v.Points.Den > 0:
		return decimal(v.Points)
	case v.Low.Den > 0:
		return fmt.Sprintf("%s to %s", decimal(v.Low), decimal(v.High))
	}
	return "unknown"
}

// Plies lists the moves of a record with the value after each; a question mark is a mistake, and what it threw away is
// told.
func Plies(g *played.Game, s picture.Style) string {
	rows := make([][3]string, len(g.Plies))
	width := len(fmt.Sprint(len(g.Plies)))
	for i, p := range g.Plies {
		mark := " "
		if p.Mistake {
			mark = "?"
		}
		rows[i][0] = fmt.Sprintf("%*d. %s %s", width+1, i+1, p.Move, mark)
		if step, ok := p.Position.Describe(p.Move).(games.CardStep); ok {
			rows[i][1] = Sentence(step, s)
		}
		after := Stands(p)
		if p.Mistake {
			after += ": " + Thrown(p)
		}
		if rows[i][1] == "" {
			rows[i][1] = after
		} else {
			rows[i][2] = after
		}
	}
	align(rows)
	return table(rows)
}

// align puts the marks of mistakes below each other.
func align(rows [][3]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for i, r := range rows {
		rows[i][0] = picture.Pad(r[0][:len(r[0])-1], width-1) + r[0][len(r[0])-1:]
	}
}

// Stands tells how the game stands after a move, an estimate for the side that made the first one.
func Stands(p played.Ply) string {
	mover, other := p.Position.ToMove(), p.Position.Opponent()
	switch p.After.Verdict {
	case solve.Winnable:
		return "winnable"
	case solve.Unwinnable:
		return "not winnable"
	case solve.Draw:
		return "drawn"
	case solve.Win, solve.Loss:
		winner := mover
		if p.After.Verdict == solve.Loss {
			winner = other
		}
		if p.After.Distance == 0 {
			return title(winner) + " has won"
		}
		return title(winner) + " wins" + inPlies(p.After)
	}
	if p.After.Estimate != nil {
		estimate := *p.After.Estimate
		if mover != p.First {
			estimate = -estimate
		}
		return fmt.Sprintf("unknown, estimate %+.2f for %s", estimate, title(p.First))
	}
	return expectation(p.After)
}

// Thrown tells what a mistake threw away, and what would have kept it.
func Thrown(p played.Ply) string {
	text := ""
	switch {
	case p.Before.Verdict == solve.Winnable:
		text = "thrown away"
	case p.Before.Verdict == solve.Win || p.Before.Verdict == solve.Draw:
		text = title(p.Position.ToMove()) + " threw " + prize(p.Before.Verdict) + " away"
	case p.Before.Mean == nil && (p.Before.Points.Den == 0 || p.After.Points.Den == 0):
		text = fmt.Sprintf("at least %.2f points given away", played.Lost(p.Position, p.Before, p.After))
	case p.Before.Mean != nil:
		text = fmt.Sprintf("about %.1f points given away", played.Lost(p.Position, p.Before, p.After))
	default:
		text = fmt.Sprintf("%.2f points given away", played.Lost(p.Position, p.Before, p.After))
	}
	if len(p.Best.Best) > 0 {
		text += "; better " + p.Best.Best[0]
	}
	return text
}

// LastChance heads the position before the mistake that the end of the record hangs on.
func LastChance(g *played.Game) string {
	at := g.Turning + 1
	if _, scored := g.Plies[g.Turning].Position.(games.Scored); scored {
		return fmt.Sprintf("The position before move %d, which gave away the most:", at)
	}
	return fmt.Sprintf("The last position that could be saved, before move %d:", at)
}

// Saving heads the line that would have saved the game from there.
func Saving(g *played.Game) string {
	p := &g.Plies[g.Turning]
	if p.Before.Verdict == solve.Win {
		return title(p.Position.ToMove()) + " wins from there:"
	}
	return "It is won from there:"
}
