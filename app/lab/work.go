package lab

import (
	"time"

	"gridbox/app/compute"
	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// work keeps the page's answers up to date: small problems are solved again after every change,
// large ones on request.
type work struct {
	lab *Lab

	text      []byte // the explicit problem in the form that workers get
	textOf    *scenario.Scenario
	policies  []scenario.Policy       // in text
	expanding *feature.Ask            // request to the draft's generator
	making    *feature.Ask            // request to read the generated problem
	solving   map[string]*feature.Ask // by the ID of the run
	tried     map[string]*feature.Ask // failed runs, which do not start again by themselves
	agreed    map[string]*feature.Ask // runs that the user has requested, by ID
	why       *feature.Ask
	matrix    *feature.Ask
	flips     *feature.Ask
	wanted    *scenario.Scenario // the value of Posed when the user pressed Run
	declined  *scenario.Scenario // the value of Posed when the generator was cancelled or refused
	sheet     int                // the sheet that soon belongs to
	opened    *scenario.Scenario // the value of Posed that soon belongs to
	soon      map[string]bool    // runs that are solved without a request after opening

	// held has answers to a small problem. They arrive shortly after each other and are shown together, because
	// drawing costs more than solving.
	held    []state.RunDone
	resting bool
}

// together is the maximal delay of an answer.
const together = 50 * time.Millisecond

const small = feature.Small

// maxTotalWeight bounds the total weight of runs that start without a request: a link may have a hundred small ones.
// A run of weight 1 takes at most a quarter of a second in every kind.
const maxTotalWeight = 4

// follow starts missing computations and stops obsolete ones.
func (w *work) follow() {
	s := &w.lab.s
	sc := kinds.OfDraft(s)
	for id, a := range w.solving {
		if a.Of.Kind != s.Draft.Kind || !s.Shows(id) {
			w.drop(id)
		}
	}
	if s.Problem == nil || s.ProblemOf != s.Posed {
		w.expand()
		return
	}
	if screen.NextStart(s, sc) != nil {
		return // an empty problem's answer would be called optimal
	}
	if w.sheet != s.Sheet {
		w.sheet, w.opened, w.soon = s.Sheet, s.Posed, w.soonSolved()
	}
	waiting, spent := false, 0.0
	for _, a := range s.Answers {
		id, key, weight := a.ID, s.KeyOf(a.Run), weightOf(sc, s, a.Run)
		under, light := w.solving[id], weight <= small
		if light {
			spent += weight
			light = spent <= maxTotalWeight
		}
		switch {
		case s.Waits(a.Run):
			w.drop(id)
		case s.Fresh(a), w.tried[id].Is(s.Posed, key), w.holds(id, s.Posed, key):
		case under != nil && (under.Is(s.Posed, key) || light && a.Run.Algorithm != policy.Own):
			// A small run under way is not restarted; its answer is then shown as old.
			waiting = true
		case light, w.wanted == s.Posed, w.agreed[id].Is(s.Posed, key), w.opened == s.Posed && w.soon[id]:
			w.drop(id)
			w.solve(id, a.Run, key, weight)
			waiting = true
		}
	}
	if a := s.Focused(); !waiting && a != nil && weightOf(sc, s, a.Run) <= maxExplained && !s.Waits(a.Run) {
		w.explain()
	}
}

// soonSolved returns the runs that together take only a moment. They are solved without a request
// when a problem is opened, although they may be too slow for every change.
func (w *work) soonSolved() map[string]bool {
	s, soon, spent := &w.lab.s, map[string]bool{}, 0.0
	for _, a := range s.Answers {
		ms := catalog.Work(s.Problem, a.Run) * catalog.Slower(s.Draft, a.Run)
		if !s.Waits(a.Run) && spent+ms <= catalog.Moment {
			spent += ms
			soon[a.ID] = true
		}
	}
	return soon
}

// drop ends a run, if it is under way.
func (w *work) drop(id string) {
	a := w.solving[id]
	delete(w.solving, id)
	a.End()
}

// expand requests the problem from the draft's generator. The user must request a slow one.
func (w *work) expand() {
	l, draft, posed := w.lab, w.lab.s.Draft, w.lab.s.Posed
	if w.expanding.Is(posed, "") {
		return
	}
	w.expanding.End()
	w.making.End()
	w.making = nil
	if (catalog.Making(draft) > catalog.Moment || w.declined == posed) && w.wanted != posed {
		w.expanding = nil
		return
	}
	this := &feature.Ask{Of: posed}
	w.expanding = this
	if catalog.Making(draft) > longMaking {
		l.do(state.SetOpening{Name: state.Titled(draft.Title)})
	}
	this.Stop = l.workers.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
		l.hear(this, func() {
			if t != nil && t.Stopped() {
				return
			}
			l.expanded(&w.making, posed, text, t, func(made state.Expanded) {
				l.do(made)
				if w.expanding == this {
					w.expanding = nil // undo may restore the draft
				}
				if made.Problem == nil {
					w.declined, w.wanted = posed, nil // the generator would refuse again
				}
			})
		})
	})
}

