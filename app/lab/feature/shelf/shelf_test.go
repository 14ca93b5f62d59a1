package shelf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/window"
	"gridbox/app/lab/feature/shelf"
	"gridbox/app/labtest"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// libraryState returns a library with an entry of every sort.
func libraryState(t *testing.T) state.State {
	t.Helper()
	s := state.Reduce(labtest.Preset(t, "window", "twelve-nodes"), state.Show{Field: "view", To: "library"})
	const day = 24 * 3_600_000
	now := int64(1_790_000_000_000)
	cards := []library.Card{
		{Slot: "a1", Title: "Mine & <theirs>", Kind: "placement", SizeText: "5 clusters, 24 jobs", Bytes: 2600,
			Saved:      now,
			SaveNumber: 9, Versions: 3, NamedVersions: 1, Best: &library.BestAnswer{Run: "RBHS", Colour: 1,
				Metric: "makespan",
				Value:  161},
			Marks: library.Marks{Tags: []string{"paper", "old ones"}}, Face: "lM0 0L5 5;aM5 5h0;xbad"},
		{Slot: "a2", Kind: "farm", Saved: now - day, SaveNumber: 8, Bytes: 12_000_000},
		{Slot: "a3", Title: "half", Kind: "window", ReadError: "It was interrupted.", SaveNumber: 7},
		{Slot: "a4", Title: "later", Kind: "newkind", Format: library.Format + 1, SaveNumber: 6, Saved: now - 400*day},
		{Slot: "a5", Title: "thrown away", Kind: "group", SaveNumber: 5, Marks: library.Marks{TrashedAt: now}},
	}
	studies := []library.Study{{Key: "k1", Title: "What others lose", SizeText: "3 points, 20 replications each",
		Text: "{}"},
		{Key: "k2"}, {Key: "k3", Title: "gone", TrashedAt: 5}}
	s = state.Reduce(s, shelf.Slot.Do(shelf.ListArrived{Cards: cards, Studies: studies, Now: now}))
	before := 170.0
	return state.Reduce(s, state.VersionsKnown{Slot: "a1", List: []library.Version{
		{ID: "a1.000001.x", Count: 1, At: now - day, Kind: "placement", Changes: "begun",
			Effects: []library.Effect{{Run: "RBHS", Colour: 1, Metric: "makespan", Value: before}}},
		{ID: "a1.000002.x", Count: 2, At: now - 5000, Kind: "placement", Name: "Nice joins",
			Changes: "cluster Nice added",
			Effects: []library.Effect{{Run: "RBHS", Colour: 1, Metric: "makespan", Value: 161, Previous: &before},
				{Run: "mine", Metric: "makespan", Value: 1}}}}})
}

// drawView draws one of the feature's views.
func drawView(s *state.State, name string) ui.Node {
	views := shelf.New(nil).Additions.Views
	i := slices.IndexFunc(views, func(v panel.AddedView) bool { return v.Name == name })
	return views[i].Draw(s, panel.Additions{})
}

func TestTheLibraryIsDrawn(t *testing.T) {
	s := libraryState(t)
	v := labtest.NewViewer(t, &window.Screen)
	look := func(of string, actions ...state.Action) state.State {
		next := s
		for _, a := range actions {
			next = state.Reduce(next, a)
		}
		v.CheckPage(next, "library, %s", of)
		return next
	}
	for _, slot := range []string{"a1", "a2", "a3", "a4"} {
		look("looking at "+slot, shelf.Slot.Do(shelf.ChooseCard{Slot: slot}))
		look("renaming "+slot,
			shelf.Slot.Do(shelf.ChooseCard{Slot: slot}),
			shelf.Slot.Do(shelf.NameCard{Slot: slot}))
	}
	look("renaming a study", shelf.Slot.Do(shelf.NameCard{Slot: "k1"}))
	look("a deleted draft", shelf.Slot.Do(shelf.Remark{Slot: "a1", Gone: 7}))
	look("a deleted study", shelf.Slot.Do(shelf.BinStudy{Key: "k1", Gone: 7}))
	look("the trash", shelf.Slot.Do(shelf.Seek{Field: "trash", To: "true"}))
	look("the trash, to be emptied",
		shelf.Slot.Do(shelf.Seek{Field: "trash", To: "true"}),
		shelf.Slot.Do(shelf.ConfirmEmpty{On: true}))
	look("nothing found", shelf.Slot.Do(shelf.Seek{Field: "words", To: "no such thing"}))
	look("a tag", shelf.Slot.Do(shelf.Seek{Field: "tag", To: "paper"}))
	for _, by := range library.Sorts {
		look("by "+by,
			shelf.Slot.Do(shelf.Seek{Field: "sort", To: by}),
			shelf.Slot.Do(shelf.Seek{Field: "sort", To: by}))
	}
	look("nothing changed",
		shelf.Slot.Do(shelf.ChooseCard{Slot: "a1"}),
		shelf.Slot.Do(shelf.ChangesArrived{ID: "a1.000002.x", Baseline: "now"}))
	look("changes",
		shelf.Slot.Do(shelf.ChooseCard{Slot: "a1"}),
		shelf.Slot.Do(shelf.ChangesArrived{ID: "a1.000002.x", Baseline: "before",
			Changes: slices.Repeat([]library.Change{{Noun: "job", Name: "j1"}}, 90)}))
	look("room", state.StorageSpaceKnown{Used: 5e6, Quota: 2e9, Persistent: "no"})
	look("room for good", state.StorageSpaceKnown{Used: 5e6, Quota: 2e9, Persistent: "yes"})
	look("a phone", state.Show{Field: "narrow", To: "true"},
		shelf.Slot.Do(shelf.ChooseCard{Slot: "a1", Detail: true}))
	look("not listed yet", shelf.Slot.Do(shelf.ListArrived{}))
	fresh := state.Reduce(labtest.Preset(t, "window", "twelve-nodes"), state.Show{Field: "view", To: "library"})
	v.CheckPage(fresh, "library, being opened")
}

