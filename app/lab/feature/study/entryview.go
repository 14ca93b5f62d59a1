package study

import (
	"strconv"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// entries returns the questions that begin a study, with this problem's numbers as fields, and the
// other ways to begin one.
func entries(s *state.State, added panel.Additions) []ui.Node {
	runs := len(catalog.VisibleRuns(s.Draft))
	about := i18n.T("Every study solves many instances with the same {} algorithms and the same random numbers, "+
		"and checks each answer.",
		ui.Integer(runs))
	live := ui.Flag("disabled", s.Stage != state.Live)
	list := []ui.Node{jobsEntry(s, added), noiseEntry(s, added), varyEntry(s, added)}
	for i := range added.Studies {
		if d := added.Studies[i].Entry(s); d.ID != "" {
			list = append(list, showEntry(s, &d, added))
		}
	}
	return []ui.Node{ui.El("h2", ui.Class("doors-title"), "What do you want to know beyond this one instance?"),
		ui.El("p", ui.Class("lead"), about),
		ui.El("div", ui.Class("door-list"), list),
		ui.El("div", ui.Class("more-doors"), readyStudies(s),
			ui.Button("An empty study", ui.Act("study", "empty"), live),
			ui.Button("Open a study or its parts…", ui.Act("open"), live),
			added.Draw(panel.AtStudyEntries, s))}
}

// showEntry draws the question.
func showEntry(s *state.State, d *panel.StudyEntry, added panel.Additions) ui.Node {
	ready := s.Stage == state.Live && d.DisabledReason == "" && (added.Study(d.ID) != nil ||
		EntryEdit(s, d.ID) != nil) &&
		!s.FeatureBusy()
	work := d.Work
	if d.DisabledReason != "" {
		work = d.DisabledReason
	}
	foot := ui.El("div", ui.Class("door-foot"),
		ui.Button(d.Act, ui.Class("go"), ui.Act("study", "door", d.ID), ui.Flag("disabled", !ready),
			ui.A("aria-label", i18n.T("{}: {}", d.Act, d.Title))),
		ui.El("span", ui.Class("soft"), work), d.Extra, entryResult(s, d.ID, d.Title))
	return ui.El("section", ui.Class("door"), ui.A("id", "door-"+d.ID), ui.A("aria-label", d.Title),
		ui.El("h3", ui.Icon(d.Icon), d.Title), ui.El("p", d.Question),
		ui.El("div", ui.Class("door-fields"), d.Fields), foot)
}

// entryResult returns the result of the last study of a question, with a button that opens it.
func entryResult(s *state.State, door, title string) ui.Node {
	for _, c := range Studies(s) {
		if c.Entry == door {
			return ui.El("span", ui.Class("door-found"), c.Result, " ",
				ui.El("button", ui.A("type", "button"), ui.Class("act"), ui.Act("study", "open", c.Key),
					ui.A("aria-label", i18n.T("Open the last study: {}", title)), "Open"))
		}
	}
	return ui.Node{}
}

// entryField returns a field of a question. Width is in characters.
func entryField(s *state.State, field, label string, width int) ui.Node {
	text, why, id := EntryText(s, field), EntryFault(s, field), "door-"+field
	id = idOf(id)
	parts := []any{ui.A("type", "text"), ui.A("inputmode", "decimal"), ui.A("id", id), ui.Class("in w" +
		strconv.Itoa(width)), ui.A("data-door", field), ui.A("data-value", text), ui.A("value", text),
		ui.A("aria-label", label), ui.A("autocomplete", "off"), ui.Flag("disabled", s.Stage != state.Live)}
	if why == "" {
		return ui.El("input", parts...)
	}
	return ui.El("span", ui.El("input", append(parts, ui.Aria("invalid", true),
		ui.A("aria-describedby", id+"-why"))...), ui.Fault(id+"-why", label, why))
}

// idOf returns a field's name in the form of an id.
func idOf(name string) string {
	text := []byte(name)
	for i, c := range text {
		if c == '.' {
			text[i] = '-'
		}
	}
	return string(text)
}

func entryChoice(s *state.State, field, label, chosen string, values, names []string) ui.Node {
	return ui.Choice(chosen, values, names, ui.A("id", idOf("door-"+field)), ui.Class("in"),
		ui.A("data-door", field), ui.A("aria-label", label), ui.Flag("disabled", s.Stage != state.Live))
}

// Sentence returns the nodes of a sentence of words and fields.
func Sentence(parts ...any) (list []ui.Node) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			list = append(list, ui.El("span", p))
		case ui.Node:
			list = append(list, p)
		}
	}
	return list
}

