package etc

import (
	"slices"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
)

func importText(t testing.TB, text string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text("m.0", text), "etc", importer.Wishes{})
}

// The benchmark of Braun has 512 tasks with their times on 16 machines.
func TestBraun(t *testing.T) {
	text := realfiles.File(t, "braun/u_c_hihi.0")
	if n, _ := recognise(importer.File{Data: text}); n < 80 {
		t.Errorf("recognise: got %d, want at least 80", n)
	}
	got := importText(t, string(text))
	p := got.Scenario.Placement
	if len(p.Jobs) != 512 || len(p.Clusters) != 16 || p.Jobs[0].ID != "t0" || p.Jobs[511].ID != "t511" {
		t.Fatalf("got %d jobs and %d clusters, want 512 from t0 to t511 and 16", len(p.Jobs), len(p.Clusters))
	}
	if p.Jobs[0].Times[0] != 91753.195312 || !slices.IsSorted(p.Jobs[300].Times) {
		t.Errorf("times of t0 and t300: got %v and %v, want 91753.195312 first, and sorted ones", p.Jobs[0].Times,
			p.Jobs[300].Times)
	}
	importertest.HasNotes(t, &got.Report, "512 tasks", "16 machines")
}

// Rows may be on one line each, and zero is a valid time.
func TestRows(t *testing.T) {
	p := importText(t, "3 2\n1 2\n3.5 0\n\n5e2 6\n").Scenario.Placement
	for j, want := range [][]float64{{1, 2}, {3.5, 0}, {500, 6}} {
		if !slices.Equal(p.Jobs[j].Times, want) {
			t.Errorf("times of job %d: got %v, want %v", j, p.Jobs[j].Times, want)
		}
	}
}

// Errors are reported, and the other tasks are read.
func TestFaults(t *testing.T) {
	importertest.Complains(t, map[string][2]string{
		"no head":       {"hello\n1\n", "must have the numbers of tasks and machines"},
		"empty":         {"", "must have the numbers of tasks and machines"},
		"no machine":    {"3 0\n1\n", "must have the numbers of tasks and machines"},
		"cut off":       {"3 2 0\n1\n2\n3\n", "is it cut off?"},
		"negative":      {"2 2 0\n1\n-2\n3\n4\n", "a time must be a number from 0 up"},
		"no number":     {"2 2 0\n1\nNaN\n3\n4\n", "a time must be a number from 0 up"},
		"infinite":      {"2 2 0\n1\nInf\n3\n4\n", "a time must be a number from 0 up"},
		"too many":      {"1 2 0\n1\n2\n3\n4\n", "2 numbers"},
		"no whole task": {"1 2 0\n1\n", "has no task with all of its times"},
		"many machines": {"2 20000 0\n1\n", "announces more machines"},
	}, importText)
	if p := importText(t, "2 2 0\n1\n-2\n3\n4\n").Scenario.Placement; len(p.Jobs) != 1 || p.Jobs[0].ID != "t1" {
		t.Errorf("got jobs %v, want t1 only", p.Jobs)
	}
}

// Reading any file ends with a valid scenario or a fault.
func FuzzRead(f *testing.F) {
	for _, text := range realfiles.Seeds(f, "braun/u_*", 300) {
		f.Add(text)
	}
	f.Add([]byte("2 2 0\n1\n-2\n3\n4\n"))
	f.Fuzz(func(t *testing.T, text []byte) { importText(t, string(text)) })
}
