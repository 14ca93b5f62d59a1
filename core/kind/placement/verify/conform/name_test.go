package conform_test

import (
	"reflect"
	"testing"

	"gridbox/core/kind/placement/verify"
	"gridbox/core/kind/placement/verify/conform"
)

// An answer under the name of another algorithm is valid, but does not conform.
func TestNamesAreCheckedByConformAlone(t *testing.T) {
	s, list := answers(t, "five-clusters", 0)
	p, tried := &s.Placement.Problem, 0
	for _, right := range list {
		full := conform.Answer(p, s.Seed, nil, &right)
		if v := verify.Answer(p, &right); !v.OK || v.Scope != full.Scope {
			t.Errorf("%s %v: got %+v, want valid and the scope of %+v", right.Algorithm, right.Options, v, full)
		}
		for _, other := range list {
			if right.Algorithm == "scp-tree" || other.Algorithm == "scp-tree" ||
				other.Algorithm == "exact" || // any of the shortest placements is its answer
				reflect.DeepEqual(right.Solution, other.Solution) {
				continue
			}
			tried++
			a := clone(t, right)
			a.Algorithm, a.Options = other.Algorithm, other.Options
			if v := verify.Answer(p, &a); !v.OK {
				t.Errorf("%s as %s %v: got violations %v, want valid", right.Algorithm, a.Algorithm, a.Options,
					v.Violations)
			}
			if conform.Answer(p, s.Seed, nil, &a).OK && a.Algorithm != "own" {
				t.Errorf("%s as %s %v: got conforming, want violations", right.Algorithm, a.Algorithm, a.Options)
			}
		}
	}
	if tried < 20 {
		t.Errorf("got %d tried names, want 20 at least", tried)
	}
}
