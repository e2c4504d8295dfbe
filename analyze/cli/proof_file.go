package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// outputFile is the file of a flag, such as --proof. A regular file is replaced as a whole, once what is to be in it is
// complete; to anything else, such as a pipe or a device, it is written as it comes.
type outputFile struct {
	flag string         // "proof"
	name string         // as it was given
	path string         // of the regular file, behind symbolic links
	mode fs.FileMode    // of the one that is there, 0 for none
	pipe io.WriteCloser // nil for a regular file
}

// newOutputFile finds out whether the file of a flag can be written, before there is anything to write.
func newOutputFile(c *cli.Context, flag string) (*outputFile, error) {
	name := c.String(flag)
	p := &outputFile{flag: flag, name: name}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, p.prepare()
	case err != nil:
		return nil, p.unwritable(err)
	case info.IsDir():
		return nil, usage("--%s: found the folder %s, expected a file", flag, name)
	case info.Mode()&fs.ModeDevice == 0 && isInput(c, info):
		return nil, usage("--%s: found %s, which the position is read from, expected another file", flag, name)
	}
	if w := ownStream(c, info); w != nil {
		p.pipe = unclosed{w}
		return p, nil
	}
	f, err := open(c.Context, name, os.O_WRONLY)
	switch {
	case c.Context.Err() != nil:
		return nil, exit{statusInterrupted}
	case err != nil:
		return nil, p.unwritable(err)
	case !info.Mode().IsRegular():
		p.pipe = f
		return p, nil
	}
	p.mode = info.Mode().Perm()
	return p, errors.Join(f.Close(), p.prepare())
}

// prepare finds the file behind links, and whether its folder can be written to.
func (p *outputFile) prepare() error {
	var err error
	if p.path, err = followed(p.name); err != nil {
		return p.unwritable(err)
	}
	f, err := p.begin()
	if err != nil {
		return p.unwritable(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// begin creates the file that is to take its place, beside it.
func (p *outputFile) begin() (*os.File, error) {
	return os.OpenFile(fmt.Sprintf("%s.%x.part", p.path, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

func (p *outputFile) unwritable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return usage("--%s: found %s, which cannot be written (%v), expected a file in a folder where one can be", p.flag, p.name, err)
}

func (p *outputFile) replaces() bool { return p.pipe == nil }

// write has fill write the file. After an error a regular file is as it was.
func (p *outputFile) write(ctx context.Context, fill func(io.Writer) error) error {
	if p.pipe != nil {
		stop := context.AfterFunc(ctx, func() { p.pipe.Close() }) // ends a write that waits
		defer stop()
		err := fill(p.pipe)
		if closed := p.pipe.Close(); err == nil {
			err = closed
		}
		return err
	}
	f, err := p.begin()
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if p.mode != 0 {
		err = f.Chmod(p.mode)
	}
	if err == nil {
		err = fill(f)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), p.path)
	}
	return err
}

// unclosed is a standard stream, which others write to, too.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// ownStream returns standard output or standard error if that is what a file is, nil else.
func ownStream(c *cli.Context, file fs.FileInfo) io.Writer {
	for _, w := range [...]io.Writer{c.App.Writer, c.App.ErrWriter} {
		stream := w
		if checked, ok := w.(*checkedWriter); ok {
			stream = checked.Writer
		}
		if f, ok := stream.(*os.File); ok {
			if info, err := f.Stat(); err == nil && os.SameFile(info, file) {
				return w
			}
		}
	}
	return nil
}

// followed returns the file that a name stands for behind symbolic links, the last of which may lead to no file yet.
func followed(name string) (string, error) {
	for range 40 {
		dir, base := filepath.Split(name)
		dir, err := filepath.EvalSymlinks(cmp.Or(dir, "."))
		if err != nil {
			return "", err
		}
		name = filepath.Join(dir, base)
		link, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link
		}
		if name = link; !filepath.IsAbs(link) {
			name = dir + string(filepath.Separator) + link
		}
	}
	return "", errors.New("too many links")
}
