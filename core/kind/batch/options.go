package batch

// Options are the options of both searches. The first choice of each is the
// recommended reading, and the zero value is the default.
type Options struct {
	Policy      string      `json:"policy" of:"own" default:"shortest" label:"Policy" about:"a policy of the scenario, or a ready one: shortest, cheapest, earliest, balanced, first or small-first"`
	Search      string      `json:"search" of:"own round-robin max-min pareto lexicographic" default:"amp" rule:"oneof=amp|alp" label:"Search" about:"how windows are found, by AMP or by ALP" about.own:"how windows are found for a policy of formulas; a program finds them itself"`
	Objective   string      `json:"objective" default:"scenario" rule:"oneof=scenario|time|cost" label:"Least" about:"objective of the combination; an objective that differs from the scenario's ignores its limit"`
	Duration    Duration    `json:"duration" default:"corrected" rule:"oneof=corrected|literal" label:"Duration" about:"corrected: a part lasts volume / performance; literal: the formula as printed, by which faster nodes take longer"`
	Measure     Measure     `json:"measure" default:"window" rule:"oneof=window|slots" label:"Time of a window" about:"window: the time of its longest part; slots: the time of all parts together"`
	TimeQuota   TimeQuota   `json:"timeQuota" default:"job" rule:"oneof=job|term|exact" label:"Time quota" about:"how T* rounds the mean time of a job's alternatives; job: down for each job; term: down for each alternative, as printed; exact: not at all"`
	BudgetQuota BudgetQuota `json:"budgetQuota" default:"income" rule:"oneof=income|mean" label:"Budget quota" about:"income: B* is the greatest cost within T*; mean: B* is the sum of the jobs' mean costs"`
	Pick        Pick        `json:"pick" of:"pareto" default:"balanced" rule:"oneof=balanced|time|cost" label:"Pick" about:"which point of the front within the limit; balanced: least sum of time and cost, as shares of their ranges; time: least time; cost: least cost"`
	Order       Order       `json:"order" of:"lexicographic" default:"jobs-cost-time" rule:"oneof=jobs-cost-time|jobs-time-cost|cost-time|time-cost" label:"Order" about:"order of the objectives: number of jobs with a window, total cost, total time; without jobs, every job with windows gets one, or none does"`
	Families    int         `json:"families" rule:">=0,int" label:"Families" about:"greatest number of windows that a job is offered; 0: no limit"`
}

// SearchALP is the search of ALP for a policy.
const SearchALP = "alp"

// ScenarioObjective is the objective of the problem.
const ScenarioObjective = "scenario"

// Aim returns the objective under the options, and whether it is the problem's
// own, so that the problem's limit applies.
func (o *Options) Aim(p *Problem) (objective string, own bool) {
	if o.Objective == "" || o.Objective == ScenarioObjective || o.Objective == p.Goal() {
		return p.Goal(), true
	}
	return o.Objective, false
}

// Duration is the formula for the duration of a part.
type Duration string

// The durations; the zero value is Corrected.
const (
	Corrected Duration = "corrected" // volume / P(s)
	Literal   Duration = "literal"   // t P(s)/P with t = volume / P, as printed
)

// Measure is the definition of a window's time.
type Measure string

// The measures; the zero value is Longest.
const (
	Longest Measure = "window" // the time of its longest part
	Sum     Measure = "slots"  // the time of all of its parts together
)

// TimeQuota is the formula for T* from the times of a job's alternatives.
type TimeQuota string

// The readings of T*; the zero value is PerJob.
const (
	PerJob  TimeQuota = "job"   // the mean, rounded down unless that is below the shortest
	PerTerm TimeQuota = "term"  // the sum of floor(t / l) over the l alternatives, as printed
	Exact   TimeQuota = "exact" // the mean
)

// BudgetQuota is the definition of B*.
type BudgetQuota string

// The readings of B*; the zero value is Income.
const (
	Income BudgetQuota = "income" // the greatest total cost within T*
	Mean   BudgetQuota = "mean"   // the sum of the jobs' mean costs
)

// Pick is the point of a Pareto front that is chosen.
type Pick string

// The picks; the zero value is PickBalanced.
const (
	PickBalanced Pick = "balanced" // the least sum of time and cost, each as a share of its range
	PickTime     Pick = "time"     // the least time
	PickCost     Pick = "cost"     // the least cost
)

// Order is a lexicographic order of objectives.
type Order string

// The orders; the zero value is JobsCostTime.
const (
	JobsCostTime Order = "jobs-cost-time"
	JobsTimeCost Order = "jobs-time-cost"
	CostTime     Order = "cost-time"
	TimeCost     Order = "time-cost"
)

// Jobs reports whether the number of jobs decides first, so that jobs may be left out.
func (o Order) Jobs() bool { return o != CostTime && o != TimeCost }

// TimeFirst reports whether the time decides before the cost.
func (o Order) TimeFirst() bool { return o == JobsTimeCost || o == TimeCost }
