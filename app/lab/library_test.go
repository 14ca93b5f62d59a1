package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gridbox/app/lab/feature/shelf"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// libraryOfTab returns a library as a tab sees it whose slots other tabs may hold.
func libraryOfTab(s *store.Store, slot string, held map[string]string, me string) Library {
	return Shelf(store.NewTab(s, slot, func(slot string) bool {
		if who := held[slot]; who != "" && who != me {
			return false
		}
		held[slot] = me
		return true
	}, func(string) {}))
}

// openLibrary returns a page that shows its library.
func openLibrary(t *testing.T, s *store.Store) *page {
	t.Helper()
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.command("library")
	if p.s().Layout.View != "library" || !shelf.Slot.Get(p.s()).Ready {
		t.Fatalf("got view %q, list ready %v; want the library", p.s().Layout.View, shelf.Slot.Get(p.s()).Ready)
	}
	return p
}

// titles returns the titles in the list, in its order.
func titles(p *page) (list []string) {
	for _, e := range shelf.Slot.Get(p.s()).List {
		list = append(list, e.Title)
	}
	return list
}

func saveDraft(t *testing.T, s *store.Store, slot, title string) {
	t.Helper()
	d := state.FromPreset("window", "twelve-nodes", 3)
	d.Title = title
	if err := s.Save(store.Draft{Slot: slot, Title: title, Kind: d.Kind, Text: scenario.Text(d)}); err != nil {
		t.Fatal(err)
	}
}

// The open draft is listed with its picture, size and best answer shortly after it was saved and solved.
func TestADraftIsListedAsItIs(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "mine"), setField(aJob, "5"))
	p.work()
	p.pass(time.Minute)
	p.command("library")
	c := shelf.Slot.Get(p.s()).Card()
	if c == nil || c.Title != "mine" || c.SizeText != "5 clusters, 24 jobs" || c.Best == nil ||
		!strings.Contains(c.Face, "a") ||
		c.Versions != 1 {
		t.Fatalf("got card %+v, want mine with its counts, picture and best answer", c)
	}
	best := bestAnswer(p.s())
	if c.Best.Run != best.Name || c.Best.Value != best.Answer.Metrics["makespan"] {
		t.Errorf("got best %+v, want %s with its makespan", c.Best, best.Name)
	}
	for _, a := range p.s().Answers {
		if a.Answer.Metrics["makespan"] < c.Best.Value {
			t.Errorf("the best answer of the card is worse than %s", a.Run.Algorithm)
		}
	}
	got := ui.PlainText(p.view("card"))
	if !strings.Contains(got, "5 clusters, 24 jobs") || !strings.Contains(got, "begun") {
		t.Errorf("got card %q, want its counts and when it was begun", got)
	}
}

// A draft that is left before it was drawn is listed as it was then, with its first version.
func TestADraftThatIsLeftIsListedAsItWas(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "mine"))
	p.work()
	p.command("kind", "window")
	p.work()
	p.act(setField("title", "other"))
	p.command("kind", "placement")
	p.command("kind", "window")
	p.work()
	p.pass(time.Minute)
	p.command("library")
	for _, title := range []string{"mine", "other"} {
		i := slices.Index(titles(p), title)
		if i < 0 {
			t.Fatalf("%q is not among %q", title, titles(p))
		}
		if c := shelf.Slot.Get(p.s()).List[i].Card; c.SizeText == "" || c.Face == "" || c.Best == nil ||
			c.Versions != 1 {
			t.Errorf("got card %+v, want its counts, picture and best answer", c)
		}
	}
}

// Escape leaves the library step by step.
func TestEscapeLeadsOutOfTheLibrary(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	p := openLibrary(t, s)
	p.command("choose", "a1")
	p.command("seek", "words", "on")
	p.command("rename")
	if shelf.Slot.Get(p.s()).Renaming != "a1" {
		t.Fatalf("got renaming of %q, want a1", shelf.Slot.Get(p.s()).Renaming)
	}
	for i, want := range []string{"library", "library", ""} {
		if p.command("escape"); p.s().Layout.View != want {
			t.Errorf("after Escape %d: got view %q, want %q", i+1, p.s().Layout.View, want)
		}
	}
	if p.command("library"); shelf.Slot.Get(p.s()).Query.Text != "" || shelf.Slot.Get(p.s()).Renaming != "" {
		t.Error("the search or the renaming was kept")
	}
}

