package lab

import (
	"strings"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/state"
)

// Command runs the command of a button or a key. Enter in the field that filters a menu runs
// the command of its first line.
func (l *Lab) Command(act, id, arg string) {
	l.catchUp()
	if strings.HasSuffix(act, "-first") {
		act, id = l.first(act, id)
	}
	for i := range commands {
		if c := &commands[i]; c.act == act && (c.canRun == nil || c.canRun(l, id)) {
			from := l.s.Layout.Dialog
			c.make(l, id, arg)
			if panel.IsMenu(from, featureParts) && l.s.Layout.Dialog == from {
				l.do(state.Show{Field: "dialog"}) // a line of the menu was chosen
			}
			l.follow()
		}
	}
}

// stepsShow reports whether the screen shows the steps of one answer or of two.
func stepsShow(l *Lab, _ string) bool {
	return l.s.Layout.View != "" || panel.StepsHidden(&l.s, kinds.OfDraft(&l.s)) == ""
}

func isLive(l *Lab, _ string) bool { return l.live }

func run(l *Lab, _, _ string) {
	if t := l.tabOf(l.s.Layout.View); t != nil {
		t.Run()
		return
	}
	if v := l.shownView(); v.Run != nil {
		v.Run()
		return
	}
	l.answerUpdater.runAll()
}

// escape closes or cancels the innermost open thing: a dialog, a view, a run, a selection.
func escape(l *Lab, _, _ string) {
	switch s := &l.s; {
	case s.Layout.Dialog != "":
		l.do(state.Show{Field: "dialog"})
	case s.Lecture.On:
		lecture(l, "", "")
	case l.viewOf(s.Layout.View) != nil:
		l.shownView().Escape()
	case l.tabOf(s.Layout.View) != nil:
		l.tabOf(s.Layout.View).Escape()
	case s.Busy():
		l.answerUpdater.cancel()
	case s.Layout.Editing:
		openForm(l, "", "")
	case s.Layout.Tool != "select":
		l.do(state.Show{Field: "tool", To: "select"})
	case s.Message().Text != "":
		l.do(state.Dismiss{Passing: true})
	case s.Alert.Text != "":
		l.do(state.Dismiss{})
	case s.View() == state.QueueView && len(s.Select) == 0:
		l.goTo("")
	default:
		l.do(state.SelectElement{})
	}
}

// undo reverts the last change in the view of a feature, and the last step elsewhere.
func undo(l *Lab, _, _ string) {
	if v := l.shownView(); v.Undo != nil {
		v.Undo()
		return
	}
	l.do(state.Dismiss{Passing: true}, state.Undo{})
}

// step stops playing and moves the replay: back, on, to the last step, or for another word to the start. A view of a
// feature with its own replay moves that one instead.
func step(l *Lab, where, _ string) {
	if v := l.shownView(); v.Step != nil {
		v.Step(where)
		return
	}
	to := state.StepReplay{}
	switch where {
	case "back":
		to.By = -1
	case "on":
		to.By = 1
	case "last":
		to.To = 1 << 30
	}
	l.do(state.Play{On: false}, to)
}

// remove deletes a thing, or the selection.
func remove(l *Lab, id, _ string) {
	things := l.s.Select
	if id != "" {
		things = []state.Ref{parseKindID(id)}
	}
	l.do(state.Delete{Elements: things})
	closeMenu(l)
}

func dialog(l *Lab, id, _ string) {
	l.do(state.Show{Field: "dialog", To: id})
	switch id {
	case "share":
		l.link()
	case "open":
		l.do(state.Show{Field: "find", List: panel.OpenFilter})
	}
}

// first returns the command, and its id, that Enter runs in the field that filters a menu.
func (l *Lab) first(enter, words string) (act, id string) {
	switch enter {
	case "command-first":
		for _, part := range panel.FindCommands(&l.s, menuOf(&l.s, kinds.OfDraft(&l.s)), words) {
			for _, i := range part.Items {
				if !i.Off {
					return i.Act, i.ID
				}
			}
		}
	case "open-first":
		if found := panel.Openables(&l.s, words); len(found) > 0 && strings.TrimSpace(words) != "" {
			return found[0].Act, found[0].ID
		}
	}
	return "", ""
}

// jump moves the focus to a part of the page, and shows that part on a narrow
// screen.
func jump(l *Lab, id, _ string) {
	part := id
	if id == "side" {
		part = "problem"
	}
	l.do(state.Show{Field: "phone", To: part})
	l.host.AfterDraw(func() { l.host.Call("jump", id) })
}

// singleKeys turns shortcuts of a single character off, or on again. They disturb people who dictate text.
func singleKeys(l *Lab, id, _ string) {
	l.host.Call("remember", "keys", id)
	text := "Shortcuts of a single character are on."
	if id == "off" {
		text = "Shortcuts of a single character are off in this browser. Ctrl+K finds every command."
	}
	l.do(state.Show{Field: "dialog"}, state.Notify{Text: text})
}