// The entries of the library are described in words.
func TestTheLibraryShowsItsState(t *testing.T) {
	s := state.Reduce(libraryState(t), shelf.Slot.Do(shelf.ChooseCard{Slot: "a1"}))
	list, card := ui.PlainText(drawView(&s, "drafts")), ui.PlainText(drawView(&s, "card"))
	side := ui.PlainText(drawView(&s, "shelves"))
	for _, c := range []struct{ text, want string }{{side, "All drafts 4"}, {side, "Trash 1"}, {side, "paper 1"},
		{side, "A study from before"}, {card, "RBHS is best: makespan 161.0 s."}, {card, "cluster Nice added"},
		{card, "RBHS 161.0 s, −9.00 s"}, {card, "1 named, 1 automatic"}, {list, "4 drafts"}} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("no %q in %s", c.want, c.text)
		}
	}
	markup := ui.HTML(drawView(&s, "drafts"))
	for _, want := range []string{"Mine &amp; &lt;theirs&gt;", `aria-activedescendant="draft-a1"`, `aria-selected="true"`,
		"saved by a later Gridbox", "cannot be read", "Today", "Yesterday"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the list lacks %s", want)
		}
	}
	if strings.Contains(markup, "xbad") {
		t.Error("an invalid part of a picture is drawn")
	}
}

// The list of 2,000 drafts has as many elements as fit its window.
func TestTheListOf2000IsAWindow(t *testing.T) {
	s := state.Reduce(labtest.Preset(t, "window", "twelve-nodes"), state.Show{Field: "view", To: "library"})
	draw := func(n, top int) int {
		cards := make([]library.Card, n)
		for i := range cards {
			cards[i] = library.Card{Slot: fmt.Sprint("s", i), Title: "draft", Kind: "farm", SaveNumber: i + 1, Saved: 5,
				Face: "aM0 0h1"}
		}
		on := state.Reduce(state.Reduce(s, shelf.Slot.Do(shelf.ListArrived{Cards: cards, Now: 5})),
			shelf.RowsSlot.Do(shelf.SetVisible{Top: top, Bottom: top + 700}))
		return strings.Count(ui.HTML(drawView(&on, "drafts")), "<")
	}
	if few, many := draw(200, 3000), draw(2000, 40_000); many > few+12 || many > 2000 {
		t.Errorf("got %d tags for 200 drafts, %d for 2000; want about equal, at most 2000", few, many)
	}
}

func BenchmarkTheListOf2000(b *testing.B) {
	cards := make([]library.Card, 2000)
	for i := range cards {
		cards[i] = library.Card{Slot: fmt.Sprint("s", i), Title: "draft", Kind: "farm", SaveNumber: i + 1,
			Saved: int64(i) * 1e7,
			Face:  strings.Repeat("aM10.5 10.5h5v2h-5z;", 40)}
	}
	s := state.New(state.FromPreset("window", "twelve-nodes", 7))
	s = state.Reduce(s, state.Show{Field: "view", To: "library"})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			on := state.Reduce(s, shelf.Slot.Do(shelf.ListArrived{Cards: cards, Now: 5}))
			ui.HTML(drawView(&on, "drafts"))
		}
	})
	s = state.Reduce(s, shelf.Slot.Do(shelf.ListArrived{Cards: cards, Now: 5}))
	b.Run("scroll", func(b *testing.B) {
		top := 0
		for b.Loop() {
			top = (top + 400) % 60_000
			s = state.Reduce(s, shelf.RowsSlot.Do(shelf.SetVisible{Top: top, Bottom: top + 700}))
			ui.HTML(drawView(&s, "drafts"))
		}
	})
}

// The versions have a chart of the main metric: a dot for each run, and a line from its value in the version before.
// One version has no chart.
func TestVersionsAreAChart(t *testing.T) {
	s := state.Reduce(libraryState(t), shelf.Slot.Do(shelf.ChooseCard{Slot: "a1"}))
	text := ui.HTML(drawView(&s, "card"))
	if n := strings.Count(text, "<circle"); n != 3 {
		t.Errorf("got %d dots, want 3", n)
	}
	// The least value, 1, is at the left, and the greatest, 170, at the right.
	for _, want := range []string{`cx="6"`, `cx="78"`, `x1="74.2" y1="0" x2="78" y2="100"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the chart", want)
		}
	}
	if strings.Count(text, "<line") != 1 {
		t.Error("a run without a former value has a line")
	}
	s.Versions.List = s.Versions.List[1:]
	if strings.Contains(ui.HTML(drawView(&s, "card")), "<circle") {
		t.Error("a single version is drawn as a chart")
	}
}
