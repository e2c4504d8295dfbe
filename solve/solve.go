// Package solve holds what every engine shares: the limits of a search and what came of it.
package solve

import (
	"context"
	"errors"
	"time"
)

// Verdict is what was proven of a position. The zero value is Unknown.
type Verdict uint8

const (
	Unknown    Verdict = iota
	Winnable           // patience
	Unwinnable         // patience: proven by exhaustion
	Win                // board games, for the side to act
	Loss
	Draw
	Value // Entropy: an expected score
)

var verdictNames = [...]string{"unknown", "winnable", "unwinnable", "win", "loss", "draw", "value"}

func (v Verdict) String() string { return verdictNames[v] }

// Opposite returns what a verdict is for the other side: a win for a loss and the other way round.
func (v Verdict) Opposite() Verdict {
	switch v {
	case Win:
		return Loss
	case Loss:
		return Win
	}
	return v
}

// Limit is what stopped a search before it was done. The zero value is NoLimit.
type Limit uint8

const (
	NoLimit Limit = iota
	Timeout
	Nodes
	Memory
	Interrupted
	Depth // all was searched to the greatest depth that a search goes to
)

var limitNames = [...]string{"", "timeout", "nodes", "memory", "interrupted", "depth"}

func (l Limit) String() string { return limitNames[l] }

// Limits bound one search; time is bounded by the context. A zero field is no limit, but an engine may have a
// memory bound of its own.
type Limits struct {
	Nodes    uint64    // expanded positions
	Memory   int64     // bytes of the search's tables
	Progress *Progress // where the search tells how it stands; nil when nobody watches
	Spent    uint64    // by searches before for the same answer; no bound, but the nodes that Progress shows go on from it
}

// Less returns the limits with so many nodes less; one is left at least.
func (l Limits) Less(spent uint64) Limits {
	if l.Nodes != 0 {
		l.Nodes -= min(spent, l.Nodes-1)
	}
	return l
}

// After returns the limits of a search that goes on for the same answer when so many nodes were spent.
func (l Limits) After(spent uint64) Limits {
	l.Spent += spent
	return l.Less(spent)
}

// Share returns the limits of one of so many searches for the same answer, 1 or more, that have equal shares of the nodes left
// when so many were spent; false when none are left.
func (l Limits) Share(spent uint64, searches int) (Limits, bool) {
	if l.Nodes != 0 {
		if spent >= l.Nodes {
			return l, false
		}
		l.Nodes = max(1, (l.Nodes-spent)/uint64(searches))
	}
	l.Spent += spent
	return l, true
}

// Poll is what a search calls now and then: it stores the nodes so far for whoever watches, and returns Stopped(ctx).
func (l *Limits) Poll(ctx context.Context, nodes uint64) Limit {
	if l.Progress != nil {
		l.Progress.nodes.Store(l.Spent + nodes)
	}
	return Stopped(ctx)
}

// Result is the outcome of a search: a verdict, or Unknown with the limit that stopped it.
type Result struct {
	Verdict Verdict
	Limit   Limit
	Nodes   uint64 // positions expanded
	Reached uint64 // with Unwinnable: the positions that can be reached, each once in the engine's normal form
}

// Stopped returns the limit that a context stands for: NoLimit while it is alive, Timeout past its deadline,
// Interrupted when it was cancelled otherwise.
func Stopped(ctx context.Context) Limit {
	err := ctx.Err()
	switch {
	case err == nil:
		return NoLimit
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	default:
		return Interrupted
	}
}

// Part returns a context that ends after a share, 0 to 1, of the time that ctx has left, if that is bounded.
func Part(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(share*float64(time.Until(end))))
}

// VerdictNames returns the names of all verdicts.
func VerdictNames() []string { return verdictNames[:] }
