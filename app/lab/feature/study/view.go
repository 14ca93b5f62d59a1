package study

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	plot "gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/study"
)

// The Study view has several parts that change at different rates. Their contents depend on the screen: the entries,
// one study, or a study that a feature adds.

// opens is the attribute of buttons that open a dialog.
var opens = ui.A("aria-haspopup", "dialog")

// sidePart lists the studies of the problem, with the set-up of the current one.
func sidePart(s *state.State, added panel.Additions) ui.Node {
	return part(s, ui.El("aside", ui.Class("asks"), ui.A("id", "asks"), ui.A("tabindex", "0"),
		ui.A("aria-label", "Studies of this problem")),
		func(screen string) []ui.Node {
			list := []ui.Node{studyList(s, added)}
			if screen == StudyScreen {
				return append(list, setup(s))
			}
			if study := added.Study(screen); study != nil {
				return append(list, study.Setup(s)...)
			}
			return list
		})
}

// questionPart returns the question of the study, as a sentence with fields.
func questionPart(s *state.State, added panel.Additions) ui.Node {
	return part(s, ui.El("section", ui.Class("study-question"), ui.A("id", "hunt"),
		ui.A("aria-label", "Question")),
		func(screen string) []ui.Node {
			if screen == StudyScreen {
				return []ui.Node{studyQuestion(s)}
			}
			if study := added.Study(screen); study != nil {
				return study.Question(s)
			}
			return nil
		})
}

// figurePart returns the chart of a study, or the result of a search.
func figurePart(s *state.State, added panel.Additions) ui.Node {
	return part(s, ui.El("main", ui.Class("found"), ui.A("id", "found"), ui.A("tabindex", "0"),
		ui.A("aria-label", "Results")),
		func(screen string) []ui.Node {
			if screen == StudyScreen {
				return []ui.Node{studyFigure(s, added)}
			}
			if study := added.Study(screen); study != nil {
				return study.Result(s)
			}
			return nil
		})
}

// controlPart returns the row with the progress and the buttons of the run.
func controlPart(s *state.State, added panel.Additions) ui.Node {
	return part(s, ui.El("section", ui.Class("headline"), ui.A("aria-label", "Control of the study")),
		func(screen string) []ui.Node {
			if screen == StudyScreen {
				return studyRun(s, added)
			}
			if study := added.Study(screen); study != nil {
				return study.Control(s)
			}
			return nil
		})
}

// verdictPart returns the result of the study in words, with tabs for pairwise comparisons and other
// metrics.
func verdictPart(s *state.State) ui.Node {
	return part(s, ui.El("aside", ui.Class("study-verdict"), ui.A("id", "verdict"), ui.A("tabindex", "0"),
		ui.A("aria-label", "Verdict")), func(screen string) []ui.Node {
		if screen != StudyScreen || Slot.Get(s).View == nil || Slot.Get(s).ShownParts < AllParts {
			return nil
		}
		return verdictPanel(s)
	})
}

// pointPart returns the table of the chosen point.
func pointPart(s *state.State) ui.Node {
	return part(s, ui.El("section", ui.Class("at-point"), ui.A("id", "at-point"), ui.A("tabindex", "0"),
		ui.A("aria-label", "Numbers")), func(screen string) []ui.Node {
		if screen != StudyScreen || Slot.Get(s).View == nil || Slot.Get(s).ShownParts < TablePart {
			return nil
		}
		return pointTable(s)
	})
}

// entriesPart returns the questions that begin a study.
func entriesPart(s *state.State, added panel.Additions) ui.Node {
	return part(s, ui.El("main", ui.Class("doors"), ui.A("id", "doors"), ui.A("tabindex", "0"),
		ui.A("aria-label", "New study")), func(screen string) []ui.Node {
		if screen != EntriesScreen {
			return nil
		}
		return entries(s, added)
	})
}

// part fills a part of the page while the Study view is shown.
func part(s *state.State, around ui.Node, fill func(screen string) []ui.Node) ui.Node {
	if s.Layout.View == viewID {
		around.Children = fill(Screen(s))
	}
	return around
}

