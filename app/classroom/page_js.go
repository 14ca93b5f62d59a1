package classroom

import (
	"gridbox/app/compute"
	"gridbox/app/domevent"
)

// IsPage reports whether the page marks the files of a class.
func IsPage() bool { return domevent.Document().Call("getElementById", "classroom").Truthy() }

// Main serves the page of a class:
//
//	gbask       from classroom.js: an Handle as JSON
//	gblistens   to classroom.js: the program is there
//	gbshow      to classroom.js: {part, html}
func Main() {
	turns := make(chan func(), 64)
	addresses, err := compute.PageAddresses()
	if err != nil {
		domevent.Show(result, trouble(err.Error()))
		return
	}
	kinds := compute.Open(addresses)
	c := &Class{Allow: kinds.Allow, Show: domevent.Show}
	c.Solve = kinds.Solver(turns)
	domevent.Serve("gbask", turns, c.Handle)
}
