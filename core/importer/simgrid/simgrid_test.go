package simgrid

import (
	"maps"
	"math"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// importGenuine imports a file of another project.
func importGenuine(t testing.TB, path string, set ...string) *importer.Result {
	t.Helper()
	return importFiles(t, importertest.Genuine(t, path), set...)
}

func importFiles(t testing.TB, files []importer.File, set ...string) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, files, "", importer.Wishes{Set: importertest.Set(set...)})
}

// The counts were determined independently.
func TestRealPlatforms(t *testing.T) {
	for _, c := range []struct {
		file                                    string
		clusters, links                         int // of the problem
		hosts, routers, routes, zones, fileLink int // of the file
	}{
		{"simgrid/small_platform.xml", 7, 21, 7, 0, 26, 0, 24},
		{"simgrid/g5k.xml", 62, 150, 1528, 22, 9, 141, 46},
		{"simgrid/cluster_crossbar.xml", 1, 0, 65536, 0, 0, 0, 0},
		{"simgrid/cluster_fat_tree.xml", 1, 0, 16, 0, 0, 0, 0},
		{"simgrid/cluster_multi.xml", 3, 3, 24, 0, 0, 3, 1},
		{"simgrid/dogbone.xml", 6, 9, 4, 2, 9, 0, 5},
		{"simgrid/bypassZoneRoute.xml", 3, 3, 3, 0, 0, 3, 4},
		{"simgrid/hosts_with_disks.xml", 3, 3, 3, 0, 3, 0, 3},
		{"simgrid/two_peers.xml", 3, 2, 2, 1, 0, 0, 0},
		{"batsim/batsim_platform.xml", 18, 17, 16, 2, 0, 2, 7},
		{"evalys/medium_late_platform.xml", 129, 0, 129, 0, 0, 0, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := importGenuine(t, c.file)
			if got.Scenario == nil {
				t.Fatalf("got no scenario: %s", got.Report.String())
			}
			p, r := got.Scenario.Placement, &got.Report
			all := func(noun string) int {
				return r.Count(importer.Taken, noun) +
					r.Count(importer.LeftOut, noun)
			}
			routers := max(r.Count(importer.Taken, "router"), r.Count(importer.Assumed, "router")/2)
			if len(p.Clusters) != c.clusters || len(p.Links) != c.links || all("host") != c.hosts ||
				routers != c.routers ||
				all("route") != c.routes || all("zone route") != c.zones || all("link") != c.fileLink ||
				r.Count(importer.Faulty, "") > 0 {
				t.Errorf("got %d clusters, %d links; want %+v without faults\n%s", len(p.Clusters), len(p.Links), c,
					r.String())
			}
		})
	}
}

// Numbers of g5k by hand: bordeplage has 51 hosts of 5229.7 MIPS; the link of
// each host has 125 MB/s.
func TestGrid5000(t *testing.T) {
	p := importGenuine(t, "simgrid/g5k.xml").Scenario.Placement
	for _, c := range p.Clusters {
		if c.ID == "AS_bordeplage" && c.MIPS != 266714.7 {
			t.Errorf("power of bordeplage: got %v, want 266714.7", c.MIPS)
		}
	}
	for _, l := range p.Links {
		want := 1250.0
		if strings.HasPrefix(l.A, "AS_") || strings.HasPrefix(l.B, "AS_") {
			want = 125
		}
		if l.Bandwidth != want {
			t.Errorf("link %s to %s: got %v MB/s, want %v", l.A, l.B, l.Bandwidth, want)
		}
	}
	folded := importGenuine(t, "simgrid/g5k.xml", "routers", "fold").Scenario.Placement
	if len(folded.Clusters) != 40 || len(folded.Links) != 40*39/2 {
		t.Errorf("routers=fold: got %d clusters and %d links, want 40 and %d", len(folded.Clusters),
			len(folded.Links), 40*39/2)
	}
}

// Data are on clusters with hosts.
func TestDataLieOnHosts(t *testing.T) {
	p := importGenuine(t, "simgrid/g5k.xml").Scenario.Placement
	if len(p.Datasets) == 0 {
		t.Fatal("got no datasets")
	}
	for _, d := range p.Datasets {
		for _, at := range d.At {
			if !strings.HasPrefix(at, "AS_") {
				t.Errorf("dataset %s is on %s, which has no hosts", d.ID, at)
			}
		}
	}
	if p.Generate == nil || p.Generate.Jobs == nil || *p.Generate.Jobs != 400 {
		t.Errorf("got the generator %+v, want 400 jobs", p.Generate)
	}
}

