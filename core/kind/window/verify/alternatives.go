package verify

import (
	"cmp"
	"strconv"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// alternatives checks the windows that one was chosen from, and that no two overlap.
func (c *Check) alternatives(s *window.Solution) {
	type part struct {
		slots.Span
		of int // the alternative
	}
	parts := make([][]part, len(c.Problem.Nodes))
	for k := range s.Alternatives {
		path, other := "solution.alternatives["+strconv.Itoa(k)+"]", &s.Alternatives[k]
		w, ok := c.window(path, other.Slots)
		c.Alternatives = append(c.Alternatives, w)
		if !ok {
			continue
		}
		c.time(path+".start", other.Start, w.Start)
		c.time(path+".end", other.End, w.Finish)
		c.time(path+".cost", other.Cost, w.Cost)
		for _, x := range other.Slots {
			i := c.Places[x.Node]
			parts[i] = append(parts[i], part{slots.Span{Start: x.Start, End: x.End}, k})
		}
	}
	for i := range parts {
		sorting.By(parts[i], func(a, b part) int { return cmp.Compare(a.Start, b.Start) })
		for j := 1; j < len(parts[i]); j++ {
			if a, b := parts[i][j-1], parts[i][j]; b.Start < a.End-float64(verify.Tolerance*c.Problem.Horizon) {
				c.Violation("solution.alternatives["+strconv.Itoa(max(a.of, b.of))+"]",
					"takes "+c.Problem.Nodes[i].ID+" at a time that another alternative has")
			}
		}
	}
}
