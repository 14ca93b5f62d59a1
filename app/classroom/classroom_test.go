package classroom

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gridbox/app/compute/computetest"
	"gridbox/app/ui"
	"gridbox/core/challenge"
	"gridbox/core/classroom"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// page returns a class, what it shows, and the queued functions by which its answers arrive.
func page() (c *Class, shown map[string]string, later *[]func()) {
	shown, later = map[string]string{}, &[]func(){}
	c = &Class{Allow: func([]string) {}, Show: func(part string, view ui.Node) { shown[part] = ui.HTML(view) }}
	c.Solve = computetest.DeferringSolver(later)
	return c, shown, later
}

func attempts(n int) (files []classroom.File) {
	for i := range n {
		a := &challenge.Attempt{Format: "gridbox-attempt", Challenge: "short-window", Start: 3, Score: 1,
			Policy: scenario.Policy{ID: "mine", Language: "formula"}}
		a.Policy.Source = []string{"runtime", "start", "runtim +"}[i%3]
		a.Sign()
		files = append(files, classroom.File{Name: fmt.Sprintf("%02d.json", i), Text: string(doc.Pretty(a))})
	}
	return files
}

func TestNoFilesAreAskedFor(t *testing.T) {
	c, shown, _ := page()
	c.Handle(`{"act": "mark", "challenge": "short-window", "files": []}`)
	if want := "Choose the files"; !strings.Contains(shown[result], want) {
		t.Errorf("got %q, want %q", shown[result], want)
	}
}

// TestAClassIsMarked marks thirty attempts. The page says how many pass, the most frequent error and the copies.
func TestAClassIsMarked(t *testing.T) {
	c, shown, later := page()
	text, err := json.Marshal(map[string]any{"act": "mark", "challenge": "short-window", "files": attempts(30)})
	if err != nil {
		t.Fatal(err)
	}
	c.Handle(string(text))
	if !strings.Contains(shown[result], "0 of 30 files") {
		t.Errorf(`got result %s, want "0 of 30 files"`, shown[result])
	}
	for len(*later) > 0 {
		f := (*later)[0]
		*later = (*later)[1:]
		f()
	}
	for _, want := range []string{"of 30 pass", "20 answers</b>: The score is not reproduced",
		"10 answers</b>: The policy has an error",
		"00.json, 03.json", "<td class=\"num\">10</td>", "Save as CSV", "29.json"} {
		if !strings.Contains(shown[result], want) {
			t.Errorf("the page has no %q:\n%s", want, shown[result])
		}
	}
}

// TestCancelledMarkingIsForgotten takes no answers of a marking that was cancelled.
func TestCancelledMarkingIsForgotten(t *testing.T) {
	c, shown, later := page()
	text, err := json.Marshal(map[string]any{"act": "mark", "challenge": "short-window", "files": attempts(2)})
	if err != nil {
		t.Fatal(err)
	}
	c.Handle(string(text))
	c.Handle(`{"act": "cancel"}`)
	for _, f := range *later {
		f()
	}
	if !strings.Contains(shown[result], "Cancelled") {
		t.Errorf(`got result %s, want "Cancelled"`, shown[result])
	}
	c.Handle("{")
	if !strings.Contains(shown[result], "cannot be read") {
		t.Errorf(`got result %s, want "cannot be read"`, shown[result])
	}
}

// TestScoresBelowTheTargetDoNotPass checks the row of a valid attempt that is worse than the published algorithm.
func TestScoresBelowTheTargetDoNotPass(t *testing.T) {
	text := ui.HTML(table([]classroom.Mark{{Name: "a", Score: 93, Digest: "sha256:0"}}))
	if !strings.Contains(text, "<td>below 100</td>") {
		t.Errorf(`got table %s, want "below 100"`, text)
	}
}

// TestCellsAreNoFormulas checks that names of files are written so that no spreadsheet computes them.
func TestCellsAreNoFormulas(t *testing.T) {
	text := CSV([]classroom.Mark{{Name: `=1+1, "x"`, Score: 50}})
	if !strings.Contains(text, `"'=1+1, ""x""",50,false,`) {
		t.Errorf("got CSV %s, want the formula quoted and escaped", text)
	}
}
