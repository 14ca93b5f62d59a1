package reader

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// smallStudy returns a small study: the document with its settings, and the result.
func smallStudy(t *testing.T) (asked []byte, d *report.Document, plan *study.Plan) {
	t.Helper()
	s := scenario.NewGenerated("window", "twelve-nodes", 1)
	s.Study = &scenario.Study{Replications: 5,
		Vary: []scenario.Vary{{Path: "window.generate.budget", Values: []any{200.0, 300.0}}}}
	plan, faults := study.New(s, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	part, err := runner.Run(context.Background(), engine.All(), plan, slices.Values(runner.Tasks(plan, 0, 5, 5)),
		runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Canonical(s), report.New(plan, part), plan
}

// sign sets the digest of a document as its author would.
func sign(d report.Document) []byte {
	same := d
	same.Digest, same.Cells, same.Pairs = "", nil, nil
	for _, c := range d.Cells {
		if !c.Machine {
			same.Cells = append(same.Cells, c)
		}
	}
	for _, p := range d.Pairs {
		if !p.Machine {
			same.Pairs = append(same.Pairs, p)
		}
	}
	d.Digest = doc.Digest(doc.Canonical(&same))
	return d.Text()
}

// The view of a merged document equals that of the study run in the page. One of another version is shown with a
// note.
func TestMergedIsSeenAsIfDoneHere(t *testing.T) {
	asked, d, plan := smallStudy(t)
	both := func(text []byte) []byte { return slices.Concat(asked, []byte("\n"), text) }
	w, err := Export(both(d.Text()), map[string]string{"as": "merged", "metric": "cost", "point": "1"}, nil)
	if err != nil || w.Notes != "" {
		t.Fatalf("Export as merged: got error %v, notes %q; want neither", err, w.Notes)
	}
	want := slices.Concat(doc.Canonical(plan.Outline()), []byte("\n"), doc.Canonical(d.PageView(plan, "cost", 1)))
	if string(w.Text) != string(want) {
		t.Errorf("Export as merged: got %s, want %s", w.Text, want)
	}
	// An unknown metric and point select the first ones.
	w, err = Export(both(d.Text()), map[string]string{"as": "merged", "metric": "none", "point": "99"}, nil)
	if err != nil || !strings.HasSuffix(string(w.Text), string(doc.Canonical(d.PageView(plan, plan.Metrics[0], 0)))) {
		t.Errorf("unknown metric and point: got error %v, text %s; want the first metric and point", err, w.Text)
	}
	older := *d
	older.Engine = "0.0.1"
	w, err = Export(both(sign(older)), map[string]string{"as": "merged"}, nil)
	if err != nil || !strings.Contains(w.Notes, "computed by Gridbox 0.0.1") {
		t.Errorf("part of another version: got error %v, notes %q; want a note on Gridbox 0.0.1", err, w.Notes)
	}
	fewer := *d
	fewer.Cells = d.Cells[1:]
	if _, err := Export(both(sign(fewer)), map[string]string{"as": "merged"}, nil); err == nil {
		t.Error("Export of a merged document that lacks a cell: got no error")
	}
}

// Invalid settings of a job file are refused.
func TestWishesAreHeldToRules(t *testing.T) {
	asked, _, _ := smallStudy(t)
	for _, c := range []struct{ name, value, message string }{
		{"", "", ""}, {"engine", "pbs", "no job file"}, {"unit", "soon", "above zero"}, {"unit", "-1s", "above zero"},
		{"cores", "0", "above zero"}, {"chunk", "", "above zero"},
	} {
		about := map[string]string{"as": "job", "engine": "slurm", "unit": "12.5ms", "chunk": "10m", "cores": "2",
			"file": "a.json"}
		if c.name != "" {
			about[c.name] = c.value
		}
		w, err := Export(asked, about, nil)
		if c.message == "" && (err != nil || !strings.Contains(string(w.Text), "#SBATCH --cpus-per-task=2")) ||
			c.message != "" && (err == nil || !strings.Contains(err.Error(), c.message)) {
			t.Errorf("Export(%v): got error %v, want as in the case", c, err)
		}
	}
	if _, err := Export([]byte("{"), map[string]string{"as": "job"}, nil); err == nil {
		t.Error("Export of an incomplete document as job: got no error")
	}
}
