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
	if !strings.Contains(string(script), "'"+firstPreset+"'") {
		t.Errorf("theme.js hides the first scenario unless %s is asked for", firstPreset)
	}
}
