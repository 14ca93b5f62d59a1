package lab

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	_ "gridbox/core/fixedseed"
	"gridbox/core/scenario"
)

// storedTexts returns the content of a library by slot.
func storedTexts(t interface{ Fatal(...any) }, s *store.Store) map[string]string {
	list, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, d := range list {
		whole, err := s.Peek(d.Slot)
		if err != nil {
			t.Fatal(err)
		}
		all[d.Slot] = string(whole.Text)
	}
	return all
}

// Switching to another kind and back restores the draft as it was left, also after a reload.
func TestEachKindKeepsItsDraft(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "my grid"))
	p.command("kind", "window")
	if p.s().Draft.Kind != "window" {
		t.Fatalf("got kind %s, want window", p.s().Draft.Kind)
	}
	p.act(setField("title", "my window"))
	p.command("kind", "placement")
	if got := p.s().Draft.Title; got != "my grid" {
		t.Errorf("placement: got title %q, want my grid", got)
	}
	p.command("kind", "window")
	if got := p.s().Draft.Title; got != "my window" {
		t.Errorf("window: got title %q, want my window", got)
	}
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 2 {
		t.Errorf("got %d drafts in the library, want 2", len(held))
	}
	again := openPage(t, func(q *page) { q.library = memory(s, p.lab.drafts.recordOf(p.s().Sheet).slot) })
	if got := again.s().Draft.Title; got != "my window" {
		t.Errorf("window after a reload: got title %q, want my window", got)
	}
	again.command("kind", "placement")
	again.settle()
	if got := again.s().Draft.Title; got != "my grid" {
		t.Errorf("placement after a reload: got title %q, want my grid", got)
	}
	again.act(setField("title", "my grid, changed"))
	again.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 2 {
		t.Errorf("got %d drafts in the library after a change, want 2", len(held))
	}
}

// An example or file opens as a separate draft, with a link back.
func TestWhatComesInReplacesNothing(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "mine"))
	p.command("example", "split-network")
	if a := p.s().Alert; a.Draft == "" || a.DraftLabel != "Back to mine" || !strings.Contains(a.Text, `"mine" is unchanged`) {
		t.Errorf("got alert %+v, want a link back to the unchanged draft mine", a)
	}
	p.lab.File("theirs.json", string(scenario.Text(state.FromPreset("group", "three-sites", 1))), "")
	p.settle()
	p.pass(time.Minute)
	held := storedTexts(t, s)
	mine := 0
	for _, text := range held {
		if strings.Contains(text, `"mine"`) {
			mine++
		}
	}
	if mine != 1 || len(held) != 2 {
		t.Errorf("got %d drafts in the library, %d of them mine; want 2, 1", len(held), mine)
	}
	p.command("undo")
	p.command("undo")
	if got := p.s().Draft.Title; got != "mine" {
		t.Errorf("after two undos: got %q, want mine", got)
	}
	p.act(setField("title", "mine again"))
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 2 {
		t.Errorf("after a change to the former draft: got %d drafts in the library, want 2", len(held))
	}
}

// moody is a library that is full while its flag is set.
type moody struct {
	Library
	full bool
}

func (l *moody) Keep(slot string, text []byte, title, kind string) (string, error) {
	if l.full {
		return "", errors.New("there is no room left")
	}
	return l.Library.Keep(slot, text, title, kind)
}

// A draft that could not be saved when it was left is saved once there is space.
func TestWhatWasLeftUnsavedIsSavedLater(t *testing.T) {
	s := store.Memory("")
	lib := &moody{Library: memory(s, "tab"), full: true}
	p := openPage(t, func(p *page) { p.library = lib })
	p.act(setField("title", "mine"))
	p.command("kind", "window")
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 0 {
		t.Fatalf("full library: got %d drafts, want 0", len(held))
	}
	lib.full = false
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 1 {
		t.Errorf("library with room again: got %d drafts, want 1", len(held))
	}
}

// The first scenario is not offered as the user's draft when a link opens.
func TestALinkFindsNobodysDraft(t *testing.T) {
	p := openPage(t, func(p *page) { p.address = Address{Preset: "three-sites"} })
	p.pass(time.Minute)
	if a := p.s().Alert; a.Text != "" || p.s().Draft.Kind != "group" {
		t.Errorf("got kind %s, alert %+v; want group without an alert", p.s().Draft.Kind, a)
	}
}

// An unchanged example is not saved.
func TestExamplesThatWereOnlyOpenedAreNotSaved(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	for _, id := range []string{"window", "batch", "group", "farm", "placement"} {
		p.command("kind", id)
		p.pass(time.Minute)
	}
	if held := storedTexts(t, s); len(held) != 0 {
		t.Errorf("got %d drafts in the library after looking at examples, want 0", len(held))
	}
}

// After any actions with reloads: a draft that was saved once and is no longer in front is in the library as it was
// left.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, tab := store.Memory(""), "tab"
		start := func() *page { return openPage(t, func(p *page) { p.library = memory(s, tab) }) }
		p := start()
		must := map[string]string{} // the expected content of the library, by slot
		type sight struct {
			record *record
			text   string // "" for an unchanged example
		}
		var seen []sight // since the last look, in order: a slot may not be known yet
		kinds, presets := []string{}, []string{}
		for _, k := range catalog.Kinds() {
			kinds = append(kinds, k.ID)
			presets = append(presets, k.Presets[0].ID)
		}
		links := map[string]string{}
		for _, id := range kinds {
			f, err := scenario.Link(state.FromPreset(id, presets[len(links)], 5))
			if err != nil {
				t.Fatal(err)
			}
			links[id] = strings.TrimPrefix(f, "#")
		}
		for range rapid.IntRange(5, 25).Draw(r, "steps") {
			switch rapid.IntRange(0, 8).Draw(r, "what") {
			case 0, 1, 2:
				p.act(setField("title", rapid.StringMatching("[a-z]{1,8}").Draw(r, "title")))
			case 3:
				p.command("kind", rapid.SampledFrom(kinds).Draw(r, "kind"))
			case 4:
				p.command("example", rapid.SampledFrom(presets).Draw(r, "example"))
			case 5:
				p.address = Address{Fragment: links[rapid.SampledFrom(kinds).Draw(r, "link")]}
				p.lab.Navigate()
			case 6:
				p.command("undo")
			case 7:
				p.command("redo")
			case 8:
				p.settle()
				if drafts := p.s().Keep.Drafts; len(drafts) > 0 {
					p.command("draft", rapid.SampledFrom(drafts).Draw(r, "draft").Slot)
				}
			}
			p.settle()
			front := p.lab.drafts.recordOf(p.s().Sheet)
			now := sight{record: front}
			if p.s().Draft != front.original {
				now.text = string(scenario.Text(p.s().Draft))
			}
			seen = append(seen, now)
			if rapid.Bool().Draw(r, "quick") {
				continue
			}
			p.pass(time.Minute)
			for _, x := range seen {
				if must[x.record.slot] = x.text; x.text == "" {
					delete(must, x.record.slot)
				}
			}
			seen = nil
			held := storedTexts(r, s)
			for slot, text := range must {
				if held[slot] != text {
					r.Fatalf("slot %s: got %.200s,\nwant %.200s", slot, held[slot], text)
				}
			}
			if rapid.IntRange(0, 4).Draw(r, "reload") == 0 {
				if front.safe != nil {
					tab = front.slot
				} else {
					tab = store.NewSlot()
				}
				p = start()
			}
		}
	})
}
