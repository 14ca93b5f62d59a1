package schedmetrics

import "gridbox/core/kind/farm"

// Seen is what a page shows of how a schedule served: the measures, and what they
// are drawn from. Utilization and queue go over the time that is measured.
type Seen struct {
	Format      string   `json:"format"`
	Version     int      `json:"version"`
	Measures    Measures `json:"measures"`
	Utilization []Point  `json:"utilization"`
	Queue       []Point  `json:"queue"`
	Waits       []Point  `json:"waits"` // as View.Waits gives them
}

// SeenPoints is how many points a page draws of each line at most.
const SeenPoints = 240

// See measures a solution for a page. Of the users, those with the most jobs are
// listed, so many at most; the fairness is that of all.
func See(p *farm.Problem, s *farm.Solution, cut Cut, users int) Seen {
	v := Look(p, s)
	out := Seen{Format: "gridbox-service", Version: 1, Measures: v.Measures(cut)}
	m := &out.Measures
	out.Utilization = v.Utilization(m.From, m.To, SeenPoints)
	out.Queue = v.Queue(m.From, m.To, SeenPoints)
	out.Waits = v.Waits(v.Counted(cut), SeenPoints)
	m.Users = m.Users[:min(len(m.Users), users)]
	return out
}
