package fill_test

import (
	"math"
	"strconv"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/fill"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// The dialog satisfies the drawing rules for every column and method of each table.
func TestTheDialogIsDrawn(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		v := labtest.NewViewer(t, sc)
		s := state.Reduce(labtest.Preset(t, sc.Kind, kind.Presets[0].ID), state.Show{Field: "dialog", To: "fill"})
		for _, table := range state.Tables(s.Draft) {
			s := state.Reduce(s, fill.Slot.Do(fill.Begin{Kind: table}))
			for _, how := range fill.Ways {
				v.CheckPage(state.Reduce(s, fill.Slot.Do(fill.Set{Field: "how", To: how})), "filling %s with %s", table,
					how)
			}
			for _, c := range state.Fillable(s.Problem, table) {
				v.CheckPage(state.Reduce(s, fill.Slot.Do(fill.Set{Field: "column", To: c.Path})), "filling %s of %s",
					c.Path,
					table)
			}
			wrong := state.Reduce(s, fill.Slot.Do(fill.Set{Field: "how", To: "normal"}))
			wrong = state.Reduce(wrong, fill.Slot.Do(fill.Set{Field: "mean", To: "?!"}))
			v.CheckPage(wrong, "filling %s with nonsense", table)
		}
		if v.Parts < 20 {
			t.Errorf("%s: got %d different parts, want at least 20", sc.Kind, v.Parts)
		}
	}
}

// The distributions have the requested mean and deviation: means of 20,000 numbers are within five of their standard
// deviations.
func TestDistributionsAreWhatTheySay(t *testing.T) {
	const n = 20_000
	d := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "farm", Seed: 1, Farm: &scenario.Farm{}}
	d.Farm.Machines = []farm.Machine{{ID: "m1", Slots: 8, Memory: 1024}}
	d.Farm.Jobs = []farm.Job{{ID: "a", Slots: 1, Duration: 60}}
	s := state.New(d)
	for how, want := range map[string][2]float64{"uniform": {15, 10 / math.Sqrt(12)}, "normal": {20, 3},
		"lognormal": {20, 3}, "exponential": {20, 20}} {
		own := fill.State{Kind: "job", Column: "duration", Method: how,
			Texts: map[string]string{"mean": "20", "sd": "3",
				"least": "10", "most": "20", "decimals": "6"}}
		texts, why := own.CellTexts(&s, n)
		if why != "" {
			t.Fatalf("CellTexts: got fault %q, want none", why)
		}
		sum, squares := 0.0, 0.0
		for _, text := range texts {
			v, _ := strconv.ParseFloat(text, 64)
			sum += v
			squares += v * v
		}
		mean := sum / n
		sd := math.Sqrt(squares/n - mean*mean)
		if math.Abs(mean-want[0]) > 5*want[1]/math.Sqrt(n) || math.Abs(sd-want[1]) > 0.05*want[1] {
			t.Errorf("%s: got mean %v, deviation %v, want %v", how, mean, sd, want)
		}
	}
}

// A draft of another kind has other tables, so the dialog is reset.
func TestAnotherKindForgetsTheColumn(t *testing.T) {
	s := state.Reduce(labtest.Preset(t, "placement", "five-clusters"), fill.Slot.Do(fill.Begin{Kind: "job"}))
	if fill.Slot.Get(&s).Column != "mi" {
		t.Fatalf("got %+v, want the column mi", fill.Slot.Get(&s))
	}
	s = state.Reduce(s, state.Open{Draft: labtest.Preset(t, "farm", "markov-2004").Draft})
	if fill.Slot.Get(&s).Kind != "" {
		t.Errorf("got %+v, want no column in another kind", fill.Slot.Get(&s))
	}
}
