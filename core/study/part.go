package study

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/scenario"
)

// An Outcome is how one run of one replication ended.
type Outcome uint8

// The outcomes of a run.
const (
	Answered   Outcome = iota
	Infeasible         // there is no solution, which is an answer too
	Failed             // an error, or an answer that the checker refused
)

// A Part is what some replications of a study gave: the exact value of every
// metric. Parts of one study merge in any order and grouping to the same part.
type Part struct {
	Engine   string             // the version that computed it
	Digest   string             // of the study's document
	Study    *scenario.Scenario // the study, its runs written out
	Metrics  []string
	Runs     int
	Points   int
	Unsigned bool // read from a document without digest, in which no change would show
	sections []section
}

// A section holds the replications done at one point, in rising order.
type section struct {
	done     []int32
	outcomes []Outcome // of done x runs
	values   []float64 // of done x runs x metrics; NaN where there is none
	whys     map[[2]int32]string
	held     map[[2]int32]int32 // by replication and entry of the noise; 0 where there is none
}

// NewPart is a part of a plan without any replication.
func NewPart(p *Plan, engine string) *Part {
	return &Part{Engine: engine, Digest: p.Digest, Study: p.Scenario, Metrics: p.Metrics, Runs: p.Runs(),
		Points: len(p.Points), sections: make([]section, len(p.Points))}
}

// Grow makes room for so many more replications at a point.
func (p *Part) Grow(point, replications int) {
	s := &p.sections[point]
	s.done = slices.Grow(s.done, replications)
	s.outcomes = slices.Grow(s.outcomes, replications*p.Runs)
	s.values = slices.Grow(s.values, replications*p.Runs*len(p.Metrics))
}

// A Row is one replication being added: outcomes by run, values by run and
// metric. Values that an answer lacks are NaN.
type Row struct {
	Replication int
	Outcomes    []Outcome
	Values      []float64
	Whys        []string // of runs that failed
	// Held counts by entry of the study's noise the results that were held to what
	// their field allows.
	Held []int32
}

// NewRow makes a row to be filled and added again and again.
func (p *Part) NewRow() *Row {
	return &Row{Outcomes: make([]Outcome, p.Runs), Values: make([]float64, p.Runs*len(p.Metrics)),
		Whys: make([]string, p.Runs), Held: make([]int32, len(p.Study.Study.Noise))}
}

// Reset empties a row for another replication.
func (r *Row) Reset(replication int) {
	r.Replication = replication
	for i := range r.Outcomes {
		r.Outcomes[i], r.Whys[i] = Answered, ""
	}
	for i := range r.Values {
		r.Values[i] = math.NaN()
	}
	clear(r.Held)
}

// Fail notes that a run of the row's replication failed; it has no values.
func (r *Row) Fail(run int, why string) {
	r.Outcomes[run], r.Whys[run] = Failed, why
	width := len(r.Values) / len(r.Outcomes)
	for i := run * width; i < (run+1)*width; i++ {
		r.Values[i] = math.NaN()
	}
}

// Add appends a replication at a point. It must come after those before it;
// what comes from elsewhere is merged instead.
func (p *Part) Add(point int, r *Row) {
	s := &p.sections[point]
	if n := len(s.done); n > 0 && int(s.done[n-1]) >= r.Replication {
		panic("study: replications are added in rising order")
	}
	s.done = append(s.done, int32(r.Replication))
	s.outcomes = append(s.outcomes, r.Outcomes...)
	for _, v := range r.Values {
		s.values = append(s.values, v+0) // minus zero is zero, as in documents
	}
	for run, why := range r.Whys {
		if why != "" {
			s.note(r.Replication, run, why)
		}
	}
	for entry, n := range r.Held {
		s.hold(r.Replication, entry, n)
	}
}

// hold notes how many results of an entry of the noise were held.
func (s *section) hold(replication, entry int, n int32) {
	if n == 0 {
		return
	}
	if s.held == nil {
		s.held = map[[2]int32]int32{}
	}
	s.held[[2]int32{int32(replication), int32(entry)}] = n
}

