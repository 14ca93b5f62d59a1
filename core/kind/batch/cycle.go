// Package batch defines the problem of scheduling cycles: a batch of
// independent parallel jobs that need windows on the free time of the same
// nodes. The answer has alternative windows for every job, one of them chosen,
// and the jobs that must wait. The package also has the generator.
//
// The model is that of Toporkov, Toporkova, Bobchenkov, Yemelyanov and
// Tselishchev, "Resource Selection Algorithms for Economic Scheduling in
// Distributed Systems" (ICCS 2011), and of its Russian sister. The parts of a
// job start together and each runs for volume / performance of its node, so a
// window has a ragged right edge and lasts as long as its longest part. Times
// are without unit; prices are money per unit of time.
package batch

import "gridbox/core/kind/window"

// A Problem is one batch, or the batches of several cycles. Solvers do not
// modify it.
type Problem struct {
	window.Environment
	Jobs []Job `json:"jobs,omitempty" about:"jobs of the batch, in the order of the queue"`
	// Objective is the sum that the virtual organisation minimises.
	Objective string `json:"objective,omitempty" rule:"oneof=time|cost" label:"Objective" about:"time (the default): least total time within a budget; cost: least total cost within a time limit"`
	// Limit is the limit of the other sum. If absent, the virtual organisation's own quota
	// applies.
	Limit *float64 `json:"limit,omitempty" rule:">=0" label:"Limit" about:"greatest total cost (objective time) or time (objective cost) of a cycle; the organisation's own quota when absent"`

	Cycles int      `json:"cycles,omitempty" rule:"int,>=1" label:"Cycles" about:"number of scheduling cycles; jobs without a window wait for the next; 1 when absent"`
	Period float64  `json:"period,omitempty" rule:">=0" label:"Cycle period" about:"time from one cycle to the next"`
	Sight  *float64 `json:"sight,omitempty" rule:">0" label:"Sight" about:"how far ahead a cycle sees free time; to the horizon when absent"`
}

// A Job runs on several nodes at the same time.
type Job struct {
	ID             string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the job"`
	Nodes          int     `json:"nodes" rule:"required,int,>=1" label:"Nodes" about:"how many nodes at the same time; the paper's N" usual:"1"`
	Volume         float64 `json:"volume" rule:"required,>0" label:"Volume" about:"work of the part on each node" usual:"100"`
	MinPerformance float64 `json:"minPerformance" rule:"required,>0" label:"Least performance" about:"only nodes at least this fast; the paper's P, with t = volume / P" usual:"1"`
	MaxPrice       float64 `json:"maxPrice" rule:"required,>=0" label:"Greatest price" about:"greatest price of a node for a unit of time; the paper's C; ALP limits each slot by it; AMP limits the window by C t N" usual:"1"`
	Priority       float64 `json:"priority,omitempty" label:"Priority" about:"higher ones choose first; equal ones in the order of the queue"`
	Cycle          int     `json:"cycle,omitempty" rule:"int,>=1" label:"Cycle" about:"the cycle in which the job arrives; 1 when absent"`
}

// The objectives.
const (
	LeastTime = "time"
	LeastCost = "cost"
)

// ByPrices is the argument for a bound of a batch: for each cycle the price of
// a unit of the limited sum.
const ByPrices = "prices"

// Goal returns the objective, or its default.
func (p *Problem) Goal() string {
	if p.Objective == "" {
		return LeastTime
	}
	return p.Objective
}

// Rounds returns the number of cycles, or its default.
func (p *Problem) Rounds() int { return max(1, p.Cycles) }

// Arrives returns the cycle in which a job arrives, or its default.
func (j *Job) Arrives() int { return max(1, j.Cycle) }

// Budget returns AMP's limit S = C t N on the cost of a window.
func (j *Job) Budget() float64 {
	return j.MaxPrice * (j.Volume / j.MinPerformance) * float64(j.Nodes)
}

// A Solution has the windows that a run found and chose. Alternatives are in
// the order in which the jobs were served, cycle by cycle.
type Solution struct {
	Alternatives []Alternatives `json:"alternatives" rule:"required"`
	Chosen       []Choice       `json:"chosen" rule:"required"`
	// Postponed jobs have no window after the last cycle.
	Postponed []string `json:"postponed,omitempty"`
	Cycles    []Report `json:"cycles,omitempty"`
}

// Alternatives are all windows offered to one job in one cycle. The search for
// the k-th family found the window at index k.
type Alternatives struct {
	Job     string          `json:"job" rule:"required"`
	Cycle   int             `json:"cycle,omitempty" rule:"int,>=1"`
	Windows []window.Window `json:"windows"`
}

// A Choice is the index of a job's window among its alternatives.
type Choice struct {
	Job    string `json:"job" rule:"required"`
	Cycle  int    `json:"cycle,omitempty" rule:"int,>=1"`
	Window int    `json:"window" rule:"int,>=0"`
}

// A Report is the summary of one cycle. The limit that applies is the budget
// for the objective time and the time limit for cost.
type Report struct {
	Start     float64      `json:"start"`
	TimeLimit float64      `json:"timeLimit"`
	Budget    float64      `json:"budget"`
	Time      float64      `json:"time"`
	Cost      float64      `json:"cost"`
	Income    *KnownIncome `json:"income,omitempty" about:"where the search for the greatest income stopped at its limit of effort: what it found"`
	// Postponed jobs wait for the next cycle.
	Postponed []string `json:"postponed,omitempty"`
	// Front is the Pareto front of total time and total cost over all combinations, ordered by
	// time. If it has too many points, it is only the lower left hull, and Hull is set.
	Front []Point `json:"front,omitempty"`
	Hull  bool    `json:"hull,omitempty"`
}

// A KnownIncome is the best income known within the time quota, if it is not
// proved to be the greatest. The budget is the income of these windows, one for
// each job that has any. No combination has more than UpperBound.
type KnownIncome struct {
	Windows    []int   `json:"windows"`
	UpperBound float64 `json:"atMost"`
}

// A Point is the total time and the total cost of a combination. In answers of Pareto it has the window of
// each job that has any, in the order of service.
type Point struct {
	Time    float64 `json:"time"`
	Cost    float64 `json:"cost"`
	Windows []int   `json:"windows,omitempty" about:"the combination, in answers of Pareto: for each job with alternatives the index of its window"`
}
