package quiet

import (
	"context"
	"time"
)

// Estimate is what building a table takes. The bytes of packed slices and the time are as they were measured on
// smaller boards.
type Estimate struct {
	Words  uint64 // to be computed; a word holds the bits of 2^W positions, of 64 for W > 6
	Slices int
	Fixed  int64         // bytes of memory whatever the number of jobs
	Worker int64         // bytes of memory that a job takes
	Live   int64         // bytes of the slices that are kept at a time, in memory or, when there is no room, on disk
	Disk   int64         // bytes of the complete table
	Work   time.Duration // of one job, on the machine where it was measured; see Pace
}

// What a job takes for a word and for a row of words: a core of an EPYC of 2.45 GHz, boards from 5x5 to 4x7.
const (
	perWord = 42 * time.Nanosecond
	perRow  = 650 * time.Nanosecond
)

// Pace builds a small table and returns how many times as long as Work says that took: a build with some jobs takes
// about Work times that, divided by the jobs.
func Pace(ctx context.Context) (float64, error) {
	s := Size{4, 5}
	e := newPlan(s).estimate()
	start := time.Now()
	if _, err := Build(ctx, s, Options{Jobs: 1}); err != nil {
		return 0, err
	}
	return float64(time.Since(start)) / float64(e.Work), nil
}

// Memory returns the bytes that a build takes with a number of jobs when nothing is spilled.
func (e Estimate) Memory(jobs int) int64 { return e.Fixed + e.Live + int64(jobs)*e.Worker }

// Estimate returns what building the table of a board takes.
func (s Size) Estimate() (Estimate, error) {
	if err := s.Valid(); err != nil {
		return Estimate{}, err
	}
	return newPlan(s).estimate(), nil
}

// packedBytes returns the bytes of packed tables with some words together.
func (p *plan) packedBytes(words uint64, slices int) int64 {
	var bits float64 // a word, as measured, rounded up: larger tables repeat themselves more
	switch {
	case p.H == 4:
		bits = 9
	case p.W <= 4:
		bits = 3.5
	case p.H == 5:
		bits = 7
	default:
		bits = 4.5
	}
	return int64(bits/8*float64(words)) + int64(slices)*int64(300+2*12*p.blocks)
}

func (p *plan) estimate() Estimate {
	e := Estimate{Slices: len(p.slices), Fixed: 16<<20 + 200*int64(len(p.slices))}
	var words, slices [MaxWidth*2 + 1]int
	for n, first := range p.layers[:2*p.W+1] {
		slices[n] = p.layers[n+1] - first
		for _, g := range p.slices[first:p.layers[n+1]] {
			white, black := p.extent(p.whiteKey(g)), p.extent(p.blackKey(g))
			words[n] += white.words + black.words
			e.Work += time.Duration(white.rows+black.rows) * perRow
		}
		e.Words += uint64(words[n])
		if n > 0 {
			e.Live = max(e.Live, p.packedBytes(uint64(words[n-1]+words[n]), slices[n-1]+slices[n]))
		}
	}
	e.Work += time.Duration(e.Words) * perWord
	e.Disk = p.packedBytes(e.Words, len(p.slices))
	arena := p.arena()
	e.Worker = int64(p.wordBytes())*int64(arena) + p.packedBytes(uint64(arena), 1) + MaxWidth<<19 // and dictionaries
	return e
}

// arena returns the most words that a worker holds at a time.
func (p *plan) arena() int {
	most := 0
	for _, g := range p.slices {
		most = max(most, p.arenaOf(g))
	}
	return most
}

// arenaOf returns the words that a worker holds for a slice: its tables and what they read.
func (p *plan) arenaOf(g goals) int {
	white, black := p.extent(p.whiteKey(g)), p.extent(p.blackKey(g))
	n, image := white.words+black.words, max(white.block, black.block)
	for _, near := range p.neighbours(g) {
		source := p.slices[near.slice]
		switch {
		case near.toWhite:
			n += p.extent(p.whiteKey(near.goals)).block
			image = max(image, p.extent(p.whiteKey(source)).block)
		case near.by.flip:
			n += p.extent(p.blackKey(near.goals)).words
			image = max(image, p.extent(p.whiteKey(source)).words)
		default:
			e := p.extent(p.blackKey(near.goals))
			n += e.words
			image = max(image, e.block)
		}
	}
	return n + image
}
