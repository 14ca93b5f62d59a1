package farm

import (
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
)

// explanation returns the kind's explanation, nil if there is none.
func explanation(s *state.State) *solver.Explanation {
	if w := screen.Explanation[solver.Explanation](s); w != nil && w.Job != "" {
		return w
	}
	return nil
}

// stepText describes the last replayed step in a sentence.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	if e == nil {
		return screen.Unbegun(s, "Only jobs that already run are placed.")
	}
	t, n := ui.Text, func(name string) string {
		v, _ := e.Value(name)
		return picture.Number(v)
	}
	job, machine := screen.Bold(i18n.T("job {}", e.Ref("job"))), screen.Bold(e.Ref("machine"))
	switch e.Kind {
	case "order":
		return []ui.Node{t("Stage one gives "), job, t(i18n.T(" the static priority {}.", n("priority")))}
	case "offer":
		return []ui.Node{machine, t(" offers "), job,
			t(i18n.T(" the time from {} to {} s, at a cost of {}; its load is {} slot-seconds.",
				n("start"), n("finish"), n("cost"), n("load")))}
	case "place":
		return []ui.Node{screen.Bold(i18n.T("Job {}", e.Ref("job"))), t(" gets "), machine,
			t(i18n.T(" from {} to {} s: {}.", n("start"), n("finish"), reasons[e.Reason]))}
	case "preempt":
		return []ui.Node{screen.Bold(i18n.T("Job {}", e.Ref("job"))), t(i18n.T(" is stopped at {} s for ", n("at"))),
			screen.Bold(i18n.T("job {}", e.Ref("by"))), t(i18n.T("; {} s of it are left.", n("left")))}
	case "adjust":
		return []ui.Node{screen.Bold(i18n.T("Job {}", e.Ref("job"))),
			t(i18n.T(" runs longer than estimated; at {} s its end is moved to {} s.", n("at"), n("finish")))}
	case "cycle":
		return []ui.Node{t(i18n.T("At {} s all jobs are scheduled again: {} jobs run, {} wait.",
			n("at"), n("running"), n("waiting")))}
	case "turn":
		return []ui.Node{t(i18n.T("At {} s a time slice ends: {} jobs run in the next, {} are suspended.",
			n("at"), n("running"), n("suspended")))}
	case "try":
		return []ui.Node{t(i18n.T("Try {}, {}: the schedule costs {}, less than all before.",
			n("number"), orderText(e.Reason, e.Ref("moved"), e.Ref("other")), n("cost")))}
	case "search":
		return []ui.Node{t(i18n.T("{} other orders were tried; the schedule costs {} instead of {}.",
			n("tries"), n("cost"), n("plain")))}
	case "score":
		if _, ok := e.Value("score"); !ok {
			return []ui.Node{t(i18n.T("At {} s the policy gives ", n("at"))), job, t(" no finite score.")}
		}
		return []ui.Node{t(i18n.T("At {} s the policy gives ", n("at"))), job, t(i18n.T(" the score {}.", n("score")))}
	case "priority":
		return []ui.Node{t(i18n.T("At {} s ", n("at"))), job, t(i18n.T(" has the priority {}: {} for age, {} for "+
			"fair share, {} for size and {} for its own priority.",
			n("priority"), n("age"), n("fairshare"), n("size"), n("own")))}
	case "unscored":
		return []ui.Node{t("A score of "), job, t(" is not a number, so it comes last.")}
	case "predict":
		return []ui.Node{t(i18n.T("At {} s ", n("at"))), job, t(i18n.T(" is predicted to run for {} s; its estimate "+
			"is {} s.",
			n("runs"), n("estimate")))}
	case "choose":
		return []ui.Node{t(i18n.T("At {} s ", n("at"))), machine, t(i18n.T(" has {} slots free. Of {} jobs that "+
			"could start there, {} with {} slots together are chosen.",
			n("free"), n("jobs"), n("chosen"), n("slots")))}
	case "walk":
		return []ui.Node{t(i18n.T("At {} s {} jobs would start in the order {}.", n("at"), n("jobs"), e.Reason))}
	case "relax":
		return []ui.Node{t(i18n.T("At {} s ", n("at"))), job, t(i18n.T(" is the first that waits, and could start at "+
			"{} s. The others may delay it until {} s.",
			n("start"), n("until")))}
	case "stuck":
		return []ui.Node{t("There is no schedule.")}
	}
	return []ui.Node{t(e.Kind)}
}

