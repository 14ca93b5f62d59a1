package graph

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
)

var allFormats = []*importer.Format{GraphML, GML, Edges}

func importText(t testing.TB, name, text string, set ...string) *importer.Result {
	t.Helper()
	return importertest.Import(t, allFormats, importertest.Text(name, text), "",
		importer.Wishes{Set: importertest.Set(set...)})
}

// The counts were determined independently.
func TestTopologyZoo(t *testing.T) {
	for _, c := range []struct {
		file         string
		nodes, edges int
		rate         float64 // of the first edge, 0 if not given
	}{
		{"Abilene.gml", 11, 14, 192 * 51.84 / 8}, {"Abilene.graphml", 11, 14, 192 * 51.84 / 8},
		{"Nsfnet.gml", 13, 15, 0}, {"Nsfnet.graphml", 13, 15, 0},
	} {
		got := importText(t, c.file, string(realfiles.File(t, "topology/"+c.file)), "bandwidth", "77")
		p, r := got.Scenario.Placement, &got.Report
		want, assumed := c.rate, 0
		if want == 0 {
			want, assumed = 77, c.edges-1 // one says T1
		}
		if len(p.Clusters) != c.nodes || len(p.Links) != c.edges || r.Count(importer.Taken, "node") != c.nodes ||
			r.Count(importer.Taken, "edge") != c.edges || r.Count(importer.Assumed, "bandwidth") != assumed ||
			math.Abs(p.Links[0].Bandwidth-want) > 1e-9 || r.Count(importer.Taken, "position") != c.nodes {
			t.Errorf("%s: got %d clusters, %d links of %v MB/s; want %d, %d, %v\n%s", c.file, len(p.Clusters),
				len(p.Links), p.Links[0].Bandwidth, c.nodes, c.edges, want, r.String())
		}
		if id := p.Clusters[0].ID; c.file[0] == 'A' && id != "Seattle" {
			t.Errorf("first cluster of Abilene: got %s, want Seattle", id)
		}
	}
}

// In the picture Seattle lies to the left of New York and Los Angeles below Seattle.
func TestPlacesAreThoseOfTheMap(t *testing.T) {
	text := realfiles.File(t, "topology/Abilene.gml")
	at := map[string][2]float64{}
	for _, c := range importText(t, "Abilene.gml", string(text)).Scenario.Placement.Clusters {
		at[c.ID] = [2]float64{*c.X, *c.Y}
	}
	if at["Seattle"][0] >= at["New York"][0] || at["Seattle"][1] >= at["Los Angeles"][1] {
		t.Errorf("places: got %v, want Seattle left of New York and above Los Angeles", at)
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]float64{"OC-192c": 1244.16, "OC3": 19.44, "STM-16": 311.04, "10 Gbit/s": 1250,
		"10Gbps": 1250, "2x10 Gbps": 0, "2x 10 Gbps": 2500, "155 Mb/s": 19.375, "100 MB/s": 100, "10GE": 1250,
		"1 GigE": 125, "T3": 5.592, "34 Mbit/s leased": 4.25, "10G": 1250, "5": 0, "": 0, "fast": 0, "E1": 0.256,
		"1e3 Gbps": 0, "0 Gbps": 0, "NaN Gbps": 0,
		"9999999999999999999999999999 Gbps": 9999999999999999999999999999e3 / 8,
		"50 kBps":                           0.05, "<b>45 Mbps</b>": 5.625} {
		if got := rate(text); math.Abs(got-want) > 1e-9*max(1, want) {
			t.Errorf("%q is %v MB/s, want %v", text, got, want)
		}
	}
}

func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		nodes   int
		rates   []float64 // 100 if not stated
		message string
	}{
		"headed": {"To;x;Bandwidth (MB/s);From\nb;1;5;a\nc;2;;a\n", 3, []float64{5, 100}, "1 column"},
		"bare":   {"a,b,5\nb,c,2 Gbit/s\n", 3, []float64{5, 250}, ""},
		"two":    {"1 2\n2 3\n\n# remark\n3 1\n", 3, []float64{100, 100, 100}, "3 bandwidths"},
		"quoted": {"source,target\n\"a, \"\"b\"\"\",c\n", 2, []float64{100}, ""},
		"loops":  {"source,target\na,a\na,b\nb,a\n", 2, []float64{200}, "from a place to itself"},
		"short": {"source,target,bw\na\na,b,0\nb,c,-1\nc,d,x\n", 4, []float64{100, 100, 100},
			"does not name two places (n.csv:2)"},
		"separated": {"source\ttarget\na b\tc\n", 2, []float64{100}, ""},
	} {
		got := importText(t, "n.csv", c.text)
		p, output := got.Scenario.Placement, got.Report.String()
		ok := len(p.Clusters) == c.nodes && len(p.Links) == len(c.rates) && strings.Contains(output, c.message)
		for i := range p.Links {
			ok = ok && p.Links[i].Bandwidth == c.rates[min(i, len(c.rates)-1)]
		}
		if !ok {
			t.Errorf("%s: got clusters %+v, links %+v; want %d, rates %v and %q\n%s", name, p.Clusters, p.Links,
				c.nodes, c.rates, c.message, output)
		}
	}
	for _, text := range []string{"", "word\n", "two words\nand three more\n", "a,b,c,d,e\n1,2,3,4,5\n",
		"{\"a\": 1, \"b\": 2}\n",
		"<a b>\n<c d>\n"} {
		if n, _ := recogniseEdges(importer.File{Name: "x.txt", Data: []byte(text)}); n != 0 {
			t.Errorf("recogniseEdges(%q): got %d, want 0", text, n)
		}
	}
}

