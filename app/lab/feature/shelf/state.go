package shelf

import (
	"slices"
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// A State is the view of the library: the last list of its contents, and the user's choices. The
// library itself is in the browser.
type State struct {
	Ready   bool // whether the list has been loaded
	Cards   []library.Card
	Studies []library.Study
	Now     int64 // time of the list in Unix milliseconds

	// Derived from the cards and the query.
	Entries []library.Entry
	List    []library.Entry
	Lines   []library.Row
	Height  int
	Counts  library.FilterCounts

	Query    library.Query
	Chosen   string // selected draft, by its slot
	Renaming string // slot of the draft, or key of the study, whose title is being typed
	Detail   bool   // whether the selected draft covers the list on a narrow screen
	Sure     bool   // whether emptying the trash awaits confirmation
	// Deleted has the drafts that the last deletion put into the trash, DeletedStudy the study that it deleted.
	Deleted      []string
	DeletedStudy string

	// Version is the version of the selected draft whose changes are listed, up to now or since the one before.
	Version  string
	Baseline string // "now" or "before"
	Changes  []library.Change
}

// Rows are the visible pixels of the list. They are apart from the state, because only the list is drawn again when it
// is scrolled.
type Rows struct{ Top, Bottom int }

// Slot and RowsSlot are the places of the feature's state.
var (
	Slot     = state.NewSlot(relayout)
	RowsSlot = state.NewSlot[Rows](nil)
)

// The actions of the feature.
type (
	// ListArrived has the loaded list.
	ListArrived struct {
		Cards   []library.Card
		Studies []library.Study
		Now     int64
	}
	// Seek changes one part of the query: words, kind, tag, trash, sort.
	Seek struct{ Field, To string }
	// ChooseCard selects a draft, or moves the selection By rows.
	ChooseCard struct {
		Slot   string
		By     int
		Detail bool
	}
	// Remark sets the tags and the trash mark of a draft in the list; the page does the same in the
	// library.
	Remark struct {
		Slot string
		Tags []string
		Gone int64
	}
	// ForgetCards removes drafts, or a study, from the list.
	ForgetCards struct {
		Slots []string
		Study string
	}
	// NameCard starts editing the title of a draft; an empty slot ends it.
	NameCard struct{ Slot string }
	// SetTitle sets a title.
	SetTitle struct{ Slot, Title string }
	// BinStudy removes a study from the list, or restores it.
	BinStudy struct {
		Key  string
		Gone int64
	}
	// ConfirmEmpty shows or hides the confirmation for emptying the trash.
	ConfirmEmpty struct{ On bool }
	// ChangesArrived has the listed changes of a version.
	ChangesArrived struct {
		ID, Baseline string
		Changes      []library.Change
	}
	// SetVisible sets the visible pixels of the list.
	SetVisible struct{ Top, Bottom int }
)

// relayout lays the rows out again when the width of the page has changed: touch screens have higher rows.
func relayout(own State, before, now *state.State) (State, bool) {
	if before.Layout.Narrow == now.Layout.Narrow {
		return own, false
	}
	return updateRows(now, own), true
}

// zone is the time zone of days.
var zone = time.Local

// heights returns the heights of rows on the current screen.
func heights(s *state.State) library.Heights {
	if s.Layout.Narrow {
		return library.Coarse
	}
	return library.Fine
}

// updateList computes the list from the cards and the query.
func updateList(s *state.State, own State) State {
	h := &own
	h.Counts = library.Counts(h.Cards)
	h.Entries = library.Index(h.Cards, kindName)
	return updateRows(s, own)
}

// updateRows computes the rows from the entries and the query. If the selected entry is not listed any
// more, the entry at its index is selected.
func updateRows(s *state.State, own State) State {
	h := &own
	before := h.chosenIndex()
	h.List = h.Query.Apply(h.Entries)
	day := func(library.Entry) string { return "" }
	if h.Query.HasDays() {
		days := library.Days(h.Now, zone)
		day = func(e library.Entry) string { return days(e.Saved) }
	}
	h.Lines, h.Height = library.Rows(h.List, heights(s), day)
	if h.chosenIndex() < 0 {
		h.Chosen, h.Detail = "", false
		if len(h.List) > 0 {
			h.Chosen = h.List[min(max(before, 0), len(h.List)-1)].Slot
		}
	}
	return own
}

// chosenIndex returns the index of the selected draft in the list, or -1.
func (h *State) chosenIndex() int {
	return slices.IndexFunc(h.List, func(e library.Entry) bool { return e.Slot == h.Chosen })
}

// Card returns the selected draft, nil for none.
func (h *State) Card() *library.Card {
	if i := h.chosenIndex(); i >= 0 {
		return h.List[i].Card
	}
	return nil
}

// Find returns the card of a slot, nil for none.
func (h *State) Find(slot string) *library.Card {
	for i := range h.Cards {
		if h.Cards[i].Slot == slot {
			return &h.Cards[i]
		}
	}
	return nil
}

// Bound returns the pixels of the selected row.
func (h *State) Bound() (top, bottom int) {
	at := h.chosenIndex()
	for i := range h.Lines {
		if at >= 0 && h.Lines[i].At == at {
			end := h.Height
			if i+1 < len(h.Lines) {
				end = h.Lines[i+1].Top
			}
			return h.Lines[i].Top, end
		}
	}
	return 0, 0
}

// kindName returns the name of a problem kind.
func kindName(id string) string {
	if k, ok := catalog.ByID(id); ok {
		return k.Name
	}
	return id
}

// Change returns the state with the list.
func (a ListArrived) Change(s *state.State, own State) State {
	own.Ready, own.Cards, own.Studies, own.Now = true, a.Cards, a.Studies, a.Now
	return updateList(s, own)
}

// Change returns the state with the changed query.
func (a Seek) Change(s *state.State, own State) State {
	q := &own.Query
	switch a.Field {
	case "words":
		q.Text = a.To
	case "kind":
		if q.Kind = a.To; q.Trash {
			q.Trash, q.Tag, q.Text = false, "", ""
		}
	case "tag":
		if q.Tag == a.To {
			a.To = ""
		}
		q.Tag = a.To
	case "trash":
		q.Trash = a.To == "true"
		q.Kind, q.Tag, q.Text = "", "", ""
	case "sort":
		same := q.Sort == a.To || q.Sort == "" && a.To == "changed"
		q.Back = same && !q.Back
		q.Sort = a.To
	}
	own.Sure, own.Renaming = false, ""
	return updateRows(s, own)
}

// Change returns the state with the selected draft.
func (a ChooseCard) Change(_ *state.State, own State) State {
	h := &own
	if a.By != 0 && len(h.List) > 0 {
		a.Slot = h.List[min(max(h.chosenIndex()+a.By, 0), len(h.List)-1)].Slot
	}
	h.Chosen, h.Detail = a.Slot, a.Detail
	h.Version, h.Changes, h.Renaming = "", nil, ""
	return own
}

// changeCard changes one card of the list.
func changeCard(s *state.State, own State, slot string, change func(*library.Card)) State {
	cards := slices.Clone(own.Cards)
	for i := range cards {
		if cards[i].Slot == slot {
			change(&cards[i])
		}
	}
	own.Cards = cards
	return updateList(s, own)
}

// Change returns the state with the marks of a draft.
func (a Remark) Change(s *state.State, own State) State {
	h := &own
	if a.Gone != 0 {
		h.Deleted, h.DeletedStudy = []string{a.Slot}, ""
	} else if slices.Contains(h.Deleted, a.Slot) {
		h.Deleted = nil
	}
	h.Sure = false
	return changeCard(s, own, a.Slot, func(c *library.Card) { c.Tags, c.TrashedAt = a.Tags, a.Gone })
}

// Change returns the state without the drafts or the study.
func (a ForgetCards) Change(s *state.State, own State) State {
	h := &own
	h.Cards = slices.DeleteFunc(slices.Clone(h.Cards), func(c library.Card) bool {
		return slices.Contains(a.Slots, c.Slot)
	})
	h.Studies = slices.DeleteFunc(slices.Clone(h.Studies), func(st library.Study) bool { return st.Key == a.Study })
	h.Sure, h.Deleted = false, nil
	return updateList(s, own)
}

// Change returns the state with the field for a title, or without it.
func (a NameCard) Change(_ *state.State, own State) State {
	own.Renaming = a.Slot
	return own
}

// Change returns the state with the title.
func (a SetTitle) Change(s *state.State, own State) State {
	own.Renaming = ""
	studies := slices.Clone(own.Studies)
	for i := range studies {
		if studies[i].Key == a.Slot {
			studies[i].Title = a.Title
		}
	}
	own.Studies = studies
	return changeCard(s, own, a.Slot, func(c *library.Card) { c.Title = a.Title })
}

// Change returns the state without the study, or with it.
func (a BinStudy) Change(_ *state.State, own State) State {
	studies := slices.Clone(own.Studies)
	for i := range studies {
		if studies[i].Key == a.Key {
			studies[i].TrashedAt = a.Gone
		}
	}
	own.Studies, own.DeletedStudy, own.Deleted = studies, "", nil
	if a.Gone != 0 {
		own.DeletedStudy = a.Key
	}
	return own
}

// Change returns the state with the confirmation, or without it.
func (a ConfirmEmpty) Change(_ *state.State, own State) State {
	own.Sure = a.On
	return own
}

// Change returns the state with the listed changes.
func (a ChangesArrived) Change(_ *state.State, own State) State {
	own.Version, own.Baseline, own.Changes = a.ID, a.Baseline, a.Changes
	return own
}

// Change returns the visible pixels.
func (a SetVisible) Change(*state.State, Rows) Rows { return Rows(a) }
