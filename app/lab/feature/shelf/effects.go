package shelf

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// effects carries out the commands of the library. The page shows their results immediately;
// the storage follows in the background, in the same order.
type effects struct {
	env      feature.Env
	listed   bool   // whether the list was loaded since the library was opened
	late     bool   // whether a reload of the list is scheduled
	held     bool   // whether a reload waits until a title has been typed, because it could move the field
	changes  int    // number of changes so far
	versions string // the draft whose versions were requested
}

func (e *effects) state() *State { return Slot.Get(e.env.State()) }

// isShown reports whether the view shows the library.
func (e *effects) isShown() bool { return isViewShown(e.env.State()) }

// follow loads the list while the library is shown, and the versions of the selected draft.
func (e *effects) follow() {
	if !e.isShown() {
		if e.listed {
			e.sweep()
		}
		e.listed, e.versions = false, ""
		return
	}
	if e.env.Store() == nil {
		return
	}
	if !e.listed {
		e.listed = true
		e.show()
		e.list()
		e.env.Call("room")
	}
	if e.held && e.state().Renaming == "" {
		e.held = false
		e.scheduleReload()
	}
	if chosen := e.state().Chosen; chosen != e.versions {
		e.versions = chosen
		e.env.Drafts().RequestVersions(chosen)
	}
}

// show shows the known list while the browser loads the current one.
func (e *effects) show() {
	from, asks := e.env.Store(), e.changes
	e.env.Enqueue(func() func() {
		cards, listed := from.CachedCards()
		now := time.Now().UnixMilli()
		return func() {
			if own := e.state(); listed && asks == e.changes && own.Renaming == "" {
				e.env.Do(Slot.Do(ListArrived{Cards: cards, Studies: own.Studies, Now: now}))
			}
		}
	})
}

// list loads the list.
func (e *effects) list() {
	from, asks, drafts := e.env.Store(), e.changes, e.env.Drafts()
	e.env.Enqueue(func() func() {
		drafts.Recover()
		cards, err := from.Cards()
		studies, _ := from.Pieces().List() // the drafts are listed even without studies
		now := time.Now().UnixMilli()
		return func() {
			e.late = false
			if e.held = e.state().Renaming != ""; e.held {
				return
			}
			if asks != e.changes { // the page shows newer data
				e.scheduleReload()
				return
			}
			if err != nil {
				e.env.Do(state.Notify{Text: i18n.T("The library cannot be listed: {}", err.Error()), Error: true})
				return
			}
			e.env.Do(Slot.Do(ListArrived{Cards: cards, Studies: studies, Now: now}))
		}
	})
}

// gathering is the delay of a reload, so that one reload covers several changes.
const gathering = 300 * time.Millisecond

// reload reloads the shown list after a change of the storage, at the end of the turn or with a delay.
func (e *effects) reload(now bool) {
	if now {
		e.listed = false
		return
	}
	e.scheduleReload()
}

// scheduleReload schedules a reload of the shown list, after a save in this tab or another.
func (e *effects) scheduleReload() {
	if !e.isShown() || e.late {
		return
	}
	e.late = true
	e.env.AfterFunc(gathering, func() {
		if e.late = e.isShown() && e.env.Store() != nil; e.late {
			e.list()
			e.env.Drafts().RequestVersions(e.state().Chosen)
		}
	})
}

// do changes the storage, and shows an error if that fails.
func (e *effects) do(f func(*store.Store) error) {
	if e.env.Store() == nil {
		return
	}
	e.changes++
	e.env.Drafts().Alter(f, func(err error) {
		if err != nil {
			e.env.Do(state.Notify{Text: i18n.T("The operation failed: {}", err.Error()), Error: true})
			e.listed = false // the shown list may be wrong now
		}
	})
}

// focusRows moves the focus to the list.
func (e *effects) focusRows() { e.env.AfterDraw(func() { e.env.Call("jump", "shelf-rows") }) }

