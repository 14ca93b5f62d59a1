package panel

import (
	"math"
	"slices"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// popups are the dialogs that open at their button.
var popups = map[string]string{"open": "Open", "draft": "This draft", "menu": "More", "commands": "Commands",
	"replay": "Replay", "edit": "Edit the selection"}

// IsMenu reports whether a dialog is a menu, which closes when one of its lines is chosen.
func IsMenu(dialog string, added Additions) bool {
	return popups[dialog] != "" && dialog != "replay" && dialog != "edit" ||
		slices.ContainsFunc(added.Dialogs, func(d AddedDialog) bool { return d.Menu && d.ID == dialog })
}

// Dialog returns the open dialog, or an empty one. The page's script opens and
// closes the element according to data-open. Keys has the commands and keys to
// list, added has the dialogs of features.
func Dialog(s *state.State, sc *screen.Screen, keys Keys, added Additions) ui.Node {
	title, body := popups[s.Layout.Dialog], ui.Node{}
	switch s.Layout.Dialog {
	case "open":
		body = openMenu(s)
	case "draft", "menu":
		body = menu(s, keys.Menu)
	case "replay":
		body = replayMenu(s, sc)
	case "commands":
		body = commandList(s, keys.Menu)
	case "examples":
		title, body = "Examples", gallery(s)
	case "share":
		title, body = "Share", share(s, added)
	case "help":
		title, body = "Keyboard and help", help(s, keys)
	case "runs":
		title, body = "Add algorithm", runs(s, added)
	case "program":
		title, body = "May this program run?", permissionDialog(s)
	case "brought":
		title, body = importReport(s, added)
	case "table":
		title, body = "Data of the chart", table(s, sc)
	default:
		if title, body = added.dialog(s.Layout.Dialog, s); title == "" {
			title, body = bulkDialog(s, added)
		}
	}
	d := ui.El("dialog", ui.Class("dialog"), ui.If(title != "", ui.A("aria-labelledby", "dialog-title")),
		ui.If(popups[s.Layout.Dialog] != "", ui.Class("popup")),
		ui.A("data-open", strconv.FormatBool(title != "")), ui.A("data-dialog", s.Layout.Dialog))
	if title == "" {
		return d
	}
	d.Children = []ui.Node{
		ui.El("div", ui.Class("dialog-head"), ui.El("h2", ui.A("id", "dialog-title"), title),
			ui.IconButton("close", "Close (Esc)", ui.Act("dialog", ""))),
		ui.El("div", ui.Class("dialog-body"), body),
	}
	return d
}

// files offers the scenario, its answers and the files for other programs.
func files(s *state.State) ui.Node {
	return ui.El("div",
		ui.El("h3", "Data"),
		ui.El("div", ui.Class("acts"),
			ui.Button("Scenario", ui.Act("save"), ui.A("title", "Ctrl+S")),
			ui.Button("Explicit scenario", ui.Act("save", "explicit"), ui.Flag("disabled", s.Problem == nil),
				ui.A("title", "with every generated thing written out")),
			ui.Button("Results", ui.Act("save", "result"), ui.Flag("disabled", !s.HasAllAnswers()),
				ui.A("title", "the scenario with its answers"))),
		ui.El("p", ui.Class("note"), "For other programs: ",
			ui.El("a", ui.A("href", s.Layout.Base+"/docs/export/"), "what each file contains"), "."),
		outlets(s))
}

// optionField returns the field of one option of a run.
func optionField(r scenario.Run, i int, alg string, o kind.Option) ui.FieldView {
	v, ok := r.Options[o.ID]
	if !ok {
		v = o.Default
	}
	f := ui.FieldView{Path: "runs[" + strconv.Itoa(i) + "].options." + o.ID, ID: "opt-" + alg + "-" + o.ID,
		Label: o.Name, Help: o.About, Value: textOf(v), Choices: o.Choices}
	switch o.Default.(type) {
	case bool:
		f.Choices, f.Names = []string{"false", "true"}, []string{"no", "yes"}
	case float64:
		f.Number = true
	}
	return f
}

// table returns the current chart as a table of at most 200 rows with a button for the CSV. It returns an empty node
// if the kind has no charts.
func table(s *state.State, sc *screen.Screen) ui.Node {
	if sc.Chart == nil {
		return ui.Node{}
	}
	t := sc.Chart(s, s.Layout.Chart).Table()
	const most = 200
	var rows []ui.Node
	for _, r := range t.Rows[:min(most, len(t.Rows))] {
		var cells []ui.Node
		for _, c := range r {
			cells = append(cells, screen.Cell(roundCell(c)))
		}
		rows = append(rows, ui.El("tr", cells))
	}
	parts := []ui.Node{screen.Table(t.Caption, t.Headers, rows)}
	if len(t.Rows) > most {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("The first {} of {} rows; the CSV contains all of them.",
				strconv.Itoa(most), ui.Integer(len(t.Rows)))))
	}
	parts = append(parts, ui.El("div", ui.Class("acts"), ui.Button("CSV", ui.Act("export", "csv"))))
	return ui.El("div", parts)
}

// roundCell returns a number of a chart's table with few digits; the CSV has all digits.
func roundCell(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil && v != math.Trunc(v) {
		return ui.Num(v)
	}
	return cell
}

// Keys are the contents of the sheet of keys: the keys that work everywhere, those of the picture, and those of the
// document's editor. They also have the commands of the menu.
type Keys struct {
	Everywhere, Picture, Text []Key
	Menu                      []MenuPart
}

// A Key is a key with its effect.
type Key struct{ Press, Does string }

// help returns the tables of keys and the links to the tour, the documentation and the course.
func help(s *state.State, keys Keys) ui.Node {
	table := func(keys []Key) ui.Node {
		rows := make([]ui.Node, len(keys))
		for i, k := range keys {
			rows[i] = ui.El("tr", ui.RowHead(ui.El("kbd", k.Press)), ui.El("td", k.Does))
		}
		return ui.El("table", ui.Class("keys"), ui.El("tbody", rows))
	}
	return ui.El("div", ui.El("h3", "Everywhere"), table(keys.Everywhere), ui.El("h3", "On the picture"),
		table(keys.Picture), ui.El("h3", "In the document"), table(keys.Text),
		ui.El("p", ui.Button("Take the tour", ui.Act("tour")), " ",
			ui.El("a", ui.A("href", s.Layout.Base+"/docs/"), "Documentation"), " ",
			ui.El("a", ui.A("href", s.Layout.Base+"/course/"), "Course")))
}
