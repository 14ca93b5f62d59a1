package farm

import (
	"cmp"
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// howLabels describe in a table how a reservation was made.
var howLabels = map[string]string{farm.StartRunning: "running", farm.StartDirect: "immediately",
	farm.StartReserved: "reserved",
	farm.StartBackfill: "backfilled", farm.StartQueued: "from the queue",
	farm.StartResumed: "resumed"}

// schedule lists the focused answer by start.
func schedule(s *state.State) ui.Node {
	solution, a := shownAnswer(s)
	if solution == nil {
		return screen.Lacking(a, "schedule")
	}
	list := slices.Clone(solution.Reservations)
	sorting.Stable(list, func(x, y farm.Reservation) int { return cmp.Compare(x.Start, y.Start) })
	divided := map[string]bool{}
	for i := range list {
		divided[list[i].Job] = divided[list[i].Job] || list[i].Part > 1
	}
	table := screen.List{Kind: "reservation", Picks: picture.Job, Title: "The schedule by start",
		Head: []string{"job", "machine", "start, s", "finish, s", "placed"}, Len: len(list),
		ID: func(i int) string { return list[i].Job },
		Name: func(i int) string {
			if divided[list[i].Job] {
				return list[i].Job + "-" + ui.Integer(list[i].Part)
			}
			return list[i].Job
		},
		Cells: func(i int) []ui.Node {
			r := &list[i]
			how := howLabels[r.StartKind]
			if r.Preempted != nil {
				how += i18n.T(", stopped for {}", r.Preempted.By)
			}
			return []ui.Node{screen.Cell(r.Machine), screen.Cell(picture.Number(r.Start)),
				screen.Cell(picture.Number(r.Finish)), ui.El("td", ui.Class("wrap"), how)}
		}}
	return ui.El("div", legend(screen.Algorithm(s, a).Colour), table.View(s))
}

// legend explains the bars of the picture.
func legend(colour int) ui.Node {
	key := func(class, text string) ui.Node {
		return ui.El("span", ui.El("i", ui.Class("key farm "+class)), text+" ")
	}
	return ui.El("p", ui.Class("note legend c"+ui.Integer(colour)), key("going", "already running"),
		key("direct", "immediately"),
		key("reserved", "reserved in advance"), key("backfill", "backfilled"))
}

// graph returns the drawing of the jobs' dependencies. It returns a note if the problem is still being generated, no
// job has a dependency, or there are too many to draw.
func graph(s *state.State) ui.Node {
	if s.Problem == nil || s.Problem.Farm == nil {
		return screen.Empty("The problem is being generated.")
	}
	graph := draw.JobGraph(draw.JobGraphView{Problem: &s.Problem.Farm.Problem, Width: 400,
		Name:     "Jobs that wait for each other",
		Selected: screen.Marks(s)})
	if graph == nil {
		for _, j := range s.Problem.Farm.Jobs {
			if len(j.After) > 0 {
				return screen.Empty("There are too many dependencies to draw all; select a job to see those around it.")
			}
		}
		return screen.Empty("No job waits for another. Choose the tool Add a dependency. Click a job, then the job " +
			"that waits for it.")
	}
	return ui.El("div", ui.El("div", ui.Class("plot"), ui.A("data-marks", "jobs"), ui.Picture(graph)),
		ui.El("p", ui.Class("note"), "A job waits for the jobs above it to which a line connects it."))
}

// isPaperExample reports whether the problem is the paper's example.
func isPaperExample(s *state.State) bool {
	if s.Problem == nil || s.Problem.Farm == nil || len(s.Problem.Farm.Jobs) != 19 ||
		len(s.Problem.Farm.Machines) != 5 {
		return false
	}
	example, _ := farm.Generate(farm.Spec{Preset: "markov-2004"}, 0)
	return string(doc.Canonical(&example)) == string(doc.Canonical(&s.Problem.Farm.Problem))
}

// paper returns the rows of the paper's tables next to those of the answer.
func paper(s *state.State) ui.Node {
	solution, a := shownAnswer(s)
	if solution == nil {
		return screen.Lacking(a, "schedule")
	}
	ours := map[string]farm.Reservation{}
	key := func(job string, part int, queue string) string { return job + " " + ui.Integer(part) + " " + queue }
	for _, r := range solution.Reservations {
		ours[key(r.Job, r.Part, r.Machine)] = r
	}
	tables, same := farm.MarkovTables(), 0
	var body []ui.Node
	for _, row := range tables {
		r, there := ours[key(row.Job, row.Part, row.Queue)]
		if !there { // the answer has it on another queue
			for _, x := range reservationsOf(solution, row.Job) {
				if x.Part == row.Part {
					r = x
				}
			}
		}
		agrees := there && r.Start == row.Start && r.Finish == row.Finish
		if agrees {
			same++
		}
		body = append(body, paperRow(s, row, r, agrees))
	}
	text := i18n.T("{} of the paper's {} rows are those of {}.", ui.Integer(same), ui.Integer(len(tables)), label(s, a))
	if same < len(tables) && a.Run.Algorithm == "two-stage" {
		text += " The mode published gives all of them; the mode earliest is what the paper's text describes."
	}
	parts := []ui.Node{ui.El("p", ui.Class("note"), text)}
	if t := twoStageAnswer(s, a); t != nil {
		parts = append(parts, modeOf(s, t.Index, t.Run))
	}
	parts = append(parts, screen.Table("The paper's rows and ours",
		[]string{"queue", "job", "paper, s", "ours, s", "same"}, body),
		ui.El("p", ui.Class("note"), "Markov, Two Stage Optimization of Job Scheduling and Assignment in "+
			"Heterogeneous Compute Farms (2004), section 4. ",
			"A small number is the first table with the row: 1 has running jobs, 2 the jobs after "+
				"the reservation for job 19, 3 everything."))
	return ui.El("div", ui.Class("paper"), parts)
}

// paperRow returns a row that compares a reservation of the paper's tables with ours. The zero reservation r shows as
// a dash. agrees marks the two as equal.
func paperRow(s *state.State, row farm.TableRow, r farm.Reservation, agrees bool) ui.Node {
	name := row.Job
	if row.Job == "19" {
		name += "-" + ui.Integer(row.Part)
	}
	span := func(from, to float64) string { return picture.Number(from) + "–" + picture.Number(to) }
	mine, sign := "–", ui.El("td", "≠")
	if r.Job != "" {
		mine = span(r.Start, r.Finish)
		if r.Machine != row.Queue {
			mine += " " + r.Machine
		}
	}
	if agrees {
		sign = ui.El("td", ui.Class("ok"),
			ui.El("span", ui.A("role", "img"), ui.A("aria-label", "the same"), ui.Icon("check")))
	}
	return ui.El("tr", ui.If(s.IsSelected(picture.Job, row.Job), ui.Class("sel")),
		ui.RowHead(row.Queue), ui.El("td", screen.Pick(picture.Job, row.Job, name),
			ui.El("sup", " ", ui.Integer(row.Table))),
		screen.Cell(span(row.Start, row.Finish)), screen.Cell(mine), sign)
}

// twoStageAnswer returns the run whose mode is chosen here: the focused one, or else the first of that algorithm.
func twoStageAnswer(s *state.State, a *state.Answer) *state.Answer {
	if a.Run.Algorithm == "two-stage" {
		return a
	}
	for _, one := range s.All() {
		if one.Run.Algorithm == "two-stage" {
			return one
		}
	}
	return nil
}

func modeOf(s *state.State, i int, r scenario.Run) ui.Node {
	mode, _ := r.Options["mode"].(string)
	f := ui.FieldView{Path: "runs[" + ui.Integer(i) + "].options.mode", ID: "f-mode", Label: "Mode of Two-stage",
		Choices: []string{"earliest", "published"}, Value: mode}
	if mode == "" {
		f.Value = "earliest"
	}
	screen.ApplyTyped(s, &f)
	return ui.El("div", ui.Class("form"), f.Row())
}

// label returns the name of the run, with its mode if the name lacks it.
func label(s *state.State, a *state.Answer) string {
	name := screen.Algorithm(s, a).Name
	if mode, ok := a.Answer.Options["mode"].(string); ok && !strings.Contains(name, "mode "+mode) {
		name += i18n.T(", mode {}", strings.ToLower(mode))
	}
	return name
}
