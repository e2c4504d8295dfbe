package record

import (
	"slices"
	"strings"
	"testing"

	"foregone/positions"
)

func ptr[T any](v T) *T { return &v }

var full = Record{
	ID: "a\"<b>", Deal: 7, Game: "eightoff", Position: "p", Verdict: "winnable", Exact: ptr(true), Distance: ptr(0),
	Optimal: ptr(true), Steps: ptr(0), Line: []string{}, Nodes: ptr(uint64(0)), ElapsedMS: ptr(0.5), Cache: "off",
}

func TestAppendKeepsOrderAndZeros(t *testing.T) {
	line, err := full.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a\"<b>","deal":7,"game":"eightoff","position":"p","verdict":"winnable","exact":true,"distance":0,` +
		`"optimal":true,"steps":0,"line":[],"nodes":0,"elapsed_ms":0.5,"cache":"off"}` + "\n"
	if string(line) != want {
		t.Errorf("got  %swant %s", line, want)
	}
}

func TestFields(t *testing.T) {
	f, err := ParseFields("verdict, id,nodes")
	if err != nil {
		t.Fatal(err)
	}
	line, err := f.AppendJSON(nil, &full)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"id":"a\"<b>","verdict":"winnable","nodes":0}` + "\n"; string(line) != want {
		t.Errorf("got %s, want %s", line, want)
	}
	if full.Game == "" {
		t.Error("the record itself was changed")
	}
	bad := FromError("3", &positions.Error{File: "-", Line: 2, Column: 5, Message: "found a\ttab"})
	line, err = f.AppendJSON(nil, &bad)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"id":"3","error":{"file":"-","line":2,"column":5,"message":"found a\ttab"}}` + "\n"; string(line) != want {
		t.Errorf("got %s, want %s", line, want)
	}
	if got := string(f.AppendTSV(nil, &bad)); got != "3\t\t\t-:2:5: found a tab\n" {
		t.Errorf("TSV %q", got)
	}
	if got := strings.Join(f.Names(), ","); got != "id,verdict,nodes,error" {
		t.Errorf("names %s", got)
	}
	if _, err := ParseFields("id,colour"); err == nil || !strings.Contains(err.Error(), `"colour"`) {
		t.Errorf("error %v, want one that names the field", err)
	}
}

func TestWithout(t *testing.T) {
	f := Fields{}.Without("version")
	if names := f.Names(); len(names) != len(keys)-1 || slices.Contains(names, "version") {
		t.Errorf("names %v", names)
	}
}
