package entropy

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"foregone/positions"
)

// On Abstract Play two players have a board each, on which they are Order and the other one is Chaos, and one stream of
// chips goes to both (src/games/entropy.ts and src/games/_turn-simultaneous.ts of AbstractPlay/gameslib, 2025). A turn is
// what both do at a time, the first player's first: `RDd5,RDe4` puts a red chip on d5 of the second board and on e4 of the
// first one; `a1-a4,pass` slides one on the first board, and none on the second.

// codes are the colours by their letters there, A to G in this order.
var codes = [...]string{"rd", "bu", "gn", "ye", "vt", "og", "bn"}

// codedPlace reads a chip's code and the cell on which Chaos puts it.
func codedPlace(text string) (c Colour, cell string, ok bool) {
	if len(text) < 4 {
		return 0, "", false
	}
	i := slices.Index(codes[:], text[:2])
	return Colour(i + 1), text[2:], i >= 0
}

// bothBoards plays the moves on one of two boards, of a record that has the turns on both.
type bothBoards struct {
	replay
	board int    // 1 or 2
	first string // of the turn, "" between two turns
}

// play takes a half of a turn, and plays the turn once it has both.
func (t *bothBoards) play(text string) error {
	switch strings.ToLower(text) {
	case "timeout", "draw", "abandoned":
		return nil
	}
	if t.first == "" {
		t.first = text
		return nil
	}
	pair := [2]string{t.first, text}
	t.first = ""
	chaos := t.p.Acts != Order
	if err := sameChip(pair); chaos && err != nil {
		return err
	}
	mine := t.board - 1
	if chaos {
		mine = 1 - mine
	}
	if _, err := t.p.parseMove(pair[1-mine]); err != nil {
		return err
	}
	err := t.replay.play(pair[mine])
	if illegal := (*IllegalError)(nil); errors.As(err, &illegal) {
		return fmt.Errorf("found turn %s,%s, whose %s is not legal on board %d: %s", pair[0], pair[1], pair[mine], t.board, illegal.Reason)
	}
	return err
}

// sameChip returns an error when two placements of a turn name two chips.
func sameChip(pair [2]string) error {
	a, _, ok := codedPlace(strings.ToLower(pair[0]))
	b, _, ok2 := codedPlace(strings.ToLower(pair[1]))
	if ok && ok2 && a != b {
		return fmt.Errorf("found %s after %s, expected the same chip on both boards", pair[1], pair[0])
	}
	return nil
}

// setBoard notes which of two boards is meant.
func (b *board) setBoard(at positions.Line) *positions.Error {
	switch at.Text {
	case "1":
		b.half = 1
	case "2":
		b.half = 2
	default:
		return b.errorAt(at, "found board %q, expected 1 or 2: whose of the two", positions.Shorten(at.Text, 20))
	}
	return nil
}

// isGameReport reports whether the board of an item is a game as Abstract Play reports it.
func isGameReport(item *positions.Item) bool {
	return !item.OneLine() && len(item.Body) > 0 && strings.HasPrefix(item.Body[0].Text, "{")
}

// readReport reads a game as Abstract Play reports it: {"header": {"game": {"name": "Entropy", "variants": […]}, …},
// "moves": […]}, a turn of which is an array of two moves, or an object with such a move, or a text with a comma. It returns
// the moves.
func (b *board) readReport() ([]positions.Line, *positions.Error) {
	begin := b.item.Body[0]
	var text strings.Builder
	for _, line := range b.item.Body {
		text.WriteString(line.Text + "\n")
	}
	var report struct {
		Header struct {
			Game struct {
				Name     string
				Variants []string
			}
		}
		Moves any
	}
	if err := json.Unmarshal([]byte(text.String()), &report); err != nil {
		return nil, b.errorAt(begin, "found JSON that is no game of Abstract Play (%s), expected \"header\" and \"moves\"", err)
	}
	if name := report.Header.Game.Name; !isGame(name) {
		return nil, b.errorAt(begin, "found a game of Abstract Play named %q, expected Entropy", positions.Shorten(name, 20))
	}
	if b.half == 0 {
		return nil, b.errorAt(begin, "found a game on two boards, expected `board: 1` or `board: 2` before it")
	}
	size := MaxSize
	for _, v := range report.Header.Game.Variants {
		switch {
		case strings.HasPrefix(v, "5x5"):
			size = 5
		case strings.HasPrefix(v, "6x6"):
			size = 6
		default:
			return nil, b.errorAt(begin, "found the variant %q, expected 5x5 or none", positions.Shorten(v, 20))
		}
	}
	b.deal = &Deal{size}
	begin.Text = strings.Join(moveTexts(nil, report.Moves), " ")
	return []positions.Line{begin}, nil
}

// moveTexts appends the moves in the order in which JSON has them.
func moveTexts(moves []string, value any) []string {
	switch v := value.(type) {
	case string:
		return append(moves, v)
	case []any:
		for _, inner := range v {
			moves = moveTexts(moves, inner)
		}
	case map[string]any:
		return moveTexts(moves, v["move"])
	}
	return moves
}
