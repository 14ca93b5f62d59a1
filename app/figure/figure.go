// Package figure is the embeddable figure: one scenario, drawn, solved and
// verified in a frame of another page.
//
// A Figure is a value with transitions (Open, Run, Choose, PickJob, ...) and
// queries for the markup (Title, Rows, Story, ...). It uses neither the browser
// nor vugu, so all of it is tested natively; root.vugu is markup only, and
// mount_js.go connects the value to a page. Computing is behind Engine: a pool
// of workers in the page, a direct call in tests and when the site is built.
package figure

import (
	"gridbox/app/compute"
	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
	"gridbox/core/scenario"
)

// A Phase is a stage of a figure.
type Phase string

// Phases of a figure.
const (
	Loading Phase = "loading" // the scenario is on its way
	Waiting Phase = "waiting" // the scenario is drawn and waits for a click on Run
	Running Phase = "running" // algorithms are at work
	Done    Phase = "done"    // every algorithm has answered, failed or been stopped
	Broken  Phase = "broken"  // there is nothing to show; Trouble has the reason
)

// An Engine computes asynchronously and calls back later, never before the call
// has returned and never two at the same time. In a page it is a compute.Kinds.
type Engine interface {
	// Expand makes a generated scenario explicit.
	Expand(kind string, text []byte, done func(explicit []byte, trouble *compute.Trouble)) (cancel func())
	// Explain records the steps of a run, about one thing or all.
	Explain(kind string, text []byte, run scenario.Run, about map[string]string,
		done func(why compute.Explanation, trouble *compute.Trouble)) (cancel func())
	// Solve runs one algorithm on an explicit scenario. A cancelled run calls
	// back with a Trouble that is Stopped.
	Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
		done func(answer *scenario.Answer, trouble *compute.Trouble)) (cancel func())
	// Scope returns the size of a study, and Survey measures one.
	Scope(text []byte, done func(scope compute.Scope, trouble *compute.Trouble)) (cancel func())
	Survey(kind string, text []byte, metric string, size int, seen func(view []byte, done int),
		ended func(trouble *compute.Trouble)) (cancel func())
}

// An Entry is one run of the comparison and its progress.
type Entry struct {
	Run         scenario.Run
	Place       int    // among the scenario's runs
	Name        string // distinct among them
	Colour      int    // as catalog.Colours
	Letter      string // as catalog.Letters
	Answer      *scenario.Answer
	Trouble     *compute.Trouble
	Done, Total int // progress, 0 of 0 while unknown
	stop        func()
}

// Figure is the state of one figure.
type Figure struct {
	Address Address
	Base    string // the site's prefix, "" or "/some/prefix"
	// Alone is set if the figure is a page of its own with no site around it. Base is then the whole address of a
	// site, or empty if none is known.
	Alone   bool
	Phase   Phase
	Trouble *compute.Trouble

	source           *scenario.Scenario // as given; the link to the laboratory opens it
	maker            func()             // generates the problem of source; nil once that has begun
	explicit         *scenario.Scenario // as solved and drawn
	text             []byte             // explicit, as text
	entries          []Entry
	runs             []scenario.Run // of the scenario, hidden ones too
	chosen           int            // index of the chosen entry
	job              int            // 1 + index of the chosen job; 0 is no job
	mark             picture.Ref    // the mark that the reader picked; the zero Ref is none
	named            bool           // whether the reader or the address chose the job
	clusterPositions []layout.Point
	cache            *draw.Cache // data that the last picture was made of
	beside           string      // the pair of compared answers, as in the address: 1,3
	second           *second
	lock             *stepLock            // if steps are shown instead of answers
	panel            *panel               // what readers may change; nil for nothing
	study            survey               // if a study is shown
	took             float64              // milliseconds for all answers, as the workers measured; 0 while unknown
	previousTook     float64              // the same for the previous answers
	clicked          bool                 // whether the user started a run
	expectation      scenario.Expectation // digest of the answers computed here; zero before they are there
	onDone           func()               // called when all answers are there
	lab              string               // the cached link to the laboratory, for labOf
	labOf            linkState
	givenAnswers     []scenario.Answer // answers that the page contains
	engine           Engine
	still            bool // drawn beforehand: nothing in it can be acted on
}

// New returns a figure for an address.
func New(a Address, base string, engine Engine) *Figure {
	return &Figure{Address: a, Base: base, Phase: Loading, engine: engine, cache: &draw.Cache{}}
}

// phaseStill is the phase of a page that was drawn beforehand.
const phaseStill = "still"

// Freeze makes a figure a still without controls.
func (f *Figure) Freeze() { f.still = true }

// Break ends a figure that has nothing to show.
func (f *Figure) Break(text string, faults doc.Faults) {
	f.Phase, f.Trouble = Broken, &compute.Trouble{Text: text, Faults: faults}
}

// problem returns the placement problem that is shown; nil before it is known.
func (f *Figure) problem() *placement.Problem {
	if f.explicit == nil || f.explicit.Placement == nil {
		return nil
	}
	return &f.explicit.Placement.Problem
}

// jobs returns the ids of the problem's jobs in order, nil if it has none.
func (f *Figure) jobs() []string {
	if f.explicit == nil {
		return nil
	}
	n, id := doc.List(scenario.Problem(f.explicit), "jobs")
	var names []string
	for i := range n {
		names = append(names, id(i))
	}
	return names
}

// answer returns the chosen algorithm's feasible answer. It returns nil if
// there is none, and if the figure shows steps, which must not reveal the
// result.
func (f *Figure) answer() *scenario.Answer {
	if f.lock != nil || f.chosen >= len(f.entries) || f.entries[f.chosen].Answer == nil ||
		!f.entries[f.chosen].Answer.Feasible {
		return nil
	}
	return f.entries[f.chosen].Answer
}

// solution returns the chosen algorithm's feasible placement, nil if there is
// none.
func (f *Figure) solution() *placement.Solution {
	a := f.answer()
	if a == nil {
		return nil
	}
	placed, _ := a.Solution.(*placement.Solution)
	return placed
}
