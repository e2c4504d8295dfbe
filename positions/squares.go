package positions

import "strconv"

// AppendSquare appends the name of a square, counted by rows from the lower left, on a board of w columns: the file's
// letter and the rank's number, such as "a1".
func AppendSquare(buf []byte, sq, w int) []byte {
	w = max(1, w)
	return strconv.AppendUint(append(buf, 'a'+byte(sq%w)), uint64(sq/w)+1, 10)
}

// ReadSquare reads the name of a square of a board of w columns and h rows at the beginning of text, and returns what
// follows it.
func ReadSquare(text string, w, h int) (sq int, rest string, ok bool) {
	if text == "" || text[0] < 'a' || text[0] >= 'a'+byte(w) {
		return 0, text, false
	}
	n := 1
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	rank, err := strconv.ParseUint(text[1:n], 10, 8)
	if err != nil || rank < 1 || rank > uint64(h) || text[1] == '0' {
		return 0, text, false
	}
	return int(rank-1)*w + int(text[0]-'a'), text[n:], true
}

// AppendRows appends the rows of a board of w columns and h rows from the top, parted by slashes, with numbers of the empty
// squares, for which at, which is asked for every square, returns a point.
func AppendRows(buf []byte, w, h int, at func(sq int) byte) []byte {
	for row := h - 1; row >= 0; row-- {
		empty := 0
		for column := range w {
			c := at(row*w + column)
			if c == '.' {
				empty++
				continue
			}
			buf = append(appendEmpty(buf, empty), c)
			empty = 0
		}
		if buf = appendEmpty(buf, empty); row > 0 {
			buf = append(buf, '/')
		}
	}
	return buf
}

func appendEmpty(buf []byte, n int) []byte {
	if n == 0 {
		return buf
	}
	return strconv.AppendInt(buf, int64(n), 10)
}
