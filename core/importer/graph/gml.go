package graph

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/network"
)

// GML is the format of Himsolt ("GML: A portable Graph File Format", 1997), which
// the Internet Topology Zoo uses.
var GML = &importer.Format{
	ID: "gml", Title: "GML",
	About: "Nodes and edges become the clusters and links of a placement problem; longitude and latitude become " +
		"places. The Internet Topology Zoo, networkx (write_gml) and Gephi write it.",
	Kinds: []string{"placement"}, Questions: network.Questions(), Recognise: recogniseGML, Read: readGML,
}

// recogniseGML returns the certainty from 0 to 100 that a file is GML, and the
// evidence.
func recogniseGML(f importer.File) (certainty int, evidence string) {
	head := f.Data[:min(len(f.Data), 64<<10)]
	at := bytes.Index(head, []byte("graph"))
	if at < 0 || bytes.ContainsAny(head[:at], "<{") {
		return 0, ""
	}
	rest := bytes.TrimSpace(head[at+len("graph"):])
	switch {
	case !bytes.HasPrefix(rest, []byte("[")):
		return 0, ""
	case bytes.Contains(rest, []byte("node")):
		return 90, "it has a list graph [ … ] with nodes"
	}
	return 40, "it has a list graph [ … ]"
}

func readGML(files []importer.File, w importer.Wishes) *importer.Result {
	r := &importer.Report{}
	reportOtherFiles(files, r)
	g := gml{sketch: newSketch(r, files[0].Name), text: files[0].Data, line: 1}
	g.title = strings.TrimSuffix(files[0].Name, ".gml")
	g.read()
	return g.result(w, false)
}

// deepest bounds the nesting of lists.
const deepest = 100

// gml is the state of reading a file: keys with values, and lists of them in
// brackets.
type gml struct {
	*sketch
	text       []byte
	at         int
	line       int
	path       []string // keys of the open lists
	attributes map[string]string
	from       int // line at which a node or edge began
}

// read reads keys and values in alternation.
func (g *gml) read() {
	key := ""
	for {
		word, quoted, more := g.nextToken()
		switch {
		case !more:
			if len(g.path) > 0 {
				g.fault("ends inside of " + cleanName(g.path[len(g.path)-1]) + "; the rest is missing")
			}
			return
		case word == "]" && !quoted:
			if len(g.path) == 0 {
				g.fault("has a ] without a [; the rest was not read")
				return
			}
			g.closeList()
			key = ""
		case key == "":
			key = word
		case word == "[" && !quoted:
			if len(g.path) >= deepest {
				g.fault("has more than " + strconv.Itoa(deepest) + " lists inside each other; the rest was not read")
				return
			}
			g.openList(key)
			key = ""
		default:
			g.value(strings.ToLower(key), word)
			key = ""
		}
	}
}

func (g *gml) fault(why string) { g.report.AddFault(importer.Place{File: g.file, Line: g.line}, why) }

func cleanName(name string) string { return importer.Clean(name) }

// nextToken returns the next word, bracket or quoted text, and skips comments. It
// reports more as false at the end of the text.
func (g *gml) nextToken() (word string, quoted, more bool) {
	for g.at < len(g.text) {
		switch c := g.text[g.at]; {
		case c == '\n':
			g.line++
			g.at++
		case c == ' ' || c == '\t' || c == '\r':
			g.at++
		case c == '#':
			end := bytes.IndexByte(g.text[g.at:], '\n')
			if end < 0 {
				return "", false, false
			}
			g.at += end
		case c == '[' || c == ']':
			g.at++
			return string(c), false, true
		case c == '"':
			return g.quotation()
		default:
			from := g.at
			for g.at < len(g.text) && !bytes.ContainsRune([]byte(" \t\r\n[]\""), rune(g.text[g.at])) {
				g.at++
			}
			return string(g.text[from:g.at]), false, true
		}
	}
	return "", false, false
}

// quotation reads a quoted text with its entities decoded. If the closing
// quotation mark is missing, it adds a fault and reports more as false.
func (g *gml) quotation() (word string, quoted, more bool) {
	length := bytes.IndexByte(g.text[g.at+1:], '"')
	if length < 0 {
		g.fault("ends inside of a text")
		g.at = len(g.text)
		return "", true, false
	}
	value := g.text[g.at+1 : g.at+1+length]
	g.line += bytes.Count(value, []byte{'\n'})
	g.at += length + 2
	return unescaper.Replace(string(value)), true, true
}

var unescaper = strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&")

func (g *gml) openList(key string) {
	key = strings.ToLower(key)
	if g.path = append(g.path, key); (key == "node" || key == "edge") && len(g.path) == 2 {
		g.attributes, g.from = map[string]string{}, g.line
	}
}

func (g *gml) value(key, word string) {
	switch {
	case len(g.path) >= 2 && g.attributes != nil:
		if len(g.path) == 2 || g.path[2] == "graphics" && (key == "x" || key == "y") {
			setAttribute(&g.attributes, key, word)
		}
	case len(g.path) == 1 && key == "directed":
		g.directed = word == "1"
	}
}

// closeList ends the innermost list. At the end of a node or an edge it adds that to
// the sketch; a second node of the same id is a fault.
func (g *gml) closeList() {
	last := len(g.path) - 1
	key := g.path[last]
	if g.path = g.path[:last]; last != 1 || g.attributes == nil {
		return
	}
	switch key {
	case "node":
		if _, twice := g.index[g.attributes["id"]]; twice {
			g.report.AddFault(importer.Place{File: g.file, Line: g.from},
				"has a node whose id another one has; they are one")
		}
		n := &g.nodes[g.node(g.attributes["id"])]
		for name, value := range g.attributes {
			if name != "id" {
				setAttribute(&n.attributes, name, value)
			}
		}
	case "edge":
		g.edges = append(g.edges, edge{g.attributes["source"], g.attributes["target"], g.from, g.attributes})
	}
	g.attributes = nil
}
