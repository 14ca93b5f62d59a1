package schedaudit_test

import (
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
)

// violations returns the violations of a schedule as text.
func violations(t *testing.T, p *farm.Problem, text string) (got, notes string) {
	t.Helper()
	j := judgeText(t, p, "f.txt", []byte(text))
	for _, v := range j.Answer.Check.Violations {
		got += v.Reason + "\n"
	}
	return got, strings.Join(j.Notes, " ")
}

// If the clock is changed by an hour while a job runs, its run time is the elapsed time of sacct.
// No other difference counts as a change of the clock.
func TestClockIsSet(t *testing.T) {
	p := func() *farm.Problem {
		return &farm.Problem{Machines: []farm.Machine{{ID: "c1", Slots: 1}},
			Jobs: []farm.Job{{ID: "1", Slots: 1, Duration: 3000}, {ID: "2", Slots: 1, Duration: 600, Submitted: 60}}}
	}
	sacct := func(start, end, elapsed, next, last string) string {
		return "JobID|Submit|Start|End|Elapsed|State|NCPUS|NodeList\n" +
			"1|2026-10-25T00:00:00|2026-10-25T" + start + "|2026-10-25T" + end + "|" + elapsed + "|COMPLETED|1|c1\n" +
			"2|2026-10-25T00:01:00|2026-10-25T" + next + "|2026-10-25T" + last + "|00:10:00|COMPLETED|1|c1\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"back":          {sacct("02:30:00", "02:20:00", "00:50:00", "02:40:00", "02:50:00"), ""},
		"forward":       {sacct("01:30:00", "03:20:00", "00:50:00", "03:20:00", "03:30:00"), ""},
		"not set":       {sacct("01:30:00", "02:20:00", "00:50:00", "02:20:00", "02:30:00"), ""},
		"another time":  {sacct("01:30:00", "02:45:00", "00:50:00", "02:45:00", "02:55:00"), "job 1 runs 4500 s"},
		"elapsed wrong": {sacct("01:30:00", "03:20:00", "01:00:00", "03:20:00", "03:30:00"), "job 1 runs 6600 s"},
		"too long":      {sacct("01:30:00", "03:30:00", "01:00:00", "03:30:00", "03:40:00"), "job 1 runs 3600 s"},
	} {
		got, notes := violations(t, p(), c.text)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got violations %q, want %q", name, got, c.want)
		}
		set := name == "back" || name == "forward" || name == "too long"
		if set != strings.Contains(notes, "The clock was set while 1 job ran") {
			t.Errorf("%s: got notes %q, want a change of the clock: %t", name, notes, set)
		}
	}
}

// CPUs that nodes do not share evenly were rounded up when the log became a farm.
func TestSlotsOnSeveralNodes(t *testing.T) {
	for ncpus, want := range map[string]string{"5": "", "6": "", "4": "job 1 has 4 slots; it needs 6",
		"7": "job 1 has 7 slots; it needs 6"} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "c1", Slots: 4}, {ID: "c2", Slots: 4}},
			Jobs: []farm.Job{{ID: "1", Slots: 6, Duration: 60, Partition: 2}}}
		got, _ := violations(t, p, "JobID|Submit|Start|End|State|NCPUS|NodeList\n1|2026-10-25T00:00:00|"+
			"2026-10-25T00:00:00|2026-10-25T00:01:00|COMPLETED|"+ncpus+"|c[1-2]\n")
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s CPUs: want %q, got %q", ncpus, want, got)
		}
	}
}

// Batsim's jobs that did not succeed are violations, unless their time limit also ends them in
// the scenario.
func TestSuccess(t *testing.T) {
	limit, more := 10.0, 20.0
	for name, c := range map[string]struct {
		estimate         *float64
		success, state   string
		finish, metadata string
		want             string
	}{
		"fine":           {nil, "1", "COMPLETED_SUCCESSFULLY", "10.0", "", ""},
		"failed":         {nil, "0", "COMPLETED_FAILED", "10.0", "", "job 1 did not succeed (COMPLETED_FAILED)"},
		"contradiction":  {nil, "0", "COMPLETED_SUCCESSFULLY", "10.0", "", "job 1 did not succeed (success is 0)"},
		"at its limit":   {&limit, "0", "COMPLETED_WALLTIME_REACHED", "10.0", "", ""},
		"below it":       {&more, "0", "COMPLETED_FAILED", "10.0", "", "job 1 did not succeed"},
		"killed":         {nil, "0", "COMPLETED_KILLED", "4.0", "", "job 1 was ended after 4 s of 10"},
		"lone piece":     {nil, "0", "COMPLETED_KILLED", "4.0", "piece 1 of 2", "job 1 was ended after 4 s of 10"},
		"other metadata": {nil, "1", "", "10.0", "piece of cake", ""},
	} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "c1", Slots: 1}},
			Jobs: []farm.Job{{ID: "1", Slots: 1, Duration: 10, Estimate: c.estimate}}}
		got, _ := violations(t, p, "job_id,submission_time,starting_time,finish_time,success,final_state,metadata\n"+
			"1,0.0,0.0,"+c.finish+","+c.success+","+c.state+","+c.metadata+"\n")
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: want %q, got %q", name, c.want, got)
		}
	}
}

// A job may be on very many machines.
func TestManyParts(t *testing.T) {
	const n = 100_000
	p := &farm.Problem{Jobs: []farm.Job{{ID: "1", Slots: n, Duration: 10, Partition: n}}}
	for i := range n {
		speed := 1 + float64(i%2)
		p.Machines = append(p.Machines, farm.Machine{ID: "m" + strconv.Itoa(i), Slots: 1, Speed: &speed})
	}
	head := "job_id,submission_time,starting_time,finish_time,allocated_resources\n1,0.0,0.0,10.0,0-"
	if got, _ := violations(t, p, head+strconv.Itoa(n-1)+"\n"); got != "" {
		t.Errorf("a job on many machines: got violations %s, want none", got)
	}
}

// Parts on faster machines end before the job, and free their slots.
func TestPartsOfDifferentSpeeds(t *testing.T) {
	fast := 2.0
	p := &farm.Problem{Machines: []farm.Machine{{ID: "A", Slots: 1}, {ID: "B", Slots: 1, Speed: &fast}},
		Jobs: []farm.Job{{ID: "1", Slots: 2, Duration: 10, Partition: 2}, {ID: "2", Slots: 1, Duration: 10}}}
	head := "job_id,submission_time,starting_time,finish_time,allocated_resources\n1,0.0,0.0,10.0,0-1\n2,0.0,"
	for at, want := range map[string]string{"5.0,10.0,1": "", "4.0,9.0,1": "which job 1 holds",
		"5.0,15.0,0": "which job 1 holds"} {
		if got, _ := violations(t, p, head+at+"\n"); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: want %q, got %q", at, want, got)
		}
	}
}
