package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"

	"gridbox/app/lab"
	"gridbox/core/catalog"
)

// A Config tells the scripts of the laboratory and of the figure where their
// parts are. It stands in the page as an inert block of JSON, which the policy
// allows, unlike an inline script.
type Config struct {
	Base         string            `json:"base"`         // "" or "/some/prefix"
	Version      string            `json:"version"`      // of this build
	App          string            `json:"app"`          // address of app.wasm
	AppSize      int               `json:"appSize"`      // its bytes before compression, to show how much has come
	Workers      map[string]string `json:"workers"`      // address of each kind's worker
	Figure       string            `json:"figure"`       // address of figure.wasm
	WorkerScript string            `json:"workerScript"` // address of worker.js
	WasmExec     string            `json:"wasmExec"`     // address of Go's wasm_exec.js
}

func (s *Site) config() Config {
	workers := map[string]string{studies: s.Asset(workerName(studies))}
	for _, kind := range catalog.Kinds() {
		workers[kind.ID] = s.Asset(workerName(kind.ID))
	}
	return Config{
		Base: s.Base, Version: s.version(),
		App: s.Asset("app.wasm"), AppSize: len(s.files[s.assets["app.wasm"]]), Workers: workers, Figure: s.Asset("figure.wasm"),
		WorkerScript: s.Asset("worker.js"), WasmExec: s.Asset("wasm_exec.js"),
	}
}

// configBlock is the element with the id gridbox-config.
func (s *Site) configBlock() (template.HTML, error) {
	// json.Marshal escapes <, > and &, so that nothing can close the block.
	text, err := json.Marshal(s.config())
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<script type="application/json" id="gridbox-config">%s</script>`, text)), nil
}

// addLab writes the page of the laboratory: the first scenario, solved and
// drawn, which go-app takes over, and the same scenario as data, so that the
// live page begins with what the prerendered one shows.
func (s *Site) addLab() error {
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	body, err := lab.Prerender(s.Base)
	if err != nil {
		return err
	}
	first, err := lab.Embedded()
	if err != nil {
		return err
	}
	var inert bytes.Buffer
	json.HTMLEscape(&inert, first) // nothing in it can close the block
	return s.addPage("lab", Page{
		Path: "lab/", Title: "Laboratory", Section: "lab", Keep: "lab", Body: template.HTML(body),
		Config:      config + template.HTML(`<script type="application/json" id="gridbox-first">`+inert.String()+`</script>`),
		Description: "Build a grid, run scheduling algorithms on it side by side, and see why each decision fell.",
	})
}
