package draw

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/placement"
)

// five returns the problem of the intended picture: five clusters, five datasets.
func five() *placement.Problem {
	at := func(v float64) *float64 { return &v }
	return &placement.Problem{
		Clusters: []placement.Cluster{
			{ID: "Lyon", MIPS: 820, X: at(0.33), Y: at(0.6)}, {ID: "Nancy", MIPS: 1450, X: at(0.66), Y: at(0.1)},
			{ID: "Rennes", MIPS: 600, X: at(0), Y: at(0.2)}, {ID: "Lille", MIPS: 1100, X: at(1), Y: at(0.5)},
			{ID: "Nice", MIPS: 950, X: at(0.6), Y: at(1)},
		},
		Links: []placement.Link{
			{A: "Lyon", B: "Rennes", Bandwidth: 20}, {A: "Lyon", B: "Nancy", Bandwidth: 45},
			{A: "Nancy", B: "Lille", Bandwidth: 90},
			{A: "Lyon", B: "Nice", Bandwidth: 30}, {A: "Lille", B: "Nice", Bandwidth: 12},
			{A: "Rennes", B: "Nancy", Bandwidth: 8},
		},
		Datasets: []placement.Dataset{
			{ID: "d1", Size: 120, At: []string{"Lyon", "Rennes"}}, {ID: "d2", Size: 800, At: []string{"Nancy", "Nice"}},
			{ID: "d3", Size: 45, At: []string{"Lille"}}, {ID: "d4", Size: 310, At: []string{"Lyon"}},
			{ID: "d5", Size: 64, At: []string{"Rennes", "Nice"}},
		},
		Jobs: []placement.Job{{ID: "j17", MI: 30000, Datasets: []string{"d1", "d3"}},
			{ID: "j18", MI: 1200, Datasets: []string{"d2"}}},
	}
}

func fiveAnswer() *placement.Solution {
	return &placement.Solution{Assignments: []placement.Assignment{
		{Job: "j17", Cluster: "Nancy", Start: 0, TransferTime: 3.2, RunTime: 20.7, Finish: 23.9,
			Sources: []placement.Source{
				{Dataset: "d1", Cluster: "Lyon", Path: []string{"Lyon", "Nancy"}},
				{Dataset: "d3", Cluster: "Lille", Path: []string{"Lille", "Nancy"}}}},
		{Job: "j18", Cluster: "Nice", Start: 0, RunTime: 1.3, Finish: 1.3,
			Sources: []placement.Source{{Dataset: "d2", Cluster: "Nice", Path: []string{"Nice"}}}},
	}}
}

// bigGrid returns a grid of n clusters and about m links, without positions.
func bigGrid(n, m int) *placement.Problem {
	p := &placement.Problem{}
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprintf("c%d", i+1), MIPS: float64(100 + i*37%900)})
	}
	seen := map[[2]int]bool{}
	link := func(a, b int) {
		if a > b {
			a, b = b, a
		}
		if a != b && !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID,
				Bandwidth: float64(1 + len(p.Links)%100)})
		}
	}
	for i := 1; i < n; i++ {
		link(i, (i*7919+13)%i)
	}
	dice := uint64(7)
	for range 20 * m {
		if len(p.Links) >= m {
			break
		}
		dice = dice * 48271 % 2147483647
		link(int(dice)%n, int(dice/uint64(n))%n)
	}
	return p
}

func TestTopologyIsFitForAStrictPolicy(t *testing.T) {
	for name, v := range map[string]TopologyView{
		"plain": {Problem: five()},
		"selected": {Problem: five(), Selected: []picture.Ref{{Kind: picture.Cluster, ID: "Nancy"}},
			Jobs: []int{1, 2, 3, 4, 5},
			Busy: []float64{0, 0.3, 0.6, 1, 2}},
		"link": {Problem: five(), Selected: []picture.Ref{{Kind: picture.Link, ID: "Lyon~Nice"}},
			Traffic: []float64{1, 0, 0.5, 0.2, 0, 0}},
		"routes": {Problem: five(), Routes: RoutesOf(five(), fiveAnswer(), "j17"),
			Notes: []Note{{"Lyon", "open", "0.011 s/MB"}}},
		"gone": {Problem: five(), Selected: []picture.Ref{{Kind: picture.Cluster, ID: "Metz"}}},
		"big":  {Problem: bigGrid(500, 3000)},
		"one":  {Problem: bigGrid(1, 0)},
	} {
		t.Run(name, func(t *testing.T) { scenetest.CheckPolicy(t, Topology(v), 1) })
	}
	scenetest.CheckPolicy(t, Topology(TopologyView{}), 0)
	scenetest.CheckPolicy(t, GridThumb(five(), "Five"), 0)
	scenetest.CheckPolicy(t, Topology(TopologyView{Problem: five(), Static: true}), 0)
}

