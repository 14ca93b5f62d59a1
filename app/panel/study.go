package panel

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	plot "gridbox/core/draw/chart"
	"gridbox/core/study"
)

// The screen of studies has three parts, which change at their own pace: what
// is asked for, the line of control, and what came out.

// StudyAsks is what the study asks for.
func StudyAsks(s *state.State) ui.Node {
	return studyPart(s, ui.El("aside", ui.Class("asks"), ui.A("id", "asks"), ui.A("tabindex", "0"),
		ui.A("aria-label", "What the study asks for")),
		func() []ui.Node { return []ui.Node{ready(s), studyForm(s)} })
}

// StudyControl is the line of control.
func StudyControl(s *state.State) ui.Node {
	return studyPart(s, ui.El("section", ui.Class("headline"), ui.A("aria-label", "Control of the study")),
		func() []ui.Node { return headline(s) })
}

// StudyFound is what came out so far.
func StudyFound(s *state.State) ui.Node {
	return studyPart(s, ui.El("main", ui.Class("found"), ui.A("id", "found"), ui.A("tabindex", "0"),
		ui.A("aria-label", "What came out")),
		func() []ui.Node { return []ui.Node{results(s)} })
}

// studyPart fills a part while studies are looked at.
func studyPart(s *state.State, part ui.Node, fill func() []ui.Node) ui.Node {
	if s.Look.View == "study" {
		part.Children = fill()
	}
	return part
}

// ready offers the studies of the kind that are ready to start.
func ready(s *state.State) ui.Node {
	var items []ui.Node
	for _, r := range state.ReadyStudies(s.Draft.Kind) {
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("ready", r.ID), ui.El("b", r.Title),
				ui.El("span", r.About))))
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("details", ui.Class("ready"), ui.El("summary", "Ready studies"),
		ui.El("ul", ui.Class("presets"), items))
}

// headline is the line of control: where the study is, and what can be done.
func headline(s *state.State) []ui.Node {
	st := &s.Study
	line := ui.El("div", ui.Class("control"))
	if s.Running() || st.Phase == state.Paused {
		bar := ui.El("progress", ui.A("aria-label", "Progress of the study"),
			ui.A("max", strconv.Itoa(max(1, st.Size))), ui.A("value", strconv.Itoa(st.Done)))
		line.Children = append(line.Children, bar)
	}
	line.Children = append(line.Children,
		ui.El("span", ui.Class("left"), ui.A("role", "status"), ui.A("id", "study-status"), status(s)))
	live := ui.Flag("disabled", s.Stage != state.Live)
	switch st.Phase {
	case state.Starting:
		line.Children = append(line.Children, ui.Button("Cancel", ui.Act("study", "cancel")))
	case state.Measuring:
		line.Children = append(line.Children, ui.Button("Pause", ui.Act("study", "pause"), ui.A("title", "Esc")),
			ui.Button("Cancel", ui.Act("study", "cancel")))
	case state.Paused:
		line.Children = append(line.Children, ui.Button("Resume", ui.Class("primary"), ui.Act("study", "resume"),
			ui.A("title", "Ctrl+Enter")), ui.Button("Cancel", ui.Act("study", "cancel")))
	default:
		// What is kept brings buttons along, so nothing may be pressed before it is known.
		kept, known := s.Kept()
		stopped := ui.Flag("disabled", s.Stage != state.Live || refused(s) != "" || !known)
		if kept > 0 {
			line.Children = append(line.Children,
				ui.Button("Take up again", ui.Class("primary"), ui.Act("study", "again"), live),
				ui.Button("Discard", ui.Act("study", "discard"), live))
		}
		line.Children = append(line.Children,
			ui.Button("Start", ui.Class("primary"), ui.Act("study", "start"), ui.A("title", "Ctrl+Enter"), stopped))
	}
	line.Children = append(line.Children, ui.Button("Take it to a cluster", ui.Act("fleet", "open"), opens, live,
		ui.A("title", "a job file for Slurm, Kubernetes, GNU parallel or HyperQueue, and the way back")))
	parts := []ui.Node{line, expects(s)}
	if st.Text != "" {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("role", "alert"), st.Text))
	}
	if st.Key != "" && st.Checked != "" && st.Key != st.Checked && st.View != nil {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"These are the numbers of the scenario before its last change; Start begins anew."))
	}
	return parts
}

// expects shows the result that the link states for this study, and whether it was reproduced.
func expects(s *state.State) ui.Node {
	e := &s.Study.Expects
	switch {
	case e.Want.Digest == "" || e.Key != s.Study.Checked && e.Key != s.Study.Key:
		return ui.Node{}
	case e.Text == "":
		return ui.El("p", ui.Class("note"), ui.A("id", "study-expects"), "The link has the digest of the author's "+
			"results. The study has not been run here; Start runs it and compares.")
	case e.Differs:
		return ui.El("p", ui.Class("why-not"), ui.A("id", "study-expects"), ui.A("role", "alert"), e.Text)
	}
	return ui.El("p", ui.Class("note"), ui.A("id", "study-expects"), ui.A("role", "status"), e.Text)
}

