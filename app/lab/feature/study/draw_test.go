package study_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/lab/feature/features"
	"gridbox/app/lab/feature/study"
	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	corestudy "gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// drawStudy draws the screen of studies in all its states.
func drawStudy(t *testing.T, sc *screen.Screen, preset string) {
	v := viewer{labtest.NewViewer(t, sc), t, sc}
	s := study.Apply(labtest.Preset(t, sc.Kind, preset), state.Show{Field: "view", To: "study"})
	v.entries(s)
	s = study.Apply(study.Apply(s, study.AddDefault{}), study.ShowSetup{On: true})
	v.CheckPage(s, "a study of nothing yet")
	v.drawForm(s)
	v.results(s)
	t.Logf("%d looks at the page, %d different parts", v.Drawings, v.Parts)
}

// A viewer draws the page.
type viewer struct {
	*labtest.Viewer
	t  testing.TB
	sc *screen.Screen
}

// drawImported draws a study that was imported from a cluster.
func (v *viewer) drawImported(s state.State, m measurement) {
	v.t.Helper()
	outline := m.Plan.Outline()
	whole := report.New(m.Plan, m.Part)
	v.drawSteps(s, study.ImportArrived{Key: "k", Kind: s.Draft.Kind, File: "result.json", Outline: &outline,
		View: whole.PageView(m.Plan, outline.Metrics[0], 0)}, study.ShowNextPart{}, study.ShowNextPart{},
		study.PickCell{Point: 0, Run: 0})
}

// drawSteps draws the page after each of some actions.
func (v *viewer) drawSteps(s state.State, steps ...any) state.State {
	v.t.Helper()
	for i, a := range steps {
		s = study.Apply(s, a)
		v.CheckPage(s, "after action %d, %T", i+1, a)
	}
	return s
}

// entries draws the questions that begin a study, with invalid and valid texts in every field, and with complete
// studies.
func (v *viewer) entries(s state.State) {
	v.CheckPage(s, "the doors")
	for _, field := range []string{study.JobsDraws, study.NoiseCV, study.NoiseTimes, study.VaryLow, study.VaryHigh,
		study.VaryCount, study.VaryEach} {
		v.drawSteps(s, study.SetEntryText{Field: field, Text: "?!"}, study.SetEntryText{Field: field, Text: "7"})
	}
	for _, path := range study.VaryPaths(&s) {
		v.CheckPage(study.Apply(s, study.SetEntryText{Field: study.VaryPath, Text: path}), "vary %s", path)
	}
	list := study.ListArrived{Base: "p"}
	for _, door := range []string{"jobs", "noise", "vary", "worst", "other"} {
		list.Cards = append(list.Cards, study.Card{Key: door, Base: "p", Entry: door, Name: "<b>",
			Result: "A first"})
	}
	v.drawSteps(s, list, study.RemoveCard{Key: "jobs"}, study.ShowScreen{To: "worst"},
		study.ShowScreen{To: study.EntriesScreen})
}

// drawForm draws the form of a study, with and without faults.
func (v *viewer) drawForm(s state.State) {
	metric := mustKind(v.sc.Kind).Metrics[0].ID
	s = v.drawSteps(s, study.AddVary{Path: "seed"}, study.AddVary{Path: "runs[0].options.none"},
		study.AddVary{Path: "seed"}, study.VaryBy{Index: 1, Range: true},
		study.ToggleMetric{Metric: metric}, study.ToggleMetric{Metric: corestudy.Gap},
		state.SetField{Path: "study.stop.metric", Text: metric},
		state.SetField{Path: "study.stop.first", Text: "30"}, state.SetField{Path: "study.stop.width", Text: "5 %"},
		state.SetField{Path: "study.confidence", Text: "99"},
		state.SetField{Path: "study.margin", Text: "2"}, state.SetField{Path: "study.margin", Text: "0"},
		state.SetField{Path: "study.margin", Text: ""})
	for _, f := range labtest.Fields(study.SidePart(&s, additions)) {
		if t, bad := study.Apply(s, state.SetField{Path: f.Path, Text: f.Value}).InvalidFields[f.Path]; bad {
			v.t.Errorf("%s shows %q, which the document refuses: %s", f.Path, f.Value, t.Reason)
		}
	}
	wrong := s
	for _, f := range labtest.Fields(study.SidePart(&s, additions)) {
		if !f.Chosen {
			wrong = study.Apply(wrong, state.SetField{Path: f.Path, Text: "?!"})
		}
	}
	v.CheckPage(wrong, "a study with faults")
	v.drawSteps(s, study.PlanArrived{Key: "k", Faults: doc.Faults{{Path: "study.vary[0].values", Reason: "is empty"},
		{Path: "study.metrics", Reason: "is unknown"}, {Path: "study", Reason: "is odd"}}},
		study.PlanArrived{Key: "l", Refusal: "It is too large to be planned."}, study.PlanArrived{Key: "m"},
		state.SetField{Path: "study.replications", Text: "900000000"}, study.ConfirmLarge{On: true})
}

// additions has the parts that the features add to the page.
var additions = features.Additions()

func mustKind(id string) catalog.Kind { k, _ := catalog.ByID(id); return k }

// measurement is a completed study of a draft with its parts.
type measurement struct {
	Plan *corestudy.Plan
	Part *corestudy.Part
}