// LeaderPlace returns the index of the run that is best by the first metric of the kind, -1 while an
// answer is missing.
func LeaderPlace(s *state.State) int {
	kind, _ := catalog.ByID(s.Draft.Kind)
	place, best := -1, 0.0
	for _, a := range s.Answers {
		switch {
		case a.Answer == nil:
			return -1
		case !a.Answer.Feasible:
			continue
		}
		x, ok := a.Answer.Metrics[kind.Metrics[0].ID]
		if ok && (place < 0 || x < best == kind.Metrics[0].Less && x != best) {
			place, best = a.Index, x
		}
	}
	return place
}

// leaderName returns the name of the best run, "" without answers.
func leaderName(s *state.State) string {
	names := catalog.Names(s.Draft.Kind, state.Runs(s.Draft))
	if place := LeaderPlace(s); place >= 0 && place < len(names) {
		return names[place]
	}
	return ""
}

// jobsEntry returns the entry that repeats the comparison on other generated instances. It is disabled if nothing in
// the problem can be drawn.
func jobsEntry(s *state.State, added panel.Additions) ui.Node {
	list, what, _ := state.DrawChoices(s.Draft)
	like := drawables.Get(s.Draft, state.Drawable)
	if like == "" {
		like = what
	}
	thing := like
	if thing == "" {
		thing = "instances"
	}
	d := panel.StudyEntry{ID: "jobs", Icon: entryIcons["jobs"], Title: i18n.T("Other {} of this kind", thing),
		Act: "Start"}
	d.Question = i18n.T("Does the order of the algorithms hold for other {} that are like these?", thing)
	if leader := leaderName(s); leader != "" {
		d.Question = i18n.T("Is {} first only for these {}, or for most that are like them?", leader, thing)
	}
	values, names := []string{""}, []string{"like these"}
	for _, p := range list {
		values, names = append(values, p.ID), append(names, p.Title)
	}
	d.Fields = Sentence(entryField(s, JobsDraws, "Draws", 5), "draws,")
	if len(list) > 0 {
		d.Fields = append(d.Fields, Sentence(entryChoice(s, JobsPreset, "Drawn how", EntryText(s, JobsPreset),
			values, names))...)
	}
	d.Fields = append(d.Fields, Sentence("as a new draft")...)
	if like == "" && !scenario.Draws(s.Draft) {
		d.DisabledReason = "nothing in this problem can be drawn"
	}
	d.Work = workOf(s, 1, EntryText(s, JobsDraws))
	return showEntry(s, &d, added)
}

// noiseEntry returns the entry that repeats the comparison with uncertain numbers. It is disabled if the problem has
// no such numbers.
func noiseEntry(s *state.State, added panel.Additions) ui.Node {
	d := panel.StudyEntry{ID: "noise", Icon: entryIcons["noise"], Title: "Same jobs, uncertain numbers", Act: "Start",
		Question: "Does the order of the algorithms hold if these numbers are not exactly known?"}
	if s.Draft.Kind == "window" || s.Draft.Kind == "group" {
		d.Title = "Same problem, uncertain numbers"
	}
	var values, names []string
	for _, n := range numbersOf(s) {
		values, names = append(values, n.Path), append(names, n.Name)
	}
	if len(values) == 0 {
		d.DisabledReason = "this problem has no numbers to make uncertain"
		return showEntry(s, &d, added)
	}
	d.Fields = Sentence(entryChoice(s, NoisePath, "Uncertain numbers", EntryText(s, NoisePath), values, names),
		"off by", entryField(s, NoiseCV, "Spread in per cent", 4), "%,",
		entryField(s, NoiseTimes, "Times", 5), "times")
	d.Work = workOf(s, 1, EntryText(s, NoiseTimes))
	return showEntry(s, &d, added)
}

