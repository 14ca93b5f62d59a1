package main

import (
	"encoding/json"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// searchFile is the text of all articles, section by section, which a page loads
// when somebody searches; see assets/js/search.js.
const searchFile = "search.json"

// A Section is what stands below one heading of an article.
type Section struct {
	Page string `json:"p"` // the article's title
	Head string `json:"h"` // the heading, empty above the first
	Link string `json:"u"`
	Text string `json:"t"`
}

// sections cuts an article at its headings of the second and third level. Code is
// text too: people search for names of options.
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

// blockText is the text of a block and of all blocks in it, with room between.
func blockText(n ast.Node, source []byte) string {
	var out strings.Builder
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		switch string(n.Language(source)) {
		case "figure", "house", "fields", "exercise", "solutions":
			return "" // what is drawn there is no text of the article
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

// addSearch writes what can be searched: the articles in their order, then the
// lessons.
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
