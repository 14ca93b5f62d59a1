package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/lab"
)

// offerCopies lets the adapter of the clipboard ask what a copy would hold: a
// browser takes it only while the event lasts, so the answer cannot come later.
// It only reads; the page's one goroutine rests while a browser's event is told.
func offerCopies(l *lab.Lab) {
	app.Window().Get("gridbox").Set("copied", app.FuncOf(func(app.Value, []app.Value) any {
		text, html := l.Copied()
		return map[string]any{"text": text, "html": html}
	}))
}

// hearLeaving lets the page say that it may be gone in a moment; what comes of it
// is done when the call returns.
func hearLeaving(l *lab.Lab) {
	app.Window().Get("gridbox").Set("leaving", app.FuncOf(func(app.Value, []app.Value) any {
		l.Leaving()
		return nil
	}))
}
