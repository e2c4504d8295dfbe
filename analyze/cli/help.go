package cli

import (
	_ "embed"
	"fmt"

	"github.com/urfave/cli/v2"
)

//go:embed notation.txt
var notation string

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Aliases:   []string{"h"},
		Usage:     "show the commands, one command, or the notation",
		UsageText: "foregone help [COMMAND | notation]",
		Action: func(c *cli.Context) error {
			switch topic := c.Args().First(); topic {
			case "":
				return cli.ShowAppHelp(c)
			case "notation":
				_, err := fmt.Fprint(c.App.Writer, notation)
				return err
			default:
				if c.App.Command(topic) == nil {
					return usage("found help topic %q, expected a command or notation", topic)
				}
				return cli.ShowCommandHelp(c, topic)
			}
		},
	}
}
