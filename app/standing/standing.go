// Package standing draws the panel next to the editor of an algorithm: the
// names that a formula may read, which can be inserted by a click. For a farm
// whose steps are shown, it also draws the state at the decision, the queue in
// its order, and the scores over time. Few users open it, so it is a program of
// its own, which the laboratory's page loads on demand.
package standing

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// Told is the data that the laboratory sends once: the policy's kind and
// language, and for a farm with an explained run the problem, the answer and
// the steps.
type Told struct {
	Kind     string `json:"kind"`
	Language string `json:"language"`
	Problem  struct {
		Farm *farm.Problem `json:"farm"`
	} `json:"problem"`
	Answer *farm.Solution `json:"answer"`
	Steps  trace.Log      `json:"steps"`
	// Stopped is the input of the call at which a program failed, as JSON.
	Stopped string `json:"stopped"`
}

// A Standing is that data, indexed for a display step by step.
type Standing struct {
	told   Told
	places map[string]*placed
	scores map[string][]scored // by job, in the order of time
	jobs   []*placed           // in the order of submission
}

// A placed job is a job with the answer's decisions about it.
type placed struct {
	job           *farm.Job
	start, finish float64
	on, how       string
	parts         []farm.Reservation
}

// scored is a score that a formula computed for a job; none means that it was
// not a number.
type scored struct {
	at, score float64
	none      bool
}

// New indexes the data.
func New(told Told) *Standing {
	s := &Standing{told: told, places: map[string]*placed{}, scores: map[string][]scored{}}
	if told.Problem.Farm == nil || told.Answer == nil {
		return s
	}
	for i := range told.Problem.Farm.Jobs {
		j := &told.Problem.Farm.Jobs[i]
		s.places[j.ID] = &placed{job: j, start: math.Inf(1)}
		s.jobs = append(s.jobs, s.places[j.ID])
	}
	slices.SortStableFunc(s.jobs, func(a, b *placed) int { return cmp.Compare(a.job.Submitted, b.job.Submitted) })
	for _, r := range told.Answer.Reservations {
		p := s.places[r.Job]
		if p == nil {
			continue
		}
		if p.parts = append(p.parts, r); r.Start < p.start {
			p.start, p.on, p.how = r.Start, r.Machine, r.How
		}
		p.finish = max(p.finish, r.Finish)
	}
	for i := range told.Steps.Events {
		if job, x, ok := scoreOf(&told.Steps.Events[i]); ok {
			s.scores[job] = append(s.scores[job], x)
		}
	}
	return s
}

func scoreOf(e *trace.Event) (job string, x scored, ok bool) {
	if e.Kind != "score" || len(e.Refs) == 0 {
		return "", x, false
	}
	x.at, ok = e.Value("at")
	score, has := e.Value("score")
	x.score, x.none = score, !has
	return e.Refs[0].ID, x, ok
}

// now returns the time of the decision at a step of the replay.
func (s *Standing) now(step int) (at float64, ok bool) {
	for i := min(step, len(s.told.Steps.Events)) - 1; i >= 0; i-- {
		e := &s.told.Steps.Events[i]
		if at, ok = e.Value("at"); ok {
			return at, true
		}
		if at, ok = e.Value("start"); ok && e.Kind == "place" {
			return at, true
		}
	}
	return 0, false
}

// View returns the panel at a step of the replay, with the selected job, "" for
// none.
func (s *Standing) View(step int, job string) ui.Node {
	parts := []ui.Node{s.names()}
	at, ok := s.now(step)
	if s.told.Stopped != "" {
		parts = append(parts, shown("The state that it stopped in", s.told.Stopped))
	}
	switch {
	case s.told.Stopped != "" && len(s.told.Steps.Asked) == 0:
	case len(s.jobs) == 0 && s.told.Kind == "farm":
		parts = append(parts, ui.El("p", ui.Class("note"), "While the steps of its run are shown, the state at each "+
			"decision and the queue in its order appear here."))
	case len(s.jobs) == 0 && s.told.Language == policy.JavaScript && len(s.told.Steps.Asked) == 0:
		parts = append(parts, ui.El("p", ui.Class("note"), "While the steps of its run are shown, the input and "+
			"the time of each decision appear here."))
	case !ok || len(s.jobs) == 0:
	default:
		waiting := s.waiting(at)
		parts = append(parts, s.queue(at, waiting, job), s.course(at, waiting, job), s.state(at, waiting))
	}
	return ui.El("div", append(append(parts, s.asked(step)), s.readable()))
}

