package main

import (
	"encoding/json"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// searchFile has the text of all articles by section; a page loads it for the first search; see
// assets/js/search.js.
const searchFile = "search.json"

// A Section is the text below one heading of an article.
type Section struct {
	Page string `json:"p"` // the article's title
	Head string `json:"h"` // the heading, empty above the first
	Link string `json:"u"`
	Text string `json:"t"`
}

// sections splits an article at its headings of the second and third level. Code is included,
// because readers search for names of options.
func sections(root ast.Node, source []byte) []Section {
	list := []Section{{}}
	var text strings.Builder
	end := func() {
		list[len(list)-1].Text = strings.Join(strings.Fields(text.String()), " ")
		text.Reset()
	}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			if h.Level == 1 {
				continue
			}
			id, _ := h.AttributeString("id")
			end()
			list = append(list, Section{Head: plainText(h, source), Link: "#" + string(id.([]byte))})
			continue
		}
		text.WriteString(blockText(n, source))
	}
	end()
	return list
}

// blockText returns the text of a block and its nested blocks, separated by spaces.
func blockText(n ast.Node, source []byte) string {
	var out strings.Builder
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		switch string(n.Language(source)) {
		case "figure", "house", "rooms", "fields", "exercise", "solutions":
			return "" // the content of these blocks is generated, not text of the article
		}
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			out.Write(line.Value(source))
		}
		return out.String() + " "
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
		return plainText(n, source) + " "
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out.WriteString(blockText(c, source))
	}
	return out.String()
}

// addSearch writes the search index: the articles in their order, then the lessons.
func (s *Site) addSearch() error {
	articles, err := s.readArticles("site/docs")
	if err != nil {
		return err
	}
	course, err := s.courseArticles()
	if err != nil {
		return err
	}
	var all []Section
	take := func(a Article, address string) {
		for _, one := range a.Sections {
			one.Page, one.Link = a.Title, s.URL(address)+one.Link
			all = append(all, one)
		}
	}
	for _, chapter := range chapters {
		for _, name := range chapter.Names {
			take(articles[name], "docs/"+name+"/")
		}
	}
	for _, name := range lessons {
		take(course[name], "course/"+name+"/")
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return s.AddHashed(searchFile, text)
}
