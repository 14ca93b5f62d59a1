package farm

import (
	"testing"

	"gridbox/app/labtest"
)

func TestEveryDrawing(t *testing.T) { labtest.Draw(t, &Screen) }

// Formulas are right as they stand, and what they light up is in the picture.
func TestFormulasHoldAsTheyStand(t *testing.T) { labtest.Formulas(t, &Screen, 20, 20) }
