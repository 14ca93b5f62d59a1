package draw

import (
	"context"
	"reflect"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// The state at any step of a search equals the state after all steps before it.
func TestSearchAt(t *testing.T) {
	explicit, faults := scenario.Expand(scenario.NewGenerated("window", "twelve-nodes", 7))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, algorithm := range []string{"first-fit", "multiple-best", "max-sum"} {
		why, err := engine.All().ExplainExplicit(context.Background(), explicit, scenario.Run{Algorithm: algorithm},
			map[string]string{}, engine.Env{})
		if err != nil || why.Trace == nil || len(why.Trace.Events) < 5 {
			t.Fatalf("%s: got error %v or too few steps, want 5 at least", algorithm, err)
		}
		through := &Search{Log: why.Trace, Open: map[string]int{}}
		for i := range why.Trace.Events {
			through.apply(&why.Trace.Events[i])
			through.Step = i + 1
			got := SearchAt(why.Trace, i+1)
			if !through.begun {
				through.start = got.start // it has no meaning
			}
			if !reflect.DeepEqual(got, through) {
				t.Fatalf("%s, step %d: got %+v, want %+v", algorithm, i+1, got, through)
			}
		}
	}
}
