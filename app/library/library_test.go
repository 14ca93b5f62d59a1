package library

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// Changes is ChangesWith without pauses.
func Changes(was, is any) []Change { return ChangesWith(was, is, func() {}) }

func TestCardsComeBack(t *testing.T) {
	c := Card{SaveName: "000007.w", Title: "Fünf \"Cluster\"\n", Kind: "placement", SizeText: "5 clusters", Bytes: 12,
		Saved: 99,
		Best:  &BestAnswer{"RBHS", 1, "makespan", 161.5}, SaveNumber: 3, Marks: Marks{Tags: []string{"a", "b"},
			TrashedAt: 5}, Face: "k M0 0h1"}
	again, ok := ReadCard(c.Text())
	if !ok || again.Title != c.Title || *again.Best != *c.Best || !slices.Equal(again.Tags, c.Tags) ||
		again.TrashedAt != 5 ||
		again.Face != c.Face || again.Format != Format {
		t.Errorf("ReadCard: got %+v, want the written card", again)
	}
	if _, ok := ReadCard([]byte("half a li")); ok {
		t.Error("ReadCard of an incomplete text: got a card")
	}
}

// Unknown fields that a later Gridbox wrote into a card remain when this version writes it again, and removed tags
// stay removed.
func TestLaterFieldsStay(t *testing.T) {
	later, _ := ReadCard([]byte(`{"format":9,"title":"A","tags":["x"],"shape":{"round":true}}` + "\nk M0 0"))
	if !later.IsFromNewer() {
		t.Fatal("a card of format 9 is not reported as later")
	}
	fresh := Card{Title: "B"}
	fresh.Renew(later)
	fresh.Tags = nil
	text := string(fresh.Text())
	if !strings.Contains(text, `"shape":{"round":true}`) || !strings.Contains(text, `"title":"B"`) ||
		!strings.Contains(text, `"format":9`) || strings.Contains(text, `"tags"`) {
		t.Errorf("got card %s, want the unknown field and the changed title", text)
	}
}

func TestTags(t *testing.T) {
	for typed, want := range map[string]string{"": "", " b,a , A,,b  c": "a|b|b c",
		strings.Repeat("x", 90): strings.Repeat("x", 40)} {
		if got := strings.Join(ParseTags(typed), "|"); got != want {
			t.Errorf("ParseTags(%q): got %q, want %q", typed, got, want)
		}
	}
}

func newCards(n int) []Card {
	cards := make([]Card, n)
	for i := range cards {
		cards[i] = Card{Slot: fmt.Sprintf("s%05d", i), Title: fmt.Sprintf("Draft %d of the farm", i*7919%n),
			Kind: []string{"placement", "window",
				"farm"}[i%3], SizeText: "5 clusters, 24 jobs", Bytes: i * 31 % 999, SaveNumber: i,
			Saved: int64(i) * 3_600_000, Versions: i % 7}
		if i%5 == 0 {
			cards[i].Tags = []string{"paper"}
		}
	}
	return cards
}

