package report

import (
	"math"
	"testing"

	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// grid returns a study of two paths and an additive metric: slope for each step of the first path,
// tilt for each step of the second, and noise.
func grid(slope, tilt, noise float64, replications int) (*study.Plan, *study.Part) {
	s := &scenario.Scenario{Kind: "window", Seed: 5, Study: &scenario.Study{Replications: replications},
		Runs: []scenario.Run{{Algorithm: "min-cost"}}}
	plan := &study.Plan{Scenario: s, Digest: "sha256:0", Metrics: []string{"cost"}, Paths: []string{"first", "second"}}
	for i := range 4 {
		for k := range 3 {
			plan.Points = append(plan.Points,
				study.Point{Values: []any{float64(i), float64(k)}, Scenario: s, Runs: s.Runs})
		}
	}
	part, draw := study.NewPart(plan, "0"), rng.New(1, "effects", 0)
	for point := range plan.Points {
		row := part.NewRow()
		for r := range replications {
			row.Reset(r)
			row.Values[0] = slope*float64(point/3) + tilt*float64(point%3) + noise*draw.Normal(0, 1)
			part.Add(point, row)
		}
	}
	return plan, part
}

// The shares of an additive metric are those of its variances, the greatest first, and the intervals
// contain them.
func TestEffectsOfAnAdditiveMetric(t *testing.T) {
	plan, part := grid(1, 3, 0.5, 200)
	list := Effects(plan, part, 0)
	first, second := 1.25, 9*2.0/3 // variances of 0 to 3, and of 0, 3 and 6
	if len(list) != 2 || list[0].Path != "second" || list[1].Path != "first" {
		t.Fatalf("Effects: got %+v, want second before first", list)
	}
	for i, want := range []float64{second / (first + second), first / (first + second)} {
		e := list[i]
		if math.Abs(e.Share-want) > 0.03 || e.Low > want || e.High < want || e.High-e.Low > 0.1 || e.Low >= e.High {
			t.Errorf("share: got %+v, want about %v within its interval", e, want)
		}
	}
	if list[0].From != 0.0 || list[0].To != 2.0 || math.Abs(list[0].HighMean-list[0].LowMean-6) > 0.3 {
		t.Errorf("effect of second: got %+v, want a difference of the means of 6 from 0 to 2", list[0])
	}
}

// Intervals are wide if there is only noise, and there are no effects without variation.
func TestEffectsOfNoise(t *testing.T) {
	plan, part := grid(0, 0, 1, 10)
	for _, e := range Effects(plan, part, 0) {
		if e.High-e.Low < 0.2 {
			t.Errorf("noise only: got %+v, want a wide interval", e)
		}
	}
	plan, part = grid(0, 0, 0, 10)
	if list := Effects(plan, part, 0); list != nil {
		t.Errorf("no variation: got %+v, want nil", list)
	}
}
