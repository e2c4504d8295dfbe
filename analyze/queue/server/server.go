// Package server is a NATS server with JetStream in this process, for who has none of his own.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"foregone/solve/tablefile"

	"github.com/dustin/go-humanize"
	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

// Options say where to listen and what for. Token and TLS files are "" for none.
type Options struct {
	Host   string
	Port   int // 0: any
	Folder string
	Disk   int64 // bytes that jobs and results may take
	Token  string
	Cert   string // the server's certificate, with Key
	Key    string
	CA     string                 // clients need a certificate of these
	Notify func(line string)      // is told, a line each, that something does not work
	Ready  func(clientURL string) // is told once when clients can come
}

// maxPayload is the greatest message that NATS recommends, 8 MiB.
const maxPayload = 8 << 20

const (
	starting = 20 * time.Second
	watching = time.Second
)

// A server that finds less than low free on its disk waits until there is high. A stream whose message could not be written
// takes none until the server starts again.
const (
	low  = 8 << 20
	high = 32 << 20
)

// Serve runs a server until ctx ends.
func Serve(ctx context.Context, o Options) error {
	if err := checkFolder(o.Folder); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(o.Folder, "lock"))
	if ours, err := lock.TryLock(); err != nil || !ours {
		return fmt.Errorf("found the folder %s in use by another server", o.Folder)
	}
	defer func() { _ = lock.Close() }()
	for {
		s, log, err := start(&o)
		if err != nil {
			return err
		}
		full := watch(ctx, s, log, o.Folder)
		s.Shutdown()
		s.WaitForShutdown()
		if !full {
			return nil
		}
		o.Notify(fmt.Sprintf("the disk of %s is full; the server waits until %s are free, and nothing is lost", o.Folder, humanize.IBytes(high)))
		if !waitForRoom(ctx, o.Folder) {
			return nil
		}
		o.Notify("there is room again: the server goes on")
		o.Ready = func(string) {}
	}
}

func start(o *Options) (*server.Server, *log, error) {
	options := &server.Options{
		ServerName: "foregone", Host: o.Host, Port: o.Port,
		JetStream: true, StoreDir: o.Folder, JetStreamMaxStore: o.Disk, JetStreamMaxMemory: 64 << 20,
		MaxPayload: maxPayload, MaxPending: 8 * maxPayload, SyncInterval: 10 * time.Second,
		Authorization: o.Token, NoSigs: true, NoLog: true,
	}
	if o.Cert != "" {
		config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key, CaFile: o.CA, Verify: o.CA != ""})
		if err != nil {
			return nil, nil, err
		}
		options.TLS, options.TLSConfig, options.TLSVerify, options.TLSTimeout = true, config, o.CA != "", 5
	}
	if o.Port == 0 {
		options.Port = server.RANDOM_PORT
	}
	// The server says why it does not listen in its log only.
	l, err := net.Listen("tcp", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
	if err != nil {
		return nil, nil, err
	}
	if err := l.Close(); err != nil {
		return nil, nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, nil, err
	}
	kept := new(log)
	s.SetLogger(kept, false, false)
	s.Start()
	if !s.ReadyForConnections(starting) {
		s.Shutdown()
		return nil, nil, fmt.Errorf("the server does not start: %s", kept.last())
	}
	o.Port = s.Addr().(*net.TCPAddr).Port // the same one if it has to start again
	o.Ready(s.ClientURL())
	return s, kept, nil
}

// watch waits until the server has no room on its disk, or ctx ends.
func watch(ctx context.Context, s *server.Server, l *log, folder string) (full bool) {
	tick := time.NewTicker(watching)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
			if !s.JetStreamEnabled() || l.failed() || tablefile.Room(folder) < low {
				return true
			}
		}
	}
}

func waitForRoom(ctx context.Context, folder string) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(watching):
		}
		if tablefile.Room(folder) >= high {
			return true
		}
	}
}

// checkFolder creates the folder unless it is there, and finds out whether files can be written to it.
func checkFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	name := filepath.Join(folder, ".writable")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return fmt.Errorf("found the folder %s, which cannot be written to (%w)", folder, err)
	}
	return os.Remove(name)
}
