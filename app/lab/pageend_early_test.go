package lab

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/store"
	"gridbox/core/scenario"
)

// Two drafts that were changed before the library was open are both saved: once it opens or, if the page is closed
// before, once the next page has it open.
func TestEverythingDoneBeforeTheLibraryIsOpenIsSaved(t *testing.T) {
	early := func(s *store.Store) *page {
		p := openPage(t, func(p *page) { p.library, p.shut = memory(s, "tab"), true })
		p.act(setField("title", "The first"))
		p.command("kind", "window")
		p.act(setField("title", "The second"))
		p.lab.Text("{ ?", false)
		return p
	}
	both := func(t *testing.T, s *store.Store, p *page) {
		t.Helper()
		p.shut = false
		p.settle()
		p.pass(saveDelay)
		var titles []string
		for _, d := range libraryState(memory(s, "other")).Keep.Drafts {
			titles = append(titles, d.Title)
		}
		slices.Sort(titles)
		if !slices.Equal(titles, []string{"The first", "The second"}) || p.s().Draft.Title != "The second" {
			t.Errorf("got library %q, draft %q; want both, the second open", titles, p.s().Draft.Title)
		}
		if p.s().Text == nil || p.s().Text.Text != "{ ?" {
			t.Errorf("got text %+v, want the one with faults", p.s().Text)
		}
	}
	t.Run("it opens", func(t *testing.T) {
		s := store.Memory("")
		both(t, s, early(s))
	})
	t.Run("the page goes", func(t *testing.T) {
		s := store.Memory("")
		p := early(s)
		p.lab.Leaving()
		got := p.drainCalls("hold")
		if len(got) == 0 {
			t.Fatal("the page did not hold its state for the session")
		}
		held := strings.TrimPrefix(got[len(got)-1], "hold ")
		both(t, s, openPage(t, func(p *page) { p.library, p.startState.FaultyText = memory(s, "tab"), held }))
	})
}

// The state held by the tab's session is restored: a complete draft in addition to the stored one, and a text with
// faults as such. Then the session is cleared.
func TestDraftsOfTheSessionComeBack(t *testing.T) {
	p := openPage(t)
	before := p.s().Draft
	draft := *before
	draft.Title = "Typed at once"
	p.lab.restoreSession(string(scenario.Text(&draft)))
	p.settle()
	p.lab.sentValues.storeTyped(p.lab)
	if p.s().Draft.Title != "Typed at once" || p.s().Desk[before.Kind].Draft != before {
		t.Errorf("got draft %q, others %+v; want the held one", p.s().Draft.Title, p.s().Desk)
	}
	if got := p.drainCalls("hold"); len(got) == 0 || got[len(got)-1] != "hold " {
		t.Errorf("got held %q, want an empty text", got)
	}
	p.lab.restoreSession(`{"format": "gridbox" ?`)
	if p.s().Text == nil || !strings.Contains(p.s().Text.Text, "?") || p.s().Layout.Side != "document" {
		t.Error("the text with faults was not restored")
	}
}
