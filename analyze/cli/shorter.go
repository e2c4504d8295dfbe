package cli

import (
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
)

// shorterFlags say what a short solution of a patience is, and what it is worth.
func shorterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "effort", Usage: "patience: the more work `N`, the shorter the solution, from 0 to 4, which is --optimal"},
		&cli.StringFlag{Name: "metric", Usage: "what --optimal and --effort count: `cards|steps`, single cards or runs as one", DefaultText: "cards"},
	}
}

// readShorter reads them, where --optimal was read already.
func readShorter(c *cli.Context, w *games.Want) error {
	w.Effort = c.Int("effort")
	if err := inRange("effort", w.Effort, 0, games.MostEffort); err != nil {
		return err
	}
	w.Optimal = w.Optimal || w.Effort == games.MostEffort
	switch metric := c.String("metric"); {
	case !c.IsSet("metric"):
	case metric != "cards" && metric != "steps":
		return usage("--metric: found %q, expected cards or steps", metric)
	case !w.Optimal && w.Effort == 0:
		return usage("found --metric without --optimal or --effort, expected one of them")
	default:
		w.Steps = metric == "steps"
	}
	return nil
}
