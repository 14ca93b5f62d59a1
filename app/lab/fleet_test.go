package lab

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature/cluster"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// openJobFile returns a page whose dialog has a job file, measured by 8 replications of half a second each.
func openJobFile(t *testing.T) *page {
	t.Helper()
	p := openStudy(t)
	p.command("fleet", "open")
	p.work()
	if p.s().Layout.Dialog != "fleet" || len(p.crew.studies) != 1 || cluster.Slot.Get(p.s()).Unit != 0 {
		t.Fatalf("got %d studies, state %+v; want the dialog with one sample running",
			len(p.crew.studies), cluster.Slot.Get(p.s()))
	}
	sample := p.crew.studies[0]
	if sample.order.Size != 12 {
		t.Fatalf("got a sample of %d replications, want 12", sample.order.Size)
	}
	sample.order.Took(4000, 8)
	p.work()
	if !sample.cancelled {
		t.Error("the sample was not cancelled after it took long enough")
	}
	return p
}

// The dialog measures some replications and explains the job file. Each changed setting writes the file again.
func TestAStudyIsTakenToACluster(t *testing.T) {
	p := openJobFile(t)
	f := func() *cluster.State { return cluster.Slot.Get(p.s()) }
	if f().Unit != 500 || f().Sampled != 8 || !strings.Contains(f().Script, "#SBATCH") || len(f().Facts) < 2 {
		t.Fatalf("got %+v, want 500 ms of 8 replications and a Slurm script", f())
	}
	p.change("data-fleet", "engine", "kubernetes")
	p.work()
	if !strings.Contains(f().Script, "kind: Job") {
		t.Errorf("engine kubernetes: got script %.200s, want a Job", f().Script)
	}
	p.change("data-fleet", "cores", "4")
	p.work()
	if !strings.Contains(f().Script, `cpu: "4"`) {
		t.Errorf(`4 cores: got script %.200s, want cpu: "4"`, f().Script)
	}
	p.change("data-fleet", "price", "36")
	if cost, ok := f().Costs(200); !ok || cost != 1 {
		t.Errorf("200 replications of 500 ms at 36 an hour: got cost %v, want 1", cost)
	}
	p.command("fleet", "document")
	p.command("fleet", "script")
	if files := p.drainCalls("download"); len(files) != 2 || !strings.Contains(files[1], ".kubernetes.yaml") ||
		!strings.HasSuffix(strings.TrimSpace(files[1]), strings.TrimSpace(f().Script)) {
		t.Errorf("got %d downloads, want the study and its Kubernetes script", len(files))
	}
}

// Times measured by a running study are not measured again.
func TestWhatRanHereIsTheMeasure(t *testing.T) {
	p, running := startStudy(t)
	running.order.Took(300, 3)
	p.settle()
	p.command("fleet", "open")
	p.work()
	if cluster.Slot.Get(p.s()).Unit != 100 || cluster.Slot.Get(p.s()).Sampled != 3 || len(p.crew.studies) != 1 {
		t.Errorf("got %+v, %d studies; want 100 ms of the 3 replications computed here",
			cluster.Slot.Get(p.s()), len(p.crew.studies))
	}
}

// If nothing can be measured the dialog shows the reason. Closing the dialog cancels its measurement.
func TestNothingCouldBeMeasured(t *testing.T) {
	p := openStudy(t)
	p.command("fleet", "open")
	p.crew.find("tally", "plan").crash(p)
	why := cluster.Slot.Get(p.s()).Wrong
	if !strings.Contains(why, "Nothing could be measured here. The worker stopped") {
		t.Errorf("got %q, want that nothing could be measured", why)
	}
	p.command("fleet", "open")
	p.work()
	p.crew.studies[0].order.End(&compute.Trouble{Text: "It is too hot."})
	p.work()
	if why := cluster.Slot.Get(p.s()).Wrong; !strings.Contains(why, "It is too hot.") {
		t.Errorf(`got %q, want "It is too hot."`, why)
	}
	p.command("fleet", "open")
	p.work()
	if p.pass(time.Minute); !strings.Contains(cluster.Slot.Get(p.s()).Wrong, "longer than half a minute") {
		t.Errorf("got %+v, want a limit of half a minute", cluster.Slot.Get(p.s()))
	}
	p.command("fleet", "open")
	p.work()
	last := p.crew.studies[len(p.crew.studies)-1]
	if p.command("escape"); !last.cancelled {
		t.Error("the sample was not cancelled with the dialog")
	}
}

