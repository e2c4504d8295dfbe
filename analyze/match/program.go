package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"foregone/analyze/games"
)

// What another program gets beyond the time of a move.
const (
	startTime = 10 * time.Second       // for the answer to position, before which it may have to start
	graceTime = 500 * time.Millisecond // for the way of a move through pipes and a busy machine
	leaveTime = 500 * time.Millisecond // to end after quit
)

// program is a player outside of this process. It is told the position before every move, so that it needs no memory of
// the game. After a fault it is ended, and started anew for the next game.
type program struct {
	command string
	seconds time.Duration // a move
	stderr  io.Writer
	cmd     *exec.Cmd // nil: not running
	in      io.WriteCloser
	answers chan string // closed when it has ended
	stop    context.CancelFunc
}

func (p *program) start() error {
	ctx, stop := context.WithCancel(context.Background())
	cmd := shell(ctx, p.command)
	cmd.Stderr, cmd.WaitDelay = p.stderr, leaveTime
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.ReadCloser
		if out, err = cmd.StdoutPipe(); err == nil {
			err = cmd.Start()
			p.answers = make(chan string)
			if err == nil {
				go listen(ctx, out, p.answers)
			}
		}
	}
	if err != nil {
		stop()
		return err
	}
	p.cmd, p.in, p.stop = cmd, in, stop
	return nil
}

// maxAnswer is the most bytes that a line of a program may have.
const maxAnswer = 1 << 16

// listen sends the answers among the lines of a program.
func listen(ctx context.Context, out io.Reader, answers chan<- string) {
	defer close(answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		if text := strings.TrimSpace(lines.Text()); text != "" && text[0] != '#' {
			select {
			case answers <- text:
			case <-ctx.Done():
				return
			}
		}
	}
}

// Ready starts the program and tells it a position.
func (p *program) Ready(ctx context.Context, at games.Position) error {
	err := p.setUp(ctx, at)
	var fault *Fault
	if errors.As(err, &fault) {
		return fmt.Errorf("cmd:%s: %s", p.command, fault.Reason)
	}
	return err
}

func (p *program) Begin(uint64) {}

func (p *program) setUp(ctx context.Context, at games.Position) error {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return &Fault{err.Error()}
		}
	}
	_, err := p.ask(ctx, "position "+at.String(), startTime)
	return err
}

func (p *program) Move(ctx context.Context, at games.Position) (string, error) {
	if err := p.setUp(ctx, at); err != nil {
		return "", err
	}
	return p.ask(ctx, "genmove "+strconv.FormatFloat(p.seconds.Seconds(), 'f', -1, 64), p.seconds+graceTime)
}

// ask returns what a program answers to a command. One that does not is ended.
func (p *program) ask(ctx context.Context, command string, within time.Duration) (string, error) {
	name, _, _ := strings.Cut(command, " ")
	late := time.NewTimer(within)
	defer late.Stop()
	fmt.Fprintln(p.in, command) // where this fails there is no answer
	select {
	case answer, ok := <-p.answers:
		if !ok {
			return "", &Fault{fmt.Sprintf("it ended at %s (%s)", name, p.end())}
		}
		if text, ok := strings.CutPrefix(answer, "="); ok {
			return strings.TrimSpace(text), nil
		}
		p.end()
		return "", &Fault{fmt.Sprintf("it answered %.100q to %s, expected a line that begins with =", answer, name)}
	case <-late.C:
		p.end()
		return "", &Fault{fmt.Sprintf("no answer to %s within %v", name, within)}
	case <-ctx.Done():
		p.end()
		return "", ctx.Err()
	}
}

// end kills the program, unless it has ended, and returns what it ended with.
func (p *program) end() string {
	if p.cmd == nil {
		return ""
	}
	p.in.Close()
	kill := time.AfterFunc(leaveTime/5, p.stop)
	err := p.cmd.Wait()
	kill.Stop()
	p.stop()
	p.cmd = nil
	if err != nil {
		return err.Error()
	}
	return "exit status 0"
}

// Close asks the program to end, and ends it when it does not.
func (p *program) Close() {
	if p.cmd == nil {
		return
	}
	fmt.Fprintln(p.in, "quit")
	late := time.After(leaveTime)
	for {
		select {
		case _, ok := <-p.answers:
			if ok {
				continue
			}
		case <-late:
		}
		p.end()
		return
	}
}
