package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// mostTreeNodes bounds the hosts that are tried in all searches for covers of
// one answer, each counted with the clusters that are rated under a cover. What
// is beyond is not looked at.
const mostTreeNodes = 20_000_000

// covered is a choice of SCP Tree Search. Of the smallest sets of hosts that
// hold all of the job's datasets, all in one part of the network, it takes the
// first in the order of the tree, or the one under which the job ends earliest;
// of these the first. The order: the first dataset that no host holds yet is
// given one after another of its hosts, those that hold most of the job's
// datasets first, equal ones in the order of the document. The search of a job ends
// at placement.CoverEffort; then the smallest sets met count, or the greedy one
// where that is smaller.
func (c *placementCheck) covered(j int) decided {
	d := decided{cluster: -1}
	span := math.Inf(1)
	var order []int32
	if c.rule.cover == "best" {
		order = c.byPromise(j)
	}
	d.known = c.smallest(j, func(cover []int) {
		switch {
		case c.rule.cover == "first":
			d.hosts = append(d.hosts[:0], cover...)
			return
		case len(cover) < len(d.hosts): // what larger ones promised is void
			d.cluster, d.hosts, span = -1, nil, math.Inf(1)
		}
		if i, took := c.soonest(j, cover, order, span); i >= 0 {
			d.cluster, d.hosts, span = i, slices.Clone(cover), took
		}
	})
	if d.known && c.rule.cover == "first" && d.hosts != nil {
		d.cluster = c.least(j, c.under(j, d.hosts), 1, 1)
	}
	if !d.known || d.cluster < 0 {
		return d
	}
	cover := d.hosts
	d.hosts = nil
	c.hold(j, cover)
	for k, dataset := range c.needs[j] {
		host, perMB := c.from(k, d.cluster)
		d.hosts = append(d.hosts, host)
		d.transfer += amount(c.p.Datasets[dataset].Size, perMB)
	}
	return d
}

// amount is the time that so many MB take.
func amount(size, perMB float64) float64 {
	if math.IsInf(perMB, 1) {
		return perMB
	}
	return size * perMB
}

// hold finds the hosts of a cover that hold each dataset of a job.
func (c *placementCheck) hold(j int, cover []int) {
	for len(c.holding) < len(c.needs[j]) {
		c.holding = append(c.holding, nil)
	}
	for k, dataset := range c.needs[j] {
		c.holding[k] = c.holding[k][:0]
		for _, host := range cover {
			if slices.Contains(c.homesOf(dataset), host) {
				c.holding[k] = append(c.holding[k], host)
			}
		}
	}
}

// under gives the transfer times of a job when its data come from the hosts of
// a cover only; valid until the next call.
func (c *placementCheck) under(j int, cover []int) []float64 {
	c.hold(j, cover)
	clear(c.room)
	c.timed = -1
	for k, dataset := range c.needs[j] {
		size := c.p.Datasets[dataset].Size
		for i, least := range c.nearest(c.holding[k]) {
			c.room[i] += amount(size, least)
		}
	}
	c.treeNodes -= len(c.room)
	return c.room
}

// nearest gives the time of one MB from the nearest of some hosts to each cluster;
// valid until the next call.
func (c *placementCheck) nearest(hosts []int) []float64 {
	if len(hosts) == 1 {
		return c.waysOf(hosts[0]).time
	}
	c.perMB = c.perMB[:0]
	for range c.room {
		c.perMB = append(c.perMB, math.Inf(1))
	}
	for _, host := range hosts {
		for i, time := range c.waysOf(host).time {
			c.perMB[i] = min(c.perMB[i], time)
		}
	}
	return c.perMB
}

// from is the host of a cover from which a cluster reads the k-th dataset of the
// job at hand: the nearest that holds it, of equally near ones the first of the
// document.
func (c *placementCheck) from(k, to int) (best int, least float64) {
	best, least = -1, math.Inf(1)
	for _, host := range c.holding[k] {
		perMB := c.waysOf(host).time[to]
		if best < 0 || perMB < least || perMB == least && host < best {
			best, least = host, perMB
		}
	}
	return best, least
}

