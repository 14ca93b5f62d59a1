package lab

import (
	"time"

	"gridbox/app/compute"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// A Host is the page around the laboratory: all that it asks of a browser.
// Package shell has the real one; a test has one whose time stands still. All
// functions given to it but those of Beside run on the page's one goroutine,
// on which the laboratory lives.
type Host interface {
	// Page runs f soon; it may be called from anywhere. After does so after a
	// while, and Drawn once the views are drawn as the state is now.
	Page(f func())
	After(wait time.Duration, f func())
	Drawn(f func())
	// Beside runs f beside the page, so that it may wait.
	Beside(f func())
	// Breathe lets the browser do what waits, where the page starts and has been
	// busy for long; nothing happens to the laboratory meanwhile. It does nothing
	// once the page is there. The page's one goroutine calls it, between one thing
	// and another.
	Breathe()
	// Now is the page's clock in milliseconds.
	Now() float64
	// Call has an adapter of assets/js/page.js do something that elements cannot
	// say: download a file, put the focus on a field.
	Call(adapter string, args ...any)
	// Around is how the browser and this tab were found.
	Around() Around
	// Address is what the page's address asks for.
	Address() Address
	// Workers computes; it fails where the page lacks what workers need.
	Workers() (Workers, error)
	// Library opens where drafts are kept. It waits.
	Library() Library
}

// Around is what a page finds when it starts.
type Around struct {
	Narrow, Dark bool
	Theme        string // chosen on an earlier visit
	Held         string // the document's text with faults that this tab was left with
	Aside        string // the draft put aside after the program had stopped; "-" for one that was never kept
	Tab          string // tells this tab, as it was loaded, from all others
	Allowed      string // the programs that may run in this browser, by their digests
	Task         string // the exercise that this tab was opened with
	Site         string // scheme, host and path before the site's own addresses
}

// An Address is what the page's own address asks for.
type Address struct {
	Fragment, Preset, View string
	Unread                 string // the query, where something in it cannot be read
}

// Workers compute; compute.Kinds is the real thing. Callbacks come from any
// goroutine, done exactly once, after cancel too.
type Workers interface {
	Warm(kind string)
	Allow(digests []string)
	Expand(kind string, text []byte, done func(explicit []byte, t *compute.Trouble)) (cancel func())
	Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
		done func(answer *scenario.Answer, t *compute.Trouble)) (cancel func())
	Explain(kind string, text []byte, run scenario.Run, about map[string]string,
		done func(why compute.Why, t *compute.Trouble)) (cancel func())
	Export(text []byte, about map[string]string,
		done func(written []byte, notes string, t *compute.Trouble)) (cancel func())
	Tally(text []byte, large bool, about map[string]string, done func(told []byte, t *compute.Trouble)) (cancel func())
	Study(kind string, o compute.Order, paused bool) Study
	Hunt(kind string, c compute.Chase) Hunt
	// Bring reads other programs' files; why says that they could not be read.
	Bring(head msg.BringHead, files []importer.File,
		done func(told msg.BringTold, made []byte, why string)) (cancel func())
	// Brought says that what was brought in has been taken, and no more comes for now.
	Brought()
	// Judge holds a schedule of another program to an explicit farm.
	Judge(farm []byte, file importer.File,
		done func(told msg.ScheduleTold, answer *scenario.Answer, t *compute.Trouble)) (cancel func())
}

// A Study is one under way; compute.Study is the real thing.
type Study interface {
	Pause()
	Resume()
	Cancel()
	Look(about map[string]string)
	Ask(about map[string]string, done func(told []byte, t *compute.Trouble))
}

// A Hunt is a search under way; compute.Hunt is the real thing.
type Hunt interface {
	Pause()
	Resume()
	Cancel()
}

// A Library keeps drafts. Its methods wait, so they are called beside the page.
type Library interface {
	// Durable reports whether drafts outlive the page, and why not.
	Durable() (ok bool, why string)
	// Current is the draft that was in front when this tab was left, nil when
	// there was none, with its slot.
	Current() (slot string, text []byte, err error)
	// Keep saves a draft in its slot, or in a new one, and gives the slot. Front
	// says which of them is in front, Remove forgets one.
	Keep(slot string, text []byte, title, kind string) (now string, err error)
	Front(slot string)
	Remove(slot string) error
	// Note keeps a draft for when the page comes back, without waiting; before are the
	// texts that may be saved of it by then.
	Note(d store.Draft, front bool, before func() [][]byte) bool
	// Recover saves what was noted by pages that are gone.
	Recover()
	// Drafts lists some drafts but the one in front, the last saved first. Take gives one
	// to go on with, without a slot where another open tab has it.
	Drafts() ([]state.Saved, error)
	Take(slot string) (now string, text []byte, err error)
	// Archive is where studies are kept.
	Archive() Archive
	// Store is where all this is kept, for what is the same in every tab. Holds
	// tells whether this tab may write to a slot, and takes it if it can.
	Store() *store.Store
	Holds(slot string) bool
}

// An Archive keeps what studies have computed; its methods wait.
type Archive interface {
	Add(study string, number int, text []byte) error
	Of(study string) ([][]byte, error)
	Remove(study string) error
	// Describe says what the library lists of a study.
	Describe(library.Study) error
}
