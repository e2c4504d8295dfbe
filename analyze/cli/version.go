package cli

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of foregone and of its engines' results",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage("found argument %q, expected none", c.Args().First())
			}
			fmt.Fprintf(c.App.Writer, "foregone %s (%s, %s/%s)\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, f := range games.All() {
				for _, e := range f.Engines {
					fmt.Fprintln(c.App.Writer, e)
				}
			}
			return nil
		},
	}
}
