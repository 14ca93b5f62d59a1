package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/kind/placement"
)

// A picture with cached parts equals the picture drawn as a whole, for any changes
// between two of them.
func TestReusedGridsEqualNewOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int) bool { return r.IntN(n) == 0 }
	for _, preset := range []string{"five-clusters", "rbhs-mixed", "fat-tree"} {
		p, faults := placement.Generate(placement.Spec{Preset: preset}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		var kept Cache
		v := TopologyView{Problem: &p}
		for step := range max(20, 60-len(p.Clusters)) {
			id := p.Clusters[r.IntN(len(p.Clusters))].ID
			if some(3) {
				v.Notes = []Note{{Cluster: id, Class: "found", Text: fmt.Sprint(step)}}
			}
			if some(4) {
				l, d := p.Links[r.IntN(len(p.Links))], p.Datasets[r.IntN(len(p.Datasets))]
				v.Selected = [][]picture.Ref{nil, {{Kind: picture.Cluster, ID: id}},
					{{Kind: picture.Link, ID: markid.LinkID(l.A, l.B)}},
					{{Kind: picture.Replica, ID: markid.ReplicaID(d.ID, d.At[0])}}}[r.IntN(4)]
			}
			if some(3) {
				v.Jobs, v.Traffic = make([]int, len(p.Clusters)), make([]float64, len(p.Links))
				v.Jobs[r.IntN(len(v.Jobs))], v.Traffic[r.IntN(len(v.Traffic))] = step, r.Float64()
			}
			if some(9) {
				v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
			}
			if some(15) { // an edit makes a new problem
				q := p
				q.Clusters = append([]placement.Cluster(nil), p.Clusters...)
				q.Clusters[0].MIPS = 100 + 900*r.Float64()
				v.Problem = &q
			}
			v.Cache = &kept
			now := Topology(v)
			v.Cache = nil
			scenetest.CheckEqual(t, fmt.Sprint(preset, ", step ", step), now, Topology(v))
		}
	}
}

// Cached paths of jobs change nothing: for an answer, its beginning, another answer
// and another problem.
func TestReusedPathsAreThoseOfTheAnswer(t *testing.T) {
	var kept Cache
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
					t.Fatalf("seed %d, turn %d, %d jobs: got %v, want %v", seed, turn, n, got, want)
				}
			}
		}
	}
}

// Unchanged parts are not drawn again: a step of a replay keeps the earlier parts,
// so that alterations in them do not show.
func TestUnchangedPartsAreReused(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed"}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	var kept Cache
	v := TopologyView{Problem: &p, Cache: &kept}
	whole := Topology(v).SVG()
	if strings.Count(whole, "Replica of ") < 50 || strings.Contains(whole, "4321") {
		t.Fatal("got a picture of few tags, want 50 replicas at least and no number 4321")
	}
	for i := range p.Links {
		p.Links[i].Bandwidth = 4321
	}
	for _, ids := range kept.nets[0].replicas {
		for i := range ids {
			ids[i] = "z" + ids[i][1:]
		}
	}
	v.Notes = []Note{{Cluster: p.Clusters[4].ID, Class: "chosen", Text: "j1"}}
	again := Topology(v).SVG()
	if anew := strings.Count(again, "Replica of z"); strings.Contains(again, "4321") || anew > 5 {
		t.Errorf("got links drawn again or %d tags drawn again, want cached links and at most 5", anew)
	}
	v.Cache = nil
	if anew := Topology(v); !strings.Contains(anew.SVG(), "4321") {
		t.Error("got a picture without cache that lacks the changed bandwidth 4321")
	}
}
