package panel

import (
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// The pictures of ready scenarios are drawn when the site is built, with their answers, and are loaded as one file on
// demand. Otherwise the page would have to generate and solve the largest problems. So a card has an empty place for
// its picture, and assets/js/gallery.js fills it.

// shot returns the place of a preset's picture. Its content is described in
// words next to it.
func shot(preset string) ui.Node {
	return ui.El("span", ui.Class("shot"), ui.A("data-shot", preset), ui.A("aria-hidden", "true"))
}

// galleryFilter is the name of the view's setting for the kind of the examples.
const galleryFilter = "gallery"

// gallery lists ready scenarios with their pictures.
func gallery(s *state.State) ui.Node {
	only := s.Layout.Find[galleryFilter]
	chip := func(id, name string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Class("chip"), ui.Act("find", galleryFilter, id),
			ui.Aria("pressed", only == id), name)
	}
	chips := ui.El("div", ui.Class("chips"), ui.A("role", "group"), ui.A("aria-label", "Kinds that are shown"),
		chip("", "All kinds"))
	parts := []ui.Node{{}}
	for _, k := range catalog.Kinds() {
		chips.Children = append(chips.Children, chip(k.ID, k.Name))
		if only != "" && only != k.ID {
			continue
		}
		var cards []ui.Node
		for _, p := range k.Presets {
			cards = append(cards, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act("example", p.ID),
				shot(p.ID), ui.El("b", p.Title), ui.El("span", p.About),
				ui.El("small", ui.A("data-shot-size", p.ID)))))
		}
		parts = append(parts, ui.El("h3", k.Name), ui.El("p", ui.Class("note"), k.Question),
			ui.El("ul", ui.Class("cards gallery"), cards))
	}
	parts[0] = chips
	return ui.El("div", parts)
}
