package state

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// opened returns the state of a preset with its problem.
func opened(t *testing.T, preset string, seed uint64) State {
	t.Helper()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		t.Fatalf("preset %s does not exist", preset)
	}
	s := Reduce(State{Draft: FromPreset(kind.ID, preset, seed)}, Open{Draft: FromPreset(kind.ID, preset, seed)})
	if s.Problem == nil || s.ProblemOf != s.Posed {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = Reduce(s, Expanded{Of: s.Posed, Problem: e})
	}
	return s
}

// In every kind generated jobs, noise and a varied number make studies that can be planned.
func TestStudiesOfOneProblem(t *testing.T) {
	paths := map[string]string{"five-clusters": "placement.clusters[2].mips", "twelve-nodes": "window.nodes[3].price",
		"alp-amp-figure-5": "batch.jobs[1].volume", "three-sites": "group.request.budget",
		"markov-2004": "farm.jobs[4].duration"}
	for preset, path := range paths {
		s := opened(t, preset, 7)
		s = Reduce(s, MakeExplicit{})
		if what := Drawable(s.Draft); what == "" {
			t.Errorf("%s: got nothing to generate", preset)
		}
		for name, c := range map[string]struct {
			a      Action
			single bool
			points int
		}{"draw": {DrawLists{}, false, 1}, "firm": {AskFirm{}, false, 1},
			"vary": {VaryThis{Path: path}, true, usualSpread}} {
			next := Reduce(s, c.a)
			if next.Draft == s.Draft {
				t.Errorf("%s, %s: got no study: %+v", preset, name, next.Alert)
				continue
			}
			plan, faults := study.New(next.Draft, study.Limits{})
			if faults != nil {
				t.Errorf("%s, %s: got faults %v, want none", preset, name, faults)
				continue
			}
			seeded := false
			for _, run := range plan.Scenario.Runs {
				a, _ := catalog.Find(next.Draft.Kind, run.Algorithm)
				seeded = seeded || a.Seeded
			}
			if plan.Single() != (c.single && !seeded) || len(plan.Points) != c.points {
				t.Errorf("%s, %s: got single %v, %d points; want %d points",
					preset, name, plan.Single(), len(plan.Points), c.points)
			}
			for r := range 3 {
				if _, err := plan.Instance(0, r, nil); err != nil {
					t.Errorf("%s, %s, replication %d: got error %v", preset, name, r, err)
				}
			}
			if back := Reduce(next, Undo{}); back.Draft != s.Draft {
				t.Errorf("%s, %s: undo does not restore the problem", preset, name)
			}
		}
	}
}

// A range is around the value of the number, within the limits of the field, and its ends can be changed. A path to a
// thing contains its name.
func TestVaryThis(t *testing.T) {
	s := Reduce(opened(t, "five-clusters", 7), VaryThis{Path: "placement.clusters[1].mips"})
	id := s.Draft.Placement.Clusters[1].ID
	v := &s.Draft.Study.Vary[0]
	if v.Path != "placement.clusters[id="+id+"].mips" || s.Draft.Study.Replications != 1 || !s.Study.Sweep {
		t.Fatalf("got study %+v, want one replication over the MIPS of the second cluster", s.Draft.Study)
	}
	at := s.Draft.Placement.Clusters[1].MIPS
	w, ok := SweepOf(s.Draft, v)
	if !ok || w.Low != at/2 || w.High != 2*at || w.Count != usualSpread ||
		w.Least <= 0 || w.Most < w.High || w.Step <= 0 {
		t.Errorf("got sweep %+v, want half to twice %v", w, at)
	}
	s = Reduce(s, SetField{Path: "study.vary[0].high", Text: "5000"})
	s = Reduce(s, SetField{Path: "study.vary[0].count", Text: "5"})
	if w, ok := SweepOf(s.Draft, &s.Draft.Study.Vary[0]); !ok || w.High != 5000 || w.Count != 5 {
		t.Errorf("got sweep %+v, typed %+v; want 5 values up to 5000", w, s.Typed)
	}
	s = Reduce(s, SetField{Path: "study.vary[0].high", Text: "1"})
	if s.Typed["study.vary[0].high"].Why == "" {
		t.Error("an empty range was accepted")
	}
	// Whole numbers, bounded ones, zeros, and numbers of a generator or of options.
	for path, preset := range map[string]string{"group.groups[0].availability": "three-sites",
		"farm.machines[4].slots": "markov-2004", "farm.jobs[0].priority": "markov-2004",
		"window.generate.requestNodes": "twelve-nodes", "window.generate.priceSpread": "square-2018",
		"seed": "twelve-nodes"} {
		s := Reduce(opened(t, preset, 7), VaryThis{Path: path})
		if path == "farm.jobs[0].priority" { // not set
			if s.Alert.Text == "" {
				t.Error("a field that is not set can be varied")
			}
			continue
		}
		if s.Draft.Study == nil || len(s.Draft.Study.Vary) != 1 {
			t.Errorf("%s: got no varied path: %+v", path, s.Alert)
			continue
		}
		if _, faults := study.New(s.Draft, study.Limits{}); faults != nil {
			t.Errorf("%s: got faults %v, want none", path, faults)
		}
	}
	// A generated problem becomes explicit, because it has no value to vary around.
	s = Reduce(opened(t, "twelve-nodes", 7), VaryThis{Path: "window.nodes[2].price"})
	if scenario.Generates(s.Draft) || s.Draft.Study.Vary[0].Path != "window.nodes[id=n3].price" {
		t.Errorf("generated: got study %+v, alert %+v; want the price of n3 in an explicit problem",
			s.Draft.Study, s.Alert)
	}
}

