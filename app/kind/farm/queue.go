package farm

import (
	"slices"
	"strings"
	"sync/atomic"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/scenario"
	"gridbox/core/waittime"
)

// queueCache caches whether the last problem has a queue to ask about: many views ask, and the answer needs a pass over
// all jobs. Problems are never modified.
var queueCache atomic.Pointer[queueCacheEntry]

type queueCacheEntry struct {
	farm     *scenario.Farm
	hasQueue bool
}

// hasQueue reports whether the farm has a queue to ask about.
func hasQueue(s *state.State) bool {
	if s.Problem == nil || s.Problem.Farm == nil {
		return false
	}
	known := queueCache.Load()
	if known == nil || known.farm != s.Problem.Farm {
		known = &queueCacheEntry{s.Problem.Farm, waittime.HasQueue(&s.Problem.Farm.Problem)}
		queueCache.Store(known)
	}
	return known.hasQueue
}

// tableParams returns the parameters of the focused run's explanation: its measures, or, while the
// queue is shown, all waiting jobs and the changes by which the selected job would start sooner.
func tableParams(s *state.State) map[string]string {
	if s.Layout.Answers != state.QueueView || !hasQueue(s) {
		return measuring(s)
	}
	return map[string]string{"queue": "all", "sooner": questionJob(s)}
}

// questionJob returns the job that the question is about: the selected one if it waits, or else the first that is held
// up.
func questionJob(s *state.State) string {
	p := &s.Problem.Farm.Problem
	if t := s.Main(); t.Kind == picture.Job {
		for i := range p.Jobs {
			if j := &p.Jobs[i]; j.ID == t.ID && j.Running == nil {
				return j.ID
			}
		}
	}
	return waittime.First(p)
}

// showsPrediction reports whether the picture shows predicted starts: the queue view of a feasible answer is open,
// nothing is presented, and no error is shown in place of the prediction. The plans of the algorithms are not shown
// then, because their starts differ from the predicted ones.
func showsPrediction(s *state.State) bool {
	a := s.FocusedAnswer()
	return s.Layout.Answers == state.QueueView && !s.Lecture.On && hasQueue(s) && s.Matrix.Text == "" && a != nil &&
		a.Answer != nil && a.Answer.Feasible
}

// predictionText returns the line below the picture with the predicted start of the job, "" where an
// algorithm's steps are shown.
func predictionText(s *state.State) string {
	if !showsPrediction(s) {
		return ""
	}
	a := queueReplay(s)
	if a == nil {
		return "Replaying the queue."
	}
	j := jobIn(a, questionJob(s))
	if j == nil {
		return "These are predicted starts. Explore shows the algorithms' own plans."
	}
	m := s.Problem.Farm.Moment
	return i18n.T("Job {} is expected to start at {}, {} replays. Explore shows the algorithms' own plans.",
		j.ID, clock(m, j.Start), interval(m, j))
}

// queueReplay returns the replayed queue while its tab is open, nil if there is none for the current problem.
func queueReplay(s *state.State) *waittime.Answer {
	if s.Layout.Answers != state.QueueView || !hasQueue(s) || s.Matrix.To != s.PosedDraft || len(s.Matrix.Detail) == 0 {
		return nil
	}
	from := s.Matrix.Detail
	if l := replayCache.Load(); l != nil && &l.from[0] == &from[0] && len(l.from) == len(from) {
		return l.to
	}
	to := &waittime.Answer{}
	if !screen.Read(from, to) || to.Format != waittime.Format || len(to.Jobs) == 0 {
		return nil
	}
	replayCache.Store(&parsing{from, to})
	return to
}

// replayCache caches the last queue that was read, for the list and the picture.
var replayCache atomic.Pointer[parsing]

type parsing struct {
	from []byte
	to   *waittime.Answer
}

