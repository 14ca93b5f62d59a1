package placement

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// infeasible says in words why there is no placement; "" when there is one.
func (s *schedule) infeasible() string {
	switch {
	case len(s.stuck) > 0 && len(s.in.p.Clusters) == 0:
		return "there are jobs but no cluster to run them on; add a cluster"
	case len(s.stuck) > 0:
		return s.whyStuck()
	case s.overflow >= 0:
		return s.beyond(s.overflow)
	}
	return ""
}

func (s *schedule) beyond(j int) string {
	return "times grow beyond what can be counted at job " + s.in.p.Jobs[j].ID + "; use smaller sizes or work"
}

// whyStuck names the first job that can run nowhere and what is missing.
func (s *schedule) whyStuck() string {
	j := s.stuck[0]
	if _, rs := s.in.gather(j); slices.ContainsFunc(rs, finite) {
		return s.beyond(j)
	}
	var missing []string
	for _, d := range s.in.needs[j] {
		if len(s.in.homes[d]) == 0 {
			missing = append(missing, s.in.p.Datasets[d].ID)
		}
	}
	reason := "job " + s.in.p.Jobs[j].ID +
		" can run nowhere: no cluster can reach all of its datasets; link the parts of the network or add replicas"
	if len(missing) > 0 {
		reason = "job " + s.in.p.Jobs[j].ID + " can run nowhere: " + haveNo(missing) +
			" no replica; put one on a cluster"
	}
	if more := len(s.stuck) - 1; more > 0 {
		reason += " (and " + strconv.Itoa(more) + " more of the jobs)"
	}
	return reason
}

func haveNo(datasets []string) string {
	if len(datasets) == 1 {
		return "dataset " + datasets[0] + " has"
	}
	return "datasets " + strings.Join(datasets, ", ") + " have"
}
