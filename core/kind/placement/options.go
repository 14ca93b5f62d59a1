package placement

import (
	"cmp"
	"math"
)

// Options are the options of the algorithms. The zero value is the default.
type Options struct {
	Weights    Weights `json:"weights" of:"rbhs" default:"printed" rule:"oneof=printed|swapped|sum" label:"Weights" about:"printed: (1-Z) RS + Z CRA as in the paper; swapped: Z RS + (1-Z) CRA; sum: RS + CRA"`
	Cover      Cover   `json:"cover" of:"scp-tree" default:"first" rule:"oneof=first|best" label:"Cover" about:"which minimum set of data hosts; first: the first found; best: the one under which the job ends earliest"`
	Policy     string  `json:"policy" of:"own" default:"rbhs" label:"Policy" about:"a policy of the scenario, or a ready one: rbhs, rbhs-swapped, rbhs-queue, completion, nearest or fastest"`
	Reading    Reading `json:"reading" of:"sufferage" default:"list" rule:"oneof=list|passes" label:"Reading" about:"list: one job at a time, with the greatest sufferage; passes: jobs claim clusters in passes, as published by Maheswaran et al."`
	Percent    float64 `json:"percent" of:"k-percent-best" default:"20" rule:">0,<=100" label:"Share of clusters" unit:"%" about:"share of clusters considered for a job, the fastest for it"`
	Skips      int     `json:"skips" of:"delay-scheduling" default:"3" rule:"int,>=1" label:"Skips" about:"how often a job skips a cluster without its data"`
	Effort     int     `json:"effort" of:"local-search" default:"2000000" rule:"int,>=1,<=1000000000" label:"Effort" about:"greatest number of moves and exchanges compared"`
	QueueAware bool    `json:"queueAware" of:"rbhs scp-tree" label:"Queue-aware" about:"whether the score includes the wait for a cluster's earlier jobs"`
}

// Reading is one of the published variants of Sufferage.
type Reading string

// Variants of Sufferage; the zero value is List.
const (
	List   Reading = "list"   // one job at a time, the one with the greatest sufferage
	Passes Reading = "passes" // in passes in which jobs claim clusters, as published by Maheswaran et al.
)

// ShareOf returns the number of clusters in a share, in percent, of n clusters. It is rounded up
// and at least 1. A share of 0 is the default.
func ShareOf(percent float64, n int) int {
	if percent == 0 {
		percent = usualPercent
	}
	return min(max(1, int(math.Ceil(float64(n)*percent/100))), n)
}

// Defaults of options, and the limit of the exact search in times read. A problem of 12 jobs on 4
// clusters stays far below it.
const (
	usualSkips  = 3
	usualEffort = 2_000_000
	ExactEffort = 100_000_000
)

// SkipsOf returns the option skips, or its default if it is 0.
func SkipsOf(skips int) int { return cmp.Or(skips, usualSkips) }

// EffortOf returns the option effort, or its default if it is 0.
func EffortOf(effort int) int { return cmp.Or(effort, usualEffort) }

// usualPercent is the default of the option percent.
const usualPercent = 20

// Weights selects how RBHS combines its two scores.
type Weights string

// Weights of RBHS; the zero value is Printed.
const (
	// Printed is (1-Z) RS + Z CRA as in the paper's table 2. With equations (5), (7) and (8) it
	// equals, up to a factor of the job, RS/E[TransferTime] + CRA/E[RunTime]: each score divided
	// by its mean. This variant reproduces the paper's results.
	Printed Weights = "printed"
	// Swapped is Z RS + (1-Z) CRA, as the paper's prose suggests.
	Swapped Weights = "swapped"
	// Sum is RS + CRA, the job's time on an idle cluster.
	Sum Weights = "sum"
)

// Cover selects one of several minimum covers in SCP Tree Search.
type Cover string

// Covers of SCP Tree Search; the zero value is First.
const (
	First Cover = "first" // the first minimum cover in the order of the search
	Best  Cover = "best"  // the minimum cover under which the job ends earliest
)
