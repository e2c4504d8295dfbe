package server

import (
	"fmt"
	"sync"
)

// lastError is a log of which the last error is kept.
type lastError struct {
	mu   sync.Mutex
	text string
}

func (l *lastError) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text
}

func (l *lastError) Errorf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = fmt.Sprintf(format, v...)
}

func (l *lastError) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
func (l *lastError) Noticef(string, ...any)         {}
func (l *lastError) Warnf(string, ...any)           {}
func (l *lastError) Debugf(string, ...any)          {}
func (l *lastError) Tracef(string, ...any)          {}
