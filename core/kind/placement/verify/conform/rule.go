// Package conform checks that an answer to a placement problem is the one of the algorithm that
// it names. It applies the rule of the algorithm to one job after another, each time with the
// earlier jobs placed as in the answer. The rules are written plainly and share no code with the
// solvers. Large problems are checked in part.
package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/placement"
	kernel "gridbox/core/kind/placement/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// ruleCells is the number of jobs times clusters that are scored. Of a larger problem every
// second, third, ... job is checked, so that the number stays about the same.
const ruleCells = 1 << 20

// Answer checks an answer as package verify does, and against the rule of its algorithm: the
// cluster of every job, and source and path of every dataset, with the algorithm's tie-breaking.
// No path may be longer than the shortest.
// The seed is the scenario's. Formulas are those of a policy, nil for other answers. An answer of
// an unknown algorithm is not checked against a rule.
func Answer(p *placement.Problem, seed uint64, formulas *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &checker{Checker: kernel.New(p, a), ready: make([]float64, len(p.Clusters)),
		count: make([]float64, len(p.Clusters)), coverWork: maxCoverWork,
		network:       newNetwork(p, verify.IndexByID(p.Clusters, func(x *placement.Cluster) string { return x.ID })),
		datasetRoutes: make([]*routes, len(p.Datasets)), clusterRoutes: make([]*routes, len(p.Clusters))}
	if len(c.Violations) == 0 { // the options are valid
		c.rule = c.answerRule(seed, formulas)
	}
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A checker applies the rule of one answer.
type checker struct {
	*kernel.Checker
	rule  *rule     // nil for an unknown algorithm
	ready []float64 // time at which each cluster has finished its earlier jobs
	count []float64 // number of jobs of each cluster

	network       *network
	datasetRoutes []*routes // by dataset, from its nearest replica
	clusterRoutes []*routes // by cluster

	coverWork int // remaining work of all searches for covers
	effort    int // remaining search effort for the current job
}

// A rule places a job on the cluster with the least score
//
//	rs RS + cra CRA (+ the end of the earlier jobs, if it is queue-aware)
//
// Ties are broken by the lesser time of the job, RS + CRA (+ that end), then by the order of the
// document.
type rule struct {
	rs, cra float64
	weights placement.Weights // of RBHS
	cover   placement.Cover   // of SCP Tree Search
	draw    func() float64    // of Random
	queue   bool
	first   bool                // ties are broken by the order of the document alone
	share   int                 // number of clusters that a job may use: the ones where it takes least; 0 for all
	plan    func() *mapping     // of an algorithm that compares all jobs before it places the first
	formula *formula.Expression // of a policy
	usesZ   bool
	// shortest is set if no placement is shorter. Which of the shortest is chosen is not promised.
	shortest bool
}

// answerRule returns the rule of the answer's algorithm, or nil for an unknown one.
func (c *checker) answerRule(seed uint64, formulas *policy.Formulas) *rule {
	r := &rule{rs: 1, cra: 1}
	switch c.Answer.Algorithm {
	case "rbhs":
		r.weights, r.queue, r.usesZ = cmp.Or(c.Options.Weights, placement.Printed), c.Options.QueueAware, true
	case "scp-tree":
		r.cover, r.queue = cmp.Or(c.Options.Cover, placement.First), c.Options.QueueAware
	case "min-completion":
		r.queue = true
	case "nearest-data":
		r.cra = 0
	case "fastest":
		r.rs = 0
	case "olb":
		r.rs, r.cra, r.queue, r.first = 0, 0, true, true
	case "met":
	case "k-percent-best":
		r.queue, r.share = true, placement.ShareOf(c.Options.Percent, len(c.Problem.Clusters))
	case "exact":
		r.shortest = true
	case "min-min", "max-min", "duplex", "sufferage", "storage-affinity", "delay-scheduling", "local-search":
		r.plan = c.planOf()
	case "random":
		r.draw = placement.RandomNumbers(seed)
	case policy.AlgorithmOwn:
		if formulas == nil {
			return nil
		}
		r.formula = formulas.Expression(placement.DecideCluster)
		r.usesZ = r.formula.Uses(nameZ)
	default:
		return nil
	}
	return r
}

// Solution checks a solution, then applies the rule.
func (c *checker) Solution(s *placement.Solution) []verify.Metric {
	metrics := c.Checker.Solution(s)
	for j, job := range c.Jobs {
		if job.Cluster >= 0 {
			c.checkShortestPaths(j, &s.Assignments[j], job.Cluster)
		}
	}
	stride := 1 + (len(c.Problem.Jobs)*len(c.Problem.Clusters)-1)/ruleCells
	for j, job := range c.Jobs {
		if c.rule == nil || c.IsFull() {
			break
		}
		if job.Cluster < 0 {
			continue
		}
		a := &s.Assignments[j]
		c.claims(j, a, job.Cluster)
		if c.rule.plan != nil {
			continue
		}
		if len(c.Violations) == 0 { // jobs run in the order of the document
			c.Equal(kernel.AssignmentPath(j)+".start", a.Start, c.ready[job.Cluster])
		}
		switch {
		case c.rule.shortest: // any shortest placement is allowed
		case j%stride == 0:
			c.follow(j, a, job.Cluster)
		case c.rule.draw != nil:
			c.rule.draw()
		}
		c.ready[job.Cluster] = c.ready[job.Cluster] + job.Transfer + c.Run(j, job.Cluster)
		c.count[job.Cluster]++
	}
	if c.rule != nil && c.rule.plan != nil && !c.IsFull() {
		c.followPlan(s)
	}
	if c.rule != nil && c.rule.shortest && len(c.Violations) == 0 {
		c.followShortest(verify.Find(metrics, "makespan").Value)
	}
	return metrics
}

// claims checks that a job has a factor Z if the algorithm computes one, and that its data take
// the first of the shortest paths.
func (c *checker) claims(j int, a *placement.Assignment, cluster int) {
	switch {
	case a.Z == nil && c.rule.usesZ:
		c.Violation(kernel.AssignmentPath(j)+".z", "is missing")
	case a.Z != nil && !c.rule.usesZ:
		c.Violation(kernel.AssignmentPath(j)+".z", "is given although %s has none", c.Answer.Algorithm)
	}
	for k := range a.Sources {
		s := &a.Sources[k]
		n := slices.Index(c.Problem.Jobs[j].Datasets, s.Dataset)
		if n < 0 {
			continue
		}
		routes := c.routesOf(s, c.JobDatasets[j][n])
		if routes != nil && !slices.EqualFunc(pathOf(routes, cluster), s.Path, func(i int, id string) bool {
			return c.Problem.Clusters[i].ID == id
		}) {
			c.Violation(kernel.SourcePath(j, k)+".path", "is not the way that comes first in the document")
		}
	}
}

// checkShortestPaths checks that no path to the data of a job is shorter than the one taken.
func (c *checker) checkShortestPaths(j int, a *placement.Assignment, cluster int) {
	for k := range a.Sources {
		s := &a.Sources[k]
		n := slices.Index(c.Problem.Jobs[j].Datasets, s.Dataset)
		if n < 0 {
			continue
		}
		perMB, _ := c.Length(s.Path)
		routes := c.routesOf(s, c.JobDatasets[j][n])
		if routes != nil && perMB > routes.perMB[cluster] && !verify.ApproxEqual(perMB, routes.perMB[cluster]) {
			c.Violation(kernel.SourcePath(j, k)+".path", "takes %v s/MB; %s can be had from %v s/MB away", perMB,
				s.Dataset, routes.perMB[cluster])
		}
	}
}

// routesOf returns the routes that a source may take: from its replica for SCP Tree Search, which
// chooses among the replicas by another rule, otherwise from the nearest replica. They are nil if
// the source has no replica.
func (c *checker) routesOf(s *placement.Source, dataset int) *routes {
	if c.Answer.Algorithm != "scp-tree" {
		return c.nearestRoutes(dataset)
	}
	at := slices.Index(c.Problem.Datasets[dataset].At, s.Cluster)
	if at < 0 {
		return nil
	}
	return c.routesFrom(c.Homes[dataset][at])
}

// A decision is the placement of a job by a rule.
type decision struct {
	cluster  int // -1 if the job can run nowhere
	transfer float64
	hosts    []int // hosts of SCP Tree Search by dataset of the job
	known    bool  // false if the work limit is exceeded
}

// follow compares the cluster of a job, and the hosts that it reads from, with the rule.
func (c *checker) follow(j int, a *placement.Assignment, cluster int) {
	switch {
	case c.rule.usesZ && a.Z == nil:
		return
	case c.rule.formula != nil:
		c.followFormula(j, cluster)
		return
	}
	z := 0.0
	if a.Z != nil {
		z = *a.Z
	}
	at := kernel.AssignmentPath(j) + ".cluster"
	d := c.decide(j, z)
	switch {
	case !d.known:
	case d.cluster < 0:
		c.Violation(at, "is given although the job can run nowhere")
	case d.cluster != cluster:
		c.Violation(at, "is %s; %s with these options chooses %s", a.Cluster, c.Answer.Algorithm,
			c.Problem.Clusters[d.cluster].ID)
	default:
		c.checkSources(j, a, d.hosts)
	}
}

// checkSources compares the hosts from which the data are read with those of SCP Tree Search.
func (c *checker) checkSources(j int, a *placement.Assignment, hosts []int) {
	for k, host := range hosts {
		for s := range a.Sources {
			from, id := &a.Sources[s], c.Problem.Clusters[host].ID
			if from.Dataset == c.Problem.Jobs[j].Datasets[k] && from.Cluster != id {
				c.Violation(kernel.SourcePath(j, s)+".cluster",
					"is %s; of the smallest sets of hosts scp-tree with these options takes one by which it is %s",
					from.Cluster, id)
			}
		}
	}
}

// decide returns the placement of a job by the rule. z is the factor Z, which only RBHS needs.
func (c *checker) decide(j int, z float64) decision {
	switch {
	case c.rule.draw != nil:
		return c.random(j)
	case c.rule.cover != "" && len(c.JobDatasets[j]) > 0:
		return c.coverDecision(j)
	}
	rs, cra := c.rule.rs, c.rule.cra
	switch c.rule.weights {
	case placement.Printed:
		rs, cra = 1-z, z
	case placement.Swapped:
		rs, cra = z, 1-z
	}
	transfers := c.Transfers(j)
	if c.rule.share > 0 {
		c.restrict(j, transfers)
	}
	d := decision{cluster: c.bestCluster(j, transfers, rs, cra), known: true}
	if d.cluster >= 0 {
		d.transfer = transfers[d.cluster]
	}
	return d
}

// restrict sets the transfer times to +Inf except for the clusters of the rule's share, on which
// the job takes least, ties in the order of the document.
func (c *checker) restrict(j int, transfers []float64) {
	times := make([]float64, len(transfers))
	for i, t := range transfers {
		times[i] = t + c.Run(j, i)
	}
	for i, t := range times {
		better := 0
		for k, x := range times {
			if x < t || x == t && k < i {
				better++
			}
		}
		if better >= c.rule.share {
			transfers[i] = math.Inf(1)
		}
	}
}

// bestCluster returns the cluster with the least score for a job, or -1 for none.
func (c *checker) bestCluster(j int, transfers []float64, rs, cra float64) int {
	best, bestScore, bestSpan := -1, math.Inf(1), math.Inf(1)
	for i, t := range transfers {
		run := c.Run(j, i)
		score, span := float64(rs*t)+float64(cra*run), c.span(j, i, t)
		if c.rule.queue {
			score = c.ready[i] + score
		}
		if math.IsNaN(score) || math.IsInf(score, 1) || math.IsInf(span, 1) {
			continue
		}
		if score < bestScore || score == bestScore && span < bestSpan && !c.rule.first {
			best, bestScore, bestSpan = i, score, span
		}
	}
	return best
}

// span returns the time that a job takes on a cluster, from 0 on if the rule is queue-aware.
func (c *checker) span(j, cluster int, transfer float64) float64 {
	span := transfer + c.Run(j, cluster)
	if c.rule.queue {
		return c.ready[cluster] + span
	}
	return span
}

// random returns the decision of Random.
func (c *checker) random(j int) decision {
	transfers, u := c.Transfers(j), c.rule.draw()
	var reachable []int
	for i, t := range transfers {
		if !math.IsInf(t, 1) && c.Admits(j, i) {
			reachable = append(reachable, i)
		}
	}
	if len(reachable) == 0 {
		return decision{cluster: -1, known: true}
	}
	i := reachable[int(u*float64(len(reachable)))]
	return decision{cluster: i, transfer: transfers[i], known: true}
}

// Infeasible checks that there is no placement, or that the times of the algorithm's placement
// overflow.
func (c *checker) Infeasible() bool {
	if c.Impossible() {
		return true
	}
	if !c.MayOverflow() || c.rule == nil || c.rule.formula == nil && !c.overflows() {
		c.RejectInfeasible()
	}
	return false
}

// overflows reports whether the finishes of the rule's placement add up to infinity, or a job has
// no cluster. It reports false if a decision of the rule is unknown.
func (c *checker) overflows() bool {
	switch {
	case c.rule.plan != nil:
		return c.planOverflows()
	case c.rule.shortest:
		return true
	}
	sum := 0.0
	for j := range c.Problem.Jobs {
		d := c.decide(j, c.Z(j))
		if !d.known {
			return false
		}
		if d.cluster < 0 {
			return true
		}
		c.ready[d.cluster] = c.ready[d.cluster] + d.transfer + c.Run(j, d.cluster)
		if sum += c.ready[d.cluster]; math.IsInf(sum, 1) {
			return true
		}
	}
	return false
}

// pathOf returns the clusters of the path to a cluster, or nil if there is none.
func pathOf(r *routes, to int) (path []int) {
	if r.next[to] < 0 {
		return nil
	}
	for ; r.next[to] != to; to = r.next[to] {
		path = append(path, to)
	}
	path = append(path, to)
	slices.Reverse(path)
	return path
}
