package optorsim

import (
	"os"
	"strings"
	"testing"

	"gridbox/core/bring"
)

// realFile is a file of others that is not part of this repository.
const realFile = "../../../../shared/data/optorsim/gridpp_grid_2004.conf"

func made(t testing.TB, text string, set map[string]string) *bring.Made {
	t.Helper()
	got, faults := bring.From([]*bring.Format{Format}, []bring.File{{Name: "g.conf", Data: []byte(text)}}, "optorsim",
		bring.Wishes{Set: set})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return got
}

func TestGridPP(t *testing.T) {
	text, err := os.ReadFile(realFile)
	if err != nil {
		t.Skip("the real file is not here: ", err)
	}
	got := made(t, string(text), nil)
	p, said := got.Scenario.Placement, got.Report.String()
	if n := sure(bring.File{Data: text}); n < 80 {
		t.Error("only", n, "sure")
	}
	if len(p.Clusters) != 36 || len(p.Links) != 39 {
		t.Errorf("%d clusters, %d links\n%s", len(p.Clusters), len(p.Links), said)
	}
	for _, want := range []string{"36 sites: 17 of them with processors, 18 with storage", "39 links",
		"18 storage sizes"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	for i, want := range map[int]string{0: "WC_Gla", 35: "CERN"} {
		if p.Clusters[i].ID != want {
			t.Error(p.Clusters[i].ID)
		}
	}
	if p.Clusters[18].MIPS != 200_000 || p.Links[0].Bandwidth != 1250 {
		t.Error(p.Clusters[18], p.Links[0])
	}
	for _, d := range p.Datasets {
		for _, at := range d.At {
			if strings.HasPrefix(at, "WC_") || strings.Contains(at, "router") {
				t.Error(d.ID, "lies on", at)
			}
		}
	}
	if folded := made(t, string(text),
		map[string]string{"routers": "fold"}).Scenario.Placement; len(folded.Clusters) != 18 {
		t.Error(len(folded.Clusters), "clusters are left")
	}
}

// The second row is one short, the third says another rate than the first.
const small = "#0) A\n#2)C\n\n4 1 500 0 80 0\n0 0 80 0 16\n2 2 1 2 8 16 5\n"

func TestSmall(t *testing.T) {
	got := made(t, small, map[string]string{"jobs": "none", "power": "10"})
	p, said := got.Scenario.Placement, got.Report.String()
	if len(p.Clusters) != 3 || p.Clusters[0].ID != "A" || p.Clusters[1].ID != "site-1" || p.Clusters[2].MIPS != 20 ||
		len(p.Links) != 3 || p.Links[1].Bandwidth != 1 {
		t.Errorf("%+v\n%s", p, said)
	}
	for _, want := range []string{"1 link: has another bandwidth", "1 bandwidth: of a site to itself", "1 router"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
}

func TestBadRows(t *testing.T) {
	for text, want := range map[string]string{
		"#0)A\n1 0 0 8 8\n1 0 8 0 8\n1 0 8 8 0\n1 9 8\n1 0 8 8 0\n1 0 8 8 0\n": "too short for the storage",
		"#0)A\n1 0 0 8 8\n1 0 8 0 8\n1 0 8 8 0\n1 0 8 8 0\n1 0 8 8 -1\n":       "no row of numbers",
	} {
		if said := made(t, text, nil).Report; !strings.Contains(said.String(), want) {
			t.Errorf("%q is missing in\n%s", want, said.String())
		}
	}
	for _, text := range []string{"", "1 2 3\n", "a b\nc d\n", "; x\n1 0 8 8\n", "1 1\n2 2\n"} {
		if n := sure(bring.File{Data: []byte(text)}); n != 0 {
			t.Errorf("%q is thought to be one with %d", text, n)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	if text, err := os.ReadFile(realFile); err == nil {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, _ := bring.From([]*bring.Format{Format}, []bring.File{{Name: "f", Data: text}}, "optorsim", bring.Wishes{})
		if got.Scenario == nil && got.Report.Count(bring.FoundFault, "") == 0 {
			t.Error("nothing was made and nothing is said to be wrong")
		}
		for _, e := range got.Report.Entries {
			if e.What == bring.FoundFault && strings.HasPrefix(e.Text, "placement.") {
				t.Error("what was made is wrong: ", e.Text)
			}
		}
	})
}
