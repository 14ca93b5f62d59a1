package domevent

import (
	"encoding/json"
	"syscall/js"

	"gridbox/app/ui"
)

// Document returns the page's document.
func Document() js.Value { return js.Global().Get("document") }

// Serve handles the events of this name with answer, one after another with the
// functions in turns. It first tells the page that the program is ready. It
// does not return.
func Serve(name string, turns chan func(), answer func(asked string)) {
	Document().Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		asked := args[0].Get("detail").String()
		go func() { turns <- func() { answer(asked) } }()
		return nil
	}))
	send("gblistens", "")
	for f := range turns {
		f()
	}
}

// Show sends a part of the page its new content.
func Show(part string, view ui.Node) {
	send("gbshow", map[string]any{"part": part, "html": ui.HTML(view)})
}

// Send sends the page a struct as JSON.
func Send(name string, what any) {
	text, _ := json.Marshal(what)
	send(name, string(text))
}

func send(name string, detail any) {
	Document().Call("dispatchEvent", js.Global().Get("CustomEvent").New(name, map[string]any{"detail": detail}))
}