func TestRowsAreWalked(t *testing.T) {
	s := store.Memory("")
	for i := range 40 {
		saveDraft(t, s, fmt.Sprintf("a%02d", i), fmt.Sprint("draft ", i))
	}
	p := openLibrary(t, s)
	p.lab.Scroll(0, 380)
	for _, step := range []struct{ key, want string }{{"first", "draft 39"}, {"down", "draft 38"}, {"up", "draft 39"},
		{"up", "draft 39"}, {"pagedown", "draft 30"}, {"last", "draft 0"}, {"down", "draft 0"}, {"pageup", "draft 9"}} {
		p.command("row", step.key)
		if c := shelf.Slot.Get(p.s()).Card(); c == nil || c.Title != step.want {
			t.Fatalf("%s: got %+v, want %s", step.key, c, step.want)
		}
	}
	if len(p.drainCalls("showRow")) == 0 {
		t.Error("the chosen row is not scrolled into view")
	}
	p.command("openrow")
	p.settle()
	if p.s().Layout.View != "" || p.s().Draft.Title != "draft 9" {
		t.Errorf("got %q open in view %q, want draft 9", p.s().Draft.Title, p.s().Layout.View)
	}
}

// Deleting needs no confirmation: a message and the trash offer to undo it. The open draft leaves the trash when it
// is changed.
func TestDeletingIsUndone(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	saveDraft(t, s, "a2", "two")
	p := openLibrary(t, s)
	p.command("choose", "a1")
	p.command("trash")
	if got := titles(p); !slices.Equal(got, []string{"two"}) || shelf.Slot.Get(p.s()).Chosen != "a2" {
		t.Fatalf("deleted: got %v, chosen %s; want two", got, shelf.Slot.Get(p.s()).Chosen)
	}
	text := ui.PlainText(p.view("drafts"))
	if !strings.Contains(text, "one is in the trash. Undo") {
		t.Errorf("got %q, want a note on the trash with Undo", text)
	}
	again := openLibrary(t, s)
	if got := titles(again); !slices.Equal(got, []string{"two"}) {
		t.Errorf("after a reload: got %v, want two", got)
	}
	p.command("undo")
	if got := titles(p); len(got) != 2 {
		t.Errorf("undone: got %v, want both", got)
	}
	p.command("trash", "a1")
	p.command("seek", "trash", "true")
	if got := titles(p); !slices.Equal(got, []string{"one"}) {
		t.Errorf("got %v in the trash, want one", got)
	}
	p.command("putback", "a1")
	p.command("trash", "a1")
	if p.command("empty"); len(shelf.Slot.Get(p.s()).List) != 1 || !shelf.Slot.Get(p.s()).Sure {
		t.Error("the trash was emptied without confirmation")
	}
	p.command("empty", "sure")
	if _, err := s.Peek("a1"); !errors.Is(err, store.ErrNone) || len(shelf.Slot.Get(p.s()).List) != 0 {
		t.Errorf("emptied trash: got error %v, want ErrNone and no drafts", err)
	}
	p.command("seek", "kind", ui.Unset)
	if got := titles(p); len(got) != 1 {
		t.Errorf("all drafts after the trash: got %v, want 1", got)
	}
	p.command("draft", "a2")
	p.settle()
	p.command("library")
	p.command("trash", "a2")
	p.command("library")
	p.act(setField("title", "two, changed"))
	p.pass(time.Minute)
	p.command("library")
	if got := titles(p); !slices.Equal(got, []string{"two, changed"}) {
		t.Errorf("got %v, want the changed draft only", got)
	}
	p.command("trash")
	p.command("purge", shelf.Slot.Get(p.s()).Cards[0].Slot)
	p.command("library")
	p.pass(time.Minute)
	if list, _ := s.Cards(); len(list) != 0 {
		t.Errorf("the permanently deleted draft is listed again: %+v", list)
	}
}

