package formats

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"strconv"
	"testing"

	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/realfiles"
	"gridbox/core/schedmetrics"
)

// readSchedule reads a schedule of Batsim and returns its makespan, its mean wait and
// the sum of its run times.
func readSchedule(t *testing.T, path string) (makespan, wait, ran float64) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(realfiles.File(t, path))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, head := range rows[0] {
		column[head] = i
	}
	for _, row := range rows[1:] {
		number := func(name string) float64 {
			x, err := strconv.ParseFloat(row[column[name]], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		makespan = max(makespan, number("finish_time"))
		wait += number("waiting_time") / float64(len(rows)-1)
		ran += number("execution_time")
	}
	return makespan, wait, ran
}

// TestEasyAgainstBatsim compares EASY on the workload of evalys with the schedule of Batsim's EASY:
// the run times and the makespan are equal. Our mean wait is lower, because Batsim reserves specific
// hosts and Gridbox counts slots.
func TestEasyAgainstBatsim(t *testing.T) {
	f := &importGenuine(t, "evalys/medium_late.json", "").Scenario.Farm.Problem
	makespan, wait, ran := readSchedule(t, "evalys/medium_late_easy_out_jobs.csv")
	ours := 0.0
	for i := range f.Jobs {
		ours += f.Jobs[i].Duration
	}
	if math.Abs(ours-ran) > 1e-3 {
		t.Errorf("sum of run times: got %.3f s, want %.3f as of Batsim", ours, ran)
	}
	r, err := solver.Solve(context.Background(), f, solver.AlgorithmEASY, solver.Options{})
	if err != nil || !r.Feasible {
		t.Fatalf("EASY: got error %v, reason %q; want a feasible answer", err, r.Reason)
	}
	m := schedmetrics.Measure(f, r.Solution, schedmetrics.Cut{})
	if text := strconv.FormatFloat(r.Metrics.Makespan, 'f', 2, 64); text != "16088.51" ||
		text != strconv.FormatFloat(makespan, 'f', 2, 64) {
		t.Errorf("makespan: got %v, want %v as of Batsim", r.Metrics.Makespan, makespan)
	}
	for _, x := range []struct{ got, want float64 }{{r.Metrics.MeanWait, 8.68}, {m.Wait.Mean, 8.68}, {wait, 9.52}} {
		if math.Abs(x.got-x.want) > 0.01 {
			t.Errorf("mean wait %.4f, want %.2f", x.got, x.want)
		}
	}
}
