package main

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"gridbox/site/gen/vuguhelper"
)

// binaries lists the WebAssembly files of the site: the programs of the page, the figure, the
// workers, gridbox.js and the tools.
func binaries() []string {
	names := []string{"app.wasm", "page.wasm", "figure.wasm", "worker.wasm", "module.wasm"}
	for _, name := range tools {
		if path.Ext(name) == ".wasm" {
			names = append(names, name)
		}
	}
	return names
}

// addBinaries adds the WebAssembly binaries and the scripts that start Go and vugu.
func (s *Site) addBinaries(dir string) error {
	for _, name := range binaries() {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("%w (./build.sh wasm builds it)", err)
		}
		if err := s.AddHashed(name, content); err != nil {
			return err
		}
	}
	at, err := starter()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(at)
	if err != nil {
		return err
	}
	if err := s.AddHashed("wasm_exec.js", content); err != nil {
		return err
	}
	helper, err := vuguhelper.Script()
	if err != nil {
		return err
	}
	return s.AddHashed("vugu.js", helper)
}

// starter returns the path of wasm_exec.js in the Go installation.
func starter() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), nil
}

// copyStarter copies wasm_exec.js below the working folder and returns its path. esbuild names outputs
// after the paths of the inputs, which must not depend on the location of Go.
func copyStarter() (string, error) {
	at, err := starter()
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(at)
	if err != nil {
		return "", err
	}
	here, err := filepath.Abs(filepath.Join(".cache", "wasm_exec.js"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(here), 0o755); err != nil {
		return "", err
	}
	return here, os.WriteFile(here, content, 0o644)
}
