package state

import (
	"maps"
	"slices"

	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
)

// maxSteps is the maximal length of the history. Drafts share unchanged parts, so a step takes little more memory
// than its change.
const maxSteps = 200

// commit makes draft the current one and remembers the former. Consecutive steps with the same merge key, such as the
// moves of one drag, become one. solves is set if answers may change.
func commit(s State, draft *scenario.Scenario, name, merge string, solves bool) State {
	last := len(s.Past) - 1
	if merge == "" || last < 0 || s.Past[last].merge != merge || len(s.Future) > 0 {
		s = rememberAnswers(s, solves)
	}
	if merge != "" && last >= 0 && s.Past[last].merge == merge && len(s.Future) == 0 {
		s.Past = append([]Step(nil), s.Past...)
		s.Past[last].Name = name
	} else {
		past := append([]Step(nil), s.Past...)
		past = append(past, Step{Draft: s.Draft, Sheet: s.Sheet, Name: name, merge: merge})
		if len(past) > maxSteps {
			past = past[len(past)-maxSteps:]
		}
		s.Past = past
	}
	s.Future = nil
	return adopt(s, draft, solves)
}

// rememberAnswers remembers the answers to the draft that is about to be changed. If some are still missing, it keeps
// the answers before the previous change.
func rememberAnswers(s State, solves bool) State {
	if !solves || len(s.Answers) == 0 {
		return s
	}
	had := make(map[string]*scenario.Answer, len(s.Answers))
	for i := range s.Answers {
		if a := &s.Answers[i]; s.IsFresh(*a) {
			had[a.ID] = a.Answer
		}
	}
	if len(had) == len(s.Answers) {
		s.Were, s.Former = had, s.Draft
	}
	return s
}

// adopt makes draft current without a change of the history.
func adopt(s State, draft *scenario.Scenario, solves bool) State {
	if s.Draft != nil && s.Draft.Kind != draft.Kind {
		s = leave(s)
	}
	s.Draft = draft
	if solves {
		s.PosedDraft = draft
	}
	before := s.Problem
	if explicit(draft) {
		s.Problem, s.ProblemOf = draft, s.PosedDraft
	}
	s = layoutClusters(s, before)
	s.Text = nil
	s = matchAnswers(s)
	s.Select = prune(s.Select, s.Problem)
	return s
}

// leave removes data of the former kind of problem.
func leave(s State) State {
	s.Problem, s.Answers, s.Focus, s.Select = nil, nil, "", nil
	s.Layout.Answers, s.Layout.Tool, s.Layout.Chart = "compare", "select", ""
	s.Layout.Page, s.Layout.Find = nil, nil
	s.Part.From, s.Part.To = 0, 0
	s.Matrix, s.Flips, s.Trying = Explanation{}, Explanation{}, Trying{}
	return forget(s)
}

// layoutClusters computes the clusters' positions in the picture if clusters or links have changed.
func layoutClusters(s State, before *scenario.Scenario) State {
	if s.Problem == nil || s.Problem.Placement == nil {
		s.Positions = nil
		return s
	}
	switch p := &s.Problem.Placement.Problem; {
	case before != nil && before.Placement != nil && len(s.Positions) == len(p.Clusters) &&
		layout.SharesLayout(p, &before.Placement.Problem):
	default:
		s.Positions = layout.Clusters(p)
	}
	return s
}

// reduce returns the state with the remembered steps before its own. If the draft was changed meanwhile, only the
// undo steps are added. Steps of another draft are ignored.
func (a HistoryRestored) reduce(s State) State {
	past, future := slices.Clone(a.Past), slices.Clone(a.Future)
	slices.Reverse(past)
	slices.Reverse(future)
	switch begun := len(s.Past) > 0; {
	case begun && s.Past[0].Draft == a.Draft: // it was changed meanwhile
		past = append(past, s.Past...)
		s.Past = past[max(0, len(past)-maxSteps):]
	case !begun && s.Draft == a.Draft:
		if s.Past = past; len(s.Future) == 0 {
			s.Future = future
		}
	}
	return s
}

// reduce returns the state before the last step; the step can be redone. Invalid texts are dropped. The state is
// unchanged without steps.
func (Undo) reduce(s State) State {
	last := len(s.Past) - 1
	if last < 0 {
		return s
	}
	step := s.Past[last]
	s.Future = append(append([]Step(nil), s.Future...), Step{Draft: s.Draft, Sheet: s.Sheet, Name: step.Name})
	s.Past = append([]Step(nil), s.Past[:last]...)
	s.InvalidFields, s.Were, s.Former = nil, nil, nil
	s.Sheet = step.Sheet
	return adopt(s, step.Draft, solveDiffers(s.Draft, step.Draft))
}

