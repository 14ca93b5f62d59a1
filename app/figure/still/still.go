// Package still draws figures beforehand, when the site is built, by the same
// code that draws them live. A frame then shows its scenario solved and drawn
// before any WebAssembly has arrived, and the live figure takes the page over
// without moving anything.
package still

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"gridbox/app/figure"
	"gridbox/core/catalog"
)

// A Page is the content of the page of one preset's figure.
type Page struct {
	Preset  string
	Title   string
	Caption string
	// Body is the element #figure with its content. It belongs into the body of a page whose root element carries
	// data-still with the preset.
	Body string
	// Picture is the drawing alone, for pages that lead to the figure.
	Picture string
}

// Draw solves and draws a preset. base is the site's prefix, "" or "/some/prefix".
func Draw(preset, base string) (Page, error) {
	if _, ok := catalog.PresetKind(preset); !ok {
		return Page{}, fmt.Errorf("still: no preset %q in the catalogue", preset)
	}
	engine := &figure.Direct{}
	f := figure.New(figure.Address{Preset: preset}, base, engine)
	f.Open(nil)
	engine.Settle()
	f.Freeze()
	made, err := renderFigure(f)
	if err != nil {
		return Page{}, fmt.Errorf("still: preset %s: %w", preset, err)
	}
	made.Preset = preset
	return made, nil
}

// renderFigure renders a figure after all its requests are done.
func renderFigure(f *figure.Figure) (Page, error) {
	if f.Phase == figure.Broken {
		return Page{}, fmt.Errorf("%s\n%w", f.TroubleText(), f.Faults())
	}
	body, err := render(&figure.Root{Figure: f})
	if err != nil {
		return Page{}, err
	}
	return Page{Title: f.Title(), Caption: f.Caption(), Body: body, Picture: f.Picture(f.StillCanvas())}, nil
}

// render returns the HTML of a figure's component, including the contents of the islands. It returns an error if vugu
// cannot build the component, or if the element of an island is missing.
func render(root *figure.Root) (string, error) {
	build, err := vugu.NewBuildEnv()
	if err != nil {
		return "", err
	}
	tree := build.RunBuild(root).Out.Out[0]
	for _, island := range root.Islands() {
		if err := fill(tree, island.ID, island.HTML); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	write(&b, tree)
	return b.String(), nil
}

// fill sets the content of the element with an id.
func fill(tree *vugu.VGNode, id, markup string) error {
	found := false
	err := tree.Walk(func(n *vugu.VGNode) error {
		for _, a := range n.Attr {
			if a.Key == "id" && a.Val == id {
				n.InnerHTML, found = &markup, true
			}
		}
		return nil
	})
	if err == nil && !found {
		err = fmt.Errorf("the markup has no island %s", id)
	}
	return err
}

// escapes replaces the characters that texts and attributes must not contain.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// write writes a node. vugu's own renderer would parse the pictures and write
// them again, and a package that it needs has no licence; a test compares the
// output of both.
func write(b *strings.Builder, n *vugu.VGNode) {
	switch {
	case n.Type == vugu.TextNode:
		b.WriteString(escapes.Replace(n.Data))
		return
	case n.Type != vugu.ElementNode:
		return
	case n.IsTemplate():
		writeAll(b, n)
		return
	}
	b.WriteString("<" + n.Data)
	for _, a := range n.Attr {
		b.WriteString(" " + a.Key + `="` + escapes.Replace(a.Val) + `"`)
	}
	b.WriteByte('>')
	if n.Data == "input" {
		return // a void element, which has no end tag
	}
	if n.InnerHTML != nil {
		b.WriteString(*n.InnerHTML)
	} else {
		writeAll(b, n)
	}
	b.WriteString("</" + n.Data + ">")
}

func writeAll(b *strings.Builder, n *vugu.VGNode) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		write(b, child)
	}
}
