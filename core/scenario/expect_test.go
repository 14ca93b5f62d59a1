package scenario

import (
	"strings"
	"testing"
)

func TestExpectations(t *testing.T) {
	answers := []Answer{{Algorithm: "rbhs", Feasible: true, Metrics: map[string]float64{"makespan": 1}},
		{Algorithm: "x"}}
	e := Expecting(answers, "0.1.0 beta")
	if len(e.Digest) != 16 {
		t.Fatalf("Expecting: got %+v, want a digest of 16 characters", e)
	}
	link := "#s1.s.e30&view=timeline" + e.Parameters()
	got, faults := ParseExpectation(link)
	if got == nil || *got != e || len(faults) > 0 {
		t.Errorf("ParseExpectation: got %v, faults %v; want %v", got, faults, e)
	}
	answers[0].ElapsedMs, answers[0].Label = 7, "other"
	if Expecting(answers, "0.1.0 beta") != e {
		t.Error("time or label changes the expectation")
	}
	answers[0].Metrics["makespan"] = 2
	if Expecting(answers, "").Digest == e.Digest {
		t.Error("another makespan gives the same digest")
	}
	if got, faults := ParseExpectation("#s1.s.e30"); got != nil || faults != nil {
		t.Errorf("ParseExpectation without a parameter: got %v, faults %v; want nil", got, faults)
	}
}

// Invalid values are reported in a short message, however long and hostile.
func TestNonsenseIsExpected(t *testing.T) {
	for _, value := range []string{"", "1", "0123456789abcdeg", strings.Repeat("a", 17), "<script>", "%zz",
		strings.Repeat("é", 100_000), "sha256:0123456789"} {
		got, faults := ParseExpectation("#s1.s.e30&expect=" + value)
		if got != nil || len(faults) != 1 || len(faults[0].Value) > 50 ||
			!strings.Contains(faults[0].String(), "16 of the") {
			t.Errorf("ParseExpectation(%.20s): got %v, faults %v; want one short fault", value, got, faults)
		}
	}
	if got, faults := ParseExpectation("&expect=0123456789ABCDEF&by=" + strings.Repeat("x", 99)); got == nil ||
		got.Version != "" {
		t.Errorf("ParseExpectation with a long version: got %v, faults %v; want no version", got, faults)
	}
}
