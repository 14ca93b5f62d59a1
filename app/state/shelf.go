package state

import (
	"maps"
	"slices"
	"time"

	"gridbox/app/library"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A Shelf is the library as the page shows it. The library itself is in the
// browser; this is what was listed last, and how it is looked at.
type Shelf struct {
	Ready   bool // whether it was listed
	Cards   []library.Card
	Studies []library.Study
	Now     int64 // when it was listed, in Unix milliseconds

	// What follows from the cards and the query.
	Entries []library.Entry
	List    []library.Entry
	Lines   []library.Row
	Height  int
	Counts  library.Tally

	Query    library.Query
	Chosen   string // the slot of the draft that is looked at
	Renaming string // the slot of the draft, or key of the study, whose title is being typed
	Detail   bool   // on a narrow screen: what is chosen covers the list
	Sure     bool   // emptying the trash was asked for once
	// Gone are the drafts that the last deletion put into the trash, GoneStudy the
	// study that it took.
	Gone      []string
	GoneStudy string

	// Versions are those of the draft VersionsOf; Compared is the version whose
	// changes up to now, or since the one before, are listed.
	Versions   []library.Version
	VersionsOf string
	Compared   string
	With       string // "now" or "before"
	Changes    []library.Change

	// Used and Granted are bytes, as the browser tells them; Lasting says
	// whether it has promised not to clear them: "yes", "no" or "" where it is
	// not known.
	Used, Granted float64
	Lasting       string

	// Top and Bottom are the pixels of the list that can be seen.
	Top    int `facet:"rows"`
	Bottom int `facet:"rows"`
}

// What a person does in the library, and what the page reports of it.
type (
	// Shelved brings what was listed.
	Shelved struct {
		Cards   []library.Card
		Studies []library.Study
		Now     int64
	}
	// Seek changes one thing of the query: words, kind, tag, trash, sort.
	Seek struct{ What, To string }
	// ChooseCard looks at a draft; By goes so many rows on from where one is.
	ChooseCard struct {
		Slot   string
		By     int
		Detail bool
	}
	// Remark changes what a person has set on a draft; the page has the library
	// do the same.
	Remark struct {
		Slot string
		Tags []string
		Gone int64
	}
	// ForgetCards takes drafts, or a study, off the list.
	ForgetCards struct {
		Slots []string
		Study string
	}
	// NameCard starts typing another title, of nothing where the slot is empty.
	NameCard struct{ Slot string }
	// Titled is a title that was typed.
	Titled struct{ Slot, Title string }
	// BinStudy takes a study off the list, or brings it back.
	BinStudy struct {
		Key  string
		Gone int64
	}
	// AskEmpty asks whether the trash is to be emptied, or not after all.
	AskEmpty struct{ On bool }
	// VersionsKnown brings the versions of a draft.
	VersionsKnown struct {
		Slot string
		List []library.Version
	}
	// Compared brings what differs.
	Compared struct {
		ID, With string
		Changes  []library.Change
	}
	// Scrolled says which pixels of the list can be seen.
	Scrolled struct{ Top, Bottom int }
	// RoomKnown says what the browser tells of its room.
	RoomKnown struct {
		Used, Granted float64
		Lasting       string
	}
	// Relay puts another state of a draft on the desk, where it lies behind the
	// one in front.
	Relay struct {
		Sheet int
		Draft *scenario.Scenario
	}
	// Revise puts another state of the draft in front, as a step that can be
	// undone.
	Revise struct {
		Draft *scenario.Scenario
		Name  string
	}
)

// zone is where days are told.
var zone = time.Local

// heights are those of the rows as the screen is.
func (s *State) heights() library.Heights {
	if s.Look.Narrow {
		return library.Coarse
	}
	return library.Fine
}

// relisted gives the state whose list follows from its cards and its query.
func relisted(s State) State {
	h := &s.Shelf
	h.Counts = library.Counts(h.Cards)
	h.Entries = library.Index(h.Cards, KindName)
	return sought(s)
}

// sought gives the state whose rows follow from its entries and its query. What
// was chosen and is not listed any more is left for what stands in its place.
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

// at is the place in the list of what is chosen, -1 where it is not there.
func (h *Shelf) at() int {
	return slices.IndexFunc(h.List, func(e library.Entry) bool { return e.Slot == h.Chosen })
}

// Card is the draft that is looked at, nil where there is none.
func (h *Shelf) Card() *library.Card {
	if i := h.at(); i >= 0 {
		return h.List[i].Card
	}
	return nil
}

// Find gives the card of a slot, nil where there is none.
func (h *Shelf) Find(slot string) *library.Card {
	for i := range h.Cards {
		if h.Cards[i].Slot == slot {
			return &h.Cards[i]
		}
	}
	return nil
}

// Bound gives the pixels of the row that is chosen.
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

// KindName is what a kind of problem is called.
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

func (a VersionsKnown) reduce(s State) State {
	s.Shelf.Versions, s.Shelf.VersionsOf = a.List, a.Slot
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

func (a RoomKnown) reduce(s State) State {
	s.Shelf.Used, s.Shelf.Granted = a.Used, a.Granted
	if a.Lasting != "" {
		s.Shelf.Lasting = a.Lasting
	}
	return s
}

func (a Relay) reduce(s State) State {
	desk := maps.Clone(s.Desk)
	for kind, sheet := range desk {
		if sheet.Number == a.Sheet {
			desk[kind] = Sheet{Number: a.Sheet, Draft: a.Draft}
		}
	}
	s.Desk = desk
	// So undo and redo lead back to it as it lies now, not as it was left.
	s.Past, s.Future = relaid(s.Past, a), relaid(s.Future, a)
	return s
}

// relaid are steps of which the one that leads back to a sheet soonest has its
// new state.
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
	s.Typed = nil
	s = commit(s, a.Draft, a.Name, "", solveDiffers(s.Draft, a.Draft))
	return forget(s)
}
