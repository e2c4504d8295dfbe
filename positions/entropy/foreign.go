package entropy

import (
	"fmt"
	"strings"
)

// formats are the notations that Write takes.
var formats = [...]struct {
	name  string
	write func(*Position) string
}{
	{"line", (*Position).String},
	{"page", (*Position).Page},
}

// Formats returns the notations that Write takes.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// Write returns a position in a notation, a page or a single line.
func Write(p *Position, format string) (string, error) {
	for _, f := range formats {
		if f.name == format {
			return f.write(p), nil
		}
	}
	return "", fmt.Errorf("found notation %q, expected %s", format, strings.Join(Formats(), ", "))
}
