package quiet

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/pierrec/lz4/v4"
)

// A table is packed as a block with its dictionary, the words by code, and blocks of codes. Both are numbers as varints
// and an LZ4 block: of the words, little-endian; and of a byte a word, its code or 255, then for each code 255 two
// bytes, the code less 255 or 65,535, then for each of these the word itself. The numbers are that of the words, and for
// codes those of the codes 255 and 65,535.

// packer packs and unpacks the blocks of tables.
type packer[T word] struct {
	dictionary[T]
	lz    lz4.Compressor
	plain []byte
	rare  []byte // two bytes each
	raw   []byte // words without a code
}

// sizeOf returns the bytes of a word.
func sizeOf[T word]() int {
	switch any(T(0)).(type) {
	case uint8:
		return 1
	case uint16:
		return 2
	case uint32:
		return 4
	}
	return 8
}

func appendWord[T word](out []byte, x T) []byte {
	switch y := uint64(x); sizeOf[T]() {
	case 1:
		return append(out, byte(y))
	case 2:
		return binary.LittleEndian.AppendUint16(out, uint16(y))
	case 4:
		return binary.LittleEndian.AppendUint32(out, uint32(y))
	default:
		return binary.LittleEndian.AppendUint64(out, y)
	}
}

// wordAt reads the word of size bytes at place i.
func wordAt(in []byte, size, i int) uint64 {
	switch size {
	case 1:
		return uint64(in[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(in[2*i:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(in[4*i:]))
	}
	return binary.LittleEndian.Uint64(in[8*i:])
}

// packDictionary appends the block of the dictionary of all words counted.
func (p *packer[T]) packDictionary(out []byte) []byte {
	p.rank()
	p.plain = p.plain[:0]
	for _, at := range p.order {
		p.plain = appendWord(p.plain, p.words[at])
	}
	return p.compress(binary.AppendUvarint(out, uint64(len(p.order))))
}

// compress appends plain as an LZ4 block, nothing for nothing.
func (p *packer[T]) compress(out []byte) []byte {
	if len(p.plain) == 0 {
		return out
	}
	at := len(out)
	out = append(out, make([]byte, lz4.CompressBlockBound(len(p.plain)))...)
	n, err := p.lz.CompressBlock(p.plain, out[at:])
	if err != nil {
		panic(err) // the room is as documented
	}
	return out[:at+n]
}

// pack appends a block of codes.
func (p *packer[T]) pack(out []byte, block []T) []byte {
	p.plain, p.rare, p.raw = grow(p.plain, len(block)), p.rare[:0], p.raw[:0]
	var last T
	code := int32(none)
	for i, x := range block {
		if x != last || code == none {
			last, code = x, p.codes[p.find(x)]
		}
		switch {
		case code == none:
			p.plain[i] = frequent
			p.rare = append(p.rare, 0xff, 0xff)
			p.raw = appendWord(p.raw, x)
		case code >= frequent:
			p.plain[i] = frequent
			p.rare = binary.LittleEndian.AppendUint16(p.rare, uint16(code-frequent))
		default:
			p.plain[i] = byte(code)
		}
	}
	out = binary.AppendUvarint(out, uint64(len(block)))
	out = binary.AppendUvarint(out, uint64(len(p.rare)/2))
	out = binary.AppendUvarint(out, uint64(len(p.raw)/sizeOf[T]()))
	p.plain = append(append(p.plain, p.rare...), p.raw...)
	return p.compress(out)
}

var errBlock = errors.New("a block of the table cannot be unpacked")

// numbers reads varints from the beginning of a block.
func numbers(block []byte, to ...*int) ([]byte, error) {
	for _, p := range to {
		n, k := binary.Uvarint(block)
		if k <= 0 || n > 1<<36 {
			return nil, errBlock
		}
		*p, block = int(n), block[k:]
	}
	return block, nil
}

// decompress unpacks an LZ4 block of n bytes into buf, if it has room.
func decompress(block, buf []byte, n int) ([]byte, error) {
	buf = grow(buf, n)
	if n == 0 {
		return buf, nil
	}
	if k, err := lz4.UncompressBlock(block, buf); err != nil || k != n {
		return buf, errBlock
	}
	return buf, nil
}

// openDictionary unpacks the block of a dictionary: its words of size bytes by code.
func openDictionary(block, buf []byte, size int) ([]byte, error) {
	var entries int
	block, err := numbers(block, &entries)
	if err != nil || entries > coded {
		return buf, errBlock
	}
	return decompress(block, buf, entries*size)
}

// codes is an unpacked block of codes.
type codes struct {
	frequent []byte // a word each
	rare     []byte // two bytes each
	raw      []byte // of the words without a code
	buf      []byte // what holds the three
}

func (c *codes) open(block []byte, size int) error {
	var words, rare, raw int
	block, err := numbers(block, &words, &rare, &raw)
	if err != nil || rare > words || raw > rare {
		return errBlock
	}
	if c.buf, err = decompress(block, c.buf, words+2*rare+raw*size); err != nil {
		return err
	}
	c.frequent, c.rare, c.raw = c.buf[:words], c.buf[words:][:2*rare], c.buf[words+2*rare:]
	return nil
}

// word returns word i, of size bytes.
func (c *codes) word(i int, dictionary []byte, size int) (uint64, error) {
	if i >= len(c.frequent) {
		return 0, errBlock
	}
	code := int(c.frequent[i])
	if code == frequent {
		at := bytes.Count(c.frequent[:i], []byte{frequent})
		if at >= len(c.rare)/2 {
			return 0, errBlock
		}
		if code += int(wordAt(c.rare, 2, at)); code == coded {
			return c.rawWord(at, size)
		}
	}
	if code >= len(dictionary)/size {
		return 0, errBlock
	}
	return wordAt(dictionary, size, code), nil
}

// rawWord returns the word of the rare code at a place.
func (c *codes) rawWord(at, size int) (uint64, error) {
	n := 0
	for i := range at {
		if wordAt(c.rare, 2, i) == coded-frequent {
			n++
		}
	}
	if n >= len(c.raw)/size {
		return 0, errBlock
	}
	return wordAt(c.raw, size, n), nil
}

// unpackDictionary appends the words of a dictionary by code.
func (p *packer[T]) unpackDictionary(to []T, block []byte) ([]T, error) {
	var err error
	size := sizeOf[T]()
	if p.plain, err = openDictionary(block, p.plain, size); err != nil {
		return to, err
	}
	for i := range len(p.plain) / size {
		to = append(to, T(wordAt(p.plain, size, i)))
	}
	return to, nil
}

// unpack writes the words of a block of codes to dst, which has their number.
func unpack[T word](dst []T, c *codes, block []byte, dictionary []T) error {
	if err := c.open(block, sizeOf[T]()); err != nil {
		return err
	}
	return decode(dst, c, dictionary)
}

func decode[T word](dst []T, c *codes, dictionary []T) error {
	if len(dst) != len(c.frequent) {
		return errBlock
	}
	var top [256]T
	copy(top[:frequent], dictionary)
	size := sizeOf[T]()
	rare, raw := 0, 0
	for i, code := range c.frequent {
		if code != frequent {
			dst[i] = top[code]
			continue
		}
		if 2*rare >= len(c.rare) {
			return errBlock
		}
		at := int(binary.LittleEndian.Uint16(c.rare[2*rare:])) + frequent
		rare++
		switch {
		case at < len(dictionary):
			dst[i] = dictionary[at]
		case at == coded && raw < len(c.raw)/size:
			dst[i] = T(wordAt(c.raw, size, raw))
			raw++
		default:
			return errBlock
		}
	}
	return nil
}
