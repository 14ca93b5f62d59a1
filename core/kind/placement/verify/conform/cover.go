package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	kernel "gridbox/core/kind/placement/verify"
	"gridbox/core/sorting"
)

// maxCoverWork is the greatest number of hosts tried in all searches for covers of one answer,
// plus clusters rated under a cover. Jobs beyond it are not checked.
const maxCoverWork = 20_000_000

// coverDecision returns the decision of SCP Tree Search. Among the smallest sets of hosts that have all
// of the job's datasets, within one part of the network, it uses the first in the order of the
// search or, if the best is wanted, the first one under which the job ends earliest.
func (c *checker) coverDecision(j int) decision {
	var best []int // the cover
	cluster, span := -1, math.Inf(1)
	var order []clusterBound
	if c.rule.cover == placement.Best {
		order = c.clustersBySpan(j)
	}
	known := c.covers(j, func(cover []int) {
		if c.rule.cover == placement.First {
			best = slices.Clone(cover)
			return
		}
		if len(cover) < len(best) { // a larger cover no longer counts
			cluster, best, span = -1, nil, math.Inf(1)
		}
		if i, took := c.earliestCluster(j, cover, order, span); i >= 0 {
			cluster, best, span = i, slices.Clone(cover), took
		}
	})
	if known && c.rule.cover == placement.First && best != nil {
		cluster = c.bestCluster(j, c.transfersUnder(j, best), 1, 1)
	}
	d := decision{cluster: cluster, known: known}
	if known && cluster >= 0 {
		d.hosts, d.transfer = c.hostsUnder(j, best, cluster)
	}
	return d
}

// hostsUnder returns the hosts of a cover from which a cluster reads the datasets of a job, and
// the transfer time. Each dataset is read from the nearest host that has it, ties in the order of
// the document.
func (c *checker) hostsUnder(j int, cover []int, cluster int) (hosts []int, transfer float64) {
	for _, dataset := range c.JobDatasets[j] {
		best, least := -1, math.Inf(1)
		for _, host := range cover {
			if !slices.Contains(c.Homes[dataset], host) {
				continue
			}
			perMB := c.routesFrom(host).perMB[cluster]
			if best < 0 || perMB < least || perMB == least && host < best {
				best, least = host, perMB
			}
		}
		hosts = append(hosts, best)
		transfer += kernel.Seconds(c.Problem.Datasets[dataset].Size, least)
	}
	return hosts, transfer
}

// transfersUnder returns the transfer time of a job to every cluster if its data come only from
// the hosts of a cover.
func (c *checker) transfersUnder(j int, cover []int) []float64 {
	list := make([]float64, len(c.Problem.Clusters))
	for i := range list {
		_, list[i] = c.hostsUnder(j, cover, i)
	}
	c.coverWork -= len(list)
	return list
}

// A clusterBound is a lower bound of the end of a job on a cluster under any cover.
type clusterBound struct {
	cluster int
	span    float64
}

// clustersBySpan returns the clusters by ascending lower bound of a job's end.
func (c *checker) clustersBySpan(j int) []clusterBound {
	var list []clusterBound
	for i, t := range c.Transfers(j) {
		list = append(list, clusterBound{i, c.span(j, i, t)})
	}
	sorting.Stable(list, func(a, b clusterBound) int { return cmp.Compare(a.span, b.span) })
	return list
}

// earliestCluster returns the cluster on which a job ends earliest under a cover if that is earlier than
// span, or -1. Clusters are skipped if their lower bound is later than the best, with a tolerance
// for rounding.
func (c *checker) earliestCluster(j int, cover []int, order []clusterBound, span float64) (best int, took float64) {
	best, took = -1, span
	for _, p := range order {
		if p.span*(1-1e-12) > took || math.IsInf(p.span, 1) {
			break
		}
		c.coverWork--
		_, transfer := c.hostsUnder(j, cover, p.cluster)
		here := c.span(j, p.cluster, transfer)
		if here < took || best >= 0 && here == took && p.cluster < best {
			best, took = p.cluster, here
		}
	}
	return best, took
}

// covers calls found with covers of a job, each smaller than all earlier ones or, if the best of
// the smallest is wanted, as small. It reports false if the work limit is exceeded. A search ends
// at placement.CoverEffort. Then the smallest cover found counts, or the greedy one if it is
// smaller, and the answer must state that the search was stopped.
func (c *checker) covers(j int, found func(cover []int)) bool {
	best, strictly, rating := math.MaxInt, 1, 0
	if c.rule.cover == placement.Best {
		strictly, rating = 0, placement.CoverRating(len(c.JobDatasets[j]), len(c.Problem.Clusters))
	}
	c.effort = placement.CoverEffort(len(c.Problem.Jobs))
	stopped, least := false, math.MaxInt
	for _, s := range c.searches(j) {
		s.onCover = func(cover []int) {
			best = len(cover)
			found(cover)
		}
		greedy := s.greedy()
		s.limit, s.strictly, s.rating = min(best-strictly, len(greedy)), strictly, rating
		if s.step(); c.coverWork < 0 {
			return false
		}
		least = min(least, (s.open+s.maxGain-1)/s.maxGain)
		if c.effort < 0 {
			stopped = true
			if len(greedy) < best {
				s.onCover(greedy)
			}
		}
	}
	if stopped && least < best && c.Answer.Stats["stopped"] != 1 {
		c.Violation("stats.stopped", "must be 1: the search for hosts of job %s ends at its limit",
			c.Problem.Jobs[j].ID)
	}
	return true
}

