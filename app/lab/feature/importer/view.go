package importer

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/importer"
)

// dialog returns the dialog of the import: the contents of the files, missing settings, the resulting
// scenario, and the data that was left out. Its title is "" without an import.
func dialog(s *state.State) (title string, body ui.Node) {
	own := Slot.Of(s)
	if !own.Active() {
		return "", ui.Node{}
	}
	return importTitle(own), bringIn(s, own)
}

// importTitle names the files that are read now, and which of several parts they
// are.
func importTitle(b *State) string {
	title := "Import " + panel.FewFiles(b.Reads())
	if b.Opens() == OpenEach && b.Known() > 1 {
		title += " (" + ui.Whole(b.Told.Part) + " of " + ui.Whole(b.Known()) + ")"
	}
	return title
}

// bringIn returns the body of the dialog.
func bringIn(s *state.State, b *State) ui.Node {
	off := ui.Flag("disabled", s.Stage != state.Live)
	said := ""
	switch {
	case b.Busy:
		said = "Reading…"
	case b.Wrong != "":
		said = b.Wrong
	case len(b.Told.Unknown) > 0:
		said = "This is in none of the known formats. Nothing has changed."
	case !b.Ready:
		said = "This cannot be imported yet; the reasons are below."
	default:
		said = "This becomes " + counts(b) + "."
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), ui.A("id", "bring-said"), said)}
	known := len(b.Told.Unknown) == 0
	if known {
		for _, f := range b.Told.Faults {
			parts = append(parts, ui.El("p", ui.Class("why-not"), f))
		}
		parts = append(parts, panel.ImportLosses(b.Told.Report, b.setting))
	}
	parts = append(parts, schedule(s, b), apart(b, off))
	if len(b.Told.Formats) > 0 {
		parts = append(parts, formatChoice(b, off))
	}
	if !known {
		parts = append(parts, unknown(s, b))
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
		if b.Told.Look != nil {
			for i := range b.Told.Look.Sheets {
				parts = append(parts, sheet(b.Told.Look, i, off))
			}
		}
		parts = append(parts, panel.ImportNotes(b.Told.Report, b.setting))
		if len(more) > 0 {
			fold := ui.El("details", ui.Class("more"), ui.El("summary", "More settings"))
			for _, a := range more {
				fold.Children = append(fold.Children, question(a, off))
			}
			parts = append(parts, fold)
		}
	}
	last := []ui.Node{ui.Button(importWords(b), ui.Class("primary"), ui.Act("bringin"),
		ui.Flag("disabled", !b.Ready || b.Busy)), ui.Button("Cancel", ui.Act("bringnot"))}
	if b.Told.Mapping != "" {
		last = append(last, ui.Button("Save the mapping", ui.Act("savemapping"),
			ui.A("title", "how the columns are read, as a file for other tables and the command line")))
	}
	parts = append(parts, ui.El("div", ui.Class("acts"), last))
	return ui.El("div", ui.Class("bring"), parts)
}

// importWords names the button that imports.
func importWords(b *State) string {
	if b.Opens() == OpenEach && b.Told.Part < b.Known() {
		return "Import, then the next"
	}
	return "Import"
}

// maxUnknown is the maximal number of files of unknown formats that are named.
const maxUnknown = 5

// apart lists files that do not all belong together with their formats, and asks which
// become drafts.
func apart(b *State, off ui.Attr) ui.Node {
	box := ui.El("div", ui.Class("apart"))
	if len(b.Told.Parts) == 0 {
		return box
	}
	var list, values, names []string
	var only []string
	for i, p := range b.Told.Parts {
		if p.Title == "" {
			for k, why := range p.Why {
				if k == maxUnknown {
					list = append(list, ui.Whole(len(p.Why)-k)+" more files are in none of the known formats.")
					break
				}
				list = append(list, why+" It is left out.")
			}
			continue
		}
		list = append(list, panel.FewFiles(p.Names)+": "+p.Title)
		values = append(values, OpenOnly+strconv.Itoa(i+1))
		only = append(only, "only "+panel.FewFiles(p.Names))
	}
	said := "These files do not combine."
	if b.Told.Combine {
		said = "These files combine: the jobs of the log run on the clusters of the platform."
		values, names = append([]string{OpenTogether}, values...), []string{"one farm of both"}
	}
	names = append(names, only...)
	values = append(values, OpenEach, OpenAll)
	names = append(names, "each as a draft", "all files in one format")
	var items []ui.Node
	for _, text := range list {
		items = append(items, ui.El("li", text))
	}
	box.Children = []ui.Node{ui.El("ul", items), ui.El("p", said),
		ui.El("div", ui.Class("setting"), ui.El("label", ui.A("for", "bring-open"), "Import"),
			choice("bring-open", "open", "", "Import", b.Opens(), values, names, off))}
	return box
}

