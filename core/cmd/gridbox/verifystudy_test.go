package main

import (
	"regexp"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

// The review's N13: a value changed in a part is refused by check and by merge, and their messages
// name the file and the place. A part of an early build, which has no digest, is accepted with a note.
func TestAChangedValueIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "s.json", `{"format": "gridbox", "version": 1, "kind": "window", "seed": 3,
  "window": {"generate": {"preset": "twelve-nodes"}}, "runs": [{"algorithm": "min-cost"}, {"algorithm": "first-fit"}],
  "study": {"replications": 4, "metrics": ["cost"]}}`)
	whole, _, status := runShellWords(t, []string{"study", "s.json", "--shard", "1/2"})
	other, _, also := runShellWords(t, []string{"study", "s.json", "--shard", "2/2"})
	if status != cli.Done || also != cli.Done {
		t.Fatalf("study: got exits %d and %d, want %d", status, also, cli.Done)
	}
	writeFile(t, "two.json", other)
	value := regexp.MustCompile(`("values": \[\n? *\[)(\d)`)
	digest := regexp.MustCompile(`,\n *"digest": "sha256:[0-9a-f]*"\n( *\}\n\}\n)$`)
	changed := value.ReplaceAllString(whole, "${1}9$2")
	old := digest.ReplaceAllString(whole, "\n$1")
	if changed == whole || old == whole {
		t.Fatalf("the test changed no value or removed no digest in\n%s", whole)
	}
	writeFile(t, "raw.json", string(regexp.MustCompile(`(?s)^.*"part": (.*)\}\n$`).FindSubmatch([]byte(changed))[1]))
	for name, c := range map[string]struct {
		text, merge, check string
		status             int
	}{
		"as it was": {whole, "", "2 cells and 1 pairs checked, no violation\n", cli.Done},
		"changed": {changed, "one.json: part.digest: is not that of the part, which was changed",
			"cells[0].mean: must be ", cli.Failed},
		"of old, as it was": {old, "one.json: the part has no digest, so that changes of it are not detected\n",
			"the part has no digest", cli.Done},
		"of old, changed": {digest.ReplaceAllString(changed, "\n$1"), "one.json: the part has no digest",
			"cells[0].mean: must be ", cli.Failed},
	} {
		writeFile(t, "one.json", c.text)
		if _, got, status := runShellWords(t, []string{"check", "s.json", "one.json"}); status != c.status ||
			!strings.Contains(got, c.check) {
			t.Errorf("%s: check: got %s, exit %d; want %s, exit %d", name, got, status, c.check, c.status)
		}
		_, got, status := runShellWords(t, []string{"merge", "two.json", "one.json"})
		if refused := strings.Contains(c.merge, "changed;") || name == "changed"; (status == cli.Wrong) != refused ||
			!strings.HasPrefix(got, c.merge) || c.merge == "" && got != "" {
			t.Errorf("%s: merge: got %s, exit %d; want %s", name, got, status, c.merge)
		}
	}
	if _, got, status := runShellWords(t, []string{"check", "s.json", "raw.json"}); status != cli.Failed ||
		!strings.Contains(got, "digest: is not that of the part") {
		t.Errorf("check of a single changed part: got %s, exit %d; want exit %d", got, status, cli.Failed)
	}
}

// Replications requested on the command line do not contradict the scenario, and
// another study does.
func TestCheckOfAStudy(t *testing.T) {
	t.Chdir(t.TempDir())
	const window = `{"format": "gridbox", "version": 1, "kind": "window", "seed": 3,
  "window": {"generate": {"preset": "twelve-nodes"}}, "runs": [{"algorithm": "min-cost"}]`
	writeFile(t, "bare.json", window+"}")
	writeFile(t, "s.json", window+`, "study": {"replications": 9, "metrics": ["start"]}}`)
	text, _, _ := runShellWords(t, []string{"study", "bare.json", "--replications", "3"})
	writeFile(t, "out.json", text)
	if _, got, status := runShellWords(t, []string{"check", "bare.json", "out.json"}); status != cli.Done {
		t.Errorf("check of the same study: got %s, exit %d; want exit %d", got, status, cli.Done)
	}
	if _, got, status := runShellWords(t, []string{"check", "s.json", "out.json"}); status != cli.Failed ||
		!strings.Contains(got, "scenario: is another study") {
		t.Errorf("check of another study: got %s, exit %d; want exit %d", got, status, cli.Failed)
	}
	writeFile(t, "part.json", `{"format": "gridbox-part", "version": 1, "engine": "0", "scenario": "sha256:0", "points": []}`)
	if _, got, status := runShellWords(t, []string{"check", "s.json", "part.json"}); status != cli.Failed &&
		status != cli.Wrong {
		t.Errorf("check of a part without points: got %s, exit %d; want an error", got, status)
	}
}
