package entropy

import (
	"fmt"
	"strings"
)

// Deal names a start position by its size: an empty board with the standard bag.
type Deal struct{ N int }

// String returns the deal as written: "7x7".
func (d Deal) String() string { return fmt.Sprintf("%dx%d", d.N, d.N) }

// ParseDeal reads a deal as String writes it, or the size once: "7".
func ParseDeal(text string) (Deal, error) {
	w, h, twice := strings.Cut(strings.NewReplacer("×", "x", "X", "x").Replace(strings.TrimSpace(text)), "x")
	if !twice {
		h = w
	}
	if len(w) != 1 || w != h || w[0] < '0'+MinSize || w[0] > '0'+MaxSize {
		return Deal{}, fmt.Errorf("found deal %q, expected the size of a square board, %d to %d", text, MinSize, MaxSize)
	}
	return Deal{int(w[0] - '0')}, nil
}

// Start returns the start position of a deal.
func (d Deal) Start() (Position, error) { return Start(d.N) }

// Start returns the empty board of n x n cells with its standard bag, a chip about to be drawn.
func Start(n int) (Position, error) {
	if n < MinSize || n > MaxSize {
		return Position{}, sizeError(n, n)
	}
	return Position{N: uint8(n), Bag: StandardBag(n)}, nil
}

// isSize reports whether a word looks like 7 or 7x7.
func isSize(word string) bool {
	w, h, _ := strings.Cut(strings.NewReplacer("X", "x", "×", "x").Replace(word), "x")
	return w != "" && strings.Trim(w+h, "0123456789") == ""
}
