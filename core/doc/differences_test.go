package doc

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

type bin struct {
	Title string             `json:"title,omitempty" label:"Title"`
	Limit *float64           `json:"limit,omitempty" label:"Limit" unit:"s"`
	Jobs  []binJob           `json:"jobs,omitempty"`
	Links []binLink          `json:"links,omitempty"`
	Steps []binStep          `json:"steps,omitempty"`
	Rates map[string]float64 `json:"rates,omitempty"`
	Free  map[string]any     `json:"free,omitempty"`
}

type binJob struct {
	ID    string    `json:"id"`
	Work  float64   `json:"work" label:"Work" unit:"MI"`
	Needs []string  `json:"needs,omitempty"`
	After []binLink `json:"after,omitempty"`
}

type binLink struct {
	A    string  `json:"a"`
	B    string  `json:"b"`
	Wide float64 `json:"wide"`
	Slow bool    `json:"slow,omitempty"`
}

type binStep struct {
	Count int `json:"count"`
}

func bins(t *rapid.T, name string) *bin {
	small := rapid.IntRange(0, 3)
	word := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	links := func(n int) (list []binLink) {
		for range n {
			list = append(list, binLink{word.Draw(t, "a"), word.Draw(t, "b"), float64(small.Draw(t, "wide")),
				rapid.Bool().Draw(t, "slow")})
		}
		return list
	}
	b := &bin{Title: word.Draw(t, name), Links: links(small.Draw(t, "links"))}
	if rapid.Bool().Draw(t, "limited") {
		x := float64(small.Draw(t, "limit"))
		b.Limit = &x
	}
	for _, id := range rapid.Permutation([]string{"j1", "j2", "j3", "j4"}).Draw(t, "ids")[:small.Draw(t, "jobs")] {
		j := binJob{ID: id, Work: float64(small.Draw(t, "work")), After: links(small.Draw(t, "after"))}
		j.Needs = rapid.SliceOfN(word, 0, 3).Draw(t, "needs")
		b.Jobs = append(b.Jobs, j)
	}
	for range small.Draw(t, "steps") {
		b.Steps = append(b.Steps, binStep{small.Draw(t, "count")})
	}
	if n := small.Draw(t, "rates"); n > 0 {
		b.Rates, b.Free = map[string]float64{}, map[string]any{}
		for range n {
			b.Rates[word.Draw(t, "rate")] = float64(small.Draw(t, "x"))
			b.Free[word.Draw(t, "any")] = rapid.SampledFrom([]any{true, "x", 1.5}).Draw(t, "value")
		}
	}
	return b
}

// apply applies differences to a document, on plain values. All paths but those
// of additions refer to the original document.
func apply(t rapid.TB, text []byte, list []Difference) any {
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	at := func(steps []step) any {
		v := document
		for _, s := range steps {
			if s.name == "" {
				v = v.([]any)[s.index]
			} else {
				v = v.(map[string]any)[s.name]
			}
		}
		return v
	}
	put := func(steps []step, value any) {
		last := steps[len(steps)-1]
		if around := at(steps[:len(steps)-1]); last.name == "" {
			around.([]any)[last.index] = value
		} else if value == nil {
			delete(around.(map[string]any), last.name)
		} else {
			around.(map[string]any)[last.name] = value
		}
	}
	// An empty object may be absent from a text.
	present := func(steps []step) {
		for i := range steps[:len(steps)-1] {
			if at(steps[:i+1]) == nil {
				put(steps[:i+1], map[string]any{})
			}
		}
	}
	type rebuilt struct {
		steps []step
		gone  map[int]bool
		from  []int
		added []Difference
	}
	lists := map[string]*rebuilt{}
	rebuild := func(steps []step) *rebuilt {
		key := joinPath(steps)
		if lists[key] == nil {
			lists[key] = &rebuilt{steps: steps, gone: map[int]bool{}}
		}
		return lists[key]
	}
	for _, d := range list {
		steps, ok := stepsOf(d.Path)
		if !ok {
			t.Fatalf("%q is not a path", d.Path)
		}
		var is any
		if d.Is != "" {
			if err := json.Unmarshal([]byte(d.Is), &is); err != nil {
				t.Fatal(err)
			}
		}
		present(steps)
		inList := steps[len(steps)-1].name == ""
		switch {
		case d.Change == Reordered:
			rebuild(steps).from = d.From
		case d.Change == Added && inList:
			r := rebuild(steps[:len(steps)-1])
			r.added = append(r.added, d)
		case d.Change == Removed && inList:
			rebuild(steps[:len(steps)-1]).gone[steps[len(steps)-1].index] = true
		default:
			put(steps, is)
		}
	}
	var order []*rebuilt
	for _, r := range lists {
		order = append(order, r)
	}
	slices.SortFunc(order, func(a, b *rebuilt) int { return len(b.steps) - len(a.steps) })
	for _, r := range order {
		was, _ := at(r.steps).([]any)
		moved := map[int]int{}
		for k, i := range slices.Sorted(slices.Values(r.from)) {
			moved[i] = r.from[k]
		}
		is := []any{}
		for i := range was {
			if from, ok := moved[i]; ok {
				is = append(is, was[from])
			} else if !r.gone[i] {
				is = append(is, was[i])
			}
		}
		for _, d := range r.added {
			steps, _ := stepsOf(d.Path)
			var v any
			if err := json.Unmarshal([]byte(d.Is), &v); err != nil {
				t.Fatal(err)
			}
			is = slices.Insert(is, steps[len(steps)-1].index, v)
		}
		put(r.steps, is)
	}
	return document
}

