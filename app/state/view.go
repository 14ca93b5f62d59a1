package state

import (
	"slices"
	"strconv"

	"gridbox/core/scenario"
)

// reduce returns the state with another selection. The zero Ref selects nothing and closes the form. A thing that
// the problem lacks is ignored.
func (a SelectElement) reduce(s State) State {
	if means := nounsOf(s.Draft).means; means != nil && a.Element.Kind != "" {
		s, a.Element = means(s, a.Element)
	}
	if a.Element != (Ref{}) && len(prune([]Ref{a.Element}, s.Problem)) == 0 {
		return s // the problem has no such thing
	}
	if a.With {
		var rest []Ref
		for _, t := range s.Select {
			if t != a.Element {
				rest = append(rest, t)
			}
		}
		if len(rest) == len(s.Select) {
			rest = append(rest, a.Element)
		}
		s.Select = rest
	} else if a.Element == (Ref{}) {
		s.Select, s.Layout.Editing = nil, false
	} else {
		s.Select = []Ref{a.Element}
	}
	return s
}

// reduce returns the state with these things selected, as far as they exist. With keeps the former selection before
// them.
func (a SelectAll) reduce(s State) State {
	chosen := prune(a.Elements, s.Problem)
	if a.With {
		had := make(map[Ref]bool, len(s.Select))
		for _, t := range s.Select {
			had[t] = true
		}
		chosen = append(slices.Clone(s.Select), keep(chosen, func(t Ref) bool { return !had[t] })...)
	}
	s.Select = chosen
	return s
}

