package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/placement"
	"gridbox/core/scenario"
)

// Placement checks an answer to a valid, explicit placement problem:
//
//   - every job is assigned once, in the order of the document, to a cluster
//     that exists;
//   - every dataset of a job has one source, a cluster with a replica of it,
//     and a path over links of the problem from there to the job's cluster;
//   - transfer time, run time, start and finish are what sources, work, power
//     and the earlier jobs of the cluster make them;
//   - every metric is what the assignments make it, and no bound is above it;
//   - algorithms that read from the nearest replica do (all but scp-tree), and
//     scp-tree reads from as few hosts as can be (jobs of up to 10 datasets);
//   - the factor Z, where it is given, is that of equation (8);
//   - what is said to have no placement has none.
func Placement(p *placement.Problem, a *scenario.Answer) scenario.Check {
	c := &placementCheck{verdict: verdict{kind: "placement", answer: a, lenient: true}, p: p, ready: map[string]float64{}}
	c.clusters = places(p.Clusters, func(x *placement.Cluster) string { return x.ID })
	c.datasets = places(p.Datasets, func(x *placement.Dataset) string { return x.ID })
	c.web = newWeb(p, c.clusters)
	return judge(&c.verdict, c)
}

// placementCheck is the state of one check.
type placementCheck struct {
	verdict
	p        *placement.Problem
	clusters map[string]int
	datasets map[string]int
	web      *web
	ready    map[string]float64
	open     []string // room for the datasets of a job without a source yet
}

// A spot is an assignment, or one of its sources. Its path is spelt only when
// something is wrong there: most answers are right.
type spot struct{ job, source int }

func assignmentSpot(j int) spot { return spot{j, -1} }

func (s spot) path(field string) string {
	path := "solution.assignments[" + strconv.Itoa(s.job) + "]"
	if s.source >= 0 {
		path += ".sources[" + strconv.Itoa(s.source) + "]"
	}
	return path + "." + field
}

// claim reports a number of a spot that is not what it must be.
func (c *placementCheck) claim(at spot, field string, said, is float64) {
	if !near(said, is) {
		c.differs(at.path(field), said, is)
	}
}

func (c *placementCheck) assignments(s *placement.Solution) {
	if len(s.Assignments) != len(c.p.Jobs) {
		c.violation("solution.assignments", "has "+strconv.Itoa(len(s.Assignments))+" entries for "+
			strconv.Itoa(len(c.p.Jobs))+" jobs")
	}
	for j := range s.Assignments {
		if j >= len(c.p.Jobs) || c.full() {
			return
		}
		c.assignment(assignmentSpot(j), &c.p.Jobs[j], &s.Assignments[j])
	}
}

func (c *placementCheck) assignment(at spot, job *placement.Job, a *placement.Assignment) {
	if a.Job != job.ID {
		c.violation(at.path("job"), "is "+strconv.Quote(a.Job)+", must be "+strconv.Quote(job.ID)+
			": assignments stand in the order of the jobs")
		return
	}
	cluster, ok := c.clusters[a.Cluster]
	if !ok {
		c.violation(at.path("cluster"), strconv.Quote(a.Cluster)+" is not a cluster")
		return
	}
	transfer, whole := c.sources(at, job, a)
	if whole {
		c.claim(at, "transferTime", a.TransferTime, transfer)
	}
	c.claim(at, "runTime", a.RunTime, job.MI/c.p.Clusters[cluster].MIPS)
	c.claim(at, "start", a.Start, c.ready[a.Cluster])
	c.claim(at, "finish", a.Finish, a.Start+a.TransferTime+a.RunTime)
	c.ready[a.Cluster] = a.Finish
	c.factor(at, job, a)
	if whole {
		c.fewest(at, job, a, cluster)
	}
}

