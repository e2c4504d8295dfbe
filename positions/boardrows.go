package positions

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// BoardRows reads the board of a page: its rows from the top, one a line, with or without blanks between squares,
// with or without the numbers of the ranks on either side, the letters of the files above or below, and a frame.
// Where these run the other way the board is turned, so that the first square is always that of the first file and
// the highest rank. Between two upright lines blanks alone are an empty square.
//
// Numbers are those of ranks only when every row has its own; a board whose squares are digits needs a rank above
// all of these to tell.
func (i *Item) BoardRows(s Squares) (Grid, *Error) {
	r := gridReader{item: i, squares: s, grid: Grid{Line: i.Line, Column: i.Column}}
	rows, err := r.rows()
	if err != nil {
		return r.grid, err
	}
	files := s.takeFiles(&rows)
	if len(rows) == 0 {
		return r.grid, i.Errorf(r.grid.Line, r.grid.Column, "found no board, expected rows of %s", s.Expected)
	}
	upward := takeRanks(rows)
	for _, row := range rows {
		r.row = row.trimmed()
		if err := r.readRow(row); err != nil {
			return r.grid, err
		}
	}
	backward, err := r.checkFiles(files)
	if err != nil {
		return r.grid, err
	}
	r.grid.turn(upward, backward)
	return r.grid, nil
}

// rows returns the lines of the board without blank ones and frames, and notes where it begins.
func (r *gridReader) rows() ([]Line, *Error) {
	var rows []Line
	for _, line := range r.item.Body {
		line = line.trimmed()
		if line.Text == "" {
			continue
		}
		if len(rows) == 0 {
			r.grid.Line, r.grid.Column = line.Number, line.Column
		}
		if name, _, ok := SplitKey(line.Text); ok {
			return nil, r.item.Errorf(line.Number, line.Column, "found %q, expected a row of %s", name+":", r.squares.Expected)
		}
		if !isFrame(line.Text) {
			rows = append(rows, line)
		}
	}
	return rows, nil
}

func (r *gridReader) readRow(row Line) *Error {
	column := row.Column
	blank := -1 // the byte after an upright line that only blanks follow
	for at := 0; at < len(row.Text); {
		char, size := utf8.DecodeRuneInString(row.Text[at:])
		here := Line{Number: row.Number, Column: column, Text: row.Text[at:]}
		var err *Error
		switch {
		case isUpright(char):
			if blank >= 0 && blank < at {
				err = r.add('.', here)
			}
			blank = at + size
		case !isGapRune(char):
			blank = -1
			if _, err = r.square(here); err != nil && isDigit(row.Text[at]) {
				err.Message += ", or the number of its rank at every row"
			}
		}
		if err != nil {
			return err
		}
		column++
		at += size
	}
	return r.endRow()
}

// isGapRune reports whether a character parts squares: a blank, an upright line of a frame, or a line that joins two.
func isGapRune(c rune) bool { return c == ' ' || c == '\t' || c == '─' || isUpright(c) }

// isUpright reports whether a character is an upright line of a frame.
func isUpright(c rune) bool { return c == '|' || c == '│' || c == '┃' || c == '║' }

// isFrame reports whether a line is a level line of a frame, +---+---+, |---|---| or the like, or one that joins squares
// above it and below.
func isFrame(text string) bool {
	if !strings.ContainsAny(text, "-=─━═╎╱╲╳") {
		return false
	}
	for _, c := range text {
		if !strings.ContainsRune("+-= |:", c) && (c < '─' || c > '╿') {
			return false
		}
	}
	return true
}

// takeFiles removes the lines of file letters from the first and the last of rows and returns them.
func (s *Squares) takeFiles(rows *[]Line) []Line {
	var files []Line
	if all := *rows; len(all) > 0 && s.isFiles(all[0].Text) {
		files, *rows = append(files, all[0]), all[1:]
	}
	if all := *rows; len(all) > 0 && s.isFiles(all[len(all)-1].Text) {
		files, *rows = append(files, all[len(all)-1]), all[:len(all)-1]
	}
	return files
}

