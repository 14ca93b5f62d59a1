package lab

import (
	"runtime"
	"sync/atomic"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/turn"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// This file has the one way by which documents come in front, through whichever door:
// a link, a file, the clipboard, the library, a study, or a generator. Parsing a long
// document, checking it and preparing its picture take seconds for thousands of
// clusters. It is done in the background in pieces of a few milliseconds; meanwhile
// the page shows what it does and a button Cancel.

// longDocument is the length in bytes from which a document is read in the background.
const longDocument = 1 << 16

// A parser parses a document and calls pause now and then.
type parser func(pause func()) (*scenario.Scenario, doc.Faults)

// textOf returns the parser of a scenario as text.
func textOf(text []byte) parser {
	return func(pause func()) (*scenario.Scenario, doc.Faults) { return catalog.ParseWith(text, pause) }
}

// parsed parses a document and prepares its picture. It must not be called on the
// page's goroutine unless pause does nothing.
func parsed(parse parser, pause func()) (*scenario.Scenario, doc.Faults) {
	draft, faults := parse(pause)
	if len(faults) == 0 {
		prepare(draft, pause)
	}
	return draft, faults
}

// prepare finds what the picture of a draft needs and takes long.
func prepare(draft *scenario.Scenario, pause func()) {
	if draft == nil || scenario.Generates(draft) {
		return
	}
	if sc := kinds.Of(draft.Kind); sc.Prepare != nil {
		sc.Prepare(draft, pause)
	}
}

// load parses a document of so many bytes and calls done on the page's goroutine with
// the result. Name is shown while the document is being opened. A load that another one follows, or that
// is cancelled, does not call done.
func (l *Lab) load(name string, size int, parse parser, done func(*scenario.Scenario, doc.Faults)) {
	l.loadAs(&l.reading, name, size, parse, done)
}

// loadAs is load in a place of its own: only a load in the same place ends it. Without
// a name the page shows no progress.
func (l *Lab) loadAs(place **feature.Ask, name string, size int, parse parser,
	done func(*scenario.Scenario, doc.Faults)) {
	(*place).End()
	*place = nil
	if size < longDocument {
		done(parsed(parse, nothing))
		return
	}
	var stopped atomic.Bool
	this := &feature.Ask{Stop: func() { stopped.Store(true) }}
	*place = this
	if name != "" {
		l.do(state.SetOpening{Name: name})
	}
	l.host.Beside(func() {
		rest := turn.Taker()
		draft, faults := parsed(parse, func() {
			if stopped.Load() {
				runtime.Goexit()
			}
			rest()
		})
		l.hear(this, func() {
			*place = nil
			done(draft, faults)
		})
	})
}

// opens reports whether a document is on its way in front.
func (l *Lab) opens() bool {
	return l.reading != nil || l.work.expanding != nil || l.work.making != nil
}

// followOpening takes the message away once nothing is being opened any more.
func (l *Lab) followOpening() {
	if l.s.Opening != "" && !l.opens() {
		l.do(state.SetOpening{})
	}
}

// cancelOpening stops what is being opened. A problem that a generator is making goes
// with the step that asked for it; where there is no earlier step, the draft waits for Run.
func cancelOpening(l *Lab, _, _ string) {
	if l.reading != nil {
		l.reading.End()
		l.reading = nil
		return
	}
	if l.work.expanding == nil {
		return
	}
	l.work.declined = l.s.Posed
	l.work.expanding.End()
	l.work.making.End()
	l.work.expanding, l.work.making = nil, nil
	if len(l.s.Past) > 0 {
		l.do(state.Dismiss{}, state.Undo{})
	}
}
