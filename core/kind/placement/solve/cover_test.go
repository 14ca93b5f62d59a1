package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/kind/placement"
	"gridbox/core/trace"

	"pgregory.net/rapid"
)

// bruteForceCovers tries every set of hosts and lists the smallest that have all files,
// as bit sets of hosts.
func bruteForceCovers(homes [][]int32, hosts int) (size int, covers []int) {
	size = math.MaxInt
	for set := range 1 << hosts {
		holdsAll := true
		for _, list := range homes {
			holdsAll = holdsAll && slices.ContainsFunc(list, func(h int32) bool { return set>>h&1 == 1 })
		}
		count := 0
		for h := range hosts {
			count += set >> h & 1
		}
		switch {
		case !holdsAll || count > size:
		case count < size:
			size, covers = count, []int{set}
		default:
			covers = append(covers, set)
		}
	}
	return size, covers
}

// The tree search finds a smallest cover, and all of them under ties.
func TestCoverAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hosts := rapid.IntRange(1, 9).Draw(t, "hosts")
		homes := make([][]int32, rapid.IntRange(1, 7).Draw(t, "files"))
		for k := range homes {
			for h := range hosts {
				if rapid.IntRange(0, 2).Draw(t, "holds") == 0 {
					homes[k] = append(homes[k], int32(h))
				}
			}
		}
		size, covers := bruteForceCovers(homes, hosts)
		var found []int
		nodes, left := 0, math.MaxInt
		c := newCover(homes, func(int32) bool { return true })
		if c.coverable() != (len(covers) > 0) {
			t.Fatalf("coverable: got %v, want %v", c.coverable(), len(covers) > 0)
		}
		if !c.coverable() {
			return
		}
		c.nodes, c.effortLeft, c.ties = &nodes, &left, rapid.Bool().Draw(t, "ties")
		smallest := math.MaxInt
		c.onCover = func(cover []int32) {
			set := 0
			for _, h := range cover {
				set |= 1 << h
			}
			if len(cover) < smallest {
				smallest, found = len(cover), nil
			}
			if !slices.Contains(found, set) {
				found = append(found, set)
			}
		}
		if _, err := c.search(context.Background(), len(c.greedy())+1); err != nil {
			t.Fatal(err)
		}
		if smallest != size {
			t.Fatalf("got a cover of %d hosts, want %d", smallest, size)
		}
		slices.Sort(found)
		if c.ties && !slices.Equal(found, covers) ||
			!c.ties && (len(found) == 0 || !slices.Contains(covers, found[0])) {
			t.Fatalf("got covers %b, want %b", found, covers)
		}
	})
}

// SCP Tree Search agrees with trying all hosts and all clusters: with the best
// cover, no smallest cover and cluster ends the job earlier.
func TestTreeSearchAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, true)
		queue := rapid.Bool().Draw(t, "queue")
		best := solve(t, p, AlgorithmSCPTree, Options{Options: placement.Options{Cover: placement.Best,
			QueueAware: queue}, NoBound: true})
		first := solve(t, p, AlgorithmSCPTree, Options{Options: placement.Options{QueueAware: queue}, NoBound: true})
		ready := make([]float64, len(p.Clusters))
		in := newInstance(p)
		tree := newTreeSearch(in, &Stats{}, Options{})
		for j := range p.Jobs {
			homes := make([][]int32, len(in.jobDatasets[j]))
			for k, d := range in.jobDatasets[j] {
				homes[k] = in.homes[d]
			}
			a := &best.Solution.Assignments[j]
			least := math.Inf(1)
			size, covers := bruteForceCovers(homes, len(p.Clusters))
			for _, set := range covers {
				var cover []int32
				for h := range p.Clusters {
					if set>>h&1 == 1 {
						cover = append(cover, int32(h))
					}
				}
				for i, rs := range tree.scoresUnder(j, cover) {
					span := rs + p.Jobs[j].MI/p.Clusters[i].MIPS
					if queue {
						span = ready[i] + span
					}
					least = min(least, span)
				}
			}
			took := a.TransferTime + a.RunTime
			if queue {
				took = a.Start + took
			}
			if took > least*(1+1e-12) {
				t.Fatalf("job %d: got duration %v, want %v as with the best smallest cover", j, took, least)
			}
			for _, r := range []Result{best, first} {
				if used := hostsOf(&r.Solution.Assignments[j]); used != size && size != math.MaxInt {
					t.Fatalf("job %d: got %d hosts to read from, want %d", j, used, size)
				}
			}
			c, _ := in.net.Cluster(a.Cluster)
			ready[c] = a.Finish
		}
	})
}

func hostsOf(a *placement.Assignment) int {
	var hosts []string
	for _, s := range a.Sources {
		if !slices.Contains(hosts, s.Cluster) {
			hosts = append(hosts, s.Cluster)
		}
	}
	return len(hosts)
}

