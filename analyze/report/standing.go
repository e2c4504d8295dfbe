package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/rivo/uniseg"

	"foregone/solve"
)

// Standing says in one line how a search stands that has gone on for some time, in at most so many columns of a terminal.
// left is the time that it still has, negative without a bound.
func Standing(s solve.Standing, elapsed, left time.Duration, columns int) string {
	nodes := float64(s.Nodes)
	parts := []string{fmt.Sprintf("%s positions, %s/s", count(nodes), count(nodes/max(elapsed.Seconds(), 0.001)))}
	if s.Stage != "" {
		parts = append(parts, s.Stage)
	}
	if s.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", s.Depth))
	}
	if s.Proof > 0 || s.Disproof > 0 {
		parts = append(parts, fmt.Sprintf("proof %s/%s", count(float64(s.Proof)), count(float64(s.Disproof))))
	}
	if s.Memory > 0 {
		parts = append(parts, humanize.IBytes(uint64(s.Memory)))
	}
	if left >= 0 {
		parts = append(parts, minutes(left)+" left")
	}
	if s.Line != "" {
		parts = append(parts, s.Line)
	}
	return cut(strings.Join(parts, " | "), columns)
}

// count writes a number, a large one with three digits: "9,876", "617 k", "1.23 M".
func count(n float64) string {
	if n < 10_000 {
		return humanize.Comma(int64(n))
	}
	for _, unit := range []string{"k", "M", "G"} {
		if n /= 1000; n < 999.5 || unit == "G" {
			return strconv.FormatFloat(n, 'f', max(0, 2-int(math.Log10(n))), 64) + " " + unit
		}
	}
	return ""
}

// minutes writes a time as on a clock: "0:07", "61:00".
func minutes(d time.Duration) string {
	s := int(d.Round(time.Second) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// cut returns text, or as much of it as fits in so many columns of a terminal with "…" at its end.
func cut(text string, columns int) string {
	if uniseg.StringWidth(text) <= columns {
		return text
	}
	var b strings.Builder
	used := 0
	for g := uniseg.NewGraphemes(text); g.Next() && used+g.Width() < columns; used += g.Width() {
		b.WriteString(g.Str())
	}
	if columns > 0 {
		b.WriteString("…")
	}
	return b.String()
}
