package lab

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// walkHistory undoes and redoes all steps, and returns their names and documents.
func walkHistory(p *page) (seen []string) {
	note := func() { seen = append(seen, string(scenario.Text(p.s().Draft))) }
	note()
	for len(p.s().Past) > 0 {
		seen = append(seen, p.s().Past[len(p.s().Past)-1].Name)
		p.command("undo")
		note()
	}
	for len(p.s().Future) > 0 {
		seen = append(seen, p.s().Future[len(p.s().Future)-1].Name)
		p.command("redo")
		note()
	}
	return seen
}

// Undo and redo are the same before and after a reload, in every kind, whether the page was closed after the last
// save or before it.
func TestTheHistorySurvivesAReload(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		for _, rested := range []bool{true, false} {
			s := store.Memory("")
			slots := &journal{notes: map[string]string{}}
			open := func() *page {
				return openPage(t, func(p *page) { p.library = journalLibrary(s, slots) })
			}
			p := open()
			p.act(state.Revise{Draft: state.FromPreset(kind.ID, kind.Presets[0].ID, 7), Name: "begin"})
			p.work()
			for i := range 12 {
				p.act(setField("title", fmt.Sprint("title ", i)), state.LeaveText{},
					setField("about", strings.Repeat("ü", i)))
			}
			add := "job"
			if kind.ID == "window" || kind.ID == "group" {
				add = "node"
			}
			p.act(state.Add{Kind: add})
			p.act(setField("seed", "99"), state.Undo{}, state.Undo{})
			if rested {
				p.pass(time.Minute)
			}
			p.lab.Leaving()
			p.settle()
			again := open()
			before, after := walkHistory(p), walkHistory(again)
			if len(before) < 30 || fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%s, rested %v: got %d steps before the reload, %d after; want the same",
					kind.ID, rested, len(before)/2, len(after)/2)
			}
		}
	}
}

// A draft that undo returned to its saved state keeps the step of redo over a reload, whenever the page was closed.
func TestRedoToASavedDraftSurvivesAReload(t *testing.T) {
	for _, rested := range []bool{true, false} {
		s := store.Memory("")
		slots := &journal{notes: map[string]string{}}
		open := func() *page {
			return openPage(t, func(p *page) { p.library = journalLibrary(s, slots) })
		}
		p := open()
		p.act(setField("title", "saved"), state.LeaveText{})
		p.pass(time.Minute)
		p.act(setField("about", "undone"), state.LeaveText{})
		p.command("undo")
		if rested {
			p.pass(time.Minute)
		}
		p.lab.Leaving()
		p.settle()
		again := open()
		if got := again.s().Draft.Title; got != "saved" {
			t.Errorf("rested %v: got draft %q, want saved", rested, got)
		}
		again.command("redo")
		if got := again.s().Draft.About; got != "undone" {
			t.Errorf("rested %v: redo: got %q, want undone", rested, got)
		}
	}
}

// journalLibrary returns the library of a tab that has every draft to itself and notes unsaved ones in a journal.
func journalLibrary(s *store.Store, slots store.Journal) Library {
	all := func(string) bool { return true }
	return Shelf(store.NewTab(s, "tab", all, func(string) {}).WithJournal(slots))
}

// An ending library saves a draft, and then ends its page.
type ending struct{ Library }

func (l ending) Keep(slot string, text []byte, title, kind string) (string, error) {
	l.Library.Keep(slot, text, title, kind)
	runtime.Goexit()
	return "", nil
}

