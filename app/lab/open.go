package lab

import (
	"runtime"
	"sync/atomic"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/yield"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Every document is opened here: from a link, a file, the clipboard, the library, a study, or a
// generator. Parsing a long document, checking it and preparing its picture take seconds for
// thousands of clusters. That work runs in the background in parts of a few milliseconds; meanwhile
// the page shows the progress and a button Cancel.

// longDocument is the length in bytes from which a document is read in the background.
const longDocument = 1 << 16

// A parser parses a document and calls pause regularly.
type parser func(pause func()) (*scenario.Scenario, doc.Faults)

// textOf returns a parser of a scenario's text.
func textOf(text []byte) parser {
	return func(pause func()) (*scenario.Scenario, doc.Faults) { return catalog.ParseWith(text, pause) }
}

// parseDraft parses a document and prepares its picture. It must not be called on the
// page's goroutine unless pause does nothing.
func parseDraft(parse parser, pause func()) (*scenario.Scenario, doc.Faults) {
	draft, faults := parse(pause)
	if len(faults) == 0 {
		prepare(draft, pause)
	}
	return draft, faults
}

// prepare computes the slow parts of a draft's picture.
func prepare(draft *scenario.Scenario, pause func()) {
	if draft == nil || scenario.Generates(draft) {
		return
	}
	if sc := kinds.Of(draft.Kind); sc.Prepare != nil {
		sc.Prepare(draft, pause)
	}
}

// load parses a document of size bytes and calls done on the page's goroutine with the result. name
// is shown as progress. A load that is cancelled or followed by another one does not call done.
func (l *Lab) load(name string, size int, parse parser, done func(*scenario.Scenario, doc.Faults)) {
	l.loadAs(&l.reading, name, size, parse, done)
}

// loadAs loads like load, with its own place for the request: only another load in that place ends
// it. Without a name the page shows no progress.
func (l *Lab) loadAs(place **feature.Request, name string, size int, parse parser,
	done func(*scenario.Scenario, doc.Faults)) {
	(*place).End()
	*place = nil
	if size < longDocument {
		done(parseDraft(parse, noop))
		return
	}
	var stopped atomic.Bool
	this := &feature.Request{Stop: func() { stopped.Store(true) }}
	*place = this
	if name != "" {
		l.do(state.SetOpening{Name: name})
	}
	l.host.Background(func() {
		rest := yield.Pauser()
		draft, faults := parseDraft(parse, func() {
			if stopped.Load() {
				runtime.Goexit()
			}
			rest()
		})
		l.receive(this, func() {
			*place = nil
			done(draft, faults)
		})
	})
}

// opens reports whether a document is being opened.
func (l *Lab) opens() bool {
	return l.reading != nil || l.answerUpdater.expanding != nil || l.answerUpdater.making != nil
}

// followOpening removes the message after the last document was opened.
func (l *Lab) followOpening() {
	if l.s.Opening != "" && !l.opens() {
		l.do(state.SetOpening{})
	}
}

// cancelOpening cancels the opening of a document. A problem that is being generated is removed together with the
// step that requested it; without such a step, the draft waits for Run.
func cancelOpening(l *Lab, _, _ string) {
	if l.reading != nil {
		l.reading.End()
		l.reading = nil
		return
	}
	if l.answerUpdater.expanding == nil {
		return
	}
	l.answerUpdater.declined = l.s.PosedDraft
	l.answerUpdater.expanding.End()
	l.answerUpdater.making.End()
	l.answerUpdater.expanding, l.answerUpdater.making = nil, nil
	if len(l.s.Past) > 0 {
		l.do(state.Dismiss{}, state.Undo{})
	}
}
