package langservice

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Every fault of the grammar and of the content is found, each with its span.
func TestAllFaultsAreFound(t *testing.T) {
	for _, c := range []struct {
		element string
		at      []string // texts of the spans of the faults
	}{
		{`{"id": "j2", "mi": -1, "datasets": ["no"]}`, []string{`-1`, `"no"`}},
		{`{"id": "j2" "mi": -1, "datasets": ["no"]}`, []string{`"`, `-1`, `"no"`}},
		{`{"id": "j2", "mi": -1, "datasets": ["no"],}`, []string{`-1`, `"no"`, `,`}},
		{`{"id": "j2", "mi": , "datasets": ["no"]}`, []string{`,`, `"no"`}},
		{`{"id": "j2", "mi" 5, "datasets": ["no"]}`, []string{`5`, `"no"`}},
		{`{"id": "j2", "mi": 5, "da, "datasets": ["no"]}`, nil},
		{"{\"id\": \"j2\", \"mi\": 5, \"da\n}, {\"id\": \"j3\", \"mi\": -7}", []string{"\n", "-7"}},
		{`{"id": "j2", "mi": ten, "datasets": ["no"]}`, []string{`ten`, `"no"`}},
		{`{"id": "j2", mi: -5, "datasets": ["no"]}`, []string{`m`}},
		{`{"id": "j2", "mi": 5}, {"id": "j3", "mi": 5, "datasets": ["no"]`, nil},
	} {
		text := []byte(gridWith(c.element))
		_, faults := Parse(text)
		var got []string
		for _, f := range faults {
			got = append(got, string(text[f.Start:min(f.End, f.Start+8)]))
		}
		if len(faults) == 0 || c.at != nil && !slices.Equal(got, c.at) {
			t.Errorf("%s\n: got faults at %q, want %q:\n%v", c.element, got, c.at, faults)
		}
	}
}

// Parse and catalog.Parse find the same faults in a readable text.
func TestParseIsTheReaders(t *testing.T) {
	for id, text := range presets(t, false) {
		want, _ := catalog.Parse(text)
		got, faults := Parse(text)
		if faults != nil || scenario.Digest(want) != scenario.Digest(got) {
			t.Errorf("Parse(%s): got faults %v or another scenario than catalog.Parse", id, faults)
		}
	}
}

