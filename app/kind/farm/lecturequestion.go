package farm

import (
	"cmp"
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/sorting"
)

// lectureQuestion returns the question on which machine the selected job starts, and when; nil if no algorithm
// decided about the job.
func lectureQuestion(s *state.State) *screen.LectureQuestion {
	solution, _ := shownAnswer(s)
	job := jobAt(s)
	if solution == nil || job == nil {
		return nil
	}
	got := reservationsOf(solution, job.ID)
	if len(got) == 0 || job.Running != nil {
		return nil // it was not placed, or already ran
	}
	p, right := &s.Problem.Farm.Problem, draw.Choice{Machine: got[0].Machine, Start: got[0].Start}
	named := len(p.Machines) > 1 && len(got) == 1
	q := &screen.LectureQuestion{Does: i18n.T("starts job {}. Where and when?", job.ID), Facts: requirements(job),
		Answer: i18n.T("On {}.", startText(right, true)), Unit: "wait", Reason: reason(s)}
	if !named {
		q.Does, q.Answer = i18n.T("starts job {}. When?", job.ID), "A"+startText(right, false)[1:]+"."
	}
	for _, c := range choices(s, job, right, named) {
		q.Options = append(q.Options, screen.Option{Name: startText(c, named), Right: c == right,
			Score: picture.Number(max(0, c.Start-job.Submitted)) + " s"})
	}
	return q
}

// jobAt returns the selected job, nil if none is.
func jobAt(s *state.State) *farm.Job {
	if s.Problem == nil || s.Problem.Farm == nil || s.Main().Kind != picture.Job {
		return nil
	}
	i := slices.IndexFunc(s.Problem.Farm.Jobs, func(j farm.Job) bool { return j.ID == s.Main().ID })
	if i < 0 {
		return nil
	}
	return &s.Problem.Farm.Jobs[i]
}

// startText formats a start, with its machine if named is set.
func startText(c draw.Choice, named bool) string {
	at := i18n.T("at {} s", picture.Number(c.Start))
	if named {
		return c.Machine + " " + at
	}
	return at
}

// choices returns the starts offered as answers, by time: the right one and, on each suitable
// machine, the submission of the job and the ends of reservations made before it. Without named
// machines, equal times count once.
func choices(s *state.State, job *farm.Job, right draw.Choice, named bool) []draw.Choice {
	p := &s.Problem.Farm.Problem
	lacks := map[string]bool{}
	if w := explanation(s); w != nil && w.Job == job.ID {
		for i := range w.Machines {
			lacks[w.Machines[i].Machine] = w.Machines[i].Lacks != ""
		}
	}
	all, earliest := []draw.Choice{right}, max(0, job.Submitted)
	known := map[string]bool{startText(right, named): true}
	add := func(c draw.Choice) {
		if key := startText(c, named); c.Start >= earliest && !lacks[c.Machine] && !known[key] {
			all, known[key] = append(all, c), true
		}
	}
	for i := range p.Machines {
		if m := &p.Machines[i]; m.Slots >= job.Slots || job.Partition > 1 {
			add(draw.Choice{Machine: m.ID, Start: earliest})
		}
	}
	if placed := priorReservations(s); placed != nil {
		for i := range placed.Reservations {
			if r := &placed.Reservations[i]; r.Job != job.ID {
				add(draw.Choice{Machine: r.Machine, Start: r.Finish})
			}
		}
	}
	var few []draw.Choice
	for _, i := range screen.BestOptions(len(all), func(i int) float64 {
		if i == 0 {
			return -1
		}
		return max(all[i].Start-right.Start, right.Start-all[i].Start)
	}) {
		few = append(few, all[i])
	}
	sorting.Stable(few, func(a, b draw.Choice) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(machineAt(p, a.Machine), machineAt(p, b.Machine)))
	})
	return few
}

func machineAt(p *farm.Problem, id string) int {
	return slices.IndexFunc(p.Machines, func(m farm.Machine) bool { return m.ID == id })
}

// showQuestion restricts the picture to the reservations made before the question. Once the answer is
// shown, it adds the reservations of the job.
func showQuestion(s *state.State, v *draw.MachinesView, solution *farm.Solution) {
	part := priorReservations(s)
	if part == nil {
		part = &farm.Solution{}
	}
	if s.IsRevealed() && len(reservationsOf(part, s.Main().ID)) == 0 {
		part.Reservations = append(slices.Clip(part.Reservations), reservationsOf(solution, s.Main().ID)...)
	}
	v.Solution, v.Bound, v.MinEnd = part, 0, latestFinish(s)
	if v.Levels != nil {
		v.Levels = draw.NewLevels(v.Problem, part)
	}
	if job := jobAt(s); job != nil && len(reservationsOf(solution, job.ID)) > 0 {
		got := reservationsOf(solution, job.ID)
		v.Choices = choices(s, job, draw.Choice{Machine: got[0].Machine, Start: got[0].Start},
			len(v.Problem.Machines) > 1 && len(got) == 1)
	}
}

// priorReservations returns the reservations made before the job of the question was placed, nil if they are
// unknown.
func priorReservations(s *state.State) *farm.Solution {
	solution, _ := shownAnswer(s)
	if solution == nil || s.Explanation.Trace == nil {
		return nil
	}
	return draw.PartialSolution(solution, s.Explanation.Trace, s.QuestionStep())
}

// requirements describes the request of the job.
func requirements(j *farm.Job) []ui.Node {
	lasts := j.Duration
	if j.Estimate != nil {
		lasts = *j.Estimate
	}
	text := i18n.T("It needs {} for {} s", picture.Count(j.Slots, "slot"), picture.Number(lasts))
	if j.Type != "" {
		text += i18n.T(" on a machine of type {}", j.Type)
	}
	text += i18n.T(", and was submitted at {} s", picture.Number(j.Submitted))
	if j.Deadline != nil {
		text += i18n.T("; its deadline is at {} s", picture.Number(*j.Deadline))
	}
	return []ui.Node{ui.Text(text + ".")}
}

// reason explains the start and the machine of the selected job.
func reason(s *state.State) string {
	w := explanation(s)
	if w == nil || w.Job != s.Main().ID {
		return ""
	}
	text := waitText(w)
	for _, more := range []string{margin(w), overtakeText(w)} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}
