package shell

import (
	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/app/store"
)

// newPool hires real workers.
func newPool() (pool, error) {
	addresses, err := compute.PageAddresses()
	if err != nil {
		return nil, err
	}
	p := compute.Open(addresses)
	p.Warm(firstKind)
	return p, nil
}

// shelf is the library on the browser's own store, as this tab sees it.
type shelf struct {
	*store.Tab
	studies *store.Pieces
}

func openLibrary() library {
	tab := store.OpenTab(base())
	return shelf{tab, tab.Pieces()}
}

func (b shelf) archive() archive { return b.studies }

func (b shelf) Current() ([]byte, error) {
	d, err := b.Tab.Current()
	return d.Text, err
}

func (b shelf) Keep(text []byte, title, kind string) error {
	return b.Tab.Keep(store.Draft{Title: title, Kind: kind, Text: text})
}

func (b shelf) Drafts() ([]state.Saved, error) {
	drafts, err := b.Tab.Drafts()
	var list []state.Saved
	for _, d := range drafts {
		if d.Slot != b.Slot() {
			list = append(list, state.Saved{Slot: d.Slot, Title: d.Title, Kind: d.Kind, When: d.Saved.UnixMilli()})
		}
	}
	return list, err
}

func (b shelf) Draft(slot string) ([]byte, error) {
	d, err := b.Tab.Draft(slot)
	return d.Text, err
}
