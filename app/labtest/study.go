package labtest

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// DrawStudy draws the screen of studies in all its states.
func DrawStudy(t *testing.T, sc *screen.Screen, preset string) {
	v := NewViewer(t, sc)
	s := state.Reduce(Preset(t, sc.Kind, preset), state.Show{What: "view", To: "study"})
	v.doors(s)
	s = state.Reduce(state.Reduce(s, state.AskStudy{}), state.ShowSetup{On: true})
	v.Look(s, "a study of nothing yet")
	v.asked(s)
	v.results(s)
	t.Logf("%d looks at the page, %d different parts", v.Looks, v.Parts)
}

// merged draws a study that was imported from a cluster.
func (v *Viewer) merged(s state.State, m Measured) {
	v.t.Helper()
	outline := m.Plan.Outline()
	whole := report.Of(m.Plan, m.Part)
	v.then(s, state.StudyBrought{Key: "k", Kind: s.Draft.Kind, File: "result.json", Outline: &outline,
		View: whole.Look(m.Plan, outline.Metrics[0], 0)}, state.StudyShown{}, state.StudyShown{},
		state.PickCell{Point: 0, Run: 0})
}

// then draws the page after each of some actions.
func (v *Viewer) then(s state.State, actions ...state.Action) state.State {
	v.t.Helper()
	for i, a := range actions {
		s = state.Reduce(s, a)
		v.Look(s, "after action %d, %T", i+1, a)
	}
	return s
}

// doors draws the questions that begin a study, with invalid and valid texts in every field, and with complete
// studies.
func (v *Viewer) doors(s state.State) {
	v.Look(s, "the doors")
	for _, field := range []string{state.JobsDraws, state.NoiseCV, state.NoiseTimes, state.VaryLow, state.VaryHigh,
		state.VaryCount, state.VaryEach} {
		v.then(s, state.SetDoor{Field: field, Text: "?!"}, state.SetDoor{Field: field, Text: "7"})
	}
	for _, path := range s.VaryPaths() {
		v.Look(state.Reduce(s, state.SetDoor{Field: state.VaryPath, Text: path}), "vary %s", path)
	}
	list := state.StudiesListed{Base: "p"}
	for _, door := range []string{"jobs", "noise", "vary", "worst", "other"} {
		list.Cards = append(list.Cards, state.StudyCard{Key: door, Base: "p", Door: door, Name: "<b>",
			Found: "A first"})
	}
	v.then(s, list, state.StudyForgotten{Key: "jobs"}, state.ShowStudyScreen{To: "worst"},
		state.ShowStudyScreen{To: state.InDoors})
}

// asked draws the form of a study, with and without faults.
func (v *Viewer) asked(s state.State) {
	metric := mustKind(v.sc.Kind).Metrics[0].ID
	s = v.then(s, state.AddVary{Path: "seed"}, state.AddVary{Path: "runs[0].options.none"},
		state.AddVary{Path: "seed"}, state.VaryBy{Index: 1, Range: true},
		state.ToggleMetric{Metric: metric}, state.ToggleMetric{Metric: study.Gap},
		state.SetField{Path: "study.stop.metric", Text: metric},
		state.SetField{Path: "study.stop.first", Text: "30"}, state.SetField{Path: "study.stop.width", Text: "5 %"},
		state.SetField{Path: "study.confidence", Text: "99"},
		state.SetField{Path: "study.margin", Text: "2"}, state.SetField{Path: "study.margin", Text: "0"},
		state.SetField{Path: "study.margin", Text: ""})
	for _, f := range fieldsOf(panel.StudySide(&s, added)) {
		if t, bad := state.Reduce(s, state.SetField{Path: f.path, Text: f.value}).Typed[f.path]; bad {
			v.t.Errorf("%s shows %q, which the document refuses: %s", f.path, f.value, t.Why)
		}
	}
	wrong := s
	for _, f := range fieldsOf(panel.StudySide(&s, added)) {
		if !f.chosen {
			wrong = state.Reduce(wrong, state.SetField{Path: f.path, Text: "?!"})
		}
	}
	v.Look(wrong, "a study with faults")
	v.then(s, state.StudyChecked{Key: "k", Faults: doc.Faults{{Path: "study.vary[0].values", Why: "is empty"},
		{Path: "study.metrics", Why: "is unknown"}, {Path: "study", Why: "is odd"}}},
		state.StudyChecked{Key: "l", Refused: "It is too large to be planned."}, state.StudyChecked{Key: "m"},
		state.SetField{Path: "study.replications", Text: "900000000"}, state.ConfirmLarge{On: true})
}

