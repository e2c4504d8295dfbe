// Package games is the list of games: each row binds the rules and notation of one family to its engines and
// erases their types, once per position, for the rest of analyze.
package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"foregone/positions"
	"foregone/solve"
)

// Position is a position of any game. Positions are not changed by their methods.
type Position interface {
	Game() string                                   // the game's name, such as "eightoff"
	Rules() string                                  // the options that differ from the game's own
	RulesInWords() string                           // what a player should know of the rules that were applied
	String() string                                 // the one-line notation, complete by itself
	Canonical() string                              // equal for positions that differ only by a symmetry of the rules
	AppendCanonical(key []byte) []byte              // the same, without an allocation
	FromCanonical(moves []string) ([]string, error) // moves of a line on the canonical form as they are here
	ToCanonical(moves []string) ([]string, error)   // and back
	Sort(moves []string) error                      // into the contract's order
	Stations(line []string) ([]Station, error)      // the positions along a line
	Settled() (Position, []string)                  // p after moves that need no thought, and these; p itself without
	Over() bool                                     // nothing is left to act
	AppendSettled(key []byte) ([]byte, bool)        // AppendCanonical of Settled, where that is another position
	Won() bool                                      // over, in favour of the side to act
	Sides() bool                                    // two sides, one of which wins
	ToMove() string                                 // who acts: a side, "draw" for chance, "" where there is but one player
	Opponent() string                               // the other side, or ""
	Keys() []string                                 // the lines of a page that say what its board does not, such as "to-move: white"
	Formats() []string                              // what Write takes, "line" and "page" first
	Write(format string) (string, error)
	Successors() []Successor // the legal moves, in the contract's order
	Reachable() []Position   // the positions after them
	Play(move string) (Position, error)
	ReadMove(text string) (string, error) // a legal move in any way it may be written, as Play takes it
	PliesOf(move string) (int, error)     // single-card moves, or plies, that a move stands for
	Perft(ctx context.Context, depth int) (uint64, error)
	Board() any               // a CardTable or SquareBoard
	Describe(move string) any // a CardStep, SquareStep or ChipStep
	Relaxed() []Relaxation    // kinder rules, for "it would be winnable if …"
}

// Urgent is a Position of a game in which the rules may leave the side to move no free choice.
type Urgent interface {
	Position
	Goal() string   // what ends the game, after a number of plies: " to the deciding crossing"
	Forced() string // what they leave, a sentence without capital and full stop: "red must cross now, and can: a3-a4"; "" for a free choice
}

// Scored is a Position of a game whose result is a number of points, which one side wants to be high and the other low,
// and in which chance takes part.
type Scored interface {
	Position
	Score() int // of the board as it stands
	Points() Points
	Maximises() bool // who acts wants many points
	Weights() []int  // at the turn of chance: how many times each of Successors, and of Reachable, comes up; else nil
}

// Mean is an expected score by the mean of games played to the end, with its 95 % interval.
type Mean struct {
	Value, Low, High float64
	Games            int
}

// Ranked is a move with the score to be expected after it.
type Ranked struct {
	Move string
	Mean Mean
}

// Fraction is an exact number in lowest terms. One whose Den is 0 is none.
type Fraction struct{ Num, Den int64 }

// String returns the fraction with its slash: "3989/280".
func (f Fraction) String() string { return fmt.Sprintf("%d/%d", f.Num, f.Den) }

// parseFraction reads a fraction as String writes it.
func parseFraction(text string) (f Fraction, ok bool) {
	_, err := fmt.Sscanf(text, "%d/%d", &f.Num, &f.Den)
	return f, err == nil && f.Den > 0 && f.String() == text
}

// Float returns the number nearest to the fraction.
func (f Fraction) Float() float64 { return float64(f.Num) / float64(f.Den) }

// Station is a position along a line. Covered says that the moves that lead from it to its settled form are the next
// ones of the line, so that what is true of that form, further on along the line, is true of it.
type Station struct {
	Canonical []byte // none when Covered, as Move
	Move      string // the next move of the line, on the canonical form; "" also at the end
	Plies     int    // of Move
	Covered   bool
}

// Successor is a legal move and the position after it.
type Successor struct {
	Move     string
	Position Position
}

// Valued is a legal move with what is known of the position after it.
type Valued struct {
	Move   string
	Answer Answer
}

// Relaxation is the same board under a kinder rule. Words complete "it would be winnable …".
type Relaxation struct {
	Words    string
	Position Position
}

