package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"foregone/analyze/games"
	"foregone/solve"
)

// session is what a conversation has come to.
type session struct {
	Config
	ctx     context.Context
	engines map[*games.Family]games.Engine
	family  *games.Family
	now     games.Position // nil before the first game
	past    []games.Position
	plan    plan
	drawing string // to be written before the answer
	over    bool
}

// plan is what is left of a solution of a game of one side.
type plan struct {
	at    string // the position that it leads on from
	moves []string
}

// command is one of the protocol. argument names what follows its name, "" for nothing.
type command struct {
	name, argument string
	needsPosition  bool
	run            func(s *session, argument string) (string, error)
}

var commands = []command{
	{"game", "NAME [rules]", false, (*session).game},
	{"position", "LINE", false, (*session).position},
	{"play", "MOVE", true, (*session).play},
	{"undo", "", true, (*session).undo},
	{"moves", "", true, (*session).moves},
	{"show", "", true, (*session).show},
	{"genmove", "SECONDS", true, (*session).genmove},
	{"solve", "SECONDS", true, (*session).solve},
	{"quit", "", false, (*session).quit},
}

// run does what a line says.
func (s *session) run(line string) (string, error) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	argument = strings.TrimSpace(argument)
	for _, c := range commands {
		if c.name != name {
			continue
		}
		switch {
		case (argument == "") != (c.argument == ""):
			return "", fmt.Errorf("found %s with %q, expected %s", name, argument, strings.TrimSpace(name+" "+c.argument))
		case c.needsPosition && s.now == nil:
			return "", errors.New("found no position yet, expected game or position first")
		}
		return c.run(s, argument)
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return "", fmt.Errorf("found command %q, expected one of %s", name, strings.Join(names, ", "))
}

// game deals a game: the words after its name are rules, and what is none is the deal.
func (s *session) game(argument string) (string, error) {
	words := strings.Fields(argument)
	family, err := games.Lookup(words[0])
	if err != nil {
		return "", err
	}
	var rules, deal []string
	for _, w := range words[1:] {
		if family.CheckRules(w) == nil {
			rules = append(rules, w)
		} else {
			deal = append(deal, w)
		}
	}
	if len(deal) == 0 {
		deal = []string{family.FirstDeal}
	}
	first, err := games.Deal(words[0], strings.Join(rules, " "), strings.Join(deal, " "))
	if err != nil {
		return "", err
	}
	return s.begin(family, first.Start)
}

func (s *session) position(argument string) (string, error) {
	p, err := games.Parse(argument)
	if err != nil {
		return "", err
	}
	family, err := games.Lookup(p.Game())
	if err != nil {
		return "", err
	}
	return s.begin(family, p)
}

// begin sets up a position. A search that has no time makes the tables of the board, so that no move has to wait for them.
func (s *session) begin(family *games.Family, p games.Position) (string, error) {
	s.family, s.now, s.past, s.plan = family, p, nil, plan{}
	if _, scored := p.(games.Scored); (scored || p.Sides()) && !p.Over() {
		ctx, cancel := context.WithDeadline(s.ctx, time.Time{})
		defer cancel()
		if _, err := s.engine().Solve(ctx, p, s.Limits, games.Want{Play: true}); err != nil {
			return "", err
		}
	}
	return p.String(), nil
}

func (s *session) play(argument string) (string, error) {
	move, err := s.now.ReadMove(argument)
	if err != nil {
		return "", err
	}
	next, err := s.now.Play(move)
	if err != nil {
		return "", err
	}
	s.past = append(s.past, s.now)
	s.now = next
	return next.String(), nil
}

func (s *session) undo(string) (string, error) {
	last := len(s.past) - 1
	if last < 0 {
		return "", errors.New("found no move to take back")
	}
	s.now, s.past = s.past[last], s.past[:last]
	return s.now.String(), nil
}

func (s *session) moves(string) (string, error) {
	var names []string
	for _, n := range s.now.Successors() {
		names = append(names, n.Move)
	}
	return strings.Join(names, " "), nil
}

func (s *session) show(string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(s.Style.Board(s.now)) {
		b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
	}
	s.drawing = b.String()
	return s.now.String(), nil
}

func (s *session) quit(string) (string, error) {
	s.over = true
	return "bye", nil
}

