package composer

import (
	"encoding/json"
	"strings"
	"testing"

	"gridbox/app/compute"
	"gridbox/app/figure"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// page records the content of the page's parts and the last notification.
type page struct {
	parts map[string]ui.Node
	last  Notice
}

func (p *page) text(part string) string { return ui.PlainText(p.parts[part]) }

func openComposer(t *testing.T, link string) (*Composer, *page) {
	t.Helper()
	p := &page{parts: map[string]ui.Node{}}
	c := &Composer{Site: "https://example.org/p", Show: func(part string, n ui.Node) { p.parts[part] = n },
		Notify: func(n Notice) { p.last = n },
		Expand: func(_ string, text []byte, done func([]byte, *compute.Trouble)) func() {
			s, faults := catalog.Parse(text)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			made, _ := scenario.Expand(s)
			done(scenario.Canonical(made), nil)
			return func() {}
		}}
	c.sendRequest(t, Request{Act: "open", Text: link})
	return c, p
}

func (c *Composer) sendRequest(t *testing.T, a Request) {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	c.Handle(string(text))
}

// openFigure opens the figure at an address, as a frame would.
func openFigure(t *testing.T, address string) *figure.Figure {
	t.Helper()
	path, fragment, _ := strings.Cut(address, "#")
	path, query, _ := strings.Cut(path, "?")
	preset := strings.Trim(strings.TrimPrefix(path, "https://example.org/p/figure/"), "/")
	if preset == "" {
		preset = figure.DefaultPreset
	}
	a, err := figure.ReadAddress(query, fragment, preset)
	if err != nil {
		t.Fatalf("ReadAddress(%s): got error %v", address, err)
	}
	d := &figure.Direct{}
	f := figure.New(a, "", d)
	f.Open(nil)
	d.Settle()
	return f
}

// The composed figure has the controls that its address names, and the address opens the composer in the same state.
func TestWhatIsComposedIsShown(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		link, err := scenario.Link(figure.Preset(kind, kind.Presets[0].ID, nil))
		if err != nil {
			t.Fatal(err)
		}
		if kind.ID == "window" { // another seed, so that the address is not a preset's page
			s := figure.Preset(kind, kind.Presets[0].ID, nil)
			s.Seed = 4711
			link, _ = scenario.Link(s)
		}
		c, p := openComposer(t, link)
		paths := []string{c.finder.List[0].Path, c.finder.List[len(c.finder.List)-1].Path}
		for _, path := range paths {
			c.sendRequest(t, Request{Act: "add", Path: path})
		}
		c.sendRequest(t, Request{Act: "add", Path: paths[0]}) // there already
		c.sendRequest(t, Request{Act: "edit", Path: paths[0], Field: "label", Text: "Mine: <b>;|"})
		c.sendRequest(t, Request{Act: "set", Field: "show", Text: "picture,chart"})
		c.sendRequest(t, Request{Act: "set", Field: "heading", Text: `A "heading" & more`})
		if len(c.list) != 2 || p.last.Figure == "" {
			t.Errorf("%s: got %d controls, messages %s, figure %q; want 2 controls and a figure",
				kind.ID, len(c.list), p.text(partMessages), p.last.Figure)
			continue
		}
		f := openFigure(t, p.last.Figure)
		knobs := f.Knobs()
		if len(knobs) != 2 || knobs[0].Label != "Mine: <b>;|" || f.PanelNote() != "" || f.Shows("table") ||
			f.Title() != `A "heading" & more` {
			t.Errorf("%s: got controls %+v, note %s, title %s; want 2 controls with the author's label and heading",
				kind.ID, knobs, f.PanelNote(), f.Title())
		}
		again, q := openComposer(t, p.last.Figure) // on the page of the preset
		if again.Address() != p.last.Figure || q.last.Fields["show"] != "picture,chart" {
			t.Errorf("%s: got figure %s,\nopened again %s; want the same", kind.ID, p.last.Figure, again.Address())
		}
	}
}

// An address with a preset, its seed and its controls is enough to open the composer.
func TestAnAddressWithoutAScenario(t *testing.T) {
	c, p := openComposer(t, "?preset=rbhs-mixed&seed=7&controls=placement.generate.jobs:10..90:Jobs&theme=dark")
	if c.source.Seed != 7 || len(c.list) != 1 || c.list[0].Label != "Jobs" || p.last.Fields["theme"] != "dark" {
		t.Errorf("got seed %d, controls %+v, fields %v, messages %s; want seed 7, one control Jobs, theme dark",
			c.source.Seed, c.list, p.last.Fields, p.text(partMessages))
	}
	if f := openFigure(t, p.last.Figure); len(f.Knobs()) != 1 || !strings.Contains(p.last.Figure, "#s1.") {
		t.Errorf("figure %s: got controls %+v, want 1 and the scenario in the link", p.last.Figure, f.Knobs())
	}
	for text, preset := range map[string]string{"?controls=seed:1..9": figure.DefaultPreset,
		"https://example.org/p/figure/square-2018/": "square-2018", "?preset=square-2018": "square-2018"} {
		if c, p := openComposer(t, text); c.preset != preset {
			t.Errorf("%s: got preset %q, messages %s; want %s", text, c.preset, p.text(partMessages), preset)
		}
	}
	if c, p := openComposer(t, "?preset=nonsense"); c.finder != nil ||
		!strings.Contains(p.text(partMessages), "neither") {
		t.Errorf(`unknown preset: got messages %q, want "neither"`, p.text(partMessages))
	}
}

