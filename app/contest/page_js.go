package contest

import (
	"time"

	"gridbox/app/compute"
	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/talk"
)

// IsPage reports whether the page is that of challenges.
func IsPage() bool { return talk.Document().Call("getElementById", "contest").Truthy() }

// Main serves the page of challenges:
//
//	gbask       from contest.js: an Handle as JSON
//	gblistens   to contest.js: the program is there
//	gbshow      to contest.js: {part, html}
//	gbnotice    to contest.js: a Notice as JSON
func Main() {
	turns := make(chan func(), 64)
	addresses, err := compute.PageAddresses()
	if err != nil {
		talk.Show(partResult, trouble(err.Error()))
		return
	}
	kinds := compute.Open(addresses)
	at := store.Open(talk.Document().Get("documentElement").Get("dataset").Get("base").String())
	c := &Contest{Allow: kinds.Allow, Show: talk.Show, Notify: notify,
		Now: func() float64 { return float64(time.Now().UnixMilli()) },
		Keep: func(t library.Attempt) error {
			_, err := at.KeepAttempt(t)
			return err
		},
		Kept: func() []library.Attempt {
			list, _ := at.Attempts()
			return list
		},
		Forget: func(key string) { at.ForgetAttempt(key) },
	}
	c.Solve = kinds.Solver(turns)
	talk.Serve("gbask", turns, c.Handle)
}

func notify(n Notice) { talk.Send("gbnotice", n) }
