package panel

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// Picture returns the middle: the drawn problem, which is also its editor.
// assets/js/picture.js adds the gestures.
func Picture(s *state.State, sc *screen.Screen) ui.Node {
	beginning, text := screen.Beginning(s, sc), ""
	if beginning.IsZero() {
		text = hint(s, sc)
	}
	return ui.El("main", ui.Class("pic"), ui.A("id", "picture"), ui.A("aria-label", "Picture"),
		task(s), ui.El("div", ui.Class("asked"), screen.Question(s, sc), invitation()),
		ui.El("div", ui.Class("stage"),
			ui.El("div", ui.Class("over"), tools(s, sc), filter(s, sc),
				ui.El("div", ui.Class("zoom"), ui.A("role", "group"), ui.A("aria-label", "Zoom"),
					ui.IconButton("out", "Zoom out (−)", ui.Act("zoom", "out")),
					ui.IconButton("in", "Zoom in (+)", ui.Act("zoom", "in")),
					ui.IconButton("fit", "Fit (0)", ui.Act("zoom", "fit")))),
			ui.El("div", ui.Class("canvas"), ui.A("data-picture", s.Draft.Kind), ui.A("data-tool", currentTool(s, sc)),
				ui.A("data-dataset", dataset(s)), ui.Picture(sc.Picture(s)))),
		beginning,
		ui.El("p", ui.Class("hint"), ui.A("role", "status"), text))
}

// RunBar returns the bar below the picture of a narrow screen, which shows either the picture or the answers. The bar
// has a Run button if a large problem waits, and a Cancel button while it is solved. Otherwise the bar is empty.
func RunBar(s *state.State, sc *screen.Screen) ui.Node {
	bar := ui.El("div", ui.Class("waits"))
	if !s.Layout.Narrow || s.Stage != state.Live || s.Problem == nil || s.ProblemOf != s.PosedDraft || hasAnswer(s) ||
		screen.NextStart(s, sc) != nil || sc.Weight(s) <= 1 {
		return bar
	}
	switch _, _, left := Progress(s); {
	case s.Busy() && left != "":
		bar.Children = append(bar.Children, ui.El("span", i18n.T("Solving: {}.", left)))
	case s.Busy():
		bar.Children = append(bar.Children, ui.El("span", "Solving."))
	case waitsForRun(s):
		bar.Children = append(bar.Children,
			ui.El("span", ui.A("role", "status"), "Large problem: press Run to solve it."),
			ui.Button("Run", ui.Class("primary"), ui.Act("run")))
		return bar
	default:
		return bar
	}
	bar.Children = append(bar.Children, ui.Button("Cancel", ui.Act("cancel")))
	return bar
}

// invitation returns the offer of the tour after the question on a first visit; the page's styles hide it once it is
// accepted or declined (assets/js/theme.js).
func invitation() ui.Node {
	return ui.El("span", ui.Class("invite"), ui.Button("Take the tour", ui.Act("tour")),
		ui.IconButton("close", "Hide the tour", ui.Act("tour", "no")))
}

// hint returns the number of selected things if there are several, else the
// meaning of the picture.
func hint(s *state.State, sc *screen.Screen) string {
	switch n := len(s.Select); {
	case s.Layout.Tool == screen.Several.ID && n < 2:
		return screen.SeveralHint
	case n > 1:
		return i18n.T("{} selected.", s.SelectionText())
	}
	if s.ReplayingOf(s.Main().ID) && s.Layout.Tool == "select" { // the answer's hint would reveal the result
		return i18n.T("After step {} of {}.", ui.Integer(s.Explanation.Step),
			ui.Integer(len(s.Explanation.Trace.Events)))
	}
	return sc.Hint(s)
}

// currentTool returns the current tool; for an empty grid it is the tool that adds clusters.
func currentTool(s *state.State, sc *screen.Screen) string {
	if next := screen.NextStart(s, sc); next != nil && next.Add == "cluster" && s.Layout.Tool == "select" {
		return "add"
	}
	return s.Layout.Tool
}

// tools returns the toolbar of the picture. All tools are disabled until the page is live. The delete button is
// always present and is disabled without a selection.
func tools(s *state.State, sc *screen.Screen) ui.Node {
	bar := ui.El("div", ui.Class("tools"), ui.A("role", "toolbar"), ui.A("aria-label", "Tools"))
	for _, t := range sc.Tools() {
		on := t.ID == currentTool(s, sc)
		if t.Act != "" {
			bar.Children = append(bar.Children,
				ui.IconButton(t.Icon, t.Name, ui.Act(t.Act, t.ID), ui.Flag("disabled", s.Stage != state.Live)))
			continue
		}
		name := t.Name
		if t.Key != "" {
			name = i18n.T("{} ({})", name, t.Key)
		}
		bar.Children = append(bar.Children,
			ui.IconButton(t.Icon, name, ui.Act("tool", t.ID), ui.Aria("pressed", on),
				ui.Flag("disabled", s.Stage != state.Live)))
	}
	// The button is always there, so that nothing moves when something is selected.
	name := "Delete the selection (Del)"
	switch n := len(s.Select); {
	case n == 1:
		name = i18n.T("Delete {} {} (Del)", s.Main().Kind, label(s.Main()))
	case n > 1:
		name = i18n.T("Delete {} (Del)", s.SelectionText())
	}
	bar.Children = append(bar.Children, ui.IconButton("delete", name, ui.Act("delete"),
		ui.Flag("disabled", len(s.Select) == 0 || s.Stage != state.Live)))
	return bar
}

func filter(s *state.State, sc *screen.Screen) ui.Node {
	if sc.Filter == nil {
		return ui.Node{}
	}
	return sc.Filter(s)
}

// label returns the name of a thing to show. The name of a link has a dash between its two ends.
func label(t state.Ref) string {
	if t.Kind != "link" {
		return t.ID
	}
	out := ""
	for _, r := range t.ID {
		if r == '~' {
			out += " – "
		} else {
			out += string(r)
		}
	}
	return out
}

// dataset returns the dataset that the replica tool adds to clusters.
func dataset(s *state.State) string {
	if t := s.Main(); t.Kind == "dataset" {
		return t.ID
	}
	return ""
}
