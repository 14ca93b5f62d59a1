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
	"gridbox/core/kind"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Answers is the right side: the runs side by side, then the focused answer
// seen in the ways of its kind.
func Answers(s *state.State, sc *screen.Screen) ui.Node {
	tabs := []ui.Tab{{ID: "compare", Name: "Compare"}, {ID: RunsTab, Name: "Runs"},
		{ID: state.FlipsTab, Name: "What if"}}
	chosen, body := "compare", ui.El("div", ui.Class("pane"), ui.A("id", "answers"), ui.A("role", "tabpanel"),
		ui.A("tabindex", "0"))
	for _, t := range sc.Answers {
		if t.When != nil && !t.When(s) {
			continue
		}
		tabs = append(tabs, ui.Tab{ID: t.ID, Name: t.Name})
		if t.ID == s.Look.Answers {
			chosen = t.ID
			if !t.Own {
				body.Children = append(body.Children, focus(s))
			}
			body.Children = append(body.Children, t.View(s))
		}
	}
	switch s.Look.Answers {
	case RunsTab:
		chosen = RunsTab
		body.Children = append(body.Children, runList(s))
	case state.FlipsTab:
		chosen = state.FlipsTab
		body.Children = append(body.Children, focus(s), flips(s, sc))
	}
	body.Attrs = append(body.Attrs, ui.A("aria-labelledby", "answers-"+chosen))
	switch next := screen.NextStart(s, sc); {
	case next != nil: // what is solved of nothing says nothing
		body.Children = []ui.Node{ui.El("p", ui.Class("empty"), "There is nothing to solve yet. "+next.Say),
			ui.El("div", ui.Class("acts pad"), ui.Button("Algorithms", ui.Act("dialog", "runs"), opens))}
	case len(body.Children) == 0:
		body.Children = []ui.Node{compareTab(s, sc)}
	}
	return ui.El("section", ui.Class("runs"), ui.A("role", sideRole(s, "answers")), ui.A("aria-label", "Answers"),
		ui.Tabs("Answers", "answers", "answers", chosen, tabs), body)
}

func compareTab(s *state.State, sc *screen.Screen) ui.Node {
	kind, _ := catalog.ByID(s.Draft.Kind)
	shown := kind.Metrics[:min(max(2, sc.Metrics), len(kind.Metrics))]
	head := []ui.Node{ui.ColHead("algorithm")}
	shown = slices.Clone(shown)
	for i := range shown {
		m := &shown[i]
		if longTimes(s, m) {
			m.Unit = "days"
		}
		head = append(head, ui.TermHead(s.Draft.Kind+"."+m.ID, m.Head()))
	}
	if sc.Served != nil {
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
	times := scenario.InTimes(bounds)
	for i := range s.Answers {
		rows = append(rows, answerRow(s, sc, &s.Answers[i], shown, alike, times))
	}
	parts := []ui.Node{
		screen.TableOf("data runs-table", "Runs side by side", head, rows, ui.If(len(shown) > 3, ui.Class("many"))),
		sharedReasons(alike, len(s.Answers)),
		control(s, sc),
		troubles(s),
	}
	if sc.Below != nil {
		parts = append(parts, sc.Below(s))
	}
	if len(sc.Series) > 0 {
		parts = append(parts, chart(s, sc))
	}
	if v := versus(s, sc); !v.IsZero() {
		parts = append(parts, v)
	}
	if v := one(s); !v.IsZero() {
		parts = append(parts, v)
	}
	return ui.El("div", parts)
}

// secondsADay converts times; from fewDays on a column is in days.
const secondsADay, fewDays = 86400.0, 2

// longTimes reports whether a column of times is shown in days: some answer's is at
// least fewDays long.
func longTimes(s *state.State, m *kind.Metric) bool {
	for i := range s.Answers {
		if a := s.Answers[i].Answer; a != nil && m.Unit == "s" && math.Abs(a.Metrics[m.ID]) >= fewDays*secondsADay {
			return true
		}
	}
	return false
}

// shared are the reasons for which several runs have no answer, and whose names
// stand for it: such a reason is said once.
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

func sharedReasons(names map[string][]string, all int) ui.Node {
	var said []ui.Node
	for _, why := range sorting.Keys(names) {
		whose := ""
		if len(names[why]) < all {
			whose = " by " + strings.Join(names[why], ", ")
		}
		said = append(said, ui.El("p", ui.Class("note"), "No answer"+whose+": "+why+"."))
	}
	if len(said) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("alike"), said)
}

