package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// inTab is a library as a tab sees it that others may hold slots from.
func inTab(s *store.Store, slot string, held map[string]string, me string) Library {
	return Shelf(store.NewTab(s, slot, func(slot string) bool {
		if who := held[slot]; who != "" && who != me {
			return false
		}
		held[slot] = me
		return true
	}, func(string) {}))
}

// browsed is a page that looks at its library.
func browsed(t *testing.T, s *store.Store) *page {
	t.Helper()
	p := opened(t, func(p *page) { p.library = memory(s, "tab") })
	p.command("library")
	if p.s().Look.View != "library" || !p.s().Shelf.Ready {
		t.Fatalf("view %q, listed %v", p.s().Look.View, p.s().Shelf.Ready)
	}
	return p
}

// titles are what the list shows, in its order.
func titles(p *page) (list []string) {
	for _, e := range p.s().Shelf.List {
		list = append(list, e.Title)
	}
	return list
}

func put(t *testing.T, s *store.Store, slot, title string) {
	t.Helper()
	d := state.FromPreset("window", "twelve-nodes", 3)
	d.Title = title
	if err := s.Save(store.Draft{Slot: slot, Title: title, Kind: d.Kind, Text: scenario.Text(d)}); err != nil {
		t.Fatal(err)
	}
}

