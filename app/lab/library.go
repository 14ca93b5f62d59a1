package lab

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A librarian does what is asked in the library. What a person does shows at
// once; the library itself follows beside the page, in the order of the asks.
type librarian struct {
	lab       *Lab
	listed    bool   // since the library was opened
	late      bool   // something has changed since, and listing again is on its way
	asks      int    // how often the library was asked to change something
	versions  string // the draft whose versions were asked for
	persisted bool   // whether the browser was asked to keep all this
}

// A document is one of two that are looked at side by side.
type document struct {
	Name  string
	Draft *scenario.Scenario
}

// beside shows two documents side by side; nil while no screen can.
var beside func(l *Lab, a, b document)

// store is where the library is kept, nil while it is not open.
func (b *librarian) store() *store.Store {
	if b.lab.keep.lib == nil {
		return nil
	}
	return b.lab.keep.lib.Store()
}

// follow lists what there is while the library is looked at, and the versions
// of the draft that is chosen.
func (b *librarian) follow() {
	s := &b.lab.s
	if s.Look.View != "library" {
		if b.listed {
			b.sweep()
		}
		b.listed, b.versions = false, ""
		return
	}
	if b.store() == nil {
		return
	}
	if !b.listed {
		b.listed = true
		b.list()
		b.lab.host.Call("room")
	}
	if s.Shelf.Chosen != b.versions {
		b.versions = s.Shelf.Chosen
		b.askVersions(s.Shelf.Chosen)
	}
}

// list asks what there is.
func (b *librarian) list() {
	l, from, asks := b.lab, b.store(), b.asks
	l.keep.beside(func() func() {
		cards, err := from.Cards()
		studies, _ := from.Pieces().List() // without studies the drafts are listed all the same
		now := time.Now().UnixMilli()
		return func() {
			b.late = false
			if asks != b.asks { // what shows is newer than what was read
				b.changed()
				return
			}
			if err != nil {
				l.do(state.Tell{Text: "The library cannot be listed: " + err.Error(), Error: true})
				return
			}
			l.do(state.Shelved{Cards: cards, Studies: studies, Now: now})
		}
	})
}

// gathering is how long a change of the library waits for others before it is
// listed again.
const gathering = 300 * time.Millisecond

// changed has the library listed again soon, where it is looked at: something
// was saved here or in another tab.
func (b *librarian) changed() {
	if b.lab.s.Look.View != "library" || b.late {
		return
	}
	b.late = true
	b.lab.host.After(gathering, func() {
		if b.late = b.lab.s.Look.View == "library" && b.store() != nil; b.late {
			b.list()
			b.askVersions(b.lab.s.Shelf.Chosen)
		}
	})
}

func (b *librarian) askVersions(slot string) {
	l, from := b.lab, b.store()
	if slot == "" {
		return
	}
	l.keep.beside(func() func() {
		list, _ := from.Versions(slot) // unreadable is as good as absent
		return func() { l.do(state.VersionsKnown{Slot: slot, List: list}) }
	})
}

// do has the library do something, and says so where it cannot.
func (b *librarian) do(f func(*store.Store) error) {
	l, at := b.lab, b.store()
	if at == nil {
		return
	}
	b.asks++
	l.keep.beside(func() func() {
		err := f(at)
		return func() {
			if err != nil {
				l.do(state.Tell{Text: "That could not be done: " + err.Error(), Error: true})
				b.listed = false // what shows may be wrong now
			}
			l.host.Call("announce", "changed", "")
		}
	})
}

// toggle opens the library, or leads back.
func toggleLibrary(l *Lab, _, _ string) {
	to := "library"
	if l.s.Look.View == to {
		to = ""
	}
	l.do(state.Show{What: "dialog"}, state.NameCard{}, state.Show{What: "view", To: to})
	if to != "" {
		l.do(state.ChooseCard{Slot: l.s.Shelf.Chosen})
		if slot := l.keep.of(l.s.Sheet).slot; l.s.Shelf.Chosen == "" {
			l.do(state.ChooseCard{Slot: slot})
		}
		l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	}
}

// leaveLibrary ends what is nearest to being ended in the library, or leads back.
func (l *Lab) leaveLibrary() {
	switch h := &l.s.Shelf; {
	case h.Renaming != "":
		l.do(state.NameCard{})
		l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	case h.Detail:
		l.do(state.ChooseCard{Slot: h.Chosen})
	case h.Query.Words != "":
		l.do(state.Seek{What: "words"})
	default:
		toggleLibrary(l, "", "")
	}
}