// A query lists exactly the cards that a naive evaluation finds, with all neighbours in order.
func TestQueriesListWhatTheySay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		cards := newCards(rapid.IntRange(0, 60).Draw(r, "cards"))
		for i := range cards {
			if rapid.IntRange(0, 5).Draw(r, "gone") == 0 {
				cards[i].TrashedAt = 1
			}
			cards[i].SaveNumber = rapid.IntRange(0, 9).Draw(r, "turn")
		}
		q := Query{Text: rapid.SampledFrom([]string{"", "farm", "draft 1", "PAPER", "clusters no"}).Draw(r, "words"),
			Kind: rapid.SampledFrom([]string{"", "farm"}).Draw(r, "kind"),
			Tag:  rapid.SampledFrom([]string{"", "Paper"}).Draw(r, "tag"), Trash: rapid.Bool().Draw(r, "trash"),
			Sort: rapid.SampledFrom(append(Sorts, "")).Draw(r, "sort"), Back: rapid.Bool().Draw(r, "back")}
		list := q.Apply(Index(cards, func(id string) string { return "Kind " + id }))
		found := map[string]bool{}
		for i, e := range list {
			found[e.Slot] = true
			if i > 0 && q.order(list[i-1], e) > 0 {
				r.Fatalf("got %s before %s, want the other order", list[i-1].Slot, e.Slot)
			}
		}
		for i := range cards {
			c := &cards[i]
			text := strings.ToLower(fmt.Sprint(c.Title, " ", c.SizeText, " ", c.Tags, " kind ", c.Kind))
			want := c.IsTrashed() == q.Trash && (q.Kind == "" || c.Kind == q.Kind) && (q.Tag == "" || len(c.Tags) > 0)
			for _, w := range strings.Fields(strings.ToLower(q.Text)) {
				want = want && strings.Contains(text, w)
			}
			if found[c.Slot] != want {
				r.Fatalf("card %s: got listed %v, want %v", c.Slot, found[c.Slot], want)
			}
		}
	})
}

func TestCounts(t *testing.T) {
	cards := newCards(30)
	cards[0].TrashedAt = 1
	n := Counts(cards)
	if n.All != 29 || n.Trash != 1 || n.Kinds["placement"] != 9 || n.Kinds["farm"] != 10 || len(n.Tags) != 1 ||
		n.Tags[0].N != 5 {
		t.Errorf("got counts %+v, want 29 drafts, 1 in the trash, 5 with the tag", n)
	}
}

func TestDays(t *testing.T) {
	now := time.Date(2026, 3, 10, 0, 5, 0, 0, time.UTC)
	for want, at := range map[string]time.Time{"Today": now, "Yesterday": now.Add(-6 * time.Minute),
		"Thursday": now.AddDate(0, 0, -5), "3 March": now.AddDate(0, 0, -7), "11 March": now.AddDate(0, 0, 1),
		"31 December 2025": time.Date(2025, 12, 31, 9, 0, 0, 0, time.UTC)} {
		if got := Day(at.UnixMilli(), now.UnixMilli(), time.UTC); got != want {
			t.Errorf("Day(%v): got %q, want %q", at, got, want)
		}
		if got := Days(now.UnixMilli(), time.UTC)(at.UnixMilli()); got != want {
			t.Errorf("Days(%v): got %q, want %q", at, got, want)
		}
	}
}

// The drawn rows cover the window, each at its place, and their number depends on the window only.
func TestVisibleRowsCoverTheWindow(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		list := Query{}.Apply(Index(newCards(rapid.IntRange(0, 3000).Draw(r, "cards")),
			func(id string) string { return id }))
		h := rapid.SampledFrom([]Heights{Fine, Coarse}).Draw(r, "heights")
		rows, height := Rows(list, h, func(e Entry) string { return Day(e.Saved, 0, time.UTC) })
		y, n := 0, 0
		for i, row := range rows {
			if row.Top != y {
				r.Fatalf("row %d: got top %d, want %d", i, row.Top, y)
			}
			if y += h.Entry; row.At < 0 {
				y += h.Day - h.Entry
				n += row.N
			}
		}
		if y != height || n != len(list) {
			r.Fatalf("got height %d, want %d; the headings count %d of %d", height, y, n, len(list))
		}
		top := rapid.IntRange(-500, height+500).Draw(r, "top")
		bottom := top + rapid.IntRange(0, 1500).Draw(r, "page")
		from, to := VisibleRows(rows, top, bottom)
		if to-from > 3*max(200, bottom-top)/h.Day+3 {
			r.Fatalf("got %d rows for %d pixels, want fewer", to-from, bottom-top)
		}
		for i, row := range rows {
			end := height
			if i+1 < len(rows) {
				end = rows[i+1].Top
			}
			if end > top && row.Top < bottom && (i < from || i >= to) {
				r.Fatalf("row %d at %d is visible, but not in rows %d to %d", i, row.Top, from, to)
			}
		}
	})
}

