package figure

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// openFigure returns a figure of an address, with its engine, after all requests without a click are answered.
func openFigure(t *testing.T, a Address) (*Figure, *Direct) {
	t.Helper()
	d := &Direct{}
	f := New(a, "", d)
	f.Open(nil)
	d.Settle()
	if f.Phase != Done {
		t.Fatalf("%+v: got phase %s, %q; want done", a, f.Phase, f.TroubleText())
	}
	return f, d
}

// controls has controls for each kind that change its first metric.
var controls = map[string]struct{ preset, text string }{
	"placement": {"five-clusters", "placement.clusters[*].mips:100..4000/100; runs[0].options.weights"},
	"window":    {"square-2018", "window.request.nodes:1..9/1:Nodes asked for; seed:1..9/1"},
	"batch":     {"alp-amp-figure-5", "batch.jobs[*].volume:10..400/10; batch.objective"},
	"group":     {"gka-22", "group.request.nodes:1..12; group.request.budget:10..400/10"},
	"farm":      {"markov-2004", "farm.jobs[*].duration:60..7200/60; farm.machines[*].slots:1..8"},
}

// In every kind readers turn each control to each end and back. The figure shows what the engine answers for the
// changed document.
func TestReadersChangeEveryKind(t *testing.T) {
	for kind, c := range controls {
		f, d := openFigure(t, Address{Preset: c.preset, Controls: c.text, Show: "picture,table,chart"})
		knobs := f.Knobs()
		if len(knobs) != 2 || f.PanelNote() != "" || f.CanRestore() {
			t.Errorf("%s: got controls %+v, note %q; want 2 and nothing to restore", kind, knobs, f.PanelNote())
			continue
		}
		before, chart, lab := f.Rows(), f.Chart(600), f.LabHref()
		changed := false
		for i := range knobs {
			for _, place := range []int{0, 1, max(knobs[i].Last, len(knobs[i].Choices)-1)} {
				f.Turn(i, place)
				d.Settle()
				if f.Phase != Done || f.PanelNote() != "" {
					t.Fatalf("%s: control %d at %d: got phase %s, note %q; want done",
						kind, i, place, f.Phase, f.PanelNote())
				}
				changed = changed || !slices.Equal(before, f.Rows()) && chart != f.Chart(600)
				if f.Picture(f.StillCanvas()) == "" {
					t.Errorf("%s: got an empty picture", kind)
				}
				if link := f.LabHref(); f.CanRestore() == (link == lab) {
					t.Errorf("%s: got lab link %.60s, want another exactly when values are changed", kind, link)
				}
			}
		}
		if !changed {
			t.Errorf("%s: no control changed the rows and the chart", kind)
		}
		f.Restore()
		d.Settle()
		if !slices.Equal(before, f.Rows()) || f.CanRestore() || f.LabHref() != lab ||
			f.Status() != "Solved here and verified." {
			t.Errorf("%s: restore did not bring back the author's values: status %q", kind, f.Status())
		}
	}
}

// A figure with a reader's value shows the same as a document with that value.
func TestReadersValuesAreTheDocuments(t *testing.T) {
	f, d := openFigure(t, Address{Preset: "five-clusters", Controls: "placement.clusters[0].mips:100..4000/100"})
	f.Turn(0, 9)
	d.Settle()
	s, _ := catalog.FromPreset("five-clusters", 1)
	made, _ := scenario.Expand(Preset(kindOf(t, "five-clusters"), "five-clusters", nil))
	made.Placement.Clusters[0].MIPS = 1000
	made.Title, made.About = s.Title, s.About
	e := &Direct{}
	other := New(Address{}, "", e)
	other.OpenDocument(scenario.Canonical(made))
	e.Settle()
	if !slices.Equal(f.Rows(), other.Rows()) {
		t.Errorf("got rows %+v,\nwant %+v as of the changed document", f.Rows(), other.Rows())
	}
	link := f.LabHref()
	again, faults := scenario.OpenLink(link[strings.IndexByte(link, '#'):])
	if len(faults) > 0 || again.Placement.Clusters[0].MIPS != 1000 {
		t.Errorf("got scenario %+v in the lab link, faults %v; want 1000 MIPS", again, faults)
	}
}

func kindOf(t *testing.T, preset string) catalog.Kind {
	t.Helper()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		t.Fatalf("preset %s does not exist", preset)
	}
	return kind
}

