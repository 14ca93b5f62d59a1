package conform

import (
	"testing"

	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// A missed window is excused if the answer's bound admits it and it was hard to
// find, and never if it was easy or beyond the answer's own bound.
func TestWhatIsExcused(t *testing.T) {
	hard := minExcusedWork
	for what, c := range map[string]struct {
		change func(a *scenario.Answer)
		metric string
		work   int
		better float64
		ok     bool
	}{
		"hard to find":                {nil, "cost", hard, 11, true},
		"easy to find":                {nil, "cost", minExcusedWork - 1, 11, false},
		"as good as the bound":        {nil, "cost", hard, 10, true},
		"but for digits":              {nil, "cost", hard, 10 - 1e-9, true},
		"beyond the bound":            {nil, "cost", hard, 9.9, false},
		"another metric":              {nil, "start", hard, 11, false},
		"not stopped":                 {func(a *scenario.Answer) { a.Stats = nil }, "cost", hard, 11, false},
		"no bound":                    {func(a *scenario.Answer) { a.Bound = nil }, "cost", hard, 11, false},
		"a greater sum":               {bounds("value"), "value", hard, 9, true},
		"a sum beyond":                {bounds("value"), "value", hard, 10.1, false},
		"a sum but for digits":        {bounds("value"), "value", hard, 10 + 1e-9, true},
		"the least sum":               {withMinimise(bounds("value")), "value", hard, 11, true},
		"beyond the least":            {withMinimise(bounds("value")), "value", hard, 9.9, false},
		"the least sum, easy to find": {withMinimise(bounds("value")), "value", minExcusedWork - 1, 11, false},
	} {
		a := &scenario.Answer{Stats: map[string]float64{"stopped": 1},
			Bound: &scenario.Bound{Metric: "cost", Value: 10}}
		if c.change != nil {
			c.change(a)
		}
		w := &check{&kernel.Check{Verdict: verify.Verdict{Answer: a}}, nil}
		w.ReadOptions(&w.Options)
		if ok := w.isExcused(c.metric, c.better, c.work); ok != c.ok {
			t.Errorf("%s: got excused %t, want %t", what, ok, c.ok)
		}
	}
}

func bounds(metric string) func(a *scenario.Answer) {
	return func(a *scenario.Answer) { a.Bound.Metric = metric }
}

func withMinimise(change func(a *scenario.Answer)) func(a *scenario.Answer) {
	return func(a *scenario.Answer) {
		change(a)
		a.Options = map[string]any{"minimise": true}
	}
}
