package main

import (
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/engine"
	groupsolve "gridbox/core/kind/group/solve"
	"gridbox/core/scenario"
)

// curves writes what the algorithms of a scenario of groups give over the number
// of nodes and over the budget.
func curves(c *call) int {
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	if s.Kind != "group" {
		c.say("gridbox curves: only problems of groups have curves, and this one is of the kind " + s.Kind +
			"; gridbox study varies anything\n")
		return wrong
	}
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	found := groupsolve.Curves{Curves: []groupsolve.Curve{}}
	for _, run := range wanted {
		e, err := engine.All().ExplainExplicit(c.ctx, explicit, run.Run,
			map[string]string{"curves": run.Algorithm, "every": "yes"}, engine.Env{Clock: c.clock})
		if err != nil {
			c.say(run.name + ": " + reason(err) + "\n")
			return failed
		}
		one := e.Detail.(groupsolve.Curves)
		found.PerNode, found.Curves = one.PerNode, append(found.Curves, one.Curves...)
	}
	if c.on("text") {
		c.print(curveTables(&found))
		return done
	}
	return c.write(doc.Pretty(&found))
}

// curveTables are a table over the number of nodes and one over the budget.
func curveTables(all *groupsolve.Curves) string {
	text := "over the number of nodes, " + short(all.PerNode) + " of budget for each\n"
	nodes := table{right: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true}}
	nodes.row("algorithm", "nodes", "budget", "value", "cost", "ms", "tree nodes")
	budgets := table{right: map[int]bool{1: true, 2: true, 3: true}}
	budgets.row("algorithm", "budget", "value", "cost")
	for i := range all.Curves {
		curve := &all.Curves[i]
		for _, p := range curve.Points {
			row := []string{string(curve.Algorithm), strconv.Itoa(p.Nodes), short(p.Budget), "no window", "", "", ""}
			if p.Feasible {
				row[3], row[4] = short(p.Value), short(p.Cost)
			}
			if p.Elapsed > 0 {
				row[5] = strconv.FormatFloat(p.Elapsed, 'f', 3, 64)
			}
			if p.TreeNodes > 0 {
				row[6] = strconv.Itoa(p.TreeNodes)
			}
			nodes.row(row...)
		}
		for _, p := range curve.Budgets {
			budgets.row(string(curve.Algorithm), short(p.Budget), short(p.Value), short(p.Cost))
		}
	}
	text += nodes.String() + "\nover the budget\n" + budgets.String() + "\n"
	for i := range all.Curves {
		if about := all.Curves[i].About; about != "" {
			text += string(all.Curves[i].Algorithm) + ": " + about + "\n"
		}
	}
	return text
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
