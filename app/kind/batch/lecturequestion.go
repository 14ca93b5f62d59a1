package batch

import (
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
	"gridbox/core/kind/window"
)

// lectureQuestion returns the question which window of the selected job the combination takes, nil without an
// answer.
func lectureQuestion(s *state.State) *screen.LectureQuestion {
	if s.Problem == nil || s.Problem.Batch == nil {
		return nil
	}
	l := selectionOf(s)
	sol, _ := shownAnswer(s)
	job := jobOf(s, l.job)
	if sol == nil || job == nil {
		return nil
	}
	list, chosen := draw.Alternatives(sol, l.job, l.cycle)
	q := &screen.LectureQuestion{Does: i18n.T("gives job {} a window. Which one?", l.job),
		Facts: requirements(&s.Problem.Batch.Problem, job), Unit: "cost",
		Answer: "None.", Reason: reason(s, list, chosen)}
	for _, i := range choosable(list, chosen) {
		if i == len(list) {
			q.Options = append(q.Options, screen.Option{Name: "none", Score: "–", Right: chosen < 0})
			continue
		}
		w := &list[i]
		name := i18n.T("{} to {}", picture.Number(w.Start), picture.Number(w.End))
		q.Options = append(q.Options, screen.Option{Mark: state.Ref{Kind: markid.Alternative,
			ID: markid.WindowID(l.cycle, i+1, l.job)}, Name: name, Score: picture.Number(w.Cost), Right: i == chosen})
		if i == chosen {
			q.Answer = i18n.T("From {}.", name)
		}
	}
	return q
}

// choosable returns the indices of the windows offered as answers: the chosen one, the fastest, the
// cheapest and the first ones. The index len(list) is the answer "none".
func choosable(list []window.Window, chosen int) []int {
	fast, cheap := 0, 0
	for i := range list {
		if list[i].End-list[i].Start < list[fast].End-list[fast].Start {
			fast = i
		}
		if list[i].Cost < list[cheap].Cost {
			cheap = i
		}
	}
	if chosen < 0 {
		chosen = len(list)
	}
	return screen.BestOptions(len(list)+1, func(i int) float64 {
		if i == chosen || i == fast || i == cheap {
			return 0
		}
		return 1
	})
}

// requirements describes the objective of the combination and the request of the job.
func requirements(p *batch.Problem, job *batch.Job) []ui.Node {
	goal := "least time within the budget"
	if p.Goal() == batch.LeastCost {
		goal = "least cost within the time limit"
	}
	return []ui.Node{ui.Text(i18n.T("The combination has the {}. Job {} needs {} for a volume of {} each.",
		goal, job.ID, picture.Count(job.Nodes, "node"), picture.Number(job.Volume)))}
}

// reason explains why the combination takes the chosen window, or none.
func reason(s *state.State, list []window.Window, chosen int) string {
	if chosen < 0 {
		return "No combination with this job is within the limit, so it is postponed."
	}
	w := &list[chosen]
	text := i18n.T("It takes {} and costs {}.", picture.Number(w.End-w.Start), picture.Number(w.Cost))
	return text + choiceOf(s)
}

// questionWindows returns the numbered windows offered as answers, for the picture. Once the answer is shown,
// the wrong ones are pale. It returns nil while no question is presented.
func questionWindows(s *state.State) (found []noderows.WindowMark) {
	if !s.Asking() && !s.IsRevealed() {
		return nil
	}
	q := lectureQuestion(s)
	if q == nil {
		return nil
	}
	l := selectionOf(s)
	sol, a := shownAnswer(s)
	list, _ := draw.Alternatives(sol, l.job, l.cycle)
	for i := range list {
		mark := state.Ref{Kind: markid.Alternative, ID: markid.WindowID(l.cycle, i+1, l.job)}
		k := slices.IndexFunc(q.Options, func(o screen.Option) bool { return o.Mark == mark })
		if k < 0 {
			continue
		}
		number := ui.Integer(k + 1)
		found = append(found, noderows.WindowMark{Ref: picture.Ref{Kind: mark.Kind, ID: mark.ID},
			Colour: screen.Algorithm(s, a).Colour, Parts: list[i].Slots, Text: number, Label: number,
			Say: i18n.T("Answer {}: {}", number, q.Options[k].Name), Pale: s.IsRevealed() && !q.Options[k].Right})
	}
	return found
}
