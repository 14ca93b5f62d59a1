package study

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// entryIcons maps entries to their icons.
var entryIcons = map[string]string{"jobs": "dice", "noise": "several", "vary": "arrange", "other": "duplicate"}

// studyList lists the studies of the problem, the current one first if it is incomplete.
func studyList(s *state.State, added panel.Additions) ui.Node {
	cards, screen := Studies(s), Screen(s)
	known := slices.ContainsFunc(cards, func(c Card) bool { return c.Key == Slot.Get(s).CheckedKey })
	if s.Draft.Study != nil && (!known || Slot.Get(s).CheckedKey == "") {
		cards = slices.Insert(cards, 0, Card{Key: Slot.Get(s).CheckedKey, Entry: EntryOf(s.Draft.Study),
			Name: nameOf(s.Draft), SizeText: sizeOf(s.Draft), Result: "not run yet"})
	}
	var items []ui.Node
	for _, c := range cards {
		icon, other := entryIcons[c.Entry], added.Study(c.Entry)
		if other != nil {
			icon = other.Icon
		}
		on := screen == StudyScreen && s.Draft.Study != nil && c.Key == Slot.Get(s).CheckedKey ||
			other != nil && screen == c.Entry
		act := ui.Act("study", "open", c.Key)
		if c.Key == Slot.Get(s).CheckedKey {
			act = ui.Act("study", "screen", StudyScreen)
		}
		items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"), act,
			ui.If(on, ui.A("aria-current", "true")), ui.El("span", ui.Class("glyph"), ui.Icon(icon)),
			ui.El("b", c.Name), ui.El("small", c.SizeText), ui.El("small", ui.A("title", c.Result), c.Result))))
	}
	if len(items) == 0 {
		items = append(items, ui.El("li", ui.Class("note"), "No study of this problem yet."))
	}
	fresh := ui.Button(ui.Icon("add"), "New study", ui.Act("study", "screen", EntriesScreen),
		ui.Aria("pressed", screen == EntriesScreen))
	return ui.El("section", ui.Class("study-list"), ui.A("aria-label", "Studies"),
		ui.El("div", ui.Class("list-head"), ui.El("h2", "Studies"), fresh), ui.El("ul", items))
}

// nameOf returns a name for the draft's study, derived from its question.
func nameOf(d *scenario.Scenario) string {
	st := state.StudyOf(d)
	switch EntryOf(&st) {
	case "vary":
		var names []string
		for _, v := range st.Vary {
			name, _ := study.NameAndUnit(v.Path)
			names = append(names, draftPathLabel(d, v.Path, name))
		}
		return ui.Begin(strings.Join(names, ", "))
	case "noise":
		name, _ := study.NameAndUnit(st.Noise[0].Path)
		return i18n.T("Uncertain {}, {} %", name, number(100*st.Noise[0].CV))
	}
	if catalog.Single(d) {
		return "One measurement"
	}
	return "Other instances"
}

// draftPathLabel returns the name of a path of a draft if it is a parameter or an option, otherwise the given text.
func draftPathLabel(d *scenario.Scenario, path, otherwise string) string {
	if i := slices.IndexFunc(listPaths(d), func(p pathName) bool { return p.path == path }); i >= 0 {
		return listPaths(d)[i].name
	}
	return otherwise
}

// sizeOf describes the size of the draft's study.
func sizeOf(d *scenario.Scenario) string {
	z := study.Measure(state.StudyDraft(d))
	if z.Points == 1 {
		return i18n.T("{} replications", ui.Amount(z.Replications))
	}
	return i18n.T("{} points × {}", ui.Amount(z.Points), ui.Amount(z.Replications))
}

// setup returns the section of the study's set-up: the form if it is open, otherwise its summary. The form is also
// open for a study too large for a tab, unless the user has accepted that.
func setup(s *state.State) ui.Node {
	open := Slot.Get(s).Setup || state.IsLargeStudy(s.Draft) && !Slot.Get(s).Large
	word, arg := "Change…", "on"
	if open {
		word, arg = "Close", "off"
	}
	head := ui.El("div", ui.Class("list-head"), ui.El("h2", "Set-up"),
		ui.El("button", ui.A("type", "button"), ui.Class("act"), ui.A("id", "st-setup"), ui.Act("study", "setup", arg),
			ui.Aria("expanded", open), word))
	if open {
		return ui.El("section", ui.Class("setup"), ui.A("aria-label", "Set-up"), head, studyForm(s))
	}
	return ui.El("section", ui.Class("setup"), ui.A("aria-label", "Set-up"), head, summary(s))
}

// summary lists the set-up of the study.
func summary(s *state.State) ui.Node {
	st := state.StudyOf(s.Draft)
	var rows []ui.Node
	row := func(name, value string) {
		rows = append(rows, ui.El("div", ui.El("dt", name), ui.El("dd", value)))
	}
	var varied, noisy []string
	for _, v := range st.Vary {
		name, _ := study.NameAndUnit(v.Path)
		varied = append(varied, draftPathLabel(s.Draft, v.Path, name))
	}
	for _, n := range st.Noise {
		name, _ := study.NameAndUnit(n.Path)
		noisy = append(noisy, name+", "+number(100*n.CV)+" %")
	}
	row("Varied", textOrNothing(strings.Join(varied, ", ")))
	row("Uncertain", textOrNothing(strings.Join(noisy, "; ")))
	row("Replications", ui.Integer(st.Replications))
	if st.Stop == nil {
		row("Stop early", "no")
	} else {
		name, _ := metricName(s.Draft.Kind, st.Stop.Metric)
		row("Stop early", i18n.T("{} within {} %", name, number(100*st.Stop.Width)))
	}
	kind, _ := catalog.ByID(s.Draft.Kind)
	runs, metrics := len(state.Runs(s.Draft)), len(st.Metrics)
	if metrics == 0 {
		metrics = len(kind.Metrics)
	}
	row("Algorithms", strconv.Itoa(runs))
	row("Metrics", strconv.Itoa(metrics))
	level := 95.0
	if st.Confidence != nil {
		level = 100 * *st.Confidence
	}
	row("Confidence", number(level)+" %")
	equal := "not set"
	if m := margin(st); m != "" {
		equal = i18n.T("{} % of the mean", m)
	}
	row("Equal within", equal)
	row("Seed", strconv.FormatUint(s.Draft.Seed, 10))
	return ui.El("dl", ui.Class("facts"), rows)
}

func textOrNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
