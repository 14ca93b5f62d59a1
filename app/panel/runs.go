package panel

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// RunsTab is the tab of the answers that lists the runs.
const RunsTab = "runs"

// runList returns the list of runs: their order, names and options, which of them are shown, and a button that adds
// more. assets/js/runs.js adds dragging and keys, and keeps the focus on a run that moves.
func runList(s *state.State) ui.Node {
	all := s.All()
	rows := make([]ui.Node, len(all))
	for i, a := range all {
		rows[i] = runRow(s, a, len(all))
	}
	return ui.El("div", ui.Class("run-list"),
		ui.El("p", ui.Class("note"), ui.A("id", "runs-how"), "Drag a run by its handle to order the list, use its "+
			"arrow, or press Alt+↑ and Alt+↓. Ctrl+D duplicates a run. Hidden runs stay in the document "+
			"and in its studies."),
		ui.El("ol", ui.A("data-runs", "true"), ui.A("aria-label", "Runs"), rows),
		ui.El("div", ui.Class("acts"), ui.Button("Add an algorithm", ui.Act("dialog", "runs"), opens)),
		ui.El("p", ui.Class("quiet"), ui.A("role", "status"), s.Layout.MoveNote))
}

// runRow returns the list item of a run: its name, its buttons and its options. of is the number of runs; the only
// run cannot be removed.
func runRow(s *state.State, a *state.Answer, of int) ui.Node {
	hidden := s.IsHidden(a.ID)
	alg, _ := catalog.Find(s.Draft.Kind, a.Run.Algorithm)
	part := func(name string) ui.Attr { return ui.A("data-part", name) }
	where := i18n.T("run {} of {}", strconv.Itoa(a.Index+1), strconv.Itoa(of))
	eye, sight, labelText := "eye", "Hide ", a.Name+", "+where
	if hidden {
		eye, sight, labelText = "eye-off", "Show ", i18n.T("{}, hidden", labelText)
	}
	unlabelled := a.Run
	unlabelled.Label = ""
	label := ui.FieldView{Path: "runs[" + strconv.Itoa(a.Index) + "].label", Label: i18n.T("Name of {}", a.Name),
		Value: a.Run.Label, Placeholder: a.Name, Title: alg.About}
	if a.Run.Label != "" {
		label.Placeholder = catalog.NameOf(s.Draft.Kind, unlabelled)
	}
	screen.ApplyTyped(s, &label)
	line := ui.El("div", ui.Class("run-line"),
		ui.IconButton("grip", i18n.T("Move {}, {}", a.Name, where), ui.Class("grip"), part("grip"),
			ui.A("aria-describedby", "runs-how")),
		Swatch(a.Colour, a.Letter),
		label.Input(part("label"), ui.A("maxlength", "100"),
			ui.If(label.Fault != "", ui.A("aria-describedby", "run-name-why-"+strconv.Itoa(a.Index)))),
		ui.IconButton("up", i18n.T("Move {} up", a.Name), ui.Act("run-up", a.ID), part("up"),
			ui.Aria("disabled", a.Index == 0)),
		ui.IconButton(eye, sight+a.Name, ui.Act("run-sight", a.ID), part("eye")),
		ui.IconButton("duplicate", i18n.T("Duplicate {}", a.Name), ui.Act("run-copy", a.ID), part("copy")),
		ui.IconButton("delete", i18n.T("Remove {}", a.Name), ui.Act("run-remove", a.ID), part("remove"),
			ui.Flag("disabled", of == 1)))
	row := ui.El("li", ui.Class("run-row"), ui.If(hidden, ui.Class("hidden-run")), ui.A("data-run", a.ID),
		ui.A("data-place", strconv.Itoa(a.Index)), ui.El("span", ui.Class("quiet"), labelText), line)
	if label.Fault != "" {
		row.Children = append(row.Children, ui.Fault("run-name-why-"+strconv.Itoa(a.Index), "Name", label.Fault))
	}
	if len(alg.Options) > 0 {
		row.Children = append(row.Children, runOptions(s, a, &alg, part("options"))...)
	}
	return row
}

// runOptions returns the line with a run's options, which opens their form, and the form if it is open.
func runOptions(s *state.State, a *state.Answer, alg *kind.Algorithm, part ui.Attr) []ui.Node {
	open := s.Layout.Options == a.ID
	set := catalog.NameOf(s.Draft.Kind, scenario.Run{Algorithm: a.Run.Algorithm, Options: a.Run.Options})
	_, what, some := strings.Cut(set, " · ")
	if !some {
		what = "default options"
	}
	id := "options-" + strconv.Itoa(a.Index)
	parts := []ui.Node{ui.El("button", ui.A("type", "button"), ui.Class("run-options"), ui.Act("run-options", a.ID),
		part, ui.Aria("expanded", open), ui.A("aria-controls", id), i18n.T("Options: {}", what))}
	form := ui.El("div", ui.Class("form"), ui.A("id", id), ui.Flag("hidden", !open))
	if open {
		for _, o := range alg.Options {
			f := optionField(a.Run, a.Index, strconv.Itoa(a.Index), o)
			screen.ApplyTyped(s, &f)
			form.Children = append(form.Children, f.Row())
		}
	}
	return append(parts, form)
}

// runs returns the dialog that adds algorithms: what each does, and how many runs it has.
func runs(s *state.State, added Additions) ui.Node {
	kind, _ := catalog.ByID(s.Draft.Kind)
	count := map[string]int{}
	for _, run := range state.Runs(s.Draft) {
		count[run.Algorithm]++
	}
	var items []ui.Node
	for _, alg := range kind.Algorithms {
		about := alg.About
		if alg.Paper != "" {
			about += " " + alg.Paper
		}
		n, has := count[alg.ID], "no run yet"
		if n > 0 {
			has = picture.Count(n, "run")
		}
		items = append(items, ui.El("li",
			ui.El("div", ui.Class("algorithm-line"), Swatch(alg.Colour, ""), ui.El("b", alg.Name),
				ui.El("span", ui.Class("left"), ui.A("role", "status"), has),
				ui.Button("Add", ui.Act("run-add", alg.ID), ui.A("aria-label", i18n.T("Add {}", alg.Name)))),
			ui.El("p", ui.Class("note"), about)))
	}
	return ui.El("div",
		ui.El("div", ui.Class("acts"), added.Draw(AtRuns, s),
			ui.Button("Order, names and options", ui.Act("run-list"))),
		ui.El("p", ui.Class("note"), "An algorithm may run any number of times, with other options each time."),
		ui.El("ul", ui.Class("algorithms"), items))
}
