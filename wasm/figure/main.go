//go:build js

// Command figure is figure.wasm: the embeddable figure in its frame, and in a
// paper's page what runs its experiments.
package main

import (
	"gridbox/app/figure"
	"gridbox/app/rerun"
)

func main() {
	if rerun.Wanted() {
		rerun.Main()
		return
	}
	figure.Main()
}
