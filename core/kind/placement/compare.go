package placement

import (
	"strconv"
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// Compare returns a sentence on when answer a ends compared with answer b, how long it moves
// data, and how many jobs run on other clusters.
func (methods) Compare(_ *Problem, a, b *kind.Answer[*Solution]) string {
	if text := kind.InfeasibleText(a, b, "placement"); text != "" {
		return text
	}
	text := kind.Ends(a.Name, b.Name, a.Metrics["makespan"], b.Metrics["makespan"]) +
		moves(a.Metrics["totalTransferTime"], b.Metrics["totalTransferTime"])
	if elsewhere, jobs, ok := movedJobs(a.Solution, b.Solution); ok {
		text += "; " + elsewhereText(elsewhere, jobs)
	}
	return text + "."
}

// moves returns a clause that compares the total transfer times of two answers.
func moves(a, b float64) string {
	text, equal := kind.Margin(a, b)
	switch {
	case a == 0 && b == 0:
		return i18n.T(", and neither moves data")
	case equal:
		return i18n.T(" and spends as long moving data")
	case a == 0:
		return i18n.T(" and moves no data")
	case b == 0:
		return i18n.T(" and moves data, which the other does not")
	case a < b:
		return i18n.T(" and spends {} less time moving data", text)
	case kind.IsMultiple(a, b):
		return i18n.T(" and spends {} the time moving data", text)
	}
	return i18n.T(" and spends {} more time moving data", text)
}

// movedJobs counts the jobs that two answers place on different clusters. It reports false if the
// answers cannot be compared job by job.
func movedJobs(a, b *Solution) (elsewhere, jobs int, ok bool) {
	if a == nil || b == nil || len(a.Assignments) != len(b.Assignments) || len(a.Assignments) == 0 {
		return 0, 0, false
	}
	for i := range a.Assignments {
		if a.Assignments[i].Cluster != b.Assignments[i].Cluster {
			elsewhere++
		}
	}
	return elsewhere, len(a.Assignments), true
}

// elsewhereText returns a clause on how many jobs run on another cluster.
func elsewhereText(elsewhere, jobs int) string {
	of := i18n.T("{} of {}", strconv.Itoa(elsewhere), strconv.Itoa(jobs))
	switch {
	case elsewhere == 0:
		return "every job runs on the same cluster"
	case elsewhere == jobs:
		return "every job runs elsewhere"
	case elsewhere == 1:
		return i18n.T("{} jobs runs elsewhere", of)
	}
	return i18n.T("{} jobs run elsewhere", of)
}

// Decisions returns a row for each job: cluster, times and sources of data.
func (methods) Decisions(s *Solution) kind.Table {
	n := len(s.Assignments)
	job, cluster, from := make([]string, n), make([]string, n), make([]string, n)
	start, transfer, run, finish := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range s.Assignments {
		job[i], cluster[i], from[i] = x.Job, x.Cluster, sourcesText(x)
		start[i], transfer[i], run[i], finish[i] = x.Start, x.TransferTime, x.RunTime, x.Finish
	}
	return kind.Table{Rows: n, Columns: []kind.Column{
		{Name: "job", Texts: job}, {Name: "cluster", Texts: cluster},
		{Name: "start", Unit: "s", Numbers: start}, {Name: "transfer", Unit: "s", Numbers: transfer},
		{Name: "run", Unit: "s", Numbers: run}, {Name: "finish", Unit: "s", Numbers: finish},
		{Name: "data from", Texts: from},
	}}
}

// sourcesText lists the datasets that are transferred from another cluster.
func sourcesText(x Assignment) string {
	var parts []string
	for _, s := range x.Sources {
		if s.Cluster != x.Cluster {
			parts = append(parts, i18n.T("{} from {}", s.Dataset, s.Cluster))
		}
	}
	return strings.Join(parts, ", ")
}
