// Package talk is how the program of a page that go-app does not draw speaks with
// the page's own script: in events of the document, of which each says in its detail
// what is asked, shown or told.
package talk
