package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"io/fs"
	"pgregory.net/rapid"

	"gridbox/app/library"
	_ "gridbox/core/fixedseed"
)

func cardOf(t *testing.T, s *Store, slot string) library.Card {
	t.Helper()
	cards, err := s.Cards()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cards {
		if c.Slot == slot {
			return c
		}
	}
	t.Fatalf("slot %s is not listed", slot)
	return library.Card{}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A card is listed without reading its draft. It keeps the user's entries over later saves, and descriptions of an
// older save are dropped.
func TestCardsAreListed(t *testing.T) {
	f := openMemory()
	s := newStore(f, true, "")
	save(t, s, text("a1", "one"))
	ok(t, s.Describe(library.Card{Slot: "a1", SizeText: "5 clusters", Face: "k M0 0h1",
		Best: &library.BestAnswer{Run: "RBHS", Metric: "makespan", Value: 5}}))
	ok(t, s.Mark("a1", func(m *library.Marks) { m.Tags = []string{"paper"} }))
	other := newStore(&countingMedium{files: f}, true, "")
	c := cardOf(t, other, "a1")
	if c.SizeText != "5 clusters" || c.Face != "k M0 0h1" || c.Best.Value != 5 || c.Tags[0] != "paper" ||
		c.Title != "T one" ||
		c.Bytes != 3 || c.Hash != HashOf([]byte("one")) {
		t.Errorf("got card %+v, want all its fields", c)
	}
	if n := other.files.(*countingMedium).reads; n != 0 {
		t.Errorf("got %d single reads, want 0", n)
	}
	save(t, s, text("a1", "two")) // without a description, as if the tab was closed immediately
	for _, s := range []*Store{s, newStore(f, true, "")} {
		if c := cardOf(t, s, "a1"); c.Title != "T two" || len(c.Tags) != 1 || c.Bytes != 3 ||
			c.Hash != HashOf([]byte("two")) {
			t.Errorf("after a second save: got card %+v, want title T two", c)
		}
	}
	ok(t, s.Remove("a1"))
	for name := range allFiles(t, f) {
		t.Errorf("removed: file %s still exists", name)
	}
}

// allFiles returns all files of a medium.
func allFiles(t *testing.T, f files) map[string][]byte {
	t.Helper()
	everything := map[string][]byte{}
	for _, dir := range []string{root, "cards", "versions", "texts", "studies", "attempts"} {
		some, err := f.ReadAll(dir + "/")
		ok(t, err)
		maps.Copy(everything, some)
	}
	return everything
}

type countingMedium struct {
	files
	reads, names int
}

func (c *countingMedium) Read(name string) ([]byte, error) {
	c.reads++
	return c.files.Read(name)
}

func (c *countingMedium) Names(prefix string) ([]string, error) {
	c.names++
	return c.files.Names(prefix)
}

// Listing 2,000 drafts takes as many requests as listing two.
func TestListingManyAsksLittle(t *testing.T) {
	f := openMemory()
	fill(t, f, 2000)
	c := &countingMedium{files: f}
	s := newStore(c, true, "")
	cards, err := s.Cards()
	if err != nil || len(cards) != 2000 || cards[0].Slot != "s001999" {
		t.Fatalf("got %d cards, error %v; want 2000, the newest first", len(cards), err)
	}
	if c.reads != 0 || c.names != 1 {
		t.Errorf("got %d single reads, %d listings; want 0, 1", c.reads, c.names)
	}
	save(t, s, text("new", "x"))
	c.names = 0
	if known, _ := s.KnownCards(); len(known) != 2001 || known[0].Slot != "new" || c.names != 0 {
		t.Errorf("got %d known cards, %d listings; want 2001, 0", len(known), c.names)
	}
}

// fill writes n drafts with cards to a medium, as n saves would.
func fill(t testing.TB, f files, n int) {
	t.Helper()
	s := newStore(f, true, "")
	face := strings.Repeat("k M12.5 4h5v2h-5z", 40)
	for i := range n {
		slot := fmt.Sprintf("s%06d", i)
		d := Draft{Slot: slot, Title: fmt.Sprintf("Draft %d", i), Kind: "placement", Text: []byte("{}"),
			SaveNumber: i + 1}
		e := entry{slot: slot, number: 1, writer: s.writer}
		h, err := s.write(e, d)
		if err != nil {
			t.Fatal(err)
		}
		c := h.card(slot, library.Card{})
		c.SaveName, c.SizeText, c.Face = e.name(), "5 clusters, 24 jobs", face
		if err := f.Write("cards/"+noteName{slot, 1, s.writer}.String(), append(c.Text(), endMark...)); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkCards2000(b *testing.B) {
	f := openMemory()
	fill(b, f, 2000)
	for b.Loop() {
		if cards, err := newStore(f, true, "").Cards(); err != nil || len(cards) != 2000 {
			b.Fatalf("got %d cards, error %v; want 2000", len(cards), err)
		}
	}
}

func TestVersionsAreStored(t *testing.T) {
	f := openMemory()
	s := newStore(f, true, "")
	save(t, s, text("a1", "now"))
	now := int64(1_000_000_000)
	for i := range 3 {
		ok(t, s.AddVersion("a1", library.Version{At: now, Changes: fmt.Sprint("change ", i)},
			fmt.Appendf(nil, "text %d", i), now))
	}
	again := newStore(f, true, "")
	list, err := again.Versions("a1")
	if err != nil || len(list) != 3 || list[0].Changes != "change 0" || list[2].Count != 3 {
		t.Fatalf("got versions %+v, error %v; want 3", list, err)
	}
	ok(t, again.Reword("a1", list[1].ID, func(v *library.Version) { v.Name = "the good one" }))
	if got, err := again.VersionText("a1", list[1].ID); err != nil || string(got) != "text 1" {
		t.Errorf("got text %q, error %v; want text 1", got, err)
	}
	if c := cardOf(t, s, "a1"); c.Versions != 3 || c.NamedVersions != 1 {
		t.Errorf("got %d versions, %d named on the card; want 3, 1", c.Versions, c.NamedVersions)
	}
	year := now + 365*24*3_600_000
	for i := range library.Always + 3 {
		ok(t, s.AddVersion("a1", library.Version{At: year}, fmt.Appendf(nil, "late %d", i), year))
	}
	list, _ = s.Versions("a1")
	if list[1].Name != "the good one" || len(list) != 1+1+1+library.Always+3 {
		t.Errorf("got %d versions, want %d: %+v", len(list), 1+1+1+library.Always+3, list[:3])
	}
	ok(t, f.Write("texts/"+list[1].ID, []byte("text 9")))
	if _, err := s.VersionText("a1", list[1].ID); !errors.Is(err, ErrBroken) {
		t.Errorf("altered version: got error %v, want ErrBroken", err)
	}
	if _, err := s.VersionText("a1", "a1.000099.x"); !errors.Is(err, ErrNone) {
		t.Errorf("missing version: got error %v, want ErrNone", err)
	}
	ok(t, s.Remove("a1"))
	if left := allFiles(t, f); len(left) > 0 {
		t.Errorf("removed: got %d files, want 0", len(left))
	}
}

// A draft of a later Gridbox can be read and listed. This version does not overwrite it, and removes none of its
// versions.
func TestLaterEntriesStay(t *testing.T) {
	f := openMemory()
	later := newStore(f, true, "")
	save(t, later, text("a1", "from the future"))
	e := entry{slot: "a1", number: 1, writer: later.writer}
	head, err := f.Read(e.head())
	ok(t, err)
	ok(t, f.Write(e.head(), []byte(strings.Replace(string(head), `"format":1`, `"format":2,"colour":"red"`, 1))))
	before := allFiles(t, f)

	s := newStore(f, true, "")
	d, err := s.Load("a1")
	if err != nil || !d.FromNewer || string(d.Text) != "from the future" {
		t.Fatalf("got %+v, error %v; want a later draft with its text", d, err)
	}
	if err := s.Save(text("a1", "mine")); !errors.Is(err, ErrTaken) {
		t.Errorf("Save: got error %v, want ErrTaken", err)
	}
	tab := NewTab(s, "a1", func(string) bool { return true }, func(string) {})
	if slot, err := tab.Keep(text("a1", "mine")); err != nil || slot == "a1" {
		t.Errorf("Keep: got slot %q, error %v; want another slot", slot, err)
	}
	after := allFiles(t, f)
	for name, text := range before {
		if string(after[name]) != string(text) {
			t.Errorf("file %s was changed", name)
		}
	}
	if c := cardOf(t, s, "a1"); !c.IsFromNewer() {
		t.Error("the card is not marked as of a later version")
	}
}

// Broken entries are listed as such, whatever is broken, and their contents can be salvaged.
func TestBrokenEntriesAreListed(t *testing.T) {
	f := openMemory()
	s := newStore(f, true, "")
	for _, slot := range []string{"good", "half", "headless", "nameless"} {
		save(t, s, text(slot, "the text of "+slot))
	}
	name := func(slot string) entry { return entry{slot: slot, number: 1, writer: s.writer} }
	ok(t, f.Write(name("half").text(), []byte("the te")))
	ok(t, f.Remove(name("headless").head()))
	ok(t, f.Write(name("nameless").head(), []byte(`{"tit`)))
	ok(t, f.Write("cards/good.000001.x", []byte(`{"title":"half a card`)))
	ok(t, f.Write("cards/ghost.000001.x", append([]byte("{}\n"), endMark...)))
	again := newStore(f, true, "")
	cards, err := again.Cards()
	if err != nil || len(cards) != 4 {
		t.Fatalf("got %d cards, error %v; want 4", len(cards), err)
	}
	for _, c := range cards {
		if want := c.Slot == "headless" || c.Slot == "nameless"; want != (c.ReadError != "") {
			t.Errorf("%s: got broken %q", c.Slot, c.ReadError)
		}
		got, err := again.Salvage(c.Slot)
		if err != nil || !strings.HasPrefix("the text of "+c.Slot, string(got)) || len(got) < 6 {
			t.Errorf("Salvage(%s): got %q, error %v; want its text", c.Slot, got, err)
		}
	}
	if _, err := again.Load("half"); !errors.Is(err, ErrBroken) {
		t.Errorf("Load of an incomplete text: got error %v, want ErrBroken", err)
	}
	if list, _ := again.List(); len(list) != 2 {
		t.Errorf("got %d drafts listed, want 2", len(list))
	}
	tab := NewTab(again, "half", func(string) bool { return true }, func(string) {})
	if slot, err := tab.Keep(text("half", "new")); err != nil || slot == "half" {
		t.Errorf("Keep over a broken draft: got slot %q, error %v; want another slot", slot, err)
	}
	if _, err := again.Salvage("ghost"); !errors.Is(err, ErrNone) {
		t.Errorf("Salvage of a missing draft: got error %v, want ErrNone", err)
	}
}

// Whatever is running when the tab is killed, each draft, its marks and its versions are in the old or the new state
// and can be changed.
func TestKilledInTheMiddle(t *testing.T) {
	killed := 0
	rapid.Check(t, func(r *rapid.T) {
		var err error
		fs := openMemory()
		type known struct {
			text, tag string
			versions  int
		}
		model := map[string]known{}
		s := newStore(fs, true, "")
		for range rapid.IntRange(3, 25).Draw(r, "steps") {
			var dying *crash
			if rapid.IntRange(0, 2).Draw(r, "dies") == 0 {
				dying = &crash{fs, rapid.IntRange(0, 9).Draw(r, "after")}
				s.files = dying
			}
			slot := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "slot")
			was, is := model[slot], model[slot]
			word := rapid.StringMatching("[a-z]{0,12}").Draw(r, "word")
			switch what := rapid.IntRange(0, 4).Draw(r, "what"); {
			case what < 2 || was == known{}:
				is.text = word + "!"
				err = s.Save(text(slot, is.text))
			case what == 2:
				is.tag = word
				err = s.Mark(slot, func(m *library.Marks) { m.Tags = []string{word} })
			case what == 3:
				is.versions++
				err = s.AddVersion(slot, library.Version{Name: word + "!"}, []byte(was.text), 0)
			default:
				is = known{}
				err = s.Remove(slot)
			}
			if err != nil && dying == nil {
				r.Fatal(err)
			}
			if err == nil {
				model[slot] = is
			}
			if dying == nil || dying.remaining >= 0 && err == nil {
				s.files = fs
				continue
			}
			killed++
			s = newStore(fs, true, "") // the page opens again
			cards, err := s.Cards()
			if err != nil {
				r.Fatal(err)
			}
			got := known{}
			if d, err := s.Load(slot); err == nil {
				got.text = string(d.Text)
				for _, c := range cards {
					if c.Slot == slot && len(c.Tags) == 1 {
						got.tag = c.Tags[0]
					}
				}
				list, err := s.Versions(slot)
				if err != nil {
					r.Fatal(err)
				}
				for _, v := range list {
					if _, err := s.VersionText(slot, v.ID); err == nil {
						got.versions++
					}
				}
			}
			between := got.text == was.text || got.text == is.text
			between = between && (got.tag == was.tag || got.tag == is.tag || got.text == "")
			between = between && (got.versions == was.versions || got.versions == is.versions || is == known{})
			if !between && !(is == known{} && got.text == "") {
				r.Fatalf("killed between %+v and %+v: got %+v", was, is, got)
			}
			if got.text == "" || is == (known{}) { // half of its first save or of its removal: remove it
				if err := s.Remove(slot); err != nil {
					r.Fatal(err)
				}
				got = known{}
			}
			model[slot] = got
			for other, want := range model {
				if d, err := s.Load(other); want.text != "" && (err != nil || string(d.Text) != want.text) {
					r.Fatalf("slot %s: got %q, error %v; want %q", other, d.Text, err, want.text)
				}
			}
		}
	})
	least := 100
	if testing.Short() {
		least = 10
	}
	if killed < least {
		t.Errorf("got %d kills, want at least %d", killed, least)
	}
}

// The browsers' errors for a database that was taken away are distinguished from those for a missing file.
func TestTakenIsReportedByTheBrowsersWords(t *testing.T) {
	for text, want := range map[string]bool{
		"InvalidStateError: The database connection is closing.":                                    true,
		"Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.":     true,
		"A mutation operation was attempted on a database that did not allow mutations.":            true,
		"The operation failed because the requested database object could not be found.":            true,
		"JavaScript error: IDBDatabase.transaction: Can't start a transaction on a closed database": true,
		"One of the specified object stores was not found.":                                         true,
		"QuotaExceededError: the disk is full":                                                      false,
		"IndexedDB does not answer":                                                                 false,
	} {
		if isClosedError(errors.New(text)) != want {
			t.Errorf("isClosedError(%q): got %v", text, !want)
		}
	}
	if isClosedError(nil) || isClosedError(fmt.Errorf("object could not be found: %w", fs.ErrNotExist)) {
		t.Error("an error that is not of storage counts as storage taken away")
	}
}

// A database that is taken away while it is open is opened again, and the running save succeeds.
func TestTakenAwayWhileOpen(t *testing.T) {
	opened := 0
	m := &medium{open: func() (files, error) {
		opened++
		return &goneMedium{files: openMemory()}, nil
	}}
	var err error
	m.current, err = m.open()
	ok(t, err)
	s := newStore(m, true, "")
	save(t, s, text("a1", "one"))
	m.current.(*goneMedium).gone = true
	if s.Losses() != 0 {
		t.Error("got a loss before the storage was taken away")
	}
	save(t, s, text("a1", "two"))
	wantText(t, s, "a1", "two")
	if opened != 2 || s.Losses() != 1 {
		t.Errorf("got %d opens, %d losses; want 2, 1", opened, s.Losses())
	}
	if cards, err := s.Cards(); err != nil || len(cards) != 1 {
		t.Errorf("got %d cards, error %v; want 1", len(cards), err)
	}
	m.current.(*goneMedium).gone = true
	m.open = func() (files, error) { return nil, errors.New("no more") }
	if err := s.Save(text("a1", "three")); err == nil {
		t.Error("Save without storage: got no error")
	}
}

// goneMedium is a medium that was removed, with the error IndexedDB reports.
type goneMedium struct {
	files
	gone bool
}

var errGone = errors.New("InvalidStateError: The database connection is closing.")

func (g *goneMedium) Write(name string, data []byte) error {
	if g.gone {
		return errGone
	}
	return g.files.Write(name, data)
}

func (g *goneMedium) Names(prefix string) ([]string, error) {
	if g.gone {
		return nil, errGone
	}
	return g.files.Names(prefix)
}

// A clock that was set back does not affect the order.
func TestClocksMayJump(t *testing.T) {
	s := newStore(openMemory(), true, "")
	var want []string
	for i, at := range []int64{5000, 9_999_999_999_999, 3, -100, 7} {
		slot := fmt.Sprint("s", i)
		d := text(slot, "x")
		d.Saved = time.UnixMilli(at)
		save(t, s, d)
		want = append([]string{slot}, want...)
		ok(t, s.AddVersion("s0", library.Version{At: at, Name: slot}, []byte(slot), at))
	}
	drafts, err := s.List()
	ok(t, err)
	var got []string
	for _, d := range drafts {
		got = append(got, d.Slot)
	}
	if !slices.Equal(got, want) {
		t.Errorf("List: got %v, want %v", got, want)
	}
	versions, _ := s.Versions("s0")
	for i, v := range versions {
		if v.Count != i+1 || v.Name != fmt.Sprint("s", i) {
			t.Errorf("version %d: got %+v", i, v)
		}
	}
}

func TestStudiesAreListed(t *testing.T) {
	s := Memory("")
	p := s.Pieces()
	ok(t, p.Add("old", 0, []byte("x")))
	ok(t, p.Add("abc", 0, []byte("x")))
	ok(t, p.Describe(library.Study{Key: "abc", Title: "S", Kind: "farm", Done: 20, Text: "{\n}"}))
	ok(t, p.Describe(library.Study{Key: "empty", Title: "nothing came of it"}))
	list, err := p.List()
	if err != nil || len(list) != 2 {
		t.Fatalf("got studies %+v, error %v; want 2", list, err)
	}
	for _, study := range list {
		if study.Key == "abc" && (study.Title != "S" || study.Text != "{\n}" || study.Done != 20 || study.Saved == 0) ||
			study.Key == "old" && study.Title != "" {
			t.Errorf("got study %+v, want its title, text and replications", study)
		}
	}
	ok(t, p.Forget("abc"))
	if list, _ := p.List(); len(list) != 1 || list[0].Key != "old" {
		t.Errorf("got studies %+v, want old", list)
	}
	if err := p.Forget("../x"); err == nil {
		t.Error("Forget of a path: got no error")
	}
}

// The most recent drafts are the first of the whole list.
func TestRecentBeginsTheList(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Memory("")
		for range rapid.IntRange(0, 30).Draw(r, "saves") {
			slot := fmt.Sprint("s", rapid.IntRange(0, 12).Draw(r, "slot"))
			s.Load(slot)
			if err := s.Save(text(slot, "x")); err != nil {
				r.Fatal(err)
			}
			if rapid.IntRange(0, 3).Draw(r, "bin") == 0 {
				s.Mark(slot, func(m *library.Marks) { m.TrashedAt = 1 })
			}
		}
		most := rapid.IntRange(1, 9).Draw(r, "most")
		all, err := s.List()
		some, wrong := s.Recent(most)
		if err != nil || wrong != nil || len(some) != min(most, len(all)) {
			r.Fatalf("Recent: got %d of %d, errors %v, %v; want the first of the list", len(some), len(all), err, wrong)
		}
		for i, d := range some {
			if d.Slot != all[i].Slot {
				r.Fatalf("place %d: got %s, want %s", i, d.Slot, all[i].Slot)
			}
		}
	})
}

