package conform

import (
	"slices"
	"testing"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// marksOf returns windows of one job by their times and costs.
func marksOf(pairs ...float64) (list []kernel.Mark) {
	for i := 0; i < len(pairs); i += 2 {
		time, cost := pairs[i], pairs[i+1]
		list = append(list, kernel.Mark{Limited: time, Minimised: cost})
	}
	return list
}

func pointsOf(pairs ...float64) (list []batch.Point) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, batch.Point{Time: pairs[i], Cost: pairs[i+1]})
	}
	return list
}

// A hull is the line along the steepest steps of all jobs, from the shortest
// combination to the cheapest. A point between them is on it only if a window, or
// another order of equally steep steps, gives it.
func TestHullsAreChecked(t *testing.T) {
	two := [][]kernel.Mark{marksOf(1, 10, 2, 6, 4, 4), marksOf(1, 5, 3, 1)}
	onStretch := [][]kernel.Mark{two[0], marksOf(1, 5, 2, 3, 3, 1)} // a window on the stretch itself
	alike := [][]kernel.Mark{marksOf(1, 5, 3, 1), marksOf(1, 3, 2, 1), marksOf(0, 9, 1, 0)}
	whole := pointsOf(2, 15, 3, 11, 5, 7, 7, 5)
	for what, c := range map[string]struct {
		all    [][]kernel.Mark
		points []batch.Point
		ok     bool
	}{
		"all of it":                     {two, whole, true},
		"without its first":             {two, whole[1:], false},
		"without its last":              {two, whole[:3], false},
		"without its bend":              {two, pointsOf(2, 15, 5, 7, 7, 5), false},
		"without its other bend":        {two, pointsOf(2, 15, 3, 11, 7, 5), false},
		"dearer":                        {two, pointsOf(2, 15, 3, 11, 5, 7.1, 7, 5), false},
		"cheaper":                       {two, pointsOf(2, 15, 3, 10.9, 5, 7, 7, 5), false},
		"later":                         {two, pointsOf(2, 15, 3, 11, 5.1, 7, 7, 5), false},
		"a point that nothing makes":    {two, pointsOf(2, 15, 3, 11, 4, 9, 5, 7, 7, 5), false},
		"a point that a window makes":   {onStretch, pointsOf(2, 15, 3, 11, 4, 9, 5, 7, 7, 5), true},
		"without what a window makes":   {onStretch, whole, true},
		"backwards":                     {two, pointsOf(3, 11, 2, 15, 5, 7, 7, 5), false},
		"before its first":              {two, pointsOf(1, 19, 2, 15, 3, 11, 5, 7, 7, 5), false},
		"beyond its last":               {two, pointsOf(2, 15, 3, 11, 5, 7, 7, 5, 8, 5), false},
		"the long one of alike first":   {alike, pointsOf(2, 17, 3, 8, 5, 4, 6, 2), true},
		"the short one of alike first":  {alike, pointsOf(2, 17, 3, 8, 4, 6, 6, 2), true},
		"none of alike by itself":       {alike, pointsOf(2, 17, 3, 8, 6, 2), true},
		"all orders of alike":           {alike, pointsOf(2, 17, 3, 8, 4, 6, 5, 4, 6, 2), true},
		"a step before the steep one":   {alike, pointsOf(2, 17, 2.5, 12.5, 3, 8, 6, 2), false},
		"without the end of the steep":  {alike, pointsOf(2, 17, 5, 4, 6, 2), false},
		"one job":                       {two[1:], pointsOf(1, 5, 3, 1), true},
		"one job, and nothing is there": {two[1:], nil, false},
	} {
		v := &check{Check: &kernel.Check{Verdict: verify.Verdict{Answer: &scenario.Answer{}}}}
		v.hull("front", c.points, c.all)
		if len(v.Violations) == 0 != c.ok {
			t.Errorf("%s: got violations %v, want valid %t", what, v.Violations, c.ok)
		}
	}
}

// A front lists all points, in order. Of two points that may differ by rounding
// only, one may be missing, and no other.
func TestPointsOfAFrontAreChecked(t *testing.T) {
	is := marksOf(1, 10, 2, 6, 4, 4)
	twins := slices.Insert(slices.Clone(is), 2, kernel.Mark{Limited: 2 + 1e-13, Minimised: 5})
	for what, c := range map[string]struct {
		is     []kernel.Mark
		points []batch.Point
		ok     bool
	}{
		"all":                      {is, pointsOf(1, 10, 2, 6, 4, 4), true},
		"but for digits":           {is, pointsOf(1, 10, 2, 6+1e-10, 4, 4), true},
		"without the first":        {is, pointsOf(2, 6, 4, 4), false},
		"without the middle":       {is, pointsOf(1, 10, 4, 4), false},
		"without the last":         {is, pointsOf(1, 10, 2, 6), false},
		"one more":                 {is, pointsOf(1, 10, 2, 6, 3, 5, 4, 4), false},
		"one more at the end":      {is, pointsOf(1, 10, 2, 6, 4, 4, 5, 3), false},
		"one twice":                {is, pointsOf(1, 10, 2, 6, 2, 6, 4, 4), false},
		"another cost":             {is, pointsOf(1, 10, 2, 6.1, 4, 4), false},
		"both of two nearly alike": {twins, pointsOf(1, 10, 2, 6, 2, 5, 4, 4), true},
		"the later of them":        {twins, pointsOf(1, 10, 2, 5, 4, 4), true},
		"the earlier of them":      {twins, pointsOf(1, 10, 2, 6, 4, 4), true},
		"nothing after them":       {twins, pointsOf(1, 10, 2, 6), false},
		"they at the end":          {twins[:3], pointsOf(1, 10, 2, 6), true},
		"nothing before them":      {twins[1:], pointsOf(2, 5, 4, 4), true},
	} {
		v := &check{Check: &kernel.Check{Verdict: verify.Verdict{Answer: &scenario.Answer{}}}}
		v.points("front", c.points, c.is)
		if len(v.Violations) == 0 != c.ok {
			t.Errorf("%s: got violations %v, want valid %t", what, v.Violations, c.ok)
		}
	}
}
