package panel

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
)

// StudyHunt is the search for the instance on which one run does worst against
// another: what it asks for, how far it is, and what it found.
func StudyHunt(s *state.State) ui.Node {
	return studyPart(s, ui.El("section", ui.Class("hunt"), ui.A("id", "hunt"), ui.A("aria-label", "Where it breaks")),
		func() []ui.Node {
			return []ui.Node{ui.El("details", ui.El("summary", "Find where it breaks"),
				ui.El("div", ui.Class("hunt-parts"), huntForm(s), ui.El("div", huntControl(s), huntFound(s))))}
		})
}

// huntForm is what the search asks for.
func huntForm(s *state.State) ui.Node {
	h := &s.Hunt
	a, b, metric, tries, turn := h.Asked(s.Draft)
	off := ui.Flag("disabled", s.Hunting() || h.Phase == state.Paused)
	choose := func(what, label, chosen string, values, names []string) ui.Node {
		id := "hunt-" + what
		return ui.Labelled(id, label, ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-hunt", what), off))
	}
	words := state.Fighters(s.Draft)
	fighters := make([]scenario.Run, len(words))
	for i, w := range words {
		fighters[i] = state.Fighter(s.Draft, w)
	}
	names := catalog.Names(s.Draft.Kind, fighters)
	kind, _ := catalog.ByID(s.Draft.Kind)
	var metrics, titles []string
	for _, m := range kind.Metrics {
		metrics, titles = append(metrics, m.ID), append(titles, m.Name)
	}
	typed := strconv.Itoa(tries)
	if h.Typed != "" {
		typed = h.Typed
	}
	budget := []any{
		ui.El("input", ui.A("type", "text"), ui.A("inputmode", "numeric"), ui.A("id", "hunt-tries"),
			ui.A("data-hunt", "tries"), ui.A("data-value", typed), ui.A("value", typed),
			ui.A("autocomplete", "off"), ui.If(h.Typed != "", ui.Aria("invalid", true)), ui.If(h.Typed != "",
				ui.A("aria-describedby", "hunt-tries-why")), off)}
	if h.Typed != "" {
		budget = append(budget, ui.Fault("hunt-tries-why", "Instances to try",
			"this is not a whole number from 1 to "+ui.Whole(adversary.MostTries)))
	}
	return ui.El("div", ui.El("div", ui.Class("form"), choose("a", "Where does", a, words, names),
		choose("b", "do worst against", b, words, names),
		choose("metric", "by", metric, metrics, titles), ui.Labelled("hunt-tries", "Instances to try", budget...)),
		knobs(s, turn, off))
}

var turnable memo[[]adversary.Knob]

// knobs are boxes to be ticked for what the search may turn.
func knobs(s *state.State, turn []string, off ui.Attr) ui.Node {
	list := turnable.of(s.Draft, adversary.Knobs)
	if !scenario.Generates(s.Draft) || len(list) == 0 {
		return ui.El("p", ui.Class("note"),
			"The problem is explicit: it is the one instance that is tried and made small.")
	}
	var items []ui.Node
	for _, k := range list {
		on := turn == nil || slices.Contains(turn, k.Path)
		between := ui.Exact(k.Low) + " to " + ui.Exact(k.High)
		if k.Values != nil {
			between = valuesText(k.Values)
		}
		items = append(items, ui.El("li",
			ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("data-hunt", "turn"), ui.A("data-of", k.Path),
				ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on), off),
				" "+pathTitleOf(s, k.Path)+" ", ui.El("span", ui.Class("soft"), between))))
	}
	return ui.El("details", ui.Class("knobs"), ui.El("summary", "What may vary"), ui.El("ul", ui.Class("ticks"), items))
}

func pathTitleOf(s *state.State, path string) string {
	for _, p := range pathsOf(s) {
		if p.path == path {
			return p.name
		}
	}
	return path
}

