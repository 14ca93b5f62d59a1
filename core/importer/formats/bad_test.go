package formats

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
)

// good returns small files of all formats.
func good(t *testing.T) map[string]string {
	files := map[string]string{
		"jobs.csv": "job,cores,runtime,submitted,after\na,2,10,2024-03-01 10:00,\nb,1,20,1.3.2024 11:00,a\n" +
			"c,1,5,3/1/2024 1:00 PM,b\n",
		"edges.csv": "source,target,bandwidth\na,b,100\nb,c,1 Gbit/s\n",
		"a.gml": "graph [ node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] " +
			"edge [ source 1 target 2 LinkLabel \"10 Gbps\" ] ]",
		"a.graphml": "<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>",
		"a.xml": "<?xml version='1.0'?><platform version='4.1'><zone id='z' routing='Full'><host id='a' speed='1Gf'/>" +
			"<host id='b' speed='2Gf'/><link id='l' bandwidth='125MBps' latency='1us'/>" +
			"<route src='a' dst='b'><link_ctn id='l'/></route></zone></platform>",
		"grid.conf": "# sites\n1 1 1000 0 100\n1 1 1000 100 0\n",
		"sacct.txt": "JobID|State|NCPUS|Submit|Start|End|Elapsed|NodeList\n" +
			"1|COMPLETED|2|2026-01-01T00:00:00|2026-01-01T00:00:05|2026-01-01T00:01:05|00:01:00|c1\n" +
			"2|COMPLETED|1|2026-01-01T00:00:01|2026-01-01T00:00:06|2026-01-01T00:02:06|00:02:00|c1\n",
	}
	for _, path := range []string{"swf/testdata/plain.swf", "batsim/testdata/mixed.json", "wfformat/testdata/old.json",
		"kube/testdata/nodes.yaml", "kube/testdata/pods.json"} {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	return files
}

func encodeUTF16(text string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

func compress(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

// Any change to a file of any format gives a valid scenario or a fault with a
// reason. A file that is only packed or formatted otherwise gives the same
// scenario.
func TestFilesThatWereDamaged(t *testing.T) {
	numbers := regexp.MustCompile(`\b[0-9]+`)
	for name, text := range good(t) {
		whole := importertest.Import(t, All(), importertest.Text(name, text), "", importer.Wishes{})
		if whole.Scenario == nil && name != "pods.json" {
			t.Errorf("%s: got no scenario: %s", name, whole.Report.String())
		}
		for what, damaged := range map[string]string{
			"as it is packed": compress(text), "as it is in UTF-16": encodeUTF16(text),
			"as it is with marks":          "\ufeff" + text,
			"as it is in lines of Windows": strings.ReplaceAll(text, "\n", "\r\n"),
			"half of it":                   text[:len(text)/2], "its end": text[len(text)/3:], "twice": text + text,
			"half packed": compress(text)[:len(compress(text))/2], "in Latin-1": strings.ReplaceAll(text, "a", "\xe9"),
			"negative":  numbers.ReplaceAllString(text, "-$0"),
			"huge":      numbers.ReplaceAllString(text, "${0}e300"),
			"not there": numbers.ReplaceAllString(text, ""), "words": numbers.ReplaceAllString(text, "x"),
			"all the same": numbers.ReplaceAllString(text, "1"), "with zeros": strings.ReplaceAll(text, "1", "\x00"),
			"in one line": strings.ReplaceAll(text, "\n", " "), "for a long time": strings.Repeat(text, 300)} {
			made, faults := importer.Import(All(), importertest.Text(name, damaged), whole.Report.Format,
				importer.Wishes{})
			if len(faults) > 0 {
				t.Fatalf("%s %s: got faults %v, want a report", name, what, faults)
			}
			if made.Scenario == nil && made.Report.Count(importer.Faulty, "") == 0 {
				t.Errorf("%s %s: got neither a scenario nor a fault", name, what)
			}
			if strings.HasPrefix(what, "as it is") && (made.Scenario == nil) != (whole.Scenario == nil) {
				t.Errorf("%s %s: got another result than from the plain file: %s", name, what, made.Report.String())
			}
			importertest.Import(t, All(), importertest.Text(name, damaged), whole.Report.Format, importer.Wishes{})
		}
	}
}

// Hostile files take little time and memory. Otherwise the test would not end.
func TestFilesThatAreHostile(t *testing.T) {
	for name, text := range map[string]string{
		"a bomb": compress(strings.Repeat("a", 300<<20)), "columns": strings.Repeat("a,", 1<<20) + "\n",
		"deep": strings.Repeat("<a>", 1<<20), "deep lists": strings.Repeat("[", 1<<20),
		"deep members": strings.Repeat(`{"a":`, 1<<20), "deep YAML": strings.Repeat("- ", 1<<20),
		"entities": "<!DOCTYPE a [<!ENTITY a '&b;&b;'><!ENTITY b '&a;&a;'>]><graphml>&a;</graphml>",
		"brackets": strings.Repeat("graph [ ", 1<<18), "numbers": strings.Repeat("1 ", 1<<20),
		"rows of numbers": strings.Repeat(strings.Repeat("1 ", 1<<16)+"\n", 16),
		"short rows":      strings.Repeat("1 1\n", 1<<18),
		"zones of one name": `<platform version="4.1"><zone id="z" routing="Full">` + strings.Repeat(
			`<zone id="z" routing="Full"><host id="h" speed="1Gf"/></zone>`+
				`<zoneRoute src="z" dst="z" gw_src="h" gw_dst="h"/>`, 20_000) + `</zone></platform>`,
		"a loop": `{"name": "w", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [` +
			`{"id": "a", "name": "a", "parents": ["b"]}, {"id": "b", "name": "b", "parents": ["a"]}]}}}`} {
		for _, f := range All() {
			importertest.Import(t, All(), importertest.Text(name, text), f.ID, importer.Wishes{})
		}
		importer.Import(All(), importertest.Text(name, text), "", importer.Wishes{})
	}
}
