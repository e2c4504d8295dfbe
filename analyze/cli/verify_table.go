package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"

	"github.com/dustin/go-humanize"

	"foregone/analyze/games"
	"foregone/analyze/verify"
)

// isTable reports whether a file, of which nothing is taken, is that of a table: no text has a zero byte there.
func isTable(in *bufio.Reader) bool {
	begin, _ := in.Peek(12)
	return bytes.HasPrefix(begin, []byte("foregone")) && bytes.IndexByte(begin, 0) > 0
}

// Tables of more entries are compared at so many of them, unless --nodes says how many.
const (
	mostCompared  = 20_000_000
	mostOfGreater = 1_000_000
)

// table checks the file of a table: its checksums, and that the value of every entry, or of some chosen at random, follows
// from those after each move. The bound of time for records is none for tables, unless it is asked for.
func (v *verifier) table(name string) error {
	v.place++
	ctx := v.c.Context
	if d := v.c.Duration("timeout"); d > 0 && v.c.IsSet("timeout") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	t, err := games.OpenTable(name)
	if err != nil {
		return v.say(verify.Outcome{ID: name, Checked: true, Message: err.Error()})
	}
	o, err := v.compare(ctx, t)
	if err = errors.Join(err, t.Close()); err != nil && v.c.Context.Err() == nil {
		o = verify.Outcome{Checked: ctx.Err() == nil, OK: ctx.Err() != nil, Message: err.Error()}
	}
	if v.c.Context.Err() != nil {
		return nil
	}
	o.ID = t.Name()
	return v.say(o)
}

func (v *verifier) compare(ctx context.Context, t games.Table) (o verify.Outcome, err error) {
	if err := t.Check(ctx); err != nil {
		return o, err
	}
	following, ok := t.(games.Following)
	if !ok {
		return verify.Outcome{OK: true, Message: "the checksums match; entries of this game's tables are proven again by table build --sample only"}, nil
	}
	samples := 0
	switch {
	case v.c.IsSet("nodes"):
		samples = v.c.Int("nodes")
	case following.Entries() > mostCompared:
		samples = mostOfGreater
	}
	n, err := following.Follow(ctx, samples, cores())
	if err != nil {
		return o, err
	}
	message := "the checksums match, and " + humanize.Comma(int64(n)) + " of " + humanize.Comma(int64(following.Entries())) +
		" entries, chosen at random, follow from those after each move"
	if n == following.Entries() {
		message = "the checksums match, and all " + humanize.Comma(int64(n)) + " entries follow from those after each move"
	}
	return verify.Outcome{OK: true, Checked: true, Message: message}, nil
}