// inLibrary tells whether the library is looked at.
func inLibrary(l *Lab, _ string) bool { return l.s.Look.View == "library" }

func choose(l *Lab, slot, how string) {
	l.do(state.ChooseCard{Slot: slot, Detail: l.s.Look.Narrow && how != "list"})
	l.reveal()
}

// walk goes through the rows.
func walk(l *Lab, where, _ string) {
	h := &l.s.Shelf
	page := max(1, (h.Bottom-h.Top)/library.Fine.Entry-1)
	by, ok := map[string]int{"up": -1, "down": 1, "pageup": -page, "pagedown": page, "first": -1 << 30,
		"last": 1 << 30}[where]
	if ok && len(h.List) > 0 {
		l.do(state.ChooseCard{By: by})
		l.reveal()
	}
}

// reveal brings the row that is chosen into view.
func (l *Lab) reveal() {
	top, bottom := l.s.Shelf.Bound()
	l.host.Drawn(func() { l.host.Call("showRow", top, bottom) })
}

// Scrolled hears which pixels of the list can be seen.
func (l *Lab) Scrolled(top, bottom int) {
	l.do(state.Scrolled{Top: top, Bottom: bottom})
	l.follow()
}

func seek(l *Lab, what, to string) {
	if to == ui.Unset {
		to = ""
	}
	l.do(state.Seek{What: what, To: to})
	l.reveal()
}

// openChosen opens what is chosen, where it can be opened.
func openChosen(l *Lab, _, _ string) {
	if c := l.s.Shelf.Card(); c != nil && c.Broken == "" && !c.Trashed() {
		l.keep.fetch(c.Slot)
	}
}

// chosen is the draft that a command of the library is about.
func (l *Lab) chosen(id string) *library.Card {
	if id == "" {
		id = l.s.Shelf.Chosen
	}
	return l.s.Shelf.Find(id)
}

func startRename(l *Lab, id, _ string) {
	if c := l.chosen(id); c != nil && (c.Broken != "" || c.Trashed()) {
		return
	}
	if id == "" {
		id = l.s.Shelf.Chosen
	}
	l.do(state.NameCard{Slot: id})
	l.host.Drawn(func() { l.host.Call("focusTitle") })
}

// rename gives a draft or a study another title.
func (b *librarian) rename(of, title string) {
	l := b.lab
	title = strings.TrimSpace(title)
	defer l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	i := slices.IndexFunc(l.s.Shelf.Studies, func(st library.Study) bool { return st.Key == of })
	if i >= 0 {
		l.do(state.Titled{Slot: of, Title: title})
		st := l.s.Shelf.Studies[i]
		b.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		return
	}
	c := l.s.Shelf.Find(of)
	if c == nil || c.Title == title {
		l.do(state.NameCard{})
		return
	}
	l.do(state.Titled{Slot: of, Title: title})
	if sheet, here := l.keep.sheetOf(of); here {
		l.keep.retitle(sheet, title)
		return
	}
	lib := l.keep.lib
	l.keep.beside(func() func() {
		err := retitled(lib, of, title)
		return func() {
			b.listed = false
			if err != nil {
				l.do(state.Tell{Text: err.Error(), Error: true})
			}
			l.host.Call("announce", "saved", of)
		}
	})
}

// retitled gives a draft that lies on no sheet another title. It waits.
func retitled(lib Library, slot, title string) error {
	if !lib.Holds(slot) {
		return errors.New("This draft is open in another tab; rename it there.")
	}
	d, err := lib.Store().Load(slot)
	if err != nil {
		return err
	}
	draft, faults := catalog.Parse(d.Text)
	if len(faults) > 0 {
		return errors.New("This draft cannot be read by this version of Gridbox, so it cannot be renamed.")
	}
	next := *draft
	next.Title = title
	d.Title, d.Text, d.Saved = title, scenario.Text(&next), time.Time{}
	return lib.Store().Save(d)
}

// duplicate makes a second draft of one.
func (b *librarian) duplicate(id string) {
	l, c := b.lab, b.lab.chosen(id)
	if c == nil || c.Broken != "" || b.store() == nil {
		return
	}
	card, lib, slot, now := *c, l.keep.lib, store.NewSlot(), l.keep.now(c.Slot)
	l.keep.beside(func() func() {
		err := copied(lib.Store(), card, slot, now)
		return func() {
			b.listed = false
			if err != nil {
				l.do(state.Tell{Text: "It could not be duplicated: " + err.Error(), Error: true})
				return
			}
			l.do(state.ChooseCard{Slot: slot})
			l.host.Call("announce", "changed", "")
		}
	})
}

