package contest

import (
	"encoding/json"
	"syscall/js"
	"time"

	"gridbox/app/compute"
	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Main serves the page of challenges:
//
//	gbask       from contest.js: an Ask as JSON
//	gblistens   to contest.js: the program is there
//	gbshow      to contest.js: {part, html}
//	gbnotice    to contest.js: a Notice as JSON
func Main() {
	turns := make(chan func(), 64)
	addresses, err := compute.PageAddresses()
	if err != nil {
		show(came, trouble(err.Error()))
		return
	}
	kinds := compute.Open(addresses)
	at := store.Open(document().Get("documentElement").Get("dataset").Get("base").String())
	c := &Contest{Allow: kinds.Allow, Show: show, Tell: tell,
		Now: func() float64 { return float64(time.Now().UnixMilli()) },
		Keep: func(t library.Tried) error {
			_, err := at.KeepAttempt(t)
			return err
		},
		Kept: func() []library.Tried {
			list, _ := at.Attempts()
			return list
		},
		Forget: func(key string) { at.ForgetAttempt(key) },
	}
	c.Solve = func(kind string, text []byte, run scenario.Run,
		done func(*scenario.Answer, doc.Faults, string)) func() {
		return kinds.Solve(kind, text, run, nil, func(a *scenario.Answer, t *compute.Trouble) {
			turns <- func() {
				if t != nil {
					done(nil, t.Faults, t.Text)
					return
				}
				done(a, nil, "")
			}
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
	text, _ := json.Marshal(n) // texts, numbers and truths alone
	send("gbnotice", string(text))
}

func send(name string, detail any) {
	document().Call("dispatchEvent", js.Global().Get("CustomEvent").New(name, map[string]any{"detail": detail}))
}

func document() js.Value { return js.Global().Get("document") }
