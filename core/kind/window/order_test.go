package window

import (
	"math"
	"reflect"
	"testing"

	"gridbox/core/rng"
)

// Many slots are in the same order as few, whatever their starts.
func TestManySlotsAreOrderedAlike(t *testing.T) {
	s := rng.New(1, "test/order", 0)
	for name, start := range map[string]func() float64{
		"whole":   func() float64 { return float64(s.IntN(500)) },
		"real":    func() float64 { return s.Uniform(0, 1e6) },
		"extreme": func() float64 { return math.Ldexp(s.Float64(), s.IntN(600)-300) },
		"zero":    func() float64 { return math.Copysign(0, float64(s.IntN(2))-0.5) },
	} {
		for _, nodes := range []int32{0, 1, minRadixSlots / 4, minWideRadixSlots / 4} {
			var list []Free
			for node := range nodes {
				for range 5 {
					x := start()
					list = append(list, Free{node, x, x + 1})
				}
			}
			order(list, lessByNode)
			want := append([]Free(nil), list...)
			order(want, lessByStart)
			if orderNodes(list); !reflect.DeepEqual(list, want) {
				t.Errorf("%s starts of %d nodes: got an order that differs from that by start", name, nodes)
			}
		}
	}
}
