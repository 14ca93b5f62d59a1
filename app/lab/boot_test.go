package lab

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A failingLibrary library fails in the ways selected by the bits of a number.
type failingLibrary struct {
	Library
	failures byte
}

var errGone = errors.New("the database is gone")

const (
	noCurrent = 1 << iota
	noDrafts
	noKeep
	noAcquire
	notDurable
)

func (l failingLibrary) Current() (string, []byte, error) {
	if l.failures&noCurrent != 0 {
		return "", nil, errGone
	}
	return l.Library.Current()
}

func (l failingLibrary) Drafts() ([]state.DraftEntry, error) {
	if l.failures&noDrafts != 0 {
		return nil, errGone
	}
	return l.Library.Drafts()
}

func (l failingLibrary) Keep(slot string, text []byte, title, kind string) (string, error) {
	if l.failures&noKeep != 0 {
		return "", errGone
	}
	return l.Library.Keep(slot, text, title, kind)
}

func (l failingLibrary) Acquire(slot string) (string, []byte, error) {
	if l.failures&noAcquire != 0 {
		return "", nil, errGone
	}
	return l.Library.Acquire(slot)
}

func (l failingLibrary) Durable() (bool, string) {
	if l.failures&notDurable != 0 {
		return false, "This browser keeps nothing."
	}
	return l.Library.Durable()
}

// boot opens the page on an address, a state of the tab and the content of its library. It checks that the page works
// and lost nothing.
func boot(t *testing.T, search, hash, held, aside string, stored []byte, how byte) *page {
	t.Helper()
	s := store.Memory("")
	tab := memory(s, "tab")
	if stored != nil {
		if err := s.Save(store.Draft{Slot: "tab", Title: "kept", Kind: "placement", Text: stored}); err != nil {
			t.Fatal(err)
		}
		tab = memory(s, "tab")
	}
	p := openPage(t, func(p *page) {
		p.library, p.startState.FaultyText, p.startState.AsideDraft = failingLibrary{tab, how}, held, aside
		p.address = ReadAddress(search, hash)
	})
	works := func(when string) {
		t.Helper()
		st := p.s()
		if st.Stage != state.Live {
			t.Fatalf("%s: the page is not live", when)
		}
		if faults := catalog.Check(st.Draft); len(faults) > 0 {
			t.Fatalf("%s: got faults %v of the draft, want none", when, faults)
		}
		if len(ui.HTML(labNode(st))) < 1000 {
			t.Fatalf("%s: got an almost empty page", when)
		}
	}
	works("at once")
	_, faults := catalog.Parse(stored)
	if got := p.s().Alert; got.Text == "" && (stored != nil && (len(faults) > 0 || how&noCurrent != 0) ||
		p.address.Unread != "" || !anchor(p.address.Fragment) && p.address.Fragment != viewAddress+"study" &&
		state.IsBlank(p.s().Draft)) {
		t.Fatalf("got no message on %q %q %.80q", search, hash, stored)
	}
	if how&noCurrent == 0 && stored != nil && len(faults) == 0 && hash == "" && p.address.Preset == "" && held == "" &&
		scenario.Digest(p.s().Draft) != scenario.Digest(must(catalog.Parse(stored))) {
		t.Fatalf("the kept draft was not opened: %.200q", stored)
	}
	// After further work the stored drafts are unchanged, and the new one is stored too.
	p.act(setField("title", "went on"))
	p.pass(time.Minute)
	works("after a change")
	kept := storedTexts(t, s)
	if front := p.lab.drafts.recordOf(p.s().Sheet); how&noKeep == 0 && !strings.Contains(kept[front.slot], "went on") {
		t.Fatalf("the change is not kept: slot %q of %v", front.slot, kept)
	}
	continued := len(faults) == 0 && how&noCurrent == 0 && p.lab.drafts.recordOf(p.s().Sheet).slot == "tab"
	if stored != nil && kept["tab"] != string(stored) && !continued {
		t.Fatalf("got kept draft %.200q, want %.200q", kept["tab"], stored)
	}
	return p
}

func must(d *scenario.Scenario, _ any) *scenario.Scenario { return d }