func answerRow(s *state.State, sc *screen.Screen, a *state.Answer, shown []kind.Metric,
	alike map[string][]string, times bool) ui.Node {
	width := len(shown) + 1 // of all between name and verdict
	if sc.Served != nil {
		width++
	}
	alg := screen.Algorithm(s, a)
	on := a.ID == s.Focus
	cells := []ui.Node{ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Act("focus", a.ID),
		ui.Aria("pressed", on), ui.A("title", alg.About), swatch(a.Colour, a.Letter), ui.El("bdi", alg.Name)))}
	old := ui.If(s.Stale(*a), ui.Class("stale"))
	switch {
	case s.Waits(a.Run):
		p, _ := s.Asked(a.Run)
		cells = append(cells, ui.El("td", ui.A("colspan", strconv.Itoa(width+1)), ui.Class("quietly"),
			ui.Button("waits for your permission", ui.Class("btn sm"), ui.Act("own-ask", p.ID), opens)))
	case a.Answer == nil:
		cells = append(cells, ui.El("td", ui.A("colspan", strconv.Itoa(width+1)), ui.Class("quietly"),
			statusOf(a)))
	case !a.Answer.Feasible:
		why := "no answer: " + a.Answer.Reason.String()
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
			cells = append(cells, ui.El("td", old, ui.Num(v)))
		}
		if sc.Served != nil {
			served, of := sc.Served(a)
			cells = append(cells, ui.El("td", old, ui.If(served < of, ui.Class("fewer")),
				ui.Whole(served)+" of "+ui.Whole(of)))
		}
		gap := ui.El("td", old, ui.Class("gap"), "–")
		if b := a.Answer.Bound; b != nil {
			gap = ui.El("td", old, ui.Class("gap"), ui.A("title", limit(s.Draft.Kind, b)), b.DistanceIn(times))
		}
		if c := a.Answer.Check; c != nil && c.OK && c.Scope == scenario.ScopeOptimal {
			gap.Children = []ui.Node{ui.El("span", scenario.ScopeOptimal)}
		}
		cells = append(cells, gap, verdict(a))
	}
	return ui.El("tr", ui.If(on, ui.Class("sel")), ui.If(screen.Refuted(a), ui.Class("refuted")), cells)
}

// limit says what a bound means, from the side that it lies on.
func limit(kind string, b *scenario.Bound) string {
	k, _ := catalog.ByID(kind)
	name, side := b.Metric, "below"
	if m, ok := k.Metric(b.Metric); ok {
		name = strings.ToLower(m.Name)
		if !m.Less {
			side = "above"
		}
	}
	return "no " + name + " can be " + side + " " + ui.Num(b.Value)
}

// swatch is a run's colour, the same on every page: the algorithm's, or a shade
// of it with a letter for those that are not the first of theirs.
func swatch(colour int, letter string) ui.Node {
	mark := ui.El("i", ui.Class("swatch "+picture.Hue(colour)), ui.If(letter != "", ui.Class("lettered")),
		ui.A("aria-hidden", "true"))
	if letter != "" {
		mark.Children = []ui.Node{ui.El("b", letter)}
	}
	return mark
}

func verdict(a *state.Answer) ui.Node {
	c := a.Answer.Check
	switch {
	case c == nil:
		return ui.El("td", "")
	case c.OK:
		return ui.El("td", ui.Class("ok"), ui.El("span", ui.Class("scope"), ui.A("title", a.Answer.Reach()),
			ui.Icon("check"), ui.El("span", ui.Class("word"), c.Word())))
	}
	return ui.El("td", ui.Class("bad"), ui.El("span", ui.A("title", c.Violations[0].Why), ui.A("role", "img"),
		ui.A("aria-label", "refuted: "+c.Violations[0].Why), ui.Icon("close"), "refuted"))
}

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