// measure runs the study of a draft.
func measure(t testing.TB, d *scenario.Scenario) measurement {
	t.Helper()
	plan, faults := corestudy.New(d, corestudy.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	tasks := slices.Values(runner.Tasks(plan, 0, plan.Replications(), plan.Replications()))
	part, err := runner.Run(context.Background(), engine.All(), plan, tasks, runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return measurement{plan, part}
}

// begin returns the page with the study under way.
func (m measurement) begin(s state.State) state.State {
	outline := m.Plan.Outline()
	s = study.Apply(s, study.Start{Key: "k", Kind: s.Draft.Kind})
	return study.Apply(s, study.SetRunning{Outline: &outline, Size: len(outline.Points) * outline.Replications})
}

// addView adds the current view of the study, as its worker would send it.
func (m measurement) addView(s state.State) state.State {
	point := study.Slot.Get(&s).Point(0)
	if p := study.Slot.Get(&s).Pick; p != nil {
		point = p.Point
	}
	return study.Apply(s, study.ViewArrived{View: report.MetricView(m.Plan, m.Part, study.Slot.Get(&s).Metric, point)})
}

// results draws the numbers of a study of two axes, from the first to the last.
func (v *viewer) results(s state.State) {
	d := *s.Draft
	vary := append(optionOf(&d), scenario.Vary{Path: "seed", Values: []any{1.0, 2.0, 3.0}})
	d.Study = &scenario.Study{Replications: 4, Metrics: []string{mustKind(v.sc.Kind).Metrics[0].ID, corestudy.Elapsed,
		corestudy.Gap}, Vary: vary}
	s = labtest.Open(v.t, &d)
	m := measure(v.t, &d)
	v.drawImported(study.Apply(s, state.Show{Field: "view", To: "study"}), m)
	s = v.drawSteps(s, state.Show{Field: "view", To: "study"},
		study.SavedPartArrived{SavedPart: study.SavedPart{Key: "k",
			Done: 3}},
		study.Start{Key: "k", Kind: v.sc.Kind})
	s = v.drawSteps(m.begin(s), study.Progress{Done: 5, Now: 9000})
	s = v.drawSteps(m.addView(s), study.ShowNextPart{}, study.ShowNextPart{}, study.PickCell{Point: 1, Run: 1})
	outline := m.Plan.Outline()
	for k, metric := range outline.Metrics {
		s = m.addView(v.drawSteps(s, study.SetMetric{ID: metric}))
		v.drawSteps(s, study.SetLog{On: true}, study.SetBands{On: true},
			study.SetAt{Path: 0, Value: 1}, study.SetAxis{Path: 0},
			study.SetMedian{On: true}, study.SetTab{ID: "pairs"},
			study.SetTab{ID: "metrics"}, study.ShowAll{},
			study.InfluenceArrived{Influence: study.Influence{Metric: metric, List: report.Effects(m.Plan, m.Part, k)}},
			study.PickCell{Point: 1, Run: -1}, study.PickCell{Point: 2, Run: 0},
			study.PicksArrived{Point: 2, Metric: metric, List: m.Plan.Picks(m.Part,
				2, 0, k)}, state.Alive{Narrow: true})
	}
	v.drawSteps(s, study.Pause{}, study.SetStored{Done: 99}, study.Resume{Now: 9000},
		study.End{Text: "A worker was lost."}, study.End{},
		state.SetField{Path: "seed", Text: "99"}, study.PlanArrived{Key: "other"}, state.Show{Field: "dialog",
			To: "runs"})
	v.CheckPage(study.Apply(s, study.ViewArrived{View: spoilt(study.Slot.Get(&s).View)}), "a study with failures")
	v.drawSteps(s, study.Close{})
}

// optionOf varies the first option of a run that is a word, and sets it,
// because only values in the document can be varied. It returns nil if all
// options are numbers.
func optionOf(d *scenario.Scenario) []scenario.Vary {
	d.Runs = slices.Clone(state.Runs(d))
	for i, run := range d.Runs {
		a, _ := catalog.Find(d.Kind, run.Algorithm)
		for _, o := range a.Options {
			if len(o.Choices) > 1 {
				d.Runs[i].Options = map[string]any{o.ID: o.Choices[0]}
				return []scenario.Vary{{Path: "runs[" + strconv.Itoa(i) + "].options." + o.ID,
					Values: []any{o.Choices[0], o.Choices[1]}}}
			}
		}
	}
	return nil
}

// spoilt returns a view in which much has failed.
func spoilt(d *report.Document) *report.Document {
	bad := *d
	bad.Cells = slices.Clone(d.Cells)
	for i := range bad.Cells {
		if c := &bad.Cells[i]; i%2 == 0 {
			c.Mean, c.SD, c.Interval, c.Quantiles, c.Failed, c.Lacking, c.Infeasible = nil, nil, nil, nil, 2, 1, 1
		}
	}
	bad.Pairs = slices.Clone(d.Pairs)
	for i := range bad.Pairs {
		if p := &bad.Pairs[i]; i%2 == 0 {
			p.MeanDifference, p.Interval, p.Wins, p.Holm = nil, nil, nil, nil
		}
	}
	for i := range 5 {
		bad.Failures = append(bad.Failures, report.Failure{Algorithm: "run " + strconv.Itoa(i), Replication: i,
			Reason: "it broke"})
	}
	return &bad
}

// Studies are drawn for a generator and for explicit problems.
func TestEveryDrawingOfAStudy(t *testing.T) {
	for preset, sc := range map[string]*screen.Screen{"five-clusters": &placement.Screen,
		"twelve-nodes": &window.Screen,
		"alp-amp-2011": &batch.Screen, "three-sites": &group.Screen, "markov-2004": &farm.Screen} {
		if testing.Short() && sc.Kind != "window" && sc.Kind != "group" {
			continue
		}
		t.Run(preset, func(t *testing.T) { drawStudy(t, sc, preset) })
	}
}