// Listed cards are known without a request, and each is read once: later listings read only those that were written
// since, also by another tab.
func TestACardIsReadOnce(t *testing.T) {
	shared := openMemory()
	counted := &readCounter{files: shared, singleReads: map[string]int{}}
	mine, other := newStore(counted, true, ""), newStore(shared, true, "")
	fill(t, shared, 40)
	if _, listed := mine.CachedCards(); listed {
		t.Error("got known cards before the first listing")
	}
	list := func() map[string]string {
		cards, err := mine.Cards()
		if err != nil {
			t.Fatal(err)
		}
		titles := map[string]string{}
		for _, c := range cards {
			titles[c.Slot] = c.Title
		}
		known, listed := mine.CachedCards()
		if !listed || len(known) != len(cards) {
			t.Errorf("got %d known cards, want %d", len(known), len(cards))
		}
		return titles
	}
	if n := len(list()); n != 40 || counted.listings != 1 {
		t.Fatalf("got %d drafts in %d listings, want 40 in 1", n, counted.listings)
	}
	list()
	if counted.listings != 1 || len(counted.singleReads) != 0 {
		t.Errorf("known cards were read again: %d listings, %v", counted.listings, counted.singleReads)
	}
	if _, err := other.Load("s000007"); err != nil {
		t.Fatal(err)
	}
	save(t, other, Draft{Slot: "s000007", Title: "another", Kind: "farm", Text: []byte("{ }\n")})
	ok(t, other.Describe(library.Card{Slot: "s000007", SizeText: "changed"}))
	ok(t, other.Remove("s000008"))
	titles := list()
	if titles["s000007"] != "another" || len(titles) != 39 || counted.listings != 1 ||
		len(counted.singleReads) != 1 {
		t.Errorf("changed by another tab: got %d drafts, %q, %d listings, single reads %v; want 39, another, 1, one",
			len(titles), titles["s000007"], counted.listings, counted.singleReads)
	}
}

// readCounter counts the reads of cards.
type readCounter struct {
	files
	listings    int
	singleReads map[string]int
}

func (r *readCounter) ReadAll(prefix string) (map[string][]byte, error) {
	if prefix == "cards/" {
		r.listings++
	}
	return r.files.ReadAll(prefix)
}

func (r *readCounter) Read(name string) ([]byte, error) {
	if strings.HasPrefix(name, "cards/") {
		r.singleReads[name]++
	}
	return r.files.Read(name)
}
