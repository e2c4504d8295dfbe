package proofnumber

import (
	"encoding/binary"
	"math"

	"foregone/solve"
	"foregone/solve/transposition"
)

// Numbers are what is known of a position, the side to move being the one that wins in a proof.
type Numbers[K transposition.Key] struct {
	Key             K
	Proof, Disproof uint32 // 0 and Infinite when the side to move wins, Infinite and 0 when it loses
	Work            uint32 // positions expanded below it; 0 when nothing is known
}

// Append appends the numbers in a compact form: the words of the key, 0 for a win, 1 for a loss, or the proof number and one
// and the disproof number, and the work, as unsigned varints.
func (n *Numbers[K]) Append(buf []byte) []byte {
	for i := range len(n.Key) {
		buf = binary.AppendUvarint(buf, n.Key[i])
	}
	switch verdict(n.Proof, n.Disproof) {
	case solve.Win:
		buf = append(buf, 0)
	case solve.Loss:
		buf = append(buf, 1)
	default:
		buf = binary.AppendUvarint(buf, uint64(n.Proof)+1)
		buf = binary.AppendUvarint(buf, uint64(n.Disproof))
	}
	return binary.AppendUvarint(buf, uint64(n.Work))
}

// Read reads what Append wrote, and returns the rest; false when it is something else.
func (n *Numbers[K]) Read(buf []byte) (rest []byte, ok bool) {
	ok = true
	number := func() uint64 {
		x, size := binary.Uvarint(buf)
		if size <= 0 {
			ok = false
			return 0
		}
		buf = buf[size:]
		return x
	}
	for i := range len(n.Key) {
		n.Key[i] = number()
	}
	switch proof := number(); proof {
	case 0:
		n.Proof, n.Disproof = numbers(solve.Win)
	case 1:
		n.Proof, n.Disproof = numbers(solve.Loss)
	default:
		disproof := number()
		ok = ok && proof <= Infinite && disproof > 0 && disproof < Infinite
		n.Proof, n.Disproof = uint32(proof-1), uint32(disproof)
	}
	work := number()
	n.Work = uint32(work)
	return buf, ok && work <= math.MaxUint32
}
