package solve

import (
	"strings"
	"sync/atomic"
)

// Standing is how a search stands while it goes on. Fields that are zero tell nothing.
type Standing struct {
	Nodes           uint64
	Stage           string // what is being done, such as "move 3 of 25"
	Depth           int    // plies of the present iteration
	Proof, Disproof uint32 // of the root, in proof-number search
	Memory          int64  // bytes of the tables
	Line            string // the best moves so far
}

// Progress is where a search tells another goroutine how it stands. Nodes come with every poll; the rest is put together
// only when it was asked for. A nil Progress is nobody's: Asked is false, and Tell does nothing.
type Progress struct {
	nodes atomic.Uint64
	asked atomic.Bool
	told  atomic.Pointer[Standing]
}

// Look returns how the search stands, as far as it has told, and asks for more.
func (p *Progress) Look() Standing {
	var s Standing
	if told := p.told.Load(); told != nil {
		s = *told
	}
	s.Nodes = p.nodes.Load()
	p.asked.Store(true)
	return s
}

// Asked reports whether somebody waits for Tell.
func (p *Progress) Asked() bool { return p != nil && p.asked.Load() }

// Tell says how a search stands. Its Nodes are those that were polled.
func (p *Progress) Tell(s Standing) {
	if p != nil {
		p.asked.Store(false)
		p.told.Store(&s)
	}
}

// Counter returns where the nodes are stored, for work that counts them itself; nil for nobody.
func (p *Progress) Counter() *atomic.Uint64 {
	if p == nil {
		return nil
	}
	return &p.nodes
}

// Reset forgets what was told, before another search.
func (p *Progress) Reset() {
	p.nodes.Store(0)
	p.told.Store(nil)
}

// LineOf writes moves one after another, for a Standing.
func LineOf[M any](moves []M, write func(M) string) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = write(m)
	}
	return strings.Join(texts, " ")
}
