package volume

import (
	"gridbox/app/state"
	"gridbox/app/ui"
)

// buttons returns the buttons that export and import a whole library as one file.
func buttons(*state.State) ui.Node {
	return ui.El("div", ui.Class("shelf-whole"), ui.El("h3", "As one file"),
		ui.El("p", ui.Class("note"), "All drafts with versions and results. An import adds drafts. It replaces "+
			"nothing and skips duplicates."),
		ui.El("div", ui.Class("acts"), ui.Button("Save the library", ui.Act("volume")),
			ui.Button("Import a library", ui.Act("open"))))
}
