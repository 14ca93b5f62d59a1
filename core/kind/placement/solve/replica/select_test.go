package replica

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gridbox/core/kind/placement"
	"gridbox/core/trace"
)

func five(t *testing.T) (*placement.Problem, *Net) {
	t.Helper()
	p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, 0)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p, NewNet(&p)
}

func wants(p *placement.Problem, n *Net, ids ...string) []Want {
	var list []Want
	for _, id := range ids {
		for i := range p.Datasets {
			if d := &p.Datasets[i]; d.ID == id {
				list = append(list, Want{d.ID, d.Size, homes(n, d)})
			}
		}
	}
	return list
}

// By hand: from Nancy d1 (120 MB) is nearest in Lyon over the link of 45 MB/s,
// d3 (45 MB) in Lille over 90 MB/s: 120/45 + 45/90 = 3.1667 s.
func TestSelectByHand(t *testing.T) {
	p, n := five(t)
	nancy, _ := n.Cluster("Nancy")
	got := n.Select(nancy, wants(p, n, "d1", "d3"), nil)
	for k, want := range []struct {
		to   string
		cost float64
	}{{"Lyon", 1.0 / 45}, {"Lille", 1.0 / 90}} {
		path := got[k].Path
		if len(path) != 2 || n.ID(path[1]) != want.to || got[k].SecondsPerMB != want.cost {
			t.Errorf("dataset %d: got path %v cost %v, want a path to %s at %v", k, path, got[k].SecondsPerMB, want.to,
				want.cost)
		}
	}
}

// Two hops over fast links beat one over a slow one: from Rennes the d3 of
// Lille comes directly (1/16), but d2 of Nancy comes by Lyon or Lille rather
// than over the direct 8 MB/s: min(1/8, 1/20+1/45, 1/16+1/90) = 1/20+1/45.
func TestSelectTakesTheFasterDetour(t *testing.T) {
	p, n := five(t)
	rennes, _ := n.Cluster("Rennes")
	c := n.Select(rennes, wants(p, n, "d2"), nil)[0]
	// The sum is taken from the replica on: Nancy-Lyon, then Lyon-Rennes.
	slow, fast := 20.0, 45.0
	if want := 1/fast + 1/slow; c.SecondsPerMB != want || len(c.Path) != 3 || n.ID(c.Path[1]) != "Lyon" {
		t.Errorf("got path %v cost %v, want over Lyon at %v", c.Path, c.SecondsPerMB, want)
	}
}

// The events show the search of table 1, step by step.
func TestSelectEvents(t *testing.T) {
	p, n := five(t)
	nancy, _ := n.Cluster("Nancy")
	log := &trace.Log{}
	n.Select(nancy, wants(p, n, "d1", "d3"), log)
	var got []string
	for _, e := range log.Events {
		line := e.Kind
		for _, r := range e.Refs {
			line += " " + r.ID
		}
		if e.Reason != "" {
			line += " (" + e.Reason + ")"
		}
		for _, v := range e.Values {
			line += fmt.Sprintf(" %s=%.4f", v.Name, v.Num)
		}
		got = append(got, line)
	}
	want := []string{
		"expand Nancy cost=0.0000",
		"relax Lyon Nancy cost=0.0222",
		"relax Rennes Nancy cost=0.1250",
		"relax Lille Nancy cost=0.0111",
		"relax Nice Nancy cost=0.0833",
		"expand Lille cost=0.0111",
		"found Lille d3 cost=0.0111 size=45.0000 time=0.5000",
		"relax Nancy Lille (closed) cost=0.0222",
		"relax Rennes Lille cost=0.0736",
		"expand Lyon cost=0.0222",
		"found Lyon d1 cost=0.0222 size=120.0000 time=2.6667",
		"done time=3.1667",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got events:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A dataset without a replica, or in another part of the network, ends the
// search with an infinite cost; the paper's loop would not end.
func TestSelectUnreachable(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1}}}
	n, log := NewNet(p), &trace.Log{}
	got := n.Select(0, []Want{{"d1", 5, nil}, {"d2", 5, []int32{1}}, {"d3", 0, []int32{0}}}, log)
	for k, cost := range []float64{math.Inf(1), math.Inf(1), 0} {
		if got[k].SecondsPerMB != cost {
			t.Errorf("dataset %d: got cost %v, want %v", k, got[k].SecondsPerMB, cost)
		}
	}
	if TransferTime(0, math.Inf(1)) != math.Inf(1) {
		t.Errorf("TransferTime(0, +Inf): got %v, want +Inf", TransferTime(0, math.Inf(1)))
	}
	if last := log.Events[len(log.Events)-1]; last.Kind != "done" || len(last.Values) != 0 {
		t.Errorf("got last event %v, want done without a time", last)
	}
}
