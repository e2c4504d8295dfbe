package patience

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"foregone/positions"
)

// readOne reads a text that holds one item.
func readOne(t *testing.T, text string, h Hints) (*Record, *positions.Error) {
	t.Helper()
	r := positions.NewReader("-", strings.NewReader(text))
	item, err := r.Next()
	if err != nil {
		t.Fatalf("no item in %q: %v", text, err)
	}
	if more, err := r.Next(); err != io.EOF {
		t.Fatalf("more than one item in %q: %+v, %v", text, more, err)
	}
	if item.Err == nil && !Recognizes(item) && h.Game == "" {
		t.Errorf("%q is not recognized", text)
	}
	return Read(item, h)
}

const (
	columns1 = "JDKD2S4C3S6D/2DKCKS5CTD8S/9H9S9DTS4S8D/JC5SQDQHTHQS/5DADJS4H8H6C/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC"
	line1    = "eightoff " + columns1 + " cells=6S-9C-2H-6H"
	// fresh1 has the four cards in cells 1 to 4.
	fresh1 = "eightoff " + columns1 + " cells=6S9C2H6H"
)

// page1 is the board of line1, a column a line.
var page1 = strings.Join([]string{
	"Freecells: 6S - 9C - 2H - 6H",
	"JD KD 2S 4C 3S 6D", "2D KC KS 5C TD 8S", "9H 9S 9D TS 4S 8D", "JC 5S QD QH TH QS",
	"5D AD JS 4H 8H 6C", "7H QC AS AC 2C 3D", "7C KH AH 4D JH 8C", "5H 3H 3C 7S 7D TC", "",
}, "\n")

// rows1 are its columns as on a screen.
var rows1 = strings.Join([]string{
	"JD 2D 9H JC 5D 7H 7C 5H", "KD KC 9S 5S AD QC KH 3H", "2S KS 9D QD JS AS AH 3C",
	"4C 5C TS QH 4H AC 4D 7S", "3S TD 4S TH 8H 2C JH 7D", "6D 8S 8D QS 6C 3D 8C TC", "",
}, "\n")

// freecellRows is a FreeCell board with the same cards.
var freecellRows = rows1 + "6S 9C 2H 6H\n"

