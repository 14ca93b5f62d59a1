package lab

import (
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// The history of a draft is stored with it as changes of its text, so that undo and redo survive a reload. The file
// of a draft has only the steps of its sheet. Drafts that were opened before have files of their own.

const (
	maxSteps        = 100     // in a file, in each direction
	maxStepBytes    = 1 << 18 // of the changes
	maxHistoryText  = 1 << 21 // of a draft that has a history
	maxHistoryTexts = 1 << 20 // of all drafts that a history leads to; reading them takes time
)

// A trail has the changes that were written last, so that a save writes only the new ones.
type trail map[[2]*scenario.Scenario]trailStep

type trailStep struct {
	store.Step
	size int // bytes of the draft after the step
}

// steps returns the drafts in the history of a sheet, the nearest first.
func (k *autosaver) steps(sheet int, draft *scenario.Scenario) (past, future []state.Step) {
	own := func(all []state.Step) (list []state.Step) {
		at := draft
		for i := len(all) - 1; i >= 0 && len(list) < maxSteps; i-- {
			if step := all[i]; step.Sheet == sheet && step.Draft != at {
				list = append(list, step)
				at = step.Draft
			}
		}
		return list
	}
	return own(k.lab.s.Past), own(k.lab.s.Future)
}

// history writes steps as changes of texts, within the limits, and returns the trail for the next
// save.
func (t trail) history(draft *scenario.Scenario, text []byte, past, future []state.Step,
	pause func()) (store.History, trail) {
	next := trail{}
	bytes, texts := 0, 0
	write := func(steps []state.Step) (list []store.Step) {
		at, atText := draft, text
		for _, step := range steps {
			way := [2]*scenario.Scenario{at, step.Draft}
			change, known := t[way]
			if !known {
				if atText == nil {
					atText = scenario.TextWith(at, pause)
				}
				to := scenario.TextWith(step.Draft, pause)
				change = trailStep{store.NewStep("", atText, to), len(to)}
				atText = to
			} else {
				atText = nil
			}
			bytes, texts = bytes+len(change.Text), texts+change.size
			if bytes > maxStepBytes || texts > maxHistoryTexts && len(list) > 0 {
				break
			}
			next[way] = change
			change.Name = step.Name
			list = append(list, change.Step)
			at = step.Draft
		}
		return list
	}
	if len(text) > maxHistoryText {
		return store.History{}, next
	}
	return store.History{Past: write(past), Future: write(future)}, next
}

// adjacentDrafts returns the drafts one step of undo and one of redo away, nil if there is no step.
func adjacentDrafts(past, future []state.Step) (drafts [2]*scenario.Scenario) {
	for i, steps := range [][]state.Step{past, future} {
		if len(steps) > 0 {
			drafts[i] = steps[0].Draft
		}
	}
	return drafts
}

// isHistoryStored reports whether the stored history of the current draft is up to date. Even if undo restores the
// saved draft, its history differs.
func (k *autosaver) isHistoryStored() bool {
	s, p := &k.lab.s, k.recordOf(k.lab.s.Sheet)
	return p.safe == nil || p.follows || s.Draft != p.safe || p.steps == adjacentDrafts(k.steps(s.Sheet, s.Draft))
}

// storeHistory stores the history of the saved current draft.
func (k *autosaver) storeHistory() {
	s, p, lib := &k.lab.s, k.recordOf(k.lab.s.Sheet), k.lib
	draft, slot, trail := s.Draft, p.slot, p.trail
	past, future := k.steps(s.Sheet, draft)
	p.steps = adjacentDrafts(past, future)
	k.enqueue(func() func() {
		pause := lib.Store().Pause
		text := scenario.TextWith(draft, pause)
		h, next := trail.history(draft, text, past, future, pause)
		lib.Store().SetHistory(slot, text, h)
		return func() { p.trail = next }
	})
}

// restoreHistory restores the history of a draft on a sheet.
func (k *autosaver) restoreHistory(sheet int, slot string, draft *scenario.Scenario, text []byte) {
	lib := k.lib
	if len(text) > maxHistoryText {
		return
	}
	k.enqueue(func() func() {
		at := lib.Store()
		h := at.History(slot, text)
		read := func(steps []store.Step) (list []state.Step) {
			now := text
			for i := range steps {
				next, ok := steps[i].Apply(now)
				if !ok {
					break
				}
				d, faults := catalog.ParseWith(next, at.Pause)
				if len(faults) > 0 {
					break
				}
				list = append(list, state.Step{Draft: d, Sheet: sheet, Name: steps[i].Name})
				now = next
			}
			return list
		}
		past, future := read(h.Past), read(h.Future)
		return func() {
			k.recordOf(sheet).steps = adjacentDrafts(past, future)
			k.lab.do(state.HistoryRestored{Draft: draft, Past: past, Future: future})
		}
	})
}

// noteHistory returns the history of the current draft for a note. It does not block.
func (k *autosaver) noteHistory(text []byte) store.History {
	s := &k.lab.s
	past, future := k.steps(s.Sheet, s.Draft)
	h, _ := k.recordOf(s.Sheet).trail.history(s.Draft, text, past, future, nil)
	return h
}