// names returns the names that a formula of the kind may read, and the
// functions of formulas.
func (s *Standing) names() ui.Node {
	kind, ok := kinds.Policy(s.told.Kind)
	if !ok || s.told.Language != policy.Formula {
		return ui.Node{}
	}
	seen := map[string]bool{}
	chips := []ui.Node{}
	chip := func(id, unit, about string) {
		if seen[id] {
			return
		}
		seen[id] = true
		parts := []any{ui.A("type", "button"), ui.Class("chip"), ui.A("data-insert", id), ui.A("title", about),
			ui.El("code", id)}
		if unit != "" {
			parts = append(parts, " "+unit)
		}
		chips = append(chips, ui.El("button", parts...))
	}
	for _, d := range kind.Decisions {
		for _, n := range append(slices.Clone(d.Names), d.Members...) {
			chip(n.ID, n.Unit, n.About)
		}
	}
	for _, f := range [][2]string{{"min(", "the least of several"}, {"max(", "the greatest of several"},
		{"log2(", "the logarithm to base 2"}, {"log10(", "the logarithm to base 10"}, {"sqrt(", "the square root"},
		{"pow(", "a power: base, exponent"}, {"if(", "a choice: condition, then, else"}} {
		chip(f[0], "", f[1])
	}
	return ui.El("div", ui.Class("chips"), ui.A("role", "group"), ui.A("aria-label", "Write a name"), chips)
}

// readable lists the meaning of the names, decision by decision.
func (s *Standing) readable() ui.Node {
	kind, ok := kinds.Policy(s.told.Kind)
	if !ok || s.told.Language != policy.Formula {
		return ui.Node{}
	}
	var parts []ui.Node
	for _, d := range kind.Decisions {
		var rows []ui.Node
		for _, n := range append(slices.Clone(d.Names), d.Members...) {
			rows = append(rows, ui.El("tr", ui.RowHead(ui.El("code", n.ID)), ui.El("td", n.Unit), ui.El("td",
				ui.Class("wrap"), n.About)))
		}
		parts = append(parts, ui.El("details", ui.A("name", "readable"), ui.El("summary", "What a formula of "+d.ID+
			" may read"), ui.El("p", ui.Class("note"), d.About+"."), table("Numbers that "+d.ID+" may read",
			[]string{"name", "unit", "meaning"}, rows)))
	}
	return ui.El("div", ui.Class("readable"), parts)
}

// waiting returns the jobs that wait when a decision is made, in the order of
// their scores at that time if all are known, else of submission.
func (s *Standing) waiting(at float64) (list []*placed) {
	for _, p := range s.jobs {
		if p.job.Submitted <= at && p.start >= at && p.job.Running == nil && s.ready(p, at) {
			list = append(list, p)
		}
	}
	if s.ranked(at, list) {
		slices.SortStableFunc(list, func(a, b *placed) int {
			x, y := s.scoreAt(a, at), s.scoreAt(b, at)
			if x.none != y.none {
				return map[bool]int{false: -1, true: 1}[x.none]
			}
			return cmp.Compare(x.score, y.score)
		})
	}
	return list
}

// ready reports whether all predecessors of a job have ended.
func (s *Standing) ready(p *placed, at float64) bool {
	return !slices.ContainsFunc(p.job.After, func(a farm.After) bool {
		before := s.places[a.Job]
		return before == nil || before.finish+a.Delay > at
	})
}

// ranked reports whether some of these jobs have a score of this time; the
// steps of one job do not contain the scores of others.
func (s *Standing) ranked(at float64, list []*placed) bool {
	return len(s.scores) > 1 && slices.ContainsFunc(list, func(p *placed) bool { return s.scoreAt(p, at).at == at })
}

// scoreAt returns the last score of a job up to a time.
func (s *Standing) scoreAt(p *placed, at float64) (x scored) {
	x = scored{at: math.Inf(-1), none: true}
	for _, y := range s.scores[p.job.ID] {
		if y.at <= at {
			x = y
		}
	}
	return x
}

