package cli

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineKeeper(t *testing.T) {
	var text strings.Builder
	text.WriteString("\ufefffirst\r\n\n")
	for i := 3; i <= 1000; i++ {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	text.WriteString(strings.Repeat("x", 2*keptLine) + "\nlast")
	for name, r := range map[string]io.Reader{
		"at once": strings.NewReader(text.String()), "half": iotest.HalfReader(strings.NewReader(text.String())),
		"bytes": iotest.OneByteReader(strings.NewReader(text.String()[:3000])),
	} {
		k := newLineKeeper(r)
		read, err := io.ReadAll(k)
		if err != nil || !strings.HasPrefix(text.String(), string(read)) {
			t.Fatalf("%s: found %d bytes, %v", name, len(read), err)
		}
		want := map[int]string{-1: "", 0: "", 1: "first", 2: "", 3: "line 3", 100: "line 100"}
		if name != "bytes" {
			want[1000], want[1001], want[1002], want[1003] = "line 1000", strings.Repeat("x", keptLine), "last", ""
		}
		for number, line := range want {
			if found := k.line(number); found != line {
				t.Errorf("%s: found line %d as %.40q, expected %.40q", name, number, found, line)
			}
		}
	}
	k := newLineKeeper(strings.NewReader(strings.Repeat("0123456789abcdef\n", 1<<20)))
	if _, err := io.Copy(io.Discard, k); err != nil {
		t.Fatal(err)
	}
	if k.bytes > keptText || len(k.lines) > keptText/17+1 || k.line(1) != "" || k.line(1<<20) != "0123456789abcdef" {
		t.Errorf("found %d lines of %d bytes, the first %q", len(k.lines), k.bytes, k.line(1))
	}
}
