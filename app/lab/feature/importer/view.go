package importer

import (
	"strconv"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// dialog returns the dialog of the import: the contents of the files, missing settings, the resulting
// scenario, and the data that was left out. Its title is "" without an import.
func dialog(s *state.State) (title string, body ui.Node) {
	own := Slot.Get(s)
	if !own.Active() {
		return "", ui.Node{}
	}
	return importTitle(own), importView(s, own)
}

// importTitle names the files that are read now, and which of several parts they
// are.
func importTitle(b *State) string {
	title := i18n.T("Import {}", panel.FileNames(b.FileNames()))
	if b.Opens() == OpenEach && b.KnownParts() > 1 {
		title += i18n.T(" ({} of {})", ui.Integer(b.Report.Part), ui.Integer(b.KnownParts()))
	}
	return title
}

// importView returns the body of the dialog.
func importView(s *state.State, b *State) ui.Node {
	off := ui.Flag("disabled", s.Stage != state.Live)
	text := ""
	switch {
	case b.Busy:
		text = "Reading…"
	case b.Wrong != "":
		text = b.Wrong
	case len(b.Report.Contents) > 0:
		text = "This is in none of the known formats. Nothing has changed."
	case !b.Ready:
		text = "This cannot be imported yet; the reasons are below."
	default:
		text = i18n.T("This becomes {}.", counts(b))
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), ui.A("id", "import-status"), text)}
	known := len(b.Report.Contents) == 0
	if known {
		for _, f := range b.Report.Faults {
			parts = append(parts, ui.El("p", ui.Class("why-not"), f))
		}
		parts = append(parts, panel.ImportLosses(b.Report.Report, b.setting))
	}
	parts = append(parts, schedule(s, b), separateFiles(b, off))
	if len(b.Report.Formats) > 0 {
		parts = append(parts, formatChoice(b, off))
	}
	if !known {
		parts = append(parts, unknownFormat(s, b))
	} else {
		main, more := questions(b)
		guesses := []ui.Node{ui.El("h3", "Guessed: the column for each value")}
		for _, a := range main {
			if a.Guess {
				guesses = append(guesses, question(a, off))
			} else {
				parts = append(parts, question(a, off))
			}
		}
		if len(guesses) > 1 {
			parts = append(parts, guesses...)
		}
		if b.Report.Form != nil {
			for i := range b.Report.Form.Sheets {
				parts = append(parts, sheet(b.Report.Form, i, off))
			}
		}
		parts = append(parts, panel.ImportNotes(b.Report.Report, b.setting))
		if len(more) > 0 {
			fold := ui.El("details", ui.Class("more"), ui.El("summary", "More settings"))
			for _, a := range more {
				fold.Children = append(fold.Children, question(a, off))
			}
			parts = append(parts, fold)
		}
	}
	last := []ui.Node{ui.Button(importWords(b), ui.Class("primary"), ui.Act("importin"),
		ui.Flag("disabled", !b.Ready || b.Busy)), ui.Button("Cancel", ui.Act("importcancel"))}
	if b.Report.Mapping != "" {
		last = append(last, ui.Button("Save the mapping", ui.Act("savemapping"),
			ui.A("title", "how the columns are read, as a file for other tables and the command line")))
	}
	parts = append(parts, ui.El("div", ui.Class("acts"), last))
	return ui.El("div", ui.Class("import"), parts)
}

// importWords names the button that imports.
func importWords(b *State) string {
	if b.Opens() == OpenEach && b.Report.Part < b.KnownParts() {
		return "Import, then the next"
	}
	return "Import"
}

// maxUnknown is the maximal number of files of unknown formats that are named.
const maxUnknown = 5

// separateFiles lists files that do not all belong together with their formats, and asks which
// become drafts.
func separateFiles(b *State, off ui.Attr) ui.Node {
	box := ui.El("div", ui.Class("apart"))
	if len(b.Report.Parts) == 0 {
		return box
	}
	var list, values, names []string
	var only []string
	for i, p := range b.Report.Parts {
		if p.Title == "" {
			for k, why := range p.Contents {
				if k == maxUnknown {
					list = append(list, i18n.T("{} more files are in none of the known formats.",
						ui.Integer(len(p.Contents)-k)))
					break
				}
				list = append(list, i18n.T("{} It is left out.", why))
			}
			continue
		}
		list = append(list, panel.FileNames(p.Names)+": "+p.Title)
		values = append(values, OpenOnly+strconv.Itoa(i+1))
		only = append(only, i18n.T("only {}", panel.FileNames(p.Names)))
	}
	message := "These files do not combine."
	if b.Report.Combine {
		message = "These files combine: the jobs of the log run on the clusters of the platform."
		values, names = append([]string{OpenTogether}, values...), []string{"one farm of both"}
	}
	names = append(names, only...)
	values = append(values, OpenEach, OpenAll)
	names = append(names, "each as a draft", "all files in one format")
	var items []ui.Node
	for _, text := range list {
		items = append(items, ui.El("li", text))
	}
	box.Children = []ui.Node{ui.El("ul", items), ui.El("p", message),
		ui.El("div", ui.Class("setting"), ui.El("label", ui.A("for", "import-open"), "Import"),
			choice("import-open", "open", "", "Import", b.Opens(), values, names, off))}
	return box
}

// schedule returns the button that checks a file against the current draft, if the file has start times of a farm's
// jobs.
func schedule(s *state.State, b *State) ui.Node {
	box := ui.El("div", ui.Class("schedule"))
	if b.Report.Schedule == "" || s.Draft.Farm == nil {
		return box
	}
	by := "“" + s.Draft.Title + "”"
	if s.Draft.Title == "" {
		by = "the open farm"
	}
	box.Children = []ui.Node{ui.El("p", i18n.T("The file has the times at which jobs ran, so it can also be "+
		"judged as a schedule of {} and compared with the answers.",
		by)), ui.Button(i18n.T("Judge it by {}", by), ui.Act("judge"),
		ui.Flag("disabled", b.Busy || s.Problem == nil))}
	if b.JudgeFailure != "" {
		box.Children = append(box.Children, ui.El("p", ui.Class("why-not"), i18n.T("Not judged: {}", b.JudgeFailure)))
	}
	return box
}
