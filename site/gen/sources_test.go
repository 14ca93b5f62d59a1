package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentationAsText checks that llms.txt lists every article, and that links of the articles' sources
// lead to files of the site.
func TestDocumentationAsText(t *testing.T) {
	s, err := NewSite("/some/prefix", "https://example.org")
	if err != nil {
		t.Fatal(err)
	}
	var order []DocLink
	for _, chapter := range chapters {
		for _, name := range chapter.Names {
			order = append(order, DocLink{Name: name, Title: name, Address: s.URL("docs/" + name + "/")})
		}
	}
	if err := s.addSources(order); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`https://example\.org/some/prefix/(docs/[^)#]*)`)
	for name, text := range s.files {
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if s.files[found[1]] == nil && !strings.HasSuffix(found[1], "/") {
				t.Errorf("%s links to %s, which is no file", name, found[1])
			}
		}
		if strings.Contains(string(text), "](site:") {
			t.Errorf("%s has a site: address, which only the generator resolves", name)
		}
	}
	sources, _ := os.ReadDir("site/docs")
	for _, entry := range sources {
		if name, ok := strings.CutSuffix(entry.Name(), ".md"); ok &&
			!strings.Contains(string(s.files["llms.txt"]), "/docs/"+name+"/index.md") {
			t.Errorf("llms.txt does not list %s", name)
		}
	}
}

// TestSchemasNameTheirAddress checks that each published schema is a document whose $id is its address.
func TestSchemasNameTheirAddress(t *testing.T) {
	s, err := NewSite("/some/prefix", "https://example.org")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.addSchemas(); err != nil {
		t.Fatal(err)
	}
	for name, text := range s.files {
		var d struct {
			ID string `json:"$id"`
		}
		if err := json.Unmarshal(text, &d); err != nil || d.ID != "https://example.org/some/prefix/"+name {
			t.Errorf("schema %s: got $id %q, error %v; want its address", name, d.ID, err)
		}
	}
	if len(s.files) < 8 {
		t.Errorf("got %d schemas, want at least 8", len(s.files))
	}
}
