package strata

import "fmt"

// plan is the order in which the slices of a size are solved: each after those that its moves lead to, but that the slices
// of a group need each other.
type plan struct {
	*numbering
	slices []*slice
	groups [][]*slice // one slice, or two that are each other's with the sides exchanged
	byKey  map[key]*slice
	total  uint64 // entries
}

func newPlan(s Size) (*plan, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	p := &plan{numbering: newNumbering(newBoard(s)), byKey: map[key]*slice{}}
	most := s.stones()
	for stones := 1; stones <= 2*most; stones++ {
		for crossed := s.W; crossed >= 0; crossed-- {
			for own := max(0, stones-most); own <= min(stones, most); own++ {
				p.add(key{own, stones - own, crossed, crossed + 1})
			}
			for own := max(0, stones-most); 2*own <= stones; own++ {
				k := key{own, stones - own, crossed, crossed}
				if swapped := k.after(false, false); swapped != k {
					p.add(k, swapped)
				} else {
					p.add(k)
				}
			}
		}
	}
	for _, s := range p.slices {
		if s.len >= maxSlice {
			return nil, fmt.Errorf("found a board of %s with %d positions of a kind, expected fewer than %d for a table", p.Size, s.len, uint64(maxSlice))
		}
	}
	return p, nil
}

// add appends the slices of a group that have positions.
func (p *plan) add(keys ...key) {
	var group []*slice
	for _, k := range keys {
		if k.ownCrossed > k.own || k.otherCrossed > min(k.other, p.W) {
			continue
		}
		if s := p.newSlice(k); s.len > 0 {
			s.number = len(p.slices)
			p.slices, p.byKey[k] = append(p.slices, s), s
			p.total += s.len
			group = append(group, s)
		}
	}
	if len(group) > 0 {
		p.groups = append(p.groups, group)
	}
}

// leads returns the slices, in other groups, that moves of a slice's positions lead to; nil where there is none.
func (p *plan) leads(k key) (takes *slice, crosses [2]*slice) {
	if !k.pending() {
		takes = p.byKey[k.after(true, false)]
	}
	return takes, [2]*slice{p.byKey[k.after(false, true)], p.byKey[k.after(true, true)]}
}

// blocks returns how many blocks a packed slice has.
func (s *slice) blocks() int { return int((s.len + blockLen - 1) / blockLen) }

// block returns the numbers of the positions of a block.
func (s *slice) block(i int) (from, to uint64) {
	from = uint64(i) * blockLen
	return from, min(from+blockLen, s.len)
}
