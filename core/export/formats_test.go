package export_test

import (
	"encoding/csv"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/export"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// graph is GraphML as decoded by another reader of XML.
type graph struct {
	XMLName xml.Name `xml:"http://graphml.graphdrawing.org/xmlns graphml"`
	Keys    []struct {
		ID   string `xml:"id,attr"`
		For  string `xml:"for,attr"`
		Type string `xml:"attr.type,attr"`
	} `xml:"key"`
	Graph struct {
		Default string `xml:"edgedefault,attr"`
		Desc    string `xml:"desc"`
		Nodes   []struct {
			ID   string  `xml:"id,attr"`
			Data []datum `xml:"data"`
		} `xml:"node"`
		Edges []struct {
			Source string  `xml:"source,attr"`
			Target string  `xml:"target,attr"`
			Data   []datum `xml:"data"`
		} `xml:"edge"`
	} `xml:"graph"`
}

type datum struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}

func find(list []datum, key string) string {
	for _, d := range list {
		if d.Key == key {
			return d.Text
		}
	}
	return ""
}

// A topology is the same after writing and reading by another reader of XML:
// names of any characters, power, places, bandwidths.
func TestGraphMLReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := placement.Problem{}
		for i := range rapid.IntRange(0, 6).Draw(t, "clusters") {
			c := placement.Cluster{ID: rapid.String().Draw(t, "name") + strconv.Itoa(i),
				MIPS: rapid.Float64Range(1e-6, 1e12).Draw(t, "mips")}
			if rapid.Bool().Draw(t, "placed") {
				x := rapid.Float64Range(0, 1).Draw(t, "x")
				c.X, c.Y = &x, &x
			}
			p.Clusters = append(p.Clusters, c)
			if i > 0 {
				p.Links = append(p.Links, placement.Link{A: p.Clusters[i-1].ID, B: c.ID,
					Bandwidth: rapid.Float64Range(1e-6, 1e9).Draw(t, "bandwidth")})
			}
		}
		w := &export.Work{Scenario: &scenario.Scenario{Kind: "placement", Title: rapid.String().Draw(t, "title"),
			Placement: &scenario.Placement{Problem: p}}}
		g := graph{}
		text := write(t, w, "graphml").Bytes
		if err := xml.Unmarshal(text, &g); err != nil {
			t.Fatalf("GraphML is no XML: %v\n%s", err, text)
		}
		if g.Graph.Default != "undirected" || len(g.Graph.Nodes) != len(p.Clusters) ||
			len(g.Graph.Edges) != len(p.Links) {
			t.Fatalf("got %s graph of %d nodes and %d edges, want undirected, %d and %d\n%s", g.Graph.Default,
				len(g.Graph.Nodes), len(g.Graph.Edges), len(p.Clusters), len(p.Links), text)
		}
		ids := map[string]int{}
		for i, n := range g.Graph.Nodes {
			ids[n.ID] = i
			c := &p.Clusters[i]
			if find(n.Data, "label") != replaceInvalid(c.ID) || number(t, find(n.Data, "mips")) != c.MIPS ||
				(c.X != nil) != (find(n.Data, "x") != "") || c.X != nil && number(t, find(n.Data, "y")) != *c.Y {
				t.Fatalf("node: got %+v, want %+v", n, c)
			}
		}
		for i, e := range g.Graph.Edges {
			l := &p.Links[i]
			if p.Clusters[ids[e.Source]].ID != l.A || p.Clusters[ids[e.Target]].ID != l.B ||
				number(t, find(e.Data, "bandwidth")) != l.Bandwidth {
				t.Fatalf("edge: got %+v, want %+v", e, l)
			}
		}
		for _, d := range g.Keys {
			if d.For != "node" && d.For != "edge" || !slices.Contains([]string{"string", "double", "int"}, d.Type) {
				t.Fatalf("key: got %+v, want a known type of a node or edge", d)
			}
		}
	})
}

