package langservice

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"
	"gridbox/core/scenario"
)

// presets returns the texts of all presets, with their generators or made
// explicit.
func presets(t testing.TB, explicit bool) map[string][]byte {
	texts := map[string][]byte{}
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			s, _ := catalog.FromPreset(p.ID, 7)
			s.Runs = catalog.DefaultRuns(k.ID)
			if explicit {
				made, faults := scenario.Expand(s)
				if faults != nil {
					t.Fatalf("Expand(%s): got faults %v, want none", p.ID, faults)
				}
				s = made
			}
			texts[p.ID] = scenario.Text(s)
		}
	}
	if len(texts) < 25 {
		t.Fatalf("got %d presets, want at least 25", len(texts))
	}
	return texts
}

// cutMark removes the mark | from a text and returns its position.
func cutMark(t testing.TB, marked string) (text []byte, place int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "|")
	if !ok {
		t.Fatalf("no mark | in %s", marked)
	}
	return []byte(before + after), len(before)
}

func labels(o Offers) (all []string) {
	for _, i := range o.Items {
		all = append(all, i.Label)
	}
	return all
}

// acceptOffer returns the text after an offer is accepted, with unchanged blanks.
func acceptOffer(text []byte, o Offers, item Offer) string {
	insert := strings.NewReplacer(Blank, "", BlankEnd, "").Replace(item.Insert)
	whole := string(text[:o.Start]) + insert + string(text[o.End:])
	if o.Comma >= 0 {
		whole = whole[:o.Comma] + "," + whole[o.Comma:]
	}
	return whole
}

const grid = `{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
  "clusters": [{"id": "Lyon", "mips": 100}, {"id": "Metz", "mips": 200}],
  "links": [{"a": "Lyon", "b": "Metz", "bandwidth": 10}],
  "datasets": [{"id": "d1", "size": 5, "at": ["Lyon"]}],
  "jobs": [
    {"id": "j1", "mi": 40, "datasets": ["d1"]},
    HERE
  ]}}`

func gridWith(element string) string { return strings.Replace(grid, "HERE", element, 1) }

func TestNamesAreOffered(t *testing.T) {
	for marked, want := range map[string]string{
		gridWith(`{|}`):                                           "id mi datasets times",
		gridWith(`{"id": "j2", |}`):                               "mi datasets times",
		gridWith(`{"id": "j2"|}`):                                 "mi datasets times", // with the missing comma
		gridWith(`{"id": "j2" "|`):                                "mi datasets times",
		gridWith(`{"id": "j2", "mi"|}`):                           "",
		gridWith(`{"id": "j2", "m|`):                              "mi datasets times",
		gridWith(`{"id": "j2", m|`):                               "mi datasets times",
		gridWith(`{"id": "j2", "m|i": 5}`):                        "mi datasets times",
		gridWith(`{"|", "mi": 5}`):                                "id datasets times",
		gridWith(`{"mi": 5, | "datasets": []}`):                   "id times",
		`{|}`:                                                     "format version kind title about seed placement window batch group farm runs policies study view",
		`{"kind": "farm", |}`:                                     "format version title about seed farm runs policies study view",
		`{"kind": "farm", "farm": {|}}`:                           "generate machines links licenses jobs order policy shares moment",
		`{"kind": "farm", "farm": {"jobs": [], |}}`:               "generate machines links licenses order policy shares moment",
		`{"kind": "farm", "farm": {"generate": {}, |}}`:           "machines links licenses jobs order policy shares moment",
		`{"kind": "group", "group": {"nodes": [{"id": "a", |}]}}`: "price group availability value",
		`{"kind": "farm", "runs": [{"algorithm": "two-stage", "options": {"mode": "published", |}}]}`: "order tries",
		`{"kind": "farm", "farm": {"machines": [{"id": "m1"}], "jobs": [{"speeds": {|}}]}}`:           "m1",
		`{"study": {"vary": [{|}]}}`: "path values from to step",
	} {
		text, place := cutMark(t, marked)
		o := Complete(text, place)
		if got := strings.Join(labels(o), " "); got != want {
			t.Errorf("%s\n offers %q, want %q", marked, got, want)
		}
	}
}

