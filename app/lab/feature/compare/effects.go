package compare

import (
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// effects requests the missing data of a comparison: problems, answers of other documents, recorded steps,
// explanations, and the difference.
type effects struct {
	env feature.Env
	requests
	ticking bool
	from    string // the view before the comparison
	entered bool   // whether two answers were chosen before
}

// requests has the current requests to workers for each of the two sides.
type requests struct {
	making    [2]*feature.Request // for problems
	reading   [2]*feature.Request // to read generated problems
	solving   [2]*feature.Request
	logging   [2]*feature.Request
	telling   [2]*feature.Request
	requested [2]*scenario.Scenario // documents whose large run the user requested
}

func (e *effects) pair() Pair { return Of(e.env.State()) }

// do applies changes of the comparison.
func (e *effects) do(changes ...state.Change[State]) {
	for _, c := range changes {
		e.env.Do(Slot.Do(c))
	}
}

// documents returns the compared documents.
func (e *effects) documents() []*scenario.Scenario {
	p := e.pair()
	return []*scenario.Scenario{p.Draft(0), p.Draft(1)}
}

// follow requests the data that the comparison still lacks.
func (e *effects) follow() {
	if !isViewShown(e.env.State()) {
		return
	}
	for side := range 2 {
		e.answer(side)
		e.log(side)
		e.requestExplanation(side)
	}
	if p := e.pair(); !p.Current() {
		if found := p.Compare(ui.Num); found != nil || p.Difference != nil {
			e.do(DifferenceArrived{Difference: found})
		}
		for side := range 2 {
			e.requestExplanation(side)
		}
	}
	e.play()
}

// answer expands and solves the document of a side, unless it is the current draft, which has work
// of its own.
func (e *effects) answer(side int) {
	p := e.pair()
	x, run := &p.Sides[side], p.Run(side)
	key := state.RunKey(run)
	if x.Draft == nil || x.CheckedAnswer != nil || e.solving[side].Is(x.Draft, key) {
		return
	}
	if _, answer := p.Answer(side); answer != nil {
		return
	}
	draft := x.Draft
	got := SideDataArrived{Side: side, Draft: draft, RunKey: key}
	if x.Problem == nil {
		if e.making[side].Is(draft, key) {
			return
		}
		if catalog.Making(draft) > catalog.MaxAutomaticMs && e.requested[side] != draft {
			if got.Large = true; !x.Large {
				e.do(got)
			}
			return
		}
		this := feature.Begin(&e.making[side], draft, key)
		expanded := func(made state.ExpandDone) {
			if got.Problem = made.Problem; got.Problem == nil {
				got.Failure = made.Text
			}
			e.do(got)
		}
		this.Stop = e.env.Workers().Expand(draft.Kind, scenario.Canonical(draft),
			func(text []byte, t *compute.Trouble) {
				e.env.Receive(this, func() { e.env.ReadProblem(&e.reading[side], draft, text, t, expanded) })
			})
		return
	}
	this := feature.Begin(&e.solving[side], draft, key)
	h := p.SideState(side)
	if e.env.Weight(&h, run) > feature.MaxSolved && e.requested[side] != draft {
		got.Large = true
		e.do(got)
		return
	}
	this.Stop = e.env.Workers().Solve(draft.Kind, scenario.Canonical(x.Problem), run, nil,
		func(answer *scenario.Answer, t *compute.Trouble) {
			e.env.Receive(this, func() {
				if got.Answer = answer; t != nil {
					got.Failure = t.Text
				}
				e.do(got)
			})
		})
}

// explainable returns the state of a side, and reports whether its answer was computed here and is
// small enough to be explained.
func (e *effects) explainable(side int) (h state.State, ok bool) {
	p := e.pair()
	h = p.SideState(side)
	a := &h.Answers[0]
	ok = p.Sides[side].CheckedAnswer == nil && a.Answer != nil && a.Answer.Feasible && h.Problem != nil &&
		e.env.Weight(&h, a.Run) <= feature.MaxExplained
	return h, ok
}

// log requests the recorded steps of a side's run.
func (e *effects) log(side int) {
	h, ok := e.explainable(side)
	answer := h.Answers[0].Answer
	if !ok || e.pair().Sides[side].LogOf == answer {
		return
	}
	e.explain(&e.logging[side], &h, nil, func(why compute.Explanation, _ *compute.Trouble) {
		e.do(ExplanationArrived{Side: side, Answer: answer, Log: why.Trace})
	})
}

// requestExplanation requests the explanation of a side's decision about the selected thing.
func (e *effects) requestExplanation(side int) {
	h, ok := e.explainable(side)
	if !ok || len(h.Select) == 0 {
		return
	}
	answer := h.Answers[0].Answer
	question, about, asks := e.env.ScreenOf(&h).ExplanationRequest(&h)
	if !asks {
		return
	}
	key := questionKey(&h, about)
	if x := &e.pair().Sides[side].Explanation; x.Key == key && x.To == h.Problem {
		return
	}
	reply := state.Explanation{Run: h.Focus, About: question.About, To: h.Problem, Key: key}
	e.explain(&e.telling[side], &h, about, func(why compute.Explanation, t *compute.Trouble) {
		if reply.Trace, reply.Detail = why.Trace, why.Detail; t != nil {
			reply.Text = t.Text
		}
		if why.Trace != nil {
			reply.Step = len(why.Trace.Events)
		}
		e.do(ExplanationArrived{Side: side, Answer: answer, Explanation: &reply})
	})
}

// questionKey returns a key that identifies a question about a side.
func questionKey(h *state.State, about map[string]string) string {
	return string(doc.Canonical(about)) + "\n" + h.KeyOf(h.Answers[0].Run)
}

// explain requests an explanation of a side's run, unless the same request is under way.
func (e *effects) explain(under **feature.Request, h *state.State, about map[string]string,
	then func(compute.Explanation, *compute.Trouble)) {
	key := questionKey(h, about)
	if (*under).Is(h.Problem, key) {
		return
	}
	this := feature.Begin(under, h.Problem, key)
	this.Stop = e.env.Workers().Explain(h.Draft.Kind, scenario.Canonical(h.Problem), h.Answers[0].Run, about,
		func(why compute.Explanation, t *compute.Trouble) { e.env.Receive(this, func() { then(why, t) }) })
}

// play advances both replays while they play.
func (e *effects) play() {
	own := e.pair()
	if e.ticking || !own.Playing {
		return
	}
	e.ticking = true
	wait := min(450*time.Millisecond, 15*time.Second/time.Duration(max(1, own.turns())))
	e.env.AfterFunc(max(40*time.Millisecond, wait), func() {
		e.ticking = false
		if own := e.pair(); own.Playing && isViewShown(e.env.State()) {
			e.do(ShowDecisions(own.Step + 1))
		}
	})
}

// stopAt stops both replays at a turn.
func (e *effects) stopAt(to int) { e.do(Play(false), ShowDecisions(to)) }

// step goes to another turn.
func (e *effects) step(where string) {
	turn := e.pair().Step
	e.stopAt(map[string]int{"back": turn - 1, "on": turn + 1, "last": 1 << 30}[where])
}

// toggleReplay starts or stops both replays.
func (e *effects) toggleReplay() { e.do(Play(!e.pair().Playing)) }

// run starts the runs of both sides, also large ones.
func (e *effects) run() {
	for i := range 2 {
		e.requested[i] = e.pair().Sides[i].Draft
		e.solving[i] = nil
	}
	e.env.RunAll()
}

// command runs the command of a button of the comparison.
func (e *effects) command(what, arg string) {
	own := e.pair()
	shown := own.Arrangement
	switch what {
	case "open":
		e.openAnswers()
	case "run":
		e.run()
	case "next":
		e.goBy(1)
	case "previous":
		e.goBy(-1)
	case "at":
		kind, id, _ := strings.Cut(arg, ":")
		e.do(Select{state.Ref{Kind: kind, ID: id}})
	case "turn":
		e.stopAt(atoi(arg))
	case "part":
		if own.Difference != nil && own.Difference.Divergence >= 0 {
			e.stopAt(own.Difference.Divergence + 1)
			t := own.Difference.Decisions[own.Difference.Divergence]
			if t.A.ID == "" {
				t.A = t.B
			}
			e.do(Select{state.Ref(t.A.Ref)})
		}
	case "swap":
		e.set(own.Sides[1], own.Sides[0])
	case "way":
		shown.Way = arg
	case "metric":
		shown.Metric = arg
	case "cause":
		shown.ByTime = arg == "time"
	case "play":
		e.do(Play(arg == "on"))
	}
	if shown != own.Arrangement {
		e.do(shown)
	}
}

// goBy selects the difference that is by positions after the selected one.
func (e *effects) goBy(by int) {
	if own := e.pair(); own.Difference != nil {
		e.show(own.Next(by))
	}
}

// selectElement selects the difference of a clicked thing.
func (e *effects) selectElement(t state.Ref) {
	if found := e.pair().Difference; found != nil && found.indexOf(t) >= 0 {
		e.show(t)
	}
}

// show selects a difference and scrolls to it.
func (e *effects) show(t state.Ref) {
	e.do(Select{t})
	e.env.AfterDraw(func() { e.env.Call("intoView", "beside-at") })
}
