package state

import (
	"slices"
	"time"

	"gridbox/app/library"
	"gridbox/core/catalog"
)

// A Shelf is the view of the library: the last list of its contents, and the user's choices. The
// library itself is in the browser.
type Shelf struct {
	Ready   bool // whether the list has been loaded
	Cards   []library.Card
	Studies []library.Study
	Now     int64 // time of the list in Unix milliseconds

	// Derived from the cards and the query.
	Entries []library.Entry
	List    []library.Entry
	Lines   []library.Row
	Height  int
	Counts  library.Tally

	Query    library.Query
	Chosen   string // selected draft, by its slot
	Renaming string // slot of the draft, or key of the study, whose title is being typed
	Detail   bool   // whether the selected draft covers the list on a narrow screen
	Sure     bool   // whether emptying the trash awaits confirmation
	// Gone has the drafts that the last deletion put into the trash, GoneStudy the study that it deleted.
	Gone      []string
	GoneStudy string

	// Compared is the version of the selected draft whose changes are listed, up to now or since the one before.
	Compared string
	With     string // "now" or "before"
	Changes  []library.Change

	// Top and Bottom are the visible pixels of the list.
	Top    int `facet:"rows"`
	Bottom int `facet:"rows"`
}

// Actions and reports of the library.
type (
	// Shelved has the loaded list.
	Shelved struct {
		Cards   []library.Card
		Studies []library.Study
		Now     int64
	}
	// Seek changes one part of the query: words, kind, tag, trash, sort.
	Seek struct{ What, To string }
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
	// Titled sets a title.
	Titled struct{ Slot, Title string }
	// BinStudy removes a study from the list, or restores it.
	BinStudy struct {
		Key  string
		Gone int64
	}
	// AskEmpty shows or hides the confirmation for emptying the trash.
	AskEmpty struct{ On bool }
	// Compared has the listed changes of a version.
	Compared struct {
		ID, With string
		Changes  []library.Change
	}
	// Scrolled sets the visible pixels of the list.
	Scrolled struct{ Top, Bottom int }
)

// zone is the time zone of days.
var zone = time.Local

// heights returns the heights of rows on the current screen.
func (s *State) heights() library.Heights {
	if s.Look.Narrow {
		return library.Coarse
	}
	return library.Fine
}

// relisted computes the list from the cards and the query.
func relisted(s State) State {
	h := &s.Shelf
	h.Counts = library.Counts(h.Cards)
	h.Entries = library.Index(h.Cards, KindName)
	return sought(s)
}

// sought computes the rows from the entries and the query. If the selected entry is not listed any
// more, the entry at its index is selected.
func sought(s State) State {
	h := &s.Shelf
	before := h.at()
	h.List = h.Query.Apply(h.Entries)
	day := func(library.Entry) string { return "" }
	if h.Query.Dated() {
		days := library.Days(h.Now, zone)
		day = func(e library.Entry) string { return days(e.Saved) }
	}
	h.Lines, h.Height = library.Rows(h.List, s.heights(), day)
	if h.at() < 0 {
		h.Chosen, h.Detail = "", false
		if len(h.List) > 0 {
			h.Chosen = h.List[min(max(before, 0), len(h.List)-1)].Slot
		}
	}
	return s
}

// at returns the index of the selected draft in the list, or -1.
func (h *Shelf) at() int {
	return slices.IndexFunc(h.List, func(e library.Entry) bool { return e.Slot == h.Chosen })
}

// Card returns the selected draft, nil for none.
func (h *Shelf) Card() *library.Card {
	if i := h.at(); i >= 0 {
		return h.List[i].Card
	}
	return nil
}

// Find returns the card of a slot, nil for none.
func (h *Shelf) Find(slot string) *library.Card {
	for i := range h.Cards {
		if h.Cards[i].Slot == slot {
			return &h.Cards[i]
		}
	}
	return nil
}

