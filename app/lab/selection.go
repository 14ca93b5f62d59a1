package lab

import (
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Commands on several things: selection and clipboard. The browser (SelectionData) or a button (copyOut)
// copies; Paste distinguishes copied things, a scenario and other texts.

// showsScenario reports whether the scenario is shown.
func showsScenario(l *Lab, _ string) bool { return l.s.Layout.View == "" }

// several reports whether a click adds to the selection.
func (l *Lab) several() bool { return l.s.Layout.Tool == screen.Several.ID }

// Click runs the command of a button; more is set if the key that adds to a selection is pressed.
func (l *Lab) Click(act, id, arg string, more bool) {
	l.catchUp()
	if more && act == "select" {
		arg = "more"
	}
	l.Command(act, id, arg)
}

// selectOne selects a thing, or adds it to the selection.
func selectOne(l *Lab, id, arg string) {
	l.choose(parseKindID(id), id != "" && (arg == "more" || l.several()))
	if id == "" {
		closeMenu(l)
	}
}

// choose selects a thing, or adds it to the selection. If it is the only selected thing
// already, choose opens its form.
func (l *Lab) choose(t state.Ref, more bool) {
	if again := !more && len(l.s.Select) == 1 && l.s.Select[0] == t && !l.s.Lecture.On; again {
		openForm(l, "on", "")
		return
	}
	l.do(state.SelectElement{Element: t, With: more})
}

// openContext opens the menu of a thing after a right click or a long press. The menu is for the
// selection if the thing is part of it.
func openContext(l *Lab, id, _ string) {
	if t := parseKindID(id); !l.s.IsSelected(t.Kind, t.ID) {
		l.do(state.SelectElement{Element: t})
	}
	if len(l.s.Select) > 0 && !l.s.Lecture.On && l.s.Layout.View == "" {
		l.do(state.Show{Field: "dialog", To: "edit"})
	}
}

// openForm opens the form of the selection, or closes it if id is "".
func openForm(l *Lab, id, _ string) {
	l.do(state.Show{Field: "form", To: id})
	if l.s.Layout.Editing {
		l.host.AfterDraw(func() { l.host.Call("openForm") })
	} else {
		l.host.AfterDraw(func() { l.host.Call("closeForm") })
	}
}

// selectAll selects all things of a kind: the given one, or the kind of the focused element, which is "job" for a
// table or a mark of jobs.
func selectAll(l *Lab, id, at string) {
	if id == "" {
		id = at
	}
	l.do(state.SelectKind{Kind: id})
	closeMenu(l)
}

// closing returns a command that closes its menu first, so that its effect can be seen.
func closing(f func(l *Lab, id, arg string)) func(*Lab, string, string) {
	return func(l *Lab, id, arg string) {
		closeMenu(l)
		f(l, id, arg)
	}
}

func closeMenu(l *Lab) {
	if d := l.s.Layout.Dialog; d == "edit" || strings.HasPrefix(d, "table-") {
		l.do(state.Show{Field: "dialog"})
	}
}

// draftID returns an identifier of the current draft that is unique among all tabs.
func (l *Lab) draftID() string { return l.tab + ":" + strconv.Itoa(l.s.Sheet) }

// SelectionData returns the selection as the text of a document and as tables for
// spreadsheets, both empty without a selection. It changes nothing.
func (l *Lab) SelectionData() (text, html string) {
	if !l.live || !showsScenario(l, "") || l.s.Layout.Dialog != "" {
		return "", ""
	}
	return l.selectionData()
}

func (l *Lab) selectionData() (text, html string) {
	things := l.s.CopySelection(l.draftID())
	if things == nil {
		return "", ""
	}
	return things.Text(), things.HTML()
}

// copyOut copies the selection for a button.
func (l *Lab) copyOut(act string, cut bool) {
	text, html := l.selectionData()
	if text == "" {
		l.do(state.Notify{Text: "Select something to copy first; lots are copied with their group.", Error: true})
		return
	}
	l.host.Call("copyOut", text, html, act, cut)
}

// copyRows copies rows: all of a kind, or the selected ones.
func (l *Lab) copyRows(kind string) {
	copied := l.s.CopyRows(kind)
	if copied == nil {
		l.do(state.Notify{Text: "There are no rows to copy.", Error: true})
		return
	}
	l.host.Call("copyOut", rows.TSV(copied), rows.HTML(copied), "copyrows", false)
}

// FinishCopy handles the end of a copy: why is the reason of a failure, cut removes the copied things, and notify
// requests a message.
func (l *Lab) FinishCopy(why string, cut, notify bool) {
	switch {
	case why != "":
		l.do(state.Notify{Text: why, Error: true})
	case cut:
		l.do(state.Delete{Elements: l.s.Select, Cut: true})
	case notify:
		l.do(state.Notify{Text: "Copied. Paste it into any draft, or into a spreadsheet."})
	}
	l.follow()
}

// Paste handles a text from the clipboard; at is the kind of the focused or named table. If the
// browser denies access, why has the reason and a field to paste into is shown.
func (l *Lab) Paste(text, at, why string) {
	l.catchUp()
	if !showsScenario(l, "") {
		return
	}
	if why != "" {
		l.pasteInFeatures("", at, why)
		l.do(state.Show{Field: "dialog", To: panel.PasteDialog})
	} else {
		l.paste(text, at)
	}
	l.follow()
}

// paste handles a text from the clipboard: copied things, a scenario, or the rows of a spreadsheet. It shows a
// message if the text is none of these, or if copied things cannot be read.
func (l *Lab) paste(text, at string) {
	if l.s.Layout.Dialog == panel.PasteDialog {
		l.do(state.Show{Field: "dialog"})
	}
	switch things, faults, ok := state.ReadClip(text); {
	case ok && len(faults) > 0:
		l.do(state.Notify{Text: "What was copied cannot be read. Nothing here has changed.", Detail: faultTexts(faults),
			Error: true})
	case ok:
		l.do(state.Paste{Clip: things, Here: things.From == l.draftID()})
	case isScenario(text):
		l.openPasted(text)
	case at == "" && !strings.ContainsAny(strings.TrimSpace(text), "\t\n;,"):
		l.do(state.Notify{Text: "Nothing on the clipboard can be pasted here. Copy things of Gridbox, or rows of a " +
			"spreadsheet.", Error: true})
	default:
		l.pasteInFeatures(text, at, "")
	}
}

// openPasted opens a whole scenario as a new draft.
func (l *Lab) openPasted(text string) {
	name := "the scenario that was pasted"
	l.load(name, len(text), textOf([]byte(text)), func(draft *scenario.Scenario, faults doc.Faults) {
		if len(faults) > 0 {
			l.do(state.Notify{Text: "The scenario that was pasted cannot be opened. Nothing here has changed.",
				Detail: faultTexts(faults), Error: true})
			return
		}
		l.drafts.openWithNotice(draft, "open what was pasted", false,
			state.Notify{Text: "Opened the scenario that was pasted.", Undo: true})
		l.answerUpdater.setText([]byte(text))
	})
}

// isScenario reports whether a text is a scenario and not rows.
func isScenario(text string) bool {
	start := strings.TrimSpace(text[:min(len(text), 1000)])
	return strings.HasPrefix(start, "{") && (strings.Contains(start, `"gridbox"`) || strings.Contains(text, `"kind"`))
}
