package paper

import "gridbox/core/study"

// A Chart is a figure of a paper: a metric of one of its experiments over what
// the experiment varies, a line for each run.
type Chart struct {
	ID         string
	Title      string
	Experiment int
	Metric     string
}

// A ChartDocument is a chart as series of numbers.
type ChartDocument struct {
	ID      string         `json:"id"`
	Title   string         `json:"title"`
	X       string         `json:"x" about:"the path that the experiment varies"`
	Metric  string         `json:"metric"`
	Machine bool           `json:"machineDependent,omitempty" about:"whether the numbers are times of this machine"`
	Lines   []LineDocument `json:"lines"`
}

// A LineDocument is what one algorithm gave.
type LineDocument struct {
	Algorithm string      `json:"algorithm"`
	Points    []MeanPoint `json:"points"`
}

// A MeanPoint is a mean with its 95 % interval over the replications that have
// a value.
type MeanPoint struct {
	X     any       `json:"x"`
	Mean  float64   `json:"mean"`
	CI95  []float64 `json:"ci95"`
	Count int       `json:"count"`
}

// charted makes the series of a chart; points without any value are left out.
func (r *Results) charted(c *Chart) ChartDocument {
	plan := r.plans[c.Experiment]
	d := ChartDocument{ID: c.ID, Title: c.Title, X: plan.Scenario.Study.Vary[0].Path, Metric: c.Metric,
		Machine: study.MachineDependent(c.Metric)}
	for run, asked := range plan.Scenario.Runs {
		line := LineDocument{Algorithm: asked.Algorithm, Points: []MeanPoint{}}
		for point := range plan.Points {
			if e := mean(r.at(c.Experiment, point, run, c.Metric)); e.Count > 0 {
				line.Points = append(line.Points,
					MeanPoint{plan.Points[point].Values[0], e.Value, []float64{e.Low, e.High}, e.Count})
			}
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}
