package window

import (
	"reflect"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/scenario"
)

// A step that is jumped to is the one that is come to by going through all before.
func TestAJumpComesToTheSameStep(t *testing.T) {
	for _, algorithm := range []string{"first-fit", "multiple-best", "max-sum"} {
		s := labtest.Solve(t, labtest.Preset(t, "window", "twelve-nodes"), scenario.Run{Algorithm: algorithm})
		s = labtest.Explain(t, labtest.Focus(s, algorithm), &Screen)
		if s.Why.Trace == nil || len(s.Why.Trace.Events) < 5 {
			t.Fatalf("%s has no steps", algorithm)
		}
		through := &view{open: map[string]int{}}
		for i := range s.Why.Trace.Events {
			through.take(&s.Why.Trace.Events[i])
			s = state.Reduce(s, state.Stepped{To: i + 1})
			followed.Store(nil)
			v := follow(&s)
			if len(v.states) != len(through.states) || len(v.open) != len(through.open) || v.begun != through.begun ||
				v.begun && v.start != through.start || v.runtime != through.runtime || v.best != through.best ||
				!reflect.DeepEqual(v.states, through.states) || !reflect.DeepEqual(v.kept, through.kept) {
				t.Fatalf("%s, step %d: %+v, not %+v", algorithm, i+1, v, through)
			}
		}
	}
}
