package lab

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func TestTheDraftIsSavedAfterADelay(t *testing.T) {
	p := openPage(t)
	p.pass(time.Minute)
	if _, text, _ := p.library.Current(); text != nil {
		t.Error("the unchanged first scenario was saved")
	}
	p.act(setField("title", "A"))
	p.pass(saveDelay / 2)
	p.act(setField("title", "AB"))
	if _, text, _ := p.library.Current(); text != nil {
		t.Error("the draft was saved while it was being changed")
	}
	p.pass(saveDelay)
	if _, text, _ := p.library.Current(); !strings.Contains(string(text), `"AB"`) || p.s().Keep.SavedDraft != p.s().Draft {
		t.Errorf("got saved %.60s, want title AB", text)
	}
}

// A change made while a draft is being saved is saved by the next save.
func TestAChangeWhileSavingIsSavedToo(t *testing.T) {
	p := openPage(t)
	p.act(setField("title", "A"))
	p.shut = true
	p.pass(saveDelay)
	p.act(setField("title", "B"))
	p.shut = false
	p.settle()
	if p.s().Keep.SavedDraft == p.s().Draft {
		t.Error("an unsaved draft counts as saved")
	}
	p.pass(saveDelay)
	if _, text, _ := p.library.Current(); !strings.Contains(string(text), `"B"`) {
		t.Errorf("got saved %.60s, want title B", text)
	}
}

func TestAReloadBringsTheDraftBack(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "mine"), setField(aJob, "5"))
	p.work()
	p.pass(time.Minute)
	again := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	if again.s().Draft.Title != "mine" || len(again.s().Past) != 2 || again.s().Keep.SavedDraft != again.s().Draft {
		t.Errorf("after a reload: got %q with %d steps, want mine with 2", again.s().Draft.Title, len(again.s().Past))
	}
	again.work()
	checkSettled(t, again)

	// Another tab is offered the draft, and opens it as a copy.
	other := openPage(t, func(p *page) { p.library = memory(s, "other") })
	if a := other.s().Alert; a.Draft != "tab" || !strings.Contains(a.Text, "mine") {
		t.Fatalf("got alert %+v, want the draft mine of the other tab", a)
	}
	other.command("draft", "tab")
	if other.s().Draft.Title != "mine" || other.s().Alert.Text != "" {
		t.Errorf("got %q, want mine without an alert", other.s().Draft.Title)
	}
	other.command("draft", "nothing")
	if !other.s().Alert.Error || other.s().Draft.Title != "mine" {
		t.Error("opening a missing draft: got no error")
	}

	// A link takes precedence over the stored draft.
	fragment, err := scenario.Link(state.FromPreset("placement", "split-network", 3))
	if err != nil {
		t.Fatal(err)
	}
	linked := openPage(t, func(p *page) {
		p.library, p.startState.FaultyText, p.address = memory(s, "tab"), "{",
			Address{Fragment: strings.TrimPrefix(fragment, "#")}
	})
	if d := linked.s().Draft; d.Title == "mine" || d.Seed != 3 || linked.s().Text != nil {
		t.Errorf("got %q, want the scenario of the link", d.Title)
	}
}

func TestTheCurrentDraftComesBeforeTheSavedOne(t *testing.T) {
	s := store.Memory("")
	kind, _ := catalog.ByID("farm")
	farm := scenario.Text(state.FromPreset("farm", kind.Presets[0].ID, 1))
	if _, err := memory(s, "tab").Keep("tab", farm, "", "farm"); err != nil {
		t.Fatal(err)
	}
	p := openPage(t, func(p *page) { p.library, p.shut = memory(s, "tab"), true })
	p.act(setField("title", "new"))
	p.shut = false
	p.settle()
	if p.s().Draft.Title != "new" {
		t.Error("a draft that was loaded late replaced the edited one")
	}
}

func TestWhatCannotBeReadIsReported(t *testing.T) {
	s := store.Memory("")
	memory(s, "tab").Keep("tab", []byte(`{"kind":"placement"}`), "broken", "placement")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	if a := p.s().Alert; !a.Error || len(a.Detail) == 0 {
		t.Errorf("got alert %+v, want an error with details", a)
	}
}

func TestATextWithFaultsIsStoredInTheSession(t *testing.T) {
	p := openPage(t)
	p.lab.Text("{", false)
	p.settle()
	if got := p.drainCalls("hold"); len(got) != 1 || got[0] != "hold {" {
		t.Errorf("got held %q, want the text with faults", got)
	}
	p.command("side", "document")
	if p.news["text"] != "{" || p.news["faults"] == "[]" {
		t.Errorf("the editor got %v, want the text and its faults", p.news)
	}
	p.command("revert")
	if got := p.drainCalls("hold"); len(got) != 1 || got[0] != "hold " {
		t.Errorf("reverted: got held %q, want an empty text", got)
	}
	again := openPage(t, func(p *page) { p.startState.FaultyText = "{" })
	if s := again.s(); s.Text == nil || s.Text.Text != "{" || s.Layout.Side != "document" {
		t.Error("the text with faults was not restored")
	}
}

