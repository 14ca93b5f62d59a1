package slots

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gridbox/core/kind/window"
)

// Free times are listed or the complement of busy ones, in order and joined.
func TestFreeTimes(t *testing.T) {
	nodes := []window.Node{{ID: "a"}, {ID: "b"}}
	times := []window.Slot{{Node: "b", Start: 5, End: 7}, {Node: "b", Start: 1, End: 3}, {Node: "b", Start: 3, End: 4}}
	for what, c := range map[string]struct {
		e    window.Environment
		a, b []Span
	}{
		"listed": {window.Environment{Horizon: 9, Nodes: nodes, Slots: times}, nil, []Span{{1, 4}, {5, 7}}},
		"busy": {window.Environment{Horizon: 9, Nodes: nodes, Busy: times}, []Span{{0, 9}},
			[]Span{{0, 1}, {4, 5}, {7, 9}}},
		"all free": {window.Environment{Horizon: 9, Nodes: nodes}, []Span{{0, 9}}, []Span{{0, 9}}},
		"busy to it": {window.Environment{Horizon: 7, Nodes: nodes, Busy: times}, []Span{{0, 7}},
			[]Span{{0, 1}, {4, 5}}},
	} {
		free := FreeTimes(&c.e, NodePlaces(nodes))
		if !slices.Equal(free[0], c.a) || !slices.Equal(free[1], c.b) {
			t.Errorf("FreeTimes, %s: got %v, want %v and %v", what, free, c.a, c.b)
		}
	}
}

// A part is removed from the time around it, and the rest of that time remains free.
func TestRemove(t *testing.T) {
	for what, c := range map[string]struct {
		part      Span
		remaining []Span
		ok        bool
	}{
		"within":      {Span{2, 3}, []Span{{1, 2}, {3, 4}, {6, 8}}, true},
		"first":       {Span{1, 3}, []Span{{3, 4}, {6, 8}}, true},
		"last":        {Span{7, 8}, []Span{{1, 4}, {6, 7}}, true},
		"all":         {Span{6, 8}, []Span{{1, 4}}, true},
		"rounded":     {Span{6 - 1e-12, 8 + 1e-12}, []Span{{1, 4}}, true},
		"not free":    {Span{4, 5}, []Span{{1, 4}, {6, 8}}, false},
		"partly free": {Span{3, 5}, []Span{{1, 4}, {6, 8}}, false},
	} {
		free := [][]Span{{{1, 4}, {6, 8}}}
		if ok := Remove(free, 0, c.part); ok != c.ok || !slices.Equal(free[0], c.remaining) {
			t.Errorf("Remove, %s: got %t, %v; want %t, %v", what, ok, free[0], c.ok, c.remaining)
		}
	}
}

// The removal of random parts agrees with a check of every interval in turn.
func TestRemoveFromMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var list []Span
		for at := 0.0; len(list) < 20; at += 1 + float64(r.IntN(3)) {
			from := at
			at += float64(1 + r.IntN(4))
			list = append(list, Span{from, at})
		}
		free, plain := [][]Span{slices.Clone(list)}, slices.Clone(list)
		for range 40 {
			start := float64(r.IntN(80)) / 2
			part := Span{start, start + float64(1+r.IntN(6))/2}
			at := slices.IndexFunc(plain, func(s Span) bool { return s.Start <= part.Start && part.End <= s.End })
			if at >= 0 {
				s := plain[at]
				plain = slices.Delete(plain, at, at+1)
				for _, rest := range []Span{{part.End, s.End}, {s.Start, part.Start}} {
					if rest.Start < rest.End {
						plain = slices.Insert(plain, at, rest)
					}
				}
			}
			if ok := Remove(free, 0, part); ok != (at >= 0) || !slices.Equal(free[0], plain) {
				t.Fatalf("Remove(%v): got %t, %v; want %t, %v", part, ok, free[0], at >= 0, plain)
			}
		}
	}
}
