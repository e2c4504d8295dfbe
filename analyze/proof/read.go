package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// maxLine is the longest line that is read, its end included.
const maxLine = 1 << 16

const (
	anyFirstLine  = "foregone proof"
	byteOrderMark = "\ufeff"
)

var (
	positionLine = regexp.MustCompile(`^[a-z]+ [^\t ]+/[^\t ]+ [a-z]\t[^\t ]+\r?$`) // with its move
	fieldNames   = regexp.MustCompile(`^[a-z_]+(\t[a-z_]+)+\r?$`)                   // above tab-separated records
)

// Recognizes reports whether a file, of which nothing is taken, is a proof, be it damaged or of another version. Its first
// line says so; where that is lost, the head below or positions with moves do.
func Recognizes(in *bufio.Reader) bool {
	const enough = 1 << 12 // bytes
	if begin, _ := in.Peek(1); len(begin) == 0 || begin[0] == '{' {
		return false // a record, which may be the only one for a while
	}
	if begin, _ := in.Peek(len(byteOrderMark + anyFirstLine)); strings.HasPrefix(unmarked(begin), anyFirstLine) {
		return true
	}
	begin, _ := in.Peek(enough)
	lines := strings.Split(unmarked(begin), "\n")
	if fieldNames.MatchString(lines[0]) {
		return false
	}
	for i := range lines[1:] {
		if strings.HasPrefix(lines[i], "position: ") && strings.HasPrefix(lines[i+1], "winner: ") ||
			positionLine.MatchString(lines[i]) && positionLine.MatchString(lines[i+1]) {
			return true
		}
	}
	return false
}

func unmarked(begin []byte) string { return strings.TrimPrefix(string(begin), byteOrderMark) }

// readError is a failure to read, which says nothing of the proof.
type readError struct{ error }

// errTooMany is the end of reading at the bound on positions.
var errTooMany = errors.New("more positions than are to be checked")

// read reads the whole proof, and compares its checksum.
func (c *checker[P]) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, maxLine)
	sum := sha256.New()
	for n := int64(1); ; n++ {
		if n%1024 == 1 && c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		text, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF:
			return fmt.Errorf("line %d: the proof is cut short, expected a last line \"end: …\"", n)
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("line %d: found a line of more than %d bytes", n, in.Size())
		case err != nil:
			return readError{err}
		case n == 1 && bytes.HasPrefix(text, []byte(byteOrderMark)):
			return errors.New("line 1: found a byte order mark, expected the bytes as they were written, which have none")
		case bytes.HasSuffix(text, []byte("\r\n")):
			return fmt.Errorf(`line %d: found a line that ends in \r\n, expected the bytes as they were written, with \n`, n)
		}
		if end, found := strings.CutPrefix(string(text), "end: "); found {
			return c.readEnd(in, n, end, sum.Sum(nil))
		}
		sum.Write(text)
		switch err := c.readLine(n, string(text[:len(text)-1])); {
		case err == errTooMany:
			return err
		case err != nil:
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
}

func (c *checker[P]) readEnd(in *bufio.Reader, n int64, end string, sum []byte) error {
	want := fmt.Sprintf(lastLine+"\n", len(c.lines), sum)
	if "end: "+end != want {
		return fmt.Errorf("line %d: the number of positions or the SHA-256 does not match: found %q, expected %q", n, shortened(end), strings.TrimSuffix(want, "\n"))
	}
	switch _, err := in.Peek(1); {
	case err == nil:
		return fmt.Errorf("line %d: found more after the end", n+1)
	case err != io.EOF:
		return readError{err}
	case c.winner == "":
		return errors.New("found no winner")
	}
	return nil
}

// readLine reads a line that is not the last.
func (c *checker[P]) readLine(n int64, text string) (err error) {
	prefixes := [...]string{firstLine, "id: ", "position: ", "winner: "}
	if n > int64(len(prefixes)) {
		return c.readPosition(n, text)
	}
	value, found := strings.CutPrefix(text, prefixes[n-1])
	switch {
	case n == 1 && text != firstLine && strings.HasPrefix(text, anyFirstLine):
		return fmt.Errorf("found %q, expected %q, the only version that is known", shortened(text), firstLine)
	case !found || n == 1 && value != "":
		return fmt.Errorf("found %q, expected %q", shortened(text), prefixes[n-1])
	}
	switch n {
	case 2:
		c.id = value
	case 3:
		if c.start, err = c.parse(value); err == nil && !c.start.Sides() {
			err = fmt.Errorf("a proof of %s, expected a game for two sides", c.start.Game())
		}
	case 4:
		if c.winner = value; value != c.start.ToMove() && value != c.start.Opponent() {
			err = fmt.Errorf("found winner %q, expected %s or %s", shortened(value), c.start.ToMove(), c.start.Opponent())
		}
	}
	return err
}

// readPosition reads a position and the winner's move, as a move of the canonical form.
func (c *checker[P]) readPosition(n int64, text string) error {
	if c.most > 0 && len(c.lines) == c.most {
		return errTooMany
	}
	position, move, found := strings.Cut(text, "\t")
	if !found {
		return fmt.Errorf("found %q, expected a position, a tab and a move", shortened(text))
	}
	p, err := c.parse(position)
	if err != nil {
		return err
	}
	canonical := p.Canonical()
	switch {
	case position != canonical && position != p.String():
		return fmt.Errorf("found %q, expected it as %q", position, p.String())
	case p.ToMove() != c.winner:
		return fmt.Errorf("found %s to move, expected the winner, %s", p.ToMove(), c.winner)
	}
	if position != canonical {
		moves, err := p.ToCanonical([]string{move})
		if err != nil {
			return err
		}
		move = moves[0]
	}
	k := keyOf(canonical)
	if old, twice := c.lines[k]; twice {
		return fmt.Errorf("the position or its mirror image stands in line %d already", old.number)
	}
	number, known := c.moves[move]
	if !known {
		number = int32(len(c.names))
		c.moves[move] = number
		c.names = append(c.names, move)
	}
	c.lines[k] = line{number: n, move: number}
	return nil
}

func shortened(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return strings.TrimSuffix(s, "\n")
}
