package games

import (
	"context"
	"slices"
)

// rules are what the positions of a game know that the methods of a Position rest on: P is the position, M a move.
type rules[P, M any] interface {
	*P
	Moves(buf []M) []M
	MoveString(m M) string
	ParseMove(text string) (M, error)
	ParseWritten(text string) (M, error)
	Play(m M) error
}

// successors returns what after makes of a position and each of its legal moves, with the moves.
func successors[R rules[P, M], P, M any](p R, after func(P, M) Position) []Successor {
	moves := p.Moves(nil)
	next := make([]Successor, len(moves))
	for i, m := range moves {
		next[i] = Successor{p.MoveString(m), after(*p, m)}
	}
	return next
}

// reachable returns the same without the moves.
func reachable[R rules[P, M], P, M any](p R, after func(P, M) Position) []Position {
	moves := p.Moves(nil)
	next := make([]Position, len(moves))
	for i, m := range moves {
		next[i] = after(*p, m)
	}
	return next
}

// playMove returns the position after a move as MoveString writes it.
func playMove[R rules[P, M], P, M any](p R, move string, of func(P) Position) (Position, error) {
	m, err := p.ParseWritten(move)
	if err != nil {
		return nil, err
	}
	after := *p
	if err := R(&after).Play(m); err != nil {
		return nil, err
	}
	return of(after), nil
}

// reread returns a move that somebody wrote as MoveString writes it.
func reread[R rules[P, M], P, M any](p R, text string) (string, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return "", err
	}
	return p.MoveString(m), nil
}

// onePly is the length of a move.
func onePly[R rules[P, M], P, M any](p R, move string) (int, error) {
	_, err := p.ParseWritten(move)
	return 1, err
}

// parsed reads moves of a position as MoveString writes them.
func parsed[R rules[P, M], P, M any](p R, texts []string) ([]M, error) {
	moves := make([]M, len(texts))
	for i, text := range texts {
		var err error
		if moves[i], err = p.ParseWritten(text); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// named returns moves as MoveString writes them.
func named[R rules[P, M], P, M any](p R, moves []M) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.MoveString(m)
	}
	return names
}

// sorted puts moves of a position in order.
func sorted[R rules[P, M], P, M any](p R, moves []string, compare func(a, b M) int) error {
	all, err := parsed(p, moves)
	if err != nil {
		return err
	}
	slices.SortFunc(all, compare)
	copy(moves, named(p, all))
	return nil
}

// mirrored returns the square in the mirror image of a board of w columns.
func mirrored[S ~uint8](sq S, w uint8) S { return sq - sq%S(w) + S(w) - 1 - sq%S(w) }

// subjectOf returns the subject of a start position and the moves of a record, which are legal.
func subjectOf[R rules[P, M], P, M any](id string, start R, moves []M, of func(P) Position) Subject {
	s := Subject{ID: id, Start: of(*start)}
	s.Final = s.Start
	if len(moves) == 0 {
		return s
	}
	p := *start
	for _, m := range moves {
		s.Moves = append(s.Moves, R(&p).MoveString(m))
		if err := R(&p).Play(m); err != nil {
			panic(err) // a record has legal moves only
		}
	}
	s.Final = of(p)
	return s
}

// stationsOf returns the stations of a line in which every move is a ply.
func stationsOf(at Position, line []string) ([]Station, error) {
	stations := make([]Station, len(line))
	for i, text := range line {
		names, err := at.ToCanonical([]string{text})
		if err != nil {
			return nil, err
		}
		stations[i] = Station{Canonical: at.AppendCanonical(nil), Move: names[0], Plies: 1}
		if at, err = at.Play(text); err != nil {
			return nil, err
		}
	}
	return stations, nil
}

// perft counts the leaves at a depth. What is at most as deep as shallow is counted at once by leaves, and between such
// counts the context is looked at.
func perft(ctx context.Context, p Position, depth, shallow int, leaves func(depth int) uint64) (uint64, error) {
	if depth <= shallow {
		return leaves(depth), ctx.Err()
	}
	var sum uint64
	for _, next := range p.Reachable() {
		n, err := next.Perft(ctx, depth-1)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// oneDeal is a single start position.
type oneDeal struct{ subject Subject }

func dealOf(id string, start Position) Deals {
	return oneDeal{Subject{ID: id, Start: start, Final: start}}
}

func (d oneDeal) Count() uint64 { return 1 }

func (d oneDeal) At(uint64) (Subject, error) { return d.subject, nil }
