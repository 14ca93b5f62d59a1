package score_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gridbox/core/challenge"
	"gridbox/core/engine"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/score"
)

func run(t *testing.T, suite, source string) *score.Report {
	t.Helper()
	c, ok := score.Suite(suite)
	if !ok {
		t.Fatal("there is no suite " + suite)
	}
	r, err := score.Run(t.Context(), c, scenario.Policy{ID: "mine", Language: policy.Formula, Source: source}, nil,
		engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEverySuiteScores checks that the known policy of each challenge has a ratio on every instance of its
// suite, and that the score follows from the values.
func TestEverySuiteScores(t *testing.T) {
	bounds := 0
	for _, x := range challenge.All() {
		if testing.Short() && x.Kind == "farm" {
			continue
		}
		k, _ := kinds.Policy(x.Kind)
		known, _ := k.Find(x.ExamplePolicy)
		r := run(t, x.ID, known.Source)
		if len(r.Instances) != score.Instances || len(r.Failures) > 0 || r.Score < x.ExampleScore*0.8 {
			t.Errorf("%s: got %d instances, score %v, failures %v; want %d, at least %v, none", x.ID,
				len(r.Instances), r.Score, r.Failures, score.Instances, x.ExampleScore*0.8)
		}
		mine, target := 0.0, 0.0
		for i, n := range r.Instances {
			if n.Value == nil || n.Target == nil || n.Ratio == nil {
				t.Fatalf("%s: instance %d has no ratio", x.ID, i)
			}
			mine, target = mine+*n.Value, target+*n.Target
			if n.Bound != nil {
				bounds++
				if r.Nearest == nil || r.Nearest.Gap > n.Bound.Gap {
					t.Errorf("%s: got the nearest bound %v, want at most the gap %v of instance %d", x.ID, r.Nearest,
						n.Bound.Gap, i)
				}
			}
		}
		if x.MoreIsBetter() {
			mine, target = target, mine
		}
		if math.Abs(r.Score-100*target/mine) > 0.006 {
			t.Errorf("%s: got score %v, want %v", x.ID, r.Score, 100*target/mine)
		}
		t.Logf("%s: %v", x.ID, r.Score)
	}
	if bounds == 0 {
		t.Error("no instance has a bound")
	}
}

// TestFailuresNameTheLine checks that an unreadable policy is tried once, and that its line is
// named.
func TestFailuresNameTheLine(t *testing.T) {
	r := run(t, "blind-buyers", "# one\nprice +")
	if len(r.Instances) != 1 || len(r.Failures) != 1 || r.Score != 0 {
		t.Fatalf("an unreadable policy: got %+v, want one instance, one failure and score 0", r)
	}
	if f := r.Failures[0]; f.Line != 2 || f.Column != 8 || f.Code != score.CodePolicy ||
		f.Path != "policies[0].source" || !strings.Contains(f.Message, "is expected") {
		t.Errorf("got failure %+v, want line 2, column 8", f)
	}
}

// brokenInterpreter is an interpreter in which every program has a fault in its third line.
type brokenInterpreter struct{}

func (brokenInterpreter) Start(context.Context, string, string, uint64) (policy.Program, error) {
	return nil, &policy.Fault{Reason: "it throws", Line: 3, Column: 2}
}

// TestProgramsThatStopNameTheLine checks the line of a program that stops.
func TestProgramsThatStopNameTheLine(t *testing.T) {
	suite, _ := score.Suite("short-queues")
	p := scenario.Policy{ID: "mine", Language: policy.JavaScript, Source: "function decide() {\n\n  throw 1\n}"}
	r, err := score.Run(t.Context(), suite, p, nil, engine.Env{Programs: brokenInterpreter{}})
	if err != nil || len(r.Failures) != 1 || r.Failures[0].Line != 3 || r.Failures[0].Column != 3 {
		t.Errorf("a program that stops: got %+v, error %v; want one failure at line 3, column 3", r, err)
	}
}