func TestFormsHoldTheSame(t *testing.T) {
	c, p := openComposer(t, "")
	c.sendRequest(t, Request{Act: "find", Text: "POWER all"})
	if got := p.text(partFound); !strings.Contains(got, "Power, MIPS") || strings.Contains(got, "Bandwidth") {
		t.Errorf("find POWER: got %.300s, want Power without Bandwidth", got)
	}
	c.sendRequest(t, Request{Act: "add", Path: "placement.clusters[*].mips"})
	for id, word := range map[string]string{"element": `controls="placement.clusters[*].mips:`,
		"frame":    "<iframe src=",
		"markdown": "](https://example.org/p/figure/five-clusters/?",
		"link":     "https://example.org/p/figure/five-clusters/?"} {
		c.sendRequest(t, Request{Act: "set", Field: "form", Text: id})
		if got := p.text(partCode); !strings.Contains(got, word) {
			t.Errorf("form %s: got %s, want it to contain %s", id, got, word)
		}
	}
	c.sendRequest(t, Request{Act: "set", Field: "form", Text: "element"})
	c.sendRequest(t, Request{Act: "set", Field: "height", Text: "742"})
	c.sendRequest(t, Request{Act: "set", Field: "height", Text: "9e9"})
	if got := p.text(partCode); !strings.Contains(got, `height="742"`) {
		t.Errorf(`got code %s, want height="742"`, got)
	}
	c.sendRequest(t, Request{Act: "set", Field: "height", Text: "742 320:1100 680:742"})
	for _, none := range []string{"", "742 320:1100 680", "742 320:9e9", `742 320:1100">`,
		strings.Repeat("742 ", 999), "742 680:742 320:1100"} {
		c.sendRequest(t, Request{Act: "set", Field: "height", Text: none})
	}
	if got := p.text(partCode); !strings.Contains(got, `height="320:1110 680:1110"`) {
		t.Errorf(`got code %s, want height="320:1110 680:1110"`, got)
	}
	if strings.Contains(p.text(partCode), "#s1") {
		t.Error("the code of a preset has its scenario, want its name only")
	}
}

// On request the element has the digest of the answers as an expectation. The figure reports whether it reproduced
// them.
func TestExpecting(t *testing.T) {
	c, p := openComposer(t, "five-clusters")
	came := openFigure(t, c.Address()).Expectation()
	text := came.Digest + "," + came.Version
	c.sendRequest(t, Request{Act: "set", Field: "answers", Text: text})
	for _, none := range []string{"", "<b>", "2554621e40d0359", strings.Repeat("f", 99)} {
		c.sendRequest(t, Request{Act: "set", Field: "answers", Text: none})
	}
	if strings.Contains(c.element(), "expect") {
		t.Error("the element has an expectation before one is set")
	}
	c.sendRequest(t, Request{Act: "set", Field: "expect", Text: "yes"})
	if !strings.Contains(c.element(), `expect="`+text+`"`) || !strings.Contains(p.last.Figure, came.Digest) {
		t.Errorf("got element %s, figure\n%s\nwant the expectation in both", c.element(), p.last.Figure)
	}
	if got := openFigure(t, p.last.Figure).Status(); !strings.Contains(got, "reproduced") {
		t.Errorf(`got status %q, want "reproduced"`, got)
	}
	other := strings.Replace(p.last.Figure, came.Digest, "0123456789abcdef", 1)
	if got := openFigure(t, other).Status(); !strings.Contains(got, "not the author’s") {
		t.Errorf(`got status %q, want "not the author’s"`, got)
	}
	again, _ := openComposer(t, p.last.Figure+c.fragment)
	if again.Address() != p.last.Figure {
		t.Errorf("opened again: got address %s, want %s", again.Address(), p.last.Figure)
	}
	c.sendRequest(t, Request{Act: "set", Field: "expect"})
	if strings.Contains(c.element(), "expect") {
		t.Error("the element has an expectation after it is cleared")
	}
}

