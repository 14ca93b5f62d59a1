package schedaudit_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/engine"
	"gridbox/core/export"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// An exported answer is the same schedule after reading: it is valid, with the
// same metrics, on the same machines.
func TestExportsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(name string, from ...float64) *float64 {
			x := rapid.SampledFrom(from).Draw(t, name)
			return &x
		}
		whole := func(name string, from ...int) *int {
			x := rapid.SampledFrom(from).Draw(t, name)
			return &x
		}
		none := 0.0
		spec := farm.Spec{Preset: "farm-mixed", Machines: whole("machines", 1, 2, 5),
			SlotsMax: whole("slots", 1, 3, 70),
			Types:    whole("types", 1),
			Jobs:     whole("jobs", 1, 10, 40), Interval: pick("interval", 0, 100, 2000), ParallelShare: &none,
			Overestimate: pick("estimates", 1, 3), WideShare: pick("wide", 0, 0.5),
			DependentShare: pick("dependent", 0, 0.3), PreemptibleShare: pick("preemptible", 0, 1),
			Licenses: whole("licenses", 0, 4), LicensedShare: pick("licensed", 0, 0.5)}
		p, faults := farm.Generate(spec, rapid.Uint64Range(0, 1000).Draw(t, "seed"))
		if faults != nil {
			t.Fatal(faults)
		}
		if rapid.Bool().Draw(t, "named") {
			for i := range p.Jobs {
				rename(&p, i, "job ; "+p.Jobs[i].ID+` "a", b`)
			}
		}
		s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "farm", Farm: &scenario.Farm{Problem: p}}
		a, err := engine.All().RunExplicit(context.Background(), s,
			scenario.Run{Algorithm: rapid.SampledFrom([]string{"two-stage", "fcfs", "easy"}).Draw(t, "algorithm")},
			engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Feasible {
			t.Skip("no machine takes one of its jobs")
		}
		w := &export.Work{Scenario: s, Answers: []scenario.Answer{a}}
		for _, id := range []string{"swf", "batsim-csv"} {
			f, err := export.ByID(id, "farm", false)
			if err != nil {
				t.Fatal(err)
			}
			text, err := f.Write(w)
			if err != nil {
				t.Fatal(err)
			}
			checkReread(t, &p, &a, id, text.Bytes)
		}
	})
}

// rename renames a job everywhere.
func rename(p *farm.Problem, i int, name string) {
	old := p.Jobs[i].ID
	p.Jobs[i].ID = name
	for k := range p.Jobs {
		for n := range p.Jobs[k].After {
			if p.Jobs[k].After[n].Job == old {
				p.Jobs[k].After[n].Job = name
			}
		}
	}
	for n := range p.Order {
		if p.Order[n] == old {
			p.Order[n] = name
		}
	}
}

func checkReread(t *rapid.T, p *farm.Problem, a *scenario.Answer, id string, text []byte) {
	read, faults := schedaudit.Read(text)
	if faults != nil {
		t.Fatalf("Read of %s: got faults %v, want none", id, faults)
	}
	j, err := read.Judge(p, "x")
	if err != nil {
		t.Fatalf("Judge of %s: %v\n%s", id, err, text)
	}
	if j.ViolationCount > 0 {
		t.Fatalf("%s: got violations %v, want none\n%s", id, j.Answer.Check.Violations, text)
	}
	for name, x := range a.Metrics {
		if math.Abs(j.Answer.Metrics[name]-x) > 1e-5*max(1, math.Abs(x)) {
			t.Fatalf("%s: got %s %v, want %v", id, name, j.Answer.Metrics[name], x)
		}
	}
	ours, theirs := a.Solution.(*farm.Solution).Reservations, j.Answer.Solution.(*farm.Solution).Reservations
	if len(ours) != len(theirs) {
		t.Fatalf("%s: got %d reservations, want %d", id, len(theirs), len(ours))
	}
	for i := range ours {
		x, y := &ours[i], &theirs[i]
		if x.Job != y.Job || x.Machine != y.Machine || x.Slots != y.Slots || math.Abs(x.Start-y.Start) > 1e-5 ||
			math.Abs(x.Finish-y.Finish) > 1e-5 {
			t.Fatalf("%s: got %+v, want %+v", id, *y, *x)
		}
	}
}