// longMaking is the estimated time in milliseconds from which the page shows that a generator is running.
const longMaking = 50

// expanded reads a generated problem, and calls done with it.
func (l *Lab) expanded(place **feature.Ask, of *scenario.Scenario, text []byte, t *compute.Trouble,
	done func(state.Expanded)) {
	if t != nil {
		done(state.Expanded{Of: of, Faults: t.Faults, Text: t.Text})
		return
	}
	parse := func(pause func()) (*scenario.Scenario, doc.Faults) { return scenario.ParseWith(text, pause) }
	l.loadAs(place, state.Titled(of.Title), len(text), parse, func(problem *scenario.Scenario, faults doc.Faults) {
		if len(faults) > 0 {
			done(state.Expanded{Of: of, Faults: faults, Text: faults[0].String()})
			return
		}
		done(state.Expanded{Of: of, Problem: problem})
	})
}

// document returns the problem as text, cached per problem. For a generated problem it is the text of the draft,
// which is short, while the explicit problem may have a million nodes.
func (w *work) document() []byte {
	s := &w.lab.s
	if w.textOf != s.Problem || !samePolicies(w.policies, s.Draft.Policies) {
		from := s.Problem
		if scenario.Generates(s.Draft) {
			asked := *s.Draft
			asked.Title, asked.About, asked.Runs, asked.Study, asked.View = "", "", nil, nil, nil
			from = &asked
		}
		w.text, w.textOf, w.policies = scenario.Canonical(from), s.Problem, s.Draft.Policies
	}
	return w.text
}

// written sets the text from which the current problem was read, so that it is not written again:
// that takes a second for a long trace.
func (w *work) written(text []byte) {
	if s := &w.lab.s; s.Problem != nil && s.Problem == s.Draft && !scenario.Generates(s.Draft) {
		w.text, w.textOf, w.policies = text, s.Problem, s.Draft.Policies
	}
}

// solve has a worker solve a run and records its progress and its end. Small runs report no progress. key identifies
// the run's input, and weight its estimated work.
func (w *work) solve(id string, run scenario.Run, key string, weight float64) {
	l := w.lab
	posed, problem := l.s.Posed, l.s.Problem
	this := &feature.Ask{Of: posed, Key: key}
	w.solving[id] = this
	l.do(state.RunWaits{Run: id})
	progress := func(done, total int) {
		l.hear(this, func() { l.do(state.RunProgress{Run: id, Done: done, Total: total, Now: l.host.Now()}) })
	}
	if weight <= small {
		progress = nil // the run ends before anyone could read it
	}
	this.Stop = l.workers.Solve(l.s.Draft.Kind, w.document(), run, progress,
		func(answer *scenario.Answer, t *compute.Trouble) {
			l.hear(this, func() {
				delete(w.solving, id)
				if t == nil {
					w.show(state.RunDone{Run: id, To: posed, Key: key, Answer: answer, Problem: problem}, weight)
					return
				}
				w.tried[id] = this
				l.do(state.RunFailed{Run: id, Text: t.Text, Faults: t.Faults, Cancelled: t.Stopped()})
			})
		})
}

