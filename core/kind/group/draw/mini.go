package draw

import (
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// Mini draws the groups with the nodes of the window in colour.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, _ []picture.Point) {
	taken, _ := solution.(*group.Solution)
	miniGroups(m, &s.Group.Problem, taken)
}

// miniGroups draws groups as fields with their nodes as squares, the chosen
// ones in colour.
func miniGroups(m *mini.Builder, p *group.Problem, s *group.Solution) {
	chosen := map[string]bool{}
	if s != nil {
		for _, id := range s.Nodes {
			chosen[id] = true
		}
	}
	of := map[string][]bool{}
	var order []string
	for _, g := range p.Groups {
		order = append(order, g.ID)
	}
	lone := false
	for _, n := range p.Nodes {
		of[n.Group] = append(of[n.Group], chosen[n.ID])
		lone = lone || n.Group == ""
	}
	if lone {
		order = append(order, "")
	}
	order = order[:min(len(order), 12)]
	across := 1
	for across*across*3 < len(order)*5 { // square cells in a field of ratio 5:3
		across++
	}
	down := (len(order) + across - 1) / max(1, across)
	w, h := (mini.Width-2)/float64(max(1, across)), (mini.Height-2)/float64(max(1, down))
	for i, id := range order {
		x, y := 1+float64(i%across)*w, 1+float64(i/across)*h
		m.Box('o', x+0.5, y+0.5, w-2, h-2)
		nodes := of[id]
		nodes = nodes[:min(len(nodes), 16)]
		side := 1
		for side*side < len(nodes) {
			side++
		}
		q := min((w-4)/float64(side), (h-4)/float64(side))
		for k, on := range nodes {
			sort := byte('b')
			if on {
				sort = 'a'
			}
			m.Box(sort, x+1.5+float64(k%side)*q, y+1.5+float64(k/side)*q, q*0.75, q*0.75)
		}
	}
}
