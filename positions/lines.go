package positions

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of what is held in memory, in bytes.
const (
	MaxLine = 1 << 20
	MaxPage = 1 << 20
)

// fault says what is wrong with a line as bytes.
type fault uint8

const (
	sound   fault = iota
	tooLong       // over MaxLine
	invalid       // not UTF-8
	binary        // NUL bytes or UTF-16: no text at all
)

// lineReader splits a source into lines of bounded length.
type lineReader struct {
	in     *bufio.Reader
	buf    []byte
	number int // of the line last read
}

// rawLine is a line before any clean-up. With a fault, message and column say which and where.
type rawLine struct {
	number  int
	text    string
	fault   fault
	column  int
	message string
}

// next returns the next line without its end; io.EOF after the last.
func (r *lineReader) next() (rawLine, error) {
	long, err := r.fill()
	if err != nil {
		return rawLine{}, err
	}
	r.number++
	line := rawLine{number: r.number, column: 1}
	text := bytes.TrimSuffix(bytes.TrimSuffix(r.buf, []byte("\n")), []byte("\r"))
	if r.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			line.fault, line.message = binary, "found UTF-16, expected UTF-8 text"
			return line, nil
		}
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line.fault, line.message = binary, "found a NUL byte, expected text"
		line.column = utf8.RuneCount(text[:i]) + 1
		return line, nil
	}
	if long {
		line.fault, line.message = tooLong, fmt.Sprintf("found a line over %d bytes, expected a shorter one", MaxLine)
		return line, nil
	}
	if i := invalidByte(text); i >= 0 {
		line.fault, line.message = invalid, fmt.Sprintf("found byte 0x%02x, expected UTF-8 text", text[i])
		line.column = utf8.RuneCount(text[:i]) + 1
		return line, nil
	}
	line.text = string(text)
	return line, nil
}

// fill reads one line with its end into buf. Of a line that is too long only the beginning is kept, and nothing
// more of it is read once a NUL byte was seen: a device may never end.
func (r *lineReader) fill() (long bool, err error) {
	r.buf = r.buf[:0]
	for {
		chunk, err := r.in.ReadSlice('\n')
		if !long {
			r.buf = append(r.buf, chunk...)
			if len(bytes.TrimRight(r.buf, "\r\n")) > MaxLine {
				long = true
				if bytes.IndexByte(r.buf, 0) >= 0 {
					return true, nil
				}
			}
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (long || len(r.buf) > 0):
			return long, nil
		default:
			return long, err
		}
	}
}

// invalidByte returns the offset of the first byte that is not UTF-8, or -1.
func invalidByte(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// clean takes away what surrounds the text of a line: quote marks, escape sequences, blanks at its end. Blanks of
// every kind become spaces, tabs stay.
func clean(raw rawLine) Line {
	line := Line{Number: raw.number, Column: 1, Text: strings.TrimRight(Plain(raw.text), " \t\r\f\v")}
	for {
		rest := strings.TrimLeft(line.Text, " \t")
		if !strings.HasPrefix(rest, ">") {
			return line
		}
		rest = strings.TrimPrefix(rest[1:], " ")
		line.Column += utf8.RuneCountInString(line.Text[:len(line.Text)-len(rest)])
		line.Text = rest
	}
}

// Plain returns a line as columns are counted in it: without escape sequences and what has no width, with spaces for blanks
// of every kind but tabs.
func Plain(text string) string {
	if plain(text) {
		return text
	}
	return strings.Map(plainRune, stripEscapes(text))
}

func plain(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == 0x1b {
			return false
		}
	}
	return true
}

// plainRune maps the blanks of typography to a space and drops what has no width.
func plainRune(r rune) rune {
	switch r {
	case '\u00a0', '\u1680', '\u202f', '\u205f', '\u3000':
		return ' '
	case '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff':
		return -1
	}
	if r >= '\u2000' && r <= '\u200a' {
		return ' '
	}
	return r
}

// stripEscapes drops the colour sequences of terminals, ESC [ … letter.
func stripEscapes(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "\x1b[")
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = strings.TrimLeft(text[i+2:], "0123456789;:?")
		if text != "" {
			_, size := utf8.DecodeRuneInString(text)
			text = text[size:]
		}
	}
}

// withoutComment cuts a comment: from a # at the beginning, or after a blank, to the end.
func (l Line) withoutComment() Line {
	for i := range len(l.Text) {
		if l.Text[i] == '#' && (i == 0 || l.Text[i-1] == ' ' || l.Text[i-1] == '\t') {
			l.Text = strings.TrimRight(l.Text[:i], " \t")
			break
		}
	}
	return l
}

// trimmed moves the line's beginning to its first character that is not blank.
func (l Line) trimmed() Line {
	rest := strings.TrimLeft(l.Text, " \t")
	l.Column = l.ColumnOf(len(l.Text) - len(rest))
	l.Text = rest
	return l
}
