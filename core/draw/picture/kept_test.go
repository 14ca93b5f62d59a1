package picture

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
)

// A picture of which parts are kept is the picture that is drawn as a whole,
// whatever changes between two of them.
func TestKeptPartsAreAsTheyWouldBeDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int) bool { return r.IntN(n) == 0 }
	for _, preset := range []string{"five-clusters", "rbhs-mixed", "fat-tree"} {
		p, faults := placement.Generate(placement.Spec{Preset: preset}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		var kept Kept
		v := TopologyView{Problem: &p}
		for step := range max(20, 60-len(p.Clusters)) {
			id := p.Clusters[r.IntN(len(p.Clusters))].ID
			if some(3) {
				v.Notes = []Note{{Cluster: id, Class: "found", Text: fmt.Sprint(step)}}
			}
			if some(4) {
				l, d := p.Links[r.IntN(len(p.Links))], p.Datasets[r.IntN(len(p.Datasets))]
				v.Selected = [][]Ref{nil, {{Cluster, id}}, {{Link, markid.LinkID(l.A, l.B)}},
					{{Replica, markid.ReplicaID(d.ID, d.At[0])}}}[r.IntN(4)]
			}
			if some(3) {
				v.Jobs, v.Traffic = make([]int, len(p.Clusters)), make([]float64, len(p.Links))
				v.Jobs[r.IntN(len(v.Jobs))], v.Traffic[r.IntN(len(v.Traffic))] = step, r.Float64()
			}
			if some(9) {
				v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
			}
			if some(15) { // an edit makes another problem
				q := p
				q.Clusters = append([]placement.Cluster(nil), p.Clusters...)
				q.Clusters[0].MIPS = 100 + 900*r.Float64()
				v.Problem = &q
			}
			compareKept(t, preset, step, func(k *Kept) string { v.Kept = k; return Topology(v) }, &kept)
		}
	}
	for _, preset := range []string{"three-sites", "gka-1000"} {
		p, faults := group.Generate(group.Spec{Preset: preset}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		var kept Kept
		v := PoolView{Problem: &p}
		for step := range 30 {
			id := p.Groups[r.IntN(len(p.Groups))].ID
			if some(2) {
				v.States = map[string]string{id: []string{"in", "out", "next", "fixed"}[r.IntN(4)]}
			}
			if some(4) {
				v.Selected = [][]Ref{nil, {{Group, id}}, {{Node, p.Nodes[r.IntN(len(p.Nodes))].ID}}}[r.IntN(3)]
			}
			if some(5) {
				v.Window = []*group.Solution{nil, {Nodes: []string{p.Nodes[r.IntN(len(p.Nodes))].ID}}}[r.IntN(2)]
			}
			if some(9) {
				v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
			}
			compareKept(t, preset, step, func(k *Kept) string { v.Kept = k; return Pools(v) }, &kept)
		}
	}
	p, faults := window.Generate(window.Spec{Preset: "square-2018"}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	var kept Kept
	v := WindowRows(&p)
	for step := range 30 {
		if some(2) {
			v.States = []NodeState{{Node: p.Nodes[0].ID, Start: 1, End: float64(2 + step), Class: "open"}}
		}
		if some(4) {
			v.Selected = [][]Ref{nil, {{Node, p.Nodes[3].ID}}, {{Busy, markid.BusyID(2)}}}[r.IntN(3)]
		}
		if some(5) {
			v.From, v.To = 100*r.Float64(), 200+100*r.Float64()
			v.Rows = window.ByPerformance(p.Nodes)[:10+r.IntN(20)]
		}
		if some(9) {
			v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
		}
		compareKept(t, "square-2018", step, func(k *Kept) string { v.Kept = k; return NodeRows(v) }, &kept)
	}
}

func compareKept(t *testing.T, preset string, step int, draw func(*Kept) string, kept *Kept) {
	t.Helper()
	if now, whole := draw(kept), draw(nil); now != whole {
		at := 0
		for at < min(len(now), len(whole)) && now[at] == whole[at] {
			at++
		}
		t.Fatalf("%s, step %d, from byte %d: …%.200s, as a whole …%.200s", preset, step, at, now[at:], whole[at:])
	}
}

// What has not changed is not drawn: a step of a replay leaves the parts that were
// kept before it.
func TestPartsAreKept(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed"}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	kept := Kept{parts: map[int]part{}}
	v := TopologyView{Problem: &p, Kept: &kept}
	whole := Topology(v)
	for n, part := range kept.parts {
		part.text = fmt.Sprintf("<!--%d-->", n)
		kept.parts[n] = part
	}
	v.Notes = []Note{{Cluster: p.Clusters[4].ID, Class: "chosen", Text: "j1"}}
	if again := Topology(v); len(kept.parts) < 50 || len(again) > len(whole)/2 {
		t.Errorf("%d parts are kept, and of %d bytes %d are drawn", len(kept.parts), len(whole), len(again))
	}
}

// What is remembered of the ways of jobs changes nothing: of an answer, of its
// beginning, of another answer and of another problem.
func TestKeptWaysAreThoseOfTheAnswer(t *testing.T) {
	var kept Kept
	for seed := range uint64(3) {
		p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, seed)
		if faults != nil {
			t.Fatal(faults)
		}
		for turn := range 3 {
			s := &placement.Solution{}
			for k := range p.Jobs {
				l, d := p.Links[(k+turn)%len(p.Links)], p.Datasets[k%len(p.Datasets)].ID
				s.Assignments = append(s.Assignments, placement.Assignment{Job: p.Jobs[k].ID, Cluster: l.B,
					Sources: []placement.Source{{Dataset: d, Path: []string{l.A, l.B}},
						{Dataset: d, Path: []string{l.B}}}})
			}
			for n := range s.Assignments {
				want, part := make([]float64, len(p.Links)), &placement.Solution{Assignments: s.Assignments[:n]}
				for k := range n {
					want[(k+turn)%len(p.Links)] += p.Datasets[k%len(p.Datasets)].Size
				}
				if got := kept.TrafficOn(&p, part); !slices.Equal(got, want) {
					t.Fatalf("seed %d, turn %d, %d jobs: %v, not %v", seed, turn, n, got, want)
				}
			}
		}
	}
}