// Subject is one parsed input: a position, or a game record that leads to one.
type Subject struct {
	ID     string // the input's own id, or its deal; "" when it has neither
	Number uint64 // the deal's number, 0 when it has none
	Start  Position
	Final  Position // after the record's moves; Start without
	Moves  []string
	Notes  []string // what was filled in while reading
}

// Hints settle what a text leaves open; where they contradict it, reading fails.
type Hints struct {
	Game   string
	Rules  string
	ToMove string
}

// Want says what an Answer must hold beyond the verdict.
type Want struct {
	Line    bool   // a solution or principal variation
	Short   bool   // a line that is worth some more work to be shorter
	AllBest bool   // every move that keeps the verdict
	Optimal bool   // the distance proven to be the best possible
	Steps   bool   // with Optimal and Effort: the steps of a patience, a run counting as one, are to be few, not the distance
	Effort  int    // 1 and more: a patience line that is worth so much more work to be shorter, the metric as with Optimal
	Keep    uint64 // a line also without Line when the search took at least so many nodes; 0: no
	// Known, unless nil, returns what was proven before of a position of the same game, from its canonical form.
	Known func(canonical []byte) solve.Verdict `cbor:"-"`
	Seed  uint64                               // of all that is random
	Play  bool                                 // of a game of two sides: a good move above all, and a verdict only as far as it comes with that
	// From, unless nil, is a position from which a move leads to this one, and others to some that are asked for before or
	// after it: what is found of one of them is not searched again for another.
	From Position `cbor:"-"`
}

// Answer is what an engine says of a position.
type Answer struct {
	solve.Result
	Line     []string // nil when none was asked for or there is none
	Distance int      // of Line, in single-card moves or plies
	Optimal  bool     // Distance is proven to be the best possible
	Steps    bool     // Optimal, Low and High are of the steps of Line, not of Distance
	Best     []string
	Estimate *float64 // with Unknown in a board game: the expected result for the side to act, -1 (lost) to 1 (won)
	Low      Fraction // proven bounds of the expected points of a Scored position, with solve.Value both that value
	High     Fraction
	Mean     *Mean    // with solve.Value: the score is not exact but an estimate, and Best is ranked
	Ranked   []Ranked // with Mean, unless chance acts: what the best moves were found to be worth, best first
	Cache    CacheUse
	Proven   []Proof // of other positions, with Want.Known
}

// Opposite returns the verdict and the estimate as the other side sees them.
func (a *Answer) Opposite() (verdict solve.Verdict, estimate *float64) {
	if a.Estimate != nil {
		turned := 0 - *a.Estimate // not the negative zero
		estimate = &turned
	}
	return a.Verdict.Opposite(), estimate
}

// Proof is what was proven of another position on the way, for who asks next.
type Proof struct {
	Canonical []byte
	Verdict   solve.Verdict
	Nodes     uint64
}

// CacheUse says what the cache on disk did for an answer. The zero value is CacheOff.
type CacheUse uint8

const (
	CacheOff CacheUse = iota
	CacheMiss
	CacheHit
)

func (u CacheUse) String() string { return [...]string{"off", "miss", "hit"}[u] }

// Engine answers positions of one family, one at a time; it keeps its tables from one to the next.
type Engine interface {
	Solve(ctx context.Context, p Position, l solve.Limits, w Want) (Answer, error)
	Version(p Position) string // the engine that answers p, and the version of its results
}

// Resources are what engines work with. The zero value is what there is without any.
type Resources struct {
	Tables *Tables // complete tables on disk; nil: none
	Jobs   int     // processors that a search may use; 0 is 1
}

// Resumer is an Engine whose searches can be gone on with after a limit stopped them.
type Resumer interface {
	Engine
	// Save writes what the last search knows, or returns ErrNothingToSave.
	Save(w io.Writer) error
	// Resume goes on with the search of p that Save wrote. With an error nothing was searched.
	Resume(ctx context.Context, r io.Reader, p Position, l solve.Limits, w Want) (Answer, error)
}

// Strategist is an Engine that can write down how it wins.
type Strategist interface {
	Engine
	// Strategy calls yield with every position with the winner to move that can come up when the winner makes the moves
	// given and the other side any: the canonical form and the move there, each position once. p is won or
	// lost. A limit that stops it, or an error of yield, is returned.
	Strategy(ctx context.Context, p Position, l solve.Limits, yield func(position []byte, move string) error) (solve.Limit, error)
}

