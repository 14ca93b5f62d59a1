package batch

import (
	"strconv"
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// Compare returns a sentence that compares answer a with answer b: time and
// cost of a job, and the number of alternative windows per job.
func (methods) Compare(_ *Problem, a, b *kind.Answer[*Solution]) string {
	nameA, nameB := a.Name, b.Name
	switch {
	case !a.Feasible && !b.Feasible:
		return i18n.T("Neither {} nor {} gives any job a window.", nameA, nameB)
	case !a.Feasible:
		return i18n.T("{} finds no window where {} finds some.", nameA, nameB)
	case !b.Feasible:
		return i18n.T("{} finds windows where {} finds none.", nameA, nameB)
	}
	text := i18n.T("{} takes {} a job than {} and costs {}; it offers a job {} windows to choose from, the other "+
		"{}",
		nameA,
		kind.MarginText(a.Metrics["meanTime"], b.Metrics["meanTime"], "less time", "more time",
			"the time"),
		nameB,
		kind.MarginText(a.Metrics["meanCost"], b.Metrics["meanCost"], "less", "more", "as much"),
		tenth(a.Metrics["alternativesPerJob"]), tenth(b.Metrics["alternativesPerJob"]))
	if left, right := countServed(a.Solution), countServed(b.Solution); left != right {
		text += i18n.T("; it serves {} jobs, the other {}", strconv.Itoa(left), strconv.Itoa(right))
	}
	return text + "."
}

// countServed returns the number of jobs that have a window.
func countServed(s *Solution) int {
	if s == nil {
		return 0
	}
	return len(s.Chosen)
}

func tenth(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Decisions returns the chosen window of each job.
func (methods) Decisions(s *Solution) kind.Table {
	n := len(s.Chosen)
	job, nodes := make([]string, n), make([]string, n)
	in, which, of := make([]float64, n), make([]float64, n), make([]float64, n)
	start, end, cost := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range s.Chosen {
		job[i], in[i], which[i] = x.Job, float64(max(1, x.Cycle)), float64(x.Window+1)
		for k := range s.Alternatives {
			list := &s.Alternatives[k]
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
	return kind.Table{Rows: n, Columns: []kind.Column{
		{Name: "job", Texts: job}, {Name: "cycle", Numbers: in}, {Name: "window", Numbers: which},
		{Name: "of", Numbers: of},
		{Name: "start", Numbers: start}, {Name: "end", Numbers: end}, {Name: "cost", Numbers: cost},
		{Name: "nodes", Texts: nodes},
	}}
}
