// Package community tests the files by which others cite the project, contribute to it and report to it.
package community

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
)

// text returns a file of the repository.
func text(t *testing.T, name string) string {
	t.Helper()
	read, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(read)
}

// TestCitationIsComplete checks the fields that the format requires, and the version.
func TestCitationIsComplete(t *testing.T) {
	fields := map[string]string{}
	for line := range strings.Lines(text(t, "CITATION.cff")) {
		if name, value, ok := strings.Cut(line, ":"); ok && line[0] != ' ' && line[0] != '-' {
			fields[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	for name, want := range map[string]string{"cff-version": "1.2.0", "type": "software", "license": "MIT",
		"version": catalog.Version} {
		if fields[name] != want {
			t.Errorf("field %s: got %q, want %q", name, fields[name], want)
		}
	}
	for _, name := range []string{"message", "title"} {
		if fields[name] == "" {
			t.Errorf("CITATION.cff has no field %s", name)
		}
	}
	if !strings.Contains(text(t, "CITATION.cff"), "\nauthors:\n  - ") {
		t.Error("CITATION.cff has no authors")
	}
}

// TestCodeMetaIsComplete checks that the fields are those of the vocabulary, that the version is the program's, and
// that the files which it names are there.
func TestCodeMetaIsComplete(t *testing.T) {
	var d map[string]any
	if err := json.Unmarshal([]byte(text(t, "codemeta.json")), &d); err != nil {
		t.Fatal(err)
	}
	if d["@context"] != "https://w3id.org/codemeta/3.0" || d["@type"] != "SoftwareSourceCode" ||
		d["version"] != catalog.Version {
		t.Errorf("got context %v, type %v, version %v; want those of CodeMeta 3.0 and version %s",
			d["@context"], d["@type"], d["version"], catalog.Version)
	}
	known := []string{"@context", "@type", "name", "description", "version", "license", "author", "programmingLanguage",
		"operatingSystem", "runtimePlatform", "softwareRequirements", "applicationCategory", "keywords",
		"developmentStatus", "readme", "softwareHelp", "contIntegration", "referencePublication"}
	for name := range d {
		if !slices.Contains(known, name) {
			t.Errorf("field %s is not a term of the vocabulary", name)
		}
	}
	for _, name := range []string{"readme", "softwareHelp", "contIntegration"} {
		text(t, d[name].(string))
	}
}

// TestPaperHasItsSections checks the paper's sections, its head and its references.
func TestPaperHasItsSections(t *testing.T) {
	paper, library := text(t, "paper.md"), text(t, "paper.bib")
	for _, section := range []string{"Summary", "Statement of need", "State of the field", "Software design",
		"Research impact", "AI usage disclosure", "Acknowledgements", "References"} {
		if strings.Count(paper, "\n# "+section+"\n") != 1 {
			t.Errorf("paper.md: the section %s is missing or not unique", section)
		}
	}
	for _, field := range []string{"title:", "tags:", "authors:", "affiliations:", "date:", "bibliography: paper.bib"} {
		if !strings.Contains(paper, "\n"+field) {
			t.Errorf("paper.md: the head has no %s", field)
		}
	}
	cited := regexp.MustCompile(`@([a-z]+)[\];]`).FindAllStringSubmatch(paper, -1)
	if len(cited) == 0 {
		t.Error("paper.md cites nothing")
	}
	for _, key := range cited {
		if !strings.Contains(library, "{"+key[1]+",") {
			t.Errorf("%s is not in paper.bib", key[1])
		}
	}
	if n := len(strings.Fields(paper)); n < 250 || n > 1750 {
		t.Errorf("got %d words in the paper, want 250 to 1750", n)
	}
}

// TestContactStandsInOneFile checks that the address is in SUPPORT.md only, and that the others link to it.
func TestContactStandsInOneFile(t *testing.T) {
	address := regexp.MustCompile(`[a-z.]+@[a-z.]+\.[a-z]+`)
	if found := address.FindAllString(text(t, "SUPPORT.md"), -1); len(found) != 1 {
		t.Errorf("SUPPORT.md: got the addresses %v, want one", found)
	}
	for _, name := range []string{"SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md"} {
		if found := address.FindString(text(t, name)); found != "" {
			t.Errorf("%s: got the address %s, want none", name, found)
		}
		if !strings.Contains(text(t, name), "(SUPPORT.md)") {
			t.Errorf("%s does not link to SUPPORT.md", name)
		}
	}
}

// TestFilesLeadSomewhere checks that every file that these documents name exists.
func TestFilesLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	path := regexp.MustCompile("`((?:core|site|app)/[a-zA-Z0-9_./-]+)`")
	for _, name := range []string{"SUPPORT.md", "SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md"} {
		for _, found := range append(link.FindAllStringSubmatch(text(t, name), -1),
			path.FindAllStringSubmatch(text(t, name), -1)...) {
			if _, err := os.Stat(filepath.Join("..", "..", found[1])); err != nil {
				t.Errorf("%s names %s, which does not exist: %v", name, found[1], err)
			}
		}
	}
}

// TestAccessibilityReportIsComplete checks that the report has a row for every criterion of the levels A and AA, that
// its counts are right, and that every test that it names exists.
func TestAccessibilityReportIsComplete(t *testing.T) {
	report := text(t, "site/docs/accessibility.md")
	rows := regexp.MustCompile(`(?m)^\| (\d\.\d\.\d+) .* \| (A|AA) \| ([a-z ]+) \| (.*) \|$`).FindAllStringSubmatch(report, -1)
	counts, levels, seen := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, row := range rows {
		counts[row[3]]++
		levels[row[2]]++
		if seen[row[1]] {
			t.Errorf("criterion %s has two rows", row[1])
		}
		seen[row[1]] = true
		for _, name := range regexp.MustCompile(`^(access|reach|editing|criteria)\b`).FindAllString(row[4], -1) {
			text(t, "site/e2e/"+name+".test.mjs")
		}
		results := []string{"supports", "does not support", "not applicable", "not evaluated"}
		if row[4] == "" || !slices.Contains(results, row[3]) {
			t.Errorf("criterion %s: got result %q, evidence %q; want a known result with evidence",
				row[1], row[3], row[4])
		}
	}
	if levels["A"] != 31 || levels["AA"] != 24 {
		t.Errorf("got %d criteria of level A and %d of AA, want 31 and 24", levels["A"], levels["AA"])
	}
	want := "Of 55 criteria " + strconv.Itoa(counts["supports"]) + " are supported, " +
		strconv.Itoa(counts["does not support"]) + " are not supported, " +
		strconv.Itoa(counts["not applicable"]) + " do not apply, and " + strconv.Itoa(counts["not evaluated"]) +
		" are not evaluated."
	if !strings.Contains(report, want) {
		t.Errorf("the report must say: %s", want)
	}
	version := regexp.MustCompile(`"axe-core": "(\d+\.\d+)`).FindStringSubmatch(text(t, "assets/package.json"))
	if !strings.Contains(report, "axe-core "+version[1]) {
		t.Errorf("the report does not name axe-core %s, the version of the tests", version[1])
	}
}