// The properties of thinning, independent of its implementation.
func TestPruneIndices(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		now := rapid.Int64Range(0, 1<<41).Draw(r, "now")
		n := rapid.IntRange(0, 80).Draw(r, "versions")
		list := make([]Version, n)
		for i := range list {
			// Times in any order: the clock jumps.
			list[i] = Version{Count: i + 1, At: now - rapid.Int64Range(-1000, 100*24*3_600_000).Draw(r, "age"),
				Bytes: 10}
			switch rapid.IntRange(0, 8).Draw(r, "sort") {
			case 0:
				list[i].Name = "named"
			case 1:
				list[i].Format = Format + 1
			}
		}
		dropped := map[int]bool{}
		for _, i := range PruneIndices(list, now) {
			dropped[i] = true
			v := list[i]
			if v.Name != "" || v.IsFromNewer() || i == 0 || i >= n-Always || now-v.At < 10*60_000 {
				r.Fatalf("PruneIndices drops version %d of %d, %+v, want it kept", i, n, v)
			}
		}
		var left []Version
		for i, v := range list {
			if !dropped[i] {
				left = append(left, v)
				continue
			}
			// A later version of the same day is kept, or one of the same thirty days if it is older than a month.
			wide := int64(24 * 3_600_000)
			if now-v.At >= 30*wide {
				wide *= 30
			}
			if !slices.ContainsFunc(list[i+1:], func(o Version) bool { return o.At/wide == v.At/wide }) {
				r.Fatalf("PruneIndices drops version %d and all others of its period", i)
			}
		}
		if again := PruneIndices(left, now); len(again) > 0 {
			r.Fatalf("PruneIndices twice: got %v dropped, want none", again)
		}
	})
}

// A year of work keeps a limited number of versions of every age.
func TestAYearOfVersionsIsFew(t *testing.T) {
	const minute = 60_000
	var list []Version
	now := int64(0)
	for range 365 * 24 * 6 { // every ten minutes, day and night
		now += 10 * minute
		list = append(list, Version{Count: len(list) + 1, At: now, Bytes: 2000})
		if drop := PruneIndices(list, now); len(drop) > 0 {
			kept := list[:0]
			for i, v := range list {
				if !slices.Contains(drop, i) {
					kept = append(kept, v)
				}
			}
			list = kept
		}
	}
	if len(list) < 150 || len(list) > 144+30+12+Always+2 {
		t.Errorf("got %d versions left, want 150 to %d", len(list), 144+30+12+Always+2)
	}
	heavy := make([]Version, 30)
	for i := range heavy {
		heavy[i] = Version{Count: i, At: now, Bytes: 5 << 20}
	}
	heavy[3].Name = "keep me"
	drop := PruneIndices(heavy, now)
	if slices.Contains(drop, 3) || slices.Contains(drop, 29) || len(drop) != 30-1-4 {
		t.Errorf("30 versions of 5 MB: got %v dropped, want 25 without 3 and 29", drop)
	}
}

func TestDue(t *testing.T) {
	for _, c := range []struct {
		last, now int64
		changed   int
		want      bool
	}{{1000, 1000, 0, false}, {1000, 99_000, 0, false}, {1000, 2000, 1, false}, {1000, 2000, 8, true},
		{1000, 31_000, 1, true}, {1000, 500, 1, true}} {
		if got := Due(c.last, c.now, c.changed); got != c.want {
			t.Errorf("%+v: got Due %v", c, got)
		}
	}
}

type site struct {
	ID    string   `json:"id"`
	Speed float64  `json:"mips"`
	Data  []string `json:"data,omitempty"`
}

type grid struct {
	Title string  `json:"title,omitempty"`
	Seed  int     `json:"seed"`
	Sites []site  `json:"clusters"`
	Jobs  []*site `json:"jobs"`
	Inner *site   `json:"inner,omitempty"`
}

