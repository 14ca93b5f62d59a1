package adversary

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Outcomes are the same after writing and reading, and mark the faults of a policy.
func TestFaultsTravel(t *testing.T) {
	list := []Outcome{{A: 1.5, B: 2, OK: true}, {}, {Faulty: true}, {A: -1, B: 0, OK: true}}
	line := WriteOutcomes(list)
	if back, err := ReadOutcomes(line); err != nil || !reflect.DeepEqual(back, list) {
		t.Errorf("outcomes as %q: got %+v, error %v; want %+v", line, back, err, list)
	}
	if _, err := ReadOutcomes("1;2"); err == nil {
		t.Error("ReadOutcomes accepts a single number")
	}
}

// A policy with a fault on every instance ends a search after one generation, with the
// reason.
func TestAPolicyAtFaultEndsASearch(t *testing.T) {
	s := preset(t, "twelve-nodes")
	s.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: "cost + a"}}
	c := newContest(policy.AlgorithmOwn, "min-cost", "cost")
	c.A.Options = map[string]any{"policy": "mine"}
	for _, on := range []Env{{}, {Parallel: crew, Cores: 8}} {
		found, err := Find(context.Background(), engine.All(), s, Spec{Contest: c, Tries: 10_000}, on)
		if err != nil || found.Tried != generation || found.Compared != 0 {
			t.Fatalf("Find: got %+v, error %v; want %d instances, none compared", found, err, generation)
		}
		got := Unbroken(s.Kind, &c, &found)
		if !strings.Contains(got, "none of 64 instances has an answer of both Own") ||
			!strings.HasSuffix(got, ": a policy is at fault on all of them") {
			t.Errorf("Unbroken: got %q, want the count of instances and the fault of the policy", got)
		}
	}
	mended := *s
	mended.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: "start"}}
	found, err := Find(context.Background(), engine.All(), &mended, Spec{Contest: c, Tries: 70}, Env{})
	if err != nil || found.Compared == 0 || found.Ratio <= 1 || found.Faulty {
		t.Errorf("Find with a corrected policy: got %+v, error %v; want a ratio over 1", found, err)
	}
}
