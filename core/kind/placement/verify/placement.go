package verify

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit placement problem:
//
//   - every job is assigned once, in the order of the document, to a cluster
//     that exists;
//   - every dataset of a job has one source, a cluster with a replica of it,
//     and a path over links of the problem from there to the job's cluster;
//   - transfer time, run time, start and finish are what sources, work, power
//     and the earlier jobs of the cluster make them;
//   - every metric is what the assignments make it;
//   - what bears the name of an algorithm of the catalogue is what the
//     algorithm decides, with the options said: the cluster of every job, given
//     the jobs before it, and source and path of every dataset, ties as the
//     algorithm breaks them (rule.go and tree.go; both say up
//     to how much work). What bears another name reads from the nearest replicas;
//   - the factor Z is that of equation (8);
//   - no placement has a makespan below the bound (bound.go);
//   - what is said to have no placement has none.
//
// The seed is the scenario's.
//
// The answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *placement.Problem, seed uint64, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &placementCheck{Verdict: verify.Verdict{Kind: "placement", Answer: a}, p: p, policy: by,
		treeNodes: mostTreeNodes}
	c.clusters = verify.NewDirectory(p.Clusters, func(x *placement.Cluster) string { return x.ID })
	c.needs = needed(p.Jobs, verify.NewDirectory(p.Datasets, func(x *placement.Dataset) string { return x.ID }))
	c.web = newWeb(p, c.clusters)
	c.homes = make([][]int, len(p.Datasets))
	c.near, c.host = make([]*ways, len(p.Datasets)), make([]*ways, len(p.Clusters))
	c.ready, c.room = make([]float64, len(p.Clusters)), make([]float64, len(p.Clusters))
	c.given = make([]float64, len(p.Clusters))
	c.mips, c.perMIPS = make([]float64, len(p.Clusters)), make([]float64, len(p.Clusters))
	for i := range p.Clusters {
		c.mips[i] = p.Clusters[i].MIPS
		c.perMIPS[i] = min(1/c.mips[i], math.MaxFloat64)
		c.power += c.mips[i]
	}
	c.timed, c.hypothesis = -1, c.supposes(a.Bound)
	if c.ReadOptions(&c.options) {
		c.rule = c.named(seed)
	}
	return verify.Judge(&c.Verdict, c)
}

// needed gives the datasets of each job, all in one piece of memory.
func needed(jobs []placement.Job, datasets *verify.Directory) [][]int {
	count := 0
	for j := range jobs {
		count += len(jobs[j].Datasets)
	}
	out, all := make([][]int, len(jobs)), make([]int, 0, count)
	for j := range jobs {
		from := len(all)
		for _, id := range jobs[j].Datasets {
			all = append(all, datasets.Of(id))
		}
		out[j] = all[from:len(all):len(all)]
	}
	return out
}

// placementCheck is the state of one check.
type placementCheck struct {
	verify.Verdict
	options    placement.Options
	p          *placement.Problem
	policy     *policy.Formulas // of an answer by own
	clusters   *verify.Directory
	needs      [][]int // the datasets of each job
	web        *web
	homes      [][]int   // of the datasets
	near       []*ways   // of the datasets, from their replicas
	host       []*ways   // of one MB from each cluster
	rule       *rule     // nil for what is not in the catalogue
	ready      []float64 // when each cluster has finished its earlier jobs
	given      []float64 // how many jobs each has
	room       []float64 // the transfer times of one job
	times      []float64 // of the sources of one job
	mips       []float64 // of the clusters
	perMIPS    []float64 // 1/mips: a division takes as long as all the rest of looking at a cluster
	power      float64   // of all of them
	holding    [][]int   // by dataset of one job: the hosts of one cover that hold it
	perMB      []float64 // room
	seat       []int     // by cluster: where it stands in its tree of covers
	trunks     []*coverTree
	timed      int         // the job whose transfer times are in room, -1 for none
	hypothesis *hypothesis // of the bound, nil for none
	treeNodes  int         // that may still be looked at for covers
	effort     int         // of the job at hand: what the search for its covers may still take
}

// homesOf gives the clusters that hold a dataset.
func (c *placementCheck) homesOf(d int) []int {
	if c.homes[d] == nil {
		for _, id := range c.p.Datasets[d].At {
			c.homes[d] = append(c.homes[d], c.clusters.Of(id))
		}
	}
	return c.homes[d]
}

// ways gives the ways of a dataset.
func (c *placementCheck) ways(d int) *ways {
	if c.near[d] == nil {
		c.near[d] = c.web.from(c.homesOf(d), c.p.Datasets[d].Size)
	}
	return c.near[d]
}

// waysOf gives those of one MB from a cluster.
func (c *placementCheck) waysOf(host int) *ways {
	if c.host[host] == nil {
		c.host[host] = c.web.from([]int{host}, 1)
	}
	return c.host[host]
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
	if !verify.Near(said, is) {
		c.Differs(at.path(field), said, is)
	}
}

