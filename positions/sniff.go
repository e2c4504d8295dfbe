package positions

import (
	"encoding/json"
	"strings"
)

// mode is how a source is split into items.
type mode uint8

const (
	untold mode = iota
	lines
	pages
	jsonLines
)

// sniff tells the mode of a source by its first line that is neither blank nor a comment.
func sniff(text string) mode {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		if strings.Contains(text, `"position"`) || json.Valid([]byte(text)) && !strings.Contains(text, `"tableau piles"`) {
			return jsonLines
		}
		return pages
	}
	if beginsPage(text) {
		return pages
	}
	return lines
}

// beginsPage reports whether text is a line of a page and not a position in one-line notation: a separator or a
// heading, XML, a key, a tag, a row of cards, a row of a board.
func beginsPage(text string) bool {
	if strings.HasPrefix(text, "<") || strings.HasPrefix(text, "--") || strings.HasPrefix(text, "-=-") || strings.HasPrefix(text, "==") || strings.HasPrefix(text, ":") || isSeparator(text) {
		return true
	}
	if _, _, ok := SplitKey(text); ok || beginsTags(text) {
		return true
	}
	if strings.Contains(text, "/") {
		return false
	}
	fields := strings.Fields(text)
	cards, gaps := 0, 0
	for _, f := range fields {
		switch {
		case f == "-" || f == "--" || f == "[]":
			gaps++
		case isCards(f) || isFoundation(f):
			cards++
		}
	}
	if 2*(cards+gaps) >= len(fields) && cards+gaps > 0 {
		return true
	}
	return isBoardRow(fields)
}

// isOneLine reports whether a line could be a position or a deal in one line: it has the slash of rows or columns,
// or is a few words that end with a number.
func isOneLine(text string) bool {
	if strings.Contains(text, "/") {
		return true
	}
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 4 {
		return false
	}
	last := strings.TrimPrefix(strings.ToLower(words[len(words)-1]), "rows=")
	return last != "" && isDigit(last[0]) && strings.Trim(last, "0123456789x×") == "" && !strings.Contains(text, ":")
}

// ahead is how much text is looked at to tell prose from positions.
const ahead = 1 << 12

// records reports whether one of the next lines begins as a record of JSON Lines.
func (r *lineReader) records() bool {
	next, _ := r.in.Peek(ahead)
	for text := range strings.Lines(string(next)) {
		if strings.HasPrefix(strings.TrimSpace(text), "{") && strings.Contains(text, `"position"`) {
			return true
		}
	}
	return false
}

// prose reports whether what follows is more lines, none of which could be a position: then all of them are one
// fault and not one each.
func (r *lineReader) prose() bool {
	next, _ := r.in.Peek(ahead)
	more := false
	for text := range strings.Lines(string(next)) {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if isOneLine(text) {
			return false
		}
		more = true
	}
	return more
}

// isFoundation reports whether a word is a suit with its top rank, H-0.
func isFoundation(word string) bool {
	_, n := ReadSuit(word)
	return n > 0 && strings.HasPrefix(word[n:], "-") && len(word) > n+1
}

// isBoardRow reports whether the fields are a row of a board, squares only with the number of their rank on either
// side, or the letters of its files, or a frame.
func isBoardRow(fields []string) bool {
	text := strings.Join(fields, "")
	if IsFileLetters(text) || isFrame(text) || isSquares(text) || isSquares(strings.Trim(text, "0123456789")) {
		return true
	}
	for _, ends := range [...][2]int{{1, 0}, {0, 1}, {1, 1}} {
		from, to := ends[0], len(fields)-ends[1]
		if from < to && isNumber(strings.Join(fields[:from], "")+strings.Join(fields[to:], "")) && isSquares(strings.Join(fields[from:to], "")) {
			return true
		}
	}
	return false
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// isSquares reports whether text is at least two squares, all of them pieces of two sides by their letters or their
// numbers, or chips some of which are missing.
func isSquares(text string) bool {
	return len(text) >= 2 && (strings.Trim(text, ".·|bwrpBWRP") == "" || strings.Trim(text, ".12") == "" ||
		strings.Contains(text, ".") && strings.Trim(text, ".ABCDEFG") == "")
}

// isSeparator reports whether a line parts two pages: three or more hyphens, or dashes, alone; or equal signs, as
// some programs draw between positions.
func isSeparator(text string) bool {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return false
	case strings.Trim(text, "—–―") == "":
		return strings.ContainsAny(text, "—―") || strings.Count(text, "–") >= 3
	case strings.Trim(text, "-") == "", strings.Trim(text, "=") == "":
		return len(text) >= 3
	}
	return false
}

// isFence reports whether a line begins or ends a block of code in Markdown.
func isFence(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
}

// knownKeys are the keys that every page may have.
var knownKeys = [...]string{"game", "id", "rules", "deal", "to-move", "acts", "bag", "draws", "board", "layout", "moves"}

// SplitKey splits a `key: value` line. The key is in lower case with hyphens for blanks, value is the offset of
// the first character of the value.
func SplitKey(text string) (key string, value int, ok bool) {
	colon := strings.IndexByte(text, ':')
	if colon < 1 || colon > 24 {
		return "", 0, false
	}
	key = strings.TrimSpace(text[:colon])
	if strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ- ") != "" || len(key) < 2 {
		return "", 0, false
	}
	value = len(text) - len(strings.TrimLeft(text[colon+1:], " \t"))
	return strings.ReplaceAll(strings.ToLower(key), " ", "-"), value, true
}

func isKnownKey(key string) bool {
	for _, k := range knownKeys {
		if k == key {
			return true
		}
	}
	return false
}
