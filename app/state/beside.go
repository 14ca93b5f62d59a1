package state

import (
	"slices"

	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// InBeside is the value of Look.View during the comparison of two answers.
const InBeside = "beside"

// InQueue is the view of a farm's queue: the scenario with the waiting jobs as its answers.
const InQueue = "queue"

// View returns the view that is shown, "" for the scenario.
func (s *State) View() string {
	if s.Look.View == "" && s.Look.Answers == InQueue {
		return InQueue
	}
	return s.Look.View
}

// Beside is the comparison of two answers: of the current draft, of an earlier state of it, or of any other document.
type Beside struct {
	Left, Right BesideSide
	Metric      string // metric of the effects; empty for the metric of the bounds
	Way         string // "", over or list
	ByTime      bool   // how causes are ordered
	At          Thing  // the selected difference
	// Turn is the number of decisions of the replays shown; all of them if
	// Whole is set.
	Turn    int
	Whole   bool
	Playing bool
	// Found is the difference of the answers in OfAnswers; nil until both are
	// there.
	Found *Contrast
}

// Side returns the left side for 0, else the right one.
func (b *Beside) Side(i int) *BesideSide {
	if i == 0 {
		return &b.Left
	}
	return &b.Right
}

// A BesideSide is one of the two sides.
type BesideSide struct {
	Title string             // of a document other than the current draft
	Draft *scenario.Scenario // that document, nil for the current draft
	Run   int                // the place among the document's runs
	// Problem and Answer are set for another document; see Draft.
	Problem *scenario.Scenario
	Answer  *scenario.Answer
	RunOf   string // the run as [RunKey] that Answer belongs to
	Places  []layout.Point
	Given   *Given // how Answer was judged if it comes from another program
	Large   bool   // too much work to be solved without a request
	Failed  string // why there is no answer
	Log     *trace.Log
	LogOf   *scenario.Answer
	Why     Why // explanation of the selection
}

// Given is the result of checking another program's answer.
type Given struct {
	Notes []string // assumptions, and data missing in its file
	Found int      // violations; the answer's check lists the first
}

// A Contrast is the difference of two answers.
type Contrast struct {
	Answers [2]*scenario.Answer
	Metric  string
	Logs    [2]*trace.Log
	Report  *diff.Report
	Fields  []diff.Field
	Turns   []diff.Pair
	Parted  int // the first decision in which they differ, -1 for none
}

// Actions of the comparison.
type (
	// SetBeside compares these two; a nil side is not changed.
	SetBeside struct{ Sides [2]*BesideSide }
	// LookBeside changes the view of the comparison: way, metric, cause, turn,
	// play.
	LookBeside struct {
		What, To string
		Turn     int
	}
	// PointBeside selects one difference.
	PointBeside struct{ Thing Thing }
	// BesideAnswered has data that a side lacked; empty fields are ignored.
	BesideAnswered struct {
		Side    int
		Draft   *scenario.Scenario // the document of the data
		Problem *scenario.Scenario
		Answer  *scenario.Answer
		RunOf   string
		Large   bool
		Failed  string
	}
	// BesideEvents has the events of a side's run, or an explanation.
	BesideEvents struct {
		Side int
		Of   *scenario.Answer
		Log  *trace.Log
		Why  *Why
	}
	// Contrasted has the difference.
	Contrasted struct{ Found *Contrast }
)

// BesideDraft returns the document of a side.
func (s *State) BesideDraft(side int) *scenario.Scenario {
	if d := s.Beside.Side(side).Draft; d != nil {
		return d
	}
	return s.Draft
}

// BesideRun returns the run of a side, the last one if the document has fewer.
func (s *State) BesideRun(side int) scenario.Run {
	if x := s.Beside.Side(side); x.Given != nil {
		return scenario.Run{Algorithm: x.Answer.Algorithm, Label: x.Answer.Label}
	}
	runs := Runs(s.BesideDraft(side))
	if len(runs) == 0 {
		return scenario.Run{}
	}
	return runs[s.BesideNumber(side)]
}

// BesideNumber returns the index of a side's run in its document.
func (s *State) BesideNumber(side int) int {
	return max(0, min(s.Beside.Side(side).Run, len(Runs(s.BesideDraft(side)))-1))
}

// BesideAnswer returns the answer of a side with its problem; nil while there
// is none.
func (s *State) BesideAnswer(side int) (*scenario.Scenario, *scenario.Answer) {
	x, run := s.Beside.Side(side), s.BesideRun(side)
	if x.Given != nil {
		return x.Problem, x.Answer
	}
	if x.Draft != nil {
		if x.Answer == nil || x.RunOf != RunKey(run) {
			return x.Problem, nil
		}
		return x.Problem, x.Answer
	}
	if a := s.besideRan(side); a != nil && s.Fresh(*a) { // an old answer is of another problem
		return a.Problem, a.Answer
	}
	return s.Problem, nil
}

// besideRan returns the answer of a side's run in the current draft, nil if there is no such run.
func (s *State) besideRan(side int) *Answer {
	for _, a := range s.All() {
		if a.Place == s.BesideNumber(side) {
			return a
		}
	}
	return nil
}

// BesideColour returns the colour of a side's run.
func (s *State) BesideColour(side int) int {
	d := s.BesideDraft(side)
	colours := catalog.Colours(d.Kind, Runs(d))
	if s.Beside.Side(side).Given != nil { // a colour that no run has
		free := 1
		for slices.Contains(colours, free) {
			free++
		}
		return free
	}
	if len(colours) == 0 {
		return 0
	}
	return colours[s.BesideNumber(side)]
}

// BesideHalf returns a state with one side only, so that the functions that
// explain one answer also work in a comparison.
func (s *State) BesideHalf(side int) State {
	h, x, run := *s, s.Beside.Side(side), s.BesideRun(side)
	problem, answer := s.BesideAnswer(side)
	h.Draft, h.Problem, h.Posed, h.ProblemOf = s.BesideDraft(side), problem, problem, problem
	if h.Draft != s.Draft {
		h.Programs = nil
	}
	h.Answers = []Answer{{ID: run.Algorithm, Place: s.BesideNumber(side), Name: s.runName(side),
		Colour: s.BesideColour(side), Run: run, Answer: answer, To: problem, Key: h.KeyOf(run), Problem: problem,
		Status: Done}}
	h.Aside, h.Focus, h.Why, h.Places, h.Replay = nil, run.Algorithm, x.Why, x.Places, Replay{}
	h.Select = nil
	if s.Beside.At != (Thing{}) {
		h.Select = []Thing{s.Beside.At}
	}
	return h
}

func (a SetBeside) reduce(s State) State {
	for i, side := range a.Sides {
		if side != nil {
			*s.Beside.Side(i) = *side
		}
	}
	s.Beside.At, s.Beside.Whole, s.Beside.Playing, s.Beside.Found = Thing{}, true, false, nil
	s.Look.View = InBeside
	return s
}

func (a LookBeside) reduce(s State) State {
	b := &s.Beside
	turns := 0
	if b.Found != nil {
		turns = len(b.Found.Turns)
	}
	switch a.What {
	case "way":
		b.Way = a.To
	case "metric":
		b.Metric = a.To
	case "cause":
		b.ByTime = a.To == "time"
	case "turn":
		b.Turn = max(0, min(a.Turn, turns))
		b.Whole = b.Turn == turns
		parts := turns > 0 && b.Turn == b.Found.Parted+1
		b.Playing = b.Playing && !b.Whole && !parts // it stops where the decisions differ
	case "play":
		b.Playing = a.To == "on" && turns > 0
		if b.Playing && b.Whole {
			b.Turn, b.Whole = 0, false
		}
	}
	return s
}

func (a PointBeside) reduce(s State) State {
	if s.Beside.At == a.Thing {
		return s
	}
	s.Beside.At = a.Thing
	for i := range 2 {
		s.Beside.Side(i).Why = Why{}
	}
	return s
}

func (a BesideAnswered) reduce(s State) State {
	x := s.Beside.Side(a.Side)
	if x.Draft != a.Draft {
		return s
	}
	x.Large, x.Failed = a.Large, a.Failed
	if a.Problem != nil {
		x.Problem = a.Problem
		x.Places = nil
		if p := a.Problem.Placement; p != nil {
			x.Places = layout.Clusters(&p.Problem)
		}
	}
	if a.Answer != nil {
		x.Answer, x.RunOf = a.Answer, a.RunOf
	}
	return s
}

func (a BesideEvents) reduce(s State) State {
	x := s.Beside.Side(a.Side)
	if _, answer := s.BesideAnswer(a.Side); answer != a.Of {
		return s
	}
	if a.Log != nil {
		x.Log, x.LogOf = a.Log, a.Of
	}
	if a.Why != nil {
		x.Why = *a.Why
	}
	return s
}

func (a Contrasted) reduce(s State) State {
	b := &s.Beside
	b.Found = a.Found
	if a.Found == nil {
		return s
	}
	b.Turn = min(b.Turn, len(a.Found.Turns))
	if b.Whole {
		b.Turn = len(a.Found.Turns)
	}
	known := slices.ContainsFunc(a.Found.Report.Differences, func(d diff.Difference) bool {
		return Thing(d.Thing) == b.At
	})
	if !known && b.At.Kind != "field" {
		b.At = Thing{}
		if list := a.Found.Report.Differences; len(list) > 0 {
			b.At = Thing(list[0].Thing)
		}
	}
	return s
}

// Contrast compares the two current answers; nil if one is missing. It is pure,
// and takes time proportional to the size of the answers.
func (s *State) Contrast(number func(float64) string) *Contrast {
	b := &s.Beside
	c := &Contrast{Metric: b.Metric, Parted: -1}
	var sides [2]diff.Side
	for i := range sides {
		problem, answer := s.BesideAnswer(i)
		if problem == nil || answer == nil {
			return nil
		}
		c.Answers[i] = answer
		if b.Side(i).LogOf == answer {
			c.Logs[i] = b.Side(i).Log
		}
		sides[i] = diff.Side{Scenario: problem, Answer: answer, Name: s.BesideName(i)}
	}
	if sides[0].Scenario.Kind != sides[1].Scenario.Kind {
		return nil
	}
	var err error
	if c.Report, err = diff.Answers(sides[0], sides[1], b.Metric, number); err != nil {
		c.Report, _ = diff.Answers(sides[0], sides[1], "", number) // the metric was chosen for another kind
	}
	c.Turns, c.Parted = diff.Replays(&sides[0], &sides[1], c.Logs[0], c.Logs[1])
	if before, after := s.BesideDraft(0), s.BesideDraft(1); before != after {
		c.Fields = diff.Documents(before, after)
	}
	return c
}

// Current reports whether the difference found belongs to the current answers.
func (s *State) Current() bool {
	f := s.Beside.Found
	if f == nil || f.Metric != s.Beside.Metric {
		return false
	}
	for i := range f.Answers {
		_, answer := s.BesideAnswer(i)
		log := s.Beside.Side(i).Log
		if s.Beside.Side(i).LogOf != answer {
			log = nil
		}
		if f.Answers[i] != answer || f.Logs[i] != log {
			return false
		}
	}
	return true
}

// BesideName returns the name of a side in sentences: its run, or its document
// if the runs have equal names.
func (s *State) BesideName(side int) string {
	name, other := s.runName(side), s.runName(1-side)
	if name != other {
		return name
	}
	title := s.Beside.Side(side).Title
	if title == "" {
		title = "now"
	}
	if s.Beside.Side(0).Title == s.Beside.Side(1).Title {
		return name + []string{" (left)", " (right)"}[side]
	}
	return name + " (" + title + ")"
}

// runName returns the name of a side's run in its document.
func (s *State) runName(side int) string {
	if x := s.Beside.Side(side); x.Given != nil {
		return x.Answer.Label
	}
	d := s.BesideDraft(side)
	names := catalog.Names(d.Kind, Runs(d))
	if len(names) == 0 {
		return ""
	}
	return names[s.BesideNumber(side)]
}

// BeforeTitle is the title of the draft before the last change.
const BeforeTitle = "before the last change"

// Before returns the draft before the last change, nil if that was another
// document.
func (s *State) Before() *scenario.Scenario {
	if n := len(s.Past); n > 0 && s.Past[n-1].Sheet == s.Sheet && s.Past[n-1].Draft.Kind == s.Draft.Kind {
		return s.Past[n-1].Draft
	}
	return nil
}

// BesideBy returns the difference that is by positions after the selected one,
// cyclically.
func (s *State) BesideBy(by int) Thing {
	if s.Beside.Found == nil || len(s.Beside.Found.Report.Differences) == 0 {
		return Thing{}
	}
	list := s.Beside.Found.Report.Differences
	at := slices.IndexFunc(list, func(d diff.Difference) bool { return Thing(d.Thing) == s.Beside.At })
	if at < 0 && by < 0 {
		at = 0
	}
	return Thing(list[(at+by+len(list))%len(list)].Thing)
}

// BesidePlaces returns the positions of a side's clusters in its picture; nil
// for problems without clusters.
func (s *State) BesidePlaces(side int) []layout.Point {
	problem, _ := s.BesideAnswer(side)
	switch x := s.Beside.Side(side); {
	case problem == nil || problem.Placement == nil:
		return nil
	case problem == s.Problem && len(s.Places) == len(problem.Placement.Clusters):
		return s.Places
	case problem == x.Problem && len(x.Places) == len(problem.Placement.Clusters):
		return x.Places
	}
	return layout.Clusters(&problem.Placement.Problem)
}
