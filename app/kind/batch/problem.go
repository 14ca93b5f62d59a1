package batch

import (
	"slices"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
)

// problem returns the tables, and the goals of the virtual organisation.
func problem(s *state.State) ui.Node {
	p := &s.Problem.Batch.Problem
	nodes := screen.Environment{Environment: &p.Environment}
	return ui.El("div", jobs(s, p), wishes(s, p, nodes.Horizon(s)), nodes.Nodes(s))
}

// jobs returns the batch as a table, in the order of the queue.
func jobs(s *state.State, p *batch.Problem) ui.Node {
	return screen.List{Kind: "job", Title: "Jobs",
		Head: []string{"name", "nodes", "volume", "perf. ≥", "price ≤", "prio."}, Len: len(p.Jobs),
		Add: ui.Act("add", "job"),
		ID:  func(i int) string { return p.Jobs[i].ID },
		Cells: func(i int) []ui.Node {
			j, at := &p.Jobs[i], screen.FieldPath("jobs", i, "")
			return []ui.Node{
				screen.Num(s, at+"nodes", i18n.T("Nodes of job {}", j.ID), strconv.Itoa(j.Nodes)),
				screen.Num(s, at+"volume", i18n.T("Volume of job {}", j.ID), ui.Exact(j.Volume)),
				screen.Num(s, at+"minPerformance", i18n.T("Least performance of job {}", j.ID),
					ui.Exact(j.MinPerformance)),
				screen.Num(s, at+"maxPrice", i18n.T("Greatest price of job {}", j.ID), ui.Exact(j.MaxPrice)),
				screen.Num(s, at+"priority", i18n.T("Priority of job {}", j.ID), ui.Exact(j.Priority)),
			}
		}}.View(s)
}

// wishes returns the form of the virtual organisation's criterion and limits, and of the cycles.
func wishes(s *state.State, p *batch.Problem, horizon ui.Node) ui.Node {
	limit := ui.FieldView{Path: "limit", Label: "Budget", Number: true, Placeholder: "own quota B*",
		Title: "greatest total cost of a cycle"}
	if p.Goal() == batch.LeastCost {
		limit.Label, limit.Placeholder, limit.Title = "Time quota", "own quota T*", "greatest total time of a cycle"
	}
	if p.Limit != nil {
		limit.Value = ui.Exact(*p.Limit)
	}
	rows := []ui.Node{
		screen.Row(s, ui.FieldView{Path: "objective", Label: "Objective", Value: p.Goal(),
			Choices: []string{batch.LeastTime, batch.LeastCost},
			Names:   []string{"least time", "least cost"}}),
		screen.Row(s, limit),
		screen.Row(s, ui.FieldView{Path: "cycles", Label: "Cycles", Number: true, Value: strconv.Itoa(p.Rounds()),
			Title: "jobs without a window wait for the next cycle"}),
	}
	if p.Rounds() > 1 {
		sight := ui.FieldView{Path: "sight", Label: "Sight", Number: true, Placeholder: "to the horizon",
			Title: "how far ahead a cycle sees free time"}
		if p.Sight != nil {
			sight.Value = ui.Exact(*p.Sight)
		}
		rows = append(rows, screen.Row(s, ui.FieldView{Path: "period", Label: "Cycle period", Number: true,
			Value: ui.Exact(p.Period), Title: "time from one cycle to the next"}), screen.Row(s, sight))
	}
	rows = append(rows, horizon)
	return ui.El("section", ui.A("aria-label", "Organisation"), ui.El("h2", "Organisation"),
		ui.El("div", ui.Class("form"), rows))
}

// form returns the form of the job, the node or the busy time selected last.
func form(s *state.State) ui.Node {
	p, t := &s.Problem.Batch.Problem, s.Main()
	if many := screen.BulkForm(s); !many.IsZero() && t.Kind == "job" {
		return many
	}
	if i := slices.IndexFunc(p.Jobs, func(j batch.Job) bool { return j.ID == t.ID }); i >= 0 && t.Kind == "job" {
		return jobForm(s, p, i)
	}
	return screen.Environment{Environment: &p.Environment}.SelectedForm(s)
}

// jobForm returns the form of job i. The cycle of arrival is a field only if the problem has several cycles.
func jobForm(s *state.State, p *batch.Problem, i int) ui.Node {
	j, at := &p.Jobs[i], screen.FieldPath("jobs", i, "")
	number := func(name, label, help, value string) ui.Node {
		return screen.Row(s, ui.FieldView{Path: at + name, Label: label, Title: help, Value: value, Number: true})
	}
	rows := []ui.Node{
		screen.Row(s, ui.FieldView{Path: at + "id", Label: "Name", Value: j.ID}),
		number("nodes", "Nodes", "number of nodes taken together", strconv.Itoa(j.Nodes)),
		number("volume", "Volume", "work on each node; a part lasts volume / performance", ui.Exact(j.Volume)),
		number("minPerformance", "Least performance", "only nodes at least this fast", ui.Exact(j.MinPerformance)),
		number("maxPrice", "Greatest price",
			"per unit of time on one node; AMP limits the whole window",
			ui.Exact(j.MaxPrice)),
		number("priority", "Priority", "jobs of higher priority choose first", ui.Exact(j.Priority)),
	}
	if p.Rounds() > 1 {
		rows = append(rows, number("cycle", "Arrives in cycle", "cycle in which the job enters the queue",
			strconv.Itoa(j.Arrives())))
	}
	return screen.Section(i18n.T("Job {}", j.ID), ui.El("div", ui.Class("form"), rows),
		ui.El("p", ui.Class("note"), i18n.T("At its least performance a part lasts {}; the budget of a window is "+
			"{}.",
			picture.Number(j.Volume/j.MinPerformance), picture.Number(j.Budget()))),
		screen.Deletes(state.Ref{Kind: "job", ID: j.ID}))
}