// fieldButtons returns the buttons for the number in the focused field. They are hidden until assets/js/field.js places
// them next to that field and sets the field's path as their argument.
func fieldButtons(s *state.State) ui.Node {
	if s.Layout.View == viewID {
		return ui.El("div", ui.A("id", "field-acts"), ui.Flag("hidden", true))
	}
	return ui.El("div", ui.A("id", "field-acts"), ui.Class("field-acts"), ui.A("role", "region"),
		ui.A("aria-label", "With this number"), ui.Flag("hidden", true),
		ui.Button("Vary this", ui.Act("vary"), ui.A("tabindex", "-1"),
			ui.A("title", "the chart of all metrics over this number, Ctrl+.")),
		ui.Button("Noise", ui.Act("disturb"), ui.A("tabindex", "-1"),
			ui.A("title", "a study in which this number is uncertain")))
}

// readyStudies returns the ready studies of the kind.
func readyStudies(s *state.State) ui.Node {
	var items []ui.Node
	for _, r := range state.ReadyStudies(s.Draft.Kind) {
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("ready", r.ID), ui.El("b", r.Title),
				ui.El("span", r.About))))
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("details", ui.Class("ready"), ui.El("summary", "A ready study of a paper"),
		ui.El("ul", ui.Class("presets"), items))
}

// studyRun returns the row with the progress and the buttons of the study. Its parts have fixed
// widths.
func studyRun(s *state.State, added panel.Additions) []ui.Node {
	st := Slot.Get(s)
	bar := ui.El("progress", ui.A("aria-label", "Progress of the study"), ui.A("max", strconv.Itoa(max(1, st.Size))),
		ui.A("value", strconv.Itoa(min(st.Done, max(1, st.Size)))))
	line := ui.El("div", ui.Class("control run-control"), runButton(s), bar,
		ui.El("div", ui.Class("left"), ui.El("span", ui.A("role", "status"), ui.A("id", "study-status"), status(s)),
			expects(s)), runSecond(s),
		ui.IconButton("more", "More about this study", ui.A("id", "study-more-button"),
			ui.A("popovertarget", "study-more")), runMenu(s, added))
	parts := []ui.Node{line}
	if e := &st.Expects; hasExpectation(s) && e.Differs {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("id", "study-expects"), ui.A("role", "alert"),
			e.Text))
	}
	if st.Text != "" {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("role", "alert"), st.Text))
	}
	if st.Key != "" && st.CheckedKey != "" && st.Key != st.CheckedKey && st.View != nil {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"These numbers belong to the scenario before its last change. Start measures it again."))
	}
	return parts
}

// runButton returns the main button of the row.
func runButton(s *state.State) ui.Node {
	kept, known := SavedReplications(s)
	stopped := ui.Flag("disabled", s.Stage != state.Live || refusal(s) != "" || !known)
	live := ui.Flag("disabled", s.Stage != state.Live)
	start := func(name string) ui.Node {
		return ui.Button(name, ui.Class("primary"), ui.Act("study", "start"), ui.A("title", "Ctrl+Enter"), stopped)
	}
	switch {
	case Slot.Get(s).Phase == state.Starting:
		return ui.Button("Pause", ui.Flag("disabled", true))
	case Slot.Get(s).Phase == state.Measuring:
		return ui.Button("Pause", ui.Act("study", "pause"), ui.A("title", "Esc"))
	case Slot.Get(s).Phase == state.Paused:
		return ui.Button("Resume", ui.Class("primary"), ui.Act("study", "resume"), ui.A("title", "Ctrl+Enter"))
	case kept > 0:
		return ui.Button("Resume", ui.Class("primary"), ui.Act("study", "again"), live)
	case hasExpectation(s) && Slot.Get(s).Expects.Text == "":
		return start("Run it here")
	case Slot.Get(s).Phase == state.Complete && Slot.Get(s).Key == Slot.Get(s).CheckedKey:
		return ui.Button("Run again", ui.Act("study", "start"), ui.A("title", "Ctrl+Enter"), stopped)
	}
	return start("Start")
}

