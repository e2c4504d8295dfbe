package protocol

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"foregone/solve"
)

// answers returns the answers among the lines of a conversation.
func answers(out string) []string {
	var all []string
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "# ") {
			all = append(all, strings.TrimSuffix(line, "\n"))
		}
	}
	return all
}

func TestConversation(t *testing.T) {
	conversation := []struct{ command, answer string }{ // its beginning
		{"moves", "? found no position yet, expected game or position first"},
		{"game breakthrough 3x4 rows=1", "= breakthrough bbb/3/3/www w"},
		{"game breakthrough", "= breakthrough bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"},
		{"game BREAKTHROUGH 3x5", "= breakthrough bbb/bbb/3/www/www w"},
		{"  moves \r", "= a2a3 a2b3 b2a3 b2b3 b2c3 c2b3 c2c3"},
		{"play a2-b3", "= breakthrough bbb/bbb/1w1/1ww/www b"},
		{"play a4xb3", "= breakthrough bbb/1bb/1b1/1ww/www w"},
		{"play a4xb3", "? move a4xb3 is not legal: "},
		{"show", "= breakthrough bbb/1bb/1b1/1ww/www w"},
		{"undo", "= breakthrough bbb/bbb/1w1/1ww/www b"},
		{"undo", "= breakthrough bbb/bbb/3/www/www w"},
		{"undo", "? found no move to take back"},
		{"undo 2", `? found undo with "2", expected undo`},
		{"genmove", `? found genmove with "", expected genmove SECONDS`},
		{"genmove 0", `? found "0", expected a number of seconds above 0, such as 0.5`},
		{"genmove NaN", `? found "NaN", expected a number of seconds`},
		{"genmove 1e300", `? found "1e300", expected a number of seconds`},
		{"genmove 0x1p-2", `? found "0x1p-2", expected a number of seconds above 0, such as 0.5, and at most `},
		{"genmove 1e-1", `? found "1e-1", expected a number of seconds`},
		{"genmove 1_0", `? found "1_0", expected a number of seconds`},
		{"genmove " + strings.Repeat("9", MaxLine/2), `? found "` + strings.Repeat("9", 60) + `…", expected a number of seconds`},
		{"position " + strings.Repeat(`é"`, 1000), `? found game "` + strings.Repeat(`é\"`, 30) + `…", expected `},
		{"solve 60", "= loss 18 "},
		{"position breakthrough ww./.bw/.../... w", "= breakthrough ww1/1bw/3/3 w"},
		{"solve 1", "= win 0"},
		{"moves", "= "},
		{"genmove 1", "? found a game that is over, expected one with a move to make"},
		{"position breakthrough b2/w2/1b1/3 w", "= breakthrough b2/w2/1b1/3 w"},
		{"solve 9", "= win 1 a3b4"},
		{"genmove 9", "= a3b4"},
		{"solve 9", "= loss 0"},
		{"position chess", `? found game "chess", expected `},
		{"position freecell -/KC/-/-/-/-/-/KD cells=KHKS home=CQDQHQSQ", "= freecell "},
		{"solve 9", "= winnable 4 2h 8h ah bh"},
		{"genmove 9", "= 2h"},
		{"undo", "= freecell -/KC/-/-/-/-/-/KD"},
		{"play 8h", "= freecell -/KC/-/-/-/-/-/- "},
		{"genmove 9", "= 2h"},
		{"genmove 9", "= ah"},
		{"genmove 9", "= bh"},
		{"genmove 9", "? found a game that is over"},
		{"solve 9", "= winnable 0"},
		{"game eightoff ms 465", "= eightoff "},
		{"solve 9", "= unwinnable"},
		{"genmove 9", "? found no solution: the position is proven to be unwinnable"},
		{"game eightoff ncells=5 empty=any kpat 3", "= eightoff 6SQS6HAC9HAH/"},
		{"game eightoff ncells=x", `? found deal "ncells=x", expected `},
		{"game go", `? found game "go", expected `},
		{"", `? found command "", expected one of game, position, play, undo, moves, show, genmove, solve, quit`},
		{"\x00\xff", `? found command "\x00\xff", expected`},
		{strings.Repeat("x", MaxLine+1), "? found a line of more than 1048576 bytes, expected a command"},
		{"position breakthrough " + strings.Repeat("w", MaxLine/2), "? "},
		{"quit", "= bye"},
	}
	var in, out strings.Builder
	for _, x := range conversation {
		in.WriteString(x.command + "\n")
	}
	in.WriteString("moves\n") // too late
	if err := Serve(t.Context(), strings.NewReader(in.String()), &out, Config{}); err != nil {
		t.Fatal(err)
	}
	got := answers(out.String())
	if len(got) != len(conversation) {
		t.Fatalf("%d answers to %d commands", len(got), len(conversation))
	}
	for i, x := range conversation {
		if !strings.HasPrefix(got[i], x.answer) {
			t.Errorf("%.80q is answered %.200q, expected %q", x.command, got[i], x.answer)
		}
	}
}

