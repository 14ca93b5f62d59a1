package main

import (
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"regexp"
	"strings"

	"gridbox/core/catalog"
)

// glossaryFile has the definitions of the laboratory's terms; the page loads it when the first
// one is shown.
const glossaryFile = "glossary.json"

// A Meaning is a definition of a term. If a term has several, each states its problem kind.
type Meaning struct {
	Name       string `json:"name"`
	Symbol     string `json:"symbol,omitempty"` // as in the paper
	Kind       string `json:"kind,omitempty"`   // problem kind with this meaning, empty if all have it
	Text       string `json:"text"`
	Direction  string `json:"better,omitempty"` // lower or higher, for a metric
	DetailsURL string `json:"more,omitempty"`   // address of an article with details
}

// Syntax of an entry of site/docs/glossary.md: - **Name** (*symbol* or scope): text
var (
	glossaryEntry = regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*(?: \(([^)]*)\))?((?:, | and )\*\*[^:]*)?: ((?:.+)(?:\n  .+)*)`)
	glossaryMarks = regexp.MustCompile("\\*\\*|\\*|`")
	glossaryItem  = regexp.MustCompile(`<li>\s*<strong>([^<]+)</strong>`)
)

// belongs returns the kind meant by the words after a name, such as "of a batch" or "of windows".
func belongs(words string) string {
	for _, k := range catalog.Kinds() {
		if strings.Contains(" "+words+" ", " "+k.ID+" ") || strings.Contains(" "+words+" ", " "+k.ID+"s ") {
			return k.ID
		}
	}
	return ""
}

// termID returns the id of a term: lower case with hyphens.
func termID(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
}

// meanings parses the glossary and adds the metrics of all kinds.
func (s *Site) meanings(source string) map[string][]Meaning {
	all := map[string][]Meaning{}
	for _, m := range glossaryEntry.FindAllStringSubmatch(source, -1) {
		one := Meaning{Name: m[1], Text: glossaryMarks.ReplaceAllString(strings.Join(strings.Fields(m[4]), " "), "")}
		switch kind := belongs(m[2]); {
		case strings.HasPrefix(m[2], "*"):
			one.Symbol = strings.ReplaceAll(glossaryMarks.ReplaceAllString(m[2], ""), `\`, "")
		case kind != "":
			one.Kind = kind
		}
		id := termID(m[1])
		one.DetailsURL = s.URL("docs/glossary/") + "#" + id
		all[id] = append(all[id], one)
	}
	for _, k := range catalog.Kinds() {
		for _, m := range k.Metrics {
			one := Meaning{Name: m.Name, Text: sentence(m.About), Direction: "higher", Kind: k.ID}
			if m.Less {
				one.Direction = "lower"
			}
			if m.Unit != "" {
				one.Name += ", " + m.Unit
			}
			if known := all[termID(m.Name)]; len(known) > 0 {
				one.Symbol, one.DetailsURL = known[0].Symbol, known[0].DetailsURL
			}
			all[k.ID+"."+m.ID] = []Meaning{one}
		}
	}
	return all
}

// addGlossary writes the file of terms.
func (s *Site) addGlossary() error {
	source, err := os.ReadFile("site/docs/glossary.md")
	if err != nil {
		return err
	}
	all := s.meanings(string(source))
	if len(all) == 0 {
		return fmt.Errorf("site/docs/glossary.md has no entries")
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return s.AddHashed(glossaryFile, text)
}

// addAnchors adds ids to the entries of the glossary's page, to the first of each name.
func addAnchors(body template.HTML) template.HTML {
	taken := map[string]bool{}
	return template.HTML(glossaryItem.ReplaceAllStringFunc(string(body), func(item string) string {
		name := glossaryItem.FindStringSubmatch(item)[1]
		id := termID(name)
		if taken[id] {
			return item
		}
		taken[id] = true
		return `<li id="` + template.HTMLEscapeString(id) + `"><strong>` + name + `</strong>`
	}))
}
