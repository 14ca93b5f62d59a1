package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature/shelf"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/ui"
)

// A second tab on a draft shows a notice and follows the first. Its changes go to a copy, or to the draft itself once
// the first tab is closed.
func TestTwoTabsOnOneDraft(t *testing.T) {
	f := store.Memory("")
	held := map[string]string{}
	tabs := func(me, slot string) *page {
		return openPage(t, func(p *page) { p.library = libraryOfTab(f, slot, held, me); held[slot] = me })
	}
	first := tabs("first", "one")
	first.act(setField("title", "A"))
	first.pass(time.Minute)
	second := tabs("second", "two")
	second.command("draft", "one")
	if a := second.s().Alert; !a.Copy || second.s().Draft.Title != "A" {
		t.Fatalf("got %q, alert %+v; want A with the offer of a copy", second.s().Draft.Title, a)
	}
	first.act(setField("title", "AB"))
	first.pass(time.Minute)
	if got := first.drainCalls("announce"); !slices.Contains(got, "announce saved one") {
		t.Errorf(`first tab: got announcements %v, want "saved one"`, got)
	}
	second.lab.TabChanged("saved", "one")
	second.settle()
	if second.s().Draft.Title != "AB" || second.s().Keep.SavedDraft != second.s().Draft {
		t.Errorf("second tab: got %q, want AB", second.s().Draft.Title)
	}
	second.pass(time.Minute)
	second.act(setField("title", "mine"))
	second.pass(time.Second)
	if !strings.Contains(second.s().Alert.Text, "copy from now on") {
		t.Errorf(`got alert %+v, want "copy from now on"`, second.s().Alert)
	}
	drafts := storedTexts(t, f)
	if len(drafts) != 2 || !strings.Contains(drafts["one"], `"AB"`) {
		t.Errorf("got %d drafts, want 2, one of them AB: %.200s", len(drafts), drafts["one"])
	}

	third := tabs("third", "three")
	third.command("draft", "one")
	delete(held, "one") // the first tab is closed
	third.act(setField("title", "ABC"))
	third.pass(time.Minute)
	if drafts := storedTexts(t, f); len(drafts) != 2 || !strings.Contains(drafts["one"], `"ABC"`) {
		t.Errorf("got %d drafts, want 2, one of them ABC: %.200s", len(drafts), drafts["one"])
	}

	fourth := tabs("fourth", "four")
	fourth.command("draft", "one")
	fourth.command("copydraft")
	fourth.pass(time.Minute)
	if drafts := storedTexts(t, f); len(drafts) != 3 || fourth.s().Draft.Title != "ABC, copy" {
		t.Errorf(`copied: got %d drafts, title %q; want 3, "ABC, copy"`, len(drafts), fourth.s().Draft.Title)
	}
}

// The whole library is exported as one file and imported again: drafts that exist are skipped, and nothing is
// replaced.
func TestTheLibraryAsOneFile(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "one")
	saveDraft(t, s, "a2", "two")
	s.Mark("a2", func(m *library.Marks) { m.Tags, m.Report = []string{"paper"}, `{"format":"csv"}` })
	s.SetTypedText("a1", "{,")
	s.AddVersion("a1", library.Version{Name: "first"}, []byte("{}"), 1)
	s.Save(store.Draft{Slot: "a3", Title: "half", Text: []byte(`{"form`)})
	s.Pieces().Add("abc", 0, []byte("0 1 x\n"))
	s.Pieces().Describe(library.Study{Key: "abc", Title: "study"})
	p := openLibrary(t, s)
	p.command("volume")
	var file string
	for _, call := range p.drainCalls("download") {
		if strings.Contains(call, library.VolumeFormat) {
			file = call[strings.Index(call, "{"):]
		}
	}
	if file == "" {
		t.Fatal("got no download of the library")
	}
	p.lab.File("library.json", file, "")
	p.settle()
	if a := p.s().Message(); a.Error || a.Text != "3 already here." {
		t.Errorf(`imported into itself: got message %+v, want "3 already here."`, a)
	}
	other := store.Memory("")
	saveDraft(t, other, "b1", "here before")
	q := openLibrary(t, other)
	q.lab.File("library.json", file, "")
	q.settle()
	if a := q.s().Message(); a.Error || a.Text != "3 drafts imported, 1 study imported with its results." {
		t.Errorf("got message %+v, want 3 drafts and 1 study imported", a)
	}
	if got := titles(q); !slices.Equal(got, []string{"half", "two", "one", "here before"}) {
		t.Errorf("got %v, want half, two, one and the draft before", got)
	}
	for _, c := range shelf.Slot.Get(q.s()).Cards {
		if c.Title == "one" && (c.NamedVersions != 1 || other.TypedText(c.Slot) != "{,") ||
			c.Title == "two" && (len(c.Tags) != 1 || c.Report == "") {
			t.Errorf("got card %+v, want its version, text, tag and report", c)
		}
	}
	before := titles(q)
	for _, bad := range []string{`{"format":"gridbox-library"`, `{"format":"gridbox-library","version":9,"drafts":[]}`,
		`{"format":"gridbox-library","version":1,"drafts":[7]}`} {
		q.lab.File("bad.json", bad, "")
		q.settle()
		if a := q.s().Message(); !a.Error || len(a.Detail) == 0 || !slices.Equal(titles(q), before) {
			t.Errorf("import of %s: got message %+v, want an error and no change", bad, a)
		}
	}
}

