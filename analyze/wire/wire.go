// Package wire is how values travel between machines: as CBOR (RFC 8949), in the same bytes for equal values. Strings may
// have any bytes.
package wire

import "github.com/fxamacker/cbor/v2"

var (
	encoding = must(cbor.EncOptions{Sort: cbor.SortBytewiseLexical}.EncMode())
	// The bounds on elements are far above those of any message that a server takes.
	decoding = must(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, MaxArrayElements: 1 << 22, MaxMapPairs: 1 << 16}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the options are constants
	}
	return v
}

// Marshal returns the bytes of a value.
func Marshal(v any) ([]byte, error) { return encoding.Marshal(v) }

// Unmarshal sets v, a pointer, to the value of the bytes, which must be all of it.
func Unmarshal(b []byte, v any) error { return decoding.Unmarshal(b, v) }
