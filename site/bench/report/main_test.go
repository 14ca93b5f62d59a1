package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const benchOutput = `goos: linux
BenchmarkChecks/placement/rbhs/10000-2   	       1	1199866620 ns/op	         2.236 check/read	        17.77 solve-ms
BenchmarkOwn/easy-2                      	       3	    505296 ns/op
PASS
`

func TestTableOfBenchmarks(t *testing.T) {
	got := table(parse(benchOutput), []column{{"solve-ms", "solving, ms", 1}, milliseconds, {"MB/s", "MB/s", 1}})
	want := "| benchmark | solving, ms | ms |\n|---|---:|---:|\n" +
		"| `Checks/placement/rbhs/10000` | 17.8 | 1,200 |\n| `Own/easy` | – | 0.505 |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0.000", 0.5046: "0.505", -1.234: "-1.23", 17.77: "17.8", 999.4: "999",
		1000: "1,000", 22136631: "22,136,631", -1234: "-1,234"} {
		if got := number(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
}

// The recorded article has a section for every measurement, and every pattern names a benchmark.
func TestArticleIsComplete(t *testing.T) {
	article, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	found := parts(string(article))
	if len(found) != len(sections) {
		t.Errorf("got %d sections in performance.md, want %d; run ./build.sh bench", len(found), len(sections))
	}
	for _, s := range sections {
		if !strings.Contains(found[s.title], "|---|") || !strings.Contains(found[s.title], s.text) {
			t.Errorf("performance.md has no current section %q; run ./build.sh bench", s.title)
		}
		for _, b := range s.benchmarks {
			if !hasBenchmark(t, "../../../"+b.folder, b.pattern) {
				t.Errorf("%s has no benchmark for each part of %s", b.folder, b.pattern)
			}
		}
	}
}

// hasBenchmark reports whether the tests of a folder declare a benchmark for each alternative of a pattern.
func hasBenchmark(t *testing.T, folder, pattern string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	for _, name := range strings.Split(pattern, "|") {
		if !regexp.MustCompile(`func Benchmark\w*` + name).MatchString(text.String()) {
			return false
		}
	}
	return true
}
