package match

import (
	"strconv"
	"strings"

	"gridbox/app/lab/feature/study"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/league"
	"gridbox/core/scenario"
	"gridbox/core/shake"
)

// setup returns the set-up of a league: the algorithms that take part.
func setup(s *state.State) []ui.Node {
	c := &Slot.Get(s).League
	list := candidates(s.Draft)
	names := namesOf(s, list)
	picked := map[string]bool{}
	for _, w := range c.Choice.participants(s) {
		picked[w] = true
	}
	off := ui.Flag("disabled", c.Phase == state.Measuring || s.Stage != state.Live)
	var items []ui.Node
	for i, w := range list {
		takes := ""
		if ms := instanceTime(s, state.Fighter(s.Draft, w)); ms > slow {
			takes = i18n.T("{} each", duration(ms))
		}
		items = append(items, ui.El("li", ui.El("label", ui.El("input", ui.A("type", "checkbox"),
			ui.A("data-match", "pick"), ui.A("data-of", w), ui.A("data-checked", strconv.FormatBool(picked[w])),
			ui.Flag("checked", picked[w]), off), " "+names[i]+" ", ui.El("span", ui.Class("soft"), takes))))
	}
	return []ui.Node{ui.El("section", ui.Class("setup hunt"), ui.A("aria-label", "Set-up"),
		ui.El("div", ui.Class("list-head"), ui.El("h2", "Algorithms")), ui.El("ul", ui.Class("ticks"), items))}
}

// namesOf returns the names of runs given by their words.
func namesOf(s *state.State, list []string) []string {
	runs := make([]scenario.Run, len(list))
	for i, w := range list {
		runs[i] = state.Fighter(s.Draft, w)
	}
	return catalog.Names(s.Draft.Kind, runs)
}

// duration writes milliseconds for people.
func duration(ms float64) string {
	switch seconds := ms / 1000; {
	case seconds < 90:
		return i18n.T("about {} s", ui.Integer(int(seconds)+1))
	case seconds < 5400:
		return i18n.T("about {} min", ui.Integer(int(seconds/60)+1))
	default:
		return i18n.T("about {} h", ui.Integer(int(seconds/3600)+1))
	}
}

// fields makes the fields of a question. In an entry their names begin with the screen.
type fields struct {
	s      *state.State
	c      *Comparison
	screen string
	entry  bool
}

func (f *fields) id(what string) string {
	if f.entry {
		return "door-" + f.screen + "-" + what
	}
	return f.screen + "-" + what
}

// name returns the value of data-match.
func (f *fields) name(what string) string {
	if f.entry {
		return f.screen + "-" + what
	}
	return what
}

func (f *fields) disabledFlag() ui.Attr {
	return ui.Flag("disabled", f.s.Stage != state.Live || f.c.Phase == state.Measuring)
}

func (f *fields) choice(what, label, chosen string, values, names []string) ui.Node {
	return ui.Choice(chosen, values, names, ui.A("id", f.id(what)), ui.Class("in"), ui.A("data-match", f.name(what)),
		ui.A("aria-label", label), f.disabledFlag())
}

func (f *fields) number(what, label, text, why, width string) ui.Node {
	id := f.id(what)
	parts := []any{ui.A("type", "text"), ui.A("inputmode", "decimal"), ui.A("id", id), ui.Class("in " + width),
		ui.A("data-match", f.name(what)), ui.A("data-value", text), ui.A("value", text), ui.A("aria-label", label),
		ui.A("autocomplete", "off"), f.disabledFlag()}
	if why == "" {
		return ui.El("input", parts...)
	}
	return ui.El("span", ui.El("input", append(parts, ui.Aria("invalid", true),
		ui.A("aria-describedby", id+"-why"))...), ui.Fault(id+"-why", label, why))
}

func (f *fields) metric() ui.Node {
	kind, _ := catalog.ByID(f.s.Draft.Kind)
	var values, names []string
	for _, m := range kind.Metrics {
		values, names = append(values, m.ID), append(names, strings.ToLower(m.Name))
	}
	return f.choice("metric", "Metric", f.c.Choice.metric(f.s.Draft), values, names)
}

