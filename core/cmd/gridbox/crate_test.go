package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

// TestCratesFollowTheProfile writes crates and checks them by the rules of RO-Crate 1.1 and of
// Process Run Crate, and checks that the commands of the artifact description confirm their
// content.
func TestCratesFollowTheProfile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, args := range map[string][]string{
		"solved":  {"generate", "gka-22"},
		"studied": {"generate", "alp-amp-figure-5"},
	} {
		out, _, status := runCommand(t, args...)
		if status != cli.Done {
			t.Fatalf("gridbox %v: got exit %d, want %d", args, status, cli.Done)
		}
		writeFile(t, "s.json", out)
		export := []string{"export", "s.json", "--as", "ro-crate", "--out", name, "--date", "2026-01-31",
			"--base", "https://x.example"}
		if name == "studied" {
			writeFile(t, "s.json", `{"format": "gridbox", "version": 1, "kind": "batch", "study": {"replications": 2},
				"batch": {"generate": {"preset": "alp-amp-2011"}}}`)
			out, _, _ := runCommand(t, "study", "s.json")
			writeFile(t, "study.json", out)
			export = append([]string{"export", "s.json", "study.json"}, export[2:]...)
		}
		if _, got, status := runCommand(t, export...); status != cli.Done {
			t.Fatalf("%s: export: got exit %d, want %d; %s", name, status, cli.Done, got)
		}
		conforms(t, name)
		for _, line := range artifactSteps(t, name) {
			if _, got, status := runCommand(t, line...); status != cli.Done {
				t.Errorf("%s: gridbox %v: got exit %d, want %d; %s", name, line, status, cli.Done, got)
			}
		}
		if _, _, status := runCommand(t, export...); status != cli.Wrong {
			t.Error("a folder that is not empty was written to")
		}
	}
}

// runCommand runs one command.
func runCommand(t *testing.T, args ...string) (out, got string, status int) {
	t.Helper()
	written, messages := &bytes.Buffer{}, &bytes.Buffer{}
	status = run(t.Context(), args, cli.Surroundings{In: &bytes.Buffer{}, Out: written, Err: messages,
		Clock: func() float64 { return 0 }})
	return written.String(), messages.String(), status
}

// artifactSteps returns the check and verify commands of an artifact description, with the crate's folder before
// the names of its files.
func artifactSteps(t *testing.T, folder string) (steps [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "ARTIFACT.md"))
	if err != nil {
		t.Fatal(err)
	}
	step := regexp.MustCompile(`(?m)^gridbox ((?:check|verify) [^#\n]*)`)
	for _, found := range step.FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(found[1])
		for i := range words[1:] {
			words[i+1] = filepath.Join(folder, words[i+1])
		}
		steps = append(steps, words)
	}
	if len(steps) == 0 {
		t.Error("the artifact description has no steps")
	}
	return steps
}

