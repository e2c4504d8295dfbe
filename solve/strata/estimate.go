package strata

import (
	"context"
	"time"
)

// Estimate is what building a table takes. The bytes of packed entries and the time are as they were measured.
type Estimate struct {
	Entries uint64 // positions, of which each stands for its mirror image and that with the sides exchanged
	Slices  int
	Units   uint64        // of progress
	Fixed   int64         // bytes of memory whatever the number of jobs
	Worker  int64         // bytes of memory that a job takes
	Disk    int64         // bytes of the table
	Work    time.Duration // of one job, on the machine where it was measured; see Pace
}

// Measured on a core of an EPYC of 2.45 GHz.
const (
	perEntry  = 450 * time.Nanosecond
	entryBits = 3 // packed, at the most
)

// Estimate returns what building the table of a size takes.
func (s Size) Estimate() (Estimate, error) {
	p, err := newPlan(s)
	if err != nil {
		return Estimate{}, err
	}
	return p.estimate(), nil
}

// Memory returns the bytes that a build takes with a number of jobs; in a file, the table itself does not count.
func (e Estimate) Memory(jobs int, inFile bool) int64 {
	n := e.Fixed + int64(max(1, jobs))*e.Worker
	if !inFile {
		n += e.Disk
	}
	return n
}

func (p *plan) estimate() Estimate {
	n := p.need()
	nodes := int64(8 * (len(p.states) + len(p.slices)*p.codes))
	return Estimate{
		Entries: p.total,
		Slices:  len(p.slices),
		Units:   2 * p.total,
		Fixed:   16<<20 + 3*nodes + int64(8*n.words+n.values) + int64(len(p.slices)*2000),
		Worker:  4 << 20,
		Disk:    packedBytes(p.total) + int64(len(p.slices))*200,
		Work:    time.Duration(p.total) * perEntry,
	}
}

// packedBytes returns the bytes that so many entries take, at the most.
func packedBytes(entries uint64) int64 { return int64(entries*entryBits/8 + entries/blockLen*32) }

// need is the most that is held at a time.
type need struct {
	words  uint64 // of lanes
	values uint64 // bytes of the slices that the moves of one lead to, or of a packed slice
}

func (p *plan) need() (n need) {
	for _, group := range p.groups {
		n.words = max(n.words, words(group))
		for _, s := range group {
			takes, crosses := p.leads(s.key)
			sum := uint64(0)
			for _, to := range []*slice{takes, crosses[0], crosses[1]} {
				if to != nil {
					sum += to.len
				}
			}
			n.values = max(n.values, sum, uint64(packedBytes(s.len)))
		}
	}
	return n
}

// Pace builds a small table and returns how many times as long as Work says that took: a build with some jobs takes
// about Work times that, divided by the jobs.
func Pace(ctx context.Context) (float64, error) {
	p, err := newPlan(Size{W: 3, H: 5, Rows: 1})
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if _, err := p.table(ctx, Options{}); err != nil {
		return 0, err
	}
	return float64(time.Since(start)) / float64(p.estimate().Work), nil
}
