package conform

import (
	"math"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/verify"
)

// Loads are counted in a power of two determined by the slowest machine, by its
// general or its special speed.
func TestUnitOfLoads(t *testing.T) {
	unit := func(machine, own float64) float64 {
		c := &checker{Check: &verify.Check{Problem: &farm.Problem{Machines: []farm.Machine{{Speed: &machine}},
			Jobs: []farm.Job{{Slots: 2, Duration: 500, Speeds: map[string]float64{"m": own}}}}}}
		return c.loadUnit()
	}
	plain := unit(1, 1)
	if plain != math.Ldexp(1, 11-51) || unit(0.25, 1) != 4*plain || unit(1, 0.25) != 4*plain || unit(8, 8) != plain {
		t.Errorf("got units %v, %v, %v, %v; want u, 4u, 4u, u with u = 2^-40", plain, unit(0.25, 1), unit(1, 0.25),
			unit(8, 8))
	}
}