func TestHostileNamesStayText(t *testing.T) {
	evil := `"><script>alert('1')</script>&amp;` + "\x01"
	p := &placement.Problem{
		Clusters: []placement.Cluster{{ID: evil, MIPS: 1}, {ID: "b", MIPS: 1}},
		Links:    []placement.Link{{A: evil, B: "b", Bandwidth: 1}, {A: "b", B: "nowhere", Bandwidth: 1}},
		Datasets: []placement.Dataset{{ID: evil, At: []string{evil, "nowhere"}}},
	}
	scenetest.CheckPolicy(t, Topology(TopologyView{Problem: p, Name: evil, Notes: []Note{{evil, "open", evil}}}), 1)
	s := &placement.Solution{Assignments: []placement.Assignment{{Job: evil, Cluster: evil, Finish: 3, RunTime: 3}}}
	scenetest.CheckPolicy(t, timeline.Draw(Timeline(p, s)), 1)
}

func TestTopologyDescribesTheWholePicture(t *testing.T) {
	s := Topology(TopologyView{Problem: five(), Routes: RoutesOf(five(), fiveAnswer(), "j17"), Name: "Five clusters"})
	for _, want := range []string{
		`aria-label="Five clusters: 5 clusters, 6 links, 5 datasets; d1 travels from Lyon to Nancy; d3 travels from Lille to Nancy"`,
		`aria-label="Nancy, 1450 MIPS, 3 links, holds d2"`, `aria-label="Link Nancy to Lille, 90 MB/s"`,
		`aria-label="Replica of d4 on Lyon"`,
	} {
		if !strings.Contains(s.SVG(), want) {
			t.Errorf("the picture does not contain %s", want)
		}
	}
}

func TestLongNamesAreCutWithTheFullNameInTheTitle(t *testing.T) {
	p := five()
	p.Clusters[0].ID = "a cluster with a name that goes on and on"
	s := Topology(TopologyView{Problem: p}).SVG()
	if !strings.Contains(s, "<title>a cluster with a name that goes on and on</title>") || !strings.Contains(s, "…") {
		t.Error("the long name is not cut, or its title is missing")
	}
}

func TestPicturesAreTheSameEveryTime(t *testing.T) {
	v := TopologyView{Problem: bigGrid(60, 150), Selected: []picture.Ref{{Kind: picture.Cluster, ID: "c7"}}}
	first := Topology(v)
	for range 3 {
		if !scene.Equal(Topology(v), first) {
			t.Fatal("two pictures of one view differ")
		}
	}
}

func BenchmarkTopology(b *testing.B) {
	for _, n := range []int{5, 50, 500} {
		p := bigGrid(n, 6*n)
		v := TopologyView{Problem: p, Positions: layout.Clusters(p)}
		b.Run(fmt.Sprintf("clusters=%d/links=%d", n, len(p.Links)), func(b *testing.B) {
			for b.Loop() {
				Topology(v)
			}
		})
	}
}

// The label of data on a link covers nothing, at every size at which there is
// such a position. Otherwise it covers no more than at the middle of the link.
func TestNamesOfCargoCoverNothing(t *testing.T) {
	free := 0
	for _, width := range []float64{320, 360, 480, 560, 720, 1100} {
		v := TopologyView{Problem: five(), Routes: RoutesOf(five(), fiveAnswer(), "j17"),
			Jobs: JobsOn(five(), fiveAnswer()), Busy: BusyOn(five(), fiveAnswer()), Width: width, Height: 0.75 * width}
		topology := newTopology(v, v.Problem)
		for _, h := range topology.hops {
			w := picture.TextWidth(h.cargo[0], tagSize) + 10
			seat := func(share float64, off picture.Point) float64 {
				at := pointBetween(topology.at[h.from], topology.at[h.to], share)
				return topology.covers(picture.BoxAround(picture.Point{X: at.X + off.X, Y: at.Y + off.Y}, w,
					tagHeight)) +
					topology.covers(picture.BoxAround(at, 18, 18))
			}
			share, off := topology.placeCargo(h, w)
			got := seat(share, off)
			for _, aside := range asides {
				for _, side := range []picture.Point{off, {X: -off.X, Y: -off.Y}} {
					if other := seat(topology.visibleMiddle(h)+aside, side); other < got-1e-9 {
						t.Errorf("width %g: got the label %v covering %g, want %g as at another position", width,
							h.cargo, got, other)
					}
				}
			}
			if got == 0 {
				free++
			}
		}
	}
	if free < 7 { // of twelve
		t.Errorf("got %d names at a free position, want 7 at least", free)
	}
}

func FuzzTopology(f *testing.F) {
	f.Add("Lyon", "d1", 3.0, 0.5)
	f.Add(`"><svg onload=x>`, "\x00\xff", -1.0, 7e300)
	f.Fuzz(func(t *testing.T, id, dataset string, power, place float64) {
		p := five()
		p.Clusters[0].ID, p.Clusters[1].MIPS, p.Clusters[2].X = id, power, &place
		p.Datasets[0].ID, p.Datasets[0].At = dataset, []string{id, "Nancy"}
		p.Links[0].A, p.Links[1].Bandwidth = id, power
		scenetest.WellFormed(t, Topology(TopologyView{Problem: p,
			Routes: []Route{{Dataset: dataset, Size: 1, Path: []string{id, "Nancy", "Lille"}}},
			Busy:   []float64{power, 0, 1, 2, 3}}).SVG())
	})
}
