package adversary

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/lab/feature/study"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
)

// question returns the question of the search as a sentence with fields.
func question(s *state.State) ui.Node {
	return ui.El("div", ui.Class("asking"), study.Sentence(fields(s, "hunt", false)...))
}

// fields returns the fields of the search, to be set within a sentence. Their ids begin with
// prefix.
func fields(s *state.State, prefix string, short bool) []any {
	h := Slot.Get(s)
	a, b, metric, tries, _ := h.Settings(s.Draft)
	off := ui.Flag("disabled", Slot.Get(s).Busy() || h.Phase == state.Paused || s.Stage != state.Live)
	choose := func(what, label, chosen string, values, names []string) ui.Node {
		return ui.Choice(chosen, values, names, ui.A("id", prefix+"-"+what), ui.Class("in"), ui.A("data-hunt", what),
			ui.A("aria-label", label), off)
	}
	list := state.Fighters(s.Draft)
	fighters := make([]scenario.Run, len(list))
	for i, w := range list {
		fighters[i] = state.Fighter(s.Draft, w)
	}
	names := catalog.Names(s.Draft.Kind, fighters)
	kind, _ := catalog.ByID(s.Draft.Kind)
	var metrics, titles []string
	for _, m := range kind.Metrics {
		metrics, titles = append(metrics, m.ID), append(titles, strings.ToLower(m.Name))
	}
	typed, id := strconv.Itoa(tries), prefix+"-tries"
	if h.InvalidTries != "" {
		typed = h.InvalidTries
	}
	parts := []any{ui.A("type", "text"), ui.A("inputmode", "numeric"), ui.A("id", id), ui.Class("in w7"),
		ui.A("data-hunt", "tries"), ui.A("data-value", typed), ui.A("value", typed),
		ui.A("aria-label", "Instances to try"), ui.A("autocomplete", "off"), off}
	budget := ui.El("input", parts...)
	if h.InvalidTries != "" {
		budget = ui.El("span", ui.El("input", append(parts, ui.Aria("invalid", true),
			ui.A("aria-describedby", id+"-why"))...), ui.Fault(id+"-why", "Instances to try",
			i18n.T("this is not a whole number from 1 to {}", ui.Integer(adversary.MaxTries))))
	}
	first := choose("a", "Algorithm A", a, list, names)
	second := choose("b", "Algorithm B", b, list, names)
	by := choose("metric", "Metric", metric, metrics, titles)
	if short {
		return []any{first, "against", second, "by", by, "up to", budget, "tries"}
	}
	return []any{"Where does", first, "do worst against", second, "by", by, "? Up to", budget, "tries."}
}

// setup returns the form with the numbers that the search may vary.
func setup(s *state.State) ui.Node {
	_, _, _, _, turn := Slot.Get(s).Settings(s.Draft)
	off := ui.Flag("disabled", Slot.Get(s).Busy() || Slot.Get(s).Phase == state.Paused)
	return ui.El("section", ui.Class("setup hunt"), ui.A("aria-label", "Set-up"),
		ui.El("div", ui.Class("list-head"), ui.El("h2", "Set-up")), knobs(s, turn, off))
}

// searchName returns the name of a complete search and its result in a few words.
func searchName(s *state.State) (name, result string) {
	a, b, _, _, _ := Slot.Get(s).Settings(s.Draft)
	names := catalog.Names(s.Draft.Kind, []scenario.Run{state.Fighter(s.Draft, a), state.Fighter(s.Draft, b)})
	return i18n.T("{} at its worst", names[0]), i18n.T("{} as {}", Slot.Get(s).Far.Bad, names[1])
}

// knobs returns check boxes for the parameters that the search may change.
func knobs(s *state.State, turn []string, off ui.Attr) ui.Node {
	list := adversary.Knobs(s.Draft)
	if !scenario.Generates(s.Draft) || len(list) == 0 {
		return ui.El("p", ui.Class("note"),
			"The problem is explicit: it is the only instance tried and reduced.")
	}
	var items []ui.Node
	for _, k := range list {
		on := turn == nil || slices.Contains(turn, k.Path)
		between := i18n.T("{} to {}", ui.Exact(k.Low), ui.Exact(k.High))
		if k.Values != nil {
			between = study.ValuesText(k.Values)
		}
		items = append(items, ui.El("li",
			ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("data-hunt", "turn"), ui.A("data-of", k.Path),
				ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on), off),
				" "+study.PathName(s, k.Path)+" ", ui.El("span", ui.Class("soft"), between))))
	}
	return ui.El("details", ui.Class("knobs"), ui.El("summary", "Varied parameters"),
		ui.El("ul", ui.Class("ticks"), items))
}

// control returns the row with the progress of the search.
func control(s *state.State) []ui.Node {
	h := Slot.Get(s)
	bar := ui.El("progress", ui.A("aria-label", "Progress of the search"), ui.A("max", strconv.Itoa(max(1, h.Total))),
		ui.A("value", strconv.Itoa(min(h.Far.Tried, max(1, h.Total)))))
	var first ui.Node
	second := ui.El("span", ui.Class("btn none"), ui.A("aria-hidden", "true"), "Cancel")
	switch h.Phase {
	case state.Measuring:
		first = ui.Button("Pause", ui.Act("hunt", "pause"), ui.A("title", "Esc"))
		second = ui.Button("Cancel", ui.Act("hunt", "cancel"))
	case state.Paused:
		first = ui.Button("Resume", ui.Class("primary"), ui.Act("hunt", "resume"))
		second = ui.Button("Cancel", ui.Act("hunt", "cancel"))
	default:
		a, b, _, _, _ := h.Settings(s.Draft)
		first = ui.Button("Search", ui.Class("primary"), ui.Act("hunt", "start"), ui.A("title", "Ctrl+Enter"),
			ui.Flag("disabled", s.Stage != state.Live || a == b || h.InvalidTries != "" || study.Running(s)))
	}
	parts := []ui.Node{ui.El("div", ui.Class("control run-control"), first, bar,
		ui.El("span", ui.Class("left"), ui.A("role", "status"), ui.A("id", "hunt-status"), status(s)), second)}
	if h.Text != "" {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("role", "alert"), h.Text))
	}
	return parts
}

