package main

import (
	"encoding/json"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

// TestEveryCommandWritesJSON runs every command with --json: with useful arguments, without
// arguments, and with a missing file. Standard output is one document or empty, and each message
// has a code, a path and a text.
func TestEveryCommandWritesJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	out, _, _ := runCommand(t, "generate", "three-sites")
	writeFile(t, "s.json", out)
	out, _, _ = runCommand(t, "generate", "markov-2004")
	writeFile(t, "farm.json", out)
	out, _, _ = runCommand(t, "solve", "s.json")
	writeFile(t, "r.json", out)
	writeFile(t, "price.txt", "price")
	writeFile(t, "study.json", `{"format": "gridbox", "version": 1, "kind": "group",
		"group": {"generate": {"preset": "gka-22"}}, "study": {"replications": 2}, "runs": [{"algorithm": "gka"}]}`)
	writeFile(t, "jobs.csv", "id,duration,slots\na,10,1\nb,20,2\n")
	out, _, _ = runCommand(t, "challenge", "run", "blind-buyers", "--policy", "price.txt", "--start", "3")
	writeFile(t, "attempt.json", out)
	useful := map[string][]string{
		"solve": {"s.json"}, "run": {"s.json", "--policy", "price.txt"}, "policy": {"group"},
		"challenge": {"verify", "attempt.json"}, "score": {"price.txt", "--suite", "blind-buyers"},
		"study": {"study.json"}, "curves": {"s.json"}, "check": {"s.json", "r.json"}, "verify": {"s.json", "r.json"},
		"export": {"s.json", "r.json", "--as", "csv"}, "cite": {"s.json"}, "explain": {"s.json", "--run", "0"},
		"diff": {"s.json"}, "generate": {"gka-22"}, "import": {"jobs.csv"}, "measures": {"farm.json"},
		"queue": {"farm.json"},
		"link":  {"s.json"}, "list": {}, "schema": {"scenario"}, "types": {"placement"}, "version": {},
	}
	for _, v := range verbs() {
		// These need a session, a growing folder, and foreign files.
		if v.Name == "mcp" || v.Name == "watch" || v.Name == "conformance" {
			continue
		}
		if args, ok := useful[v.Name]; ok {
			out, got, status := runCommand(t, append(append([]string{v.Name}, args...), "--json")...)
			if status != cli.Done || !json.Valid([]byte(out)) {
				t.Errorf("%s %v: got exit %d, output %.200q, messages %.200q; want exit %d and JSON", v.Name, args,
					status, out, got, cli.Done)
			}
			messagesAreDocuments(t, v.Name, got)
		}
		for _, more := range [][]string{{}, {"none.json"}, {"--nope"}} {
			args := append(append([]string{v.Name}, more...), "--json")
			out, got, status := runCommand(t, args...)
			if out != "" && !json.Valid([]byte(out)) || status != cli.Done && got == "" {
				t.Errorf("%v: got exit %d, output %.200q, messages %.200q; want JSON or none, and messages on errors",
					args, status, out, got)
			}
			messagesAreDocuments(t, v.Name, got)
		}
	}
	if out, _, _ := runCommand(t, "help", "--json"); !json.Valid([]byte(out)) {
		t.Errorf("help --json: got %.200q, want JSON", out)
	}
}

func messagesAreDocuments(t *testing.T, name, got string) {
	t.Helper()
	for line := range strings.Lines(got) {
		var m map[string]string
		if err := json.Unmarshal([]byte(line), &m); err != nil || m["code"] == "" || m["message"] == "" || len(m) != 3 {
			t.Errorf("%s: got message %.200q, error %v; want a document of code, path and message", name, line, err)
		}
	}
}
