package window

import (
	"math"
	"strconv"
	"sync/atomic"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// replaying reports whether the picture shows a step instead of the answers.
func replaying(s *state.State) bool {
	t := s.Why.Trace
	return t != nil && s.Why.Run == s.Focus && s.Why.To == s.Posed && s.Why.Step < len(t.Events)
}

// A view is what the steps so far have come to.
type view struct {
	of             *trace.Log
	step           int
	runtime, start float64 // of the group, and of the slot added last
	performance    float64
	begun          bool
	states         []noderows.State // of the group's slots
	open           map[string]int   // by node: place among the states
	best           *trace.Event
	kept           []*trace.Event // windows of Multiple Best
}

// followed is the last view that was come to: picture, filters and table of a
// step ask for the same one.
var followed atomic.Pointer[view]

// follow goes through the steps up to the one that shows.
func follow(s *state.State) *view {
	t := s.Why.Trace
	if t == nil {
		return &view{}
	}
	if v := followed.Load(); v != nil && v.of == t && v.step == s.Why.Step {
		return v
	}
	v := &view{of: t, step: s.Why.Step, open: map[string]int{}}
	defer followed.Store(v)
	events := t.Events[:min(s.Why.Step, len(t.Events))]
	from := beginning(events)
	for i := range events[:from] { // of what a group ended, its windows are left
		switch events[i].Kind {
		case "improve", "found", "window":
			v.take(&events[i])
		}
	}
	for i := from; i < len(events); i++ {
		v.take(&events[i])
	}
	return v
}

// beginning is where the last group of nodes begins, which forgets all candidates
// before it, so that a step far into a long replay is come to at once.
func beginning(events []trace.Event) int {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == "group" {
			return i
		}
	}
	return 0
}

func (v *view) take(e *trace.Event) {
	node := screen.Ref(e, "node")
	number := func(name string) float64 { x, _ := screen.Val(e, name); return x }
	if start, ok := screen.Val(e, "start"); ok && e.Kind != "improve" && e.Kind != "window" {
		v.start, v.begun = start, true
	}
	switch e.Kind {
	case "group":
		v.performance, v.runtime = number("performance"), number("runtime")
		v.states, v.open, v.begun = nil, map[string]int{}, false
	case "add", "take":
		v.open[node] = len(v.states)
		v.states = append(v.states, noderows.State{Node: node, Start: number("start"), End: number("end"),
			Class: "open"})
	case "skip", "reject":
		v.states = append(v.states, noderows.State{Node: node, Start: number("start"), End: number("end"),
			Class: "rejected"})
	case "expire":
		if k, ok := v.open[node]; ok {
			v.states[k].Class = "done"
			delete(v.open, node)
		}
	case "improve", "found":
		v.best = e
	case "window": // the search begins anew on what is left
		v.kept = append(v.kept, e)
		v.states, v.open = nil, map[string]int{}
	}
}

// replayed is the picture of the step: the candidates, where the search stands,
// and the best window so far.
func replayed(s *state.State) (found []noderows.Found, states []noderows.State, marks []timeline.Mark) {
	v := follow(s)
	alg := screen.Algorithm(s, s.Focused())
	for _, e := range v.kept {
		found = append(found, noderows.Found{Colour: alg.Colour, Parts: parts(e), Pale: true, Bare: true})
	}
	if v.best != nil {
		from, _ := screen.Val(v.best, "start")
		found = append(found, noderows.Found{Ref: picture.Ref{Kind: picture.Window, ID: alg.ID}, Colour: alg.Colour,
			Parts: parts(v.best),
			Text:  "best so far: start " + picture.Number(from) + ", cost " + picture.Number(value(v.best, "cost")),
			Say:   "The best window so far"})
	}
	if v.begun {
		marks = append(marks, timeline.Mark{At: v.start, Class: "now", Label: "start " + picture.Number(v.start)})
		if v.runtime > 0 {
			marks = append(marks, timeline.Mark{At: v.start + v.runtime, Class: "bound"})
		}
	}
	return found, v.states, marks
}

func value(e *trace.Event, name string) float64 { x, _ := screen.Val(e, name); return x }

