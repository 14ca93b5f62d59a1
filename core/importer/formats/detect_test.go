package formats

import (
	"strconv"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// TestDetection imports files without naming their format, as the command line and
// the page do.
func TestDetection(t *testing.T) {
	const left = "read as Standard Workload Format nearly all lines would be left out"
	rows := func(n int, row string) string { return strings.Repeat(row+"\n", n) }
	for name, c := range map[string]struct{ file, text, want string }{
		"sinfo of two columns":   {"sinfo.txt", "HOSTNAMES STATE\nn1 idle\nn2 mix\nn3 alloc\n", "none of the formats"},
		"a table of two columns": {"states.csv", "id,STATE\n1,idle\n2,mix\n3,down\n", "table"},
		"counts":                 {"counts.tsv", "name\tcount\na\t5\nb\t7\n", "table"},
		"jobs with a start and an end": {"x.csv", "id,start,end,state,nodes\n1,0,5,COMPLETED,2\n2,3,9,FAILED,2\n",
			"table"},
		"edges without headings": {"e.csv", "a,b\nb,c\nc,d\n", "table"},
		"a row of many numbers":  {"x.sol", strings.Repeat("6 0 3 ", 170) + "\n", "none of the formats"},
		"a log with columns of its own": {"x.txt", rows(3, "1 0 0 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1 7 8"),
			"swf"},
		"edges by their names": {"e.csv", "source,target\na,b\nb,c\n", "edges"},
		"edges by their ends":  {"e.txt", "1 2\n2 3\n3 1\n", "edges"},
		"eighteen columns of no log": {"x.txt", rows(40, "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"),
			left},
		"a log of which most is left out": {"x.txt", rows(12, "1 0 0 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1") +
			"2 0 0 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n", left},
		"the same with a header": {"x.txt", "; Version: 2.2\n" +
			rows(12, "1 0 0 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1") +
			"2 0 0 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n", "swf"},
	} {
		made, faults := importer.Import(All(), importertest.Text(c.file, c.text), "", importer.Wishes{})
		got := faults.Error()
		if len(faults) == 0 {
			got = made.Report.Format
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s is read as %q, want %q", name, got, c.want)
		}
	}
}

// Grids of OptorSim without names in comments are rows of numbers, as logs in SWF are.
func TestGridsWithoutNames(t *testing.T) {
	for path, want := range map[string][3]int{"optorsim/lcg_sept2004_grid.conf": {101, 127, 65},
		"optorsim/simple_grid.conf": {10, 9, 2}, "optorsim/gridpp_grid_2004.conf": {36, 39, 17}} {
		made := importertest.Import(t, All(), importertest.Genuine(t, path), "", importer.Wishes{})
		p := made.Scenario.Placement
		if made.Report.Format != "optorsim" || len(p.Clusters) != want[0] || len(p.Links) != want[1] {
			t.Errorf("%s: got format %s, %d clusters, %d links; want optorsim, %v\n%s", path, made.Report.Format,
				len(p.Clusters), len(p.Links), want, made.Report.String())
		}
		importertest.HasNotes(t, &made.Report, strconv.Itoa(want[2])+" of them with processors")
	}
}

// If there is evidence for two formats, the report has both, and states how to choose
// the other.
func TestContestedFormats(t *testing.T) {
	file := importertest.Text("net.csv", "source,target\na,b\nb,c\n")
	r := importertest.Import(t, All(), file, "", importer.Wishes{}).Report
	if len(r.Claims) != 2 || r.Claims[0].Format != "edges" || r.Claims[1].Format != "table" ||
		r.Claims[0].Evidence == "" || r.Claims[1].Evidence == "" {
		t.Fatalf("got claims %+v, want edges and table with reasons", r.Claims)
	}
	importertest.HasNotes(t, &r, "net.csv was read as List of edges, because its first line", "--as table reads it so")
	if r := importertest.Import(t, All(), file, "edges", importer.Wishes{}).Report; len(r.Claims) > 0 {
		t.Errorf("a named format: got claims %+v, want none", r.Claims)
	}
	one := importertest.Import(t, All(), importertest.Genuine(t, "swf/hpc2n.swf"), "", importer.Wishes{}).Report
	if len(one.Claims) > 0 {
		t.Errorf("a log in SWF: got competing claims %+v, want none", one.Claims)
	}
}

// FuzzDetect imports any bytes without the name of a format. Claims are in order and
// have a certainty from 1 to 100, the report names the competing formats, and a
// scenario is valid.
func FuzzDetect(f *testing.F) {
	for _, pattern := range []string{"*/*.xml", "*/*.json", "*/*.csv", "slurm/*", "*/*.txt", "*/*.conf", "*/*.swf",
		"*/*.gml"} {
		for _, seed := range realfiles.Seeds(f, pattern, 1500) {
			f.Add("f", seed)
		}
	}
	f.Add("e.csv", []byte("a,b\nb,c\n"))
	f.Add("x.swf", []byte(strings.Repeat("1 0 0 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n", 12)))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		var r importer.Report
		file := importer.Open(importer.File{Name: name, Data: text}, &r)
		last := 100
		for _, c := range importer.Claims(All(), []importer.File{file})[0] {
			if c.Certainty < 1 || c.Certainty > last || c.Format == "" || c.Title == "" {
				t.Fatalf("got claim %+v, want a certainty from 1 to %d, a format and a title", c, last)
			}
			last = c.Certainty
		}
		made, faults := importer.Import(All(), []importer.File{{Name: name, Data: text}}, "", importer.Wishes{})
		if len(faults) > 0 {
			return
		}
		if s := made.Scenario; s != nil {
			if faults := scenario.Validate(s); len(faults) > 0 {
				t.Fatal(faults)
			}
		}
		if n := len(made.Report.Claims); n > 0 && (n < 2 || made.Report.Claims[0].Format != made.Report.Format) {
			t.Fatalf("got claims %+v, want at least 2 with %s first", made.Report.Claims, made.Report.Format)
		}
	})
}