// studyDocument returns the complete document of the draft's study, and its plan.
func studyDocument(t *testing.T, d *scenario.Scenario) (*report.Document, *study.Plan) {
	t.Helper()
	plan, faults := study.New(state.StudyDraft(d), study.Limits{Large: true})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	tasks := slices.Values(runner.Tasks(plan, 0, plan.Replications(), plan.Replications()))
	part, err := runner.Run(context.Background(), engine.All(), plan, tasks, runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return report.New(plan, part), plan
}

func letFall(p *page, files ...importer.File) {
	p.lab.Files(files, "")
	p.work()
}

// An imported merged document is shown as if computed here: chart, table, comparisons and files, for any metric.
func TestAMergedStudyComesBack(t *testing.T) {
	p := openStudy(t)
	whole, plan := studyDocument(t, p.s().Draft)
	letFall(p, importer.File{Name: "result.json", Data: whole.Text()})
	p.pass(time.Second)
	st := studies.Slot.Get(p.s())
	if st.ImportedFile != "result.json" || st.Phase != state.Complete || st.Done != 12 ||
		st.ShownParts != studies.AllParts {
		t.Fatalf("got study %+v, alert %v; want the complete result.json", st, p.s().Alert)
	}
	for _, metric := range plan.Metrics {
		p.command("look", "metric", metric)
		p.work()
		want := whole.PageView(plan, metric, 0)
		if got := studies.Slot.Get(p.s()).View; string(doc.Canonical(got)) != string(doc.Canonical(want)) {
			t.Errorf("%s: got %d cells and %d pairs, want those of the whole study",
				metric, len(got.Cells), len(got.Pairs))
		}
	}
	p.drainCalls("download")
	p.command("result", "document")
	p.command("result", "csv")
	p.work()
	files := p.drainCalls("download")
	if len(files) != 2 || !strings.Contains(files[0], string(whole.Text())) ||
		!strings.Contains(files[1], string(whole.CSV(plan))) {
		t.Errorf("got %d downloads, want the document and its CSV", len(files))
	}
	// Starting the study replaces it.
	p.command("study", "start")
	p.work()
	if studies.Slot.Get(p.s()).ImportedFile != "" || studies.Slot.Get(p.s()).Phase != state.Measuring {
		t.Errorf("started here: got %+v, want measuring without the imported result", studies.Slot.Get(p.s()))
	}
}

// A damaged document, or one of another study, is not shown and reported. A study and its document may be imported
// together in any order.
func TestWhatIsNotOfTheDraftIsNotShown(t *testing.T) {
	p := openStudy(t)
	asked := state.StudyDraft(p.s().Draft)
	whole, _ := studyDocument(t, p.s().Draft)
	text := string(whole.Text())
	for _, c := range []struct{ from, to, message string }{
		{`"count": 12`, `"count": 11`, "digest"},
		{whole.Scenario, "sha256:0", "It is of another study"},
		{`"version": 1`, `"version": 9`, "reads up to version 1"},
		{`"kind"`, `"kin"`, "kin"},
	} {
		letFall(p, importer.File{Name: "bad.json", Data: []byte(strings.Replace(text, c.from, c.to, 1))})
		alert := p.s().Alert
		if got := alert.Text + strings.Join(alert.Detail, " "); !alert.Error || !strings.Contains(got, c.message) ||
			studies.Slot.Get(p.s()).ImportedFile != "" {
			t.Errorf("%s instead of %s: got %q, want an error with %q", c.to, c.from, got, c.message)
		}
	}
	p = openPage(t)
	letFall(p, importer.File{Name: "result.json", Data: []byte(text)},
		importer.File{Name: "study.json", Data: scenario.Text(asked)})
	if studies.Slot.Get(p.s()).ImportedFile != "result.json" || p.s().Layout.View != "study" {
		t.Errorf("got alert %+v, want the study with its result", p.s().Alert)
	}
}