// parts are the slots that an event's window takes.
func parts(e *trace.Event) (list []window.Taken) {
	from, to := value(e, "start"), value(e, "finish")
	for _, r := range e.Refs {
		list = append(list, window.Taken{Node: r.ID, Start: from, End: to})
	}
	return list
}

// say tells the last replayed step in a sentence, and behind the last of all what becomes of it: a
// search goes on behind its best window, and would else end on what it has passed over.
func say(s *state.State) []ui.Node {
	e := screen.Step(s)
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	said := told(e)
	if t := s.Why.Trace; s.Why.Step == len(t.Events) && t.Dropped == 0 && e.Kind != "found" {
		switch v := follow(s); {
		case len(v.kept) > 0:
			said = append(said, ui.Text(" The best that was kept is taken."))
		case v.best != nil:
			said = append(said, ui.Text(" The best so far is taken."))
		}
	}
	return said
}

// told is an event in a sentence.
func told(e *trace.Event) []ui.Node {
	t, node := ui.Text, screen.Bold(screen.Ref(e, "node"))
	number := func(name string) string { return picture.Number(value(e, name)) }
	span := " from " + number("start") + " to " + number("end")
	switch e.Kind {
	case "group":
		return []ui.Node{t("Nodes of performance " + number("performance") + " or more: a window among them lasts " +
			number("runtime") + ".")}
	case "pass":
		return []ui.Node{t("The group of performance " + number("performance") + " is passed over: " +
			passed[e.Reason] + ".")}
	case "add", "take":
		return []ui.Node{t("The slot on "), node, t(span + " becomes a candidate.")}
	case "skip", "reject":
		return []ui.Node{t("The slot on "), node, t(span + " is left out: " + skipped[e.Reason] + ".")}
	case "narrow":
		if value(e, "kept") == value(e, "slots") {
			return []ui.Node{t("All " + number("slots") + " slots of the group are looked at.")}
		}
		return []ui.Node{t(number("kept") + " of the " + number("slots") +
			" slots of the group could be part of something better; the others are not looked at.")}
	case "expire":
		return []ui.Node{t("The slot on "), node,
			t(" expires: it ends at " + number("end") + ", before a window from " + number("at") + " would.")}
	case "prune":
		return []ui.Node{t("From " + number("start") + " nothing is gained: " + pruned(e) + ".")}
	case "examine":
		return []ui.Node{t("From " + number("start") + " the best subset has prices of " + number("price") +
			" together.")}
	case "improve":
		return []ui.Node{t("The best window so far: from " + number("start") + " to " + number("finish") + " for " +
			number("cost") + ", worth " + number("value") + ".")}
	case "window":
		return []ui.Node{t("A window from " + number("start") + " to " + number("finish") + " for " + number("cost") +
			" is kept, and cut out of the free time.")}
	case "over":
		return []ui.Node{t("Enough slots are held at " + number("start") + ", but the cheapest of them cost " +
			number("cost") + ", above the budget of " + number("budget") + ".")}
	case "found":
		return []ui.Node{t("The window is found: it starts at " + number("start") + ", ends at " + number("end") +
			" and costs " + number("cost") + ".")}
	case "none":
		return []ui.Node{t("The list is over without a window.")}
	}
	return []ui.Node{t(e.Kind)}
}

// passed, skipped and pruned say the reasons of events.
var passed = map[string]string{
	"count":      "it has fewer nodes than the job needs",
	"budget":     "even its cheapest nodes cost more than the budget",
	"bound":      "nothing in it can be better than the best window",
	"multiplier": "by the Lagrangian bound no subset within the budget is better than the best window",
}

var skipped = map[string]string{
	"length": "it is shorter than the window", "price": "its node alone costs too much",
	"short": "it is too short for the part", "slow": "its node is below the least performance",
	"dear": "its node is above the greatest price",
}

func pruned(e *trace.Event) string {
	bound, known := screen.Val(e, "bound")
	of := ""
	if known {
		of = " (at best " + picture.Number(bound) + ")"
	}
	switch e.Reason {
	case "declined":
		return "the program takes none of them"
	case "count":
		return "there are fewer candidates than the job needs"
	case "budget":
		return "the cheapest candidates cost more than the budget"
	case "bound":
		return "the best candidates together are no better than the best window" + of
	case "multiplier":
		return "by the Lagrangian bound no subset within the budget is better" + of
	}
	return "the criterion has no value here"
}