func TestValuesAreOffered(t *testing.T) {
	for marked, want := range map[string]string{
		gridWith(`{"id": "j2", "datasets": [|]}`):       "d1",
		gridWith(`{"id": "j2", "datasets": ["d1", |]}`): "",
		gridWith(`{"id": "j2", "datasets": ["|"]}`):     "d1",
		gridWith(`|`): "new job",
		strings.Replace(gridWith(`{}`), `"b": "Metz"`, `"b": |`, 1):    "Lyon Metz",
		strings.Replace(gridWith(`{}`), `["Lyon"]`, `["Lyon", "|"`, 1): "Metz",
		`{"kind": |`:    "placement window batch group farm",
		`{"kind": "pl|`: "placement window batch group farm",
		`{"kind": "group", "runs": [{"algorithm": "|"}]}`:                                "frontier gka",
		`{"kind": "farm", "runs": [{"algorithm": "two-stage", "options": {"mode": |}}]}`: "earliest published",
		`{"kind": "placement", "placement": {"generate": {"preset": |`: "five-clusters rbhs-computation rbhs-data " +
			"rbhs-mixed split-network fat-tree unrelated-machines",
		`{"kind": "placement", "placement": {"generate": {"preset": "rbhs-mixed", "clusters": |`: "30",
		`{"kind": "placement", "study": {"metrics": ["|"]}}`:                                     "makespan",
		`{"kind": "farm", "farm": {"policy": {"backfill": |`:                                     "true false",
		`|`: "placement window batch group farm",
	} {
		text, place := cutMark(t, marked)
		got := strings.Join(labels(Complete(text, place)), " ")
		if marked == `{"kind": "group", "runs": [{"algorithm": "|"}]}` || strings.Contains(marked, "metrics") {
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s\n offers %q, want %q and more", marked, got, want)
			}
		} else if got != want && want != "30" || want == "30" && got == "" {
			t.Errorf("%s\n offers %q, want %q", marked, got, want)
		}
	}
}

func TestStudiesAreOfferedWhatTheyMayVary(t *testing.T) {
	text, place := cutMark(t, `{"kind": "farm", "farm": {"generate": {"preset": "farm-mixed"}},
		"runs": [{"algorithm": "fcfs"}, {"algorithm": "two-stage"}], "study": {"replications": 2, "vary": [{"path": "|"}]}}`)
	got := labels(Complete(text, place))
	for _, want := range []string{"farm.generate.jobs", "farm.generate.cycle", "runs[1].options.mode"} {
		if !slices.Contains(got, want) {
			t.Errorf("paths: got %v, want %s among them", got, want)
		}
	}
}

// An accepted offer makes the text valid: missing commas are added, and whole elements are valid.
func TestWhatIsTakenCanBeRead(t *testing.T) {
	for _, marked := range []string{gridWith(`|`), gridWith(`{"id": "x", "mi": 5}|`), gridWith(`{"id": "x", "mi": 5},|`),
		gridWith(`{|"mi": 5}`), gridWith(`{"mi": 5 |}`), gridWith(`{"mi": 5, "|}`), gridWith("{\"mi\": 5 \"|\n}")} {
		text, place := cutMark(t, marked)
		o := Complete(text, place)
		if len(o.Items) == 0 {
			t.Errorf("Complete(%s): got no offers", marked)
			continue
		}
		whole := acceptOffer(text, o, o.Items[0])
		if doc.IsMalformed([]byte(whole)) {
			t.Errorf("%s with the first offer: got no valid JSON\n%s", marked, whole)
		}
	}
	text, place := cutMark(t, gridWith(`|`))
	o := Complete(text, place)
	whole := acceptOffer(text, o, o.Items[0])
	s, faults := catalog.Parse([]byte(whole))
	if len(faults) > 0 || len(s.Placement.Jobs) != 2 || s.Placement.Jobs[1].ID != "j2" || s.Placement.Jobs[1].MI != 40 {
		t.Errorf("with a new job: got faults %v, want the job j2 of 40 MI\n%s", faults, whole)
	}
	for _, o := range Complete(nil, 0).Items {
		whole := strings.NewReplacer(Blank, "", BlankEnd, "").Replace(o.Insert)
		if s, faults := catalog.Parse([]byte(whole)); len(faults) > 0 || s.Kind != o.Label {
			t.Errorf("a new document of %s: got faults %v, want none", o.Label, faults)
		}
	}
}

// At every element of a list in every preset, a new one is offered after the last,
// and the document is valid with it.
func TestNewThingsAreValid(t *testing.T) {
	tried := 0
	for id, text := range presets(t, true) {
		s, _ := catalog.Parse(text)
		for _, l := range doc.Lengths(scenario.Problem(s)) {
			if l.Count == 0 || l.Name == "busy" || l.Name == "slots" || l.Name == "events" || l.Name == "links" {
				continue // a second slot at the same time or a second link is invalid
			}
			if l.Name == "clusters" && id == "unrelated-machines" {
				continue // every job needs a time on a new cluster
			}
			span, ok := Find(text, s.Kind, l.Name, l.Count-1)
			if !ok {
				t.Fatalf("Find(%s[%d]) in %s: not found", l.Name, l.Count-1, id)
			}
			o := Complete(text, span.End)
			if len(o.Items) != 1 || !strings.HasPrefix(o.Items[0].Label, "new ") {
				t.Errorf("%s: got offers %v after the last of %s, want a new one", id, labels(o), l.Name)
				continue
			}
			whole := acceptOffer(text, o, o.Items[0])
			if _, faults := catalog.Parse([]byte(whole)); len(faults) > 0 {
				t.Errorf("%s: a new one of %s, %q: got fault %v, want none", id, l.Name, o.Items[0].Insert, faults[0])
			}
			tried++
		}
	}
	if tried < 30 {
		t.Errorf("got %d lists with an offer, want at least 30", tried)
	}
}

