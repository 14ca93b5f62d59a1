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

// answerUpdater keeps the page's answers up to date: small problems are solved again after every change,
// large ones on request.
type answerUpdater struct {
	lab *Lab

	text          []byte // the explicit problem in the form that workers get
	textOf        *scenario.Scenario
	policies      []scenario.Policy           // in text
	expanding     *feature.Request            // request to the draft's generator
	making        *feature.Request            // request to read the generated problem
	solving       map[string]*feature.Request // by the ID of the run
	failedRuns    map[string]*feature.Request // failed runs, which do not start again by themselves
	requestedRuns map[string]*feature.Request // runs that the user has requested, by ID
	explanation   *feature.Request
	matrix        *feature.Request
	flips         *feature.Request
	requested     *scenario.Scenario // the value of Posed when the user pressed Run
	declined      *scenario.Scenario // the value of Posed when the generator was cancelled or refused
	sheet         int                // the sheet that soon belongs to
	opened        *scenario.Scenario // the value of Posed that soon belongs to
	automaticRuns map[string]bool    // runs that are solved without a request after opening

	// heldAnswers has answers to a small problem. They arrive shortly after each other and are shown together, because
	// drawing costs more than solving.
	heldAnswers   []state.RunDone
	showScheduled bool
}

// maxAnswerDelay is the maximal delay of an answer.
const maxAnswerDelay = 50 * time.Millisecond

const maxSolved = feature.MaxSolved

// maxTotalWeight bounds the total weight of runs that start without a request: a link may have a hundred small ones.
// A run of weight 1 takes at most a quarter of a second in every kind.
const maxTotalWeight = 4

// follow starts missing computations and stops obsolete ones.
func (w *answerUpdater) follow() {
	s := &w.lab.s
	sc := kinds.OfDraft(s)
	for id, a := range w.solving {
		if a.Scenario.Kind != s.Draft.Kind || !s.Shows(id) {
			w.stop(id)
		}
	}
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		w.expand()
		return
	}
	if screen.NextStart(s, sc) != nil {
		return // an empty problem's answer would be called optimal
	}
	if w.sheet != s.Sheet {
		w.sheet, w.opened, w.automaticRuns = s.Sheet, s.PosedDraft, w.quickRuns()
	}
	waiting, spent := false, 0.0
	for _, a := range s.Answers {
		id, key, weight := a.ID, s.KeyOf(a.Run), weightOf(sc, s, a.Run)
		under, light := w.solving[id], weight <= maxSolved
		if light {
			spent += weight
			light = spent <= maxTotalWeight
		}
		switch {
		case s.NeedsPermission(a.Run):
			w.stop(id)
		case s.IsFresh(a), w.failedRuns[id].Is(s.PosedDraft, key), w.isHeld(id, s.PosedDraft, key):
		case under != nil && (under.Is(s.PosedDraft, key) || light && a.Run.Algorithm != policy.AlgorithmOwn):
			// A small run under way is not restarted; its answer is then shown as old.
			waiting = true
		case light, w.requested == s.PosedDraft, w.requestedRuns[id].Is(s.PosedDraft, key), w.opened == s.PosedDraft &&
			w.automaticRuns[id]:
			w.stop(id)
			w.solve(id, a.Run, key, weight)
			waiting = true
		}
	}
	if a := s.FocusedAnswer(); !waiting && a != nil && weightOf(sc, s, a.Run) <= maxExplained &&
		!s.NeedsPermission(a.Run) {
		w.explain()
	}
}

// quickRuns returns the runs that together take only a moment. They are solved without a request
// when a problem is opened, although they may be too slow for every change.
func (w *answerUpdater) quickRuns() map[string]bool {
	s, soon, spent := &w.lab.s, map[string]bool{}, 0.0
	for _, a := range s.Answers {
		ms := catalog.Work(s.Problem, a.Run) * catalog.LanguageFactor(s.Draft, a.Run)
		if !s.NeedsPermission(a.Run) && spent+ms <= catalog.MaxAutomaticMs {
			spent += ms
			soon[a.ID] = true
		}
	}
	return soon
}

// stop ends a run, if it is under way.
func (w *answerUpdater) stop(id string) {
	a := w.solving[id]
	delete(w.solving, id)
	a.End()
}

