// Package protocol is the conversation of match tools and user interfaces with an engine, in the manner of the Go Text
// Protocol: a command a line, an answer a line, which begins with "= ", or with "? " when nothing was done.
package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/solve"
)

// MaxLine is the most bytes that a line may have.
const MaxLine = 1 << 20

// Config says how to serve.
type Config struct {
	Limits    solve.Limits // of each search, the time aside
	Resources games.Resources
	Style     picture.Style
}

// Serve answers the commands of in until quit, its end, or the end of ctx, which also ends the search at work: what it
// knows then is still answered. The error is that of reading or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	s := &session{ctx: ctx, Config: c, engines: map[*games.Family]games.Engine{}}
	r := bufio.NewReaderSize(in, 1<<12)
	for {
		line, err := readLine(r)
		if err == io.EOF || ctx.Err() != nil {
			return nil
		}
		var answer string
		if err == nil {
			answer, err = s.run(line)
		} else if !errors.Is(err, errLong) {
			return err
		}
		mark := "= "
		if err != nil {
			mark, answer = "? ", quoted.ReplaceAllString(err.Error(), `"$1…"`)
		}
		_, err = fmt.Fprintf(out, "%s%s%s\n", s.drawing, mark, printable(answer))
		if err != nil || s.over {
			return err
		}
		s.drawing = ""
	}
}

var errLong = fmt.Errorf("found a line of more than %d bytes, expected a command", MaxLine)

// readLine returns a line without its end; errLong for one that is too long, which has been read to its end; and
// io.EOF when there is none.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) == 0 && !long:
			return "", io.EOF
		case err != nil && err != io.EOF:
			return "", err
		case long:
			return "", errLong
		}
		return string(line), nil
	}
}

// quoted is what an error names of a command, when it is too long for an answer.
var quoted = regexp.MustCompile(`"((?:[^"\\]|\\.){60})(?:[^"\\]|\\.)+"`)

// printable returns a text without what would end the line, or is no text.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
