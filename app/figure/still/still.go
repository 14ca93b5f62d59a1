// Package still draws figures beforehand, when the site is built, by the same
// code that draws them live. A frame then shows its scenario solved and drawn
// before any WebAssembly has arrived, and the live figure takes the page over
// without moving anything.
package still

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"gridbox/app/figure"
	"gridbox/core/catalog"
)

// A Still is what the site needs for the page of one preset's figure.
type Still struct {
	Preset  string
	Title   string
	Caption string
	// Body is the element #figure with everything in it. It belongs into the
	// body of a page whose root element carries data-still with the preset.
	Body string
	// Picture is the drawing alone, for pages that lead to the figure.
	Picture string
}

// Of solves and draws a preset. base is the site's prefix, "" or "/some/prefix".
func Of(preset, base string) (Still, error) {
	if _, ok := catalog.PresetKind(preset); !ok {
		return Still{}, fmt.Errorf("still: no preset %q in the catalogue", preset)
	}
	engine := &figure.Direct{}
	f := figure.New(figure.Address{Preset: preset}, base, engine)
	f.Open(nil)
	engine.Settle()
	if f.Phase == figure.Broken {
		return Still{}, fmt.Errorf("still: preset %s: %s\n%w", preset, f.TroubleText(), f.Faults())
	}
	f.Freeze()
	body, err := render(&figure.Root{Figure: f})
	if err != nil {
		return Still{}, fmt.Errorf("still: preset %s: %w", preset, err)
	}
	return Still{
		Preset: preset, Title: f.Title(), Caption: f.Caption(),
		Body: body, Picture: f.Picture(f.StillCanvas()),
	}, nil
}

// Presets lists the presets that have a page, in the order of the catalogue.
func Presets() []string {
	var ids []string
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// render writes a component as HTML. The insides of the islands go in as they
// are, behind a stand-in that no text can contain, because the renderer would
// parse and rewrite the SVG.
func render(root *figure.Root) (string, error) {
	build, err := vugu.NewBuildEnv()
	if err != nil {
		return "", err
	}
	results := build.RunBuild(root)
	islands := root.Islands()
	for i, island := range islands {
		if err := standIn(results.Out.Out[0], island.ID, token(i)); err != nil {
			return "", err
		}
	}
	var b bytes.Buffer
	if err := staticrender.New(&b).Render(results); err != nil {
		return "", err
	}
	html := b.String()
	for i, island := range islands {
		html = strings.Replace(html, token(i), island.HTML, 1)
	}
	return html, nil
}

func token(i int) string { return fmt.Sprintf("\ufdd0%d\ufdd1", i) }

func standIn(node *vugu.VGNode, id, text string) error {
	found := false
	err := node.Walk(func(n *vugu.VGNode) error {
		for _, a := range n.Attr {
			if a.Key == "id" && a.Val == id {
				n.InnerHTML, found = &text, true
			}
		}
		return nil
	})
	if err == nil && !found {
		err = fmt.Errorf("the markup has no island %s", id)
	}
	return err
}
