package conform_test

import (
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/kind/group/verify"
	"gridbox/core/kind/group/verify/conform"
)

// A window under the name of another algorithm is valid, but does not conform unless it
// is as good and as cheap.
func TestNamesAreCheckedByConformAlone(t *testing.T) {
	tried := 0
	for seed := range uint64(40) {
		p, _ := group.Generate(group.Spec{Preset: "gka-22"}, seed)
		s, list := solveAllRuns(t, &p)
		for i := range list {
			right := &list[i]
			full := conform.Answer(&s.Group.Problem, 0, nil, right)
			if v := verify.Answer(&s.Group.Problem, right); !v.OK || v.Scope != full.Scope {
				t.Errorf("%d: %s %v: got %+v, want valid and the scope of %+v", seed, right.Algorithm, right.Options,
					v, full)
			}
			for k := range list {
				a := groupCopy(right)
				a.Algorithm, a.Options = list[k].Algorithm, list[k].Options
				if !right.Feasible || equally(right, &list[k]) || right.Bound == nil {
					continue
				}
				tried++
				if v := verify.Answer(&s.Group.Problem, &a); !v.OK {
					t.Errorf("%d: %s as %s %v: got violations %v, want valid", seed, right.Algorithm, a.Algorithm,
						a.Options, v.Violations)
				}
				if a.Algorithm == "tree" && closeTo(a.Metrics["value"], a.Bound.Value) {
					continue // the tree promises only the best value
				}
				if conform.Answer(&s.Group.Problem, 0, nil, &a).OK {
					t.Errorf("%d: %s as %s %v: got conforming, want violations", seed, right.Algorithm, a.Algorithm,
						a.Options)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("got %d tried names, want 100 at least", tried)
	}
}