// runSecond returns the second button of the row, or an empty place of the same width.
func runSecond(s *state.State) ui.Node {
	kept, known := SavedReplications(s)
	switch {
	case Running(s) || Slot.Get(s).Phase == state.Paused:
		return ui.Button("Cancel", ui.Act("study", "cancel"))
	case kept > 0:
		return ui.Button("Start", ui.Act("study", "start"), ui.A("title", "from the beginning"),
			ui.Flag("disabled", s.Stage != state.Live || refusal(s) != "" || !known))
	}
	return ui.El("span", ui.Class("btn none"), ui.A("aria-hidden", "true"), "Cancel")
}

// runMenu returns the menu of less frequent commands.
func runMenu(s *state.State, added panel.Additions) ui.Node {
	live := ui.Flag("disabled", s.Stage != state.Live)
	kept, _ := SavedReplications(s)
	away := Slot.Get(s).View == nil || Slot.Get(s).ImportedFile != ""
	item := func(name string, parts ...any) ui.Node {
		return ui.El("button", append([]any{ui.A("type", "button"), ui.Class("it"), name}, parts...)...)
	}
	return ui.El("div", ui.Class("drop"), ui.A("id", "study-more"), ui.A("popover", "auto"), ui.A("role", "group"),
		ui.A("aria-label", "More about this study"),
		added.Draw(panel.AtStudyMenu, s),
		item("Open results or parts, and merge…", ui.Act("open"), live),
		item("Save the part", ui.Act("result", "part"), ui.Flag("disabled", away),
			ui.A("title", "all that gridbox merge needs")),
		item("Discard its results", ui.Act("study", "discard"),
			ui.Flag("disabled", s.Stage != state.Live || kept == 0)),
		item("Remove this study", ui.Act("study", "remove"), ui.Flag("disabled", s.Stage != state.Live ||
			Running(s))))
}

// hasExpectation reports whether the link states a result for the current study.
func hasExpectation(s *state.State) bool {
	e := &Slot.Get(s).Expects
	return e.Want.Digest != "" && (e.Key == Slot.Get(s).CheckedKey || e.Key == Slot.Get(s).Key)
}

// expects states whether the result in the link was reproduced. Differences are listed below the row.
func expects(s *state.State) ui.Node {
	e := &Slot.Get(s).Expects
	switch {
	case !hasExpectation(s) || e.Differs:
		return ui.Node{}
	case e.Text == "":
		return ui.El("span", ui.Class("reproduction"), ui.A("id", "study-expects"),
			ui.El("b", "Not reproduced here."), " "+work(s))
	}
	first, rest, _ := strings.Cut(e.Text, ":")
	return ui.El("span", ui.Class("reproduction"), ui.A("id", "study-expects"), ui.A("role", "status"),
		ui.El("b", first+":"), rest)
}

// cellName returns the id of a cell of a study, by its index in the whole document.
func cellName(s *state.State, i int) string {
	o := Slot.Get(s).Outline
	runs, metrics := len(o.Runs), len(o.Metrics)
	point := i / max(1, runs*metrics)
	if point >= len(o.Points) {
		return i18n.T("cell {}", ui.Integer(i+1))
	}
	name, _ := metricName(Slot.Get(s).Kind, o.Metrics[i/runs%metrics])
	text := i18n.T("{} of {}", strings.ToLower(name), names(Slot.Get(s))[i%runs])
	if at := pointText(s, point); at != "" {
		text += i18n.T(" at {}", at)
	}
	return text
}

