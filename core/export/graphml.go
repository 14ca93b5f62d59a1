package export

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/placement"
)

// GraphML (Brandes, Eiglsperger, Herman, Himsolt, Marshall: GraphML Progress
// Report, 2001). Nodes are numbered n0, n1 and so on, because the ids of XML hold
// no spaces; what a node is called stands in its datum "label", which Gephi,
// Cytoscape and yEd show. Numbers are those of the scenario, with their units in
// the descriptions of the keys.

// A graphKey is a datum that nodes or edges may have.
type graphKey struct{ id, of, sort, about string }

func graphML(w *Work) (Text, error) {
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<graphml xmlns="http://graphml.graphdrawing.org/xmlns" ` +
		`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
		`xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns ` +
		`http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">` + "\n")
	if w.Scenario.Kind == "farm" {
		return Text{Bytes: farmGraph(b, w, &w.Scenario.Farm.Problem)}, nil
	}
	return Text{Bytes: placementGraph(b, w, &w.Scenario.Placement.Problem)}, nil
}

func placementGraph(b []byte, w *Work, p *placement.Problem) []byte {
	b = keys(b, []graphKey{{"label", "node", "string", "name of the cluster"},
		{"mips", "node", "double", "power in MIPS"},
		{"x", "node", "double", "place from left, 0 to 1"}, {"y", "node", "double", "place from the top, 0 to 1"},
		{"datasets", "node", "string", "datasets with a copy here"},
		{"bandwidth", "edge", "double", "bandwidth in MB/s"}})
	b = open(b, w)
	held := make(map[string][]string, len(p.Clusters))
	for i := range p.Datasets {
		for _, at := range p.Datasets[i].At {
			held[at] = append(held[at], p.Datasets[i].ID)
		}
	}
	at := make(map[string]int, len(p.Clusters))
	for i := range p.Clusters {
		c := &p.Clusters[i]
		at[c.ID] = i
		b = append(b, "    <node id=\"n"+strconv.Itoa(i)+"\">"...)
		b = datum(datum(b, "label", c.ID), "mips", doc.Number(c.MIPS))
		if c.X != nil && c.Y != nil {
			b = datum(datum(b, "x", doc.Number(*c.X)), "y", doc.Number(*c.Y))
		}
		if len(held[c.ID]) > 0 {
			b = datum(b, "datasets", strings.Join(held[c.ID], "; "))
		}
		b = append(b, "</node>\n"...)
	}
	for i := range p.Links {
		b = edge(b, i, at[p.Links[i].A], at[p.Links[i].B], p.Links[i].Bandwidth)
	}
	return append(b, "  </graph>\n</graphml>\n"...)
}

func farmGraph(b []byte, w *Work, p *farm.Problem) []byte {
	b = keys(b, []graphKey{{"label", "node", "string", "name of the machine"},
		{"slots", "node", "int", "processing slots"}, {"memory", "node", "double", "memory in MB"},
		{"speed", "node", "double", "how many times faster than the reference"},
		{"type", "node", "string", "processor type"}, {"bandwidth", "edge", "double", "bandwidth in MB/s"}})
	b = open(b, w)
	at := make(map[string]int, len(p.Machines))
	for i := range p.Machines {
		m := &p.Machines[i]
		at[m.ID] = i
		b = append(b, "    <node id=\"n"+strconv.Itoa(i)+"\">"...)
		b = datum(datum(b, "label", m.ID), "slots", strconv.Itoa(m.Slots))
		b = datum(b, "memory", doc.Number(m.Memory))
		if m.Speed != nil {
			b = datum(b, "speed", doc.Number(*m.Speed))
		}
		if m.Type != "" {
			b = datum(b, "type", m.Type)
		}
		b = append(b, "</node>\n"...)
	}
	for i := range p.Links {
		b = edge(b, i, at[p.Links[i].A], at[p.Links[i].B], p.Links[i].Bandwidth)
	}
	return append(b, "  </graph>\n</graphml>\n"...)
}

func keys(b []byte, list []graphKey) []byte {
	for _, k := range list {
		b = append(b, `  <key id="`+k.id+`" for="`+k.of+`" attr.name="`+k.id+`" attr.type="`+k.sort+`"><desc>`+k.about+
			"</desc></key>\n"...)
	}
	return b
}

func open(b []byte, w *Work) []byte {
	return append(b, "  <graph id=\"G\" edgedefault=\"undirected\">\n    <desc>"+xmlText(w.title())+"</desc>\n"...)
}

func edge(b []byte, i, from, to int, bandwidth float64) []byte {
	b = append(b, "    <edge id=\"e"+strconv.Itoa(i)+"\" source=\"n"+strconv.Itoa(from)+"\" target=\"n"+
		strconv.Itoa(to)+"\">"...)
	return append(datum(b, "bandwidth", doc.Number(bandwidth)), "</edge>\n"...)
}

func datum(b []byte, key, value string) []byte {
	return append(b, `<data key="`+key+`">`+xmlText(value)+"</data>"...)
}

// xmlText escapes a text. What XML 1.0 has no way to write becomes the character
// that stands for what cannot be shown.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text { // what is no UTF-8 comes as U+FFFD
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
