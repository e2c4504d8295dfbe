package strata

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// blockLen is how many entries are packed together, as one zstd frame with a byte for each. A probe unpacks a block.
const blockLen = 1 << 15

// newEncoder returns an encoder that a worker uses for one block at a time.
func newEncoder() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(blockLen), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithLowerEncoderMem(true))
}

func newDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(1<<20))
}

// unpack unpacks a block into dst, which is as long as it must be.
func unpack(d *zstd.Decoder, dst, packed []byte) error {
	out, err := d.DecodeAll(packed, dst[:0:len(dst)])
	if err == nil && len(out) != len(dst) {
		err = fmt.Errorf("found a block of %d entries, expected %d", len(out), len(dst))
	}
	return err
}