// A reader who drags on while answers are computed gets those of the last value, and no worker is terminated for it.
func TestTheLastValueCounts(t *testing.T) {
	f, d := openFigure(t, Address{Preset: "five-clusters", Controls: "placement.clusters[*].mips:100..4000/100"})
	for place := range 20 {
		f.Turn(0, place)
		d.Step()
	}
	waiting := len(d.queue)
	d.Settle()
	if waiting > 5 || f.Knobs()[0].Text != "2000" && f.Knobs()[0].Text != "2\u202f000" {
		t.Errorf("got %d waiting requests, value %s; want at most 5, 2000", waiting, f.Knobs()[0].Text)
	}
	if got := f.explicit.Placement.Clusters[3].MIPS; got != 2000 {
		t.Errorf("got %v MIPS solved, want 2000", got)
	}
}

// The steps of a locked figure follow a change and keep the reader's step.
func TestStepsFollow(t *testing.T) {
	f, d := openFigure(t, Address{Preset: "five-clusters", Run: "rbhs", Job: "j2", Steps: "2-4",
		Controls: "placement.clusters[0].mips:100..4000/100"})
	f.StepTo(3)
	before := f.Picture(smallCanvas)
	f.Turn(0, 39)
	d.Settle()
	if f.StepNumber() != 3 || f.Picture(smallCanvas) == before || f.Chart(500) != "" {
		t.Errorf("at step %d: got %.300s, want another picture at step 3 without a chart",
			f.StepNumber(), f.Picture(smallCanvas))
	}
}

func TestComparisonFollowsTheControls(t *testing.T) {
	f, d := openFigure(t, Address{Preset: "five-clusters", Beside: "1,3",
		Controls: "placement.clusters[0].mips:100..4000/100"})
	before := f.Picture(largeCanvas)
	f.Turn(0, 39)
	d.Settle()
	if after := f.Picture(largeCanvas); after == before || strings.Count(after, "fig-half") != 2 {
		t.Errorf("got %.200s, want another picture with two halves", after)
	}
}

// Faults in the attributes are reported, and the figure is shown.
func TestBadControlsAreReported(t *testing.T) {
	for text, word := range map[string]string{
		"placement.clusters[id=Metz].mips:1..2": "no element with the id Metz",
		"placement.jobs[0].mi:9..1":             "upside down",
		"placement.jobs[0].mi:NaN..1":           "ordinary",
		"title:a|b":                             "cannot be", strings.Repeat("y", 9000): "longer",
		"nonsense:1..2": "no such field", "placement.clusters[0].mips:-5..5": "greater than 0", ";;a..b": "not a path",
		"kind:placement|farm": "cannot be",
	} {
		f, _ := openFigure(t, Address{Preset: "five-clusters", Controls: text})
		if note := f.PanelNote(); !strings.Contains(note, word) || len(note) > 700 || f.CanTurn() || !f.HasPanel() {
			t.Errorf("controls %.40s: got note %q, want %q and no control", text, note, word)
		}
	}
	many := ""
	for i := range 40 {
		many += "q" + strconv.Itoa(i) + ":1..2;"
	}
	if f, _ := openFigure(t, Address{Preset: "five-clusters", Controls: many}); !strings.Contains(f.PanelNote(),
		"more") {
		t.Errorf(`too many bad controls: got note %q, want "more"`, f.PanelNote())
	}
	a, err := ReadAddress("?show=picture,film&controls=a:1..2;b:1..2", "", DefaultPreset)
	if f, _ := openFigure(t, a); err != nil || !strings.Contains(f.PanelNote(), "film") ||
		a.Controls != "a:1..2;b:1..2" {
		t.Errorf("got error %v, address %+v, note %q; want a note on film", err, a, f.PanelNote())
	}
}

// A value that makes the document invalid is reported, and the answers remain.
func TestValuesThatCannotBe(t *testing.T) {
	f, d := openFigure(t, Address{Preset: "five-clusters",
		Controls: "placement.clusters[0].id:" + secondCluster(t) + "|elsewhere:Name"})
	before := f.Rows()
	f.Turn(0, 0)
	d.Settle()
	if !strings.Contains(f.PanelNote(), "Nothing can be solved") || !slices.Equal(before, f.Rows()) || f.Phase != Done {
		t.Errorf(`got phase %s, note %q; want done and "Nothing can be solved"`, f.Phase, f.PanelNote())
	}
	f.Restore()
	d.Settle()
	if f.PanelNote() != "" || f.CanRestore() {
		t.Errorf("restored: got note %q, want none", f.PanelNote())
	}
}

func secondCluster(t *testing.T) string {
	t.Helper()
	f, _ := openFigure(t, Address{Preset: "five-clusters"})
	return f.explicit.Placement.Clusters[1].ID
}