// rename sets the title of a draft or a study.
func (e *effects) rename(of, title string) {
	title = strings.TrimSpace(title)
	defer e.focusRows()
	i := slices.IndexFunc(e.state().Studies, func(st library.Study) bool { return st.Key == of })
	if i >= 0 {
		e.env.Do(Slot.Do(SetTitle{Slot: of, Title: title}))
		st := e.state().Studies[i]
		e.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		return
	}
	c := e.state().Find(of)
	if c == nil || c.Title == title {
		e.env.Do(Slot.Do(NameCard{}))
		return
	}
	e.env.Do(Slot.Do(SetTitle{Slot: of, Title: title}))
	drafts, at := e.env.Drafts(), e.env.Store()
	if drafts.Retitle(of, title) {
		return
	}
	e.env.Enqueue(func() func() {
		err := errors.New("This draft is open in another tab; rename it there.")
		if drafts.Claim(of) {
			err = saveTitle(at, of, title)
		}
		return func() {
			e.listed = false
			if err != nil {
				e.env.Do(state.Notify{Text: err.Error(), Error: true})
			}
			e.env.Call("announce", "saved", of)
		}
	})
}

// saveTitle sets the title of a saved draft that is on no sheet. It blocks.
func saveTitle(at *store.Store, slot, title string) error {
	d, err := at.Load(slot)
	if err != nil {
		return err
	}
	draft, faults := catalog.ParseWith(d.Text, at.Pause)
	if len(faults) > 0 {
		return errors.New("This draft cannot be read by this version of Gridbox, so it cannot be renamed.")
	}
	next := *draft
	next.Title = title
	d.Title, d.Text, d.Saved = title, scenario.TextWith(&next, at.Pause), time.Time{}
	return at.Save(d)
}

// duplicate copies a draft.
func (e *effects) duplicate(id string) {
	c, at, drafts := e.cardOf(id), e.env.Store(), e.env.Drafts()
	if c == nil || c.ReadError != "" || at == nil {
		return
	}
	card, slot, now := *c, store.NewSlot(), drafts.Open(c.Slot)
	if drafts.Slot() == c.Slot { // the current draft may be newer than the list
		if own := drafts.Card(); own.Face != "" {
			card.SizeText, card.Best, card.Face = own.SizeText, own.Best, own.Face
		}
	}
	e.env.Enqueue(func() func() {
		err := saveCopy(at, card, slot, now)
		return func() {
			e.listed = false
			if err != nil {
				e.env.Do(state.Notify{Text: i18n.T("The draft could not be duplicated: {}", err.Error()), Error: true})
				return
			}
			e.env.Do(Slot.Do(ChooseCard{Slot: slot}))
			e.env.Call("announce", "changed", "")
		}
	})
}

// saveCopy saves a copy of a draft in another slot: of the state on this page if there is one,
// because a change may not be saved yet. It blocks.
func saveCopy(s *store.Store, c library.Card, slot string, now *scenario.Scenario) error {
	d, err := s.Peek(c.Slot)
	if err != nil {
		return err
	}
	d.Slot, d.Saved = slot, time.Time{}
	if now == nil {
		if draft, faults := catalog.ParseWith(d.Text, s.Pause); len(faults) == 0 {
			now = draft
		}
	}
	if now != nil {
		next := *now
		cards, err := s.KnownCards()
		if err != nil {
			return err
		}
		next.Title = library.CopyTitle(now.Title, func(title string) bool {
			return slices.ContainsFunc(cards, func(c library.Card) bool { return c.Title == title })
		})
		d.Title, d.Text = next.Title, scenario.TextWith(&next, s.Pause)
	}
	if err := s.Save(d); err != nil {
		return err
	}
	return s.Describe(library.Card{Slot: slot, SizeText: c.SizeText, Best: c.Best, Face: c.Face})
}

// tag sets the tags of a draft.
func (e *effects) tag(slot, typed string) {
	if c := e.state().Find(slot); c != nil {
		e.remark(c, library.ParseTags(typed), c.TrashedAt)
	}
}

// openStudy opens the document of a study with its results.
func (e *effects) openStudy(key string) {
	for _, st := range e.state().Studies {
		if st.Key != key {
			continue
		}
		name := i18n.T("the study {}", library.DisplayTitle(st.Title))
		e.env.LoadShown(name, []byte(st.Text), func(draft *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 {
				e.env.Do(state.Notify{Text: "The document of this study cannot be read by this version of Gridbox.",
					Detail: faults.Texts(), Error: true})
				return
			}
			e.env.OpenDraft(feature.NewDraft{Draft: draft, Name: i18n.T("open {}", name), Example: true})
			e.env.Do(state.Show{Field: "view", To: "study"})
		})
		return
	}
}