func mustKind(id string) catalog.Kind { k, _ := catalog.ByID(id); return k }

// Measured is a completed study of a draft with its parts.
type Measured struct {
	Plan *study.Plan
	Part *study.Part
}

// Measure runs the study of a draft.
func Measure(t testing.TB, d *scenario.Scenario) Measured {
	t.Helper()
	plan, faults := study.New(d, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	tasks := slices.Values(runner.Tasks(plan, 0, plan.Replications(), plan.Replications()))
	part, err := runner.Run(context.Background(), engine.All(), plan, tasks, runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return Measured{plan, part}
}

// Begin returns the page with the study under way.
func (m Measured) Begin(s state.State) state.State {
	outline := m.Plan.Outline()
	s = state.Reduce(s, state.StudyStarts{Key: "k", Kind: s.Draft.Kind})
	return state.Reduce(s, state.StudyBegan{Outline: &outline, Size: len(outline.Points) * outline.Replications})
}

// Seen adds the current view of the study, as its worker would send it.
func (m Measured) Seen(s state.State) state.State {
	point := s.Study.Point(0)
	if p := s.Study.Pick; p != nil {
		point = p.Point
	}
	return state.Reduce(s, state.StudySeen{View: report.Seen(m.Plan, m.Part, s.Study.Metric, point)})
}

// results draws the numbers of a study of two axes, from the first to the last.
func (v *Viewer) results(s state.State) {
	d := *s.Draft
	vary := append(optionOf(&d), scenario.Vary{Path: "seed", Values: []any{1.0, 2.0, 3.0}})
	d.Study = &scenario.Study{Replications: 4, Metrics: []string{mustKind(v.sc.Kind).Metrics[0].ID, study.Elapsed,
		study.Gap}, Vary: vary}
	s = Open(v.t, &d)
	m := Measure(v.t, &d)
	v.merged(state.Reduce(s, state.Show{What: "view", To: "study"}), m)
	s = v.then(s, state.Show{What: "view", To: "study"}, state.StudyFound{Found: state.Found{Key: "k", Done: 3}},
		state.StudyStarts{Key: "k", Kind: v.sc.Kind})
	s = v.then(m.Begin(s), state.StudyProgress{Done: 5, Now: 9000})
	s = v.then(m.Seen(s), state.StudyShown{}, state.StudyShown{}, state.PickCell{Point: 1, Run: 1})
	outline := m.Plan.Outline()
	for k, metric := range outline.Metrics {
		s = m.Seen(v.then(s, state.ViewStudy{What: "metric", Metric: metric}))
		v.then(s, state.ViewStudy{What: "log", To: 1}, state.ViewStudy{What: "bands", To: 1},
			state.ViewStudy{What: "at", Of: 0, To: 1}, state.ViewStudy{What: "axis", To: 0},
			state.ViewStudy{What: "median", To: 1}, state.ViewStudy{What: "tab", Metric: "pairs"},
			state.ViewStudy{What: "tab", Metric: "metrics"}, state.ViewStudy{What: "all", To: 1},
			state.EffectsArrived{Effects: state.Effects{Metric: metric, List: report.Effects(m.Plan, m.Part, k)}},
			state.PickCell{Point: 1, Run: -1}, state.PickCell{Point: 2, Run: 0},
			state.PicksArrived{Point: 2, Metric: metric, List: m.Plan.Picks(m.Part,
				2, 0, k)}, state.Alive{Narrow: true})
	}
	v.then(s, state.StudyPaused{On: true}, state.StudyStored{Done: 99}, state.StudyPaused{Now: 9000},
		state.StudyEnded{Text: "A worker was lost."}, state.StudyEnded{},
		state.SetField{Path: "seed", Text: "99"}, state.StudyChecked{Key: "other"}, state.Show{What: "dialog",
			To: "runs"})
	v.Look(state.Reduce(s, state.StudySeen{View: spoilt(s.Study.View)}), "a study with failures")
	v.then(s, state.StudyClosed{})
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
			Why: "it broke"})
	}
	return &bad
}