// pipe returns the two ends of a conversation with a running Serve, and what it returns when it ends.
func pipe(ctx context.Context) (in *io.PipeWriter, lines func() string, done chan error) {
	inRead, in := io.Pipe()
	outRead, out := io.Pipe()
	done = make(chan error, 1)
	go func() {
		err := Serve(ctx, inRead, out, Config{})
		out.Close()
		done <- err
	}()
	buf := make([]byte, 1<<12)
	return in, func() string {
		n, err := outRead.Read(buf)
		if err != nil {
			return err.Error()
		}
		return string(buf[:n])
	}, done
}

func TestAnswersAreWrittenAtOnce(t *testing.T) {
	in, line, done := pipe(t.Context())
	io.WriteString(in, "game breakthrough 5x5\n")
	if got := line(); got != "= breakthrough bbbbb/bbbbb/5/wwwww/wwwww w\n" {
		t.Errorf("answered %q", got)
	}
	io.WriteString(in, "play a2") // the end of the input is one of the line
	in.CloseWithError(io.EOF)
	if got := line(); !strings.HasPrefix(got, "? ") {
		t.Errorf("answered %q", got)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestTheEndOfTheContextEndsASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, line, done := pipe(ctx)
	io.WriteString(in, "game breakthrough\n")
	line()
	io.WriteString(in, "solve 1000\n")
	time.AfterFunc(50*time.Millisecond, cancel)
	if got := line(); !strings.HasPrefix(got, "= unknown interrupted ") {
		t.Errorf("answered %q", got)
	}
	in.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func FuzzServe(f *testing.F) {
	f.Add([]byte("game breakthrough 4x4\nplay a2a3\ngenmove 1\nshow\nundo\nsolve 1\nmoves\n"))
	f.Add([]byte("game freecell ms 3\nsolve 9\ngenmove 9\ngenmove 9\nshow\nquit\nmoves"))
	f.Add([]byte("position eightoff KC/QC/-/-/-/-/-/KD home=C0D0\nmoves\n\n\x00"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		c := Config{Limits: solve.Limits{Nodes: 300, Memory: 1 << 20}}
		if err := Serve(t.Context(), bytes.NewReader(in), &out, c); err != nil {
			t.Fatal(err)
		}
		commands := strings.SplitAfter(strings.TrimSuffix(string(in), "\n"), "\n")
		if len(in) == 0 {
			commands = nil
		}
		got := answers(out.String())
		for i, a := range got {
			if !strings.HasPrefix(a, "= ") && !strings.HasPrefix(a, "? ") {
				t.Errorf("%.100q is answered %q", commands[i], a)
			}
		}
		quit := len(got) > 0 && got[len(got)-1] == "= bye"
		if len(got) > len(commands) || len(got) < len(commands) && !quit {
			t.Errorf("%d answers to %d commands: %q", len(got), len(commands), in)
		}
	})
}
