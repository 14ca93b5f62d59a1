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

// Answers returns the right side: the runs side by side, the changes that would
// alter the current decision, and the details of the focused answer.
func Answers(s *state.State, sc *screen.Screen) ui.Node {
	tabs := []ui.Tab{{ID: "compare", Name: "Answers"}, {ID: state.FlipsTab, Name: "Why"}}
	all := detailsOf(s, sc)
	if s.View() == state.InQueue && HasQueue(s, sc) {
		return queueAnswers(s, sc)
	}
	at := max(0, slices.IndexFunc(all, func(t screen.AnswerTab) bool { return t.ID == s.Look.Answers }))
	if len(all) > 0 {
		tabs = append(tabs, ui.Tab{ID: all[at].ID, Name: "Details"})
	}
	body := ui.El("div", ui.Class("pane"), ui.A("id", "answers"), ui.A("role", "tabpanel"), ui.A("tabindex", "0"))
	chosen := "compare"
	switch {
	case s.Look.Answers == RunsTab:
		body.Children = []ui.Node{ui.El("div", ui.Class("runs-head"), ui.El("h2", "Order, names and options"),
			ui.Button("Back to the answers", ui.Act("answers", "compare"))), runList(s)}
	case s.Look.Answers == state.FlipsTab:
		chosen = state.FlipsTab
		body.Children = []ui.Node{focus(s), flips(s, sc)}
	case len(all) > 0 && all[at].ID == s.Look.Answers:
		chosen = all[at].ID
		body.Children = []ui.Node{details(all, at)}
		if !all[at].Own {
			body.Children = append(body.Children, focus(s))
		}
		body.Children = append(body.Children, all[at].View(s))
	default:
		body.Children = []ui.Node{compareTab(s, sc)}
	}
	if next := screen.NextStart(s, sc); next != nil { // there is no answer to nothing
		body.Children = []ui.Node{ui.El("p", ui.Class("empty"), "There is nothing to solve yet. "+next.Say),
			ui.El("div", ui.Class("acts pad"), addAlgorithm())}
	}
	body.Attrs = append(body.Attrs, ui.A("aria-labelledby", "answers-"+chosen))
	return ui.El("section", ui.Class("runs"), ui.A("role", sideRole(s, "answers")), ui.A("aria-label", "Answers"),
		ui.Tabs("Answers", "answers", "answers", chosen, tabs), body)
}

// queueTab returns the answers of the view of the queue, nil if the problem has
// none.
func queueTab(s *state.State, sc *screen.Screen) *screen.AnswerTab {
	for i := range sc.Answers {
		if t := &sc.Answers[i]; t.ID == state.InQueue && t.When(s) {
			return t
		}
	}
	return nil
}

// HasQueue reports whether there is a queue to be viewed.
func HasQueue(s *state.State, sc *screen.Screen) bool { return queueTab(s, sc) != nil }

// queueAnswers returns the right side of the view of the queue.
func queueAnswers(s *state.State, sc *screen.Screen) ui.Node {
	return ui.El("section", ui.Class("runs"), ui.A("role", sideRole(s, "answers")), ui.A("aria-label", "Answers"),
		ui.El("div", ui.Class("tabs"), ui.El("h2", "The queue")),
		ui.El("div", ui.Class("pane"), ui.A("id", "answers"), ui.A("tabindex", "0"), ui.A("role", "region"),
			ui.A("aria-label", "The queue"), queueTab(s, sc).View(s)))
}

// detailsOf returns the details that there are now of the focused answer.
func detailsOf(s *state.State, sc *screen.Screen) (list []screen.AnswerTab) {
	for _, t := range sc.Answers {
		if t.ID != state.InQueue && (t.When == nil || t.When(s)) {
			list = append(list, t)
		}
	}
	return list
}

// details returns the list from which a detail of the focused answer is chosen,
// nothing if there is only one.
func details(all []screen.AnswerTab, at int) ui.Node {
	if len(all) == 1 {
		return ui.Node{}
	}
	var ids, names []string
	for _, t := range all {
		ids, names = append(ids, t.ID), append(names, t.Name)
	}
	return ui.El("div", ui.Class("form"), ui.Labelled("f-detail", "Detail", ui.Choice(all[at].ID, ids, names,
		ui.A("id", "f-detail"), ui.A("data-show", "answers"))))
}

