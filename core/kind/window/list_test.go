package window

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// free returns a bitmap of unit cells, the slowest and simplest form of free
// time.
func free(l *List, nodes int, horizon int) [][]bool {
	cells := make([][]bool, nodes)
	for n := range cells {
		cells[n] = make([]bool, horizon)
	}
	for _, s := range l.All() {
		for t := int(s.Start); t < int(s.End); t++ {
			if cells[s.Node][t] {
				panic("two slots overlap")
			}
			cells[s.Node][t] = true
		}
	}
	return cells
}

func drawEnvironment(t *rapid.T) *Environment {
	e := &Environment{Horizon: float64(rapid.IntRange(1, 30).Draw(t, "horizon"))}
	for i := range rapid.IntRange(1, 5).Draw(t, "nodes") {
		e.Nodes = append(e.Nodes, Node{ID: string(rune('a' + i)), Performance: 1})
	}
	for range rapid.IntRange(0, 12).Draw(t, "busy") {
		from := rapid.IntRange(0, int(e.Horizon)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, int(e.Horizon)).Draw(t, "to")
		n := rapid.IntRange(0, len(e.Nodes)-1).Draw(t, "node")
		e.Busy = append(e.Busy, Slot{e.Nodes[n].ID, float64(from), float64(to)})
	}
	return e
}

func isOrdered(l *List) bool {
	return slices.IsSortedFunc(l.All(), func(a, b Free) int {
		if lessByStart(a, b) {
			return -1
		}
		return 1
	})
}

// Free time is the complement of busy time, in order, and the same if given as
// free or as busy, shuffled or split.
func TestFreeIsTheComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEnvironment(t)
		l := e.Free()
		cells := free(l, len(e.Nodes), int(e.Horizon))
		for _, b := range e.Busy {
			for x := int(b.Start); x < int(b.End); x++ {
				if cells[b.Node[0]-'a'][x] {
					t.Fatalf("node %d is free at %d, which is in the busy time %v", b.Node[0]-'a', x, b)
				}
				cells[b.Node[0]-'a'][x] = true
			}
			// Cells shared by two busy times were filled by the first.
			for i := range e.Busy {
				if o := e.Busy[i]; o.Node == b.Node {
					for x := max(int(o.Start), int(b.Start)); x < min(int(o.End), int(b.End)); x++ {
						cells[b.Node[0]-'a'][x] = false
					}
				}
			}
		}
		if !isOrdered(l) {
			t.Fatalf("got %v, want the order of starts", l.All())
		}
		again := &Environment{Horizon: e.Horizon, Nodes: e.Nodes}
		for _, s := range l.All() {
			mid := math.Floor((s.Start + s.End) / 2)
			if mid > s.Start {
				again.Slots = append(again.Slots, Slot{e.Nodes[s.Node].ID, mid, s.End})
				s.End = mid
			}
			again.Slots = append(again.Slots, Slot{e.Nodes[s.Node].ID, s.Start, s.End})
		}
		if len(again.Slots) > 0 && !slices.Equal(again.Free().All(), l.All()) {
			t.Fatalf("given as slots: got %v, want %v as from busy times", again.Free().All(), l.All())
		}
	})
}

// Cutting windows removes exactly their time, one after another.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEnvironment(t)
		l := e.Free()
		if rapid.Bool().Draw(t, "clip") {
			from := rapid.IntRange(0, int(e.Horizon)).Draw(t, "earliest")
			before := free(l, len(e.Nodes), int(e.Horizon))
			l.Clip(float64(from), e.Horizon-1)
			for n, row := range free(l, len(e.Nodes), int(e.Horizon)) {
				for x := range row {
					if row[x] != (before[n][x] && x >= from && x < int(e.Horizon)-1) {
						t.Fatalf("Clip: node %d at %d: got free %v, want %v", n, x, row[x], !row[x])
					}
				}
			}
		}
		for range rapid.IntRange(1, 6).Draw(t, "windows") {
			var parts []Free
			for _, s := range l.All() {
				if slices.ContainsFunc(parts, func(p Free) bool { return p.Node == s.Node }) ||
					rapid.Bool().Draw(t, "skip") {
					continue
				}
				from := rapid.IntRange(int(s.Start), int(s.End)-1).Draw(t, "from")
				to := rapid.IntRange(from+1, int(s.End)).Draw(t, "to")
				parts = append(parts, Free{s.Node, float64(from), float64(to)})
			}
			cells := free(l, len(e.Nodes), int(e.Horizon))
			kept := l.Clone()
			if !l.Cut(parts) {
				t.Fatalf("Cut(%v) of %v: got false, want true", parts, kept.All())
			}
			for _, p := range parts {
				for x := int(p.Start); x < int(p.End); x++ {
					cells[p.Node][x] = false
				}
			}
			after := free(l, len(e.Nodes), int(e.Horizon))
			for n := range cells {
				if !slices.Equal(cells[n], after[n]) || !isOrdered(l) {
					t.Fatalf("Cut(%v): got %v, want everything else, in order", parts, l.All())
				}
			}
		}
	})
}

// Cut reports a part that is not free, and cuts the free part nevertheless.
func TestCutWhatIsNotThere(t *testing.T) {
	e := &Environment{Horizon: 10, Nodes: []Node{{ID: "a"}, {ID: "b"}}, Slots: []Slot{{"a", 0, 4}, {"b", 0, 10}}}
	l := e.Free()
	if l.Cut([]Free{{0, 2, 6}, {1, 2, 6}}) || !slices.Equal(l.All(), []Free{{0, 0, 4}, {1, 0, 2}, {1, 6, 10}}) {
		t.Errorf("Cut of a part that is not free: got %v or true, want the free part cut and false", l.All())
	}
}

// The K1/K2 rule: a slot is split into the parts before and after the window;
// no part of length zero remains.
func TestCutRule(t *testing.T) {
	e := &Environment{Horizon: 10, Nodes: []Node{{ID: "a"}, {ID: "b"}, {ID: "c"}},
		Slots: []Slot{{"a", 0, 10}, {"b", 2, 9}, {"c", 5, 6}, {"c", 0, 2}}}
	l := e.Free()
	l.Cut([]Free{{0, 2, 5}, {1, 2, 5}})
	if want := []Free{{0, 0, 2}, {2, 0, 2}, {0, 5, 10}, {1, 5, 9}, {2, 5, 6}}; !slices.Equal(l.All(), want) {
		t.Errorf("Cut: got %v, want %v", l.All(), want)
	}
}
