package cli

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/match"
	"foregone/analyze/protocol"
	"foregone/analyze/protocol/codecup"
	"foregone/solve"
)

const engineText = `foregone engine [options]

Each line of standard input is a command, answered by one line that begins with "= ", or with "? " and the reason when
nothing was done. Each answer goes out at once. The commands:

   game NAME [rules]   deals NAME, with rules as in the notation and a deal, as in: game breakthrough 6x6,
                       game eightoff ncells=6 ms 465; without a deal 8x8, ms 1
   position LINE       sets up a position in one-line notation; it and the next three answer with the position reached
   play MOVE           plays a move
   undo                takes the last move back
   show                draws the board, in lines before the answer that begin with "# "
   moves               lists the legal moves
   genmove SECONDS     plays a good move, chosen within so many seconds (such as 0.5), and answers with it; of a patience
                       the next move of a solution
   solve SECONDS       says what is proven within so many seconds:
                       win N MOVES, loss N MOVES        for the side to move, with a line of N plies
                       winnable N MOVES, unwinnable     N single-card moves
                       N is "-" where only a first move is known
                       draw, value P/Q MOVE             of Crossings; the expected score of Entropy, and a best move
                       estimate MEAN LOW..HIGH MOVES    of Entropy, by games between quick players, with 95 % interval
                       unknown LIMIT [ESTIMATE MOVE]    LIMIT stopped it; -1.000 (lost) to 1.000, and the best move
   quit                ends the session, as the end of the input does

With --protocol codecup it plays a game of CodeCup 2023's Entropy, an item a line: as Chaos it reads "Start", then a
colour, 1 to 7, and answers with the chip's cell, "Dd" (row A to G from the top, column a to g), reads Order's answer and
the next colour; as Order it reads colour and cell, "3Dd", and answers with a slide, "DdDa", a pass being the same cell
twice. "Quit" ends it. Half a second a move keeps within CodeCup's 30 seconds a game.

Ctrl-C ends a search, which is answered with what it knows, and then the session, with status 130.`

func engineCommand() *cli.Command {
	return &cli.Command{
		Name:      "engine",
		Usage:     "play and analyse by commands on standard input, for match tools and user interfaces",
		UsageText: engineText,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "protocol", Usage: "speak this `PROTOCOL` instead: codecup"},
			&cli.DurationFlag{Name: "time", Value: codecupTime, Usage: "with --protocol codecup, `D` for each move; with --nodes alone as much as it takes"},
			&cli.Uint64Flag{Name: "nodes", Usage: "also stop each search after `N` positions (0: never)"},
			&cli.StringFlag{Name: "memory", Usage: "memory of the whole process, at least 256MiB, such as `2GiB` (default: half of the machine's)"},
			tablesFlag(),
			&cli.BoolFlag{Name: "ascii", Usage: "letters for suits"},
		},
		Action: runEngine,
	}
}

func runEngine(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage("found argument %q, expected none: commands come from standard input", c.Args().First())
	}
	protocolName := c.String("protocol")
	switch {
	case c.IsSet("protocol") && protocolName != "codecup":
		return usage("--protocol: found %q, expected codecup", protocolName)
	case c.IsSet("time") && protocolName == "":
		return usage("found --time, which is for --protocol codecup: genmove and solve name theirs")
	}
	total, err := memory(c.String("memory"))
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(total)
	tables, err := openTables(c)
	if err != nil {
		return err
	}
	limits, resources := solve.Limits{Nodes: c.Uint64("nodes"), Memory: total - reserve}, games.Resources{Tables: tables}
	if protocolName == "codecup" {
		return serveCodeCup(c, limits, resources)
	}
	if isTerminal(c.App.Reader.(*interruptible).in) {
		fmt.Fprintln(c.App.ErrWriter, "Type a command a line, such as: game breakthrough (see foregone help engine); quit ends it.")
	}
	cfg := protocol.Config{
		Limits:    limits,
		Resources: resources,
		Style:     style(c),
	}
	if err := protocol.Serve(c.Context, c.App.Reader, c.App.Writer, cfg); err != nil {
		return err
	}
	var o outcome
	return o.interruptedBy(c.Context).err()
}

// codecupTime is what 49 moves in 30 seconds leave for each, and some more for a busy machine.
const codecupTime = 500 * time.Millisecond

func serveCodeCup(c *cli.Context, l solve.Limits, r games.Resources) error {
	cfg := codecup.Config{Limits: l, Time: c.Duration("time")}
	switch {
	case c.IsSet("time") && (cfg.Time <= 0 || cfg.Time > match.MostTime):
		return usage("--time: found %s, expected more than 0 and at most %s", cfg.Time, match.MostTime)
	case !c.IsSet("time") && l.Nodes > 0:
		cfg.Time = 0
	}
	begin := codecup.Begin()
	p, err := games.Parse(begin.String())
	if err != nil {
		return err
	}
	family, err := games.Lookup(p.Game())
	if err != nil {
		return err
	}
	cfg.Engine = family.NewEngine(r)
	if err := codecup.Serve(c.Context, c.App.Reader, c.App.Writer, cfg); err != nil {
		return err
	}
	var o outcome
	return o.interruptedBy(c.Context).err()
}
