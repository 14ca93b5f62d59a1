package wfformat

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
)

func importText(t testing.TB, kind string, set map[string]string, data string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text("w.json", data), "wfformat",
		importer.Wishes{Kind: kind, Set: set})
}

func old(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/old.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFarm(t *testing.T) {
	made := importText(t, "", map[string]string{"bandwidth": "10"}, old(t))
	importertest.HasNotes(t, &made.Report, "taken: 2 machines: of the file", "taken: 4 tasks: as a job, on 2 machines",
		"taken: 4 dependencies: between tasks", "taken: 3 files: that one task makes", "left out: 2 files: that comes",
		"left out: 1 dependency: on a task that is not there", "left out: 1 task: with the id of an earlier one",
		"assumed: 1 task: without a run time", "assumed: 1 task: of less than a thousandth",
		"assumed: 1 task: that asks for more cores", "left out: 1 task: with more memory",
		"left out: 1 file: without a name")
	f := made.Scenario.Farm
	var got []string
	for _, j := range f.Jobs {
		text := fmt.Sprint(j.ID, " ", j.Slots, " ", j.Duration, " ", j.Memory)
		for _, a := range j.After {
			text += fmt.Sprint(" <", a.Job, " ", a.Data)
		}
		got = append(got, text)
	}
	// The first machine has twice the clock of the second, on which split ran.
	want := "ID0 1 5 512,ID1 1 0.001 0 <ID0 2,ID2 1 1 0 <ID0 2,ID3 4 8 0 <ID1 3 <ID2 1"
	if strings.Join(got, ",") != want {
		t.Errorf("jobs: got %s\nwant %s", strings.Join(got, ","), want)
	}
	if len(f.Links) != 1 || f.Links[0].Bandwidth != 10 || *f.Machines[1].Speed != 0.5 || f.Machines[0].Memory != 2048 {
		t.Errorf("got links %+v, machines %+v; want one link of 10 MB/s and speed 0.5 of the second machine", f.Links,
			f.Machines)
	}
}

func TestPlacement(t *testing.T) {
	made := importText(t, "placement", map[string]string{"mips": "100"}, old(t))
	importertest.HasNotes(t, &made.Report, "taken: 4 tasks: as a job, parents before children",
		"taken: 5 files: as a dataset",
		"left out: 4 dependencies", "assumed: 3 files: on the first machine", "Bandwidth: 125 MB/s (assumed")
	p := made.Scenario.Placement
	if len(p.Clusters) != 2 || p.Clusters[1].MIPS != 50 || p.Jobs[0].ID != "ID0" || p.Jobs[0].MI != 500 {
		t.Errorf("got clusters %+v, jobs %+v; want 50 MIPS of the second and ID0 of 500 MI", p.Clusters, p.Jobs)
	}
	for _, d := range p.Datasets {
		if want := map[string]string{"half.dat": "b", "out.dat": "a"}[d.ID]; want != "" && d.At[0] != want {
			t.Errorf("dataset %s: got the clusters %v, want %s", d.ID, d.At, want)
		}
	}
}

func TestHopeless(t *testing.T) {
	text := old(t)
	circle := `{"schemaVersion": "1.4", "workflow": {"tasks": [{"id": "a", "parents": ["c"]}, {"id": "b",
		"parents": ["a"]}, {"id": "c", "parents": ["b"]}, {"id": "d", "parents": ["d", "a"]}]}}`
	importertest.Complains(t, map[string][2]string{
		"half":      {text[:len(text)*2/3], "the text ends"},
		"no object": {"3", "is no JSON object"},
		"nothing":   {"{}", "there is no task in the workflow"},
		"deep":      {`{"workflow": {"tasks": ` + strings.Repeat(`[`, 100000), "values nest deeper"},
		"circle":    {circle, "left out: 1 dependency: that goes in a circle"},
		"itself":    {circle, "left out: 1 dependency: of a task on itself"},
		"machines":  {circle, "assumed: 4 machines: for the tasks; the file names none"},
	}, func(t testing.TB, text string) *importer.Result { return importText(t, "", nil, text) })
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(old(f)), "8")
	for _, seed := range realfiles.Seeds(f, "wfformat/*.json", 8000) {
		f.Add(seed, "4")
	}
	f.Fuzz(func(t *testing.T, data []byte, answer string) {
		for _, kind := range Format.Kinds {
			made := importText(t, kind, importertest.Set("machines", answer, "slots", answer, "bandwidth", answer,
				"mips", answer), string(data))
			if made.Scenario != nil && kind == "farm" {
				importertest.CheckTaken(t, &made.Report, "task", len(made.Scenario.Farm.Jobs))
			}
		}
	})
}
