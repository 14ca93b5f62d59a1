package catalog

import (
	"strconv"
	"strings"

	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// comparePlacements says how answer a does against answer b: when it ends, how
// long it moves data, and how many jobs run elsewhere.
func comparePlacements(_ *scenario.Scenario, a, b *scenario.Answer) string {
	nameA, nameB := Label("placement", a), Label("placement", b)
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither " + nameA + " nor " + nameB + " finds a placement."
	case !a.Feasible:
		return nameA + " finds no placement where " + nameB + " finds one."
	case !b.Feasible:
		return nameA + " finds a placement where " + nameB + " finds none."
	}
	text := ends(nameA, nameB, a.Metrics["makespan"], b.Metrics["makespan"]) +
		moves(a.Metrics["totalTransferTime"], b.Metrics["totalTransferTime"])
	if elsewhere, jobs, ok := movedJobs(a, b); ok {
		text += "; " + elsewhereText(elsewhere, jobs)
	}
	return text + "."
}

func ends(nameA, nameB string, a, b float64) string {
	text, equal := margin(a, b)
	switch {
	case equal:
		return nameA + " ends when " + nameB + " does"
	case a < b:
		return nameA + " ends " + text + " earlier than " + nameB
	case strings.HasSuffix(text, "times"):
		return nameA + " takes " + text + " as long as " + nameB
	}
	return nameA + " ends " + text + " later than " + nameB
}

func moves(a, b float64) string {
	text, equal := margin(a, b)
	switch {
	case a == 0 && b == 0:
		return ", and neither moves data"
	case equal:
		return " and spends as long moving data"
	case a == 0:
		return " and moves no data"
	case b == 0:
		return " and moves data, which the other does not"
	case a < b:
		return " and spends " + text + " less time moving data"
	case strings.HasSuffix(text, "times"):
		return " and spends " + text + " the time moving data"
	}
	return " and spends " + text + " more time moving data"
}

// movedJobs counts the jobs that the two answers put on different clusters.
func movedJobs(a, b *scenario.Answer) (elsewhere, jobs int, ok bool) {
	ours, ok1 := a.Solution.(*placement.Solution)
	theirs, ok2 := b.Solution.(*placement.Solution)
	if !ok1 || !ok2 || len(ours.Assignments) != len(theirs.Assignments) || len(ours.Assignments) == 0 {
		return 0, 0, false
	}
	for i := range ours.Assignments {
		if ours.Assignments[i].Cluster != theirs.Assignments[i].Cluster {
			elsewhere++
		}
	}
	return elsewhere, len(ours.Assignments), true
}

func elsewhereText(elsewhere, jobs int) string {
	of := strconv.Itoa(elsewhere) + " of " + strconv.Itoa(jobs)
	switch {
	case elsewhere == 0:
		return "every job runs on the same cluster"
	case elsewhere == jobs:
		return "every job runs elsewhere"
	case elsewhere == 1:
		return of + " jobs runs elsewhere"
	}
	return of + " jobs run elsewhere"
}

// placementDecisions lists where and when each job runs.
func placementDecisions(a *scenario.Answer) Decisions {
	solution, ok := a.Solution.(*placement.Solution)
	if !ok {
		return Decisions{}
	}
	n := len(solution.Assignments)
	job, cluster, from := make([]string, n), make([]string, n), make([]string, n)
	start, transfer, run, finish := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range solution.Assignments {
		job[i], cluster[i], from[i] = x.Job, x.Cluster, sourcesText(x)
		start[i], transfer[i], run[i], finish[i] = x.Start, x.TransferTime, x.RunTime, x.Finish
	}
	return Decisions{Rows: n, Columns: []Column{
		{Name: "job", Words: job}, {Name: "cluster", Words: cluster},
		{Name: "start", Unit: "s", Numbers: start}, {Name: "transfer", Unit: "s", Numbers: transfer},
		{Name: "run", Unit: "s", Numbers: run}, {Name: "finish", Unit: "s", Numbers: finish},
		{Name: "data from", Words: from},
	}}
}

// sourcesText lists the datasets that come from elsewhere.
func sourcesText(x placement.Assignment) string {
	var parts []string
	for _, s := range x.Sources {
		if s.Cluster != x.Cluster {
			parts = append(parts, s.Dataset+" from "+s.Cluster)
		}
	}
	return strings.Join(parts, ", ")
}
