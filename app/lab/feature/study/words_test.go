package study_test

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridbox/app/lab/feature/study"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	plot "gridbox/core/draw/chart"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	corestudy "gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// openResults returns the page with all results of a study of a draft.
func openResults(t *testing.T, d *scenario.Scenario) state.State {
	t.Helper()
	s := study.Apply(labtest.Open(t, d), state.Show{Field: "view", To: "study"})
	m := measure(t, d)
	s = study.Apply(s, study.ShowSetup{On: true})
	return study.Apply(m.addView(m.begin(s)), study.ShowNextPart{}, study.ShowNextPart{})
}

// resultsText returns the text of all results of the study.
func resultsText(s *state.State) (text string) {
	for _, tab := range []string{"verdict", "pairs"} {
		at := study.Apply(*s, study.SetTab{ID: tab})
		text += ui.PlainText(study.VerdictPart(&at)) + ui.PlainText(study.PointPart(&at))
	}
	return text
}

// One instance is called one measurement, with a button for every preset that would make a study of it. Its numbers
// have no intervals.
func TestOneInstanceOnThePage(t *testing.T) {
	d := state.FromPreset("placement", "five-clusters", 1)
	d.Study = &scenario.Study{Replications: 200, Metrics: []string{"makespan"}}
	s := openResults(t, d)
	asks := study.SidePart(&s, panel.Additions{})
	if text := ui.PlainText(asks); !strings.Contains(text, "It is measured once, which says nothing about other") ||
		!strings.Contains(text, "1 replication x 4 algorithms = 4 solutions") {
		t.Errorf("got %s, want one measurement of 4 algorithms", text)
	}
	offered := map[string]bool{}
	for _, n := range ui.Find(asks, func(n ui.Node) bool { return n.Tag == "button" }) {
		if v, _ := n.Attribute("data-act"); v == "preset" {
			id, _ := n.Attribute("data-id")
			offered[id] = true
			next := study.Apply(s, state.Open{Draft: state.FromPreset("placement", id, 7), Name: id})
			if catalog.Single(next.Draft) {
				t.Errorf("preset %s makes no study", id)
			}
			if strings.Contains(ui.PlainText(study.SidePart(&next, panel.Additions{})), "measured once") {
				t.Errorf("preset %s is called a single instance", id)
			}
		}
	}
	kind, _ := catalog.ByID("placement")
	if len(offered) != len(kind.Presets)-1 { // all but this one are drawn
		t.Errorf("got presets %v, want %d", offered, len(kind.Presets)-1)
	}
	text := resultsText(&s)
	for _, want := range []string{"This is one measurement", "in this one instance. Others may say otherwise.",
		"there are none, because the instances cannot differ"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	for _, never := range []string{"hance", "better in", " * "} {
		if strings.Contains(text, never) {
			t.Errorf("got %q in %s, want it absent", never, text)
		}
	}
}

// The comparisons of the page are the report's sentences, and missing intervals have a reason.
func TestComparisonsOnThePage(t *testing.T) {
	d := state.FromPreset("window", "twelve-nodes", 7)
	margin := 0.05
	d.Runs = []scenario.Run{{Algorithm: "first-fit"}, {Algorithm: "min-cost"}, {Algorithm: "alp"}}
	d.Study = &scenario.Study{Replications: 12, Metrics: []string{"start"}, Margin: &margin}
	s := openResults(t, d)
	text := resultsText(&s)
	start, _ := kindMetric("window", "start")
	for i := range study.Slot.Get(&s).View.Pairs {
		p := &study.Slot.Get(&s).View.Pairs[i]
		got := p.Sentence(report.SentenceParts{A: name(d, p.ARun), B: name(d, p.BRun),
			Metric: strings.ToLower(start.Name),
			Unit:   start.Unit, Less: start.Less, Confidence: 0.95, FormatCount: ui.Integer,
			FormatFigure: func(float64, *report.Interval) string { return "#" }})
		if verdict := got.Rest[strings.LastIndex(got.Rest, "instances.")+len("instances."):]; !strings.Contains(text,
			strings.Split(verdict, "±")[0]) || !strings.Contains(text, got.First+" has ") &&
			!strings.Contains(text, got.First+" and ") {
			t.Errorf("got no %q in %s", got.String(), text)
		}
	}
	if why := study.Slot.Get(&s).View.Cells[0].NoInterval; why == report.TooFew && !strings.Contains(text, "too few") {
		t.Errorf(`got %s, want "too few"`, text)
	}
}

// The verdict has this order: disagreement of mean and median, the finding, its evidence, the unexpected, the method.
func TestTheVerdictOnThePage(t *testing.T) {
	d := state.FromPreset("placement", "split-network", 7)
	d.Study = &scenario.Study{Replications: 30, Metrics: []string{"makespan"}}
	s := openResults(t, d)
	m, least := *study.Slot.Get(&s).View, 0
	m.Cells = slices.Clone(m.Cells)
	for i := range m.Cells {
		m.Cells[i].Quantiles = maps.Clone(m.Cells[i].Quantiles)
		if *m.Cells[i].Mean < *m.Cells[least].Mean {
			least = i
		}
	}
	other := (least + 1) % len(m.Cells)
	m.Cells[other].Quantiles["0.5"] = 0.1
	s = study.Apply(s, study.ViewArrived{View: &m})
	text := ui.PlainText(study.VerdictPart(&s))
	at := -1
	runs := state.Runs(d)
	best := catalog.Names(d.Kind, runs)[least]
	for _, want := range []string{"Mean and median disagree: " + best + " has the least mean",
		best + " has the least mean makespan.", "It is first", "against the others",
		"All algorithms solved the same instances.", "values;"} {
		next := strings.Index(text[at+1:], want)
		if next < 0 {
			t.Fatalf("%q is not in its place in %s", want, text)
		}
		at += 1 + next
	}
}

// The chart shows means with intervals, or means or medians with the range of 90 % of the replications, and marks the
// value of the draft.
func TestWhatTheChartShows(t *testing.T) {
	d := state.FromPreset("placement", "five-clusters", 1)
	s := study.Apply(labtest.Open(t, d), study.VaryThis{Path: "placement.clusters[0].mips", Low: 410, High: 1640,
		Count: 13, Replications: 1})
	s = study.Apply(s, study.AddNoise{Path: "placement.jobs[*].mi"})
	s = study.Apply(s, state.SetField{Path: "study.replications", Text: "9"})
	s = openResults(t, s.Draft)
	c := study.ChartShown(&s)
	if c.Mark == nil || c.Mark.X != 820 || study.Slot.Get(&s).ChosenPoint() != 4 {
		t.Errorf("got mark %+v, chosen %d; want 820, 4", c.Mark, study.Slot.Get(&s).ChosenPoint())
	}
	cell := study.Slot.Get(&s).View.Cells[0]
	p := c.Series[0].Points[0]
	if p.Y != *cell.Mean || p.Low != cell.Interval.Low {
		t.Errorf("got point %+v, want the mean with its interval", p)
	}
	s = study.Apply(s, study.SetMedian{On: true})
	if p = study.ChartShown(&s).Series[0].Points[0]; p.Y != cell.Quantiles["0.5"] || !p.Bare {
		t.Errorf("median: got point %+v, want it without an interval", p)
	}
	s = study.Apply(s, study.SetBands{On: true})
	if p = study.ChartShown(&s).Series[0].Points[0]; p.Low != cell.Quantiles["0.05"] ||
		p.High != cell.Quantiles["0.95"] {
		t.Errorf("bands: got point %+v, want the outer quantiles", p)
	}
}

func kindMetric(kind, id string) (kind.Metric, bool) {
	k, _ := catalog.ByID(kind)
	return k.Metric(id)
}

func name(d *scenario.Scenario, run int) string {
	return catalog.Names(d.Kind, d.Runs)[run]
}

var update = flag.Bool("update", false, "write the golden files anew")

// The saved charts as Vega-Lite: one point, a numeric axis with bands, and an axis of words on a logarithmic scale.
func TestStudyChartGolden(t *testing.T) {
	for name, c := range map[string]struct {
		vary  []scenario.Vary
		steps []any
	}{
		"point": {nil, nil},
		"bands": {[]scenario.Vary{{Path: "window.generate.budget", Values: []any{150.0, 210.0, 270.0}}},
			[]any{study.SetBands{On: true}}},
		"words": {[]scenario.Vary{{Path: "runs[0].options.reading", Values: []any{"corrected", "literal"}}},
			[]any{study.SetMetric{ID: "cost"}, study.SetLog{On: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			d := state.FromPreset("window", "twelve-nodes", 7)
			d.Runs = []scenario.Run{{Algorithm: "first-fit", Options: map[string]any{"reading": "corrected"}},
				{Algorithm: "min-cost"}}
			d.Study = &scenario.Study{Replications: 12, Metrics: []string{"start", "cost"}, Vary: c.vary}
			plan, faults := corestudy.New(d, corestudy.Limits{})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			part, err := runner.Run(context.Background(), engine.All(), plan,
				slices.Values(runner.Tasks(plan, 0, 12, 12)), runner.Env{})
			if err != nil {
				t.Fatal(err)
			}
			outline := plan.Outline()
			s := state.New(d)
			for _, a := range append([]any{study.Start{Key: "k", Kind: "window"},
				study.SetRunning{Outline: &outline, Size: 12}}, c.steps...) {
				s = study.Apply(s, a)
			}
			view := report.New(plan, part)
			metric := study.Slot.Get(&s).Metric
			view.Cells = slices.DeleteFunc(view.Cells, func(c report.Cell) bool { return c.Metric != metric })
			s = study.Apply(s, study.ViewArrived{View: view})
			chart := study.ChartShown(&s)
			got := append(chart.JSON(plot.Light), '\n')
			file := filepath.Join("testdata", "chart-"+name+".json")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s differs (-update writes it): error %v\n%s", file, err, got)
			}
		})
	}
}
