package window

// Options are the options of the algorithms. A zero value is the default of
// every algorithm with the option, except for Minimise and Expression of a
// custom search.
type Options struct {
	Reading    Reading   `json:"reading" of:"first-fit" default:"corrected" rule:"oneof=corrected|literal" label:"Reading" about:"corrected: the earliest start over all groups; literal: the first window in the order of the groups"`
	Criterion  Criterion `json:"criterion" of:"multiple-best" default:"cost" rule:"oneof=start|finish|runtime|cost|value" label:"Criterion" about:"metric by which the best of the alternatives is chosen"`
	Together   bool      `json:"together" of:"first-fit min-start min-finish min-runtime multiple-best" label:"Together" about:"whether all slots of one start are candidates, which makes windows cheaper; as printed, they are added one by one"`
	Attribute  string    `json:"attribute" of:"max-sum" label:"Attribute" about:"attribute to add up; the request's value when empty"`
	Expression string    `json:"expression" of:"custom" default:"cost" label:"Criterion" about:"over start, runtime, finish, nodes, volume, budget and horizon; over sum(), mean(), least() and most() of price, performance, cost and attributes"`
	Minimise   bool      `json:"minimise" of:"max-sum custom" default.custom:"true" label:"Minimise" about:"whether less is better"`
	Policy     string    `json:"policy" of:"own" default:"cheapest" label:"Policy" about:"a policy of the scenario, or a ready one: cheapest, earliest, shortest, balanced or power"`
	Subset     Subset    `json:"subset" of:"max-sum" default:"exact" rule:"oneof=exact|dense" label:"Choice" about:"exact: on real prices; dense: the paper's recurrence on costs rounded up to whole units"`
	Cells      int       `json:"cells" of:"max-sum" default:"1" rule:">=1,<=1000,int" label:"Cells" about:"cells of the recurrence per unit of cost"`
}

// Reading is the interpretation of First Fit's groups.
type Reading string

// The readings; the zero value is Corrected.
const (
	Corrected Reading = "corrected" // the earliest start over all groups
	Literal   Reading = "literal"   // stop in the first group that has a window
)

// A Criterion is the metric by which Multiple Best chooses.
type Criterion string

// The criteria; the zero value is ByCost.
const (
	ByStart   Criterion = "start"
	ByFinish  Criterion = "finish"
	ByRuntime Criterion = "runtime"
	ByCost    Criterion = "cost"
	ByValue   Criterion = "value"
)

// Subset is the way in which Max Sum chooses among candidates.
type Subset string

// The choices; the zero value is Exact.
const (
	Exact Subset = "exact" // on real prices
	Dense Subset = "dense" // the paper's recurrence (2) on costs rounded up to whole units, 1/Cells each
)