// schedule returns the button that checks a file against the draft in front, if
// the file has times of a farm's jobs.
func schedule(s *state.State, b *State) ui.Node {
	box := ui.El("div", ui.Class("schedule"))
	if b.Told.Schedule == "" || s.Draft.Farm == nil {
		return box
	}
	by := "“" + s.Draft.Title + "”"
	if s.Draft.Title == "" {
		by = "the farm in front"
	}
	box.Children = []ui.Node{ui.El("p", "It says when jobs ran, so it can be a schedule of "+by+" too: judged, and "+
		"drawn beside the answers here."), ui.Button("Judge it by "+by, ui.Act("judge"),
		ui.Flag("disabled", b.Busy || s.Problem == nil))}
	if b.Unjudged != "" {
		box.Children = append(box.Children, ui.El("p", ui.Class("why-not"), "Not judged: "+b.Unjudged))
	}
	return box
}

// counts returns the numbers of things in words.
func counts(b *State) string {
	var list []string
	for _, c := range b.Told.Counts {
		noun := strings.TrimSuffix(c.Name, "s")
		if c.Name == "busy" {
			noun = "busy time"
		}
		list = append(list, screen.Rows(noun, c.Count))
	}
	return strings.Join(list, ", ")
}

// choice is a select of the dialog: what it changes, of what.
func choice(id, what, of, label, chosen string, values, names []string, off ui.Attr) ui.Node {
	return ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-bring", what), ui.A("data-of", of),
		ui.A("aria-label", label), off)
}

func formatChoice(b *State, off ui.Attr) ui.Node {
	values, names := []string{}, []string{}
	chosen, about, found := b.Told.Report.Format, "", false
	if chosen == "" {
		values, names = append(values, ""), append(names, "not known")
	}
	for _, f := range b.Told.Formats {
		values, names = append(values, f.ID), append(names, f.Title)
		if f.ID == chosen {
			about, found = f.About, true
		}
	}
	var line []ui.Node
	if found || chosen == "" { // a combination of two formats has no alternative
		line = append(line, ui.El("label", ui.Class("tick"), "Format ",
			choice("bring-as", "as", "", "Format", chosen, values, names, off)))
	}
	if kinds := b.Told.Kinds; len(kinds) > 1 {
		kind := b.Told.Kind
		if b.Told.Look != nil {
			kind = b.Told.Look.Kind
		}
		line = append(line, ui.El("label", ui.Class("tick"), "Becomes ",
			choice("bring-kind", "kind", "", "Kind of problem", kind, kinds, kinds, off)))
	}
	if len(line) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.El("div", ui.Class("ticks-line"), line),
		ui.El("p", ui.Class("note"), about), claimed(b.Told.Report.Claims, chosen))
}

