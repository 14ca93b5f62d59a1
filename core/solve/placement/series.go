package placement

import (
	"math"

	"gridbox/core/problem/placement"
)

// A Point is how a placement looks after its first Jobs jobs: one abscissa of
// figures 2 to 7 of the paper.
type Point struct {
	Jobs             int     `json:"jobs"`
	Makespan         float64 `json:"makespan"`
	MeanTransferTime float64 `json:"meanTransferTime"`
}

// Series gives the makespan and the mean transfer time over the number of
// jobs, at no more than most points spread evenly, the last job included.
func Series(s *placement.Solution, most int) []Point {
	n := len(s.Assignments)
	if n == 0 || most < 1 {
		return nil
	}
	count := min(n, most)
	points := make([]Point, 0, count)
	var makespan, transfer float64
	for j := range s.Assignments {
		a := &s.Assignments[j]
		makespan = math.Max(makespan, a.Finish)
		transfer += a.TransferTime
		if (j+1)*count/n > j*count/n {
			points = append(points, Point{j + 1, makespan, transfer / float64(j+1)})
		}
	}
	return points
}

// A Lane is the timeline of one cluster.
type Lane struct {
	Cluster string  `json:"cluster"`
	Phases  []Phase `json:"phases"`
	// Busy is the time that the cluster spends on its jobs; Transfer is the
	// part of it that goes into collecting data.
	Busy     float64 `json:"busy"`
	Transfer float64 `json:"transfer"`
}

// A Phase is one job on its cluster: it collects its data from Start to
// Compute and computes from there to Finish.
type Phase struct {
	Job     string  `json:"job"`
	Start   float64 `json:"start"`
	Compute float64 `json:"compute"`
	Finish  float64 `json:"finish"`
}

// Timeline gives one lane a cluster, in the order of the document, idle
// clusters included.
func Timeline(p *placement.Problem, s *placement.Solution) []Lane {
	lanes := make([]Lane, len(p.Clusters))
	index := make(map[string]int, len(lanes))
	for i := range p.Clusters {
		lanes[i].Cluster = p.Clusters[i].ID
		index[p.Clusters[i].ID] = i
	}
	for j := range s.Assignments {
		a := &s.Assignments[j]
		i, ok := index[a.Cluster]
		if !ok {
			continue
		}
		lane := &lanes[i]
		lane.Phases = append(lane.Phases, Phase{a.Job, a.Start, a.Start + a.TransferTime, a.Finish})
		lane.Busy += a.Finish - a.Start
		lane.Transfer += a.TransferTime
	}
	return lanes
}

// Traffic is what one link carries in a placement.
type Traffic struct {
	// Link is its place in the problem.
	Link int    `json:"link"`
	A    string `json:"a"`
	B    string `json:"b"`
	// MB is the amount of data, Transfers the number of datasets, Busy the
	// time that the link needs for them: MB/bandwidth.
	MB        float64 `json:"mb"`
	Transfers int     `json:"transfers"`
	Busy      float64 `json:"busy"`
}

// LinkTraffic gives what each link carries, in the order of the document. A
// path that uses no link of the problem is passed over; the checker finds it.
func LinkTraffic(p *placement.Problem, s *placement.Solution) []Traffic {
	traffic := make([]Traffic, len(p.Links))
	index := make(map[[2]string]int, 2*len(p.Links))
	for i := range p.Links {
		l := &p.Links[i]
		traffic[i] = Traffic{Link: i, A: l.A, B: l.B}
		index[[2]string{l.A, l.B}], index[[2]string{l.B, l.A}] = i, i
	}
	sizes := make(map[string]float64, len(p.Datasets))
	for i := range p.Datasets {
		sizes[p.Datasets[i].ID] = p.Datasets[i].Size
	}
	for j := range s.Assignments {
		for _, source := range s.Assignments[j].Sources {
			for k := 1; k < len(source.Path); k++ {
				i, ok := index[[2]string{source.Path[k-1], source.Path[k]}]
				if !ok {
					continue
				}
				traffic[i].MB += sizes[source.Dataset]
				traffic[i].Transfers++
				traffic[i].Busy += sizes[source.Dataset] / p.Links[i].Bandwidth
			}
		}
	}
	return traffic
}
