package schedaudit_test

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// mediumLate returns the workload of evalys, 801 jobs on 32 processors: one
// machine of 32 slots, or 32 machines of one.
func mediumLate(t testing.TB, apart bool) *farm.Problem {
	t.Helper()
	var w struct {
		Slots    int `json:"nb_res"`
		Profiles map[string]struct{ Delay float64 }
		Jobs     []struct {
			ID       json.Number
			Profile  string
			Res      int
			Subtime  float64
			Walltime float64
		}
	}
	if err := json.Unmarshal(realfiles.File(t, "evalys/medium_late.json"), &w); err != nil {
		t.Fatal(err)
	}
	p := &farm.Problem{Machines: []farm.Machine{{ID: "cluster", Slots: w.Slots}}}
	if apart {
		p.Machines = nil
		for i := range w.Slots {
			p.Machines = append(p.Machines, farm.Machine{ID: "host" + strconv.Itoa(i), Slots: 1})
		}
	}
	for i, j := range w.Jobs {
		p.Jobs = append(p.Jobs, farm.Job{ID: j.ID.String(), Slots: j.Res, Partition: j.Res, Submitted: j.Subtime,
			Duration: w.Profiles[j.Profile].Delay, Estimate: &w.Jobs[i].Walltime})
	}
	if faults := p.Validate(); faults != nil || len(p.Jobs) != 801 {
		t.Fatalf("workload of evalys: got %d jobs, faults %v; want 801 without faults", len(p.Jobs), faults)
	}
	return p
}

func judgeText(t testing.TB, p *farm.Problem, file string, text []byte) schedaudit.Judgement {
	t.Helper()
	s, faults := schedaudit.Read(text)
	if faults != nil {
		t.Fatal(faults)
	}
	j, err := s.Judge(p, file)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Batsim's recording is a schedule without violations, with the makespan and the
// mean wait that were counted independently. A schedule that counts processors has
// the same makespan and, counted independently too, a mean wait of 8.68 s; ours
// has 8.673.
func TestBatsimsOwnSchedules(t *testing.T) {
	for _, apart := range []bool{false, true} {
		p := mediumLate(t, apart)
		for _, name := range []string{"medium_late_easy_out_jobs.csv", "medium_late_conservative_out_jobs.csv"} {
			j := judgeText(t, p, "folder/"+name, realfiles.File(t, "evalys/"+name))
			a := &j.Answer
			if j.ViolationCount > 0 || !a.Check.OK || a.Label != name || a.Algorithm != schedaudit.Algorithm {
				t.Errorf("%s, apart %t: got %d violations, %+v; want none", name, apart, j.ViolationCount,
					a.Check.Violations)
			}
			if math.Abs(a.Metrics["makespan"]-16088.51) > 0.005 {
				t.Errorf("%s: got makespan %v, want 16088.51", name, a.Metrics["makespan"])
			}
			if wait := a.Metrics["meanWait"]; strings.Contains(name, "easy") && math.Abs(wait-9.52) > 0.005 {
				t.Errorf("%s: got mean wait %v, want 9.52", name, wait)
			}
			n, slots := 0, 0
			for _, r := range a.Solution.(*farm.Solution).Reservations {
				n, slots = n+1, slots+r.Slots
			}
			want := 0
			for i := range p.Jobs {
				want += p.Jobs[i].Slots
			}
			if slots != want || !apart && n != 801 {
				t.Errorf("%s, apart %t: got %d reservations of %d slots, want 801 of %d", name, apart, n, slots, want)
			}
		}
	}
	s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "farm",
		Farm: &scenario.Farm{Problem: *mediumLate(t, false)}}
	ours, err := engine.All().Run(context.Background(), s, scenario.Run{Algorithm: "easy"}, engine.Env{})
	if err != nil || math.Abs(ours.Metrics["makespan"]-16088.51) > 0.005 ||
		math.Abs(ours.Metrics["meanWait"]-8.68) > 0.01 {
		t.Errorf("EASY: got %v, error %v; want makespan 16088.51, mean wait 8.68", ours.Metrics, err)
	}
}

// An alteration of the real schedule is found.
func TestBatsimsScheduleSpoiled(t *testing.T) {
	p := mediumLate(t, false)
	text := string(realfiles.File(t, "evalys/medium_late_easy_out_jobs.csv"))
	lines := strings.Split(text, "\n")
	for _, c := range []struct {
		want string
		do   func(row []string)
	}{
		{"before it can", func(row []string) { row[7], row[9] = "100.0", "240.95" }},
		{"takes resource", func(row []string) { row[14] = "0-31" }},
		{"the farm has 32 slots", func(row []string) { row[14] = "40" }},
		{"is on 3 slots", func(row []string) { row[14] = "29-31" }},
		{"runs 1 s; by the scenario it takes", func(row []string) {
			start, _ := strconv.ParseFloat(row[7], 64)
			row[9] = strconv.FormatFloat(start+1, 'f', 6, 64)
		}},
		{"is no job of the scenario", func(row []string) { row[0] = "9999" }},
		{"is there a second time", func(row []string) { row[0] = "3" }},
		{"never ran", func(row []string) { row[7], row[9] = "-1", "-1" }},
	} {
		spoiled := strings.Split(strings.Join(lines, "\n"), "\n")
		row := strings.Split(spoiled[300], ",")
		c.do(row)
		spoiled[300] = strings.Join(row, ",")
		j := judgeText(t, p, "x.csv", []byte(strings.Join(spoiled, "\n")))
		found := false
		for _, v := range j.Answer.Check.Violations {
			found = found || strings.Contains(v.Reason, c.want)
		}
		if !found || j.ViolationCount == 0 || j.Answer.Check.OK {
			t.Errorf("got violations %v, want one with %q; the row was %v", j.Answer.Check.Violations, c.want, row)
		}
	}
}