// A draft that cannot be read is listed as broken, can be downloaded as it is, and affects nothing else.
func TestBrokenDraftsAreNoEnd(t *testing.T) {
	s := store.Memory("")
	saveDraft(t, s, "a1", "good")
	s.Save(store.Draft{Slot: "a2", Title: "half", Text: []byte(`{"form`)})
	p := openLibrary(t, s)
	p.command("choose", "a2")
	p.command("openrow")
	p.settle()
	if a := p.s().Message(); !a.Error || p.s().Layout.View != "library" {
		t.Errorf("opening a broken draft: got message %+v, want an error in the library", a)
	}
	p.command("salvage", "a2")
	if got := p.drainCalls("download"); len(got) != 1 || !strings.Contains(got[0], `{"form`) {
		t.Errorf("got downloads %v, want the text of the broken draft", got)
	}
	p.change("data-rename", "a2", "other")
	if a := p.s().Message(); !a.Error || !slices.Contains(titles(p), "half") {
		t.Errorf("renaming a broken draft: got message %+v, drafts %v; want an error", a, titles(p))
	}
}

// Studies are listed with a description, opened, renamed and deleted.
func TestStudiesInTheLibrary(t *testing.T) {
	s := store.Memory("")
	p, study := startStudy(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "my study"))
	study.measure(12)
	p.pass(time.Minute)
	p.command("goto", "")
	p.command("library")
	h := func() *shelf.State { return shelf.Slot.Get(p.s()) }
	if len(h().Studies) != 1 || !strings.Contains(h().Studies[0].SizeText, "12 replications") ||
		h().Studies[0].Done != 12 {
		t.Fatalf("got studies %+v, want one of 12 replications", h().Studies)
	}
	key := h().Studies[0].Key
	p.change("data-rename", key, "the study")
	p.command("binstudy", key)
	p.command("putback", "")
	again := openLibrary(t, s)
	if st := shelf.Slot.Get(again.s()).Studies[0]; st.Title != "the study" {
		t.Errorf("got title %q, want the study", st.Title)
	}
	again.command("openstudy", key)
	again.work()
	if again.s().Layout.View != "study" || studies.Slot.Get(again.s()).SavedPart.Done != 12 {
		t.Errorf("got view %q, %d replications found; want the study, 12",
			again.s().Layout.View, studies.Slot.Get(again.s()).SavedPart.Done)
	}
	p.command("binstudy", key)
	p.command("library")
	p.settle()
	if kept, _ := s.Pieces().Load(key); len(kept) != 0 {
		t.Error("the parts of a deleted study are still stored")
	}
}

// Without persistent storage the library works and shows a notice.
func TestALibraryInMemory(t *testing.T) {
	s := store.Memory("This browser keeps nothing for this site.")
	saveDraft(t, s, "a1", "one")
	p := openLibrary(t, s)
	got := ui.PlainText(p.view("shelves"))
	if !strings.Contains(got, "keeps nothing for this site") || len(titles(p)) != 1 {
		t.Errorf("got %q, want that the browser keeps nothing", got)
	}
}
