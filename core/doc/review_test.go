package doc

import "testing"

// A review calls pause after a fixed number of checks by any of its methods, and never if pause
// is nil.
func TestReviewsPause(t *testing.T) {
	pauses := 0
	r := Review{Pause: func() { pauses++ }}
	known := map[string]int{}
	for i := range inspections {
		r.ID(known, "job", "jobs[0]", "j", i)
		r.Ref(known, "job", "order[0]", "j")
		r.Finite("x", 1)
		r.CountInspection()
	}
	if pauses != 4 {
		t.Errorf("got %d pauses after %d checks, want 4", pauses, 4*inspections)
	}
	if without := (Review{}); without.Finite("x", 1) {
		without.CountInspection() // pause is nil
	}
}

// Only a fault that ends the reading is a fault of the grammar.
func TestFaultsKnowTheGrammar(t *testing.T) {
	for text, want := range map[string]bool{`{"a": 1`: true, `{"a": 1} 2`: true, `{"a": "x"}`: false, `{"a": 1}`: false,
		`{"b": 1}`: false} {
		var into struct {
			A float64 `json:"a"`
		}
		if got := Decode([]byte(text), &into).IsMalformed(); got != want || got != IsMalformed([]byte(text)) {
			t.Errorf("%s is broken: %v, want %v", text, got, want)
		}
	}
}