func TestChangesAreReported(t *testing.T) {
	was := grid{Seed: 7, Sites: []site{{"Lyon", 900, nil}, {"Nancy", 1000, nil}}}
	is := was
	if got := Changes(&was, &is); len(got) != 0 {
		t.Errorf("Changes of equal documents: got %v, want none", got)
	}
	is.Seed = 8
	is.Sites = []site{{"Nancy", 1100, []string{"d1"}}, {"Lyon", 900, []string{}}, {"Nice", 5, nil}}
	for i := range 14 {
		is.Jobs = append(is.Jobs, &site{ID: fmt.Sprintf("j%d", i+11)})
	}
	want := `seed 8, was 7; cluster Nancy: mips 1100, was 1000, data ["d1"], was none; cluster Nice added; and 14 more`
	if got := Say(Changes(&was, &is)); got != want {
		t.Errorf("Say: got %q,\nwant %q", got, want)
	}
	was.Seed, was.Sites = is.Seed, is.Sites
	if got := Say(Changes(&was, &is)); got != "14 jobs added, j11 to j24" {
		t.Errorf("Say: got %q, want 14 jobs added, j11 to j24", got)
	}
	if got := Say(Changes(&is, &was)); got != "14 jobs removed, j11 to j24" {
		t.Errorf("Say: got %q, want 14 jobs removed, j11 to j24", got)
	}
}

// Two documents have changes exactly when their texts differ, and no change is listed twice.
func TestChangesMissNothing(t *testing.T) {
	draw := func(r *rapid.T, name string) *scenario.Scenario {
		some := func(most int) int { return rapid.IntRange(0, most).Draw(r, name) }
		d := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "placement", Seed: uint64(some(1)),
			Title: strings.Repeat("a", some(2))}
		for i := range some(2) {
			run := scenario.Run{Algorithm: fmt.Sprint("a", some(1))}
			if some(1) == 1 {
				run.Options = map[string]any{"weights": float64(i)}
			}
			d.Runs = append(d.Runs, run)
		}
		if some(1) == 1 {
			d.View = &scenario.View{Panel: strings.Repeat("p", some(1))}
		}
		return d
	}
	rapid.Check(t, func(r *rapid.T) {
		a, b := draw(r, "a"), draw(r, "b")
		changes := Changes(a, b)
		same := string(scenario.Canonical(a)) == string(scenario.Canonical(b))
		if same != (len(changes) == 0) {
			r.Fatalf("%s\n%s\ngot changes %v, want some exactly when they differ",
				scenario.Canonical(a), scenario.Canonical(b), changes)
		}
		paths := map[string]bool{}
		for _, c := range changes {
			if paths[c.Path] {
				r.Fatalf("path %s occurs twice in %v", c.Path, changes)
			}
			paths[c.Path] = true
		}
		if got := Say(changes); (got == "") != (len(changes) == 0) {
			r.Fatalf("Say: got %q for the changes %v", got, changes)
		}
	})
}

func TestVolumes(t *testing.T) {
	v := Volume{Format: VolumeFormat, Version: VolumeVersion, Drafts: []Bound{
		{Title: "A", Kind: "farm", Tags: []string{"x"}, Saved: 1_700_000_000_123, Text: "{\n\"a\":1}",
			Versions: []BoundVersion{{Name: "one", At: 5, Changes: "seed", Text: "{}"}}}, {Text: "broken \x00"}},
		Studies: []Results{{Key: "abc", Pieces: []string{"0 1 {}\n"}}}}
	text := v.Text()
	if !IsVolume(text) || IsVolume([]byte(`{"format":"gridbox","kind":"farm"}`)) || IsVolume(nil) {
		t.Error("IsVolume does not recognise a volume by its head")
	}
	again, faults := ReadVolume(text)
	if len(faults) > 0 || string(again.Text()) != string(text) {
		t.Errorf("ReadVolume: got faults %v,\n%s\n%s; want the written volume", faults, text, again.Text())
	}
	for _, bad := range []string{"", "{", `{"format":"gridbox-library","version":1}`, `{"format":"x","version":1,"drafts":[]}`,
		`{"format":"gridbox-library","version":1,"drafts":[{"title":5}]}`} {
		if _, faults := ReadVolume([]byte(bad)); len(faults) == 0 {
			t.Errorf("ReadVolume(%s): got no faults", bad)
		}
	}
	_, faults = ReadVolume([]byte(`{"format":"gridbox-library","version":2,"drafts":[],"shelves":[]}`))
	if len(faults) != 1 || !strings.Contains(faults[0].Reason, "later Gridbox") {
		t.Errorf("version 2: got faults %v, want one on a later Gridbox", faults)
	}
}

