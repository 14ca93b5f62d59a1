package formats

import (
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
)

// A network in several parts is reported, in every format.
func TestUnconnectedParts(t *testing.T) {
	const two = "2 parts: without a link to the others, so that no data pass between them: "
	for name, c := range map[string]struct{ file, text, format, want string }{
		"simgrid": {"a.xml", "<platform version='4.1'><zone id='z' routing='Full'><host id='a' speed='1Gf'/>" +
			"<host id='b' speed='1Gf'/><host id='c' speed='1Gf'/><link id='l' bandwidth='1MBps'/>" +
			"<route src='a' dst='b'><link_ctn id='l'/></route></zone></platform>", "",
			two + "2 places with a and b; c"},
		"gml": {"a.gml", "graph [ node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] node [ id 3 label \"c\" ] " +
			"edge [ source 1 target 3 ] ]", "", two + "2 places with a and c; b"},
		"graphml": {"a.graphml", "<graphml><graph><node id='a'/><node id='b'/><node id='c'/>" +
			"<edge source='b' target='c'/></graph></graphml>", "", two + "2 places with b and c; a"},
		"edges": {"a.csv", "source,target\na,b\nc,d\n", "", two + "2 places with a and b; 2 places with c and d"},
		"optorsim": {"g.conf", "1 0 0 8 0\n1 0 8 0 0\n1 0 0 0 0\n", "optorsim",
			two + "2 places with site-0 and site-1; site-2"},
		"table": {"links.csv", "a,b,bandwidth\na,b,5\nc,d,5\n", "table",
			two + "2 places with a and b; 2 places with c and d"},
		"many": {"a.csv", "source,target\n" + strings.Repeat("a,b\n", 3) + "c,d\ne,f\ng,h\ni,j\n", "",
			"5 parts: "},
		"connected": {"a.csv", "source,target\na,b\nb,c\n", "", ""},
	} {
		files := importertest.Text(c.file, c.text)
		if name == "table" {
			files = append(files, importer.File{Name: "clusters.csv",
				Data: []byte("cluster,mips\na,1\nb,1\nc,1\nd,1\n")})
		}
		kind := map[bool]string{true: "placement"}[name == "table"]
		r := importertest.Import(t, All(), files, c.format, importer.Wishes{Kind: kind}).Report
		if got := r.Count(importer.Assumed, "part"); (got > 0) != (c.want != "") {
			t.Errorf("%s: got %d parts in the report, want message %q\n%s", name, got, c.want, r.String())
		}
		importertest.HasNotes(t, &r, c.want)
	}
}
