package jobs

import (
	"context"
	"sync"

	"foregone/analyze/games"
	"foregone/analyze/wire"
	"foregone/solve"
)

// Crew are the workers of one process, which have an engine, and so what they find, in common. What others find is heard
// once for all who take part in a proof.
type Crew struct {
	Name   string // like no other
	Engine games.JobEngine
	Limits solve.Limits // of memory, for all of them

	mu    sync.Mutex
	seats map[string]*seat // by proof
}

// seat is the place of a crew in a proof.
type seat struct {
	proof string
	stop  func() // hearing
	users int
	over  context.Context // of the proof
	end   context.CancelFunc

	mu    sync.Mutex
	heard [][]byte
}

// join takes the crew's seat in a proof, for one more of its workers.
func (c *Crew) join(proof string, t Talk) (*seat, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.seats[proof]; s != nil && s.over.Err() == nil { // else the proof was begun again
		s.users++
		return s, nil
	}
	s := &seat{proof: proof, users: 1}
	s.over, s.end = context.WithCancel(context.Background())
	var err error
	if s.stop, err = t.Hear(toWorkers, s.hear); err != nil {
		s.end()
		return nil, err
	}
	if c.seats == nil {
		c.seats = map[string]*seat{}
	}
	c.seats[proof] = s
	return s, nil
}

// leave gives it back.
func (c *Crew) leave(s *seat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.users--; s.users > 0 {
		return
	}
	s.stop()
	s.end()
	if c.seats[s.proof] == s {
		delete(c.seats, s.proof)
	}
}

// mostHeard bounds what is kept of the others' news between two looks at it.
const mostHeard = 1 << 16

func (s *seat) hear(text []byte) {
	var n share
	if wire.Unmarshal(text, &n) != nil {
		return
	}
	if n.Over {
		s.end()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.heard) < mostHeard {
		s.heard = append(s.heard, n.Found...)
	}
}

// take returns what was heard, once.
func (s *seat) take() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	heard := s.heard
	s.heard = nil
	return heard
}
