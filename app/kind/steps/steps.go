// Package steps lists how each problem kind describes the steps of a run. The figure imports it, and uses no other
// part of the screens.
package steps

import (
	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/screen"
)

var stepsByKind = map[string]*screen.Steps{"placement": &placement.Steps, "window": &window.Steps,
	"batch": &batch.Steps,
	"group": &group.Steps, "farm": &farm.Steps}

// Of returns the steps of a kind.
func Of(kind string) *screen.Steps { return stepsByKind[kind] }