// TestDifferencesLeadFromOneToTheOther checks that differences, applied to the
// first document, give the second, and that there are none if and only if both
// have the same text.
func TestDifferencesLeadFromOneToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := bins(t, "a"), bins(t, "b")
		found := Differences(a, b)
		if same := reflect.DeepEqual(Canonical(a), Canonical(b)); same != (len(found) == 0) {
			t.Fatalf("equal texts: %t, but got the differences %v", same, found)
		}
		text, _ := json.Marshal(apply(t, Compact(a), found))
		got := &bin{}
		if faults := Decode(text, got); len(faults) > 0 {
			t.Fatalf("Decode(%s): got faults %v, want none", text, faults)
		}
		if string(Canonical(got)) != string(Canonical(b)) {
			t.Fatalf("%s\nchanged by %+v: got %s\nwant %s", Canonical(a), found, Canonical(got), Canonical(b))
		}
		if len(Differences(a, a)) > 0 {
			t.Fatal("a document has differences from itself")
		}
	})
}

// TestDifferencesTurnRound checks that the differences in the other direction
// have the same places, with was and is exchanged.
func TestDifferencesTurnRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := bins(t, "a"), bins(t, "b")
		other := map[string]string{Added: Removed, Removed: Added, Changed: Changed, Reordered: Reordered}
		sides := func(list []Difference, turned bool) (out []string) {
			for _, d := range list {
				if turned {
					d.Was, d.Is, d.Change = d.Is, d.Was, other[d.Change]
				}
				out = append(out, fmt.Sprint(d.Change, " ", d.Was, " ", d.Is, " ", d.Label))
			}
			slices.Sort(out)
			return out
		}
		if there, back := sides(Differences(a, b), false), sides(Differences(b, a), true); !slices.Equal(there, back) {
			t.Fatalf("got the differences %q\nin the other direction %q\nwant the same places", there, back)
		}
	})
}

func TestDifferencesSayWhatIsMeant(t *testing.T) {
	five, six := 5.0, 6.0
	a := &bin{Limit: &five, Jobs: []binJob{{ID: "j1", Work: 1}, {ID: "j2", Work: 2, Needs: []string{"d1"}}, {ID: "j3"}},
		Links: []binLink{{"x", "y", 1, false}, {"y", "z", 2, false}}}
	b := &bin{Limit: &six, Jobs: []binJob{{ID: "j3"}, {ID: "j2", Work: 3, Needs: []string{"d2"}}, {ID: "j4", Work: 9}},
		Links: []binLink{{"y", "z", 3, false}, {"x", "y", 1, false}}}
	want := []string{
		`changed limit 5 6 [] Limit s`,
		`removed jobs[0] {"id":"j1","work":1}  [jobs j1]  `,
		`changed jobs[1].work 2 3 [jobs j2] Work MI`,
		`removed jobs[1].needs[0] "d1"  [jobs j2 needs d1]  `,
		`added jobs[1].needs[0]  "d2" [jobs j2 needs d2]  `,
		`added jobs[2]  {"id":"j4","work":9} [jobs j4]  `,
		`ordered jobs   [jobs] jobs `,
		`changed links[1].wide 2 3 [links y – z] wide `,
		`ordered links   [links] links `,
	}
	var got []string
	for _, d := range Differences(a, b) {
		got = append(got, fmt.Sprint(d.Change, " ", d.Path, " ", d.Was, " ", d.Is, " ", d.Names, " ", d.Label, " ",
			d.Unit))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func BenchmarkDifferences(b *testing.B) {
	make100k := func(shift int) *bin {
		d := &bin{}
		for i := range 100_000 {
			work := float64(i % (97 + shift))
			d.Jobs = append(d.Jobs, binJob{ID: fmt.Sprint("j", i), Work: work, Needs: []string{"d"}})
		}
		return d
	}
	x, y := make100k(0), make100k(1)
	slices.Reverse(y.Jobs)
	b.ResetTimer()
	for b.Loop() {
		if len(Differences(x, y)) < 90_000 {
			b.Fatal("got fewer than 90,000 differences")
		}
	}
}

// stepsOf reads a path that leads to one place.
func stepsOf(path string) (steps []step, ok bool) {
	hops, ok := splitPath(path)
	for _, h := range hops {
		steps = append(steps, h.step)
	}
	return steps, ok
}
