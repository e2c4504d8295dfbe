package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/match"
)

const simulateText = `foregone simulate [options] GAME [DEAL]

DEAL is a start position as "foregone deal" takes it, such as 6x6; 8x8 without. Every opening, which is some random moves
from there, is played twice, so that either player begins once. A player is

   random                         moves by chance
   foregone                       our engine, with --time a move
   foregone:time=1s,nodes=10000   the same with bounds of its own, one of them or both
   cmd:COMMAND                    another program, by a command of the shell, which knows position, genmove and quit of
                                  "foregone engine"; with an illegal move, an answer half a second late, or none that
                                  begins with "= " it loses the game; one that does not
                                  answer position before the first game ends the match

For example: foregone simulate breakthrough --first foregone:nodes=10000 --second "cmd:python3 mybot.py" --games 100

With bounds of nodes alone the same --seed gives the same games, whatever --jobs is.`

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name:      "simulate",
		Usage:     "have two players play games, and give the mean result with its 95 % interval",
		UsageText: simulateText,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "first", Value: "foregone", Usage: "the `PLAYER` whose results are given"},
			&cli.StringFlag{Name: "second", Value: "random", Usage: "the other `PLAYER`"},
			&cli.IntFlag{Name: "games", Value: 100, Usage: "`N` games"},
			&cli.IntFlag{Name: "plies", Value: 4, Usage: "`N` random moves to each opening"},
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

func runSimulate(c *cli.Context) error {
	cfg, players, err := readMatch(c)
	if err != nil {
		return err
	}
	s := match.NewSummary(players)
	out, progress := json.NewEncoder(c.App.Writer), func() {}
	out.SetEscapeHTML(false)
	if !c.Bool("json") {
		progress = playing(c, cfg.Games)
	}
	cfg.Emit = func(g *match.Game) error {
		s.Add(g)
		progress()
		if c.Bool("json") {
			return out.Encode(g.Record())
		}
		return nil
	}
	err = match.Run(c.Context, cfg)
	if err != nil && c.Context.Err() == nil {
		return err
	}
	if c.Bool("json") {
		err = out.Encode(s)
	} else {
		_, err = io.WriteString(c.App.Writer, s.String())
	}
	if err != nil {
		return err
	}
	var o outcome
	return o.interruptedBy(c.Context).err()
}

// readMatch turns the command line into what is to be played.
func readMatch(c *cli.Context) (cfg match.Config, names [2]string, err error) {
	if c.NArg() == 0 {
		return cfg, names, usage("found no game, expected one, such as: foregone simulate breakthrough")
	}
	start, family, err := startOf(c)
	if err != nil {
		return cfg, names, err
	}
	if !start.Sides() {
		return cfg, names, usage("found %s, expected a game of two sides of which one wins, such as breakthrough", start.Game())
	}
	cfg = match.Config{Start: start, Plies: c.Int("plies"), Games: c.Int("games"), Seed: c.Uint64("seed"), Jobs: c.Int("jobs")}
	for _, f := range []struct {
		name               string
		value, least, most int
	}{{"games", cfg.Games, 1, mostGames}, {"plies", cfg.Plies, 0, mostPlies}, {"jobs", cfg.Jobs, 1, mostJobs}} {
		if err := inRange(f.name, f.value, f.least, f.most); err != nil {
			return cfg, names, err
		}
	}
	if d := c.Duration("time"); d <= 0 || d > match.MostTime {
		return cfg, names, usage("--time: found %s, expected more than 0 and at most %s", d, match.MostTime)
	}
	total, err := memory("")
	if err != nil {
		return cfg, names, err
	}
	cfg.Jobs = max(1, min(cfg.Jobs, int(total/(2*playerTable))))
	setting := match.Setting{Family: family, Memory: playerTable, Time: c.Duration("time"), Stderr: c.App.ErrWriter}
	for i, name := range [2]string{"first", "second"} {
		names[i] = c.String(name)
		if cfg.Players[i], err = setting.Parse(names[i]); err != nil {
			return cfg, names, usage("--%s: %v", name, err)
		}
	}
	return cfg, names, nil
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
	deals, err := family.Deals(name, c.String("rules"), text)
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	s, err := deals.At(0)
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	return s.Start, family, nil
}
