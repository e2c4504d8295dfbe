package batch

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"foregone/solve"
)

// Summary gathers what a batch found. Its order of additions does not matter.
type Summary struct {
	start    time.Time
	counts   map[string]uint64 // by verdict, and "error"
	total    uint64
	nodes    map[uint64]uint64 // positions by their node count
	counted  uint64            // positions whose nodes are known
	sum, max uint64
}

// NewSummary starts the clock.
func NewSummary() *Summary {
	return &Summary{start: time.Now(), counts: map[string]uint64{}, nodes: map[uint64]uint64{}}
}

// Total returns how many records were counted.
func (s *Summary) Total() uint64 { return s.total }

// Add counts a record by its verdict, "error" for one that has none, "" where that was not kept; nodes are nil
// where they were not.
func (s *Summary) Add(verdict string, nodes *uint64) {
	s.total++
	if verdict != "" {
		s.counts[verdict]++
	}
	if nodes != nil {
		s.nodes[*nodes]++
		s.counted++
		s.sum += *nodes
		s.max = max(s.max, *nodes)
	}
}

// Count returns how many records have a verdict, or "error".
func (s *Summary) Count(verdict string) uint64 { return s.counts[verdict] }

// OnlyValues reports whether all answers are scores, as far as they are known.
func (s *Summary) OnlyValues() bool {
	for verdict, n := range s.counts {
		if n > 0 && verdict != solve.Value.String() && verdict != solve.Unknown.String() && verdict != "error" {
			return false
		}
	}
	return true
}

// Share is a proportion with its 95 % interval by Wilson's method (JASA 22, 1927).
type Share struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Wilson returns the share of hits in n trials with its 95 % interval; n is at least 1. Half a hit is a trial that is
// half won: the interval is then wider than it need be.
func Wilson(hits float64, n uint64) Share {
	const z = 1.959963984540054
	p, m := hits/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Share{p, max(0, middle-half), min(1, middle+half)}
}

// report is the summary as JSON.
type report struct {
	Positions uint64            `json:"positions"`
	Verdicts  map[string]uint64 `json:"verdicts"`
	InFavour  *Share            `json:"in_favour,omitempty"`
	Nodes     *quantiles        `json:"nodes,omitempty"`
	ElapsedMS float64           `json:"elapsed_ms"`
	PerSecond float64           `json:"positions_per_second"`
}

type quantiles struct {
	Mean   float64 `json:"mean"`
	Median uint64  `json:"median"`
	P99    uint64  `json:"p99"`
	Max    uint64  `json:"max"`
}

// favourable are the verdicts in favour of the side to act, contrary those that are not. Unknown positions and
// errors are in neither and are left out of the share.
var (
	favourable = []solve.Verdict{solve.Winnable, solve.Win}
	contrary   = []solve.Verdict{solve.Unwinnable, solve.Loss, solve.Draw}
)

func (s *Summary) report() report {
	elapsed := time.Since(s.start)
	r := report{
		Positions: s.total,
		Verdicts:  s.counts,
		ElapsedMS: float64(elapsed.Microseconds()) / 1000,
		PerSecond: math.Round(float64(s.total)/elapsed.Seconds()*10) / 10,
	}
	if share, decided := s.InFavour(); decided > 0 {
		r.InFavour = &share
	}
	if s.counted > 0 {
		r.Nodes = &quantiles{
			Mean:   math.Round(float64(s.sum)/float64(s.counted)*10) / 10,
			Median: s.quantile(0.5),
			P99:    s.quantile(0.99),
			Max:    s.max,
		}
	}
	return r
}

// InFavour returns the share of the decided positions that are in favour of the side to act, none when none is decided.
func (s *Summary) InFavour() (share Share, decided uint64) {
	var hits uint64
	for _, v := range favourable {
		hits += s.counts[v.String()]
	}
	decided = hits
	for _, v := range contrary {
		decided += s.counts[v.String()]
	}
	if decided > 0 {
		share = Wilson(float64(hits), decided)
	}
	return share, decided
}

// quantile returns the smallest node count that at least the share q of the positions does not exceed.
func (s *Summary) quantile(q float64) uint64 {
	rank := uint64(math.Ceil(q * float64(s.counted)))
	var below uint64
	for _, n := range slices.Sorted(maps.Keys(s.nodes)) {
		if below += s.nodes[n]; below >= rank {
			return n
		}
	}
	return s.max
}

// WriteJSON writes the summary as one JSON object.
func (s *Summary) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(s.report())
}

// String returns the summary in words, a few lines.
func (s *Summary) String() string {
	r := s.report()
	var counts []string
	for _, verdict := range slices.Sorted(maps.Keys(r.Verdicts)) {
		counts = append(counts, humanize.Comma(int64(r.Verdicts[verdict]))+" "+verdict)
	}
	text := fmt.Sprintf("%s positions: %s\n", humanize.Comma(int64(r.Positions)), strings.Join(counts, ", "))
	if f := r.InFavour; f != nil {
		text += fmt.Sprintf("in favour: %.4f%% (95%% interval %.4f%% to %.4f%%)\n", 100*f.Share, 100*f.Low, 100*f.High)
	}
	if q := r.Nodes; q != nil {
		text += fmt.Sprintf("nodes: mean %s, median %s, p99 %s, max %s\n", humanize.Commaf(q.Mean),
			humanize.Comma(int64(q.Median)), humanize.Comma(int64(q.P99)), humanize.Comma(int64(q.Max)))
	}
	return text + fmt.Sprintf("%s positions/s, %s\n", humanize.Commaf(r.PerSecond),
		(time.Duration(r.ElapsedMS*1000)*time.Microsecond).Round(time.Millisecond))
}
