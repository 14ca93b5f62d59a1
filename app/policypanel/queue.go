package policypanel

import (
	"cmp"
	"math"
	"slices"

	"gridbox/app/ui"
	"gridbox/core/kind/farm"
)

// waiting returns the jobs that wait when a decision is made. They are in the order of their scores at that time if
// all are known, else of submission.
func (s *Standing) waiting(at float64) (list []*placedJob) {
	for _, p := range s.jobs {
		if p.job.Submitted <= at && p.start >= at && p.job.Running == nil && s.ready(p, at) {
			list = append(list, p)
		}
	}
	if s.hasScores(at, list) {
		slices.SortStableFunc(list, func(a, b *placedJob) int {
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
func (s *Standing) ready(p *placedJob, at float64) bool {
	return !slices.ContainsFunc(p.job.After, func(a farm.After) bool {
		before := s.jobsByID[a.Job]
		return before == nil || before.finish+a.Delay > at
	})
}

// hasScores reports whether some of these jobs have a score at this time. The steps of one job do not contain the
// scores of others.
func (s *Standing) hasScores(at float64, list []*placedJob) bool {
	return len(s.scores) > 1 && slices.ContainsFunc(list, func(p *placedJob) bool { return s.scoreAt(p, at).at == at })
}

// scoreAt returns the last score of a job up to a time.
func (s *Standing) scoreAt(p *placedJob, at float64) (x jobScore) {
	x = jobScore{at: math.Inf(-1), none: true}
	for _, y := range s.scores[p.job.ID] {
		if y.at <= at {
			x = y
		}
	}
	return x
}

// state returns the free capacity of each machine before the decision, and the numbers of waiting and running jobs.
func (s *Standing) state(at float64, waiting []*placedJob) ui.Node {
	used, running := map[string]int{}, 0
	for _, p := range s.jobs {
		runs := false
		for _, r := range p.parts {
			if (r.Start < at || r.StartKind == farm.StartRunning) && r.Finish > at {
				used[r.Machine] += r.Slots
				runs = true
			}
		}
		if runs {
			running++
		}
	}
	machines := s.data.Problem.Farm.Machines
	var rows []ui.Node
	for i := range machines[:min(len(machines), maxRows)] {
		m := &machines[i]
		share := 0.0
		if m.Slots > 0 {
			share = float64(used[m.ID]) / float64(m.Slots)
		}
		rows = append(rows, ui.El("tr", ui.RowHead(pick("machine", m.ID)), ui.El("td", bar(share)),
			ui.El("td", ui.Integer(m.Slots-used[m.ID])+" of "+ui.Integer(m.Slots))))
	}
	title := "The state at " + ui.AllDigits(at) + " s"
	return ui.El("div", ui.El("h3", title), ui.El("p", ui.Class("note"), count(len(waiting), "job waits", "jobs wait")+
		", "+count(running, "runs", "run")+" already."), table(title, []string{"machine", "busy", "free slots"}, rows),
		rest(len(machines)-len(rows), "machine"))
}

// queue returns the table of the waiting jobs.
func (s *Standing) queue(at float64, waiting []*placedJob, job string) ui.Node {
	if len(waiting) == 0 {
		return ui.Node{}
	}
	ranked, most := s.hasScores(at, waiting), 0.0
	first := map[string]int{} // positions by submission
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
	for i, p := range waiting[:min(len(waiting), maxRows)] {
		name := []any{pick("job", p.job.ID)}
		if p.start == at {
			name = append(name, " starts on "+p.machine)
			if p.method == farm.StartBackfill {
				name[1] = " backfills on " + p.machine
			}
		}
		cells := []any{ui.If(p.job.ID == job, ui.Class("sel")), ui.El("td", ui.Integer(i+1)), ui.RowHead(name...)}
		if ranked {
			x, share := s.scoreAt(p, at), 0.0
			text := "none"
			if !x.none {
				text = shortScore(x.score)
				if most > 0 {
					share = math.Abs(x.score) / most
				}
			}
			cells = append(cells, ui.El("td", bar(share), " "+text), ui.El("td", positionChange(first[p.job.ID]-i)))
		}
		cells = append(cells, ui.El("td", ui.AllDigits(at-p.job.Submitted)),
			ui.El("td", ui.AllDigits(p.job.EstimatedRunTime())),
			ui.El("td", ui.Integer(p.job.Slots)))
		rows = append(rows, ui.El("tr", cells...))
	}
	order := "by submission"
	if ranked {
		order = "ranked, the least score first"
	}
	title, alone := "The queue at "+ui.AllDigits(at)+" s, "+order, ui.Node{}
	if len(s.scores) == 1 && len(waiting) > 1 {
		alone = ui.El("p", ui.Class("note"), "The steps shown belong to one job; the steps of the ",
			ui.Button("Whole run", ui.Class("btn sm"), ui.Act("watch", "whole")), " rank all waiting jobs.")
	}
	return ui.El("div", ui.El("h3", title), alone, table(title, head, rows), rest(len(waiting)-len(rows), "job"))
}
