package shelf

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// The screen of the library has three parts that change independently: the filters and the storage used, the list,
// which draws only its visible rows, and the selected draft.

// isViewShown reports whether the view shows the library.
func isViewShown(s *state.State) bool { return s.Layout.View == viewID }

// side returns the filters of the list, the trash, and the storage used.
func side(s *state.State, added panel.Additions) ui.Node {
	part := ui.El("aside", ui.Class("shelves"), ui.A("id", "shelves"), ui.A("aria-label", "What is listed"))
	if !isViewShown(s) {
		return part
	}
	h := Slot.Get(s)
	filters := ui.El("div", ui.Class("shelf-filters"), ui.A("role", "group"), ui.A("aria-label", "Kinds"))
	add := func(on bool, name string, n int, act []ui.Attr) {
		filters.Children = append(filters.Children, ui.El("button", ui.A("type", "button"), act, ui.Aria("pressed", on),
			ui.El("span", name), ui.El("small", ui.Class("num"), ui.Integer(n))))
	}
	q := h.Query
	add(!q.Trash && q.Kind == "", "All drafts", h.Counts.All, ui.Act("seek", "kind", ui.Unset))
	for _, k := range catalog.Kinds() {
		add(!q.Trash && q.Kind == k.ID, k.Name, h.Counts.Kinds[k.ID], ui.Act("seek", "kind", k.ID))
	}
	add(q.Trash, "Trash", h.Counts.Trash, ui.Act("seek", "trash", strconv.FormatBool(!q.Trash)))
	part.Children = append(part.Children,
		ui.Button("Back to the laboratory", ui.Class("shelf-back"), ui.Act("library"), ui.A("title", "Esc")),
		ui.El("h2", "Library"), filters)
	if len(h.Counts.Tags) > 0 {
		tags := ui.El("div", ui.Class("shelf-tags"), ui.A("role", "group"), ui.A("aria-label", "Tags"))
		for _, t := range h.Counts.Tags {
			tags.Children = append(tags.Children, ui.El("button", ui.A("type", "button"), ui.Act("seek", "tag", t.Word),
				ui.Aria("pressed", strings.EqualFold(q.Tag, t.Word)), t.Word+" ",
				ui.El("small", ui.Class("num"), ui.Integer(t.N))))
		}
		part.Children = append(part.Children, ui.El("h3", "Tags"), tags)
	}
	part.Children = append(part.Children, shelfStudies(s))
	part.Children = append(append(part.Children, added.Draw(panel.AtLibrary, s)...), shelfFoot(s))
	return part
}

// shelfStudies lists the studies with kept results.
func shelfStudies(s *state.State) ui.Node {
	var items []ui.Node
	for i := range Slot.Get(s).Studies {
		st := Slot.Get(s).Studies[i]
		if st.TrashedAt != 0 {
			continue
		}
		name := st.Title
		if name == "" {
			name = "A study from before"
		}
		if Slot.Get(s).Renaming == st.Key {
			items = append(items, ui.El("li", ui.El("span", ui.Class("quiet"), "Title of the study"),
				titleField(st.Key, st.Title)))
			continue
		}
		words := st.SizeText
		if words == "" {
			words = "its document was not kept"
		}
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Class("shelf-study"), ui.Act("openstudy", st.Key),
				ui.Flag("disabled", st.Text == ""), ui.El("b", name), ui.El("small", words)),
			ui.IconButton("edit", i18n.T("Rename {}", name), ui.Act("rename", st.Key)),
			ui.IconButton("delete", i18n.T("Delete {} and its results", name), ui.Act("binstudy", st.Key))))
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("shelf-studies"), ui.El("h3", "Studies with results"), ui.El("ul", items))
}

// shelfFoot returns the storage used, and whether it is persistent.
func shelfFoot(s *state.State) ui.Node {
	foot := ui.El("div", ui.Class("shelf-foot"))
	add := func(text string) { foot.Children = append(foot.Children, ui.El("p", text)) }
	if !s.Keep.Durable && s.Keep.Reason != "" {
		foot.Children = append(foot.Children, ui.El("p", ui.Class("wrong"), s.Keep.Reason))
		return foot
	}
	if room := s.Keep.Space; room.Quota > 0 {
		foot.Children = append(foot.Children,
			ui.El("p", ui.El("b", bytes(room.Used)), i18n.T(" of {} that this browser grants are used.",
				bytes(room.Quota))),
			ui.El("progress", ui.A("max", "1000"), ui.A("aria-label", "Room used"),
				ui.A("value", strconv.Itoa(int(math.Ceil(1000*min(1, room.Used/room.Quota)))))))
	}
	switch s.Keep.Space.Persistent {
	case "yes":
		add("The browser keeps this until you delete it.")
	case "no":
		add("The browser may clear this when the disk is full or you stay away for long. Save the library as a file " +
			"now and then.")
	}
	return foot
}

// bytes formats a size for people.
func bytes(n float64) string {
	switch {
	case n < 1000:
		return ui.Integer(int(n)) + " B"
	case n < 1e6:
		return i18n.T("{} KB", strconv.FormatFloat(n/1e3, 'f', 1, 64))
	case n < 1e9:
		return i18n.T("{} MB", strconv.FormatFloat(n/1e6, 'f', 1, 64))
	}
	return i18n.T("{} GB", strconv.FormatFloat(n/1e9, 'f', 1, 64))
}
