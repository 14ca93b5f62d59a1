package state

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// A Study is the state of a study in progress; the draft has its definition. Its chunks are not
// part of the state, because they are long and no view shows them.
type Study struct {
	Phase Phase
	// Key is the digest of the study's document, and Kind its kind; the draft may have changed
	// since.
	Key, Kind string
	Outline   *study.Outline
	Counts    []int            // number of values of each path
	View      *report.Document `facet:"found"` // the shown metric and point
	Done      int              `facet:"pace"`  // replications at all points together
	Size      int
	Since     float64 // the page's clock when the study started or continued
	Before    int     // replications done then
	Now       float64 `facet:"pace"` // the clock at the last progress
	Text      string  // why it has stopped
	Stored    int     `facet:"pace"`  // number of saved replications
	Shown     int     `facet:"found"` // number of drawn parts of the results: the page draws one at a time
	Brought   string  // the file of results from a cluster, "" if computed here

	// Faults are the faults that planning found in the draft's study; Checked is the key of that
	// draft.
	Faults  doc.Faults `facet:"asked"`
	Checked string     `facet:"asked"`
	Refused string     `facet:"asked"` // why it cannot be planned, if that is no fault
	Large   bool       `facet:"asked"` // whether the user has confirmed a study larger than usual
	Found   Found
	Sought  *scenario.Scenario // the draft for which Found is known
	// Sweep is set if the study varies a shown number over a range. A small study of this sort restarts when its
	// range changes.
	Sweep bool `facet:"asked"`

	// Expects is the result that the link of the draft states for its study.
	Expects StudyExpects `facet:"asked"`

	Metric string  `facet:"found"`
	Axis   int     `facet:"found"` // index of the path along the chart
	At     []int   `facet:"found"` // indices of the values of the other paths
	Home   int     `facet:"found"` // index of the draft's value on the axis
	Log    bool    `facet:"found"`
	Bands  bool    `facet:"found"`
	Median bool    `facet:"found"` // the chart shows medians instead of means
	All    bool    `facet:"found"` // the table shows all points
	Tab    string  `facet:"found"` // tab at the side of the chart: "" for the verdict, pairs or metrics
	Pick   *Picked `facet:"found"`
	// Effects has the share of each varied number in the variation of a metric; nil before it is computed.
	Effects *Effects `facet:"found"`

	Screen string // screen chosen for the sheet ScreenOf; see [State.StudyScreen]
	// ScreenOf is the sheet of Screen. From is the problem from which the draft of the sheet FromOf was drawn.
	ScreenOf int
	From     string      `facet:"asked"`
	FromOf   int         `facet:"asked"`
	Setup    bool        `facet:"asked"` // the whole form is open
	Doors    Doors       `facet:"asked"`
	Base     string      `facet:"asked"` // digest of the draft's problem, "" before it is known
	List     []StudyCard `facet:"asked"` // all known studies
}

// StudyExpects is the result that a link states for the study whose document has the digest Key, and the outcome of
// the comparison.
type StudyExpects struct {
	Key     string
	Want    scenario.StudyExpectation
	Text    string // outcome of the comparison, "" before it
	Differs bool
}

// Phase is the phase of a study.
type Phase int

// The phases of a study.
const (
	Unstarted Phase = iota
	Starting        // being planned
	Measuring
	Paused
	Complete
)

// Found is the saved part of the draft's study.
type Found struct {
	Key  string
	Done int
}

// Kept returns the number of saved replications of the draft's study, and whether it is known.
func (s *State) Kept() (done int, known bool) {
	if s.Study.Sought != s.Draft {
		return 0, false
	}
	return s.Study.Found.Done, true
}

// Effects are the shares of the varied paths in the variation of one metric, run by run.
type Effects struct {
	Metric string
	List   []report.Effect
}

// Picked is the selected cell of the study, with its replications that can be opened.
type Picked struct {
	Point, Run int
	Metric     string
	List       []study.Pick
}

// Actions on a study's results.
type (
	// ViewStudy sets one option of the view: metric, axis, log, bands, median, all, tab (its name in Metric), or the
	// value of the other axis Of.
	ViewStudy struct {
		What   string
		Of, To int
		Metric string
	}
	// PickCell selects a cell, or a point if the run is negative; PicksArrived has its replications.
	PickCell struct{ Point, Run int }
	// ConfirmLarge confirms a study that is larger than usual.
	ConfirmLarge struct{ On bool }
)

