package shelf

import (
	"strconv"
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/mini"
	"gridbox/core/i18n"
)

// card returns the selected draft with its versions.
func card(s *state.State, added panel.Additions) ui.Node {
	part := ui.El("section", ui.Class("card-of"), ui.A("id", "card"), ui.A("role", "complementary"),
		ui.A("aria-label", "The draft"))
	if !isViewShown(s) {
		return part
	}
	h := Slot.Get(s)
	part.Attrs = append(part.Attrs, ui.A("data-detail", strconv.FormatBool(h.Detail)))
	c := h.Card()
	if c == nil {
		part.Children = []ui.Node{ui.El("p", ui.Class("note"), "Choose a draft to see it here.")}
		return part
	}
	part.Children = append(part.Children,
		ui.Button("Back to the list", ui.Class("card-back"), ui.Act("choose", c.Slot, "list")),
		ui.El("h2", c.Name()), ui.El("p", ui.Class("note"), facts(c)), cardActs(s, c, added.Compares))
	if c.ReadError != "" {
		part.Children = append(part.Children, ui.El("p", ui.Class("wrong"),
			i18n.T("{} Download the file to see whether "+
				"it can be repaired.",
				c.ReadError)))
		return part
	}
	// Placed before the parts that appear later, so that a field keeps the focus while the user types.
	tags := strings.Join(c.Tags, ", ")
	part.Children = append(part.Children,
		ui.El("div", ui.Class("field"), ui.El("label", ui.A("for", "card-tags"), "Tags"),
			ui.El("input", ui.A("type", "text"), ui.A("id", "card-tags"), ui.A("data-tags", c.Slot),
				ui.A("value", tags), ui.A("data-value", tags), ui.A("autocomplete", "off"),
				ui.A("placeholder", "words, separated by commas"))))
	colour := 0
	if c.Best != nil {
		colour = c.Best.Colour
	}
	if c.Face != "" {
		part.Children = append(part.Children, ui.El("div", ui.Class("card-face"),
			ui.Picture(mini.Draw(c.Face, colour))))
	}
	if b := c.Best; b != nil {
		part.Children = append(part.Children, ui.El("p", ui.Class("card-best"), panel.Swatch(b.Colour, ""),
			i18n.T("{} is best: {} {}.", b.Run, metricCalled(c.Kind, b.Metric), bestValue(c.Kind, b))))
	}
	if from, report := panel.ImportReport(c.Report); from != "" {
		part.Children = append(part.Children, ui.El("details", ui.Class("brought"),
			ui.El("summary", i18n.T("Imported from {}", from)), report))
	}
	part.Children = append(part.Children, timeline(s, c, added.Compares))
	return part
}

func metricCalled(kind, metric string) string {
	k, _ := catalog.ByID(kind)
	for _, m := range k.Metrics {
		if m.ID == metric {
			return strings.ToLower(m.Name)
		}
	}
	return metric
}

// facts returns the kind of a draft, its size, and when it was saved.
func facts(c *library.Card) string {
	parts := []string{kindName(c.Kind)}
	if c.SizeText != "" {
		parts = append(parts, c.SizeText)
	}
	if c.Bytes > 0 {
		parts = append(parts, bytes(float64(c.Bytes)))
	}
	if c.Saved != 0 {
		parts = append(parts, i18n.T("saved {}", library.FormatTime(c.Saved)))
	}
	if c.IsFromNewer() {
		parts = append(parts, "by a later Gridbox; saving it here makes a copy")
	}
	return strings.Join(parts, " · ")
}

// cardActs returns the buttons of a card. Trashed and unreadable drafts have buttons of their own.
func cardActs(s *state.State, c *library.Card, compares bool) ui.Node {
	acts := ui.El("div", ui.Class("acts"))
	add := func(nodes ...ui.Node) { acts.Children = append(acts.Children, nodes...) }
	switch {
	case c.IsTrashed():
		add(ui.Button("Put back", ui.Class("primary"), ui.Act("putback", c.Slot)),
			ui.Button("Delete permanently", ui.Act("purge", c.Slot)))
	case c.ReadError != "":
		add(ui.Button("Download the file", ui.Class("primary"), ui.Act("salvage", c.Slot)),
			ui.Button("Delete", ui.Act("trash", c.Slot)))
	default:
		add(ui.Button("Open", ui.Class("primary"), ui.Act("draft", c.Slot), ui.A("title", "Enter")),
			ui.Button("Rename", ui.Act("rename", c.Slot), ui.A("title", "F2")),
			ui.Button("Duplicate", ui.Act("duplicate", c.Slot), ui.A("title", "Ctrl+D")),
			ui.IconButton("delete", "Move to the trash (Del)", ui.Act("trash", c.Slot)),
			ui.Button("Save as a file", ui.Act("salvage", c.Slot)))
		if compares {
			add(ui.Button("Compare with the open draft", ui.Act("beside", c.Slot, "open"),
				ui.A("title", "Shift+Enter")))
		}
	}
	return acts
}

