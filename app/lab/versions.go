package lab

import (
	"errors"
	"slices"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A document is one of two compared documents.
type document = feature.Document

// RequestVersions requests the versions of a draft.
func (k *autosaver) RequestVersions(slot string) {
	l := k.lab
	if slot == "" || k.lib == nil {
		l.do(state.VersionsKnown{Slot: slot})
		return
	}
	from := k.lib.Store()
	k.enqueue(func() func() {
		list, _ := from.Versions(slot) // an unreadable list counts as empty
		return func() { l.do(state.VersionsKnown{Slot: slot, List: list}) }
	})
}

// Version reads one of the known versions and a second document, which is the slot's current draft or the version
// before. It calls then with both.
func (k *autosaver) Version(id, arg string, then func(v library.Version, was, is document)) {
	l, known := k.lab, &k.lab.s.Versions
	i := slices.IndexFunc(known.List, func(v library.Version) bool { return v.ID == id })
	if i < 0 || k.lib == nil {
		return
	}
	from, slot, v, now := k.lib.Store(), known.Slot, known.List[i], k.Open(known.Slot)
	before := library.Version{}
	if arg == "before" && i > 0 {
		before = known.List[i-1]
	}
	k.enqueue(func() func() {
		text, err := from.VersionText(slot, id)
		was, err := parseVersion(text, err, from.Pause)
		is := now
		switch {
		case err != nil:
		case before.ID != "":
			is = was
			text, err = from.VersionText(slot, before.ID)
			was, err = parseVersion(text, err, from.Pause)
		case is == nil:
			d, wrong := from.Peek(slot)
			is, err = parseVersion(d.Text, wrong, from.Pause)
		}
		if err == nil {
			prepare(was, from.Pause)
		}
		return func() {
			if err != nil {
				l.do(state.Notify{Text: i18n.T("That version cannot be read: {}", err.Error()), Error: true})
				return
			}
			then(v, document{Name: v.Label(), Draft: was}, document{Name: "now", Draft: is})
		}
	})
}

// parseVersion parses the text of a document; its faults are joined into one error.
func parseVersion(text []byte, err error, pause func()) (*scenario.Scenario, error) {
	if err != nil {
		return nil, err
	}
	draft, faults := catalog.ParseWith(text, pause)
	if len(faults) > 0 {
		return nil, errors.New(faults[0].String())
	}
	return draft, nil
}
