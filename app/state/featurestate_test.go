package state

import "testing"

type tally struct{ n, undone int }

type count struct{ amount int }

func (c count) Change(_ *State, own tally) tally {
	own.n += c.amount
	return own
}

var tallies = NewSlot(func(own tally, before, now *State) (tally, bool) {
	undone := len(now.Past) < len(before.Past)
	if undone {
		own.undone++
	}
	return own, undone
})

// A slot stores the value of a feature, changes no earlier state, has its own facet, and follows actions of other
// features.
func TestASlotKeepsAFeaturesState(t *testing.T) {
	s := start(t)
	if *tallies.Get(&s) != (tally{}) {
		t.Errorf("got initial %+v, want the zero value", tallies.Get(&s))
	}
	next := Reduce(s, tallies.Do(count{2}))
	if tallies.Get(&s).n != 0 || tallies.Get(&next).n != 2 {
		t.Errorf("got %+v before, %+v after; want 0, 2", tallies.Get(&s), tallies.Get(&next))
	}
	if s.Key(tallies.Facet) == next.Key(tallies.Facet) {
		t.Error("the key of the facet does not change with the value")
	}
	if s.Key(FacetDraft, FacetLayout) != next.Key(FacetDraft, FacetLayout) {
		t.Error("the keys of other facets change with the value")
	}
	same := Reduce(next, SetField{Path: "title", Text: "mine"})
	if same.Key(tallies.Facet) != next.Key(tallies.Facet) || tallies.Get(&same).n != 2 {
		t.Error("an action of another feature changes the value")
	}
	if undone := Reduce(same, Undo{}); *tallies.Get(&undone) != (tally{2, 1}) {
		t.Errorf("after undo: got %+v, want {2 1}", tallies.Get(&undone))
	}
}

type measurement struct {
	size int
	done int `facet:"pace"`
}

type progress struct{ done int }

func (p progress) Change(_ *State, own measurement) measurement {
	own.done = p.done
	return own
}

var measurements = NewSlot[measurement](nil, "seen", "pace")

// A change counts only for the named facets of the fields that differ.
func TestASlotHasNamedFacets(t *testing.T) {
	s := start(t)
	next := Reduce(s, measurements.Do(progress{3}))
	others := []Facet{measurements.Facet, measurements.TagFacet("seen"), tallies.Facet}
	if pace := measurements.TagFacet("pace"); s.Key(pace) == next.Key(pace) || s.Key(others...) != next.Key(others...) {
		t.Errorf("got keys %s and %s of the other facets, want equal ones", s.Key(others...), next.Key(others...))
	}
	if same := Reduce(next, measurements.Do(progress{3})); same.Key(measurements.TagFacet("pace")) !=
		next.Key(measurements.TagFacet("pace")) {
		t.Error("an equal value changes the key")
	}
}