// conforms checks the description of a crate.
func conforms(t *testing.T, folder string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "ro-crate-metadata.json"))
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &crate); err != nil || crate.Context != "https://w3id.org/ro/crate/1.1/context" {
		t.Fatalf("crate %s: got context %q, error %v; want RO-Crate 1.1", folder, crate.Context, err)
	}
	entities, types := map[string]map[string]any{}, map[string]int{}
	for _, e := range crate.Graph {
		id, _ := e["@id"].(string)
		if id == "" || entities[id] != nil {
			t.Errorf("%s: got the empty or repeated id %q, want unique ids", folder, id)
		}
		kind, _ := e["@type"].(string)
		entities[id] = e
		types[kind]++
	}
	for id, e := range entities {
		for name, value := range e {
			for _, to := range references(value) {
				if entities[to] == nil && to != "https://w3id.org/ro/crate/1.1" {
					t.Errorf("%s: %s of %s refers to %s, which is not described", folder, name, id, to)
				}
			}
		}
	}
	descriptor, root := entities["ro-crate-metadata.json"], entities["./"]
	if descriptor["@type"] != "CreativeWork" || references(descriptor["about"])[0] != "./" ||
		references(descriptor["conformsTo"])[0] != "https://w3id.org/ro/crate/1.1" || root["@type"] != "Dataset" {
		t.Errorf("%s: got descriptor %v and root %v, want those of RO-Crate 1.1", folder, descriptor, root)
	}
	for _, name := range []string{"name", "description", "datePublished", "license", "hasPart", "mentions"} {
		if root[name] == nil || root[name] == "" {
			t.Errorf("%s: the crate has no %s", folder, name)
		}
	}
	for _, id := range references(root["hasPart"]) {
		if _, err := os.Stat(filepath.Join(folder, id)); err != nil || entities[id]["encodingFormat"] == nil ||
			entities[id]["@type"] != "File" {
			t.Errorf("%s: part %s: got error %v and entity %v, want a file with a format", folder, id, err,
				entities[id])
		}
	}
	action := entities[references(root["mentions"])[0]]
	if action["@type"] != "CreateAction" || types["SoftwareApplication"] != 1 ||
		len(references(action["result"])) < 2 ||
		entities[references(action["instrument"])[0]]["@type"] != "SoftwareApplication" {
		t.Errorf("%s: got action %v, want a CreateAction with results and one application", folder, action)
	}
}

// references returns the ids that a value refers to.
func references(value any) (ids []string) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			ids = append(ids, references(one)...)
		}
	case map[string]any:
		if id, ok := v["@id"].(string); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestCratesAreVerified verifies a crate by its folder. One with missing, longer or foreign files is refused, and each
// file is named.
func TestCratesAreVerified(t *testing.T) {
	t.Chdir(t.TempDir())
	out, _, _ := runCommand(t, "generate", "gka-22")
	writeFile(t, "s.json", out)
	if _, got, status := runCommand(t, "export", "s.json", "--as", "ro-crate", "--out", "crate"); status != cli.Done {
		t.Fatalf("export of a crate: got exit %d, want %d; %s", status, cli.Done, got)
	}
	if out, got, status := runCommand(t, "verify", "crate"); status != cli.Done ||
		!strings.Contains(out, "reproduced") {
		t.Errorf("verify crate: got exit %d, %q, %q; want exit %d and \"reproduced\"", status, out, got, cli.Done)
	}
	description := filepath.Join("crate", "ro-crate-metadata.json")
	listed, err := os.ReadFile(description)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join("crate", "figure.svg"), "changed")
	writeFile(t, description, strings.ReplaceAll(string(listed), "ARTIFACT.md", "../s.json"))
	if err := os.Remove(filepath.Join("crate", "result.json")); err != nil {
		t.Fatal(err)
	}
	_, got, status := runCommand(t, "verify", "crate", "--json")
	for _, want := range []string{`"code":"file-missing"`, `"path":"result.json"`, `"path":"figure.svg"`, "has 7 bytes",
		`"message":"is not inside the crate","path":"../s.json"`} {
		if status != cli.Wrong || !strings.Contains(got, want) {
			t.Errorf("verify crate: got exit %d, %s; want exit %d, %s", status, got, cli.Wrong, want)
		}
	}
	writeFile(t, description, `{"@graph": [{"@id": "./", "hasPart": []}]}`)
	if _, got, status := runCommand(t, "verify", "crate"); status != cli.Wrong ||
		!strings.Contains(got, "no scenario of Gridbox") {
		t.Errorf("verify of a foreign crate: got exit %d, %s; want exit %d", status, got, cli.Wrong)
	}
	if err := os.Remove(description); err != nil {
		t.Fatal(err)
	}
	if _, got, status := runCommand(t, "verify", "crate"); status != cli.Wrong ||
		!strings.Contains(got, "there is no file") {
		t.Errorf("verify of a folder without a description: got exit %d, %s; want exit %d", status, got, cli.Wrong)
	}
}
