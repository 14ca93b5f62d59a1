package lab

import (
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/langservice"
)

// writing is the state of the editor: its text, and the thing that its cursor is in.
type writing struct {
	version int    // as the editor counts its changes
	text    []byte // the editor's text, which may be newer than the state's

	unread  *string // a text from the editor that the state does not have yet
	reading bool    // whether a text is parsed in the background

	shownElement  state.Ref // the thing whose lines the editor shows, or is about to show
	cursorElement state.Ref // the thing of the cursor's lines
	open          bool      // whether the document was visible
}

// A Question is a request of the editor. Places are in UTF-16 units.
type Question struct {
	Kind    string // complete, explain, cursor or format
	Version int    // of the text
	Text    []byte // sent with the first question about it
	At      int
}

// A layout is a formatted text, or the reason why there is none.
type layout struct {
	Text   string `json:"text,omitempty"`
	At     int    `json:"at"`
	Reason string `json:"why,omitempty"`
}

// AnswerQuestion returns the answer to a question of the editor as a document. If the cursor moved, the thing
// in its lines is selected.
func (l *Lab) AnswerQuestion(q Question) []byte {
	w := &l.writing
	if len(q.Text) > 0 || q.Version != w.version {
		w.text, w.version = q.Text, q.Version
	}
	at := langservice.Bytes(w.text, q.At)
	switch q.Kind {
	case "complete":
		o := langservice.Complete(w.text, at)
		w.units(q.At, at, &o.Start, &o.End, &o.FilterStart)
		if o.Comma >= 0 {
			w.units(q.At, at, &o.Comma)
		}
		return doc.Canonical(o)
	case "cursor":
		if t := l.s.ElementAt(w.text, at); t != (state.Ref{}) {
			w.cursorElement = t
			if t != l.s.Main() {
				l.do(state.SelectElement{Element: t})
				l.follow()
			}
		}
		fallthrough
	case "explain":
		h := langservice.Explain(w.text, at)
		w.units(q.At, at, &h.Start, &h.End)
		return doc.Canonical(h)
	case "format":
		return doc.Canonical(w.format(at))
	}
	return []byte("null")
}

// units converts byte offsets to UTF-16 units, relative to an offset that is known in both.
func (w *writing) units(units, bytes int, places ...*int) {
	for _, p := range places {
		if *p < bytes {
			*p = units - langservice.Units(w.text[*p:bytes], bytes-*p)
		} else {
			*p = units + langservice.Units(w.text[bytes:*p], *p-bytes)
		}
	}
}

// format formats the text. The cursor keeps its place in the text.
func (w *writing) format(at int) layout {
	laid, faults := doc.Reformat(w.text)
	if len(faults) > 0 {
		return layout{Reason: i18n.T("The text cannot be formatted while brackets, commas or quotes are wrong: {}",
			faults[0].Reason)}
	}
	written := 0
	for _, c := range w.text[:at] {
		if !blank(c) {
			written++
		}
	}
	to := 0
	for to < len(laid) && written > 0 {
		if !blank(laid[to]) {
			written--
		}
		to++
	}
	return layout{Text: string(laid), At: langservice.Units(laid, to)}
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// sync makes the editor show the lines of the selection, unless the cursor made the selection.
func (w *writing) sync(l *Lab) {
	s := &l.s
	if s.Layout.Side != "document" {
		w.open = false
		return
	}
	main := s.Main()
	if w.open && main == w.shownElement {
		return
	}
	w.open, w.shownElement = true, main
	if main == w.cursorElement {
		l.host.Call("showLines", -1, -1, false)
		return
	}
	w.cursorElement = state.Ref{}
	w.reveal(l, main, false)
}

// reveal shows the lines of a thing; if taking is set, the cursor moves there too.
func (w *writing) reveal(l *Lab, t state.Ref, taking bool) bool {
	span, ok := l.s.Lines(l.sentValues.documentText(&l.s), t)
	if !ok {
		l.host.Call("showLines", -1, -1, false)
		return false
	}
	l.host.Call("showLines", span.Start, span.End, taking)
	return true
}

// showLines moves from a thing to its lines.
func showLines(l *Lab, id, _ string) {
	t := l.s.Main()
	if id != "" {
		t = parseKindID(id)
		l.do(state.SelectElement{Element: t})
	}
	_, there := l.s.Lines(l.sentValues.documentText(&l.s), t)
	switch spec, _ := state.SpecOf(l.s.Draft); {
	case t.Kind == "":
		l.do(state.Notify{Text: "Select something first; its lines in the document are shown then."})
		return
	case !there && spec != nil:
		l.do(state.Notify{Text: i18n.T("The document asks a generator for this problem, so {} has no lines in "+
			"it. Choose Make the problem explicit to have everything written out.",
			t.ID)})
		return
	case !there:
		l.do(state.Notify{Text: i18n.T("The document has no lines for {} of its own.", t.ID)})
		return
	}
	l.do(state.Show{Field: "view"}, state.Show{Field: "side", To: "document"},
		state.Show{Field: "phone", To: "problem"})
	w := &l.writing
	w.open, w.shownElement, w.cursorElement = true, t, state.Ref{}
	l.host.AfterDraw(func() { l.host.AfterDraw(func() { w.reveal(l, t, true) }) })
}
