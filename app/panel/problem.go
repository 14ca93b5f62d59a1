package panel

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Problem is the left side: forms and tables, the generator, the document.
func Problem(s *state.State, sc *screen.Screen) ui.Node {
	body := ui.El("div", ui.Class("pane"), ui.A("id", "side"), ui.A("role", "tabpanel"), ui.A("tabindex", "0"),
		ui.A("aria-labelledby", "side-"+s.Look.Side))
	switch s.Look.Side {
	case "generate":
		body.Children = []ui.Node{generate(s)}
	case "document":
		body.Children = []ui.Node{document(s)}
	case "own":
		body.Children = []ui.Node{own(s)}
	default:
		if s.Problem != nil {
			body.Children = []ui.Node{sc.Problem(s)}
		} else {
			body.Children = []ui.Node{ui.El("p", ui.Class("empty"), "The problem is being generated.")}
		}
	}
	return ui.El("section", ui.Class("prob"), ui.A("role", sideRole(s, "problem")), ui.A("aria-label", "Problem"),
		ui.Tabs("Problem", "side", "side", s.Look.Side,
			[]ui.Tab{{ID: "problem", Name: "Problem"}, {ID: "generate", Name: "Generate"},
				{ID: "document", Name: "Document"}, {ID: "own", Name: "Algorithm"}}),
		ui.Keyed(s.Look.Side, body))
}

// generate is the generator: presets, seed, and the parameters that the
// draft's generator has.
func generate(s *state.State) ui.Node {
	kind, _ := catalog.ByID(s.Draft.Kind)
	seed := ui.FieldView{Path: "seed", ID: "f-seed", Label: "Seed", Number: true,
		Value: strconv.FormatUint(s.Draft.Seed, 10),
		Help:  "The same seed gives the same problem, everywhere."}
	screen.Typed(s, &seed)
	seedRow := seed.Row()
	seedRow.Children = sorting.Put(seedRow.Children, 2, ui.IconButton("dice", "Another seed", ui.Act("reseed")))
	parts := []ui.Node{
		draws(s),
		ui.El("h2", "Random stream"),
		ui.El("div", ui.Class("form"), seedRow),
	}
	if spec := specOf(s.Draft); spec != nil {
		parts = append(parts, ui.El("h2", "Parameters of "+spec.preset))
		var rows []ui.Node
		for _, f := range spec.fields {
			screen.Typed(s, &f)
			rows = append(rows, f.Row())
		}
		parts = append(parts, ui.El("div", ui.Class("form"), rows),
			ui.El("p", ui.Class("note"), drawnWords(spec)),
			ui.El("div", ui.Class("acts pad"), ui.Button("Make explicit", ui.Act("explicit"))))
	} else {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"This problem is explicit: everything in it is written out and nothing is drawn."))
	}
	parts = append(parts, ui.El("h2", "Start from another problem"),
		ui.El("p", ui.Class("note"), "Opens as a new draft. This one stays as it is."), presets(s, kind))
	return ui.El("div", parts)
}

// draws offers to draw jobs, or their counterpart in other kinds, on the given machines.
func draws(s *state.State) ui.Node {
	o := offers.of(s.Draft, newOffer)
	if len(o.choices) == 0 {
		return ui.Node{}
	}
	note := "Opens as a new draft. This one stays as it is."
	var now string
	if spec := specOf(s.Draft); spec != nil {
		note, now = "What is given stays as it is.", spec.preset
	}
	var items []ui.Node
	for _, c := range o.choices {
		items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act("drawlists", c.ID),
			ui.If(c.ID == now, ui.A("aria-current", "true")), ui.El("b", c.Title))))
	}
	return ui.El("div", ui.El("h2", "Draw "+o.what+" on these "+o.on), ui.El("p", ui.Class("note"), note),
		ui.El("ul", ui.Class("presets"), items))
}

// An offer is a set of presets that can be drawn on the given part of a problem.
type offer struct {
	choices  []kind.Preset
	what, on string
}

var offers memo[offer]

func newOffer(d *scenario.Scenario) (o offer) {
	o.choices, o.what, o.on = state.DrawChoices(d)
	return o
}

// drawnWords says what is drawn, and what becomes of it.
func drawnWords(v *specView) string {
	const empty = "An empty field takes the preset's own value. "
	if len(v.given) == 0 {
		return empty + "Editing the picture or a table makes the problem explicit first."
	}
	return empty + "Given here are " + strings.Join(v.given, ", ") + "; the rest is drawn on them. What you edit " +
		"becomes given, the rest stays drawn."
}

var openPresets memo[string]

func presets(s *state.State, kind catalog.Kind) ui.Node {
	open := openPresets.of(s.Draft, state.PresetOf)
	var items []ui.Node
	for _, p := range kind.Presets {
		chosen := open == p.ID
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("preset", p.ID), ui.If(chosen, ui.A("aria-current", "true")),
				ui.El("b", p.Title), ui.El("span", p.About))))
	}
	return ui.El("ul", ui.Class("presets"), items)
}

func path(p string) string {
	if p == "" {
		return "document"
	}
	return p
}