// swap replaces pairs in text.
func swap(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

func TestReadsAllThatPeoplePaste(t *testing.T) {
	suits := func(c, d, h, s string) string {
		var b strings.Builder
		for i := 0; i < len(page1); i++ {
			suit, isSuit := positions.SuitOf(page1[i])
			if i > 0 && isSuit && positions.RankOf(page1[i-1]) != 0 {
				b.WriteString([...]string{c, d, h, s}[suit])
			} else {
				b.WriteByte(page1[i])
			}
		}
		return b.String()
	}
	pictures := page1
	for card := positions.Card(4); card < 56; card++ {
		rank := card.Rank()
		if rank > 11 {
			rank++
		}
		base := [...]rune{0x1f0d0, 0x1f0c0, 0x1f0b0, 0x1f0a0}[card.Suit()]
		pictures = strings.ReplaceAll(pictures, card.String(), string(base+rune(rank)))
	}
	suitFirst := page1
	for card := positions.Card(4); card < 56; card++ {
		symbol := [...]string{"♣", "♦", "♥", "♠"}[card.Suit()]
		suitFirst = strings.ReplaceAll(suitFirst, card.String(), symbol+card.String()[:1])
	}
	aligned := "   " + strings.ReplaceAll(strings.ReplaceAll(rows1, " ", "  "), "\n", "\n   ")
	tests := []struct {
		name, text, want string
		hints            Hints
	}{
		{"the line", line1, line1, Hints{}},
		{"without its game", columns1 + " cells=6S-9C-2H-6H", line1, Hints{}},
		{"without its game, hinted", columns1 + "  cells=6S9C2H6H", fresh1, Hints{Game: "eightoff"}},
		{"lower case", strings.ToLower(line1), line1, Hints{}},
		{"upper case", strings.ToUpper(line1), line1, Hints{}},
		{"a comment", "# first\n\n" + line1 + "   # a deal", line1, Hints{}},
		{"blanks in columns", swap(line1, "/", " / ", "JDKD", "JD KD"), line1, Hints{}},
		{"commas in cells", swap(line1, "cells=6S-9C-2H-6H", "cells=6S,-,9C,-,2H,-,6H"), line1, Hints{}},
		{"options first", "eightoff " + columns1 + " ncells=9 empty=any cells=6S-9C-2H-6H", line1 + " empty=any ncells=9", Hints{}},
		{"an option that is the default", line1 + " build=suit", line1, Hints{}},
		{"hinted rules", line1, line1 + " ncells=7", Hints{Rules: "ncells=7"}},
		{"hinted rules that agree", line1 + " ncells=7", line1 + " ncells=7", Hints{Game: "eightoff", Rules: "ncells=7"}},
		{"two words", "Eight Off " + columns1 + " cells=6S-9C-2H-6H", line1, Hints{}},
		{"another name", "Baker's Game " + columns1 + " cells=6S9C2H6H", swap(fresh1, "eightoff", "bakers"), Hints{}},
		{"a page", page1, line1, Hints{}},
		{"a page with its game", "game: Eight Off\nid: x\n" + page1, line1, Hints{}},
		{"a page with rules", "game: eightoff\nrules: empty=any, ncells=9\n" + page1, line1 + " empty=any ncells=9", Hints{}},
		{"CRLF", strings.ReplaceAll(page1, "\n", "\r\n"), line1, Hints{}},
		{"BOM", "\ufeff" + page1, line1, Hints{}},
		{"no-break spaces", strings.ReplaceAll(page1, " ", "\u00a0"), line1, Hints{}},
		{"tabs", strings.ReplaceAll(page1, " ", "\t"), line1, Hints{}},
		{"ten as two digits", swap(page1, "T", "10"), line1, Hints{}},
		{"ten in a line", swap(line1, "TD", "10D", "TC", "10c"), line1, Hints{}},
		{"filled suits", suits("♣", "♦", "♥", "♠"), line1, Hints{}},
		{"outlined suits", suits("♧", "♢", "♡", "♤"), line1, Hints{}},
		{"suits as emoji", suits("♣️", "♦️", "♥️", "♠️"), line1, Hints{}},
		{"suits as text", suits("♣︎", "♦︎", "♥︎", "♠︎"), line1, Hints{}},
		{"playing cards", pictures, line1, Hints{}},
		{"suits before ranks", suitFirst, line1, Hints{}},
		{"cards written together", strings.ReplaceAll(page1, " ", "")[:10] + page1[10:11] + strings.ReplaceAll(page1[11:], "D ", "D"), line1, Hints{}},
		{"a fence", "```text\n" + page1 + "```\n", line1, Hints{}},
		{"a quotation", "> " + strings.ReplaceAll(strings.TrimSpace(page1), "\n", "\n> "), line1, Hints{}},
		{"a quoted quotation", "> > " + strings.ReplaceAll(strings.TrimSpace(page1), "\n", "\n> > "), line1, Hints{}},
		{"a quoted fence", "> ```\n> " + strings.ReplaceAll(page1, "\n", "\n> ") + "```", line1, Hints{}},
		{"colours of a terminal", strings.ReplaceAll(page1, "JD", "\x1b[1;31mJD\x1b[0m"), line1, Hints{}},
		{"long dashes", "—\n" + page1 + "–––\n", line1, Hints{}},
		{"numbered columns", numbered(page1), line1, Hints{}},
		{"comments on columns", swap(page1, "6D\n", "6D # the first\n"), line1, Hints{}},
		{"short heading", swap(page1, "Freecells:", "FC:"), line1, Hints{}},
		{"other heading", swap(page1, "Freecells:", "Cells:"), line1, Hints{}},
		{"gaps as brackets", swap(page1, " - ", " [] "), line1, Hints{}},
		{"gaps as dashes", swap(page1, " - ", " -- "), line1, Hints{}},
		{"leading colons", colons(page1), line1, Hints{}},
		{"cells one after the other", swap(page1, " - ", " "), fresh1, Hints{}},
		{"cells of four characters", swap(page1, "Freecells: 6S - 9C - 2H - 6H", "Freecells:  6S      9C      2H      6H    "), line1, Hints{}},
		{"rows", "Freecells: 6S - 9C - 2H - 6H\n" + rows1, line1, Hints{}},
		{"rows, aligned and indented", "Freecells: 6S - 9C - 2H - 6H\n" + swap(aligned, " TD", "10D", " TC", "10C"), line1, Hints{}},
		{"rows of tens that shift", "Freecells: 6S - 9C - 2H - 6H\n" + swap(rows1, "T", "10"), line1, Hints{}},
		{"rows under numbers", "game: eightoff\nFreecells: 6S - 9C - 2H - 6H\n 1  2  3  4  5  6  7  8\n" + rows1, line1, Hints{}},
		{"rows named", "layout: rows\nFreecells: 6S - 9C - 2H - 6H\n" + rows1, line1, Hints{}},
		{"FreeCell in rows", freecellRows, "freecell " + swap(columns1, "6D/", "6D6S/", "TD8S/", "TD8S9C/", "8D/", "8D2H/", "QS/", "QS6H/"), Hints{Game: "freecell"}},
		{"FreeCell in rows of tens that shift", "game: freecell\n" + swap(freecellRows, "T", "10"), "freecell " + swap(columns1, "6D/", "6D6S/", "TD8S/", "TD8S9C/", "8D/", "8D2H/", "QS/", "QS6H/"), Hints{}},
		{"FreeCell with tens in its last row", "game: freecell\n" + swap(freecellRows, "TD", "6S", "TS", "9C", "TH", "2H", "6S 9C 2H 6H", "10D 10S 10H 6H"), "freecell " + swap(columns1, "6D/", "6DTD/", "TD8S/", "6S8STS/", "8D/", "8DTH/", "QS/", "QS6H/", "TS4S", "9C4S", "QHTH", "QH2H"), Hints{}},
		{"a column that is empty throughout", "game: bakers\nFoundations: C-K D-K\n" + hollow, "bakers KHKS/QHQS/JHJS/THTS/9H9S/8H8S7H7S6H6S5H5S4H4S3H3S2H2S/-/AHAS home=CKDK", Hints{}},
		{"rows with gaps by name", "game: bakers\nFoundations: C-K D-K\n" + swap(hollow, "8H     AH", "8H [ ] AH"), "bakers KHKS/QHQS/JHJS/THTS/9H9S/8H8S7H7S6H6S5H5S4H4S3H3S2H2S/-/AHAS home=CKDK", Hints{}},
		{"a screen of fc-solve", screen1, line1, Hints{}},
		{"a print of Solvitaire", solvitairePrint, solvitaireLine, Hints{}},
		{"a deal of Solvitaire", solvitaireDeal, solvitaireLine, Hints{}},
		{"a deal of Solvitaire, indented", swap(solvitaireDeal, "[[", "[\n  [", "],[", "],\n  ["), solvitaireLine, Hints{}},
		{"a deal of Solvitaire with ranks as numbers", swap(solvitaireDeal, `"A`, `"1`, `"K`, `"13`, `"Q`, `"12`), solvitaireLine, Hints{}},
		{"foundations of Solvitaire", strings.TrimSpace(solvitaireEnd), "freecell KH/-/-/-/-/-/-/- cells=KD--KS home=CKDQHQSQ", Hints{Game: "freecell"}},
		{"foundations of Solvitaire by their top cards", swap(solvitaireEnd, suitUpTo("C", 13), `"13C"`, suitUpTo("D", 12), `"QD"`), "freecell KH/-/-/-/-/-/-/- cells=KD--KS home=CKDQHQSQ", Hints{Game: "freecell"}},
		{"empty piles of Solvitaire as it prints them", swap(solvitaireEnd, "[],", `"",`, `"cells":["KD","","","KS"]`, `"cells":[["KD"],[],"",["KS"]],"reserve":"","stock":[[],[""]]`), "freecell KH/-/-/-/-/-/-/- cells=KD--KS home=CKDQHQSQ", Hints{Game: "freecell"}},
		{"a line in JSON", `{"position":"` + line1 + `","id":7,"other":[1]}`, line1, Hints{}},
		{"a page in JSON", `{"position":"` + strings.ReplaceAll(page1, "\n", `\n`) + `","game":"eightoff","rules":"ncells=7"}`, line1 + " ncells=7", Hints{}},
		{"a line in a page", "id: x\n" + line1 + "\nmoves: 8b", line1, Hints{}},
		{"a deal", "deal: ms 1", line1, Hints{}},
		{"a deal in a line", "ms 1", line1, Hints{}},
		{"a deal of a game in a line", "freecell ms 24", "freecell 4C2C9C8CQS4S2H/5HQH3CAC3H4HQD/QC9S6H9H3SKS3D/5D2SJC5CJH6DAS/2DKDTHTCTD8D/7HJSKHTSKC7C/AH5S6SAD8HJD/7S6C7D4D8S9D", Hints{}},
		{"a deal without its style", "deal: 1", line1, Hints{}},
		{"a deal with rules", "game: eightoff\ndeal: ms 1\nrules: empty=any", line1 + " empty=any", Hints{}},
		{"home and empty columns", "freecell KC/KDQD/KHQH/KS/-/-//- home=C12D11HJSQ", "freecell KC/KDQD/KHQH/KS/-/-/-/- home=CQDJHJSQ", Hints{}},
		{"all home", "game: bakers\nFoundations: H-K C-13 D-K S-K\n-\n[]\n--\n-\n-\n-\n-\n-\n", "bakers -/-/-/-/-/-/-/- home=CKDKHKSK", Hints{}},
		{"top cards for foundations", "game: bakers\nFoundations: QH KC KD KS\nKH\n-\n-\n-\n-\n-\n-\n-\n", "bakers KH/-/-/-/-/-/-/- home=CKDKHQSK", Hints{}},
		{"no foundation below", "game: bakers\nFounds: H-0 S-K D-Q C-K\nFC: KD\nAH 2H 3H\nKH QH JH 10H\n4H 5H 6H 7H 8H 9H\n-\n-\n-\n-\n-\n", "bakers AH2H3H/KHQHJHTH/4H5H6H7H8H9H/-/-/-/-/- cells=KD home=CKDQSK", Hints{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := readOne(t, test.text, test.hints)
			if err != nil {
				t.Fatalf("%v, of\n%s", err, test.text)
			}
			if got := r.Start.String(); got != test.want {
				t.Errorf("read\n%s, want\n%s, of\n%s", got, test.want, test.text)
			}
		})
	}
}

// hollow has no card in its seventh column.
const hollow = `KH QH JH TH 9H 8H     AH
KS QS JS TS 9S 8S     AS
               7H
               7S
               6H
               6S
               5H
               5S
               4H
               4S
               3H
               3S
               2H
               2S
`

// suitUpTo is a foundation of Solvitaire, [] for none.
func suitUpTo(suit string, rank int) string {
	var cards []string
	for r := 1; r <= rank; r++ {
		cards = append(cards, fmt.Sprintf("%q", strings.Replace(string(positions.RankLetter(r)), "T", "10", 1)+suit))
	}
	return "[" + strings.Join(cards, ",") + "]"
}

var solvitaireEnd = `{"tableau piles":[["KH"],[],[],[],[],[],[],[]],"foundations":[` + suitUpTo("C", 13) + "," + suitUpTo("D", 12) + "," +
	suitUpTo("H", 12) + "," + suitUpTo("S", 12) + `],"cells":["KD","","","KS"]}`

func numbered(page string) string {
	lines := strings.Split(page, "\n")
	for i := 1; i < len(lines)-1; i++ {
		lines[i] = fmt.Sprintf("%d: %s", i, lines[i])
	}
	return strings.Join(lines, "\n")
}

func colons(page string) string {
	lines := strings.Split(page, "\n")
	for i := 1; i < len(lines)-1; i++ {
		lines[i] = ": " + lines[i]
	}
	return strings.Join(lines, "\n")
}

const (
	screen1 = `-=-=-=-=-=-=-=-=-=-=-=-

 6S      9C             H-0 C-0 D-0 S-0
--- --- --- --- 
 2H      6H     
--- --- --- --- 


 --  --  --  --  --  --  --  -- 
 JD  2D  9H  JC  5D  7H  7C  5H 
 KD  KC  9S  5S  AD  QC  KH  3H 
 2S  KS  9D  QD  JS  AS  AH  3C 
 4C  5C 10S  QH  4H  AC  4D  7S 
 3S 10D  4S 10H  8H  2C  JH  7D 
 6D  8S  8D  QS  6C  3D  8C 10C 


====================
`
	solvitairePrint = "--- Foundations ---------\n[]\t[]\t[]\t[]\t\n--- Cells ---------------\n9C\t[]\t3H\tAD\t[]\tAC\t[]\t[]\t\n" +
		"--- Tableau Piles -------\nKD\tQS\tJH\t9H\t6S\t6C\t5S\t2C\t\n9S\t8H\t8S\tJD\tKH\t8C\tQH\tKS\t\nQD\t4S\t4D\t10S\t6D\t10C\t7H\t6H\t\n" +
		"5C\t7D\t7C\t4H\tKC\tAS\t10D\t10H\t\n3D\t8D\t5D\t5H\t2H\t3C\tJC\t3S\t\nAH\tJS\t9D\t2S\t7S\tQC\t4C\t2D\t\n===================================\n"
	solvitaireDeal = `{"tableau piles":[["KD","9S","QD","5C","3D","AH"],["QS","8H","4S","7D","8D","JS"],["JH","8S","4D","7C","5D","9D"],` +
		`["9H","JD","10S","4H","5H","2S"],["6S","KH","6D","KC","2H","7S"],["6C","8C","10C","AS","3C","QC"],["5S","QH","7H","10D","JC","4C"],` +
		`["2C","KS","6H","10H","3S","2D"]],"foundations":[],"cells":["9C","","3H","AD","","AC","",""]}` + "\n"
	solvitaireLine = "eightoff KD9SQD5C3DAH/QS8H4S7D8DJS/JH8S4D7C5D9D/9HJDTS4H5H2S/6SKH6DKC2H7S/6C8CTCAS3CQC/5SQH7HTDJC4C/2CKS6HTH3S2D cells=9C-3HAD-AC"
)

// Empty columns are blank lines in PySolFC's exports.
func TestReadsBlankLinesAsEmptyColumns(t *testing.T) {
	const home = "Founds: H-K C-K D-K S-9\n"
	tests := []struct{ text, want string }{
		{home + "FC: - - - -\nTS\n\nJS\n\nQS\n\nKS\n\n", "TS/-/JS/-/QS/-/KS/-"},
		{home + "FC: - - - -\n\nTS\n\nJS\n\nQS\n\nKS\n", "-/TS/-/JS/-/QS/-/KS"},
		{home + "FC: - - - -\nTS\nJS\n\n\n\n\nQS\nKS\n", "TS/JS/-/-/-/-/QS/KS"},
		{home + "FC: - - - -\n\nTS\nJS\n:\n-\n[]\n:\nQS\nKS\n", "TS/JS/-/-/-/-/QS/KS"},
	}
	for _, test := range tests {
		r, err := readOne(t, test.text, Hints{Game: "freecell"})
		if err != nil {
			t.Errorf("%v, of\n%s", err, test.text)
			continue
		}
		if got := r.Start.String(); got != "freecell "+test.want+" home=CKDKHKS9" {
			t.Errorf("read %s, want %s", got, test.want)
		}
	}
}

func TestGameFollowsFromTheBoard(t *testing.T) {
	sea, _ := Preset("seatowers")
	start, err := Deal{Style: MS, Number: 5}.Start(sea)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		strings.TrimPrefix(start.String(), "seatowers "), start.Page(), strings.Join(strings.SplitAfter(start.Page(), "\n")[1:], ""), start.fcsolve(),
	} {
		r, err := readOne(t, text, Hints{})
		if err != nil || r.Start != start {
			t.Errorf("read %v, %v of %s", r, err, text)
		}
	}
}