// claimed shows why the format was chosen if another one fits too.
func claimed(claims []importer.Claim, chosen string) ui.Node {
	var items []ui.Node
	for _, c := range claims {
		if c.Format == chosen {
			text := c.File + " was read as " + c.Title
			if c.Why != "" {
				text += ", because " + c.Why
			}
			items = append(items, ui.El("li", text+"."))
			continue
		}
		items = append(items, ui.El("li", "It may be "+c.Title+", because "+c.Why+". ",
			ui.Button("Read it as "+c.Title, ui.Class("inline"), ui.Act("bringas", c.Format))))
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("ul", ui.Class("claims"), items)
}

// unknown lists the formats that were tried, with reasons, and the formats that
// can be read.
func unknown(s *state.State, b *State) ui.Node {
	var what, known []ui.Node
	for _, u := range b.Told.Unknown {
		what = append(what, ui.El("li", u))
	}
	for _, f := range b.Told.Formats {
		known = append(known, ui.El("li", f.Title))
	}
	return ui.El("div", ui.El("ul", what),
		ui.El("p", "Its beginning was compared with each of these, and fits none. If it is one of them "+
			"after all, choose it above."),
		ui.El("ul", ui.Class("columns"), known),
		ui.El("p", ui.El("a", ui.A("href", s.Look.Base+"/docs/import/"),
			"What can be imported, and how to write such a file")))
}

// questions returns the settings of the format. The main ones matter for these
// files: the reader asks for them, an entry of the report names them, or a person
// has chosen them.
func questions(b *State) (main, more []importer.Asked) {
	asked := map[string]bool{}
	for _, a := range b.Told.Report.Asked {
		// A table's columns have choices of their own.
		if !a.File && !asked[a.Name] && !(a.Guess && b.Told.Look != nil) {
			asked[a.Name] = true
			main = append(main, a)
		}
	}
	named := map[string]bool{}
	for _, e := range b.Told.Report.Entries {
		if e.Setting != nil {
			named[e.Setting.Name] = true
		}
	}
	for _, q := range b.Told.Asks {
		if q.File || q.Family || asked[q.Name] {
			continue
		}
		a := importer.Asked{Question: q, Answer: b.Set[q.Name]}
		if a.Answer == "" {
			a.Answer = q.Usual
		}
		if named[q.Name] || b.Set[q.Name] != "" {
			main = append(main, a)
		} else {
			more = append(more, a)
		}
	}
	return main, more
}

// settingID is the id of the control of a setting.
func settingID(name string) string { return "bring-" + name }

// question is the control of a setting.
func question(a importer.Asked, off ui.Attr) ui.Node {
	id := settingID(a.Name)
	var field ui.Node
	if len(a.Choices) > 0 {
		field = choice(id, "set."+a.Name, "", a.Label, a.Answer, a.Choices, a.Choices, off)
		field.Attrs = append(field.Attrs, ui.A("aria-describedby", id+"-about"))
	} else {
		field = ui.El("input", ui.A("id", id), ui.A("type", "text"), ui.A("data-bring", "set."+a.Name),
			ui.A("value", a.Answer), ui.A("data-value", a.Answer), ui.A("aria-describedby", id+"-about"), off)
	}
	about := a.About
	if a.Assumed && !a.Guess {
		about += "; assumed"
	}
	return ui.El("div", ui.Class("setting"), ui.El("label", ui.A("for", id), a.Label), field,
		ui.El("span", ui.Class("unit"), a.Unit), ui.El("p", ui.Class("note"), ui.A("id", id+"-about"), about))
}

// unused is the field of a column that is not used.
const unused = ui.Unset

// sheet is a table with a choice over each of its columns.
func sheet(l *importer.Look, i int, off ui.Attr) ui.Node {
	sh, at := &l.Sheets[i], strconv.Itoa(i)
	var lists []string
	var fields []importer.Fielded
	if sh.List == "" {
		lists = append(lists, "")
	}
	for _, list := range l.Lists {
		lists = append(lists, list.Name)
		if list.Name == sh.List {
			fields = list.Fields
		}
	}
	tick := func(what, label string, on bool) ui.Node {
		return ui.El("label", ui.Class("tick"), ui.El("input", ui.A("type", "checkbox"), ui.A("data-bring", what),
			ui.A("data-of", at), ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on), off), label)
	}
	parts := []ui.Node{ui.El("h3", sh.File), ui.El("div", ui.Class("ticks-line"),
		ui.El("label", ui.Class("tick"), "Each row is one of the ", choice("bring-list-"+at, "list", at,
			"What the rows of "+sh.File+" are", sh.List, lists, lists, off)),
		tick("headerless", "No row of names", sh.Headerless), tick("comma", "Decimal comma", sh.Comma))}
	parts = append(parts, ui.El("div", ui.Class("pasted"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Columns of "+sh.File), columnsOf(sh, at, fields, off)))
	var same []ui.Node
	for _, c := range sh.Constants {
		id := "bring-" + at + "-same-" + c.Field
		same = append(same, ui.El("label", ui.Class("same"), labelOf(fields, c.Field)+" ",
			ui.El("input", ui.A("type", "text"), ui.A("id", id), ui.A("size", "8"), ui.A("data-bring", "value"),
				ui.A("data-of", at+" "+c.Field), ui.A("value", c.Value), ui.A("data-value", c.Value), off)))
	}
	if len(same) > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "Without a column, so equal for all rows:"),
			ui.El("div", ui.Class("ticks-line"), same))
	}
	var only []ui.Node
	for _, f := range sh.Where {
		only = append(only, ui.Button("Only "+f+" ✕", ui.Class("chip"), ui.Act("unfilter", at, f),
			ui.A("title", "take all rows again")))
	}
	if len(only) > 0 {
		parts = append(parts, ui.El("div", ui.Class("acts"), only))
	}
	return ui.El("section", ui.A("aria-label", sh.File), parts)
}

