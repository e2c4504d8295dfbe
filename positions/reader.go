package positions

import (
	"bufio"
	"io"
	"strings"
)

// Reader splits a source into items: JSON Lines, pages or one position a line, told by its first text. It holds
// one item at a time.
//
// A line that is too long or not UTF-8 is one bad item. In a source of pages, and before the mode is known, bytes
// that are not UTF-8 end the source; NUL bytes and UTF-16 always do, so that a binary file is one fault.
type Reader struct {
	name   string
	lines  lineReader
	mode   mode
	index  int
	pushed *rawLine // a line that belongs to the next item
	err    error    // from now on
}

// NewReader returns a Reader of r; name, "-" for standard input, goes into the places of faults.
func NewReader(name string, r io.Reader) *Reader {
	if name == "" {
		name = "-"
	}
	return &Reader{name: name, lines: lineReader{in: bufio.NewReaderSize(r, 1<<16)}}
}

// Next returns the next item; io.EOF after the last. An item that cannot be split has Err set, and reading goes
// on; an error is one of reading the source, and final.
func (r *Reader) Next() (*Item, error) {
	for r.err == nil {
		raw, err := r.line()
		if err != nil {
			r.err = err
			break
		}
		if item := r.item(raw); item != nil {
			r.index++
			item.Index = r.index
			return item, nil
		}
	}
	return nil, r.err
}

func (r *Reader) line() (rawLine, error) {
	if r.pushed != nil {
		raw := *r.pushed
		r.pushed = nil
		return raw, nil
	}
	return r.lines.next()
}

// item returns the item that begins at raw, nil when none does.
func (r *Reader) item(raw rawLine) *Item {
	if raw.fault != sound {
		return r.faulty(r.newItem(raw.number), raw)
	}
	line := clean(raw)
	if isBlank(line) || isFence(line.Text) {
		return nil
	}
	if r.mode == untold {
		r.mode = sniff(line.Text)
		if r.mode == lines && !isOneLine(line.Text) && r.lines.prose() {
			r.mode = pages
		}
		if r.mode == pages && strings.HasPrefix(strings.TrimSpace(line.Text), "{") && r.lines.records() {
			r.mode = jsonLines // whose first record is broken
		}
	}
	switch r.mode {
	case pages:
		return r.page(raw)
	case jsonLines:
		return r.jsonLine(line.trimmed())
	}
	if isSeparator(line.Text) {
		return nil
	}
	return r.oneLine(line.withoutComment().trimmed())
}

// isBlank reports whether a line has nothing but blanks and a comment.
func isBlank(line Line) bool {
	text := strings.TrimLeft(line.Text, " \t")
	return text == "" || text[0] == '#'
}

func (r *Reader) newItem(line int) *Item {
	return &Item{File: r.name, Line: line, Column: 1}
}

// faulty gives item the fault of a line, and ends the source where nothing good can follow.
func (r *Reader) faulty(item *Item, raw rawLine) *Item {
	item.fail(raw.number, raw.column, "%s", raw.message)
	if raw.fault == binary || raw.fault == invalid && (r.mode == pages || r.mode == untold) {
		r.err = io.EOF
	}
	return item
}

func (r *Reader) oneLine(line Line) *Item {
	item := r.newItem(line.Number)
	item.Column = line.Column
	item.Body = []Line{line}
	return item
}

// page reads a page, whose first line is raw, up to a separator or the end of the source. It returns nil when the
// page is empty.
func (r *Reader) page(raw rawLine) *Item {
	item := r.newItem(raw.number)
	item.Kind = KindPage
	p := pageSplitter{item: item}
	for {
		if raw.fault != sound {
			r.faulty(item, raw)
			if r.err != nil {
				return item
			}
		} else {
			line := clean(raw)
			if isSeparator(line.Text) && !p.drawn(line.Text) {
				break
			}
			if p.ended(line.Text) {
				r.pushed = &raw
				break
			}
			p.add(line)
		}
		next, err := r.lines.next()
		if err != nil {
			r.err = err
			if err != io.EOF {
				return nil
			}
			break
		}
		raw = next
	}
	p.finish()
	if item.empty() {
		return nil
	}
	return item
}
