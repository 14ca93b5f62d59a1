package graph

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/importer/network"
)

// Edges is the format of lists of edges in columns.
var Edges = &importer.Format{
	ID: "edges", Title: "List of edges",
	About: "Each line names two places, and the bandwidth between them in MB/s where there is a third column. With " +
		"a line of headings (source, target, bandwidth) columns may be in any order. Any spreadsheet writes it " +
		"as CSV.",
	Kinds: []string{"placement"}, Questions: network.Questions(), Recognise: recogniseEdges, Read: readEdges,
}

// The accepted headings of the columns.
var (
	sources    = []string{"source", "from", "src", "a", "node1", "u", "start"}
	targets    = []string{"target", "to", "dst", "dest", "destination", "b", "node2", "v", "end"}
	bandwidths = []string{"bandwidth", "capacity", "bw", "rate", "throughput"}
)

// maxColumns bounds the columns of a line that are inspected; the two ends and
// the bandwidth are among the first.
const maxColumns = 64

// A table describes the layout of a list of edges.
type table struct {
	separator byte
	headed    bool
	from, to  int
	rate      int // -1 if there is none
	columns   int
}

// tableOf determines the layout from the first lines. The result has 0 columns
// if they are not a list of edges.
func tableOf(lines []string) (t table) {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '%' {
			continue
		}
		for _, c := range []byte{',', ';', '\t', '|', ' '} {
			if strings.IndexByte(line, c) >= 0 {
				t.separator = c
				break
			}
		}
		if t.separator == 0 {
			return table{}
		}
		return t.headings(fields([]byte(line), t.separator))
	}
	return table{}
}

// indicates reports whether a heading of the first column is evidence of edges.
// The headings a and start are ambiguous: a may name a place, and start may be
// a time.
func (t table) indicates(heading string) bool {
	switch {
	case len(heading) == 1:
		return t.columns == 3 && t.rate >= 0
	case heading == "start":
		return t.columns <= 3
	}
	return true
}

// headings returns the table with the columns of ends and bandwidth, found from
// the first row. If the row is no heading, the first two columns are the ends.
// With fewer than two columns it returns an empty table.
func (t table) headings(first []string) table {
	find := func(names []string) int {
		return slices.IndexFunc(first, func(s string) bool { return slices.Contains(names, strings.ToLower(s)) })
	}
	t.columns = len(first)
	named := !slices.ContainsFunc(first, func(s string) bool { _, ok := number(s); return ok })
	t.rate = slices.IndexFunc(first, func(s string) bool { // bandwidth (MB/s)
		name, _, _ := strings.Cut(strings.ToLower(s), " ")
		return slices.Contains(bandwidths, name)
	})
	if t.from, t.to = find(sources), find(targets); named && t.from >= 0 && t.to >= 0 &&
		t.indicates(strings.ToLower(first[t.from])) {
		t.headed = true
		return t
	}
	if t.from, t.to, t.rate = 0, 1, -1; t.columns < 2 {
		return table{}
	}
	if t.columns > 2 {
		if _, ok := number(first[2]); ok || rate(first[2]) > 0 {
			t.rate = 2
		}
	}
	return t
}

// recogniseEdges returns the certainty that a file is a list of edges. Two or three
// columns alone are no evidence. Evidence is a first line that names source and
// target, the name of the file, or places of the first column that recur in the
// second.
func recogniseEdges(f importer.File) (certainty int, evidence string) {
	lines := importer.Head(f.Data, evidenceLines)
	t := tableOf(lines)
	switch name := strings.ToLower(f.Name); {
	case t.columns == 0 || bytes.IndexByte(f.Data[:min(len(f.Data), 1<<10)], 0) >= 0:
		return 0, ""
	case t.headed && t.columns <= 12:
		return 75, "its first line calls two columns by names for the ends of an edge"
	case strings.HasSuffix(name, ".edges") || strings.HasSuffix(name, ".edgelist"):
		return 80, "its name is that of a list of edges"
	case t.columns > 3 || t.columns == 3 && t.rate < 0 || !hasEqualColumns(lines, t):
		return 0, ""
	}
	if n := both(lines, t); n > 0 {
		return 30, strconv.Itoa(n) + " of its names are in the first column and in the second, as places are"
	}
	return 0, ""
}

