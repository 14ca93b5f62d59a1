package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// conform tests what every store must do, whatever its medium. Each call of open returns a store on the same medium,
// as after a reload or in another tab; every test has its own medium.
func conform(t *testing.T, medium func(t *testing.T) (open func() *Store)) {
	for name, test := range map[string]func(t *testing.T, open func() *Store){
		"a draft comes back whole":             checkRoundTrip,
		"an empty medium has nothing":          checkEmptyMedium,
		"the last save counts":                 checkLastSave,
		"a text of any size and content":       checkAnyText,
		"the list is by save and has no texts": checkListOrder,
		"many stay":                            checkManyDrafts,
		"removed is gone":                      checkRemoval,
		"two tabs in one slot":                 checkTwoTabs,
		"two tabs at the same moment":          checkSimultaneousSaves,
		"bad slots are refused":                checkBadSlots,
		"after a reload":                       checkReload,
		"many saves leave one draft":           checkManySaves,
		"a tab keeps its draft":                checkTabDraft,
		"a tab on a link overwrites nothing":   checkTabOnLink,
		"peeking gives no right to save":       checkPeek,
	} {
		t.Run(name, func(t *testing.T) { test(t, medium(t)) })
	}
}

func text(slot, content string) Draft {
	return Draft{Slot: slot, Title: "T " + content, Kind: "placement", Text: []byte(content)}
}

func save(t *testing.T, s *Store, d Draft) {
	t.Helper()
	if err := s.Save(d); err != nil {
		t.Fatalf("save %s: %v", d.Slot, err)
	}
}

func wantText(t *testing.T, s *Store, slot, content string) {
	t.Helper()
	d, err := s.Load(slot)
	if err != nil {
		t.Fatalf("load %s: %v", slot, err)
	}
	if string(d.Text) != content {
		t.Fatalf("slot %s: got %.80q, want %.80q", slot, d.Text, content)
	}
}

func checkRoundTrip(t *testing.T, open func() *Store) {
	s := open()
	want := Draft{Slot: "a1", Title: "Fünf \"Cluster\"\n", Kind: "placement", Saved: time.UnixMilli(1_700_000_000_123),
		Text: []byte("{\n")}
	save(t, s, want)
	for _, s := range []*Store{s, open()} {
		got, err := s.Load("a1")
		if err != nil {
			t.Fatal(err)
		}
		if got.Title != want.Title || got.Kind != want.Kind || !got.Saved.Equal(want.Saved) ||
			!bytes.Equal(got.Text, want.Text) || got.Slot != want.Slot {
			t.Errorf("Load: got %+v, want %+v", got, want)
		}
	}
}

func checkEmptyMedium(t *testing.T, open func() *Store) {
	s := open()
	if _, err := s.Load("a1"); !errors.Is(err, ErrNone) {
		t.Errorf("Load: got error %v, want ErrNone", err)
	}
	if drafts, err := s.List(); err != nil || len(drafts) != 0 {
		t.Errorf("List: got %v, error %v; want none", drafts, err)
	}
	if err := s.Remove("a1"); err != nil {
		t.Errorf("Remove: got error %v, want none", err)
	}
}

func checkLastSave(t *testing.T, open func() *Store) {
	s := open()
	for _, content := range []string{"one", "two", "", "four"} {
		save(t, s, text("a1", content))
		wantText(t, s, "a1", content)
	}
	wantText(t, open(), "a1", "four")
}

func checkAnyText(t *testing.T, open func() *Store) {
	s := open()
	for _, content := range []string{"", "\x00\xff\xfe", strings.Repeat("é\n", 1_000_000)} {
		save(t, s, text("a1", content))
		wantText(t, open(), "a1", content)
	}
}

