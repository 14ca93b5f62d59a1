package panel

import (
	"math"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// Dialog is the open dialog, or an empty one. The adapter opens and closes the
// element as data-open says. Keys are what its sheet tells.
func Dialog(s *state.State, sc *screen.Screen, keys Keys) ui.Node {
	title, body := "", ui.Node{}
	switch s.Look.Dialog {
	case "menu":
		title, body = "Menu", menu(s, keys.Menu)
	case "new":
		title, body = "New problem", blanks(s)
	case "examples":
		title, body = "Examples", gallery(s)
	case "share":
		title, body = "Share", share(s)
	case "file":
		title, body = "File", file(s)
	case "help":
		title, body = "Keyboard and help", help(s, keys)
	case "runs":
		title, body = "Algorithms", runs(s)
	case "own":
		title, body = "Start from", starts(s)
	case "program":
		title, body = "May this program run?", ask(s)
	case "fleet":
		title, body = "Take it to a cluster", fleet(s)
	case "table":
		title, body = "The numbers behind the chart", table(s, sc)
	default:
		if title, body = manyDialog(s); title == "" {
			title, body = bringDialog(s)
		}
	}
	d := ui.El("dialog", ui.Class("dialog"), ui.If(title != "", ui.A("aria-labelledby", "dialog-title")),
		ui.A("data-open", strconv.FormatBool(title != "")), ui.A("data-dialog", s.Look.Dialog))
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

func file(s *state.State) ui.Node {
	return ui.El("div",
		ui.El("h3", "Open"),
		ui.El("p", "A scenario, or what another program wrote: a table, a trace, a platform. Several files may belong "+
			"together; dropping them anywhere on the page does the same. ",
			ui.El("a", ui.A("href", s.Look.Base+"/docs/import/"), "What can be imported")),
		ui.El("div", ui.Class("acts"), ui.Button("Choose files", ui.Class("primary"), ui.Act("open"),
			ui.A("title", "Ctrl+O")), broughtButton(s)),
		ui.El("h3", "Save"),
		ui.El("p", "The scenario as you see it, or with every generated thing written out, or with the answers to it."),
		ui.El("div", ui.Class("acts"),
			ui.Button("Scenario", ui.Act("save"), ui.A("title", "Ctrl+S")),
			ui.Button("Explicit scenario", ui.Act("save", "explicit"), ui.Flag("disabled", s.Problem == nil)),
			ui.Button("Results", ui.Act("save", "result"), ui.Flag("disabled", !allFresh(s))),
			ui.Button("Picture as SVG", ui.Act("save", "picture"))),
		ui.El("h3", "Export"),
		ui.El("p", "The answers, or the problem, for other programs; the documentation says what each file holds."),
		outlets(s))
}

func allFresh(s *state.State) bool {
	for _, a := range s.Answers {
		if !s.Fresh(a) {
			return false
		}
	}
	return len(s.Answers) > 0
}

// runs chooses algorithms and their options.
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

func table(s *state.State, sc *screen.Screen) ui.Node {
	if sc.Chart == nil {
		return ui.Node{}
	}
	t := sc.Chart(s, s.Look.Chart).Table()
	const most = 200
	var rows []ui.Node
	for _, r := range t.Rows[:min(most, len(t.Rows))] {
		var cells []ui.Node
		for _, c := range r {
			cells = append(cells, screen.Cell(rounded(c)))
		}
		rows = append(rows, ui.El("tr", cells))
	}
	parts := []ui.Node{screen.Table(t.Caption, t.Headers, rows)}
	if len(t.Rows) > most {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"The first "+strconv.Itoa(most)+" of "+ui.Whole(len(t.Rows))+" rows; the CSV holds all of them."))
	}
	parts = append(parts, ui.El("div", ui.Class("acts"), ui.Button("CSV", ui.Act("export", "csv"))))
	return ui.El("div", parts)
}

// rounded makes a number of a chart's table fit to be read; the CSV has all of
// its digits.
func rounded(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil && v != math.Trunc(v) {
		return ui.Num(v)
	}
	return cell
}

// Keys is what the sheet of keys tells: those that mean something everywhere,
// those of the picture, and those of the document's editor; and what the menu
// offers.
type Keys struct {
	Everywhere, Picture, Text []Key
	Menu                      []MenuPart
}

// A Key is what is pressed and what that does.
type Key struct{ Press, Does string }

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
			ui.El("a", ui.A("href", s.Look.Base+"/docs/"), "Documentation"), " ",
			ui.El("a", ui.A("href", s.Look.Base+"/course/"), "Course")))
}
