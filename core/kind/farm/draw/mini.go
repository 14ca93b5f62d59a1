package draw

import (
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// Mini draws the machines over time, or the queue.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, _ []picture.Point) {
	taken, _ := solution.(*farm.Solution)
	miniFarm(m, &s.Farm.Problem, taken)
}

// miniFarm draws the reservations of each machine over time, or the queue if there is no
// schedule.
func miniFarm(m *mini.Builder, p *farm.Problem, s *farm.Solution) {
	if s == nil || len(s.Reservations) == 0 {
		miniQueue(m, p)
		return
	}
	row := map[string]int{}
	for i := 0; i < len(p.Machines); i += mini.SampleStep(len(p.Machines), 10) {
		row[p.Machines[i].ID] = len(row)
	}
	end := 0.0
	for _, r := range s.Reservations {
		end = max(end, r.Finish)
	}
	if end <= 0 || len(row) == 0 {
		return
	}
	h := (mini.Height - 4) / float64(len(row))
	step := mini.SampleStep(len(s.Reservations), 4*mini.Max)
	for i := 0; i < len(s.Reservations); i += step {
		r := &s.Reservations[i]
		line, ok := row[r.Machine]
		if !ok || r.Finish <= r.Start {
			continue
		}
		sort := byte('a')
		if r.StartKind == farm.StartBackfill {
			sort = 'p'
		}
		m.Box(sort, 2+r.Start/end*(mini.Width-4), 2+float64(line)*h,
			max(0.5, (r.Finish-r.Start)/end*(mini.Width-4)-0.3),
			max(0.6, h*0.8))
	}
}

// miniQueue draws each job as a bar from its submission over its duration, in the order of the
// document. Of many jobs an even sample is drawn.
func miniQueue(m *mini.Builder, p *farm.Problem) {
	step, last := mini.SampleStep(len(p.Jobs), 24), 1.0
	lines := (len(p.Jobs) + step - 1) / step
	for i := 0; i < len(p.Jobs); i += step {
		last = max(last, max(0, p.Jobs[i].Submitted)+p.Jobs[i].Duration)
	}
	h := (mini.Height - 4) / float64(max(1, lines))
	for k := range lines {
		j := &p.Jobs[k*step]
		m.Box('b', 2+max(0, j.Submitted)/last*(mini.Width-4), 2+float64(k)*h, max(0.6, j.Duration/last*(mini.Width-4)),
			max(0.6, h*0.7))
	}
}
