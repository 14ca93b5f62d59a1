package placement

import (
	"testing"

	"gridbox/app/labtest"
)

func TestEveryDrawing(t *testing.T) { labtest.Draw(t, &Screen) }

// The formulas are correct as written, and their terms refer to marks of the picture.
func TestFormulasHoldAsTheyStand(t *testing.T) { labtest.Formulas(t, &Screen, 24, 20) }
