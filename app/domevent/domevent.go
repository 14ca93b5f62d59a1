// Package domevent connects the program of a page that go-app does not draw with
// the page's own script. Both send events of the document: requests of the
// script to the program, and views and notices to the script. The data is the
// detail of the event.
package domevent
