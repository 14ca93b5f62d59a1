package composer

import (
	"syscall/js"

	"gridbox/app/compute"
	"gridbox/app/domevent"
)

// Main serves the composer's page:
//
//	gbask       from composer.js: an Handle as JSON
//	gblistens   to composer.js: the program is there
//	gbshow      to composer.js: {part, html}
//	gbnotice    to composer.js: a Notice as JSON
func Main() {
	turns := make(chan func(), 64)
	c := &Composer{Show: domevent.Show, Notify: notify}
	addresses, err := compute.PageAddresses()
	if err != nil {
		c.showMessage(err.Error(), true)
		return
	}
	kinds := compute.Open(addresses)
	c.Site = js.Global().Get("location").Get("origin").String() +
		domevent.Document().Get("documentElement").Get("dataset").Get("base").String()
	c.Expand = func(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
		return kinds.Expand(kind, text, func(explicit []byte, trouble *compute.Trouble) {
			turns <- func() { done(explicit, trouble) }
		})
	}
	domevent.Serve("gbask", turns, c.Handle)
}

func notify(n Notice) { domevent.Send("gbnotice", n) }
