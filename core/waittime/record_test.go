package waittime

import (
	"testing"

	"gridbox/core/kind/farm"
)

func pointer(x float64) *float64 { return &x }

// The statistics of predictions agree with a count by hand.
func TestComparePredictions(t *testing.T) {
	a := &Answer{Jobs: []Job{
		{ID: "inside", Start: 60, Early: 40, Late: 90, Forecast: &farm.Forecast{Start: pointer(100),
			Started: pointer(70)}},
		{ID: "early", Start: 60, Early: 40, Late: 90, Forecast: &farm.Forecast{Start: pointer(600),
			Started: pointer(20)}},
		{ID: "late", Start: 60, Early: 40, Late: 90, Forecast: &farm.Forecast{Started: pointer(100)}},
		{ID: "half a second", Start: 60, Early: 40, Late: 90.4, Forecast: &farm.Forecast{Start: pointer(60),
			Started: pointer(90.9)}},
		{ID: "waits still", Start: 60, Early: 40, Late: 90, Forecast: &farm.Forecast{Start: pointer(60)}},
		{ID: "nobody knows", Start: 60, Early: 40, Late: 90},
		{ID: "on time", Start: 60, Early: 60, Late: 60, Forecast: &farm.Forecast{Start: pointer(61),
			Started: pointer(60)}},
	}}
	// Ours: 10, 40, 30.9, 0. The cluster's: 30, 580, 30.9, 1.
	want := Record{Started: 5, Inside: 3, Both: 4, Ours: Miss{20.45, 40}, Theirs: Miss{30.45, 580}}
	got := a.ComparePredictions()
	for _, m := range []*Miss{&got.Ours, &got.Theirs} {
		m.Median = float64(int(m.Median*1e6+0.5)) / 1e6
	}
	if got != want {
		t.Errorf("ComparePredictions: got %+v, want %+v", got, want)
	}
	if none := (&Answer{Jobs: a.Jobs[4:6]}).ComparePredictions(); none != (Record{}) {
		t.Errorf("ComparePredictions of jobs that have not started: got %+v, want none", none)
	}
}
