package server

import (
	"fmt"
	"strings"
	"sync"
)

// log keeps the last error of a server, and whether one was that a message could not be written.
type log struct {
	mu      sync.Mutex
	text    string
	unwrote bool
}

func (l *log) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

func (l *log) failed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unwrote
}

func (l *log) Errorf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = fmt.Sprintf(format, v...)
	l.unwrote = l.unwrote || strings.Contains(l.text, "failed to store a msg")
}

func (l *log) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
func (l *log) Noticef(string, ...any)         {}
func (l *log) Warnf(string, ...any)           {}
func (l *log) Debugf(string, ...any)          {}
func (l *log) Tracef(string, ...any)          {}
