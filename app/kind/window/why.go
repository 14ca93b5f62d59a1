package window

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/window/draw"
	"gridbox/core/trace"
)

// searchCache caches the search at the last shown step, because picture, filters and table need the same one.
var searchCache atomic.Pointer[draw.Search]

// searchAt returns the search at the step that is shown, empty without a trace. The last search is cached; the caller
// must not modify it.
func searchAt(s *state.State) *draw.Search {
	t := s.Explanation.Trace
	if t == nil {
		return &draw.Search{}
	}
	v := searchCache.Load()
	if v == nil || v.Log != t || v.Step != s.Explanation.Step {
		v = draw.SearchAt(t, s.Explanation.Step)
		searchCache.Store(v)
	}
	return v
}

// replayView returns the search at the current step as the picture shows it.
func replayView(s *state.State) (found []noderows.WindowMark, states []noderows.State, marks []timeline.Mark) {
	v := searchAt(s)
	alg := screen.Algorithm(s, s.FocusedAnswer())
	return v.FoundWindows(alg.ID, alg.Colour), v.States, v.Marks()
}

func value(e *trace.Event, name string) float64 { x, _ := e.Value(name); return x }

// stepText describes the last replayed step in a sentence, and after the last step the outcome of the
// search, which continues after its best window.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	nodes := eventText(e)
	if t := s.Explanation.Trace; s.Explanation.Step == len(t.Events) && t.Dropped == 0 && e.Kind != "found" {
		switch v := searchAt(s); {
		case len(v.KeptWindows) > 0:
			nodes = append(nodes, ui.Text(" The best window kept is taken."))
		case v.Best != nil:
			nodes = append(nodes, ui.Text(" The best window so far is taken."))
		}
	}
	return nodes
}

// eventText describes an event in a sentence.
func eventText(e *trace.Event) []ui.Node {
	t, node := ui.Text, screen.Bold(e.Ref("node"))
	number := func(name string) string { return picture.Number(value(e, name)) }
	span := i18n.T(" from {} to {}", number("start"), number("end"))
	switch e.Kind {
	case "group":
		return []ui.Node{t(i18n.T("Nodes of performance {} or more: a window among them lasts {}.",
			number("performance"), number("runtime")))}
	case "pass":
		return []ui.Node{t(i18n.T("The group of performance {} is passed over: {}.",
			number("performance"), passReasons[e.Reason]))}
	case "add", "take":
		return []ui.Node{t("The slot on "), node, t(i18n.T("{} becomes a candidate.", span))}
	case "skip", "reject":
		return []ui.Node{t("The slot on "), node, t(i18n.T("{} is left out: {}.", span, skipReasons[e.Reason]))}
	case "narrow":
		if value(e, "kept") == value(e, "slots") {
			return []ui.Node{t(i18n.T("All {} slots of the group are inspected.", number("slots")))}
		}
		return []ui.Node{t(i18n.T("{} of the {} slots of the group could be part of a better window; the others "+
			"are not inspected.",
			number("kept"), number("slots")))}
	case "expire":
		return []ui.Node{t("The slot on "), node,
			t(i18n.T(" expires: it ends at {}, before a window from {} would.", number("end"), number("at")))}
	case "prune":
		return []ui.Node{t(i18n.T("From {} nothing is gained: {}.", number("start"), pruneReason(e)))}
	case "examine":
		return []ui.Node{t(i18n.T("From {} the prices of the best subset add up to {}.",
			number("start"), number("price")))}
	case "improve":
		return []ui.Node{t(i18n.T("The best window so far: from {} to {} for {}, worth {}.",
			number("start"), number("finish"), number("cost"), number("value")))}
	case "window":
		return []ui.Node{t(i18n.T("A window from {} to {} for {} is kept, and cut out of the free time.",
			number("start"), number("finish"), number("cost")))}
	case "over":
		return []ui.Node{t(i18n.T("Enough slots are held at {}, but the cheapest of them cost {}, above the "+
			"budget of {}.",
			number("start"), number("cost"), number("budget")))}
	case "found":
		return []ui.Node{t(i18n.T("The window is found: it starts at {}, ends at {} and costs {}.",
			number("start"), number("end"), number("cost")))}
	case "none":
		return []ui.Node{t("The list is exhausted without a window.")}
	}
	return []ui.Node{t(e.Kind)}
}

// passReasons, skipReasons and pruneReason describe the reasons of events.
var passReasons = map[string]string{
	"count":      "it has fewer nodes than the job needs",
	"budget":     "even its cheapest nodes cost more than the budget",
	"bound":      "nothing in it can be better than the best window",
	"multiplier": "by the Lagrangian bound no subset within the budget is better than the best window",
}

var skipReasons = map[string]string{
	"length": "it is shorter than the window", "price": "its node alone costs too much",
	"short": "it is too short for the part", "slow": "its node is below the least performance",
	"dear": "its node is above the greatest price",
}

