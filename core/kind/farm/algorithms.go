package farm

import (
	"strings"

	"gridbox/core/kind"
)

const paperFarm = "Markov: Two Stage Optimization of Job Scheduling and Assignment in Heterogeneous Compute Farms " +
	"(2004)"

const paperPredictions = "Tsafrir, Etsion, Feitelson: Backfilling Using System-Generated Predictions Rather than " +
	"User Runtime Estimates (2007)"

// algorithms returns the algorithms in the order of their colours. A new one is appended.
func algorithms() []kind.Algorithm {
	return kind.SetOptions(Options{}, []kind.Algorithm{
		{ID: "two-stage", Name: "Two-stage", Paper: paperFarm, Default: true,
			About: "Orders jobs by static priority and gives each the machine of the highest dynamic priority, in " +
				"advance where it must be.",
			Article: "two-stage", Code: pseudocode(`in each cycle, all waiting jobs are scheduled again|cycle
stage one: order the jobs by static priority|order
	try other orders, keep what costs less|try search
a running job is stopped for one of higher priority|preempt
a job runs longer than estimated: move its end|adjust
stage two, by dynamic priority:`)},
		{ID: "fcfs", Name: "FCFS", Default: true,
			About:   "First come, first served: starts jobs strictly in the order of their submission.",
			Article: "queues", Code: pseudocode(`order the jobs by submission`)},
		{ID: "easy", Name: "EASY", Default: true, Paper: "Lifka: The ANL/IBM SP Scheduling System (1995)",
			About:   "Backfilling: lets jobs overtake as long as the first of the queue is not delayed.",
			Article: "queues", Code: pseudocode(`order the jobs by submission; only the first has a promise`)},
		{ID: "conservative", Name: "Conservative", Default: true,
			Paper: "Mu'alem, Feitelson: Utilization, Predictability, Workloads, and User Runtime Estimates in " +
				"Scheduling the IBM SP2 with Backfilling (2001)",
			About:   "Backfilling: lets jobs overtake as long as none before them is delayed.",
			Article: "queues", Code: pseudocode(`order the jobs by submission; each has a promise`)},
		{ID: "own", Name: "Own",
			About:   "Orders the queue, and chooses machines, by a policy of your own.",
			Article: "own-algorithms", Code: pseudocode(`order the jobs by what the policy says|score unscored`)},
		{ID: "easy-sjbf", Name: "EASY-SJBF", Paper: paperPredictions,
			About: "EASY that tries the shortest jobs first; the queue and the jobs that overtake can have other " +
				"orders, and more jobs than one a reservation.",
			Article: "queues", Code: pseudocode(`order the queue by one order, the others by another|score unscored
the first of the queue that cannot start have a promise:`)},
		{ID: "lookahead", Name: "Lookahead", Paper: "Shmueli, Feitelson: Backfilling with Lookahead to Optimize the " +
			"Packing of Parallel Jobs (2005)",
			About: "EASY that considers all jobs that could start at a time, and starts those that together fill " +
				"the most free slots.",
			Article: "queues", Code: pseudocode(`order the jobs by submission; only the first has a promise
for each machine: of those that could start, which fill it best?|choose`)},
		{ID: "greedy", Name: "Greedy EASY",
			About:   "EASY that tries the others in several orders, and takes the one in which most of them start.",
			Article: "queues", Code: pseudocode(`order the jobs by submission; only the first has a promise
for each order of the others: how many would start?|walk`)},
		{ID: "easy-plus-plus", Name: "EASY++", Paper: paperPredictions,
			About: "EASY-SJBF that predicts the run time of a job from the last two jobs of its user, not from its " +
				"estimate.",
			Article: "queues", Code: pseudocode(`a job ends or arrives: how long did the last two jobs of its user run?|predict
a job runs longer than predicted: use its estimate|adjust
order the jobs by submission; only the first has a promise`)},
		{ID: "relaxed", Name: "Relaxed EASY",
			Paper: "Ward, Mahood, West: Scheduling Jobs on Parallel Systems Using a Relaxed Backfill Strategy (2002)",
			About: "EASY that lets the others delay the first of the queue, by a stated share of the wait that it " +
				"was promised.",
			Article: "queues", Code: pseudocode(`order the jobs by submission; only the first has a promise
how long may the first of the queue be delayed?|relax`)},
		{ID: "multifactor", Name: "Multifactor",
			Paper: "SchedMD: Slurm Workload Manager, Multifactor Priority Plugin, Fair Tree Fairshare Algorithm and " +
				"Classic Fairshare Algorithm (2021)",
			About: "Orders the queue as Slurm does, by a weighted sum of age, fair share, size and priority, and " +
				"backfills.",
			Article: "queues", Code: pseudocode(`decay the usage of each user; how much of their share is it?
order the jobs by the sum of weights times factors, the greatest first|priority
the first of the queue has a promise, or each, by the backfilling`)},
		{ID: "gang", Name: "Gang", Paper: "SchedMD: Slurm Workload Manager, Gang Scheduling (2021)",
			About: "Lets jobs share slots, as Slurm does: after each time slice, running jobs are suspended and " +
				"others take their turn.",
			Article: "queues", Code: `order the jobs by submission
assign the first to the machines of the least load
	it runs if its slots are free|place
		it ran before time 0|place/running
		it starts as soon as it is ready|place/direct
		it starts from the queue|place/queued
		it resumes after a suspension|place/resumed
a time slice ends: running jobs go to the end of the line|turn
	the first of the line run, the others are suspended|preempt
there is no machine: no schedule|stuck`},
	})
}

// pseudocode returns the pseudo-code of an algorithm: order, the lines on the order of the jobs,
// before the loop that all algorithms share.
func pseudocode(order string) string {
	return strings.Replace(`@
for each job: when could each machine run it, at what cost?|offer
	the lowest cost gets it|place
		it runs there already|place/running
		it starts as soon as it is ready|place/direct
		it is reserved in advance|place/reservation
		it goes into a gap and delays no job|place/backfill
		it starts from the queue|place/queued
	there is no machine: no schedule|stuck`, "@", order, 1)
}
