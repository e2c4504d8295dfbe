package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/match"
)

const simulateText = `foregone simulate [options] GAME [DEAL]

DEAL is a start position as "foregone deal" takes it, such as 6x6; 8x8 without, of Entropy 7x7 without, or
"5x5 bag=A5B20". A player is

   random                         moves by chance
   foregone                       our engine, with --time a move
   foregone:time=1s,nodes=10000   the same with bounds of its own, one of them or both
   engine:COMMAND                 another program, by a command of the shell, which knows position, genmove and quit of
                                  "foregone engine"; with an illegal move, an answer half a second late, or none that
                                  begins with "= " it loses the game; one that does not
                                  answer position before the first game ends the match
   cmd:COMMAND                    the same, where the game is not Entropy

Of a game that one side wins every opening, which is some random moves from DEAL, is played twice, so that either player
begins once: --first, --second, --plies. For example:

   foregone simulate breakthrough --first foregone:nodes=10000 --second "cmd:python3 mybot.py" --games 100

Entropy is played by --order for many points and by --chaos for few; the mean of the final scores is given. The chips of
a game come by --seed and its number, whoever plays, so that matches with the same seed can be compared game by game; or
all games have those of --draws. Players besides:

   exp2                           an Order to measure others by: it looks one draw ahead, by expected palindromes
   c2                             a Chaos to measure others by: it leaves Order's best slide the least of them
   cmd:COMMAND                    a program for CodeCup 2023's Entropy, on 7x7 with its own bag; it has --clock for all
                                  its moves of a game, and is tried once before the first one

--score N tells how good N points are: the share of the games that have fewer.

A game that Order loses off the board, by an illegal move, one that is late or none, has score 0. One that Chaos loses so
ends the match: the summary of the games before it, then an error, and status 2. For example:

   foregone simulate entropy 5x5 --order foregone:nodes=20000 --chaos c2 --games 100

With bounds of nodes alone the same --seed gives the same games, whatever --jobs is.`

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name:      "simulate",
		Usage:     "have two players play games, and give the mean result with its 95 % interval",
		UsageText: simulateText,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "first", Value: "foregone", Usage: "the `PLAYER` whose results are given"},
			&cli.StringFlag{Name: "second", Value: "random", Usage: "the other `PLAYER`"},
			&cli.IntFlag{Name: "plies", Value: 4, Usage: "`N` random moves to each opening"},
			&cli.StringFlag{Name: "order", Value: "foregone", Usage: "of Entropy, the `PLAYER` of Order"},
			&cli.StringFlag{Name: "chaos", Value: "c2", Usage: "of Entropy, the `PLAYER` of Chaos"},
			&cli.StringFlag{Name: "draws", Usage: "of Entropy, the `CHIPS` of every game in their order, such as ABCA…; one game without --games"},
			&cli.IntFlag{Name: "score", Usage: "of Entropy, a score of `N` points to compare with those of the games"},
			&cli.DurationFlag{Name: "clock", Value: 30 * time.Second, Usage: "of Entropy, `D` for all moves of a game, of programs of CodeCup"},
			&cli.IntFlag{Name: "games", Value: 100, Usage: "`N` games"},
			&cli.Uint64Flag{Name: "seed", Usage: "the seed `S` of everything random"},
			&cli.DurationFlag{Name: "time", Value: 100 * time.Millisecond, Usage: "`D` for each move, of players without bounds of their own"},
			&cli.IntFlag{Name: "jobs", Value: 1, Usage: "`N` games at the same time"},
			&cli.StringFlag{Name: "rules", Usage: "rule `OPTIONS` of the game"},
			&cli.IntFlag{Name: "rows", Usage: "`N` home rows of each side, 1 or 2, on a board of squares", DefaultText: "2"},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a game, and one with the summary"},
		},
		Action: runSimulate,
	}
}

// Flags of one kind of game alone.
var (
	flagsOfSides  = []string{"first", "second", "plies", "rows"}
	flagsOfPoints = []string{"order", "chaos", "draws", "clock", "score"}
)

func runSimulate(c *cli.Context) error {
	if c.NArg() == 0 {
		return usage("found no game, expected one, such as: foregone simulate breakthrough")
	}
	start, family, err := startOf(c)
	if err != nil {
		return err
	}
	scored, points := start.(games.Scored)
	other := flagsOfPoints
	if points {
		other = flagsOfSides
	}
	for _, name := range other {
		if c.IsSet(name) {
			return usage("found --%s, which is not for %s", name, start.Game())
		}
	}
	if !points && !start.Sides() {
		return usage("found %s, expected a game of two sides, such as breakthrough", start.Game())
	}
	s, err := readSetting(c, start, family)
	if err != nil {
		return err
	}
	if points {
		return simulatePoints(c, scored, s)
	}
	return simulateSides(c, start, s)
}

// readSetting turns the flags that all games have into what players are made with.
func readSetting(c *cli.Context, start games.Position, family *games.Family) (match.Setting, error) {
	s := match.Setting{Family: family, Start: start, Memory: playerTable, Stderr: c.App.ErrWriter, Time: c.Duration("time"), Clock: c.Duration("clock")}
	for _, f := range []struct {
		name               string
		value, least, most int
	}{{"games", c.Int("games"), 1, mostGames}, {"plies", c.Int("plies"), 0, mostPlies}, {"jobs", c.Int("jobs"), 1, mostJobs}} {
		if err := inRange(f.name, f.value, f.least, f.most); err != nil {
			return s, err
		}
	}
	for _, name := range []string{"time", "clock"} {
		if d := c.Duration(name); d <= 0 || d > match.MostTime {
			return s, usage("--%s: found %s, expected more than 0 and at most %s", name, d, match.MostTime)
		}
	}
	return s, nil
}

