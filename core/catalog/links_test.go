package catalog

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/core/deflate"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// linkLengths returns the lengths of links by the current codec and by the previous codec d.
func linkLengths(t *testing.T, s *scenario.Scenario) (now, before int, ok bool) {
	t.Helper()
	link, err := scenario.Link(s)
	if err != nil {
		return 0, 0, false
	}
	back, faults := scenario.OpenLink(link)
	if len(faults) > 0 || scenario.Digest(back) != scenario.Digest(s) {
		t.Errorf("OpenLink(%s): got another document, faults %v; want the scenario that was linked", link, faults)
	}
	packed := deflate.PackAfter(nil, scenario.Canonical(s))
	return len(link), len("#s1.d.") + base64.RawURLEncoding.EncodedLen(len(packed)), true
}

// Links of every preset and of 200 drawn documents are shorter than without the
// dictionary, by half for documents written by hand. The table of
// site/docs/format.md has these numbers; -v prints them.
func TestLinksAreShort(t *testing.T) {
	groups := map[string][][2]int{}
	add := func(name string, s *scenario.Scenario) {
		if now, before, ok := linkLengths(t, s); ok {
			groups[name] = append(groups[name], [2]int{now, before})
			if now > before+8 {
				t.Errorf("%s: got %d characters with the dictionary, want at most %d, which is 8 more than without",
					name, now, before+8)
			}
		}
	}
	var presets []string
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			presets = append(presets, p.ID)
			s, _ := FromPreset(p.ID, 7)
			add("presets, as the page opens them", s)
			if e, faults := scenario.Expand(s); len(faults) == 0 {
				add("presets, everything written out", e)
			}
		}
	}
	for i := range 200 {
		draw := rng.New(uint64(i), "links", 0)
		s, _ := FromPreset(presets[draw.IntN(len(presets))], draw.Uint64()%100_000)
		s.About, s.Title = "", strings.Repeat("own ", draw.IntN(3))+fmt.Sprint("study ", i)
		for _, r := range DefaultRuns(s.Kind) {
			if draw.IntN(2) == 0 {
				s.Runs = append(s.Runs, r)
			}
		}
		if draw.IntN(2) == 0 {
			s.Study = &scenario.Study{Replications: 10 + draw.IntN(5000)}
		}
		add("200 documents that are drawn", s)
	}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range groups {
			if !yield(name) {
				return
			}
		}
	}) {
		list := groups[name]
		slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
		now, before := 0, 0
		for _, l := range list {
			now, before = now+l[0], before+l[1]
		}
		t.Logf("%s: %d links, mean %d, was %d, median %d", name, len(list), now/len(list), before/len(list),
			list[len(list)/2][0])
		if now > before {
			t.Errorf("%s: got %d characters in sum with the dictionary, want at most the %d without", name, now,
				before)
		}
	}
}
