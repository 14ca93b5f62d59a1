package composer

import (
	"encoding/json"
	"syscall/js"

	"gridbox/app/compute"
	"gridbox/app/ui"
)

// Wanted tells whether the page is the composer's.
func Wanted() bool { return document().Call("getElementById", "composer").Truthy() }

// Main serves the composer's page:
//
//	gbask       from composer.js: an Ask as JSON
//	gblistens   to composer.js: the program is there
//	gbshow      to composer.js: {part, html}
//	gbnotice    to composer.js: a Notice as JSON
func Main() {
	turns := make(chan func(), 64)
	c := &Composer{Show: show, Tell: tell}
	addresses, err := compute.PageAddresses()
	if err != nil {
		c.say(err.Error(), true)
		return
	}
	kinds := compute.Open(addresses)
	c.Site = js.Global().Get("location").Get("origin").String() +
		document().Get("documentElement").Get("dataset").Get("base").String()
	c.Expand = func(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
		return kinds.Expand(kind, text, func(explicit []byte, trouble *compute.Trouble) {
			turns <- func() { done(explicit, trouble) }
		})
	}
	document().Call("addEventListener", "gbask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ask := args[0].Get("detail").String()
		go func() { turns <- func() { c.Ask(ask) } }()
		return nil
	}))
	send("gblistens", "")
	for f := range turns {
		f()
	}
}

func show(part string, view ui.Node) {
	send("gbshow", map[string]any{"part": part, "html": ui.HTML(view)})
}

func tell(n Notice) {
	text, _ := json.Marshal(n) // texts and truths alone
	send("gbnotice", string(text))
}

func send(name string, detail any) {
	document().Call("dispatchEvent", js.Global().Get("CustomEvent").New(name, map[string]any{"detail": detail}))
}

func document() js.Value { return js.Global().Get("document") }
