package solve

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
)

// mediumLate reads the workload of the Batsim results of evalys: delay jobs on
// 32 processors, here one machine of 32 slots or 32 machines of one slot.
func mediumLate(t *testing.T, apart bool) *farm.Problem {
	t.Helper()
	text := realfiles.File(t, "evalys/medium_late.json")
	var w struct {
		Slots    int `json:"nb_res"`
		Profiles map[string]struct{ Delay float64 }
		Jobs     []struct {
			ID       any
			Profile  string
			Res      int
			Subtime  float64
			Walltime float64
		}
	}
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	p := &farm.Problem{Machines: []farm.Machine{{ID: "cluster", Slots: w.Slots}}}
	if apart {
		p.Machines = nil
		for i := range w.Slots {
			p.Machines = append(p.Machines, farm.Machine{ID: strconv.Itoa(i), Slots: 1})
		}
	}
	for i, j := range w.Jobs {
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(i), Slots: j.Res, Partition: j.Res, Submitted: j.Subtime,
			Duration: w.Profiles[j.Profile].Delay, Estimate: &w.Jobs[i].Walltime})
	}
	if len(p.Jobs) != 801 {
		t.Fatalf("got %d jobs, want 801", len(p.Jobs))
	}
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	return p
}

// batsim returns the makespan and the mean wait of a result of Batsim.
func batsim(t *testing.T, name string) (makespan, wait float64) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(realfiles.File(t, "evalys/"+name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, head := range rows[0] {
		column[head] = i
	}
	for _, row := range rows[1:] {
		finish, _ := strconv.ParseFloat(row[column["finish_time"]], 64)
		waited, _ := strconv.ParseFloat(row[column["waiting_time"]], 64)
		makespan, wait = max(makespan, finish), wait+waited/float64(len(rows)-1)
	}
	return makespan, wait
}

// The queues agree with Batsim's: makespan within 1 %, mean wait within 15 %.
func TestQueuesAgainstBatsim(t *testing.T) {
	for _, apart := range []bool{false, true} {
		p := mediumLate(t, apart)
		for a, name := range map[Algorithm]string{AlgorithmEASY: "medium_late_easy_out_jobs.csv",
			AlgorithmConservative: "medium_late_conservative_out_jobs.csv"} {
			makespan, wait := batsim(t, name)
			r := solve(t, p, a, Options{})
			t.Logf("%s apart %v: makespan %.2f of %.2f, mean wait %.3f of %.3f", a, apart, r.Metrics.Makespan, makespan,
				r.Metrics.MeanWait, wait)
			if math.Abs(r.Metrics.Makespan-makespan) > 0.01*makespan || math.Abs(r.Metrics.MeanWait-wait) > 0.15*wait {
				t.Errorf("%s apart %v: got makespan %.2f, mean wait %.3f; want about %.2f and %.3f", a, apart,
					r.Metrics.Makespan, r.Metrics.MeanWait, makespan, wait)
			}
		}
	}
}
