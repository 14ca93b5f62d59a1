package picture

import (
	"gridbox/core/draw/scene"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// A View is an explicit scenario of any kind with one answer to it, for
// figures, documentation and the gallery; the laboratory has richer pictures.
type View struct {
	Scenario *scenario.Scenario
	Answer   *scenario.Answer // nil for none
	Colour   int              // of the answer's algorithm
	Subject  string           // the thing in the answer to show, such as a job; empty for all of it
	Width    float64          // in pixels, so that text keeps its size
	Height   float64
	Name     string // read by screen readers
	Selected []Ref
	Static   bool // without marks that can be acted on
	// Trace has the recorded steps of the answer's run. A picture of steps shows the first Step of them.
	// If Whole is set, the steps are of the whole run, otherwise of the decision about Subject.
	Trace *trace.Log
	Step  int
	Whole bool
}

// HasEnded reports whether all steps are shown. The picture then shows the answer.
func (v *View) HasEnded() bool { return v.Step >= len(v.Trace.Events) }

// ThumbWidth and ThumbHeight are the size of small pictures.
const ThumbWidth, ThumbHeight = 240, 160

// Ground draws an invisible rectangle over the whole picture, which receives clicks outside of
// marks.
func Ground(m *scene.Builder) {
	m.Open("rect", "gb-ground")
	m.Attr("x", "0")
	m.Attr("y", "0")
	m.Attr("width", "100%")
	m.Attr("height", "100%")
	m.Close()
}
