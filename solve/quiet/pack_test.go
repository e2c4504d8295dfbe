package quiet

import (
	"math/rand/v2"
	"testing"
)

// TestPack packs blocks of words with all kinds of codes and reads them back, whole and one by one.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, different := range []int{1, 2, 200, 254, 255, 256, 300, 5000, 65789, 65790, 65791, 70000, 90000} {
		var p packer[uint64]
		p.reset()
		var blocks [][]uint64
		for n := range 4 {
			block := make([]uint64, []int{0, 1, 1000, 100_000}[n])
			for i := range block {
				block[i] = uint64(min(r.IntN(different), r.IntN(different))) * 0x0123456789abcdef
				if n == 3 && i < different {
					block[i] = uint64(i) * 0x0123456789abcdef
				}
			}
			blocks = append(blocks, block)
			p.count(block)
		}
		dictionaryBlock := p.packDictionary(nil)
		dictionary, err := p.unpackDictionary(nil, dictionaryBlock)
		if err != nil || len(dictionary) != min(different, coded) {
			t.Fatalf("%d words: a dictionary of %d, %v", different, len(dictionary), err)
		}
		bytes, err := openDictionary(dictionaryBlock, nil, 8)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range blocks {
			packed := p.pack(nil, block)
			var c codes
			got := make([]uint64, len(block))
			if err := unpack(got, &c, packed, dictionary); err != nil {
				t.Fatal(err)
			}
			for i, want := range block {
				if got[i] != want {
					t.Fatalf("word %d of %d: found %x, expected %x", i, len(block), got[i], want)
				}
				if i%997 == 0 {
					if x, err := c.word(i, bytes, 8); err != nil || x != want {
						t.Fatalf("word %d of %d alone: found %x, %v, expected %x", i, len(block), x, err, want)
					}
				}
			}
			if unpack(make([]uint64, len(block)+1), &c, packed, dictionary) == nil {
				t.Error("a word more was unpacked")
			}
			if len(block) > 1 && unpack(got, &c, packed[:len(packed)/2], dictionary) == nil {
				t.Error("half of a block was unpacked")
			}
		}
	}
}
