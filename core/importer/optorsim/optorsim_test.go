package optorsim

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
)

// gridPP is a file of another project.
const gridPP = "optorsim/gridpp_grid_2004.conf"

func importText(t testing.TB, text string, set map[string]string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, importertest.Text("g.conf", text), "optorsim",
		importer.Wishes{Set: set})
}

func TestGridPP(t *testing.T) {
	text := realfiles.File(t, gridPP)
	got := importText(t, string(text), nil)
	p := got.Scenario.Placement
	if n, _ := recognise(importer.File{Data: text}); n < 80 {
		t.Errorf("recognise: got %d, want at least 80", n)
	}
	if len(p.Clusters) != 36 || len(p.Links) != 39 {
		t.Errorf("got %d clusters and %d links, want 36 and 39\n%s", len(p.Clusters), len(p.Links), &got.Report)
	}
	importertest.HasNotes(t, &got.Report, "36 sites: 17 of them with processors, 18 with storage", "39 links",
		"18 storage sizes")
	for i, want := range map[int]string{0: "WC_Gla", 35: "CERN"} {
		if p.Clusters[i].ID != want {
			t.Errorf("cluster %d: got %s, want %s", i, p.Clusters[i].ID, want)
		}
	}
	if p.Clusters[18].MIPS != 200_000 || p.Links[0].Bandwidth != 1250 {
		t.Errorf("got %+v and %+v, want 200,000 MIPS and 1250 MB/s", p.Clusters[18], p.Links[0])
	}
	for _, d := range p.Datasets {
		for _, at := range d.At {
			if strings.HasPrefix(at, "WC_") || strings.Contains(at, "router") {
				t.Errorf("dataset %s is on %s, which has no storage", d.ID, at)
			}
		}
	}
	if folded := importText(t, string(text),
		map[string]string{"routers": "fold"}).Scenario.Placement; len(folded.Clusters) != 18 {
		t.Errorf("routers=fold: got %d clusters, want 18", len(folded.Clusters))
	}
}

// expectedGrids has facts about a grid from an independent reader.
type expectedGrids struct {
	Grids map[string]struct {
		Format, Sites, WithProcessors, Processors, WithStorage, StorageMB, Links int
		PowerEach, SumMBps                                                       float64
	}
}

func TestGridsAsExpected(t *testing.T) {
	var want expectedGrids
	if err := json.Unmarshal(realfiles.File(t, "optorsim/expect.json"), &want); err != nil {
		t.Fatal(err)
	}
	for name, w := range want.Grids {
		text := realfiles.File(t, "optorsim/"+name)
		p := importText(t, string(text), map[string]string{"jobs": "none", "power": "1"}).Scenario.Placement
		list, _ := rows(text, maxSites)
		l, sites := layoutOf(list)
		layout := map[layout]int{layout2004: 1, layout2: 2}[l]
		processors, storing, storage, computing := 0.0, 0, 0.0, 0
		for i := range list {
			s := l.site(list[i].numbers, sites)
			processors += s.processors
			if s.processors > 0 {
				computing++
			}
			if len(s.sizes) > 0 {
				storing++
			}
			for _, size := range s.sizes {
				storage += size
			}
		}
		sum := 0.0
		for _, l := range p.Links {
			sum += l.Bandwidth
		}
		if layout != w.Format || len(p.Clusters) != w.Sites || computing != w.WithProcessors ||
			int(processors) != w.Processors || storing != w.WithStorage || int(storage) != w.StorageMB ||
			len(p.Links) != w.Links || math.Abs(sum-w.SumMBps) > 1e-6 {
			t.Errorf("%s: got layout %d, %d sites, %d with %v processors, %d with %v MB, %d links of %v MB/s; want %+v",
				name, layout, len(p.Clusters), computing, processors, storing, storage, len(p.Links), sum, w)
		}
	}
}

// A line of OptorSim's own network_grid.conf has an extra number; the last ones
// are its bandwidths. Worker nodes count as often as they have power.
func TestLayout2(t *testing.T) {
	text := "2 1.5 1 500 7 0. 80. 0\n0 0.0 0 80 0 16\n1 1 2 10 20 0 16 0\n"
	got := importText(t, text, map[string]string{"jobs": "none", "power": "10"})
	p := got.Scenario.Placement
	if len(p.Clusters) != 3 || p.Clusters[0].MIPS != 30 || p.Clusters[2].MIPS != 10 || len(p.Links) != 2 ||
		p.Links[0].Bandwidth != 10 || p.Links[1].Bandwidth != 2 {
		t.Errorf("got %+v, want 3 clusters and links of 10 and 2 MB/s\n%s", p, &got.Report)
	}
	importertest.HasNotes(t, &got.Report, "3 rows: is of OptorSim 2", "1 row: has more or fewer bandwidths")
}

// The third line states another rate than the first.
const smallGrid = "#0) A\n#2)C\n\n4 1 500 0 80 0\n0 0 80 0 16\n2 2 1 2 8 16 5\n"

func TestSmall(t *testing.T) {
	got := importText(t, smallGrid, map[string]string{"jobs": "none", "power": "10"})
	p := got.Scenario.Placement
	if len(p.Clusters) != 3 || p.Clusters[0].ID != "A" || p.Clusters[1].ID != "site-1" || p.Clusters[2].MIPS != 20 ||
		len(p.Links) != 3 || p.Links[1].Bandwidth != 1 {
		t.Errorf("got %+v, want 3 clusters and 3 links, the second of 1 MB/s\n%s", p, &got.Report)
	}
	importertest.HasNotes(t, &got.Report, "1 link: has another bandwidth", "1 bandwidth: of a site to itself",
		"1 router")
}

func TestBadRows(t *testing.T) {
	for text, want := range map[string]string{
		"#0)A\n1 0 0 8 8\n1 0 8 0 8\n1 0 8 8 0\n1 9 8\n1 0 8 8 0\n1 0 8 8 0\n": "too short for the storage",
		"#0)A\n1 0 0 8 8\n1 0 8 0 8\n1 0 8 8 0\n1 0 8 8 0\n1 0 8 8 -1\n":       "no row of numbers",
	} {
		importertest.HasNotes(t, &importText(t, text, nil).Report, want)
	}
	whole := string(realfiles.File(t, "optorsim/simple_grid.conf"))
	for name, c := range map[string][2]string{
		"half":        {whole[:len(whole)/2], "has 4 rows, and most of them bandwidths to 10 sites; is it cut off?"},
		"commas":      {strings.ReplaceAll(whole, " ", ","), "is no row of numbers"},
		"empty":       {"", "no place that computes or forwards was found"},
		"one row":     {strings.Repeat("1 ", 1_000_000) + "\n", "most of them bandwidths to 999997 sites"},
		"huge counts": {"1 1e300 1e300 1\n1 1 1e300 1\n", "too short for the storage"},
	} {
		t.Run(name, func(t *testing.T) { importertest.HasNotes(t, &importText(t, c[0], nil).Report, c[1]) })
	}
	for _, text := range []string{"", "1 2 3\n", "a b\nc d\n", "; x\n1 0 8 8\n", "1 1\n2 2\n"} {
		if n, _ := recognise(importer.File{Data: []byte(text)}); n != 0 {
			t.Errorf("recognise(%q): got %d, want 0", text, n)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(smallGrid))
	f.Add([]byte("2 1.5 1 500 7 0. 80. 0\n0 0.0 0 80 0 16\n1 1 2 10 20 0 16 0\n"))
	for _, seed := range realfiles.Seeds(f, "optorsim/*.conf", math.MaxInt) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text []byte) { importText(t, string(text), nil) })
}