// rowsView returns the queue as rows of its picture. The reasons of a wait are known for the plan, in which all jobs
// run to their limits. They are scaled to the predicted start.
func rowsView(s *state.State, jobs []waittime.Job, when string) draw.WaitingView {
	m := s.Problem.Farm.Moment
	v := draw.WaitingView{Name: i18n.T("The queue of {}", screen.Title(s)), Selected: screen.Marks(s), World: true,
		Width: state.PictureWidth, Height: state.PictureHeight, Chosen: questionJob(s)}
	if s.Layout.Width > 0 {
		v.Width, v.Height = s.Layout.Width, s.Layout.Height
	}
	v.Height -= 8
	if text := m.At(0); text != "" {
		v.Midnight = midnight(text)
		v.Clock = func(at float64, days bool) string {
			text := m.At(at)
			if text == "" {
				return clock(m, at) // a time beyond the clock's range
			}
			if days {
				return text[5:10]
			}
			if text = text[11:]; strings.HasSuffix(text, ":00") {
				return text[:5]
			}
			return text
		}
	}
	for i := range jobs {
		j := &jobs[i]
		r := draw.WaitingRow{ID: j.ID, Note: ui.Integer(j.Slots) + " × " + durationText(j.Limit), Early: j.Early,
			Start: startIn(j, when), Late: j.Late, Lasts: j.RunTime,
			Say: i18n.T("Job {} starts at {}, {}", j.ID, clock(m, j.Start), interval(m, j))}
		if j.Reason != "" {
			r.Say += i18n.T(", waits for {}", j.Reason)
		}
		if j.Forecast != nil {
			r.Really = j.Forecast.Started
		}
		for _, w := range j.Waits {
			for _, c := range classColours {
				if c.class == w.Class && j.Planned > 0 {
					r.Waits = append(r.Waits, draw.WaitingFor{Colour: c.colour,
						Until: w.Until / j.Planned * r.Start})
				}
			}
		}
		if j.ID == v.Chosen && j.Histogram != nil {
			v.From, v.Step, v.Counts = j.Histogram.From, j.Histogram.Step, j.Histogram.Counts
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// The switches of the picture of a queue: what is drawn, and which of the replays.
const (
	contentSwitch = "drawn"
	replaySwitch  = "when"
)

// drawns and whens are the values of the switches. The value "" is the default.
var (
	drawns = [][2]string{{"", "Both"}, {"machines", "Machines"}, {"jobs", "Jobs"}}
	whens  = [][2]string{{"early", "Early"}, {"", "Typical"}, {"late", "Late"}}
)

// startIn returns the start of a job in an early, a typical or a late replay.
func startIn(j *waittime.Job, when string) float64 {
	switch when {
	case "early":
		return j.Early
	case "late":
		return j.Late
	}
	return j.Start
}

// queueView returns the queue as the switches select it: jobs, machines or both.
func queueView(s *state.State, a *waittime.Answer) draw.WaitingView {
	when := s.Layout.Find[replaySwitch]
	v := rowsView(s, a.Jobs, when)
	if drawn := s.Layout.Find[contentSwitch]; drawn != "jobs" && len(a.Worlds) == len(whens) {
		at := slices.IndexFunc(whens, func(w [2]string) bool { return w[0] == when })
		v.Machines = &draw.MachinesView{Problem: &s.Problem.Farm.Problem, Job: v.Chosen, Selected: v.Selected,
			Solution: &farm.Solution{Reservations: a.Worlds[max(0, at)].Reservations}}
		if drawn == "machines" {
			v.Rows = nil
		}
	}
	return v
}

// switches returns the switches of the queue, if the queue is the picture.
func switches(s *state.State) ui.Node {
	a := queueReplay(s)
	if a == nil || !showsPrediction(s) {
		return ui.Node{}
	}
	group := func(of, label string, ways [][2]string) ui.Node {
		list := ui.El("div", ui.Class("ways"), ui.A("role", "group"), ui.A("aria-label", label))
		for _, w := range ways {
			list.Children = append(list.Children,
				ui.Button(w[1], ui.Act("find", of, w[0]), ui.Aria("pressed", s.Layout.Find[of] == w[0])))
		}
		return list
	}
	parts := []ui.Node{group(replaySwitch, "Which replay is drawn", whens)}
	if len(a.Worlds) > 0 {
		parts = append([]ui.Node{group(contentSwitch, "What is drawn", drawns)}, parts...)
	}
	return ui.El("div", ui.Class("filters"), parts)
}

// midnight returns the number of seconds from the beginning of the day to a time of the clock.
func midnight(text string) float64 {
	return float64(3600*number(text[11:13])) + float64(60*number(text[14:16])) + number(text[17:19])
}

// rowsHint explains the picture of the queue.
func rowsHint(v draw.WaitingView, narrow bool) string {
	if len(v.Rows) == 0 {
		return "Machines over time in one replay. Early, Typical and Late choose the replay by the starts of all jobs."
	}
	rows := ""
	if from, to := v.VisibleRange(); to-from < len(v.Rows) {
		rows = i18n.T(", {} to {} of {}", ui.Integer(from+1), ui.Integer(to), ui.Integer(len(v.Rows)))
	}
	if narrow { // a phone has room for two lines
		return i18n.T("Jobs by priority{}. Colour: reason to wait; grey: 8 of 10 starts; box: run; ◇: real start.",
			rows)
	}
	text := i18n.T("Waiting jobs by priority{}. Colour: what the job waits for; grey: 8 of 10 starts; box: run; "+
		"◇: real start.",
		rows)
	if v.Machines != nil {
		text += " Above: machines over time in one replay."
	}
	return text
}