// expand requests the problem from the draft's generator. The user must request a slow one.
func (w *answerUpdater) expand() {
	l, draft, posed := w.lab, w.lab.s.Draft, w.lab.s.PosedDraft
	if w.expanding.Is(posed, "") {
		return
	}
	w.expanding.End()
	w.making.End()
	w.making = nil
	if (catalog.Making(draft) > catalog.MaxAutomaticMs || w.declined == posed) && w.requested != posed {
		w.expanding = nil
		return
	}
	this := &feature.Request{Scenario: posed}
	w.expanding = this
	if catalog.Making(draft) > longGeneration {
		l.do(state.SetOpening{Name: state.TitleInSentence(draft.Title)})
	}
	this.Stop = l.workers.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
		l.receive(this, func() {
			if t != nil && t.IsCancelled() {
				return
			}
			l.readProblem(&w.making, posed, text, t, func(made state.ExpandDone) {
				l.do(made)
				if w.expanding == this {
					w.expanding = nil // undo may restore the draft
				}
				if made.Problem == nil {
					w.declined, w.requested = posed, nil // the generator would refuse again
				}
			})
		})
	})
}

// longGeneration is the estimated time in milliseconds from which the page shows that a generator is running.
const longGeneration = 50

// readProblem reads a generated problem, and calls done with it.
func (l *Lab) readProblem(place **feature.Request, of *scenario.Scenario, text []byte, t *compute.Trouble,
	done func(state.ExpandDone)) {
	if t != nil {
		done(state.ExpandDone{Draft: of, Faults: t.Faults, Text: t.Text})
		return
	}
	parse := func(pause func()) (*scenario.Scenario, doc.Faults) { return scenario.ParseWith(text, pause) }
	l.loadAs(place, state.TitleInSentence(of.Title), len(text), parse,
		func(problem *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 {
				done(state.ExpandDone{Draft: of, Faults: faults, Text: faults[0].String()})
				return
			}
			done(state.ExpandDone{Draft: of, Problem: problem})
		})
}

