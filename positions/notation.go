package positions

import (
	"fmt"
	"strings"
)

// Notation is a way to write a position P, a page or a single line.
type Notation[P any] struct {
	Name  string
	Write func(*P) string
}

// Notations are all that a game is written in.
type Notations[P any] []Notation[P]

// Names returns the names of the notations.
func (n Notations[P]) Names() []string {
	names := make([]string, len(n))
	for i, notation := range n {
		names[i] = notation.Name
	}
	return names
}

// Write returns a position in the notation of a name.
func (n Notations[P]) Write(p *P, name string) (string, error) {
	for _, notation := range n {
		if notation.Name == name {
			return notation.Write(p), nil
		}
	}
	return "", fmt.Errorf("found notation %q, expected %s", name, strings.Join(n.Names(), ", "))
}
