package state

import (
	"slices"
	"strconv"

	"gridbox/core/scenario"
)

// reduce returns the state with another selection. The zero Thing selects nothing and closes the form. A thing that
// the problem lacks is ignored.
func (a SelectThing) reduce(s State) State {
	if means := of(s.Draft).means; means != nil && a.Thing.Kind != "" {
		s, a.Thing = means(s, a.Thing)
	}
	if a.Thing != (Thing{}) && len(prune([]Thing{a.Thing}, s.Problem)) == 0 {
		return s // the problem has no such thing
	}
	if a.With {
		var rest []Thing
		for _, t := range s.Select {
			if t != a.Thing {
				rest = append(rest, t)
			}
		}
		if len(rest) == len(s.Select) {
			rest = append(rest, a.Thing)
		}
		s.Select = rest
	} else if a.Thing == (Thing{}) {
		s.Select, s.Look.Editing = nil, false
	} else {
		s.Select = []Thing{a.Thing}
	}
	return s
}

// reduce returns the state with these things selected, as far as they exist. With keeps the former selection before
// them.
func (a SelectAll) reduce(s State) State {
	chosen := prune(a.Things, s.Problem)
	if a.With {
		had := make(map[Thing]bool, len(s.Select))
		for _, t := range s.Select {
			had[t] = true
		}
		chosen = append(slices.Clone(s.Select), keep(chosen, func(t Thing) bool { return !had[t] })...)
	}
	s.Select = chosen
	return s
}

// prune removes selected things that the problem no longer has.
func prune(things []Thing, problem *scenario.Scenario) []Thing {
	if problem == nil {
		return nil
	}
	known := there(problem, len(things))
	var kept []Thing
	for _, t := range things {
		if known(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// firstThing returns the thing that is selected when a problem is opened.
func firstThing(problem *scenario.Scenario) []Thing {
	if problem == nil {
		return nil
	}
	if t := of(problem).first(problem); t != (Thing{}) {
		return []Thing{t}
	}
	return nil
}

func (a FocusRun) reduce(s State) State {
	old := s.Focus
	s.Focus = a.Run
	if s.Focused() == nil {
		s.Focus = old
	}
	return s
}

// InQueue is the view of a farm's queue: the scenario with the waiting jobs as its answers.
const InQueue = "queue"

// View returns the view that is shown, "" for the scenario.
func (s *State) View() string {
	if s.Look.View == "" && s.Look.Answers == InQueue {
		return InQueue
	}
	return s.Look.View
}

// reduce returns the state with one field of Look set. An unknown field is ignored. A new search goes back to the
// first page of its list.
func (a Show) reduce(s State) State {
	switch a.What {
	case "view":
		s.Look.View = a.To
	case "side":
		s.Look.Side = a.To
	case "answers":
		s.Look.Answers = a.To
	case "phone":
		s.Look.Phone = a.To
		s.Look.Answers = phoneTab(a.To, s.Look)
	case "tool":
		s.Look.Tool = a.To
	case "dialog":
		s.Look.Dialog = a.To
	case "form":
		s.Look.Editing = a.To != "" && len(s.Select) > 0
	case "theme":
		s.Look.Theme = a.To
	case "dark":
		s.Look.Dark = a.To == "true"
	case "narrow":
		s.Look.Narrow = a.To == "true"
	case "options":
		s.Look.Options = a.To
	case "policy":
		s.Look.Policy = a.To
	case "chart":
		s.Look.Chart = a.To
	case "page":
		s.Look.Page = with(s.Look.Page, a.Of, atoi(a.To))
	case "find":
		s.Look.Find = with(s.Look.Find, a.Of, a.To)
		s.Look.Page = with(s.Look.Page, a.Of, 0)
	}
	return s
}

// phoneTab returns the tab of the answers that belongs to a part of a narrow screen, where
// Answers and Why are two parts.
func phoneTab(part string, look Look) string {
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
	scale := min(1, max(largeScale, roomWidth/max(a.Width, 1), roomHeight/max(a.Height, 1)))
	switch { // drawn smaller and enlarged
	case s.Lecture.On && s.Look.Narrow:
		scale = handScale
	case s.Lecture.On:
		scale = min(1, max(stageWidth/max(a.Width, 1), stageHeight/max(a.Height, 1)))
	}
	s.Look.Width, s.Look.Height = a.Width*scale, a.Height*scale
	return s
}

func (a Span) reduce(s State) State {
	if !(a.From >= 0 && a.From < a.To) {
		a = Span{}
	}
	s.Part.From, s.Part.To = a.From, a.To
	return s
}

func with[V any](m map[string]V, k string, v V) map[string]V {
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
	left := s.Look.View != before.Look.View || s.Lecture.On && !before.Lecture.On
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
	if _, ok := s.Typed[a.Path]; !ok {
		return s
	}
	m := with(s.Typed, a.Path, Typed{})
	delete(m, a.Path)
	s.Typed = m
	return s
}

func (a SetOpening) reduce(s State) State {
	s.Opening = a.Name
	return s
}

func (a Kept) reduce(s State) State {
	was := s.Keep
	s.Keep = a.Keep
	s.Keep.Saved, s.Keep.At, s.Keep.Failed, s.Keep.Untouched = was.Saved, was.At, was.Failed, was.Untouched
	s.Keep.Room = was.Room
	return s
}

func (a RoomKnown) reduce(s State) State {
	if a.Lasting == "" {
		a.Lasting = s.Keep.Room.Lasting
	}
	s.Keep.Room = Room(a)
	return s
}

func (a Untouched) reduce(s State) State {
	s.Keep.Untouched = a.Draft
	return s
}

func (a SavedDraft) reduce(s State) State {
	s.Keep.Failed = a.Failed
	if a.Failed == "" {
		s.Keep.Saved, s.Keep.At = a.Draft, a.At
	}
	return s
}

func (a Restored) reduce(s State) State {
	s = open(s, a.Draft)
	s.Keep.Saved = s.Draft
	return s
}

func (a Alive) reduce(s State) State {
	s.Stage = Live
	s.Look.Narrow, s.Look.Dark, s.Look.Theme = a.Narrow, a.Dark, a.Theme
	return s
}

func (a Linked) reduce(s State) State {
	if a.Link != s.Look.Link {
		s.Look.Code = ""
	}
	s.Look.Link, s.Look.Forms, s.Look.LinkWhy = a.Link, a.Forms, a.Why
	return s
}

func (a Coded) reduce(s State) State {
	if a.Link == s.Look.Link {
		s.Look.Code = a.SVG
	}
	return s
}

func (a Sharing) reduce(s State) State {
	switch a.What {
	case "answers":
		s.Look.NoAnswers = !s.Look.NoAnswers
	case "study":
		s.Look.NoStudy = !s.Look.NoStudy
	default:
		s.Look.Form = a.What
	}
	return s
}