// A draft that is put into the trash before its last change is saved stays there: the save holds an earlier change.
func TestAnUnsavedDraftStaysInTheTrash(t *testing.T) {
	for what, change := range map[string]func(p *page){
		"a change":                 func(p *page) { p.act(setField("title", "mine, changed")) },
		"undo while it is saved":   func(p *page) { undoDuringSave(t, p) },
		"a change while one saves": func(p *page) { undoDuringSave(t, p); p.act(setField("title", "mine, changed")) },
	} {
		s := store.Memory("")
		p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
		p.act(setField("title", "mine"))
		p.pass(time.Minute)
		slot := p.lab.drafts.recordOf(p.s().Sheet).slot
		change(p)
		p.shut = false
		p.command("library")
		p.command("trash", slot)
		p.pass(time.Minute)
		cards, _ := s.Cards()
		if len(cards) != 1 || !cards[0].IsTrashed() || cards[0].Title != p.s().Draft.Title {
			t.Errorf("%s: got %+v, want the draft %q in the trash", what, cards, p.s().Draft.Title)
		}
		p.command("library")
		p.act(setField("title", "mine, later"))
		p.pass(time.Minute)
		if cards, _ = s.Cards(); len(cards) != 1 || cards[0].IsTrashed() || cards[0].Title != "mine, later" {
			t.Errorf("%s: got %+v after a later change, want it out of the trash", what, cards)
		}
	}
}

// undoDuringSave changes the seed and undoes that while the storage is writing the change.
func undoDuringSave(t *testing.T, p *page) {
	p.act(setField("seed", "77"))
	p.shut = true
	p.pass(saveDelay)
	p.command("undo")
	if s := p.s(); s.Draft.Title != "mine" || s.Keep.SavedDraft == s.Draft {
		t.Errorf("undone during a save: got %q, saved %t; want mine, not saved", s.Draft.Title,
			s.Keep.SavedDraft == s.Draft)
	}
}

// Undo returns to a draft that was put into the trash, or deleted permanently, and whose sheet was reused: it is
// saved as the open draft.
func TestUndoLeadsToWhatWasDeleted(t *testing.T) {
	for _, how := range []string{"trash", "purge"} {
		s := store.Memory("")
		p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
		p.act(setField("title", "mine"))
		p.pass(time.Minute)
		slot := p.lab.drafts.recordOf(p.s().Sheet).slot
		p.command("example", "split-network")
		p.act(setField("title", "other"))
		p.pass(time.Minute)
		p.command("example", "split-network")
		p.command("library")
		p.command("trash", slot)
		if how == "purge" {
			p.command("purge", slot)
		}
		p.command("library")
		for range 3 {
			p.command("undo")
		}
		if how == "trash" {
			p.act(setField("title", "mine again"))
		}
		p.pass(time.Minute)
		cards, _ := s.Cards()
		if len(cards) != 1 || cards[0].IsTrashed() || cards[0].Title != p.s().Draft.Title ||
			!strings.HasPrefix(cards[0].Title, "mine") || p.s().Keep.SavedDraft != p.s().Draft {
			t.Errorf("%s: got %q open, library %+v; want mine, saved and not in the trash",
				how, p.s().Draft.Title, cards)
		}
	}
}

// The buttons of the kinds never open a deleted draft.
func TestNoKindLeadsIntoTheTrash(t *testing.T) {
	for _, how := range []string{"trash", "purge"} {
		s := store.Memory("")
		saveDraft(t, s, "a1", "one")
		p := openLibrary(t, s)
		p.command("trash", "a1")
		if how == "purge" {
			p.command("purge", "a1")
		}
		p.command("library")
		p.command("kind", "window")
		if d := p.s().Draft; d.Kind != "window" || d.Title == "one" || p.s().Alert.Error {
			t.Errorf("%s: got %q of kind %s, alert %+v; want another window", how, d.Title, d.Kind, p.s().Alert)
		}
	}
}

