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
	"gridbox/core/doc"
	"gridbox/core/draw/mini"
	"gridbox/core/i18n"
)

// list returns the head of the list and the visible rows.
func list(s *state.State, _ panel.Additions) ui.Node {
	part := ui.El("main", ui.Class("drafts"), ui.A("id", "drafts"), ui.A("aria-label", "Drafts"))
	if !isViewShown(s) {
		return part
	}
	part.Children = []ui.Node{shelfHead(s), rowsOf(s), deletedNote(s)}
	return part
}

// shelfHead returns the search field and the order of the list.
func shelfHead(s *state.State) ui.Node {
	h := Slot.Get(s)
	n := len(h.List)
	what := doc.Count(n, "draft")
	if h.Query.Trash {
		what += " in the trash"
	}
	if !h.Ready {
		what = "opening"
	}
	search := ui.El("input", ui.A("type", "search"), ui.A("id", "shelf-words"), ui.A("data-seek", "words"),
		ui.A("data-value", h.Query.Text), // no value: it would overwrite text typed meanwhile
		ui.A("autocomplete", "off"),
		ui.A("spellcheck", "false"), ui.A("aria-label", "Search drafts"), ui.A("placeholder", "Search"))
	columns := ui.El("div", ui.Class("shelf-columns"), ui.A("role", "group"), ui.A("aria-label", "Sort by"))
	for _, by := range library.Sorts {
		on := h.Query.Sort == by || h.Query.Sort == "" && by == "changed"
		name := map[string]string{"title": "draft", "size": "size"}[by]
		if name == "" {
			name = by
		}
		sign := ""
		if on {
			if sign = " ↓"; h.Query.Back != (by == "title" || by == "kind") {
				sign = " ↑"
			}
		}
		columns.Children = append(columns.Children, ui.El("button", ui.A("type", "button"), ui.Class("by-"+by),
			ui.Act("seek", "sort", by), ui.Aria("pressed", on), ui.A("title", i18n.T("sort by {}", name)), name+sign))
	}
	head := ui.El("div", ui.Class("shelf-head"),
		ui.El("div", ui.Class("shelf-search"), search, ui.El("small", ui.A("role", "status"), what)))
	if h.Query.Trash && n > 0 {
		if h.Sure {
			head.Children = append(head.Children, ui.El("div", ui.Class("acts"),
				ui.Button(i18n.T("Delete {} permanently", what), ui.Class("primary"), ui.Act("empty", "sure")),
				ui.Button("No", ui.Act("empty", "no"))))
		} else {
			head.Children = append(head.Children, ui.El("div", ui.Class("acts"),
				ui.Button("Empty the trash", ui.Act("empty"))))
		}
	}
	head.Children = append(head.Children, columns)
	return head
}

// rowsOf returns the list. Its element stays while its rows are replaced, so that it keeps the focus and its scroll
// position. The list element itself refers to the current row.
func rowsOf(s *state.State) ui.Node {
	h, rows := Slot.Get(s), RowsSlot.Get(s)
	from, to := library.VisibleRows(h.Lines, rows.Top, max(rows.Bottom, rows.Top+900))
	to = min(to, len(h.Lines))
	body := ui.El("div", ui.Class("shelf-body"), ui.A("role", "rowgroup"))
	gap := func(height int) {
		if height > 0 {
			body.Children = append(body.Children, ui.El("svg", ui.Class("shelf-gap"), ui.A("width", "1"),
				ui.A("height", strconv.Itoa(height)), ui.A("aria-hidden", "true")))
		}
	}
	active, end := "", 0
	if from < to {
		gap(h.Lines[from].Top)
	}
	for i := from; i < to; i++ {
		l := &h.Lines[i]
		if end = h.Height; i+1 < len(h.Lines) {
			end = h.Lines[i+1].Top
		}
		if l.At < 0 {
			body.Children = append(body.Children, ui.El("div", ui.A("role", "row"), ui.Class("shelf-day"),
				ui.El("span", ui.A("role", "gridcell"), l.Day+" ", ui.El("small", ui.Integer(l.N)))))
			continue
		}
		if l.Entry.Slot == h.Chosen {
			active = "draft-" + l.Entry.Slot
		}
		body.Children = append(body.Children, row(s, l))
	}
	gap(h.Height - end)
	if len(h.Lines) == 0 {
		body.Children = append(body.Children, ui.El("div", ui.A("role", "row"),
			ui.El("p", ui.A("role", "gridcell"), ui.Class("shelf-none"), nothingListed(h))))
	}
	return ui.El("div", ui.Class("shelf-rows"), ui.A("id", "shelf-rows"), ui.A("role", "grid"), ui.A("tabindex", "0"),
		ui.A("data-rows", "drafts"), ui.A("aria-label",
			"Drafts. Arrows choose, Enter opens, F2 renames, Delete deletes; "+
				"typing searches."),
		ui.A("aria-rowcount", strconv.Itoa(max(1, len(h.Lines)))), ui.If(active != "",
			ui.A("aria-activedescendant", active)),
		ui.List(body))
}

