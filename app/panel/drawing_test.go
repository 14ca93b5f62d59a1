package panel_test

import (
	"testing"

	"gridbox/app/kind/window"
	"gridbox/app/labtest"
)

func TestEveryDrawing(t *testing.T) {
	labtest.DrawProblem(t, &window.Screen, labtest.Preset(t, "window", "twelve-nodes"))
}