// hasEqualColumns reports whether all lines have as many columns as the first; lines of
// prose do not.
func hasEqualColumns(lines []string, t table) bool {
	count := 0
	for _, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '%' {
			continue
		}
		if len(fields([]byte(line), t.separator)) != t.columns || strings.ContainsAny(line[:1], "<{[;") {
			return false
		}
		count++
	}
	return count >= 2
}

// evidenceLines is the number of lines that are searched for recurring names.
const evidenceLines = 200

// both returns how many names occur in both columns of ends.
func both(lines []string, t table) (n int) {
	first, counted := map[string]bool{}, map[string]bool{}
	rows := make([][]string, len(lines))
	for i, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '%' {
			continue
		}
		rows[i] = fields([]byte(line), t.separator)
		first[rows[i][t.from]] = true
	}
	for _, row := range rows {
		if len(row) > t.to && row[t.to] != "" && first[row[t.to]] && !counted[row[t.to]] {
			counted[row[t.to]] = true
			n++
		}
	}
	return n
}

// readEdges returns the network of a list of edges. If the text is no such
// list, the report has a fault and the scenario is nil.
func readEdges(files []importer.File, w importer.Wishes) *importer.Result {
	r := &importer.Report{}
	reportOtherFiles(files, r)
	f := files[0]
	s := newSketch(r, f.Name)
	s.title, _, _ = strings.Cut(f.Name, ".")
	t := tableOf(importer.Head(f.Data, 20))
	if t.columns == 0 {
		r.AddFault(importer.Place{File: f.Name}, "is no list of edges: a line names two places, and maybe a bandwidth")
		return &importer.Result{Report: *r}
	}
	headed := t.headed
	importer.Lines(f.Data, func(n int, line []byte) bool {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' || line[0] == '%' {
			return true
		}
		if headed {
			headed = false
			return true
		}
		s.row(&t, fields(line, t.separator), importer.Place{File: f.Name, Line: n})
		return true
	})
	if t.columns > 3 || t.columns == 3 && t.rate < 0 {
		r.AddLeftOut(t.columns-2-min(1, t.rate+1), "column", "of what is not an end or a bandwidth")
	}
	return s.result(w, true)
}

// row adds the edge of a row. A row without two ends is left out and reported;
// an invalid bandwidth is a fault, and the edge has none.
func (s *sketch) row(t *table, row []string, at importer.Place) {
	if len(row) <= max(t.from, t.to) || row[t.from] == "" || row[t.to] == "" {
		s.report.AddLeftOut(1, "line", "does not name two places", at)
		return
	}
	e := edge{from: row[t.from], to: row[t.to], line: at.Line}
	if t.rate >= 0 && t.rate < len(row) && row[t.rate] != "" {
		text := row[t.rate]
		if x, ok := number(text); ok && x <= 0 || !ok && rate(text) == 0 {
			s.report.AddFault(at, "has a bandwidth that is no number above 0")
			text = ""
		}
		setAttribute(&e.attributes, "bandwidth", text)
	}
	s.edges = append(s.edges, e)
}

// fields splits a line. A field may be quoted, and a doubled quote in it stands
// for one. Several spaces are one separator.
func fields(line []byte, separator byte) (list []string) {
	if separator == ' ' {
		for field := range bytes.FieldsSeq(line) {
			if list = append(list, string(field)); len(list) >= maxColumns {
				break
			}
		}
		return list
	}
	for len(list) < maxColumns {
		field, rest, more := cutField(line, separator)
		if list = append(list, strings.TrimSpace(field)); !more {
			break
		}
		line = rest
	}
	return list
}

// cutField returns the first field of a line, the rest after the separator, and
// whether there was a separator. In a quoted field a doubled quotation mark
// stands for one.
func cutField(line []byte, separator byte) (field string, rest []byte, more bool) {
	trimmed := bytes.TrimLeft(line, " ")
	if len(trimmed) == 0 || trimmed[0] != '"' {
		before, after, found := bytes.Cut(line, []byte{separator})
		return string(before), after, found
	}
	var text []byte
	i := 1
	for ; i < len(trimmed); i++ {
		if trimmed[i] == '"' {
			if i+1 >= len(trimmed) || trimmed[i+1] != '"' {
				break
			}
			i++
		}
		text = append(text, trimmed[i])
	}
	_, after, found := bytes.Cut(trimmed[min(i+1, len(trimmed)):], []byte{separator})
	return string(text), after, found
}