// Find returns elements: for every element of every list of every preset, the text in the found span
// parses as that element, and Inside returns it for any position in the span.
func TestEveryThingIsFoundAndFoundBack(t *testing.T) {
	for id, text := range presets(t, true) {
		s, _ := catalog.Parse(text)
		var plain map[string]any
		doc.Decode(text, &plain)
		problem := plain[s.Kind].(map[string]any)
		for _, l := range doc.Lengths(scenario.Problem(s)) {
			for i := range l.Count {
				if most := 4_000_000 / len(text); l.Count > most && i%(l.Count/most) != 0 {
					continue // every element of the small lists
				}
				span, ok := Find(text, s.Kind, l.Name, i)
				var got map[string]any
				if !ok || len(doc.Decode(text[span.Start:span.End], &got)) > 0 {
					t.Fatalf("%s: Find(%s[%d]): got %t, %q; want an object", id, l.Name, i, ok,
						text[span.Start:span.End])
				}
				want := problem[l.Name].([]any)[i]
				if !bytes.Equal(doc.Canonical(got), doc.Canonical(want)) {
					t.Fatalf("%s: Find(%s[%d]): got %s, want %s", id, l.Name, i, doc.Canonical(got),
						doc.Canonical(want))
				}
				for _, place := range []int{span.Start, (span.Start + span.End) / 2, span.End - 1} {
					e, ok := Inside(text, place)
					name, _ := got["id"].(string)
					if !ok && place > span.Start || ok && e != (Element{l.Name, i, name}) {
						t.Fatalf("%s: Inside(%d): got %+v, %t; want %s[%d]", id, place, e, ok, l.Name, i)
					}
				}
			}
		}
	}
}

// Paths equal those of the reader: an explanation at a fault has the path of the fault.
func TestPathsAreThoseOfFaults(t *testing.T) {
	for id, text := range presets(t, true) {
		if len(text) > 30_000 {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			// A number becomes a word, which is invalid everywhere.
			var numbers []Span
			w := &walker{text: text}
			for k := w.peek(); k.kind != endOfText; k = w.peek() {
				if k.kind == aWord {
					numbers = append(numbers, k.Span)
				}
				w.consume(k)
			}
			n := rapid.SampledFrom(numbers).Draw(t, "number")
			wrong := slices.Concat(text[:n.Start], []byte(`"?"`), text[n.End:])
			_, faults := catalog.Parse(wrong)
			if len(faults) == 0 || faults[0].Start != n.Start {
				return // another word replaced a word, or further faults follow
			}
			if h := Explain(wrong, n.Start); h.Path != faults[0].Path {
				t.Fatalf("%s: Explain: got path %q, want %q of the fault", id, h.Path, faults[0].Path)
			}
		})
	}
}

func TestHints(t *testing.T) {
	for marked, want := range map[string]string{
		gridWith(`{"id": "j2", "m|i": 5}`): "placement.jobs[1].mi: Work: number, MI, at least 0, required: " +
			"Million instructions to execute; the paper's CP of a job.",
		gridWith(`{"datasets": ["d|1"]}`): `placement.jobs[1].datasets[0]: Need: the name of one of the datasets: ` +
			`Ids of the datasets that the job reads. {"id": "d1", "size": 5, "at": ["Lyon"]}`,
		gridWith(`{"datasets": ["no|"]}`): `placement.jobs[1].datasets[0]: Need: the name of one of the datasets: ` +
			`Ids of the datasets that the job reads. There is no dataset of this name.`,
		`{"kind": "farm", "runs": [{"algorithm": "two-stage", "options": {"tries|": 1}}]}`: "runs[0].options.tries: Tries: " +
			"number, at least 0 and at most 100000, 0 unless given: Number of other job orders",
		`{"kind": "farm", "fa|rm":`:               "farm: farm: object: The problem of kind farm.",
		`{"kind": "farm", "unheard": {"o|f": 1}}`: "unheard.of: : : ",
	} {
		text, place := cutMark(t, marked)
		h := Explain(text, place)
		got := h.Path + ": " + h.Name + ": " + h.Type + ": " + strings.Join(h.About, " ")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s\n says %q, want %q", marked, got, want)
		}
	}
}

func TestUnitsAndBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringOf(rapid.SampledFrom([]rune("aé漢😀\n\""))).Draw(t, "text"))
		runes := []rune(string(text))
		n := rapid.IntRange(0, len(runes)).Draw(t, "place")
		bytes, units := len(string(runes[:n])), 0
		for _, r := range runes[:n] {
			if units++; r > 0xffff {
				units++
			}
		}
		if Units(text, bytes) != units || Bytes(text, units) != bytes {
			t.Fatalf("%q: got %d units and %d bytes, want %d and %d", text, Units(text, bytes), Bytes(text, units),
				units, bytes)
		}
	})
}
