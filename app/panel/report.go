package panel

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/importer"
)

// importReport returns the dialog with the import report of the draft; its title is "" if the draft was not
// imported.
func importReport(s *state.State, added Additions) (title string, body ui.Node) {
	r, ok := reportOf(s.ImportReports[s.Sheet])
	if !ok {
		return "", ui.Node{}
	}
	return "Import report", ui.El("div", ui.El("p", r.Title+": "+FileNames(r.Files)),
		reportEntries(r, entries, nil), answers(r), further(s, added))
}

// further returns the buttons of features for a problem with one solved instance.
func further(s *state.State, added Additions) ui.Node {
	return ui.El("div", ui.Class("acts pad"), added.Draw(AtInstance, s))
}

// ImportReport returns the names of the files of an import report, and the report; "" for an unreadable one.
func ImportReport(text string) (from string, report []ui.Node) {
	r, ok := reportOf(text)
	if !ok {
		return "", nil
	}
	return FileNames(r.Files), []ui.Node{reportEntries(r, entries, nil), answers(r)}
}

func reportOf(text string) (r importer.Report, ok bool) {
	return r, text != "" && len(doc.Decode([]byte(text), &r)) == 0
}

// FileNames returns the names of files, or the first two and the number of the others.
func FileNames(names []string) string {
	if len(names) > 3 {
		return i18n.T("{} and {} more", strings.Join(names[:2], ", "), ui.Integer(len(names)-2))
	}
	return strings.Join(names, ", ")
}

// entries are the headings of a report, in the order of the page.
var entries = []entry{{importer.Faulty, "Faults"}, {importer.LeftOut, "Left out"},
	{importer.Assumed, "Assumed"}, {importer.Taken, "Taken"}}

type entry struct{ category, head string }

// firstEntries is the number of faults and left-out entries shown before the list is opened;
// the others are behind a fold.
const firstEntries = 5

// ImportLosses lists the faults and the left out entries of an import; control draws a setting of an entry.
func ImportLosses(r importer.Report, control func(*importer.Setting) ui.Node) ui.Node {
	return reportEntries(r, entries[:2], control)
}

// ImportNotes lists the assumptions and the imported things; control draws a setting of an entry.
func ImportNotes(r importer.Report, control func(*importer.Setting) ui.Node) ui.Node {
	return reportEntries(r, entries[2:], control)
}

// reportEntries lists entries of a report. A nil control means that the draft is imported already: all entries are
// shown, without settings.
func reportEntries(r importer.Report, heads []entry, control func(*importer.Setting) ui.Node) ui.Node {
	var parts []ui.Node
	for _, part := range heads {
		var list []ui.Node
		for _, e := range r.Entries {
			if e.Status == part.category {
				setting := ui.Node{}
				if control != nil && e.Setting != nil {
					setting = control(e.Setting)
				}
				list = append(list, ui.El("li", e.Line(ui.Integer), setting))
			}
		}
		if len(list) == 0 {
			continue
		}
		loss := part.category == importer.Faulty || part.category == importer.LeftOut
		seen, rest := list, []ui.Node(nil)
		if control != nil && loss && len(list) > firstEntries+1 {
			seen, rest = list[:firstEntries], list[firstEntries:]
		}
		box := ui.El("div", ui.El("h3", part.head), ui.El("ul", seen))
		if loss {
			box = ui.El("div", ui.Class("lost"), ui.El("h3", part.head), ui.El("ul", seen))
		}
		if len(rest) > 0 {
			box.Children = append(box.Children, ui.El("details", ui.El("summary", i18n.T("{} more",
				ui.Integer(len(rest)))),
				ui.El("ul", rest)))
		}
		parts = append(parts, box)
	}
	return ui.El("div", ui.Class("report"), parts)
}

// answers lists the questions that affected the import, with the answers used.
func answers(r importer.Report) ui.Node {
	var list []ui.Node
	for _, a := range r.Answers {
		text := i18n.T("{}: {}", a.Label, a.Value())
		if a.Assumed {
			text += " (assumed)"
		}
		if a.Guess {
			text += ": " + a.About
		}
		list = append(list, ui.El("li", text))
	}
	if len(list) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.El("h3", "Settings"), ui.El("ul", list))
}
