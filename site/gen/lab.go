package main

import (
	"encoding/json"
	"fmt"
	"html/template"

	"gridbox/app/lab"
	"gridbox/core/onepage"
)

// A Config holds the addresses that the scripts of the laboratory and of the figure load. The
// page contains it as a block of JSON, which the Content-Security-Policy allows, unlike an inline
// script.
type Config struct {
	Base           string            `json:"base"`            // "" or "/some/prefix"
	Version        string            `json:"version"`         // of this build
	App            string            `json:"app"`             // address of app.wasm
	AppSize        int               `json:"appSize"`         // size in bytes before compression
	Page           string            `json:"page"`            // address of page.wasm
	Worker         string            `json:"worker"`          // address of the workers' program, which is App in the laboratory
	Figure         string            `json:"figure"`          // address of figure.wasm
	WorkerScript   string            `json:"workerScript"`    // address of worker.js
	WasmExec       string            `json:"wasmExec"`        // address of Go's wasm_exec.js
	Tools          map[string]string `json:"tools"`           // addresses of files loaded when a tool opens
	First          string            `json:"first,omitempty"` // address of the laboratory's first scenario
	DeferredStyles string            `json:"later,omitempty"` // address of styles not needed for the first paint
}

// tools lists parts of the laboratory that few users open: scripts that are imported and binaries
// that are fetched on demand. The service worker stores them from then on.
var tools = []string{"codemirror.js", galleryFile, glossaryFile, "interpreter.wasm", "files.wasm", onepage.File,
	"sitepages.wasm", completionsFile, "policypanel.wasm", "policypanel.js", tourFile, "tour.js"}

// config returns the addresses of the programs and scripts that the laboratory's page loads, and the size of app.wasm
// in bytes.
func (s *Site) config() Config {
	opened := map[string]string{}
	for _, name := range tools {
		opened[name] = s.Asset(name)
	}
	return Config{
		Base: s.Base, Version: s.version(),
		App: s.Asset("app.wasm"), AppSize: len(s.files[s.assets["app.wasm"]]),
		Page:   s.Asset("page.wasm"),
		Worker: s.Asset("worker.wasm"), Figure: s.Asset("figure.wasm"), WorkerScript: s.Asset("worker.js"),
		WasmExec: s.Asset("wasm_exec.js"), Tools: opened,
	}
}

// configBlock returns the element with the id gridbox-config.
func (s *Site) configBlock() (template.HTML, error) { return s.config().block() }

// block returns the element with the addresses for a page.
func (c Config) block() (template.HTML, error) {
	for name, address := range c.Tools {
		if address == "" {
			return "", fmt.Errorf("nothing in the site is called %s, which is in the list of tools", name)
		}
	}
	// json.Marshal escapes <, > and &, so the block cannot end early.
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<script type="application/json" id="gridbox-config">%s</script>`, text)), nil
}

// firstFile is the scenario with the answer shown by the prerendered page, with which the live
// page starts.
const firstFile = "first.json"

// addFirst adds firstFile, which the page fetches in parallel with the program.
func (s *Site) addFirst() error {
	first, err := lab.FirstJSON()
	if err != nil {
		return err
	}
	return s.AddHashed(firstFile, first)
}

// addLab writes the page of the laboratory with the first scenario, solved and drawn, which the
// program takes over.
func (s *Site) addLab() error {
	addresses := s.config()
	addresses.Worker, addresses.First, addresses.DeferredStyles = addresses.App, s.Asset(firstFile),
		s.Asset("later.css")
	config, err := addresses.block()
	if err != nil {
		return err
	}
	body, err := lab.Prerender(s.Base)
	if err != nil {
		return err
	}
	return s.addPage("lab", Page{
		Path: "lab/", Title: "Laboratory", Section: "lab", Body: template.HTML(body), Config: config,
		Description: "Build a grid, run scheduling algorithms on it side by side, and see the reason for each " +
			"decision.",
	})
}
