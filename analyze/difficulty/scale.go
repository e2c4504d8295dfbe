package difficulty

import (
	"foregone/analyze/games"
	"foregone/positions/patience"
)

// steps is how many parts of a scale have equally many deals.
const steps = 20

// scale has the shares lost of the winnable deals of a game: the least, the one that a twentieth of them do not exceed, that of
// two twentieths, and so on to the greatest.
type scale [steps + 1]float64

// Where the quarters end.
const (
	lowerQuarter = steps / 4
	upperQuarter = 3 * steps / 4
)

// The scales of the first 10,000 winnable ms deals of each game, and of the first 1,000 where the shares are estimates, as this
// measures them:
//
//	FOREGONE_SLOW=1 go test -run TestScales -v -timeout 0 ./analyze/difficulty
var scales = map[string]scale{
	"eightoff": {
		0.0579, 0.1909, 0.2147, 0.2315, 0.2467, 0.2597, 0.2725, 0.2844, 0.2964, 0.3083, 0.3201,
		0.3324, 0.3461, 0.3609, 0.3759, 0.3922, 0.4127, 0.4389, 0.4732, 0.5322, 0.9707,
	},
	"seatowers": {
		0.1049, 0.2766, 0.3183, 0.3493, 0.3735, 0.3976, 0.4208, 0.4428, 0.4648, 0.4880, 0.5110,
		0.5336, 0.5585, 0.5859, 0.6144, 0.6481, 0.6834, 0.7263, 0.7826, 0.8601, 0.9939,
	},
	"bakers": {
		0.1350, 0.2950, 0.3525, 0.3925, 0.4350, 0.4750, 0.5100, 0.5450, 0.5675, 0.5950, 0.6175,
		0.6400, 0.6625, 0.6900, 0.7125, 0.7450, 0.7825, 0.8225, 0.8500, 0.8950, 0.9800,
	},
	"freecell": {
		0.0825, 0.2225, 0.2575, 0.2750, 0.2975, 0.3113, 0.3275, 0.3425, 0.3575, 0.3700, 0.3825,
		0.3987, 0.4125, 0.4300, 0.4475, 0.4650, 0.4913, 0.5225, 0.5525, 0.6100, 0.8075,
	},
}

// Games returns the games that have a scale.
func Games() (names []string) {
	for _, name := range patience.Presets() {
		if _, ok := scales[name]; ok {
			names = append(names, name)
		}
	}
	return names
}

// scaleOf returns the scale of a position's game, if it has one under the rules of the position.
func scaleOf(p games.Position) (scale, bool) {
	s, ok := scales[p.Game()]
	return s, ok && p.Rules() == ""
}

// Scaled reports whether there are levels for positions like p.
func Scaled(p games.Position) bool {
	_, ok := scaleOf(p)
	return ok
}

// place returns the share of the deals of the scale that have a smaller share lost, interpolated between its steps.
func (s *scale) place(share float64) float64 {
	if share <= s[0] {
		return 0
	}
	for i := 1; i <= steps; i++ {
		if share <= s[i] {
			return (float64(i-1) + (share-s[i-1])/(s[i]-s[i-1])) / steps
		}
	}
	return 1
}

func (s *scale) level(share float64) Level {
	switch {
	case share < s[lowerQuarter]:
		return Easy
	case share > s[upperQuarter]:
		return Hard
	}
	return Medium
}