// smallFarm returns a farm for schedules written by hand.
func smallFarm() *farm.Problem {
	ten := 10.0
	return &farm.Problem{Licenses: map[string]int{"x": 1},
		Machines: []farm.Machine{{ID: "c1", Slots: 2, Memory: 100}, {ID: "c2", Slots: 2, Memory: 100, Type: "gpu"}},
		Links:    []farm.Link{{A: "c1", B: "c2", Bandwidth: 10}},
		Jobs: []farm.Job{{ID: "1", Slots: 1, Memory: 60, Duration: 10}, {ID: "2", Slots: 2, Memory: 10, Duration: 10,
			Submitted: 5, Estimate: &ten, Licenses: map[string]int{"x": 1}},
			{ID: "3", Slots: 1, Memory: 60, Duration: 10,
				After: []farm.After{{Job: "1", Delay: 2, Data: 30}}, Licenses: map[string]int{"x": 1}},
			{ID: "4_1", Slots: 1, Duration: 5, Type: "gpu"}}}
}

// For every rule of the judge there are a schedule that breaks it and one that
// obeys it.
func TestJudge(t *testing.T) {
	head := "job_id,submission_time,starting_time,finish_time,allocated_resources\n"
	good := []string{"1,0,0,10,0", "2,5,5,15,2-3", "3,0,15,25,0", "4_1,0,15,20,2"}
	for _, c := range []struct {
		row          int
		text, reason string
	}{
		{0, "1,0,0,10,0", ""},
		{3, "4_1,0,5,10,0", `job 4_1 is on c1, of type ""; it needs "gpu"`},
		{2, "3,0,14,24,2", "job 3 starts at 14; what it waits for of job 1 is there at 15"},
		{2, "3,0,11,21,1", "job 3 starts at 11; what it waits for of job 1 is there at 12"},
		{2, "3,0,12,22,1", `with job 3 2 of licence "x" are taken at 12; the farm has 1`},
		{1, "2,5,4,14,2-3", "job 2 starts at 4, before it can, at 5"},
		{1, "2,5,5,17,2-3", "job 2 runs 12 s, longer than its time limit of 10"},
		{1, "2,5,5,15,1-2", "job 2 is on 2 machines; it may be divided among 1"},
		{1, "2,5,5,15,0-1", "job 2 takes resource 0 at 5, which job 1 holds"},
		{1, "2,5,5,15,0-1", "with job 2 3 slots are taken at 5; c1 has 2"},
		{1, "2,5,5,15,2", "job 2 is on 1 slot; it needs 2"},
		{3, "4_1,0,15,20,9", "job 4_1 is on resource 9; the farm has 4 slots, from 0 on"},
		{3, "4_1,0,15,14,2", "job 4_1 ends at 14, before it starts, at 15"},
		{3, "4_1,0,,,", "job 4_1 never ran"},
		{3, "", "lacks job 4_1"},
		{3, "5,0,15,20,2", `"5" is no job of the scenario`},
		{0, "1,0,0,4,0", "job 1 runs 4 s; by the scenario it takes 10"},
	} {
		rows := append([]string{}, good...)
		rows[c.row] = c.text
		for i := range rows { // with decimals, so that the resolution is a hundredth
			cells := strings.Split(rows[i], ",")
			for k := 1; k < len(cells) && k < 4; k++ {
				if cells[k] != "" {
					cells[k] += ".00"
				}
			}
			rows[i] = strings.Join(cells, ",")
		}
		j := judgeText(t, smallFarm(), "f.csv", []byte(head+strings.Join(rows, "\n")+"\n"))
		got := ""
		for _, v := range j.Answer.Check.Violations {
			got += v.Reason + "\n"
		}
		if c.reason == "" && got != "" || !strings.Contains(got, c.reason) {
			t.Errorf("Judge of %q: got %q, want %q", c.text, got, c.reason)
		}
	}
	// Memory is shared by slots: twice 60 of 100 MB on one machine exceed it.
	p := smallFarm()
	p.Jobs[2].After, p.Jobs[2].Licenses = nil, nil
	j := judgeText(t, p, "f.csv", []byte(head+"1,0,0,10,0\n2,5,5,15,2-3\n3,0,0,10,1\n4_1,0,15,20,2\n"))
	if j.ViolationCount != 1 ||
		!strings.Contains(j.Answer.Check.Violations[0].Reason, "120 MB of memory are taken at 0; c1 has 100") {
		t.Errorf("shared memory: got violations %v, want one of 120 MB on c1", j.Answer.Check.Violations)
	}
}

