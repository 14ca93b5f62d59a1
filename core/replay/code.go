package replay

import (
	"strings"

	"gridbox/core/trace"
)

// A Line is one of an algorithm's pseudo-code; On are the events that carry it
// out, each a kind, or a kind and a reason behind a stroke.
type Line struct {
	Depth int
	Text  string
	on    string
}

// codes has the pseudo-code of the algorithms, by kind and name: a line is its
// text, indented by tabs, and behind a bar its events. @ takes in another one.
var codes = map[string]string{
	"placement": `for each job, in the order of the list
	for each cluster: how soon are the data here?
		open the cluster itself, at 0 s/MB
		until all data are found
			expand the nearest open cluster|expand
				take the data that it holds|found
				open its neighbours by way of it|relax
		that is how long all transfers take|done unreachable
	@
	the lowest score gets the job|choose place
	no cluster reaches the data: no placement|stuck`,
	"placement rbhs": `Z = how much the job is about its data|factor
	for each cluster: score = transfer and computation, weighted by Z|score unscored`,
	"placement min-completion": `for each cluster: score = when the job would end there|score unscored factor`,
	"placement nearest-data":   `for each cluster: score = transfer|score unscored factor`,
	"placement fastest":        `for each cluster: the more powerful, the lower its score|score unscored factor`,
	"placement random":         `draw one of the clusters that reach the data|score unscored factor`,
	"placement own":            `for each cluster: score = what the policy says|score unscored factor`,
	"placement scp-tree": `search the tree of hosts, fewest first|try
		a set that holds all data is a cover|cover
		a set that cannot become smaller than the best is cut|cut
	for each cluster: score = when the job would end, reading from the cover|score unscored factor`,
	"window": `for each least performance: how long is a window on such nodes?|group
	nothing in it can be better: pass it over|pass
	of its slots, keep those that could be part of something better|narrow
	for each slot, by its start
		too short, or too dear by itself: leave it out|skip
		else it becomes a candidate|add
		candidates that end too early expire|expire
		too few, too dear or no better than the best: go on|prune
		@
		it is better: it is the best so far|improve
	it is the answer|window found none unscored`,
	"window first-fit":     `take the cheapest subset that keeps the budget|examine`,
	"window min-start":     `take the cheapest subset that keeps the budget|examine`,
	"window min-finish":    `take the cheapest subset that keeps the budget|examine`,
	"window min-runtime":   `take the cheapest subset that keeps the budget|examine`,
	"window min-cost":      `take the cheapest subset|examine`,
	"window max-sum":       `take the subset of the greatest sum within the budget|examine`,
	"window multiple-best": `take the cheapest subset of the candidates; a window that is kept is cut out|examine`,
	"window custom":        `take the best subset by the expression|examine`,
	"window own":           `take the best subset by the policy|examine`,
	"pass": `for each slot, by its start
	its node is too slow, too dear, or it is too short: pass it by|reject
	else take it in|take
	slots that end too early expire|expire
	@
	enough slots at one time: they are the window|found
the list is over: there is none|none`,
	"pass alp": `all of them keep the greatest price by themselves`,
	"pass amp": `the cheapest of them cost more than the budget: go on|over`,
	"batch": `for each cycle|cycle
	until nobody finds a window any more, for each job|search
		@
		cut its time from the list|cut
	set the limits of all jobs together|quota
	choose for each job one of its windows|choose
	who gets none waits for the next cycle|postpone`,
	"group gka": `for each group
	for each number of its nodes and each sum of money
		a set with it is better: note it in the cell|cell
	the table knows the best of all groups so far|group
read the answer from the last cell`,
	"group frontier": `price money and places, so that each group is chosen for itself|round
groups that the bound settles are fixed, the others stay open|free
for each open group, each label: worth, money and places so far
	it cannot beat the best: drop it|label/bound
	another one is better in all: drop it|label/dominated
	else keep it|label
the best label at the end is the answer`,
	"group knapsack-single": `price money and places, so that each node is chosen for itself|round
nodes that the bound settles are fixed, the others stay open|free
for each open node, each label: worth, money and places so far
	it cannot beat the best: drop it|label/bound
	another one is better in all: drop it|label/dominated
	else keep it|label
the best label at the end, valued truly, is the answer`,
	"group tree": `take the open vertex of the best estimate
	choose the best nodes there, with some groups in and some out|node
	too dear: close it|node/budget
	its estimate is no better than the best: close it|node/bound
	else divide it: one group in, one group out|branch
the best choice met is the answer`,
	"group own": `until there are enough nodes
	the policy scores each node that the budget allows|unscored
	the lowest score is taken|take`,
	"farm": `@
for each job: when could each machine run it, at what cost?|offer
	the lowest cost gets it|place
		it runs there already|place/running
		it starts as soon as it is ready|place/direct
		it is reserved in advance|place/reservation
		it goes into a gap, and delays nobody|place/backfill
		it starts from the queue|place/queued
	there is no machine: no schedule|stuck`,
	"farm two-stage": `at each cycle, all that waits is scheduled anew|cycle
stage one: order the jobs by static priority|order
	try other orders, keep what costs less|try search
a running job is stopped for one of higher priority|preempt
a job runs longer than believed: put its end later|adjust
stage two, by dynamic priority:`,
	"farm fcfs":         `order the jobs by submission`,
	"farm easy":         `order the jobs by submission; only the first has a promise`,
	"farm conservative": `order the jobs by submission; each has a promise`,
	"farm own":          `order the jobs by what the policy says|score unscored`,
}

// Code is the pseudo-code of an algorithm, none where it is not written down.
func Code(kind, algorithm string) (lines []Line) {
	body, part := kind, codes[kind+" "+algorithm]
	switch {
	case kind == "group":
		if algorithm == "tree-greedy" {
			algorithm = "tree"
		}
		body, part = "group "+algorithm, ""
	case kind == "window" && (algorithm == "alp" || algorithm == "amp"):
		body, part = "pass", codes["pass "+algorithm]
	case kind == "batch":
		if part = codes["pass amp"]; algorithm == "alp" {
			part = codes["pass alp"]
		}
		part = strings.ReplaceAll(codes["pass"], "@", part)
	}
	for _, text := range strings.Split(codes[body], "\n") {
		at := strings.TrimLeft(text, "\t")
		depth := len(text) - len(at)
		if at != "@" {
			lines = add(lines, depth, at)
			continue
		}
		for i, more := range strings.Split(part, "\n") {
			inner := strings.TrimLeft(more, "\t")
			deeper := len(more) - len(inner)
			if kind != "farm" && kind != "batch" && i > 0 {
				deeper-- // written below a line that is one deeper already
			}
			lines = add(lines, depth+max(0, deeper), inner)
		}
	}
	return lines
}

func add(lines []Line, depth int, text string) []Line {
	text, on, _ := strings.Cut(text, "|")
	if text == "" {
		return lines
	}
	return append(lines, Line{Depth: depth, Text: text, on: on})
}

// At is the line that an event carries out, -1 for none: the one that names its
// reason too before the one that names its kind.
func At(lines []Line, e *trace.Event) int {
	line, best := -1, 0
	for i := range lines {
		for _, on := range strings.Fields(lines[i].on) {
			kind, reason, also := strings.Cut(on, "/")
			if fits := kind == e.Kind && (!also || reason == e.Reason); fits && 1+len(reason) > best {
				line, best = i, 1+len(reason)
			}
		}
	}
	return line
}
