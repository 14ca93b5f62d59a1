// Command report runs benchmarks and writes their results as the article site/docs/performance.md:
//
//	report [-o FILE] [-only WORD]
//
// A section is a table from `go test -bench` or from another command, followed by the date, the
// commit and the machine. With -only, the sections whose title contains the word are measured
// again and the others stay as they are in the file.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A section is a part of the article.
type section struct {
	title, text string
	benchmarks  []benchmark
	command     []string // prints a table in Markdown; used if there are no benchmarks
}

// A benchmark selects benchmarks of a package and the values that the table shows.
type benchmark struct {
	folder, pattern, times string
	columns                []column
}

// A column shows one value that a benchmark reports.
type column struct {
	unit  string  // as go test prints it, such as ns/op
	head  string  // of the table
	scale float64 // the shown value is the reported one times scale
}

// milliseconds is the time of one operation.
var milliseconds = column{"ns/op", "ms", 1e-6}

var sections = []section{
	{
		title: "Start of the laboratory",
		text: "The time from the start of the navigation until the laboratory is live, beside a bare Go page that\n" +
			"writes one word, in the same browser and the same run. Medians of five fresh profiles.",
		command: []string{"node", "site/e2e/starting.mjs"},
	},
	{
		title: "Solving, proving and verifying",
		text: "*Proof* is the time that the bound with its certificate adds to solving, *check* the time of the\n" +
			"verifier, both as multiples of solving; *check/read* compares the verifier with reading the\n" +
			"scenario and the answer.",
		benchmarks: []benchmark{{"./core/engine", "Checks", "3x", []column{{"solve-ms", "solving, ms", 1},
			{"proof/solve", "proof", 1}, {"check/solve", "check", 1}, {"check/read", "check/read", 1}}}},
	},
	{
		title:      "Mapping heuristics",
		text:       "Jobs with a stated time on each cluster. The name gives the number of jobs and clusters.",
		benchmarks: []benchmark{{"./core/kind/placement/solve", "Mapping", "3x", []column{milliseconds}}},
	},
	{
		title: "Queues of a farm",
		text: "*Year* is one year of a log of the Parallel Workloads Archive; it is measured where the log is\n" +
			"there. *Own* has formulas of users on 10,000 jobs. *Of EASY* is the time as a multiple of EASY in\n" +
			"the same run.",
		benchmarks: []benchmark{{"./core/kind/farm/solve", "Queues|Own|Year", "3x",
			[]column{milliseconds, {"of-easy", "of EASY", 1}}}},
	},
	{
		title: "Programs of users",
		text:  "The program that does what RBHS does, for 1,000 jobs on 100 clusters.",
		benchmarks: []benchmark{{"./core/kind/placement/solve", "Program", "3x",
			[]column{milliseconds, {"steps", "steps", 1}}}},
	},
	{
		title:      "Reading documents",
		text:       "Parsing and validating placement problems.",
		benchmarks: []benchmark{{"./core/engine", "Parse", "3x", []column{milliseconds, {"MB/s", "MB/s", 1}}}},
	},
	{
		title: "Typing, stepping and listing",
		text: "What the laboratory computes for one key in a document of 5 MB, one step of a replay, and one look\n" +
			"at a library of 2,000 drafts.",
		benchmarks: []benchmark{
			{"./app/state", "Typing", "20x", []column{milliseconds}},
			{"./app/panel", "StepOfAWholeRun", "20x", []column{milliseconds}},
			{"./app/lab/feature/shelf", "ListOf2000", "20x", []column{milliseconds}},
		},
	},
}

const introduction = `# Performance

After this page you know how long Gridbox takes for what, and how to measure it again on your machine.
` + "`./build.sh bench`" + ` measures everything and writes this page; ` + "`./build.sh bench WORD`" + ` measures
the sections with the word in their title.

Times depend on the machine and on its other work. Compare within a table, not between tables.
`

