package solve

import (
	"strconv"

	"gridbox/core/kind/placement"

	"pgregory.net/rapid"
)

// drawProblem returns a small random problem with everything that is allowed:
// several parts, ties, datasets of size 0 or without a replica, jobs without
// data or work.
func drawProblem(t *rapid.T, reachable bool) *placement.Problem {
	n := rapid.IntRange(1, 9).Draw(t, "clusters")
	p := &placement.Problem{}
	for i := range n {
		mips := rapid.SampledFrom([]float64{1, 2, 3, 7.5, 1000}).Draw(t, "mips")
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "c" + strconv.Itoa(i), MIPS: mips})
	}
	link := func(a, b int) {
		p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID,
			Bandwidth: rapid.SampledFrom([]float64{1, 2, 3, 10, 0.7}).Draw(t, "bandwidth")})
	}
	for b := 1; b < n; b++ {
		a := rapid.IntRange(0, b-1).Draw(t, "neighbour")
		if reachable || rapid.IntRange(0, 4).Draw(t, "cut") > 0 {
			link(a, b)
		}
		for c := range b {
			if c != a && rapid.IntRange(0, 3).Draw(t, "more") == 0 {
				link(c, b)
			}
		}
	}
	datasets := rapid.IntRange(0, 6).Draw(t, "datasets")
	for i := range datasets {
		d := placement.Dataset{ID: "d" + strconv.Itoa(i),
			Size: rapid.SampledFrom([]float64{0, 1, 4, 12.5, 300}).Draw(t, "size")}
		for c := range n {
			if rapid.IntRange(0, 2).Draw(t, "held") == 0 {
				d.At = append(d.At, p.Clusters[c].ID)
			}
		}
		if reachable && len(d.At) == 0 {
			d.At = []string{p.Clusters[rapid.IntRange(0, n-1).Draw(t, "home")].ID}
		}
		p.Datasets = append(p.Datasets, d)
	}
	for j := range rapid.IntRange(0, 8).Draw(t, "jobs") {
		job := placement.Job{ID: "j" + strconv.Itoa(j),
			MI: rapid.SampledFrom([]float64{0, 1, 5, 40, 1000}).Draw(t, "mi")}
		for i := range datasets {
			if rapid.IntRange(0, 1).Draw(t, "needed") == 0 {
				job.Datasets = append(job.Datasets, p.Datasets[i].ID)
			}
		}
		p.Jobs = append(p.Jobs, job)
	}
	return p
}
