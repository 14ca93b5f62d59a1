// Package policypanel draws the panel next to the editor of an algorithm. It has the names that a formula may read,
// which can be inserted by a click. For a farm with recorded steps, it also draws the state at the decision, the
// queue in its order, and the scores over time. Few users open it, so it is a separate program, which the
// laboratory's page loads on demand.
package policypanel

import (
	"cmp"
	"math"
	"slices"

	"gridbox/app/ui"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// Data is the data that the laboratory sends once: the policy's kind and
// language, and for a farm with an explained run the problem, the answer and
// the steps.
type Data struct {
	Kind     string `json:"kind"`
	Language string `json:"language"`
	Problem  struct {
		Farm *farm.Problem `json:"farm"`
	} `json:"problem"`
	Answer *farm.Solution `json:"answer"`
	Steps  trace.Log      `json:"steps"`
	// FailedInput is the input of the call at which a program failed, as JSON.
	FailedInput string `json:"stopped"`
}

// A Standing is the data, indexed for showing step by step.
type Standing struct {
	data     Data
	jobsByID map[string]*placedJob
	scores   map[string][]jobScore // by job, in the order of time
	jobs     []*placedJob          // in the order of submission
}

// A placedJob is a job with the answer's decisions about it.
type placedJob struct {
	job             *farm.Job
	start, finish   float64
	machine, method string
	parts           []farm.Reservation
}

// jobScore is a score that a formula computed for a job; none is set if it is not a number.
type jobScore struct {
	at, score float64
	none      bool
}

// New indexes the data.
func New(data Data) *Standing {
	s := &Standing{data: data, jobsByID: map[string]*placedJob{}, scores: map[string][]jobScore{}}
	if data.Problem.Farm == nil || data.Answer == nil {
		return s
	}
	for i := range data.Problem.Farm.Jobs {
		j := &data.Problem.Farm.Jobs[i]
		s.jobsByID[j.ID] = &placedJob{job: j, start: math.Inf(1)}
		s.jobs = append(s.jobs, s.jobsByID[j.ID])
	}
	slices.SortStableFunc(s.jobs, func(a, b *placedJob) int { return cmp.Compare(a.job.Submitted, b.job.Submitted) })
	for _, r := range data.Answer.Reservations {
		p := s.jobsByID[r.Job]
		if p == nil {
			continue
		}
		if p.parts = append(p.parts, r); r.Start < p.start {
			p.start, p.machine, p.method = r.Start, r.Machine, r.StartKind
		}
		p.finish = max(p.finish, r.Finish)
	}
	for i := range data.Steps.Events {
		if job, x, ok := scoreOf(&data.Steps.Events[i]); ok {
			s.scores[job] = append(s.scores[job], x)
		}
	}
	return s
}

func scoreOf(e *trace.Event) (job string, x jobScore, ok bool) {
	if e.Kind != "score" || len(e.Refs) == 0 {
		return "", x, false
	}
	x.at, ok = e.Value("at")
	score, has := e.Value("score")
	x.score, x.none = score, !has
	return e.Refs[0].ID, x, ok
}

// decisionTime returns the time of the decision at a step of the replay.
func (s *Standing) decisionTime(step int) (at float64, ok bool) {
	for i := min(step, len(s.data.Steps.Events)) - 1; i >= 0; i-- {
		e := &s.data.Steps.Events[i]
		if at, ok = e.Value("at"); ok {
			return at, true
		}
		if at, ok = e.Value("start"); ok && e.Kind == "place" {
			return at, true
		}
	}
	return 0, false
}

// View returns the panel at a step of the replay: the queue, the state and the decision. job is the id of the
// selected job, "" for none. Without recorded steps a note explains when the data appear.
func (s *Standing) View(step int, job string) ui.Node {
	parts := []ui.Node{s.names()}
	at, ok := s.decisionTime(step)
	if s.data.FailedInput != "" {
		parts = append(parts, stateView("The state that it stopped in", s.data.FailedInput))
	}
	switch {
	case s.data.FailedInput != "" && len(s.data.Steps.Questions) == 0:
	case len(s.jobs) == 0 && s.data.Kind == "farm":
		parts = append(parts, ui.El("p", ui.Class("note"), "While the steps of its run are shown, the state at each "+
			"decision and the queue in its order appear here."))
	case len(s.jobs) == 0 && s.data.Language == policy.JavaScript && len(s.data.Steps.Questions) == 0:
		parts = append(parts, ui.El("p", ui.Class("note"), "While the steps of its run are shown, the input and "+
			"the time of each decision appear here."))
	case !ok || len(s.jobs) == 0:
	default:
		waiting := s.waiting(at)
		parts = append(parts, s.queue(at, waiting, job), s.course(at, waiting, job), s.state(at, waiting))
	}
	return ui.El("div", append(append(parts, s.decisionView(step)), s.readable()))
}
