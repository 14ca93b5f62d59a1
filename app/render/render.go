// Package render draws the laboratory in its page. It is the only Go program on the page's thread. It converts the
// frames that the laboratory sends from its worker (package wire) to elements of go-app, which patches the page. It
// neither reads documents nor handles events; assets/js/link.js carries events to the worker and frames to this
// package.
package render

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/ui"
	"gridbox/app/wire"
)

// Page is the root component of the page /lab/.
type Page struct {
	app.Compo

	root  []ui.Attr
	parts []drawnPart // by index; their number never changes
}

// drawnPart is a part of the page as last drawn.
type drawnPart struct {
	node    ui.Node
	version int
}

// applyFrame replaces the drawn parts by those of a frame.
func (p *Page) applyFrame(f *wire.Frame) {
	p.root = f.Root
	for i := range f.Views {
		v := &f.Views[i]
		for len(p.parts) <= v.Index {
			p.parts = append(p.parts, drawnPart{})
		}
		p.parts[v.Index] = drawnPart{v.Node, p.parts[v.Index].version + 1}
	}
}

// Render returns the root with all parts. Events bubble to it, where the page's script listens.
func (p *Page) Render() app.UI {
	root := app.Elem("div")
	for _, a := range p.root {
		root = root.Attr(a.Name, a.Value)
	}
	parts := make([]app.UI, len(p.parts))
	for i := range parts {
		parts[i] = &part{Page: p, Index: i, Version: p.parts[i].version}
	}
	return root.Body(parts...)
}

// A part is the component of one part of the page. go-app renders it again when its
// version has changed.
type part struct {
	app.Compo
	Page    *Page
	Index   int
	Version int
}

// Render returns the elements of the part.
func (p *part) Render() app.UI { return elements(p.Page.parts[p.Index].node, p.Version) }
