package panel

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// linesOf returns the number of lines of a text.
func linesOf(text string) int { return strings.Count(strings.TrimRight(text, "\n"), "\n") + 1 }

// Withheld returns the notice that a program has not run.
func Withheld(s *state.State, p scenario.Policy) ui.Node {
	return ui.El("div", ui.Class("withheld"), ui.A("role", "note"),
		ui.El("p", ui.El("b", i18n.T("{} is a program of {}. It has not run.",
			p.ID, picture.Count(linesOf(p.Source), "line")))),
		ui.El("p", i18n.T("It came {}.", s.Programs[p.ID].From)),
		ui.Button("Review", ui.Act("own-ask", p.ID), opens))
}

// permissionDialog returns the dialog that shows a program before it runs for the first time.
func permissionDialog(s *state.State) ui.Node {
	p, place := s.Policy()
	if place < 0 || !s.NeedsPermissionFor(p) {
		return ui.El("p", "No program waits for your permission.")
	}
	known := s.Programs[p.ID]
	return ui.El("div", ui.Class("ask-run"),
		ui.El("p", i18n.T("It came {}, and has {}. Read it if you like:",
			known.From, picture.Count(linesOf(p.Source), "line"))),
		ui.El("pre", ui.A("tabindex", "0"), ui.A("aria-label", i18n.T("Source of {}", p.ID)), p.Source),
		ui.El("p", "It can read this scenario, decide in it, and use a processor of this machine until you cancel "+
			"it or its steps are used up. It cannot reach the network, this page, your files, other drafts, the "+
			"clock, or anything else outside of its own memory."),
		ui.El("p", ui.Class("note"), "The permission is for exactly this text, in this browser: ",
			ui.El("code", known.Digest[:min(len(known.Digest), 23)]+"…")),
		ui.El("div", ui.Class("acts"), ui.Button("Run it", ui.Act("own-allow", p.ID)),
			ui.Button("Read it in the editor", ui.Act("own", p.ID)),
			ui.Button("Cancel", ui.Act("dialog", ""))))
}