// Held counts over all points, for the replications below a limit, the results
// of an entry of the noise that were held to what their field allows.
func (p *Part) Held(entry, limit int) (n int) {
	for i := range p.sections {
		for at, held := range p.sections[i].held {
			if int(at[1]) == entry && int(at[0]) < limit {
				n += int(held)
			}
		}
	}
	return n
}

func (s *section) note(replication, run int, why string) {
	if s.whys == nil {
		s.whys = map[[2]int32]string{}
	}
	s.whys[[2]int32{int32(replication), int32(run)}] = why
}

// Done is how many replications a point has.
func (p *Part) Done(point int) int { return len(p.sections[point].done) }

// Total is how many replications all points have together.
func (p *Part) Total() int {
	total := 0
	for i := range p.sections {
		total += len(p.sections[i].done)
	}
	return total
}

// Prefix is the number n such that every point has the replications 0 to n-1.
func (p *Part) Prefix() int {
	n := p.Study.Study.Replications
	for i := range p.sections {
		have := 0
		for have < len(p.sections[i].done) && int(p.sections[i].done[have]) == have {
			have++
		}
		n = min(n, have)
	}
	return n
}

// Whole tells whether every replication asked for is there.
func (p *Part) Whole() bool { return p.Prefix() == p.Study.Study.Replications }

// A Column is what one run gave at one point, of one metric, for the
// replications below a limit. Values and their replications go side by side.
type Column struct {
	Replications                []int32
	Values                      []float64
	Done                        int
	Infeasible, Failed, Lacking int // Lacking answered without this metric
}

// Column reads a column of a part, replications from 0 to limit-1 only.
func (p *Part) Column(point, run, metric, limit int) Column {
	s, c := &p.sections[point], Column{}
	for i, r := range s.done {
		if int(r) >= limit {
			break
		}
		c.Take(r, s.outcomes[i*p.Runs+run], s.values[(i*p.Runs+run)*len(p.Metrics)+metric])
	}
	return c
}

// Take adds what a run of a replication gave, NaN where it gave no value.
func (c *Column) Take(replication int32, outcome Outcome, value float64) {
	c.Done++
	switch {
	case outcome == Infeasible:
		c.Infeasible++
	case outcome == Failed:
		c.Failed++
	case value != value:
		c.Lacking++
	}
	if value == value {
		c.Values, c.Replications = append(c.Values, value), append(c.Replications, replication)
	}
}

// Failures lists why runs of a point failed, at most most of them, in the
// order of replications and runs.
func (p *Part) Failures(point, most int) []Failure {
	s := &p.sections[point]
	var list []Failure
	for i, r := range s.done {
		for run := range p.Runs {
			if s.outcomes[i*p.Runs+run] == Failed && len(list) < most {
				list = append(list, Failure{Replication: int(r), Run: run, Why: s.whys[[2]int32{r, int32(run)}]})
			}
		}
	}
	return list
}

// A Failure is why one run of one replication failed.
type Failure struct {
	Replication int    `json:"replication"`
	Run         int    `json:"run"`
	Why         string `json:"why"`
}

// name says which replication of which point is meant.
func name(point, replication int) string {
	return "replication " + strconv.Itoa(replication) + " at point " + strconv.Itoa(point)
}

// Gaps lists the stretches of replications, [first, last], that some point lacks.
func (p *Part) Gaps() [][2]int {
	var gaps [][2]int
	have := make([]int, p.Study.Study.Replications)
	for i := range p.sections {
		for _, r := range p.sections[i].done {
			have[r]++
		}
	}
	for r, n := range have {
		switch k := len(gaps); {
		case n == p.Points:
		case k > 0 && gaps[k-1][1] == r-1:
			gaps[k-1][1] = r
		default:
			gaps = append(gaps, [2]int{r, r})
		}
	}
	return gaps
}
