package picture

import (
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A View is an explicit scenario of any kind with one answer to it, for
// figures, documentation and the gallery; the laboratory has richer pictures.
type View struct {
	Scenario *scenario.Scenario
	Answer   *scenario.Answer // nil for none
	Colour   int              // of the answer's algorithm
	Subject  string           // what of the answer is looked at, such as a job; empty for all of it
	Width    float64          // in pixels, so that text keeps its size
	Height   float64
	Name     string // for people who do not see the picture
	Selected []Ref
	Static   bool // nothing in it can be acted on
	// Trace has the recorded steps of the run that gave the answer, of which a picture of steps shows
	// the first ones: of all that the run decided with Whole, otherwise of the decision about Subject.
	Trace *trace.Log
	Step  int
	Whole bool
}

// Ended reports whether the last step is shown, at which the answer shows.
func (v *View) Ended() bool { return v.Step >= len(v.Trace.Events) }

// ThumbWidth and ThumbHeight are the size of small pictures.
const ThumbWidth, ThumbHeight = 240, 160
