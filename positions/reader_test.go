package positions

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// summary describes an item in one line: place, keys, body and moves with their places, fault.
func summary(i *Item) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d@%d:%d %s", i.Index, i.Line, i.Column, [...]string{"line", "page", "json"}[i.Kind])
	if i.Whole {
		b.WriteString("(line)")
	}
	for _, k := range i.Keys {
		fmt.Fprintf(&b, " %s=%s@%d:%d", k.Name, k.Value, k.Line, k.Column)
	}
	for _, l := range i.Body {
		fmt.Fprintf(&b, " [%s]@%d:%d", l.Text, l.Number, l.Column)
	}
	for _, l := range i.Moves {
		fmt.Fprintf(&b, " moves [%s]@%d:%d", l.Text, l.Number, l.Column)
	}
	if i.Err != nil {
		fmt.Fprintf(&b, " ERR %v", i.Err)
	}
	return b.String()
}

func itemsOf(t *testing.T, r *Reader) []string {
	t.Helper()
	var all []string
	for {
		item, err := r.Next()
		if err == io.EOF {
			if _, err := r.Next(); err != io.EOF {
				t.Errorf("after the end: %v", err)
			}
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, summary(item))
	}
}

func TestReaderSplitsSources(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blanks and comments", "\n \t\n# a comment\n```\n```\n", nil},
		{"separators only", "---\n---\n\n---", nil},
		{"lines", "a/b w\n\n# c\n  c/d b  # e\n---\nhello", []string{"1@1:1 line [a/b w]@1:1", "2@4:3 line [c/d b]@4:3", "3@6:1 line [hello]@6:1"}},
		{"CRLF, BOM and blanks", "\ufeffa/b\u00a0w \r\n\r\n\tc/d\r\n", []string{"1@1:1 line [a/b w]@1:1", "2@3:2 line [c/d]@3:2"}},
		{"quoted lines", "> a/b w\n> > c/d", []string{"1@1:3 line [a/b w]@1:3", "2@2:5 line [c/d]@2:5"}},
		{"a page by its key", "game: x y # z\nid: a #b\nrow\n\n row # c\nfoo: bar\n", []string{"1@1:1 page game=x y@1:7 id=a #b@2:5 [row]@3:1 []@4:1 [ row]@5:1 [foo: bar]@6:1"}},
		{"keys in any case", "To Move: white\nMOVES:  a\n b # c\n\nc: d", []string{"1@1:1 page to-move=white@1:10 moves=a@2:9 moves [a]@2:9 moves [b]@3:2 moves [c: d]@5:1"}},
		{"pages", "---\n\ngame: x\n---\n—\nid: 2\n–––\nJD\n====\nKD\n", []string{"1@3:1 page game=x@3:7", "2@6:1 page id=2@6:5", "3@8:1 page [JD]@8:1", "4@10:1 page [KD]@10:1"}},
		{"fenced and quoted pages", "> ```\n> JD KD\n> ```\n> ---\n> 2S", []string{"1@2:3 page [JD KD]@2:3", "2@5:3 page [2S]@5:3"}},
		{"a key twice", "game: x\nJD\ngame: x\ngame: y\n---\n2S", []string{"1@1:1 page game=x@1:7 [JD]@2:1 ERR f:4:7: found a second \"game:\" (the first is in line 1), expected `---` between two pages", "2@6:1 page [2S]@6:1"}},
		{"cards run together", "JDKD2S\nQD", []string{"1@1:1 page [JDKD2S]@1:1 [QD]@2:1"}},
		{"cards with a fault", "JD XX 1S KD", []string{"1@1:1 page [JD XX 1S KD]@1:1"}},
		{"cards in a line", "JDKD/2S", []string{"1@1:1 line [JDKD/2S]@1:1"}},
		{"cells beside foundations", " AD  H-0 C-0 D-0 S-0\nx", []string{"1@1:2 page [ AD  H-0 C-0 D-0 S-0]@1:1 [x]@2:1"}},
		{"a leading colon", ": JD\n:", []string{"1@1:1 page [: JD]@1:1 [:]@2:1"}},
		{"a board without keys", "5 b b . w w\n4 b b b b b", []string{"1@1:1 page [5 b b . w w]@1:1 [4 b b b b b]@2:1"}},
		{"another board", "bbbbb\n.....", []string{"1@1:1 page [bbbbb]@1:1 [.....]@2:1"}},
		{"colours", "\x1b[1mJD\x1b[0m \x1b[31mKD\x1b[m", []string{"1@1:1 page [JD KD]@1:1"}},
		{
			"JSON Lines", "{\"position\":\"a/b w\",\"id\":\"x\"}\n\n {\"id\":7, \"rules\":null,\"game\":\"g\",\"position\":\"c\\/d\", \"z\":[1]}\n",
			[]string{"1@1:1 json(line) id=x@1:27 [a/b w]@1:14", "2@3:2 json(line) id=7@3:8 game=g@3:32 [c/d]@3:47"},
		},
		{"pages in JSON", `{"position":"game: x\n> JD # y\nmoves: a\n","id":"i"}`, []string{`1@1:1 json id=i@1:51 game=x@1:20 moves=a@1:40 [JD]@1:25 moves [a]@1:40`}},
		{"a line and its moves in JSON", `{"position":"a/b w\nmoves: c"}`, []string{`1@1:1 json moves=c@1:28 [a/b w]@1:14 moves [c]@1:28`}},
		{"two pages in JSON", `{"position":"---\nJD\n---\n\nKD\n---"}`, []string{"1@1:1 json [JD]@1:19 ERR f:1:30: found a second page in \"position\", expected one"}},
		{"faults of JSON", "{\"position\":\"a/b\"}\nfoo\n{\"position\":1}\n{}\n{\"position\":\"a\"\n{\"position\":\"a\"} 1\n{\"game\":1,\"position\":\"a\"}\n{\"position\":\"a\", b}", []string{
			"1@1:1 json(line) [a/b]@1:14", `2@2:1 json ERR f:2:1: found "foo", expected a JSON object`, `3@3:1 json ERR f:3:13: found "position": 1, expected a string`,
			`4@4:1 json ERR f:4:1: found no "position", expected an object with "position"`, `5@5:1 json ERR f:5:16: found the end of the line, expected the end of a JSON object`,
			`6@6:1 json ERR f:6:18: found text after the object, expected one object a line`, `7@7:1 json ERR f:7:9: found "game": 1, expected a string`,
			`8@8:1 json ERR f:8:18: found broken JSON (invalid character 'b' looking for beginning of object key string), expected one object a line`,
		}},
		{"objects of another program", "{\"tableau piles\": [\n[\"JD\"],\n[\"---\"]\n]}\n{\"tableau piles\":[]}{\n{\"tableau piles\":[\n---\nid: x\n{\"a\":\"}\"}", []string{
			`1@1:1 page [{"tableau piles": []@1:1 [["JD"],]@2:1 [["---"]]@3:1 []}]@4:1`, `2@5:1 page [{"tableau piles":[]}{]@5:1 [{"tableau piles":[]@6:1`, `3@8:1 page id=x@8:5 [{"a":"}"}]@9:1`,
		}},
		{"a bad byte in a line", "a/b\nc\xff/d\ne/f", []string{"1@1:1 line [a/b]@1:1", "2@2:1 line ERR f:2:2: found byte 0xff, expected UTF-8 text", "3@3:1 line [e/f]@3:1"}},
		{"a bad byte in a page", "game: x\né\xe9\n---\nid: y", []string{"1@1:1 page game=x@1:7 ERR f:2:2: found byte 0xe9, expected UTF-8 text"}},
		{"a bad byte first", "\x89PNG\r\n\x1a\n\xff\xff\n\xfe\n", []string{"1@1:1 line ERR f:1:1: found byte 0x89, expected UTF-8 text"}},
		{"NUL in a line", "a/b\nc/d\x00\ne/f", []string{"1@1:1 line [a/b]@1:1", "2@2:1 line ERR f:2:4: found a NUL byte, expected text"}},
		{"UTF-16", "\xff\xfeg\x00a\x00\n\x00", []string{"1@1:1 line ERR f:1:1: found UTF-16, expected UTF-8 text"}},
		{"UTF-16, the other", "\xfe\xff\x00g\x00a", []string{"1@1:1 line ERR f:1:1: found UTF-16, expected UTF-8 text"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
				got := itemsOf(t, NewReader("f", r))
				if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
					t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
				}
			}
		})
	}
}

