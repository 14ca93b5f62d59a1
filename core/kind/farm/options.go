package farm

import (
	"cmp"
	"math"
)

// Options are the options of the algorithms. The zero value is the default.
type Options struct {
	Mode  Mode  `json:"mode" of:"two-stage" default:"earliest" rule:"oneof=earliest|published" label:"Mode" about:"earliest: a job starts as early as it fits, gaps included; published: the rule behind the paper's tables"`
	Order Order `json:"order" of:"two-stage" default:"mode" rule:"oneof=mode|static|tables" label:"Order" about:"static: by static priority or the document's order; tables: longest first behind the last job that may be partitioned; mode: tables in mode published, static in mode earliest"`
	Tries int   `json:"tries" of:"two-stage" rule:"int,>=0,<=100000" label:"Tries" about:"number of other job orders tried for a lower cost; ignored if jobs arrive in cycles"`

	Policy   string   `json:"policy" of:"own" default:"wfp3" label:"Policy" about:"a policy of the scenario, or a ready one: fcfs, sjf, ljf, saf, lxf, wfp3, unicep, f1 to f4, slack"`
	Backfill Backfill `json:"backfill" of:"own multifactor" default:"easy" rule:"oneof=easy|conservative|none" label:"Backfilling" about:"easy: jobs may overtake the first if it is not delayed; conservative: if no job before them is delayed; none: no job overtakes the first"`

	Compression Compression `json:"compression" of:"conservative" default:"keep" rule:"oneof=keep|replan" label:"When a job ends early" about:"keep: reservations move forward in the order of the queue; none starts later than first promised; replan: all are made anew in that order; one may start later than promised"`

	Queue         Line `json:"queue" of:"easy-sjbf" default:"fcfs" rule:"oneof=fcfs|lcfs|sjf|ljf|saf|narrow|lxf|wfp3|unicep|f1|f2|f3|f4" label:"Queue" about:"order of the queue, whose first job gets the reservation; a ready policy, or lcfs: the latest submission first; narrow: the fewest slots first"`
	BackfillOrder Line `json:"others" of:"easy-sjbf" default:"sjf" rule:"oneof=fcfs|lcfs|sjf|ljf|saf|narrow|lxf|wfp3|unicep|f1|f2|f3|f4" label:"Backfilling order" about:"order in which the other jobs are tried; sjf: the shortest estimate first"`
	Reservations  int  `json:"reservations" of:"easy-sjbf" default:"1" rule:"int,>=1,<=100000" label:"Reservations" about:"number of waiting jobs with a reservation that no other may delay"`

	Score Score `json:"score" of:"lookahead" default:"area" rule:"oneof=area|slots" label:"Score" about:"objective of the jobs that start together; area: slots times estimate; slots: slots"`

	Orders Pass    `json:"orders" of:"greedy" default:"two" rule:"oneof=two|five" label:"Orders" about:"two: least estimate, fewest slots; five: latest submission, earliest submission, fewest slots, least estimate, least slots times estimate"`
	Delay  float64 `json:"delay" of:"greedy" rule:">=0,<=1000" label:"Delay" about:"earliest promised start of the first job, in multiples of its estimate; leaves the others more room"`

	Predict Predict `json:"predict" of:"easy-plus-plus" default:"pass" rule:"oneof=pass|once|share" label:"Prediction" about:"pass: from the last two run times, at every pass; once: the same, at submission; share: the user's mean share of the estimates, at every pass"`

	Relax float64 `json:"relax" of:"relaxed" default:"0.1" rule:">0,<=1000" label:"Relaxation" about:"tolerated delay of the first job, relative to its first promised wait"`

	WeightAge       float64   `json:"weightAge" of:"multifactor" default:"1000" rule:">=0,<=1e9" label:"Weight of age" about:"weight of the time waited; if no factor has a weight, all have their defaults"`
	WeightFairshare float64   `json:"weightFairshare" of:"multifactor" default:"10000" rule:">=0,<=1e9" label:"Weight of fair share" about:"weight of the fair-share factor of the job's user"`
	WeightSize      float64   `json:"weightSize" of:"multifactor" default:"1000" rule:">=0,<=1e9" label:"Weight of size" about:"weight of the job's slots"`
	WeightPriority  float64   `json:"weightPriority" of:"multifactor" default:"1000" rule:">=0,<=1e9" label:"Weight of priority" about:"weight of the job's own priority; stands for Slurm's partition and quality of service"`
	Fairshare       FairShare `json:"fairshare" of:"multifactor" default:"tree" rule:"oneof=tree|classic" label:"Fair share" about:"tree: Fair Tree ranks all users, account by account; classic: 2 to the power of minus usage over shares"`
	HalfLife        float64   `json:"halfLife" of:"multifactor" default:"604800" rule:">0,<=1e12" label:"Half-life" unit:"s" about:"after this time usage counts half"`
	Dampening       float64   `json:"dampening" of:"multifactor" default:"1" rule:">0,<=1e6" label:"Dampening" about:"divisor of the exponent in the classic formula"`
	MaxAge          float64   `json:"maxAge" of:"multifactor" default:"604800" rule:">0,<=1e12" label:"Full age" unit:"s" about:"a job that has waited this long has the age factor 1"`
	Favor           Favor     `json:"favor" of:"multifactor" default:"large" rule:"oneof=large|small" label:"Favor" about:"large: a job of all slots has the size factor 1; small: a job of one slot has it"`

	Slice float64 `json:"slice" of:"gang" default:"30" rule:">=0.001,<=1e9" label:"Time slice" unit:"s" about:"time after which suspended jobs get their turn"`
	Share int     `json:"share" of:"gang" default:"4" rule:"int,>=1,<=1000" label:"Share" about:"number of jobs that may share a slot"`
}

