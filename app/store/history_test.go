package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A step turns one text into another, whatever the texts are, and cuts no character.
func TestStepsLeadFromTextToText(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.StringMatching("[aé€]{0,8}")
		from, to := words.Draw(r, "from"), words.Draw(r, "to")
		step := NewStep("", []byte(from), []byte(to))
		if got, ok := step.Apply([]byte(from)); !ok || string(got) != to {
			r.Errorf("%q to %q: step %+v: got %q", from, to, step, got)
		}
		if step.Text != strings.ToValidUTF8(step.Text, "?") {
			r.Errorf("%q to %q: step cuts a character: %q", from, to, step.Text)
		}
	})
	for _, bad := range []Step{{From: -1}, {Cut: -1}, {From: 5}, {From: 1, Cut: 3},
		{From: 1, Cut: int(^uint(0) >> 1)}} {
		if _, ok := bad.Apply([]byte("abc")); ok {
			t.Errorf("Apply of %+v: got a text, want it refused", bad)
		}
	}
}

func historyFor(text string) History {
	return History{Past: []Step{NewStep("set power", []byte(text), []byte("before"))},
		Future: []Step{NewStep("move Lyon", []byte(text), []byte("after"))}}
}

// A history belongs to one text of one draft: it is not returned for another text, nor if its file is broken, of
// another version or missing.
func TestAHistoryBelongsToItsText(t *testing.T) {
	f := openMemory()
	s := newStore(f, true, "")
	save(t, s, text("a1", "now"))
	want := historyFor("now")
	ok(t, s.SetHistory("a1", []byte("now"), want))
	if got := newStore(f, true, "").History("a1", []byte("now")); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got history %+v, want %+v", got, want)
	}
	for slot, text := range map[string]string{"a1": "other", "b2": "now"} {
		if h := s.History(slot, []byte(text)); !h.Empty() {
			t.Errorf("%q in %s: got history %+v, want none", text, slot, h)
		}
	}
	file := func() string {
		names, err := f.Names(historyPrefix("a1"))
		if err != nil || len(names) != 1 {
			t.Fatalf("got %d files, error %v; want 1", len(names), err)
		}
		return names[0]
	}
	whole, err := f.Read(file())
	ok(t, err)
	for name, bad := range map[string]string{"empty": "", "half": string(whole[:len(whole)/2]),
		"another version": strings.Replace(string(whole), `"format":1`, `"format":2`, 1),
		"no JSON":         "{" + string(whole)} {
		ok(t, f.Write(file(), []byte(bad)))
		if h := s.History("a1", []byte("now")); !h.Empty() {
			t.Errorf("%s: got history %+v, want none", name, h)
		}
		wantText(t, s, "a1", "now")
	}
	ok(t, s.SetHistory("a1", []byte("now"), want))
	ok(t, s.SetHistory("a1", []byte("now"), History{}))
	if names, _ := f.Names(historyPrefix("a1")); len(names) != 0 {
		t.Errorf("empty history: got files %v, want none", names)
	}
	ok(t, s.SetHistory("a1", []byte("now"), want))
	ok(t, s.Remove("a1"))
	if names, _ := f.Names("texts/"); len(names) != 0 {
		t.Errorf("removed draft: got files %v, want none", names)
	}
}

// Without space for a history the draft remains, and the former history, which belongs to another text, is removed.
func TestAHistoryWithoutRoom(t *testing.T) {
	f := openMemory()
	s := newStore(f, true, "")
	save(t, s, text("a1", "now"))
	ok(t, s.SetHistory("a1", []byte("now"), historyFor("now")))
	tight := newStore(fullMedium{f}, true, "")
	if err := tight.SetHistory("a1", []byte("now"), historyFor("now")); !errors.Is(err, ErrFull) {
		t.Errorf("SetHistory: got error %v, want ErrFull", err)
	}
	if names, _ := f.Names(historyPrefix("a1")); len(names) != 0 {
		t.Errorf("got files %v, want none", names)
	}
	wantText(t, newStore(f, true, ""), "a1", "now")
}

// A note includes its history; a journal without space for it stores the note alone.
func TestNotesBringTheirHistory(t *testing.T) {
	for most, has := range map[int]bool{1 << 20: true, 200: false} {
		f, j := openMemory(), &slate{notes: map[string]string{}, maxBytes: most}
		at := noting(f, j, "a")
		if _, err := at.Keep(text("a", "first")); err != nil {
			t.Fatal(err)
		}
		d := text("a", "second")
		d.History = historyFor("second")
		d.History.Past[0].Name = strings.Repeat("long ", 40)
		if !at.Note(d, true, nil, noBase) {
			t.Fatal("Note: got false")
		}
		back := noting(f, j, "a")
		got, err := back.Current()
		if err != nil || string(got.Text) != "second" {
			t.Fatalf("Current: got %q, error %v; want second", got.Text, err)
		}
		if h := back.Store().History("a", got.Text); h.Empty() == has {
			t.Errorf("journal of %d bytes: got history %+v", most, h)
		}
		if slices.Contains(j.Slots(), "a") {
			t.Error("the note of a saved draft remains")
		}
	}
}