// A second merge changes nothing, and no existing draft is ever added.
func TestMergeRecognisesDrafts(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		hash := func(text string) string { return "h" + text }
		have := map[string]bool{}
		for range rapid.IntRange(0, 4).Draw(r, "have") {
			have[hash(rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "text"))] = true
		}
		var v Volume
		for range rapid.IntRange(0, 6).Draw(r, "drafts") {
			v.Drafts = append(v.Drafts, Bound{Text: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "text")})
		}
		p := Merge(&v, hash, have)
		if len(p.Add)+len(p.Known) != len(v.Drafts) {
			r.Fatalf("Merge: got %+v, want each of %d drafts added or known", p, len(v.Drafts))
		}
		for _, i := range p.Add {
			if h := hash(v.Drafts[i].Text); have[h] {
				r.Fatalf("Merge adds draft %d, which is known", i)
			}
			have[hash(v.Drafts[i].Text)] = true
		}
		if again := Merge(&v, hash, have); len(again.Add) > 0 {
			r.Fatalf("Merge again: got %v added, want none", again.Add)
		}
	})
}

func FuzzReadVolume(f *testing.F) {
	f.Add([]byte(`{"format":"gridbox-library","version":1,"drafts":[{"text":"{}"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, faults := ReadVolume(text)
		if len(faults) > 0 {
			return
		}
		if again, faults := ReadVolume(v.Text()); len(faults) > 0 || len(again.Drafts) != len(v.Drafts) {
			t.Errorf("ReadVolume of a written volume: got faults %v, or other drafts", faults)
		}
	})
}

func BenchmarkListOf2000(b *testing.B) {
	all := Index(newCards(2000), func(id string) string { return id })
	for b.Loop() {
		list := Query{Text: "draft 1"}.Apply(all)
		day := Days(0, time.UTC)
		rows, _ := Rows(list, Fine, func(e Entry) string { return day(e.Saved) })
		VisibleRows(rows, 3000, 3700)
	}
}

func BenchmarkReadCards2000(b *testing.B) {
	var texts [][]byte
	cards := newCards(2000)
	for i := range cards {
		cards[i].Face = strings.Repeat("k M3 4h5v2h-5z", 60)
		texts = append(texts, cards[i].Text())
	}
	for b.Loop() {
		for _, text := range texts {
			if _, ok := ReadCard(text); !ok {
				b.Fatal("ReadCard: got no card")
			}
		}
	}
}

// Comparing long lists pauses for the page repeatedly, with the same result.
func TestChangesPause(t *testing.T) {
	list := func(n int) *scenario.Scenario {
		s := &scenario.Scenario{Placement: &scenario.Placement{}}
		for i := range n {
			s.Placement.Jobs = append(s.Placement.Jobs, placement.Job{ID: "j" + strconv.Itoa(i+1), MI: float64(i)})
		}
		return s
	}
	was, is, turns := list(5000), list(5000), 0
	is.Placement.Jobs[4999].MI = 7
	got := ChangesWith(was, is, func() { turns++ })
	if len(got) != 1 || got[0].Path != "placement.jobs.j5000.mi" || turns < 10 {
		t.Errorf("got changes %+v after %d pauses, want one of j5000 and at least 10", got, turns)
	}
}