// Bound returns the pixels of the selected row.
func (h *Shelf) Bound() (top, bottom int) {
	at := h.at()
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

// KindName returns the name of a problem kind.
func KindName(id string) string {
	if k, ok := catalog.ByID(id); ok {
		return k.Name
	}
	return id
}

func (a Shelved) reduce(s State) State {
	s.Shelf.Ready, s.Shelf.Cards, s.Shelf.Studies, s.Shelf.Now = true, a.Cards, a.Studies, a.Now
	return relisted(s)
}

func (a Seek) reduce(s State) State {
	q := &s.Shelf.Query
	switch a.What {
	case "words":
		q.Words = a.To
	case "kind":
		if q.Kind = a.To; q.Trash {
			q.Trash, q.Tag, q.Words = false, "", ""
		}
	case "tag":
		if q.Tag == a.To {
			a.To = ""
		}
		q.Tag = a.To
	case "trash":
		q.Trash = a.To == "true"
		q.Kind, q.Tag, q.Words = "", "", ""
	case "sort":
		same := q.Sort == a.To || q.Sort == "" && a.To == "changed"
		q.Back = same && !q.Back
		q.Sort = a.To
	}
	s.Shelf.Sure, s.Shelf.Renaming = false, ""
	return sought(s)
}

func (a ChooseCard) reduce(s State) State {
	h := &s.Shelf
	if a.By != 0 && len(h.List) > 0 {
		a.Slot = h.List[min(max(h.at()+a.By, 0), len(h.List)-1)].Slot
	}
	h.Chosen, h.Detail = a.Slot, a.Detail
	h.Compared, h.Changes, h.Renaming = "", nil, ""
	return s
}

// withCard changes one card of the list.
func withCard(s State, slot string, change func(*library.Card)) State {
	cards := slices.Clone(s.Shelf.Cards)
	for i := range cards {
		if cards[i].Slot == slot {
			change(&cards[i])
		}
	}
	s.Shelf.Cards = cards
	return relisted(s)
}

func (a Remark) reduce(s State) State {
	h := &s.Shelf
	if a.Gone != 0 {
		h.Gone, h.GoneStudy = []string{a.Slot}, ""
	} else if slices.Contains(h.Gone, a.Slot) {
		h.Gone = nil
	}
	h.Sure = false
	return withCard(s, a.Slot, func(c *library.Card) { c.Tags, c.Gone = a.Tags, a.Gone })
}

func (a ForgetCards) reduce(s State) State {
	h := &s.Shelf
	h.Cards = slices.DeleteFunc(slices.Clone(h.Cards), func(c library.Card) bool {
		return slices.Contains(a.Slots, c.Slot)
	})
	h.Studies = slices.DeleteFunc(slices.Clone(h.Studies), func(st library.Study) bool { return st.Key == a.Study })
	h.Sure, h.Gone = false, nil
	return relisted(s)
}

func (a NameCard) reduce(s State) State {
	s.Shelf.Renaming = a.Slot
	return s
}

func (a Titled) reduce(s State) State {
	s.Shelf.Renaming = ""
	studies := slices.Clone(s.Shelf.Studies)
	for i := range studies {
		if studies[i].Key == a.Slot {
			studies[i].Title = a.Title
		}
	}
	s.Shelf.Studies = studies
	return withCard(s, a.Slot, func(c *library.Card) { c.Title = a.Title })
}

func (a BinStudy) reduce(s State) State {
	studies := slices.Clone(s.Shelf.Studies)
	for i := range studies {
		if studies[i].Key == a.Key {
			studies[i].Gone = a.Gone
		}
	}
	s.Shelf.Studies, s.Shelf.GoneStudy, s.Shelf.Gone = studies, "", nil
	if a.Gone != 0 {
		s.Shelf.GoneStudy = a.Key
	}
	return s
}

func (a AskEmpty) reduce(s State) State {
	s.Shelf.Sure = a.On
	return s
}

func (a Compared) reduce(s State) State {
	s.Shelf.Compared, s.Shelf.With, s.Shelf.Changes = a.ID, a.With, a.Changes
	return s
}

func (a Scrolled) reduce(s State) State {
	s.Shelf.Top, s.Shelf.Bottom = a.Top, a.Bottom
	return s
}
