//go:build js && wasm

package compute

import (
	"errors"
	"fmt"
	"syscall/js"

	"gridbox/core/doc"
)

// Addresses has the URLs of the files of a worker, with the names of the JSON
// block gridbox-config that the site's generator writes into a page.
type Addresses struct {
	Program string `json:"worker"`       // the program of the workers; in the laboratory also that of the page
	Script  string `json:"workerScript"` // worker.js
	Tools   tools  `json:"tools"`
}

// tools are the addresses of parts that are loaded on demand, "" if the page
// does not have one.
type tools struct {
	Interpreter string `json:"interpreter.wasm"` // for programs of users
	Import      string `json:"files.wasm"`       // the program of the worker that imports files
	Page        string `json:"onepage.txt"`      // the template of a page that is one file
}

// PageAddresses reads the addresses from the page.
func PageAddresses() (Addresses, error) {
	block := js.Global().Get("document").Call("getElementById", "gridbox-config")
	if block.IsNull() {
		return Addresses{}, errors.New("compute: the page has no element gridbox-config")
	}
	return ReadAddresses(block.Get("textContent").String())
}

// ReadAddresses reads the addresses from the text of the element
// gridbox-config, which contains other entries too.
func ReadAddresses(config string) (a Addresses, err error) {
	doc.Decode([]byte(config), &a)
	if a.Program == "" || a.Script == "" {
		return a, errors.New("compute: gridbox-config names no worker or workerScript")
	}
	return a, nil
}

// Open returns a Kinds with real workers. It loads nothing before the first request or Warm. Workers of another
// version make the page reload itself, once.
func Open(a Addresses) *Kinds { return OpenWith(a, js.Undefined()) }

// OpenWith is Open for a program of the workers that is compiled already.
func OpenWith(a Addresses, module js.Value) *Kinds {
	h := &workerFactory{addresses: a, module: module}
	return NewKinds(func(kind string) *Pool {
		if kind == importing {
			reading := &workerFactory{addresses: Addresses{Program: a.Tools.Import, Script: a.Script}}
			reading.addresses.Tools.Interpreter = a.Tools.Page // the one file that this worker may fetch
			return reading.pool(true)
		}
		return h.pool(kind == studying)
	})
}

// OpenCompiled returns a Kinds with workers that run a compiled module; script is the address of their script.
func OpenCompiled(script string, module js.Value) *Kinds {
	h := &workerFactory{addresses: Addresses{Script: script}, module: module}
	return NewKinds(func(kind string) *Pool { return h.pool(kind == studying) })
}

// pool returns a new pool. Solving leaves one core for the page, and more than
// four workers would cost more memory than they gain; a study uses all cores.
func (h *workerFactory) pool(alone bool) *Pool {
	return New(Options{
		StartWorker: h.startWorker, Size: min(max(cores()-1, 1), 4), StudySize: min(cores(), 16), Alone: alone,
		OnOutdated: reloadOnce, OnWorkerEnd: logDeath,
	})
}

// cores returns the number of threads that the browser reports, 2 if it reports
// none.
func cores() int {
	n := js.Global().Get("navigator").Get("hardwareConcurrency")
	if n.Type() != js.TypeNumber {
		return 2
	}
	return max(n.Int(), 1)
}

// reloadOnce reloads the page. A mark in the session keeps a site whose parts
// never agree from reloading forever.
func reloadOnce() {
	const mark = "gridbox:reloaded-for-worker"
	defer func() { recover() }() // a refused sessionStorage throws: then no reload
	session := js.Global().Get("sessionStorage")
	if session.IsUndefined() { // in the laboratory's worker, whose page reloads
		js.Global().Call("postMessage", map[string]any{"call": "reloadOnce", "args": []any{}})
		return
	}
	if session.Call("getItem", mark).IsNull() {
		session.Call("setItem", mark, "1")
		js.Global().Get("location").Call("reload")
	}
}

func logDeath(e End) {
	js.Global().Get("console").Call("error",
		fmt.Sprintf("A worker of Gridbox ended by itself: %s (exit status %d)\n%s", e.cause(), e.Code, e.Stderr))
}