// varyEntry returns the entry that varies one number over a range. It has no field for replications if a point has
// only one.
func varyEntry(s *state.State, added panel.Additions) ui.Node {
	d := panel.StudyEntry{ID: "vary", Icon: entryIcons["vary"], Title: "Vary a number", Act: "Start",
		Question: "How do all answers change along one number, and where do two algorithms change places?"}
	path := EntryText(s, VaryPath)
	values, names := varyChoices(s, path)
	_, unit := study.NameAndUnit(path)
	d.Fields = Sentence(entryChoice(s, VaryPath, "Varied number", path, values, names), "from",
		entryField(s, VaryLow, "From", 7), "to", entryField(s, VaryHigh, "To", 7), unit, "in",
		entryField(s, VaryCount, "Points", 4), "points")
	if !catalog.Single(s.Draft) {
		d.Fields = append(d.Fields, Sentence(entryField(s, VaryEach, "Replications each", 5), "times each")...)
	}
	points, _ := strconv.ParseFloat(EntryText(s, VaryCount), 64)
	each := EntryText(s, VaryEach)
	if catalog.Single(s.Draft) {
		each = "1"
	}
	d.Work = workOf(s, points, each)
	return showEntry(s, &d, added)
}

// varyChoices returns the paths that can be varied, and their names. The chosen path is among them.
func varyChoices(s *state.State, chosen string) (values, names []string) {
	add := func(path, name string) {
		for _, v := range values {
			if v == path {
				return
			}
		}
		values, names = append(values, path), append(names, name)
	}
	for _, path := range VaryPaths(s) {
		name, _ := study.NameAndUnit(path)
		add(path, name)
	}
	for _, p := range pathsOf(s) {
		add(p.path, p.name)
	}
	name, _ := study.NameAndUnit(chosen)
	add(chosen, name)
	return values, names
}

// workOf describes the work of a study with a number of points and replications: solutions and time.
func workOf(s *state.State, points float64, replications string) string {
	each, err := strconv.ParseFloat(replications, 64)
	if err != nil || each < 1 || points < 1 {
		return ""
	}
	return workText(s, points*each, float64(len(state.Runs(s.Draft))))
}

// work describes the work of the draft's study.
func work(s *state.State) string {
	z := study.Measure(state.StudyDraft(s.Draft))
	return workText(s, z.Points*z.Replications, z.Runs)
}

func workText(s *state.State, instances, runs float64) string {
	text := i18n.T("{} solutions", ui.Amount(instances*runs))
	if each := solving(s); each > 0 {
		text += ", " + Duration(instances*each/assumedWorkers)
	}
	return text
}

// assumedWorkers is the number of workers that estimates of time assume.
const assumedWorkers = 2

// solveOverhead is the time in milliseconds to draw an instance, check its answer and send it.
const solveOverhead = 0.5

// solving estimates the milliseconds that one instance takes, solved by all runs. It returns 0 before the problem
// is known.
func solving(s *state.State) (ms float64) {
	if s.Problem == nil {
		return 0
	}
	for _, run := range state.Runs(s.Draft) {
		ms += solveOverhead + catalog.Work(s.Problem, run)*catalog.LanguageFactor(s.Draft, run)
	}
	return ms + catalog.Making(s.Draft)
}
