package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gridbox/app/library"
)

func TestMemoryConforms(t *testing.T) {
	conform(t, func(t *testing.T) func() *Store {
		f := openMemory()
		return func() *Store { return newStore(f, false, "") }
	})
}

func TestMemoryReportsThatItIsNotDurable(t *testing.T) {
	if durable, why := Memory("private window").Durable(); durable || why != "private window" {
		t.Errorf("Durable: got %v, %q; want false, private window", durable, why)
	}
}

// crash is a medium that fails: after a number of changes, the next one is half done and all others fail.
type crash struct {
	files
	remaining int
}

var errCrash = errors.New("the machine is off")

func (c *crash) Write(name string, data []byte) error {
	if c.remaining == 0 {
		c.files.Write(name, data[:len(data)/2])
	}
	if c.remaining--; c.remaining < 0 {
		return errCrash
	}
	return c.files.Write(name, data)
}

func (c *crash) Remove(name string) error {
	if c.remaining--; c.remaining < 0 {
		return errCrash
	}
	return c.files.Remove(name)
}

// TestACrashLeavesOldOrNew interrupts a save at each of its steps.
func TestACrashLeavesOldOrNew(t *testing.T) {
	for step := range 12 {
		f := openMemory()
		healthy := newStore(f, true, "")
		save(t, healthy, text("a1", "oldest"))
		save(t, healthy, text("a1", "old"))
		dying := newStore(&crash{f, step}, true, "")
		wantText(t, dying, "a1", "old")
		saved := dying.Save(text("a1", "new"))

		after := newStore(f, true, "")
		d, err := after.Load("a1")
		if err != nil {
			t.Fatalf("step %d: Load: got error %v", step, err)
		}
		got := string(d.Text)
		if got != "old" && got != "new" || saved == nil && got != "new" {
			t.Errorf("step %d: Save returned %v: got %q, want old or new, new if it succeeded", step, saved, got)
		}
		save(t, after, text("a1", "later"))
		wantText(t, newStore(f, true, ""), "a1", "later")
		if drafts, err := after.List(); err != nil || len(drafts) != 1 {
			t.Errorf("step %d: got drafts %v, error %v; want 1", step, drafts, err)
		}
	}
}

// fullMedium is a medium without space.
type fullMedium struct{ files }

func (fullMedium) Write(string, []byte) error {
	return fmt.Errorf("put: %w", errors.New("QuotaExceededError: no room"))
}

func TestAFullMediumIsNamedAndLosesNothing(t *testing.T) {
	f := openMemory()
	save(t, newStore(f, true, ""), text("a1", "old"))
	s := newStore(fullMedium{f}, true, "")
	wantText(t, s, "a1", "old")
	if err := s.Save(text("a1", strings.Repeat("new", 1000))); !errors.Is(err, ErrFull) {
		t.Errorf("Save: got error %v, want ErrFull", err)
	}
	wantText(t, newStore(f, true, ""), "a1", "old")
}

// fillingMedium is a medium with space for a number of files; the first file beyond it is half written.
type fillingMedium struct {
	files
	space int
}

func (f *fillingMedium) Write(name string, data []byte) error {
	if f.space--; f.space < 0 {
		f.files.Write(name, data[:len(data)/2])
		return fullMedium{}.Write(name, data)
	}
	return f.files.Write(name, data)
}

// A medium that fills up during a save keeps the former save, uses no more space however often the save is tried
// again, and saves once there is space.
func TestAMediumThatFillsUpLosesNothing(t *testing.T) {
	for name, change := range map[string]func(s *Store, word string) error{
		"a draft": func(s *Store, word string) error { return s.Save(text("a1", word)) },
		"its marks": func(s *Store, word string) error {
			return s.Mark("a1", func(m *library.Marks) { m.Tags = []string{word} })
		},
		"its text with faults": func(s *Store, word string) error { return s.SetTypedText("a1", word) },
		"a version": func(s *Store, word string) error {
			_, err := s.addVersion("a1", library.Version{Name: word}, []byte(word), 0)
			return err
		},
	} {
		refused := 0
		for room := range 4 {
			f := openMemory()
			s := newStore(f, true, "")
			save(t, s, text("a1", "old"))
			ok(t, change(s, "older"))
			ok(t, change(s, "old"))
			medium := &fillingMedium{files: f, space: room}
			s.files = medium
			before := allFiles(t, f)
			for range 3 {
				medium.space = room
				err := change(s, "new")
				if err == nil {
					break
				}
				refused++
				if !errors.Is(err, ErrFull) {
					t.Errorf("%s, %d bytes free: got error %v, want ErrFull", name, room, err)
				}
				after := allFiles(t, f)
				for file, was := range before {
					if string(after[file]) != string(was) {
						t.Errorf("%s, %d bytes free: file %s was changed", name, room, file)
					}
				}
				if len(after) != len(before) {
					t.Errorf("%s, %d bytes free: got %d files, want %d", name, room, len(after), len(before))
				}
				wantText(t, newStore(f, true, ""), "a1", "old")
			}
			medium.space = 1000
			ok(t, change(s, "later"))
			save(t, s, text("a1", "later"))
			wantText(t, newStore(f, true, ""), "a1", "later")
		}
		if refused == 0 {
			t.Errorf("%s: got no refusal", name)
		}
	}
}

func TestForeignFilesAreLeftAlone(t *testing.T) {
	f := openMemory()
	for _, name := range []string{"readme", "a.b.c.head", "a1.000000.w.head", "a1.000001.w.tmp", "a1.000009.w.head"} {
		if err := f.Write(name, []byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
	s := newStore(f, true, "")
	if _, err := s.Load("a1"); !errors.Is(err, ErrBroken) {
		t.Errorf("Load of a foreign file: got error %v, want ErrBroken", err)
	}
	if drafts, err := s.List(); err != nil || len(drafts) != 0 {
		t.Errorf("List: got %v, error %v; want none", drafts, err)
	}
	save(t, s, text("b1", "x"))
	if _, err := f.Read("readme"); err != nil {
		t.Errorf("a foreign file was removed: %v", err)
	}
}

func BenchmarkSave(b *testing.B) {
	for _, size := range []int{1 << 12, 1 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			s := Memory("")
			d := text("a1", strings.Repeat("x", size))
			b.SetBytes(int64(size))
			for b.Loop() {
				if err := s.Save(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
