package cli

import (
	_ "embed"
	"fmt"

	"github.com/urfave/cli/v2"
)

//go:embed completion.bash
var bashCompletion string

//go:embed completion.zsh
var zshCompletion string

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		UsageText: "foregone completion bash|zsh|fish\n\nFor example, in ~/.bashrc: source <(foregone completion bash)",
		Action: func(c *cli.Context) error {
			var script string
			var err error
			switch shell := c.Args().First(); shell {
			case "bash":
				script = bashCompletion
			case "zsh":
				script = zshCompletion
			case "fish":
				script, err = c.App.ToFishCompletion()
			default:
				err = usage("found shell %q, expected bash, zsh or fish", shell)
			}
			fmt.Fprint(c.App.Writer, script)
			return err
		},
	}
}

func manCommand() *cli.Command {
	return &cli.Command{
		Name:      "man",
		Usage:     "print the manual page",
		UsageText: "foregone man\n\nFor example: foregone man | man -l -",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			fmt.Fprint(c.App.Writer, page)
			return err
		},
	}
}