// A title is edited in the row, of open and of other drafts.
func TestRenaming(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	saveDraft(t, s, "a2", "two")
	p := openLibrary(t, s)
	p.change("data-rename", "a1", " first ")
	if d, _ := s.Peek("a1"); d.Title != "first" || !strings.Contains(string(d.Text), `"title": "first"`) {
		t.Errorf("renamed: got %q, text %.80s; want first in both", d.Title, d.Text)
	}
	p.command("draft", "a2")
	p.settle()
	p.command("library")
	p.change("data-rename", "a2", "second")
	if p.s().Draft.Title != "second" {
		t.Errorf("renamed: got the open draft %q, want second", p.s().Draft.Title)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek("a2"); d.Title != "second" {
		t.Errorf("renamed: got %q in the library, want second", d.Title)
	}
	p.command("library")
	p.command("kind", "placement")
	p.act(setField("title", "grid"))
	p.command("library")
	p.change("data-rename", "a2", "behind")
	p.command("library")
	p.command("kind", "window")
	if p.s().Draft.Title != "behind" {
		t.Errorf("renamed: got the other open draft %q, want behind", p.s().Draft.Title)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek("a2"); d.Title != "behind" {
		t.Errorf("renamed: got %q in the library, want behind", d.Title)
	}
}

func TestDuplicatingAndTags(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	p := openLibrary(t, s)
	p.command("choose", "a1")
	p.command("duplicate")
	if got := titles(p); !slices.Equal(got, []string{"one, copy", "one"}) ||
		shelf.Slot.Get(p.s()).Card().Title != "one, copy" {
		t.Fatalf("duplicated: got %v, want the copy first and chosen", got)
	}
	p.change("data-tags", "a1", "paper, old")
	p.command("seek", "tag", "paper")
	if got := titles(p); !slices.Equal(got, []string{"one"}) {
		t.Errorf("tag paper: got %v, want one", got)
	}
	if again := openLibrary(t, s); len(shelf.Slot.Get(again.s()).Counts.Tags) != 2 {
		t.Errorf("after a reload: got tags %+v, want 2", shelf.Slot.Get(again.s()).Counts.Tags)
	}
}

// A list that was read before a change does not replace the changed one.
func TestAnOldListDoesNotComeBack(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	saveDraft(t, s, "a2", "two")
	p := openLibrary(t, s)
	p.shut = true
	p.lab.TabChanged("changed", "")
	p.pass(time.Second)
	p.command("trash", "a1")
	p.shut = false
	p.settle()
	if got := titles(p); !slices.Equal(got, []string{"two"}) {
		t.Errorf("got %v, want two", got)
	}
	p.pass(time.Second)
	if got := titles(p); !slices.Equal(got, []string{"two"}) {
		t.Errorf("later: got %v, want two", got)
	}
}

// While a title is being typed no row moves, because that would remove the field. Changes by other tabs are listed
// afterwards.
func TestTheListRestsWhileATitleIsTyped(t *testing.T) {
	for _, end := range []func(p *page){
		func(p *page) { p.change("data-rename", "a1", "first") },
		func(p *page) { p.command("escape") },
	} {
		s := store.Memory("")
		saveDraft(t, s, "a1", "one")
		p := openLibrary(t, s)
		p.command("rename", "a1")
		saveDraft(t, s, "a2", "two")
		p.lab.TabChanged("saved", "a2")
		p.pass(time.Minute)
		if got := titles(p); !slices.Equal(got, []string{"one"}) || shelf.Slot.Get(p.s()).Renaming != "a1" {
			t.Errorf("while renaming: got %v, renaming %q; want the list unchanged", got,
				shelf.Slot.Get(p.s()).Renaming)
		}
		end(p)
		p.pass(time.Minute)
		if got := titles(p); len(got) != 2 || shelf.Slot.Get(p.s()).Renaming != "" {
			t.Errorf("renamed: got %v, renaming %q; want both drafts", got, shelf.Slot.Get(p.s()).Renaming)
		}
	}
}

// A copy has the content that is shown, even if it is not saved yet.
func TestDuplicatingWhatIsNotSavedYet(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	p := openLibrary(t, s)
	p.command("draft", "a1")
	p.command("library")
	p.change("data-rename", "a1", "first")
	p.command("duplicate", "a1")
	p.pass(time.Minute)
	if got := titles(p); !slices.Contains(got, "first, copy") || !slices.Contains(got, "first") {
		t.Errorf("got %v, want first and its copy", got)
	}
}

// The card of the open draft is written shortly after the save. A copy made before has its picture anyway.
func TestACopyHasThePictureOfTheDraftInFront(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	p := openLibrary(t, s)
	p.command("draft", "a1")
	p.work()
	p.command("library")
	if c := shelf.Slot.Get(p.s()).Find("a1"); c == nil || c.Face != "" {
		t.Fatalf("got card %+v, want no picture yet", c)
	}
	p.command("duplicate", "a1")
	i := slices.Index(titles(p), "one, copy")
	if i < 0 {
		t.Fatalf("got %v, want the copy in it", titles(p))
	}
	if c := shelf.Slot.Get(p.s()).List[i].Card; c.Face == "" || c.SizeText == "" {
		t.Errorf("got card %+v, want a picture and counts", c)
	}
}

// Versions are made automatically and describe their changes and effects. They can be named, compared and restored;
// restoring can be undone.
func TestVersionsOfADraft(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField(aJob, "5"))
	p.work()
	p.pass(time.Minute)
	for range 9 {
		p.act(state.Add{Kind: "job"})
	}
	p.work()
	p.pass(time.Minute)
	p.command("library")
	h := func() *shelf.State { return shelf.Slot.Get(p.s()) }
	if len(p.s().Versions.List) != 2 {
		t.Fatalf("got %d versions, want 2: %+v", len(p.s().Versions.List), p.s().Versions.List)
	}
	last := p.s().Versions.List[1]
	if !strings.Contains(last.Changes, "9 jobs added") || len(last.Effects) == 0 || last.Effects[0].Previous == nil {
		t.Errorf("got version %+v, want its 9 jobs and effects", last)
	}
	p.change("data-version", p.s().Versions.List[0].ID, "before the jobs")
	if p.s().Versions.List[0].Name != "before the jobs" || h().Find(p.s().Versions.Slot).NamedVersions != 1 {
		t.Errorf("got version %+v, want the name before the jobs", p.s().Versions.List[0])
	}
	p.command("goto", "")
	p.command("two", "open")
	p.pass(time.Second)
	if p.choose("source", "1", "version "+p.s().Versions.List[0].ID); p.pair().Sides[1].Draft != nil {
		t.Error("a version is compared before it is loaded")
	}
	p.pass(time.Second)
	if right := p.pair().Sides[1]; right.Title != "before the jobs" || len(right.Draft.Placement.Jobs) != 24 {
		t.Errorf("got %q compared, want the version before the jobs", right.Title)
	}
	p.command("library")
	p.pass(time.Second)
	p.command("compare", p.s().Versions.List[0].ID, "now")
	if len(h().Changes) != 9 || h().Changes[0].Sort() != "added" {
		t.Errorf("got %d changes, want 9 additions: %+v", len(h().Changes), h().Changes)
	}
	p.command("compare", last.ID, "before")
	if len(h().Changes) != 9 || h().Baseline != "before" {
		t.Errorf("got %d changes to the version before, want 9", len(h().Changes))
	}
	slot, now := p.s().Versions.Slot, p.s().Draft
	p.command("tryversion", p.s().Versions.List[0].ID)
	if d := p.s().Draft; len(d.Placement.Jobs) != 24 ||
		d.Title != library.DisplayTitle(now.Title)+", before the jobs" ||
		p.s().Layout.View != "" || !strings.Contains(p.s().Alert.Text, "stays as it is") {
		t.Errorf("copied version: got %q with %d jobs, alert %q; want 24 jobs and the draft unchanged",
			d.Title, len(d.Placement.Jobs), p.s().Alert.Text)
	}
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 2 {
		t.Errorf("copied version: got %d drafts in the library, want 2", len(held))
	}
	if d, _ := s.Peek(slot); string(d.Text) != string(scenario.Text(now)) {
		t.Error("copying a version has changed the draft")
	}
	if p.command("undo"); p.s().Draft != now {
		t.Error("undo does not return from the copy to the draft")
	}
	p.command("library")
	p.command("restore", p.s().Versions.List[0].ID, slot)
	if n := len(p.s().Draft.Placement.Jobs); n != 24 || p.s().Layout.View != "" {
		t.Fatalf("restored: got %d jobs in view %q, want 24 and the draft", n, p.s().Layout.View)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek(slot); string(d.Text) != string(scenario.Text(p.s().Draft)) {
		t.Error("the restored version is not saved in the same draft")
	}
	if p.command("undo"); p.s().Draft != now {
		t.Error("restoring a version cannot be undone")
	}
}

// Screens without the library contain nothing of it, and the list has as many elements as fit its window, however
// many drafts there are.
func TestTheListIsAsLongAsItsWindow(t *testing.T) {
	few, many := store.Memory(""), store.Memory("")
	for i := range 300 {
		if i < 100 {
			saveDraft(t, few, fmt.Sprintf("a%03d", i), "draft")
		}
		saveDraft(t, many, fmt.Sprintf("a%03d", i), "draft")
	}
	size := func(s *store.Store) int {
		p := openLibrary(t, s)
		p.lab.Scroll(1000, 1700)
		n := 0
		for i := range Views() {
			n += strings.Count(ui.HTML(p.lab.View(i)), "<")
		}
		return n
	}
	if a, b := size(few), size(many); a != b {
		t.Errorf("got %d tags for 100 drafts, %d for 300; want equal numbers", a, b)
	}
}

// After a thousand actions with reloads the library equals a model in memory.
func TestTheLibraryEqualsItsModel(t *testing.T) {
	type entry struct {
		title string
		tags  string
		gone  bool
	}
	rapid.Check(t, func(r *rapid.T) {
		steps := 30
		if rapid.IntRange(0, 19).Draw(r, "long") == 19 && !testing.Short() {
			steps = 1000
		}
		s, model := store.Memory(""), map[string]entry{}
		tab := "tab"
		start := func() *page { return openPage(t, func(p *page) { p.library = memory(s, tab) }) }
		p := start()
		pick := func(gone bool) string {
			var slots []string
			for slot, e := range model {
				if e.gone == gone {
					slots = append(slots, slot)
				}
			}
			if len(slots) == 0 {
				return ""
			}
			slices.Sort(slots)
			return rapid.SampledFrom(slots).Draw(r, "slot")
		}
		word := func() string { return rapid.StringMatching("[a-z]{1,6}").Draw(r, "word") }
		library := func(on bool) {
			if (p.s().Layout.View == "library") != on {
				p.command("library")
			}
		}
		for range steps {
			switch rapid.IntRange(0, 9).Draw(r, "what") {
			case 0, 1: // change what is in front
				library(false)
				title := word()
				changed := title != p.s().Draft.Title
				p.act(setField("title", title))
				p.pass(2 * time.Second)
				if slot := p.lab.drafts.recordOf(p.s().Sheet).slot; changed &&
					p.lab.drafts.recordOf(p.s().Sheet).safe != nil {
					model[slot] = entry{title: title, tags: model[slot].tags}
				}
			case 2: // another sheet
				library(false)
				p.command("kind", rapid.SampledFrom([]string{"window", "group", "placement"}).Draw(r, "kind"))
			case 3:
				library(true)
				if slot := pick(false); slot != "" {
					title := word()
					p.change("data-rename", slot, title)
					e := model[slot]
					e.title = title
					model[slot] = e
				}
			case 4:
				library(true)
				if slot := pick(false); slot != "" {
					before, titles := map[string]bool{}, map[string]bool{}
					for known, e := range model {
						before[known], titles[e.title] = true, true
					}
					p.command("duplicate", slot)
					cards, _ := s.Cards()
					for _, c := range cards {
						if !before[c.Slot] {
							model[c.Slot] = entry{title: copyTitle(model[slot].title,
								func(t string) bool { return titles[t] })}
						}
					}
				}
			case 5:
				library(true)
				if slot := pick(false); slot != "" {
					p.command("trash", slot)
					e := model[slot]
					e.gone = true
					model[slot] = e
				}
			case 6:
				library(true)
				if slot := pick(true); slot != "" {
					if rapid.Bool().Draw(r, "back") {
						p.command("putback", slot)
						e := model[slot]
						e.gone = false
						model[slot] = e
					} else {
						p.command("purge", slot)
						delete(model, slot)
					}
				}
			case 7:
				library(true)
				if slot := pick(false); slot != "" {
					tags := word()
					p.change("data-tags", slot, tags)
					e := model[slot]
					e.tags = tags
					model[slot] = e
				}
			case 8:
				library(true)
				if slot := pick(false); slot != "" {
					p.command("draft", slot)
				}
			case 9:
				p.pass(time.Minute)
				if front := p.lab.drafts.recordOf(p.s().Sheet); front.safe != nil {
					tab = front.slot
				} else {
					tab = store.NewSlot()
				}
				p = start()
			}
			p.settle()
			p.pass(time.Second)
			cards, err := s.Cards()
			if err != nil {
				r.Fatal(err)
			}
			got := map[string]entry{}
			for _, c := range cards {
				got[c.Slot] = entry{c.Title, strings.Join(c.Tags, ","), c.IsTrashed()}
			}
			if fmt.Sprint(got) != fmt.Sprint(model) {
				r.Fatalf("library: got %v,\nwant %v", got, model)
			}
		}
	})
}

var copyTitle = library.CopyTitle // the model calls what opens the library "library"
