package export_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/export"
	"gridbox/core/scenario"
)

// solvePreset returns the explicit scenario of a preset with the answers of its
// runs.
func solvePreset(t rapid.TB, preset string) *export.Work {
	t.Helper()
	s, ok := catalog.FromPreset(preset, 7)
	if !ok {
		t.Fatal("there is no preset " + preset)
	}
	return solve(t, s)
}

func solve(t rapid.TB, s *scenario.Scenario) *export.Work {
	t.Helper()
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	w := &export.Work{Scenario: explicit}
	for _, run := range catalog.Runs(s) {
		a, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		w.Answers = append(w.Answers, a)
	}
	w.Answers = catalog.LabelledAnswers(explicit, w.Answers)
	return w
}

func write(t rapid.TB, w *export.Work, id string) export.Text {
	t.Helper()
	f, err := export.ByID(id, w.Scenario.Kind, w.Study != nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Write(w)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// smallPresets has a preset of each kind that is solved quickly.
var smallPresets = map[string]string{"placement": "five-clusters", "window": "square-2018", "batch": "alp-amp-figure-5",
	"group": "gka-22", "farm": "markov-2004"}

// Every kind can be written in every format listed for it, deterministically.
func TestEveryFormatOfEveryKind(t *testing.T) {
	for kind, preset := range smallPresets {
		w := solvePreset(t, preset)
		for _, f := range export.FormatsFor(kind, false) {
			text := write(t, w, f.ID)
			if len(text.Bytes) == 0 || string(write(t, w, f.ID).Bytes) != string(text.Bytes) {
				t.Errorf("%s as %s: got %d bytes or another text the second time", kind, f.ID, len(text.Bytes))
			}
			if strings.Contains(string(text.Bytes), "NaN") {
				t.Errorf("%s as %s contains NaN", kind, f.ID)
			}
		}
	}
}

// An unsuitable format is refused with the suitable ones.
func TestFormatsThatAKindDoesNotHave(t *testing.T) {
	for _, c := range []struct {
		id, kind string
		study    bool
		want     string
	}{
		{"chrome-trace", "group", false, "kind group has no time axis; a scenario of kind group can be written as " +
			"csv, latex, markdown"},
		{"swf", "placement", false, "swf is for kind farm; "},
		{"graphml", "window", false, "kind window has no topology; "},
		{"latx", "farm", false, "latx is not a format; did you mean latex?"},
		{"swf", "farm", true, "the result of a study cannot be written as swf; the result of a study can be " +
			"written as csv"},
	} {
		_, err := export.ByID(c.id, c.kind, c.study)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("ByID(%s, %s): got error %v, want %q", c.id, c.kind, err, c.want)
		}
	}
}

// An infeasible answer cannot be a schedule.
func TestNothingToWrite(t *testing.T) {
	w := solvePreset(t, "markov-2004")
	f, _ := export.ByID("swf", "farm", false)
	w.Answers[0].Feasible = false
	if _, err := f.Write(w); err == nil || !strings.Contains(err.Error(), "has no schedule to write") {
		t.Error(err)
	}
	w.Answers = nil
	if _, err := f.Write(w); err == nil || !strings.Contains(err.Error(), "no answer to write") {
		t.Error(err)
	}
}

// The list of formats has distinct names, existing kinds, and descriptions.
func TestFormatsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range export.Formats() {
		if seen[f.ID] || f.Name == "" || f.About == "" || !strings.Contains(f.Ending, ".") || f.Type == "" {
			t.Errorf("format %+v is listed twice or has no name, description, ending or type", f)
		}
		seen[f.ID] = true
		for _, k := range f.Kinds {
			if !slices.Contains(scenario.Kinds(), k) {
				t.Errorf("format %s: unknown kind %s", f.ID, k)
			}
		}
	}
}
