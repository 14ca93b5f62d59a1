// Package farm is the laboratory's screen of the compute farm: machines as rows over time with jobs stacked in their
// slots, tables of jobs, machines and links, the administrator's policy, the graph of jobs, and the offers of the
// machines for a job.
package farm

import (
	"slices"
	"sync/atomic"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/scenario"
)

// Screen is the screen of the farm kind.
var Screen = screen.Screen{
	Kind:     "farm",
	Tools:    func() []screen.Tool { return tools },
	Picture:  drawing,
	Filter:   switches,
	Question: question,
	Hint:     hinting,
	Begin:    begin,
	Adds:     []string{"machine", "job", "share"},
	Problem:  problem,
	Form:     form,
	Answers: []screen.AnswerTab{
		{ID: state.QueueView, Name: "Queue", View: waiting, Exists: hasQueue, Own: true},
		{ID: "service", Name: "Service", View: serviceView},
		{ID: "schedule", Name: "Schedule", View: schedule},
		{ID: "jobs", Name: "Jobs", View: graph},
		{ID: "paper", Name: "Paper", View: paper, Exists: isPaperExample},
	},
	Series:           series,
	Chart:            chartOf,
	Say:              stepText,
	Verdict:          verdict,
	StepsReplacement: predictionText,
	Scores:           offers,
	Wholes:           true, Standing: true,
	ExplainedElement: subject,
	LectureQuestion:  lectureQuestion,
	Table:            tableParams,
	ExplanationHint:  "Select a job to see why it runs there and then.",
	Versus:           screen.Versus,
	Weight:           weight, RunWeight: runWeight,
}

var tools = []screen.Tool{
	{ID: "select", Icon: "select", Name: "Select", Key: "v"},
	screen.Several,
	{ID: "connect", Icon: "connect", Name: "Add a dependency", Key: "c"},
	{ID: "job", Icon: "add", Name: "Add a job", Act: "add"},
	{ID: "machine", Icon: "machine", Name: "Add a machine", Act: "add"},
}

// Steps describes recorded steps of farms.
var Steps = screen.Steps{Say: stepText, Verdict: verdict, Scores: offers}

// subject returns the selected job as the thing to explain: why it runs where and when it runs.
func subject(s *state.State) (state.Ref, bool) { return s.Main(), s.Main().Kind == picture.Job }

// weight returns the work of a run that tries no orders.
func weight(s *state.State) float64 { return runWeight(s, scenario.Run{}) }

// runWeight estimates the work of one run in tenths of a second of a worker.
func runWeight(s *state.State, r scenario.Run) float64 {
	if s.Problem == nil || s.Problem.Farm == nil {
		return 0
	}
	var o farm.Options
	doc.Fill(&o, r.Options)
	return s.Problem.Farm.Effort(r.Algorithm, o) / 100
}

// shownAnswer returns the answer that the picture shows: the focused one, if it is of the same machines.
func shownAnswer(s *state.State) (*farm.Solution, *state.Answer) {
	a := s.FocusedAnswer()
	return screen.Solution[farm.Solution](s, a, sameMachines), a
}

func sameMachines(a, b *scenario.Scenario) bool {
	return a.Farm != nil && b.Farm != nil && slices.EqualFunc(a.Farm.Machines, b.Farm.Machines,
		func(x, y farm.Machine) bool { return x.ID == y.ID && x.Slots == y.Slots })
}

// drawing returns the picture of the laboratory: the queue while its tab is open, and the machines otherwise.
// Recorded steps in figures show machines alone.
func drawing(s *state.State) *scene.Node {
	if a := queueReplay(s); a != nil && showsPrediction(s) {
		return draw.Waiting(queueView(s, a))
	}
	return gantt(s)
}

