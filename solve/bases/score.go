package bases

import "math/bits"

const (
	fFree  = 0  // 0..5
	fSpare = 6  // 0..3
	fShift = 10 // 0..7
	fChain = 18 // 0..4
	fBase  = 23 // 0..3
	fLin   = 27
	nLin   = 14
	nF     = fLin + nLin
)

// W are weights.
var W = [nF]int{72, 68, 28, 12, -4, -4, -28, 8, 32, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 40, 60, 80, 0, -12, -24, -36, 40, 8, 8, -108, 32, -8, 0, 0, 0, -12, 0, 0, 0, 0}

func (s *Solver) features(p *state, l *layout, m *moves, f *[5]int, lin *[nLin]int) {
	f[0] = min(l.free, 5)
	f[1] = min(l.spare, 3)
	f[2] = min(bits.OnesCount64(m.shift&p.heads), 7)
	incell := l.out &^ l.hung
	f[3] = min(bits.OnesCount64(incell&^(incell<<1)), 4)
	f[4] = min(bits.OnesCount64(p.bases&^s.kings), 3)
	next := (p.home>>1 | s.aces) &^ p.home & s.deck &^ (p.loose | p.heads)
	lin[3] = bits.OnesCount64(next)
	d, big := 0, 0
	for ; next != 0; next &= next - 1 {
		z := bits.TrailingZeros64(next)
		k := int(p.depths>>s.lane[z]&63) - int(s.level[z])
		d += k
		big += k * k
	}
	open := (p.heads | l.hung) << 1
	lin[0] = bits.OnesCount64(s.deck &^ p.home)
	lin[1] = bits.OnesCount64(s.deck &^ p.loose)
	lin[2] = bits.OnesCount64(s.bad &^ p.loose)
	lin[4] = d
	lin[5] = bits.OnesCount64(l.hung)
	lin[6] = bits.OnesCount64(s.kings &^ p.loose)
	lin[7] = bits.OnesCount64(p.heads & s.bad)
	lin[8] = bits.OnesCount64(p.heads & open)
	lin[9] = bits.OnesCount64(p.bases & s.kings)
	lin[10] = big
	lin[11] = bits.OnesCount64(s.bad & p.heads & open)
	lin[12] = bits.OnesCount64(incell<<1&p.heads)
	lin[13] = bits.OnesCount64((p.home>>2 | s.aces>>1) & s.deck &^ (p.loose | p.heads))
}

// score rates a position, the lower the better.
func (s *Solver) score(p *state, l *layout, m *moves) int {
	var f [5]int
	var lin [nLin]int
	s.features(p, l, m, &f, &lin)
	v := W[fFree+f[0]] + W[fSpare+f[1]] + W[fShift+f[2]] + W[fChain+f[3]] + W[fBase+f[4]]
	for i, x := range lin {
		v += W[fLin+i] * x
	}
	return v>>2 + 300
}