// control is the line below the table: run, progress, cancel, choose.
func control(s *state.State, sc *screen.Screen) ui.Node {
	line := ui.El("div", ui.Class("control"))
	switch {
	case s.Busy():
		done, total, left := Progress(s)
		bar := ui.El("progress", ui.A("aria-label", "Progress"), ui.A("max", "1000"))
		text := "solving"
		if total > 0 {
			bar = ui.El("progress", ui.A("aria-label", "Progress"), ui.A("max", strconv.Itoa(total)),
				ui.A("value", strconv.Itoa(done)))
		}
		if left != "" {
			text = left
		}
		if sc.Weight(s) > 1 {
			line.Children = append(line.Children, bar, ui.El("span", ui.Class("left"), text))
		} else {
			line.Children = append(line.Children, ui.El("span", ui.Class("left"), text))
		}
		line.Children = append(line.Children, ui.Button("Cancel", ui.Act("cancel"), ui.A("title", "Esc")))
	case waitsForRun(s):
		text := "This problem is large: it is solved when you say so."
		switch {
		case anyStale(s):
			text = "The problem has changed; these are the answers to the former one."
		case anyAnswer(s):
			text = "What takes longer here runs when you say so."
		}
		line.Children = append(line.Children, ui.El("span", ui.Class("left"), ui.A("role", "status"), text),
			ui.Button("Run", ui.Class("primary"), ui.Act("run"), ui.A("title", "Ctrl+Enter")))
	default:
		line.Children = append(line.Children, ui.El("span", ui.Class("left"), ui.A("role", "status"), stands(s)))
	}
	line.Children = append(line.Children, ui.Button("Algorithms", ui.Act("dialog", "runs"), opens))
	return line
}

// waitsForRun reports whether some answer is missing or old that a click on Run brings.
func waitsForRun(s *state.State) bool {
	for i := range s.Answers {
		if !s.Fresh(s.Answers[i]) && !aside(s, &s.Answers[i]) {
			return true
		}
	}
	return false
}

// aside reports whether a run asks a policy that waits for permission, or failed for
// what is wrong in it: that is said elsewhere, and the others stand.
func aside(s *state.State, a *state.Answer) bool {
	return s.Waits(a.Run) || a.Run.Algorithm == policy.Own && a.Status == state.Failed
}

func anyStale(s *state.State) bool {
	for _, a := range s.Answers {
		if s.Stale(a) {
			return true
		}
	}
	return false
}

func anyAnswer(s *state.State) bool {
	for _, a := range s.Answers {
		if a.Answer != nil {
			return true
		}
	}
	return false
}

// Progress adds up the runs that are on their way and estimates the time left.
func Progress(s *state.State) (done, total int, left string) {
	share, parts, elapsed := 0.0, 0.0, 0.0
	for _, a := range s.Answers {
		switch a.Status {
		case state.Waiting:
			parts++
		case state.Running:
			parts++
			if a.Total > 0 {
				share += float64(a.Done) / float64(a.Total)
			}
			elapsed = max(elapsed, a.Now-a.Started)
		}
	}
	if parts == 0 || share == 0 {
		return 0, 0, ""
	}
	part := share / parts
	if elapsed > 500 && part > 0.02 {
		seconds := int(elapsed/part*(1-part)/1000) + 1
		left = "about " + ui.Whole(seconds) + " s left"
	}
	return int(part * 1000), 1000, left
}

// stands says what the answers are to: what was typed and could not be taken is
// on the screen, and in no problem that was solved.
func stands(s *state.State) string {
	if s.Text != nil && len(s.Text.Faults) > 0 {
		return "These answers are to the document as it was before the fault in its text."
	}
	for path := range s.Typed {
		if strings.HasPrefix(path, s.Draft.Kind+".") || path == "seed" {
			return "A value is invalid. These answers still use the last valid one."
		}
	}
	return solvedIn(s)
}

func solvedIn(s *state.State) string {
	ms, refuted := 0.0, []string(nil)
	for i := range s.Answers {
		a := &s.Answers[i]
		if aside(s, a) {
			continue
		}
		if a.Answer == nil {
			return ""
		}
		ms += a.Answer.ElapsedMs
		if c := a.Answer.Check; c != nil && !c.OK {
			refuted = append(refuted, screen.Algorithm(s, a).Name)
		}
	}
	if len(refuted) > 0 {
		return "solved, but the checker refutes " + strings.Join(refuted, ", ")
	}
	if ms == 0 {
		return "solved and checked"
	}
	return "solved and checked in " + ui.Num(ms) + " ms"
}

