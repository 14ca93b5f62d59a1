package importer

import (
	"gridbox/app/ui"
	"gridbox/core/importer"
)

// questions returns the settings of the format. The main ones matter for these files: the importer asks for them, an
// entry of the report names them, or the user has set them.
func questions(b *State) (main, more []importer.AnsweredQuestion) {
	asked := map[string]bool{}
	for _, a := range b.Report.Report.Answers {
		// The columns of a table have controls of their own.
		if !a.File && !asked[a.Name] && !(a.Guess && b.Report.Form != nil) {
			asked[a.Name] = true
			main = append(main, a)
		}
	}
	named := map[string]bool{}
	for _, e := range b.Report.Report.Entries {
		if e.Setting != nil {
			named[e.Setting.Name] = true
		}
	}
	for _, q := range b.Report.Questions {
		if q.File || q.Family || asked[q.Name] {
			continue
		}
		a := importer.AnsweredQuestion{Question: q, Answer: b.Set[q.Name]}
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

// settingID returns the id of the control of a setting.
func settingID(name string) string { return "import-" + name }

// question returns the control of a setting.
func question(a importer.AnsweredQuestion, off ui.Attr) ui.Node {
	id := settingID(a.Name)
	var field ui.Node
	if len(a.Choices) > 0 {
		field = choice(id, "set."+a.Name, "", a.Label, a.Answer, a.Choices, a.Choices, off)
		field.Attrs = append(field.Attrs, ui.A("aria-describedby", id+"-about"))
	} else {
		field = ui.El("input", ui.A("id", id), ui.A("type", "text"), ui.A("data-import", "set."+a.Name),
			ui.A("value", a.Answer), ui.A("data-value", a.Answer), ui.A("aria-describedby", id+"-about"), off)
	}
	about := a.About
	if a.Assumed && !a.Guess {
		about += "; assumed"
	}
	return ui.El("div", ui.Class("setting"), ui.El("label", ui.A("for", id), a.Label), field,
		ui.El("span", ui.Class("unit"), a.Unit), ui.El("p", ui.Class("note"), ui.A("id", id+"-about"), about))
}

// setting returns the control of the setting that changes an entry of the report.
func (b *State) setting(set *importer.Setting) ui.Node {
	label, id := "", settingID(set.Name)
	if set.Name == "kind" {
		label = "Becomes"
	}
	for _, q := range b.Report.Questions {
		switch {
		case q.Name == set.Name && q.File: // the mapping is the table of the columns
			label, id = "Columns", "import-0-0"
		case q.Name == set.Name:
			label = q.Label
		}
	}
	if set.Value == "" {
		return ui.Button(label, ui.Class("inline"), ui.Act("importgo", id), ui.A("title", set.Effect))
	}
	return ui.Button(label+": "+set.Value, ui.Class("inline"), ui.Act("importset", set.Name, set.Value),
		ui.A("title", set.Effect))
}