// What an engine may refuse.
var (
	ErrNoStrategy    = errors.New("there are proofs of games for two sides only")
	ErrRepeats       = errors.New("there are no proof files of a game in which positions may come back; verify checks its records and its tables")
	ErrNothingToSave = errors.New("nothing to go on from") // searching anew is as fast
)

// Deals is a range of numbered deals or start positions.
type Deals interface {
	Count() uint64
	At(i uint64) (Subject, error) // 0 <= i < Count
}

// Workload is a fixed set of positions on which an engine is measured.
type Workload struct {
	Name  string
	Game  string
	Rules string
	Deals string
}

// Family is a row of the list.
type Family struct {
	Names      []string // its games; the first is the default
	Recognizes func(item *positions.Item) bool
	Read       func(item *positions.Item, h Hints) (Subject, *positions.Error)
	Parse      func(line string) (Position, error)
	CheckRules func(options string) error
	Deals      func(game, rules, text string) (Deals, error)
	FirstDeal  string // what is dealt when no deal is named
	NewEngine  func(Resources) Engine
	Players    map[string]func() Engine // by name, players to measure others by: they answer Want.Play
	Engines    []string                 // name and version of each, raised when a change gives other lines or node counts
	Workloads  []Workload
	PlanTable  func(game, rules, board string) (TablePlan, error) // nil: there are no tables
	OpenTable  func(path string) (Table, error)
	TableNames func(p Position) []string // of the tables that p can be in, the smallest first
}

var list = []Family{patienceFamily, breakthroughFamily, entropyFamily, crossingsFamily}

// All returns the list.
func All() []Family { return list }

// Deal returns the first of the deals of a game that a text names.
func Deal(game, rules, text string) (Subject, error) {
	f, err := Lookup(game)
	if err != nil {
		return Subject{}, err
	}
	deals, err := f.Deals(game, rules, text)
	if err != nil {
		return Subject{}, err
	}
	return deals.At(0)
}

// Names returns the names of all games.
func Names() []string {
	var names []string
	for _, f := range list {
		names = append(names, f.Names...)
	}
	return names
}

// Default is the game of a bare --deal.
func Default() string { return list[0].Names[0] }

// CheckRules returns an error when the options are no rules of a game; without a game, when they are none of any game.
func CheckRules(game, options string) error {
	if game == "" {
		for _, f := range list {
			if f.CheckRules(options) == nil {
				return nil
			}
		}
		game = Default()
	}
	f, err := Lookup(game)
	if err != nil {
		return err
	}
	return f.CheckRules(options)
}

// Lookup returns the family of a game by the game's name, in any case.
func Lookup(name string) (*Family, error) {
	for i := range list {
		for _, n := range list[i].Names {
			if n == strings.ToLower(name) {
				return &list[i], nil
			}
		}
	}
	return nil, fmt.Errorf("found game %q, expected %s", name, oneOf(Names()))
}

// Read parses an item: the game that it, or the hints, name, else the one that recognizes the text. With an
// error the subject has nothing but the item's own id.
func Read(item *positions.Item, h Hints) (Subject, *positions.Error) {
	s, err := read(item, h)
	if err != nil {
		return Subject{ID: item.ID}, err
	}
	return s, nil
}

func read(item *positions.Item, h Hints) (Subject, *positions.Error) {
	if item.Err != nil {
		return Subject{}, item.Err
	}
	name := item.Game
	if name == "" {
		name = h.Game
	}
	if f, err := Lookup(name); err == nil {
		return f.Read(item, h)
	}
	for i := range list {
		if list[i].Recognizes(item) {
			return list[i].Read(item, h)
		}
	}
	if name != "" {
		_, err := Lookup(name)
		return Subject{}, item.Errorf(item.Line, item.Column, "%v", err)
	}
	return Subject{}, item.Errorf(item.Line, item.Column, "found text that is no board of a known game, expected a position or a page (see foregone help notation)")
}

// Parse reads one-line notation.
func Parse(line string) (Position, error) {
	game, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	f, err := Lookup(game)
	if err != nil {
		return nil, err
	}
	return f.Parse(line)
}

// Along returns a position and those after the moves of a line from it, one more than there are moves.
func Along(p Position, line []string) ([]Position, error) {
	all := []Position{p}
	for _, move := range line {
		var err error
		if p, err = p.Play(move); err != nil {
			return nil, fmt.Errorf("%s: %w", move, err)
		}
		all = append(all, p)
	}
	return all, nil
}

func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
