package panel

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// compareTab returns the comparison of all runs: the table of metrics, the controls, the reasons for missing answers,
// the charts and added parts.
func compareTab(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	kind, _ := catalog.ByID(s.Draft.Kind)
	shown := kind.Metrics[:min(max(2, sc.Metrics), len(kind.Metrics))]
	head := []ui.Node{ui.ColHead("algorithm")}
	shown = slices.Clone(shown)
	for i := range shown {
		m := &shown[i]
		if showsDays(s, m) {
			m.Unit = "days"
		}
		head = append(head, ui.TermHead(s.Draft.Kind+"."+m.ID, m.Head()))
	}
	if sc.ServedJobs != nil {
		head = append(head, ui.TermHead("jobs-served", "jobs"))
	}
	head = append(head,
		ui.TermHead("to-bound", "to bound"),
		ui.ColHead(ui.El("span", ui.Class("quiet"), "checked")))
	var rows []ui.Node
	alike := shared(s)
	var bounds []*scenario.Bound
	for i := range s.Answers {
		if a := s.Answers[i].Answer; a != nil {
			bounds = append(bounds, a.Bound)
		}
	}
	times := scenario.NeedsMultiples(bounds)
	for i := range s.Answers {
		rows = append(rows, answerRow(s, sc, &s.Answers[i], shown, alike, times, maxMetric(s, shown)))
	}
	parts := []ui.Node{
		screen.TableOf("data runs-table", "Runs side by side", head, rows, ui.If(len(shown) > maxWide,
			ui.Class("many"))),
		// Each has a parent of its own, so that the renderer keeps the others when one appears or disappears.
		ui.El("div", sharedReasons(alike, len(s.Answers))),
		control(s, sc),
		ui.El("div", answerSentence(s, shown, added)),
		ui.El("div", troubles(s)),
	}
	if sc.RunsFooter != nil {
		parts = append(parts, sc.RunsFooter(s))
	}
	if len(sc.Series) > 0 {
		parts = append(parts, chart(s, sc))
	}
	if v := versus(s, sc); !v.IsZero() {
		parts = append(parts, v)
	}
	if v := instanceNote(s, added); !v.IsZero() {
		parts = append(parts, v)
	}
	return ui.El("div", parts)
}

// instanceNote returns, below the answers to one instance, the buttons of features for further ones.
func instanceNote(s *state.State, added Additions) ui.Node {
	if added.Tab(s.Layout.View) != nil || len(added.At[AtInstance]) == 0 || scenario.Draws(s.Draft) {
		return ui.Node{}
	}
	for i := range s.Answers {
		if a := s.Answers[i].Answer; a != nil && a.Feasible {
			return ui.El("section", ui.Class("one"), ui.A("aria-label", "One measurement"),
				ui.El("p", ui.Class("note"), "This is one measurement; other instances may differ."), further(s, added))
		}
	}
	return ui.Node{}
}

// secondsADay converts times; a column with minDays or more is in days.
const secondsADay, minDays = 86400.0, 2

// showsDays reports whether a column of times is shown in days, because some answer's time is at least minDays long.
func showsDays(s *state.State, m *kind.Metric) bool {
	for i := range s.Answers {
		if a := s.Answers[i].Answer; a != nil && m.Unit == "s" && math.Abs(a.Metrics[m.ID]) >= minDays*secondsADay {
			return true
		}
	}
	return false
}

// shared returns the reasons why several runs have no answer, with the names of
// the runs: such a reason is shown once.
func shared(s *state.State) map[string][]string {
	names := map[string][]string{}
	for i := range s.Answers {
		if a := &s.Answers[i]; a.Answer != nil && !a.Answer.Feasible && a.Answer.Reason != nil {
			why := a.Answer.Reason.String()
			names[why] = append(names[why], screen.Algorithm(s, a).Name)
		}
	}
	maps.DeleteFunc(names, func(_ string, list []string) bool { return len(list) < 2 })
	return names
}

// sharedReasons returns a note for each reason that several runs have in common. It names the runs unless all of them
// have the reason.
func sharedReasons(names map[string][]string, all int) ui.Node {
	var nodes []ui.Node
	for _, why := range sorting.Keys(names) {
		whose := ""
		if len(names[why]) < all {
			whose = i18n.T(" by {}", strings.Join(names[why], ", "))
		}
		nodes = append(nodes, ui.El("p", ui.Class("note"), i18n.T("No answer{}: {}.", whose, why)))
	}
	if len(nodes) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("alike"), nodes)
}

// maxWide is the number of metrics up to which the table has room for words.
const maxWide = 3

