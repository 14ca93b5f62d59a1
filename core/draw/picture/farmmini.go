package picture

import (
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// Mini draws what each machine runs over time, or the queue.
func (farmDrawer) Mini(m *mini, s *scenario.Scenario, solution any, _ []Point) {
	taken, _ := solution.(*farm.Solution)
	miniFarm(m, &s.Farm.Problem, taken)
}

// miniFarm draws what each machine runs over time, or before there is a schedule
// the queue.
func miniFarm(m *mini, p *farm.Problem, s *farm.Solution) {
	if s == nil || len(s.Reservations) == 0 {
		miniQueue(m, p)
		return
	}
	row := map[string]int{}
	for i := 0; i < len(p.Machines); i += every(len(p.Machines), 10) {
		row[p.Machines[i].ID] = len(row)
	}
	end := 0.0
	for _, r := range s.Reservations {
		end = max(end, r.Finish)
	}
	if end <= 0 || len(row) == 0 {
		return
	}
	h := (miniHeight - 4) / float64(len(row))
	step := every(len(s.Reservations), 4*miniMost)
	for i := 0; i < len(s.Reservations); i += step {
		r := &s.Reservations[i]
		line, ok := row[r.Machine]
		if !ok || r.Finish <= r.Start {
			continue
		}
		sort := byte('a')
		if r.How == farm.HowBackfill {
			sort = 'p'
		}
		m.box(sort, 2+r.Start/end*(miniWidth-4), 2+float64(line)*h, max(0.5, (r.Finish-r.Start)/end*(miniWidth-4)-0.3),
			max(0.6, h*0.8))
	}
}

func miniQueue(m *mini, p *farm.Problem) {
	step, last := every(len(p.Jobs), 24), 1.0
	lines := (len(p.Jobs) + step - 1) / step
	for i := 0; i < len(p.Jobs); i += step {
		last = max(last, max(0, p.Jobs[i].Submitted)+p.Jobs[i].Duration)
	}
	h := (miniHeight - 4) / float64(max(1, lines))
	for k := range lines {
		j := &p.Jobs[k*step]
		m.box('b', 2+max(0, j.Submitted)/last*(miniWidth-4), 2+float64(k)*h, max(0.6, j.Duration/last*(miniWidth-4)),
			max(0.6, h*0.7))
	}
}
