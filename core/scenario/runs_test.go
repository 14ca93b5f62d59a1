package scenario

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/doc"
	_ "gridbox/core/fixedseed" // the same instances in every run
)

// hostile lists labels with a meaning for programs that show them.
var hostile = []string{`</script><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "=cmd|' /C calc'!A0",
	"a,b\"c", "&amp;", "%s%n", "\u202Eevil", "$(rm)", "`x`", "\\", "a&run=b#s1.", "#2", "1", "rbhs",
	strings.Repeat("語", 100)}

// Labels of runs and hidden runs are kept in texts and links.
func TestRunsSurviveTextAndLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := Parse([]byte(scn(`{"clusters": [{"id": "c", "mips": 1}]}`)))
		for range rapid.IntRange(0, 60).Draw(t, "runs") {
			run := Run{Algorithm: rapid.SampledFrom([]string{"rbhs", "fastest"}).Draw(t, "algorithm")}
			if rapid.Bool().Draw(t, "labelled") {
				run.Label = rapid.SampledFrom(hostile).Draw(t, "label")
			}
			if rapid.Bool().Draw(t, "optioned") {
				run.Options = map[string]any{"weights": "swapped"}
			}
			s.Runs = append(s.Runs, run)
		}
		bare := Digest(s)
		if n := len(s.Runs); n > 0 && rapid.Bool().Draw(t, "hides") {
			s.View = &View{Hidden: parseRunIndexes(strconv.Itoa(rapid.IntRange(0, n-1).Draw(t, "hidden")) + "," +
				strconv.Itoa(rapid.IntRange(0, n-1).Draw(t, "hidden")))}
		}
		if Digest(s) != bare {
			t.Error("hidden runs change the digest")
		}
		again, faults := Parse(Text(s))
		if len(faults) > 0 || !reflect.DeepEqual(again, s) {
			t.Fatalf("Parse of the text: got faults %v or another scenario\n%s", faults, Text(s))
		}
		link, err := Link(s)
		if err != nil {
			t.Skip(err)
		}
		opened, faults := OpenLink(link)
		if len(faults) > 0 || !reflect.DeepEqual(opened, s) {
			t.Fatalf("OpenLink: got faults %v or another scenario\n%s\n%s", faults, Text(opened), link)
		}
	})
}

// Labels that cannot be shown are refused, with their position.
func TestLabelsThatAreNone(t *testing.T) {
	for label, why := range map[string]string{
		`""`: "must not be empty", `"a\u0000"`: "control", `"a\nb"`: "control", `"\u001b[31m"`: "control",
		`"` + strings.Repeat("x", 101) + `"`: "at most 100", `7`: "string", `null`: "string"} {
		_, faults := Parse([]byte(strings.Replace(scn(`{}`), `"kind"`,
			`"runs": [{"algorithm": "rbhs"}, {"algorithm": "rbhs", "label": `+label+`}], "kind"`, 1)))
		switch {
		case len(faults) != 1 || faults[0].Path != "runs[1].label":
			t.Errorf("label %s: got faults %v, want one at runs[1].label", label, faults)
		case !strings.Contains(faults[0].Reason, why):
			t.Errorf("label %s: got fault %v, want %q", label, faults, why)
		}
	}
}

// The index and the label of a run are in no digest.
func TestAnswerDigestLeavesTheRunOut(t *testing.T) {
	a := Answer{Algorithm: "rbhs", Options: map[string]any{}, Feasible: true,
		Metrics: map[string]float64{"makespan": 1}}
	before := a.ContentDigest()
	a.Run, a.Label = new(3), "mine"
	if a.ContentDigest() != before {
		t.Error("the index and the label of a run change the digest")
	}
	read, faults := ParseAnswer(doc.Canonical(&a), "placement")
	if len(faults) > 0 || *read.Run != 3 || read.Label != "mine" {
		t.Errorf("ParseAnswer: got %+v, faults %v; want run 3 with the label mine", read, faults)
	}
}

func TestHiddenOfALink(t *testing.T) {
	s, _ := Parse([]byte(scn(`{}`)))
	link, _ := Link(s)
	for text, want := range map[string][]int{"2,1,2": {1, 2}, "": nil, "x": nil, "-1,3": {3}, "1%2C2": nil,
		strings.Repeat("1,", 200): nil} {
		got, faults := OpenLink(link + "&hidden=" + text)
		var hidden []int
		if got.View != nil {
			hidden = got.View.Hidden
		}
		if len(faults) > 0 || !reflect.DeepEqual(hidden, want) {
			t.Errorf("hidden=%q: got %v, faults %v; want %v", text, hidden, faults, want)
		}
	}
}
