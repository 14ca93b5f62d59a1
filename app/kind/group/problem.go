package group

import (
	"math"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
)

// problem returns the request and the tables of everything.
func problem(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	if p.Request == nil {
		return screen.Empty("This problem has no request.")
	}
	odds := p.Odds()
	taken := map[string]int{}
	if w, _ := shownAnswer(s); w != nil {
		taken, _ = count(p, w)
	}
	members := map[string]int{}
	for i := range p.Nodes {
		members[p.Nodes[i].Group]++
	}
	worth := "availability"
	if p.Sums() {
		worth = "value"
	}
	parts := []ui.Node{request(s, p),
		screen.List{Kind: "group", Title: "Groups", Head: []string{"name", worth, "nodes", "taken"}, Len: len(p.Groups),
			Add: ui.Act("add", "group"),
			ID:  func(i int) string { return p.Groups[i].ID },
			Cells: func(i int) []ui.Node {
				g := &p.Groups[i]
				return []ui.Node{groupWorth(s, p, odds, i), screen.Cell(ui.Integer(members[g.ID])),
					screen.Cell(countOrDash(taken[g.ID]))}
			}}.View(s),
		screen.List{Kind: "node", Title: "Nodes", Head: []string{"name", "price", worth, "group"}, Len: len(p.Nodes),
			Add: ui.Act("add", "node"),
			ID:  func(i int) string { return p.Nodes[i].ID },
			Cells: func(i int) []ui.Node {
				n := &p.Nodes[i]
				return []ui.Node{screen.Num(s, screen.FieldPath("nodes", i, "price"), i18n.T("Price of {}",
					n.ID), ui.Exact(n.Price)),
					nodeWorth(s, p, odds, i), screen.Cell(dash(n.Group))}
			}}.View(s),
		events(s, p),
	}
	return ui.El("div", parts)
}

func countOrDash(n int) string {
	if n == 0 {
		return "–"
	}
	return ui.Integer(n)
}

func dash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// request returns the form of the request: sliders that solve again as they move, with fields for
// exact values.
func request(s *state.State, p *group.Problem) ui.Node {
	r := p.Request
	dearest := 0.0
	for i := range p.Nodes {
		dearest = math.Max(dearest, p.Nodes[i].Price)
	}
	most := math.Max(r.Budget, math.Min(dearest*float64(r.Nodes), 2*r.Budget+10))
	step := 0.25
	if most > 200 {
		step = 1
	}
	rows := []ui.Node{
		screen.Slider(s, ui.FieldView{Path: "request.nodes", Label: "Nodes", Value: strconv.Itoa(r.Nodes),
			Title: "number of nodes taken together"}, 1,
			screen.Range{Min: 1, Max: float64(max(len(p.Nodes), r.Nodes)), Step: 1}),
		screen.Slider(s, ui.FieldView{Path: "request.budget", Label: "Budget", Value: ui.Exact(r.Budget),
			Title: "greatest cost of all nodes together"}, 0,
			screen.Range{Max: math.Ceil(most), Step: step}),
		screen.Row(s, ui.FieldView{Path: "request.objective", Label: "Objective", Value: objective(r),
			Choices: []string{group.ObjectiveAvailability, group.ObjectiveSum},
			Names:   []string{"greatest availability", "greatest sum of values"}}),
	}
	if len(p.Events) > 0 {
		rows = append(rows, screen.Row(s,
			ui.FieldView{Path: "request.start", Label: "Job start", Unit: "s", Value: ui.Exact(r.Start),
				Number: true}),
			screen.Row(s, ui.FieldView{Path: "request.end", Label: "Job end", Unit: "s", Value: ui.Exact(r.End),
				Number: true}))
	}
	return ui.El("section", ui.Class("request"), ui.A("aria-label", "Request"), ui.El("h2", "Request"),
		ui.El("div", ui.Class("form"), rows))
}

func objective(r *group.Request) string {
	if r.Objective == "" {
		return group.ObjectiveAvailability
	}
	return r.Objective
}

// groupWorth returns the cell of a group's availability: a field if it is given, a number if it follows from events,
// lots or nothing.
func groupWorth(s *state.State, p *group.Problem, odds group.Odds, i int) ui.Node {
	g := &p.Groups[i]
	switch {
	case p.Sums():
		return screen.Num(s, screen.FieldPath("groups", i, "value"), i18n.T("Value of {}", g.ID), ui.Exact(g.Value))
	case len(g.Variants) > 0:
		return screen.Cell("in lots")
	case len(p.Events) > 0 && g.Availability == nil:
		return screen.Cell(draw.Probability(odds.Groups[i]))
	}
	return screen.Num(s, screen.FieldPath("groups", i, "availability"), i18n.T("Availability of {}", g.ID),
		ui.Exact(odds.Groups[i]))
}

func nodeWorth(s *state.State, p *group.Problem, odds group.Odds, i int) ui.Node {
	n := &p.Nodes[i]
	switch {
	case p.Sums():
		return screen.Num(s, screen.FieldPath("nodes", i, "value"), i18n.T("Value of {}", n.ID), ui.Exact(n.Value))
	case len(p.Events) > 0 && n.Availability == nil:
		return screen.Cell(draw.Probability(odds.Nodes[i]))
	}
	return screen.Num(s, screen.FieldPath("nodes", i, "availability"), i18n.T("Availability of {}", n.ID),
		ui.Exact(odds.Nodes[i]))
}

