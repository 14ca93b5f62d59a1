package picture

import (
	"gridbox/core/kind/placement"
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
	// Trace has the recorded steps of the run that gave the answer, of which [DrawStep] draws the
	// first ones: of all that the run decided with Whole, otherwise of the decision about Subject.
	Trace *trace.Log
	Step  int
	Whole bool
	Kept  *Kept // of pictures like this one, for [DrawStep]; nil for none
}

// A drawing says what a kind looks like.
type drawing struct {
	draw  func(View) string
	thumb func(View) string // of whatever size, without tools
	step  func(View) string // the answer after some of its recorded steps
	// jobs lists the jobs of a scenario; nil for kinds whose runs make one decision.
	jobs func(*scenario.Scenario) []string
	// question is what a run is asked to explain of the view's subject; nil for the job alone.
	question func(View) (map[string]string, bool)
	// size says how large a problem is: "5 clusters, 24 jobs".
	size func(*scenario.Scenario) string
	// wide tells whether a picture wants the whole width of a page.
	wide func(*scenario.Scenario) bool
}

// drawings has a row a kind.
var drawings = map[string]drawing{
	"placement": placementDrawing,
	"batch":     batchDrawing,
	"window":    windowDrawing,
	"group":     groupDrawing,
	"farm":      farmDrawing,
}

// Draw draws a scenario and an answer.
func Draw(v View) string {
	if d, ok := drawings[v.Scenario.Kind]; ok {
		return d.draw(v)
	}
	return ""
}

// ThumbOf draws an explicit scenario small, with an answer to it where that
// can be seen.
func ThumbOf(v View) string {
	v.Width, v.Height, v.Static = thumbWidth, thumbHeight, true
	if d, ok := drawings[v.Scenario.Kind]; ok {
		return d.thumb(v)
	}
	return ""
}

// The size of small pictures.
const thumbWidth, thumbHeight = 240, 160

// SizeOf says in words how large an explicit scenario is.
func SizeOf(s *scenario.Scenario) string {
	if d, ok := drawings[s.Kind]; ok {
		return d.size(s)
	}
	return ""
}

// Wide tells whether the picture of an explicit scenario wants the whole width
// of a page.
func Wide(s *scenario.Scenario) bool {
	d, ok := drawings[s.Kind]
	return ok && d.wide(s)
}

// crowded is the number of clusters from which on a topology needs room.
const crowded = 16

var placementDrawing = drawing{
	draw: func(v View) string {
		p := &v.Scenario.Placement.Problem
		view := TopologyView{Problem: p, Static: v.Static, Width: v.Width, Height: v.Height, Name: v.Name,
			Colour: v.Colour, Selected: v.Selected}
		if v.Answer != nil {
			if solution, ok := v.Answer.Solution.(*placement.Solution); ok {
				view.Jobs, view.Routes = JobsOn(p, solution), RoutesOf(p, solution, v.Subject)
			}
		}
		return Topology(view)
	},
	thumb: func(v View) string { return Thumb(&v.Scenario.Placement.Problem, v.Name) },
	step:  placementStep,
	jobs: func(s *scenario.Scenario) (ids []string) {
		for i := range s.Placement.Jobs {
			ids = append(ids, s.Placement.Jobs[i].ID)
		}
		return ids
	},
	size: func(s *scenario.Scenario) string {
		return Count(len(s.Placement.Clusters), "cluster") + ", " + Count(len(s.Placement.Jobs), "job")
	},
	wide: func(s *scenario.Scenario) bool { return len(s.Placement.Clusters) >= crowded },
}
