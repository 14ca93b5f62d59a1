package scenario

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/doc"
)

// fixtures reads the documents of a version, which never change.
func fixtures(t testing.TB, version string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", version, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures of %s: %v", version, err)
	}
	texts := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = text
	}
	return texts
}

// Documents of every version open without a fault, and all texts that we write
// of them have the same content.
func TestFixturesOpen(t *testing.T) {
	for name, text := range fixtures(t, "v1") {
		s, faults := Parse(text)
		if faults != nil {
			t.Errorf("Parse(%s): got faults %v, want none", name, faults)
			continue
		}
		for _, written := range [][]byte{Text(s), Canonical(s)} {
			again, faults := Parse(written)
			if faults != nil || !bytes.Equal(Canonical(again), Canonical(s)) {
				t.Errorf("%s written and parsed: got faults %v or another scenario\n%s", name, faults, written)
			}
		}
	}
}

// The digests of version 1, computed once by other means: a JSON library with
// sorted keys, and SHA-256 over its output.
func TestDigests(t *testing.T) {
	for name, want := range map[string]string{
		"explicit.json":  "sha256:775917b05b0d55b4da2d945c31acc859e9de06f1e5047c8725db3b7bff49a6aa",
		"empty.json":     "sha256:967337e75c3105fe2b277d35b64da2a19e54520ffa02448787b93a94081e14dc",
		"generated.json": "sha256:fb42100f5eb6453d3281ca71fdb72d614fa9c6273edaf1a23fd957b849580306",
	} {
		s, _ := Parse(fixtures(t, "v1")[name])
		if got := Digest(s); got != want {
			t.Errorf("digest of %s: got %s, want %s", name, got, want)
		}
	}
	s, _ := Parse(fixtures(t, "v1")["explicit.json"])
	seen := *s
	seen.View = nil
	if Digest(s) != Digest(&seen) {
		t.Error("the view changes the digest")
	}
	seen.Seed--
	if Digest(s) == Digest(&seen) {
		t.Error("the seed does not change the digest")
	}
}

// scn returns a scenario around a problem.
func scn(problem string) string {
	return `{"format": "gridbox", "version": 1, "kind": "placement", "placement": ` + problem + `}`
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"all levels at once", `{"format": "gridbox", "version": 1, "kind": "placement", "seed": -1, "placement": {
			"clusters": [{"id": "a", "mips": 0}, {"id": "a", "mips": 1}],
			"links": [{"a": "a", "b": "z", "bandwith": 3}]}}`,
			`seed: must be at least 0 (found -1)
placement.clusters[0].mips: must be greater than 0 (found 0)
placement.clusters[1].id: *
placement.links[0].bandwidth: is missing
placement.links[0].b: *
placement.links[0].bandwith: is not a field of this object; did you mean bandwidth?`},
		{"kind unknown", `{"format": "gridbox", "version": 1, "kind": "placment", "placement": {}}`,
			`kind: is not a problem kind; kinds are placement, window, batch, group, farm; did you mean placement? (found "placment")`},
		{"problem missing", `{"format": "gridbox", "version": 1, "kind": "placement"}`,
			`placement: is missing; a scenario of kind placement needs its problem here`},
		{"given and asked for", scn(`{"generate": {"preset": "rbhs-data", "jobs": 3}, "jobs": [{"id": "j", "mi": 1}]}`),
			`placement.generate.jobs: would change nothing, because jobs are given and not drawn; ` +
				`remove it, or what is given`},
		{"preset unknown", scn(`{"generate": {"preset": "five-cluster"}}`),
			`placement.generate.preset: *did you mean five-clusters? (found "five-cluster")`},
		{"generator's range", scn(`{"generate": {"preset": "rbhs-data", "clusters": 3, "replicasMax": 9}}`),
			`placement.generate.replicasMax: *`},
		{"newer", `{"format": "gridbox", "version": 2, "kind": "placement", "placement": {"zones": []}}`,
			`version: is newer than this build, which reads up to version 1; update Gridbox (found 2)`},
		{"a result",
			`{"format": "gridbox-result", "version": 1, "engine": "0.1.0", "scenario": "sha256:0", "kind": "placement", "runs": []}`,
			`format: this is a result, not a scenario; open the scenario that it answers`},
		{"something else", `{"name": "x", "devDependencies": {}}`,
			`format: is missing
version: is missing
kind: is missing
name: is not a field of this object
devDependencies: is not a field of this object`},
		{"no JSON", "hello", "document: line 1, column 1: the word hello needs double quotes around it, or is true, " +
			"false or null"},
		{"a list", "[]", "document: must be an object in { } (found [])"},
	} {
		_, faults := Parse([]byte(c.text))
		got := strings.Split(faults.Error(), "\n")
		want := strings.Split(c.want, "\n")
		if len(got) != len(want) {
			t.Errorf("Parse, %s: got\n%s\nwant\n%s", c.name, faults, c.want)
			continue
		}
		for i := range want {
			before, after, wild := strings.Cut(want[i], "*")
			if got[i] != want[i] && !(wild && strings.HasPrefix(got[i], before) && strings.HasSuffix(got[i], after)) {
				t.Errorf("%s: got  %s\nwant %s", c.name, got[i], want[i])
			}
		}
	}
}