// proofs say what an answer that reaches its bound has proven.
var proofs = map[string]string{
	"start": "no window starts earlier", "finish": "no window ends earlier", "runtime": "no window is shorter",
	"cost": "no window is cheaper", "value": "no window within the budget is worth more",
}

// verdict tells the whole decision, how good it is, and which limit binds.
func verdict(s *state.State) []ui.Node {
	a := s.Focused()
	sol := solutionOf(s, a)
	if sol == nil {
		return nil
	}
	p, m := problemOf(a.Problem), a.Answer.Metrics
	text := ""
	for i := range sol.Slots {
		switch {
		case i == 3 && len(sol.Slots) > 4:
			text += " and " + strconv.Itoa(len(sol.Slots)-i) + " more"
		case i > 3 && len(sol.Slots) > 4:
		case i > 0 && i == len(sol.Slots)-1:
			text += " and " + sol.Slots[i].Node
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
			text += "; the general search reaches a " + b.Metric + " of " + picture.Number(b.Value)
		}
	}
	text += "."
	slow, slowest := "", math.Inf(1)
	for i := range sol.Slots {
		if n := nodeOf(p, sol.Slots[i].Node); n.Performance < slowest {
			slow, slowest = n.ID, n.Performance
		}
	}
	text += " " + slow + " with performance " + picture.Number(slowest) + " makes it last " +
		picture.Number(m["runtime"])
	if b := p.Request.Budget; b != nil {
		text += "; " + picture.Number(*b-m["cost"]) + " of the budget is left"
	}
	text += "."
	return []ui.Node{made(sol, p, m), ui.Text(" "), ui.Text(text)}
}

// mostCandidates is how many candidates the table beside the steps lists.
const mostCandidates = 5

// candidates is the table beside the steps: what the best subset is chosen from,
// the cheapest first, or at the end the chosen slots.
func candidates(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	if p == nil {
		return ui.Node{}
	}
	v := follow(s)
	ids, title := []string{}, "Candidates"
	if replaying(s) {
		for _, st := range v.states {
			if k, ok := v.open[st.Node]; ok && v.states[k] == st {
				ids = append(ids, st.Node)
			}
		}
	} else if sol := solutionOf(s, s.Focused()); sol != nil {
		title = "Chosen"
		for i := range sol.Slots {
			ids = append(ids, sol.Slots[i].Node)
		}
	}
	price := func(id string) float64 { return nodeOf(p, id).Price }
	sortBy(ids, price)
	more := max(0, len(ids)-mostCandidates)
	name := p.ValueAttribute()
	head := []ui.Node{ui.TermHead("candidates", title+" "+strconv.Itoa(len(ids))+" of "+strconv.Itoa(p.Request.Nodes))}
	prices, values, speeds := []ui.Node{row("price")}, []ui.Node{row(dash(name))}, []ui.Node{row("perf.")}
	for i, id := range ids[:len(ids)-more] {
		n := nodeOf(p, id)
		in := ui.If(replaying(s) && i < p.Request.Nodes, ui.Class("best"))
		head = append(head, screen.Head(s, "node", id))
		prices = append(prices, ui.El("td", in, ui.Num(n.Price)))
		values = append(values, ui.El("td", attribute(n, name)))
		speeds = append(speeds, ui.El("td", ui.Num(n.Performance)))
	}
	table := screen.TableOf("heat", title, head, []ui.Node{ui.El("tr", prices), ui.El("tr", values),
		ui.El("tr", speeds)})
	if more > 0 {
		return ui.El("div", table, ui.El("p", ui.Class("note"), "and "+ui.Whole(more)+" dearer ones"))
	}
	return table
}

func row(name string) ui.Node { return ui.RowHead(screen.Word(name)) }

// sortBy sorts ids by a number, equal ones as they stand.
func sortBy(ids []string, of func(string) float64) {
	for i := 1; i < len(ids); i++ {
		for k := i; k > 0 && of(ids[k]) < of(ids[k-1]); k-- {
			ids[k], ids[k-1] = ids[k-1], ids[k]
		}
	}
}
