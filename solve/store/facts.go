package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"
)

// Class is what all facts of a kind have in common. A fact is never found under another class.
type Class struct {
	Game   string
	Rules  string // all that tells the rules of the position from those of others
	Engine string // name and version of the results

	prefix []byte // of what is hashed into a key: the hash of the names
}

// NewClass returns a class.
func NewClass(game, rules, engine string) *Class {
	c := &Class{Game: game, Rules: rules, Engine: engine}
	sum := sha256.Sum256([]byte(c.String()))
	c.prefix = sum[:16]
	return c
}

func (c *Class) String() string { return c.Game + "\t" + c.Rules + "\t" + c.Engine }

func parseClass(name string) (*Class, bool) {
	f := strings.SplitN(name, "\t", 3)
	if len(f) != 3 {
		return nil, false
	}
	return NewClass(f[0], f[1], f[2]), true
}

// key returns badger's key of the name of a class.
func (c *Class) key() string { return classPrefix + string(c.prefix[:classBytes]) }

// Key is that of a position under a class: badger's key.
type Key [keyBytes]byte

// A key is a prefix, the name of the class and a hash of the position. The chance that two positions of a class share
// a hash of 16 bytes of SHA-256 is below 1e-20 for a store of a billion.
const (
	classBytes = 4
	keyBytes   = 1 + classBytes + 16

	factPrefix  = 'f'
	classPrefix = "c"
)

// Key returns the key of a position in its canonical form.
func (c *Class) Key(canonical []byte) Key {
	k := Key{0: factPrefix}
	copy(k[1:], c.prefix[:classBytes])
	var buf [192]byte
	position := sha256.Sum256(append(append(buf[:0], c.prefix...), canonical...))
	copy(k[1+classBytes:], position[:])
	return k
}

// position returns the part of a key that is the hash of the position.
func (k *Key) position() []byte { return k[1+classBytes:] }

// Fact is a proven statement about a position.
type Fact struct {
	Cost   uint64 // positions expanded by the search that proved it
	Origin string // the position in one-line notation, when it was asked for itself; "" along a solution
	Body   []byte // what was proven, in the caller's own form
}

// maxFact is the most bytes that a fact may take. Larger ones are not kept.
const maxFact = 32 << 10

// encode returns the value of a fact under its key: cost, origin, body and a check of all.
func (f *Fact) encode(k Key) []byte {
	v := make([]byte, 0, 2*binary.MaxVarintLen64+len(f.Origin)+len(f.Body)+8)
	v = binary.AppendUvarint(v, f.Cost)
	v = binary.AppendUvarint(v, uint64(len(f.Origin)))
	v = append(v, f.Origin...)
	v = append(v, f.Body...)
	return appendUint64(v, check(k, v))
}

func check(k Key, v []byte) uint64 {
	d := xxhash.New()
	d.Write(k[:])
	d.Write(v)
	return d.Sum64()
}

var errCheck = errors.New("not what was written")

// decode returns the fact of a value, which it does not hold on to.
func decode(k Key, v []byte) (Fact, error) {
	n := len(v) - 8
	if n < 0 || uint64At(v[n:]) != check(k, v[:n]) {
		return Fact{}, errCheck
	}
	v = v[:n]
	cost, n := binary.Uvarint(v)
	if n <= 0 {
		return Fact{}, errCheck
	}
	v = v[n:]
	length, n := binary.Uvarint(v)
	if n <= 0 || length > uint64(len(v)-n) {
		return Fact{}, errCheck
	}
	v = v[n:]
	return Fact{Cost: cost, Origin: string(v[:length]), Body: bytes.Clone(v[length:])}, nil
}

// Get returns the fact of a key, if the store has it.
func (s *Store) Get(k Key) (f Fact, ok bool) {
	if s.broken.Load() {
		return f, false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.known != nil && !s.known.has(&k) {
		return f, false
	}
	if v, ok := s.write.waits(k); ok {
		f, err := decode(k, v)
		return f, err == nil
	}
	if s.db == nil {
		return f, false
	}
	f, err := s.db.read(k)
	switch {
	case err == nil:
		return f, true
	case !errors.Is(err, badger.ErrKeyNotFound):
		s.damaged(err)
	}
	return Fact{}, false
}

// read asks badger.
func (b *base) read(k Key) (f Fact, err error) {
	defer asError(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	txn := b.NewTransactionAt(newest, false)
	defer txn.Discard()
	item, err := txn.Get(k[:])
	if err != nil {
		return f, err
	}
	err = item.Value(func(v []byte) error {
		if f, err = decode(k, v); err != nil {
			err = fmt.Errorf("%w (a record is %w)", ErrDamaged, err)
		}
		return err
	})
	return f, err
}

// Put writes a fact behind, in place of any that the store has of the key. It waits when too many are waiting.
func (s *Store) Put(c *Class, k Key, f Fact) {
	if len(f.Origin)+len(f.Body) <= maxFact {
		s.write.put(c, k, f.encode(k))
		s.remember(&k)
	}
}

func appendUint64(b []byte, x uint64) []byte { return binary.LittleEndian.AppendUint64(b, x) }

func uint64At(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }
