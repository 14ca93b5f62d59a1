package batch

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
)

// reportOf returns the account of a cycle, nil if there is none.
func reportOf(sol *batch.Solution, number int) *batch.Report {
	if sol == nil || number > len(sol.Cycles) {
		return nil
	}
	return &sol.Cycles[number-1]
}

// plane shows all combinations by time and cost, with the limit that a slider moves. The limit is on the horizontal
// axis: the lowest of the points at or left of it is chosen.
func plane(s *state.State) ui.Node {
	if s.Problem == nil || s.Problem.Batch == nil || len(s.Problem.Batch.Jobs) == 0 {
		return ui.Node{}
	}
	p, l := s.Problem.Batch, selectionOf(s)
	goal := p.Goal()
	parts := []ui.Node{ui.El("div", ui.Class("plane-head"), ui.El("h2", i18n.T("Time and cost{}",
		cycleSuffix(p, l.cycle))),
		ui.El("div", ui.Class("either"), ui.A("role", "group"), ui.A("aria-label", "Objective"),
			objective(s, goal, batch.LeastTime, "least time"), objective(s, goal, batch.LeastCost, "least cost")))}
	v, report := fronts(s, l.cycle)
	if report == nil {
		parts = append(parts, nothing(s, l.cycle))
	} else {
		parts = append(parts, ui.El("div", ui.Class("plane-plot"), ui.Picture(draw.Plane(v)), slider(s, v, report)),
			ui.El("p", ui.Class("note"), ui.A("role", "status"), outcome(s, v, report)))
	}
	if p.Limit != nil {
		parts = append(parts, ui.El("div", ui.Class("acts pad"),
			ui.Button("Use the organisation's own quota", ui.Act("set", "batch.limit", ""),
				ui.Flag("disabled", s.Stage != state.Live))))
	}
	return ui.El("section", ui.Class("plane"), ui.A("aria-label", "Time and cost"), parts)
}

// nothing returns the reason why there is no plane to draw.
func nothing(s *state.State, number int) ui.Node {
	sol, a := shownAnswer(s)
	if sol == nil {
		return screen.Lacking(a, "answer")
	}
	return screen.Empty(i18n.T("No job is offered a window{}, so there is nothing to combine.",
		cycleSuffix(s.Problem.Batch, number)))
}

func objective(s *state.State, goal, one, name string) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Act("set", "batch.objective", one),
		ui.Aria("pressed", goal == one), ui.Flag("disabled", s.Stage != state.Live), name)
}

// fronts returns the plane of all answers in a cycle, and the report of the focused answer, nil
// if it has none.
func fronts(s *state.State, number int) (v draw.PlaneView, report *batch.Report) {
	p := s.Problem.Batch
	v.Goal = p.Goal()
	focused, _ := shownAnswer(s)
	for i := range s.Answers {
		a := &s.Answers[i]
		sol := solutionOf(s, a)
		r := reportOf(sol, number)
		if r == nil || len(r.Front) == 0 || a.ID != s.Focus && !sameJobs(sol, focused, number) {
			continue
		}
		alg := screen.Algorithm(s, a)
		v.Fronts = append(v.Fronts, draw.Front{Name: alg.Name, Colour: alg.Colour, Points: r.Front,
			Chosen: batch.Point{Time: r.Time, Cost: r.Cost}, Pale: a.ID != s.Focus})
		if a.ID == s.Focus {
			report = r
		}
	}
	if report == nil {
		return v, nil
	}
	v.Limit = draw.Limit{At: report.Budget, Name: "budget"}
	if v.Goal == batch.LeastCost {
		v.Limit = draw.Limit{At: report.TimeLimit, Name: "time quota"}
	}
	if p.Limit != nil {
		v.Limit.At = *p.Limit
	} else {
		v.Limit.Name = i18n.T("own {}", v.Limit.Name)
	}
	return v, report
}

// sameJobs reports whether two answers offer windows to the same jobs in a
// cycle; only then do their combinations compare.
func sameJobs(a, b *batch.Solution, number int) bool {
	jobs := func(sol *batch.Solution) (ids []string) {
		for i := range sol.Alternatives {
			if l := &sol.Alternatives[i]; max(1, l.Cycle) == number && len(l.Windows) > 0 {
				ids = append(ids, l.Job)
			}
		}
		return ids
	}
	return a != nil && b != nil && slices.Equal(jobs(a), jobs(b))
}

// slider returns the slider over the plane that sets the limit. The least limit that any combination of the focused
// answer meets goes with it, as data-least.
func slider(s *state.State, v draw.PlaneView, report *batch.Report) ui.Node {
	from, to := draw.PlaneSpan(v)
	least := math.Inf(1)
	for _, at := range report.Front {
		least = min(least, limitedValue(v.Goal, at))
	}
	label := "Budget"
	if v.Goal == batch.LeastCost {
		label = "Time quota"
	}
	step := picture.Step((to - from) / 200)
	value := ui.Exact(min(max(v.Limit.At, from), to))
	return ui.El("input", ui.A("type", "range"), ui.Class("limit"),
		ui.A("aria-label", i18n.T("{} of all jobs together", label)),
		ui.A("aria-valuetext", label+" "+picture.Number(v.Limit.At)+", the least is "+picture.Number(least)),
		ui.A("min", ui.Exact(from)), ui.A("max", ui.Exact(to)), ui.A("step", ui.Exact(step)),
		ui.A("data-least", ui.Exact(least)),
		ui.A("data-slide", "batch.limit"), ui.A("data-value", value), ui.A("value", value),
		ui.Flag("disabled", s.Stage != state.Live))
}

func limitedValue(goal string, at batch.Point) float64 {
	if goal == batch.LeastCost {
		return at.Time
	}
	return at.Cost
}

// outcome describes the choice of the focused answer under the limit.
func outcome(s *state.State, v draw.PlaneView, report *batch.Report) string {
	a := s.FocusedAnswer()
	name := screen.Algorithm(s, a).Name
	if report.Time == 0 && report.Cost == 0 {
		return i18n.T("{} chooses nothing: no combination is within the limit.", name)
	}
	text := i18n.T("{} needs time {} and costs {}", name, picture.Number(report.Time), picture.Number(report.Cost))
	if s.Problem.Batch.Goal() == batch.LeastTime {
		text += i18n.T(", the least time within the budget of {}", picture.Number(report.Budget))
	} else {
		text += i18n.T(", the least cost within the time of {}", picture.Number(report.TimeLimit))
	}
	if n := len(report.Front); n > 1 {
		text += i18n.T(", of {} combinations that no other beats in both time and cost", ui.Integer(n))
	}
	text += "."
	if n := len(report.Postponed); n > 0 {
		text += i18n.T(" Postponed: {}.", strings.Join(report.Postponed, ", "))
	}
	if left := incomparable(s, v); left != "" {
		text += i18n.T(" {} serves other jobs; its combinations cannot be compared and are left out.", left)
	}
	return text
}

// incomparable names the answers that the plane leaves out.
func incomparable(s *state.State, v draw.PlaneView) string {
	var names []string
	for i := range s.Answers {
		name := screen.Algorithm(s, &s.Answers[i]).Name
		if solutionOf(s, &s.Answers[i]) != nil &&
			!slices.ContainsFunc(v.Fronts, func(f draw.Front) bool { return f.Name == name }) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// maxWindows is the greatest number of listed windows of a job.
const maxWindows = 60

// windows lists the alternatives of the selected job.
func windows(s *state.State) ui.Node {
	l := selectionOf(s)
	sol, a := shownAnswer(s)
	if sol == nil {
		return screen.Lacking(a, "answer")
	}
	if l.job == "" {
		return screen.Empty("Select a job to see its windows.")
	}
	list, chosen := draw.Alternatives(sol, l.job, l.cycle)
	if len(list) == 0 {
		return screen.Empty(i18n.T("Job {} is offered no window{}.", l.job, cycleSuffix(s.Problem.Batch, l.cycle)))
	}
	var body []ui.Node
	for i := range list[:min(len(list), maxWindows)] {
		w := &list[i]
		nodes := make([]string, len(w.Slots))
		for k := range w.Slots {
			nodes[k] = w.Slots[k].Node
		}
		mark := ""
		if i == chosen {
			mark = "chosen"
		}
		body = append(body, ui.El("tr", ui.If(i+1 == l.family, ui.Class("sel")),
			ui.RowHead(screen.Pick(markid.Alternative, markid.WindowID(l.cycle, i+1, l.job), strconv.Itoa(i+1))),
			screen.Cell(ui.Num(w.Start)), screen.Cell(ui.Num(w.End-w.Start)), screen.Cell(ui.Num(w.Cost)),
			screen.Cell(mark),
			ui.El("td", ui.Class("wrap"), strings.Join(nodes, " "))))
	}
	parts := []ui.Node{ui.El("h2", i18n.T("Windows of job {}", l.job)),
		screen.Table(i18n.T("Windows of job {}", l.job),
			[]string{"family", "start", "runtime", "cost", "choice", "nodes"}, body)}
	if len(list) > maxWindows {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("The first {} of {} windows.", strconv.Itoa(maxWindows), ui.Integer(len(list)))))
	}
	return ui.El("div", parts)
}

// cycles lists the account of every cycle.
func cycles(s *state.State) ui.Node {
	l := selectionOf(s)
	sol, a := shownAnswer(s)
	if sol == nil {
		return screen.Lacking(a, "answer")
	}
	var body []ui.Node
	for i := range sol.Cycles[:min(len(sol.Cycles), maxCycles)] {
		r := &sol.Cycles[i]
		number := strconv.Itoa(i + 1)
		late := "–"
		if len(r.Postponed) > 0 {
			late = strings.Join(r.Postponed, " ")
		}
		body = append(body, ui.El("tr", ui.If(i+1 == l.cycle, ui.Class("sel")),
			ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("find", "cycle", number),
				number)),
			screen.Cell(ui.Num(r.Start)), screen.Cell(ui.Num(r.Time)), screen.Cell(ui.Num(r.TimeLimit)),
			screen.Cell(ui.Num(r.Cost)), screen.Cell(ui.Num(r.Budget)),
			ui.El("td", ui.Class("wrap"), late)))
	}
	parts := []ui.Node{screen.Table("Cycles",
		[]string{"cycle", "start", "time", "T*", "cost", "B*", "postponed"}, body)}
	if len(sol.Postponed) > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("Without a window at the end: {}.", strings.Join(sol.Postponed, ", "))))
	} else {
		parts = append(parts, ui.El("p", ui.Class("note"), "Every job has a window at the end."))
	}
	return ui.El("div", parts)
}