// isFiles reports whether a row has the letters of files and could not be a row of squares.
func (s *Squares) isFiles(text string) bool {
	if !IsFileLetters(text) {
		return false
	}
	return strings.TrimFunc(text, func(c rune) bool { return isGapRune(c) || strings.ContainsRune(s.Letters, c) }) != ""
}

// IsFileLetters reports whether text is at least two letters in their order from a on, or back to a.
func IsFileLetters(text string) bool {
	letters := fileLetters(text)
	if len(letters) < 2 {
		return false
	}
	if letters[0] != 'a' {
		slices.Reverse(letters)
	}
	for i, c := range letters {
		if int(c) != 'a'+i {
			return false
		}
	}
	return true
}

// fileLetters returns the letters of a line of files in lower case, nil when there is anything else.
func fileLetters(text string) []byte {
	var letters []byte
	for _, c := range strings.ToLower(text) {
		switch {
		case c >= 'a' && c <= 'z':
			letters = append(letters, byte(c))
		case !isGapRune(c) && c != '+':
			return nil
		}
	}
	return letters
}

// checkFiles compares the lines of file letters with the board and reports whether they run backwards.
func (r *gridReader) checkFiles(files []Line) (backward bool, err *Error) {
	for n, line := range files {
		letters := fileLetters(line.Text)
		first, last := letters[0], letters[len(letters)-1]
		if len(letters) != r.grid.Width {
			return false, r.item.Errorf(line.Number, line.Column, "found the files %c to %c, expected %d for rows of as many squares", first, last, r.grid.Width)
		}
		if n > 0 && backward != (first != 'a') {
			return false, r.item.Errorf(line.Number, line.Column, "found the files %c to %c, expected them as above the board", first, last)
		}
		backward = first != 'a'
	}
	return backward, nil
}

// takeRanks removes the numbers of the ranks from both ends of rows and reports whether they run upward, 1 first.
func takeRanks(rows []Line) (upward bool) {
	left, upward := takeNumbers(rows, numberAtLeft, 0)
	if left {
		order := 1
		if upward {
			order = -1
		}
		takeNumbers(rows, numberAtRight, order)
		return upward
	}
	_, upward = takeNumbers(rows, numberAtRight, 0)
	return upward
}

// takeNumbers removes the number at one end of every row when they are the rows' ranks: downward to 1 (order 1),
// upward from 1 (order -1), or either (order 0).
func takeNumbers(rows []Line, end func(Line) (int, Line), order int) (taken, upward bool) {
	rest := make([]Line, len(rows))
	down, up := order >= 0, order <= 0
	for i, row := range rows {
		var n int
		n, rest[i] = end(row)
		down = down && n == len(rows)-i
		up = up && n == i+1
	}
	if !down && !up {
		return false, false
	}
	copy(rows, rest)
	return true, up && !down
}

// numberAtLeft splits a row into the number that it begins with, after gaps at most, 0 when there is none or nothing else,
// and the rest.
func numberAtLeft(row Line) (int, Line) {
	n, size := 0, len(row.Text)-len(strings.TrimLeftFunc(row.Text, isGapRune))
	for size < len(row.Text) && isDigit(row.Text[size]) {
		n = min(n*10+int(row.Text[size]-'0'), MaxLine)
		size++
	}
	if size == len(row.Text) {
		return 0, row
	}
	return n, Line{Number: row.Number, Column: row.Column + size, Text: row.Text[size:]}
}

// numberAtRight does the same at the other end.
func numberAtRight(row Line) (int, Line) {
	text := strings.TrimRightFunc(row.Text, isGapRune)
	rest := strings.TrimRight(text, "0123456789")
	if rest == "" {
		return 0, row
	}
	n := 0
	for _, c := range []byte(text[len(rest):]) {
		n = min(n*10+int(c-'0'), MaxLine)
	}
	row.Text = rest
	return n, row
}

// turn reverses the order of rows, of columns, or of both.
func (g *Grid) turn(rows, columns bool) {
	if rows != columns {
		for row := range slices.Chunk(g.Squares, g.Width) {
			slices.Reverse(row)
		}
	}
	if rows {
		slices.Reverse(g.Squares)
	}
}