// fullLibrary is a library without space.
type fullLibrary struct{ Library }

func (fullLibrary) Keep(string, []byte, string, string) (string, error) {
	return "", errors.New("there is no room left")
}

func TestALibraryThatIsFullIsReported(t *testing.T) {
	p := openPage(t, func(p *page) { p.library = fullLibrary{memory(store.Memory(""), "tab")} })
	p.act(setField("title", "A"))
	p.pass(time.Minute)
	if got := p.s().Keep.SaveError; got != "there is no room left" {
		t.Errorf(`got failure %q, want "there is no room left"`, got)
	}
	if a := p.s().Alert; !a.Error || !strings.Contains(a.Text, "not saved yet") || len(a.Detail) != 1 {
		t.Errorf(`got alert %+v, want "not saved yet" with one detail`, a)
	}
	p.act(state.Dismiss{})
	p.pass(time.Minute) // this includes many tries
	if got := p.s().Alert.Text; got != "" {
		t.Errorf("got a repeated alert %q, want none", got)
	}
	if got := saveErrorText(fmt.Errorf("%w: QuotaExceededError", store.ErrFull).Error()); !strings.Contains(got,
		"no room") {
		t.Errorf(`full library: got %q, want "no room"`, got)
	}
}

// The message on a failed save disappears after a successful one.
func TestWhatWasRefusedIsSavedLater(t *testing.T) {
	p := openPage(t)
	lib := p.library
	p.lab.drafts.lib = fullLibrary{lib}
	p.act(setField("title", "A"))
	p.pass(time.Second)
	if p.s().Alert.Text == "" {
		t.Fatal("got no alert that the save failed")
	}
	p.lab.drafts.lib = lib
	if p.pass(time.Minute); p.s().Alert.Text != "" || p.s().Keep.SaveError != "" ||
		p.s().Keep.SavedDraft != p.s().Draft {
		t.Errorf("saved later: got alert %q, failure %q; want neither", p.s().Alert.Text, p.s().Keep.SaveError)
	}
}

func TestPiecesComeBackAsTheyWere(t *testing.T) {
	p := openPage(t)
	const key = "0123456789abcdef0123456789abcdef"
	stored := 0
	k := studies.NewKeeper(env{p.lab}, library.Study{Key: key}, 0, 0, func(done int) { stored = done })
	chunks := []compute.Chunk{{From: 0, To: 3, Part: []byte(`{"a b":1}`)}, {From: 3, To: 5, Part: []byte("[]")}}
	for _, c := range chunks {
		k.Add(c)
	}
	k.Flush()
	p.settle()
	kept, err := p.library.Archive().Load(key)
	if err != nil || len(kept) != 1 || stored != 5 {
		t.Fatalf("got %d pieces, %d stored, error %v; want 1, 5", len(kept), stored, err)
	}
	var got []compute.Chunk
	studies.Find(env{p.lab}, key, func(chunks []compute.Chunk) { got = chunks })
	p.settle()
	if len(got) != 2 || got[0].To != 3 || string(got[0].Part) != `{"a b":1}` || string(got[1].Part) != "[]" {
		t.Errorf("Find: got %v, want two chunks", got)
	}
}

// weak is an archive whose first writes fail.
type weak struct {
	feature.Archive
	fails    int
	attempts int
}

func (a *weak) Add(study string, number int, text []byte) error {
	if a.attempts++; a.attempts <= a.fails {
		return errors.New("not now")
	}
	return a.Archive.Add(study, number, text)
}

type weakLibrary struct {
	Library
	archive *weak
}

func (l weakLibrary) Archive() feature.Archive { return l.archive }

func TestAPieceThatCannotBeWrittenIsTriedOnceMore(t *testing.T) {
	for fails, want := range map[int]int{1: 2, 2: 0} {
		lib := memory(store.Memory(""), "tab")
		a := &weak{Archive: lib.Archive(), fails: fails}
		p := openPage(t, func(p *page) { p.library = weakLibrary{lib, a} })
		stored := 0
		k := studies.NewKeeper(env{p.lab}, library.Study{Key: "study"}, 0, 0, func(done int) { stored = done })
		k.Add(compute.Chunk{From: 0, To: 2, Part: []byte("{}")})
		k.Flush()
		p.pass(time.Minute)
		if a.attempts != 2 || stored != want {
			t.Errorf("after %d failures: got %d tries, %d stored; want 2, %d",
				fails, a.attempts, stored, want)
		}
		k.Add(compute.Chunk{From: 2, To: 4, Part: []byte("{}")})
		k.Flush()
		p.settle()
		if stored != 4 {
			t.Errorf("after %d failures: the next piece is not written", fails)
		}
	}
}

