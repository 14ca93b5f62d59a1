package paper

// A Chart is a figure of a paper, drawn with our numbers on the paper's axes.
type Chart struct {
	ID    string
	Where string // "figure 2"; empty for a chart that is not in the paper
	Title string
	// Known describes the paper's figure as far as it can be read.
	Known string
	X, Y  Axis
	// Rows are the statements shown with the chart.
	Rows  []string
	Lines func(r *Results) []LineDocument
}

// An Axis is an axis of a chart. An axis of words has no ends.
type Axis struct {
	Name string  `json:"name"`
	Unit string  `json:"unit,omitempty"`
	From float64 `json:"from,omitempty"`
	To   float64 `json:"to,omitempty" about:"with from, the ends; absent where the numbers decide"`
	Log  bool    `json:"log,omitempty"`
}

// A ChartDocument is a chart as series of numbers.
type ChartDocument struct {
	ID      string         `json:"id"`
	Where   string         `json:"where,omitempty" about:"place in the paper; absent where it has no such figure"`
	Title   string         `json:"title"`
	Known   string         `json:"known" about:"what of the paper's figure can be had"`
	X       Axis           `json:"x"`
	Y       Axis           `json:"y"`
	Machine bool           `json:"machineDependent,omitempty" about:"whether the numbers are times of this machine"`
	Rows    []string       `json:"rows,omitempty" about:"the statements that are read beside it"`
	Lines   []LineDocument `json:"lines"`
}

// A LineDocument has the results of one algorithm.
type LineDocument struct {
	Algorithm string      `json:"algorithm"`
	Points    []MeanPoint `json:"points"`
}

// A MeanPoint is a mean with its 95 % interval over the replications with a
// value. X is a number or a word.
type MeanPoint struct {
	X            any       `json:"x"`
	Mean         float64   `json:"mean"`
	CI95         []float64 `json:"ci95"`
	Count        int       `json:"count"`
	Replications int       `json:"asked" about:"replications done; those without a value had no answer"`
	Stated       []float64 `json:"stated,omitempty" about:"what the paper's number stands for, from and to"`
}

// chartDocument returns the series of a chart.
func (r *Results) chartDocument(c *Chart) ChartDocument {
	return ChartDocument{ID: c.ID, Where: c.Where, Title: c.Title, Known: c.Known, X: c.X, Y: c.Y, Rows: c.Rows,
		Machine: c.Y.Unit == milliseconds, Lines: c.Lines(r)}
}

const milliseconds = "ms"

// curves returns a line for each run of an experiment over the varied value;
// points without any value are left out.
func curves(x int, metric string) func(*Results) []LineDocument {
	return func(r *Results) []LineDocument {
		plan := r.plans[x]
		var lines []LineDocument
		for run, asked := range plan.Scenario.Runs {
			line := LineDocument{Algorithm: asked.Algorithm, Points: []MeanPoint{}}
			for point := range plan.Points {
				c := r.column(x, point, run, metric)
				if e := mean(c); e.Count > 0 {
					line.Points = append(line.Points, pointOf(plan.Points[point].Values[0], e, len(c), nil))
				}
			}
			lines = append(lines, line)
		}
		return lines
	}
}

func pointOf(x any, e Estimate, asked int, stated *Claim) MeanPoint {
	p := MeanPoint{X: x, Mean: e.Value, CI95: []float64{e.Low, e.High}, Count: e.Count, Replications: asked}
	if stated != nil {
		p.Stated = []float64{stated.Low, stated.High}
	}
	return p
}

// A bar is an algorithm's mean of a quantity, with the number of the text if
// there is one.
type bar struct {
	algorithm, quantity string
	estimate            func(*Results) Estimate
	claim               *Claim
}

// bars groups bars by algorithm, in order.
func bars(list ...bar) func(*Results) []LineDocument {
	return func(r *Results) []LineDocument {
		var lines []LineDocument
		for _, b := range list {
			if n := len(lines); n == 0 || lines[n-1].Algorithm != b.algorithm {
				lines = append(lines, LineDocument{Algorithm: b.algorithm, Points: []MeanPoint{}})
			}
			line := &lines[len(lines)-1]
			if e := b.estimate(r); e.Count > 0 {
				line.Points = append(line.Points, pointOf(b.quantity, e, e.Count, b.claim))
			}
		}
		return lines
	}
}

// pointAt returns the point of an experiment at which the varied path has a
// value, -1 if there is none.
func (r *Results) pointAt(x int, value float64) int {
	for i, p := range r.plans[x].Points {
		if len(p.Values) > 0 && p.Values[0] == any(value) {
			return i
		}
	}
	return -1
}
