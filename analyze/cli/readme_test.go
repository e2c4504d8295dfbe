package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs every example of the README, a fenced block that begins with "$ ", and compares what it prints
// on standard output with what stands there. A line "…" stands for any number of lines.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(build(t))
	examples := 0
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			continue
		}
		_, block, _ = strings.Cut(block, "\n")
		if !strings.HasPrefix(block, "$ ") {
			continue
		}
		for _, example := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want := splitExample(example)
			examples++
			cmd := exec.Command("bash", "-c", command)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"),
				"FOREGONE_CACHE="+filepath.Join(dir, "cache"))
			var out, errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errOut
			_ = cmd.Run() // the status is a part of some examples
			got := strings.TrimRight(out.String()+errOut.String(), "\n")
			if !matches(strings.Split(got, "\n"), strings.Split(want, "\n")) {
				t.Errorf("$ %s\ngot\n%s\nwant\n%s", command, got, want)
			}
		}
	}
	if examples < 5 {
		t.Errorf("only %d examples found", examples)
	}
}

// splitExample parts a command, which goes on over lines that end in \ and over a here-document, from its output.
func splitExample(example string) (command, want string) {
	lines := strings.Split(strings.TrimRight(example, "\n"), "\n")
	n := 1
	for n < len(lines) && strings.HasSuffix(lines[n-1], "\\") {
		n++
	}
	if _, rest, ok := strings.Cut(lines[0], "<<"); ok {
		end := strings.Trim(strings.Fields(rest)[0], "'")
		for n < len(lines) && lines[n-1] != end {
			n++
		}
	}
	return strings.Join(lines[:n], "\n"), strings.Join(lines[n:], "\n")
}

func matches(got, want []string) bool {
	for i, w := range want {
		if w == "…" {
			for skip := range len(got) - i + 1 {
				if matches(got[i+skip:], want[i+1:]) {
					return true
				}
			}
			return false
		}
		if i >= len(got) || strings.TrimRight(got[i], " ") != w {
			return false
		}
	}
	return len(got) == len(want)
}
