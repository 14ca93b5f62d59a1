package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// addLicenses writes the licences of all software that the site distributes: of the project, of
// the JavaScript packages in the bundles and of the Go modules in the binaries. It is an error if
// one has no licence text.
func (s *Site) addLicenses() error {
	var out bytes.Buffer
	if err := writeLicense(&out, "Gridbox", "."); err != nil {
		return err
	}
	for _, name := range slices.Sorted(slices.Values(s.packages)) {
		if err := writeLicense(&out, name,
			filepath.Join("assets", "node_modules", filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	modules, err := linkedModules("./wasm/...")
	if err != nil {
		return err
	}
	for _, m := range modules {
		if err := writeLicense(&out, m.path, m.dir); err != nil {
			return err
		}
	}
	return s.Add("licenses.txt", out.Bytes())
}

type goModule struct{ path, dir string }

// linkedModules lists the modules linked into the binaries of packages, the Go distribution
// first.
func linkedModules(packages string) ([]goModule, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	list := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", packages)
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list.Stderr = os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	lines := slices.Compact(slices.Sorted(strings.Lines(string(text))))
	modules := []goModule{{"Go", strings.TrimSpace(string(root))}}
	for _, line := range lines {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			modules = append(modules, goModule{path, dir})
		}
	}
	return modules, nil
}

// writeLicense appends the licence in a folder.
func writeLicense(out *bytes.Buffer, name, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		upper := strings.ToUpper(entry.Name())
		if entry.IsDir() || !(strings.HasPrefix(upper, "LICENSE") || strings.HasPrefix(upper, "LICENCE") ||
			strings.HasPrefix(upper, "COPYING")) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n%s\n\n%s\n\n", name, strings.Repeat("=", len(name)), bytes.TrimSpace(text))
		return nil
	}
	return fmt.Errorf("%s has no licence text in %s", name, dir)
}