// sources checks where a job's data come from and gives the transfer time;
// whole is false when something is so wrong that it has none.
func (c *placementCheck) sources(at spot, job *placement.Job, a *placement.Assignment) (total float64, whole bool) {
	c.open = append(c.open[:0], job.Datasets...)
	whole = true
	for k := range a.Sources {
		s, here := &a.Sources[k], spot{at.job, k}
		i := slices.Index(c.open, s.Dataset)
		if i < 0 {
			c.violation(here.path("dataset"), strconv.Quote(s.Dataset)+" is not needed by job "+job.ID+
				", or named before")
			whole = false
			continue
		}
		c.open = slices.Delete(c.open, i, i+1)
		time, ok := c.source(here, s, a.Cluster)
		total += time
		whole = whole && ok
	}
	for _, d := range c.open {
		c.violation(at.path("sources"), "lack dataset "+strconv.Quote(d))
		whole = false
	}
	return total, whole
}

// source checks one transfer and gives its time.
func (c *placementCheck) source(at spot, s *placement.Source, to string) (float64, bool) {
	d := &c.p.Datasets[c.datasets[s.Dataset]]
	if !slices.Contains(d.At, s.Cluster) {
		c.violation(at.path("cluster"), strconv.Quote(s.Cluster)+" holds no replica of "+d.ID)
		return 0, false
	}
	if len(s.Path) == 0 || s.Path[0] != s.Cluster || s.Path[len(s.Path)-1] != to {
		c.violation(at.path("path"), "must lead from "+s.Cluster+" to "+to)
		return 0, false
	}
	length := 0.0
	for k := 1; k < len(s.Path); k++ {
		cost, ok := c.web.link(s.Path[k-1], s.Path[k])
		if !ok {
			c.violation(at.path("path"), "there is no link between "+s.Path[k-1]+" and "+s.Path[k])
			return 0, false
		}
		length += cost
	}
	if c.answer.Algorithm != "scp-tree" {
		if least := c.web.distances(d)[c.clusters[to]]; length > least && !near(length, least) {
			c.violation(at.path("path"), "takes "+number(length)+" s/MB; the nearest replica of "+d.ID+" is "+
				number(least)+" s/MB away")
		}
	}
	return d.Size * length, true
}

// factor checks Z, equation (8), with the mean transfer time over the clusters
// that can reach all of the job's data.
func (c *placementCheck) factor(at spot, job *placement.Job, a *placement.Assignment) {
	if a.Z == nil {
		return
	}
	power := 0.0
	for i := range c.p.Clusters {
		power += c.p.Clusters[i].MIPS
	}
	run := job.MI / (power / float64(len(c.p.Clusters)))
	transfer := c.meanTransfer(job)
	z := transfer / (transfer + run)
	switch {
	case transfer == 0:
		z = 0
	case math.IsInf(transfer, 1):
		z = 1
	}
	if math.IsInf(transfer, 1) && math.IsInf(run, 1) {
		z = 0.5
	}
	c.claim(at, "z", *a.Z, z)
}

func (c *placementCheck) meanTransfer(job *placement.Job) float64 {
	if sum, all := c.allReach(job); all {
		return sum / float64(len(c.p.Clusters))
	}
	total, reached := 0.0, 0
	for i := range c.p.Clusters {
		t := c.timeTo(job, i)
		if !math.IsInf(t, 1) {
			total += t
			reached++
		}
	}
	return total / float64(reached)
}

// allReach sums the transfer times of a job over all clusters, when every
// cluster can reach every dataset.
func (c *placementCheck) allReach(job *placement.Job) (float64, bool) {
	sum := 0.0
	for _, id := range job.Datasets {
		d := &c.p.Datasets[c.datasets[id]]
		sum += d.Size * c.web.reach(d)
	}
	return sum, !math.IsInf(sum, 1) && !math.IsNaN(sum)
}

// timeTo is the least transfer time of a job's data to cluster i.
func (c *placementCheck) timeTo(job *placement.Job, i int) float64 {
	t := 0.0
	for _, id := range job.Datasets {
		d := &c.p.Datasets[c.datasets[id]]
		away := c.web.distances(d)[i]
		if math.IsInf(away, 1) {
			return away
		}
		t += d.Size * away
	}
	return t
}
