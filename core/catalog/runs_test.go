package catalog

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed" // the same lists in every run
	"gridbox/core/scenario"
)

func TestNames(t *testing.T) {
	run := func(label string, options map[string]any) scenario.Run {
		return scenario.Run{Algorithm: "rbhs", Label: label, Options: options}
	}
	swapped := map[string]any{"weights": "swapped"}
	long := map[string]any{"expression": strings.Repeat("finish + ", 90) + "1"}
	for _, c := range []struct {
		kind string
		runs []scenario.Run
		want string
	}{
		{"placement", nil, ""},
		{"placement", []scenario.Run{run("", nil)}, "RBHS"},
		{"placement", []scenario.Run{run("", nil), run("", swapped)}, "RBHS|RBHS · weights swapped"},
		{"placement", []scenario.Run{run("", swapped), run("Mine", swapped)}, "RBHS · weights swapped|Mine"},
		{"placement", []scenario.Run{run("", nil), run("", nil), run("", nil)}, "RBHS|RBHS #2|RBHS #3"},
		{"placement", []scenario.Run{run("", nil), run("", map[string]any{"weights": "printed"})}, "RBHS|RBHS #2"},
		{"placement", []scenario.Run{run("", nil), run("RBHS", nil)}, "RBHS #2|RBHS"},
		{"placement", []scenario.Run{run("", nil), run("RBHS #2", nil), run("", nil)}, "RBHS|RBHS #2|RBHS #3"},
		{"placement", []scenario.Run{run("x", nil), run("x", swapped)}, "x|x #2"},
		{"placement", []scenario.Run{{Algorithm: "none"}, {Algorithm: "none"}}, "none|none #2"},
		{"window", []scenario.Run{{Algorithm: "custom", Options: long}},
			"Custom · criterion finish + finish + finish + finish + fin…"},
	} {
		if got := strings.Join(Names(c.kind, c.runs), "|"); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// randomRuns returns runs with labels that also have other meanings.
func randomRuns(t *rapid.T) []scenario.Run {
	labels := []string{"", "", "", "x", "x #2", "RBHS", "RBHS #2", "rbhs", "0",
		"1", "#1", strings.Repeat("語", 100)}
	options := []map[string]any{nil, {"weights": "swapped"}, {"queueAware": true},
		{"weights": "sum", "queueAware": true}}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) scenario.Run {
		return scenario.Run{Algorithm: rapid.SampledFrom([]string{"rbhs", "fastest"}).Draw(t, "algorithm"),
			Label: rapid.SampledFrom(labels).Draw(t, "label"), Options: rapid.SampledFrom(options).Draw(t, "options")}
	}), 1, 60).Draw(t, "runs")
}

// No two runs have the same name or look the same, whatever their labels, and a
// name identifies its run.
func TestRunsAreDistinguished(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := randomRuns(t)
		names := Names("placement", runs)
		colours, letters := Colours("placement", runs), Letters(runs)
		seen := map[string]bool{}
		for i := range runs {
			look := strconv.Itoa(colours[i]%ShadeStep) + letters[i]
			if seen[names[i]] || seen["look "+look] || names[i] == "" || !utf8.ValidString(names[i]) {
				t.Fatalf("run %d: name %q or look %s is not unique and valid; names are %q", i, names[i], look, names)
			}
			seen[names[i]], seen["look "+look] = true, true
			if label := runs[i].Label; label != "" && !strings.HasPrefix(names[i], label) {
				t.Errorf("label %q: got the name %q, want it to begin with the label", label, names[i])
			}
			a, _ := Find("placement", runs[i].Algorithm)
			if colours[i]%ShadeStep != a.Colour || colours[i]/ShadeStep >= Shades {
				t.Errorf("colour of run %d: got %d, want a shade of %d below %d", i, colours[i], a.Colour,
					ShadeStep*Shades)
			}
			if at, ok := Pick("placement", runs, Selector(runs, i)); !ok || at != i {
				t.Errorf("Pick(%q): got %d, want %d", Selector(runs, i), at, i)
			}
			if at, ok := Pick("placement", runs, strconv.Itoa(i)); !ok || at != i {
				t.Errorf("Pick(\"%d\"): got %d, want %d", i, at, i)
			}
		}
	})
}

// The name of a run without a label, except for its number, does not depend on
// other runs.
func TestNamesDoNotDependOnOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := randomRuns(t)
		i := rapid.IntRange(0, len(runs)-1).Draw(t, "run")
		alone := Names("placement", runs[i:i+1])[0]
		if name := Names("placement", runs)[i]; name != alone && !strings.HasPrefix(name, alone+" #") {
			t.Errorf("name of the run: got %q among others, want %q with at most a number added", name, alone)
		}
	})
}

func TestPick(t *testing.T) {
	runs := []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: "rbhs", Label: "Mine"}, {Algorithm: "fastest"}}
	for word, want := range map[string]int{"0": 0, "2": 2, "3": -1, "-1": -1, "rbhs": 0, "fastest": 2, "Mine": 1,
		"Fastest cluster": 2, "mine": -1, "": -1} {
		if at, ok := Pick("placement", runs, word); at != want || ok != (want >= 0) {
			t.Errorf("Pick(%q): got %d, %t; want %d", word, at, ok, want)
		}
	}
}

// Answers are distinguished by the names of their runs.
func TestLabelledAnswers(t *testing.T) {
	s := &scenario.Scenario{Kind: "placement", Runs: []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: "rbhs"},
		{Algorithm: "fastest", Label: "Quick"}}}
	answers := []scenario.Answer{{Algorithm: "rbhs", Run: new(1)}, {Algorithm: "rbhs"},
		{Algorithm: "fastest", Run: new(2), Label: "Quick"}, {Algorithm: "random", Run: new(0)},
		{Algorithm: "random", Run: new(99)}}
	var names []string
	for _, a := range LabelledAnswers(s, answers) {
		names = append(names, a.Label)
	}
	if want := []string{"RBHS #2", "RBHS", "Quick", "Random", "Random #2"}; !slices.Equal(names, want) {
		t.Errorf("LabelledAnswers: got labels %q, want %q", names, want)
	}
	if answers[0].Label != "" {
		t.Error("the answers given were modified")
	}
}

func TestVisibleRuns(t *testing.T) {
	s := &scenario.Scenario{Kind: "placement", Runs: make([]scenario.Run, 3)}
	for _, c := range []struct{ hidden, want []int }{{nil, []int{0, 1, 2}}, {[]int{1, 7}, []int{0, 2}},
		{[]int{0, 1, 2}, []int{0, 1, 2}}} {
		s.View = &scenario.View{Hidden: c.hidden}
		if got := VisibleRuns(s); !slices.Equal(got, c.want) {
			t.Errorf("VisibleRuns with %v hidden: got %v, want %v", c.hidden, got, c.want)
		}
	}
}
