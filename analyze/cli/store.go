package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"foregone/solve/store"
)

// cacheDir returns the folder of the cache on disk, "" for none.
func cacheDir(c *cli.Context) (string, error) {
	switch {
	case c.Bool("no-cache") && c.IsSet("cache"):
		return "", usage("found --cache and --no-cache, expected one of them")
	case c.IsSet("cache") && c.String("cache") == "":
		return "", usage("--cache: found nothing, expected a folder")
	case c.Bool("no-cache"), c.IsSet("shard") && !c.IsSet("cache"):
		return "", nil
	}
	if dir := cmp.Or(c.String("cache"), os.Getenv("FOREGONE_CACHE")); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", nil // as for a job without a home
	}
	return filepath.Join(dir, "foregone"), nil
}

func cacheSize(c *cli.Context) (int64, error) {
	n, err := humanize.ParseBytes(c.String("cache-size"))
	if err != nil || n < store.MinSize || n > 1<<50 {
		return 0, usage("--cache-size: found %q, expected a size such as 2GiB, at least 64MiB", c.String("cache-size"))
	}
	return int64(n), nil
}

// openCache opens the cache that the flags ask for. Without one, or where it cannot be used, it returns nil, and says
// why in one line.
func openCache(c *cli.Context) (*store.Store, error) {
	dir, err := cacheDir(c)
	if err != nil || dir == "" {
		return nil, err
	}
	size, err := cacheSize(c)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(dir, store.Options{Size: size, Report: cacheReport(c), Try: tryStore})
	if err != nil {
		fmt.Fprintf(c.App.ErrWriter, "foregone: cache %s: %v; going on without it\n", dir, plain(err))
		return nil, nil
	}
	return s, nil
}

// plain returns the cause of a file system's error without the path, which is named already.
func plain(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func cacheReport(c *cli.Context) func(string) {
	return func(message string) { fmt.Fprintf(c.App.ErrWriter, "foregone: cache: %s\n", message) }
}

func closeCache(s *store.Store) {
	if s != nil {
		s.Close() // what goes wrong is reported, and changes no answer
	}
}

// tryStore opens and closes a store in another process, since badger ends the process over some damaged files.
func tryStore(dir string) error {
	_, err := child(context.Background(), "cache", "try", "--cache", dir)
	return err
}

// child runs this program once more. It returns what it printed on standard output, and an error with the first line
// of what it printed on standard error.
func child(ctx context.Context, args ...string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Args[0] = os.Args[0]
	out, err := cmd.Output()
	return string(out), err
}