// What is worked on is listed with its picture, size and best answer, a moment
// after it was saved and solved.
func TestADraftIsListedAsItIs(t *testing.T) {
	s := store.Memory("")
	p := opened(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(set("title", "mine"), set(aJob, "5"))
	p.work()
	p.pass(time.Minute)
	p.command("library")
	c := p.s().Shelf.Card()
	if c == nil || c.Title != "mine" || c.Words != "5 clusters, 24 jobs" || c.Best == nil ||
		!strings.Contains(c.Face, "a") ||
		c.Versions != 1 {
		t.Fatalf("%+v", c)
	}
	best := bestOf(p.s())
	if c.Best.Run != best.Name || c.Best.Value != best.Answer.Metrics["makespan"] {
		t.Errorf("best is %+v", c.Best)
	}
	for _, a := range p.s().Answers {
		if a.Answer.Metrics["makespan"] < c.Best.Value {
			t.Errorf("%s is better", a.Run.Algorithm)
		}
	}
	said := ui.PlainText(p.lab.View(slices.IndexFunc(views, func(v view) bool { return v.name == "card" })))
	if !strings.Contains(said, "5 clusters, 24 jobs") || !strings.Contains(said, "begun") {
		t.Errorf("%q", said)
	}
}

// The library leads back with Escape, step by step.
func TestEscapeLeadsOutOfTheLibrary(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	p := browsed(t, s)
	p.command("choose", "a1")
	p.command("seek", "words", "on")
	p.command("rename")
	if p.s().Shelf.Renaming != "a1" {
		t.Fatalf("renaming %q", p.s().Shelf.Renaming)
	}
	for i, want := range []string{"library", "library", ""} {
		if p.command("escape"); p.s().Look.View != want {
			t.Errorf("after %d times the view is %q", i+1, p.s().Look.View)
		}
	}
	if p.command("library"); p.s().Shelf.Query.Words != "" || p.s().Shelf.Renaming != "" {
		t.Error("something of it has stayed")
	}
}

func TestRowsAreWalked(t *testing.T) {
	s := store.Memory("")
	for i := range 40 {
		put(t, s, fmt.Sprintf("a%02d", i), fmt.Sprint("draft ", i))
	}
	p := browsed(t, s)
	p.lab.Scrolled(0, 380)
	for _, step := range []struct{ how, want string }{{"first", "draft 39"}, {"down", "draft 38"}, {"up", "draft 39"},
		{"up", "draft 39"}, {"pagedown", "draft 30"}, {"last", "draft 0"}, {"down", "draft 0"}, {"pageup", "draft 9"}} {
		p.command("row", step.how)
		if c := p.s().Shelf.Card(); c == nil || c.Title != step.want {
			t.Fatalf("%s leads to %+v, want %s", step.how, c, step.want)
		}
	}
	if len(p.called("showRow")) == 0 {
		t.Error("the row is not brought into view")
	}
	p.command("openrow")
	p.settle()
	if p.s().Look.View != "" || p.s().Draft.Title != "draft 9" {
		t.Errorf("%q is open in view %q", p.s().Draft.Title, p.s().Look.View)
	}
}

// Deleting asks nothing: a line offers it back, and so does the trash. What is
// in front and is changed afterwards leaves the trash by itself.
func TestDeletingIsUndone(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	put(t, s, "a2", "two")
	p := browsed(t, s)
	p.command("choose", "a1")
	p.command("trash")
	if got := titles(p); !slices.Equal(got, []string{"two"}) || p.s().Shelf.Chosen != "a2" {
		t.Fatalf("%v, chosen %s", got, p.s().Shelf.Chosen)
	}
	said := ui.PlainText(p.lab.View(slices.IndexFunc(views, func(v view) bool { return v.name == "drafts" })))
	if !strings.Contains(said, "one is in the trash. Undo") {
		t.Errorf("%q", said)
	}
	again := browsed(t, s)
	if got := titles(again); !slices.Equal(got, []string{"two"}) {
		t.Errorf("after a reload %v", got)
	}
	p.command("undo")
	if got := titles(p); len(got) != 2 {
		t.Errorf("after undo %v", got)
	}
	p.command("trash", "a1")
	p.command("seek", "trash", "true")
	if got := titles(p); !slices.Equal(got, []string{"one"}) {
		t.Errorf("in the trash lie %v", got)
	}
	p.command("putback", "a1")
	p.command("trash", "a1")
	if p.command("empty"); len(p.s().Shelf.List) != 1 || !p.s().Shelf.Sure {
		t.Error("the trash was emptied unasked")
	}
	p.command("empty", "sure")
	if _, err := s.Peek("a1"); !errors.Is(err, store.ErrNone) || len(p.s().Shelf.List) != 0 {
		t.Errorf("the emptied trash: %v", err)
	}
	p.command("seek", "kind", ui.Unset)
	if got := titles(p); len(got) != 1 {
		t.Errorf("all drafts, from the trash, are %v", got)
	}
	p.command("draft", "a2")
	p.settle()
	p.command("library")
	p.command("trash", "a2")
	p.command("library")
	p.act(set("title", "two, changed"))
	p.pass(time.Minute)
	p.command("library")
	if got := titles(p); !slices.Equal(got, []string{"two, changed"}) {
		t.Errorf("what is worked on: %v", got)
	}
	p.command("trash")
	p.command("purge", p.s().Shelf.Cards[0].Slot)
	p.command("library")
	p.pass(time.Minute)
	if list, _ := s.Cards(); len(list) != 0 {
		t.Errorf("what was deleted for good has come back: %+v", list)
	}
}

// A title is typed in the row, of drafts that are open and of others.
func TestRenaming(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	put(t, s, "a2", "two")
	p := browsed(t, s)
	p.change("data-rename", "a1", " first ")
	if d, _ := s.Peek("a1"); d.Title != "first" || !strings.Contains(string(d.Text), `"title": "first"`) {
		t.Errorf("%q: %.80s", d.Title, d.Text)
	}
	p.command("draft", "a2")
	p.settle()
	p.command("library")
	p.change("data-rename", "a2", "second")
	if p.s().Draft.Title != "second" {
		t.Errorf("what is open is called %q", p.s().Draft.Title)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek("a2"); d.Title != "second" {
		t.Errorf("%q", d.Title)
	}
	p.command("library")
	p.command("kind", "placement")
	p.act(set("title", "grid"))
	p.command("library")
	p.change("data-rename", "a2", "behind")
	p.command("library")
	p.command("kind", "window")
	if p.s().Draft.Title != "behind" {
		t.Errorf("what lay on the desk is called %q", p.s().Draft.Title)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek("a2"); d.Title != "behind" {
		t.Errorf("%q", d.Title)
	}
}

func TestDuplicatingAndTags(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	p := browsed(t, s)
	p.command("choose", "a1")
	p.command("duplicate")
	if got := titles(p); !slices.Equal(got, []string{"one, copy", "one"}) || p.s().Shelf.Card().Title != "one, copy" {
		t.Fatalf("%v", got)
	}
	p.change("data-tags", "a1", "paper, old")
	p.command("seek", "tag", "paper")
	if got := titles(p); !slices.Equal(got, []string{"one"}) {
		t.Errorf("with the tag: %v", got)
	}
	if again := browsed(t, s); len(again.s().Shelf.Counts.Tags) != 2 {
		t.Errorf("after a reload: %+v", again.s().Shelf.Counts.Tags)
	}
}

// What is listed was read before it was changed: what shows stays as the person
// has it.
func TestAnOldListDoesNotComeBack(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	put(t, s, "a2", "two")
	p := browsed(t, s)
	p.shut = true
	p.lab.Told("changed", "")
	p.pass(time.Second)
	p.command("trash", "a1")
	p.shut = false
	p.settle()
	if got := titles(p); !slices.Equal(got, []string{"two"}) {
		t.Errorf("listed %v", got)
	}
	p.pass(time.Second)
	if got := titles(p); !slices.Equal(got, []string{"two"}) {
		t.Errorf("listed again %v", got)
	}
}

// A copy is one of what shows, though it may not be saved yet.
func TestDuplicatingWhatIsNotSavedYet(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	p := browsed(t, s)
	p.command("draft", "a1")
	p.command("library")
	p.change("data-rename", "a1", "first")
	p.command("duplicate", "a1")
	p.pass(time.Minute)
	if got := titles(p); !slices.Contains(got, "first, copy") || !slices.Contains(got, "first") {
		t.Errorf("%v", got)
	}
}

// Versions come by themselves, say what changed and what that did, can be named,
// compared and gone back to; going back is a step that can be undone.
func TestVersionsOfADraft(t *testing.T) {
	s := store.Memory("")
	p := opened(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(set(aJob, "5"))
	p.work()
	p.pass(time.Minute)
	for range 9 {
		p.act(state.Add{Kind: "job"})
	}
	p.work()
	p.pass(time.Minute)
	p.command("library")
	h := func() *state.Shelf { return &p.s().Shelf }
	if len(h().Versions) != 2 {
		t.Fatalf("%d versions: %+v", len(h().Versions), h().Versions)
	}
	last := h().Versions[1]
	if !strings.Contains(last.Changes, "9 jobs added") || len(last.Effects) == 0 || last.Effects[0].Before == nil {
		t.Errorf("%+v", last)
	}
	p.change("data-version", h().Versions[0].ID, "before the jobs")
	if h().Versions[0].Name != "before the jobs" || h().Find(h().VersionsOf).Named != 1 {
		t.Errorf("%+v", h().Versions[0])
	}
	p.command("compare", h().Versions[0].ID, "now")
	if len(h().Changes) != 9 || h().Changes[0].Sort() != "added" {
		t.Errorf("%d changes: %+v", len(h().Changes), h().Changes)
	}
	p.command("compare", last.ID, "before")
	if len(h().Changes) != 9 || h().With != "before" {
		t.Errorf("%d changes to the one before", len(h().Changes))
	}
	slot, now := h().VersionsOf, p.s().Draft
	p.command("restore", h().Versions[0].ID, slot)
	if n := len(p.s().Draft.Placement.Jobs); n != 24 || p.s().Look.View != "" {
		t.Fatalf("%d jobs in view %q", n, p.s().Look.View)
	}
	p.pass(time.Minute)
	if d, _ := s.Peek(slot); string(d.Text) != string(scenario.Text(p.s().Draft)) {
		t.Error("what was gone back to is not saved in the same draft")
	}
	if p.command("undo"); p.s().Draft != now {
		t.Error("going back cannot be undone")
	}
}

// A second tab on a draft says so and follows; what it changes is a copy, or the
// draft itself once the first tab has gone.
func TestTwoTabsOnOneDraft(t *testing.T) {
	f := store.Memory("")
	held := map[string]string{}
	tabs := func(me, slot string) *page {
		return opened(t, func(p *page) { p.library = inTab(f, slot, held, me); held[slot] = me })
	}
	first := tabs("first", "one")
	first.act(set("title", "A"))
	first.pass(time.Minute)
	second := tabs("second", "two")
	second.command("draft", "one")
	if a := second.s().Alert; !a.Copy || second.s().Draft.Title != "A" {
		t.Fatalf("%q with %+v", second.s().Draft.Title, a)
	}
	first.act(set("title", "AB"))
	first.pass(time.Minute)
	if said := first.called("announce"); !slices.Contains(said, "announce saved one") {
		t.Errorf("the first tab tells %v", said)
	}
	second.lab.Told("saved", "one")
	second.settle()
	if second.s().Draft.Title != "AB" || second.s().Keep.Saved != second.s().Draft {
		t.Errorf("the second tab shows %q", second.s().Draft.Title)
	}
	second.pass(time.Minute)
	second.act(set("title", "mine"))
	second.pass(time.Minute)
	if !strings.Contains(second.s().Alert.Text, "copy from now on") {
		t.Errorf("%+v", second.s().Alert)
	}
	drafts := shelved(t, f)
	if len(drafts) != 2 || !strings.Contains(drafts["one"], `"AB"`) {
		t.Errorf("%d drafts: %.200s", len(drafts), drafts["one"])
	}

	third := tabs("third", "three")
	third.command("draft", "one")
	delete(held, "one") // the first tab is closed
	third.act(set("title", "ABC"))
	third.pass(time.Minute)
	if drafts := shelved(t, f); len(drafts) != 2 || !strings.Contains(drafts["one"], `"ABC"`) {
		t.Errorf("%d drafts: %.200s", len(drafts), drafts["one"])
	}

	fourth := tabs("fourth", "four")
	fourth.command("draft", "one")
	fourth.command("copydraft")
	fourth.pass(time.Minute)
	if drafts := shelved(t, f); len(drafts) != 3 || fourth.s().Draft.Title != "ABC, copy" {
		t.Errorf("%d drafts, %q", len(drafts), fourth.s().Draft.Title)
	}
}

// The whole library goes out as one file and comes in again: once for what is
// not here, and nothing is replaced.
func TestTheLibraryAsOneFile(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "one")
	put(t, s, "a2", "two")
	s.Mark("a2", func(m *library.Marks) { m.Tags = []string{"paper"} })
	s.AddVersion("a1", library.Version{Name: "first"}, []byte("{}"), 1)
	s.Save(store.Draft{Slot: "a3", Title: "half", Text: []byte(`{"form`)})
	s.Pieces().Add("abc", 0, []byte("0 1 x\n"))
	s.Pieces().Describe(library.Study{Key: "abc", Title: "study"})
	p := browsed(t, s)
	p.command("volume")
	var file string
	for _, call := range p.called("download") {
		if strings.Contains(call, library.VolumeFormat) {
			file = call[strings.Index(call, "{"):]
		}
	}
	if file == "" {
		t.Fatal("nothing was handed out")
	}
	p.lab.File("library.json", file, "")
	p.settle()
	if a := p.s().Alert; a.Error || a.Text != "3 were here already." {
		t.Errorf("brought into itself: %+v", a)
	}
	other := store.Memory("")
	put(t, other, "b1", "here before")
	q := browsed(t, other)
	q.lab.File("library.json", file, "")
	q.settle()
	if a := q.s().Alert; a.Error || a.Text != "3 drafts came in, 1 study came with its results." {
		t.Errorf("%+v", a)
	}
	if got := titles(q); !slices.Equal(got, []string{"half", "two", "one", "here before"}) {
		t.Errorf("%v", got)
	}
	for _, c := range q.s().Shelf.Cards {
		if c.Title == "one" && c.Named != 1 || c.Title == "two" && len(c.Tags) != 1 {
			t.Errorf("%+v", c)
		}
	}
	before := titles(q)
	for _, bad := range []string{`{"format":"gridbox-library"`, `{"format":"gridbox-library","version":9,"drafts":[]}`,
		`{"format":"gridbox-library","version":1,"drafts":[7]}`} {
		q.lab.File("bad.json", bad, "")
		q.settle()
		if a := q.s().Alert; !a.Error || len(a.Detail) == 0 || !slices.Equal(titles(q), before) {
			t.Errorf("%s: %+v", bad, a)
		}
	}
}

// What cannot be read is listed, says so, can be had as it is, and nothing else
// suffers.
func TestBrokenDraftsAreNoEnd(t *testing.T) {
	s := store.Memory("")
	put(t, s, "a1", "good")
	s.Save(store.Draft{Slot: "a2", Title: "half", Text: []byte(`{"form`)})
	p := browsed(t, s)
	p.command("choose", "a2")
	p.command("openrow")
	p.settle()
	if a := p.s().Alert; !a.Error || p.s().Look.View != "library" {
		t.Errorf("%+v", a)
	}
	p.command("salvage", "a2")
	if got := p.called("download"); len(got) != 1 || !strings.Contains(got[0], `{"form`) {
		t.Errorf("%v", got)
	}
	p.change("data-rename", "a2", "other")
	if a := p.s().Alert; !a.Error || !slices.Contains(titles(p), "half") {
		t.Errorf("%+v, %v", a, titles(p))
	}
}

// Studies are listed with what they are, opened, renamed and deleted.
func TestStudiesInTheLibrary(t *testing.T) {
	s := store.Memory("")
	p, study := started(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(set("title", "my study"))
	study.measure(12)
	p.pass(time.Minute)
	p.command("view", "")
	p.command("library")
	h := func() *state.Shelf { return &p.s().Shelf }
	if len(h().Studies) != 1 || !strings.Contains(h().Studies[0].Words, "12 replications") ||
		h().Studies[0].Done != 12 {
		t.Fatalf("%+v", h().Studies)
	}
	key := h().Studies[0].Key
	p.change("data-rename", key, "the study")
	p.command("binstudy", key)
	p.command("putback", "")
	again := browsed(t, s)
	if st := again.s().Shelf.Studies[0]; st.Title != "the study" {
		t.Errorf("it is called %q", st.Title)
	}
	again.command("openstudy", key)
	again.work()
	if again.s().Look.View != "study" || again.s().Study.Found.Done != 12 {
		t.Errorf("view %q, %d replications found", again.s().Look.View, again.s().Study.Found.Done)
	}
	p.command("binstudy", key)
	p.command("library")
	p.settle()
	if kept, _ := s.Pieces().Of(key); len(kept) != 0 {
		t.Error("a deleted study has stayed")
	}
}

// Where nothing is kept beyond the page, the library works and says so.
func TestALibraryInMemory(t *testing.T) {
	s := store.Memory("This browser keeps nothing for this site.")
	put(t, s, "a1", "one")
	p := browsed(t, s)
	said := ui.PlainText(p.lab.View(slices.IndexFunc(views, func(v view) bool { return v.name == "shelves" })))
	if !strings.Contains(said, "keeps nothing for this site") || len(titles(p)) != 1 {
		t.Errorf("%q", said)
	}
}

// The screens that do not show the library hold nothing of it, and the list has
// as many elements as fit its window, however many drafts there are.
func TestTheListIsAsLongAsItsWindow(t *testing.T) {
	few, many := store.Memory(""), store.Memory("")
	for i := range 300 {
		if i < 100 {
			put(t, few, fmt.Sprintf("a%03d", i), "draft")
		}
		put(t, many, fmt.Sprintf("a%03d", i), "draft")
	}
	size := func(s *store.Store) int {
		p := browsed(t, s)
		p.lab.Scrolled(1000, 1700)
		n := 0
		for i := range Views() {
			n += strings.Count(ui.HTML(p.lab.View(i)), "<")
		}
		return n
	}
	if a, b := size(few), size(many); a != b {
		t.Errorf("%d tags for 100 drafts, %d for 300", a, b)
	}
}

// A thousand actions with reloads in between: the library holds what a model in
// memory holds.
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
		start := func() *page { return opened(t, func(p *page) { p.library = memory(s, tab) }) }
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
			if (p.s().Look.View == "library") != on {
				p.command("library")
			}
		}
		for range steps {
			switch rapid.IntRange(0, 9).Draw(r, "what") {
			case 0, 1: // change what is in front
				library(false)
				title := word()
				p.act(set("title", title))
				p.pass(2 * time.Second)
				if slot := p.lab.keep.of(p.s().Sheet).slot; p.lab.keep.of(p.s().Sheet).safe != nil {
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
					before := map[string]bool{}
					for known := range model {
						before[known] = true
					}
					p.command("duplicate", slot)
					cards, _ := s.Cards()
					for _, c := range cards {
						if !before[c.Slot] {
							model[c.Slot] = entry{title: model[slot].title + ", copy"}
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
				if front := p.lab.keep.of(p.s().Sheet); front.safe != nil {
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
				got[c.Slot] = entry{c.Title, strings.Join(c.Tags, ","), c.Trashed()}
			}
			if fmt.Sprint(got) != fmt.Sprint(model) {
				r.Fatalf("the library holds %v\nand not %v", got, model)
			}
		}
	})
}
