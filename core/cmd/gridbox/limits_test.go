package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

// endless is a standard input without an end. It counts the bytes read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	e.read += len(p)
	return len(p), nil
}

// lowerLimits sets the limits to 1 MiB for a test.
func lowerLimits(t *testing.T) {
	document, result, imported := cli.MaxDocument, cli.MaxResult, cli.MaxImport
	cli.MaxDocument, cli.MaxResult, cli.MaxImport = 1<<20, 1<<20, 1<<20
	t.Cleanup(func() { cli.MaxDocument, cli.MaxResult, cli.MaxImport = document, result, imported })
}

// readings lists, by command, the calls that read a file, which is named LONG.
var readings = map[string][]string{
	"solve": {"LONG"}, "run": {"LONG --policy p", "s.json --policy LONG", "s.json --policy p.js --interpreter LONG"},
	"challenge": {"verify LONG", "run grid-in-a-hurry --policy LONG"},
	"explain":   {"LONG"}, "conformance": {"suites"},
	"score":  {"LONG --suite blind-buyers"},
	"league": {"LONG"}, "shake": {"LONG easy conservative"},
	"study": {"LONG", "s.json --policy LONG"}, "merge": {"LONG", "parts"}, "watch": {"tasks"},
	"curves": {"LONG"}, "check": {"LONG s.json", "s.json LONG"}, "verify": {"LONG s.json", "s.json LONG"},
	"export": {"LONG --as csv", "s.json LONG --as csv"},
	"draw":   {"LONG --out x.svg", "s.json LONG --out x.svg", "s.json --out x.svg --font LONG"}, "cite": {"LONG"},
	"diff": {"LONG", "s.json LONG"}, "import": {"LONG", "LONG --questions", "t.csv --set mapping=LONG"},
	"measures": {"LONG", "f.json --result LONG"}, "queue": {"LONG"}, "link": {"LONG"}, "open": {"-"},
}

// unreading lists the commands that read no files.
var unreading = []string{"policy", "generate", "list", "schema", "types", "version", "mcp"}

