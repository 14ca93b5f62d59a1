package batch

import (
	"context"
	"errors"
	"math"
	"testing"

	"gridbox/core/problem/batch"
)

// The calibrated preset reaches every published average within 5 %. All 25,000
// cycles of seed 2011 (run once; about 5 s of one native core) gave, with 95 %
// confidence intervals, 36.6 % of the cycles used with 135.1 slots and
//
//	           alternatives   time          cost            paper
//	ALP, time   7.13 ±0.09    60.06 ±0.21   309.60 ±1.82     7.39  59.85  313.56
//	AMP, time  34.28 ±0.31    38.28 ±0.13   368.58 ±2.16    34.28  39.01  369.69
//	ALP, cost   7.13 ±0.09    61.04 ±0.21   306.69 ±1.83     7.28  61.04  313.09
//	AMP, cost  34.28 ±0.31    51.43 ±0.17   335.54 ±2.08    34.23  51.62  343.30
//
// which are percentages of 36.3, 16.0, 8.6 and 15.7 where the paper has 35, 15,
// 9 and 15. Here a part of the cycles runs; a mean may be off by 5 % and three
// standard errors.
func TestSeriesReachesThePaper(t *testing.T) {
	cycles := 2000
	if testing.Short() {
		cycles = 400
	}
	s, err := Experiment(context.Background(), batch.Spec{Preset: "alp-amp-2011"}, 2011, cycles, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if used := float64(s.Used) / float64(s.Cycles); math.Abs(used-0.366) > 3*math.Sqrt(0.25/float64(cycles)) || math.Abs(s.Slots-135.2) > 1.5 {
		t.Errorf("%v of the cycles are used, %v slots", used, s.Slots)
	}
	for i, want := range Published() {
		row := &s.Rows[i]
		if row.Algorithm != want.Algorithm || row.Objective != want.Objective {
			t.Fatalf("row %d is %s, %s", i, row.Algorithm, row.Objective)
		}
		for name, pair := range map[string]struct {
			m    *PerJobMean
			want float64
		}{"alternatives": {&row.Alternatives, want.Alternatives}, "time": {&row.Time, want.Time}, "cost": {&row.Cost, want.Cost}} {
			if off := math.Abs(pair.m.Mean() - pair.want); off > 0.05*pair.want+3*pair.m.Error() {
				t.Errorf("%s, least %s: %s %.2f ± %.2f, published %v", row.Algorithm, row.Objective, name, pair.m.Mean(), 1.96*pair.m.Error(), pair.want)
			}
		}
	}
	for _, share := range PublishedShares() {
		if got := share.Of(&s.Rows); math.Abs(got-share.Percent) > 5 {
			t.Errorf("%s by %.1f %%, published %v %%", share.About, got, share.Percent)
		}
	}
}

// The rejected readings are far from the paper: with condition 2b as
// printed times are near 70 in both searches and AMP finds hardly any windows;
// with the time of all parts together they are above 90.
func TestRejectedReadings(t *testing.T) {
	for name, c := range map[string]struct {
		o           Options
		alp, amp    float64 // mean times, least time
		alternative float64 // AMP's windows
	}{
		"duration as printed": {Options{Options: batch.Options{Duration: batch.Literal}}, 71.5, 69.9, 4.75},
		"time of all parts":   {Options{Options: batch.Options{Measure: batch.Sum}}, 151, 95.9, 34.2},
	} {
		s, err := Experiment(context.Background(), batch.Spec{Preset: "alp-amp-2011"}, 2011, 500, c.o)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{c.alp, c.amp} {
			if m := &s.Rows[i].Time; math.Abs(m.Mean()-want) > 4*m.Error()+0.05 {
				t.Errorf("%s: %s takes %.2f ± %.2f, 4000 cycles gave %v", name, s.Rows[i].Algorithm, m.Mean(), m.Error(), want)
			}
		}
		if m := &s.Rows[1].Alternatives; math.Abs(m.Mean()-c.alternative) > 4*m.Error()+0.05 {
			t.Errorf("%s: AMP finds %.2f ± %.2f windows, 4000 cycles gave %v", name, m.Mean(), m.Error(), c.alternative)
		}
	}
}

// The standard error is that of the ratio estimator, and its interval is about
// as wide as the means of many short series scatter.
func TestPerJobMean(t *testing.T) {
	var m PerJobMean
	for _, x := range []struct{ total, jobs float64 }{{10, 1}, {30, 2}, {20, 3}} {
		m.Add(x.total, x.jobs)
	}
	// R = 10; residues 0, 10, -10; sqrt(200 / (3 * 2)) / 2.
	if m.Mean() != 10 || math.Abs(m.Error()-math.Sqrt(200.0/6)/2) > 1e-12 {
		t.Errorf("%v ± %v", m.Mean(), m.Error())
	}
	if low, high := m.CI95(); math.Abs(high-low-2*1.96*m.Error()) > 1e-12 {
		t.Errorf("interval %v to %v", low, high)
	}
	if m = (PerJobMean{}); m.Error() != 0 {
		t.Error("no cycles have an error")
	}
}

// Replications stand for themselves: a series is the same whatever ran before,
// and a cancelled one says so.
func TestExperimentIsRepeatable(t *testing.T) {
	spec := batch.Spec{Preset: "alp-amp-printed"}
	a, _ := Experiment(context.Background(), spec, 5, 60, Options{})
	b, _ := Experiment(context.Background(), spec, 5, 60, Options{Progress: func(int, int) {}})
	if a != b || a.Cycles != 60 {
		t.Error("a second time differs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Experiment(ctx, spec, 5, 60, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Experiment(context.Background(), batch.Spec{Preset: "none"}, 5, 60, Options{}); err == nil {
		t.Error("an unknown preset runs")
	}
}
