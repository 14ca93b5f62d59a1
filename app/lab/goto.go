package lab

import (
	"gridbox/app/panel"
	"gridbox/app/state"
)

// goTo shows a view, the scenario for "", as the browser's Back and Forward and Esc
// ask for. A dialog and the lecture end with the view that they are over.
func (l *Lab) goTo(view string) {
	from := l.s.Look.View
	if view == from {
		return
	}
	if l.s.Lecture.On {
		lecture(l, "", "")
	}
	l.do(state.Show{What: "dialog"})
	switch {
	case view == "library" || from == "library" && view == "":
		toggleLibrary(l, "", "")
	case view == state.InBeside && !l.beside.entered:
		l.beside.set(l.beside.offered())
	default:
		l.do(state.Show{What: "view", To: view})
	}
	button := map[string]string{state.InBeside: panel.TwoAnswers, "study": panel.StudyButton}[from]
	if view == "" && button != "" {
		l.host.Drawn(func() { l.host.Call("focusOn", button) })
	}
}
