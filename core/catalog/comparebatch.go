package catalog

import (
	"strconv"
	"strings"

	"gridbox/core/kind/batch"
	"gridbox/core/scenario"
)

// compareBatches says how answer a does against answer b: time and cost of a
// job, and how many windows the jobs could choose from.
func compareBatches(_ *scenario.Scenario, a, b *scenario.Answer) string {
	nameA, nameB := Label("batch", a), Label("batch", b)
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither " + nameA + " nor " + nameB + " gives any job a window."
	case !a.Feasible:
		return nameA + " finds no window where " + nameB + " finds some."
	case !b.Feasible:
		return nameA + " finds windows where " + nameB + " finds none."
	}
	text := nameA + " takes " + against(a.Metrics["meanTime"], b.Metrics["meanTime"], "less time", "more time",
		"the time") +
		" a job than " + nameB + " and costs " +
		against(a.Metrics["meanCost"], b.Metrics["meanCost"], "less", "more", "as much") +
		"; it offers a job " + tenth(a.Metrics["alternativesPerJob"]) + " windows to choose from, the other " +
		tenth(b.Metrics["alternativesPerJob"])
	if left, right := served(a), served(b); left != right {
		text += "; it serves " + strconv.Itoa(left) + " jobs, the other " + strconv.Itoa(right)
	}
	return text + "."
}

// against puts a margin between two numbers into words.
func against(a, b float64, less, more, times string) string {
	text, equal := margin(a, b)
	switch {
	case equal || b == 0:
		return "as much"
	case a < b:
		return text + " " + less
	case strings.HasSuffix(text, "times"):
		return text + " " + times
	}
	return text + " " + more
}

func tenth(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func served(a *scenario.Answer) int {
	if s, ok := a.Solution.(*batch.Solution); ok {
		return len(s.Chosen)
	}
	return 0
}

// batchDecisions lists the chosen window of each job.
func batchDecisions(a *scenario.Answer) Decisions {
	solution, ok := a.Solution.(*batch.Solution)
	if !ok {
		return Decisions{}
	}
	n := len(solution.Chosen)
	job, nodes := make([]string, n), make([]string, n)
	in, which, of := make([]float64, n), make([]float64, n), make([]float64, n)
	start, end, cost := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range solution.Chosen {
		job[i], in[i], which[i] = x.Job, float64(max(1, x.Cycle)), float64(x.Window+1)
		for k := range solution.Alternatives {
			list := &solution.Alternatives[k]
			if list.Job != x.Job || list.Cycle != x.Cycle || x.Window >= len(list.Windows) {
				continue
			}
			w := &list.Windows[x.Window]
			of[i], start[i], end[i], cost[i] = float64(len(list.Windows)), w.Start, w.End, w.Cost
			names := make([]string, len(w.Slots))
			for m := range w.Slots {
				names[m] = w.Slots[m].Node
			}
			nodes[i] = strings.Join(names, ", ")
		}
	}
	return Decisions{Rows: n, Columns: []Column{
		{Name: "job", Words: job}, {Name: "cycle", Numbers: in}, {Name: "window", Numbers: which},
		{Name: "of", Numbers: of},
		{Name: "start", Numbers: start}, {Name: "end", Numbers: end}, {Name: "cost", Numbers: cost},
		{Name: "nodes", Words: nodes},
	}}
}