// A text is damaged by a cut or an insertion. Its first fault of the grammar is
// the reader's, and the faults are within the text and in order. Those after the
// end of the damage are those of the undamaged document.
func TestDamageIsContained(t *testing.T) {
	texts := presets(t, true)
	ids := make([]string, 0, len(texts))
	for id, text := range texts {
		if len(text) < 40_000 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	rapid.Check(t, func(t *rapid.T) {
		text := texts[rapid.SampledFrom(ids).Draw(t, "preset")]
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := min(len(text), from+rapid.IntRange(0, 30).Draw(t, "gone"))
		put := rapid.StringOf(rapid.SampledFrom([]rune("{}[],:\"\\ \n0-xé"))).Draw(t, "put")
		probe(t, slices.Concat(text[:from], []byte(put), text[to:]), from)
	})
}

type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

// probe makes all requests for a text. None may fail, and all results are within
// the text.
func probe(t fatal, text []byte, at int) {
	t.Helper()
	_, plain := catalog.Parse(text)
	_, faults := Parse(text)
	if len(faults) < len(plain) && len(plain) > 0 || len(plain) == 0 != (len(faults) == 0) {
		t.Fatalf("Parse(%q): got faults %v, want at least those of catalog.Parse, %v", text, faults, plain)
	}
	if doc.IsMalformed(text) && !slices.Contains(faults, plain[0]) {
		t.Fatalf("Parse(%q): got faults %v, want %v among them", text, faults, plain[0])
	}
	before := 0
	for _, f := range faults {
		if f.Start < before || f.End < f.Start || f.End > len(text) || f.Reason == "" {
			t.Fatalf("Parse(%q): got fault %+v, want a reason and an ordered place in the text", text, f)
		}
		before = f.Start
	}
	for _, place := range []int{at, 0, len(text), len(text) / 2} {
		place = min(place, len(text))
		o := Complete(text, place)
		if o.Start < 0 || o.Start > o.FilterStart || o.FilterStart > len(text) || o.End < o.Start ||
			o.End > len(text) ||
			o.Comma > o.Start || o.Start > place || o.End < place {
			t.Fatalf("Complete(%q, %d): got %+v, want ordered places in the text", text, place, o)
		}
		h := Explain(text, place)
		if h.Start < 0 || h.Start > place || h.End < place || h.End > len(text) {
			t.Fatalf("Explain(%q, %d): got %+v, want a span around the place", text, place, h)
		}
		if e, ok := Inside(text, place); ok {
			span, found := Find(text, Kind(text), e.List, e.Index)
			outside := span.Start < 0 || span.End > len(text) || span.End <= span.Start
			if found && outside || !found && len(plain) == 0 {
				t.Fatalf("Inside(%q, %d): got %+v, and Find %v, %t; want a span in the text", text, place, e, span,
					found)
			}
		}
	}
	if laid, faults := doc.Reformat(text); (faults != nil) != doc.IsMalformed(text) {
		t.Fatalf("Reformat(%q): got faults %v, want them only for a broken text", text, faults)
	} else if faults == nil {
		if again, _ := doc.Reformat(laid); !bytes.Equal(laid, again) {
			t.Fatalf("Reformat(%q) twice: got\n%s\nwant\n%s", text, again, laid)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{gridWith(`{"id": "j2", "mi": 5, "datasets": ["d1"]}`), gridWith(`{"id": "`), `{`, `[{"a" {`, `{"a": [1, "b": 2]}`,
		`{"kind": "farm", "runs": [{"algorithm": "two-stage", "options": {"mode": }}]}`, "\xef\xbb\xbf{\"kind\"", `}}]]`,
		`{"kind": "placement", "placement": {"generate": {"preset": "rbhs-mixed", "jobs": }}}`, "{\"\\\n\": 1", `{"a": "\`} {
		f.Add([]byte(seed), len(seed)/2)
	}
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		if len(text) > 4000 {
			return
		}
		probe(t, text, max(0, at%(len(text)+1)))
	})
}

// References have tags. Where an unknown name is such a fault, completion offers
// the known names, so the tags are complete. Tagged fields have such faults, so
// the tags are right.
func TestReferencesAreTagged(t *testing.T) {
	refused, offered := map[string]bool{}, map[string]bool{}
	for id, text := range presets(t, true) {
		if len(text) > 60_000 || strings.HasPrefix(id, "gka-1") || strings.HasPrefix(id, "farm-str") {
			continue // others of the kind are smaller
		}
		w, tried := &walker{text: text}, map[string]int{}
		for k := w.peek(); k.kind != endOfText; k = w.peek() {
			name := w.names(k)
			w.consume(k)
			if k.kind != '"' {
				continue
			}
			s := spotAt(text, k.Start+1, false)
			p := pattern(s.steps())
			if name && !strings.Contains(p, "speeds") || tried[p] > 1 {
				continue
			}
			tried[p]++
			wrong := slices.Concat(text[:k.Start], []byte(`"no such thing"`), text[k.End:])
			_, faults := catalog.Parse(wrong)
			for _, f := range faults {
				if f.Start == k.Start && strings.Contains(f.Reason, "that does not exist") {
					refused[p] = true
					if len(Complete(text, k.Start+1).Items) == 0 {
						t.Errorf("%s: got no offers at %s despite the fault %v", id, p, f)
					}
				}
			}
			if w := s.expects(s.steps()); w.field != nil && w.field.Tag.Get("ref") != "" {
				offered[p] = true
			}
		}
	}
	for p := range offered {
		if !refused[p] {
			t.Errorf("the field %s is tagged as a reference, but accepts any name", p)
		}
	}
	for _, p := range []string{"placement.links.a", "placement.jobs.datasets", "window.busy.node",
		"group.nodes.group"} {
		if !refused[p] {
			t.Errorf("the field %s was not tested", p)
		}
	}
}

func documents(t testing.TB) map[string][]byte {
	all := presets(t, true)
	files, _ := filepath.Glob("../scenario/testdata/*.json")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			all[file] = text
		}
	}
	return all
}

// Formatting a document of Gridbox changes nothing, from any layout.
func TestTheLayoutIsThatOfDocuments(t *testing.T) {
	for id, text := range documents(t) {
		s, faults := catalog.Parse(text)
		if faults != nil {
			continue
		}
		want := scenario.Text(s)
		for name, form := range map[string][]byte{"as written": want, "on one line": doc.Compact(s),
			"spread": bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n\n \t"))} {
			if got, faults := doc.Reformat(form); faults != nil || !bytes.Equal(got, want) {
				t.Errorf("Reformat(%s, %s): got faults %v or another text\n%s", id, name, faults,
					got[:min(len(got), 400)])
			}
		}
	}
}

func BenchmarkLarge(b *testing.B) {
	text := largeDocument(b)
	middle := bytes.Index(text[len(text)*3/4:], []byte(`"mi"`)) + len(text)*3/4 + 1
	for name, f := range map[string]func(){
		"complete": func() { Complete(text, middle) },
		"explain":  func() { Explain(text, middle) },
		"find":     func() { Find(text, "placement", "jobs", 30_000) },
		"parse":    func() { Parse(text) },
		"broken":   func() { Parse(text[:middle]) },
		"reformat": func() { doc.Reformat(text) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f()
			}
		})
	}
}

// largeDocument returns a document of about five megabytes.
func largeDocument(t testing.TB) []byte {
	s, _ := catalog.FromPreset("rbhs-mixed", 1)
	jobs := 60_000
	s.Placement.Generate.Jobs = &jobs
	made, faults := scenario.ExpandValid(s)
	if faults != nil {
		t.Fatal(faults)
	}
	return scenario.Text(made)
}
