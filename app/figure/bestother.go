package figure

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Versus returns one sentence that compares the chosen answer with the best
// other one.
func (f *Figure) Versus() string {
	if v, _, ok := f.pair(); ok {
		return v.Report.Summary.Text()
	}
	if f.answer() == nil {
		return ""
	}
	other := f.bestOther()
	kind, ok := catalog.ByID(f.explicit.Kind)
	if other < 0 || !ok {
		return ""
	}
	return kind.Compare(f.explicit, f.entries[f.chosen].namedAnswer(), f.entries[other].namedAnswer())
}

// namedAnswer returns an entry's answer with the entry's name, which distinguishes its
// run from the others.
func (e *Entry) namedAnswer() *scenario.Answer {
	named := *e.Answer
	named.Label = e.Name
	return &named
}

// bestOther returns the index of the best answer by the kind's first metric
// that is not chosen, the earlier one of equals; -1 if there is none.
func (f *Figure) bestOther() int {
	best, first := -1, f.metric(0)
	for i, e := range f.entries {
		if i == f.chosen || e.Answer == nil || !e.Answer.Feasible {
			continue
		}
		if best < 0 || first.IsBetter(e.Answer.Metrics[first.ID], f.entries[best].Answer.Metrics[first.ID]) {
			best = i
		}
	}
	return best
}
