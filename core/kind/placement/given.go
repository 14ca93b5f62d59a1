package placement

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/preset"
)

// Beside lists what keeps Complete from making the problem, without making
// it: what is wrong with the spec, and with the lists that are given beside it.
// Those may name what is yet to be drawn, by the names that it will have.
func (s Spec) Beside(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.Within("generate")
	}
	if faults = preset.Needless(s, lists); len(lists) == 4 {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = faults.Within("generate")
	if found.Drawn() {
		p, _ := redraw(found, s)
		whole := given.over(p)
		return append(faults, whole.Validate()...)
	}
	frame := *given
	if len(frame.Clusters) == 0 {
		for _, id := range preset.IDs("c", found.Parameters.Clusters) {
			frame.Clusters = append(frame.Clusters, Cluster{ID: id, MIPS: 1})
		}
	}
	if len(frame.Datasets) == 0 && len(frame.Jobs) > 0 {
		for _, id := range preset.IDs("d", found.Parameters.Datasets) {
			frame.Datasets = append(frame.Datasets, Dataset{ID: id})
		}
	}
	return append(faults, frame.Validate()...)
}

// Random reports whether another seed may make another problem.
func (s Spec) Random(*Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.Drawn()
}

// over puts the lists of a problem over those of another.
func (p *Problem) over(base Problem) Problem {
	return Problem{Clusters: either(p.Clusters, base.Clusters), Links: either(p.Links, base.Links),
		Datasets: either(p.Datasets, base.Datasets), Jobs: either(p.Jobs, base.Jobs)}
}

// either is a list, or another where it is empty.
func either[T any](list, other []T) []T {
	if len(list) > 0 {
		return list
	}
	return other
}

// fit brings the parameters in line with what is given: there are as many
// clusters as are given, and what a preset asks of each is no more than there
// can be. What the spec itself asks for stays, and is refused where it cannot be.
func (p *parameters) fit(given *Problem, s Spec) {
	if len(doc.Present(*given)) == 0 {
		return
	}
	if n := len(given.Clusters); n > 0 {
		p.Clusters = n
	}
	if n := len(given.Datasets); n > 0 {
		p.Datasets = n
	}
	if len(given.Links) > 0 { // what drawing them would take does not matter
		p.Topology, p.Degree, p.LinkProbability = "ring", 0, 0
	}
	preset.AtMost(&p.Islands, p.Clusters, s.Islands)
	preset.AtMost(&p.ReplicasMax, p.Clusters, s.ReplicasMax)
	preset.AtMost(&p.ReplicasMin, p.ReplicasMax, s.ReplicasMin)
	preset.AtMost(&p.NeedsMax, p.Datasets, s.NeedsMax)
	preset.AtMost(&p.NeedsMin, p.NeedsMax, s.NeedsMin)
}

// Like is the spec of lists that resemble those of a problem: as many things,
// over the same ranges. The lists named are to be drawn.
func Like(p *Problem, lists []string) Spec {
	s := Spec{Preset: "rbhs-mixed"}
	if slices.Contains(lists, "datasets") && len(p.Datasets) > 0 {
		s.Datasets = preset.Some(len(p.Datasets))
		preset.Range(&s.SizeMin, &s.SizeMax, smallest, largest, p.Datasets, func(d *Dataset) float64 { return d.Size })
		preset.Counts(&s.ReplicasMin, &s.ReplicasMax, 1, p.Datasets, func(d *Dataset) int { return len(d.At) })
	}
	if slices.Contains(lists, "jobs") && len(p.Jobs) > 0 {
		s.Jobs, s.DataShare = preset.Some(len(p.Jobs)), preset.Some(0.0)
		preset.Range(&s.WorkMin, &s.WorkMax, smallest, largest, p.Jobs, func(j *Job) float64 { return j.MI })
		preset.Counts(&s.NeedsMin, &s.NeedsMax, 0, p.Jobs, func(j *Job) int { return len(j.Datasets) })
	}
	return s
}