// troubles lists runs that failed, with what happened and what to do.
func troubles(s *state.State) ui.Node {
	var items []ui.Node
	for _, a := range s.Answers {
		if a.Status != state.Failed || a.Text == "" {
			continue
		}
		name := ui.El("b", screen.Algorithm(s, &a).Name)
		item := ui.El("li", name, ": "+a.Text)
		for _, f := range a.Faults {
			if scenario.InSource(f) && len(a.Faults) == 1 {
				item = ui.El("li", name, ": "+f.Why)
				continue
			}
			item.Children = append(item.Children, ui.El("p", f.String()))
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.Class("troubles"), ui.A("role", "alert"), ui.El("ul", items),
		ui.El("div", ui.Class("acts"), ui.Button("Run again", ui.Act("run"))))
}

// chart is the host of one Vega-Lite chart; the drawing stands in for it
// until Vega has arrived, and where it cannot.
func chart(s *state.State, sc *screen.Screen) ui.Node {
	chosen := sc.Series[0]
	var ids, names []string
	for _, c := range sc.Series {
		ids, names = append(ids, c.ID), append(names, c.Name)
		if c.ID == s.Look.Chart {
			chosen = c
		}
	}
	c := sc.Chart(s, chosen.ID)
	drawn, high := ui.Node{}, ""
	if !c.Bars {
		c.Plot = plotHeight(s)
	}
	if c.Plot > 0 {
		high = strconv.Itoa(int(c.Plot))
	}
	if c.Empty() {
		drawn = ui.El("p", ui.Class("empty"), "There is no answer to draw.")
	} else {
		drawn = ui.Raw(c.Draw(400))
	}
	note := ui.Node{}
	if c.Note != "" {
		note = ui.El("p", ui.Class("note"), c.Note)
	}
	export := func(how, name string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Act("export", how), ui.Flag("disabled", c.Empty()), name)
	}
	return ui.El("section", ui.Class("chart"), ui.A("aria-label", chosen.Name),
		ui.El("div", ui.Class("chart-head"),
			ui.El("h2", ui.Choice(chosen.ID, ids, names, ui.A("aria-label", "Chart"), ui.A("data-show", "chart"))),
			ui.El("p", chosen.Reads())),
		ui.El("div", ui.Class("plot"), ui.A("data-chart", chosen.ID), ui.If(high != "", ui.A("data-high", high)),
			drawn),
		note,
		ui.El("div", ui.Class("cap"),
			ui.El("button", ui.A("type", "button"), ui.Act("dialog", "table"), opens,
				ui.Flag("disabled", c.Empty()), "table"),
			export("svg", "SVG"), export("png", "PNG"), export("csv", "CSV"), export("vega", "Vega")))
}

// plotHeight is how high lines are drawn below the answers so that the axis under
// them is seen too: on a screen as low as a projector's lower than usual (0), and
// lower still below many answers.
func plotHeight(s *state.State) float64 {
	switch {
	case s.Look.Narrow || s.Look.Height == 0 || s.Look.Height > lowPicture:
		return 0
	case len(s.Answers) > 4:
		return 60
	}
	return 84
}

// lowPicture is the height of the picture from which on charts have room.
const lowPicture = 400

// versus compares the focused answer with the one that is told apart most: the
// first other one in the order of the runs.
func versus(s *state.State, sc *screen.Screen) ui.Node {
	a := s.Focused()
	if a == nil || a.Answer == nil || !a.Answer.Feasible {
		return ui.Node{}
	}
	var parts []ui.Node
	for i := range s.Answers {
		b := &s.Answers[i]
		if b == a || b.Answer == nil || !b.Answer.Feasible || a.Problem != b.Problem && a.To != b.To ||
			screen.Refuted(a) || screen.Refuted(b) { // a wrong answer is no measure
			continue
		}
		x, y := screen.Algorithm(s, a), screen.Algorithm(s, b)
		if said := sc.Versus(s, a, b); len(said) > 0 {
			parts = append(parts, ui.El("h2", x.Name+" against "+y.Name), ui.El("p", ui.Class("pad"), said))
		}
	}
	if len(parts) == 0 {
		return ui.Node{}
	}
	return ui.El("section", ui.Class("versus"), ui.A("aria-label", "Differences"), parts)
}

// focus chooses the answer that a tab shows.
func focus(s *state.State) ui.Node {
	var ids, names []string
	for i := range s.Answers {
		a := &s.Answers[i]
		ids, names = append(ids, a.ID), append(names, screen.Algorithm(s, a).Name)
	}
	return ui.El("div", ui.Class("form"), ui.Labelled("f-focus", "Answer of", ui.Choice(s.Focus, ids, names,
		ui.A("id", "f-focus"), ui.A("data-show", "focus"))))
}