// A page that ends during a save leaves the history of its draft, also if a step was undone between
// the request to save and the save.
func TestTheHistorySurvivesAPageThatEndsDuringASave(t *testing.T) {
	for _, waits := range []bool{false, true} {
		s := store.Memory("")
		slots := &journal{notes: map[string]string{}}
		library := func() Library { return journalLibrary(s, slots) }
		p := openPage(t, func(p *page) { p.library = ending{library()} })
		step := func(actions ...any) {
			p.act(actions...)
			p.lab.Note()
		}
		step(setField("title", "first"), state.LeaveText{})
		if p.shut = waits; waits {
			p.pass(saveDelay)
		}
		step(setField("about", "second"), state.LeaveText{})
		step(state.Undo{})
		p.shut = false
		p.pass(saveDelay)
		if text, _ := s.Peek("tab"); !strings.Contains(string(text.Text), `"first"`) {
			t.Fatalf("waits %v: the draft was not saved", waits)
		}
		again := openPage(t, func(p *page) { p.library = library() })
		past, future := again.s().Past, again.s().Future
		if len(past) != 1 || past[0].Name != "set title" || len(future) != 1 || future[0].Name != "set about" {
			t.Errorf("waits %v: got %d steps back and %d forward, want one each", waits, len(past), len(future))
		}
	}
}

// A change made while its draft is being saved survives the page in the same slot, even if it is not saved.
func TestAChangeDuringASaveSurvivesAReload(t *testing.T) {
	s := store.Memory("")
	slots := &journal{notes: map[string]string{}}
	open := func() *page {
		return openPage(t, func(p *page) { p.library = journalLibrary(s, slots) })
	}
	p := open()
	p.act(setField("title", "first"))
	p.lab.Note()
	p.shut = true
	p.pass(saveDelay)
	p.act(setField("title", "second"))
	p.lab.Note()
	p.shut = false
	p.settle()
	p.lab.Note()
	again := open()
	if got := again.s().Draft.Title; got != "second" {
		t.Errorf("got draft %q, want second", got)
	}
	if drafts, _ := s.List(); len(drafts) != 1 {
		t.Errorf("got %d drafts, want 1", len(drafts))
	}
}

// A journal keeps what a page recorded when it was closed.
type journal struct{ notes map[string]string }

func (j *journal) Get(slot string) string { return j.notes[slot] }
func (j *journal) Drop(slot string)       { delete(j.notes, slot) }
func (j *journal) Put(slot, text string) bool {
	j.notes[slot] = text
	return true
}
func (j *journal) Slots() (list []string) {
	for slot := range j.notes {
		list = append(list, slot)
	}
	return list
}

// The stored history has a limited size, and a large draft has none.
func TestAHistoryIsBounded(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("seed", "1"))
	for i := range 300 {
		p.act(state.Revise{Draft: state.FromPreset("placement", "rbhs-mixed", uint64(i)), Name: "draw"})
		if i%50 == 0 {
			p.pass(time.Second)
		}
	}
	p.pass(time.Minute)
	h := s.History("tab", scenario.Text(p.s().Draft))
	if n := len(h.Past); n != maxSteps {
		t.Errorf("got %d steps in the library, want %d", n, maxSteps)
	}
	again := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	if n := len(again.s().Past); n != maxSteps {
		t.Errorf("got %d steps after a reload, want %d", n, maxSteps)
	}
	again.act(setField("about", strings.Repeat("long ", maxHistoryText/5)))
	again.pass(time.Minute)
	if h := s.History("tab", scenario.Text(again.s().Draft)); !h.Empty() {
		t.Errorf("draft of %d bytes: got %d steps of history, want none", maxHistoryText, len(h.Past))
	}
	again.command("undo")
	again.pass(time.Minute)
	if h := s.History("tab", scenario.Text(again.s().Draft)); len(h.Past) == 0 || len(h.Future) != 0 {
		t.Errorf("got %d steps back and %d forward, want only steps back", len(h.Past), len(h.Future))
	}
}

