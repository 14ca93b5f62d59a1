package tsdecl

import (
	"strings"
	"testing"

	"gridbox/core/formula"
	"gridbox/core/kind/kinds"
)

// All names that a starter reads are declared and offered, and all declarations have
// descriptions.
func TestDeclarationsHaveWhatProgramsRead(t *testing.T) {
	for kind, names := range map[string]string{
		"placement": "job id clusters transfer run meanTransfer meanRun",
		"window":    "nodes room candidates steps id",
		"farm":      "queue id order reserve others",
	} {
		text := Declarations(kind)
		offered := map[string]bool{}
		for _, w := range Completions()[kind]["javascript"] {
			offered[w.Label] = true
			if w.About == "" {
				t.Errorf("%s: %s has no description", kind, w.Label)
			}
		}
		for name := range strings.FieldsSeq(names) {
			if !strings.Contains(text, "  "+name+": ") && !strings.Contains(text, "  "+name+"?: ") {
				t.Errorf("%s: the declarations do not contain %s", kind, name)
			}
			if !offered[name] {
				t.Errorf("%s: the editor does not offer %s", kind, name)
			}
		}
		if len(kinds.Starters(kind)) == 0 || !strings.Contains(text, "declare function decide(state: State)") {
			t.Errorf("%s: no starters or no declaration of decide", kind)
		}
	}
	if Declarations("nothing") != "" {
		t.Error("Declarations(\"nothing\"): got a text, want none")
	}
}

// The offered functions of formulas are exactly those that exist.
func TestFunctionsAreOffered(t *testing.T) {
	known := formula.Functions()
	var offered []string
	for _, f := range append(append([][2]string{}, functions...), memberFunctions...) {
		offered = append(offered, f[0])
	}
	if got, want := strings.Join(offered, " "), strings.Join(known, " "); got != want {
		t.Errorf("offered: %s\nthere are: %s", got, want)
	}
}