// An edited list becomes explicit; the others remain generated.
func TestEditsLeaveDrawnWhatIsDrawn(t *testing.T) {
	s := Reduce(opened(t, "five-clusters", 7), DrawLists{})
	if s.Draft.Placement.Generate == nil || len(s.Draft.Placement.Jobs) != 0 {
		t.Fatalf("got no generator: %+v", s.Alert)
	}
	jobs := *s.Draft.Placement.Generate.Jobs
	e, faults := scenario.Expand(s.Draft)
	if faults != nil || len(e.Placement.Jobs) != jobs || jobs != 24 {
		t.Fatalf("got faults %v, %d jobs; want none, 24", faults, jobs)
	}
	s = Reduce(s, Expanded{Of: s.Posed, Problem: e})
	next := Reduce(s, SetField{Path: "placement.clusters[1].mips", Text: "1234"})
	p := next.Draft.Placement
	if p.Generate == nil || len(p.Jobs) != 0 || p.Clusters[1].MIPS != 1234 {
		t.Errorf("cluster edited: got generator %+v, typed %+v; want it kept", p.Generate, next.Typed)
	}
	next = Reduce(s, SetField{Path: "placement.jobs[1].mi", Text: "1234"})
	if p = next.Draft.Placement; p.Generate != nil || len(p.Jobs) != jobs || p.Jobs[1].MI != 1234 {
		t.Errorf("job edited: got generator %+v, %d jobs, typed %+v; want an explicit list",
			p.Generate, len(p.Jobs), next.Typed)
	}
	if next = Reduce(s, MakeExplicit{}); next.Draft.Placement.Generate != nil {
		t.Error("made explicit: got a generator")
	}
}

func TestNoiseInTheForm(t *testing.T) {
	s := Reduce(opened(t, "five-clusters", 7), AddNoise{"placement.links[*].bandwidth"})
	s = Reduce(s, AddNoise{"placement.clusters[0].mips"})
	s = Reduce(s, SetField{Path: "study.noise[0].cv", Text: "35 %"})
	list := s.Draft.Study.Noise
	if len(list) != 2 || list[0].CV != 0.35 || !strings.HasPrefix(list[1].Path, "placement.clusters[id=") {
		t.Fatalf("got noise %+v, typed %+v; want 2, the first 0.35", list, s.Typed)
	}
	for field, text := range map[string]string{"study.noise[0].path": "placement.jobs.mi", "study.noise[1].cv": "900",
		"study.noise[7].cv": "1"} {
		if next := Reduce(s, SetField{Path: field, Text: text}); next.Typed[field].Why == "" {
			t.Errorf("%s = %s was accepted", field, text)
		}
	}
	if s = Reduce(s, DropNoise{0}); len(s.Draft.Study.Noise) != 1 {
		t.Error("the noise was not removed")
	}
	if next := Reduce(s, AddNoise{"seed"}); len(next.Draft.Study.Noise) != 1 || next.Alert.Text == "" {
		t.Error("noise on the seed was accepted")
	}
}
