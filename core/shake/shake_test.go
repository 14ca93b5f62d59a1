package shake

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// A strength of 0 only scales the load. Factors have the requested mean and variation. Running jobs
// are unchanged.
func TestJobs(t *testing.T) {
	list := make([]farm.Job, 4000)
	for i := range list {
		x := 20.0
		list[i] = farm.Job{Duration: 10, Estimate: &x, Submitted: float64(i)}
	}
	list[7].Running = &farm.Running{}
	for i, j := range Jobs(list, 1, 0, 0, 2) {
		if want := float64(i) / 2; i != 7 && (j.Duration != 10 || math.Abs(j.Submitted-want) > 1e-9) {
			t.Fatalf("load 2: job %d: got %+v, want submission %v", i, j, want)
		}
	}
	shaken := Jobs(list, 1, 0, 0.2, 1)
	sum, squares, last := 0.0, 0.0, 0.0
	for i, j := range shaken {
		if i == 7 {
			continue
		}
		if math.Abs(*j.Estimate-2*j.Duration) > 1e-9 || j.Submitted < last {
			t.Fatalf("job %d: got estimate %v of %v, submission %v after %v; want twice the duration, in order", i,
				*j.Estimate, j.Duration, j.Submitted, last)
		}
		sum, squares, last = sum+j.Duration/10, squares+j.Duration*j.Duration/100, j.Submitted
	}
	n := float64(len(list) - 1)
	mean := sum / n
	if cv := math.Sqrt(squares/n-mean*mean) / mean; math.Abs(mean-1) > 0.02 || math.Abs(cv-0.2) > 0.02 {
		t.Errorf("factors: got mean %v, coefficient of variation %v; want 1 and 0.2", mean, cv)
	}
	if math.Abs(last/float64(len(list)-1)-1) > 0.02 || shaken[7].Submitted != 7 || shaken[7].Duration != 10 {
		t.Errorf("got the last submission at %v, running job %+v; want %d and no change", last, shaken[7],
			len(list)-1)
	}
	other := Jobs(list, 1, 1, 0.2, 1)
	if slices.EqualFunc(shaken, other, func(a, b farm.Job) bool { return a.Duration == b.Duration }) {
		t.Error("two shaken traces have the same durations")
	}
}

// The verdict counts the traces, and an algorithm is equal to itself.
func TestVerdict(t *testing.T) {
	r := Request{Scenario: scenario.NewGenerated("farm", "farm-mixed", 3), A: scenario.Run{Algorithm: "easy"},
		B: scenario.Run{Algorithm: "fcfs"}, Metric: "meanWait", Times: 20, Strength: 0.1, Load: 1}
	d, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	if d.Better+d.Equal+d.Worse+d.Failed != 20 || d.Better < 10 || len(d.Verdict) < 20 {
		t.Errorf("Run: got %+v, want 20 instances, at least 10 better, and a verdict", d)
	}
	r.B = r.A
	if d, err = Run(context.Background(), engine.All(), r); err != nil || d.Equal != 20 {
		t.Errorf("Run of one algorithm: got %+v, error %v; want 20 equal", d, err)
	}
	r.Scenario = scenario.NewGenerated("placement", "five-clusters", 3)
	if _, err = Run(context.Background(), engine.All(), r); err == nil {
		t.Error("Run accepts a placement")
	}
}
