package cli

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

const completionFlag = "--generate-bash-completion"

// arrange moves the flags of a command line ahead of its other arguments, since urfave/cli would take a flag
// that follows an argument for an argument. What follows "--" is no flag. Unknown commands and flags are
// refused here, with the nearest known name when one is near.
func arrange(app *cli.App, args []string) ([]string, error) {
	if len(args) < 2 || args[len(args)-1] == completionFlag {
		return args, nil
	}
	switch args[1] {
	case "--help", "-h", "-help":
		return append(args[:1:1], "help"), nil
	case "--version", "-v", "-version":
		return append(args[:1:1], "version"), nil
	}
	at := commandAt(app, args)
	if at == len(args) {
		return nil, usage(noCommand)
	}
	name := args[at]
	command := app.Command(name)
	if command == nil {
		var names []string
		for _, c := range app.Commands {
			names = append(names, c.Name)
		}
		return nil, usage("found command %q, expected one of %s%s", name, strings.Join(names, ", "), suggestion(name, names))
	}
	flags, rest, err := split(app, command, slices.Concat(args[1:at], args[at+1:]))
	if err != nil {
		return nil, err
	}
	return slices.Concat(args[:1:1], []string{name}, flags, []string{"--"}, rest), nil
}

// commandAt returns where the command stands: the first argument that is no flag, nor the value of one that any
// command has.
func commandAt(app *cli.App, args []string) int {
	takesValue := map[string]bool{}
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			_, isBool := f.(*cli.BoolFlag)
			for _, n := range f.Names() {
				takesValue[n] = !isBool
			}
		}
	}
	for at := 1; at < len(args); at++ {
		a := args[at]
		if len(a) < 2 || a[0] != '-' || a == "--" {
			return at
		}
		if takesValue[strings.TrimLeft(a, "-")] {
			at++
		}
	}
	return len(args)
}

// split parts the arguments of a command into its flags, with their values, and the others.
func split(app *cli.App, command *cli.Command, args []string) (flags, rest []string, err error) {
	takesValue := map[string]bool{"help": false, "h": false}
	for _, f := range command.Flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, n := range f.Names() {
			takesValue[n] = !isBool
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return flags, append(rest, args[i+1:]...), nil
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		value, known := takesValue[name]
		if !known {
			return nil, nil, usage("found flag %s, which %s does not have%s", a, command.Name,
				cmp.Or(whoHas(app, name), suggestFlag(name, takesValue)))
		}
		flags = append(flags, a)
		if value && !hasValue {
			if i++; i == len(args) {
				return nil, nil, usage("found flag %s without a value", a)
			}
			flags = append(flags, args[i])
		}
	}
	return flags, rest, nil
}

// whoHas names the commands that have a flag, "" when none has.
func whoHas(app *cli.App, flag string) string {
	var names []string
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			if slices.Contains(f.Names(), flag) {
				names = append(names, c.Name)
			}
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " (" + names[0] + " has it)"
	}
	return " (" + english.WordSeries(names, "and") + " have it)"
}

func suggestFlag(name string, known map[string]bool) string {
	var names []string
	for n := range known {
		if len(n) > 1 {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return strings.ReplaceAll(suggestion(name, names), "mean ", "mean --")
}

// suggestion returns ` (did you mean X?)` for the nearest name, "" when none is near.
func suggestion(name string, names []string) string {
	best, nearest := 0.85, ""
	for _, n := range names {
		if d := smetrics.JaroWinkler(name, n, 0.7, 4); d > best {
			best, nearest = d, n
		}
	}
	if nearest == "" {
		return ""
	}
	return " (did you mean " + nearest + "?)"
}

var invalidValue = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-(\S+): `)

// onUsageError turns what the flag package says of a bad value into a line of our own.
func onUsageError(c *cli.Context, err error, _ bool) error {
	m := invalidValue.FindStringSubmatch(err.Error())
	if m == nil {
		return usageError{err.Error()}
	}
	expected := "a whole number"
	for _, f := range c.Command.Flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			expected = "a duration such as 30s"
		case *cli.BoolFlag:
			expected = "true or false"
		case *cli.Uint64Flag:
			expected = "a whole number, 0 or more"
		}
	}
	return usage("--%s: found %q, expected %s", m[2], m[1], expected)
}