const smallPlatform = `<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "http://simgrid.gforge.inria.fr/simgrid.dtd">
<platform version="3">
  <AS id="AS0" routing="Full">
    <host id="a" power="1E9" core="4"/><host id="b" power="2Gf,1Gf" pstate="1"/>
    <AS id="AS1" routing="Full"><router id="gate"/><cluster id="c" prefix="n-" suffix=".x" radical="1-3,7"
      power="500Mf" bw="1Gbps" lat="0" bb_bw="100MiBps"/>
      <ASroute src="c" dst="gate" gw_src="n-c_router.x" gw_dst="gate"><link_ctn id="l"/></ASroute></AS>
    <link id="l" bandwidth="8e7" latency="1ms"/><link id="unused" bandwidth="1kBps"/>
    <route src="a" dst="b"><link_ctn id="l_UP"/><link_ctn id="l_DOWN"/></route>
    <route src="b" dst="a" symmetrical="NO"><link_ctn id="unused"/></route>
    <route src="a" dst="n-2.x"><link_ctn id="l"/></route>
    <route src="a" dst="nowhere"><link_ctn id="missing"/></route>
    <bypassRoute src="a" dst="b"><link_ctn id="l"/></bypassRoute>
  </AS>
</platform>`

func TestVersion3(t *testing.T) {
	got := importFiles(t, importertest.Text("small.xml", smallPlatform), "jobs", "none")
	p := got.Scenario.Placement
	mips, rates := map[string]float64{}, map[string]float64{}
	for _, c := range p.Clusters {
		mips[c.ID] = c.MIPS
	}
	for _, l := range p.Links {
		rates[l.A+" "+l.B] = l.Bandwidth
	}
	if mips["a"] != 4000 || mips["b"] != 1000 || mips["c"] != 2000 || mips["gate"] != 1 {
		t.Errorf("MIPS: got %v, want a 4000, b 1000, c 2000, gate 1", mips)
	}
	if rates["a b"] != 0.001 || rates["c gate"] != 80 || rates["a c"] != 80 || len(rates) != 3 {
		t.Errorf("MB/s: got %v, want 0.001 of a b and 80 of c gate and a c", rates)
	}
	importertest.HasNotes(t, &got.Report, "1 route: leads to a place that the file does not have (small.xml:13)",
		"passes a link that the file does not have", "1 <bypassRoute> tag", "differs from another one")
	if p.Generate != nil || got.Scenario.Title != "small" {
		t.Errorf("got %+v, want no generator and the title small", got.Scenario)
	}
}

// linkBandwidths returns the links of a problem as names, both ends of each, with the bandwidth.
func linkBandwidths(p *scenario.Placement) map[string]float64 {
	links := map[string]float64{}
	for _, l := range p.Links {
		links[l.A+" "+l.B] = l.Bandwidth
	}
	return links
}

// Cabinets of two zones may share their names.
func TestNamesHoldWithinTheirZone(t *testing.T) {
	got := importGenuine(t, "faults/f02-meta_cluster.xml", "jobs", "none")
	p := got.Scenario.Placement
	want := map[string]float64{"router1 router2": 2250, "router1 cabinet1": 125, "router1 cabinet2": 125,
		"router1 cabinet3": 125, "router2 cabinet1-1": 125, "router2 cabinet2-1": 125, "router2 cabinet3-1": 125}
	if links := linkBandwidths(p); len(p.Clusters) != 8 || !maps.Equal(links, want) {
		t.Errorf("got %d clusters and links %v, want 8 and %v", len(p.Clusters), links, want)
	}
}

