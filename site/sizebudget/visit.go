package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

const laboratory = "lab/index.html"

// A visit lists the files that a first visit of the laboratory transfers. Each of the first three
// lists contains the one before it.
type visit struct {
	paintFiles  []string // until the first paint, before any script of its own runs
	changeFiles []string // until the first change is solved
	allFiles    []string // at the end, if no tool was opened
	storedFiles []string // the files of moved that the service worker stores
	figure      string   // the program of a figure, which is not part of the visit
	file        string   // the single-file page without a scenario
}

// firstVisit determines the files from the page and from the service worker's plan.
func firstVisit(dir, base string) (v visit, err error) {
	root, err := parsePage(dir, laboratory)
	if err != nil {
		return v, err
	}
	v.paintFiles = referencedFiles(root, base, laboratory, blocksPaint)
	files, err := loads(dir, base, laboratory)
	if err != nil {
		return v, err
	}
	c, err := configOf(root)
	if err != nil {
		return v, err
	}
	within := func(address string) string { return strings.TrimPrefix(address, base+"/") }
	v.figure, v.file = within(c.Figure), within(c.Tools["onepage.txt"])
	groups, err := groupsOf(dir)
	if err != nil {
		return v, err
	}
	// The service worker stores the files of the laboratory before the first change.
	v.changeFiles = union(files, []string{within(c.App), within(c.Worker), within(c.WorkerScript), within(c.WasmExec)},
		groups["base"], groups["lab"], []string{worker})
	v.storedFiles = union(groups["base"], groups["lab"], groups["charts"])
	v.allFiles = union(v.changeFiles, v.storedFiles)
	for _, tool := range c.Tools {
		if slices.Contains(v.allFiles, within(tool)) {
			return v, fmt.Errorf("%s is moved before anybody opens it", tool)
		}
	}
	return v, nil
}

// blocksPaint reports whether an element blocks the first paint; modules run after it, and icons
// are not part of the page.
func blocksPaint(n *html.Node) bool {
	if n.Data == "script" {
		return attribute(n, "type") != "module"
	}
	return n.Data != "link" || attribute(n, "rel") == "stylesheet" || attribute(n, "as") == "font"
}

// config is the part of gridbox-config that is used here.
type config struct {
	App, Worker, WorkerScript, WasmExec, Figure string
	Tools                                       map[string]string
}

func configOf(root *html.Node) (c config, err error) {
	for n := range root.Descendants() {
		if attribute(n, "id") == "gridbox-config" && n.FirstChild != nil {
			return c, json.Unmarshal([]byte(n.FirstChild.Data), &c)
		}
	}
	return c, fmt.Errorf("it has no gridbox-config")
}

const worker = "sw.js"

// groupsOf returns the groups of files that the service worker stores.
func groupsOf(dir string) (map[string][]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, worker))
	if err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(text), ";\n")
	plan := struct{ Groups map[string][]string }{}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "self.GRIDBOX_PLAN=")), &plan); err != nil {
		return nil, fmt.Errorf("the plan in %s: %w", worker, err)
	}
	return plan.Groups, nil
}

func union(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
