package noderows

import (
	"gridbox/core/draw/mini"
	"gridbox/core/kind/window"
)

// Mini draws nodes as rows of time: busy time or free slots, and the parts that an answer takes.
func Mini(m *mini.Builder, e *window.Environment, found []window.Allocation) {
	row, lines := map[string]int{}, 0
	want := map[string]bool{}
	for _, t := range found {
		want[t.Node] = true
	}
	end := e.Horizon
	step := mini.SampleStep(len(e.Nodes), 12)
	for i := range e.Nodes {
		if id := e.Nodes[i].ID; i%step == 0 || want[id] && lines < 16 {
			row[id] = lines
			lines++
		}
	}
	for _, list := range [][]window.Slot{e.Slots, e.Busy} {
		for _, s := range list {
			end = max(end, s.End)
		}
	}
	for _, t := range found {
		end = max(end, t.End)
	}
	if lines == 0 || end <= 0 {
		return
	}
	h := (mini.Height - 4) / float64(lines)
	bar := func(sort byte, node string, from, to float64) {
		if r, ok := row[node]; ok && to > from {
			m.Box(sort, 2+from/end*(mini.Width-4), 2+float64(r)*h, max(0.6, (to-from)/end*(mini.Width-4)),
				max(0.6, h*0.75))
		}
	}
	several := func(sort byte, list []window.Slot) {
		for i := 0; i < len(list); i += mini.SampleStep(len(list), 3*mini.Max) {
			bar(sort, list[i].Node, list[i].Start, list[i].End)
		}
	}
	several('b', e.Busy)
	several('p', e.Slots)
	for i, t := range found {
		if i < 2*mini.Max {
			bar('a', t.Node, t.Start, t.End)
		}
	}
}