// document returns the problem as text, cached per problem. For a generated problem it is the text of the draft,
// which is short, while the explicit problem may have a million nodes.
func (w *answerUpdater) document() []byte {
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

// setText sets the text from which the current problem was read, so that it is not written again:
// that takes a second for a long trace.
func (w *answerUpdater) setText(text []byte) {
	if s := &w.lab.s; s.Problem != nil && s.Problem == s.Draft && !scenario.Generates(s.Draft) {
		w.text, w.textOf, w.policies = text, s.Problem, s.Draft.Policies
	}
}

// solve has a worker solve a run and records its progress and its end. Small runs report no progress. key identifies
// the run's input, and weight its estimated work.
func (w *answerUpdater) solve(id string, run scenario.Run, key string, weight float64) {
	l := w.lab
	posed, problem := l.s.PosedDraft, l.s.Problem
	this := &feature.Request{Scenario: posed, Key: key}
	w.solving[id] = this
	l.do(state.RunWaits{Run: id})
	progress := func(done, total int) {
		l.receive(this, func() { l.do(state.RunProgress{Run: id, Done: done, Total: total, Now: l.host.Now()}) })
	}
	if weight <= maxSolved {
		progress = nil // the run ends before anyone could read it
	}
	this.Stop = l.workers.Solve(l.s.Draft.Kind, w.document(), run, progress,
		func(answer *scenario.Answer, t *compute.Trouble) {
			l.receive(this, func() {
				delete(w.solving, id)
				if t == nil {
					w.showAnswer(state.RunDone{Run: id, To: posed, Key: key, Answer: answer, Problem: problem}, weight)
					return
				}
				w.failedRuns[id] = this
				l.do(state.RunFailed{Run: id, Text: t.Text, Faults: t.Faults, Cancelled: t.IsCancelled()})
			})
		})
}

// showAnswer shows an answer. The answers of small runs are collected and shown together, at the latest after a short
// delay or when no run is left.
func (w *answerUpdater) showAnswer(a state.RunDone, weight float64) {
	if weight > maxSolved {
		w.lab.do(a)
		return
	}
	w.heldAnswers = append(w.heldAnswers, a)
	if len(w.solving) == 0 {
		w.showHeldAnswers()
		return
	}
	if !w.showScheduled {
		w.showScheduled = true
		w.lab.host.AfterFunc(maxAnswerDelay, func() {
			w.showScheduled = false
			w.showHeldAnswers()
			w.lab.follow()
		})
	}
}

// isHeld reports whether the answer to a run waits to be shown.
func (w *answerUpdater) isHeld(id string, posed *scenario.Scenario, key string) bool {
	for _, a := range w.heldAnswers {
		if a.Run == id && a.To == posed && a.Key == key {
			return true
		}
	}
	return false
}

func (w *answerUpdater) showHeldAnswers() {
	held := w.heldAnswers
	w.heldAnswers = nil
	for _, a := range held {
		w.lab.do(a)
	}
}

// runAll marks all runs without a fresh answer to be started, also failed and large ones; follow starts them.
func (w *answerUpdater) runAll() {
	w.requested = w.lab.s.PosedDraft
	w.failedRuns = map[string]*feature.Request{}
}

// allowRuns allows the runs of a policy to take any time, after the user has confirmed it.
func (w *answerUpdater) allowRuns(id string) {
	s := &w.lab.s
	if w.requestedRuns == nil {
		w.requestedRuns = map[string]*feature.Request{}
	}
	for _, a := range s.Answers {
		if p, ok := s.PolicyOf(a.Run); ok && p.ID == id {
			w.requestedRuns[a.ID] = &feature.Request{Scenario: s.PosedDraft, Key: s.KeyOf(a.Run)}
		}
	}
}

// cancel stops every run.
func (w *answerUpdater) cancel() {
	w.requested, w.requestedRuns = nil, nil
	for _, a := range w.lab.s.Answers {
		id := a.ID
		under := w.solving[id]
		if under == nil {
			continue
		}
		w.failedRuns[id] = under
		w.stop(id)
		w.lab.do(state.RunFailed{Run: id, Cancelled: true})
	}
}

const maxExplained = feature.MaxExplained

// explain requests the explanations that the screen shows: of the selection, and for its tables and
// charts.
func (w *answerUpdater) explain() {
	s := &w.lab.s
	sc, a := kinds.OfDraft(s), s.FocusedAnswer()
	if !s.IsFresh(*a) || !a.Answer.Feasible {
		return
	}
	if question, about, ok := sc.ExplanationRequest(s); ok {
		question.Run = a.ID
		w.requestExplanation(&w.explanation, &s.Explanation, question, a.Run, about)
	}
	w.explainFlips(a)
	if sc.Table == nil {
		return
	}
	if about := sc.Table(s); about != nil {
		w.requestExplanation(&w.matrix, &s.Matrix, state.ExplanationPending{Matrix: true, Run: a.ID,
			Keep: about["queue"] != ""},
			a.Run, about)
	}
}

// requestExplanation requests an explanation of a run, unless it is known or under way.
func (w *answerUpdater) requestExplanation(under **feature.Request, known *state.Explanation,
	pending state.ExplanationPending,
	run scenario.Run,
	about map[string]string) {
	l := w.lab
	pending.To, pending.Key = l.s.PosedDraft, questionKey(about, l.s.KeyOf(run))
	if known.To == pending.To && known.Key == pending.Key && !known.Pending || (*under).Is(pending.To, pending.Key) {
		return
	}
	this := feature.Begin(under, pending.To, pending.Key)
	l.do(pending)
	this.Stop = l.workers.Explain(l.s.Draft.Kind, w.document(), run, about,
		func(why compute.Explanation, t *compute.Trouble) {
			l.receive(this, func() {
				*under = nil
				arrived := state.ExplanationArrived{Matrix: pending.Matrix, Flips: pending.Flips, Key: pending.Key,
					Trace: why.Trace, Detail: why.Detail}
				if t != nil {
					arrived.Text = t.Text
				}
				l.do(arrived)
			})
		})
}

// questionKey returns a key that identifies a question.
func questionKey(about map[string]string, run string) string {
	return string(doc.Canonical(about)) + "\n" + run
}
