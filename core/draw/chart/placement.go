package chart

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A Run is one algorithm's answer to a placement problem.
type Run struct {
	Name     string
	Colour   int
	Solution *placement.Solution
}

// samples is the greatest number of points of a line. More than a chart has pixels would only be
// slow.
const samples = 160

// MakespanOverJobs returns a chart of the makespan after each job in the order of placement.
func MakespanOverJobs(runs []Run) Chart {
	c := Chart{ID: "makespan-over-jobs", Title: "Makespan over the number of jobs", X: Axis{Title: "jobs"},
		Y: Axis{"makespan", "s"}}
	for _, r := range runs {
		last := 0.0
		c.Series = append(c.Series, r.jobSeries(func(_ int, a placement.Assignment) float64 {
			last = math.Max(last, a.Finish)
			return last
		}))
	}
	return c
}

// MeanTransferOverJobs returns a chart of the mean transfer time of the first jobs.
func MeanTransferOverJobs(runs []Run) Chart {
	c := Chart{ID: "transfer-over-jobs", Title: "Mean transfer time over the number of jobs", X: Axis{Title: "jobs"},
		Y: Axis{"mean transfer time", "s"}}
	for _, r := range runs {
		sum := 0.0
		c.Series = append(c.Series, r.jobSeries(func(k int, a placement.Assignment) float64 {
			sum += a.TransferTime
			return sum / float64(k)
		}))
	}
	return c
}

// jobSeries returns a line over a run's jobs in their order. It calls value for every job and keeps an
// even sample with the first and the last.
func (r Run) jobSeries(value func(k int, a placement.Assignment) float64) Series {
	s := Series{Name: r.Name, Colour: r.Colour}
	if r.Solution == nil {
		return s
	}
	n := len(r.Solution.Assignments)
	next := 0
	for i, a := range r.Solution.Assignments {
		y := value(i+1, a)
		if i < next && i != n-1 {
			continue
		}
		s.Points = append(s.Points, Point{X: float64(i + 1), Y: y})
		next = len(s.Points) * n / samples
	}
	return s
}

// loadsShown is the greatest number of rows in the chart of loads.
const loadsShown = 16

// ClusterLoads returns a chart of the busy time of each cluster. Of many clusters it has those
// with the greatest busy time under any algorithm.
func ClusterLoads(p *placement.Problem, runs []Run) Chart {
	c := Chart{ID: "cluster-loads", Title: "Busy time of clusters", Bars: true, X: Axis{Title: "cluster"},
		Y: Axis{"busy", "s"}}
	index := make(map[string]int, len(p.Clusters))
	for i, cl := range p.Clusters {
		index[cl.ID] = i
	}
	busy := make([][]float64, len(runs))
	most := make([]float64, len(p.Clusters))
	for k, r := range runs {
		busy[k] = make([]float64, len(p.Clusters))
		if r.Solution == nil {
			continue
		}
		for _, a := range r.Solution.Assignments {
			if i, ok := index[a.Cluster]; ok {
				busy[k][i] += a.TransferTime + a.RunTime
				most[i] = math.Max(most[i], busy[k][i])
			}
		}
	}
	shown := busiestClusters(most)
	if len(shown) < len(p.Clusters) {
		c.Title = "Busy time of the busiest clusters"
	}
	for k, r := range runs {
		s := Series{Name: r.Name, Colour: r.Colour}
		for _, i := range shown {
			s.Points = append(s.Points, Point{Label: p.Clusters[i].ID, Y: busy[k][i]})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// busiestClusters returns the indexes of the clusters with the greatest loads, at most loadsShown, in the
// order of the document.
func busiestClusters(most []float64) []int {
	order := make([]int, len(most))
	for i := range order {
		order[i] = i
	}
	if len(order) <= loadsShown {
		return order
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(most[b], most[a]) })
	order = order[:loadsShown]
	slices.Sort(order)
	return order
}

// A Score is one algorithm's value of a metric.
type Score struct {
	Name   string
	Colour int
	Value  float64
}

// MetricBars returns a chart of algorithms by one metric, with its bound if there is one.
func MetricBars(metric Axis, scores []Score, bound *Bound) Chart {
	c := Chart{ID: "metric", Title: metric.Title, Bars: true, X: Axis{Title: "algorithm"}, Y: metric, Bound: bound}
	for _, s := range scores {
		c.Series = append(c.Series, Series{Name: s.Name, Colour: s.Colour,
			Points: []Point{{Label: s.Name, Y: s.Value}}})
	}
	return c
}