// byPromise lists the clusters by the time that the job takes there at best.
func (c *placementCheck) byPromise(j int) []int32 {
	transfers := c.transfers(j)
	promises := make([]float64, len(transfers))
	for i := range promises {
		promises[i] = c.atBest(j, transfers, i)
	}
	return verify.LeastFirst(promises)
}

func (c *placementCheck) atBest(j int, transfers []float64, i int) float64 {
	return c.span(i, transfers[i], c.p.Jobs[j].MI/c.p.Clusters[i].MIPS)
}

// soonest is the cluster on which a job ends earliest under a cover, if earlier
// than span; -1 when there is none. Where even the nearest replicas of all
// would be too late nothing is looked at; a little room is for rounding.
func (c *placementCheck) soonest(j int, cover []int, order []int32, span float64) (best int, took float64) {
	best, took = -1, span
	transfers := c.transfers(j)
	c.hold(j, cover)
	for _, place := range order {
		i := int(place)
		if promise := c.atBest(j, transfers, i); promise*(1-1e-12) > took || math.IsInf(promise, 1) {
			break
		}
		c.treeNodes--
		rs := 0.0
		for k, dataset := range c.needs[j] {
			_, perMB := c.from(k, i)
			rs += amount(c.p.Datasets[dataset].Size, perMB)
		}
		here := c.span(i, rs, c.p.Jobs[j].MI/c.p.Clusters[i].MIPS)
		if here < took || best >= 0 && here == took && i < best {
			best, took = i, here
		}
	}
	return best, took
}

// A coverTree is a search for covers in one part of the network.
type coverTree struct {
	c       *placementCheck
	part    int
	holders [][]int // of each dataset of the job, in the order of the tree
	hosts   []int   // by seat
	holds   [][]int // the datasets of each host, by its seat
	fullest int
	times   []int // how often each dataset is covered
	open    int
	cover   []int
	most    int // how many hosts a cover may have that is of interest
	again   int // a cover has at least so many hosts fewer than the one met before: 0 where all of one size are wanted
	rating  int // what a cover takes of the effort
	see     func(cover []int)
}

// smallest shows covers of a job, each smaller than those before or, where the best of the
// smallest is wanted, as small; false when it took too much work. What the search leaves
// open the answer has to say: a cover that may not be the smallest looks like one that is.
func (c *placementCheck) smallest(j int, see func(cover []int)) bool {
	best, again, rating := math.MaxInt, 1, 0
	if c.rule.cover == "best" {
		again, rating = 0, placement.CoverRating(len(c.needs[j]), len(c.p.Clusters))
	}
	c.effort = placement.CoverEffort(len(c.p.Jobs))
	stopped, fewest := false, math.MaxInt
	for _, t := range c.trees(j) {
		t.see = func(cover []int) {
			best = len(cover)
			see(cover)
		}
		greedy := t.greedy()
		t.most, t.again, t.rating = min(best-again, len(greedy)), again, rating
		if t.step(); c.treeNodes < 0 {
			return false
		}
		fewest = min(fewest, (t.open+t.fullest-1)/t.fullest)
		if c.effort < 0 {
			stopped = true
			if len(greedy) < best {
				t.see(greedy)
			}
		}
	}
	if stopped && fewest < best && c.Answer.Stats["stopped"] != 1 {
		c.Violation("stats.stopped", "must be 1: the search for hosts of job "+c.p.Jobs[j].ID+" ends at its limit")
	}
	return true
}

