package snapshot

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"foregone/positions/patience"
)

func start(t *testing.T, number uint64) patience.Position {
	t.Helper()
	r, _ := patience.Preset("freecell")
	p, err := patience.Deal{Number: number}.Start(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReadIsTheInverseOfWrite(t *testing.T) {
	p := start(t, 1)
	want := []uint64{0, 1, 1<<64 - 1, 0x0102030405060708}
	var b bytes.Buffer
	if err := Write(&b, "engine/1", &p, want...); err != nil {
		t.Fatal(err)
	}
	b.WriteString("rest")
	got := make([]uint64, len(want))
	if err := Read(&b, "engine/1", &p, got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("number %d: found %x, expected %x", i, got[i], want[i])
		}
	}
	if b.String() != "rest" {
		t.Errorf("found %q after it", b.String())
	}
}

func TestReadRefusesOthers(t *testing.T) {
	p, other := start(t, 1), start(t, 2)
	ranks, columns := p, p
	ranks.Rules.Ranks--
	columns.Rules.Columns--
	var b bytes.Buffer
	if err := Write(&b, "engine/1", &p, 7); err != nil {
		t.Fatal(err)
	}
	var numbers [1]uint64
	for _, o := range []*patience.Position{&other, &ranks, &columns} {
		if err := Read(bytes.NewReader(b.Bytes()), "engine/1", o, numbers[:]); err == nil {
			t.Errorf("read as one of %v", o)
		}
	}
	if err := Read(bytes.NewReader(b.Bytes()), "engine/2", &p, numbers[:]); err == nil {
		t.Error("read as one of another engine")
	}
	for n := range b.Len() {
		if err := Read(bytes.NewReader(b.Bytes()[:n]), "engine/1", &p, numbers[:]); err == nil {
			t.Errorf("read from %d bytes", n)
		}
	}
}

// A length that is not true does not cost memory.
func TestReadBytes(t *testing.T) {
	for _, n := range []uint64{5, 1 << 40, 1<<64 - 1} {
		got, err := ReadBytes(bytes.NewReader([]byte("four")), n)
		if string(got) != "four" || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: found %q, %v", n, got, err)
		}
	}
	if got, err := ReadBytes(bytes.NewReader([]byte("four")), 3); string(got) != "fou" || err != nil {
		t.Errorf("found %q, %v", got, err)
	}
}

func TestEnd(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		r    io.Reader
		want error
	}{
		{strings.NewReader(""), nil},
		{strings.NewReader("x"), ErrDamaged},
		{iotest.ErrReader(broken), broken},
	} {
		if err := End(c.r); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}