// state returns what is free on each machine before the decision, and how many
// jobs wait and run.
func (s *Standing) state(at float64, waiting []*placed) ui.Node {
	used, running := map[string]int{}, 0
	for _, p := range s.jobs {
		runs := false
		for _, r := range p.parts {
			if (r.Start < at || r.How == farm.HowRunning) && r.Finish > at {
				used[r.Machine] += r.Slots
				runs = true
			}
		}
		if runs {
			running++
		}
	}
	machines := s.told.Problem.Farm.Machines
	var rows []ui.Node
	for i := range machines[:min(len(machines), mostRows)] {
		m := &machines[i]
		share := 0.0
		if m.Slots > 0 {
			share = float64(used[m.ID]) / float64(m.Slots)
		}
		rows = append(rows, ui.El("tr", ui.RowHead(pick("machine", m.ID)), ui.El("td", bar(share)),
			ui.El("td", ui.Whole(m.Slots-used[m.ID])+" of "+ui.Whole(m.Slots))))
	}
	title := "The state at " + ui.Plain(at) + " s"
	return ui.El("div", ui.El("h3", title), ui.El("p", ui.Class("note"), count(len(waiting), "job waits", "jobs wait")+
		", "+count(running, "runs", "run")+" already."), table(title, []string{"machine", "busy", "free slots"}, rows),
		rest(len(machines)-len(rows), "machine"))
}

// queue returns the table of the waiting jobs.
func (s *Standing) queue(at float64, waiting []*placed, job string) ui.Node {
	if len(waiting) == 0 {
		return ui.Node{}
	}
	ranked, most := s.ranked(at, waiting), 0.0
	first := map[string]int{} // places by submission
	for _, p := range s.jobs {
		if slices.Contains(waiting, p) {
			first[p.job.ID] = len(first)
		}
		if x := s.scoreAt(p, at); ranked && x.at == at && !x.none {
			most = max(most, math.Abs(x.score))
		}
	}
	head := []string{"", "job"}
	if ranked {
		head = append(head, "score", "to FCFS")
	}
	head = append(head, "wait, s", "req., s", "slots")
	var rows []ui.Node
	for i, p := range waiting[:min(len(waiting), mostRows)] {
		name := []any{pick("job", p.job.ID)}
		if p.start == at {
			name = append(name, " starts on "+p.on)
			if p.how == farm.HowBackfill {
				name[1] = " backfills on " + p.on
			}
		}
		cells := []any{ui.If(p.job.ID == job, ui.Class("sel")), ui.El("td", ui.Whole(i+1)), ui.RowHead(name...)}
		if ranked {
			x, share := s.scoreAt(p, at), 0.0
			text := "none"
			if !x.none {
				text = short(x.score)
				if most > 0 {
					share = math.Abs(x.score) / most
				}
			}
			cells = append(cells, ui.El("td", bar(share), " "+text), ui.El("td", moved(first[p.job.ID]-i)))
		}
		cells = append(cells, ui.El("td", ui.Plain(at-p.job.Submitted)), ui.El("td", ui.Plain(p.job.Estimated())),
			ui.El("td", ui.Whole(p.job.Slots)))
		rows = append(rows, ui.El("tr", cells...))
	}
	order := "by submission"
	if ranked {
		order = "ranked, the least score first"
	}
	title, alone := "The queue at "+ui.Plain(at)+" s, "+order, ui.Node{}
	if len(s.scores) == 1 && len(waiting) > 1 {
		alone = ui.El("p", ui.Class("note"), "The steps that are shown are one job’s; those of the ",
			ui.Button("Whole run", ui.Class("btn sm"), ui.Act("watch", "whole")), " rank all that wait.")
	}
	return ui.El("div", ui.El("h3", title), alone, table(title, head, rows), rest(len(waiting)-len(rows), "job"))
}

// mostRows is the maximal number of machines and jobs listed, mostCourses that
// of jobs whose scores are drawn.
const mostRows, mostCourses = 12, 6