func (f *fields) instances(label string) ui.Node {
	text, why := f.c.Choice.Instances, ""
	if _, why = f.c.Choice.instances(); text == "" {
		text = strconv.Itoa(usualInstances)
	}
	return f.number("instances", label, text, why, "w5")
}

func (f *fields) strength() ui.Node {
	text, why := f.c.Choice.Strength, ""
	if _, why = f.c.Choice.strength(); text == "" {
		text = ui.Exact(usualStrength)
	}
	return f.number("strength", "Strength in per cent", text, why, "w4")
}

// familyNames has the names of the families of instances.
var familyNames = map[string]string{Drawn: "instances drawn like this one", Shaken: "shaken versions of this trace",
	Varied: "versions of this problem"}

// question returns the question as a sentence with fields.
func (f *fields) question() []ui.Node {
	text := func(t string) ui.Node { return ui.El("span", t) }
	if f.screen == ShakeScreen {
		list := candidates(f.s.Draft)
		names := namesOf(f.s, list)
		a, b := f.c.Choice.pair(f.s.Draft)
		return []ui.Node{text("Does"), f.choice("a", "Algorithm A", a, list, names), text("beat"),
			f.choice("b", "Algorithm B", b, list, names), text("by"), f.metric(), text("in"),
			f.instances("Shaken traces"), text("traces whose run times and intervals are off by"),
			f.strength(), text("%?")}
	}
	parts := []ui.Node{text("Which algorithm is best by"), f.metric(), text("on"), f.instances("Instances")}
	list := families(f.s)
	family := f.c.Choice.family(f.s)
	if len(list) == 0 {
		return append(parts, text("instances?"))
	}
	var names []string
	for _, w := range list {
		names = append(names, familyNames[w])
	}
	if parts = append(parts, f.choice("family", "Instances of which kind", family, list, names)); family == Drawn {
		return append(parts, text("?"))
	}
	return append(parts, text("with numbers off by"), f.strength(), text("%?"))
}

// leagueEntry returns the question that begins a league.
func leagueEntry(s *state.State) panel.StudyEntry {
	return completeEntry(s, LeagueScreen, panel.StudyEntry{Icon: "several", Title: "All algorithms against each other",
		Question: "Which algorithm is ahead over many instances, how often, how clearly, and where does each do " +
			"worst?"})
}

// shakeEntry returns the question that begins a shake, an empty one for a draft without a trace.
func shakeEntry(s *state.State) panel.StudyEntry {
	if refusal(s, ShakeScreen) != "" {
		return panel.StudyEntry{}
	}
	return completeEntry(s, ShakeScreen, panel.StudyEntry{Icon: "dice", Title: "Shake my trace",
		Question: "Is A better than B on this trace by accident, or also when all times change a little?"})
}

// completeEntry completes the question of a screen: its fields, the work in words, why it cannot be asked, and
// the last result.
func completeEntry(s *state.State, screen string, d panel.StudyEntry) panel.StudyEntry {
	c := Slot.Get(s).Comparison(screen)
	f := &fields{s, c, screen, true}
	q, why := c.Choice.Question(s, screen)
	d.ID, d.Act, d.Fields, d.Work, d.DisabledReason = screen, "Start", f.question(), workOf(s, &q), why
	if c.Current(s) && verdict(c) != "" {
		d.Extra = ui.El("span", ui.Class("door-found"), verdict(c), " ", ui.El("button", ui.A("type", "button"),
			ui.Class("act"), ui.Act("study", "screen", screen), ui.A("aria-label",
				i18n.T("Open the last result: {}", d.Title)),
			"Open"))
	}
	return d
}

// workOf describes the work of a question: solutions and time.
func workOf(s *state.State, q *league.Question) string {
	ms := 0.0
	for _, run := range q.Runs {
		ms += instanceTime(s, run) + 0.5
	}
	n := q.Instances * len(q.Runs)
	if n == 0 {
		return ""
	}
	text := i18n.T("{} solutions", ui.Integer(n))
	if ms > 0 && s.Problem != nil {
		text += ", " + duration(float64(q.Instances)*(ms+catalog.Making(s.Draft))/2)
	}
	return text
}