func TestRecognizes(t *testing.T) {
	for text, want := range map[string]bool{
		line1: true, columns1: true, page1: true, "game: seatowers\ndeal: 5": true, "deal: ms 5": true, "deal: kpat 5": true,
		"deal: 8x8": false, "game: breakthrough\ndeal: 8x8": false, "breakthrough bbbbb/bbbbb/5/wwwww/wwwww w": false,
		"game: breakthrough\nto-move: white\nbbbbb\n.....\nwwwww\n": false, "entropy AB1/3/2C chaos:B bag=A2B1C2": false,
		"crossings bbbbb/5/5/5/rrrrr r": false, solvitaireDeal: true, solvitairePrint: true, screen1: true, rows1: true, "freecell ms 3": true,
		"hello world": false, "spider " + columns1: true, "game: entropy\nacts: chaos B\nbag: A2 B1 C2\nAB.\n...\n..C\n": false,
		"game: spider\ndeal: ms 5": true, "Freecells: 2S": true,
	} {
		item, err := positions.NewReader("-", strings.NewReader(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := Recognizes(item); got != want {
			t.Errorf("%q recognized: %v", text, got)
		}
	}
}

// The known boards of numbered deals, read from text and dealt.
func TestBoardsOfDealsAreRead(t *testing.T) {
	data, err := os.ReadFile("../../testdata/patience/deals.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		board := "Freecells: " + f[2] + "\n" + strings.ReplaceAll(f[3], "|", "\n")
		pasted, fault := readOne(t, board, Hints{})
		dealt, fault2 := readOne(t, "deal: "+f[0]+" "+f[1], Hints{})
		if fault != nil || fault2 != nil {
			t.Fatalf("%v, %v", fault, fault2)
		}
		want := dealt.Start
		if f[0] == "ms" { // its cells are 1, 3, 5 and 7
			want.Cells = pasted.Start.Cells
		}
		if pasted.Start != want || dealt.Deal == nil || dealt.ID != f[0]+" "+f[1] {
			t.Errorf("%s %s: pasted %s, dealt %s (%s)", f[0], f[1], pasted.Start.String(), dealt.Start.String(), dealt.ID)
		}
	}
}

func TestFreeCellDealWithCellsIsNoted(t *testing.T) {
	rules, _ := Preset("freecell")
	p, err := Deal{MS, 0, 1}.Start(rules)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Write(&p, "fcsolve")
	if err != nil {
		t.Fatal(err)
	}
	for game, notes := range map[string]int{"": 1, "freecell": 0} {
		item, err := positions.NewReader("-", strings.NewReader(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		r, fault := Read(item, Hints{Game: game})
		if fault != nil {
			t.Fatal(fault)
		}
		if len(r.Notes) != notes {
			t.Errorf("with game %q: notes %q, want %d", game, r.Notes, notes)
		}
	}
}
