package export

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// graphML writes the network as GraphML (Brandes, Eiglsperger, Herman, Himsolt, Marshall: GraphML
// Progress Report, 2001). Nodes are numbered n0, n1 and so on, because ids in XML have no spaces.
// Names are in the datum "label", which Gephi, Cytoscape and yEd display. Numbers are those of
// the scenario, with units in the descriptions of the keys.

// graphML returns the network of the scenario as GraphML, with bandwidths in MB/s. The error is
// always nil.
func graphML(w *Work) (Text, error) {
	k, _ := catalog.ByID(w.kind())
	g := k.Topology(scenario.Problem(w.Scenario))
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<graphml xmlns="http://graphml.graphdrawing.org/xmlns" ` +
		`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
		`xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns ` +
		`http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">` + "\n")
	for _, k := range g.Keys {
		b = key(b, k, "node")
	}
	b = key(b, kind.Key{ID: "bandwidth", Type: "double", About: "bandwidth in MB/s"}, "edge")
	b = append(b, "  <graph id=\"G\" edgedefault=\"undirected\">\n    <desc>"+xmlText(w.title())+"</desc>\n"...)
	for i, n := range g.Nodes {
		b = append(b, "    <node id=\"n"+strconv.Itoa(i)+"\">"...)
		for at := 0; at < len(n); at += 2 {
			b = datum(b, n[at], n[at+1])
		}
		b = append(b, "</node>\n"...)
	}
	for i, l := range g.Links {
		b = append(b, "    <edge id=\"e"+strconv.Itoa(i)+"\" source=\"n"+strconv.Itoa(l.From)+"\" target=\"n"+
			strconv.Itoa(l.To)+"\">"...)
		b = append(datum(b, "bandwidth", doc.Number(l.Bandwidth)), "</edge>\n"...)
	}
	return Text{Bytes: append(b, "  </graph>\n</graphml>\n"...)}, nil
}

// key appends the declaration of an attribute of nodes or edges.
func key(b []byte, k kind.Key, of string) []byte {
	return append(b, `  <key id="`+k.ID+`" for="`+of+`" attr.name="`+k.ID+`" attr.type="`+k.Type+`"><desc>`+k.About+
		"</desc></key>\n"...)
}

// datum appends a datum.
func datum(b []byte, key, value string) []byte {
	return append(b, `<data key="`+key+`">`+xmlText(value)+"</data>"...)
}

// xmlText escapes a text. Characters that XML 1.0 cannot represent are replaced by U+FFFD.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text { // invalid UTF-8 is read as U+FFFD
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\r':
			b.WriteString("&#13;")
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			b.WriteRune(0xfffd)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
