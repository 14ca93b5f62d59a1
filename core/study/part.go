package study

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/scenario"
)

// An Outcome is the result of one run of one replication.
type Outcome uint8

// The outcomes of a run.
const (
	Answered   Outcome = iota
	Infeasible         // there is no solution, which is an answer too
	Failed             // an error, or an answer that the checker refused
)

// A Part has the results of some replications of a study: the exact value of
// every metric. Parts of one study merge to the same part in any order and
// grouping.
type Part struct {
	Engine   string             // the version that computed it
	Digest   string             // of the study's document
	Study    *scenario.Scenario // the study, its runs written out
	Metrics  []string
	Runs     int
	Points   int
	Unsigned bool // read from a document without digest, so that changes cannot be detected
	sections []section
}

// A section has the replications of one point, in ascending order.
type section struct {
	done          []int32
	outcomes      []Outcome // of done x runs
	values        []float64 // of done x runs x metrics; NaN if missing
	reasons       map[[2]int32]string
	limitedCounts map[[2]int32]int32 // by replication and noise entry; absent for 0
}

// NewPart returns a part of a plan without replications.
func NewPart(p *Plan, engine string) *Part {
	return &Part{Engine: engine, Digest: p.Digest, Study: p.Scenario, Metrics: p.Metrics, Runs: p.Runs(),
		Points: len(p.Points), sections: make([]section, len(p.Points))}
}

// Grow allocates room for more replications at a point.
func (p *Part) Grow(point, replications int) {
	s := &p.sections[point]
	s.done = slices.Grow(s.done, replications)
	s.outcomes = slices.Grow(s.outcomes, replications*p.Runs)
	s.values = slices.Grow(s.values, replications*p.Runs*len(p.Metrics))
}

// A Row is a replication to be added: outcomes by run, values by run and
// metric, NaN if missing.
type Row struct {
	Replication int
	Outcomes    []Outcome
	Values      []float64
	Reasons     []string // of runs that failed
	// LimitedCounts counts for each noise entry the results that were limited to the bounds of their
	// field.
	LimitedCounts []int32
}

// NewRow returns a row that can be reused for adding.
func (p *Part) NewRow() *Row {
	return &Row{Outcomes: make([]Outcome, p.Runs), Values: make([]float64, p.Runs*len(p.Metrics)),
		Reasons: make([]string, p.Runs), LimitedCounts: make([]int32, len(p.Study.Study.Noise))}
}

// Reset clears a row for another replication.
func (r *Row) Reset(replication int) {
	r.Replication = replication
	for i := range r.Outcomes {
		r.Outcomes[i], r.Reasons[i] = Answered, ""
	}
	for i := range r.Values {
		r.Values[i] = math.NaN()
	}
	clear(r.LimitedCounts)
}

// Fail records that a run of the row's replication failed; it has no values.
func (r *Row) Fail(run int, why string) {
	r.Outcomes[run], r.Reasons[run] = Failed, why
	width := len(r.Values) / len(r.Outcomes)
	for i := run * width; i < (run+1)*width; i++ {
		r.Values[i] = math.NaN()
	}
}

// Add appends a replication at a point. It panics unless replications are added
// in ascending order; others must be merged.
func (p *Part) Add(point int, r *Row) {
	s := &p.sections[point]
	if n := len(s.done); n > 0 && int(s.done[n-1]) >= r.Replication {
		panic("study: replications are added in rising order")
	}
	s.done = append(s.done, int32(r.Replication))
	s.outcomes = append(s.outcomes, r.Outcomes...)
	for _, v := range r.Values {
		s.values = append(s.values, v+0) // minus zero becomes zero, as in documents
	}
	for run, why := range r.Reasons {
		if why != "" {
			s.note(r.Replication, run, why)
		}
	}
	for entry, n := range r.LimitedCounts {
		s.addLimited(r.Replication, entry, n)
	}
}

// addLimited records how many results of a noise entry were limited.
func (s *section) addLimited(replication, entry int, n int32) {
	if n == 0 {
		return
	}
	if s.limitedCounts == nil {
		s.limitedCounts = map[[2]int32]int32{}
	}
	s.limitedCounts[[2]int32{int32(replication), int32(entry)}] = n
}

// LimitedCount returns the number of limited results of a noise entry over all points,
// for the replications below a limit.
func (p *Part) LimitedCount(entry, limit int) (n int) {
	for i := range p.sections {
		for at, held := range p.sections[i].limitedCounts {
			if int(at[1]) == entry && int(at[0]) < limit {
				n += int(held)
			}
		}
	}
	return n
}

func (s *section) note(replication, run int, why string) {
	if s.reasons == nil {
		s.reasons = map[[2]int32]string{}
	}
	s.reasons[[2]int32{int32(replication), int32(run)}] = why
}

// Done returns the number of replications of a point.
func (p *Part) Done(point int) int { return len(p.sections[point].done) }

// Total returns the number of replications of all points.
func (p *Part) Total() int {
	total := 0
	for i := range p.sections {
		total += len(p.sections[i].done)
	}
	return total
}

// Prefix returns the number n such that every point has the replications 0 to
// n-1.
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

// IsComplete reports whether every replication of the study exists.
func (p *Part) IsComplete() bool { return p.Prefix() == p.Study.Study.Replications }

// A Column has the values of one metric of one run at one point, for the
// replications below a limit. Values and Replications are parallel.
type Column struct {
	Replications                []int32
	Values                      []float64
	Done                        int
	Infeasible, Failed, Lacking int // Lacking counts answers without this metric
}

// Column returns a column of a part, replications from 0 to limit-1 only.
func (p *Part) Column(point, run, metric, limit int) Column {
	s, c := &p.sections[point], Column{}
	for i, r := range s.done {
		if int(r) >= limit {
			break
		}
		c.Add(r, s.outcomes[i*p.Runs+run], s.values[(i*p.Runs+run)*len(p.Metrics)+metric])
	}
	return c
}

// Add adds the result of a run of a replication, NaN without a value.
func (c *Column) Add(replication int32, outcome Outcome, value float64) {
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

// Failures returns the reasons of at most limit failed runs of a point, in the
// order of replications and runs.
func (p *Part) Failures(point, limit int) []Failure {
	s := &p.sections[point]
	var list []Failure
	for i, r := range s.done {
		for run := range p.Runs {
			if s.outcomes[i*p.Runs+run] == Failed && len(list) < limit {
				list = append(list, Failure{Replication: int(r), Run: run, Reason: s.reasons[[2]int32{r, int32(run)}]})
			}
		}
	}
	return list
}

// A Failure is the reason why a run failed in a replication.
type Failure struct {
	Replication int    `json:"replication"`
	Run         int    `json:"run"`
	Reason      string `json:"why"`
}

// name returns the name of a replication at a point for messages.
func name(point, replication int) string {
	return "replication " + strconv.Itoa(replication) + " at point " + strconv.Itoa(point)
}

// Gaps returns the ranges of replications, [first, last], that some point
// lacks.
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
