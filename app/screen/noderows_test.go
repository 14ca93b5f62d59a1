package screen

import (
	"fmt"
	"testing"

	"gridbox/app/state"
	"gridbox/core/kind/window"
)

// Rows of many nodes are scrolled from the first to the last, and no further.
func TestManyRowsAreScrolled(t *testing.T) {
	var nodes []window.Node
	for i := range 1000 {
		nodes = append(nodes, window.Node{ID: fmt.Sprintf("n%d", i), Performance: float64(1000 - i)})
	}
	must := map[string]bool{"n500": true, "n700": true}
	look := func(find map[string]string) NodeRows {
		return RowsOf(&state.State{Layout: state.Layout{Find: find}}, nodes, nil, 600, 5, must)
	}
	first := look(nil)
	rows := first.ShownNodes()
	if len(rows) != 100 || rows[0] != 0 || rows[98] != 500 || rows[99] != 700 ||
		len(first.Filters(&state.State{})) != 3 {
		t.Errorf("first page: got %d rows, %v; want 100 and 3 filters", len(rows), rows)
	}
	seen := map[int]bool{}
	for _, n := range first.Order[:first.Capacity] {
		seen[n] = true
	}
	at := first
	for range 11 {
		at = look(map[string]string{"rows": at.Scroll(at.Capacity - 1)})
		for _, n := range at.ShownNodes() {
			seen[n] = true
		}
	}
	if len(seen) != 1000 || at.First != 900 || at.Scroll(1) != "900" || at.Scroll(-5000) != "" {
		t.Errorf("got %d nodes on all pages, the last from %d; want 1000, 900", len(seen), at.First)
	}
	for _, c := range []struct {
		find  map[string]string
		shown int
		text  string
	}{
		{map[string]string{"rowset": "window"}, 2, "2 of 1000 nodes: the nodes of windows"},
		{map[string]string{"rowsize": "tall"}, 33, "33 of 1000 nodes: the nodes of windows, then the fastest"},
		{map[string]string{"rows": "500"}, 100, "Rows 501 to 600 of 1000 show"},
		{map[string]string{"rows": "5000"}, 100, "Rows 901 to 1000 of 1000 show"},
		{map[string]string{"rows": "none"}, 100, "100 of 1000 nodes: the nodes of windows, then the fastest"},
	} {
		r := look(c.find)
		if len(r.ShownNodes()) != c.shown || r.Say() != c.text {
			t.Errorf("%v: got %d rows, %q; want %d, %q", c.find, len(r.ShownNodes()), r.Say(), c.shown, c.text)
		}
	}
	few := RowsOf(&state.State{}, nodes[:50], nil, 600, 5, must)
	if len(few.ShownNodes()) != 50 || few.Say() != "" || few.Filters(&state.State{}) != nil || few.Scroll(10) != "" {
		t.Error("few rows: got a part of them, a note, filters or pages")
	}
}