// form returns the exact values of the thing selected last.
func form(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	odds := p.Odds()
	if many := screen.BulkForm(s); !many.IsZero() {
		return many
	}
	t := s.Main()
	switch t.Kind {
	case "group", "variant":
		for i := range p.Groups {
			if p.Groups[i].ID == t.ID || t.Kind == "variant" && isOf(t.ID, p.Groups[i].ID) {
				return groupForm(s, p, odds, i)
			}
		}
	case "node":
		for i := range p.Nodes {
			if p.Nodes[i].ID == t.ID {
				return nodeForm(s, p, odds, i)
			}
		}
	case "event":
		if i, err := strconv.Atoi(t.ID); err == nil && i >= 1 && i <= len(p.Events) {
			return eventForm(s, p, i-1)
		}
	}
	return ui.Node{}
}

func isOf(variant, group string) bool {
	return len(variant) > len(group) && variant[:len(group)+1] == group+"#"
}

// groupForm returns the form of group i with its lots. It has a field for the value, if values are summed, or for the
// availability, if the group has no lots. The computed availability is the placeholder.
func groupForm(s *state.State, p *group.Problem, odds group.Odds, i int) ui.Node {
	g := &p.Groups[i]
	rows := []ui.Node{screen.Row(s, ui.FieldView{Path: screen.FieldPath("groups", i, "id"), Label: "Name",
		Value: g.ID})}
	switch {
	case p.Sums():
		rows = append(rows, screen.Row(s, ui.FieldView{Path: screen.FieldPath("groups", i, "value"), Label: "Value",
			Value: ui.Exact(g.Value), Number: true}))
	case len(g.Variants) == 0:
		given := ""
		if g.Availability != nil {
			given = ui.Exact(*g.Availability)
		}
		rows = append(rows, screen.Row(s, ui.FieldView{Path: screen.FieldPath("groups", i, "availability"),
			Label: "Availability", Value: given, Number: true, Placeholder: draw.Probability(odds.Groups[i])}))
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), rows)}
	if len(g.Variants) > 0 {
		parts = append(parts, ui.El("h3", i18n.T("Lots of {}", g.ID)), variants(s, p, i))
	}
	acts := []ui.Node{ui.Button("Add a node", ui.Act("add", "node", g.ID)),
		ui.Button("Add a lot", ui.Act("add", "variant", g.ID)),
		ui.Button("Delete", ui.Act("delete", "group:"+g.ID), ui.A("title", "with its nodes"))}
	return screen.Section(i18n.T("Group {}", g.ID), append(parts, ui.El("div", ui.Class("acts pad"), acts))...)
}

// variants returns the table of the ways to buy nodes of a group.
func variants(s *state.State, p *group.Problem, i int) ui.Node {
	g := &p.Groups[i]
	bought := -1
	if w, _ := shownAnswer(s); w != nil {
		for _, c := range w.Variants {
			if c.Group == g.ID {
				bought = c.Variant
			}
		}
	}
	worth := "availability"
	if p.Sums() {
		worth = "value"
	}
	var rows []ui.Node
	for k, v := range g.Variants {
		path, id := screen.FieldPath("groups", i, screen.FieldPath("variants", k, "")), state.VariantID(g.ID, k)
		name := i18n.T("lot {} of {}", strconv.Itoa(k+1), g.ID)
		rows = append(rows, ui.El("tr", ui.If(k == bought, ui.Class("sel")),
			screen.Num(s, path+"nodes", i18n.T("Nodes in {}", name), strconv.Itoa(v.Nodes)),
			screen.Num(s, path+"cost", i18n.T("Cost of {}", name), ui.Exact(v.Cost)),
			screen.Num(s, path+"value", i18n.T("Value of {}", name), ui.Exact(v.Value)),
			ui.El("td", ui.IconButton("close", i18n.T("Delete {}", name), ui.Act("delete", "variant:"+id)))))
	}
	return screen.Table(i18n.T("Lots of {}", g.ID), []string{"nodes", "cost", worth, ""}, rows)
}

// nodeForm returns the form of node i. It has a field for the value, if values are summed, or for the availability.
// For a node in a group the choices are the first 300 groups and the node's own.
func nodeForm(s *state.State, p *group.Problem, odds group.Odds, i int) ui.Node {
	n := &p.Nodes[i]
	groups, names := []string{""}, []string{"none"}
	for g := range p.Groups {
		if g == 300 && n.Group != "" {
			groups, names = append(groups, n.Group), append(names, n.Group)
			break
		}
		groups, names = append(groups, p.Groups[g].ID), append(names, p.Groups[g].ID)
	}
	rows := []ui.Node{screen.Row(s, ui.FieldView{Path: screen.FieldPath("nodes", i, "id"), Label: "Name", Value: n.ID}),
		screen.Row(s, ui.FieldView{Path: screen.FieldPath("nodes", i, "price"), Label: "Price",
			Value:  ui.Exact(n.Price),
			Number: true}),
		screen.Row(s, ui.FieldView{Path: screen.FieldPath("nodes", i, "group"), Label: "Group", Value: n.Group,
			Choices: groups, Names: names})}
	if p.Sums() {
		rows = append(rows, screen.Row(s, ui.FieldView{Path: screen.FieldPath("nodes", i, "value"), Label: "Value",
			Value: ui.Exact(n.Value), Number: true}))
	} else {
		own := ""
		if n.Availability != nil {
			own = ui.Exact(*n.Availability)
		}
		rows = append(rows, screen.Row(s, ui.FieldView{Path: screen.FieldPath("nodes", i, "availability"),
			Label: "Availability", Value: own, Number: true,
			Placeholder: draw.Probability(odds.Nodes[i]), Title: "of the node itself, in addition to its group's"}))
	}
	return screen.Section(i18n.T("Node {}", n.ID), ui.El("div", ui.Class("form"), rows),
		screen.Deletes(state.Ref{Kind: "node", ID: n.ID}))
}
