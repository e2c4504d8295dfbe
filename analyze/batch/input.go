package batch

import (
	"cmp"

	"foregone/analyze/games"
	"foregone/positions"
)

// Input is one input as it was found, not read yet, in a form that can travel: a deal of a range, an item of text, or a fault.
type Input struct {
	Place uint64           // in the whole input, from 1
	Item  *positions.Item  // text; nil for a deal
	Deals string           // a range of deals, such as "ms 1..1000", of which it is the one
	Index uint64           // of this number, from 0
	Fault *positions.Error // nothing but this is known
}

// size is about that in a message.
func (in *Input) size() int {
	n := 16
	if in.Item != nil {
		for _, lines := range [...][]positions.Line{in.Item.Body, in.Item.Moves} {
			for i := range lines {
				n += 32 + len(lines[i].Text)
			}
		}
	}
	return n
}

// Task is an input of this process. Source, unless nil, returns a line of the text that it stands in.
type Task struct {
	Input
	Source func(line int) string
}

// Loader reads inputs. It keeps the ranges of deals that it has met. Not for concurrent use.
type Loader struct {
	hints games.Hints
	deals map[string]games.Deals
}

// NewLoader returns a Loader of inputs of which the hints settle what they leave open.
func NewLoader(h games.Hints) *Loader {
	return &Loader{hints: h, deals: map[string]games.Deals{}}
}

// Deals returns a range of deals of the game of the hints, the default game without.
func (l *Loader) Deals(text string) (games.Deals, error) {
	if d, ok := l.deals[text]; ok {
		return d, nil
	}
	game := cmp.Or(l.hints.Game, games.Default())
	family, err := games.Lookup(game)
	if err != nil {
		return nil, err
	}
	d, err := family.Deals(game, l.hints.Rules, text)
	if err == nil {
		l.deals[text] = d
	}
	return d, err
}

// Load reads an input.
func (l *Loader) Load(in *Input) (games.Subject, *positions.Error) {
	switch {
	case in.Fault != nil:
		return games.Subject{}, in.Fault
	case in.Item != nil:
		return games.Read(in.Item, l.hints)
	}
	d, err := l.Deals(in.Deals)
	if err == nil && in.Index < d.Count() {
		var s games.Subject
		if s, err = d.At(in.Index); err == nil {
			return s, nil
		}
	}
	message := "found no such deal"
	if err != nil {
		message = err.Error()
	}
	return games.Subject{}, &positions.Error{File: in.Deals, Line: 1, Column: 1, Message: message}
}

// Faulty returns a fault of the input, with its line where that is known.
func (t *Task) Faulty(bad *positions.Error) *positions.Error {
	if t.Source == nil {
		return bad
	}
	shown := *bad
	shown.Source = t.Source(bad.Line)
	return &shown
}
