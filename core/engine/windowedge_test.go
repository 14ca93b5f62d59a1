package engine

import (
	"math"
	"os"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// windowRuns returns the answers of all algorithms to a window problem.
func windowRuns(t *testing.T, s *scenario.Scenario) map[string]*scenario.Answer {
	t.Helper()
	answers := map[string]*scenario.Answer{}
	k, _ := catalog.ByID("window")
	for _, a := range k.Algorithms {
		answers[a.ID] = windowAnswer(t, s, scenario.Run{Algorithm: a.ID})
	}
	return answers
}

// N6: the price of a node that no budget can pay changes neither an answer nor
// its rounding. The node is expensive in one problem and more so in the other.
func TestAPriceFarAwayChangesNothing(t *testing.T) {
	for preset, node := range map[string]int{"twelve-nodes": 8, "square-2018": 42} {
		s := explicitly(t, scenario.NewGenerated("window", preset, 3))
		p := &s.Window.WindowProblem
		p.Nodes[node].Price = 1000
		near := windowRuns(t, s)
		for _, price := range []float64{1e12, 1e15 + 0.1, 1e300} {
			p.Nodes[node].Price = price
			for id, a := range windowRuns(t, s) {
				if a.Digest != near[id].Digest {
					t.Errorf("%s, %s, price %v: got %+v, want %+v", preset, id, price, a.Metrics, near[id].Metrics)
				}
			}
		}
	}
}

// Without a budget the cheapest window does not depend on the prices of other
// nodes, and neither does the one in a reason.
func TestThePriceOfOthersIsNoMatter(t *testing.T) {
	s := explicitly(t, scenario.NewGenerated("window", "twelve-nodes", 3))
	p := &s.Window.WindowProblem
	p.Request.Budget = nil
	p.Nodes[8].Price = 1000
	want := windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"})
	little := 10.0
	p.Request.Budget = &little
	reason := windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"}).Reason
	for _, price := range []float64{1e12 + 0.001, 1e100, 1e300} {
		p.Nodes[8].Price, p.Request.Budget = price, nil
		a := windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"})
		if math.Abs(a.Metrics["cost"]-want.Metrics["cost"]) > 1e-9*want.Metrics["cost"] ||
			a.Check.Scope != scenario.ScopeOptimal {
			t.Errorf("another node's price %v: got %+v, want %+v", price, a.Metrics, want.Metrics)
		}
		p.Request.Budget = &little
		if a := windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"}); a.Reason.String() != reason.String() {
			t.Errorf("another node's price %v: got reason %q, want %q", price, a.Reason, reason)
		}
	}
}

// N8: on a horizon as long as a date in seconds Multiple Best stops at a limit
// of windows, reports this, and is checked. Its bound is that of all windows.
func TestALongHorizonEnds(t *testing.T) {
	s := explicitly(t, scenario.NewGenerated("window", "twelve-nodes", 3))
	s.Window.Horizon = 6e8
	for id, a := range windowRuns(t, s) {
		stopped := id == "multiple-best"
		if (a.Stats["stopped"] == 1) != stopped || !a.Feasible && id != "alp" { // its limit on prices leaves none
			t.Errorf("%s: got statistics %+v, want stopped %t and a window", id, a.Stats, stopped)
		}
		if stopped && (a.Stats["alternatives"] != window.MaxAlternatives || a.Check.Scope != scenario.ScopeBounded) {
			t.Errorf("got %v alternatives, scope %q; want %v, %q", a.Stats["alternatives"], a.Check.Scope,
				window.MaxAlternatives, scenario.ScopeBounded)
		}
	}
}

// N11: criteria that improve with a later start find it. Criteria for starts
// between the first and the last are not covered.
func TestACriterionConsidersLaterStarts(t *testing.T) {
	text, err := os.ReadFile("testdata/window-custom-late-start.json")
	if err != nil {
		t.Fatal(err)
	}
	s, faults := scenario.Parse(text)
	if faults != nil {
		t.Fatal(faults)
	}
	late := 0
	for _, run := range s.Runs {
		a := windowAnswer(t, s, run)
		// if() over the start has a step at a time that no slot has.
		open := run.Options["expression"] == "if(start<50,cost,cost*2)"
		want := map[bool]string{true: scenario.ScopeValid, false: scenario.ScopeOptimal}[open]
		if a.Check.Scope != want {
			t.Errorf("%v: got %s, want %s", run.Options, a.Check.Scope, want)
		}
		begins := false
		for _, sl := range s.Window.Slots {
			begins = begins || sl.Start == a.Metrics["start"]
		}
		if !begins {
			late++
		}
	}
	if late == 0 {
		t.Error("got no window that starts later than necessary, want some")
	}
}
