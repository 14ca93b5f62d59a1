package table

import (
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
)

// Batsim's own names of columns are known, and the resources of jobs determine
// the size of the machine.
func TestBatsimColumns(t *testing.T) {
	made := importertest.Import(t, []*importer.Format{Format}, importertest.Genuine(t, "faults/f08-batsim-jobs.csv"),
		"",
		importer.Wishes{})
	p := &made.Scenario.Farm.Problem
	var slots []int
	for i := range p.Jobs {
		slots = append(slots, p.Jobs[i].Slots)
	}
	if len(slots) != 4 || slots[0] != 1 || slots[1] != 4 || slots[2] != 8 || slots[3] != 2 || p.Machines[0].Slots != 8 {
		t.Errorf("got slots %v on %+v, want 1, 4, 8, 2 on 8\n%s", slots, p.Machines, made.Report.String())
	}
	for set, want := range map[string]int{"0-3 7": 7, "5 7": 7, "0": 0, "": -1, "x": -1, "1-x": -1, "-": -1,
		"99999999999999999999": -1, "1000000": -1} {
		if got := lastResource(set); got != want {
			t.Errorf("lastResource(%q): got %d, want %d", set, got, want)
		}
	}
	for _, resources := range []string{"n1 n2", "0-4000000000", "0-1"} {
		made := importTexts(t, importer.Wishes{}, "job,runtime,cores,allocated_resources\na,10,3,"+resources+"\n")
		farm := made.Scenario.Farm
		if job, machine := farm.Jobs[0].Slots, farm.Machines[0].Slots; job != 3 || machine != 5 {
			t.Errorf("%s: got a job of %d slots on %d, want 3 on 5", resources, job, machine)
		}
	}
}

// Each guess is in the report with its evidence and alternatives, and an answer
// changes it.
func TestGuessesAreAsked(t *testing.T) {
	const table = "job_id,width,runtime,begun,finish\na,2,10,5,30\nb,4,20,6,46\n"
	made := importTexts(t, importer.Wishes{}, table)
	slots := findAnswer(&made.Report, "column.jobs.slots")
	if slots.Answer != "none" || !slots.Guess || !slots.Assumed || len(slots.Choices) != 6 {
		t.Errorf("column.jobs.slots: got %+v, want the guess none of 6 choices", slots)
	}
	importertest.HasNotes(t, &made.Report, "Slots is 1 for all jobs, because no column is named like it",
		"Column of jobs, Duration: runtime: the column is named like it (assumed; --set column.jobs.duration=")
	answered := importTexts(t, importer.Wishes{Set: importertest.Set("column.jobs.slots", "width",
		"column.jobs.duration", "finish less begun", "column.jobs.id", "none")}, table)
	text := problemText(answered)
	for _, want := range []string{`{"duration":25,"id":"job-1","slots":2}`, `{"duration":40,"id":"job-2","slots":4}`} {
		if !strings.Contains(text, want) {
			t.Errorf("with answers: got %s\nwant it to contain %s\n%s", text, want, answered.Mapping)
		}
	}
	if a := findAnswer(&answered.Report, "column.jobs.duration"); a.Assumed || a.Answer != "finish less begun" {
		t.Errorf("column.jobs.duration: got %+v, want the answer", a)
	}
	// The resulting mapping is the answered one, and answers change it too.
	again := importTexts(t, importer.Wishes{Set: importertest.Set("mapping", string(answered.Mapping),
		"column.jobs.duration", "runtime")},
		table)
	if text := problemText(again); !strings.Contains(text, `{"duration":10,"id":"job-1","slots":2}`) {
		t.Errorf("with a mapping and an answer: got %s, want a duration of 10", text)
	}
	for name, bad := range map[string][3]string{
		"a column":  {"column.jobs.slots", "widht", "must be none or a column: job_id, width"},
		"a field":   {"column.jobs.slot", "width", "did you mean slots?"},
		"a list":    {"column.job.slots", "width", "did you mean jobs?"},
		"no table":  {"column.machines.slots", "width", "is about machines, and no table has any"},
		"no field":  {"column.jobs", "width", "must name a field"},
		"two words": {"column.jobs.duration", "finish less begin", "must be none or a column"},
	} {
		made := importTexts(t, importer.Wishes{Set: importertest.Set(bad[0], bad[1])}, table)
		if made.Scenario != nil {
			t.Errorf("%s: got a scenario, want none", name)
		}
		importertest.HasNotes(t, &made.Report, bad[2])
	}
	headerless := importTexts(t, importer.Wishes{}, "a,2,100\nb,4,200\n")
	importertest.HasNotes(t, &headerless.Report, "there is no header")
	turned := importTexts(t, importer.Wishes{Set: importertest.Set("column.jobs.duration", "2", "column.jobs.slots",
		"3")},
		"a,2,100\nb,4,200\n")
	if text := problemText(turned); !strings.Contains(text, `{"duration":2,"id":"a","slots":100}`) {
		t.Errorf("without a header: got %s, want a duration of 2 and 100 slots", text)
	}
}

func findAnswer(r *importer.Report, name string) importer.AnsweredQuestion {
	for _, a := range r.Answers {
		if a.Name == name {
			return a
		}
	}
	return importer.AnsweredQuestion{}
}
