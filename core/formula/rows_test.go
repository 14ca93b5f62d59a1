package formula

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Many rows evaluated together, also with precomputed parts, give the same bits as
// single rows.
func TestRowsAreWhatEachIs(t *testing.T) {
	names := []string{"r", "n", "s", "w"}
	texts := []string{"r", "-pow(w / r, 3) * n", "-w / (log2(n) * r)", "log10(r) * n + 870 * log10(s)", "7",
		"if(w > r, s - n, min(w, s, n))", "max(r, w) ^ 0.7 - exp(-w) + floor(s / n) * ceil(r)", "(w = r) + (w != s)",
		"sqrt(r) * n + 25600 * log10(s) + 0 * w", "abs(-r) / (w - w)", "if(s / n, r, w) + (r <= w) * (n < s)"}
	rapid.Check(t, func(t *rapid.T) {
		e, err := Compile(rapid.SampledFrom(texts).Draw(t, "text"), names, nil)
		if err != nil {
			t.Fatal(err)
		}
		number := rapid.OneOf(rapid.SampledFrom([]float64{0, 1, -2, math.Inf(1), math.NaN()}),
			rapid.Float64Range(0, 1e5))
		columns, rows := make([][]float64, len(names), len(names)+9), rapid.IntRange(0, 40).Draw(t, "rows")
		for i := range columns {
			columns[i] = rapid.SliceOfN(number, rows, rows).Draw(t, names[i])
		}
		parts, rest := e.Hoist(func(i int) bool { return i < 3 }, len(names))
		for _, p := range parts {
			more := make([]float64, rows)
			p.Rows().Evaluate(columns, more)
			columns = append(columns, more)
		}
		all, taken := make([]float64, rows), make([]float64, rows)
		e.Rows().Evaluate(columns, all)
		rest.Rows().Evaluate(columns, taken)
		for i := range rows {
			set := make([]float64, len(names))
			for k := range set {
				set[k] = columns[k][i]
			}
			want := math.Float64bits(e.Evaluate(set, nil))
			if nan := math.IsNaN(e.Evaluate(set, nil)); nan && math.IsNaN(all[i]) && math.IsNaN(taken[i]) {
				continue
			}
			if math.Float64bits(all[i]) != want || math.Float64bits(taken[i]) != want {
				t.Fatalf("row %d: got %v and %v, want %v", i, all[i], taken[i], math.Float64frombits(want))
			}
		}
	})
}
