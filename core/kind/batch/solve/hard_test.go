package solve

import (
	"context"
	"math"
	"testing"

	"gridbox/core/rng"
)

// hardClasses returns classes of a kind that is hard for fronts.
func hardClasses(name string, jobs, windows int) []class {
	s := rng.New(7, name, uint64(jobs))
	var classes []class
	for range jobs {
		var items []item
		for k := range windows {
			z, g := s.Uniform(20, 150), s.Uniform(100, 900)
			switch name {
			case "correlated":
				g = 1000 - 5*z + s.Uniform(0, 1)
			case "line":
				g = 1000 - z
			case "whole":
				z, g = math.Floor(z), math.Floor(g)
			}
			items = append(items, item{z: z, g: g, index: int32(k)})
		}
		classes = append(classes, reduceExactly(items))
	}
	return classes
}

// A choice ends after bounded work with a combination within the limit and a
// bound that is not above it. If time and cost are independent, as in the
// generator, it is proven best for 200 jobs with 100 windows each.
func TestHardCombinations(t *testing.T) {
	for _, name := range []string{"free", "whole", "correlated", "line"} {
		for _, size := range []struct{ jobs, windows int }{{5, 40}, {200, 100}} {
			if testing.Short() && size.jobs > 5 && name == "correlated" {
				continue // a second
			}
			classes := hardClasses(name, size.jobs, size.windows)
			c, limit := chooser{}, float64(size.jobs)*70
			got, err := c.choose(context.Background(), classes, limit)
			if err != nil || !got.ok || !keepsLimit(got.z, limit) || got.bound > got.g || got.g-got.bound > 0.02*got.g {
				t.Errorf("%s %v: got error %v, %+v; want a combination within the limit and 2 %% of its bound", name,
					size, err, got)
			}
			if easy := name == "free" || name == "whole"; easy && !got.exact {
				t.Errorf("%s %v: got a choice that is not proven best, want an exact one", name, size)
			}
			if most := maxTries + maxStates; c.count > most {
				t.Errorf("%s %v: got %d states, want at most %d", name, size, c.count, most)
			}
			points, _ := c.front(classes, false)
			for i := 1; i < len(points); i++ {
				if points[i].Time <= points[i-1].Time || points[i].Cost >= points[i-1].Cost {
					t.Errorf("%s %v: got point %+v of the front after %+v, want more time and less cost", name, size,
						points[i], points[i-1])
				}
			}
		}
	}
}

// The choice agrees with a table over whole limits on problems too large for
// enumeration.
func TestChooseAgainstTable(t *testing.T) {
	classes := hardClasses("whole", 30, 25)
	for _, limit := range []int{800, 1200, 2000, 2600} {
		row := make([]float64, limit+1)
		for _, items := range classes {
			next := make([]float64, limit+1)
			for z := range next {
				next[z] = math.Inf(1)
				for _, it := range items {
					if at := z - int(it.z); at >= 0 {
						next[z] = math.Min(next[z], row[at]+it.g)
					}
				}
			}
			row = next
		}
		c := chooser{}
		got, err := c.choose(context.Background(), classes, float64(limit))
		if err != nil || !got.ok || !got.exact || got.g != row[limit] {
			t.Errorf("limit %d: got %+v, want %v as by the table", limit, got, row[limit])
		}
	}
}