// status returns the progress of the study in a sentence.
func status(s *state.State) string {
	st := Slot.Get(s)
	done := i18n.T("{} of {} replications", ui.Integer(st.Done), ui.Integer(st.Size))
	if o := st.Outline; o != nil && len(o.Points) > 1 {
		done += i18n.T(" at {} points", ui.Integer(len(o.Points)))
	}
	switch st.Phase {
	case state.Starting:
		return "The study is being prepared."
	case state.Measuring:
		if left := st.Remaining(); left > 0 {
			return i18n.T("{}, {} left", done, Duration(left))
		}
		return done
	case state.Paused:
		if st.Stored >= st.Done {
			done += ", kept in this browser"
		}
		return i18n.T("Paused at {}", done)
	case state.Complete:
		if st.ImportedFile != "" {
			return i18n.T("Imported from {}: {} replications at {}",
				st.ImportedFile, ui.Integer(st.View.Replications), points(len(st.Outline.Points)))
		}
		if d := st.View; d != nil && d.Stopped {
			return i18n.T("Complete after {} of {} replications: every interval is narrow enough",
				ui.Integer(d.Replications), ui.Integer(d.RequestedReplications))
		}
		return i18n.T("Complete: {}", done)
	}
	if hasExpectation(s) && Slot.Get(s).Expects.Text == "" && refusal(s) == "" {
		return "This study came with a link."
	}
	if kept, _ := SavedReplications(s); kept > 0 {
		return i18n.T("{} replications of this study are kept in this browser.", ui.Integer(kept))
	}
	if why := refusal(s); why != "" {
		return why
	}
	return sizeText(s)
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return i18n.T("{} points", ui.Integer(n))
}

// Duration writes milliseconds for people.
func Duration(ms float64) string {
	switch seconds := ms / 1000; {
	case seconds < 90:
		return i18n.T("about {} s", ui.Integer(int(seconds)+1))
	case seconds < 5400:
		return i18n.T("about {} min", ui.Integer(int(seconds/60)+1))
	default:
		return i18n.T("about {} h", ui.Num(seconds/3600))
	}
}

// refusal returns the reason why the study cannot start, "" if it can.
func refusal(s *state.State) string {
	st := Slot.Get(s)
	switch {
	case len(invalidFields(s)) > 0:
		return "A value is invalid. See the form."
	case state.IsLargeStudy(s.Draft) && !st.Large:
		return i18n.T("{}: confirm it in the form, vary less, or take it to your cluster.", sizeText(s))
	case st.Refusal != "":
		return st.Refusal
	case len(st.Faults) > 0:
		return i18n.T("The study cannot start: {}", first(st.Faults[0].String()))
	}
	return ""
}

func first(text string) string { return strings.TrimPrefix(text, "study.") }

// invalidFields lists the study's fields with an invalid text.
func invalidFields(s *state.State) (paths []string) {
	for path := range s.InvalidFields {
		if strings.HasPrefix(path, "study.") {
			paths = append(paths, path)
		}
	}
	return paths
}

// sizeText returns the size of the study in words.
func sizeText(s *state.State) string {
	z := study.Measure(state.StudyDraft(s.Draft))
	text := i18n.T("{} replications x {} algorithms", ui.Amount(z.Replications), ui.Amount(z.Runs))
	if z.Replications == 1 {
		text = i18n.T("1 replication x {} algorithms", ui.Amount(z.Runs))
	}
	if z.Points != 1 {
		text = i18n.T("{} points x {}", ui.Amount(z.Points), text)
	}
	return i18n.T("{} = {} solutions", text, ui.Amount(z.Solves))
}

// studyRuns returns the names and colours of a study's runs, and which of them
// are shown: runs that the draft hides are only in the study's documents.
func studyRuns(s *state.State) (names []string, colours []int, shown []bool) {
	o := Slot.Get(s).Outline
	names, colours = catalog.Names(Slot.Get(s).Kind, o.Runs), catalog.Colours(Slot.Get(s).Kind, o.Runs)
	shown = make([]bool, len(o.Runs))
	places := catalog.VisibleRuns(s.Draft)
	ours := Slot.Get(s).Kind == s.Draft.Kind && len(state.Runs(s.Draft)) == len(o.Runs)
	for i := range shown {
		shown[i] = !ours || slices.Contains(places, i)
	}
	return names, colours, shown
}

// metricName names a metric with its unit.
func metricName(kind, metric string) (name, unit string) {
	return plot.MetricName(kind, metric)
}