// main measures the sections and writes the article. Sections that are not measured keep their former text. Its exit
// status is 1 if a measurement or writing fails.
func main() {
	out := flag.String("o", "site/docs/performance.md", "the article")
	only := flag.String("only", "", "measure only the sections whose title contains this word")
	flag.Parse()
	former, _ := os.ReadFile(*out)
	var text bytes.Buffer
	text.WriteString(introduction)
	for _, s := range sections {
		body := parts(string(former))[s.title]
		if body == "" || strings.Contains(strings.ToLower(s.title), strings.ToLower(*only)) {
			fmt.Fprintln(os.Stderr, "measuring:", s.title)
			table, err := s.measure()
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", s.title, err)
				os.Exit(1)
			}
			body = s.text + "\n\n" + table + "\n" + origin()
		}
		fmt.Fprintf(&text, "\n## %s\n\n%s\n", s.title, strings.TrimSpace(body))
	}
	if err := os.WriteFile(*out, text.Bytes(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// parts returns the sections of an article by title.
func parts(article string) map[string]string {
	found := map[string]string{}
	for _, part := range strings.Split(article, "\n## ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		found[title] = body
	}
	return found
}

// origin returns the line under a table: when and where it was measured.
func origin() string {
	day := time.Now().Format("2 January 2006")
	return fmt.Sprintf("Measured on %s at commit %s, %s/%s, %s, %d processors, %s.", day, commit(),
		runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU(), runtime.Version())
}

// commit returns the short hash of the current commit, with a note if files differ from it.
func commit() string {
	hash, err := exec.Command("git", "rev-parse", "--short=8", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	name := strings.TrimSpace(string(hash))
	if exec.Command("git", "diff", "--quiet", "HEAD").Run() != nil {
		name += " with changes"
	}
	return name
}

// processor returns the name of the processor where the system states it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`model name\s*: (.+)`).FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return "unknown processor"
}

// measure runs the section and returns its table.
func (s section) measure() (string, error) {
	if len(s.benchmarks) == 0 {
		out, err := output(s.command...)
		return string(out), err
	}
	var rows []row
	var columns []column
	for _, b := range s.benchmarks {
		out, err := output("go", "test", "-run", "^$", "-bench", b.pattern, "-benchtime", b.times, b.folder)
		if err != nil {
			return "", err
		}
		rows = append(rows, parse(string(out))...)
		for _, c := range b.columns {
			if !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("no benchmark has run")
	}
	return table(rows, columns), nil
}

// output runs a command and returns its standard output.
func output(command ...string) ([]byte, error) {
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = os.Stderr
	return c.Output()
}

// A row is the result of one benchmark: its values by unit.
type row struct {
	name   string
	values map[string]float64
}

var resultLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.+)$`)

// parse reads the output of go test -bench. Benchmarks that contain others have no row.
func parse(output string) []row {
	var rows []row
	for line := range strings.Lines(output) {
		m := resultLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		r := row{name: m[1], values: map[string]float64{}}
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			if x, err := strconv.ParseFloat(fields[i], 64); err == nil {
				r.values[fields[i+1]] = x
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// table returns rows in Markdown, without columns in which no row has a value.
func table(rows []row, columns []column) string {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c column) bool {
		return !slices.ContainsFunc(rows, func(r row) bool { _, ok := r.values[c.unit]; return ok })
	})
	var out strings.Builder
	out.WriteString("| benchmark |")
	for _, c := range columns {
		fmt.Fprintf(&out, " %s |", c.head)
	}
	out.WriteString("\n|---|" + strings.Repeat("---:|", len(columns)) + "\n")
	for _, r := range rows {
		fmt.Fprintf(&out, "| `%s` |", r.name)
		for _, c := range columns {
			shown := "–"
			if x, ok := r.values[c.unit]; ok {
				shown = number(x * c.scale)
			}
			fmt.Fprintf(&out, " %s |", shown)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// number formats x with three significant digits, but at most three decimals. A number from 1000 on is rounded to a
// whole number with commas between thousands.
func number(x float64) string {
	size := math.Abs(x)
	if size < 1000 {
		decimals := 3
		for limit := 1.0; decimals > 0 && size >= limit; limit *= 10 {
			decimals--
		}
		return strconv.FormatFloat(x, 'f', decimals, 64)
	}
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
