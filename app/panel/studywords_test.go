package panel_test

import (
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

// looked is the page with all that came out of a study of a draft.
func looked(t *testing.T, d *scenario.Scenario) state.State {
	t.Helper()
	s := state.Reduce(labtest.Open(t, d), state.Show{What: "view", To: "study"})
	m := labtest.Measure(t, d)
	return state.Reduce(state.Reduce(m.Seen(m.Begin(s)), state.StudyShown{}), state.StudyShown{})
}

// One instance is said to be one measurement, with every preset that would make a
// study of it a click away; its numbers have neither intervals nor chance.
func TestOneInstanceOnThePage(t *testing.T) {
	d := state.FromPreset("placement", "five-clusters", 1)
	d.Study = &scenario.Study{Replications: 200, Metrics: []string{"makespan"}}
	s := looked(t, d)
	asks := panel.StudyAsks(&s)
	if text := ui.PlainText(asks); !strings.Contains(text, "It is measured once, which says nothing about others") ||
		!strings.Contains(text, "1 replication x 4 algorithms = 4 solutions") {
		t.Errorf("%s", text)
	}
	offered := map[string]bool{}
	for _, n := range ui.Find(asks, func(n ui.Node) bool { return n.Tag == "button" }) {
		if v, _ := n.Attribute("data-act"); v == "preset" {
			id, _ := n.Attribute("data-id")
			offered[id] = true
			next := state.Reduce(s, usePreset(id))
			if catalog.Single(next.Draft) {
				t.Errorf("%s makes no study", id)
			}
			if strings.Contains(ui.PlainText(panel.StudyAsks(&next)), "measured once") {
				t.Errorf("%s is said to be one instance", id)
			}
		}
	}
	kind, _ := catalog.ByID("placement")
	if len(offered) != len(kind.Presets)-1 { // all but this one are drawn
		t.Errorf("offered are %v", offered)
	}
	text := ui.PlainText(panel.StudyFound(&s))
	for _, want := range []string{"This is one measurement", "in this one instance. Others may say otherwise.",
		"there are none, because the instances cannot differ"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	for _, never := range []string{"hance", "better in", " * "} {
		if strings.Contains(text, never) {
			t.Errorf("%q in %s", never, text)
		}
	}
}

// The comparisons of the page are the report's sentences, and what has no
// interval says why.
func TestComparisonsOnThePage(t *testing.T) {
	d := state.FromPreset("window", "twelve-nodes", 7)
	margin := 0.05
	d.Runs = []scenario.Run{{Algorithm: "first-fit"}, {Algorithm: "min-cost"}, {Algorithm: "alp"}}
	d.Study = &scenario.Study{Replications: 12, Metrics: []string{"start"}, Margin: &margin}
	s := looked(t, d)
	text := ui.PlainText(panel.StudyFound(&s))
	start, _ := kindMetric("window", "start")
	for i := range s.Study.View.Pairs {
		p := &s.Study.View.Pairs[i]
		said := p.Sentence(report.Words{A: name(d, p.ARun), B: name(d, p.BRun), Metric: strings.ToLower(start.Name),
			Unit: start.Unit, Less: start.Less, Confidence: 0.95, Whole: ui.Whole,
			Figure: func(float64, *report.Interval) string { return "#" }})
		if verdict := said.Rest[strings.LastIndex(said.Rest, "instances.")+len("instances."):]; !strings.Contains(text,
			strings.Split(verdict, "±")[0]) || !strings.Contains(text, said.First+" has ") &&
			!strings.Contains(text, said.First+" and ") {
			t.Errorf("no %q in %s", said.String(), text)
		}
	}
	if why := s.Study.View.Cells[0].NoInterval; why == report.TooFew && !strings.Contains(text, "too few") {
		t.Errorf("%s", text)
	}
}

func kindMetric(kind, id string) (kind.Metric, bool) {
	k, _ := catalog.ByID(kind)
	return k.Metric(id)
}

func name(d *scenario.Scenario, run int) string {
	return catalog.Names(d.Kind, d.Runs)[run]
}
