package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// staticImport matches static imports of a bundled module: import"./chunk.js" and import{a as
// b}from"./chunk.js", not import("./late.js").
var staticImport = regexp.MustCompile(`(?:\bfrom|\bimport)\s*"(\./[^"]+)"`)

// importsOf lists the scripts that a script imports statically.
func importsOf(dir, name string) ([]string, error) {
	if path.Ext(name) != ".js" {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range staticImport.FindAllStringSubmatch(string(text), -1) {
		names = append(names, path.Join(path.Dir(name), strings.TrimPrefix(m[1], "./")))
	}
	return names, nil
}