func (c *placementCheck) assignment(j int, a *placement.Assignment) {
	at, job := assignmentSpot(j), &c.p.Jobs[j]
	if a.Job != job.ID {
		c.Violation(at.path("job"), "is "+strconv.Quote(a.Job)+", must be "+strconv.Quote(job.ID)+
			": assignments stand in the order of the jobs")
		return
	}
	cluster, ok := c.clusters.Find(a.Cluster)
	if !ok {
		c.Violation(at.path("cluster"), strconv.Quote(a.Cluster)+" is not a cluster")
		return
	}
	transfer, whole := c.sources(at, j, a, cluster)
	if whole {
		c.claim(at, "transferTime", a.TransferTime, transfer)
	} else {
		transfer = a.TransferTime
	}
	run := job.MI / c.p.Clusters[cluster].MIPS
	c.claim(at, "runTime", a.RunTime, run)
	c.claim(at, "start", a.Start, c.ready[cluster])
	c.claim(at, "finish", a.Finish, a.Start+a.TransferTime+a.RunTime)
	c.factor(at, j, a)
	c.follows(at, j, a, cluster)
	c.ready[cluster] = c.ready[cluster] + transfer + run
	c.given[cluster]++
	if h := c.hypothesis; h != nil && h.weighed == j {
		c.weigh(h)
	}
}

// sources checks where a job's data come from and gives the transfer time, the
// sum in the order in which the job names them; whole is false when something
// is so wrong that it has none.
func (c *placementCheck) sources(at spot, j int, a *placement.Assignment, to int) (total float64, whole bool) {
	needs := c.p.Jobs[j].Datasets
	c.times = c.times[:0]
	for range needs {
		c.times = append(c.times, -1)
	}
	whole = true
	for k := range a.Sources {
		s, here := &a.Sources[k], spot{at.job, k}
		n := k
		if n >= len(needs) || needs[n] != s.Dataset {
			n = slices.Index(needs, s.Dataset)
		}
		if n < 0 || c.times[n] >= 0 {
			c.Violation(here.path("dataset"), strconv.Quote(s.Dataset)+" is not needed by job "+a.Job+
				", or named before")
			whole = false
			continue
		}
		time, ok := c.source(here, s, c.needs[j][n], to)
		c.times[n] = time
		whole = whole && ok
	}
	for n, time := range c.times {
		if time < 0 {
			c.Violation(at.path("sources"), "lack dataset "+strconv.Quote(needs[n]))
			whole = false
		}
		total += time
	}
	return total, whole
}

// source checks one transfer and gives its time.
func (c *placementCheck) source(at spot, s *placement.Source, dataset, to int) (float64, bool) {
	d := &c.p.Datasets[dataset]
	tree := c.rule != nil && c.rule.cover != ""
	if !tree && c.goes(s, c.ways(dataset), to) {
		return c.ways(dataset).time[to], true
	}
	if !slices.Contains(d.At, s.Cluster) {
		c.Violation(at.path("cluster"), strconv.Quote(s.Cluster)+" holds no replica of "+d.ID)
		return 0, false
	}
	host := c.waysOf(c.clusters.Of(s.Cluster))
	if tree && c.goes(s, host, to) {
		return d.Size * host.time[to], true
	}
	length, ok := c.length(at, s, to)
	if !ok {
		return 0, false
	}
	least := host.time[to]
	if !tree {
		for _, home := range d.At {
			least = min(least, c.waysOf(c.clusters.Of(home)).time[to])
		}
	}
	switch {
	case length > least && !verify.Near(length, least):
		c.Violation(at.path("path"),
			"takes "+verify.Number(length)+" s/MB; "+d.ID+" can be had from "+verify.Number(least)+
				" s/MB away")
	case c.rule != nil:
		c.Violation(at.path("path"), "is not the way that comes first in the document")
	}
	return d.Size * length, true
}

// goes tells whether a source's path is the one that these ways take. Many sources
// of an answer mostly share a path, which is then followed once.
func (c *placementCheck) goes(s *placement.Source, over *ways, to int) bool {
	if len(s.Path) == 0 {
		return false
	}
	if over.walked == nil {
		home, leads := c.leads(s.Path, over, to)
		return leads && s.Cluster == c.p.Clusters[home].ID
	}
	w := &over.walked[to]
	if w.first != &s.Path[0] || int(w.steps) != len(s.Path) {
		home, leads := c.leads(s.Path, over, to)
		if !leads {
			return false
		}
		*w = walk{&s.Path[0], int32(len(s.Path)), int32(home)}
	}
	return s.Cluster == c.p.Clusters[w.home].ID
}

// leads follows a path back from a cluster to its home.
func (c *placementCheck) leads(path []string, over *ways, to int) (home int, ok bool) {
	last := len(path) - 1
	if path[last] != c.p.Clusters[to].ID || over.next[to] < 0 {
		return 0, false
	}
	for ; last > 0; last-- {
		next := over.next[to]
		if next == to || path[last-1] != c.p.Clusters[next].ID {
			return 0, false
		}
		to = next
	}
	return to, over.next[to] == to
}

// length is the seconds that one MB takes on a source's path.
func (c *placementCheck) length(at spot, s *placement.Source, to int) (length float64, ok bool) {
	last := len(s.Path) - 1
	if last < 0 || s.Path[0] != s.Cluster || s.Path[last] != c.p.Clusters[to].ID {
		c.Violation(at.path("path"), "must lead from "+s.Cluster+" to "+c.p.Clusters[to].ID)
		return 0, false
	}
	for k := 1; k <= last; k++ {
		a, okA := c.clusters.Find(s.Path[k-1])
		b, okB := c.clusters.Find(s.Path[k])
		cost, joined := 0.0, okA && okB
		if joined {
			cost, joined = c.web.link(a, b)
		}
		if !joined {
			c.Violation(at.path("path"), "there is no link between "+s.Path[k-1]+" and "+s.Path[k])
			return 0, false
		}
		length += cost
	}
	return length, true
}