// course draws the scores of the selected job and of the first jobs of the
// queue over time.
func (s *Standing) course(at float64, waiting []*placed, job string) ui.Node {
	list := slices.Clone(waiting[:min(len(waiting), mostCourses)])
	if p := s.places[job]; p != nil && !slices.Contains(list, p) {
		list = append(list, p)
	}
	from, to, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	courses := map[string][]scored{}
	for _, p := range list {
		for _, x := range s.scores[p.job.ID] {
			if x.none {
				continue
			}
			courses[p.job.ID] = append(courses[p.job.ID], x)
			from, to, low, high = min(from, x.at), max(to, x.at), min(low, x.score), max(high, x.score)
		}
	}
	if !(to > from) {
		return ui.Node{}
	}
	about := "A lower score is nearer to the front: " + ui.Num(low) + " to " + ui.Num(high) + "."
	if high == low {
		about, high = "It stays at "+ui.Num(low)+".", low+1
	}
	px := func(x scored) string {
		return strconv.FormatFloat(6+250*(x.at-from)/(to-from), 'f', 1, 64) + " " +
			strconv.FormatFloat(96-88*(high-x.score)/(high-low), 'f', 1, 64)
	}
	var lines []ui.Node
	said := ""
	for _, p := range list {
		course := courses[p.job.ID]
		if len(course) == 0 {
			continue
		}
		last := course[len(course)-1]
		line := "M" + px(course[0])
		for _, x := range course[1:] {
			line += "L" + px(x)
		}
		class := ui.If(p.job.ID == job, ui.Class("on"))
		x, y := cut(px(last))
		lines = append(lines, ui.El("path", class, ui.A("d", line)),
			ui.El("text", class, ui.A("x", x), ui.A("y", y), ui.A("dx", "4"), ui.A("dy", "4"), p.job.ID))
		if said != "" {
			said += "; "
		}
		said += p.job.ID + " from " + ui.Num(course[0].score) + " at " + ui.Plain(course[0].at) + " s to " +
			ui.Num(last.score) + " at " + ui.Plain(last.at) + " s"
	}
	if at >= from && at <= to {
		x, _ := cut(px(scored{at: at, score: low}))
		lines = append(lines, ui.El("path", ui.Class("now"), ui.A("d", "M"+x+" 2V98")))
	}
	return ui.El("div", ui.El("h3", "Score over time"), ui.El("svg", ui.Class("course"), ui.A("viewBox", "0 0 300 112"),
		ui.A("role", "img"), ui.A("aria-label", "Scores: "+said), lines,
		ui.El("text", ui.A("x", "6"), ui.A("y", "110"), ui.Plain(from)+" s"),
		ui.El("text", ui.Class("end"), ui.A("x", "256"), ui.A("y", "110"), ui.Plain(to)+" s")),
		ui.El("p", ui.Class("note"), about))
}

func cut(pair string) (x, y string) {
	i := slices.Index([]byte(pair), ' ')
	return pair[:i], pair[i+1:]
}

// moved returns the number of positions that a job is ahead of its order of
// submission, with an arrow.
func moved(by int) string {
	switch {
	case by > 0:
		return "↑ " + ui.Whole(by)
	case by < 0:
		return "↓ " + ui.Whole(-by)
	}
	return "–"
}

func pick(kind, id string) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("select", kind+":"+id), id)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return ui.Whole(n) + " " + many
}

func rest(n int, what string) ui.Node {
	if n <= 0 {
		return ui.Node{}
	}
	return ui.El("p", ui.Class("note"), "and "+ui.Whole(n)+" "+doc.Plural(n, what)+" more")
}

// short returns a score with three digits, for a narrow column.
func short(x float64) string {
	if a := math.Abs(x); a != 0 && a < 1000 && a >= 0.01 {
		return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "-", "−", 1)
	}
	return ui.Num(x)
}

// bar returns a share as a bar.
func bar(share float64) ui.Node {
	return ui.El("svg", ui.Class("interval"), ui.A("width", "26"), ui.A("height", "8"), ui.A("viewBox", "0 0 26 8"),
		ui.A("aria-hidden", "true"), ui.El("rect", ui.A("x", "1"), ui.A("y", "1"),
			ui.A("width", strconv.FormatFloat(24*min(1, max(0, share)), 'f', 1, 64)), ui.A("height", "6"),
			ui.A("fill", "currentColor"), ui.A("opacity", "0.35")))
}

func table(caption string, head []string, rows []ui.Node) ui.Node {
	var heads []ui.Node
	for _, h := range head {
		if h == "" {
			heads = append(heads, ui.El("td"))
			continue
		}
		heads = append(heads, ui.ColHead(h))
	}
	return ui.El("table", ui.Class("data cells"), ui.El("caption", ui.Class("quiet"), caption), ui.El("thead",
		ui.El("tr", heads)), ui.El("tbody", rows))
}