// Faults of validation have positions in the text like faults of the grammar.
func TestFaultsOfTheSenseHavePlaces(t *testing.T) {
	text := scn(`{"clusters": [{"id": "a", "mips": 1}, {"id": "a", "mips": 1}]}`)
	_, faults := Parse([]byte(text))
	if len(faults) != 1 || text[faults[0].Start:faults[0].End] != `"a"` ||
		faults[0].Start != strings.LastIndex(text, `"a"`) {
		t.Errorf("got faults %+v, want one at the second \"a\"", faults)
	}
}

func TestExpand(t *testing.T) {
	s, _ := Parse(fixtures(t, "v1")["generated.json"])
	before := Canonical(s)
	made, faults := Expand(s)
	if faults != nil {
		t.Fatal(faults)
	}
	if made.Placement.Generate != nil || len(made.Placement.Clusters) != 20 || len(made.Placement.Jobs) != 60 {
		t.Errorf("Expand: got %d clusters and %d jobs, want 20 and 60", len(made.Placement.Clusters),
			len(made.Placement.Jobs))
	}
	if !bytes.Equal(before, Canonical(s)) {
		t.Error("Expand modifies its argument")
	}
	again, _ := Expand(s)
	if !bytes.Equal(Canonical(made), Canonical(again)) {
		t.Error("Expand of one scenario twice: got different scenarios")
	}
	if same, faults := Expand(made); faults != nil || !bytes.Equal(Canonical(same), Canonical(made)) {
		t.Errorf("Expand of an explicit scenario: got faults %v or another scenario", faults)
	}
	read, faults := Parse(Text(made))
	if faults != nil || !reflect.DeepEqual(Canonical(read), Canonical(made)) {
		t.Errorf("Parse of an expanded scenario: got faults %v or another scenario", faults)
	}
	bad := *s
	bad.Kind = ""
	if _, faults := Expand(&bad); faults == nil {
		t.Error("a faulty scenario was expanded")
	}
}

// The table of migrations is as long as there are older versions, and steps
// are applied from the document's version on.
func TestMigrate(t *testing.T) {
	if len(migrations) != Version-1 {
		t.Errorf("got %d migrations for version %d, want one less", len(migrations), Version)
	}
	steps := []func(map[string]any){
		func(d map[string]any) { d["first"] = d["version"] },
		func(d map[string]any) { d["second"] = d["version"] },
	}
	for version, want := range map[int]string{
		1: `{"first":1,"second":2,"version":3}`, 2: `{"second":2,"version":3}`, 3: `{"version":3}`,
	} {
		document := map[string]any{"version": float64(version)}
		migrate(document, version, steps)
		if got := string(doc.Canonical(document)); got != want {
			t.Errorf("from %d: %s, want %s", version, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range fixtures(f, "v1") {
		f.Add(text)
	}
	f.Add(
		[]byte(
			`{"format":"gridbox","version":0,"kind":"placement","placement":{"generate":{"preset":"fat-tree","clusters":1e9}}}`))
	for _, given := range []string{
		`"kind":"placement","placement":{"clusters":[{"id":"a","mips":1}],"generate":{"preset":"rbhs-mixed","jobs":3}}`,
		`"kind":"farm","farm":{"machines":[{"id":"a","slots":1}],"order":["j1"],"generate":{"preset":"farm-mixed"}}`,
		`"kind":"window","window":{"nodes":[{"id":"a","performance":1,"price":1}],"generate":{"preset":"twelve-nodes"}},` +
			`"study":{"replications":2,"noise":[{"path":"window.nodes[*].price","cv":0.3}]}`,
		`"kind":"batch","batch":{"horizon":9,"busy":[{"node":"n1","start":0,"end":1}],"generate":{"preset":"alp-amp-2011"}}`,
		`"kind":"group","group":{"nodes":[{"id":"a","price":1,"group":"g"}],"generate":{"preset":"gka-22"}}`,
	} {
		f.Add([]byte(`{"format":"gridbox","version":1,` + given + `}`))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, faults := Parse(text)
		if faults == nil {
			again, faults := Parse(Canonical(s))
			if faults != nil || Digest(again) != Digest(s) {
				t.Fatalf("%q in canonical form: got faults %v or another digest", text, faults)
			}
			if faults := Validate(s); faults != nil {
				t.Fatalf("%q is valid as text, but Validate returns %v", text, faults)
			}
		}
	})
}