// prune removes selected things that the problem no longer has.
func prune(things []Ref, problem *scenario.Scenario) []Ref {
	if problem == nil {
		return nil
	}
	known := elementTest(problem, len(things))
	var kept []Ref
	for _, t := range things {
		if known(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// firstElement returns the thing that is selected when a problem is opened.
func firstElement(problem *scenario.Scenario) []Ref {
	if problem == nil {
		return nil
	}
	if t := nounsOf(problem).first(problem); t != (Ref{}) {
		return []Ref{t}
	}
	return nil
}

func (a FocusRun) reduce(s State) State {
	old := s.Focus
	s.Focus = a.Run
	if s.FocusedAnswer() == nil {
		s.Focus = old
	}
	return s
}

// QueueView is the view of a farm's queue: the scenario with the waiting jobs as its answers.
const QueueView = "queue"

// View returns the view that is shown, "" for the scenario.
func (s *State) View() string {
	if s.Layout.View == "" && s.Layout.Answers == QueueView {
		return QueueView
	}
	return s.Layout.View
}

// reduce returns the state with one field of Layout set. An unknown field is ignored. A new search goes back to the
// first page of its list.
func (a Show) reduce(s State) State {
	switch a.Field {
	case "view":
		s.Layout.View = a.To
	case "side":
		s.Layout.Side = a.To
	case "answers":
		s.Layout.Answers = a.To
	case "phone":
		s.Layout.Phone = a.To
		s.Layout.Answers = phoneTab(a.To, s.Layout)
	case "tool":
		s.Layout.Tool = a.To
	case "dialog":
		s.Layout.Dialog = a.To
	case "form":
		s.Layout.Editing = a.To != "" && len(s.Select) > 0
	case "theme":
		s.Layout.Theme = a.To
	case "dark":
		s.Layout.Dark = a.To == "true"
	case "narrow":
		s.Layout.Narrow = a.To == "true"
	case "options":
		s.Layout.Options = a.To
	case "policy":
		s.Layout.Policy = a.To
	case "chart":
		s.Layout.Chart = a.To
	case "page":
		s.Layout.Page = withEntry(s.Layout.Page, a.List, atoi(a.To))
	case "find":
		s.Layout.Find = withEntry(s.Layout.Find, a.List, a.To)
		s.Layout.Page = withEntry(s.Layout.Page, a.List, 0)
	}
	return s
}

// phoneTab returns the tab of the answers that belongs to a part of a narrow screen, where
// Answers and Why are two parts.
func phoneTab(part string, look Layout) string {
	switch {
	case !look.Narrow:
	case part == "why":
		return FlipsTab
	case part == "answers" && look.Answers == FlipsTab:
		return ""
	}
	return look.Answers
}

func (a Resize) reduce(s State) State {
	scale := min(1, max(minScale, largeWidth/max(a.Width, 1), largeHeight/max(a.Height, 1)))
	switch { // drawn smaller and enlarged
	case s.Lecture.On && s.Layout.Narrow:
		scale = handScale
	case s.Lecture.On:
		scale = min(1, max(stageWidth/max(a.Width, 1), stageHeight/max(a.Height, 1)))
	}
	s.Layout.Width, s.Layout.Height = a.Width*scale, a.Height*scale
	return s
}

func (a Span) reduce(s State) State {
	if !(a.From >= 0 && a.From < a.To) {
		a = Span{}
	}
	s.Part.From, s.Part.To = a.From, a.To
	return s
}

func withEntry[V any](m map[string]V, k string, v V) map[string]V {
	n := make(map[string]V, len(m)+1)
	for key, value := range m {
		n[key] = value
	}
	n[k] = v
	return n
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func (a Dismiss) reduce(s State) State {
	if s.Passing = (Alert{}); !a.Passing || !s.Alert.Decides() {
		s.Alert = Alert{}
	}
	return s
}

func (a Notify) reduce(s State) State {
	alert := Alert(a)
	if s.Alert.Decides() && !alert.Decides() {
		s.Passing = alert
		return s
	}
	s.Alert, s.Passing = alert, Alert{}
	return s
}

// passAlert removes messages that an action made obsolete. A passing message is
// removed when another view or the lecture begins, one that needs a decision
// when another draft comes in front. An offer to undo is removed after another
// edit, because the button would undo that; the rest of the message stays.
func (s *State) passAlert(before *State, a Action) {
	left := s.Layout.View != before.Layout.View || s.Lecture.On && !before.Lecture.On
	if m, was := s.Message(), before.Message(); left && m.Text == was.Text {
		*m = Alert{}
	}
	if s.Alert.Decides() && s.Sheet != before.Sheet && s.Alert.Text == before.Alert.Text {
		s.Alert, s.Passing = s.Passing, Alert{}
	}
	_, opens := a.(Open) // the message of an Open precedes it
	for m, was := range map[*Alert]Alert{&s.Alert: before.Alert, &s.Passing: before.Passing} {
		if !was.Undo || !m.Undo || m.Text != was.Text || s.Draft == before.Draft || opens {
			continue
		}
		if m.Undo = false; !m.Error && len(m.Detail) == 0 && m.Draft == "" {
			*m = Alert{}
		}
	}
}

func (a DropTyped) reduce(s State) State {
	if _, ok := s.InvalidFields[a.Path]; !ok {
		return s
	}
	m := withEntry(s.InvalidFields, a.Path, InvalidText{})
	delete(m, a.Path)
	s.InvalidFields = m
	return s
}

func (a SetOpening) reduce(s State) State {
	s.Opening = a.Name
	return s
}

func (a StoreStateKnown) reduce(s State) State {
	was := s.Keep
	s.Keep = a.Keep
	s.Keep.SavedDraft, s.Keep.At, s.Keep.SaveError, s.Keep.UntouchedDraft = was.SavedDraft, was.At, was.SaveError,
		was.UntouchedDraft
	s.Keep.Space = was.Space
	return s
}

func (a StorageSpaceKnown) reduce(s State) State {
	if a.Persistent == "" {
		a.Persistent = s.Keep.Space.Persistent
	}
	s.Keep.Space = StorageSpace(a)
	return s
}

func (a MarkUntouched) reduce(s State) State {
	s.Keep.UntouchedDraft = a.Draft
	return s
}

func (a DraftSaved) reduce(s State) State {
	s.Keep.SaveError = a.SaveError
	if a.SaveError == "" {
		s.Keep.SavedDraft, s.Keep.At = a.Draft, a.At
	}
	return s
}

func (a DraftRestored) reduce(s State) State {
	s = open(s, a.Draft)
	s.Keep.SavedDraft = s.Draft
	return s
}

func (a Alive) reduce(s State) State {
	s.Stage = Live
	s.Layout.Narrow, s.Layout.Dark, s.Layout.Theme = a.Narrow, a.Dark, a.Theme
	return s
}

func (a LinkReady) reduce(s State) State {
	if a.Link != s.Layout.Link {
		s.Layout.Code = ""
	}
	s.Layout.Link, s.Layout.Forms, s.Layout.LinkWhy = a.Link, a.Forms, a.Reason
	return s
}

func (a QRCodeReady) reduce(s State) State {
	if a.Link == s.Layout.Link {
		s.Layout.Code = a.SVG
	}
	return s
}

func (a Sharing) reduce(s State) State {
	switch a.Choice {
	case "answers":
		s.Layout.NoAnswers = !s.Layout.NoAnswers
	case "study":
		s.Layout.NoStudy = !s.Layout.NoStudy
	default:
		s.Layout.Form = a.Choice
	}
	return s
}