// CellName names a cell of a study by its place in the whole document.
func CellName(s *state.State, i int) string {
	o := s.Study.Outline
	runs, metrics := len(o.Runs), len(o.Metrics)
	point := i / max(1, runs*metrics)
	if point >= len(o.Points) {
		return "cell " + ui.Whole(i+1)
	}
	name, _ := metricName(s.Study.Kind, o.Metrics[i/runs%metrics])
	text := strings.ToLower(name) + " of " + names(&s.Study)[i%runs]
	if at := where(s, point); at != "" {
		text += " at " + at
	}
	return text
}

// status says in a sentence where the study is.
func status(s *state.State) string {
	st := &s.Study
	done := ui.Whole(st.Done) + " of " + ui.Whole(st.Size) + " replications"
	if o := st.Outline; o != nil && len(o.Points) > 1 {
		done += " at " + ui.Whole(len(o.Points)) + " points"
	}
	switch st.Phase {
	case state.Starting:
		return "The study is being prepared."
	case state.Measuring:
		if left := st.Left(); left > 0 {
			return done + ", " + duration(left) + " left"
		}
		return done
	case state.Paused:
		if st.Stored >= st.Done {
			done += ", kept in this browser"
		}
		return "Paused at " + done
	case state.Complete:
		if st.Brought != "" {
			return "Imported from " + st.Brought + ": " + ui.Whole(st.View.Replications) + " replications at " +
				points(len(st.Outline.Points))
		}
		if d := st.View; d != nil && d.Stopped {
			return "Complete after " + ui.Whole(d.Replications) + " of " + ui.Whole(d.Asked) +
				" replications: every interval is narrow enough"
		}
		return "Complete: " + done
	}
	if kept, _ := s.Kept(); kept > 0 {
		return ui.Whole(kept) + " replications of this study are kept in this browser."
	}
	if why := refused(s); why != "" {
		return why
	}
	return asks(s)
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return ui.Whole(n) + " points"
}

// duration writes milliseconds for people.
func duration(ms float64) string {
	switch seconds := ms / 1000; {
	case seconds < 90:
		return "about " + ui.Whole(int(seconds)+1) + " s"
	case seconds < 5400:
		return "about " + ui.Whole(int(seconds/60)+1) + " min"
	default:
		return "about " + ui.Num(seconds/3600) + " h"
	}
}

// refused says why the study cannot start, "" if it can.
func refused(s *state.State) string {
	st := &s.Study
	switch {
	case len(typedFaults(s)) > 0:
		return "Something typed cannot be taken; see the form."
	case state.TooLarge(s.Draft) && !st.Large:
		return asks(s) + ": confirm it in the form, vary less, or take it to your cluster."
	case st.Refused != "":
		return st.Refused
	case len(st.Faults) > 0:
		return "The study cannot start: " + first(st.Faults[0].String())
	}
	return ""
}

func first(text string) string { return strings.TrimPrefix(text, "study.") }

// typedFaults lists the study's fields whose text could not be taken.
func typedFaults(s *state.State) (paths []string) {
	for path := range s.Typed {
		if strings.HasPrefix(path, "study.") {
			paths = append(paths, path)
		}
	}
	return paths
}

// asks counts what the study comes to.
func asks(s *state.State) string {
	z := study.Measure(state.Asked(s.Draft))
	text := count(z.Replications) + " replications x " + count(z.Runs) + " algorithms"
	if z.Replications == 1 {
		text = "1 replication x " + count(z.Runs) + " algorithms"
	}
	if z.Points != 1 {
		text = count(z.Points) + " points x " + text
	}
	return text + " = " + count(z.Solves) + " solutions"
}

// count writes a count that may be far too large for a whole number.
func count(x float64) string {
	if x < 1e9 {
		return ui.Whole(int(x))
	}
	return ui.Num(x)
}

// studyRuns are the runs of a study as they are named and coloured, and which of
// them are shown: those that the draft hides stand in the study's documents only.
func studyRuns(s *state.State) (names []string, colours []int, shown []bool) {
	o := s.Study.Outline
	names, colours = catalog.Names(s.Study.Kind, o.Runs), catalog.Colours(s.Study.Kind, o.Runs)
	shown = make([]bool, len(o.Runs))
	places := catalog.Shown(s.Draft)
	ours := s.Study.Kind == s.Draft.Kind && len(state.Runs(s.Draft)) == len(o.Runs)
	for i := range shown {
		shown[i] = !ours || slices.Contains(places, i)
	}
	return names, colours, shown
}

// metricName names a metric with its unit.
func metricName(kind, metric string) (name, unit string) {
	return plot.MetricName(kind, metric)
}
