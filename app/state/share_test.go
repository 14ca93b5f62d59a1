package state

import (
	"strconv"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// A parsed draft shares equal lists with the former one, compared with pauses, and reports whether the problem for
// solvers differs.
func TestReadingsShareWithTheDraft(t *testing.T) {
	was := FromPreset("placement", "five-clusters", 1)
	made, faults := scenario.ExpandValid(was)
	if faults != nil {
		t.Fatal(faults)
	}
	for i := range 3 * chunkSize {
		made.Placement.Jobs = append(made.Placement.Jobs, placement.Job{ID: "more" + strconv.Itoa(i), MI: 5})
	}
	read := func(change func(*scenario.Scenario)) (*Reading, int) {
		d, faults := catalog.Parse(scenario.Text(made))
		if faults != nil {
			t.Fatal(faults)
		}
		change(d)
		pauses, r := 0, &Reading{Draft: d}
		r.Share(made, func() { pauses++ })
		if r.Base != made {
			t.Error("Share does not record what it compared with")
		}
		return r, pauses
	}
	r, pauses := read(func(d *scenario.Scenario) { d.Title = "another" })
	if r.Differs || &r.Draft.Placement.Jobs[0] != &made.Placement.Jobs[0] || pauses < 3 {
		t.Errorf("another title: got Differs %v, %d pauses; want false, at least 3", r.Differs, pauses)
	}
	r, _ = read(func(d *scenario.Scenario) { d.Placement.Jobs[2*chunkSize].MI++ })
	if !r.Differs || &r.Draft.Placement.Jobs[0] == &made.Placement.Jobs[0] ||
		&r.Draft.Placement.Datasets[0] != &made.Placement.Datasets[0] {
		t.Errorf("another job: got Differs %v; want true, shared datasets only", r.Differs)
	}
	if r.Draft.Placement.Jobs[2*chunkSize].MI == made.Placement.Jobs[2*chunkSize].MI {
		t.Error("the parsed value is lost")
	}
	x := 0.25
	r, _ = read(func(d *scenario.Scenario) { d.Placement.Clusters[0].X = &x })
	if r.Differs {
		t.Error("another place: got Differs true, want false")
	}
	r, _ = read(func(d *scenario.Scenario) { d.Placement.Jobs = d.Placement.Jobs[:7] })
	if !r.Differs || len(r.Draft.Placement.Jobs) != 7 {
		t.Errorf("fewer jobs: got Differs %v, want true", r.Differs)
	}
	r = &Reading{Draft: Blank("farm")}
	if r.Share(made, func() {}); r.Differs {
		t.Error("documents of two kinds: got Differs true, want false") // the kinds are compared elsewhere
	}
}

// The comparison of a reading with the current draft is used; one with an older draft is not.
func TestAReadingIsTakenForWhatItWasComparedWith(t *testing.T) {
	s := presetState(t, "five-clusters", 1)
	text := func(change func(*scenario.Scenario)) SetText {
		d, _ := catalog.Parse(scenario.Text(s.Draft))
		change(d)
		r := &Reading{Draft: d}
		r.Share(s.Draft, func() {})
		return SetText{Text: string(scenario.Text(d)), Reading: r}
	}
	power := text(func(d *scenario.Scenario) { d.Placement.Clusters[0].MIPS++ })
	title := text(func(d *scenario.Scenario) { d.Title = "another" })
	job := text(func(d *scenario.Scenario) { d.Placement.Jobs[0].MI++ })
	if next := Reduce(s, power); next.PosedDraft == s.PosedDraft {
		t.Error("another power does not change the posed problem")
	}
	if next := Reduce(s, title); next.PosedDraft != s.PosedDraft || next.Draft.Title != "another" {
		t.Error("another title changes the posed problem")
	}
	next := Reduce(s, job)
	if next.PosedDraft == s.PosedDraft {
		t.Error("another job does not change the posed problem")
	}
	if again := Reduce(next, job); again.PosedDraft != next.PosedDraft {
		t.Error("the same text, parsed again, changes the posed problem")
	}
}
