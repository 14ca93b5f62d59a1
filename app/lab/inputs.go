package lab

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/langservice"
)

// An entry defines the meaning of a field with an attribute; of is the attribute's value.
type entry struct {
	attribute string
	make      func(l *Lab, of string, in feature.Input)
}

// changes has the fields whose value the user has entered; moves has the fields that act during the input,
// such as sliders and filters.
var changes = append(featureFields(false), []entry{
	{"data-field", func(l *Lab, of string, in feature.Input) { l.do(state.SetField{Path: of, Text: in.Value}) }},
	{"data-toggle", func(l *Lab, of string, _ feature.Input) { l.do(state.AddRun{Algorithm: of}) }},
	{"data-rows", func(l *Lab, _ string, in feature.Input) { l.paste(in.Value, "") }},
	{"data-connect", func(l *Lab, of string, in feature.Input) { l.do(state.Connect{A: of, B: in.Value}) }},
	{"data-after", func(l *Lab, of string, in feature.Input) { l.do(state.Connect{Kind: "job", A: in.Value, B: of}) }},
	{"data-show", func(l *Lab, of string, in feature.Input) {
		switch of {
		case "focus":
			l.do(state.FocusRun{Run: in.Value})
		case "phase":
			l.do(state.Play{On: false}, state.StepReplay{To: atoi(in.Value)})
		case "speed":
			l.do(state.Watch{Setting: "speed", To: in.Value})
		case "policy":
			l.do(state.Show{Field: "policy", To: in.Value})
		case "chart", "answers":
			l.do(state.Show{Field: of, To: in.Value})
		case "decision":
			l.replay(in.Value)
		}
	}},
}...)

// replay shows the steps of the decision about a job, or of the whole run for "".
func (l *Lab) replay(job string) {
	l.do(state.Watch{Setting: "whole", To: map[bool]string{true: "on", false: "off"}[job == ""]})
	if job != "" {
		l.do(state.SelectElement{Element: state.Ref{Kind: "job", ID: job}})
	}
}

var moves = append(featureFields(true), []entry{
	{"data-show", func(l *Lab, of string, in feature.Input) {
		if of == "step" {
			l.do(state.Play{On: false}, state.StepReplay{To: atoi(in.Value)})
		}
	}},
	{"data-slide", func(l *Lab, of string, in feature.Input) {
		l.do(state.SetField{Path: of, Text: clampMin(in.Value, in.Attribute("data-least"))})
	}},
	{"data-find", func(l *Lab, of string, in feature.Input) {
		l.do(state.Show{Field: "find", List: of,
			To: in.Value})
	}},
}...)

// Change handles a value that the user entered into a field.
func (l *Lab) Change(in feature.Input) { l.enter(changes, in) }

// Input handles a field during its change.
func (l *Lab) Input(in feature.Input) { l.enter(moves, in) }

// enter calls the handler of the first entry whose attribute the input has. The value ui.Unset is passed as "". It
// does nothing more if no entry matches.
func (l *Lab) enter(list []entry, in feature.Input) {
	l.catchUp()
	if in.Value == ui.Unset {
		in.Value = ""
	}
	for i := range list {
		if of := in.Attribute(list[i].attribute); of != "" {
			list[i].make(l, of, in)
			l.follow()
			return
		}
	}
}

// clampMin raises a slider's value to the least value that has an answer.
func clampMin(value, least string) string {
	v, err := strconv.ParseFloat(value, 64)
	if bound, wrong := strconv.ParseFloat(least, 64); err == nil && wrong == nil && v < bound {
		return least
	}
	return value
}

// Text sets the document to a text of the editor; left is whether the editor
// was left. A long text is parsed in the background, so that typing can go on.
func (l *Lab) Text(text string, left bool) {
	l.writing.unread = nil // an older text than this one
	if len(text) < longText || left || l.drafts.lib == nil {
		l.do(state.SetText{Text: text})
		if left {
			l.do(state.LeaveText{})
		}
		l.follow()
		return
	}
	l.writing.unread = &text
	if !l.writing.reading {
		l.read()
	}
}

// read parses the last text; a text that arrives meanwhile is parsed after it.
func (l *Lab) read() {
	w, this, pause, over := &l.writing, l.writing.unread, l.drafts.lib.Store().Pause, l.s.Draft
	if w.reading = this != nil; !w.reading {
		return
	}
	l.host.Background(func() {
		var r state.Reading
		r.Draft, r.Faults = langservice.ParseWith([]byte(*this), pause)
		r.Share(over, pause)
		if len(r.Faults) == 0 {
			prepare(r.Draft, pause)
		}
		l.runOnPage(func() {
			if w.unread == this {
				w.unread = nil
				l.do(state.SetText{Text: *this, Reading: &r})
			}
			l.read()
		})
	})
}

// longText is the length of a text from which parsing would block the page
// noticeably.
const longText = 200_000

// catchUp applies the text that is still being parsed, before another action
// changes its draft.
func (l *Lab) catchUp() {
	if text := l.writing.unread; text != nil {
		l.writing.unread = nil
		l.do(state.SetText{Text: *text})
	}
}

// Page handles changes around the page: its width, the system's theme, a dialog
// that the browser closed, a view opened by Back or Forward, and whether the
// pointer or the focus is on the passing message.
func (l *Lab) Page(what, to, of string) {
	if what == "hold" {
		l.messageTimer.setHold(to == "true")
		l.follow()
		return
	}
	if what == "view" {
		l.goTo(to)
		l.follow()
		return
	}
	if of == "" || of == l.s.Layout.Dialog {
		l.do(state.Show{Field: what, To: to})
		l.follow()
	}
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
