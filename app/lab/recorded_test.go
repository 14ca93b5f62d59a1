package lab

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/sha256"
)

var updateRecorded = flag.Bool("update", false, "write testdata/recorded.txt anew")

// recordedSteps is a log of user actions: a command with its id and argument, a field with its value, or an action of
// the state. It is run in each kind of problem.
var recordedSteps = []string{
	"command commands", "command escape", "command undo", "command redo",
	// Own algorithms and the list of runs.
	"command own", "command own-new min-completion", "command run-list", "command run-up @last",
	"command run-copy @first", "command run-sight @first", "command run-remove @last",
	// Studies, their job file for a cluster, the search for the worst case.
	"command goto study", "command study empty", "field data-field study.replications 4", "command fleet open",
	"sampled", "field data-fleet engine kubernetes", "field data-fleet cores 4", "field data-fleet price 36",
	"command fleet script", "command fleet document", "command escape",
	"command study screen worst", "field data-hunt a 1", "field data-hunt b 0", "field data-hunt tries many",
	"field data-hunt tries 70", "command hunt start", "command hunt pause", "command hunt resume", "found",
	"command hunt open", "command goto", "command undo", "command undo",
	// Rows of spreadsheets, columns that are filled, copies.
	"field data-rows paste id\tmi", "command droprows", "command dialog edit", "command selectall",
	"command duplicatethings", "command fill job", "field data-fill field mi", "command fillcolumn", "command undo",
	"command selectall", "command copythings", "command delete", "command undo",
	// Two answers, presenting.
	"command goto beside", "command two next", "command two open", "command goto", "command lecture",
	"command nextjob", "command guess 1", "command reveal", "command advance on", "command present algorithm",
	"command present larger", "command lecture",
	// The draft and the library.
	"command reseed", "command explicit", "command undo", "command duplicatedraft", "command reseed",
	"command library", "command row first", "command duplicate", "command row down", "command trash", "command undo",
	"command escape", "command save",
	// Files of other programs.
	"file", "field data-import kind farm", "command importcancel", "file", "command importset kind farm",
	"command importin", "command dialog brought", "command escape", "command undo",
}

// do executes a step of the log.
func (p *page) do(step string) {
	word, rest, _ := strings.Cut(step, " ")
	if all := p.s().All(); len(all) > 0 {
		rest = strings.NewReplacer("@first", all[0].ID, "@last", all[len(all)-1].ID).Replace(rest)
	}
	switch part := strings.SplitN(rest, " ", 3); word {
	case "command":
		p.command(part[0], part[1:]...)
	case "field":
		p.change(part[0], part[1], part[2])
	case "sampled":
		p.work()
		p.crew.studies[len(p.crew.studies)-1].order.Took(4000, 8)
	case "found":
		if n := len(p.crew.hunts); n > 0 {
			p.crew.hunts[n-1].chase.Progress(compute.SearchProgress{Tried: 5, Bad: "twice as bad", Over: true})
			p.crew.hunts[n-1].chase.End(scenario.Canonical(p.s().Draft), nil)
			p.crew.hunts = nil
		}
	case "file":
		p.lab.Files([]importer.File{{Name: "log.swf", Data: []byte("; Version: 2.2\n; MaxNodes: 4\n" +
			"1 0 0 10 1 -1 -1 1 20 -1 1 1 1 -1 -1 -1 -1 -1\n2 5 0 30 2 -1 -1 2 40 -1 1 2 1 -1 -1 -1 -1 -1\n")}}, "")
	}
	p.work()
	p.pass(time.Second)
}

// documentsDigest returns a digest of the documents that a page has and downloads: the draft, the problem, the answers,
// the saved files.
func documentsDigest(p *page) string {
	s := p.s()
	text := strings.Join(p.drainCalls("download"), "\n") + "\n" + string(scenario.Canonical(s.Draft))
	if s.Problem != nil {
		text += "\n" + string(scenario.Canonical(s.Problem))
	}
	for _, a := range s.Answers {
		if a.Answer != nil {
			text += "\n" + a.ID + " " + a.Answer.Digest
		}
	}
	return fmt.Sprintf("%x", sha256.Sum([]byte(text)))[:12]
}

// runRecordedSteps runs the recorded steps in each kind and returns the digests of the documents after each.
func runRecordedSteps(t *testing.T) string {
	var got strings.Builder
	for _, k := range catalog.Kinds() {
		p := openPage(t)
		p.command("example", k.Presets[0].ID)
		p.work()
		for _, step := range recordedSteps {
			p.do(step)
			got.WriteString(k.ID + ": " + strings.ReplaceAll(step, "\t", " ") + " = " + documentsDigest(p) + "\n")
		}
	}
	return got.String()
}

// A recorded log of user actions gives the same documents, however the laboratory is built.
func TestRecordedLogGivesTheSameDocuments(t *testing.T) {
	got := runRecordedSteps(t)
	const golden = "testdata/recorded.txt"
	if *updateRecorded {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	compareRecorded(t, got, string(want))
}

// compareRecorded fails at the first step whose digests differ.
func compareRecorded(t *testing.T, got, want string) {
	t.Helper()
	is, was := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(is) != len(was) {
		t.Fatalf("got %d steps, want %d as recorded", len(is), len(was))
	}
	for i := range is {
		if is[i] != was[i] {
			t.Fatalf("got %s, want %s as recorded", is[i], was[i])
		}
	}
}

// Documents are the same in every language: no text of the interface becomes part of them.
func TestRecordedLogGivesTheSameDocumentsInAnotherLanguage(t *testing.T) {
	c, err := i18n.Parse([]byte(`{"language": "en-x-marked", "decimal": ",", "group": ".", "missing": "⟦{}⟧"}`))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/recorded.txt")
	if err != nil {
		t.Fatal(err)
	}
	i18n.Use(c, nil)
	defer i18n.Use(nil, nil)
	compareRecorded(t, runRecordedSteps(t), string(want))
}
