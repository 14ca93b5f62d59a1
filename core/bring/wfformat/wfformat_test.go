package wfformat

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/bring"
	"gridbox/core/scenario"
)

func brought(t testing.TB, kind string, set map[string]string, data string) *bring.Made {
	t.Helper()
	made, faults := bring.From([]*bring.Format{Format}, []bring.File{{Name: "w.json", Data: []byte(data)}}, "wfformat",
		bring.Wishes{Kind: kind, Set: set})
	if faults != nil {
		t.Fatal(faults)
	}
	return made
}

func old(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/old.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func says(t *testing.T, made *bring.Made, lines ...string) {
	t.Helper()
	said := made.Report.String()
	for _, line := range lines {
		if !strings.Contains(said, line) {
			t.Errorf("the report does not say %q:\n%s", line, said)
		}
	}
}

func TestFarm(t *testing.T) {
	made := brought(t, "", map[string]string{"bandwidth": "10"}, old(t))
	says(t, made, "taken: 2 machines: of the file", "taken: 4 tasks: as a job, on 2 machines",
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
		t.Errorf("%s\nwant\n%s", strings.Join(got, ","), want)
	}
	if len(f.Links) != 1 || f.Links[0].Bandwidth != 10 || *f.Machines[1].Speed != 0.5 || f.Machines[0].Memory != 2048 {
		t.Errorf("%+v %+v", f.Links, f.Machines)
	}
}

func TestPlacement(t *testing.T) {
	made := brought(t, "placement", map[string]string{"mips": "100"}, old(t))
	says(t, made, "taken: 4 tasks: as a job, parents before children", "taken: 5 files: as a dataset",
		"left out: 4 dependencies", "assumed: 3 files: on the first machine", "Bandwidth: 125 MB/s (assumed")
	p := made.Scenario.Placement
	if len(p.Clusters) != 2 || p.Clusters[1].MIPS != 50 || p.Jobs[0].ID != "ID0" || p.Jobs[0].MI != 500 {
		t.Errorf("%+v %+v", p.Clusters, p.Jobs)
	}
	for _, d := range p.Datasets {
		if want := map[string]string{"half.dat": "b", "out.dat": "a"}[d.ID]; want != "" && d.At[0] != want {
			t.Errorf("%+v", d)
		}
	}
}

func TestHopeless(t *testing.T) {
	text := old(t)
	circle := `{"schemaVersion": "1.4", "workflow": {"tasks": [{"id": "a", "parents": ["c"]}, {"id": "b",
		"parents": ["a"]}, {"id": "c", "parents": ["b"]}, {"id": "d", "parents": ["d", "a"]}]}}`
	for name, c := range map[string]struct{ text, want string }{
		"half":      {text[:len(text)*2/3], "the text ends"},
		"no object": {"3", "is no JSON object"},
		"nothing":   {"{}", "there is no task in the workflow"},
		"deep":      {`{"workflow": {"tasks": ` + strings.Repeat(`[`, 100000), "values nest deeper"},
		"circle":    {circle, "left out: 1 dependency: that goes in a circle"},
		"itself":    {circle, "left out: 1 dependency: of a task on itself"},
		"machines":  {circle, "assumed: 4 machines: for the tasks; the file names none"},
	} {
		made := brought(t, "", nil, c.text)
		if said := made.Report.String(); !strings.Contains(said, c.want) {
			t.Errorf("%s: %q is not said:\n%s", name, c.want, said)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(old(f)), "8")
	names, _ := filepath.Glob("../../../../shared/data/wfformat/*.json")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 8000)], "4")
	}
	f.Fuzz(func(t *testing.T, data []byte, answer string) {
		for _, kind := range Format.Kinds {
			made := brought(t, kind, map[string]string{"machines": answer, "slots": answer, "bandwidth": answer,
				"mips": answer}, string(data))
			if made.Scenario == nil {
				if made.Report.Count(bring.FoundFault, "") == 0 {
					t.Error("no scenario and no fault")
				}
				continue
			}
			if faults := scenario.Validate(made.Scenario); faults != nil {
				t.Error(faults)
			}
			if n := made.Report.Count(bring.TookThem, "task"); kind == "farm" && n != len(made.Scenario.Farm.Jobs) {
				t.Errorf("%d tasks are reported, %d are there", n, len(made.Scenario.Farm.Jobs))
			}
		}
	})
}