// trees makes one for each part of the network that holds all of the data, the
// part of the first cluster first. A host sits in one of them.
func (c *placementCheck) trees(j int) []*coverTree {
	part := c.web.parts()
	var all []*coverTree
	if c.seat == nil {
		c.seat = make([]int, len(part))
	}
	for _, dataset := range c.needs[j] {
		for _, host := range c.homesOf(dataset) {
			c.seat[host] = -1
			if slices.ContainsFunc(all, func(t *coverTree) bool { return t.part == part[host] }) {
				continue
			}
			if len(all) == len(c.trunks) {
				c.trunks = append(c.trunks, &coverTree{c: c})
			}
			t := c.trunks[len(all)]
			t.plant(part[host], len(c.needs[j]))
			all = append(all, t)
		}
	}
	for k, dataset := range c.needs[j] {
		for _, host := range c.homesOf(dataset) {
			t := all[slices.IndexFunc(all, func(t *coverTree) bool { return t.part == part[host] })]
			t.seats(host, k)
		}
	}
	sorting.By(all, func(a, b *coverTree) int { return cmp.Compare(a.part, b.part) })
	var list []*coverTree
	for _, t := range all {
		if slices.ContainsFunc(t.holders, func(list []int) bool { return len(list) == 0 }) {
			continue
		}
		for _, list := range t.holders {
			sorting.By(list, func(a, b int) int {
				return cmp.Or(cmp.Compare(len(t.holds[c.seat[b]]), len(t.holds[c.seat[a]])), cmp.Compare(a, b))
			})
		}
		list = append(list, t)
	}
	return list
}

// plant makes a tree of one that served another job: there is one a job, and memory for
// it would be most of their work.
func (t *coverTree) plant(part, datasets int) {
	t.part, t.open, t.fullest = part, datasets, 0
	t.hosts, t.holds, t.cover = t.hosts[:0], t.holds[:0], t.cover[:0]
	t.times = slices.Grow(t.times[:0], datasets)[:datasets]
	clear(t.times)
	t.holders = t.holders[:0]
	for range datasets {
		t.holders = emptied(t.holders)
	}
}

// emptied adds an empty list to a list of them, in the room of one that was there.
func emptied(lists [][]int) [][]int {
	n := len(lists)
	if n == cap(lists) {
		return append(lists, nil)
	}
	lists = lists[:n+1]
	lists[n] = lists[n][:0]
	return lists
}

// seats takes in that a host holds the k-th dataset of the job.
func (t *coverTree) seats(host, k int) {
	seat := &t.c.seat[host]
	if *seat < 0 {
		*seat = len(t.holds)
		t.holds, t.hosts = emptied(t.holds), append(t.hosts, host)
	}
	t.holders[k] = append(t.holders[k], host)
	t.holds[*seat] = append(t.holds[*seat], k)
	t.fullest = max(t.fullest, len(t.holds[*seat]))
}

// greedy is the cover that takes the host with most of the datasets that are open, of equal
// ones that which comes first in the tree.
func (t *coverTree) greedy() (cover []int) {
	covered := make([]bool, len(t.times))
	for open := len(t.times); open > 0; {
		seat, gain := -1, 0
		for s, list := range t.holds {
			more := 0
			for _, k := range list {
				if !covered[k] {
					more++
				}
			}
			if more > gain || more == gain && more > 0 && t.before(s, seat) {
				seat, gain = s, more
			}
		}
		for _, k := range t.holds[seat] {
			covered[k] = true
		}
		open -= gain
		cover = append(cover, t.hosts[seat])
	}
	return cover
}

// before tells whether a host comes before another in the order of the tree.
func (t *coverTree) before(s, other int) bool {
	if a, b := len(t.holds[s]), len(t.holds[other]); a != b {
		return a > b
	}
	return t.hosts[s] < t.hosts[other]
}

// step looks for covers with the hosts that are in and others. Effort below 0 says that
// there was none left for a host that was to be tried.
func (t *coverTree) step() {
	if t.open == 0 {
		if len(t.cover) <= t.most {
			t.most = len(t.cover) - t.again
			t.c.effort -= min(t.c.effort, t.rating)
			t.see(t.cover)
		}
		return
	}
	if t.open > (t.most-len(t.cover))*t.fullest {
		return
	}
	for _, host := range t.holders[slices.Index(t.times, 0)] {
		t.c.effort--
		if t.c.treeNodes--; t.c.treeNodes < 0 || t.c.effort < 0 {
			return
		}
		t.count(host, 1)
		t.cover = append(t.cover, host)
		t.step()
		t.cover = t.cover[:len(t.cover)-1]
		t.count(host, -1)
	}
}

// count takes a host in or out.
func (t *coverTree) count(host, by int) {
	for _, k := range t.holds[t.c.seat[host]] {
		if t.times[k] == 0 {
			t.open--
		}
		if t.times[k] += by; t.times[k] == 0 {
			t.open++
		}
	}
}
