package patience

import (
	"fmt"
	"foregone/positions"
	"io"
	"os"
	"strings"
	"testing"
)

func readAll(t *testing.T, text string, h Hints) {
	r := positions.NewReader("-", strings.NewReader(text))
	for {
		it, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println("IOERR", err)
			return
		}
		rec, e := Read(it, h)
		if e != nil {
			fmt.Println("  item", it.Index, it.Kind, Recognizes(it), e)
			continue
		}
		fmt.Println("  item", it.Index, it.Kind, Recognizes(it), rec.ID, rec.Start.String(), len(rec.Moves), rec.Notes, rec.Final.Won())
	}
}
func TestSmoke(t *testing.T) {
	fs, _ := os.ReadDir("/tmp/h/samples")
	for _, f := range fs {
		b, _ := os.ReadFile("/tmp/h/samples/" + f.Name())
		fmt.Println(f.Name())
		readAll(t, string(b), Hints{})
		if strings.Contains(f.Name(), "freecell") {
			readAll(t, string(b), Hints{Game: "freecell"})
		}
	}
}
