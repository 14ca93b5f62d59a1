package solve

import (
	"testing"

	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// A request of 2 nodes for a volume of 12 under a budget of 60, on nodes of
// performance 1, 2 and 3 and prices 1, 4 and 9: AMP pays 12 + 24 for a start at 0; ALP's
// price limit is 60 / (12 x 2) = 2.5, which only one node meets.
func TestSingle(t *testing.T) {
	budget, deadline := 60.0, 11.0
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 40, Nodes: []window.Node{
		{ID: "a", Performance: 1, Price: 1, Attributes: map[string]float64{"ram": 1}},
		{ID: "b", Performance: 2, Price: 4, Attributes: map[string]float64{"ram": 2}},
		{ID: "c", Performance: 3, Price: 9, Attributes: map[string]float64{"ram": 2}}}},
		Request: &window.Request{Nodes: 2, Volume: 12, Budget: &budget}}
	log := &trace.Log{}
	w, _, ok := Single(p, AMP, log)
	if !ok || w.Start != 0 || w.End != 12 || w.Cost != 36 || w.Slots[0].Node != "a" || w.Slots[1].End != 6 ||
		len(log.Events) == 0 {
		t.Errorf("AMP: got %v %+v, want a window from 0 to 12 for 36 and events", ok, w)
	}
	if _, why, ok := Single(p, ALP, nil); ok ||
		why.String() != "there is no window: "+
			"the request needs 2 slots at the same time and finds at most 1 that suit it" {
		t.Errorf("ALP: got %v, reason %s; want no window as only 1 slot is suitable", ok, why)
	}
	// With more memory only b and c are suitable, for 24 + 36, from 5 on.
	p.Request.Require, p.Request.EarliestStart,
		p.Request.Deadline = []window.Condition{{Attribute: "ram", Is: ">=", Value: 2}}, 5, &deadline
	if w, _, ok := Single(p, AMP, nil); !ok || w.Start != 5 || w.End != 11 || w.Cost != 60 {
		t.Errorf("AMP with conditions: got %v %+v, want a window from 5 to 11 for 60", ok, w)
	}
	p.Request.Exclude = []string{"b"}
	if _, _, ok := Single(p, AMP, nil); ok {
		t.Error("AMP without node b: got a window, want none")
	}
	p.Request.Budget, p.Request.Exclude = nil, nil
	if w, _, ok := Single(p, ALP, nil); !ok || w.Cost != 60 {
		t.Errorf("ALP without a budget: got %v %+v, want a window for 60", ok, w)
	}
}
