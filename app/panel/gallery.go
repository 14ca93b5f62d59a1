package panel

import (
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// The pictures of ready scenarios are drawn when the site is made, with their
// answers, and come in one file when somebody looks at them: drawing them in the
// page would have it make and solve the largest problems that there are. So a
// card holds the place of its picture, and assets/js/gallery.js fills it.

// shot is the place of the picture of a preset. What it shows stands beside it
// in words.
func shot(preset string) ui.Node {
	return ui.El("span", ui.Class("shot"), ui.A("data-shot", preset), ui.A("aria-hidden", "true"))
}

// blanks offers the blank problem of each kind.
func blanks(s *state.State) ui.Node {
	var cards []ui.Node
	for _, k := range catalog.Kinds() {
		cards = append(cards, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act("new", k.ID),
			ui.Flag("disabled", s.Stage != state.Live),
			shot(k.Presets[0].ID), ui.El("b", k.Name), ui.El("span", k.Question))))
	}
	return ui.El("div",
		ui.El("p", ui.Class("note"), "An empty problem of a kind, as a draft of its own. What you have stays kept."),
		ui.El("ul", ui.Class("cards gallery"), cards),
		ui.El("div", ui.Class("acts"), ui.Button("Start from an example", ui.Act("dialog", "examples"))))
}

// galleryFilter is the name under which the look keeps which kind's examples
// show.
const galleryFilter = "gallery"

// gallery is the gallery: ready scenarios with their pictures, then what was
// saved here.
func gallery(s *state.State) ui.Node {
	only := s.Look.Find[galleryFilter]
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
	if drafts := savedDrafts(s); len(drafts) > 0 {
		parts = append(parts, ui.El("h3", "Saved in this browser"), ui.El("ul", ui.Class("cards drafts"), drafts))
	}
	return ui.El("div", parts)
}

// savedDrafts are the drafts in this browser that are not in front.
func savedDrafts(s *state.State) (rows []ui.Node) {
	for _, d := range s.Keep.Drafts {
		title := d.Title
		if title == "" {
			title = "Untitled scenario"
		}
		rows = append(rows, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("draft", d.Slot), ui.El("b", title),
				ui.El("span", library.Moment(d.When)))))
	}
	return rows
}
