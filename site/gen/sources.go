package main

import (
	"os"
	"regexp"
	"strings"
)

// docLink matches a link of an article to another article, siteAddress an address of the site.
var (
	docLink     = regexp.MustCompile(`\]\(([a-z0-9-]+)\.md(#[^)]*)?\)`)
	siteAddress = regexp.MustCompile(`\]\(site:([^)]*)\)`)
)

// addSources publishes the source of every article next to its page, and llms.txt, which lists
// them. Links between articles become links to the other sources. Blocks filled in by the page,
// such as tables of fields, are left as written.
func (s *Site) addSources(order []DocLink) error {
	index := &strings.Builder{}
	index.WriteString("# Gridbox\n\n> A laboratory for grid and cluster scheduling algorithms: scenarios and results " +
		"are JSON documents, algorithms run in a browser tab or on the command line, and every answer is checked.\n\n" +
		"The command line is `gridbox`; `gridbox mcp` serves it by the Model Context Protocol, and `--json` makes\n" +
		"every command write JSON. Schemas: " + s.Absolute("schema/scenario-1.json") + ", " +
		s.Absolute("schema/result-1.json") + ".\n")
	for _, chapter := range tableOf(order, "") {
		index.WriteString("\n## " + chapter.Title + "\n\n")
		for _, link := range chapter.Links {
			text, err := os.ReadFile("site/docs/" + link.Name + ".md")
			if err != nil {
				return err
			}
			if err := s.Add("docs/"+link.Name+"/index.md", s.rewriteLinks(text)); err != nil {
				return err
			}
			index.WriteString("- [" + link.Title + "](" + s.Absolute("docs/"+link.Name+"/index.md") + "): " +
				link.Description + "\n")
		}
	}
	return s.Add("llms.txt", []byte(index.String()))
}

// rewriteLinks returns the source of an article with links that work outside of the sources.
func (s *Site) rewriteLinks(text []byte) []byte {
	text = docLink.ReplaceAll(text, []byte("]("+s.Absolute("docs/")+"$1/index.md$2)"))
	return siteAddress.ReplaceAll(text, []byte("]("+s.Absolute("")+"$1)"))
}