// Every command stops at the limit of its input, and names it: for standard input
// without an end, a device without an end, and a long file, which is not read.
func TestEveryReaderHasALimit(t *testing.T) {
	lowerLimits(t)
	t.Chdir(t.TempDir())
	writeFile(t, "s.json", `{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {"generate": {"preset": "five-clusters"}}}`)
	writeFile(t, "f.json", `{"format": "gridbox", "version": 1, "kind": "farm", "farm": {"generate": {"preset": "farm-mixed"}}}`)
	writeFile(t, "p", "score = rs")
	writeFile(t, "p.js", "function decide() {}")
	writeFile(t, "t.csv", "job,slots,runtime\n1,2,3\n")
	sparse(t, "long")
	for _, dir := range []string{"parts", "tasks", "suites", filepath.Join("suites", "pyss")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	sparse(t, filepath.Join("parts", "part-000000000000-0-9.json"))
	sparse(t, filepath.Join("tasks", "plan.json"))
	sparse(t, filepath.Join("suites", "pyss", "cases.json"))
	for _, v := range verbs() {
		if len(readings[v.Name]) == 0 && !slices.Contains(unreading, v.Name) {
			t.Errorf("the test does not cover the input of command %s", v.Name)
		}
		for _, args := range readings[v.Name] {
			inputs := []string{"long", "-"}
			if _, err := os.Stat("/dev/zero"); err == nil {
				inputs = append(inputs, "/dev/zero")
			}
			if strings.Contains(args, "--interpreter") || !strings.Contains(args, "LONG") {
				inputs = inputs[:1] // its limit is not lowered, or has another name
			}
			for _, input := range inputs {
				in, words := &endless{}, strings.Fields(v.Name+" "+strings.ReplaceAll(args, "LONG", input))
				if input == "-" && strings.ContainsAny(args, "=") {
					continue
				}
				var out, got bytes.Buffer
				status := run(context.Background(), words, cli.Surroundings{In: in, Out: &out, Err: &got,
					Clock: func() float64 { return 0 }})
				if status == cli.Done || status == cli.EndedEarly || in.read > cli.MaxDocument+1 {
					t.Errorf("%v: got exit %d after %d bytes, want an error within the limit\n%.500s", words, status,
						in.read, got.String())
				}
				if !strings.Contains(got.String(), " MiB, the limit for this input") {
					t.Errorf("%v: the message does not name the limit: %.500s", words, got.String())
				}
			}
		}
	}
}

// sparse creates a file of 200 MiB that takes no space on the disk.
func sparse(t *testing.T, name string) {
	t.Helper()
	writeFile(t, name, "")
	if err := os.Truncate(name, 200<<20); err != nil {
		t.Fatal(err)
	}
}

// Input that unpacks to far more than the limit of its format is cut off, and the
// message names the limit.
func TestBombsAreNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 100 {
		_, _ = z.Write(make([]byte, 1<<20))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, "bomb.swf.gz", packed.String())
	writeFile(t, "bomb.gz", packed.String())
	writeFile(t, "s.json", `{"format": "gridbox", "version": 1, "kind": "farm", "farm": {"generate": {"preset": "farm-mixed"}}}`)
	writeFile(t, "half.swf.gz", packed.String()[:packed.Len()/2])
	for _, c := range []struct{ args, message string }{
		{"import bomb.gz", "bomb.gz: unpacks to more than 19 MiB; the rest was not read"},
		{"import bomb.gz --questions", "unpacks to more than 19 MiB"},
		{"import bomb.swf.gz --as swf", "unpacks to more than 19 MiB"},
		{"import half.swf.gz", "unpacks to more than 9 MiB"},
		{"import t.csv --set mapping=bomb.swf.gz", "mapping"},
		{"check s.json bomb.swf.gz", "packed with gzip"}, {"solve bomb.swf.gz", ""}, {"verify s.json bomb.swf.gz", ""},
		{"measures s.json --result bomb.swf.gz", ""}, {"export s.json bomb.swf.gz --as csv", ""},
	} {
		writeFile(t, "t.csv", "job,slots,runtime\n1,2,3\n")
		_, got, status := runWithInput(nil, strings.Fields(c.args)...)
		if status != cli.Wrong && status != cli.Failed || !strings.Contains(got, c.message) || len(got) > 4000 {
			t.Errorf("gridbox %s: got exit %d, %.600s; want an error with %q", c.args, status, got, c.message)
		}
	}
}

// An existing mapping is replaced only on request.
func TestMappingsSurviveAConversion(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "t.csv", "job,slots,runtime\n1,2,3\n")
	const mine = `{"format": "gridbox-mapping"}`
	try := func(status int, more ...string) string {
		t.Helper()
		words := append([]string{"import", "t.csv", "--as", "table", "--mapping", "m.json"}, more...)
		out, got, is := runWithInput(nil, words...)
		if is != status || (status == cli.Done) != (len(out) > 0) {
			t.Errorf("import %v: got exit %d, %d bytes of output; want exit %d\n%s", more, is, len(out), status, got)
		}
		text, _ := os.ReadFile("m.json")
		return string(text)
	}
	made := try(cli.Done)
	if !strings.Contains(made, `"gridbox-mapping"`) || try(cli.Done) != made {
		t.Error("the same mapping is refused or changed:", made)
	}
	writeFile(t, "m.json", mine)
	if is := try(cli.Wrong); is != mine {
		t.Error("an edited mapping is replaced:", is)
	}
	if is := try(cli.Done, "--force"); is != made {
		t.Error("the mapping is not replaced with --force:", is)
	}
	writeFile(t, "m.json", "")
	if is := try(cli.Wrong); is != "" {
		t.Error("an empty mapping file is replaced:", is)
	}
	if err := os.Remove("m.json"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("m.json", 0o700); err != nil {
		t.Fatal(err)
	}
	try(cli.Wrong)
	try(cli.Failed, "--force")
}