func nothingListed(h *State) string {
	switch {
	case !h.Ready:
		return "The library is being opened."
	case h.Query.Text != "" || h.Query.Kind != "" || h.Query.Tag != "":
		return "No drafts match."
	case h.Query.Trash:
		return "The trash is empty."
	}
	return "No drafts yet. What you change in the laboratory is saved here."
}

// row returns the row of a draft in the table of the library. The title is a text field while the draft is renamed.
func row(s *state.State, l *library.Row) ui.Node {
	h, c := Slot.Get(s), l.Entry.Card
	title := ui.El("b", ui.A("title", c.Name()), halves(c.Name()))
	if h.Renaming == c.Slot {
		title = titleField(c.Slot, c.Title)
	}
	small := c.SizeText
	switch {
	case c.ReadError != "":
		small = "cannot be read"
	case c.IsFromNewer():
		small = "saved by a later Gridbox"
	}
	for _, t := range c.Tags {
		small += "  #" + t
	}
	colour := 0
	best := ui.El("span", ui.A("role", "gridcell"), ui.Class("by-best"))
	if b := c.Best; b != nil && c.ReadError == "" {
		colour = b.Colour
		best.Children = []ui.Node{panel.Swatch(b.Colour, ""), ui.El("span", b.Run),
			ui.El("span", ui.Class("num"), bestValue(c.Kind, b))}
	}
	versions := ""
	if c.Versions > 0 {
		versions = ui.Integer(c.Versions)
	}
	return ui.El("div", ui.A("role", "row"), ui.A("id", "draft-"+c.Slot), ui.Class("shelf-row"),
		ui.A("aria-rowindex", strconv.Itoa(l.At+1)), ui.Aria("selected", c.Slot == h.Chosen), ui.Act("choose", c.Slot),
		ui.If(c.ReadError != "", ui.Class("broken")),
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-face"), ui.Picture(mini.Draw(c.Face, colour))),
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-title"), title, ui.El("small", small)),
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-kind"), kindName(c.Kind)),
		best,
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-versions num"), versions),
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-size num"), bytes(float64(c.Bytes))),
		ui.El("span", ui.A("role", "gridcell"), ui.Class("by-changed num"), timeText(c.Saved, h)))
}

// halves divides a name so that a narrow column shortens its middle: copies and versions differ at the ends of their
// names.
func halves(name string) []ui.Node {
	const tail = 12
	letters := []rune(name)
	cut := max(0, len(letters)-tail)
	return []ui.Node{ui.El("span", string(letters[:cut])), ui.El("span", string(letters[cut:]))}
}

// titleField returns the field for a new title.
func titleField(of, title string) ui.Node {
	return ui.El("input", ui.A("type", "text"), ui.A("id", "shelf-title"), ui.A("data-rename", of),
		ui.A("value", title),
		ui.A("data-value", title), ui.A("autocomplete", "off"), ui.A("aria-label", "Another title"),
		ui.A("placeholder", "Untitled scenario"))
}

// bestValue formats the best value of a draft with its unit.
func bestValue(kind string, b *library.BestAnswer) string { return value(kind, b.Metric, b.Value) }

func value(kind, metric string, v float64) string {
	k, _ := catalog.ByID(kind)
	for _, m := range k.Metrics {
		if m.ID == metric {
			return strings.TrimSpace(ui.Num(v) + " " + m.Unit)
		}
	}
	return ui.Num(v)
}

// timeText returns the time of day under a heading with the day, else day and time.
func timeText(at int64, h *State) string {
	t := time.UnixMilli(at)
	switch {
	case at == 0:
		return "–"
	case h.Query.HasDays():
		return t.Format("15:04")
	}
	return library.FormatTime(at)
}

// deletedNote returns the line that names a deleted draft and offers to restore it.
func deletedNote(s *state.State) ui.Node {
	h := Slot.Get(s)
	line := ui.El("div", ui.Class("shelf-gone"), ui.A("role", "status"))
	text, back := "", ""
	if len(h.Deleted) > 0 {
		if c := h.Find(h.Deleted[0]); c != nil {
			text, back = i18n.T("{} is in the trash.", c.Name()), h.Deleted[0]
		}
	}
	for i := range h.Studies {
		if st := &h.Studies[i]; st.Key == h.DeletedStudy && st.TrashedAt != 0 {
			text, back = i18n.T("The study {} and its results have been deleted.", library.DisplayTitle(st.Title)),
				st.Key
		}
	}
	if text != "" {
		line.Children = []ui.Node{ui.El("p", text), ui.Button("Undo", ui.Act("putback", back), ui.A("title", "Ctrl+Z"))}
	}
	return line
}
