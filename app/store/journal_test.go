package store

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/app/library"
)

// A slate is a journal that rejects texts longer than most bytes.
type slate struct {
	notes    map[string]string
	maxBytes int
}

func (s *slate) Get(slot string) string { return s.notes[slot] }
func (s *slate) Drop(slot string)       { delete(s.notes, slot) }
func (s *slate) Slots() []string        { return slices.Sorted(maps.Keys(s.notes)) }
func (s *slate) Put(slot, text string) bool {
	if len(text) > s.maxBytes {
		return false
	}
	s.notes[slot] = text
	return true
}

// noting opens a tab as after a reload; other tabs hold the slots in taken.
func noting(f files, j Journal, slot string, taken ...string) *Tab {
	free := func(slot string) bool { return !slices.Contains(taken, slot) }
	return NewTab(newStore(f, true, ""), slot, free, func(string) {}).WithJournal(j)
}

func noBase() []byte { return nil }

// Whatever saves and notes came before a page was closed, and wherever its last save was interrupted, the page
// restores the last note or a later save. A full journal loses the note only.
func TestNotesComeBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		fs := openMemory()
		j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
		last, slot, at := "", "a", noting(fs, j, "a")
		keep := func(word string) error { // an interrupted save remains, and the draft is saved elsewhere
			now, err := at.Keep(text(slot, word))
			if err == nil {
				at.Unnote(slot)
				slot = now
			}
			return err
		}
		for range rapid.IntRange(1, 20).Draw(r, "steps") {
			word := rapid.StringMatching("[a-zé]{1,12}").Draw(r, "word")
			gone := rapid.Bool().Draw(r, "gone")
			switch rapid.IntRange(0, 3).Draw(r, "what") {
			case 0:
				if err := keep(word); err != nil {
					r.Fatal(err)
				}
				last = word
			case 1, 2:
				j.maxBytes = rapid.SampledFrom([]int{1 << 30, 1 << 30, 0}).Draw(r, "room")
				if at.Note(text(slot, word), true, nil, noBase) {
					last = word
				}
			default: // an interrupted save, after a note with or without space
				noted := at.Note(text(slot, word), true, nil, noBase)
				at.store.files = &crash{fs, rapid.IntRange(0, 5).Draw(r, "after")}
				err := keep(word)
				if last, gone = word, true; !noted && err != nil {
					last = "" // as before or as after
				}
			}
			if gone {
				at = noting(fs, j, slot)
				d, err := at.Current()
				got := string(d.Text)
				if last != "" && (err != nil || got != last) {
					r.Fatalf("Current: got %q, error %v; want %q", got, err, last)
				}
				last = got
			}
		}
	})
}

// Each of two tabs restores its own note. A third tab takes neither, but saves a note of no open tab.
func TestNotesOfTwoTabs(t *testing.T) {
	fs := openMemory()
	j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
	one, two := noting(fs, j, "a"), noting(fs, j, "b")
	for slot, tab := range map[string]*Tab{"a": one, "b": two} {
		if _, err := tab.Keep(text(slot, "saved "+slot)); err != nil {
			t.Fatal(err)
		}
		tab.Note(text(slot, "noted "+slot), true, nil, noBase)
	}
	one.Note(text("c", "never saved"), false, nil, noBase)
	third := noting(fs, j, "d", "a", "b")
	third.Recover()
	if d, err := third.Acquire("a"); err != nil || string(d.Text) != "saved a" || d.Slot != "" {
		t.Errorf("Acquire by another tab: got %+v, error %v; want a copy of saved a", d, err)
	}
	wantText(t, newStore(fs, true, ""), "c", "never saved")
	for _, slot := range []string{"a", "b"} {
		if d, err := noting(fs, j, slot).Current(); err != nil || string(d.Text) != "noted "+slot {
			t.Errorf("%s: got %q, error %v; want the noted text", slot, d.Text, err)
		}
	}
	if len(j.notes) != 0 {
		t.Errorf("got notes %v left, want none", j.notes)
	}
}

// A draft in the trash whose last change was noted is restored and leaves the trash.
func TestANoteTakesItsDraftOutOfTheTrash(t *testing.T) {
	fs := openMemory()
	j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
	one := noting(fs, j, "a")
	if _, err := one.Keep(text("a", "saved")); err != nil {
		t.Fatal(err)
	}
	ok(t, one.Store().Mark("a", func(m *library.Marks) { m.TrashedAt, m.Tags = 1, []string{"red"} }))
	one.Note(text("a", "noted"), true, nil, noBase)
	later := noting(fs, j, "a")
	if d, err := later.Current(); err != nil || string(d.Text) != "noted" {
		t.Fatalf("Current: got %q, error %v; want noted", d.Text, err)
	}
	if c := cardOf(t, later.Store(), "a"); c.IsTrashed() || len(c.Tags) != 1 {
		t.Errorf("got card %+v, want it with its tag, not in the trash", c)
	}
}