// Reports about a study.
type (
	// StudyChecked has the result of planning the draft's study.
	StudyChecked struct {
		Key     string
		Faults  doc.Faults
		Refused string
	}
	// StudyStarts marks a study as being planned, or as being continued.
	StudyStarts struct{ Key, Kind string }
	// StudyBegan marks it as running; if Pausing is set, it shows saved results only.
	StudyBegan struct {
		Outline *study.Outline
		Size    int
		Done    int
		Now     float64
		Pausing bool
	}
	// StudyBrought has the imported results of the study.
	StudyBrought struct {
		Key, Kind, File string
		Outline         *study.Outline
		View            *report.Document
	}
	StudyProgress struct {
		Done int
		Now  float64
	}
	StudySeen   struct{ View *report.Document }
	StudyPaused struct {
		On  bool
		Now float64
	}
	// StudyEnded marks it as complete, or as stopped for the reason in Text.
	StudyEnded struct{ Text string }
	// StudyStored has the number of saved replications.
	StudyStored struct{ Done int }
	// StudyShown draws the next part of the results.
	StudyShown struct{}
	// StudyClosed removes the results.
	StudyClosed struct{}
	// StudyExpected sets the result that a link expects of a study; StudyCompared has the
	// comparison.
	StudyExpected struct{ Expects StudyExpects }
	StudyCompared struct {
		Text    string
		Differs bool
	}
	// StudyFound has the saved part of a study.
	StudyFound   struct{ Found Found }
	PicksArrived struct {
		Point, Run int
		Metric     string
		List       []study.Pick
	}
	// EffectsArrived has the influence of each varied number.
	EffectsArrived struct{ Effects Effects }
)

// StudyOf returns the draft's study, or the default.
func StudyOf(d *scenario.Scenario) scenario.Study {
	if d.Study == nil {
		return scenario.Study{Replications: usualReplications}
	}
	return *d.Study
}

// usualReplications is enough for useful intervals in a short time.
const usualReplications = 200

// Running reports whether a study uses the workers.
func (s *State) Running() bool { return s.Study.Phase == Starting || s.Study.Phase == Measuring }

// Left estimates the milliseconds that a study still takes; 0 while unknown.
func (st *Study) Left() float64 {
	done, spent := float64(st.Done-st.Before), st.Now-st.Since
	if st.Phase != Measuring || done <= 0 || spent < 300 {
		return 0
	}
	return float64(st.Size-st.Done) * spent / done
}

// Point returns the index of a point in the grid: along is the index of its value on the view's axis, and the view
// has those of the other axes. The last path varies fastest.
func (st *Study) Point(along int) int {
	if st.Outline == nil || len(st.Outline.Paths) == 0 {
		return 0
	}
	point, counts := 0, st.Counts
	for i := range counts {
		at := along
		if i != st.Axis {
			at = 0
			if i < len(st.At) {
				at = st.At[i]
			}
		}
		point = point*counts[i] + min(at, counts[i]-1)
	}
	return point
}

// countsOf returns the number of values of each path of a study.
func countsOf(o *study.Outline) []int {
	counts := make([]int, len(o.Paths))
	for i := range counts {
		seen := map[string]bool{}
		for _, p := range o.Points {
			seen[string(doc.Canonical(p[i]))] = true
		}
		counts[i] = max(1, len(seen))
	}
	return counts
}

func (a StudyChecked) reduce(s State) State {
	if s.Study.Checked == a.Key && len(s.Study.Faults) == 0 && len(a.Faults) == 0 && s.Study.Refused == a.Refused {
		return s
	}
	s.Study.Checked, s.Study.Faults, s.Study.Refused = a.Key, a.Faults, a.Refused
	s.Study.Setup = s.Study.Setup || len(a.Faults) > 0 // the form shows them at their fields
	return s
}

func (a StudyStarts) reduce(s State) State {
	large, sweep := s.Study.Large, s.Study.Sweep
	s.Study = s.Study.without()
	s.Study.Phase, s.Study.Key, s.Study.Kind, s.Study.Large, s.Study.Sweep = Starting, a.Key, a.Kind, large, sweep
	return s
}

// without returns the state of a study without results.
func (st *Study) without() Study {
	return Study{Checked: st.Checked, Sought: st.Sought, Faults: st.Faults, Refused: st.Refused, Expects: st.Expects,
		Metric: st.Metric, Log: st.Log, Bands: st.Bands, Median: st.Median, Tab: st.Tab, Screen: st.Screen,
		ScreenOf: st.ScreenOf, From: st.From, FromOf: st.FromOf, Setup: st.Setup, Doors: st.Doors, Base: st.Base,
		List: st.List}
}

func (a StudyBegan) reduce(s State) State {
	st := &s.Study
	st.Phase, st.Outline, st.Size, st.Done, st.Before, st.Since, st.Now = Measuring, a.Outline, a.Size, a.Done, a.Done,
		a.Now, a.Now
	if a.Pausing {
		st.Phase = Paused
	}
	known := false
	for _, m := range a.Outline.Metrics {
		known = known || m == st.Metric
	}
	if !known {
		st.Metric = a.Outline.Metrics[0]
	}
	st.Counts = countsOf(a.Outline)
	st.Axis, st.At = longest(st.Counts), make([]int, len(a.Outline.Paths))
	for axis := range st.At {
		st.At[axis] = atDraft(s.Draft, a.Outline, axis)
	}
	st.Home = 0
	if len(st.At) > 0 {
		st.Home = st.At[st.Axis]
	}
	return s
}

