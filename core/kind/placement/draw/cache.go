package draw

import (
	"sync"

	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// A Cache caches the parts of the latest pictures of grids, and the networks and layouts of the
// latest problems.
type Cache struct {
	picture.Cache
	mutex  sync.Mutex
	nets   []*network // of the last two problems, the newest last
	ground *cachedGround
	ways   ways
}

// A cachedGround is the ground of a problem's picture with the values from which it was
// made.
type cachedGround struct {
	p         *placement.Problem
	positions *layout.Point
	frame     frame
	ground    ground
}

// groundOf returns the ground of a picture. It is the identical one while problem, places and
// frame are unchanged.
func (v *TopologyView) groundOf(p *placement.Problem) *ground {
	of := cachedGround{p: p, frame: newFrame(v, len(p.Clusters))}
	if len(v.Positions) == len(p.Clusters) && len(v.Positions) > 0 {
		of.positions = &v.Positions[0]
	}
	k := v.Cache
	if k == nil {
		k = &Cache{}
	}
	k.mutex.Lock()
	if k.ground == nil || k.ground.p != of.p || k.ground.positions != of.positions || k.ground.frame != of.frame {
		of.ground = newGround(v, p, k.network(p), of.frame)
		k.ground = &of
	}
	made := &k.ground.ground
	k.mutex.Unlock()
	return made
}

// ways caches the amounts of data that each job puts on links, as alternating numbers of a link
// and MB. The key is the first of the job's sources, which a whole answer and a part of it share.
type ways struct {
	p    *placement.Problem
	at   map[string]int // the index of a cluster
	from [][][2]int     // by cluster, its neighbours and their links; nil until first used
	size map[string]float64
	hops map[*placement.Source][]float64
}

// link returns the index of the link that joins two clusters, the last one if there are several,
// or -1.
func (w *ways) link(a, b string) int {
	if w.from == nil {
		w.at, w.from = clusterIndex(w.p), make([][][2]int, len(w.p.Clusters))
		for k := range w.p.Links {
			i, okA := w.at[w.p.Links[k].A]
			j, okB := w.at[w.p.Links[k].B]
			if okA && okB {
				w.from[i], w.from[j] = append(w.from[i], [2]int{j, k}), append(w.from[j], [2]int{i, k})
			}
		}
	}
	i, okA := w.at[a]
	j, okB := w.at[b]
	if !okA || !okB {
		return -1
	}
	if len(w.from[j]) < len(w.from[i]) {
		i, j = j, i
	}
	for n := len(w.from[i]) - 1; n >= 0; n-- {
		if w.from[i][n][0] == j {
			return w.from[i][n][1]
		}
	}
	return -1
}

// maxWays is the number of jobs up to which ways are cached.
const maxWays = 20000

// TrafficOn returns the result of the function [TrafficOn], and caches the links of each job.
func (k *Cache) TrafficOn(p *placement.Problem, s *placement.Solution) []float64 {
	if s == nil {
		return nil
	}
	k.mutex.Lock()
	w := &k.ways
	if w.p != p || len(w.hops) > maxWays {
		w.p, w.from, w.size, w.hops = p, nil, map[string]float64{}, map[*placement.Source][]float64{}
		for _, d := range p.Datasets {
			w.size[d.ID] = d.Size
		}
	}
	out := make([]float64, len(p.Links))
	for i := range s.Assignments {
		a := &s.Assignments[i]
		if len(a.Sources) == 0 {
			continue
		}
		hops, known := w.hops[&a.Sources[0]]
		if !known {
			for _, src := range a.Sources {
				for n := 1; n < len(src.Path); n++ {
					if l := w.link(src.Path[n-1], src.Path[n]); l >= 0 {
						hops = append(hops, float64(l), w.size[src.Dataset])
					}
				}
			}
			if len(s.Assignments) <= maxWays {
				w.hops[&a.Sources[0]] = hops
			}
		}
		for n := 0; n < len(hops); n += 2 {
			out[int(hops[n])] += hops[n+1]
		}
	}
	k.mutex.Unlock()
	return out
}
