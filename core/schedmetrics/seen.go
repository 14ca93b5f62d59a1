package schedmetrics

import "gridbox/core/kind/farm"

// Seen is the data of a page about a schedule: the measures and the series that
// it draws. Utilization and queue cover the measured interval.
type Seen struct {
	Format      string   `json:"format"`
	Version     int      `json:"version"`
	Measures    Measures `json:"measures"`
	Utilization []Point  `json:"utilization"`
	Queue       []Point  `json:"queue"`
	Waits       []Point  `json:"waits"` // as from View.Waits
}

// SeenPoints is the maximum number of points of each line on a page.
const SeenPoints = 240

// See returns the measures of a solution for a page. It lists the given number
// of users with the most jobs; the fairness is over all users.
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
