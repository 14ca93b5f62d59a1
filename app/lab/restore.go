package lab

import (
	"errors"
	"slices"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// start opens the library and restores the draft of this tab. If the page was opened by a link, the draft is only
// offered.
func (k *autosaver) start(around StartState) {
	l, begun := k.lab, k.lab.s.Draft
	k.sheet, k.lastDraft = l.s.Sheet, begun
	this := &feature.Request{} // reading a long draft takes time; Cancel leaves it in the library
	l.host.Background(func() {
		lib := l.host.Library()
		slot, text, err := lib.Current()
		had := leftover{slot: slot, empty: len(text) == 0}
		if !had.empty {
			if len(text) >= longDocument && k.linkedDocument == "" {
				l.runOnPage(func() {
					l.reading = this
					l.do(state.SetOpening{Name: "your draft"})
				})
			}
			had.draft, had.faults = parseDraft(textOf(text), lib.Store().Pause)
		}
		kept, binned, brought := libraryState(lib), isTrashed(lib, slot), importReport(lib, slot)
		typed := lib.Store().TypedText(slot)
		l.runOnPage(func() {
			k.lib = lib
			defer k.saveEarly()
			l.do(kept)
			if l.reading == this {
				l.reading = nil
			}
			if err != nil && !errors.Is(err, store.ErrNone) {
				l.appendNotice(state.Notify{Text: "The draft kept in this browser could not be read and is left " +
					"as it is. Changes from now on go into a new draft.", Detail: []string{err.Error()},
					Error: true})
				had = leftover{empty: true}
			}
			if k.linkedDocument != "" || this.Ended {
				if !had.empty && len(had.faults) == 0 {
					k.previousSlot = had.slot
				}
				k.offerOwnDraft(had)
				l.host.Call("resumed") // input left by the previous page belongs to the draft, which is not opened
				return
			}
			k.offerAside(around.AsideDraft)
			if k.restore(had, begun) {
				k.restoreHistory(l.s.Sheet, slot, had.draft, text)
				k.retype(typed)
			}
			k.showReport(brought)
			k.SetBinned(slot, binned)
			l.restoreSession(around.FaultyText)
			if around.StopReason != "" {
				l.appendNotice(state.Notify{Text: "The laboratory had stopped and was restarted from the last saved " +
					"state.", Detail: []string{around.StopReason}, Error: true})
			}
			l.host.NotifyRestored()
		})
	})
}

// restoreAfterLink restores the draft of this tab after a link could not be read, and then calls then.
func (k *autosaver) restoreAfterLink(then func()) {
	if k.linkedDocument = ""; k.previousSlot == "" { // the library is not open yet
		then()
		return
	}
	k.Fetch(k.previousSlot, then)
}

// A leftover is the restored draft of this tab.
type leftover struct {
	slot   string
	empty  bool // whether there is none
	draft  *scenario.Scenario
	faults doc.Faults
}

// offerOwnDraft offers the way back to the tab's own draft after a link was opened.
func (k *autosaver) offerOwnDraft(had leftover) {
	switch {
	case had.empty, k.lab.s.Alert.Text != "", k.lab.s.Layout.Task != nil: // an exercise has its own button for that
		return
	case len(had.faults) > 0:
		k.lab.appendNotice(unreadable(had.faults))
		return
	}
	k.lab.do(state.Notify{Text: i18n.T("You opened {}. Your draft {} is safe.", k.linkedDocument,
		quoteTitle(had.draft.Title)),
		Draft: had.slot, DraftLabel: "Back to my draft"})
}

// quoteTitle returns a title in quotes.
func quoteTitle(title string) string {
	if title == "" {
		return "without a title"
	}
	return "\"" + title + "\""
}

// libraryState returns the state of a library. It blocks.
func libraryState(lib Library) state.StoreStateKnown {
	drafts, _ := lib.Drafts()
	ok, why := lib.Durable()
	return state.StoreStateKnown{Keep: state.Keep{Durable: ok, Reason: why, Drafts: drafts}}
}

// isTrashed reports whether a draft is in the trash. It blocks.
func isTrashed(lib Library, slot string) bool {
	cards, _ := lib.Store().KnownCards()
	return slices.ContainsFunc(cards, func(c library.Card) bool { return c.Slot == slot && c.IsTrashed() })
}

// importReport returns the import report of a draft. It blocks.
func importReport(lib Library, slot string) string {
	cards, _ := lib.Store().KnownCards()
	for i := range cards {
		if cards[i].Slot == slot {
			return cards[i].Report
		}
	}
	return ""
}

// showReport shows the import report of the current draft.
func (k *autosaver) showReport(report string) {
	if report != "" {
		k.lab.do(state.HasReport{Report: report})
	}
}

// restore opens the draft of this tab, unless the user has changed something meanwhile.
func (k *autosaver) restore(had leftover, begun *scenario.Scenario) (done bool) {
	if k.lab.s.Draft != begun {
		return false
	}
	if had.empty {
		k.recordOf(k.sheet).slot = had.slot
		k.offerLast()
		return false
	}
	if len(had.faults) > 0 {
		k.lab.appendNotice(unreadable(had.faults))
		return false
	}
	*k.recordOf(k.sheet) = record{slot: had.slot, safe: had.draft}
	k.lastDraft = had.draft
	k.lab.do(state.DraftRestored{Draft: had.draft})
	return true
}

// appendNotice appends a message to the one that is shown.
func (l *Lab) appendNotice(t state.Notify) {
	if a := l.s.Message(); a.Text != "" && a.Text != t.Text {
		t.Text = a.Text + " " + t.Text
		t.Detail = append(slices.Clone(a.Detail), t.Detail...)
		t.Error = t.Error || a.Error
		t.Undo = t.Undo || a.Undo
	}
	l.do(t)
}

// unreadable shows a message about a draft that is broken or was saved by another version.
func unreadable(faults doc.Faults) state.Notify {
	return state.Notify{Text: "The draft kept in this browser cannot be read by this version of Gridbox. " +
		"It is left as it is.", Detail: faultTexts(faults), Error: true}
}

// offerAside offers the draft that was open when the program stopped.
func (k *autosaver) offerAside(slot string) {
	if slot == "" {
		return
	}
	for _, d := range k.lab.s.Keep.Drafts {
		if d.Slot == slot {
			k.lab.appendNotice(state.Notify{Text: i18n.T("The laboratory stopped while {} was open. Its last saved "+
				"state is set aside.",
				state.TitleInSentence(d.Title)), Draft: slot})
			return
		}
	}
	k.lab.appendNotice(state.Notify{Text: "The laboratory stopped because of an internal error. It restarts here " +
		"without the open draft."})
}

// offerLast offers the last saved draft to a tab without one.
func (k *autosaver) offerLast() {
	if drafts := k.lab.s.Keep.Drafts; len(drafts) > 0 && k.lab.s.Alert.Text == "" {
		text := i18n.T("You were working on {}.", state.TitleInSentence(drafts[0].Title))
		k.lab.do(state.Notify{Text: text, Draft: drafts[0].Slot})
	}
}

// ReportLanguageError reports that the catalogue of the language that the address names cannot be used.
func (l *Lab) ReportLanguageError(err error) {
	l.appendNotice(state.Notify{
		Text:   "The interface is in English: the catalogue of the chosen language cannot be used.",
		Detail: []string{err.Error()}})
}
