package schedmetrics

import "gridbox/core/kind/farm"

// PageData is the data of a page about a schedule: the measures and the series that
// it draws. Utilization and queue cover the measured interval.
type PageData struct {
	Format      string   `json:"format"`
	Version     int      `json:"version"`
	Measures    Measures `json:"measures"`
	Utilization []Point  `json:"utilization"`
	Queue       []Point  `json:"queue"`
	Waits       []Point  `json:"waits"` // as from View.WaitDistribution
}

// MaxPagePoints is the maximum number of points of each line on a page.
const MaxPagePoints = 240

// NewPageData returns the measures of a solution for a page. It lists the given number
// of users with the most jobs; the fairness is over all users.
func NewPageData(p *farm.Problem, s *farm.Solution, cut Cut, users int) PageData {
	v := Analyse(p, s)
	out := PageData{Format: "gridbox-service", Version: 1, Measures: v.Measures(cut)}
	m := &out.Measures
	out.Utilization = v.Utilization(m.From, m.To, MaxPagePoints)
	out.Queue = v.Queue(m.From, m.To, MaxPagePoints)
	out.Waits = v.WaitDistribution(v.CountedJobs(cut), MaxPagePoints)
	m.Users = m.Users[:min(len(m.Users), users)]
	return out
}
