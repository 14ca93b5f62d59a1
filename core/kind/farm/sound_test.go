package farm

import (
	"math"
	"testing"
)

// A job without lists is valid if and only if it has no faults.
func TestIsValid(t *testing.T) {
	numbers := []float64{math.Inf(-1), -2e12, -maxTime, -1, 0, 1e-7, 1e-6, 1, 1e6, 1000001, maxTime, 2e12,
		math.Inf(1), math.NaN()}
	fields := map[string]func(j *Job, x float64){
		"memory":    func(j *Job, x float64) { j.Memory = x },
		"duration":  func(j *Job, x float64) { j.Duration = x },
		"estimate":  func(j *Job, x float64) { j.Estimate = &x },
		"priority":  func(j *Job, x float64) { j.Priority = x },
		"submitted": func(j *Job, x float64) { j.Submitted = x },
		"deadline":  func(j *Job, x float64) { j.Deadline = &x },
		"slots":     func(j *Job, x float64) { j.Slots = clampToInt(x) },
		"partition": func(j *Job, x float64) { j.Partition = clampToInt(x) },
	}
	for name, set := range fields {
		got := 0
		for _, x := range numbers {
			j := Job{ID: "j", Slots: 1, Duration: 1}
			set(&j, x)
			v := &validation{p: &Problem{Jobs: []Job{j}}}
			v.job(0, nil, nil)
			if len(v.Faults) > 0 {
				got++
			}
			if j.isValid() != (len(v.Faults) == 0) {
				t.Errorf("%s %v: got isValid %v, faults %v; want true if and only if there are none", name, x,
					j.isValid(), v.Faults)
			}
		}
		if got == 0 || got == len(numbers) {
			t.Errorf("%s: got faults for %d of %d values, want some but not all", name, got, len(numbers))
		}
	}
	for name, j := range map[string]Job{
		"licenses": {Licenses: map[string]int{"l": 1}}, "speeds": {Speeds: map[string]float64{"m": 1}},
		"after": {After: []After{{Job: "i"}}}, "running": {Running: &Running{Machine: "m"}},
	} {
		if j.Slots, j.Duration = 1, 1; j.isValid() {
			t.Errorf("job with %s: got true, want false because of the list", name)
		}
	}
}

// clampToInt returns a number as a field of whole numbers can store it.
func clampToInt(x float64) int {
	if x != x {
		return -1
	}
	return int(max(-2e6, min(x, 2e6)))
}
