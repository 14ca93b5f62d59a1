package talk

import (
	"encoding/json"
	"syscall/js"

	"gridbox/app/ui"
)

// Document is the page's.
func Document() js.Value { return js.Global().Get("document") }

// Serve answers what the page asks by an event of this name, one after another with
// what else takes turns, once it has told the page that the program is there. It does
// not return.
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

// Show gives the page what a part of it is to hold.
func Show(part string, view ui.Node) {
	send("gbshow", map[string]any{"part": part, "html": ui.HTML(view)})
}

// Tell tells the page a struct of texts, numbers and truths as JSON.
func Tell(name string, what any) {
	text, _ := json.Marshal(what)
	send(name, string(text))
}

func send(name string, detail any) {
	Document().Call("dispatchEvent", js.Global().Get("CustomEvent").New(name, map[string]any{"detail": detail}))
}