// addAlgorithm leads to everything that can be added, and to the order, names and options.
func addAlgorithm() ui.Node {
	return ui.Button(ui.Class("plain"), ui.Act("dialog", "runs"), opens, ui.Icon("add"), "Add algorithm")
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
		rows = append(rows, answerRow(s, sc, &s.Answers[i], shown, alike, times, longest(s, shown)))
	}
	parts := []ui.Node{
		screen.TableOf("data runs-table", "Runs side by side", head, rows, ui.If(len(shown) > maxWide,
			ui.Class("many"))),
		// Each has a place of its own, so that none is drawn anew under a click when another comes or goes.
		ui.El("div", sharedReasons(alike, len(s.Answers))),
		control(s, sc),
		ui.El("div", lead(s, shown)),
		ui.El("div", troubles(s)),
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

// maxWide is the number of metrics up to which the table has room for words.
const maxWide = 3

func answerRow(s *state.State, sc *screen.Screen, a *state.Answer, shown []kind.Metric,
	alike map[string][]string, times bool, most float64) ui.Node {
	width := len(shown) + 1 // of all between name and verdict
	if sc.Served != nil {
		width++
	}
	alg := screen.Algorithm(s, a)
	on := a.ID == s.Focus
	cells := []ui.Node{ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Act("focus", a.ID),
		ui.Aria("pressed", on), ui.A("title", alg.About), swatch(a.Colour, a.Letter), ui.El("bdi", alg.Name)),
		barOf(s, a, shown, most))}
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
			cells = append(cells, ui.El("td", old, ui.Num(v), formerly(s, a, m.ID)))
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
		if c := a.Answer.Check; c != nil && c.OK && c.Scope == scenario.ScopeOptimal && len(shown) <= maxWide {
			gap.Children = []ui.Node{ui.El("span", scenario.ScopeOptimal)}
		}
		cells = append(cells, gap, verdict(a))
	}
	return ui.El("tr", ui.If(on, ui.Class("sel")), ui.If(screen.Refuted(a), ui.Class("refuted")), cells)
}

// former returns the value of a metric before the last change of the draft, where the
// answer is up to date and has another value now.
func former(s *state.State, a *state.Answer, metric string) (v float64, ok bool) {
	was := s.Were[a.ID]
	if was == nil || !was.Feasible || a.Answer == nil || !a.Answer.Feasible || !s.Fresh(*a) {
		return 0, false
	}
	v, ok = was.Metrics[metric]
	return v, ok && ui.Num(v) != ui.Num(a.Answer.Metrics[metric])
}

// formerly returns the former value for a cell of the table, empty if it has not changed.
func formerly(s *state.State, a *state.Answer, metric string) ui.Node {
	v, ok := former(s, a, metric)
	if !ok {
		return ui.Node{}
	}
	return ui.El("small", ui.Class("was"), ui.El("span", ui.Class("quiet"), " before the change "), ui.Num(v))
}

// longest returns the greatest value of the first metric, now and before the last change. It
// is the length of a full bar.
func longest(s *state.State, shown []kind.Metric) (most float64) {
	for i := range s.Answers {
		a := &s.Answers[i]
		if a.Answer != nil && a.Answer.Feasible {
			most = max(most, a.Answer.Metrics[shown[0].ID])
		}
		if v, ok := former(s, a, shown[0].ID); ok {
			most = max(most, v)
		}
	}
	return most
}

// barOf returns the answer's first metric as a bar, with the bound as a line, its former
// length as an outline, and by how much it has changed.
func barOf(s *state.State, a *state.Answer, shown []kind.Metric, most float64) ui.Node {
	m := &shown[0]
	if a.Answer == nil || !a.Answer.Feasible || !(most > 0) {
		return ui.Node{}
	}
	now := a.Answer.Metrics[m.ID]
	at := func(v float64) string { return strconv.FormatFloat(max(0, min(100, v/most*100)), 'f', 1, 64) }
	drawn := `<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">` +
		`<rect width="` + at(now) + `" height="6" fill="currentColor"/>`
	was, changed := former(s, a, m.ID)
	if changed {
		drawn += `<rect class="outline" width="` + at(was) + `" height="6"/>`
	}
	if b := a.Answer.Bound; b != nil && b.Metric == m.ID {
		drawn += `<path class="bound" d="M` + at(b.Value) + ` -2v10"/>`
	}
	line := ui.El("span", ui.Class("bar-line "+picture.Hue(a.Colour)), ui.Raw(drawn+"</svg>"))
	if changed {
		sign := "▲ "
		if now < was {
			sign = "▼ "
		}
		line.Children = append(line.Children, ui.El("small", sign+ui.Num(math.Abs(now-was))))
	}
	return line
}

