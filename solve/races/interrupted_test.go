package races

import (
	"context"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// A strategy that is interrupted ends with that limit, wherever it is.
func TestStrategyIsInterrupted(t *testing.T) {
	var s Solver
	p, err := breakthrough.Parse("breakthrough bbb/bbb/3/3/www/www w")
	if err != nil {
		t.Fatal(err)
	}
	s.Solve(t.Context(), &p, solve.Limits{Memory: 1 << 20})
	for after := 1; after < 300; after += 7 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		limit, err := s.Strategy(ctx, solve.Limits{Memory: 64 << 20}, func(*breakthrough.Position, breakthrough.Move) error {
			if n++; n == after {
				cancel()
			}
			return nil
		})
		if limit != solve.Interrupted || err != nil {
			t.Fatalf("after %d positions: %v, %v", after, limit, err)
		}
	}
}