// Hosts, gateways and zones of one name are distinguished by the zone that
// contains a route or is named by it, and hosts of clusters by their numbers.
func TestSameNamesInSeveralZones(t *testing.T) {
	site := func(id, speed string) string {
		return `<zone id="` + id + `" routing="Full"><zone id="inner" routing="Full">
			<host id="node" speed="` + speed + `Gf"/><router id="gw"/><link id="` + id + `" bandwidth="` + speed + `MBps"/>
			<cluster id="low" prefix="h" suffix="" radical="1-9" speed="1Gf" bw="1GBps"/>
			<cluster id="high" prefix="h" suffix="" radical="10-19" speed="1Gf" bw="1GBps"/>
			<route src="node" dst="gw"><link_ctn id="` + id + `"/></route>
			<route src="h12" dst="gw"><link_ctn id="` + id + `"/></route></zone>
			<host id="desk` + id + `" speed="1Gf"/>
			<zoneRoute src="desk` + id + `" dst="inner" gw_src="desk` + id + `" gw_dst="gw"><link_ctn id="` + id +
			`"/></zoneRoute></zone>`
	}
	got := importFiles(t, importertest.Text("f.xml", `<platform version="4.1"><zone id="all" routing="Full">`+site("a", "2")+
		site("b", "4")+`<link id="wan" bandwidth="9MBps"/><zoneRoute src="a" dst="b" gw_src="gw" gw_dst="gw">
		<link_ctn id="wan"/></zoneRoute></zone></platform>`), "jobs", "none")
	want := map[string]float64{"node gw": 2, "high gw": 2, "deska gw": 2, "node-1 gw-1": 4, "high-1 gw-1": 4,
		"deskb gw-1": 4, "gw gw-1": 9}
	if links := linkBandwidths(got.Scenario.Placement); !maps.Equal(links, want) {
		t.Errorf("links: got %v, want %v\n%s", links, want, &got.Report)
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]float64{"98.095Mf": 98.095e6, "1.25E9": 1.25e9, "3 Gf": 3e9, "2kiloflops": -1,
		"1e3flops": 1e3, "": -1, "Mf": -1, "-3f": -1, "NaN": -1, "1e999f": -1, "2Kif": 2048} {
		got, ok := quantity(text, speeds)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]int{"0-65535": 65536, "1": 1, "1-3,7, 9-9": 5, "": -1, "3-1": -1, "a": -1,
		"1-9999999999": -1, "0-9223372036854775807,0-9223372036854775807": -1, "0-2,": -1} {
		_, got, why := radical(text)
		if why != "" {
			got = -1
		}
		if got != want {
			t.Errorf("%q counts %d (%s), want %d", text, got, why, want)
		}
	}
}

// Errors are reported, and the rest is read.
func TestBadPlatforms(t *testing.T) {
	importertest.Complains(t, map[string][2]string{
		"half":  {smallPlatform[:len(smallPlatform)-200], "ends inside of"},
		"bomb":  {`<!DOCTYPE platform [<!ENTITY a "&b;&b;">]><platform version="4"><host id="&a;" speed="1Gf"/></platform>`, "1 host"},
		"deep":  {`<platform version="4">` + strings.Repeat("<AS>", 100000), "inside each other"},
		"empty": {`<platform version="4"></platform>`, "no place that computes"},
		"twice": {`<platform version="4"><host id="a" speed="1f"/><host id="a" speed="1f"/></platform>`,
			"only one of its kind"},
		"speed": {`<platform version="4"><host id="a" speed="fast"/></platform>`, "no number of flops"},
		"radix": {`<platform version="4"><host id="h"/><cluster id="a" radical="x"/></platform>`,
			"is no list of numbers"},
		"cores":  {`<platform version="4"><host id="a" speed="1f" core="0"/></platform>`, "cores that are no number"},
		"future": {`<platform version="9"><host id="a"/></platform>`, "not 3 to 4.1"},
		"rate": {`<platform version="4"><host id="a"/><link id="l" bandwidth="wide"/></platform>`,
			"no number of Bps"},
	}, func(t testing.TB, text string) *importer.Result {
		return importFiles(t, importertest.Text("f.xml", text))
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(smallPlatform))
	for _, pattern := range []string{"simgrid/*.xml", "faults/*.xml"} {
		for _, seed := range realfiles.Seeds(f, pattern, math.MaxInt) {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		importertest.Import(t, []*importer.Format{Format}, importertest.Text("f.xml", string(text)), "simgrid",
			importer.Wishes{})
	})
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"g5k", "cluster_crossbar"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				importGenuine(b, "simgrid/"+name+".xml")
			}
		})
	}
}
