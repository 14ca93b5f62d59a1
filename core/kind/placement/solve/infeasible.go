package solve

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/reason"
)

// finite reports whether x is neither infinite nor NaN.
func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// infeasible returns the reason why there is no placement, or nil if all jobs that were tried are
// placed. A job that can run nowhere is named before one whose times overflow.
func (s *schedule) infeasible() *reason.Reason {
	switch {
	case len(s.unplaceable) > 0 && len(s.instance.p.Clusters) == 0:
		return reason.New("no-clusters").Say("there are jobs but no cluster to run them on; add a cluster")
	case len(s.unplaceable) > 0:
		return s.stuckReason()
	case s.overflow >= 0:
		return s.overflowReason(s.overflow)
	}
	return nil
}

// overflowReason returns the reason for a job whose times overflow.
func (s *schedule) overflowReason(j int) *reason.Reason {
	job := s.instance.p.Jobs[j].ID
	return reason.New("beyond", "job", job).
		Say(i18n.English("times grow beyond what can be counted at job {}; use smaller sizes or work", job))
}

// stuckReason returns the reason for the first job that can run nowhere, with what is missing.
func (s *schedule) stuckReason() *reason.Reason {
	j := s.unplaceable[0]
	job, more := s.instance.p.Jobs[j].ID, len(s.unplaceable)-1
	if _, rs := s.instance.transferTimes(j); slices.ContainsFunc(rs, finite) {
		for i, t := range rs {
			if finite(t) && s.instance.admits(j, i) {
				return s.overflowReason(j)
			}
		}
		return reason.New("no-time", "job", job, "moreJobs", more).Say(i18n.English("job {} can run nowhere: its "+
			"data reach no cluster on which it states a time; state one there, link the parts of the network or add "+
			"replicas{}", job, moreJobsNote(more)))
	}
	var missing []string
	for _, d := range s.instance.jobDatasets[j] {
		if len(s.instance.homes[d]) == 0 {
			missing = append(missing, s.instance.p.Datasets[d].ID)
		}
	}
	why := reason.New("unreachable", "job", job, "moreJobs", more)
	text := i18n.English("job {} can run nowhere: no cluster can reach all of its datasets; link the parts of "+
		"the network or add replicas", job)
	if len(missing) > 0 {
		why = reason.New("no-replica", "job", job, "moreJobs", more, "datasets", missing)
		text = i18n.English("job {} can run nowhere: {} no replica; put one on a cluster", job, haveNo(missing))
	}
	return why.Say(text + moreJobsNote(more))
}

// moreJobsNote returns a note on the number of further jobs, or "".
func moreJobsNote(more int) string {
	if more == 0 {
		return ""
	}
	return i18n.English(" (and {} more of the jobs)", strconv.Itoa(more))
}

// haveNo returns "dataset d has" or "datasets d, e have".
func haveNo(datasets []string) string {
	if len(datasets) == 1 {
		return i18n.English("dataset {} has", datasets[0])
	}
	return i18n.English("datasets {} have", strings.Join(datasets, ", "))
}
