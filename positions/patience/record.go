package patience

import (
	"errors"
	"fmt"
	"strings"

	"foregone/positions"
)

// autoplay says which home moves a program made by itself between the moves of its record.
type autoplay uint8

const (
	noneByItself autoplay = iota
	safeByItself          // cards that no card in play can need
	allByItself
)

// ParseMoves plays the moves of a record, or of a solution of another program, from p on, which becomes the
// position after them. Move numbers, commas, dots, tags in brackets and results are passed over, and moves may be told
// in words, one a line. What other
// programs do in one move is written out, and notes say so: a run that is moved by way of empty columns, and home
// moves that they made by themselves. Of these the fewest that make the next move legal are filled in; only when
// that leads to an illegal move, all that a program would make that plays safe ones, or all, by itself.
//
// A move to an empty column without a count is the longest run, unless the record makes sense only as String
// writes moves, where it is one card.
func (p *Position) ParseMoves(file string, lines []positions.Line) ([]Move, []string, *positions.Error) {
	lines = spelled(lines)
	read := func(auto autoplay, written bool) recordReader {
		r := recordReader{p: *p, file: file, auto: auto, written: written}
		r.read(lines)
		return r
	}
	best := read(noneByItself, false)
	if best.illegal || len(best.notes) > 0 {
		if r := read(noneByItself, true); r.fault == nil && len(r.notes) == 0 {
			best = r
		}
	}
	for auto := safeByItself; best.illegal && auto <= allByItself; auto++ {
		for _, written := range [...]bool{false, true} {
			if r := read(auto, written); best.illegal && !r.illegal {
				best = r
			}
		}
	}
	*p = best.p
	return best.moves, append(best.notes, best.longest...), best.fault
}

// recordReader plays a record by one reading of it.
type recordReader struct {
	p       Position
	file    string
	auto    autoplay
	written bool // moves are as String writes them
	moves   []Move
	notes   []string
	longest []string // notes of runs that could have been one card
	fault   *positions.Error
	illegal bool // the fault is an illegal move
}

// read plays the moves of lines up to the first fault.
func (r *recordReader) read(lines []positions.Line) {
	s := positions.MoveScanner{Lines: lines, Skip: isChatter}
	for r.fault == nil {
		word, ok := s.Next()
		if !ok {
			r.fault = s.Unclosed(r.file)
			return
		}
		if err := r.word(word.Text, fmt.Sprintf("line %d, column %d", word.Number, word.Column)); err != nil {
			r.fault = &positions.Error{File: r.file, Line: word.Number, Column: word.Column, Message: err.Error()}
		}
	}
}

// word plays one move of the record, with what is filled in before it.
func (r *recordReader) word(word, place string) error {
	home := r.p.homeByItself(r.auto)
	steps, err := r.steps(word)
	illegal := (*IllegalError)(nil)
	if errors.As(err, &illegal) && r.auto == noneByItself {
		if fill, after, ok := r.p.homeMoves(word); ok {
			home, r.p = fill, after
			steps, err = r.p.steps(word)
		}
	}
	if errors.As(err, &illegal) {
		r.illegal = true
		return fmt.Errorf("found move %s, which is not legal: %s", word, illegal.Reason)
	}
	if err != nil {
		return err
	}
	if len(home) > 0 {
		r.notes = append(r.notes, fmt.Sprintf("filled in %s before %s (%s)", join(home), word, place))
		r.moves = append(r.moves, home...)
	}
	if m := steps[0]; !r.written && m.N > 1 && r.p.single(word) {
		r.longest = append(r.longest, fmt.Sprintf("read %s as %s; one card would be %sv1 (%s)", word, m, word, place))
	}
	if len(steps) > 1 {
		r.notes = append(r.notes, fmt.Sprintf("wrote %s as %s (%s)", word, join(steps), place))
	}
	for _, m := range steps {
		r.p.play(m)
	}
	r.moves = append(r.moves, steps...)
	return nil
}

// steps returns the legal moves that a word stands for.
func (r *recordReader) steps(word string) ([]Move, error) {
	if r.written && r.p.single(word) {
		m, err := ParseWritten(word)
		return []Move{m}, err
	}
	return r.p.steps(word)
}

// single reports whether a word without a count is legal as a move of one card from column to column.
func (p *Position) single(word string) bool {
	m, counted, err := parseMove(word)
	return err == nil && !counted && m.From.isColumn() && m.To.isColumn() && p.Check(m) == nil
}

