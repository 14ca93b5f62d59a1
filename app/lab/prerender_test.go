package lab

import (
	"os"
	"strings"
	"testing"
)

func TestScriptKnowsTheFirstScenario(t *testing.T) {
	script, err := os.ReadFile("../../assets/js/theme.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{firstPreset, firstState(nil).Draft.Title} {
		if !strings.Contains(string(script), "'"+name+"'") {
			t.Errorf("theme.js lacks %q, so it hides the first scenario", name)
		}
	}
}