// orderText describes how an order was made.
func orderText(how, job, other string) string {
	switch how {
	case "forward":
		return i18n.T("job {} put before job {}", job, other)
	case "swap":
		return i18n.T("jobs {} and {} exchanged", job, other)
	case "deadline":
		return "the earliest deadline first"
	}
	return i18n.T("the {} job first", how)
}

// reasons describes how a reservation was made.
var reasons = map[string]string{
	farm.StartRunning: "it runs there already", farm.StartDirect: "it starts as soon as it is ready",
	farm.StartReserved: "reserved in advance, for the machine has to become free first",
	farm.StartBackfill: "backfilled into a gap, so that nothing placed earlier is delayed",
	farm.StartQueued:   "it starts from the queue",
	farm.StartResumed:  "it resumes",
}

// verdict describes the whole decision: the place in the order, the advantage of the machine, and
// the job's waits.
func verdict(s *state.State) []ui.Node {
	w := explanation(s)
	if w == nil {
		return nil
	}
	if w.Reason != "" {
		return []ui.Node{ui.Text(i18n.T("There is no schedule: {}.", w.Reason))}
	}
	var parts []string
	if w.Position > 0 {
		parts = append(parts, i18n.T("Job {} is number {} in the order.", w.Job, ui.Integer(w.Position)))
	}
	if text := margin(w); text != "" {
		parts = append(parts, text)
	}
	for _, text := range []string{queueText(w), waitText(w), overtakeText(w), limitText(w), searchText(w)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if text := lacking(s, w); text != "" {
		parts = append(parts, text)
	}
	text := ui.Text(strings.Join(parts, " "))
	if s.Problem == nil || s.Problem.Farm == nil {
		return []ui.Node{text}
	}
	r := s.Problem.Farm.Rules()
	return screen.Sentence(formula(w, &r), text)
}

// margin compares the chosen machine with the next best one.
func margin(w *solver.Explanation) string {
	if len(w.Reservations) == 0 || w.Parts > 1 {
		if w.Parts > 1 && len(w.Reservations) > 0 {
			return i18n.T("It is divided into {} parts that start together at {} s.",
				ui.Integer(w.Parts), picture.Number(w.Reservations[0].Start))
		}
		return ""
	}
	best, second := candidateByRank(w, 1), candidateByRank(w, 2)
	if best == nil || best.Cost == nil || best.Machine != w.Reservations[0].Machine {
		return "" // lookahead chooses among machines in another way
	}
	if second == nil {
		return i18n.T("Only {} can run it.", best.Machine)
	}
	switch by := *second.Cost - *best.Cost; {
	case by > 0 && best.Start != nil && *second.Start-*best.Start == by:
		return i18n.T("{} is ahead of {}: it is free {} s earlier.",
			best.Machine, second.Machine, picture.Number(by))
	case by > 0:
		return i18n.T("{} is ahead of {}: its cost is lower by {}.",
			best.Machine, second.Machine, picture.Number(by))
	case *best.Load < *second.Load:
		return i18n.T("{} is ahead of {}: it is as early and has the lower load.", best.Machine, second.Machine)
	}
	return i18n.T("{} and {} tie; {} comes first in the list.", best.Machine, second.Machine, best.Machine)
}

func candidateByRank(w *solver.Explanation, rank int) *solver.Candidate {
	for i := range w.Machines {
		if w.Machines[i].Rank == rank {
			return &w.Machines[i]
		}
	}
	return nil
}

// waitText describes the longest delays of the start.
func waitText(w *solver.Explanation) string {
	if len(w.Reservations) == 0 {
		return ""
	}
	start := w.Reservations[0].Start
	var names []string
	for _, x := range w.Waits {
		if x.Until != start {
			continue
		}
		switch x.For {
		case "submission":
			return "It starts the moment it is submitted."
		case "dependency":
			return i18n.T("It had to wait for job {} until {} s.", x.Job, picture.Number(x.Until))
		case "machine":
			if len(names) < 4 {
				names = append(names, x.Job)
			}
		}
	}
	if len(names) > 0 {
		verb := " makes"
		if len(names) > 1 {
			verb = " make"
		}
		return i18n.T("It starts when {}{} room at {} s.", strings.Join(names, " and "), verb, picture.Number(start))
	}
	if w.Reservations[0].StartKind == farm.StartRunning {
		return i18n.T("It has been running since {} s.", picture.Number(start))
	}
	return ""
}

// lacking describes which machines do not suit the job, by reason.
func lacking(s *state.State, w *solver.Explanation) string {
	by, order := map[string][]string{}, []string{}
	for _, c := range w.Machines {
		if c.Lacks != "" {
			if by[c.Lacks] == nil {
				order = append(order, c.Lacks)
			}
			by[c.Lacks] = append(by[c.Lacks], c.Machine)
		}
	}
	var parts []string
	for _, reason := range order {
		names := by[reason]
		text := strings.Join(names[:min(4, len(names))], ", ")
		if len(names) > 4 {
			text += i18n.T(" and {} more", ui.Integer(len(names)-4))
		}
		parts = append(parts, text+lacks[reason])
	}
	if len(parts) == 0 {
		return ""
	}
	return i18n.T("It does not fit on {}.", strings.Join(parts, "; nor on "))
}

var lacks = map[string]string{
	solver.LacksType: " (another processor type)", solver.LacksSlots: " (too few slots)",
	solver.LacksMemory:  " (too little memory)",
	solver.LacksLicence: " (too few licences)", solver.LacksLink: " (no link for its data)",
}

// offersShown is the number of machines in the table of offers: the best ones.
const offersShown = 8

// offers returns the table of the offers of the suitable machines when the job was placed.
func offers(s *state.State) ui.Node {
	w := explanation(s)
	if w == nil || candidateByRank(w, 1) == nil || s.Problem == nil || s.Problem.Farm == nil || s.Replaying() {
		return ui.Node{} // the result shows at the last step
	}
	var list []*solver.Candidate
	for rank := 1; rank <= offersShown; rank++ {
		if c := candidateByRank(w, rank); c != nil {
			list = append(list, c)
		}
	}
	chosen := map[string]bool{}
	for _, r := range w.Reservations {
		chosen[r.Machine] = true
	}
	head, rows := []ui.Node{ui.ColHead(i18n.T("offered job {}", w.Job))}, make([]ui.Node, len(list))
	for k, c := range list {
		rows[k] = ui.El("tr", ui.If(chosen[c.Machine], ui.Class("best")),
			ui.RowHead(ui.If(s.IsSelected("machine", c.Machine), ui.Class("sel")), c.Machine))
	}
	column := func(name string, of func(*solver.Candidate) *float64) {
		least, most := *of(list[0]), *of(list[0])
		for _, c := range list {
			least, most = min(least, *of(c)), max(most, *of(c))
		}
		head = append(head, ui.ColHead(screen.Term(name)))
		for k, c := range list {
			rows[k].Children = append(rows[k].Children, ui.El("td", screen.Tint(*of(c), least, most),
				picture.Number(*of(c))))
		}
	}
	r := s.Problem.Farm.Rules()
	column("start, s", func(c *solver.Candidate) *float64 { return c.Start })
	if r.Finish > 0 {
		column("finish, s", func(c *solver.Candidate) *float64 { return c.Finish })
	}
	column("load", func(c *solver.Candidate) *float64 { return c.Load })
	if r.Demand > 0 {
		column("demand", func(c *solver.Candidate) *float64 { return c.Demand })
	}
	if r.Start != 1 || r.Finish > 0 || r.Load > 0 || r.Demand > 0 { // otherwise the cost is the start
		column("cost", func(c *solver.Candidate) *float64 { return c.Cost })
	}
	table := screen.TableOf("heat ranks", i18n.T("Offers of the machines to job {}", w.Job), head, rows)
	note := tradeOf(w, &r)
	if suit := suiting(w); suit > len(list) {
		note = screen.Sentence(i18n.T("the best {} of {} suitable machines; ",
			ui.Integer(len(list)), ui.Integer(suit)), note)
	}
	return ui.El("div", table, ui.El("p", ui.Class("note"), note), priorities(w))
}

func suiting(w *solver.Explanation) int {
	n := 0
	for i := range w.Machines {
		if w.Machines[i].Lacks == "" {
			n++
		}
	}
	return n
}
