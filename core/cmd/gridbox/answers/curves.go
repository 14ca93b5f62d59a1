package answers

import (
	"strconv"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	groupsolve "gridbox/core/kind/group/solve"
)

// curves writes the results of the algorithms for a group problem over the number of nodes and
// over the budget.
func curves(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	if s.Kind != "group" {
		c.Say("gridbox curves: only problems of groups have curves, and this one is of the kind " + s.Kind +
			"; gridbox study varies anything\n")
		return cli.Wrong
	}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	found := groupsolve.Curves{Curves: []groupsolve.Curve{}}
	for _, run := range wanted {
		e, err := x.Explain(c.Ctx, run.Run, map[string]string{"curves": run.Algorithm, "every": "yes"}, nil)
		if err != nil {
			c.Say(run.Name + ": " + cli.Reason(err) + "\n")
			return cli.Failed
		}
		one := e.Detail.(groupsolve.Curves)
		found.PerNode, found.Curves = one.PerNode, append(found.Curves, one.Curves...)
	}
	if c.HasFlag("text") {
		c.Print(curveTables(&found))
		return cli.Done
	}
	return c.Write(doc.Pretty(&found))
}

// curveTables returns a table over the number of nodes and one over the budget.
func curveTables(all *groupsolve.Curves) string {
	text := "over the number of nodes, " + shortNumber(all.PerNode) + " of budget for each\n"
	nodes := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true}}
	nodes.Row("algorithm", "nodes", "budget", "value", "cost", "ms", "tree nodes")
	budgets := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true}}
	budgets.Row("algorithm", "budget", "value", "cost")
	for i := range all.Curves {
		curve := &all.Curves[i]
		for _, p := range curve.Points {
			row := []string{string(curve.Algorithm), strconv.Itoa(p.Nodes), shortNumber(p.Budget), "no window", "", "",
				""}
			if p.Feasible {
				row[3], row[4] = shortNumber(p.Value), shortNumber(p.Cost)
			}
			if p.Elapsed > 0 {
				row[5] = strconv.FormatFloat(p.Elapsed, 'f', 3, 64)
			}
			if p.TreeNodes > 0 {
				row[6] = strconv.Itoa(p.TreeNodes)
			}
			nodes.Row(row...)
		}
		for _, p := range curve.Budgets {
			budgets.Row(string(curve.Algorithm), shortNumber(p.Budget), shortNumber(p.Value), shortNumber(p.Cost))
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

// shortNumber formats a number with six digits.
func shortNumber(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// CurvesVerb returns the verb curves.
func CurvesVerb() *cli.Verb {
	return &cli.Verb{Name: "curves", Args: []string{"SCENARIO"},
		About: "print the results of group algorithms over the number of nodes and the budget",
		Details: "The budget grows with the number of nodes. GKA gives every number and every budget from\n" +
			"one table; other algorithms run for each number of nodes, and as many budgets. Times are\n" +
			"those of this machine.",
		Flags: []cli.Option{
			cli.Flag("algorithm", "ID", "only the runs of this one; may be given again for more"),
			cli.Flag("run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"),
			cli.Flag("text", "", "write tables for people instead of a document"),
		}, Run: verbFunc(curves)}
}