// homeByItself plays and returns the home moves that a program makes by itself, column by column.
func (p *Position) homeByItself(auto autoplay) []Move {
	var home []Move
	for auto != noneByItself {
		n := len(home)
		for _, m := range p.readyMoves() {
			if card, _ := p.card(m); auto == allByItself || p.isSafe(card) {
				p.play(m)
				home = append(home, m)
				break
			}
		}
		if len(home) == n {
			break
		}
	}
	return home
}

// isSafe reports whether no card in play can need one of its own to be laid on in a column: every card of the
// other colour and a lower rank is home. (The rule of Microsoft's FreeCell.)
func (p *Position) isSafe(card positions.Card) bool {
	for suit, top := range p.Home {
		if positions.Suit(suit).Red() != card.Red() && int(top) < card.Rank()-1 {
			return false
		}
	}
	return true
}

func join(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// steps returns the legal moves that a text stands for: one, or several for a run that needs empty columns on its
// way.
func (p *Position) steps(text string) ([]Move, error) {
	m, err := p.ParseMove(text)
	if err == nil {
		return []Move{m}, nil
	}
	if m.N > 1 && m.From.isColumn() && m.To.isColumn() && p.Rules.Empty == AnyCard && int(m.N) <= p.RunLength(int(m.From)) {
		var empty []Place
		for i := range p.NumColumns() {
			if p.Columns[i].Len == 0 && Place(i) != m.To {
				empty = append(empty, Place(i))
			}
		}
		if steps := p.byEmptyColumns(nil, m, empty); steps != nil && p.allLegal(steps) {
			return steps, nil
		}
	}
	return nil, err
}

// byEmptyColumns appends the moves of a run that goes by way of empty columns: with F free cells and k of them it
// has at most (F+1)*2^k cards, a part of which waits in one of the columns while the rest moves by way of the
// others. It returns nil when the run is longer.
func (p *Position) byEmptyColumns(steps []Move, m Move, empty []Place) []Move {
	most := (p.FreeCells() + 1) << len(empty)
	if int(m.N) > most {
		return nil
	}
	if int(m.N) <= p.FreeCells()+1 {
		return append(steps, m)
	}
	waits := m.N - uint8(most/2)
	aside, rest := empty[0], empty[1:]
	steps = p.byEmptyColumns(steps, Move{m.From, aside, waits}, rest)
	steps = p.byEmptyColumns(steps, Move{m.From, m.To, m.N - waits}, rest)
	return p.byEmptyColumns(steps, Move{aside, m.To, waits}, rest)
}

func (p *Position) allLegal(moves []Move) bool {
	next := *p
	for _, m := range moves {
		if next.Play(m) != nil {
			return false
		}
	}
	return true
}

// homeMoves returns the fewest home moves after which the move of that text is legal, and the position after them,
// found by a search in breadth over what the foundations can hold.
func (p *Position) homeMoves(text string) ([]Move, Position, bool) {
	type node struct {
		p     Position
		moves []Move
	}
	seen := map[[positions.NumSuits]uint8]bool{p.Home: true}
	for queue := []node{{p: *p}}; len(queue) > 0; queue = queue[1:] {
		at := &queue[0]
		for _, m := range at.p.readyMoves() {
			next := node{p: at.p, moves: append(at.moves[:len(at.moves):len(at.moves)], m)}
			next.p.play(m)
			if seen[next.p.Home] {
				continue
			}
			seen[next.p.Home] = true
			if _, err := next.p.steps(text); err == nil {
				return next.moves, next.p, true
			}
			queue = append(queue, next)
		}
	}
	return nil, Position{}, false
}

// readyMoves returns the moves of cards to their foundations, columns first.
func (p *Position) readyMoves() []Move {
	var home []Move
	for _, m := range p.Moves(nil) {
		if m.To == Home {
			home = append(home, m)
		}
	}
	return home
}

// isChatter reports whether a line is what fc-solve prints around its boards and moves.
func isChatter(line string) bool {
	for _, begin := range [...]string{"-=-", "This game is", "This scan generated", "Total number of states"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return strings.HasPrefix(line, "Move ") && (strings.Contains(line, " from stack ") || strings.Contains(line, " from freecell "))
}