// answerRow returns the row of a run in the table of metrics. A run without a feasible answer has its status or the
// reason in place of the metrics. Reasons that several runs share are shown below the table. most scales the bars.
func answerRow(s *state.State, sc *screen.Screen, a *state.Answer, shown []kind.Metric,
	alike map[string][]string, times bool, most float64) ui.Node {
	width := len(shown) + 1 // of the columns between name and verdict
	if sc.ServedJobs != nil {
		width++
	}
	alg := screen.Algorithm(s, a)
	on := a.ID == s.Focus
	cells := []ui.Node{ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Act("focus", a.ID),
		ui.Aria("pressed", on), ui.A("title", alg.About), Swatch(a.Colour, a.Letter), ui.El("bdi", alg.Name)),
		barOf(s, a, shown, most))}
	old := ui.If(s.IsStale(*a), ui.Class("stale"))
	switch {
	case s.NeedsPermission(a.Run):
		p, _ := s.PolicyOf(a.Run)
		cells = append(cells, ui.El("td", ui.A("colspan", strconv.Itoa(width+1)), ui.Class("quietly"),
			ui.Button("waits for your permission", ui.Class("btn sm"), ui.Act("own-ask", p.ID), opens)))
	case a.Answer == nil:
		cells = append(cells, ui.El("td", ui.A("colspan", strconv.Itoa(width+1)), ui.Class("quietly"),
			statusOf(a)))
	case !a.Answer.Feasible:
		why := i18n.T("no answer: {}", a.Answer.Reason.String())
		if len(alike[a.Answer.Reason.String()]) > 0 {
			why = "no answer"
		}
		cells = append(cells, ui.El("td", old, ui.A("colspan", strconv.Itoa(width)), ui.Class("quietly wrap"), why),
			verdict(a))
	default:
		for _, m := range shown {
			v := a.Answer.Metrics[m.ID]
			if m.Unit == "days" {
				cells = append(cells, ui.El("td", old, ui.A("title", ui.Num(v)+" s"), ui.Num(v/secondsADay)))
				continue
			}
			cells = append(cells, ui.El("td", old, ui.Num(v), formerly(s, a, m.ID)))
		}
		if sc.ServedJobs != nil {
			served, of := sc.ServedJobs(a)
			cells = append(cells, ui.El("td", old, ui.If(served < of, ui.Class("fewer")),
				i18n.T("{} of {}", ui.Integer(served), ui.Integer(of))))
		}
		gap := ui.El("td", old, ui.Class("gap"), "–")
		if b := a.Answer.Bound; b != nil {
			gap = ui.El("td", old, ui.Class("gap"), ui.A("title", limit(s.Draft.Kind, b)), b.DistanceIn(times))
		}
		if c := a.Answer.Check; c != nil && c.OK && c.Scope == scenario.ScopeOptimal && len(shown) <= maxWide {
			gap.Children = []ui.Node{ui.El("span", scenario.ScopeOptimal)}
		}
		cells = append(cells, gap, verdict(a))
	}
	return ui.El("tr", ui.If(on, ui.Class("sel")), ui.If(screen.IsRefuted(a), ui.Class("refuted")), cells)
}

// limit returns the meaning of a bound, given the side that it is on.
func limit(kind string, b *scenario.Bound) string {
	k, _ := catalog.ByID(kind)
	name, side := b.Metric, "below"
	if m, ok := k.Metric(b.Metric); ok {
		name = strings.ToLower(m.Name)
		if !m.Less {
			side = "above"
		}
	}
	return i18n.T("no {} can be {} {}", name, side, ui.Num(b.Value))
}

// Swatch returns a run's colour, the same on every page: the algorithm's, or a
// shade of it with a letter for its further runs.
func Swatch(colour int, letter string) ui.Node {
	mark := ui.El("i", ui.Class("swatch "+picture.Hue(colour)), ui.If(letter != "", ui.Class("lettered")),
		ui.A("aria-hidden", "true"))
	if letter != "" {
		mark.Children = []ui.Node{ui.El("b", letter)}
	}
	return mark
}

// verdict returns the cell of an answer's check: empty, verified with its scope, or refuted with the first violation.
func verdict(a *state.Answer) ui.Node {
	c := a.Answer.Check
	switch {
	case c == nil:
		return ui.El("td", "")
	case c.OK:
		return ui.El("td", ui.Class("ok"), ui.El("span", ui.Class("scope"), ui.A("title", a.Answer.Reach()),
			ui.Icon("check"), ui.El("span", ui.Class("word"), c.ScopeName())))
	}
	return ui.El("td", ui.Class("bad"), ui.El("span", ui.A("title", c.Violations[0].Reason), ui.A("role", "img"),
		ui.A("aria-label", i18n.T("refuted: {}", c.Violations[0].Reason)), ui.Icon("close"), "refuted"))
}

// statusOf returns the status of a run without an answer in words.
func statusOf(a *state.Answer) string {
	switch a.Status {
	case state.Waiting:
		return "waiting"
	case state.Running:
		return "running"
	case state.Failed:
		return "failed"
	case state.Cancelled:
		return "cancelled"
	}
	return "not run yet"
}