// copied saves a copy of a draft in another slot: as it lies in this page, where
// it does, for a change may not be saved yet. It waits.
func copied(s *store.Store, c library.Card, slot string, now *scenario.Scenario) error {
	d, err := s.Peek(c.Slot)
	if err != nil {
		return err
	}
	d.Slot, d.Saved = slot, time.Time{}
	if now == nil {
		now, _ = parsed(d.Text, nil)
	}
	if now != nil {
		next := *now
		next.Title = library.Named(now.Title) + ", copy"
		d.Title, d.Text = next.Title, scenario.Text(&next)
	}
	if err := s.Save(d); err != nil {
		return err
	}
	return s.Describe(library.Card{Slot: slot, Words: c.Words, Best: c.Best, Face: c.Face})
}

// bin puts a draft into the trash.
func (b *librarian) bin(id string) {
	c := b.lab.chosen(id)
	if c == nil || c.Trashed() {
		return
	}
	b.remark(c, c.Tags, max(1, time.Now().UnixMilli()))
}

// putBack takes out of the trash what a button names, or what was deleted last.
func (b *librarian) putBack(id string) {
	h := &b.lab.s.Shelf
	switch {
	case id != "":
	case len(h.Gone) > 0:
		id = h.Gone[0]
	default:
		id = h.GoneStudy
	}
	if c := h.Find(id); c != nil {
		b.remark(c, c.Tags, 0)
		return
	}
	b.binStudy(id, 0)
}

// tag gives a draft other tags.
func (b *librarian) tag(slot, typed string) {
	if c := b.lab.s.Shelf.Find(slot); c != nil {
		b.remark(c, library.ParseTags(typed), c.Gone)
	}
}

func (b *librarian) remark(c *library.Card, tags []string, gone int64) {
	slot := c.Slot
	b.lab.do(state.Remark{Slot: slot, Tags: tags, Gone: gone})
	b.lab.keep.binned(slot, gone != 0)
	b.do(func(s *store.Store) error {
		return s.Mark(slot, func(m *library.Marks) { m.Tags, m.Gone = tags, gone })
	})
}

// purge deletes for good.
func (b *librarian) purge(slots ...string) {
	b.lab.do(state.ForgetCards{Slots: slots})
	for _, slot := range slots {
		b.lab.keep.disown(slot)
		b.do(func(s *store.Store) error { return s.Remove(slot) })
	}
}

// empty empties the trash, once it was asked for twice.
func (b *librarian) empty(how string) {
	if how != "sure" {
		b.lab.do(state.AskEmpty{On: how == ""})
		return
	}
	var slots []string
	for i := range b.lab.s.Shelf.Cards {
		if c := &b.lab.s.Shelf.Cards[i]; c.Trashed() {
			slots = append(slots, c.Slot)
		}
	}
	b.purge(slots...)
}

// salvage hands a draft out as a file, or what there is of it.
func (b *librarian) salvage(id string) {
	l, c := b.lab, b.lab.chosen(id)
	if c == nil || b.store() == nil {
		return
	}
	if now := l.keep.now(c.Slot); now != nil {
		l.download(fileName(now.Title)+".json", jsonType, string(scenario.Text(now)))
		return
	}
	from, slot, name := b.store(), c.Slot, fileName(c.Title)
	l.keep.beside(func() func() {
		d, err := from.Peek(slot)
		if err != nil {
			d.Text, err = from.Salvage(slot)
		}
		return func() {
			if err != nil || len(d.Text) == 0 {
				l.do(state.Tell{Text: "Nothing is left of that draft.", Error: true})
				return
			}
			l.download(name+".json", jsonType, string(d.Text))
		}
	})
}

// Studies.

func (b *librarian) binStudy(key string, gone int64) {
	l := b.lab
	l.do(state.BinStudy{Key: key, Gone: gone})
	for _, st := range l.s.Shelf.Studies {
		if st.Key == key {
			b.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		}
	}
}

// sweep removes for good the studies that were deleted and not brought back
// before the library was left.
func (b *librarian) sweep() {
	for _, st := range b.lab.s.Shelf.Studies {
		if st.Gone != 0 {
			b.lab.do(state.ForgetCards{Study: st.Key})
			b.do(func(s *store.Store) error { return s.Pieces().Forget(st.Key) })
		}
	}
}

