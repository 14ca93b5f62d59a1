package panel

import (
	"slices"

	"gridbox/app/state"
	"gridbox/app/ui"
)

// An Outlet is one form in which the page exports data. A worker writes it
// (core/export, core/draw/paperfigure and core/onepage, which the page does not
// contain); a test compares this list with the formats there.
type Outlet struct {
	ID     string // the argument of the button's command
	Format string
	Table  string // of csv
	Name   string
	About  string
	Ending string
	Type   string
	Kinds  []string
	Plain  bool // whether it needs no answers
}

var timelineKinds = []string{"placement", "window", "batch", "farm"}
var allKinds = []string{"placement", "window", "batch", "group", "farm"}

// Outlets returns the outlets in the order of their buttons.
func Outlets() []Outlet {
	return []Outlet{
		{ID: "html", Format: "html", Name: "One page", Ending: ".html", Type: "text/html", Kinds: allKinds,
			About: "picture, document and program in one file, which opens from a disk without any server"},
		{ID: "pdf", Format: "figure", Name: "Picture as PDF", Ending: ".pdf", Type: "application/pdf", Kinds: allKinds,
			About: "the picture of the answer that is shown, as a figure for a paper"},
		{ID: "chrome-trace", Format: "chrome-trace", Name: "Chrome trace", Ending: ".trace.json",
			Type: "application/json", Kinds: timelineKinds,
			About: "the timeline of the answer that is shown, for Perfetto"},
		{ID: "swf", Format: "swf", Name: "SWF", Ending: ".swf", Type: "text/plain", Kinds: []string{"farm"},
			About: "the schedule that is shown, in the Standard Workload Format"},
		{ID: "batsim-csv", Format: "batsim-csv", Name: "Batsim jobs", Ending: "_jobs.csv", Type: "text/csv",
			Kinds: []string{"farm"}, About: "the schedule that is shown, as Batsim writes it"},
		{ID: "runs", Format: "csv", Table: "runs", Name: "Runs as CSV", Ending: ".runs.csv", Type: "text/csv",
			Kinds: allKinds, About: "the metrics of all runs"},
		{ID: "decisions", Format: "csv", Table: "decisions", Name: "Decisions as CSV", Ending: ".decisions.csv",
			Type: "text/csv", Kinds: allKinds, About: "what all runs decided"},
		{ID: "graphml", Format: "graphml", Name: "GraphML", Ending: ".graphml", Type: "application/graphml+xml",
			Kinds: []string{"placement", "farm"}, Plain: true, About: "the network, for Gephi, NetworkX or yEd"},
		{ID: "latex", Format: "latex", Name: "LaTeX table", Ending: ".tex", Type: "application/x-tex", Kinds: allKinds,
			About: "runs and metrics, with the package booktabs"},
		{ID: "markdown", Format: "markdown", Name: "Markdown table", Ending: ".md", Type: "text/markdown",
			Kinds: allKinds, About: "runs and metrics"},
	}
}

// OutletOf returns the outlet of a kind with an id.
func OutletOf(kind, id string) (Outlet, bool) {
	for _, o := range Outlets() {
		if o.ID == id && slices.Contains(o.Kinds, kind) {
			return o, true
		}
	}
	return Outlet{}, false
}

// outlets returns the buttons for a state.
func outlets(s *state.State) ui.Node {
	var list []ui.Node
	for _, o := range Outlets() {
		if slices.Contains(o.Kinds, s.Draft.Kind) {
			list = append(list, ui.Button(o.Name, ui.Act("out", o.ID), ui.A("title", o.About),
				ui.Flag("disabled", s.Problem == nil || !o.Plain && !s.HasAllAnswers())))
		}
	}
	return ui.El("div", ui.Class("acts"), list)
}