// A coverSearch is the search for covers in one part of the network. The first uncovered dataset
// is assigned to its hosts one after another, by descending number of the job's datasets, ties in
// the order of the document.
type coverSearch struct {
	c            *checker
	hosts        []int   // in the order in which they are tried
	holders      [][]int // hosts of each dataset of the job, in that order
	hostDatasets [][]int // datasets of each host
	maxGain      int     // greatest number of datasets of a host
	coverCounts  []int   // number of hosts of the cover that have each dataset
	open         int     // number of datasets that no host of the cover has
	cover        []int
	limit        int // greatest size of a wanted cover
	strictly     int // number of hosts by which the next cover must be smaller: 0 if all of one size are wanted
	rating       int // effort of a found cover
	onCover      func(cover []int)
}

// searches returns one search for each part of the network that has all of the data, in the order
// of the parts.
func (c *checker) searches(j int) (list []*coverSearch) {
	var parts []int
	for _, host := range c.Homes[c.JobDatasets[j][0]] {
		if part := c.network.part(host); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	for _, part := range parts {
		s := c.search(j, part)
		if !slices.ContainsFunc(s.holders, func(hosts []int) bool { return len(hosts) == 0 }) {
			list = append(list, s)
		}
	}
	return list
}

// search returns the search for the covers of job j in one part of the network. A dataset without a
// host in the part has an empty list of holders.
func (c *checker) search(j, part int) *coverSearch {
	needs := c.JobDatasets[j]
	s := &coverSearch{c: c, holders: make([][]int, len(needs)), hostDatasets: make([][]int, len(c.Problem.Clusters)),
		coverCounts: make([]int, len(needs)), open: len(needs)}
	for k, dataset := range needs {
		for _, host := range c.Homes[dataset] {
			if c.network.part(host) != part {
				continue
			}
			if s.hostDatasets[host] == nil {
				s.hosts = append(s.hosts, host)
			}
			s.hostDatasets[host] = append(s.hostDatasets[host], k)
			s.maxGain = max(s.maxGain, len(s.hostDatasets[host]))
		}
	}
	sorting.Sort(s.hosts, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(s.hostDatasets[b]), len(s.hostDatasets[a])), cmp.Compare(a, b))
	})
	for _, host := range s.hosts {
		for _, k := range s.hostDatasets[host] {
			s.holders[k] = append(s.holders[k], host)
		}
	}
	return s
}

// greedy returns the cover that repeatedly takes the host with the most uncovered datasets, on a
// tie the first.
func (s *coverSearch) greedy() (cover []int) {
	covered := make([]bool, len(s.coverCounts))
	for slices.Contains(covered, false) {
		best, bestGain := -1, 0
		for _, host := range s.hosts {
			gain := 0
			for _, k := range s.hostDatasets[host] {
				if !covered[k] {
					gain++
				}
			}
			if gain > bestGain {
				best, bestGain = host, gain
			}
		}
		for _, k := range s.hostDatasets[best] {
			covered[k] = true
		}
		cover = append(cover, best)
	}
	return cover
}

// step extends the current cover. The effort becomes negative if it does not suffice for all
// hosts to be tried.
func (s *coverSearch) step() {
	if s.open == 0 {
		if len(s.cover) <= s.limit {
			s.limit = len(s.cover) - s.strictly
			s.c.effort -= min(s.c.effort, s.rating)
			s.onCover(s.cover)
		}
		return
	}
	if s.open > (s.limit-len(s.cover))*s.maxGain {
		return
	}
	for _, host := range s.holders[slices.Index(s.coverCounts, 0)] {
		s.c.effort--
		if s.c.coverWork--; s.c.coverWork < 0 || s.c.effort < 0 {
			return
		}
		s.count(host, 1)
		s.cover = append(s.cover, host)
		s.step()
		s.cover = s.cover[:len(s.cover)-1]
		s.count(host, -1)
	}
}

// count adds a host to the cover if by is 1, and removes it if by is -1.
func (s *coverSearch) count(host, by int) {
	for _, k := range s.hostDatasets[host] {
		if s.coverCounts[k] == 0 {
			s.open--
		}
		if s.coverCounts[k] += by; s.coverCounts[k] == 0 {
			s.open++
		}
	}
}
