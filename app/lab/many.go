package lab

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// What is done with many things at once: selecting them, and the clipboard.
// Copying is asked for by the browser (Copied) or by a button (copyOut); what is
// pasted comes as a text (Paste), and what the text is decides what becomes of
// it: things of Gridbox, a scenario, or rows.

// inScenario reports whether the scenario is looked at, not its study.
func inScenario(l *Lab, _ string) bool { return l.s.Look.View == "" }

// several reports whether each click adds to what is selected.
func (l *Lab) several() bool { return l.s.Look.Tool == screen.Several.ID }

// Clicked does what a button says; more is said by a key held with the click.
func (l *Lab) Clicked(act, id, arg string, more bool) {
	l.catchUp()
	if more && act == "select" {
		arg = "more"
	}
	l.Command(act, id, arg)
}

// selectOne selects a thing, or adds it to what is selected.
func selectOne(l *Lab, id, arg string) {
	l.choose(thing(id), id != "" && (arg == "more" || l.several()))
	if id == "" {
		closeMenu(l)
	}
}

// choose selects a thing, or adds it to the selection. If it is the only selected thing
// already, choose opens its form.
func (l *Lab) choose(t state.Thing, more bool) {
	if again := !more && len(l.s.Select) == 1 && l.s.Select[0] == t && !l.s.Lecture.On; again {
		openForm(l, "on", "")
		return
	}
	l.do(state.SelectThing{Thing: t, With: more})
}

// openContext opens the menu of a thing, by a right click or a long press: of all that is
// selected, where the thing is part of it.
func openContext(l *Lab, id, _ string) {
	if t := thing(id); !l.s.Selected(t.Kind, t.ID) {
		l.do(state.SelectThing{Thing: t})
	}
	if len(l.s.Select) > 0 && !l.s.Lecture.On && l.s.Look.View == "" {
		l.do(state.Show{What: "dialog", To: "edit"})
	}
}

// openForm opens the form of the selection, or closes it if id is "".
func openForm(l *Lab, id, _ string) {
	l.do(state.Show{What: "form", To: id})
	if l.s.Look.Editing {
		l.host.Drawn(func() { l.host.Call("openForm") })
	} else {
		l.host.Drawn(func() { l.host.Call("closeForm") })
	}
}

// selectAll selects all things of a kind: of that named, or of what has the
// focus, which is "job" in a table or on a mark of jobs.
func selectAll(l *Lab, id, at string) {
	if id == "" {
		id = at
	}
	l.do(state.SelectKind{Kind: id})
	closeMenu(l)
}

// closing does what a menu was opened for, and closes it before, so that what
// comes of it is seen.
func closing(f func(l *Lab, id, arg string)) func(*Lab, string, string) {
	return func(l *Lab, id, arg string) {
		closeMenu(l)
		f(l, id, arg)
	}
}

func closeMenu(l *Lab) {
	if d := l.s.Look.Dialog; d == "edit" || strings.HasPrefix(d, "table-") {
		l.do(state.Show{What: "dialog"})
	}
}

// from tells the draft in front from all others, in any tab.
func (l *Lab) from() string { return l.tab + ":" + strconv.Itoa(l.s.Sheet) }

// Copied returns the selection as the text of a document and as tables for
// spreadsheets, both empty without a selection. It changes nothing.
func (l *Lab) Copied() (text, html string) {
	if !l.live || !inScenario(l, "") || l.s.Look.Dialog != "" {
		return "", ""
	}
	return l.copied()
}

func (l *Lab) copied() (text, html string) {
	things := l.s.Copied(l.from())
	if things == nil {
		return "", ""
	}
	return things.Text(), things.HTML()
}

// copyOut puts what is selected onto the clipboard, for a button.
func (l *Lab) copyOut(act string, cut bool) {
	text, html := l.copied()
	if text == "" {
		l.do(state.Tell{Text: "Select something to copy first; lots are copied with their group.", Error: true})
		return
	}
	l.host.Call("copyOut", text, html, act, cut)
}

// copyRows puts rows onto the clipboard: all of a kind, or those selected.
func (l *Lab) copyRows(kind string) {
	copied := l.s.CopiedRows(kind)
	if copied == nil {
		l.do(state.Tell{Text: "There are no rows to copy.", Error: true})
		return
	}
	l.host.Call("copyOut", rows.TSV(copied), rows.HTML(copied), "copyrows", false)
}

// CopiedOut hears that something is on the clipboard, or why not; what was cut
// goes now. Tell says that nothing on the page shows it yet.
func (l *Lab) CopiedOut(why string, cut, tell bool) {
	switch {
	case why != "":
		l.do(state.Tell{Text: why, Error: true})
	case cut:
		l.do(state.Delete{Things: l.s.Select, Cut: true})
	case tell:
		l.do(state.Tell{Text: "Copied. Paste it into any draft, or into a spreadsheet."})
	}
	l.follow()
}

// Paste takes a text from the clipboard; at is the kind of the table that has
// the focus, or that a button named. Where a browser gives out no text, it says
// why, and a field is offered to paste into.
func (l *Lab) Paste(text, at, why string) {
	l.catchUp()
	if !inScenario(l, "") {
		return
	}
	if why != "" {
		l.do(state.DropRows{}, state.Show{What: "dialog", To: "paste"})
	} else {
		l.paste(text, at)
	}
	l.follow()
}

func (l *Lab) paste(text, at string) {
	if l.s.Look.Dialog == "paste" { // the field that it came through
		l.do(state.Show{What: "dialog"})
	}
	switch things, faults, ok := state.ReadThings(text); {
	case ok && len(faults) > 0:
		l.do(state.Tell{Text: "What was copied cannot be read. Nothing here has changed.", Detail: said(faults),
			Error: true})
	case ok:
		l.do(state.Paste{Things: things, Here: things.From == l.from()})
	case isScenario(text):
		l.openPasted(text)
	case at == "" && !strings.ContainsAny(strings.TrimSpace(text), "\t\n;,"):
		l.do(state.Tell{Text: "Nothing on the clipboard can be pasted here. Copy things of Gridbox, or rows of a " +
			"spreadsheet.", Error: true})
	default:
		l.do(state.PasteRows{Text: text, Kind: at})
	}
}

// openPasted opens a whole scenario as a draft of its own.
func (l *Lab) openPasted(text string) {
	name := "the scenario that was pasted"
	l.load(name, len(text), textOf([]byte(text)), func(draft *scenario.Scenario, faults doc.Faults) {
		if len(faults) > 0 {
			l.do(state.Tell{Text: "The scenario that was pasted cannot be opened. Nothing here has changed.",
				Detail: said(faults), Error: true})
			return
		}
		l.keep.putTelling(draft, "open what was pasted", false,
			state.Tell{Text: "Opened the scenario that was pasted.", Undo: true})
		l.work.written([]byte(text))
	})
}

// isScenario tells a scenario as text from rows.
func isScenario(text string) bool {
	start := strings.TrimSpace(text[:min(len(text), 1000)])
	return strings.HasPrefix(start, "{") && (strings.Contains(start, `"gridbox"`) || strings.Contains(text, `"kind"`))
}
