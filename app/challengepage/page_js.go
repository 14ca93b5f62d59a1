package challengepage

import (
	"time"

	"gridbox/app/compute"
	"gridbox/app/domevent"
	"gridbox/app/library"
	"gridbox/app/store"
)

// IsPage reports whether the page is that of challenges.
func IsPage() bool { return domevent.Document().Call("getElementById", "contest").Truthy() }

// Main serves the page of challenges:
//
//	gbask       from challengepage.js: an Handle as JSON
//	gblistens   to challengepage.js: the program is there
//	gbshow      to challengepage.js: {part, html}
//	gbnotice    to challengepage.js: a Notice as JSON
func Main() {
	turns := make(chan func(), 64)
	addresses, err := compute.PageAddresses()
	if err != nil {
		domevent.Show(partResult, trouble(err.Error()))
		return
	}
	kinds := compute.Open(addresses)
	at := store.Open(domevent.Document().Get("documentElement").Get("dataset").Get("base").String())
	c := &Contest{Allow: kinds.Allow, Show: domevent.Show, Notify: notify,
		Now: func() float64 { return float64(time.Now().UnixMilli()) },
		Keep: func(t library.Attempt) error {
			_, err := at.KeepAttempt(t)
			return err
		},
		Attempts: func() []library.Attempt {
			list, _ := at.Attempts()
			return list
		},
		Forget: func(key string) { at.ForgetAttempt(key) },
	}
	c.Solve = kinds.Solver(turns)
	domevent.Serve("gbask", turns, c.Handle)
}

func notify(n Notice) { domevent.Send("gbnotice", n) }