// A draft whose first save was interrupted, and which is not open in the next page, is complete in the list.
func TestWhatWasLeftBehindIsRecovered(t *testing.T) {
	for step := range 6 {
		fs := openMemory()
		j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
		one := noting(fs, j, "b")
		one.Note(text("a", "left behind"), false, nil, noBase)
		one.store.files = &crash{fs, step}
		one.Keep(text("a", "left behind"))
		now := noting(fs, j, "b")
		now.Recover()
		cards, err := now.store.Cards()
		if err != nil || len(cards) != 1 || cards[0].ReadError != "" || len(j.notes) != 0 {
			t.Fatalf("step %d: got cards %+v, error %v, notes %v; want one valid card, no notes",
				step, cards, err, j.notes)
		}
		wantText(t, newStore(fs, true, ""), "a", "left behind")
	}
}

// A note that follows another save than the stored one overwrites nothing.
func TestANoteOfAnOldSaveIsADraftOfItsOwn(t *testing.T) {
	fs := openMemory()
	j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
	old := noting(fs, j, "a")
	old.Keep(text("a", "one"))
	old.Note(text("a", "one and more"), true, nil, noBase)
	other := NewTab(newStore(fs, true, ""), "a", func(string) bool { return true }, func(string) {})
	other.Current() // an earlier Gridbox, which reads no notes
	other.Keep(text("a", "two"))
	now := noting(fs, j, "a")
	if d, err := now.Current(); err != nil || string(d.Text) != "two" {
		t.Errorf("Current: got %q, error %v; want two", d.Text, err)
	}
	drafts, err := now.store.List()
	if err != nil || len(drafts) != 2 || len(j.notes) != 0 {
		t.Fatalf("got drafts %+v, error %v, notes %v; want 2, no notes", drafts, err, j.notes)
	}
	wantText(t, newStore(fs, true, ""), drafts[0].Slot, "one and more")
}

// The note of a long draft contains its changes only.
func TestLongDraftsAreNotedAsEdits(t *testing.T) {
	fs := openMemory()
	j := &slate{notes: map[string]string{}, maxBytes: 10_000}
	long := strings.Repeat("ä", maxNoted)
	one := noting(fs, j, "a")
	draft := func(text string) Draft { return Draft{Slot: "a", Text: []byte(text)} }
	if _, err := one.Keep(draft(long)); err != nil {
		t.Fatal(err)
	}
	changed := long[:10_000] + "ö" + long[10_002:]
	if !one.Note(draft(changed), true, nil, func() []byte { return []byte(long) }) {
		t.Fatal("Note: got false")
	}
	if d, err := noting(fs, j, "a").Current(); err != nil || string(d.Text) != changed {
		t.Errorf("Current: got %d bytes, error %v; want the changed text", len(d.Text), err)
	}
	one.Note(draft("short"), true, nil, noBase)
	one.Note(draft(long+long), true, nil, noBase)
	if d, _ := noting(fs, j, "a").Current(); string(d.Text) != changed {
		t.Error("a note without its base changed the draft")
	}
}

func TestEdits(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		letters := rapid.StringMatching("[aäö本]{0,8}")
		old, now := []byte(letters.Draw(r, "old")), []byte(letters.Draw(r, "now"))
		n := note{BaseSaves: []string{""}, Edits: []edit{editBetween(old, now)}}
		got, ok := n.applyTo("", old)
		if !ok || !bytes.Equal(got, now) || !strings.Contains(string(now), n.Edits[0].Text) {
			r.Fatalf("edit of %q: got %q from %+v", old, got, n.Edits)
		}
		if !bytes.Equal([]byte(strings.ToValidUTF8(n.Edits[0].Text, "?")), []byte(n.Edits[0].Text)) {
			r.Fatalf("edit %q cuts a character", n.Edits[0].Text)
		}
	})
}

// A note follows a save that waited when it was written, whether the save then happens or not.
func TestANoteFollowsTheSaveThatWaited(t *testing.T) {
	for _, saved := range []bool{false, true} {
		fs := openMemory()
		j := &slate{notes: map[string]string{}, maxBytes: 1 << 30}
		one := noting(fs, j, "a")
		ok(t, errorOf(one.Keep(text("a", "one"))))
		one.Note(text("a", "three"), true, []byte("two"), noBase)
		if saved {
			ok(t, errorOf(one.Keep(text("a", "two"))))
		}
		later := noting(fs, j, "a")
		if d, err := later.Current(); err != nil || string(d.Text) != "three" {
			t.Errorf("saved %v: got %q, error %v; want three", saved, d.Text, err)
		}
		if drafts, err := later.store.List(); err != nil || len(drafts) != 1 {
			t.Errorf("saved %v: got %d drafts, error %v; want 1", saved, len(drafts), err)
		}
	}
}

func errorOf(_ string, err error) error { return err }
