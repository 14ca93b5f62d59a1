package picture

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens; read the diff before committing")

// The goldens hold one tag a line, so that a diff names the mark that changed.
func TestGoldens(t *testing.T) {
	answer := fiveAnswer()
	timeline := PlacementTimeline(five(), answer)
	timeline.Colour, timeline.Selected = 1, []Ref{{Job, "j17"}}
	timeline.Marks = []Mark{{At: 12, Class: "bound", Label: "bound 12 s"}}
	for name, s := range map[string]string{
		"topology": Topology(TopologyView{Problem: five(), Name: "Five clusters", Colour: 1,
			Selected: []Ref{{Cluster, "Nancy"}},
			Routes:   RoutesOf(five(), answer, "j17"), Jobs: JobsOn(five(), answer), Busy: BusyOn(five(), answer),
			Traffic: Shares(TrafficOn(five(), answer)),
			Notes:   []Note{{"Lyon", "found", "0.022 s/MB"}}}),
		"thumb":    Thumb(five(), "Five clusters"),
		"timeline": Timeline(timeline),
		"noderows": NodeRows(rack(4)),
		"pools":    Pools(sitesView()),
		"steps": SearchTree(TreeView{Nodes: []TreeNode{{-1, "", "done"}, {0, "+Oslo", "open"}, {0, "−Oslo", "cut"}},
			Now: 1, Colour: 4, Name: "Tree"}),
		"heat": Heat(HeatView{Corner: "score of j17", Rows: []string{"RS", "CRA"}, Cols: []string{"Lyon", "Nancy"},
			Values: [][]float64{{31, 12}, {25, 16}}, Best: []int{1, 1}, Colour: 1}),
	} {
		golden(t, name, s)
	}
}

// golden compares a picture with the one that is kept.
func golden(t *testing.T, name, picture string) {
	t.Helper()
	got := strings.ReplaceAll(picture, "><", ">\n<") + "\n"
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s: run go test -update ./core/draw/picture and read the diff", name, file)
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
		wellFormed(t, Topology(TopologyView{Problem: p, Routes: []Route{{dataset, 1, []string{id, "Nancy", "Lille"}}},
			Busy: []float64{power, 0, 1, 2, 3}}))
	})
}