// pruneReason describes why the search discards the candidates of an event, with their bound if the event has one.
func pruneReason(e *trace.Event) string {
	bound, known := e.Value("bound")
	of := ""
	if known {
		of = i18n.T(" (at best {})", picture.Number(bound))
	}
	switch e.Reason {
	case "declined":
		return "the program takes none of them"
	case "count":
		return "there are fewer candidates than the job needs"
	case "budget":
		return "the cheapest candidates cost more than the budget"
	case "bound":
		return i18n.T("the best candidates together are no better than the best window{}", of)
	case "multiplier":
		return i18n.T("by the Lagrangian bound no subset within the budget is better{}", of)
	}
	return "the criterion has no value here"
}

// proofs describe the claim that is proven for an answer that reaches its bound.
var proofs = map[string]string{
	"start": "no window starts earlier", "finish": "no window ends earlier", "runtime": "no window is shorter",
	"cost": "no window is cheaper", "value": "no window within the budget is worth more",
}

// verdict describes the whole decision, its quality, and the limit that binds.
func verdict(s *state.State) []ui.Node {
	a := s.FocusedAnswer()
	sol := solutionOf(s, a)
	if sol == nil {
		return nil
	}
	p, m := problemOf(a.Problem), a.Answer.Metrics
	text := ""
	for i := range sol.Slots {
		switch {
		case i == 3 && len(sol.Slots) > 4:
			text += i18n.T(" and {} more", strconv.Itoa(len(sol.Slots)-i))
		case i > 3 && len(sol.Slots) > 4:
		case i > 0 && i == len(sol.Slots)-1:
			text += i18n.T(" and {}", sol.Slots[i].Node)
		case i > 0:
			text += ", " + sol.Slots[i].Node
		default:
			text += sol.Slots[i].Node
		}
	}
	if b := a.Answer.Bound; b != nil {
		if proof := proofs[b.Metric]; b.Gap < 1e-9 && proof != "" {
			text += ": " + proof
		} else if b.Gap >= 1e-9 {
			text += i18n.T("; the general search reaches a {} of {}", b.Metric, picture.Number(b.Value))
		}
	}
	text += "."
	slow, slowest := "", math.Inf(1)
	for i := range sol.Slots {
		if n := nodeOf(p, sol.Slots[i].Node); n.Performance < slowest {
			slow, slowest = n.ID, n.Performance
		}
	}
	text += i18n.T(" {} with performance {} makes it last {}",
		slow, picture.Number(slowest), picture.Number(m["runtime"]))
	if b := p.Request.Budget; b != nil {
		text += i18n.T("; {} of the budget is left", picture.Number(*b-m["cost"]))
	}
	text += "."
	return []ui.Node{formula(sol, p, m), ui.Text(" "), ui.Text(text)}
}

// maxCandidates is the greatest number of candidates in the table next to the steps.
const maxCandidates = 5

// candidates returns the table next to the steps: the candidates for the best subset, the
// cheapest first, or at the end the chosen slots.
func candidates(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	if p == nil {
		return ui.Node{}
	}
	v := searchAt(s)
	ids, title := []string{}, "Candidates"
	if screen.Replaying(s) {
		for _, st := range v.States {
			if k, ok := v.Open[st.Node]; ok && v.States[k] == st {
				ids = append(ids, st.Node)
			}
		}
	} else if sol := solutionOf(s, s.FocusedAnswer()); sol != nil {
		title = "Chosen"
		for i := range sol.Slots {
			ids = append(ids, sol.Slots[i].Node)
		}
	}
	price := func(id string) float64 { return nodeOf(p, id).Price }
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(price(a), price(b)) })
	more := max(0, len(ids)-maxCandidates)
	name := p.ValueAttribute()
	head := []ui.Node{ui.TermHead("candidates", i18n.T("{} {} of {}",
		title, strconv.Itoa(len(ids)), strconv.Itoa(p.Request.Nodes)))}
	for _, term := range []string{"price", dash(name), "perf."} {
		head = append(head, ui.ColHead(screen.Term(term)))
	}
	rows := make([]ui.Node, 0, len(ids)-more)
	for i, id := range ids[:len(ids)-more] {
		n := nodeOf(p, id)
		rows = append(rows, ui.El("tr", ui.If(screen.Replaying(s) && i < p.Request.Nodes, ui.Class("best")),
			ui.RowHead(ui.If(s.IsSelected("node", id), ui.Class("sel")), id), ui.El("td", ui.Num(n.Price)),
			ui.El("td", attribute(n, name)), ui.El("td", ui.Num(n.Performance))))
	}
	table := screen.TableOf("heat ranks", title, head, rows)
	if more > 0 {
		return ui.El("div", table, ui.El("p", ui.Class("note"), i18n.T("and {} dearer ones", ui.Integer(more))))
	}
	return table
}
