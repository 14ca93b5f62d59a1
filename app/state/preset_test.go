package state

import (
	"slices"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// usePreset opens a preset as a new draft.
func usePreset(id string) Action {
	kind, ok := catalog.PresetKind(id)
	if !ok {
		return Dismiss{}
	}
	return Open{Draft: FromPreset(kind.ID, id, 7), Name: "open " + id}
}

// generatedDrafts returns the drafts that generating on an explicit preset gives.
func generatedDrafts(t *testing.T, preset string) (list []*scenario.Scenario) {
	s := presetState(t, preset, 3)
	choices, _, _ := DrawChoices(s.Draft)
	for _, c := range append(choices, kind.Preset{}) {
		list = append(list, Reduce(s, DrawLists{Preset: c.ID}).Draft)
	}
	return list
}

// Generating never changes a draft with explicit lists: the result is another draft on the same clusters, nodes or
// machines, and undo returns.
func TestDrawListsOpensANewDraft(t *testing.T) {
	for preset, keeps := range map[string][]string{"five-clusters": {"clusters", "links"},
		"alp-amp-figure-5": {"nodes"},
		"three-sites":      {"nodes", "request"}, "markov-2004": {"machines"}, "twelve-nodes": {"nodes", "request"}} {
		s := presetState(t, preset, 3)
		if s.Draft.Title = ""; !explicit(s.Draft) {
			s = Reduce(s, MakeExplicit{})
		}
		s = Reduce(s, SetField{Path: "title", Text: "mygrid"})
		choices, what, on := DrawChoices(s.Draft)
		if len(choices) == 0 || what == "" || on == "" {
			t.Errorf("%s: got no generator for its lists", preset)
		}
		for _, c := range append(choices, kind.Preset{}) {
			next := Reduce(s, DrawLists{Preset: c.ID})
			if next.Alert.Error || next.Sheet == s.Sheet || explicit(next.Draft) {
				t.Errorf("%s by %q: got sheet %d, explicit %v, alert %q; want a new generated draft",
					preset, c.ID, next.Sheet, explicit(next.Draft), next.Alert.Text)
				continue
			}
			if back := Reduce(next, Undo{}); back.Draft != s.Draft || back.Sheet != s.Sheet {
				t.Errorf("%s by %q: undo does not restore the draft", preset, c.ID)
			}
			if next.Draft.Title == "mygrid" || next.Draft.Title[:6] != "mygrid" {
				t.Errorf("%s by %q: got title %q, want mygrid with a suffix", preset, c.ID, next.Draft.Title)
			}
			e, faults := scenario.Expand(next.Draft)
			if len(faults) > 0 {
				t.Errorf("%s by %q: got faults %v, want none", preset, c.ID, faults)
				continue
			}
			for _, list := range keeps {
				if was, is := listText(t, s.Draft, list), listText(t, e, list); was != is {
					t.Errorf("%s by %q: list %s: got\n%[5]s\nwant\n%[4]s", preset, c.ID, list, was, is)
				}
			}
		}
	}
}

// listText returns a list of a draft's problem as text.
func listText(t *testing.T, d *scenario.Scenario, list string) string {
	t.Helper()
	fields := map[string]any{}
	if faults := doc.Decode(doc.Canonical(scenario.Problem(d)), &fields); len(faults) > 0 {
		t.Fatal(faults)
	}
	return string(doc.Canonical(fields[list]))
}

func TestExamplesOpenWithTheirAlgorithms(t *testing.T) {
	d := FromPreset("farm", "farm-fair-share", 7)
	var got []string
	for _, run := range d.Runs {
		got = append(got, run.Algorithm)
	}
	if want := []string{"fcfs", "easy", "multifactor"}; !slices.Equal(got, want) {
		t.Errorf("got runs %v of the example, want %v", got, want)
	}
}
