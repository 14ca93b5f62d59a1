// Package still draws figures beforehand, when the site is built, by the same
// code that draws them live. A frame then shows its scenario solved and drawn
// before any WebAssembly has arrived, and the live figure takes the page over
// without moving anything.
package still

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"gridbox/app/compute"
	"gridbox/app/figure"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
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
	f.Freeze()
	made, err := drawn(f)
	if err != nil {
		return Still{}, fmt.Errorf("still: preset %s: %w", preset, err)
	}
	made.Preset = preset
	return made, nil
}

// Alone draws a scenario with answers to its runs, for a page that no site is around.
// run is the one that is shown first, as figure.Address has it, and site the address
// of a site with a laboratory, or empty.
func Alone(s *scenario.Scenario, answers []scenario.Answer, run, site string) (Still, error) {
	var waiting expander
	f := figure.New(figure.Address{Run: run}, site, &waiting)
	f.Alone = true
	f.Freeze()
	f.Give(answers)
	f.OpenDocument(scenario.Canonical(s))
	for _, expand := range waiting {
		expand()
	}
	made, err := drawn(f)
	if err != nil {
		return Still{}, fmt.Errorf("still: %w", err)
	}
	return made, nil
}

// An expander is an engine that only makes scenarios explicit, when it is told to:
// the answers are there, so that no solver is needed.
type expander []func()

// Expand takes an expansion in.
func (e *expander) Expand(_ string, text []byte, done func([]byte, *compute.Trouble)) func() {
	*e = append(*e, func() {
		s, faults := scenario.Parse(text)
		if len(faults) == 0 {
			s, faults = scenario.Made(s)
		}
		if len(faults) > 0 {
			done(nil, &compute.Trouble{Reason: msg.Faulty, Text: "The scenario has faults.", Faults: faults})
			return
		}
		done(scenario.Canonical(s), nil)
	})
	return func() {}
}

// Solve gives no answer.
func (e *expander) Solve(string, []byte, scenario.Run, func(done, total int),
	func(*scenario.Answer, *compute.Trouble)) func() {
	return func() {}
}

// Scope and Survey are never asked, because such a page has the answers alone.
func (e *expander) Scope([]byte, func(compute.Scope, *compute.Trouble)) func() { return func() {} }

// Survey measures nothing.
func (e *expander) Survey(string, []byte, string, int, func([]byte, int), func(*compute.Trouble)) func() {
	return func() {}
}

// Explain is never asked, because such a page shows answers and no steps.
func (e *expander) Explain(string, []byte, scenario.Run, map[string]string,
	func(compute.Why, *compute.Trouble)) func() {
	return func() {}
}

// drawn renders a figure that has come to its end.
func drawn(f *figure.Figure) (Still, error) {
	if f.Phase == figure.Broken {
		return Still{}, fmt.Errorf("%s\n%w", f.TroubleText(), f.Faults())
	}
	body, err := render(&figure.Root{Figure: f})
	if err != nil {
		return Still{}, err
	}
	return Still{Title: f.Title(), Caption: f.Caption(), Body: body, Picture: f.Picture(f.StillCanvas())}, nil
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

// render writes a component as HTML, with the insides of the islands in it.
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

// fill puts markup into the element with an id.
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

// escapes are what may not stand in texts and attributes as it is.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// Escape is a text as HTML.
func Escape(text string) string { return escapes.Replace(text) }

// write writes a node. vugu's own renderer would parse the pictures and write them
// anew, and a package that comes with it hands its licence to nobody; a test holds the
// two to each other.
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
		return // the one element of the markup that has no end
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