// A change made before the history is loaded becomes its last step.
func TestAChangeBeforeTheHistoryIsThere(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "A"), setField("seed", "3"))
	p.pass(time.Minute)
	was := walkHistory(p)
	again := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	restored := again.s().Draft
	past := again.s().Past
	again.lab.s.Past = nil
	again.act(setField("title", "B"), state.HistoryRestored{Draft: restored, Past: []state.Step{past[1], past[0]}})
	again.command("undo")
	if again.s().Draft != restored || fmt.Sprint(walkHistory(again)[:len(was)/2]) != fmt.Sprint(was[:len(was)/2]) {
		t.Errorf("got %d steps, want those of the stored history", len(again.s().Past))
	}
	other := openPage(t)
	other.act(state.HistoryRestored{Draft: restored, Past: past})
	if len(other.s().Past) != 0 {
		t.Error("another draft has the history")
	}
}

// A draft that another tab follows and changes is a copy with its own history; the draft's history is unchanged.
func TestAFollowerLeavesTheHistory(t *testing.T) {
	f := store.Memory("")
	held := map[string]bool{}
	tab := func(slot string) *page {
		return openPage(t, func(p *page) {
			p.library = Shelf(store.NewTab(f, slot, func(s string) bool {
				free := !held[s]
				held[s] = true
				return free
			}, func(string) {}))
		})
	}
	held["one"] = true
	first := tab("one")
	first.act(setField("title", "A"), setField("seed", "3"))
	first.pass(time.Minute)
	second := tab("two")
	second.command("draft", "one")
	second.act(setField("title", "B"))
	second.pass(time.Minute)
	text, err := f.Peek("one")
	if err != nil || !strings.Contains(string(text.Text), `"A"`) {
		t.Fatalf("got text %s, error %v; want the draft A", string(text.Text), err)
	}
	if h := f.History("one", text.Text); len(h.Past) != 2 {
		t.Errorf("got %d steps, want 2", len(h.Past))
	}
}

// Steps are named by the labels of forms and the names of things.
func TestStepsAreNamedInWords(t *testing.T) {
	p := openPage(t)
	p.work()
	for path, want := range map[string]string{"placement.clusters[1].mips": "set power of cluster Nancy",
		"placement.links[0].bandwidth": "set bandwidth of link Rennes–Lille", "seed": "set seed", "title": "set title",
		"placement.clusters[1].id": "rename cluster Nancy", "runs[0].options.weights": "set weights of RBHS",
		"study.replications": "set replications of the study"} {
		text := "8"
		if strings.HasSuffix(path, "weights") {
			text = "sum"
		}
		before := p.s().Draft
		p.act(setField(path, text))
		if p.s().Draft == before {
			t.Errorf("%s was not set: fields %+v", path, p.s().InvalidFields)
			continue
		}
		if got := p.s().Past[len(p.s().Past)-1].Name; got != want {
			t.Errorf("%s: got step %q, want %q", path, got, want)
		}
		p.command("undo")
	}
	p.act(usePreset("rbhs-mixed"), setField("placement.generate.jobs", "5"))
	if got := p.s().Past[len(p.s().Past)-1].Name; got != "set jobs" {
		t.Errorf(`got step %q, want "set jobs"`, got)
	}
}

// A change made before a waiting save begins survives a page that ends during the save, in the same slot.
func TestAChangeWhileASaveWaitsSurvivesThePage(t *testing.T) {
	s := store.Memory("")
	slots := &journal{notes: map[string]string{}}
	library := func() Library { return journalLibrary(s, slots) }
	p := openPage(t, func(p *page) { p.library = ending{library()} })
	p.act(setField("title", "first"))
	p.lab.Note()
	p.shut = true
	p.pass(saveDelay)
	p.act(setField("title", "second"))
	p.lab.Note()
	p.shut = false
	p.settle()
	if text, _ := s.Peek("tab"); !strings.Contains(string(text.Text), `"first"`) {
		t.Fatal("the first change was not saved")
	}
	again := openPage(t, func(p *page) { p.library = library() })
	if got := again.s().Draft.Title; got != "second" {
		t.Errorf("got draft %q, want second", got)
	}
	if drafts, _ := s.List(); len(drafts) != 1 {
		t.Errorf("got %d drafts, want 1", len(drafts))
	}
}