// genmove plays a good move: of a game of one side the next one of a solution.
func (s *session) genmove(argument string) (string, error) {
	ctx, cancel, err := s.within(argument)
	if err != nil {
		return "", err
	}
	defer cancel()
	if s.now.Over() {
		return "", errors.New("found a game that is over, expected one with a move to make")
	}
	choose := s.next
	if scored, ok := s.now.(games.Scored); ok {
		if scored.Weights() != nil {
			return "", errors.New("found the turn of a draw, expected play with the chip that is drawn")
		}
		choose = s.choose
	} else if s.now.Sides() {
		choose = s.choose
	}
	move, err := choose(ctx)
	if err != nil {
		return "", err
	}
	if _, err := s.play(move); err != nil {
		return "", err
	}
	if len(s.plan.moves) > 0 {
		s.plan = plan{s.now.String(), s.plan.moves[1:]}
	}
	return move, nil
}

// choose returns a good move of a game that is played against somebody.
func (s *session) choose(ctx context.Context) (string, error) {
	a, err := s.engine().Solve(ctx, s.now, s.Limits, games.Want{Play: true})
	switch {
	case err != nil:
		return "", err
	case len(a.Best) == 0:
		return "", fmt.Errorf("found no move (%s)", a.Limit)
	}
	return a.Best[0], nil
}

// next returns the next move of the solution that is being played, or else of a new one.
func (s *session) next(ctx context.Context) (string, error) {
	if len(s.plan.moves) > 0 && s.plan.at == s.now.String() {
		return s.plan.moves[0], nil
	}
	s.plan = plan{}
	a, err := s.engine().Solve(ctx, s.now, s.Limits, games.Want{Line: true, Short: true})
	switch {
	case err != nil:
		return "", err
	case a.Verdict == solve.Unwinnable:
		return "", errors.New("found no solution: the position is proven to be unwinnable")
	case len(a.Line) == 0:
		return "", fmt.Errorf("found no solution (%s)", a.Limit)
	}
	s.plan.moves = a.Line
	return a.Line[0], nil
}

// solve answers with the verdict and what goes with it: the distance and the line, or what is known without.
func (s *session) solve(argument string) (string, error) {
	ctx, cancel, err := s.within(argument)
	if err != nil {
		return "", err
	}
	defer cancel()
	a, err := s.engine().Solve(ctx, s.now, s.Limits, games.Want{Line: true, Short: true})
	if err != nil {
		return "", err
	}
	words := []string{a.Verdict.String()}
	switch {
	case a.Verdict == solve.Unwinnable:
	case a.Mean != nil: // an estimate, and its interval
		words = []string{fmt.Sprintf("estimate %.2f %.2f..%.2f", a.Mean.Value, a.Mean.Low, a.Mean.High)}
		words = append(words, a.Best...)
	case a.Verdict == solve.Value:
		words = append(append(words, a.Low.String()), a.Best...)
	case a.Verdict == solve.Unknown:
		words = append(words, a.Limit.String())
		if a.Estimate != nil {
			words = append(words, strconv.FormatFloat(*a.Estimate, 'f', 3, 64))
		}
		words = append(words, a.Best...)
	case a.Line == nil: // the verdict is proven, and no line to the end was found in time
		words = append(append(words, "-"), a.Best...)
	default:
		words = append(append(words, strconv.Itoa(a.Distance)), a.Line...)
	}
	return strings.Join(words, " "), nil
}

// engine returns the engine of the game, which keeps its tables for the whole session.
func (s *session) engine() games.Engine {
	e := s.engines[s.family]
	if e == nil {
		e = s.family.NewEngine(s.Resources)
		s.engines[s.family] = e
	}
	return e
}

// maxSeconds is about three years.
const maxSeconds = 1e8

// within returns a context that ends after a number of seconds, a decimal without an exponent.
func (s *session) within(text string) (context.Context, context.CancelFunc, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.") != "" || !(seconds > 0 && seconds <= maxSeconds) {
		return nil, nil, fmt.Errorf("found %q, expected a number of seconds above 0, such as 0.5, and at most %d", text, int(maxSeconds))
	}
	ctx, cancel := context.WithTimeout(s.ctx, time.Duration(math.Ceil(seconds*float64(time.Second))))
	return ctx, cancel, nil
}