func labelOf(fields []importer.Fielded, path string) string {
	for _, f := range fields {
		if f.Path == path {
			return f.Label
		}
	}
	return path
}

// columnsOf is the first rows with what each column is.
func columnsOf(sh *importer.Sheet, at string, fields []importer.Fielded, off ui.Attr) ui.Node {
	values, names := []string{unused}, []string{"not used"}
	for _, f := range fields {
		label := f.Label
		if f.Needed {
			label += " (needed)"
		}
		values, names = append(values, f.Path), append(names, label)
	}
	var is, in, only []ui.Node
	for k, c := range sh.Columns {
		of, id := at+" "+c.Name, "bring-"+at+"-"+strconv.Itoa(k)
		vs, ns := values, names
		if c.Field != "" && labelOf(fields, c.Field) == c.Field && !slices.Contains(values, c.Field) {
			vs, ns = append(vs[:len(vs):len(vs)], c.Field), append(ns[:len(ns):len(ns)], c.Field)
		}
		field := c.Field
		if field == "" {
			field = unused
		}
		head := []ui.Node{ui.El("span", ui.Class("head"), c.Name),
			choice(id, "field", of, "What "+c.Name+" is", field, vs, ns, off)}
		is = append(is, ui.ColHead(head))
		if len(c.Units) > 0 {
			called := append([]string(nil), c.Units...)
			if called[0] == "1" {
				called[0] = "as it is"
			}
			unit := choice(id+"-unit", "unit", of, "Unit of "+c.Name, c.Unit, c.Units, called, off)
			if c.Minus != "" {
				in = append(in, ui.El("td", unit, ui.El("span", ui.Class("note"), " less "+c.Minus)))
			} else {
				in = append(in, ui.El("td", unit))
			}
		} else {
			in = append(in, ui.El("td"))
		}
		only = append(only, ui.El("td", ui.El("input", ui.A("type", "text"), ui.A("size", "9"), ui.A("id", id+"-only"),
			ui.A("data-bring", "filter"), ui.A("data-of", of), ui.A("aria-label", "Only rows in which "+c.Name+" is"),
			ui.A("placeholder", "only …"), ui.A("title", "done, failed · not failed · from 2 to 8"), ui.A("value", ""),
			ui.A("data-value", ""), off)))
	}
	rows := []ui.Node{ui.El("tr", ui.Class("units"), in), ui.El("tr", ui.Class("only"), only)}
	for _, r := range sh.Rows {
		var cells []ui.Node
		for k := range sh.Columns {
			text := ""
			if k < len(r) {
				text = r[k]
			}
			cells = append(cells, ui.El("td", text))
		}
		rows = append(rows, ui.El("tr", cells))
	}
	return ui.El("table", ui.El("caption", ui.Class("quiet"), "The first rows of "+sh.File),
		ui.El("thead", ui.El("tr", is)), ui.El("tbody", rows))
}

// setting returns the control of the setting that changes an entry of the report.
func (b *State) setting(set *importer.Setting) ui.Node {
	label, id := "", settingID(set.Name)
	if set.Name == "kind" {
		label = "Becomes"
	}
	for _, q := range b.Told.Asks {
		switch {
		case q.Name == set.Name && q.File: // the mapping is the table of the columns
			label, id = "Columns", "bring-0-0"
		case q.Name == set.Name:
			label = q.Label
		}
	}
	if set.Value == "" {
		return ui.Button(label, ui.Class("inline"), ui.Act("bringgo", id), ui.A("title", set.Effect))
	}
	return ui.Button(label+": "+set.Value, ui.Class("inline"), ui.Act("bringset", set.Name, set.Value),
		ui.A("title", set.Effect))
}
