package figure

import (
	"slices"
	"strings"
	"testing"
)

func TestReadAddress(t *testing.T) {
	seven := uint64(7)
	for name, c := range map[string]struct {
		query, fragment string
		want            Address
	}{
		"nothing": {"", "", Address{Preset: DefaultPreset}},
		"preset": {"?preset=rbhs-mixed&seed=7&theme=dark", "",
			Address{Preset: "rbhs-mixed", Seed: &seven, Theme: "dark"}},
		"fragment": {"", "#s1.d.abc", Address{Fragment: "s1.d.abc"}},
		"example":  {"?url=/examples/five-clusters.json", "", Address{Example: "examples/five-clusters.json"}},
		"relative": {"?url=examples/a/b.json", "", Address{Example: "examples/a/b.json"}},
		"words": {"?preset=p&heading=A+title&caption=caf%C3%A9&theme=system", "",
			Address{Preset: "p", Heading: "A title", Caption: "café"}},
		"algorithm, job":  {"?preset=p&algorithm=rbhs&job=j17", "", Address{Preset: "p", Run: "rbhs", Job: "j17"}},
		"unknown is kept": {"?preset=p&utm=1", "", Address{Preset: "p"}},
	} {
		got, err := ReadAddress(c.query, c.fragment, DefaultPreset)
		if err != nil {
			t.Errorf("%s: got error %v", name, err)
		}
		if (got.Seed == nil) != (c.want.Seed == nil) || got.Seed != nil && *got.Seed != *c.want.Seed {
			t.Errorf("%s: got seed %v, want %v", name, got.Seed, c.want.Seed)
		}
		got.Seed, c.want.Seed = nil, nil
		if got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

func TestReadAddressRefuses(t *testing.T) {
	for query, word := range map[string]string{
		"?theme=blue":            "theme=blue",
		"?seed=-1":               "seed=-1",
		"?seed=9007199254740992": "seed=",
		"?url=https://example.org/examples/x.json":     "refused",
		"?url=//example.org/examples/x.json":           "refused",
		"?url=/examples/../a/app.json":                 "refused",
		"?url=/examples/%252e%252e/x.json":             "refused",
		`?url=/examples/..\x.json`:                     "refused",
		"?url=/docs/x.json":                            "refused",
		"?url=/examples/x.svg":                         "refused",
		"?preset=a&url=/examples/x.json":               "more than one",
		"?heading=%zz":                                 "well-formed",
		"?preset=five-clusters&theme=dark&theme2=&%=1": "well-formed",
	} {
		if _, err := ReadAddress(query, "", DefaultPreset); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("ReadAddress(%s): got error %v, want one with %q", query, err, word)
		}
	}
}

func TestReadAddressBoundsTexts(t *testing.T) {
	a, err := ReadAddress("?heading="+strings.Repeat("a", 5000), "", "p")
	if err != nil || len([]rune(a.Heading)) != maxText || !strings.HasSuffix(a.Heading, "…") {
		t.Fatalf("got heading of %d runes, error %v; want %d and an ellipsis", len([]rune(a.Heading)), err, maxText)
	}
}

func FuzzReadAddress(f *testing.F) {
	f.Add("?preset=five-clusters&theme=dark", "#s1.d.x")
	f.Add("?url=/examples/a.json", "")
	f.Add("?url=/examples/..%2f..%2fsecret.json", "")
	f.Fuzz(func(t *testing.T, query, fragment string) {
		a, _ := ReadAddress(query, fragment, "p")
		steps := strings.Split(a.Example, "/")
		if a.Example != "" && (steps[0] != "examples" || slices.Contains(steps, "..")) {
			t.Fatalf("example %q escapes its folder", a.Example)
		}
		if a.Theme != "" && a.Theme != "light" && a.Theme != "dark" {
			t.Fatalf("got theme %q, want light, dark or none", a.Theme)
		}
	})
}
