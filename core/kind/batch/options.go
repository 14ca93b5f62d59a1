package batch

// Options are the options of both searches. The first choice of each is the
// recommended reading, and the zero value is the default.
type Options struct {
	Policy      string      `json:"policy" of:"own" default:"shortest" label:"Policy" about:"a policy of the scenario, or a ready one: shortest, cheapest, earliest, balanced, first or small-first"`
	Search      string      `json:"search" of:"own round-robin max-min pareto lexicographic" default:"amp" rule:"oneof=amp|alp" label:"Search" about:"how windows are found, by AMP or by ALP" about.own:"how windows are found for a policy of formulas, by AMP or by ALP; a program finds them itself"`
	Objective   string      `json:"objective" default:"scenario" rule:"oneof=scenario|time|cost" label:"Least" about:"what the combination is chosen for: as the scenario says, or time or cost; a limit of the other kind does not hold then"`
	Duration    Duration    `json:"duration" default:"corrected" rule:"oneof=corrected|literal" label:"Duration" about:"how long a part lasts: volume / performance, or the formula as printed, by which faster nodes take longer"`
	Measure     Measure     `json:"measure" default:"window" rule:"oneof=window|slots" label:"Time of a window" about:"the time of its longest part, or the time of all parts together"`
	TimeQuota   TimeQuota   `json:"timeQuota" default:"job" rule:"oneof=job|term|exact" label:"Time quota" about:"how T* rounds the mean time of a job's alternatives: down for each job, down for each alternative as printed, or not at all"`
	BudgetQuota BudgetQuota `json:"budgetQuota" default:"income" rule:"oneof=income|mean" label:"Budget quota" about:"B* is the greatest cost within T*, or the sum of the mean costs of the jobs' alternatives"`
	Pick        Pick        `json:"pick" of:"pareto" default:"balanced" rule:"oneof=balanced|time|cost" label:"Pick" about:"the point of the front that is chosen of those within the limit: with the least sum of both as shares of their ranges, the least time or the least cost"`
	Order       Order       `json:"order" of:"lexicographic" default:"jobs-cost-time" rule:"oneof=jobs-cost-time|jobs-time-cost|cost-time|time-cost" label:"Order" about:"what decides first, next and last of what keeps the limit: the number of jobs that get a window, the total cost, the total time; without jobs every job that has windows gets one, or none does"`
	Families    int         `json:"families" rule:">=0,int" label:"Families" about:"greatest number of windows that a job is offered; 0 for as many as there are"`
}

// ByALP is the search of ALP for a policy.
const ByALP = "alp"

// AsScenario is the objective of the problem.
const AsScenario = "scenario"

// Aim returns the objective under the options, and whether it is the problem's
// own, so that the problem's limit applies.
func (o *Options) Aim(p *Problem) (objective string, own bool) {
	if o.Objective == "" || o.Objective == AsScenario || o.Objective == p.Goal() {
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

// The picks; the zero value is Balanced.
const (
	Balanced Pick = "balanced" // the least sum of time and cost, each as a share of its range
	PickTime Pick = "time"     // the least time
	PickCost Pick = "cost"     // the least cost
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