// replaceInvalid returns a name with the characters replaced that XML cannot represent.
func replaceInvalid(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return 0xfffd
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
}

func number(t rapid.TB, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Every table of every kind is read by another reader of CSV with the same
// numbers of rows and columns, and has the metrics of the answers.
func TestTablesReadBack(t *testing.T) {
	for kind, preset := range smallPresets {
		w := solvePreset(t, preset)
		tables := export.Tables(w)
		if len(tables) < 3 || tables[0].ID != "runs" || tables[1].ID != "decisions" {
			t.Fatalf("%s: got %d tables, want at least 3, runs and decisions first", kind, len(tables))
		}
		for i := range tables {
			rows, err := csv.NewReader(strings.NewReader(string(tables[i].CSV()))).ReadAll()
			if err != nil || len(rows) != tables[i].Rows+1 || len(rows[0]) != len(tables[i].Columns) {
				t.Errorf("%s, %s: got %d rows, error %v; want %d and a header", kind, tables[i].ID, len(rows), err,
					tables[i].Rows)
			}
			seen := map[string]bool{}
			for _, name := range rows[0] {
				if name == "" || seen[name] {
					t.Errorf("%s, %s: the column %q is repeated or has no name", kind, tables[i].ID, name)
				}
				seen[name] = true
			}
		}
		rows, _ := csv.NewReader(strings.NewReader(string(tables[0].CSV()))).ReadAll()
		for k, name := range rows[0] {
			for i := range w.Answers {
				if x, ok := w.Answers[i].Metrics[name]; ok && number(t, rows[i+1][k]) != x {
					t.Errorf("%s: %s of %s: got %s, want %v", kind, name, w.Answers[i].Label, rows[i+1][k], x)
				}
			}
		}
	}
}

// titledWork returns a scenario of one cluster with the text as its title and as a
// run's name.
func titledWork(text string) *export.Work {
	return &export.Work{Scenario: &scenario.Scenario{Kind: "placement", Title: "x" + text,
		Placement: &scenario.Placement{}}, Answers: []scenario.Answer{{Label: "x" + text, Feasible: true,
		Metrics: map[string]float64{"makespan": 1}}}}
}

// A text escaped for LaTeX has nothing that LaTeX would execute, and is the
// original text after unescaping.
func TestLaTeXEscapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.SampledFrom([]rune("\\{}$&#%_^~<>|\"`-',\n\t a1ü–[]*")),
			rapid.Rune())).Draw(t, "text")
		lines := strings.Split(string(write(t, titledWork(text), "latex").Bytes), "\n")
		if len(lines) != 13 {
			t.Fatalf("LaTeX: got %d lines, want 13: %q", len(lines), lines)
		}
		row := strings.TrimSuffix(strings.TrimPrefix(lines[8], "    "), ` \\`)
		if n := len(split(row)); n != 5 {
			t.Fatalf("LaTeX: got %d cells, want 5: %q", n, row)
		}
		back := unescape(t, split(row)[0])
		if want := "x" + printableLine(text); strings.TrimRight(back, " ") != strings.TrimRight(want, " ") {
			t.Fatalf("unescaped LaTeX: got %q, want %q", back, want)
		}
	})
}

// split splits a row at the separators of cells.
func split(row string) (cells []string) {
	from := 0
	for i := range len(row) {
		if row[i] == '&' && row[i-1] != '\\' {
			cells = append(cells, row[from:i])
			from = i + 1
		}
	}
	return append(cells, row[from:])
}

// printableLine returns a text as one line of printable characters.
func printableLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}

