package catalog

import (
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/scenario/examples"
)

// The list is complete: ids are unique, and everything that a page shows is
// set.
func TestCatalogueIsWhole(t *testing.T) {
	presets := map[string]bool{}
	for _, k := range Kinds() {
		if k.Name == "" || k.Question == "" || len(DefaultRuns(k.ID)) == 0 {
			t.Errorf("kind %s has no name, question or default runs", k.ID)
		}
		for _, p := range k.Presets {
			if presets[p.ID] || p.Title == "" || p.About == "" {
				t.Errorf("preset %s is listed twice or has no title or description", p.ID)
			}
			presets[p.ID] = true
		}
		ids := map[string]bool{}
		for _, m := range k.Metrics {
			if ids[m.ID] || m.Name == "" || m.About == "" {
				t.Errorf("metric %s is listed twice or has no name or description", m.ID)
			}
			ids[m.ID] = true
		}
		colours := map[int]bool{}
		for _, a := range k.Algorithms {
			if ids[a.ID] || a.Name == "" || a.About == "" || a.Colour >= ShadeStep || colours[a.Colour] {
				t.Errorf("algorithm %s is listed twice, shares its colour or has no name or description", a.ID)
			}
			ids[a.ID], colours[a.Colour] = true, true
			checkOptions(t, &a)
		}
	}
	if len(Kinds()) != len(scenario.Kinds()) {
		t.Errorf("the catalogue: got %d kinds, want %d as in scenario.Kinds", len(Kinds()), len(scenario.Kinds()))
	}
}

// checkOptions checks that every default is a valid value of its option.
func checkOptions(t *testing.T, a *kind.Algorithm) {
	seen := map[string]bool{}
	for _, o := range a.Options {
		if seen[o.ID] || o.Name == "" || o.About == "" {
			t.Errorf("option %s of %s is listed twice or has no name or description", o.ID, a.ID)
		}
		seen[o.ID] = true
		switch o.Default.(type) {
		case string, bool, float64:
		default:
			t.Errorf("option %s of %s: got a default of type %T, want string, bool or float64", o.ID, a.ID, o.Default)
		}
		if why := o.Refuses(o.Default); why != "" {
			t.Errorf("option %s of %s refuses its own default: %s", o.ID, a.ID, why)
		}
	}
}

func TestCheckRuns(t *testing.T) {
	s := scenario.NewGenerated("placement", "five-clusters", 0)
	s.Runs = []scenario.Run{
		{Algorithm: "rbhs", Options: map[string]any{"weights": "sum", "queueAware": true}},
		{Algorithm: "rhbs"},
		{Algorithm: "scp-tree", Options: map[string]any{"cover": "bst", "queueaware": true, "zeta": 1.0}},
		{Algorithm: "scp-tree", Options: map[string]any{"queueAware": "yes", "cover": 1.0}},
		{Algorithm: "fastest", Options: map[string]any{"a.b": 1.0}},
	}
	want :=
		`runs[1].algorithm: is not an algorithm of kind placement; there are rbhs, scp-tree, min-completion, nearest-data, fastest, random, own, olb, met, k-percent-best, min-min, max-min, duplex, sufferage, storage-affinity, delay-scheduling, local-search, exact; did you mean rbhs? (found "rhbs")
runs[2].options.cover: must be first or best; did you mean best? (found "bst")
runs[2].options.queueaware: is not an option of scp-tree; there are cover, queueAware; did you mean queueAware?
runs[2].options.zeta: is not an option of scp-tree; there are cover, queueAware
runs[3].options.cover: must be a word in double quotes (found 1)
runs[3].options.queueAware: must be true or false (found "yes")
runs[4].options["a.b"]: is not an option; fastest has none`
	if got := CheckRuns(s).Error(); got != want {
		t.Errorf("CheckRuns: got\n%s\nwant\n%s", got, want)
	}
	if got := Check(s).Error(); got != want {
		t.Errorf("Check: got\n%s\nwant\n%s", got, want)
	}
	text := scenario.Text(s)
	_, faults := Parse(text)
	if faults.Err() == nil || string(text[faults[0].Start:faults[0].End]) != `"rhbs"` {
		t.Errorf("Parse: got faults %+v, want the first one at \"rhbs\"", faults)
	}
}

// ownTag matches a tag that applies to one algorithm only, with the algorithm's id.
var ownTag = regexp.MustCompile(`(?:about|default)\.([a-z-]+):`)

