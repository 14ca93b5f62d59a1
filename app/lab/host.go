package lab

import (
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
)

// A Host is the page around the laboratory: its only access to a browser.
// Package shell has the real one; tests have one with a manual clock. All
// functions given to it but those of Beside run on the page's one goroutine,
// which owns the laboratory.
type Host interface {
	// Page runs f soon; it may be called from anywhere. After does so after a
	// while, and Drawn once the views are drawn as the state is now.
	Page(f func())
	After(wait time.Duration, f func())
	Drawn(f func())
	// Beside runs f in the background, so that it may block.
	Beside(f func())
	// Restored is called when the draft of this tab is in front again.
	Restored()
	// Now is the page's clock in milliseconds.
	Now() float64
	// Call calls an adapter of assets/js/page.js for effects that elements
	// cannot express: download a file, focus a field.
	Call(adapter string, args ...any)
	// Around returns the state of the browser and this tab at the start.
	Around() Around
	// Address returns the page's address.
	Address() Address
	// Workers computes; it fails where the page lacks what workers need.
	Workers() (feature.Workers, error)
	// Library opens where drafts are kept. It waits.
	Library() Library
}

// Around is the state of the browser and the tab at the start.
type Around struct {
	Narrow, Dark bool
	Room         [2]float64 // width and height of the picture in pixels, 0 where unknown
	Theme        string     // chosen on an earlier visit
	Held         string     // the document's text with faults that this tab was left with
	Aside        string     // the draft put aside after the program had stopped; "-" for one that was never kept
	Tab          string     // tells this tab, as it was loaded, from all others
	Allowed      string     // the programs that may run in this browser, by their digests
	Task         string     // the exercise that this tab was opened with
	Stopped      string     // why the laboratory before this one in the same page has stopped
	Site         string     // scheme, host and path before the site's own addresses
}

// An Address is the parsed address of the page.
type Address struct {
	Fragment, Preset, View string
	Unread                 string // the query, where something in it cannot be read
}

// A Library keeps drafts. Its methods block, so they are called in the
// background.
type Library interface {
	// Durable reports whether drafts outlive the page, and why not.
	Durable() (ok bool, why string)
	// Current returns the draft that was in front when this tab was left, nil
	// if there was none, with its slot.
	Current() (slot string, text []byte, err error)
	// Keep saves a draft in its slot, or in a new one, and returns the slot.
	// Front records the slot in front, Remove removes a draft.
	Keep(slot string, text []byte, title, kind string) (now string, err error)
	Front(slot string)
	Remove(slot string) error
	// Note keeps a draft for the time after a reload, without blocking; before
	// are the texts that may be saved of it by then. Unnote removes the note.
	Note(d store.Draft, front bool, before func() [][]byte) bool
	Unnote(slot string)
	// Recover saves the notes of pages that have ended.
	Recover()
	// Drafts lists some drafts but the one in front, the last saved first. Take gives one
	// to go on with, without a slot where another open tab has it.
	Drafts() ([]state.Saved, error)
	Take(slot string) (now string, text []byte, err error)
	// Archive returns the place where studies are kept.
	Archive() Archive
	// Store returns the store behind the library, for everything that is the
	// same in every tab. Holds reports whether this tab may write to a slot,
	// and claims it if it can.
	Store() *store.Store
	Holds(slot string) bool
}

// An Archive keeps the results of studies; its methods block.
type Archive interface {
	Add(study string, number int, text []byte) error
	Of(study string) ([][]byte, error)
	Remove(study string) error
	// Describe sets the library's entry of a study.
	Describe(library.Study) error
}
