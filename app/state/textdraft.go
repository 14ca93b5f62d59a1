package state

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"gridbox/core/langservice"
	"gridbox/core/scenario"
)

// reduce makes a typed text the draft if it has no faults; otherwise the text is
// kept with its faults.
func (a SetText) reduce(s State) State {
	r := a.Reading
	if r == nil {
		r = &Reading{}
		r.Draft, r.Faults = langservice.Parse([]byte(a.Text))
	}
	draft, faults := r.Draft, r.Faults
	if len(faults) > 0 {
		over := s.Draft
		if s.Text.faulty() {
			over = s.Text.Base // the draft may have changed since the editing began
		}
		s.Text = &TextDraft{Text: a.Text, Faults: faults, Base: over}
		return s
	}
	solves := r.Base == s.Draft && r.Differs || solveDiffers(s.Draft, draft)
	if !solves && reflect.DeepEqual(s.Draft, draft) {
		if s.Text = nil; a.Text == s.DraftText() {
			return s
		}
	} else {
		s = commit(s, draft, "edit the document", "text", solves)
	}
	// The user's layout of the text is kept while the text equals the draft.
	s.Text = &TextDraft{Text: a.Text}
	return s
}

// reduce ends the current step: later typing is another step.
func (LeaveText) reduce(s State) State {
	last := len(s.Past) - 1
	if last >= 0 && (s.Past[last].merge == "text" || strings.HasPrefix(s.Past[last].merge, "policy ")) {
		s.Past = slices.Clone(s.Past)
		s.Past[last].merge = ""
	}
	return s
}

func (t *TextDraft) faulty() bool { return t != nil && len(t.Faults) > 0 }

// carryText restores the faulty text of the previous state after an action on other parts, so that dragging or undo
// loses nothing typed. If the action shows another sheet, it stores the text of the former sheet and restores the
// text of the new one.
func (s *State) carryText(before *State, a Action) {
	if _, typed := a.(SetText); typed {
		return
	}
	if s.Sheet == before.Sheet {
		if s.Text == nil && before.Text.faulty() {
			s.Text = before.Text
		}
		return
	}
	left, waits := before.Text.faulty(), s.Texts[s.Sheet]
	if !left && waits == nil {
		return
	}
	s.Texts = maps.Clone(s.Texts)
	if s.Texts == nil {
		s.Texts = map[int]*TextDraft{}
	}
	if left {
		s.Texts[before.Sheet] = before.Text
	}
	if delete(s.Texts, s.Sheet); waits != nil {
		s.Text = waits
	}
}

// Faulty returns the invalid text of a sheet, "" if it has none.
func (s *State) Faulty(sheet int) string {
	t := s.Texts[sheet]
	if sheet == s.Sheet {
		t = s.Text
	}
	if !t.faulty() {
		return ""
	}
	return t.Text
}

// DraftText returns the draft as formatted text.
func (s *State) DraftText() string { return string(scenario.Text(s.Draft)) }

// ShownText returns the text in the document panel.
func (s *State) ShownText() string {
	if s.Text != nil {
		return s.Text.Text
	}
	return s.DraftText()
}

// solveDiffers reports whether two drafts may have different answers: whether they differ in more than titles,
// positions in the picture and the view.
func solveDiffers(a, b *scenario.Scenario) bool {
	if a.Kind != b.Kind || a.Seed != b.Seed {
		return true
	}
	return !reflect.DeepEqual(solverInput(a), solverInput(b)) // comparing texts takes four times as long
}

// solverInput returns a draft without the parts that no solver reads.
func solverInput(d *scenario.Scenario) *scenario.Scenario {
	c := *d
	c.Title, c.About, c.Runs, c.Policies, c.View, c.Study = "", "", nil, nil, nil, nil
	nounsOf(d).removeIgnored(&c)
	return &c
}
