package shell

import (
	"maps"
	"time"

	"gridbox/app/compute"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A pool computes in workers; compute.Kinds is the real one. Callbacks come from
// any goroutine, done exactly once, after cancel too.
type pool interface {
	Expand(kind string, text []byte, done func(explicit []byte, t *compute.Trouble)) (cancel func())
	Solve(kind string, text []byte, run scenario.Run, progress func(done, total int), done func(answer *scenario.Answer, t *compute.Trouble)) (cancel func())
	Explain(kind string, text []byte, run scenario.Run, about map[string]string, done func(why compute.Why, t *compute.Trouble)) (cancel func())
}

// work is what is under way in workers. It keeps the page's answers in step
// with the draft: small problems are solved again after every change, large
// ones when asked.
type work struct {
	pool pool
	ui   func(func())       // runs something on the page's own goroutine
	do   func(state.Action) // there
	now  func() float64     // the page's clock in milliseconds

	text      []byte // the explicit problem as workers get it
	textOf    *scenario.Scenario
	expanding ticket
	solving   map[string]ticket // by algorithm
	tried     map[string]ticket // what failed and is not to be tried again by itself
	why       ticket
	matrix    ticket
	asked     *scenario.Scenario // for which a person pressed Run

	// Answers to a small problem come within moments of each other; they are
	// shown together, because drawing costs more than solving.
	rest    time.Duration // how long the first of them may wait
	held    []state.RunDone
	resting bool
}

// together is how long an answer may wait for the others.
const together = 50 * time.Millisecond

// A ticket names one thing asked of the pool.
type ticket struct {
	of     *scenario.Scenario // what was posed
	key    string
	cancel func()
}

func (t ticket) is(of *scenario.Scenario, key string) bool { return t.of == of && t.key == key }

func newWork(p pool, ui func(func()), do func(state.Action), now func() float64) *work {
	return &work{pool: p, ui: ui, do: do, now: now, solving: map[string]ticket{}, tried: map[string]ticket{}}
}

// follow starts what the state lacks and stops what it wants no more.
func (w *work) follow(s *state.State, sc *screen.Screen) {
	if s.Problem == nil || s.ProblemOf != s.Posed {
		w.expand(s)
		return
	}
	waiting := false
	for _, a := range s.Answers {
		id, key, weight := a.Run.Algorithm, state.RunKey(a.Run), sc.WeightOf(s, a.Run)
		now := weight <= 1 || w.asked == s.Posed
		t, busy := w.solving[id]
		switch {
		case s.Fresh(a), w.tried[id].is(s.Posed, key), w.holds(id, s.Posed, key):
		case busy && (t.is(s.Posed, key) || weight <= 1):
			// A small one in flight is awaited; its answer shows that it is old.
			waiting = true
		case now:
			if busy {
				delete(w.solving, id)
				t.cancel()
			}
			w.solve(s, a.Run, key, weight)
			waiting = true
		}
	}
	if a := s.Focused(); !waiting && a != nil {
		weight := sc.WeightOf(s, a.Run)
		w.explain(s, sc, weight)
	}
}

// expand has the draft's generator make the problem.
func (w *work) expand(s *state.State) {
	if w.expanding.of == s.Posed {
		return
	}
	if w.expanding.cancel != nil {
		w.expanding.cancel()
	}
	posed, draft := s.Posed, s.Draft
	w.expanding = ticket{of: posed}
	w.expanding.cancel = w.pool.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
		w.ui(func() {
			if w.expanding.of == posed {
				w.expanding.cancel = nil
				w.expanded(posed, text, t)
			}
		})
	})
}

func (w *work) expanded(posed *scenario.Scenario, text []byte, t *compute.Trouble) {
	if t != nil {
		if !t.Stopped() {
			w.do(state.Expanded{Of: posed, Faults: t.Faults, Text: t.Text})
		}
		return
	}
	problem, faults := scenario.Parse(text)
	if len(faults) > 0 {
		w.do(state.Expanded{Of: posed, Faults: faults, Text: faults[0].String()})
		return
	}
	w.do(state.Expanded{Of: posed, Problem: problem})
}

// document gives the problem as text, written once a problem. One that a
// generator has made is asked of the generator again, which is a short text
// where the explicit one may have a million nodes.
func (w *work) document(s *state.State) []byte {
	if w.textOf != s.Problem {
		from := s.Problem
		if scenario.Generates(s.Draft) {
			asked := *s.Draft
			asked.Title, asked.About, asked.Runs, asked.Study, asked.View = "", "", nil, nil, nil
			from = &asked
		}
		w.text, w.textOf = scenario.Canonical(from), s.Problem
	}
	return w.text
}

