package panel_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// looked returns the page with all results of a study of a draft.
func looked(t *testing.T, d *scenario.Scenario) state.State {
	t.Helper()
	s := state.Reduce(labtest.Open(t, d), state.Show{What: "view", To: "study"})
	m := labtest.Measure(t, d)
	s = state.Reduce(s, state.ShowSetup{On: true})
	return state.Reduce(state.Reduce(m.Seen(m.Begin(s)), state.StudyShown{}), state.StudyShown{})
}

// found returns the text of all results of the study.
func found(s *state.State) (text string) {
	for _, tab := range []string{"verdict", "pairs"} {
		at := state.Reduce(*s, state.ViewStudy{What: "tab", Metric: tab})
		text += ui.PlainText(panel.StudyVerdict(&at)) + ui.PlainText(panel.StudyPoint(&at))
	}
	return text
}

// One instance is called one measurement, with a button for every preset that would make a study of it. Its numbers
// have no intervals.
func TestOneInstanceOnThePage(t *testing.T) {
	d := state.FromPreset("placement", "five-clusters", 1)
	d.Study = &scenario.Study{Replications: 200, Metrics: []string{"makespan"}}
	s := looked(t, d)
	asks := panel.StudySide(&s, panel.Added{})
	if text := ui.PlainText(asks); !strings.Contains(text, "It is measured once, which says nothing about other") ||
		!strings.Contains(text, "1 replication x 4 algorithms = 4 solutions") {
		t.Errorf("got %s, want one measurement of 4 algorithms", text)
	}
	offered := map[string]bool{}
	for _, n := range ui.Find(asks, func(n ui.Node) bool { return n.Tag == "button" }) {
		if v, _ := n.Attribute("data-act"); v == "preset" {
			id, _ := n.Attribute("data-id")
			offered[id] = true
			next := state.Reduce(s, usePreset(id))
			if catalog.Single(next.Draft) {
				t.Errorf("preset %s makes no study", id)
			}
			if strings.Contains(ui.PlainText(panel.StudySide(&next, panel.Added{})), "measured once") {
				t.Errorf("preset %s is called a single instance", id)
			}
		}
	}
	kind, _ := catalog.ByID("placement")
	if len(offered) != len(kind.Presets)-1 { // all but this one are drawn
		t.Errorf("got presets %v, want %d", offered, len(kind.Presets)-1)
	}
	text := found(&s)
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
	s := looked(t, d)
	text := found(&s)
	start, _ := kindMetric("window", "start")
	for i := range s.Study.View.Pairs {
		p := &s.Study.View.Pairs[i]
		got := p.Sentence(report.Words{A: name(d, p.ARun), B: name(d, p.BRun), Metric: strings.ToLower(start.Name),
			Unit: start.Unit, Less: start.Less, Confidence: 0.95, Whole: ui.Whole,
			Figure: func(float64, *report.Interval) string { return "#" }})
		if verdict := got.Rest[strings.LastIndex(got.Rest, "instances.")+len("instances."):]; !strings.Contains(text,
			strings.Split(verdict, "±")[0]) || !strings.Contains(text, got.First+" has ") &&
			!strings.Contains(text, got.First+" and ") {
			t.Errorf("got no %q in %s", got.String(), text)
		}
	}
	if why := s.Study.View.Cells[0].NoInterval; why == report.TooFew && !strings.Contains(text, "too few") {
		t.Errorf(`got %s, want "too few"`, text)
	}
}

// The verdict has this order: disagreement of mean and median, the finding, its evidence, the unexpected, the method.
func TestTheVerdictOnThePage(t *testing.T) {
	d := state.FromPreset("placement", "split-network", 7)
	d.Study = &scenario.Study{Replications: 30, Metrics: []string{"makespan"}}
	s := looked(t, d)
	m, least := *s.Study.View, 0
	m.Cells = slices.Clone(m.Cells)
	for i := range m.Cells {
		m.Cells[i].Quantiles = maps.Clone(m.Cells[i].Quantiles)
		if *m.Cells[i].Mean < *m.Cells[least].Mean {
			least = i
		}
	}
	other := (least + 1) % len(m.Cells)
	m.Cells[other].Quantiles["0.5"] = 0.1
	s = state.Reduce(s, state.StudySeen{View: &m})
	text := ui.PlainText(panel.StudyVerdict(&s))
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
	s := state.Reduce(labtest.Open(t, d), state.VaryThis{Path: "placement.clusters[0].mips", Low: 410, High: 1640,
		Count: 13, Each: 1})
	s = state.Reduce(s, state.AddNoise{Path: "placement.jobs[*].mi"})
	s = state.Reduce(s, state.SetField{Path: "study.replications", Text: "9"})
	s = looked(t, s.Draft)
	c := panel.StudyChart(&s)
	if c.Mark == nil || c.Mark.X != 820 || s.Study.Chosen() != 4 {
		t.Errorf("got mark %+v, chosen %d; want 820, 4", c.Mark, s.Study.Chosen())
	}
	cell := s.Study.View.Cells[0]
	p := c.Series[0].Points[0]
	if p.Y != *cell.Mean || p.Low != cell.Interval.Low {
		t.Errorf("got point %+v, want the mean with its interval", p)
	}
	s = state.Reduce(s, state.ViewStudy{What: "median", To: 1})
	if p = panel.StudyChart(&s).Series[0].Points[0]; p.Y != cell.Quantiles["0.5"] || !p.Bare {
		t.Errorf("median: got point %+v, want it without an interval", p)
	}
	s = state.Reduce(s, state.ViewStudy{What: "bands", To: 1})
	if p = panel.StudyChart(&s).Series[0].Points[0]; p.Low != cell.Quantiles["0.05"] ||
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