// The element contains its picture with caption and address for readers without scripts.
func TestTheElementCarriesItsPicture(t *testing.T) {
	c, p := openComposer(t, "five-clusters")
	const svg = "data:image/svg+xml,%3Csvg/%3E"
	for _, bad := range []string{"javascript:alert(1)", svg + `"onload="`, svg + strings.Repeat("x", maxStill)} {
		c.sendRequest(t, Request{Act: "set", Field: "still", Text: bad})
		if strings.Contains(c.element(), "<img") {
			t.Errorf("the still %.60s was accepted", bad)
		}
	}
	c.sendRequest(t, Request{Act: "set", Field: "still", Text: svg})
	c.sendRequest(t, Request{Act: "set", Field: "caption", Text: "Where <data> lie."})
	for _, want := range []string{`<img src="` + svg + `"`, "Where &lt;data&gt; lie.",
		">https://example.org/p/figure/five-clusters/?caption=Where+%3Cdata%3E+lie.</a></figcaption>"} {
		if !strings.Contains(p.text(partCode), want) {
			t.Errorf("%s is not in\n%s", want, p.text(partCode))
		}
	}
	s := figure.Preset(catalog.Kinds()[0], catalog.Kinds()[0].Presets[0].ID, nil)
	s.Seed = 4711
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	c.sendRequest(t, Request{Act: "open", Text: link})
	if strings.Contains(c.element(), "<img") {
		t.Error("opening another scenario keeps the picture of the first")
	}
	c.sendRequest(t, Request{Act: "set", Field: "still", Text: svg})
	c.sendRequest(t, Request{Act: "set", Field: "caption", Text: strings.Repeat("Long. ", 60)})
	if !strings.Contains(c.element(), ">https://example.org/p/</a></figcaption>") {
		t.Errorf("got element %s, want a caption that ends with the link", c.element())
	}
}

func TestEditing(t *testing.T) {
	c, p := openComposer(t, "five-clusters")
	const path = "placement.clusters[*].mips"
	c.sendRequest(t, Request{Act: "add", Path: path})
	c.sendRequest(t, Request{Act: "add", Path: "runs[0].options.weights"})
	good := p.last.Figure
	for field, text := range map[string]string{"from": "9e9", "to": "x", "step": "-1"} {
		c.sendRequest(t, Request{Act: "edit", Path: path, Field: field, Text: text})
		if !strings.Contains(p.text(partMessages), "Power") || p.last.Figure != "" || !strings.Contains(good,
			c.Address()) {
			t.Errorf("%s=%s: got messages %q, figure %q; want a message on Power and the last valid address",
				field, text, p.text(partMessages), p.last.Figure)
		}
	}
	c.sendRequest(t, Request{Act: "edit", Path: path, Field: "from", Text: "0,5"})
	if p.text(partMessages) != "" || c.list[0].From != 0.5 || p.last.Figure == "" {
		t.Errorf("from 0,5: got messages %q, control %+v; want a start of 0.5", p.text(partMessages), c.list[0])
	}
	c.sendRequest(t, Request{Act: "edit", Path: "runs[0].options.weights", Field: "values", Text: "printed|sum"})
	if len(c.list[1].Values) != 2 {
		t.Errorf("got control %+v, want 2 values", c.list[1])
	}
	c.sendRequest(t, Request{Act: "edit", Path: "runs[0].options.weights", Field: "values", Text: "printed"})
	if p.text(partMessages) == "" {
		t.Error("a control with one value got no message")
	}
	c.sendRequest(t, Request{Act: "move", Path: path, Text: "down"})
	c.sendRequest(t, Request{Act: "move", Path: path, Text: "down"}) // it is the last
	if c.list[1].Path != path {
		t.Errorf("got controls %+v, want the moved one last", c.list)
	}
	c.sendRequest(t, Request{Act: "remove", Path: path})
	c.sendRequest(t, Request{Act: "remove", Path: "runs[0].options.weights"})
	if len(c.list) != 0 || p.last.Figure != "https://example.org/p/figure/five-clusters/" {
		t.Errorf("removed: got controls %+v, figure %s; want the address of the preset", c.list, p.last.Figure)
	}
}

func TestWhatCannotBeOpened(t *testing.T) {
	for text, word := range map[string]string{"nonsense": "neither", "#s1.d.abc": "cannot be opened",
		`{"format":"gridbox","version":1,"kind":"placement","placement":{"clusters":[{"id":"a","mips":-1}]}}`: "mips",
		"{": "cannot be opened"} {
		c, p := openComposer(t, text)
		if !strings.Contains(p.text(partMessages), word) || c.finder != nil || p.last.Open {
			t.Errorf("open %q: got messages %s, want %q and nothing opened", text, p.text(partMessages), word)
		}
		c.sendRequest(t, Request{Act: "add", Path: "seed"}) // there is nothing to add to
		c.Handle("{")
	}
}
