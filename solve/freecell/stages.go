package freecell

import "foregone/positions/patience"

func stages(patience.Rules) []stage { return []stage{{&plain, 0}} }

var plain = weights{
	free:   [6]int32{200, 110, 64, 47, 20, 7},
	empty:  [4]int32{60, 15, 4, -7},
	away:   69,
	over:   24,
	over2:  8,
	steady: 4,
	blocks: 7,
	dealt:  11,
	loose:  -6,
	kings:  3,
	spread: 7,
	shut:   8,
	hung:   8,
}