// atDraft returns the index of the draft's value among the values of a varied path, 0 if it is not among them.
func atDraft(d *scenario.Scenario, o *study.Outline, axis int) int {
	at, _, ok := numberOf(d, o.Paths[axis])
	if !ok {
		return 0
	}
	place, seen := 0, map[float64]bool{}
	for _, p := range o.Points {
		v, number := p[axis].(float64)
		switch {
		case !number:
			return 0
		case v == at:
			return place
		case !seen[v]:
			seen[v] = true
			place++
		}
	}
	return 0
}

// Chosen returns the index of the point that the table, the verdict and the comparisons show.
func (st *Study) Chosen() int {
	if st.Pick != nil {
		return st.Pick.Point
	}
	return st.Point(st.Home)
}

func (a StudyBrought) reduce(s State) State {
	s = StudyStarts{Key: a.Key, Kind: a.Kind}.reduce(s)
	done := len(a.Outline.Points) * a.View.Replications
	s = StudyBegan{Outline: a.Outline, Size: done, Done: done}.reduce(s)
	s.Study.Phase, s.Study.View, s.Study.Brought = Complete, a.View, a.File
	return s
}

// longest returns the axis with the most values.
func longest(counts []int) int {
	at := 0
	for i, n := range counts {
		if n > counts[at] {
			at = i
		}
	}
	return at
}

func (a StudyProgress) reduce(s State) State {
	s.Study.Done, s.Study.Now = a.Done, a.Now
	return s
}

func (a StudySeen) reduce(s State) State {
	s.Study.View = a.View
	return s
}

// Parts of the results.
const (
	ShownChart = iota
	ShownTable
	ShownAll
)

func (StudyShown) reduce(s State) State {
	s.Study.Shown++
	return s
}

func (a StudyPaused) reduce(s State) State {
	switch {
	case a.On && s.Study.Phase == Measuring:
		s.Study.Phase = Paused
	case !a.On && s.Study.Phase == Paused:
		s.Study.Phase, s.Study.Text = Measuring, ""
		s.Study.Since, s.Study.Now, s.Study.Before = a.Now, a.Now, s.Study.Done
	}
	return s
}

func (a StudyEnded) reduce(s State) State {
	s.Study.Phase, s.Study.Text = Complete, a.Text
	switch {
	case a.Text == "":
	case s.Study.Outline == nil:
		s.Study.Phase = Unstarted
	default:
		s.Study.Phase = Paused
	}
	return s
}

func (a StudyStored) reduce(s State) State {
	s.Study.Stored = a.Done
	return s
}

func (StudyClosed) reduce(s State) State {
	s.Study = s.Study.without()
	return s
}

func (a StudyExpected) reduce(s State) State {
	s.Study.Expects = a.Expects
	return s
}

func (a StudyCompared) reduce(s State) State {
	s.Study.Expects.Text, s.Study.Expects.Differs = a.Text, a.Differs
	return s
}

func (a StudyFound) reduce(s State) State {
	if a.Found.Key == s.Study.Key && s.Study.Phase != Unstarted {
		a.Found.Done = 0 // that study is the shown one
	}
	s.Study.Found, s.Study.Sought = a.Found, s.Draft
	return s
}

func (a ViewStudy) reduce(s State) State {
	st := &s.Study
	switch a.What {
	case "metric":
		st.Metric, st.Pick = a.Metric, nil
	case "axis":
		st.Axis, st.Home, st.Pick = a.To, 0, nil
		if a.To >= 0 && a.To < len(st.At) {
			st.Home = st.At[a.To]
		}
	case "at":
		st.At = append([]int(nil), st.At...)
		if a.Of >= 0 && a.Of < len(st.At) {
			st.At[a.Of] = a.To
		}
	case "log":
		st.Log = a.To == 1
	case "bands":
		st.Bands = a.To == 1
	case "median":
		st.Median = a.To == 1
	case "all":
		st.All = a.To == 1
	case "tab":
		st.Tab = a.Metric
	}
	return s
}

func (a PickCell) reduce(s State) State {
	s.Study.Pick, s.Study.All = &Picked{Point: a.Point, Run: a.Run, Metric: s.Study.Metric}, false
	return s
}

func (a PicksArrived) reduce(s State) State {
	if p := s.Study.Pick; p != nil && p.Point == a.Point && p.Run == a.Run && p.Metric == a.Metric {
		s.Study.Pick = &Picked{a.Point, a.Run, a.Metric, a.List}
	}
	return s
}

func (a EffectsArrived) reduce(s State) State {
	s.Study.Effects = &a.Effects
	return s
}

func (a ConfirmLarge) reduce(s State) State {
	s.Study.Large = a.On
	return s
}
