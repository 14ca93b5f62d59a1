package lab

import (
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/store"
)

// Shelf returns the library of a tab's store.
func Shelf(tab *store.Tab) Library { return tabLibrary{tab} }

type tabLibrary struct{ tab *store.Tab }

func (b tabLibrary) Durable() (bool, string) { return b.tab.Durable() }

func (b tabLibrary) Store() *store.Store { return b.tab.Store() }

func (b tabLibrary) Claim(slot string) bool { return b.tab.Claim(slot) }

func (b tabLibrary) Archive() feature.Archive { return b.tab.Pieces() }

func (b tabLibrary) Current() (string, []byte, error) {
	d, err := b.tab.Current()
	return b.tab.Slot(), d.Text, err
}

func (b tabLibrary) Keep(slot string, text []byte, title, kind string) (string, error) {
	return b.tab.Keep(store.Draft{Slot: slot, Title: title, Kind: kind, Text: text})
}

func (b tabLibrary) Note(d store.Draft, front bool, saving []byte, saved func() []byte) bool {
	return b.tab.Note(d, front, saving, saved)
}

func (b tabLibrary) Unnote(slot string) { b.tab.Unnote(slot) }

func (b tabLibrary) Recover() { b.tab.Recover() }

func (b tabLibrary) Front(slot string) { b.tab.Front(slot) }

func (b tabLibrary) Remove(slot string) error { return b.tab.Remove(slot) }

func (b tabLibrary) Drafts() ([]state.DraftEntry, error) {
	drafts, err := b.tab.Drafts()
	var list []state.DraftEntry
	for _, d := range drafts {
		if d.Slot != b.tab.Slot() {
			list = append(list, state.DraftEntry{Slot: d.Slot, Title: d.Title, Kind: d.Kind,
				Saved: d.Saved.UnixMilli()})
		}
	}
	return list, err
}

func (b tabLibrary) Acquire(slot string) (string, []byte, error) {
	d, err := b.tab.Acquire(slot)
	return d.Slot, d.Text, err
}
