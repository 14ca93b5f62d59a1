package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Chapter groups articles in the table of contents. Chapters and articles are listed in reading
// order.
type Chapter struct {
	Title string
	Names []string // files of site/docs without .md
}

var chapters = []Chapter{
	{"Using Gridbox", []string{"first-minutes", "guide", "laboratory", "studies", "clusters", "embedding", "guides",
		"hosting", "versions", "gridbox-js", "notebooks", "command-line", "automation", "classroom", "import", "export",
		"format", "check-it-yourself"}},
	{"Algorithms", []string{"replica-selection", "rbhs", "scp-tree-search", "baselines", "mapping", "square-window",
		"subset-choice", "own-criterion", "own-algorithms", "programs",
		"alp-amp", "best-combination", "groups", "gka", "group-tree", "frontier",
		"two-stage", "queues", "league", "conformance"}},
	{"Working on Gridbox", []string{"architecture", "testing", "performance", "checklists", "glossary",
		"accessibility", "translate"}},
}

// A DocPage is an article with its position in the table of contents.
type DocPage struct {
	*Site
	Article
	Name       string
	Chapters   []DocChapter
	Prev, Next *DocLink
}

// A DocChapter is a chapter of the table of contents with links.
type DocChapter struct {
	Title string
	Links []DocLink
}

// A DocLink is a link to an article.
type DocLink struct {
	Name, Title, Description, Address string
	Current                           bool
}

// addDocs renders every article of site/docs and the table of contents.
func (s *Site) addDocs() error {
	articles, err := s.readArticles("site/docs")
	if err != nil {
		return err
	}
	var order []DocLink
	for _, chapter := range chapters {
		for _, name := range chapter.Names {
			if a, ok := articles[name]; ok {
				order = append(order, DocLink{Name: name, Title: a.Title, Description: firstSentences(a.Description),
					Address: s.URL("docs/" + name + "/")})
			}
		}
	}
	for i, entry := range order {
		page := DocPage{Site: s, Article: articles[entry.Name], Name: entry.Name, Chapters: tableOf(order, entry.Name)}
		if i > 0 {
			page.Prev = &order[i-1]
		}
		if i+1 < len(order) {
			page.Next = &order[i+1]
		}
		if err := s.addDocPage("docs/"+entry.Name+"/", page); err != nil {
			return fmt.Errorf("site/docs/%s.md: %w", entry.Name, err)
		}
	}
	if err := s.addSources(order); err != nil {
		return err
	}
	body, err := part("contents", DocPage{Site: s, Chapters: tableOf(order, "")})
	if err != nil {
		return err
	}
	return s.addPage("page", Page{
		Path: "docs/", Title: "Documentation", Section: "docs", Body: body,
		Description: "How to use the laboratory, the algorithms with their papers, the document formats, embedding " +
			"and the command line.",
	})
}

func (s *Site) addDocPage(address string, page DocPage) error {
	body, err := part("article", page)
	if err != nil {
		return err
	}
	return s.addPage("page", Page{
		Path: address, Title: page.Title, Description: firstSentences(page.Description), Section: "docs", Body: body,
		Frames: strings.Contains(string(page.Article.Body), "data-live"),
	})
}

// readArticles renders all markdown files of a folder. It is an error if the folder and the table
// of contents differ.
func (s *Site) readArticles(dir string) (map[string]Article, error) {
	if s.articles != nil {
		return s.articles, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, err
	}
	articles := map[string]Article{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		if !slices.ContainsFunc(chapters, func(c Chapter) bool { return slices.Contains(c.Names, name) }) {
			return nil, fmt.Errorf("%s is in no chapter of the table of contents (site/gen/docs.go)", file)
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		a, err := s.renderMarkdown(source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if name == "glossary" {
			a.Body = addAnchors(a.Body)
		}
		articles[name] = a
	}
	s.articles = articles
	return articles, nil
}

// tableOf groups the articles by chapter and marks the current one.
func tableOf(order []DocLink, current string) []DocChapter {
	var table []DocChapter
	for _, chapter := range chapters {
		c := DocChapter{Title: chapter.Title}
		for _, link := range order {
			if slices.Contains(chapter.Names, link.Name) {
				link.Current = link.Name == current
				c.Links = append(c.Links, link)
			}
		}
		if len(c.Links) > 0 {
			table = append(table, c)
		}
	}
	return table
}

// firstSentences shortens a paragraph to the length that search engines show.
func firstSentences(text string) string {
	const room = 160
	if len(text) <= room {
		return text
	}
	if end := max(strings.LastIndex(text[:room], ". "), strings.LastIndex(text[:room], "? ")); end > room/4 {
		return text[:end+1]
	}
	return text[:strings.LastIndex(text[:room], " ")] + " …"
}