func (w *work) solve(s *state.State, run scenario.Run, key string, weight float64) {
	posed, problem, id := s.Posed, s.Problem, run.Algorithm
	t := ticket{of: posed, key: key}
	w.do(state.RunWaits{Algorithm: id})
	mine := func() bool { return w.solving[id].is(posed, key) }
	progress := func(done, total int) {
		w.ui(func() {
			if mine() {
				w.do(state.RunProgress{Algorithm: id, Done: done, Total: total, Now: w.now()})
			}
		})
	}
	if weight <= 1 {
		progress = nil // it is over before anybody could read it
	}
	t.cancel = w.pool.Solve(s.Draft.Kind, w.document(s), run, progress,
		func(answer *scenario.Answer, t *compute.Trouble) {
			w.ui(func() {
				if !mine() {
					return
				}
				delete(w.solving, id)
				if t == nil {
					w.show(state.RunDone{Algorithm: id, To: posed, Key: key, Answer: answer, Problem: problem}, weight)
					return
				}
				w.tried[id] = ticket{of: posed, key: key}
				w.do(state.RunFailed{Algorithm: id, Text: t.Text, Faults: t.Faults, Cancelled: t.Stopped()})
			})
		})
	w.solving[id] = t
}

// show takes an answer up, at once or with those that are about to come.
func (w *work) show(a state.RunDone, weight float64) {
	if weight > 1 || w.rest == 0 {
		w.do(a)
		return
	}
	w.held = append(w.held, a)
	if len(w.solving) == 0 {
		w.release()
		return
	}
	if !w.resting {
		w.resting = true
		time.AfterFunc(w.rest, func() {
			w.ui(func() {
				w.resting = false
				w.release()
			})
		})
	}
}

// holds reports whether the answer to a run waits to be shown.
func (w *work) holds(id string, of *scenario.Scenario, key string) bool {
	for _, a := range w.held {
		if a.Algorithm == id && a.To == of && a.Key == key {
			return true
		}
	}
	return false
}

func (w *work) release() {
	held := w.held
	w.held = nil
	for _, a := range held {
		w.do(a)
	}
}

// mostExplained bounds the problems that are explained unasked: a trace of a
// run over more than this weight would take longer than a glance.
const mostExplained = 4

// explain asks for what the screen wants to show: the why of what is selected,
// and what its tables and charts ask besides.
func (w *work) explain(s *state.State, sc *screen.Screen, weight float64) {
	a := s.Focused()
	if a == nil || !s.Fresh(*a) || !a.Answer.Feasible || weight > mostExplained {
		return
	}
	if t, ok := sc.Asks(s); ok {
		about := map[string]string{}
		if t.Kind != "" {
			about[t.Kind] = t.ID
		}
		if sc.Also != nil {
			maps.Copy(about, sc.Also(s))
		}
		w.ask(s, &w.why, state.WhyPending{Run: a.Run.Algorithm, About: t.ID}, a.Run, about)
	}
	if sc.Table != nil {
		if about := sc.Table(s); about != nil {
			w.ask(s, &w.matrix, state.WhyPending{Run: a.Run.Algorithm, Matrix: true}, a.Run, about)
		}
	}
}

// ask has a run explained, unless that is known or on its way.
func (w *work) ask(s *state.State, under *ticket, what state.WhyPending, run scenario.Run, about map[string]string) {
	what.To, what.Key = s.Posed, whyKey(about, run)
	known := &s.Why
	if what.Matrix {
		known = &s.Matrix
	}
	if known.To == what.To && known.Key == what.Key && !known.Pending || under.is(what.To, what.Key) {
		return
	}
	if under.cancel != nil {
		under.cancel()
	}
	*under = ticket{of: what.To, key: what.Key}
	w.do(what)
	under.cancel = w.pool.Explain(s.Draft.Kind, w.document(s), run, about, func(why compute.Why, t *compute.Trouble) {
		w.ui(func() {
			if !under.is(what.To, what.Key) {
				return
			}
			*under = ticket{}
			arrived := state.WhyArrived{Matrix: what.Matrix, Key: what.Key, Trace: why.Trace, Detail: why.Detail}
			if t != nil {
				arrived.Text = t.Text
			}
			w.do(arrived)
		})
	})
}

// whyKey tells one question from another.
func whyKey(about map[string]string, run scenario.Run) string {
	return string(doc.Canonical(about)) + "\n" + state.RunKey(run)
}

// again runs everything that is not fresh, also what failed or is large.
func (w *work) again(s *state.State) {
	w.asked = s.Posed
	w.tried = map[string]ticket{}
}

// cancel stops every run.
func (w *work) cancel(s *state.State) {
	w.asked = nil
	for _, a := range s.Answers {
		id := a.Run.Algorithm
		t, busy := w.solving[id]
		if !busy {
			continue
		}
		w.tried[id] = ticket{of: t.of, key: t.key}
		delete(w.solving, id)
		t.cancel()
		w.do(state.RunFailed{Algorithm: id, Cancelled: true})
	}
}
