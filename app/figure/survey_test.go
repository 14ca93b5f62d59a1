package figure

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// studying opens a figure of a scenario with a study, and runs it to its end.
func studying(t *testing.T, study, show, controls string) (*Figure, *Direct) {
	t.Helper()
	s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement", "seed": 3, "placement":
		{"generate": {"preset": "rbhs-mixed", "clusters": 8, "jobs": 6, "datasets": 10}},
		"runs": [{"algorithm": "rbhs"}, {"algorithm": "scp-tree"}]` + study + `}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ReadAddress("?show="+show+"&controls="+controls, link, "")
	if err != nil {
		t.Fatal(err)
	}
	e := &Direct{}
	f := New(a, "", e)
	f.Open(nil)
	e.Settle()
	return f, e
}

const smallStudy = `, "study": {"replications": 5, "metrics": ["makespan", "meanTransferTime"], "vary": [{"path": "placement.generate.jobs", "values": [4, 6]}]}`

// A figure runs the study of its scenario and draws the means with their intervals.
func TestAFigureShowsAStudy(t *testing.T) {
	f, _ := studying(t, smallStudy, "table,study:meanTransferTime", "")
	if f.Phase != Done || f.Shows("picture") || !f.HasStudy() || f.StudyAct() != "" {
		t.Fatalf("got phase %s, note %q; want done with a complete study", f.Phase, f.StudyNote())
	}
	drawn := f.StudyChart(500)
	if !strings.Contains(drawn, "<svg") || !strings.Contains(drawn, "ransfer") || strings.Contains(drawn, "akespan") {
		t.Errorf("got chart %s, want transfer times only", drawn)
	}
	if note := f.StudyNote(); note != "Means of 5 replications; bars are intervals of 95"+thinSpace+"%." {
		t.Errorf("got note %q, want means of 5 replications with intervals", note)
	}
	if f, _ = studying(t, smallStudy, "study:nothing", ""); !strings.Contains(f.StudyChart(500), "akespan") {
		t.Error("for an unknown metric the chart is not that of the first metric")
	}
	if f, _ = studying(t, "", "study", ""); f.StudyChart(500) != "" || f.StudyNote() != "This scenario has no study." {
		t.Errorf("without a study: got note %q, want none and no chart", f.StudyNote())
	}
	if f, _ = studying(t, smallStudy, "table", ""); f.HasStudy() || f.StudyChart(500) != "" || f.study.source != nil {
		t.Error("a study is measured although the figure does not show it")
	}
}

// A long study waits for a click and shows the estimated time.
func TestALongStudyWaits(t *testing.T) {
	long := `, "study": {"replications": 100000, "vary": [{"path": "placement.generate.jobs", "values": [4, 6]}]}`
	f, e := studying(t, long, "study", "")
	if f.StudyAct() != studyRun || !strings.Contains(f.StudyNote(), "waits for your click") || f.StudyChart(500) != "" {
		t.Fatalf("got note %q, want it to wait for a click", f.StudyNote())
	}
	f.ActStudy()
	if f.StudyAct() != studyStop || len(e.queue) != 1 {
		t.Errorf("after the click: got button %q, %d requests; want %q, 1", f.StudyAct(), len(e.queue), studyStop)
	}
	f.ActStudy()
	if f.StudyAct() != studyRun || !strings.HasPrefix(f.StudyNote(), "Stopped: 0 of ") {
		t.Errorf(`after the stop: got button %q, note %q; want %q, "Stopped: 0 of"`,
			f.StudyAct(), f.StudyNote(), studyRun)
	}
}

// A reader's change is measured too. Until then the chart keeps the former means, and the note says that the study is
// being measured.
func TestAStudyFollowsAChange(t *testing.T) {
	f, e := studying(t, smallStudy, "study", "placement.generate.datasets:8..12/1:data")
	before := f.StudyChart(500)
	f.Turn(0, 0)
	for author := f.study.source; f.study.source == author && e.Step(); {
		continue
	}
	if f.StudyNote() != "Measuring the study …" || f.StudyChart(500) != before {
		t.Errorf(`while measuring: got note %q, want "Measuring the study …" and the old chart`, f.StudyNote())
	}
	e.Settle()
	if f.StudyChart(500) == before || !strings.HasPrefix(f.StudyNote(), "Means of 5") {
		t.Errorf(`measured: got note %q, want "Means of 5" and another chart`, f.StudyNote())
	}
}
