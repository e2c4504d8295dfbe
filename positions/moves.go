package positions

import "strings"

// MoveScanner finds the words of a game record that should be moves. Move numbers, commas, dots, tags and comments
// in brackets, PGN's marks such as $1, and results are passed over.
type MoveScanner struct {
	Lines []Line
	Skip  func(line string) bool // lines to be passed over; nil for none

	at           int // offset in the first of Lines
	deep         int // within so many brackets
	line, column int // of the outermost
}

// Next returns the next word that should be a move, with its place; false at the end.
func (s *MoveScanner) Next() (Line, bool) {
	for ; len(s.Lines) > 0; s.Lines, s.at = s.Lines[1:], 0 {
		l := &s.Lines[0]
		if s.at == 0 && s.Skip != nil && s.Skip(l.Text) {
			continue
		}
		for s.at < len(l.Text) {
			c := l.Text[s.at]
			switch {
			case strings.IndexByte("[{(", c) >= 0:
				if s.deep == 0 {
					s.line, s.column = l.Number, l.ColumnOf(s.at)
				}
				s.deep++
			case strings.IndexByte("]})", c) >= 0:
				s.deep = max(0, s.deep-1)
			}
			if s.deep > 0 || strings.IndexByte("]}),;."+blanks, c) >= 0 {
				s.at++
				continue
			}
			start := s.at
			for s.at < len(l.Text) && strings.IndexByte("[]{}(),;"+blanks, l.Text[s.at]) < 0 {
				s.at++
			}
			text := l.Text[start:s.at]
			if s.at < len(l.Text) && l.Text[s.at] == ')' && strings.Trim(text, "0123456789") == "" {
				continue // 12) numbers a move
			}
			number := numberLength(text)
			if text = strings.TrimRight(text[number:], ".!?+"); text == "" || text[0] == '$' || isResult(text) {
				continue
			}
			return Line{Number: l.Number, Column: l.ColumnOf(start + number), Text: text}, true
		}
	}
	return Line{}, false
}

// Unclosed returns, at the end, the fault of a bracket that nothing closed; nil when there is none.
func (s *MoveScanner) Unclosed(file string) *Error {
	if s.deep == 0 {
		return nil
	}
	return &Error{File: file, Line: s.line, Column: s.column, Message: "found a bracket that nothing closes, expected its end"}
}

// numberLength returns how long the number of a move at the beginning of a word is, with what ends it: `12.`,
// `12...` or `12:`.
func numberLength(word string) int {
	n := 0
	for n < len(word) && isDigit(word[n]) {
		n++
	}
	end := n
	for end < len(word) && (word[end] == '.' || word[end] == ':') {
		end++
	}
	if n == 0 || end == n {
		return 0
	}
	return end
}

// isResult reports whether a word says how a game ended.
func isResult(word string) bool {
	switch strings.ToLower(word) {
	case "*", "1-0", "0-1", "1/2-1/2", "resign", "resigns", "resigned", "won", "lost", "solved", "…":
		return true
	}
	return false
}
