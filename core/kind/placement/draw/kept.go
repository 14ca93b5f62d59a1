package draw

import (
	"sync"

	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// A Kept holds the parts of pictures of grids that were drawn last, and how the
// last problems are connected and laid out.
type Kept struct {
	picture.Kept
	mutex sync.Mutex
	nets  []*network // of the last two problems, the newest last
	lay   *lay
	ways  ways
}

// A lay is the ground of a problem's picture with what it was made of.
type lay struct {
	p      *placement.Problem
	places *layout.Point
	frame  frame
	made   ground
}

// groundOf gives what a picture is drawn on, the very same as long as all that it is
// made of is the same.
func (v *TopologyView) groundOf(p *placement.Problem) *ground {
	of := lay{p: p, frame: newFrame(v, len(p.Clusters))}
	if len(v.Places) == len(p.Clusters) && len(v.Places) > 0 {
		of.places = &v.Places[0]
	}
	k := v.Kept
	if k == nil {
		k = &Kept{}
	}
	k.mutex.Lock()
	if k.lay == nil || k.lay.p != of.p || k.lay.places != of.places || k.lay.frame != of.frame {
		of.made = newGround(v, p, k.network(p), of.frame)
		k.lay = &of
	}
	made := &k.lay.made
	k.mutex.Unlock()
	return made
}

// ways are what each job's data put on links, a number of a link and its MB by turns,
// by the first of the job's sources, which an answer and a part of it have in common.
type ways struct {
	p    *placement.Problem
	at   map[string]int // the place of a cluster in the list
	from [][][2]int     // per cluster, what it is joined to and by which link; nil until one is asked for
	size map[string]float64
	hops map[*placement.Source][]float64
}

// link is the one that joins two clusters, the last where several do; -1 where none does.
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

// mostWays is of how many jobs the ways are remembered.
const mostWays = 20000

// TrafficOn is [TrafficOn], which looks up the ways of a job only once.
func (k *Kept) TrafficOn(p *placement.Problem, s *placement.Solution) []float64 {
	if s == nil {
		return nil
	}
	k.mutex.Lock()
	w := &k.ways
	if w.p != p || len(w.hops) > mostWays {
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
			if len(s.Assignments) <= mostWays {
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
