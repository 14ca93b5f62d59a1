package placement

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/preset"
)

// FaultsFor returns the faults of the spec and of the given lists, with which Complete cannot
// generate the problem. The given lists may refer to elements that are yet to be generated, by the
// names that they will have.
func (s Spec) FaultsFor(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.PrefixPaths("generate")
	}
	if faults = preset.Needless(s, lists); len(lists) == 4 {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = faults.PrefixPaths("generate")
	if found.IsFixed() {
		p, _ := redraw(found, s)
		whole := given.overlay(p)
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

// Random reports whether the problem depends on the seed.
func (s Spec) Random(*Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.IsFixed()
}

// overlay returns the lists of p, with those of base in place of empty ones.
func (p *Problem) overlay(base Problem) Problem {
	return Problem{Clusters: firstNonEmpty(p.Clusters, base.Clusters), Links: firstNonEmpty(p.Links, base.Links),
		Datasets: firstNonEmpty(p.Datasets, base.Datasets), Jobs: firstNonEmpty(p.Jobs, base.Jobs)}
}

// firstNonEmpty returns list, or other if list is empty.
func firstNonEmpty[T any](list, other []T) []T {
	if len(list) > 0 {
		return list
	}
	return other
}

// fit adapts the parameters to the given lists. Counts follow the lists, and values of the preset
// that are then too large are reduced. Values that the spec itself sets are kept, so that they
// are rejected if impossible.
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
	if len(given.Links) > 0 { // the effort of generating links does not matter
		p.Topology, p.Degree, p.LinkProbability = "ring", 0, 0
	}
	preset.Limit(&p.Islands, p.Clusters, s.Islands)
	preset.Limit(&p.ReplicasMax, p.Clusters, s.ReplicasMax)
	preset.Limit(&p.ReplicasMin, p.ReplicasMax, s.ReplicasMin)
	preset.Limit(&p.NeedsMax, p.Datasets, s.NeedsMax)
	preset.Limit(&p.NeedsMin, p.NeedsMax, s.NeedsMin)
}

// Like returns the spec of lists that resemble those of a problem, with the same counts and
// ranges. Only the named lists are generated.
func Like(p *Problem, lists []string) Spec {
	s := Spec{Preset: "rbhs-mixed"}
	if slices.Contains(lists, "datasets") && len(p.Datasets) > 0 {
		s.Datasets = preset.PointerTo(len(p.Datasets))
		preset.Range(&s.SizeMin, &s.SizeMax, minValue, maxValue, p.Datasets, func(d *Dataset) float64 { return d.Size })
		preset.Counts(&s.ReplicasMin, &s.ReplicasMax, 1, p.Datasets, func(d *Dataset) int { return len(d.At) })
	}
	if slices.Contains(lists, "jobs") && len(p.Jobs) > 0 {
		s.Jobs, s.DataShare = preset.PointerTo(len(p.Jobs)), preset.PointerTo(0.0)
		preset.Range(&s.WorkMin, &s.WorkMax, minValue, maxValue, p.Jobs, func(j *Job) float64 { return j.MI })
		preset.Counts(&s.NeedsMin, &s.NeedsMax, 0, p.Jobs, func(j *Job) int { return len(j.Datasets) })
	}
	return s
}
