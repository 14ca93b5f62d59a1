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

// work keeps the page's answers in step with the draft: small problems are
// solved again after every change, large ones when asked.
type work struct {
	lab *Lab

	text      []byte // the explicit problem as workers get it
	textOf    *scenario.Scenario
	policies  []scenario.Policy       // those in the text
	expanding *feature.Ask            // the draft that a generator makes explicit
	making    *feature.Ask            // the reading of what it made
	solving   map[string]*feature.Ask // by the ID of the run
	tried     map[string]*feature.Ask // what failed and is not to be tried again by itself
	agreed    map[string]*feature.Ask // what a person has asked for, run by run
	why       *feature.Ask
	matrix    *feature.Ask
	flips     *feature.Ask
	wanted    *scenario.Scenario // what was posed when a person pressed Run
	declined  *scenario.Scenario // what was posed when a person cancelled the generator, or it refused
	sheet     int                // that was in front when it was last looked for what is soon solved
	opened    *scenario.Scenario // what was posed then
	soon      map[string]bool    // the runs of it that are soon solved

	// Answers to a small problem come within moments of each other; they are
	// shown together, because drawing costs more than solving.
	held    []state.RunDone
	resting bool
}

// together is how long an answer may wait for the others.
const together = 50 * time.Millisecond

// small is the weight up to which a run is solved after every change.
const small = 1

// mostTogether bounds the weights of all runs that start unasked: a link may bring a hundred
// small ones. No kind's weight is more than a quarter of a second.
const mostTogether = 4

// follow starts what the state lacks and stops what it wants no more.
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
		return // an answer to nothing would be said to be optimal
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
			light = spent <= mostTogether
		}
		switch {
		case s.Waits(a.Run):
			w.drop(id)
		case s.Fresh(a), w.tried[id].Is(s.Posed, key), w.holds(id, s.Posed, key):
		case under != nil && (under.Is(s.Posed, key) || light && a.Run.Algorithm != policy.Own):
			// A small one in flight is awaited; its answer shows that it is old.
			waiting = true
		case light, w.wanted == s.Posed, w.agreed[id].Is(s.Posed, key), w.opened == s.Posed && w.soon[id]:
			w.drop(id)
			w.solve(id, a.Run, key, weight)
			waiting = true
		}
	}
	if a := s.Focused(); !waiting && a != nil && weightOf(sc, s, a.Run) <= mostExplained && !s.Waits(a.Run) {
		w.explain()
	}
}

// soonSolved are the runs that are solved within a moment, all together: whoever opens a
// problem need not ask for them, though they may take too long to be solved at every change.
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

// expand has the draft's generator make the problem, which a person is to ask for where
// it takes long.
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
		l.do(state.SetOpening{Name: named(draft.Title)})
	}
	this.Stop = l.workers.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
		l.hear(this, func() {
			if t != nil && t.Stopped() {
				return
			}
			l.expanded(&w.making, posed, text, t, func(made state.Expanded) {
				l.do(made)
				if w.expanding == this {
					w.expanding = nil // undo may bring the draft back
				}
				if made.Problem == nil {
					w.declined, w.wanted = posed, nil // what a generator refuses is not asked again
				}
			})
		})
	})
}

// longMaking is the estimate in milliseconds from which the page shows that a generator is running.
const longMaking = 50

// expanded reads what a generator made of a draft, and calls done with it.
func (l *Lab) expanded(place **feature.Ask, of *scenario.Scenario, text []byte, t *compute.Trouble,
	done func(state.Expanded)) {
	if t != nil {
		done(state.Expanded{Of: of, Faults: t.Faults, Text: t.Text})
		return
	}
	parse := func(pause func()) (*scenario.Scenario, doc.Faults) { return scenario.ParseWith(text, pause) }
	l.loadAs(place, named(of.Title), len(text), parse, func(problem *scenario.Scenario, faults doc.Faults) {
		if len(faults) > 0 {
			done(state.Expanded{Of: of, Faults: faults, Text: faults[0].String()})
			return
		}
		done(state.Expanded{Of: of, Problem: problem})
	})
}

// document gives the problem as text, written once a problem. One that a
// generator has made is asked of the generator again, which is a short text
// where the explicit one may have a million nodes.
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

// written says that a text is what the problem in front was read of, which spares writing it:
// that of a long trace takes a second.
func (w *work) written(text []byte) {
	if s := &w.lab.s; s.Problem != nil && s.Problem == s.Draft && !scenario.Generates(s.Draft) {
		w.text, w.textOf, w.policies = text, s.Problem, s.Draft.Policies
	}
}

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
		progress = nil // it is over before anybody could read it
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

// show takes an answer up, at once or with those that are about to come.
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

// again runs everything that is not fresh, also what failed or is large.
func (w *work) again() {
	w.wanted = w.lab.s.Posed
	w.tried = map[string]*feature.Ask{}
}

// agree has the runs of a policy solved however long they take: somebody has looked at it and said so.
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

// mostExplained bounds the problems that are explained unasked: a trace of a
// run over more than this weight would take longer than a glance.
const mostExplained = 4

// explain asks for what the screen wants to show: the why of what is selected,
// and what its tables and charts ask besides.
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

// ask has a run explained, unless that is known or on its way.
func (w *work) ask(under **feature.Ask, known *state.Why, pending state.WhyPending, run scenario.Run,
	about map[string]string) {
	l := w.lab
	pending.To, pending.Key = l.s.Posed, whyKey(about, l.s.KeyOf(run))
	if known.To == pending.To && known.Key == pending.Key && !known.Pending || (*under).Is(pending.To, pending.Key) {
		return
	}
	(*under).End()
	this := &feature.Ask{Of: pending.To, Key: pending.Key}
	*under = this
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

// whyKey tells one question from another.
func whyKey(about map[string]string, run string) string {
	return string(doc.Canonical(about)) + "\n" + run
}
