package group

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
)

// events lists the events that may occupy nodes and groups, with the probability that each does not hit the job.
func events(s *state.State, p *group.Problem) ui.Node {
	return screen.List{Kind: "event", Title: "Events",
		Head: []string{"group or node", "start, s", "end, s", "job unaffected"},
		Len:  len(p.Events), Add: ui.Act("add", "event"),
		ID:   func(i int) string { return strconv.Itoa(i + 1) },
		Name: func(i int) string { return p.Events[i].Group + p.Events[i].Node },
		Cells: func(i int) []ui.Node {
			e := &p.Events[i]
			end := "never"
			if e.End != nil {
				end = timeText(e.End)
			}
			return []ui.Node{screen.Cell(timeText(&e.Start)), screen.Cell(end),
				screen.Cell(draw.Probability(e.Free(p.Request.Start, p.Request.End)))}
		}}.View(s)
}

// timeText writes a random time.
func timeText(m *group.RandomTime) string {
	switch text := ui.Num(m.Mean); m.Law {
	case "uniform", "normal":
		return text + " ± " + ui.Num(m.Spread)
	case "exponential":
		return "~ " + text
	default:
		return text
	}
}

var laws = []string{"fixed", "uniform", "normal", "exponential"}

// eventForm returns the form of event i. The choices are the groups without lots and the nodes, if their availability
// is not given. At most 600 are listed.
func eventForm(s *state.State, p *group.Problem, i int) ui.Node {
	e := &p.Events[i]
	about, names, now := []string{}, []string{}, "group:"+e.Group
	if e.Node != "" {
		now = "node:" + e.Node
	}
	for g := range p.Groups {
		if x := &p.Groups[g]; len(about) < 300 && (x.Availability == nil && len(x.Variants) == 0 || x.ID == e.Group) {
			about, names = append(about, "group:"+x.ID), append(names, i18n.T("group {}", x.ID))
		}
	}
	for n := range p.Nodes {
		if x := &p.Nodes[n]; len(about) < 600 && (x.Availability == nil || x.ID == e.Node) {
			about, names = append(about, "node:"+x.ID), append(names, i18n.T("node {}", x.ID))
		}
	}
	chance := ""
	if e.Chance != nil {
		chance = ui.Exact(*e.Chance)
	}
	rows := []ui.Node{
		screen.Row(s, ui.FieldView{Path: screen.FieldPath("events", i, "about"), Label: "Group or node", Value: now,
			Choices: about, Names: names}),
		screen.Row(s, ui.FieldView{Path: screen.FieldPath("events", i, "chance"), Label: "Chance", Value: chance,
			Number: true, Placeholder: "1", Title: "probability that it happens"}),
	}
	rows = append(rows, timeRows(s, screen.FieldPath("events", i, "start."), "Start", &e.Start, laws)...)
	if e.End == nil {
		rows = append(rows, screen.Row(s, ui.FieldView{Path: screen.FieldPath("events", i, "end.law"), Label: "End",
			Value: "never", Choices: append([]string{"never"}, laws...)}))
	} else {
		rows = append(rows, timeRows(s, screen.FieldPath("events", i, "end."), "End", e.End, append([]string{"never"},
			laws...))...)
	}
	return screen.Section(i18n.T("Event of {}{}", e.Group, e.Node), ui.El("div", ui.Class("form"), rows),
		screen.Deletes(state.Ref{Kind: "event", ID: strconv.Itoa(i + 1)}))
}

// timeRows returns the fields of a random moment at a path: its law, its mean and, for a uniform or normal law, its
// spread.
func timeRows(s *state.State, path, label string, m *group.RandomTime, choices []string) []ui.Node {
	law := m.Law
	if law == "" {
		law = "fixed"
	}
	rows := []ui.Node{screen.Row(s, ui.FieldView{Path: path + "law", Label: label, Value: law, Choices: choices}),
		screen.Row(s, ui.FieldView{Path: path + "mean", Label: i18n.T("{}, mean", label), Unit: "s",
			Value:  ui.Exact(m.Mean),
			Number: true})}
	switch m.Law {
	case "uniform", "normal":
		name := "standard deviation"
		if m.Law == "uniform" {
			name = "half width"
		}
		rows = append(rows, screen.Row(s,
			ui.FieldView{Path: path + "spread", Label: label + ", " + name, Unit: "s", Value: ui.Exact(m.Spread),
				Number: true}))
	}
	return rows
}
