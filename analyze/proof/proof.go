// Package proof writes down how a position of a game for two sides is won, and checks what is written with nothing but
// the rules.
//
// A proof is a text. Its first lines are
//
//	foregone proof 1
//	id: 5x5
//	position: breakthrough bbbbb/bbbbb/5/wwwww/wwwww w
//	winner: black
//
// Then comes, a line each, every position with the winner to move that can come up when the winner plays the moves given
// here and the other side whatever it likes: the position in one-line notation, a tab, and the winner's move. Of positions
// that differ only by a symmetry of the rules, in Breakthrough a position and its mirror image, exactly one has a line and
// stands for all: any of them, with the move as it is made there. The last line is
//
//	end: 1234 positions, sha256 0123456789abcdef…
//
// with the number of those lines and the SHA-256 of all that is above, line ends included. Lines end with \n; a file with
// other line ends or a byte order mark is no proof.
//
// The proof is right when every one of these moves is legal, every answer of the other side leads to a position that has
// a line too, no play comes back to a position, and every end that can be reached is won by the winner.
package proof

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
)

const (
	firstLine = "foregone proof 1"
	lastLine  = "end: %d positions, sha256 %x"
)

// ErrTooLarge is the end of a proof that does not fit into the size allowed.
var ErrTooLarge = errors.New("the proof is larger than allowed")

// Writer writes a proof.
type Writer struct {
	out   *bufio.Writer
	sum   hash.Hash
	left  int64 // bytes
	count int64
	buf   []byte
}

// NewWriter begins a proof of at most size bytes: that winner, such as "black", wins a position.
func NewWriter(w io.Writer, size int64, id, position, winner string) (*Writer, error) {
	p := &Writer{out: bufio.NewWriterSize(w, 1<<16), sum: sha256.New(), left: size - 128} // for the last line
	for _, line := range []string{firstLine, "id: " + id, "position: " + position, "winner: " + winner} {
		if err := p.write(append([]byte(line), '\n')); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (w *Writer) write(line []byte) error {
	if w.left -= int64(len(line)); w.left < 0 {
		return ErrTooLarge
	}
	w.sum.Write(line)
	_, err := w.out.Write(line)
	return err
}

// Add writes a position in its canonical form, and the winner's move there.
func (w *Writer) Add(position []byte, move string) error {
	w.count++
	w.buf = append(append(w.buf[:0], position...), '\t')
	w.buf = append(append(w.buf, move...), '\n')
	return w.write(w.buf)
}

// Close writes the end and returns the number of positions.
func (w *Writer) Close() (int64, error) {
	if _, err := fmt.Fprintf(w.out, lastLine+"\n", w.count, w.sum.Sum(nil)); err != nil {
		return 0, err
	}
	return w.count, w.out.Flush()
}
