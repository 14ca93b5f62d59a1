package graph

import (
	"bytes"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/importer/markup"
	"gridbox/core/importer/network"
)

// GraphML is the format of http://graphml.graphdrawing.org, plain or by yEd.
var GraphML = &importer.Format{
	ID: "graphml", Title: "GraphML",
	About: "Nodes and edges become the clusters and links of a placement problem, with the places that yEd drew " +
		"them at. yEd, networkx (write_graphml), Gephi and igraph write it.",
	Kinds: []string{"placement"}, Questions: network.Questions(),
	Recognise: func(f importer.File) (certainty int, evidence string) {
		if bytes.Contains(f.Data[:min(len(f.Data), 64<<10)], []byte("<graphml")) {
			return 95, "it has a tag <graphml>"
		}
		return 0, ""
	},
	Read: readGraphML,
}

// readGraphML returns the network of a GraphML file. A syntax error is a fault,
// and the part before it is used.
func readGraphML(files []importer.File, w importer.Wishes) *importer.Result {
	r := &importer.Report{}
	g := graphML{sketch: newSketch(r, files[0].Name), keys: map[string]string{}, usual: map[string]map[string]string{}}
	reportOtherFiles(files, r)
	g.title = strings.TrimSuffix(files[0].Name, ".graphml")
	fault := markup.Walk(files[0].Data, markup.Listener{Start: g.start, Text: g.addText, End: g.end})
	if fault != nil {
		r.AddFault(importer.Place{File: g.file, Line: fault.Line}, fault.Reason)
	}
	r.AddLeftOut(g.hyper, "hyperedge", "joins more than two nodes at once")
	r.AddLeftOut(g.folders, "group", "holds other nodes and is none itself")
	g.fill()
	return g.result(w, false)
}

// reportOtherFiles reports all files but the first as left out.
func reportOtherFiles(files []importer.File, r *importer.Report) {
	for _, f := range files[1:] {
		r.AddLeftOut(1, "file", "is a second graph; import one at a time", importer.Place{File: f.Name})
	}
}

// graphML is the state of reading a file.
type graphML struct {
	*sketch
	keys    map[string]string            // id of a key to its name
	usual   map[string]map[string]string // defaults of the attributes of nodes and edges
	domain  string                       // domain of the open key
	key     string                       // the open data or key
	inside  []owner
	hyper   int
	folders int
}

// An owner is the node or edge that data belong to.
type owner struct {
	tag  string
	at   int // index in the sketch, -1 for other elements
	text []byte
}

// start handles the start of an element: it adds a node or an edge, or records
// a key. A second node of the same id is a fault.
func (g *graphML) start(e *markup.Element) {
	switch e.Name {
	case "key":
		name := e.Value("attr.name", "yfiles.type", "id")
		g.keys[e.Value("id")] = name
		g.key, g.domain = name, e.Value("for")
	case "graph":
		if e.Value("edgedefault") == "directed" {
			g.directed = true
		}
	case "node":
		if e.Value("yfiles.foldertype") != "" {
			g.folders++
			g.inside = append(g.inside, owner{tag: e.Name, at: -1})
			return
		}
		id := e.Value("id")
		if _, twice := g.index[id]; twice {
			g.report.AddFault(importer.Place{File: g.file, Line: e.Line},
				"has a node whose id another one has; they are one")
		}
		g.inside = append(g.inside, owner{tag: e.Name, at: g.node(id)})
	case "edge":
		g.edges = append(g.edges, edge{from: e.Value("source"), to: e.Value("target"), line: e.Line})
		g.inside = append(g.inside, owner{tag: e.Name, at: len(g.edges) - 1})
	case "hyperedge":
		g.hyper++
		g.inside = append(g.inside, owner{tag: e.Name, at: -1})
	case "data":
		g.key = g.keys[e.Value("key")]
	case "Geometry":
		g.geometry(e)
	}
}

// geometry reads the place of a node drawn by yEd, which stores its corner, not
// its middle.
func (g *graphML) geometry(e *markup.Element) {
	x, okX := number(e.Value("x"))
	y, okY := number(e.Value("y"))
	if attributes := g.attributes(); attributes != nil && okX && okY {
		wide, _ := number(e.Value("width"))
		tall, _ := number(e.Value("height"))
		setAttribute(attributes, "x", doc.Exact(x+float64(wide/2)))
		setAttribute(attributes, "y", doc.Exact(y+float64(tall/2)))
	}
}

// attributes returns the attributes of the open element, nil if there is none.
func (g *graphML) attributes() *map[string]string {
	if len(g.inside) == 0 {
		return nil
	}
	switch o := &g.inside[len(g.inside)-1]; {
	case o.at < 0:
		return nil
	case o.tag == "node":
		return &g.nodes[o.at].attributes
	default:
		return &g.edges[o.at].attributes
	}
}

// addText adds text to the innermost node or edge. Outside of all, the text is
// the default value of the current key.
func (g *graphML) addText(text string) {
	if len(g.inside) > 0 {
		o := &g.inside[len(g.inside)-1]
		o.text = append(o.text, text...)
		return
	}
	if g.domain != "" && strings.TrimSpace(text) != "" { // the default of a key
		if g.usual[g.domain] == nil {
			g.usual[g.domain] = map[string]string{}
		}
		g.usual[g.domain][strings.ToLower(g.key)] = strings.TrimSpace(text)
	}
}

// end handles the end of an element. The text of a data element or a label
// becomes an attribute of its node or edge.
func (g *graphML) end(name string) {
	switch name {
	case "key":
		g.key, g.domain = "", ""
	case "data", "NodeLabel", "EdgeLabel":
		if len(g.inside) == 0 {
			return
		}
		o := &g.inside[len(g.inside)-1]
		if attributes := g.attributes(); attributes != nil {
			if name != "data" {
				setAttribute(attributes, "label", string(o.text))
			} else {
				setAttribute(attributes, g.key, string(o.text))
			}
		}
		o.text = o.text[:0]
	case "node", "edge", "hyperedge":
		if last := len(g.inside) - 1; last >= 0 && g.inside[last].tag == name {
			g.inside = g.inside[:last]
		}
	}
}

// fill sets the defaults of keys for nodes and edges without a value.
func (g *graphML) fill() {
	for name, value := range g.usual["node"] {
		for i := range g.nodes {
			setAttribute(&g.nodes[i].attributes, name, value)
		}
	}
	for name, value := range g.usual["edge"] {
		for i := range g.edges {
			setAttribute(&g.edges[i].attributes, name, value)
		}
	}
}