// A job of 70 datasets needs bit sets of two words.
func TestCoverOfManyFiles(t *testing.T) {
	var homes [][]int32
	for k := range 70 {
		homes = append(homes, []int32{int32(k / 35), 2 + int32(k%3)})
	}
	nodes, left, size := 0, math.MaxInt, 0
	c := newCover(homes, func(int32) bool { return true })
	c.nodes, c.effortLeft, c.onCover = &nodes, &left, func(cover []int32) { size = len(cover) }
	if _, err := c.search(context.Background(), len(c.greedy())+1); err != nil || size != 2 {
		t.Errorf("got a cover of %d hosts, error %v; want 2", size, err)
	}
}

// The tree search stops when its context is cancelled, however large the tree.
func TestCoverIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var homes [][]int32
	for k := range 60 {
		homes = append(homes, []int32{int32(k), int32((k*7 + 1) % 60), int32((k*11 + 3) % 60)})
	}
	nodes, left := 0, math.MaxInt
	c := newCover(homes, func(int32) bool { return true })
	c.nodes, c.effortLeft, c.ties, c.onCover = &nodes, &left, true, func([]int32) {}
	if _, err := c.search(ctx, 60); err != context.Canceled || nodes > 1024+60 {
		t.Errorf("cancelled: got error %v after %d nodes, want %v after 1084 at most", err, nodes, context.Canceled)
	}
}

// Job j22 needs d1 (Lyon, Rennes), d2 (Nancy, Nice) and d4 (Lyon): Lyon has two and
// comes first, then Nancy or Nice is added.
func TestTreeEvents(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	log := &trace.Log{}
	why, err := Explain(context.Background(), p, AlgorithmSCPTree, Options{Log: log}, "j22", "")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range log.Events[:5] {
		kinds = append(kinds, e.Kind)
	}
	if want := []string{"try", "try", "cover", "try", "cut"}; !slices.Equal(kinds, want) {
		t.Errorf("got events %v, want %v", kinds, want)
	}
	if want := []string{"Lyon", "Nancy"}; !slices.Equal(why.Cover, want) {
		t.Errorf("got cover %v, want %v", why.Cover, want)
	}
}

// A search that ends at a limit has found the covers that a complete search has found
// by then, in one part of the network or in several. It returns the greedy cover if
// that is smaller.
func TestCoversWithinALimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, true)
		o := Options{Options: placement.Options{Cover: rapid.SampledFrom([]placement.Cover{placement.First,
			placement.Best}).Draw(t, "cover")}}
		tree := newTreeSearch(newInstance(p), &Stats{}, o)
		type foundCover struct {
			size, effort int
		}
		var whole []foundCover
		if len(p.Jobs) == 0 {
			return
		}
		j := rapid.IntRange(0, len(p.Jobs)-1).Draw(t, "job")
		if len(p.Jobs[j].Datasets) == 0 {
			return
		}
		search := func(limit int, met func(cover []int32)) {
			tree.coverBound, tree.effort = 0, limit
			if err := tree.covers(context.Background(), j, met); err != nil {
				t.Fatal(err)
			}
		}
		rating := 0
		if o.Cover == placement.Best {
			rating = placement.CoverRating(len(p.Jobs[j].Datasets), len(p.Clusters))
		}
		search(math.MaxInt, func(cover []int32) {
			whole = append(whole, foundCover{len(cover), math.MaxInt - tree.effortLeft - rating})
		})
		if tree.coverBound != 0 {
			t.Fatalf("search without a limit: got lower bound %d, want 0 as it is complete", tree.coverBound)
		}
		all := math.MaxInt - tree.effortLeft
		greedy := math.MaxInt
		for _, c := range tree.coverProblems(j) {
			greedy = min(greedy, len(c.greedy()))
		}
		for limit := range all + 1 {
			smallest, count := math.MaxInt, 0
			search(limit, func(cover []int32) {
				if smallest = len(cover); count < len(whole) && whole[count].size == smallest {
					count++
				}
			})
			within, best := 0, math.MaxInt
			for _, m := range whole {
				if m.effort <= limit {
					within, best = within+1, m.size
				}
			}
			switch {
			case count < within:
				t.Fatalf("limit %d: got %d covers, want %d", limit, count, within)
			case smallest != min(best, greedy):
				t.Fatalf("limit %d: got a smallest cover of %d hosts, want %d", limit, smallest, min(best, greedy))
			case limit == all && tree.coverBound != 0:
				t.Fatalf("limit %d is sufficient: got lower bound %d, want 0 as the search is complete", limit,
					tree.coverBound)
			case tree.coverBound >= smallest:
				t.Fatalf("got lower bound %d of the hosts, want less than the cover's %d", tree.coverBound, smallest)
			case tree.coverBound == 0 && len(whole) > 0 && smallest > whole[len(whole)-1].size:
				t.Fatalf("got a proven smallest cover of %d hosts, want %d", smallest, whole[len(whole)-1].size)
			}
		}
	})
}
