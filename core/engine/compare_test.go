package engine

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

func TestComparePlacements(t *testing.T) {
	on := func(clusters ...string) *placement.Solution {
		s := &placement.Solution{}
		for _, c := range clusters {
			s.Assignments = append(s.Assignments, placement.Assignment{Cluster: c})
		}
		return s
	}
	answer := func(id string, makespan, transfer float64, s *placement.Solution) *scenario.Answer {
		return &scenario.Answer{Algorithm: id, Feasible: true, Solution: s,
			Metrics: map[string]float64{"makespan": makespan, "totalTransferTime": transfer}}
	}
	none := &scenario.Answer{Algorithm: "random"}
	b := answer("scp-tree", 100, 10, on("x", "y", "z"))
	k, _ := catalog.ByID("placement")
	for _, c := range []struct {
		a, b *scenario.Answer
		want string
	}{
		{answer("rbhs", 63, 7, on("x", "y", "a")), b,
			"RBHS ends 37 % earlier than SCP Tree Search and spends 30 % less time moving data; 1 of 3 jobs runs " +
				"elsewhere."},
		{answer("rbhs", 104.2, 12.5, on("a", "b", "z")), b,
			"RBHS ends 4.2 % later than SCP Tree Search and spends 25 % more time moving data; 2 of 3 jobs run " +
				"elsewhere."},
		{answer("rbhs", 100, 10, on("x", "y", "z")), b,
			"RBHS ends when SCP Tree Search does and spends as long moving data; every job runs on the same cluster."},
		{answer("rbhs", 1500, 0, on("a", "b", "c")), b,
			"RBHS takes 15 times as long as SCP Tree Search and moves no data; every job runs elsewhere."},
		{b, answer("rbhs", 100, 0, on("x", "y", "z")),
			"SCP Tree Search ends when RBHS does and moves data, which the other does not; every job runs on the " +
				"same cluster."},
		{answer("rbhs", 0, 0, on()), answer("fastest", 0, 0, on()),
			"RBHS ends when Fastest cluster does, and neither moves data."},
		{none, b, "Random finds no placement where SCP Tree Search finds one."},
		{b, none, "SCP Tree Search finds a placement where Random finds none."},
		{none, none, "Neither Random nor Random finds a placement."},
	} {
		if got := k.Compare(nil, c.a, c.b); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestLabel(t *testing.T) {
	for _, c := range []struct {
		options map[string]any
		want    string
	}{
		{nil, "RBHS"},
		{map[string]any{"weights": "printed", "queueAware": false}, "RBHS"},
		{map[string]any{"weights": "sum", "queueAware": true}, "RBHS · weights sum, queue-aware"},
	} {
		if got := catalog.Label("placement", &scenario.Answer{Algorithm: "rbhs", Options: c.options}); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := catalog.Label("placement", &scenario.Answer{Algorithm: "by hand"}); got != "by hand" {
		t.Errorf("label of an unknown algorithm: got %q, want %q", got, "by hand")
	}
}
