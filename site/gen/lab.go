package main

import (
	"encoding/json"
	"fmt"
	"html/template"

	"gridbox/app/lab"
	"gridbox/core/onepage"
)

// A Config tells the scripts of the laboratory and of the figure where their
// parts are. It stands in the page as an inert block of JSON, which the policy
// allows, unlike an inline script.
type Config struct {
	Base         string            `json:"base"`            // "" or "/some/prefix"
	Version      string            `json:"version"`         // of this build
	App          string            `json:"app"`             // address of app.wasm
	AppSize      int               `json:"appSize"`         // its bytes before compression, to show how much has come
	Worker       string            `json:"worker"`          // of the program of workers: worker.wasm, or the laboratory's own
	Figure       string            `json:"figure"`          // address of figure.wasm
	WorkerScript string            `json:"workerScript"`    // address of worker.js
	WasmExec     string            `json:"wasmExec"`        // address of Go's wasm_exec.js
	Tools        map[string]string `json:"tools"`           // addresses of what is loaded when it is opened
	First        string            `json:"first,omitempty"` // of the laboratory's first scenario
	Later        string            `json:"later,omitempty"` // of the laboratory's styles that its first screen does without
}

// tools are parts of the laboratory that few open: scripts that are imported,
// and binaries that are fetched, when somebody opens them. The service worker
// keeps them from then on and not before.
var tools = []string{"codemirror.js", galleryFile, glossaryFile, "interpreter.wasm", "bring.wasm", onepage.File,
	contestFile, "pages.wasm", ownFile, "standing.wasm", "standing.js", tourFile, "tour.js"}

func (s *Site) config() Config {
	opened := map[string]string{}
	for _, name := range tools {
		opened[name] = s.Asset(name)
	}
	return Config{
		Base: s.Base, Version: s.version(),
		App: s.Asset("app.wasm"), AppSize: len(s.files[s.assets["app.wasm"]]),
		Worker: s.Asset("worker.wasm"), Figure: s.Asset("figure.wasm"), WorkerScript: s.Asset("worker.js"),
		WasmExec: s.Asset("wasm_exec.js"), Tools: opened,
	}
}

// configBlock is the element with the id gridbox-config.
func (s *Site) configBlock() (template.HTML, error) { return s.config().block() }

// block is the element that carries the addresses into a page.
func (c Config) block() (template.HTML, error) {
	for name, address := range c.Tools {
		if address == "" {
			return "", fmt.Errorf("nothing in the site is called %s, which is in the list of tools", name)
		}
	}
	// json.Marshal escapes <, > and &, so that nothing can close the block.
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<script type="application/json" id="gridbox-config">%s</script>`, text)), nil
}

// firstFile is the scenario that the prerendered page shows, solved, for the live page to begin with.
const firstFile = "first.json"

// addFirst files it, for the page fetches it beside the program.
func (s *Site) addFirst() error {
	first, err := lab.Embedded()
	if err != nil {
		return err
	}
	return s.AddHashed(firstFile, first)
}

// addLab writes the page of the laboratory: the first scenario, solved and
// drawn, which go-app takes over.
func (s *Site) addLab() error {
	addresses := s.config()
	addresses.Worker, addresses.First, addresses.Later = addresses.App, s.Asset(firstFile), s.Asset("later.css")
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
		Description: "Build a grid, run scheduling algorithms on it side by side, and see why each decision fell.",
	})
}
