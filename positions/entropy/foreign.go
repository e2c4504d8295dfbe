package entropy

import "foregone/positions"

// formats are the notations that Write takes.
var formats = positions.Notations[Position]{
	{Name: "line", Write: (*Position).String},
	{Name: "page", Write: (*Position).Page},
}

// Formats returns the notations that Write takes.
func Formats() []string { return formats.Names() }

// Write returns a position in a notation, a page or a single line.
func Write(p *Position, format string) (string, error) { return formats.Write(p, format) }
