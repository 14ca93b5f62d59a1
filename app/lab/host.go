package lab

import (
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/store"
)

// A Host is the page around the laboratory: its only access to a browser. Package shell implements it; tests have one
// with a manual clock. All functions passed to it run on the page's goroutine, which owns the laboratory. Those of
// Background are the exception.
type Host interface {
	// Page runs f soon; it may be called from any goroutine. AfterFunc runs it after a delay, and AfterDraw once the
	// views show the current state.
	Page(f func())
	AfterFunc(wait time.Duration, f func())
	AfterDraw(f func())
	// Background runs f in the background, so that it may block.
	Background(f func())
	// NotifyRestored is called when the draft of this tab is shown again.
	NotifyRestored()
	// Now is the page's clock in milliseconds.
	Now() float64
	// Call calls an adapter of assets/js/page.js for effects that elements
	// cannot express: download a file, focus a field.
	Call(adapter string, args ...any)
	// StartState returns the state of the browser and this tab at the start.
	StartState() StartState
	// Address returns the page's address.
	Address() Address
	// Workers returns the workers. It fails if the page lacks what they need.
	Workers() (feature.Workers, error)
	// Library opens the library. It blocks.
	Library() Library
}

// StartState is the state of the browser and the tab at the start.
type StartState struct {
	Narrow, Dark    bool
	PictureSize     [2]float64 // width and height of the picture in pixels, 0 where unknown
	Theme           string     // chosen on an earlier visit
	FaultyText      string     // the document's text with faults when this tab was left
	AsideDraft      string     // the draft put aside after the program had stopped; "-" for one that was never saved
	Tab             string     // identifies this tab since it was loaded
	AllowedPrograms string     // the programs that may run in this browser, by their digests
	Task            string     // the exercise that this tab was opened with
	StopReason      string     // why the laboratory before this one in the same page has stopped
	Site            string     // scheme, host and path before the site's own addresses
}

// An Address is the parsed address of the page.
type Address struct {
	Fragment, Preset, View string
	Unread                 string // the query if it is malformed
}

// A Library stores drafts. Its methods block, so they are called in the background.
type Library interface {
	// Durable reports whether drafts outlive the page, and the reason if not.
	Durable() (ok bool, why string)
	// Current returns the draft that was shown when this tab was left, with its slot; nil if there was none.
	Current() (slot string, text []byte, err error)
	// Keep saves a draft in its slot, or in a new one, and returns the slot. Front records the slot of the current
	// draft, Remove removes a draft.
	Keep(slot string, text []byte, title, kind string) (now string, err error)
	Front(slot string)
	Remove(slot string) error
	// Note stores a draft for the time after a reload, without blocking. saving is the text of an unfinished save, and
	// saved returns the text that was saved last; both may be nil. Unnote removes the note.
	Note(d store.Draft, front bool, saving []byte, saved func() []byte) bool
	Unnote(slot string)
	// Recover saves the notes of pages that have ended.
	Recover()
	// Drafts lists some drafts except the current one, the last saved first. Acquire returns one to work on, without a
	// slot if another open tab has it.
	Drafts() ([]state.DraftEntry, error)
	Acquire(slot string) (now string, text []byte, err error)
	// Archive returns the storage of studies.
	Archive() feature.Archive
	// Store returns the store behind the library, which all tabs share. Claim reports whether this tab may write to a
	// slot, and claims it if possible.
	Store() *store.Store
	Claim(slot string) bool
}
