package labtest

import "testing"

// Arithmetic accepts correct formulas and rejects wrong ones.
func TestArithmeticIsFollowed(t *testing.T) {
	for _, right := range []string{"0.892 · 3.17 s + 0.108 · 20.69 s = 5.06",
		"cost: 5 · 80 + 4 · 80 = 720 ≤ 5 · 80 · 2 = 800; time: 80 / 1 = 80.",
		"start: 0 s on q5 < 7200 s on q4.", "cost: 1 + 2 + 9 of 3 more = 12; no price above 5."} {
		if wrong := Arithmetic(right); wrong != "" {
			t.Errorf("Arithmetic(%q): got %s, want no fault", right, wrong)
		}
	}
	for _, wrong := range []string{"0.892 · 3.17 s + 0.108 · 20.69 s = 5.16", "cost: 400 + 320 = 720 ≤ 700",
		"time: 80 / 2 = 80.", "start: 7200 s on q4 < 0 s on q5.", "cost: none = 2"} {
		if Arithmetic(wrong) == "" {
			t.Errorf("Arithmetic(%q): got no fault", wrong)
		}
	}
}
