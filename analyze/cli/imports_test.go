package cli

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// packages returns every package of the module with what it imports.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "foregone/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]listed{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

// under reports whether path is the package root or below it.
func under(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// TestImportsRunOneWay keeps the arrows: positions <- positions/<game> <- solve <- analyze/games <- the rest of
// analyze <- main.
func TestImportsRunOneWay(t *testing.T) {
	all := packages(t)
	for _, name := range []string{
		"foregone", "foregone/positions", "foregone/positions/patience", "foregone/solve",
		"foregone/analyze/games", "foregone/analyze/verify", "foregone/analyze/cli",
	} {
		if _, ok := all[name]; !ok {
			t.Fatalf("package %s is missing; found %d packages", name, len(all))
		}
	}
	for path, p := range all {
		for _, imported := range p.Imports {
			if reason := forbidden(path, imported); reason != "" {
				t.Errorf("%s imports %s: %s", path, imported, reason)
			}
		}
	}
	for _, name := range []string{"foregone/analyze/verify", "foregone/analyze/proof"} {
		for _, dep := range all[name].Deps {
			if under(dep, "foregone/solve") && dep != "foregone/solve/tablefile" {
				t.Errorf("%s depends on %s: a check shares nothing with the solvers", name, dep)
			}
		}
	}
}

func forbidden(path, imported string) string {
	switch {
	case under(imported, "github.com/urfave/cli/v2") && path != "foregone/analyze/cli":
		return "only analyze/cli knows urfave/cli"
	case under(imported, "github.com/dgraph-io/badger/v4") && path != "foregone/solve/store":
		return "only the store knows badger"
	case under(imported, "github.com/nats-io") && !under(path, "foregone/analyze/queue"):
		return "only analyze/queue knows NATS"
	case !under(imported, "foregone"):
		return ""
	}
	allowed := map[string][]string{
		"foregone/positions":     {},
		"foregone/solve":         {"foregone/positions", "foregone/solve"},
		"foregone/analyze/games": {"foregone/positions", "foregone/solve"},
		"foregone/analyze":       {"foregone/positions", "foregone/solve", "foregone/analyze"},
		"foregone":               {"foregone/analyze/cli"},
	}
	layer := "foregone"
	for _, l := range []string{"foregone/analyze", "foregone/analyze/games", "foregone/solve"} {
		if under(path, l) {
			layer = l
		}
	}
	switch {
	case path == "foregone/positions":
		layer = path
	case under(path, "foregone/positions"):
		if imported == "foregone/positions" {
			return ""
		}
		return "the rules of a game import nothing of ours but positions"
	}
	if slices.ContainsFunc(allowed[layer], func(root string) bool { return under(imported, root) }) {
		return ""
	}
	return "the arrow runs the other way"
}
