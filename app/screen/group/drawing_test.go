package group

import (
	"testing"

	"gridbox/app/labtest"
)

func TestEveryDrawing(t *testing.T) { labtest.Draw(t, &Screen) }
