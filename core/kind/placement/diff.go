package placement

import (
	"strings"

	"gridbox/core/kind"
)

// aggregations is the way in which each metric is computed from jobs. Metrics that are not listed are
// compared as a whole.
var aggregations = map[string]kind.Aggregation{"makespan": kind.Stack, "totalTransferTime": kind.Sum,
	"meanTransferTime":   kind.Sum,
	"meanCompletionTime": kind.Sum}

// Parts returns the jobs as items. The decision about a job is its cluster and the paths of its
// data.
func (methods) Parts(_ *Problem, a, other *kind.Answer[*Solution], metric string) kind.Parts {
	s := a.Solution
	parts := kind.Parts{Aggregation: aggregations[metric]}
	if s == nil || parts.Aggregation == kind.NotAggregated {
		return kind.Parts{}
	}
	parts.Items = make([]kind.Item, len(s.Assignments))
	n := float64(len(s.Assignments))
	if parts.Aggregation == kind.Stack {
		parts.Pivot, parts.LastCluster = pivot(s, other.Solution)
	}
	for i := range s.Assignments {
		x := &s.Assignments[i]
		it := kind.Item{Ref: kind.Ref{Kind: "job", ID: x.Job},
			Stand: kind.Stand{Location: x.Cluster, From: x.Start, To: x.Finish}, Mark: x.Cluster}
		for k := range x.Sources {
			it.Mark += "\n" + x.Sources[k].Dataset + "\n" + strings.Join(x.Sources[k].Path, "\n")
		}
		switch metric {
		case "makespan":
			if x.Cluster == parts.Pivot {
				it.Value = x.TransferTime + x.RunTime
			}
		case "totalTransferTime":
			it.Value = x.TransferTime
		case "meanTransferTime":
			it.Value = x.TransferTime / n
		case "meanCompletionTime":
			it.Value = x.Finish / n
		}
		parts.Items[i] = it
	}
	return parts
}

// pivot returns the cluster that finishes last in the answer that finishes later,
// and the one that finishes last in the other answer if it differs.
func pivot(a, b *Solution) (name, holds string) {
	endA, lastA := lastOf(a)
	endB, lastB := lastOf(b)
	if endA < endB || endA == endB && lastB < lastA {
		lastA, lastB = lastB, lastA
	}
	if lastA == lastB {
		lastB = ""
	}
	return lastA, lastB
}

// lastOf returns the end of a solution and the cluster that finishes then.
func lastOf(s *Solution) (end float64, cluster string) {
	if s == nil {
		return 0, ""
	}
	for i := range s.Assignments {
		if a := &s.Assignments[i]; cluster == "" || a.Finish > end {
			end, cluster = a.Finish, a.Cluster
		}
	}
	return end, cluster
}

// Order returns the jobs with their clusters, in the order of the document.
func (methods) Order(_ *Problem, a *kind.Answer[*Solution]) []kind.Step {
	var list []kind.Step
	for i := range a.Solution.Assignments {
		x := &a.Solution.Assignments[i]
		list = append(list, kind.Step{Ref: kind.Ref{Kind: "job", ID: x.Job}, Text: x.Cluster})
	}
	return list
}