// question returns the question of the screen that is shown.
func question(s *state.State) []ui.Node {
	screen := study.Screen(s)
	f := &fields{s, Slot.Get(s).Comparison(screen), screen, false}
	return []ui.Node{ui.El("div", ui.Class("asking"), f.question())}
}

// control returns the row with the progress and the buttons.
func control(s *state.State) []ui.Node {
	screen := study.Screen(s)
	c := Slot.Get(s).Comparison(screen)
	q, why := c.Choice.Question(s, screen)
	first := ui.Button("Start", ui.Class("primary"), ui.Act("match", "start"), ui.A("title", "Ctrl+Enter"),
		ui.Flag("disabled", s.Stage != state.Live || why != "" || s.FeatureBusy()))
	size, done := max(1, q.Instances), 0
	if c.Current(s) {
		size, done = max(1, c.Question.Instances), c.Done
	}
	if c.Phase == state.Measuring || c.Making != "" {
		first = ui.Button("Cancel", ui.Act("match", "cancel"), ui.A("title", "Esc"))
	}
	bar := ui.El("progress", ui.A("aria-label", "Progress of the comparison"), ui.A("max", strconv.Itoa(size)),
		ui.A("value", strconv.Itoa(done)))
	parts := []ui.Node{ui.El("div", ui.Class("control run-control"), first, bar, ui.El("span", ui.Class("left"),
		ui.A("role", "status"), ui.A("id", "match-status"), status(s, c, &q, why)))}
	if c.Text != "" {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("role", "alert"), c.Text))
	}
	return parts
}

// status describes the progress of the comparison in a sentence.
func status(s *state.State, c *Comparison, q *league.Question, why string) string {
	done := i18n.T("{} of {} instances solved", ui.Integer(c.Done), ui.Integer(c.Question.Instances))
	switch {
	case c.Making != "":
		return i18n.T("Making {}…", c.Making)
	case c.Phase == state.Measuring && c.Remaining() > 0:
		return i18n.T("{}, {} left", done, duration(c.Remaining()))
	case c.Phase == state.Measuring:
		return done
	case why != "":
		return strings.ToUpper(why[:1]) + why[1:] + "."
	case s.FeatureBusy():
		return "Another study is running."
	case !c.Current(s):
		return workOf(s, q)
	case c.Phase == state.Complete:
		return i18n.T("Complete: {}", done)
	}
	return i18n.T("Stopped: {}", done)
}

// verdict returns the result in a sentence, "" before there is one.
func verdict(c *Comparison) string {
	kind, _ := catalog.ByID(c.Kind)
	metric := c.Question.Metric
	if m, ok := kind.Metric(metric); ok {
		metric = strings.ToLower(m.Name)
	}
	switch {
	case c.Shaken != nil:
		return shake.Verdict(c.Shaken, metric)
	case c.Result != nil:
		return league.Verdict(c.Result, metric)
	}
	return ""
}

// result returns the results.
func result(s *state.State) []ui.Node {
	screen := study.Screen(s)
	c := Slot.Get(s).Comparison(screen)
	if !c.Current(s) || verdict(c) == "" {
		text := "The table of all pairs, the ranks and the charts appear here, instance by instance."
		if screen == ShakeScreen {
			text = "The trace is shaken again and again: every run time, with its estimate, and every interval " +
				"between submissions is multiplied by a factor of its own near 1. A difference that holds in nearly " +
				"all of these traces is no accident of single jobs."
		}
		if why := refusal(s, screen); why != "" {
			text = why
		}
		if c.Phase == state.Measuring && c.Current(s) {
			text = "The first numbers come in a moment."
		}
		return []ui.Node{ui.El("p", ui.Class("pad"), text)}
	}
	parts := []any{ui.Class("match-found"), ui.A("id", "match-found"),
		ui.El("p", ui.Class("finding"), ui.A("id", "match-verdict"), verdict(c))}
	if screen == ShakeScreen {
		return []ui.Node{ui.El("div", append(parts, shakenParts(s, c))...)}
	}
	return []ui.Node{ui.El("div", append(parts, leagueParts(s, c))...)}
}
