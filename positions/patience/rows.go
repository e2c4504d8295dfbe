package patience

import (
	"strings"

	"foregone/positions"
)

// placed is a card with its place.
type placed struct {
	card positions.Card
	at   place
}

// rows is a board that was read as rows of a screen.
type rows struct {
	columns [][]placed
	fault   func(*board) *positions.Error // why it cannot be one, nil when it can
}

// span is where a column is drawn, in characters from the left of its line.
type span struct{ start, end int }

// rows reads the lines as rows: a card belongs to the column above it. A line of numbers, or else a first row of
// nothing but gaps, is a heading, which shows where the columns are.
func (l *layout) rows() rows {
	var r rows
	var all []gridLine
	var widest gridLine
	tabs := 0
	for _, row := range l.lines {
		if row.blank() {
			continue
		}
		tabs = max(tabs, strings.Count(strings.TrimRight(row.line.Text, "\t "), "\t"))
		if n := len(row.tokens) - len(widest.tokens); n > 0 || n == 0 && allGaps(widest) {
			widest = row
		}
		if len(all) > 0 || !allGaps(row) {
			all = append(all, row)
		}
	}
	spans := l.named
	if spans == nil {
		spans = withMissing(spansOf(widest))
	}
	n := len(spans)
	if tabs > 0 {
		n = tabs + 1
	}
	r.columns = make([][]placed, n)
	ended := make([]bool, n)
	narrowest := l.narrowest()
	for _, row := range all {
		cols := tabbed(row)
		if tabs == 0 {
			cols = match(row, spans, narrowest)
		}
		if cols == nil {
			r.fault = func(b *board) *positions.Error {
				return b.errorf(row.tokens[0].at(row.line), "found cards that stand below no column, expected gaps written as []")
			}
			return r
		}
		r.addRow(row, cols, ended)
	}
	return r
}

func allGaps(row gridLine) bool {
	for _, w := range row.tokens {
		if !w.gap {
			return false
		}
	}
	return true
}

// addRow puts the cards of a row on their columns; a column without a card in it has ended.
func (r *rows) addRow(row gridLine, cols []int, ended []bool) {
	open := make([]bool, len(r.columns))
	for i, w := range row.tokens {
		c := cols[i]
		if w.gap {
			continue
		}
		if ended[c] && r.fault == nil {
			r.fault = func(b *board) *positions.Error {
				return b.errorf(w.at(row.line), "found %s below a gap in column %d, expected the cards of a column one below the other", w.card, c+1)
			}
		}
		open[c] = true
		r.columns[c] = append(r.columns[c], placed{w.card, w.at(row.line)})
	}
	for c := range ended {
		ended[c] = ended[c] || !open[c]
	}
}

// spansOf returns where the tokens of a line are drawn.
func spansOf(row gridLine) []span {
	var spans []span
	for _, w := range row.tokens {
		spans = append(spans, span{width(row.line.Text[:w.start]), width(row.line.Text[:w.end])})
	}
	return spans
}

// withMissing adds the columns that are empty throughout: where columns lie evenly, a space of two or more.
func withMissing(spans []span) []span {
	stride := 1 << 20
	for i := 1; i < len(spans); i++ {
		stride = min(stride, spans[i].end-spans[i-1].end)
	}
	var all []span
	for i, s := range spans {
		if i > 0 && stride >= 3 {
			for last := all[len(all)-1]; s.end-last.end > stride+1; last = all[len(all)-1] {
				all = append(all, span{last.start + stride, last.end + stride})
			}
		}
		all = append(all, s)
	}
	return all
}

// match returns the column of each token of a row: one after the other when the row is full or tokens stand as
// close as any, else by where they are drawn; nil when that fails.
func match(row gridLine, columns []span, narrowest int) []int {
	cols := make([]int, len(row.tokens))
	full := len(row.tokens) == len(columns)
	for i, s := range spansOf(row) {
		next := 0
		if i > 0 {
			next = cols[i-1] + 1
		}
		adjacent := i == 0 && s.start <= columns[0].start || i > 0 && blanks(row, i) <= narrowest
		if !full && !adjacent {
			for next < len(columns) && columns[next].end <= s.start {
				next++
			}
			if next < len(columns) && columns[next].start >= s.end {
				return nil
			}
		}
		if next >= len(columns) {
			return nil
		}
		cols[i] = next
	}
	return cols
}

// tabbed returns the column of each token of a row whose columns are parted by tabs, as Solvitaire prints them.
func tabbed(row gridLine) []int {
	cols := make([]int, len(row.tokens))
	for i, w := range row.tokens {
		cols[i] = strings.Count(row.line.Text[:w.start], "\t")
	}
	return cols
}

// add adds the columns to the board, or returns why they cannot be.
func (r *rows) add(b *board) *positions.Error {
	if r.fault != nil {
		return r.fault(b)
	}
	for _, column := range r.columns {
		b.columns++
		for _, c := range column {
			if err := b.addCard(c.card, c.at); err != nil {
				return err
			}
		}
	}
	return nil
}