// If a file names no machines, all are counted together, and jobs are drawn on
// machines that are large enough.
func TestCountedTogether(t *testing.T) {
	head := "job_id,submission_time,starting_time,finish_time\n"
	p := smallFarm()
	p.Jobs[2].After, p.Jobs[2].Licenses, p.Jobs[3].Type = nil, nil, ""
	j := judgeText(t, p, "f.csv", []byte(head+"1,0,5,15\n2,5,5,15\n3,0,5,15\n4_1,0,15,20\n"))
	if j.ViolationCount != 0 {
		t.Fatalf("without machines: got violations %v, want none", j.Answer.Check.Violations)
	}
	taken := map[string]int{}
	for _, r := range j.Answer.Solution.(*farm.Solution).Reservations {
		if r.Start == 5 {
			taken[r.Machine] += r.Slots
		}
	}
	if taken["c1"] != 2 || taken["c2"] != 2 {
		t.Errorf("slots in use at 5: got %v, want 2 on each of c1 and c2", taken)
	}
	j = judgeText(t, p, "f.csv", []byte(head+"1,0,5,15\n2,5,5,15\n3,0,5,15\n4_1,0,8,13\n"))
	if j.ViolationCount != 1 || !strings.Contains(j.Answer.Check.Violations[0].Reason,
		"5 slots are taken at 8; the farm has 4") {
		t.Errorf("without machines: got violations %v, want one of 5 slots at 8", j.Answer.Check.Violations)
	}
	if !strings.Contains(strings.Join(j.Notes, " "), "does not say on which machines") {
		t.Errorf("got notes %q, want one on the missing machines", j.Notes)
	}
}

// sacct names machines, has another origin of time, and prints steps.
func TestSacct(t *testing.T) {
	text := "JobID|JobName|Submit|Start|End|Timelimit|State|NCPUS|NodeList\n" +
		"1|a|b|2026-11-22T04:00:00|2026-11-22T04:00:00|2026-11-22T04:00:10|00:02:00|COMPLETED|1|c1\n" +
		"1.batch|batch|2026-11-22T04:00:00|2026-11-22T04:00:00|2026-11-22T04:00:10||COMPLETED|1|c1\n" +
		"2|z|2026-11-22T04:00:05|2026-11-22T04:00:05|2026-11-22T04:00:15|00:02:00|COMPLETED|2|c2\n" +
		"3|w|2026-11-22T04:00:00|2026-11-22T04:00:15|2026-11-22T04:00:25|1-00:00:00|COMPLETED|1|c1\n" +
		"4_1|ü|2026-11-22T04:00:00|2026-11-22T04:00:15|2026-11-22T04:00:20|UNLIMITED|COMPLETED|1|c2\n" +
		"9|gone|2026-11-22T04:00:00|None|2026-11-22T04:00:20|00:02:00|CANCELLED by 0|0|None assigned\n"
	j := judgeText(t, smallFarm(), "sacct.txt", []byte(text))
	if j.ViolationCount != 0 || j.Answer.Metrics["makespan"] != 25 || j.Answer.Metrics["meanWait"] != 7.5 {
		t.Errorf("sacct: got violations %v, metrics %v; want none, makespan 25, mean wait 7.5",
			j.Answer.Check.Violations, j.Answer.Metrics)
	}
	if r := j.Answer.Solution.(*farm.Solution).Reservations; len(r) != 4 || r[1].Machine != "c2" || r[3].Start != 15 {
		t.Errorf("sacct: got reservations %+v, want 4, the second on c2 and the fourth from 15", r)
	}
	if notes := strings.Join(j.Notes, " "); !strings.Contains(notes, "Times of the file are 1795320000 s later") ||
		!strings.Contains(notes, "Left out of the file: 1 job not in the scenario") {
		t.Errorf("sacct: got notes %q, want the shift of times and one job left out", j.Notes)
	}
}

// The output of a real sacct, of one machine of two cores, is read completely.
func TestRealSacct(t *testing.T) {
	for _, name := range []string{"slurm/sacct-short.txt", "slurm/sacct-all.txt"} {
		s, faults := schedaudit.Read(realfiles.File(t, name))
		if faults != nil || s.Format != schedaudit.Sacct {
			t.Fatalf("Read(%s): got faults %v or another format, want sacct", name, faults)
		}
		if len(s.Rows) != 25 {
			t.Errorf("Read(%s): got %d jobs, want 25", name, len(s.Rows))
		}
	}
}

// A real log in SWF is read completely.
func TestRealSWF(t *testing.T) {
	for name, n := range map[string]int{"swf/hpc2n.swf": 3170, "swf/ctc-sp2-5jobs.swf": 5} {
		s, faults := schedaudit.Read(realfiles.File(t, name))
		if faults != nil || s.Format != schedaudit.SWF || len(s.Rows) != n {
			t.Errorf("Read(%s): got %d jobs, faults %v; want %d in SWF", name, len(s.Rows), faults, n)
		}
	}
}