func checkListOrder(t *testing.T, open func() *Store) {
	s := open()
	for i, slot := range []string{"b", "a", "c"} {
		d := text(slot, slot)
		d.Saved = time.UnixMilli(int64([]int{2000, 3000, 1000}[i]))
		save(t, s, d)
	}
	drafts, err := open().List()
	if err != nil {
		t.Fatal(err)
	}
	var slots []string
	for _, d := range drafts {
		slots = append(slots, d.Slot)
		if d.Text != nil || d.Title != "T "+d.Slot {
			t.Errorf("listed: got %+v, want the title only", d)
		}
	}
	if !slices.Equal(slots, []string{"c", "a", "b"}) { // in the order of the saves: clocks jump
		t.Errorf("listed: got %v, want c, a, b by save", slots)
	}
	fresh := text("d", "now")
	save(t, s, fresh)
	if drafts, _ := s.List(); len(drafts) != 4 || drafts[0].Slot != "d" ||
		time.Since(drafts[0].Saved).Abs() > time.Minute {
		t.Errorf("draft without a time: got %+v, want the time of the save", drafts)
	}
}

func checkManyDrafts(t *testing.T, open func() *Store) {
	s := open()
	for i := range 60 {
		d := text(fmt.Sprintf("s%02d", i), "x")
		d.Saved = time.UnixMilli(int64(1000 + i))
		save(t, s, d)
	}
	drafts, err := s.List()
	if err != nil || len(drafts) != 60 || drafts[0].Slot != "s59" || drafts[59].Slot != "s00" {
		t.Fatalf("got %d drafts, error %v; want 60, the last first", len(drafts), err)
	}
}

func checkRemoval(t *testing.T, open func() *Store) {
	s := open()
	save(t, s, text("a1", "one"))
	save(t, s, text("a2", "two"))
	if err := s.Remove("a1"); err != nil {
		t.Fatal(err)
	}
	if _, err := open().Load("a1"); !errors.Is(err, ErrNone) {
		t.Errorf("Load: got error %v, want ErrNone", err)
	}
	wantText(t, s, "a2", "two")
	save(t, s, text("a1", "again"))
	wantText(t, open(), "a1", "again")
}

func checkTwoTabs(t *testing.T, open func() *Store) {
	first, second := open(), open()
	save(t, first, text("a1", "first"))
	if err := second.Save(text("a1", "second")); !errors.Is(err, ErrTaken) {
		t.Fatalf("Save by a tab that has not loaded the draft: got error %v, want ErrTaken", err)
	}
	wantText(t, second, "a1", "first")
	save(t, second, text("a1", "second"))
	if err := first.Save(text("a1", "first again")); !errors.Is(err, ErrTaken) {
		t.Fatalf("Save after another tab saved: got error %v, want ErrTaken", err)
	}
	wantText(t, open(), "a1", "second")
}

func checkSimultaneousSaves(t *testing.T, open func() *Store) {
	first, second := open(), open()
	save(t, first, text("a1", "start"))
	wantText(t, second, "a1", "start")
	// Both write number 2 before either sees the other's.
	for _, s := range []*Store{first, second} {
		if _, err := s.write(entry{slot: "a1", number: 2, writer: s.writer}, text("a1", "by "+s.writer)); err != nil {
			t.Fatal(err)
		}
		s.knownNumbers["a1"] = 2
	}
	for _, s := range []*Store{first, second} {
		if err := s.Save(text("a1", "next")); !errors.Is(err, ErrTaken) {
			t.Errorf("Save: got error %v, want ErrTaken", err)
		}
	}
	d, err := open().Load("a1")
	if err != nil || !strings.HasPrefix(string(d.Text), "by ") {
		t.Errorf("Load: got %q, error %v; want one of both texts", d.Text, err)
	}
}

func checkBadSlots(t *testing.T, open func() *Store) {
	s := open()
	for _, slot := range []string{"", "../x", "a.b", "A", "ä", strings.Repeat("a", 41)} {
		if err := s.Save(text(slot, "x")); err == nil {
			t.Errorf("slot %q was accepted", slot)
		}
	}
	if slot := NewSlot(); !validSlot(slot) {
		t.Errorf("NewSlot: got invalid %q", slot)
	}
}

func checkReload(t *testing.T, open func() *Store) {
	save(t, open(), text("a1", "before"))
	s := open()
	wantText(t, s, "a1", "before")
	save(t, s, text("a1", "after"))
	wantText(t, open(), "a1", "after")
}

