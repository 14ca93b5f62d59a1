package lab

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/langservice"
)

// An Input is a field in which a person entered something.
type Input struct {
	Attribute func(name string) string // empty where there is none
	Value     string
	Checked   bool
}

// An entry says what a field means that has an attribute; of is the attribute's
// value.
type entry struct {
	attribute string
	make      func(l *Lab, of string, in Input)
}

// changes are what fields mean when a person has entered something; moves, what
// they mean while it is entered: sliders and filters.
var changes = []entry{
	{"data-field", func(l *Lab, of string, in Input) { l.do(state.SetField{Path: of, Text: in.Value}) }},
	{"data-toggle", func(l *Lab, of string, _ Input) { l.do(state.AddRun{Algorithm: of}) }},
	{"data-metric", func(l *Lab, of string, _ Input) { l.do(state.ToggleMetric{Metric: of}) }},
	{"data-hunt", func(l *Lab, of string, in Input) {
		// Not the box itself, which may have been put right meanwhile.
		l.do(state.SetHunt{What: of, Of: in.Attribute("data-of"), Value: in.Value,
			On: in.Attribute("data-checked") != "true"})
	}},
	{"data-pasted", func(l *Lab, of string, in Input) {
		to := in.Value
		if of != "kind" {
			to = strconv.FormatBool(in.Checked)
		}
		l.do(state.SetPasted{What: of, To: to})
	}},
	{"data-column", func(l *Lab, of string, in Input) {
		l.do(state.SetPasted{What: "column", Column: atoi(of), To: in.Value})
	}},
	{"data-cell", func(l *Lab, of string, in Input) {
		row, column, _ := strings.Cut(of, " ")
		l.do(state.SetPasted{What: "cell", Row: atoi(row), Column: atoi(column), To: in.Value})
	}},
	{"data-bring", func(l *Lab, of string, in Input) {
		value := in.Value
		if of == "headerless" || of == "comma" {
			value = strconv.FormatBool(in.Checked)
		}
		l.bringer.say(of, in.Attribute("data-of"), value)
	}},
	{"data-fleet", func(l *Lab, of string, in Input) { l.ship.set(of, in.Value) }},
	{"data-rows", func(l *Lab, _ string, in Input) { l.paste(in.Value, "") }},
	{"data-fill", func(l *Lab, of string, in Input) { l.do(state.SetFill{What: of, To: in.Value}) }},
	{"data-confirm", func(l *Lab, _ string, in Input) { l.do(state.ConfirmLarge{On: in.Checked}) }},
	{"data-vary", func(l *Lab, of string, in Input) {
		l.do(state.VaryBy{Index: atoi(of), Range: in.Value == "range"})
	}},
	{"data-look", func(l *Lab, of string, in Input) { l.viewStudy(of, in.Attribute("data-of"), in.Value, in.Checked) }},
	{"data-beside", func(l *Lab, of string, in Input) { l.beside.choose(of, in.Attribute("data-of"), in.Value) }},
	{"data-connect", func(l *Lab, of string, in Input) { l.do(state.Connect{A: of, B: in.Value}) }},
	{"data-after", func(l *Lab, of string, in Input) { l.do(state.Connect{Kind: "job", A: in.Value, B: of}) }},
	{"data-rename", func(l *Lab, of string, in Input) { l.library.rename(of, in.Value) }},
	{"data-tags", func(l *Lab, of string, in Input) { l.library.tag(of, in.Value) }},
	{"data-version", func(l *Lab, of string, in Input) { l.library.nameVersion(of, in.Value) }},
	{"data-show", func(l *Lab, of string, in Input) {
		switch of {
		case "focus":
			l.do(state.FocusRun{Run: in.Value})
		case "phase":
			l.do(state.Play{On: false}, state.Stepped{To: atoi(in.Value)})
		case "speed":
			l.do(state.Watch{What: "speed", To: in.Value})
		case "policy":
			l.do(state.Show{What: "policy", To: in.Value})
		case "chart":
			l.do(state.Show{What: "chart", To: in.Value})
		}
	}},
}

var moves = []entry{
	{"data-show", func(l *Lab, of string, in Input) {
		if of == "step" {
			l.do(state.Play{On: false}, state.Stepped{To: atoi(in.Value)})
		}
	}},
	{"data-turn", func(l *Lab, _ string, in Input) { l.beside.command("turn", in.Value) }},
	{"data-slide", func(l *Lab, of string, in Input) {
		l.do(state.SetField{Path: of, Text: atLeast(in.Value, in.Attribute("data-least"))})
	}},
	{"data-seek", func(l *Lab, of string, in Input) { seek(l, of, in.Value) }},
	{"data-find", func(l *Lab, of string, in Input) { l.do(state.Show{What: "find", Of: of, To: in.Value}) }},
}

// Changed takes what a person entered into a field.
func (l *Lab) Changed(in Input) { l.enter(changes, in) }

// Moved follows a field while it is being changed.
func (l *Lab) Moved(in Input) { l.enter(moves, in) }

func (l *Lab) enter(list []entry, in Input) {
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

// atLeast keeps a slider's value from going below the least that there is an
// answer for.
func atLeast(value, least string) string {
	v, err := strconv.ParseFloat(value, 64)
	if bound, wrong := strconv.ParseFloat(least, 64); err == nil && wrong == nil && v < bound {
		return least
	}
	return value
}

// Text takes the document as text from the editor; left says that the editor was
// left with it. A long one is read beside the page, so that typing can go on.
func (l *Lab) Text(text string, left bool) {
	l.writing.unread = nil // an older text than this one
	if len(text) < longText || left || l.keep.lib == nil {
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

// read reads the last text; one that came meanwhile is read after it instead.
func (l *Lab) read() {
	w, this, pause, over := &l.writing, l.writing.unread, l.keep.lib.Store().Pause, l.s.Draft
	if w.reading = this != nil; !w.reading {
		return
	}
	l.host.Beside(func() {
		var r state.Reading
		r.Draft, r.Faults = langservice.ParseWith([]byte(*this), pause)
		r.Share(over, pause)
		if len(r.Faults) == 0 {
			prepare(r.Draft, pause)
		}
		l.turn(func() {
			if w.unread == this {
				w.unread = nil
				l.do(state.SetText{Text: *this, Read: &r})
			}
			l.read()
		})
	})
}

// longText is how long a text is that the page would feel the reading of.
const longText = 200_000

// catchUp takes the text that is still being read, before something else is done
// with the draft that it stands for.
func (l *Lab) catchUp() {
	if text := l.writing.unread; text != nil {
		l.writing.unread = nil
		l.do(state.SetText{Text: *text})
	}
}

// Page hears of changes around the page: its width, the system's theme, the
// dialog that the browser closed, which may be gone already, the view that its
// Back and Forward lead to, and whether the pointer or the focus is on the passing
// message.
func (l *Lab) Page(what, to, of string) {
	if what == "hold" {
		l.fade.hold(to == "true")
		l.follow()
		return
	}
	if what == "view" {
		l.goTo(to)
		l.follow()
		return
	}
	if of == "" || of == l.s.Look.Dialog {
		l.do(state.Show{What: what, To: to})
		l.follow()
	}
}
