package patience

import (
	"strings"
	"testing"
)

// Every fault: the text, and the place with the message.
func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	columns := strings.Split(columns1, "/")
	game := "game: eightoff\n" + page1
	tests := []struct {
		text, want string
		hints      Hints
	}{
		// cards
		{swap(line1, "2S4C", "1S4C"), `1:14: found "1S", expected a card such as TD`, Hints{}},
		{swap(line1, "2S4C", "XH4C"), `1:14: found "XH", expected a card such as TD`, Hints{}},
		{swap(game, "KD 2S", "KD 1S"), `3:7: found "1S", expected a card such as TD`, Hints{}},
		{swap(game, "JD KD", "XH KD"), `3:1: found "XH", expected a card such as TD`, Hints{}},
		{"> " + swap(game, "\n", "\n> ", "KD 2S", "KD 1S"), `3:9: found "1S", expected a card such as TD`, Hints{}},
		{swap(game, "KD 2S", "K♦ joker"), `3:7: found "joker", expected a card such as TD`, Hints{}},
		{swap(game, "6S - 9C", "6S - 9X"), `2:17: found "9X", expected a card such as TD`, Hints{}},
		{swap(line1, "-9C", "-9X"), `1:123: found "9X", expected a card such as TD`, Hints{}},
		{swap(line1, "2S4C", "4C"), `1:10: found 51 cards, expected 52: 2S is missing`, Hints{}},
		{swap(game, "KD 2S", "2S"), `2:1: found 51 cards, expected 52: KD is missing`, Hints{}},
		{swap(line1, "JDKD2S4C3S6D", "6D"), `1:10: found 47 cards, expected 52: 2S 3S 4C JD and 1 more are missing`, Hints{}},
		{swap(line1, "JDKD2S4C3S6D", "4C3S6D"), `1:10: found 49 cards, expected 52: 2S JD KD are missing`, Hints{}},
		{swap(line1, "2S4C", "2S2S4C"), `1:16: found 2S a second time (the first is in line 1, column 14), expected every card once`, Hints{}},
		{swap(game, "5H 3H", "5H 9C 3H"), `10:4: found 9C a second time (the first is in line 2, column 17), expected every card once`, Hints{}},
		{swap(line1, columns[0], strings.Join(columns, "")+"JD"), `1:106: found JD a second time (the first is in line 1, column 10), expected every card once`, Hints{}},
		{"eightoff " + strings.Join(columns, "") + "6S9C2H6HJD/-/-/-/-/-/-/-", `1:114: found JD a second time (the first is in line 1, column 10), expected every card once`, Hints{}},
		// cells
		{"game: eightoff\nCells: JD KD 2S 4C 3S 6D 2D KC KS\n9H\n-\n-\n-\n-\n-\n-\n-\n", `2:32: found 9 cards in cells, expected at most 8 in eightoff`, Hints{}},
		{swap(line1, "eightoff", "freecell", "-9C-2H-6H", "9C2H-6H"), `1:127: found 6H in cell 5, expected 4 cells in freecell`, Hints{}},
		{swap(line1, "cells=6S-9C-2H-6H", "cells=-------------6S"), `1:133: found 6S in cell 14, expected 8 cells in eightoff`, Hints{}},
		{line1 + " cells=-", `1:138: found the cells a second time, expected them once`, Hints{}},
		{game + "FC: -\n", `11:5: found the cells a second time, expected them once`, Hints{}},
		{line1 + " ncells=3", `1:129: found 4 cards in cells, expected at most 3 in eightoff`, Hints{}},
		// columns
		{swap(line1, "/"+columns[7], ""), `1:10: found 7 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		{line1 + "/-", `1:131: found "/-", expected a card such as TD`, Hints{}},
		{swap(line1, " cells", "/- cells"), `1:10: found 9 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		{swap(line1, " cells", "/-/-/-/-/- cells"), `1:10: found 13 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		{swap(game, "5D AD JS 4H 8H 6C\n", ""), `2:1: found 7 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		{swap(game, "5D AD JS 4H 8H 6C\n", "5D AD JS 4H 8H 6C\n-\n-\n"), `2:1: found 10 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		{page1, `1:1: found 8 columns, expected 10 in seatowers (an empty one is written -)`, Hints{Game: "seatowers"}},
		{swap(line1, "JDKD", "JD-KD"), `1:12: found "-K", expected a card such as TD`, Hints{}},
		{swap(line1, "JDKD", "-JDKD"), `1:11: found "JD", expected a card such as TD`, Hints{}},
		{swap(game, "JD KD", "JD - KD"), `3:4: found a gap above KD, expected the cards of a column one after the other`, Hints{}},
		// foundations
		{swap(line1, "/2DKC", "/KC") + " home=D2", `1:62: found AD on the table and on its foundation (up to 2D), expected every card once`, Hints{}},
		{swap(game, "7C KH AH", "7C KH", "Freecells", "Foundations: H-2\nFreecells"), `3:22: found 2H on the table and on its foundation (up to 2H), expected every card once`, Hints{}},
		{line1 + " home=C14", `1:137: found "C14", expected suits with their top rank such as C2SA`, Hints{}},
		{line1 + " home=X2", `1:137: found "X2", expected suits with their top rank such as C2SA`, Hints{}},
		{line1 + " home=C0C1", `1:139: found the foundation of C a second time, expected every suit once`, Hints{}},
		{"Foundations: H-14\n" + page1, `1:14: found "H-14", expected a suit with its top rank such as H-5`, Hints{}},
		{"Foundations: H-0 H-0\n" + page1, `1:18: found the foundation of H a second time, expected every suit once`, Hints{}},
		// nothing there
		{"eightoff", `1:9: found no columns, expected cards such as JDKD2S/-/TC`, Hints{Game: "eightoff"}},
		{"game: eightoff", `1:1: found no cards, expected columns of cards`, Hints{}},
		{"game: eightoff\nFreecells:\n", `2:1: found no cards, expected columns of cards`, Hints{}},
		{"eightoff -/-/-/-/-/-/-/-", `1:10: found 0 cards, expected 52: AC AD AH AS and 48 more are missing`, Hints{}},
		// games and rules
		{"game: spider\n" + page1, `1:7: found game "spider", expected eightoff, freecell, bakers, seatowers`, Hints{}},
		{"spider " + columns1, `1:1: found game "spider", expected eightoff, freecell, bakers, seatowers`, Hints{}},
		{strings.Join(strings.SplitAfter(page1, "\n")[1:], ""), "1:1: found a board of cards without its game, expected `game: NAME` or --game NAME: eightoff, freecell, bakers, seatowers", Hints{}},
		{line1, `1:1: found game eightoff, expected freecell as --game says`, Hints{Game: "freecell"}},
		{game, `1:7: found game eightoff, expected bakers as --game says`, Hints{Game: "bakers"}},
		{line1, `1:1: --game: found game "go", expected eightoff, freecell, bakers, seatowers`, Hints{Game: "go"}},
		{line1 + " ncells=7", `1:132: found ncells=7, expected ncells=6 as --rules says`, Hints{Rules: "ncells=6"}},
		{line1, `1:1: --rules: found rule "ncells=13", expected ncells=0 to ncells=12`, Hints{Rules: "ncells=13"}},
		{line1 + " empty=some", `1:132: found rule "empty=some", expected empty=kings, empty=any or empty=none`, Hints{}},
		{line1 + " empty=any empty=none", `1:142: found empty=none after empty=any, expected one of them`, Hints{}},
		{line1 + " color=red", `1:132: found "color=red", expected cells=, home=, build=, empty= or ncells=`, Hints{}},
		{line1 + " 7", `1:132: found "7", expected cells=, home=, build=, empty= or ncells=`, Hints{}},
		{"rules: empty=any redeal=1\n" + game, `1:18: found rule "redeal=1", expected build=, empty= or ncells=`, Hints{}},
		{"Talon: 3H\n" + page1, `1:1: found "talon:", expected a game with nothing but columns, cells and foundations: eightoff, freecell, bakers, seatowers`, Hints{}},
		{page1 + "Reserve: - -\n", `10:1: found "reserve:", expected a game with nothing but columns, cells and foundations: eightoff, freecell, bakers, seatowers`, Hints{}},
		{"gmae: eightoff\n" + page1, `1:1: found "gmae:", expected game:, id:, rules:, deal:, layout:, moves:, Foundations: or Freecells:`, Hints{}},
		{"to-move: white\n" + page1, `1:10: found "to-move:", expected no such key in eightoff`, Hints{}},
		{swap(solvitairePrint, "--- Cells -----", "--- Reserve -----"), `3:1: found "Reserve", expected a game with nothing but columns, cells and foundations: eightoff, freecell, bakers, seatowers`, Hints{}},
		{`{"position":"freecell ` + columns1 + `","game":"eightoff"}`, `1:14: found game freecell, expected eightoff as the key says`, Hints{}},
		// layout
		{"game: freecell\n" + square, "2:1: found 8 lines that can be columns or rows, expected `layout: columns` or `layout: rows` above them", Hints{}},
		{"layout: sideways\n" + page1, `1:9: found layout "sideways", expected rows or columns`, Hints{}},
		{"layout: rows\n" + colons(page1), `1:9: found layout "rows" for a board that can only be the other`, Hints{}},
		{"layout: rows\n" + page1, `2:1: found 6 columns, expected 8 in eightoff (an empty one is written -)`, Hints{}},
		// deals
		{"deal: ms 0", `1:7: found deal "ms 0", expected "ms N", "kpat N" (1 to 2147483647) or "random SEED/N"`, Hints{}},
		{"game: eightoff\ndeal: ms 2147483648", `2:7: found deal "ms 2147483648", expected "ms N", "kpat N" (1 to 2147483647) or "random SEED/N"`, Hints{}},
		{"game: freecell\ndeal: kpat 3", `2:7: found deal "kpat 3" for freecell, expected one of eightoff: kpat deals no other game`, Hints{}},
		{"deal: ms 3\nrules: ncells=3", `1:7: found ncells=3, expected at least 4 cells for the cards that eightoff leaves over`, Hints{}},
		{"deal: ms 3\n" + page1, "2:1: found a board beside `deal:`, expected one of them", Hints{}},
		{"freecell ms", `1:10: found deal "ms", expected "ms N", "kpat N" (1 to 2147483647) or "random SEED/N"`, Hints{}},
		// Solvitaire
		{swap(solvitaireDeal, `"cells"`, `"stock":["2D"],"cells"`), `1:297: found "stock", expected nothing but "tableau piles", "cells" and "foundations"`, Hints{}},
		{swap(solvitaireDeal, `"QD"`, `"14D"`), `1:30: found "14D", expected a card such as "10D"`, Hints{}},
		{swap(solvitaireDeal, `"QD"`, `12`), `1:30: found 12, expected a card such as "10D"`, Hints{}},
		{swap(solvitaireDeal, `"QD"`, `"9s"`), `1:30: found 9S a second time (the first is in line 1, column 25), expected every card once`, Hints{}},
		{swap(solvitaireDeal, `"QD"`, `"QD" "JD"`), `1:35: found broken JSON (invalid character '"' after array element), expected a deal of Solvitaire`, Hints{}},
		{swap(solvitaireDeal, "]}", "]"), `1:338: found the end of the text, expected the end of a JSON object`, Hints{}},
		{swap(solvitaireDeal, `["2C","KS","6H","10H","3S","2D"]`, "\n"+`"2C"`), `2:1: found "2C", expected a list of cards`, Hints{}},
		{`{"cells":[],"tableau piles":[]}`, `1:1: found no "tableau piles", expected the columns of a board`, Hints{}},
		{swap(solvitaireEnd, `"2C",`, ``), `1:69: found 3C after AC, expected the cards of a foundation in order`, Hints{}},
		{swap(solvitaireEnd, `"AC",`, ``), `1:63: found a foundation of 12 cards up to KC, expected it from the ace up`, Hints{}},
		{swap(solvitaireEnd, `"2C",`, `2,`), `1:69: found 2, expected a card such as "10D"`, Hints{}},
		{swap(solvitaireEnd, suitUpTo("C", 13), "{}"), `1:63: found {, expected a card such as "10D"`, Hints{}},
		{swap(solvitaireEnd, `["KD","","","KS"]`, `[["KD","KS"]]`), `1:330: found 2 cards in one cell, expected one`, Hints{}},
		{swap(solvitaireEnd, `["KD","","","KS"]`, `[["KD","KH"]]`), `1:336: found KH a second time (the first is in line 1, column 20), expected every card once`, Hints{}},
		{swap(solvitaireEnd, `["KD","","","KS"]`, `7`), `1:329: found 7, expected [`, Hints{}},
		{swap(solvitaireEnd, `["KD","","","KS"]`, `null`), `1:329: found null, expected [`, Hints{}},
		{swap(solvitaireEnd, `["KD","","","KS"]`, `[],"cells":[]`), `1:332: found the cells a second time, expected them once`, Hints{}},
		{swap(solvitaireEnd, `"KS"]}`, `"KS"]} x`), `1:348: found "x" after the object, expected nothing`, Hints{}},
		{swap(solvitaireEnd, `"cells"`, `"waste":true,"cells"`), `1:321: found "waste", expected nothing but "tableau piles", "cells" and "foundations"`, Hints{}},
		{`{"tableau piles":[["a\nb"]]}`, `1:20: found "a\nb", expected a card such as "10D"`, Hints{}},
		// rows
		{"game: freecell\n" + swap(rows1, "6D 8S 8D QS 6C 3D 8C TC", "6D 8S 8D QS 6C 3D 8C TC\n                                  9C"), `8:35: found cards that stand below no column, expected gaps written as []`, Hints{}},
		{"game: freecell\n" + swap(rows1, "6D 8S", "[] 8S") + "6D\n", `8:1: found 6D below a gap in column 1, expected the cards of a column one below the other`, Hints{}},
		{"game: freecell\n" + swap(freecellRows, "6S 9C 2H 6H", "6S JD 2H 6H"), `8:4: found JD a second time (the first is in line 2, column 1), expected every card once`, Hints{}},
		// moves
		{game + "moves: 8b xx", `11:11: found "xx", expected a move such as 8b, 26v3 or 1h`, Hints{}},
		{game + "moves: 8b\n 1. 9a", `12:5: found move 9a, which is not legal: there is no such place`, Hints{}},
		{game + "moves: 8b 8b", `11:11: found move 8b, which is not legal: the cell is taken`, Hints{}},
		{game + "moves: 8b [a comment", `11:11: found a bracket that nothing closes, expected its end`, Hints{}},
	}
	for _, test := range tests {
		_, err := readOne(t, test.text, test.hints)
		if err == nil {
			t.Errorf("no error, want %s, of\n%s", test.want, test.text)
			continue
		}
		if got := err.Error(); got != "-:"+test.want {
			t.Errorf("error\n%s, want\n-:%s, of\n%s", got, test.want, test.text)
		}
	}
}

// square can be read as columns or as rows.
const square = `KD 2S 4C 3S 6D 2D KC JD
KS 5C TD 8S 9H 9S 9D TS
4S 8D JC 5S QD QH TH QS
5D AD JS 4H 8H 6C 7H QC
AS AC 2C 3D 7C KH AH 4D
JH 8C 5H 3H 3C 7S 7D TC
6S 9C 2H
6H
`

func TestParseNamesTheColumn(t *testing.T) {
	_, err := Parse("  " + swap(line1, "2S4C", "1S4C"))
	if err == nil || err.Error() != `-:1:16: found "1S", expected a card such as TD` {
		t.Errorf("error %v", err)
	}
	if p, err := Parse(line1); err != nil || p.String() != line1 {
		t.Errorf("%v, %v", p.String(), err)
	}
}