// unescape returns the text that LaTeX would print. It fails on a special
// character.
func unescape(t rapid.TB, text string) string {
	names := map[string]string{"textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^", "textless": "<",
		"textgreater": ">", "textbar": "|", "textquotedbl": `"`, "textasciigrave": "`"}
	var b strings.Builder
	for text != "" {
		switch c := text[0]; {
		case strings.HasPrefix(text, "{}"):
			text = text[2:]
		case c == '\\':
			end := strings.IndexByte(text, '{')
			if len(text) > 1 && strings.IndexByte("&%$#_{}", text[1]) >= 0 {
				b.WriteByte(text[1])
				text = text[2:]
			} else if end > 0 && names[text[1:end]] != "" {
				b.WriteString(names[text[1:end]])
				text = text[end:]
			} else {
				t.Fatalf("LaTeX would execute a command in %q", text)
			}
		case strings.IndexByte("&%$#_{}^~\\", c) >= 0:
			t.Fatalf("LaTeX would interpret %q", text)
		default:
			b.WriteByte(c)
			text = text[1:]
		}
	}
	return b.String()
}

// No text adds a cell, a row or markup in Markdown.
func TestMarkdownEscapes(t *testing.T) {
	// A non-breaking space is part of the text, also at its end.
	rapid.Check(t, func(t *rapid.T) {
		signs := rapid.SampledFrom([]rune("\u00a0\\`*_{}[]|#<>&~$!-+1.\n\t a"))
		text := rapid.StringOf(rapid.OneOf(signs, rapid.Rune())).Draw(t, "text")
		lines := strings.Split(string(write(t, titledWork(text), "markdown").Bytes), "\n")
		if len(lines) != 6 {
			t.Fatalf("Markdown: got %d lines, want 6: %q", len(lines), lines)
		}
		row, cells := lines[4], 0
		var b strings.Builder
		for i := 0; i < len(row); i++ {
			switch c := row[i]; {
			case c == '\\':
				i++
				b.WriteByte(row[i])
			case strings.IndexByte("`*_{}[]#<>~$!", c) >= 0:
				t.Fatalf("Markdown would interpret %q in %q", row[i:], row)
			case c == '|':
				cells++
				b.WriteByte('\n')
			default:
				b.WriteByte(c)
			}
		}
		back := strings.NewReplacer("&lt;", "<", "&amp;", "&").Replace(strings.Split(b.String(), "\n")[1])
		if want := "x" + printableLine(text); cells != 6 || strings.Trim(back, " ") != strings.TrimRight(want, " ") {
			t.Fatalf("Markdown: got %d cells, text %q; want 6, %q", cells, back, want)
		}
	})
}

// The marks of a study are those of its p-values, except for a single best run.
func TestMarksOfSignificance(t *testing.T) {
	mean := func(x float64) *float64 { return &x }
	cell := func(label string, x float64) report.Cell {
		return report.Cell{Vary: map[string]any{}, Algorithm: "rbhs", Label: label, Metric: "makespan", Count: 9,
			Mean: mean(x), Interval: &report.Interval{Low: x - 1, High: x + 1, Method: report.Bootstrap}}
	}
	pair := func(a, b int, p float64) report.Pair {
		return report.Pair{Vary: map[string]any{}, Metric: "makespan", ARun: a, BRun: b, Holm: mean(p)}
	}
	w := &export.Work{Scenario: &scenario.Scenario{Kind: "placement"}, Study: &report.Document{Kind: "placement",
		Replications: 9, Confidence: 0.95, Comparisons: 6,
		Cells: []report.Cell{cell("a", 12), cell("b", 10), cell("c", 13), cell("d", 10.5)},
		Pairs: []report.Pair{pair(0, 1, 0.02), pair(0, 2, 1e-9), pair(0, 3, 1e-9), pair(1, 2, 0.0001), pair(1, 3, 0.05),
			pair(2, 3, 1e-9)}}}
	text := string(write(t, w, "markdown").Bytes)
	for _, row := range []string{"| a | 12.0 \\* \\[11.0, 13.0\\] |", "| b | **10.0** \\[9.0, 11.0\\] |",
		"| c | 13.0 \\*\\*\\* \\[12.0, 14.0\\] |", "| d | 10.5 \\[9.5, 11.5\\] |", "over 6 comparisons"} {
		if !strings.Contains(text, row) {
			t.Errorf("marks of significance: got\n%s\nwant it to contain %q", text, row)
		}
	}
}