// gantt draws the machines with the focused schedule or, while its steps are replayed, with the reservations made so
// far.
func gantt(s *state.State) *scene.Node {
	v := draw.MachinesView{Problem: &farm.Problem{}, Name: i18n.T("Machines of {}", screen.Title(s)), World: true,
		Width: state.PictureWidth, Height: state.PictureHeight}
	if s.Layout.Width > 0 {
		v.Width, v.Height = s.Layout.Width, s.Layout.Height
	}
	v.Height -= 8
	v.Selected = screen.Marks(s)
	if t := s.Main(); t.Kind == picture.Job {
		v.Job = t.ID
	}
	if s.Problem != nil && s.Problem.Farm != nil {
		v.Problem = &s.Problem.Farm.Problem
	}
	solution, a := shownAnswer(s)
	v.Solution, v.Colour = solution, screen.Algorithm(s, a).Colour
	v.From, v.To = s.Part.From, s.Part.To
	v.Levels = levels(v.Problem, solution)
	if solution != nil && v.Levels == nil {
		for i := range solution.Reservations {
			v.MinEnd = max(v.MinEnd, solution.Reservations[i].Finish)
		}
	}
	if solution != nil {
		if b := a.Answer.Bound; b != nil && b.Metric == "makespan" {
			v.Bound = b.Value
		}
		if s.Asking() || s.IsRevealed() {
			showQuestion(s, &v, solution)
		} else if s.ReplayingOf(s.Main().ID) {
			part := draw.PartialSolution(solution, s.Explanation.Trace, s.Explanation.Step)
			v.Solution, v.Bound, v.MinEnd = part, 0, latestFinish(s)
			if v.Levels != nil {
				v.Levels = draw.NewLevels(v.Problem, part)
			}
		}
	}
	return draw.Machines(v)
}

// latestFinish returns the end of the last job of any answer. While steps are replayed, the axis has
// this length, so that it does not reveal the answer.
func latestFinish(s *state.State) (end float64) {
	for _, a := range screen.SolvedAnswers(s) {
		if solution, ok := a.Answer.Solution.(*farm.Solution); ok {
			for i := range solution.Reservations {
				end = max(end, solution.Reservations[i].Finish)
			}
		}
	}
	return end
}

// levelCache caches the index of the last large schedule that was drawn.
var levelCache atomic.Pointer[draw.Levels]

// levels returns the index from which a large schedule is drawn, nil for a small farm. The latest
// one is cached, because a state is never modified.
func levels(p *farm.Problem, solution *farm.Solution) *draw.Levels {
	if len(p.Jobs) < 5000 {
		return nil
	}
	l := levelCache.Load()
	if l == nil || l.Problem != p || l.Solution != solution {
		l = draw.NewLevels(p, solution)
		levelCache.Store(l)
	}
	return l
}

// reservationsOf returns the reservations of a job.
func reservationsOf(solution *farm.Solution, job string) []farm.Reservation {
	var list []farm.Reservation
	if solution != nil {
		for i := range solution.Reservations {
			if solution.Reservations[i].Job == job {
				list = append(list, solution.Reservations[i])
			}
		}
	}
	return list
}

// hinting returns the hint below the laboratory's picture.
func hinting(s *state.State) string {
	if a := queueReplay(s); a != nil && showsPrediction(s) && s.Layout.Tool != "connect" {
		return rowsHint(queueView(s, a), s.Layout.Narrow)
	}
	return hint(s)
}

// hint describes the picture, or the use of the selected tool.
func hint(s *state.State) string {
	if s.Layout.Tool == "connect" {
		return "Click a job, then the job that waits for it."
	}
	if s.Problem == nil || s.Problem.Farm == nil {
		return ""
	}
	solution, a := shownAnswer(s)
	if t := s.Main(); t.Kind == picture.Job {
		if text := placementText(reservationsOf(solution, t.ID)); text != "" {
			return i18n.T("{} runs job {} {}.", screen.AnswerName(s, a), t.ID, text)
		}
	}
	p := s.Problem.Farm
	slots := 0
	for i := range p.Machines {
		slots += p.Machines[i].Slots
	}
	text := i18n.T("{} with {}, {}",
		picture.Count(len(p.Machines), "machine"), picture.Count(slots, "slot"),
		picture.Count(len(p.Jobs), "job"))
	if solution != nil {
		text += "; in brackets: reserved in advance, light: backfilled, ▸: already running"
	}
	return text
}

// chartOf returns the chart with an id: a measured series, the waits by rank, or by default the slots in use. It has
// one series per run with a solution.
func chartOf(s *state.State, id string) chart.Chart {
	if isMeasured(id) {
		return drawMeasured(s, id)
	}
	var runs []chart.FarmRun
	for _, a := range screen.SolvedAnswers(s) {
		if solution, ok := a.Answer.Solution.(*farm.Solution); ok {
			alg := screen.Algorithm(s, a)
			runs = append(runs, chart.FarmRun{Name: alg.Name, Colour: alg.Colour, Solution: solution})
		}
	}
	if id == "waits" && s.Problem != nil && s.Problem.Farm != nil {
		return chart.WaitsByRank(&s.Problem.Farm.Problem, runs)
	}
	return chart.SlotsInUse(runs)
}
