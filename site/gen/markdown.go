package main

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// An Article is a rendered markdown file.
type Article struct {
	Title       string
	Description string // the first paragraph, as plain text
	Body        template.HTML
	Contents    []Entry // its second-level headings
	Sections    []Section
}

// An Entry is a link to a heading of an article.
type Entry struct{ ID, Text string }

// renderMarkdown renders the source of an article as HTML. Links to other articles are links to
// files in the source, so that they work there too, and become addresses of the site.
func (s *Site) renderMarkdown(source []byte) (Article, error) {
	var a Article
	engine := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Typographer),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&blocks{site: s}, 100))),
	)
	root := engine.Parser().Parse(text.NewReader(source))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			return ast.WalkContinue, a.readHeading(n, source)
		case *ast.Paragraph:
			if a.Description == "" {
				a.Description = plainText(n, source)
			}
		case *ast.Link:
			n.Destination = []byte(s.articleAddress(string(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return a, err
	}
	if a.Title == "" {
		return a, fmt.Errorf("it has no first-level heading")
	}
	a.Sections = sections(root, source)
	var out bytes.Buffer
	if err := engine.Renderer().Render(&out, source, root); err != nil {
		return a, err
	}
	a.Body = template.HTML(out.String())
	return a, nil
}

// readHeading reads the title and the entries. It is an error if heading levels have gaps.
func (a *Article) readHeading(n *ast.Heading, source []byte) error {
	words := plainText(n, source)
	switch {
	case n.Level == 1 && a.Title != "":
		return fmt.Errorf("a second title: %q", words)
	case n.Level == 1:
		a.Title = words
	case n.Level == 2:
		id, _ := n.AttributeString("id")
		a.Contents = append(a.Contents, Entry{string(id.([]byte)), words})
	case n.Level > 2 && len(a.Contents) == 0:
		return fmt.Errorf("%q stands below no second-level heading", words)
	}
	return nil
}

// articleFile matches a link to another article in the same folder, or from a lesson to an
// article.
var articleFile = regexp.MustCompile(`^(?:\.\./docs/)?([a-z0-9-]+)\.md(#.*)?$`)

// siteLink matches an address that starts at the site's root, "site:lab/".
var siteLink = regexp.MustCompile(`^site:(.*)$`)

func (s *Site) articleAddress(destination string) string {
	if m := articleFile.FindStringSubmatch(destination); m != nil {
		return s.URL("docs/"+m[1]+"/") + m[2]
	}
	if m := siteLink.FindStringSubmatch(destination); m != nil {
		return s.URL(m[1])
	}
	return destination
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch c := c.(type) {
		case *ast.Text:
			out.Write(c.Segment.Value(source))
			if c.SoftLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(c.Value)
		}
		return ast.WalkContinue, nil
	})
	// The typographer leaves entities in the text.
	return strings.NewReplacer("&rsquo;", "’", "&lsquo;", "‘", "&ldquo;", "“", "&rdquo;", "”", "&ndash;", "–",
		"&mdash;", "—", "&hellip;", "…").Replace(out.String())
}

// blocks renders the blocks that differ from plain markdown: highlighted code, live figures,
// tables of fields, headings with anchors, and tables that scroll horizontally on a narrow
// screen.
type blocks struct{ site *Site }

// RegisterFuncs implements goldmark's renderer.NodeRenderer.
func (b *blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, b.fencedCode)
	r.Register(ast.KindHeading, b.heading)
	r.Register(extast.KindTable, b.table)
}

// fencedCode renders a fenced code block. Some languages, such as figure and exercise, are replaced by generated parts;
// the others are highlighted as code.
func (b *blocks) fencedCode(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	n := node.(*ast.FencedCodeBlock)
	var code bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(source))
	}
	language := string(n.Language(source))
	switch language {
	case "figure":
		return ast.WalkSkipChildren, b.site.writeFigure(w, code.String())
	case "exercise":
		return ast.WalkSkipChildren, b.site.writeExercise(w, code.String())
	case "solutions":
		return ast.WalkSkipChildren, b.site.writeSolutions(w, strings.TrimSpace(code.String()))
	case "fields":
		return ast.WalkSkipChildren, b.site.writeFields(w, strings.TrimSpace(code.String()))
	case "policies":
		return ast.WalkSkipChildren, b.site.writePolicies(w, strings.TrimSpace(code.String()))
	case "attempt":
		return ast.WalkSkipChildren, b.site.writeAttempt(w, code.String())
	case "gridbox":
		return ast.WalkSkipChildren, b.site.writeOutput(w, code.String())
	case "league":
		return ast.WalkSkipChildren, b.site.writeLeague(w, code.String())
	case "house":
		return ast.WalkSkipChildren, b.site.writeHouse(w, code.String())
	case "rooms":
		return ast.WalkSkipChildren, b.site.writeRooms(w, code.String())
	}
	_, err := fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", highlight(language, code.String()))
	return ast.WalkSkipChildren, err
}

// heading renders a heading with its id. All levels but the first have a link to themselves.
func (b *blocks) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	id, _ := n.AttributeString("id")
	if entering {
		fmt.Fprintf(w, "<h%d id=\"%s\">", n.Level, util.EscapeHTML(id.([]byte)))
		return ast.WalkContinue, nil
	}
	if n.Level > 1 {
		fmt.Fprintf(w, " <a class=\"anchor\" href=\"#%s\" aria-label=\"Link to this heading\">#</a>",
			util.EscapeHTML(id.([]byte)))
	}
	fmt.Fprintf(w, "</h%d>\n", n.Level)
	return ast.WalkContinue, nil
}

func (b *blocks) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, err := w.WriteString("<div class=\"scroll\" tabindex=\"0\"><table>\n")
		return ast.WalkContinue, err
	}
	// goldmark opens a body only for tables that have rows.
	_, err := w.WriteString("</tbody></table></div>\n")
	return ast.WalkContinue, err
}
