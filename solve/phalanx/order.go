package phalanx

// order returns what a move to a row looks like at first sight: captures before quiet moves, those of the foremost
// enemies first, and then of what cannot be taken back; far steps first among quiet moves, steps into an attack last.
func order(row, h int, capture, attacked bool) int32 {
	if capture {
		o := int32(1<<22 + (h-row)*16)
		if !attacked {
			o += 40
		}
		return o
	}
	o := int32(row * 8)
	if attacked {
		o -= 100
	}
	return o
}
