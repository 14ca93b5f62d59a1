package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/scenario"
)

// A sentValues records the values that the adapters were sent last, so that only changes are sent.
type sentValues struct {
	chart, heldText string
	chartKey        string // key of the drawn chart
	editorKey       string // key of the editor's text
	text            []byte // text of the document panel, cached for the state with the key made
	textKey         string
	copyKey         string             // key of the prepared copy
	example         *scenario.Scenario // the example that was sent last
	exampleSent     bool
	copy            string // the copy that was sent last
}

// sync sends data that attributes cannot express: the contents of fields without focus, the open dialog, the
// picture's gestures, editor, chart and theme.
func (m *sentValues) sync(l *Lab) {
	s := &l.s
	news := map[string]any{"theme": s.Layout.Theme, "dialog": s.Layout.Dialog, "title": s.Draft.Title, "view": s.View()}
	if key := s.Key(state.FacetAnswers, state.FacetLayout, state.FacetDraft, state.FacetMatrix); key != m.chartKey {
		m.chartKey = key
		if both := chartText(kinds.OfDraft(s).Chart(s, s.Layout.Chart)); both != m.chart {
			m.chart = both
			news["chart"] = both
		}
	}
	faulty := s.Text != nil && len(s.Text.Faults) > 0
	typing := l.writing.unread != nil // the text shown is newer than the state
	if key := s.Key(state.FacetText, state.FacetLayout, state.FacetDraft); s.Layout.Side == "document" &&
		key != m.editorKey &&
		!typing {
		m.editorKey = key
		news["text"], news["faults"] = string(m.documentText(s)), "[]"
		if faulty {
			news["faults"] = string(doc.Canonical(s.Text.Faults))
		}
	}
	for _, f := range l.features {
		if f.News != nil {
			f.News(news)
		}
	}
	m.storeTyped(l)
	m.offerCopy(l)
	m.sendExample(l)
	l.host.Call("sync", news)
}

// sendExample sends the document of an unchanged example that is shown, "" for a draft. The next page repeats on it
// the events that this page cannot handle before it closes. Until the library is open, a draft may still replace the
// example.
func (m *sentValues) sendExample(l *Lab) {
	if l.drafts.lib == nil {
		return
	}
	p := l.drafts.recordOf(l.s.Sheet)
	var now *scenario.Scenario
	if p.safe == nil && p.original == l.s.Draft {
		now = l.s.Draft
	}
	if m.exampleSent && now == m.example {
		return
	}
	m.example, m.exampleSent = now, true
	text := ""
	if now != nil {
		text = string(scenario.Text(now))
	}
	l.host.Call("example", text)
}

// maxOffered is the maximal length in characters of a copy that is sent in advance.
const maxOffered = 1 << 18

// offerCopy sends the copied form of the selection when it has changed. A copy larger than maxOffered
// is made only by the menu.
func (m *sentValues) offerCopy(l *Lab) {
	key := l.s.Key(state.FacetSelect, state.FacetDraft, state.FacetLayout)
	if key == m.copyKey {
		return
	}
	m.copyKey = key
	text, html := l.SelectionData()
	if len(text)+len(html) > maxOffered {
		text, html = "", ""
	}
	if text != m.copy {
		m.copy = text
		l.host.Call("offerCopy", text, html)
	}
}

// storeTyped stores a text with faults in the tab's session immediately; see autosaver.saveTyped.
func (m *sentValues) storeTyped(l *Lab) {
	if held := l.s.Faulty(l.s.Sheet); held != m.heldText {
		m.heldText = held
		l.host.Call("hold", held)
	}
}

// documentText returns the text of the document panel. It is cached, because writing a long one takes time.
func (m *sentValues) documentText(s *state.State) []byte {
	if key := s.Key(state.FacetText, state.FacetDraft); key != m.textKey {
		m.text, m.textKey = []byte(s.ShownText()), key
	}
	return m.text
}

// chartText returns a chart in both themes, "" for an empty chart.
func chartText(c chart.Chart) string {
	if c.Empty() {
		return ""
	}
	light := string(c.JSON(chart.Light))
	return `{"light":` + light + `,"dark":` + string(c.JSON(chart.Dark)) + `}`
}
