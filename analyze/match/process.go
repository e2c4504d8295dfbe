package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// What another program gets beyond the time of a move.
const (
	startTime = 10 * time.Second       // for the answer to position, before which it may have to start
	graceTime = 500 * time.Millisecond // for the way of a move through pipes and a busy machine
	leaveTime = 500 * time.Millisecond // to end when it is told to
)

// process is another program, to which lines are sent and which answers in lines. One that does not is ended, and can be
// started anew.
type process struct {
	command string
	stderr  io.Writer
	cmd     *exec.Cmd // nil: not running
	in      io.WriteCloser
	lines   chan string // closed when it has ended
	stop    context.CancelFunc
}

// start starts the program, unless it runs.
func (p *process) start() error {
	if p.cmd != nil {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := shell(ctx, p.command)
	cmd.Stderr, cmd.WaitDelay = p.stderr, leaveTime
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.ReadCloser
		if out, err = cmd.StdoutPipe(); err == nil {
			err = cmd.Start()
			p.lines = make(chan string)
			if err == nil {
				go listen(ctx, out, p.lines)
			}
		}
	}
	if err != nil {
		stop()
		return &Fault{err.Error()}
	}
	p.cmd, p.in, p.stop = cmd, in, stop
	return nil
}

// maxAnswer is the most bytes that a line of a program may have.
const maxAnswer = 1 << 16

// listen sends the lines of a program that are not blank.
func listen(ctx context.Context, out io.Reader, lines chan<- string) {
	defer close(lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, maxAnswer)
	for s.Scan() {
		if text := strings.TrimSpace(s.Text()); text != "" {
			select {
			case lines <- text:
			case <-ctx.Done():
				return
			}
		}
	}
}

// send writes a line to the program. Where that fails there is no answer.
func (p *process) send(line string) { fmt.Fprintln(p.in, line) }

// receive returns the next line of the program, which it is expected to write after what was sent.
func (p *process) receive(ctx context.Context, sent string, late <-chan time.Time) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", &Fault{fmt.Sprintf("it ended at %s (%s)", sent, p.end())}
		}
		return line, nil
	case <-late:
		p.end()
		return "", errLate
	case <-ctx.Done():
		p.end()
		return "", ctx.Err()
	}
}

var errLate = errors.New("no answer in time")

// end kills the program, unless it has ended, and returns what it ended with.
func (p *process) end() string {
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

// leave tells the program to end, and ends it when it does not.
func (p *process) leave(farewell string) {
	if p.cmd == nil {
		return
	}
	p.send(farewell)
	late := time.After(leaveTime)
	for {
		select {
		case _, ok := <-p.lines:
			if ok {
				continue
			}
		case <-late:
		}
		p.end()
		return
	}
}
