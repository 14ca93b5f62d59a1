package lab

import (
	"gridbox/app/panel"
	"gridbox/app/state"
)

// goTo shows a view, the scenario for "", after Back, Forward or Esc, and moves the focus to the
// button of the former view.
func (l *Lab) goTo(view string) {
	from := l.s.View()
	if view == from {
		return
	}
	l.view(view)
	button := map[string]string{state.QueueView: panel.QueueButton}[from]
	for _, link := range featureParts.Links {
		if link.View == from {
			button = link.ID
		}
	}
	if t := featureParts.Tab(from); t != nil {
		button = t.Button
	}
	if view == "" && button != "" {
		l.host.AfterDraw(func() { l.host.Call("focusOn", button) })
	}
}

// view shows a view, and closes a dialog and Present.
func (l *Lab) view(view string) {
	from := l.s.View()
	if view == from {
		return
	}
	if l.s.Lecture.On {
		lecture(l, "", "")
	}
	l.do(state.Show{Field: "dialog"})
	if view == state.QueueView || view == "" && l.s.Layout.Answers == state.QueueView {
		l.do(state.Show{Field: "answers", To: view})
	}
	if l.s.View() == view {
		return
	}
	switch {
	case view == state.QueueView:
		l.do(state.Show{Field: "view"})
	case l.viewOf(view) != nil:
		l.viewOf(view).Toggle()
	case view == "" && l.viewOf(from) != nil:
		l.viewOf(from).Toggle()
	default:
		l.do(state.Show{Field: "view", To: view})
	}
}