func (b *librarian) openStudy(key string) {
	l := b.lab
	for _, st := range l.s.Shelf.Studies {
		if st.Key != key {
			continue
		}
		draft, faults := catalog.Parse([]byte(st.Text))
		if len(faults) > 0 {
			l.do(state.Tell{Text: "The document of this study cannot be read by this version of Gridbox.",
				Detail: said(faults), Error: true})
			return
		}
		l.keep.put(draft, "open the study "+library.Named(st.Title), true)
		l.do(state.Show{What: "view", To: "study"})
	}
}

// Versions.

// with reads a version, and the draft of a slot as it is now or the version
// before, and does something with both.
func (b *librarian) with(id, arg string, then func(v library.Version, was, is document)) {
	l, h := b.lab, &b.lab.s.Shelf
	i := slices.IndexFunc(h.Versions, func(v library.Version) bool { return v.ID == id })
	if i < 0 || b.store() == nil {
		return
	}
	from, slot, v, now := b.store(), h.VersionsOf, h.Versions[i], l.keep.now(h.VersionsOf)
	before := library.Version{}
	if arg == "before" && i > 0 {
		before = h.Versions[i-1]
	}
	l.keep.beside(func() func() {
		was, err := parsed(from.VersionText(slot, id))
		is := now
		switch {
		case err != nil:
		case before.ID != "":
			is, err = was, nil
			was, err = parsed(from.VersionText(slot, before.ID))
		case is == nil:
			d, wrong := from.Peek(slot)
			is, err = parsed(d.Text, wrong)
		}
		return func() {
			if err != nil {
				l.do(state.Tell{Text: "That version cannot be read: " + err.Error(), Error: true})
				return
			}
			then(v, document{versionWord(v), was}, document{"now", is})
		}
	})
}

func versionWord(v library.Version) string {
	if v.Name != "" {
		return v.Name
	}
	return "as of " + time.UnixMilli(v.At).Format("2 January, 15:04")
}

// parsed reads the text of a document; what is wrong with it is one error.
func parsed(text []byte, err error) (*scenario.Scenario, error) {
	if err != nil {
		return nil, err
	}
	draft, faults := catalog.Parse(text)
	if len(faults) > 0 {
		return nil, errors.New(faults[0].String())
	}
	return draft, nil
}

// compare lists what differs between a version and now, or the one before.
func (b *librarian) compare(id, with string) {
	if b.lab.s.Shelf.Compared == id && b.lab.s.Shelf.With == with {
		b.lab.do(state.Compared{})
		return
	}
	b.with(id, with, func(_ library.Version, was, is document) {
		b.lab.do(state.Compared{ID: id, With: with, Changes: library.Changes(seen(was.Draft), seen(is.Draft))})
	})
}

// seen is a document without how it was last looked at, which is no change.
func seen(d *scenario.Scenario) *scenario.Scenario {
	own := *d
	own.View = nil
	return &own
}

// restore goes back to a version, as a step that can be undone.
func (b *librarian) restore(id, slot string) {
	b.with(id, "now", func(v library.Version, was, _ document) {
		b.lab.keep.fetchThen(slot, func() {
			l := b.lab
			if was.Draft.Kind != l.s.Draft.Kind {
				return // it could not be opened, and said why
			}
			l.do(state.Show{What: "view"}, state.Revise{Draft: was.Draft, Name: "go back to " + versionWord(v)},
				state.Tell{Text: "This is the draft " + versionWord(v) + ".", Undo: true})
		})
	})
}

// nameVersion gives a version a name, or takes it away.
func (b *librarian) nameVersion(id, name string) {
	slot := b.lab.s.Shelf.VersionsOf
	name = strings.Join(strings.Fields(name), " ")
	b.do(func(s *store.Store) error {
		return s.Reword(slot, id, func(v *library.Version) { v.Name = name })
	})
	b.listed = false
	b.askVersions(slot)
}

// sideBySide shows a version beside now, or a draft beside what is open.
func (b *librarian) sideBySide(id, with string) {
	if beside == nil {
		return
	}
	if with != "open" {
		b.with(id, with, func(_ library.Version, was, is document) { beside(b.lab, was, is) })
		return
	}
	from, c, l := b.store(), b.lab.chosen(id), b.lab
	if c == nil || from == nil {
		return
	}
	slot, name := c.Slot, c.Name()
	l.keep.beside(func() func() {
		d, err := from.Peek(slot)
		draft, err := parsed(d.Text, err)
		return func() {
			if err == nil {
				beside(l, document{name, draft}, document{library.Named(l.s.Draft.Title), l.s.Draft})
			}
		}
	})
}
