package placement

import "math"

// Options are the switches of the algorithms. A zero value is the default.
type Options struct {
	Weights    Weights `json:"weights" of:"rbhs" default:"printed" rule:"oneof=printed|swapped|sum" label:"Weights" about:"printed: (1-Z) RS + Z CRA as in the paper; swapped: Z RS + (1-Z) CRA; sum: RS + CRA"`
	Cover      Cover   `json:"cover" of:"scp-tree" default:"first" rule:"oneof=first|best" label:"Cover" about:"which minimum set of data hosts: the first found, or the one under which the job ends earliest"`
	Policy     string  `json:"policy" of:"own" default:"rbhs" label:"Policy" about:"a policy of the scenario, or a ready one: rbhs, rbhs-swapped, rbhs-queue, completion, nearest or fastest"`
	Reading    Reading `json:"reading" of:"sufferage" default:"list" rule:"oneof=list|passes" label:"Reading" about:"list: one job at a time, the one that suffers most; passes: in each pass jobs claim clusters, as Maheswaran et al. publish it"`
	Percent    float64 `json:"percent" of:"k-percent-best" default:"20" rule:">0,<=100" label:"Share of clusters" unit:"%" about:"how many of the clusters a job may run on: those on which it takes least"`
	QueueAware bool    `json:"queueAware" of:"rbhs scp-tree" label:"Queue-aware" about:"whether the time at which a cluster has finished its earlier jobs counts"`
}

// Reading says which of the published readings of Sufferage is meant.
type Reading string

// The readings of Sufferage; the zero value is List.
const (
	List   Reading = "list"   // again and again the job that suffers most
	Passes Reading = "passes" // in passes, in which jobs claim clusters: Maheswaran et al.
)

// ShareOf returns how many of n clusters a share in percent has: rounded up, one at
// least. A share of 0 is the default.
func ShareOf(percent float64, n int) int {
	if percent == 0 {
		percent = usualPercent
	}
	return min(max(1, int(math.Ceil(float64(n)*percent/100))), n)
}

// usualPercent is the default of the option percent.
const usualPercent = 20

// Weights says how RBHS combines its two scores.
type Weights string

// The weights of RBHS; the zero value is Printed.
const (
	// Printed is (1-Z) RS + Z CRA as in the paper's table 2. With equations
	// (5), (7) and (8) it is, up to a factor of the job, RS/E[TransferTime] +
	// CRA/E[RunTime]: the two scores, each divided by its mean. It is the
	// reading under which the paper's results come out.
	Printed Weights = "printed"
	// Swapped is Z RS + (1-Z) CRA, which the paper's prose suggests.
	Swapped Weights = "swapped"
	// Sum is RS + CRA, the job's time on an idle cluster.
	Sum Weights = "sum"
)

// Cover says what SCP Tree Search does with several minimum covers.
type Cover string

// The covers; the zero value is First.
const (
	First Cover = "first" // the first minimum cover that the tree search meets
	Best  Cover = "best"  // the minimum cover under which the job ends earliest
)