// Every algorithm in an option's tags belongs to the kind. Otherwise no
// algorithm would have the option.
func TestOptionsAreOfAlgorithms(t *testing.T) {
	for kind, noun := range map[string]any{"placement": placement.Options{}, "window": window.Options{},
		"batch": batch.Options{}, "group": group.Options{}, "farm": farm.Options{}} {
		for _, f := range doc.Fields(noun) {
			named := strings.Fields(f.Tag.Get("of"))
			for _, key := range ownTag.FindAllStringSubmatch(string(f.Tag), -1) {
				named = append(named, key[1])
			}
			for _, id := range named {
				if _, ok := Find(kind, id); !ok {
					t.Errorf("option %s of %s names %s in its tags, which is no algorithm of the kind", f.Name, kind,
						id)
				}
			}
		}
	}
}

// A tag applies to all algorithms without a tag of their own.
func TestOptionsThatDiffer(t *testing.T) {
	of := func(id, algorithm, option string) kind.Option {
		a, _ := Find(id, algorithm)
		for _, o := range a.Options {
			if o.ID == option {
				return o
			}
		}
		return kind.Option{}
	}
	tree, greedy := of("group", "tree", "nodes"), of("group", "tree-greedy", "nodes")
	if tree.Default != 20000.0 || greedy.Default != 3000.0 || tree.About == greedy.About {
		t.Errorf("nodes of tree and tree-greedy: got %+v and %+v; want 20000 and 3000, described differently", tree,
			greedy)
	}
	sum, custom := of("window", "max-sum", "minimise"), of("window", "custom", "minimise")
	if sum.Default != false || custom.Default != true || sum.About != custom.About {
		t.Errorf("minimise of max-sum and custom: got %+v and %+v; want false and true, described equally", sum,
			custom)
	}
	if a, _ := Find("window", "min-cost"); len(a.Options) > 0 {
		t.Errorf("min-cost: got options %+v, want none", a.Options)
	}
	all := len(doc.Fields(batch.Options{})) - 2 // pick and order belong to other algorithms
	alp, _ := Find("batch", "alp")
	if own, _ := Find("batch", "own"); len(own.Options) != all || len(alp.Options) != all-2 { // policy and search
		t.Errorf("got %d options of own and %d of alp, want %d and %d", len(own.Options), len(alp.Options), all,
			all-2)
	}
}

// Numbers of options obey the option's rule.
func TestOptionNumbers(t *testing.T) {
	o := kind.Option{ID: "k", Default: 3.0, Rule: doc.ParseRule(">=1,int")}
	for value, want := range map[any]string{2.0: "", 0.0: "must be at least 1", 1.5: "must be a whole number",
		true: "must be a number"} {
		if got := o.Refuses(value); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}

// The shipped examples are the presets of their names, have no faults and have
// the format of written documents.
func TestExamples(t *testing.T) {
	names, err := fs.Glob(examples.Files, "*.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no examples:", err)
	}
	for _, name := range names {
		text, _ := examples.Files.ReadFile(name)
		s, faults := Parse(text)
		if faults != nil {
			t.Errorf("%s: got faults %v, want none", name, faults)
			continue
		}
		preset, ok := FromPreset(strings.TrimSuffix(name, ".json"), s.Seed)
		if !ok {
			t.Errorf("%s does not have the name of a preset", name)
			continue
		}
		want, _ := scenario.Expand(preset)
		if !bytes.Equal(text, scenario.Text(want)) {
			t.Errorf("%s differs from the document that its preset generates; write it again with gridbox generate",
				name)
		}
	}
}

// Every preset expands, validates and has a link while it is generated.
func TestPresets(t *testing.T) {
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			s, ok := FromPreset(p.ID, 1)
			if !ok || s.Kind != k.ID {
				t.Fatalf("FromPreset(%s) does not find a preset of kind %s", p.ID, k.ID)
			}
			explicit, faults := scenario.Expand(s)
			if faults != nil {
				t.Errorf("Expand(%s): got faults %v, want none", p.ID, faults)
				continue
			}
			if faults := Check(explicit); faults != nil {
				t.Errorf("Check(%s): got faults %v, want none", p.ID, faults)
			}
			if _, err := scenario.Link(s); err != nil {
				t.Errorf("Link(%s): %v", p.ID, err)
			}
		}
	}
}

// The example of fair share opens with its algorithm, and others open with the
// defaults of their kind.
func TestPresetsOpenWithTheirAlgorithms(t *testing.T) {
	for preset, want := range map[string]string{"farm-fair-share": "fcfs easy multifactor", "farm-mixed": ""} {
		s, _ := FromPreset(preset, 1)
		var got []string
		for _, run := range s.Runs {
			got = append(got, run.Algorithm)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s opens with %v, want %s", preset, got, want)
		}
	}
}

func TestSchemaListsWhatTheCatalogueHas(t *testing.T) {
	var schema any
	if faults := doc.Decode(scenario.Schema(), &schema); faults != nil {
		t.Fatal(faults)
	}
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			if !bytes.Contains(scenario.Schema(), []byte(`"`+p.ID+`"`)) {
				t.Errorf("the schema does not list the preset %s", p.ID)
			}
		}
	}
}