// status returns the progress of the search in a sentence.
func status(s *state.State) string {
	h := Slot.Get(s)
	f := &h.Far
	a, b, _, _, _ := h.Settings(s.Draft)
	text := ""
	switch h.Phase {
	case state.Measuring, state.Paused:
		if h.Phase == state.Paused {
			text = "Paused. "
		}
		if f.Sizes != "" {
			return i18n.T("{}Reducing the worst instance: {} now, {} tried; {}.",
				text, f.SmallSizes, ui.Integer(f.Shrunk), f.Bad)
		}
		text += i18n.T("{} of {} instances tried", ui.Integer(f.Tried), ui.Integer(h.Total))
		if f.Bad != "" {
			text += i18n.T("; on the worst so far it is {}", f.Bad)
		}
		if left := h.Remaining(); left > 0 {
			text += i18n.T("; {} left", study.Duration(left))
		}
		return text + "."
	case state.Complete:
		return i18n.T("Complete: {} tried.", picture.Count(f.Tried, "instance"))
	}
	switch {
	case a == b:
		return "Choose two different algorithms."
	case study.Running(s):
		return "The study uses all cores; pause it first."
	}
	return "Searches parameters and seeds for the instance, and reduces it while most of the disadvantage remains."
}

// result returns the result of the search.
func result(s *state.State) ui.Node {
	h := Slot.Get(s)
	switch {
	case h.Phase != state.Complete:
		return ui.El("div", ui.Class("unrun"), ui.El("p", ui.Class("empty"),
			"The worst instance appears here, reduced as far as possible."))
	case h.SmallInstance == nil && h.Far.None != "":
		return ui.El("p", ui.Class("pad"), ui.A("id", "hunt-none"), strings.ToUpper(h.Far.None[:1])+h.Far.None[1:]+".")
	case h.SmallInstance == nil:
		return ui.Node{}
	}
	parts := []any{ui.Class("hunt-found"), ui.A("id", "hunt-found"), ui.El("h3", h.SmallInstance.Title),
		ui.El("p", h.SmallInstance.About),
		ui.El("p", ui.Class("sizes"), i18n.T("From {} down to {}.", h.Far.Sizes, h.Far.SmallSizes)),
		ui.El("div", ui.Class("acts"), ui.Button("Open", ui.Class("primary"), ui.Act("hunt", "open")))}
	if h.Link != "" {
		parts = append(parts, ui.El("div", ui.Class("copy"),
			ui.El("input", ui.A("type", "text"), ui.A("readonly", "true"),
				ui.A("aria-label", "Address of the instance"), ui.A("id", "hunt-link"), ui.A("data-value", h.Link),
				ui.A("value", h.Link)),
			ui.Button("Copy", ui.Act("copy", "hunt-link"))))
	}
	return ui.El("div", append(parts, ui.El("p", ui.Class("note"), "The search proves nothing: there may be worse. "+
		"The command line finds the same: ", ui.El("code", commandLine(s))))...)
}

// commandLine returns the search as a command of the command line.
func commandLine(s *state.State) string {
	a, b, metric, tries, turn := Slot.Get(s).Settings(s.Draft)
	text := "gridbox study scenario.json --adversary " + a + "," + b + " --metric " + metric + " --tries " +
		strconv.Itoa(tries)
	if turn != nil {
		for i := range turn {
			turn[i] = strings.TrimPrefix(turn[i], s.Draft.Kind+".generate.")
		}
		text += " --turn " + strings.Join(turn, ",")
	}
	return text
}

// entry draws the question that leads to the search.
func entry(s *state.State) panel.StudyEntry {
	a, b, metric, _, _ := Slot.Get(s).Settings(s.Draft)
	d := panel.StudyEntry{ID: screenID, Icon: "in", Title: "Find the worst case of A against B", Act: "Search",
		Question: "Where does A do worst against B? The instance found is reduced as far as possible."}
	d.Fields = study.Sentence(fields(s, "door-hunt", true)...)
	d.Work = "stops when nothing gets worse"
	d.Extra = ui.El("button", ui.A("type", "button"), ui.Class("act"), ui.Act("study", "screen", screenID),
		"Choose parameters…")
	if !scenario.Generates(s.Draft) {
		d.Work = "tries this one instance and reduces it"
	}
	if a == b {
		d.DisabledReason = "choose two different algorithms"
	}
	if Slot.Get(s).InvalidTries != "" || metric == "" {
		d.DisabledReason = "the number of instances is not valid"
	}
	return d
}

// loseButton returns the button that searches for an instance on which the user's algorithm loses.
func loseButton(s *state.State) ui.Node {
	p, _ := s.Policy()
	return ui.Button("Find where it loses", ui.Act("own-lose", p.ID), ui.Flag("disabled", s.RunOf(p.ID) == nil))
}