// huntControl is the line of control.
func huntControl(s *state.State) ui.Node {
	h := &s.Hunt
	line := ui.El("div", ui.Class("control"))
	add := func(n ui.Node) { line.Children = append(line.Children, n) }
	if h.Phase == state.Measuring || h.Phase == state.Paused {
		add(ui.El("progress", ui.A("aria-label", "Progress of the search"), ui.A("max", strconv.Itoa(max(1, h.Total))),
			ui.A("value", strconv.Itoa(h.Far.Tried))))
	}
	add(ui.El("span", ui.Class("left"), ui.A("role", "status"), ui.A("id", "hunt-status"), huntStatus(s)))
	switch h.Phase {
	case state.Measuring:
		add(ui.Button("Pause", ui.Act("hunt", "pause")))
		add(ui.Button("Cancel", ui.Act("hunt", "cancel")))
	case state.Paused:
		add(ui.Button("Resume", ui.Class("primary"), ui.Act("hunt", "resume")))
		add(ui.Button("Cancel", ui.Act("hunt", "cancel")))
	default:
		a, b, _, _, _ := h.Asked(s.Draft)
		add(ui.Button("Search", ui.Class("primary"), ui.Act("hunt", "start"),
			ui.Flag("disabled", s.Stage != state.Live || a == b || h.Typed != "" || s.Running())))
	}
	if h.Text != "" {
		return ui.El("div", line, ui.El("p", ui.Class("why-not pad"), ui.A("role", "alert"), h.Text))
	}
	return line
}

// huntStatus says in a sentence where the search is.
func huntStatus(s *state.State) string {
	h := &s.Hunt
	f := &h.Far
	a, b, _, _, _ := h.Asked(s.Draft)
	text := ""
	switch h.Phase {
	case state.Measuring, state.Paused:
		if h.Phase == state.Paused {
			text = "Paused. "
		}
		if f.Sizes != "" {
			return text + "Making the worst instance smaller: " + f.Small + " now, " + ui.Whole(f.Shrunk) + " tried; " +
				f.Bad + "."
		}
		text += ui.Whole(f.Tried) + " of " + ui.Whole(h.Total) + " instances tried"
		if f.Bad != "" {
			text += "; on the worst so far it is " + f.Bad
		}
		if left := h.Left(); left > 0 {
			text += "; " + duration(left) + " left"
		}
		return text + "."
	case state.Complete:
		return "Complete: " + ui.Whole(f.Tried) + " instances tried."
	}
	switch {
	case a == b:
		return "Choose two different algorithms."
	case s.Running():
		return "The study uses all cores; pause it first."
	}
	return "Searches parameters and seeds for the instance, and makes it as small as most of the disadvantage allows."
}

// huntFound is what the search found.
func huntFound(s *state.State) ui.Node {
	h := &s.Hunt
	switch {
	case h.Phase != state.Complete:
		return ui.Node{}
	case h.Small == nil && h.Far.None != "":
		return ui.El("p", ui.Class("pad"), ui.A("id", "hunt-none"), strings.ToUpper(h.Far.None[:1])+h.Far.None[1:]+".")
	case h.Small == nil:
		return ui.Node{}
	}
	parts := []any{ui.Class("hunt-found"), ui.A("id", "hunt-found"), ui.El("h3", h.Small.Title),
		ui.El("p", h.Small.About),
		ui.El("p", ui.Class("sizes"), "From "+h.Far.Sizes+" down to "+h.Far.Small+"."),
		ui.El("div", ui.Class("acts"), ui.Button("Open", ui.Class("primary"), ui.Act("hunt", "open")))}
	if h.Link != "" {
		parts = append(parts, ui.El("div", ui.Class("copy"),
			ui.El("input", ui.A("type", "text"), ui.A("readonly", "true"),
				ui.A("aria-label", "Address of the instance"), ui.A("id", "hunt-link"), ui.A("data-value", h.Link),
				ui.A("value", h.Link)),
			ui.Button("Copy", ui.Act("copy", "hunt-link"))))
	}
	return ui.El("div", append(parts, ui.El("p", ui.Class("note"), "The search proves nothing: there may be worse. "+
		"The command line finds the same: ", ui.El("code", huntCommand(s))))...)
}

// huntCommand is the search as the command line takes it.
func huntCommand(s *state.State) string {
	a, b, metric, tries, turn := s.Hunt.Asked(s.Draft)
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
