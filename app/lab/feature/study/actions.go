package study

import (
	"maps"
	"slices"
	"strings"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// Settings of the view of the results.
type (
	SetMetric struct{ ID string }
	// SetAxis chooses the path along the chart, SetAt the value of another path.
	SetAxis struct{ Path int }
	SetAt   struct{ Path, Value int }
	// SetLog makes the axis of values logarithmic. SetBands shows ranges of 90 % of the replications, SetMedian
	// medians instead of means, ShowAll all points in the table.
	SetLog    struct{ On bool }
	SetBands  struct{ On bool }
	SetMedian struct{ On bool }
	ShowAll   struct{}
	// SetTab chooses the tab at the side of the chart.
	SetTab struct{ ID string }
	// PickCell selects a cell, or a point if the run is negative; PicksArrived has its replications.
	PickCell struct{ Point, Run int }
)

// Settings of the study and its screens.
type (
	// ConfirmLarge confirms a study that is larger than usual.
	ConfirmLarge struct{ On bool }
	// SetSweep sets whether the study varies a shown number over a range.
	SetSweep struct{ On bool }
	// SetEntryText sets the text of a field of an entry.
	SetEntryText struct{ Field, Text string }
	// ShowScreen shows a screen of the Study view.
	ShowScreen struct{ To string }
	// ShowSetup opens or closes the whole form of a study.
	ShowSetup struct{ On bool }
)

// Reports about a study.
type (
	// PlanArrived has the result of planning the draft's study.
	PlanArrived struct {
		Key     string
		Faults  doc.Faults
		Refusal string
	}
	// Start marks a study as being planned, or as being continued.
	Start struct{ Key, Kind string }
	// SetRunning marks it as running.
	SetRunning struct {
		Outline *study.Outline
		Size    int
		Done    int
		Now     float64
	}
	// ImportArrived has the imported results of the study.
	ImportArrived struct {
		Key, Kind, File string
		Outline         *study.Outline
		View            *report.Document
	}
	Progress struct {
		Done int
		Now  float64
	}
	ViewArrived struct{ View *report.Document }
	Pause       struct{}
	Resume      struct{ Now float64 }
	// SetSpentTime sets the time in milliseconds that workers spent on counted replications.
	SetSpentTime struct {
		Time    float64
		Counted int
	}
	// End marks it as complete, or as stopped for the reason in Text.
	End struct{ Text string }
	// SetStored sets the number of saved replications.
	SetStored struct{ Done int }
	// ShowNextPart draws the next part of the results.
	ShowNextPart struct{}
	// Close removes the results.
	Close struct{}
	// SetExpectation sets the result that a link expects of a study; ComparisonArrived has the comparison.
	SetExpectation    struct{ Expects Expectation }
	ComparisonArrived struct {
		Text    string
		Differs bool
	}
	// SavedPartArrived has the saved part of a study.
	SavedPartArrived struct{ SavedPart SavedPart }
	PicksArrived     struct {
		Point, Run int
		Metric     string
		List       []study.Pick
	}
	InfluenceArrived struct{ Influence Influence }
)

// Reports about the list of studies.
type (
	// ListArrived has the kept studies of the problem with the digest Base.
	ListArrived struct {
		Base  string
		Cards []Card
	}
	// AddCard adds a study that is complete.
	AddCard struct{ Card Card }
	// RemoveCard removes a study from the list.
	RemoveCard struct{ Key string }
	// SetOrigin records that the draft was drawn from the problem with the digest From.
	SetOrigin struct{ From string }
)

func (a SetMetric) Change(_ *state.State, st State) State {
	st.Metric, st.Pick = a.ID, nil
	return st
}

func (a SetAxis) Change(_ *state.State, st State) State {
	st.Axis, st.Home, st.Pick = a.Path, 0, nil
	if a.Path >= 0 && a.Path < len(st.At) {
		st.Home = st.At[a.Path]
	}
	return st
}

func (a SetAt) Change(_ *state.State, st State) State {
	st.At = slices.Clone(st.At)
	if a.Path >= 0 && a.Path < len(st.At) {
		st.At[a.Path] = a.Value
	}
	return st
}

func (a SetLog) Change(_ *state.State, st State) State {
	st.Log = a.On
	return st
}

func (a SetBands) Change(_ *state.State, st State) State {
	st.Bands = a.On
	return st
}

func (a SetMedian) Change(_ *state.State, st State) State {
	st.Median = a.On
	return st
}

func (ShowAll) Change(_ *state.State, st State) State {
	st.All = true
	return st
}

func (a SetTab) Change(_ *state.State, st State) State {
	st.Tab = a.ID
	return st
}

func (a PickCell) Change(_ *state.State, st State) State {
	st.Pick, st.All = &SelectedCell{Point: a.Point, Run: a.Run, Metric: st.Metric}, false
	return st
}

func (a PicksArrived) Change(_ *state.State, st State) State {
	if p := st.Pick; p != nil && p.Point == a.Point && p.Run == a.Run && p.Metric == a.Metric {
		st.Pick = &SelectedCell{a.Point, a.Run, a.Metric, a.List}
	}
	return st
}

func (a InfluenceArrived) Change(_ *state.State, st State) State {
	st.Influence = &a.Influence
	return st
}

func (a ConfirmLarge) Change(_ *state.State, st State) State {
	st.Large = a.On
	return st
}

func (a SetSweep) Change(_ *state.State, st State) State {
	st.Sweep = a.On
	return st
}

// Change returns the state with the field of an entry set. A new path clears the values that belong to the former path.
func (a SetEntryText) Change(_ *state.State, st State) State {
	doors := maps.Clone(st.EntryTexts)
	if doors == nil {
		doors = EntryTexts{}
	}
	doors[a.Field] = strings.TrimSpace(a.Text)
	switch a.Field {
	case VaryPath: // the range belongs to the previous path
		delete(doors, VaryLow)
		delete(doors, VaryHigh)
	case NoisePath:
		delete(doors, NoiseCV)
	}
	st.EntryTexts = doors
	return st
}

func (a ShowScreen) Change(s *state.State, st State) State {
	st.Screen, st.ScreenSheet = a.To, s.Sheet
	return st
}

func (a ShowSetup) Change(_ *state.State, st State) State {
	st.Setup = a.On
	return st
}

func (a PlanArrived) Change(_ *state.State, st State) State {
	if st.CheckedKey == a.Key && len(st.Faults) == 0 && len(a.Faults) == 0 && st.Refusal == a.Refusal {
		return st
	}
	st.CheckedKey, st.Faults, st.Refusal = a.Key, a.Faults, a.Refusal
	st.Setup = st.Setup || len(a.Faults) > 0 // the form shows them at their fields
	return st
}

func (a Start) Change(_ *state.State, st State) State {
	large, sweep := st.Large, st.Sweep
	st = st.withoutResults()
	st.Phase, st.Key, st.Kind, st.Large, st.Sweep = state.Starting, a.Key, a.Kind, large, sweep
	return st
}

// Change returns the state of a study that begins: the progress is reset. The view shows the longest axis at the
// point of the draft.
func (a SetRunning) Change(s *state.State, st State) State {
	st.Phase, st.Outline, st.Size, st.Done, st.DoneAtStart, st.Started, st.Updated = state.Measuring, a.Outline, a.Size,
		a.Done,
		a.Done, a.Now, a.Now
	if !slices.Contains(a.Outline.Metrics, st.Metric) {
		st.Metric = a.Outline.Metrics[0]
	}
	st.Counts = countsOf(a.Outline)
	st.Axis, st.At = longestAxis(st.Counts), make([]int, len(a.Outline.Paths))
	for axis := range st.At {
		st.At[axis] = draftIndex(s.Draft, a.Outline, axis)
	}
	st.Home = 0
	if len(st.At) > 0 {
		st.Home = st.At[st.Axis]
	}
	return st
}

func (a ImportArrived) Change(s *state.State, st State) State {
	st = Start{Key: a.Key, Kind: a.Kind}.Change(s, st)
	done := len(a.Outline.Points) * a.View.Replications
	st = SetRunning{Outline: a.Outline, Size: done, Done: done}.Change(s, st)
	st.Phase, st.View, st.ImportedFile = state.Complete, a.View, a.File
	return st
}

func (a Progress) Change(_ *state.State, st State) State {
	st.Done, st.Updated = a.Done, a.Now
	return st
}

func (a ViewArrived) Change(_ *state.State, st State) State {
	st.View = a.View
	return st
}

func (ShowNextPart) Change(_ *state.State, st State) State {
	st.ShownParts++
	return st
}

func (Pause) Change(_ *state.State, st State) State {
	if st.Phase == state.Measuring {
		st.Phase = state.Paused
	}
	return st
}

func (a Resume) Change(_ *state.State, st State) State {
	if st.Phase == state.Paused {
		st.Phase, st.Text = state.Measuring, ""
		st.Started, st.Updated, st.DoneAtStart = a.Now, a.Now, st.Done
	}
	return st
}

func (a SetSpentTime) Change(_ *state.State, st State) State {
	st.SpentTime, st.Counted = a.Time, a.Counted
	return st
}

func (a End) Change(_ *state.State, st State) State {
	st.Phase, st.Text = state.Complete, a.Text
	switch {
	case a.Text == "":
	case st.Outline == nil:
		st.Phase = state.Unstarted
	default:
		st.Phase = state.Paused
	}
	return st
}

func (a SetStored) Change(_ *state.State, st State) State {
	st.Stored = a.Done
	return st
}

func (Close) Change(_ *state.State, st State) State { return st.withoutResults() }

func (a SetExpectation) Change(_ *state.State, st State) State {
	st.Expects = a.Expects
	return st
}

func (a ComparisonArrived) Change(_ *state.State, st State) State {
	st.Expects.Text, st.Expects.Differs = a.Text, a.Differs
	return st
}

func (a SavedPartArrived) Change(s *state.State, st State) State {
	if a.SavedPart.Key == st.Key && st.Phase != state.Unstarted {
		a.SavedPart.Done = 0 // that study is the shown one
	}
	st.SavedPart, st.SavedPartDraft = a.SavedPart, s.Draft
	return st
}

func (a ListArrived) Change(_ *state.State, st State) State {
	st.Base = a.Base
	list := slices.Clone(st.List)
	for _, c := range a.Cards {
		if !slices.ContainsFunc(list, func(has Card) bool { return has.Key == c.Key }) {
			list = append(list, c)
		}
	}
	st.List = list
	return st
}

func (a AddCard) Change(s *state.State, st State) State {
	st = RemoveCard{Key: a.Card.Key}.Change(s, st)
	st.List = slices.Insert(st.List, 0, a.Card)
	return st
}

func (a RemoveCard) Change(_ *state.State, st State) State {
	st.List = slices.DeleteFunc(slices.Clone(st.List), func(c Card) bool { return c.Key == a.Key })
	return st
}

func (a SetOrigin) Change(s *state.State, st State) State {
	st.From, st.FromSheet = a.From, s.Sheet
	return st
}