func TestLongLinesAndPagesAreOneFaultEach(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	got := itemsOf(t, NewReader("", strings.NewReader("a/b\n"+long+"\n"+long+"x\n"+long+long+long+"\r\nc/d")))
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], long, "LONG")
	}
	want := []string{
		"1@1:1 line [a/b]@1:1", "2@2:1 line [LONG]@2:1", "3@3:1 line ERR -:3:1: found a line over 1048576 bytes, expected a shorter one",
		"4@4:1 line ERR -:4:1: found a line over 1048576 bytes, expected a shorter one", "5@5:1 line [c/d]@5:1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	page := "id: x\n" + strings.Repeat("JD\n", MaxPage/3) + "JD\n---\nid: y\n" + long + "x\nJD\n---\nid: z"
	got = itemsOf(t, NewReader("f", strings.NewReader(page)))
	want = []string{
		"1@1:1 page id=x@1:5 ERR f:349525:1: found a page over 1048576 bytes, expected `---` between pages",
		"2@349529:1 page id=y@349529:5 ERR f:349530:1: found a line over 1048576 bytes, expected a shorter one", "3@349533:1 page id=z@349533:5",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A source that never ends is read as far as it has lines.
func TestEndlessSources(t *testing.T) {
	if got := itemsOf(t, NewReader("f", endless("\x00"))); len(got) != 1 || got[0] != "1@1:1 line ERR f:1:1: found a NUL byte, expected text" {
		t.Errorf("read %q", got)
	}
	r := NewReader("f", endless("a/b w\n"))
	for i := range 100000 {
		item, err := r.Next()
		if err != nil || item.Index != i+1 || item.Line != i+1 {
			t.Fatalf("%+v, %v", item, err)
		}
	}
}

type endless string

func (e endless) Read(p []byte) (int, error) { return copy(p, e), nil }

func TestReadErrorsAreErrors(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	r := NewReader("f", dir)
	for range 2 {
		item, err := r.Next()
		var path *os.PathError
		if item != nil || !errors.As(err, &path) {
			t.Errorf("%v, %v", item, err)
		}
	}
	broken := errors.New("broken")
	r = NewReader("f", io.MultiReader(strings.NewReader("---\nid: x\n---\nid: y\n"), iotest.ErrReader(broken)))
	if item, err := r.Next(); err != nil || item.ID != "x" {
		t.Errorf("%v, %v", item, err)
	}
	for range 2 {
		if item, err := r.Next(); item != nil || err != broken {
			t.Errorf("%v, %v", item, err)
		}
	}
}

func TestCardsAreReadInEveryForm(t *testing.T) {
	for card := Card(4); card < 56; card++ {
		rank, suit := card.String()[:1], card.Suit()
		base := [...]rune{0x1f0d0, 0x1f0c0, 0x1f0b0, 0x1f0a0}[suit]
		r := card.Rank()
		if r > 11 {
			r++
		}
		forms := []string{card.String(), strings.ToLower(card.String()), string(base + rune(r))}
		for _, symbols := range []string{"♣♦♥♠", "♧♢♡♤"} {
			symbol := string([]rune(symbols)[suit])
			forms = append(forms, rank+symbol, rank+symbol+"\ufe0e", rank+symbol+"\ufe0f")
			if c, ok := ReadSuitFirst(symbol + "\ufe0f" + rank); !ok || c != card {
				t.Errorf("%s%s is read as %s", symbol, rank, c)
			}
		}
		if r == 10 {
			forms = append(forms, "10"+card.String()[1:])
		}
		for _, form := range forms {
			if c, n := ReadCard(form + "x"); c != card || n != len(form) {
				t.Errorf("%q is read as %s, %d", form, c, n)
			}
		}
		if c, ok := ReadSuitFirst(strings.ToLower(card.String()[1:] + rank)); !ok || c != card {
			t.Errorf("%s with its suit first is read as %s", card, c)
		}
	}
	for _, text := range []string{"", "1S", "0H", "11C", "XH", "T", "10", "J ", "\U0001f0ac", "\U0001f0a0", "\U0001f0bf", "\U0001f0df", "♠", "S", "é"} {
		if c, n := ReadCard(text); n != 0 {
			t.Errorf("%q is read as %s, %d", text, c, n)
		}
		if c, ok := ReadSuitFirst(text); ok {
			t.Errorf("%q is read as %s", text, c)
		}
	}
}

// Whatever the source: no panic, items in order, places within the source, and nothing held beyond the bounds.
func FuzzReader(f *testing.F) {
	for _, text := range []string{
		"game: x\nJD KD\n\nmoves: a b\n---\nid: 2", "a/b w\n# c\nd/e", "{\"position\":\"a/b\"}\n{\"id\":1}", "{\"tableau piles\":[\n[\"JD\"]]}", "> ```\n> JD\n> ```",
		"\ufeffJD\u00a0KD\r\n\x1b[1m2S", "\xff\xfea\x00", "a\x00", "\x1b[", "{\"position\":\"a\\nb\\u00e9\\ud800\\\\n\"}", ": \n:", "id:\nid: x", ">>> >", "—\n–––",
	} {
		f.Add(text)
	}
	f.Add("\u2028") // a blank to some, not to others
	f.Add("{\"position\":\"\\n#0\"}")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader("f", strings.NewReader(text))
		lines := strings.Count(text, "\n") + 1
		line, index := 0, 0
		for {
			item, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			index++
			if item.Index != index || item.Line < line || item.Line > lines || item.Column < 1 || item.empty() {
				t.Fatalf("item %+v after line %d of %d", item, line, lines)
			}
			line = item.Line
			all := append(append([]Line{}, item.Body...), item.Moves...)
			for _, k := range item.Keys {
				all = append(all, Line{k.Line, k.Column, k.Value})
			}
			if item.Err != nil {
				all = append(all, Line{item.Err.Line, item.Err.Column, item.Err.Message})
			}
			for _, l := range all {
				if l.Number < item.Line || l.Number > lines || l.Column < 1 || l.ColumnOf(len(l.Text)) < l.Column {
					t.Fatalf("line %+v of item %+v", l, item)
				}
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	const line = "eightoff JDKD2S4C3S6D/2DKCKS5CTD8S/9H9S9DTS4S8D/JC5SQDQHTHQS/5DADJS4H8H6C/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC cells=6S-9C-2H-6H\n"
	r := NewReader("f", endless(line))
	for b.Loop() {
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