// timeline lists the versions of a draft, the last version first.
func timeline(s *state.State, c *library.Card, compares bool) ui.Node {
	h := &s.Versions
	if h.Slot != c.Slot || len(h.List) == 0 {
		return ui.El("p", ui.Class("note"), "No versions yet. They are saved automatically while you work.")
	}
	named := 0
	for _, v := range h.List {
		if v.Name != "" {
			named++
		}
	}
	var items []ui.Node
	chart, legend := versionsChart(h), ui.Node{}
	if chart != nil {
		legend = ui.El("small", ui.Class("version-metric"), metricCalled(c.Kind, chart.metric))
	}
	for i := len(h.List) - 1; i >= 0; i-- {
		items = append(items, version(s, c, i, chart, compares))
	}
	return ui.El("div", ui.Class("versions"),
		ui.El("h3", "Versions ",
			ui.El("small", i18n.T("{} named, {} automatic", ui.Integer(named), ui.Integer(len(h.List)-named))), legend),
		ui.El("ol", items))
}

// version returns the list item of version i: its name and time, its changes, and the buttons to restore and compare
// it. chart may be nil.
func version(s *state.State, c *library.Card, i int, chart *versionChart, compares bool) ui.Node {
	h := Slot.Get(s)
	v := &s.Versions.List[i]
	name := v.Name
	if name == "" {
		name = library.Day(v.At, h.Now, time.Local)
	}
	at := time.UnixMilli(v.At).Format("15:04")
	if v.Name != "" {
		at = library.Day(v.At, h.Now, time.Local) + " " + at
	}
	item := ui.El("li", ui.If(v.Name != "", ui.Class("named")),
		ui.El("div", ui.Class("version-head"), ui.El("b", name), ui.El("small", at)))
	if chart != nil {
		item.Attrs = append(item.Attrs, ui.Class("charted"))
		before := (*library.Version)(nil)
		if i > 0 {
			before = &s.Versions.List[i-1]
		}
		item.Children = append(item.Children, chart.row(v, before))
	}
	if v.Changes != "" {
		item.Children = append(item.Children, ui.El("p", v.Changes))
	}
	if len(v.Effects) > 0 {
		item.Children = append(item.Children, effectsOf(v))
	}
	label := name + ", " + at
	acts := ui.El("div", ui.Class("acts"))
	add := func(text, act, arg string) {
		acts.Children = append(acts.Children, ui.El("button", ui.A("type", "button"), ui.Class("link"),
			ui.Act(act, v.ID, arg), ui.A("aria-label", i18n.T("{}: {}", text, label)), text))
	}
	if !c.IsTrashed() {
		add("Go back to it", "restore", c.Slot)
	}
	add("Try in a copy", "tryversion", "")
	add("Changes since", "compare", "now")
	if i > 0 {
		add("Changes from the one before", "compare", "before")
	}
	if compares {
		add("Compare answers", "beside", "now")
	}
	item.Children = append(item.Children, acts,
		ui.El("input", ui.A("type", "text"), ui.Class("version-name"), ui.A("data-version", v.ID),
			ui.A("value", v.Name),
			ui.A("data-value", v.Name), ui.A("aria-label",
				i18n.T("Name of the version: {}", label)), ui.A("autocomplete", "off"),
			ui.A("placeholder", "name it to keep it permanently")))
	if h.Version == v.ID {
		item.Children = append(item.Children, differences(h))
	}
	return item
}

// effectsOf returns the effect of a version on the main metric of each answer.
func effectsOf(v *library.Version) ui.Node {
	line := ui.El("p", ui.Class("version-effects"))
	for i, e := range v.Effects {
		if i == 4 {
			break
		}
		text := e.Run + " " + value(v.Kind, e.Metric, e.Value)
		if e.Previous != nil {
			switch d := e.Value - *e.Previous; {
			case d == 0:
				text += ", as before"
			case d > 0:
				text += ", +" + value(v.Kind, e.Metric, d)
			default:
				text += ", " + value(v.Kind, e.Metric, d)
			}
		}
		line.Children = append(line.Children, ui.El("span", panel.Swatch(e.Colour, ""), text))
	}
	return line
}

// differences returns the table of the changes since a version, or from the version before, at most 60. A note
// replaces the table if nothing differs.
func differences(h *State) ui.Node {
	title := "Changes since this version"
	if h.Baseline == "before" {
		title = "Changes from the version before"
	}
	if len(h.Changes) == 0 {
		return ui.El("p", ui.Class("note"), ui.A("role", "status"), "Nothing differs.")
	}
	const most = 60
	var rows []ui.Node
	for _, c := range h.Changes[:min(most, len(h.Changes))] {
		was, is := c.Was, c.Is
		if was == "" {
			was = "–"
		}
		if is == "" {
			is = "–"
		}
		rows = append(rows, ui.El("tr", ui.RowHead(ui.A("title", c.Path), strings.TrimSpace(c.Noun+" "+c.Name)),
			ui.El("td", was), ui.El("td", is)))
	}
	parts := []ui.Node{ui.El("table", ui.Class("data differences"), ui.El("caption", ui.Class("quiet"), title),
		ui.El("thead", ui.El("tr", ui.ColHead("what"), ui.ColHead("was"), ui.ColHead("is"))), ui.El("tbody", rows))}
	if n := len(h.Changes); n > most {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("and {} more", ui.Integer(n-most))))
	}
	return ui.El("div", ui.A("role", "status"), parts)
}
