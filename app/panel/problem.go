package panel

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Problem returns the left side: the tables of the problem, its text, or the side of a feature.
func Problem(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	head := ui.Tabs("Problem", "side", "side", s.Layout.Side,
		[]ui.Tab{{ID: "problem", Name: "Problem"}, {ID: "document", Name: "Text"}})
	body := ui.El("div", ui.Class("pane"), ui.A("id", "side"), ui.A("role", "tabpanel"), ui.A("tabindex", "0"),
		ui.A("aria-labelledby", "side-"+s.Layout.Side))
	own := added.side(s.Layout.Side)
	switch {
	case s.Layout.Side == "document":
		body.Children = []ui.Node{document(s)}
	case own != nil:
		head = ui.El("div", ui.Class("tabs"), ui.El("h2", ui.A("id", "side-"+own.ID), own.Title),
			ui.IconButton("close", own.Close, ui.Act("side", "problem")))
		body = ui.El("div", ui.Class("pane"), ui.A("id", "side"), ui.A("role", "region"), ui.A("tabindex", "0"),
			ui.A("aria-labelledby", "side-"+own.ID), own.Draw(s, added.Draw(own.Parts, s)))
	case s.Problem != nil:
		body.Children = []ui.Node{sc.Problem(s), random(s)}
	default:
		body.Children = []ui.Node{ui.El("p", ui.Class("empty"), "The problem is being generated."), random(s)}
	}
	return ui.El("section", ui.Class("prob"), ui.A("role", sideRole(s, "problem")), ui.A("aria-label", "Problem"),
		head, ui.WithKey(s.Layout.Side, body))
}

// RandomFold is the id of the fold with the generator.
const RandomFold = "draw-at-random"

// random returns the fold with the generator: the lists that it can draw, the seed, and its
// parameters.
func random(s *state.State) ui.Node {
	seed := ui.FieldView{Path: "seed", ID: "f-seed", Label: "Seed", Number: true,
		Value: strconv.FormatUint(s.Draft.Seed, 10),
		Help:  "The same seed gives the same problem, everywhere."}
	screen.ApplyTyped(s, &seed)
	seedRow := seed.Row()
	seedRow.Children = sorting.Insert(seedRow.Children, 2, ui.IconButton("dice", "Another seed", ui.Act("reseed")))
	parts := []ui.Node{drawButtons(s)}
	if spec := specOf(s.Draft); spec != nil {
		parts = append(parts, ui.El("h3", i18n.T("Drawn by {}", spec.preset)))
		rows := []ui.Node{seedRow}
		for _, f := range spec.fields {
			screen.ApplyTyped(s, &f)
			rows = append(rows, f.Row())
		}
		parts = append(parts, ui.El("div", ui.Class("form"), rows),
			ui.El("p", ui.Class("note"), givenNote(spec)),
			ui.El("div", ui.Class("acts pad"), ui.Button("Make the problem explicit", ui.Act("explicit"))))
	} else {
		parts = append(parts, ui.El("div", ui.Class("form"), seedRow), ui.El("p", ui.Class("note"),
			"The problem is explicit. The seed affects only algorithms and studies."))
	}
	parts = append(parts, ui.El("p", ui.Class("note"), "Other problems: ",
		ui.Button("Examples", ui.Act("dialog", "examples"), opens), " They open as drafts of their own."))
	return ui.El("details", ui.Class("fold"), ui.A("id", RandomFold),
		ui.El("summary", "Draw at random"), ui.El("div", parts))
}

// drawButtons returns the buttons that draw jobs, or the corresponding things of the kind, on the given machines.
func drawButtons(s *state.State) ui.Node {
	o := offers.Get(s.Draft, newOffer)
	if len(o.choices) == 0 {
		return ui.Node{}
	}
	note := "Opens as a new draft. This one stays as it is."
	var now string
	if spec := specOf(s.Draft); spec != nil {
		note, now = "The given parts stay as they are.", spec.preset
	}
	var items []ui.Node
	for _, c := range o.choices {
		items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act("drawlists", c.ID),
			ui.If(c.ID == now, ui.A("aria-current", "true")), ui.El("b", c.Title))))
	}
	return ui.El("div", ui.El("h3", i18n.T("Draw {} on these {}", o.generatedPart, o.keptPart)),
		ui.El("p", ui.Class("note"), note),
		ui.El("ul", ui.Class("presets"), items))
}

// An offer is a set of presets that can be drawn on the given part of a problem.
type offer struct {
	choices                 []kind.Preset
	generatedPart, keptPart string
}

var offers Memo[offer]

func newOffer(d *scenario.Scenario) (o offer) {
	o.choices, o.generatedPart, o.keptPart = state.DrawChoices(d)
	return o
}

// givenNote returns a note on which lists are generated, and the effect of an
// edit.
func givenNote(v *specView) string {
	const empty = "An empty field takes the preset's own value. "
	if len(v.givenLists) == 0 {
		return i18n.T("{}Editing the picture or a table makes the problem explicit first.", empty)
	}
	return i18n.T("{}Given here are {}; the rest is drawn on them. What you edit becomes given, the rest stays "+
		"drawn.",
		empty, strings.Join(v.givenLists, ", "))
}

func path(p string) string {
	if p == "" {
		return "document"
	}
	return p
}