// show shows an answer. The answers of small runs are collected and shown together, at the latest after a short delay
// or when no run is left.
func (w *work) show(a state.RunDone, weight float64) {
	if weight > small {
		w.lab.do(a)
		return
	}
	w.held = append(w.held, a)
	if len(w.solving) == 0 {
		w.release()
		return
	}
	if !w.resting {
		w.resting = true
		w.lab.host.After(together, func() {
			w.resting = false
			w.release()
			w.lab.follow()
		})
	}
}

// holds reports whether the answer to a run waits to be shown.
func (w *work) holds(id string, posed *scenario.Scenario, key string) bool {
	for _, a := range w.held {
		if a.Run == id && a.To == posed && a.Key == key {
			return true
		}
	}
	return false
}

func (w *work) release() {
	held := w.held
	w.held = nil
	for _, a := range held {
		w.lab.do(a)
	}
}

// again starts all runs without a fresh answer, also failed and large ones.
func (w *work) again() {
	w.wanted = w.lab.s.Posed
	w.tried = map[string]*feature.Ask{}
}

// agree allows the runs of a policy to take any time, after the user has confirmed it.
func (w *work) agree(id string) {
	s := &w.lab.s
	if w.agreed == nil {
		w.agreed = map[string]*feature.Ask{}
	}
	for _, a := range s.Answers {
		if p, ok := s.Asked(a.Run); ok && p.ID == id {
			w.agreed[a.ID] = &feature.Ask{Of: s.Posed, Key: s.KeyOf(a.Run)}
		}
	}
}

// cancel stops every run.
func (w *work) cancel() {
	w.wanted, w.agreed = nil, nil
	for _, a := range w.lab.s.Answers {
		id := a.ID
		under := w.solving[id]
		if under == nil {
			continue
		}
		w.tried[id] = under
		w.drop(id)
		w.lab.do(state.RunFailed{Run: id, Cancelled: true})
	}
}

const maxExplained = feature.MaxExplained

// explain requests the explanations that the screen shows: of the selection, and for its tables and
// charts.
func (w *work) explain() {
	s := &w.lab.s
	sc, a := kinds.OfDraft(s), s.Focused()
	if !s.Fresh(*a) || !a.Answer.Feasible {
		return
	}
	if question, about, ok := sc.Asked(s); ok {
		question.Run = a.ID
		w.ask(&w.why, &s.Why, question, a.Run, about)
	}
	w.explainFlips(a)
	if sc.Table == nil {
		return
	}
	if about := sc.Table(s); about != nil {
		w.ask(&w.matrix, &s.Matrix, state.WhyPending{Matrix: true, Run: a.ID, Keep: about["queue"] != ""},
			a.Run, about)
	}
}

// ask requests an explanation of a run, unless it is known or under way.
func (w *work) ask(under **feature.Ask, known *state.Why, pending state.WhyPending, run scenario.Run,
	about map[string]string) {
	l := w.lab
	pending.To, pending.Key = l.s.Posed, whyKey(about, l.s.KeyOf(run))
	if known.To == pending.To && known.Key == pending.Key && !known.Pending || (*under).Is(pending.To, pending.Key) {
		return
	}
	this := feature.Begin(under, pending.To, pending.Key)
	l.do(pending)
	this.Stop = l.workers.Explain(l.s.Draft.Kind, w.document(), run, about, func(why compute.Why, t *compute.Trouble) {
		l.hear(this, func() {
			*under = nil
			arrived := state.WhyArrived{Matrix: pending.Matrix, Flips: pending.Flips, Key: pending.Key,
				Trace: why.Trace, Detail: why.Detail}
			if t != nil {
				arrived.Text = t.Text
			}
			l.do(arrived)
		})
	})
}

// whyKey returns a key that identifies a question.
func whyKey(about map[string]string, run string) string {
	return string(doc.Canonical(about)) + "\n" + run
}