// readPlayers reads the descriptions of two players.
func readPlayers(c *cli.Context, s match.Setting, flags [2]string) (players [2]match.Maker, names [2]string, err error) {
	for i, flag := range flags {
		names[i] = c.String(flag)
		if players[i], err = s.Parse(names[i]); err != nil {
			return players, names, usage("--%s: %v", flag, err)
		}
	}
	return players, names, nil
}

// jobsOf returns how many games may be played at the same time.
func jobsOf(c *cli.Context) (int, error) {
	total, err := memory("")
	if err != nil {
		return 0, err
	}
	return max(1, min(c.Int("jobs"), int(total/(2*playerTable)))), nil
}

// simulateSides plays a game that one side wins.
func simulateSides(c *cli.Context, start games.Position, s match.Setting) error {
	jobs, err := jobsOf(c)
	if err != nil {
		return err
	}
	cfg := match.Config{Start: start, Plies: c.Int("plies"), Games: c.Int("games"), Seed: c.Uint64("seed"), Jobs: jobs}
	var names [2]string
	if cfg.Players, names, err = readPlayers(c, s, [2]string{"first", "second"}); err != nil {
		return err
	}
	sum := match.NewSummary(names)
	write := writer(c, cfg.Games)
	cfg.Emit = func(g *match.Game) error {
		sum.Add(g)
		return write(g.Record())
	}
	return conclude(c, match.Run(c.Context, cfg), sum)
}

// simulatePoints plays a game for points.
func simulatePoints(c *cli.Context, start games.Scored, s match.Setting) error {
	jobs, err := jobsOf(c)
	if err != nil {
		return err
	}
	cfg := match.ScoredConfig{Start: start, Games: c.Int("games"), Seed: c.Uint64("seed"), Jobs: jobs}
	if c.IsSet("draws") {
		if cfg.Draws, err = match.ReadDraws(start, c.String("draws")); err != nil {
			return usage("--draws: %v", err)
		}
		if !c.IsSet("games") {
			cfg.Games = 1
		}
	}
	var names [2]string
	if cfg.Players, names, err = readPlayers(c, s, [2]string{match.Order: "order", match.Chaos: "chaos"}); err != nil {
		return err
	}
	sum := match.NewScoredSummary(names, start.RulesInWords())
	if c.IsSet("score") {
		score := c.Int("score")
		if err := inRange("score", score, 0, math.MaxInt); err != nil {
			return err
		}
		sum.Compare = &score
	}
	write := writer(c, cfg.Games)
	cfg.Emit = func(g *match.ScoredGame) error {
		sum.Add(g)
		return write(g.Record())
	}
	return conclude(c, match.RunScored(c.Context, cfg), sum)
}

// writer returns what writes the record of a game with --json, and else shows on a terminal that there was another one.
func writer(c *cli.Context, total int) func(record any) error {
	if c.Bool("json") {
		out := json.NewEncoder(c.App.Writer)
		out.SetEscapeHTML(false)
		return out.Encode
	}
	progress := playing(c, total)
	return func(any) error {
		progress()
		return nil
	}
}

// conclude writes the summary of a match that ended with err, unless a player could not play at all.
func conclude(c *cli.Context, ended error, summary fmt.Stringer) error {
	var forfeit *match.Forfeit
	if ended != nil && c.Context.Err() == nil && !errors.As(ended, &forfeit) {
		return ended
	}
	var err error
	if c.Bool("json") {
		out := json.NewEncoder(c.App.Writer)
		out.SetEscapeHTML(false)
		err = out.Encode(summary)
	} else {
		_, err = io.WriteString(c.App.Writer, summary.String())
	}
	var o outcome
	o.interruptedBy(c.Context)
	switch {
	case err != nil:
		return err
	case forfeit != nil && !o.interrupted:
		return forfeit
	}
	return o.err()
}

// playing returns what shows on a terminal that another game was played.
func playing(c *cli.Context, total int) func() {
	if !isTerminal(c.App.ErrWriter) {
		return func() {}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionShowCount(), progressbar.OptionSetDescription("games"), progressbar.OptionClearOnFinish())
	return func() { bar.Add(1) }
}

// What is a slip of the hand beyond.
const (
	mostGames = 1_000_000
	mostPlies = 10_000
)

// playerTable is what a player of ours gets for its tables.
const playerTable = 64 << 20

// startOf returns the start position that the arguments name.
func startOf(c *cli.Context) (games.Position, *games.Family, error) {
	name := c.Args().First()
	family, err := games.Lookup(name)
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	text := family.FirstDeal
	if c.NArg() > 1 {
		text = strings.Join(c.Args().Tail(), " ")
	}
	if c.IsSet("rows") {
		text += fmt.Sprintf(" rows=%d", c.Int("rows"))
	}
	s, err := games.Deal(name, c.String("rules"), text)
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	return s.Start, family, nil
}
