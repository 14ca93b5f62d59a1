package figure

import (
	"slices"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/batch/draw"
	"gridbox/core/kind/placement"
)

// Choose makes the entry at index i the one that the picture shows.
func (f *Figure) Choose(i int) {
	if i < 0 || i >= len(f.entries) {
		return
	}
	f.chosen = i
	f.settleJob()
}

// PickJob chooses the job at position n, counted from 1; 0 chooses none.
func (f *Figure) PickJob(n int) {
	jobs := f.jobs()
	if jobs == nil {
		return
	}
	f.job = min(max(n, 0), len(jobs))
	f.mark, f.named = picture.Ref{}, true
}

// Pick handles a click on a mark of the picture. If jobs of the chosen answer
// involve the mark (they run on the cluster, read the replica or use the link),
// the next of them after the chosen job becomes the chosen job: repeated picks
// walk through the jobs.
func (f *Figure) Pick(mark picture.Ref) {
	if job := draw.JobOf(mark); job != "" && f.problem() == nil {
		f.PickJob(slices.Index(f.jobs(), job) + 1)
		return
	}
	concerns := f.concerns(mark)
	if f.lock != nil {
		return
	}
	if concerns == nil {
		return
	}
	f.mark = mark
	s := f.solution()
	if s == nil {
		return
	}
	f.named = true
	jobs := s.Assignments
	for step := 1; step <= len(jobs); step++ {
		i := (f.job - 1 + step + len(jobs)) % len(jobs)
		if concerns(&jobs[i]) {
			f.job = i + 1
			return
		}
	}
	f.job = 0
}

// concerns returns the test whether a job's assignment involves a mark; nil for
// a mark without meaning here.
func (f *Figure) concerns(mark picture.Ref) func(*placement.Assignment) bool {
	switch mark.Kind {
	case picture.Cluster:
		return func(a *placement.Assignment) bool { return a.Cluster == mark.ID }
	case picture.Replica:
		return func(a *placement.Assignment) bool {
			return hasSource(a, func(s *placement.Source) bool {
				return markid.ReplicaID(s.Dataset, s.Cluster) == mark.ID
			})
		}
	case picture.Link:
		return func(a *placement.Assignment) bool {
			return hasSource(a, func(s *placement.Source) bool { return crosses(s.Path, mark.ID) })
		}
	}
	return nil
}

func hasSource(a *placement.Assignment, is func(*placement.Source) bool) bool {
	for i := range a.Sources {
		if is(&a.Sources[i]) {
			return true
		}
	}
	return false
}

// crosses reports whether a path goes over a link, in either direction.
func crosses(path []string, link string) bool {
	for i := 1; i < len(path); i++ {
		if markid.LinkID(path[i-1], path[i]) == link || markid.LinkID(path[i], path[i-1]) == link {
			return true
		}
	}
	return false
}

// settleJob chooses a job by default: the first job of the chosen answer that
// transfers data.
func (f *Figure) settleJob() {
	a := f.solution()
	if f.named || a == nil {
		return
	}
	f.job = 0
	for i, assignment := range a.Assignments {
		if hasSource(&assignment, func(s *placement.Source) bool { return len(s.Path) > 1 }) {
			f.job = i + 1
			return
		}
	}
}
