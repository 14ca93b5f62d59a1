package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/formula"
	"gridbox/core/problem/window"
)

// criterion checks what an answer says its own criterion comes to, where it says
// so: the expression is read again and evaluated for the nodes of the window.
func (c *windowCheck) criterion(s *window.Solution, w *shown) {
	if c.answer.Algorithm != "custom" {
		return
	}
	var names []string
	for i := range c.p.Nodes {
		for name := range c.p.Nodes[i].Attributes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	text := c.word("expression", "cost")
	e, err := formula.Compile(text, []string{"start", "runtime", "finish", "nodes", "volume", "budget", "horizon"},
		append([]string{"price", "performance", "cost"}, names...))
	if err != nil {
		c.violation("options.expression", strconv.Quote(text)+" cannot be read: "+err.Error())
		return
	}
	budget := math.Inf(1)
	if b := c.p.Request.Budget; b != nil {
		budget = *b
	}
	set := []float64{w.start, w.runtime, w.finish, float64(len(s.Slots)), c.p.Request.Volume, budget, c.p.Horizon}
	rows := make([][]float64, len(s.Slots))
	for k := range s.Slots {
		n := &c.p.Nodes[c.nodes[s.Slots[k].Node]]
		rows[k] = []float64{n.Price, n.Performance, n.Price * w.runtime}
		for _, name := range names {
			x, ok := n.Attributes[name]
			if !ok {
				x = math.NaN()
			}
			rows[k] = append(rows[k], x)
		}
	}
	is := e.Evaluate(set, rows)
	if math.IsNaN(is) || math.IsInf(is, 0) {
		c.violation("stats.criterion", "is not a finite number for this window")
		return
	}
	if said, ok := c.answer.Stats["criterion"]; ok && !near(said, is) && math.Abs(said-is) > Tolerance {
		c.violation("stats.criterion", "is "+number(said)+", must be "+number(is))
	}
}
