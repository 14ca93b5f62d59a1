package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// addModule adds gridbox.js, the module for pages of other sites, with the names of the files
// that it fetches, its type declarations, and the widget for notebooks. All have fixed addresses.
func (s *Site) addModule() error {
	script := s.moveOut("gridbox.js")
	for _, name := range []string{"module.wasm", "worker.js", "interpreter.wasm"} {
		plain := []byte(strconv.Quote("a/" + name))
		if bytes.Count(script, plain) != 1 || s.assets[name] == "" {
			return fmt.Errorf("gridbox.js should name a/%s once, and the site should have it", name)
		}
		script = bytes.Replace(script, plain, []byte(strconv.Quote(s.assets[name])), 1)
	}
	if err := s.Add("gridbox.js", slices.Concat([]byte("// @ts-self-types=\"./gridbox.d.ts\"\n"), script)); err != nil {
		return err
	}
	types, err := os.ReadFile("assets/js/module/types.d.ts")
	if err != nil {
		return err
	}
	if err := s.Add("gridbox.d.ts", types); err != nil {
		return err
	}
	// The widget imports gridbox.js by its address, so it is published as it is.
	widget, err := os.ReadFile("assets/js/module/widget.js")
	if err != nil {
		return err
	}
	return s.Add("widget.js", widget)
}
