package picture

import (
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// Mini draws the groups with the nodes that the window takes in colour.
func (groupDrawer) Mini(m *mini, s *scenario.Scenario, solution any, _ []Point) {
	taken, _ := solution.(*group.Solution)
	miniGroups(m, &s.Group.Problem, taken)
}

// miniGroups draws groups as fields with their nodes as squares, the chosen ones in
// colour.
func miniGroups(m *mini, p *group.Problem, s *group.Solution) {
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
	for across*across*3 < len(order)*5 { // as wide as high, in a field of five to three
		across++
	}
	down := (len(order) + across - 1) / max(1, across)
	w, h := (miniWidth-2)/float64(max(1, across)), (miniHeight-2)/float64(max(1, down))
	for i, id := range order {
		x, y := 1+float64(i%across)*w, 1+float64(i/across)*h
		m.box('o', x+0.5, y+0.5, w-2, h-2)
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
			m.box(sort, x+1.5+float64(k%side)*q, y+1.5+float64(k/side)*q, q*0.75, q*0.75)
		}
	}
}