// Defaults of Options.Slice and Options.Share, those of Slurm.
const (
	UsualSlice = 30.0
	UsualShare = 4
)

// MaxSuspensions is the greatest number of times that gang suspends jobs.
const MaxSuspensions = 20_000

// Rounding returns the tolerance with which gang compares times near at.
func Rounding(at float64) float64 { return float64(1e-10 * max(1, math.Abs(at))) }

// usualRelax is the default of Options.Relax.
const usualRelax = 0.1

// RelaxOf returns the relaxation of an option, whose zero value is the default.
func RelaxOf(relax float64) float64 { return cmp.Or(relax, usualRelax) }

// Predict selects how EASY++ predicts run times.
type Predict string

// Predictions of EASY++; the zero value is PredictPass.
const (
	PredictPass  Predict = "pass"
	PredictOnce  Predict = "once"
	PredictShare Predict = "share" // alpha EASY of pyss
)

// Score selects the objective of lookahead backfilling.
type Score string

// Objectives of lookahead; the zero value is ScoreArea.
const (
	ScoreArea  Score = "area"
	ScoreSlots Score = "slots"
)

// Backfill selects which jobs may overtake others in a queue that a policy orders.
type Backfill string

// Ways of backfilling; the zero value is BackfillEASY.
const (
	BackfillEASY         Backfill = "easy"
	BackfillConservative Backfill = "conservative" // all reservations are made again in the order of the scores
	BackfillNone         Backfill = "none"
)

// Compression selects what conservative backfilling does with its reservations if a job ends
// before its estimate.
type Compression string

// Compressions; the zero value is Keep.
const (
	Keep   Compression = "keep"   // each moves forward if possible, none moves back
	Replan Compression = "replan" // all are made again in the order of the queue
)

// Mode selects how two-stage finds the start of a job.
type Mode string

// Modes of two-stage; the zero value is Earliest.
const (
	Earliest  Mode = "earliest"
	Published Mode = "published"
)

// Order selects the order in which two-stage places jobs.
type Order string

// Orders of two-stage; the zero value is ByMode.
const (
	ByMode Order = "mode"   // Tables in mode published, Static in mode earliest
	Static Order = "static" // by static priority, or the printed order of the document
	Tables Order = "tables" // the same, but longest first after the last partitionable job
)