// lead returns the sentence below the answers: the effect of the last change, or else the
// answer that is better than the focused one.
func lead(s *state.State, shown []kind.Metric) ui.Node {
	if said := changed(s, shown); !said.IsZero() {
		return said
	}
	return better(s, shown)
}

// better returns a sentence about the answer with the best first metric, and a button that
// compares it with the focused one. It returns nothing if the focused answer is the best.
func better(s *state.State, shown []kind.Metric) ui.Node {
	a := s.Focused()
	if a == nil || a.Answer == nil || !a.Answer.Feasible || a.Problem == nil {
		return ui.Node{}
	}
	m, best := &shown[0], a
	for i := range s.Answers {
		b := &s.Answers[i]
		if b.Answer == nil || !b.Answer.Feasible || b.Problem != a.Problem && b.To != a.To || screen.Refuted(b) {
			continue
		}
		if d := b.Answer.Metrics[m.ID] - best.Answer.Metrics[m.ID]; m.Less && d < 0 || !m.Less && d > 0 {
			best = b
		}
	}
	if best == a || ui.Num(best.Answer.Metrics[m.ID]) == ui.Num(a.Answer.Metrics[m.ID]) {
		return ui.Node{}
	}
	k, _ := catalog.ByID(s.Draft.Kind)
	said, _, _ := strings.Cut(k.Compare(a.Problem, best.Said(), a.Said()), "; ")
	said = strings.TrimSuffix(said, ".")
	why := ""
	if x, y := screen.Algorithm(s, a), screen.Algorithm(s, best); x.Paper != "" && y.Paper == "" {
		why = x.Name + " is a published algorithm, and here a simple rule beats it. Why? "
	}
	return ui.El("p", ui.Class("changed"), ui.El("b", said+". "), why,
		ui.El("button", ui.A("type", "button"), ui.Class("link"), ui.Act("comparewith", best.ID), "Compare the two"))
}

// changed returns a sentence about how the focused answer's first metric has changed with the
// last change of the draft, and a button that explains it. It returns nothing without a change.
func changed(s *state.State, shown []kind.Metric) ui.Node {
	a := s.Focused()
	if a == nil || s.Former == nil {
		return ui.Node{}
	}
	m := &shown[0]
	was, ok := former(s, a, m.ID)
	if !ok {
		return ui.Node{}
	}
	now, sign := a.Answer.Metrics[m.ID], "+"
	if now < was {
		sign = "−"
	}
	by := sign + ui.Num(math.Abs(now-was))
	if m.Unit != "" {
		by += " " + m.Unit
	}
	return ui.El("p", ui.Class("changed"), ui.A("role", "status"),
		ui.El("b", screen.Algorithm(s, a).Name+": "+strings.ToLower(m.Name)+" "+by),
		" ("+ui.Num(was)+" → "+ui.Num(now)+"). ",
		ui.El("button", ui.A("type", "button"), ui.Class("link"), ui.Act("whatchanged"), "What changed?"))
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
	return "no " + name + " can be " + side + " " + ui.Num(b.Value)
}

// swatch returns a run's colour, the same on every page: the algorithm's, or a
// shade of it with a letter for its further runs.
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
	line.Children = append([]ui.Node{addAlgorithm()}, line.Children...)
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

// aside reports whether a run needs a policy that waits for permission, or
// failed by an error in it: other parts show that, and the other runs have
// answers.
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

// stands returns a note that the answers belong to the last valid values, if an
// invalid value is on the screen.
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

// chart returns the element of one Vega-Lite chart; the drawing is shown until
// Vega is loaded, and if it cannot be.
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
		drawn = ui.Picture(c.Draw(400))
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

// plotHeight returns the height of lines below the answers at which their axis
// stays visible: lower on a screen as low as a projector's than usual (0), and
// still lower below many answers.
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

// versus compares the focused answer with the first other one in the order of
// the runs.
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