// A change that a page recorded when it was closed is restored, also that of another sheet whose save was still
// running.
func TestAPageThatGoesKeepsItsLastChange(t *testing.T) {
	s, j := store.Memory(""), slate{}
	p := openPage(t, func(p *page) { p.library = noting(s, "tab", j) })
	p.act(setField("title", "typed"))
	p.lab.Leaving()
	if len(j) != 1 {
		t.Fatalf("got journal %v, want one entry", j)
	}
	p = openPage(t, func(p *page) { p.library = noting(s, "tab", j) })
	if p.s().Draft.Title != "typed" || len(j) != 0 {
		t.Fatalf("after a reload: got %q, journal %v; want typed, empty", p.s().Draft.Title, j)
	}
	p.act(setField("title", "typed on"))
	p.shut = true
	p.command("kind", "farm")
	p.act(setField("title", "a farm"))
	p.lab.Leaving()
	if len(j) != 2 {
		t.Fatalf("got journal %v, want two entries", j)
	}
	p = openPage(t, func(p *page) { p.library = noting(s, j.front(), j) })
	if p.s().Draft.Title != "a farm" {
		t.Errorf("after a reload: got %q, want a farm", p.s().Draft.Title)
	}
	p.command("draft", "tab")
	if p.s().Draft.Title != "typed on" {
		t.Errorf("got %q, want typed on", p.s().Draft.Title)
	}
	p.pass(time.Minute)
	if p.lab.Leaving(); len(j) != 0 {
		t.Errorf("got journal %v, want no saved draft in it", j)
	}
}

// A text with faults is stored with its draft: another session restores it, and it is removed once the text is valid,
// also if that was recorded when the page was closed.
func TestATextWithFaultsStaysWithItsDraft(t *testing.T) {
	s, j := store.Memory(""), slate{}
	open := func() *page { return openPage(t, func(p *page) { p.library = noting(s, "tab", j) }) }
	p := open()
	p.act(setField("title", "mine"))
	p.pass(time.Minute)
	p.lab.Text("{,", false)
	p.command("kind", "farm") // left before it was saved
	p.act(setField("title", "a farm"))
	p.pass(time.Minute)
	if got := s.TypedText("tab"); got != "{," {
		t.Fatalf(`got kept text %q, want "{,"`, got)
	}
	p = open()
	if p.s().Faulty(p.s().Sheet) != "{," || p.s().Draft.Title != "mine" {
		t.Fatalf(`after a reload: got text %q, title %q; want "{,", mine`, p.s().Faulty(p.s().Sheet), p.s().Draft.Title)
	}
	p.lab.Text("{,,", false)
	p.lab.Leaving()
	p = open()
	if p.s().Faulty(p.s().Sheet) != "{,," {
		t.Fatalf("after a reload: got text %q, want the last one", p.s().Faulty(p.s().Sheet))
	}
	p.lab.Text(p.s().DraftText(), false)
	p.lab.Leaving()
	p = open()
	if p.s().Text != nil || s.TypedText("tab") != "" || p.s().Draft.Title != "mine" {
		t.Errorf("got kept text %q, want none for a valid draft", s.TypedText("tab"))
	}
	p.lab.Text("?", false)
	p.pass(time.Minute)
	p.lab.Text(p.s().DraftText(), false)
	p.pass(time.Minute)
	if got := s.TypedText("tab"); got != "" {
		t.Errorf("got kept text %q, want none", got)
	}
}

// A slate is a journal in memory, with the mark of the tab.
type slate map[string]string

func (s slate) Get(slot string) string { return s[slot] }
func (s slate) Drop(slot string)       { delete(s, slot) }
func (s slate) Put(slot, text string) bool {
	s[slot] = text
	return true
}

func (s slate) Slots() (slots []string) {
	for slot := range s {
		slots = append(slots, slot)
	}
	return slots
}

// front returns the slot that is not the first tab's.
func (s slate) front() string {
	for slot := range s {
		if slot != "tab" {
			return slot
		}
	}
	return ""
}

func noting(s *store.Store, slot string, j store.Journal) Library {
	return Shelf(store.NewTab(s, slot, func(string) bool { return true }, func(string) {}).WithJournal(j))
}

// The browser is asked for persistent storage at the first save only.
func TestTheFirstSaveAsksForPersistentStorage(t *testing.T) {
	p := openPage(t)
	if p.pass(time.Minute); len(p.drainCalls("persist")) != 0 {
		t.Error("asked for persistent storage before a save")
	}
	for i, title := range []string{"A", "B"} {
		p.act(setField("title", title))
		p.pass(time.Minute)
		if asked := len(p.drainCalls("persist")); asked != 1-i {
			t.Errorf("save %d: asked for persistent storage %d times, want only at the first save", i+1, asked)
		}
	}
}
