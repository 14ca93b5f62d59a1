package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/placement"
)

// coverFiles is up to how many datasets of a job the number of hosts is
// checked: the table below has 2^coverFiles entries.
const coverFiles = 10

// fewest checks that SCP Tree Search reads a job's data from as few hosts as
// can be, among those that the job's cluster can reach.
func (c *placementCheck) fewest(at spot, job *placement.Job, a *placement.Assignment, cluster int) {
	n := len(job.Datasets)
	if c.answer.Algorithm != "scp-tree" || n == 0 || n > coverFiles {
		return
	}
	var used []string
	for k := range a.Sources {
		if !slices.Contains(used, a.Sources[k].Cluster) {
			used = append(used, a.Sources[k].Cluster)
		}
	}
	if least := c.smallestCover(job, cluster); len(used) > least {
		c.violation(at.path("sources"), "come from "+strconv.Itoa(len(used))+" hosts; "+strconv.Itoa(least)+" would do")
	}
}

// smallestCover counts hosts by dynamic programming over sets of datasets: the
// fewest hosts that hold at least this set.
func (c *placementCheck) smallestCover(job *placement.Job, cluster int) int {
	holds := map[string]int{}
	for k, id := range job.Datasets {
		d := &c.p.Datasets[c.datasets[id]]
		for _, home := range d.At {
			holds[home] |= 1 << k
		}
	}
	var sets []int
	for home, set := range holds {
		if !slices.Contains(sets, set) && c.joined(c.clusters[home], cluster) {
			sets = append(sets, set)
		}
	}
	fewest := make([]int, 1<<len(job.Datasets))
	for need := 1; need < len(fewest); need++ {
		fewest[need] = math.MaxInt32
		for _, set := range sets {
			if set&need != 0 {
				fewest[need] = min(fewest[need], fewest[need&^set]+1)
			}
		}
	}
	return fewest[len(fewest)-1]
}

// joined tells whether two clusters are in the same part of the network.
func (c *placementCheck) joined(a, b int) bool {
	if c.web.part == nil {
		c.web.label()
	}
	return c.web.part[a] == c.web.part[b]
}

// label gives the clusters of each connected part the same number.
func (w *web) label() {
	w.part = make([]int, w.size)
	for start := range w.part {
		if w.part[start] != 0 {
			continue
		}
		stack := []int{start}
		w.part[start] = start + 1
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, n := range w.neighbour[i] {
				if w.part[n] == 0 {
					w.part[n] = start + 1
					stack = append(stack, n)
				}
			}
		}
	}
}
