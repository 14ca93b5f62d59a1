package study

import (
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// Tags of the fields of the state that change at their own rates.
const (
	setupTag    = "asked" // the set-up of the study, and the list of studies
	progressTag = "pace"  // the progress
	resultsTag  = "found" // the results, and how they are shown
)

// Slot has the state of the feature. If a draft is generated anew, its study no longer varies a shown number.
var Slot = state.NewSlot(func(own State, before, now *state.State) (State, bool) {
	drawn := own.Sweep && before.GeneratedDraft != now.GeneratedDraft
	own.Sweep = own.Sweep && !drawn
	return own, drawn
}, setupTag, progressTag, resultsTag)

// State is the state of a study in progress; the draft has its definition. Its chunks are not
// part of the state, because they are long and no view shows them.
type State struct {
	Phase state.Phase
	// Key is the digest of the study's document, and Kind its kind; the draft may have changed
	// since.
	Key, Kind   string
	Outline     *study.Outline
	Counts      []int            // number of values of each path
	View        *report.Document `facet:"found"` // the shown metric and point
	Done        int              `facet:"pace"`  // replications at all points together
	Size        int
	Started     float64 // the page's clock when the study started or continued
	DoneAtStart int     // replications done then
	Updated     float64 `facet:"pace"` // the clock at the last progress
	// SpentTime is the time in milliseconds that workers took for the Counted replications of the study started last.
	SpentTime    float64 `facet:"-"`
	Counted      int     `facet:"-"`
	Text         string  // why it has stopped
	Stored       int     `facet:"pace"`  // number of saved replications
	ShownParts   int     `facet:"found"` // number of drawn parts of the results: the page draws one at a time
	ImportedFile string  // the file of results from a cluster, "" if computed here

	// Faults are the faults that planning found in the draft's study; CheckedKey is the key of that
	// draft.
	Faults         doc.Faults `facet:"asked"`
	CheckedKey     string     `facet:"asked"`
	Refusal        string     `facet:"asked"` // why it cannot be planned, if that is no fault
	Large          bool       `facet:"asked"` // whether the user has confirmed a study larger than usual
	SavedPart      SavedPart
	SavedPartDraft *scenario.Scenario // the draft for which SavedPart is known
	// Sweep is set if the study varies a shown number over a range. A small study of this sort restarts when its
	// range changes.
	Sweep bool `facet:"asked"`

	// Expects is the result that the link of the draft states for its study.
	Expects Expectation `facet:"asked"`

	Metric string        `facet:"found"`
	Axis   int           `facet:"found"` // index of the path along the chart
	At     []int         `facet:"found"` // indices of the values of the other paths
	Home   int           `facet:"found"` // index of the draft's value on the axis
	Log    bool          `facet:"found"`
	Bands  bool          `facet:"found"`
	Median bool          `facet:"found"` // the chart shows medians instead of means
	All    bool          `facet:"found"` // the table shows all points
	Tab    string        `facet:"found"` // tab at the side of the chart: "" for the verdict, pairs or metrics
	Pick   *SelectedCell `facet:"found"`
	// Influence has the share of each varied number in the variation of a metric; nil before it is computed.
	Influence *Influence `facet:"found"`

	Screen string // screen chosen for the sheet ScreenSheet; see [Screen]
	// ScreenSheet is the sheet of Screen. From is the problem from which the draft of the sheet FromSheet was drawn.
	ScreenSheet int
	From        string     `facet:"asked"`
	FromSheet   int        `facet:"asked"`
	Setup       bool       `facet:"asked"` // the whole form is open
	EntryTexts  EntryTexts `facet:"asked"`
	Base        string     `facet:"asked"` // digest of the draft's problem, "" before it is known
	List        []Card     `facet:"asked"` // all known studies
}

// Expectation is the result that a link states for the study whose document has the digest Key, and the outcome of
// the comparison.
type Expectation struct {
	Key     string
	Want    scenario.StudyExpectation
	Text    string // outcome of the comparison, "" before it
	Differs bool
}

// SavedPart is the saved part of the draft's study.
type SavedPart struct {
	Key  string
	Done int
}

// SavedReplications returns the number of saved replications of the draft's study, and whether it is known.
func SavedReplications(s *state.State) (done int, known bool) {
	st := Slot.Get(s)
	if st.SavedPartDraft != s.Draft {
		return 0, false
	}
	return st.SavedPart.Done, true
}

// Influence has the shares of the varied paths in the variation of one metric, run by run.
type Influence struct {
	Metric string
	List   []report.Effect
}

// SelectedCell is the selected cell of the study, with its replications that can be opened.
type SelectedCell struct {
	Point, Run int
	Metric     string
	List       []study.Pick
}

// Busy reports whether the study uses the workers.
func (st *State) Busy() bool { return st.Phase == state.Starting || st.Phase == state.Measuring }

// Running reports whether the study of a state uses the workers.
func Running(s *state.State) bool { return Slot.Get(s).Busy() }

// Remaining estimates the milliseconds that a study still takes; 0 while unknown.
func (st *State) Remaining() float64 {
	return Remaining(st.Phase, st.Done, st.DoneAtStart, st.Size, st.Updated-st.Started)
}

// Remaining estimates the milliseconds that a computation still takes, 0 while unknown: done of size parts are
// complete, and all but before of them took spent milliseconds.
func Remaining(phase state.Phase, done, before, size int, spent float64) float64 {
	if phase != state.Measuring || done <= before || spent < 300 {
		return 0
	}
	return float64(size-done) * spent / float64(done-before)
}

// Point returns the index of a point in the grid: along is the index of its value on the view's axis, and the view
// has the values on the other axes. The last path varies fastest.
func (st *State) Point(along int) int {
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

// ChosenPoint returns the index of the point that the table, the verdict and the comparisons show.
func (st *State) ChosenPoint() int {
	if st.Pick != nil {
		return st.Pick.Point
	}
	return st.Point(st.Home)
}

// draftIndex returns the index of the draft's value among the values of a varied path, 0 if it is not among them.
func draftIndex(d *scenario.Scenario, o *study.Outline, axis int) int {
	at, _, ok := state.NumberOf(d, o.Paths[axis])
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

// longestAxis returns the axis with the most values.
func longestAxis(counts []int) int {
	at := 0
	for i, n := range counts {
		if n > counts[at] {
			at = i
		}
	}
	return at
}

// withoutResults returns the state of a study without results.
func (st *State) withoutResults() State {
	return State{CheckedKey: st.CheckedKey, SavedPartDraft: st.SavedPartDraft, Faults: st.Faults, Refusal: st.Refusal,
		Expects: st.Expects,
		Metric:  st.Metric, Log: st.Log, Bands: st.Bands, Median: st.Median, Tab: st.Tab, Screen: st.Screen,
		ScreenSheet: st.ScreenSheet, From: st.From, FromSheet: st.FromSheet, Setup: st.Setup, EntryTexts: st.EntryTexts,
		Base: st.Base,
		List: st.List, SpentTime: st.SpentTime, Counted: st.Counted}
}

// Parts of the results.
const (
	ChartPart = iota
	TablePart
	AllParts
)
