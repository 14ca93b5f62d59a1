package paper

// A Chart is a figure of a paper, drawn again with our numbers on the axes that
// the paper has.
type Chart struct {
	ID    string
	Where string // "figure 2"; empty for a chart that the paper has not
	Title string
	// Known says what of the paper's figure can be had.
	Known string
	X, Y  Axis
	// Rows are the statements that are read beside the chart.
	Rows []string
	Of   func(r *Results) []LineDocument
}

// An Axis is one of a chart's. One of words has no ends.
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

// A LineDocument is what one algorithm gave.
type LineDocument struct {
	Algorithm string      `json:"algorithm"`
	Points    []MeanPoint `json:"points"`
}

// A MeanPoint is a mean with its 95 % interval over the replications that have
// a value, of those that were asked. X is a number or a word.
type MeanPoint struct {
	X      any       `json:"x"`
	Mean   float64   `json:"mean"`
	CI95   []float64 `json:"ci95"`
	Count  int       `json:"count"`
	Asked  int       `json:"asked" about:"replications done; those without a value had no answer"`
	Stated []float64 `json:"stated,omitempty" about:"what the paper's number stands for, from and to"`
}

// charted makes the series of a chart.
func (r *Results) charted(c *Chart) ChartDocument {
	return ChartDocument{ID: c.ID, Where: c.Where, Title: c.Title, Known: c.Known, X: c.X, Y: c.Y, Rows: c.Rows,
		Machine: c.Y.Unit == milliseconds, Lines: c.Of(r)}
}

const milliseconds = "ms"

// curves is a line for each run of an experiment over what it varies; points
// without any value are left out.
func curves(x int, metric string) func(*Results) []LineDocument {
	return func(r *Results) []LineDocument {
		plan := r.plans[x]
		var lines []LineDocument
		for run, asked := range plan.Scenario.Runs {
			line := LineDocument{Algorithm: asked.Algorithm, Points: []MeanPoint{}}
			for point := range plan.Points {
				c := r.at(x, point, run, metric)
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
	p := MeanPoint{X: x, Mean: e.Value, CI95: []float64{e.Low, e.High}, Count: e.Count, Asked: asked}
	if stated != nil {
		p.Stated = []float64{stated.Low, stated.High}
	}
	return p
}

// A bar is one of a chart of bars: an algorithm's mean of a quantity, with what
// the text states of it where it states a number.
type bar struct {
	algorithm, quantity string
	of                  func(*Results) Estimate
	stated              *Claim
}

// bars groups bars by algorithm, in their order.
func bars(list ...bar) func(*Results) []LineDocument {
	return func(r *Results) []LineDocument {
		var lines []LineDocument
		for _, b := range list {
			if n := len(lines); n == 0 || lines[n-1].Algorithm != b.algorithm {
				lines = append(lines, LineDocument{Algorithm: b.algorithm, Points: []MeanPoint{}})
			}
			line := &lines[len(lines)-1]
			if e := b.of(r); e.Count > 0 {
				line.Points = append(line.Points, pointOf(b.quantity, e, e.Count, b.stated))
			}
		}
		return lines
	}
}

// pointAt is the point of an experiment at which the varied path has a value,
// -1 where there is none.
func (r *Results) pointAt(x int, value float64) int {
	for i, p := range r.plans[x].Points {
		if len(p.Values) > 0 && p.Values[0] == any(value) {
			return i
		}
	}
	return -1
}