const smallGraphML = `<graphml><key id="l" for="node" attr.name="label"/><key id="p" for="node" attr.name="mips"><default>70</default></key>
<key id="b" for="edge" attr.name="bandwidth"/><key id="g" for="node" yfiles.type="nodegraphics"/>
<graph edgedefault="directed"><node id="1"><data key="l">One</data><data key="p">50</data></node>
<node id="g" yfiles.foldertype="group"><graph><node id="2"><data key="g"><y:ShapeNode><y:Geometry x="1" y="2" width="4" height="6"/>
<y:NodeLabel>Two &amp; a half</y:NodeLabel></y:ShapeNode></data></node></graph></node><node id="1"/>
<edge source="1" target="2"><data key="b">3</data></edge><edge source="1" target="2"><data key="b">4</data></edge>
<edge source="2" target="1"><data key="b">5</data></edge><edge source="2" target="3"/><hyperedge/>
</graph></graphml>`

func TestGraphML(t *testing.T) {
	got := importText(t, "small.graphml", smallGraphML, "jobs", "none")
	p := got.Scenario.Placement
	if len(p.Clusters) != 2 || p.Clusters[0].ID != "One" || p.Clusters[0].MIPS != 50 ||
		p.Clusters[1].ID != "Two & a half" ||
		p.Clusters[1].MIPS != 70 || len(p.Links) != 1 || p.Links[0].Bandwidth != 7 {
		t.Errorf("got %+v, want 2 clusters and a link of 7 MB/s\n%s", p, &got.Report)
	}
	importertest.HasNotes(t, &got.Report, "1 edge: leads back along another one",
		"1 edge: leads to a node that the file does not have", "1 hyperedge", "1 group",
		"whose id another one has; they are one (small.graphml:5)",
		"1 link: between the same two places as another one")
}

func TestGML(t *testing.T) {
	got := importText(t, "g.gml",
		"# made by hand\ngraph [ directed 0\n node [ id 1 label \"A &amp; B\" graphics [ x 3 y 4 w 5 ] ]\n"+
			"node [ id 2 cores 4 graphics [ x 9 y 8 ] ] node [ id 2 ]\nedge [ source 1 target 2 bandwidth 8 ]\n"+
			"edge [ source 2 target 1 LinkLabel \"16 Mbps\" ] ]", "power", "10", "jobs", "none")
	p := got.Scenario.Placement
	if len(p.Clusters) != 2 || p.Clusters[0].ID != "A & B" || p.Clusters[1].MIPS != 40 || len(p.Links) != 1 ||
		p.Links[0].Bandwidth != 10 || p.Clusters[0].X == nil || *p.Clusters[0].X >= *p.Clusters[1].X {
		t.Errorf("got %+v, want 2 clusters in their places and a link of 10 MB/s\n%s", p, got.Report.String())
	}
}

// Errors are reported, and the rest is read.
func TestBadGraphs(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"half":       {"a.graphml", smallGraphML[:600], "ends inside of"},
		"half gml":   {"a.gml", "graph [ node [ id 1 ]\n node [ id 2", "ends inside of node"},
		"half text":  {"a.gml", "graph [ node [ id 1 label \"x", "ends inside of a text"},
		"deep":       {"a.gml", "graph [ node " + strings.Repeat("[ a ", 100000), "inside each other"},
		"deep xml":   {"a.graphml", "<graphml>" + strings.Repeat("<graph>", 100000), "inside each other"},
		"brackets":   {"a.gml", "graph [ node [ id 1 ] ] ]", "a ] without a ["},
		"nothing":    {"a.graphml", "<graphml/>", "no place"},
		"bomb":       {"a.graphml", `<!DOCTYPE a [<!ENTITY b "&c;&c;">]><graphml><node id="&b;"/></graphml>`, "1 node"},
		"wide":       {"a.csv", "source,target" + strings.Repeat(",x", 1_000_000) + "\na,b\n", "62 columns"},
		"wide gap":   {"a.csv", "source,target\n" + strings.Repeat(",", 1_000_000) + "\n", "does not name two places"},
		"one column": {"a.csv", "source,target\n\n", "no place"},
	} {
		as := map[string]string{".csv": "edges", ".gml": "gml", ".graphml": "graphml"}[filepath.Ext(c.file)]
		t.Run(name, func(t *testing.T) {
			got := importertest.Import(t, allFormats, importertest.Text(c.file, c.text), as, importer.Wishes{})
			importertest.HasNotes(t, &got.Report, c.want)
		})
	}
}

// Groups of yEd contain nodes, and text may be around these.
func TestNodesInsideOfNodes(t *testing.T) {
	text := "<graphml><graph><node id='a'>x<graph><node id='b'/></graph>y<node id='c'/>z</node>" +
		"<edge source='a' target='b'/><edge source='b' target='c'/></graph></graphml>"
	importertest.Import(t, allFormats, importertest.Text("f.graphml", text), "graphml", importer.Wishes{})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(smallGraphML))
	f.Add([]byte("<node>0<node></node>0<0"))
	f.Add([]byte("graph [ node [ id 1 graphics [ x 1 ] ] edge [ source 1 target 1 ] ]"))
	f.Add([]byte("source,target,bw\na,b,\"1 Gbps\"\n"))
	for _, seed := range realfiles.Seeds(f, "topology/*", math.MaxInt) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range allFormats {
			list := importertest.Text("f.csv", string(text))
			if n, why := format.Recognise(list[0]); n < 0 || n > 100 || (n > 0) != (why != "") {
				t.Errorf("%s: got certainty %d, reason %q; want 0 to 100, with a reason above 0", format.ID, n, why)
			}
			importertest.Import(t, allFormats, list, format.ID, importer.Wishes{})
		}
	})
}