// reduce returns the state after the step that was undone last. Invalid texts are dropped. The state is unchanged
// without such a step.
func (Redo) reduce(s State) State {
	last := len(s.Future) - 1
	if last < 0 {
		return s
	}
	step := s.Future[last]
	s.Past = append(append([]Step(nil), s.Past...), Step{Draft: s.Draft, Sheet: s.Sheet, Name: step.Name})
	s.Future = append([]Step(nil), s.Future[:last]...)
	s.InvalidFields, s.Were, s.Former = nil, nil, nil
	s.Sheet = step.Sheet
	return adopt(s, step.Draft, solveDiffers(s.Draft, step.Draft))
}

// forget removes the explanation.
func forget(s State) State {
	s.Explanation = Explanation{}
	return s
}

// open makes a draft current, with an empty history.
func open(s State, draft *scenario.Scenario) State {
	s.Past, s.Future, s.InvalidFields = nil, nil, nil
	s = forget(adopt(s, draft, true))
	s.Select = firstElement(s.Problem)
	return s
}

// reduce returns the state with the document open and the previous one on the desk, under its kind. It closes the
// dialog and the library.
func (a Open) reduce(s State) State {
	s.InvalidFields = nil
	s.Layout.Dialog = ""
	if s.Layout.View == "library" {
		s.Layout.View = "" // so that the opened document is visible
	}
	desk := maps.Clone(s.Desk)
	if desk == nil {
		desk = map[string]Sheet{}
	}
	desk[s.Draft.Kind] = Sheet{Number: s.Sheet, Draft: s.Draft}
	s.Desk = desk
	s = resetView(commit(s, a.Draft, a.Name, "", true))
	s.Were, s.Former = nil, nil
	if s.Sheet = a.Sheet; a.Sheet == 0 {
		s.Sheets++
		s.Sheet = s.Sheets
	}
	return s
}

// resetView resets the view for a problem that is unrelated to the former one.
func resetView(s State) State {
	s = forget(s)
	for _, list := range []*[]Answer{&s.Answers, &s.HiddenAnswers} {
		*list = append([]Answer(nil), *list...)
		for i := range *list {
			if a := &(*list)[i]; !s.IsFresh(*a) { // an answer to another problem
				*a = Answer{ID: a.ID, Index: a.Index, Name: a.Name, Colour: a.Colour, Letter: a.Letter, Run: a.Run}
			}
		}
	}
	s.Select = nil
	if explicit(s.Draft) {
		s.Select = firstElement(s.Problem)
	}
	s.Layout.Page, s.Layout.Find = nil, nil
	s.Part.From, s.Part.To = 0, 0
	return s
}

// Actions that replace a draft which is open.
type (
	// Relay replaces a draft on the desk.
	Relay struct {
		Sheet int
		Draft *scenario.Scenario
	}
	// Revise replaces the current draft, as a step that can be undone.
	Revise struct {
		Draft *scenario.Scenario
		Name  string
	}
)

// reduce returns the state with the draft of a sheet replaced on the desk, and in the nearest undo and redo step. The
// current draft is unchanged.
func (a Relay) reduce(s State) State {
	desk := maps.Clone(s.Desk)
	for kind, sheet := range desk {
		if sheet.Number == a.Sheet {
			desk[kind] = Sheet{Number: a.Sheet, Draft: a.Draft}
		}
	}
	s.Desk = desk
	// Undo and redo then lead to its current state, not to the state when it was closed.
	s.Past, s.Future = relaid(s.Past, a), relaid(s.Future, a)
	return s
}

// relaid returns steps with the new draft in the nearest step of its sheet.
func relaid(steps []Step, a Relay) []Step {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Sheet == a.Sheet {
			steps = slices.Clone(steps)
			steps[i].Draft = a.Draft
			break
		}
	}
	return steps
}

func (a Revise) reduce(s State) State {
	if a.Draft == s.Draft {
		return s
	}
	s.InvalidFields = nil
	s = commit(s, a.Draft, a.Name, "", solveDiffers(s.Draft, a.Draft))
	return forget(s)
}