// FuzzBoot starts the page on arbitrary input.
func FuzzBoot(f *testing.F) {
	link, err := scenario.Link(state.FromPreset("window", "twelve-nodes", 3))
	if err != nil {
		f.Fatal(err)
	}
	draft := string(scenario.Text(state.FromPreset("placement", "five-clusters", 3)))
	for _, x := range []struct {
		search, hash, faultyText, asideDraft, stored string
		failures                                     byte
	}{
		{}, {hash: "#%"}, {hash: "#s1.%"}, {hash: "#s9.abc"}, {hash: link}, {hash: link[:len(link)/2]},
		{hash: "#view=study"},
		{hash: "#view=%20"}, {search: "?preset=three-sites"}, {search: "?preset=%zz;&&"}, {search: "?preset=<script>"},
		{search: "?view=study&preset=gka-22"}, {faultyText: "{"}, {faultyText: draft}, {asideDraft: "-"},
		{asideDraft: "tab", stored: draft},
		{stored: draft}, {stored: draft[:len(draft)/2]}, {stored: "\x00\xff"}, {stored: "[]"}, {stored: `{"kind":"placement"}`},
		{stored: strings.Replace(draft, `"version": 1`, `"version": 99`, 1)}, {hash: "#%", stored: draft},
		{hash: link, stored: draft}, {stored: draft, failures: noCurrent}, {stored: draft, failures: noDrafts | noKeep},
		{stored: draft, failures: noCurrent | noDrafts | noKeep | noAcquire | notDurable},
		{hash: "#\u2028\xed\xa0\x80"},
		{stored: strings.Replace(draft, `"five`, `"`, 1) + "x"},
	} {
		f.Add(x.search, x.hash, x.faultyText, x.asideDraft, []byte(x.stored), x.failures)
	}
	f.Fuzz(func(t *testing.T, search, hash, held, aside string, stored []byte, how byte) {
		if len(stored) == 0 {
			stored = nil
		}
		boot(t, search, hash, held, aside, stored, how)
	})
}

// A draft put aside after a crash is reported, with a button that opens it.
func TestWhatWasPutAsideIsReported(t *testing.T) {
	s := store.Memory("")
	draft := state.FromPreset("group", "three-sites", 3)
	crashed := store.Draft{Slot: "crashed", Title: draft.Title, Kind: "group", Text: scenario.Text(draft)}
	if err := s.Save(crashed); err != nil {
		t.Fatal(err)
	}
	p := openPage(t, func(p *page) { p.library, p.startState.AsideDraft = memory(s, "fresh"), "crashed" })
	if a := p.s().Alert; a.Draft != "crashed" || !strings.Contains(a.Text, "Three sites") ||
		strings.Contains(a.Text, "You were working on") ||
		p.s().Draft.Kind != FirstKind {
		t.Fatalf("got kind %s, alert %+v; want the first kind and the draft put aside", p.s().Draft.Kind, a)
	}
	p.command("draft", "crashed")
	if p.s().Draft.Kind != "group" {
		t.Error("the draft put aside does not open")
	}
	never := openPage(t, func(p *page) { p.startState.AsideDraft = "-" })
	if a := never.s().Alert; a.Text == "" || a.Draft != "" {
		t.Errorf("got alert %+v, want a message without a draft", a)
	}
}

// A draft that cannot be read is reported as still stored, whichever part of the library is broken.
func TestADatabaseThatIsGoneIsReported(t *testing.T) {
	p := boot(t, "", "", "", "", []byte(scenario.Text(state.Blank("farm"))), noCurrent)
	if a := p.s().Alert; !a.Error || len(a.Detail) != 1 || !strings.Contains(a.Detail[0], "is gone") {
		t.Errorf("got alert %+v, want an error that the database is gone", a)
	}
}

// A broken link and a draft that cannot be read are reported in one message.
func TestTwoFaultsAreOneMessage(t *testing.T) {
	p := boot(t, "?%zz", "#s9.d.AAAA", "", "", []byte("{"), 0)
	a := p.s().Alert
	for _, want := range []string{"kept in this browser cannot be read", "link cannot be opened", "?%zz"} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("got alert %q, want %q in it", a.Text, want)
		}
	}
}

// Workers are requested before anything that they do not depend on, and the adapters come last.
func TestTheOrderOfTheStart(t *testing.T) {
	p := openPage(t)
	want := []string{"workers", "the browser", "the address", "the library", "the page in line", "the page in line"}
	// The library is opened in the background; its content causes the second request.
	if !slices.Equal(p.lookups, want) {
		t.Errorf("got start %q, want %q", p.lookups, want)
	}
}