// A change that will take long waits for a click and shows the estimated time. Stopping it keeps the answers. One
// long answer does not make the next change wait: the workers may have been starting.
func TestALongChangeWaits(t *testing.T) {
	f, e := openTwoClusters(t)
	f.Address.Controls = "placement.clusters[0].mips:100..900/100"
	slowly := placementAnswer()
	slowly.ElapsedMs = 4200
	e.solving[0](slowly, nil)
	e.solving[1](placementAnswer(), nil)
	f.openPanel()
	f.Turn(0, 2) // the workers may have been slow to start
	if f.Phase != Running || len(e.solving) != 4 {
		t.Fatalf("change 1: got phase %s, %q; want running with 4 requests", f.Phase, f.Status())
	}
	e.solving[2](slowly, nil)
	e.solving[3](placementAnswer(), nil)
	e.solving = e.solving[2:]
	f.Turn(0, 3)
	if f.Phase != Waiting || !strings.Contains(f.Status(), "about 5\u202fs") || len(e.solving) != 2 {
		t.Fatalf("change 2: got phase %s, %q; want waiting for about 5 s", f.Phase, f.Status())
	}
	rows := f.Rows()
	f.Act()
	if f.Phase != Running || len(e.solving) != 4 {
		t.Fatalf("after Run: got phase %s, %d requests; want running, 4", f.Phase, len(e.solving))
	}
	f.Act()
	if f.Phase != Waiting || !slices.Equal(rows, f.Rows()) || e.stopped != 2 {
		t.Errorf("after Stop: got phase %s, want waiting with the rows before", f.Phase)
	}
	f.Act()
	e.solving[4](placementAnswer(), nil)
	e.solving[5](placementAnswer(), nil)
	if f.Phase != Done || f.explicit.Placement.Clusters[0].MIPS != 400 {
		t.Errorf("got phase %s, cluster %v; want done with 400 MIPS", f.Phase, f.explicit.Placement.Clusters[0])
	}
}

// Slow starts of workers, as on a busy machine, do not make changes of a small figure wait.
func TestAColdStartDecidesNothing(t *testing.T) {
	f, e := openTwoClusters(t)
	f.Address.Controls = "placement.clusters[0].mips:100..900/100"
	slowly := placementAnswer()
	slowly.ElapsedMs = 4200
	e.solving[0](slowly, nil)
	e.solving[1](placementAnswer(), nil)
	f.openPanel()
	for place := 1; place < 4; place++ {
		f.Turn(0, place)
		if n := len(e.solving); n != 2+2*place {
			t.Fatalf("change %d waits for a click: status %q", place, f.Status())
		}
		answer := placementAnswer()
		if place == 2 { // the machine was busy again
			answer.ElapsedMs = 4200
		}
		e.solving[2*place](answer, nil)
		e.solving[2*place+1](placementAnswer(), nil)
	}
}

func TestReadShow(t *testing.T) {
	s, err := readShow("table, chart:meanTransferTime")
	if err != nil || !slices.Equal(s.list, []string{"table", "chart"}) || s.metric != "meanTransferTime" {
		t.Errorf("readShow: got %+v, error %v; want table and chart of meanTransferTime", s, err)
	}
	for _, text := range []string{"film", "picture:x", ":x", strings.Repeat("x", 500)} {
		if _, err := readShow(text); err == nil || len(err.Error()) > 300 {
			t.Errorf("readShow(%.20s): got error %v, want one of at most 300 bytes", text, err)
		}
	}
	f, _ := openFigure(t, Address{Preset: "five-clusters", Show: "chart:meanTransferTime"})
	if f.Shows("table") || !strings.Contains(f.Chart(500), "ransfer") {
		t.Errorf("got chart %.300s, want that of transfer times, and no table", f.Chart(500))
	}
	if f, _ = openFigure(t, Address{Preset: "five-clusters"}); f.Chart(500) != "" || !f.Shows("table") {
		t.Error("without show: got a chart or no table")
	}
}

func TestSamePositions(t *testing.T) {
	at := func(x float64, ids ...string) *scenario.Scenario {
		s := &scenario.Scenario{Kind: "placement", Placement: &scenario.Placement{}}
		for _, id := range ids {
			s.Placement.Clusters = append(s.Placement.Clusters, placement.Cluster{ID: id, X: &x})
		}
		return s
	}
	if !samePositions(at(1, "a"), at(1, "a")) || samePositions(at(1, "a"), at(0, "a")) ||
		samePositions(at(1, "a"), at(1, "a", "b")) {
		t.Error("samePositions does not compare the places")
	}
}
