package composer

import (
	"strconv"
	"strings"

	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/param"
)

// fieldID returns the id of a field of the control at index i.
func fieldID(i int, field string) string { return "control-" + strconv.Itoa(i) + "-" + field }

// subject returns the line that names the scenario of the figure.
func (c *Composer) subject() ui.Node {
	kind, _ := catalog.ByID(c.source.Kind)
	return ui.El("p", ui.El("b", c.title()), " "+kind.Name+", "+strconv.Itoa(len(c.finder.List))+" numbers and choices")
}

// runs returns the choice of the algorithms to begin with.
func (c *Composer) runs() ui.Node {
	runs := catalog.Runs(c.source)
	names := catalog.Names(c.source.Kind, runs)
	options := []ui.Node{ui.El("option", ui.A("value", ""), "the first")}
	for i := range runs {
		word := catalog.Selector(runs, i)
		options = append(options, ui.El("option", ui.A("value", word),
			ui.Flag("selected", word == c.fields["algorithm"]), names[i]))
	}
	return ui.El("select", ui.A("id", "set-algorithm"), ui.A("data-set", "algorithm"), options)
}

// chosenControls returns the controls, each with its fields.
func (c *Composer) chosenControls() ui.Node {
	if len(c.list) == 0 {
		return ui.El("p", ui.Class("note"), "Nothing yet. Add a number or a choice from the list below.")
	}
	var cards []ui.Node
	for i := range c.list {
		cards = append(cards, c.card(i))
	}
	return ui.El("ol", cards)
}

// card returns the list item of control i: buttons to move and remove it, and fields for its label and its range or
// choices.
func (c *Composer) card(i int) ui.Node {
	x := &c.list[i]
	field := func(name, label, value string, parts ...ui.Attr) ui.Node {
		id := fieldID(i, name)
		return ui.El("div", ui.Class("field "+name), ui.El("label", ui.A("for", id), label),
			ui.El("input", ui.A("type", "text"), ui.A("id", id), ui.A("data-path", x.Path), ui.A("data-edit", name),
				ui.A("value", value), ui.A("autocomplete", "off"), ui.A("spellcheck", "false"), parts))
	}
	button := func(act, way, sign, name string, off bool) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.A("data-ask", act), ui.A("data-path", x.Path),
			ui.A("data-text", way), ui.A("id", fieldID(i, way)), ui.A("aria-label", name+": "+x.Label),
			ui.A("title", name), ui.Aria("disabled", off), sign)
	}
	var values []ui.Node
	if x.HasRange() {
		number := ui.A("inputmode", "decimal")
		values = []ui.Node{field("from", "from", doc.Number(x.From), number),
			field("to", "to", doc.Number(x.To), number), field("step", "step", doc.Number(x.Step), number)}
	} else {
		text := param.Write([]param.Control{{Path: "a", Values: x.Values}})
		values = []ui.Node{field("values", "choices", strings.TrimPrefix(text, "a:"))}
	}
	return ui.El("li", ui.Class("card"),
		ui.El("div", ui.Class("head"), ui.El("code", x.Path), ui.El("span", ui.Class("acts"),
			button("move", "up", "↑", "Up", i == 0), button("move", "down", "↓", "Down", i == len(c.list)-1),
			button("remove", "gone", "×", "Remove", false))),
		field("label", "label", x.Label, ui.A("maxlength", strconv.Itoa(param.MaxLabel))),
		ui.El("div", ui.Class("range"), values))
}

// maxShown is the maximal number of listed numbers that may be added.
const maxShown = 60

// availableNumbers lists the numbers that may be added, grouped by the thing they belong
// to.
func (c *Composer) availableNumbers() ui.Node {
	var groups []ui.Node
	var rows []ui.Node
	head, shown, hits := "", 0, 0
	flush := func() {
		if len(rows) > 0 {
			groups = append(groups, ui.El("li", ui.El("h3", head), ui.El("ul", rows)))
		}
		rows = nil
	}
	for i := range c.finder.List {
		f := &c.finder.List[i]
		if !f.Matches(c.searchWords) {
			continue
		}
		if hits++; shown == maxShown {
			continue
		}
		shown++
		of := f.Group
		if f.Owner != "" {
			of += ": " + f.Owner
		}
		if of != head {
			flush()
			head = of
		}
		rows = append(rows, ui.El("li", ui.El("button", ui.A("type", "button"), ui.A("data-ask", "add"),
			ui.A("data-path", f.Path), ui.A("title", f.Path), ui.El("span", f.Field), " ", ui.El("b", f.Value))))
	}
	flush()
	text := strconv.Itoa(hits) + " numbers and choices"
	if hits == 1 {
		text = "1 number or choice"
	}
	if hits > shown {
		text += ", of which these are the first " + strconv.Itoa(shown) + "; search for others"
	}
	return ui.El("div", ui.El("p", ui.Class("note"), ui.A("role", "status"), text+"."), ui.El("ul", groups))
}

// code returns the code to copy, in the chosen form.
func (c *Composer) code() ui.Node {
	forms := c.Forms()
	chosen := forms[0]
	var tabs []ui.Node
	for _, f := range forms {
		if f.ID == c.form {
			chosen = f
		}
	}
	for _, f := range forms {
		tabs = append(tabs, ui.El("button", ui.A("type", "button"), ui.A("data-ask", "set"), ui.A("data-field", "form"),
			ui.A("data-text", f.ID), ui.A("id", "form-"+f.ID), ui.Aria("pressed", f.ID == chosen.ID), f.Name))
	}
	return ui.El("div", ui.El("div", ui.Class("tabs"), ui.A("role", "group"), ui.A("aria-label", "Form"), tabs),
		ui.El("pre", ui.A("tabindex", "0"), ui.A("role", "group"), ui.A("aria-label", "The code"), ui.A("id", "text"),
			chosen.Text),
		ui.El("p", ui.Class("note"), strings.ToUpper(chosen.About[:1])+chosen.About[1:]+". "+
			strconv.Itoa(len(chosen.Text))+" characters."))
}