func checkManySaves(t *testing.T, open func() *Store) {
	s := open()
	for i := range 40 {
		save(t, s, text("a1", fmt.Sprint(i)))
	}
	names, err := s.files.Names("")
	if err != nil || len(names) != 2 {
		t.Errorf("got files %v, error %v; want 2", names, err)
	}
}

// tab opens a tab as after a reload; mark is the slot remembered in the session.
func tab(open func() *Store, mark *string) *Tab {
	return NewTab(open(), *mark, func(string) bool { return true }, func(slot string) { *mark = slot })
}

func checkTabDraft(t *testing.T, open func() *Store) {
	mark := "a1"
	one := tab(open, &mark)
	if _, err := one.Current(); !errors.Is(err, ErrNone) {
		t.Errorf("Current of a new tab: got error %v, want ErrNone", err)
	}
	for _, content := range []string{"one", "two"} {
		if slot, err := one.Keep(text("a1", content)); err != nil || slot != "a1" {
			t.Fatalf("Keep: got slot %q, error %v; want a1", slot, err)
		}
	}
	reloaded := tab(open, &mark)
	if d, err := reloaded.Current(); err != nil || string(d.Text) != "two" || d.Slot != "a1" {
		t.Fatalf("after a reload: got %+v, error %v; want two in a1", d, err)
	}
	if slot, err := reloaded.Keep(text("a1", "three")); err != nil || slot != "a1" {
		t.Fatalf("Keep after a reload: got slot %q, error %v; want a1", slot, err)
	}
	slot, err := reloaded.Keep(text("", "another"))
	if err != nil || slot == "a1" || slot == "" || reloaded.Slot() != "a1" {
		t.Fatalf("Keep of another draft: got slot %q, error %v; want a new one", slot, err)
	}
	if reloaded.Front(slot); mark != slot || reloaded.Slot() != slot {
		t.Fatalf("Front: got slot %q, mark %q; want the new slot", reloaded.Slot(), mark)
	}
	drafts, err := reloaded.Drafts()
	if err != nil || len(drafts) != 2 {
		t.Fatalf("Drafts: got %+v, error %v; want 2", drafts, err)
	}
	if d, err := reloaded.Acquire("a1"); err != nil || string(d.Text) != "three" || d.Slot != "a1" {
		t.Fatalf("Acquire: got %+v, error %v; want three in a1", d, err)
	}
	if err := reloaded.Remove("a1"); err != nil {
		t.Fatal(err)
	}
	if _, err := reloaded.Acquire("a1"); !errors.Is(err, ErrNone) {
		t.Errorf("Acquire of a removed draft: got error %v, want ErrNone", err)
	}
}

func checkTabOnLink(t *testing.T, open func() *Store) {
	mark := "a1"
	if _, err := tab(open, &mark).Keep(text("a1", "my draft")); err != nil {
		t.Fatal(err)
	}
	linked := tab(open, &mark) // the page opens again with a link: Current is not called
	for _, asked := range []string{"", "a1"} {
		slot, err := linked.Keep(text(asked, "from the link"))
		if err != nil || slot == "a1" {
			t.Fatalf("Keep of a link: got slot %q, error %v; want a new one", slot, err)
		}
		wantText(t, open(), slot, "from the link")
	}
	wantText(t, open(), "a1", "my draft")

	other := NewTab(open(), "b2", func(slot string) bool { return slot != "a1" }, func(string) {})
	copied, err := other.Acquire("a1") // another tab has it
	if err != nil || copied.Slot != "" || string(copied.Text) != "my draft" {
		t.Fatalf("Acquire of another tab's draft: got %+v, error %v; want a copy without a slot", copied, err)
	}
}

func checkPeek(t *testing.T, open func() *Store) {
	save(t, open(), text("a1", "theirs"))
	s := open()
	if d, err := s.Peek("a1"); err != nil || string(d.Text) != "theirs" {
		t.Fatalf("Peek: got %+v, error %v; want theirs", d, err)
	}
	if _, err := s.Peek("a2"); !errors.Is(err, ErrNone) {
		t.Errorf("Peek of a missing draft: got error %v, want ErrNone", err)
	}
	if err := s.Save(text("a1", "mine")); !errors.Is(err, ErrTaken) {
		t.Errorf("Save after Peek: got error %v, want ErrTaken", err)
	}
}
