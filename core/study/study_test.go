package study

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func parseStudy(t testing.TB, study string) *scenario.Scenario {
	t.Helper()
	s, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "window", "seed": 3,
		"window": {"generate": {"preset": "twelve-nodes"}}, "study": ` + study + `}`))
	if faults != nil {
		t.Fatal(faults)
	}
	return s
}

// Errors in a study are reported with their path and a correction.
func TestBadStudies(t *testing.T) {
	for _, c := range []struct{ name, study, want string }{
		{"an unknown path", `{"replications": 5, "vary": [{"path": "window.generate.budgt", "values": [1]}]}`,
			`study.vary[0].path: does not exist: it is not a field of this object; did you mean budget? (found "window.generate.budgt")`},
		{"a path into nothing", `{"replications": 5, "vary": [{"path": "window.request.nodes", "values": [1]}]}`,
			`study.vary[0].path: does not exist: window has no request here (found "window.request.nodes")`},
		{"no path", `{"replications": 5, "vary": [{"path": "window..x", "values": [1]}]}`,
			`study.vary[0].path: is not a path`},
		{"a run that is not there", `{"replications": 5, "vary": [{"path": "runs[9].algorithm", "values": ["amp"]}]}`,
			`study.vary[0].path: does not exist: runs has 6 elements`},
		{"an option that is not there",
			`{"replications": 5, "vary": [{"path": "runs[0].options.speed", "values": [1]}]}`, `does not exist`},
		{"what cannot be varied", `{"replications": 5, "vary": [{"path": "study.replications", "values": [1]}]}`,
			`study.vary[0].path: cannot be varied`},
		{"a value out of range",
			`{"replications": 5, "vary": [{"path": "window.generate.requestNodes", "values": [3, 0]}]}`,
			`study.vary[0].values[1]: must be at least 1 (found 0)`},
		{"a word for a number", `{"replications": 5, "vary": [{"path": "window.generate.budget", "values": ["much"]}]}`,
			`study.vary[0].values[0]: must be a number`},
		{"values that do not go together",
			`{"replications": 5, "vary": [{"path": "window.generate.performanceMin", "values": [2, 7]}, {"path": "window.generate.performanceMax", "values": [5, 9]}]}`,
			`study.vary: with window.generate.performanceMin = 7, window.generate.performanceMax = 5, `},
		{"a path twice",
			`{"replications": 5, "vary": [{"path": "seed", "values": [1]}, {"path": "seed", "values": [2]}]}`,
			`study.vary[1].path: is varied twice`},
		{"neither list nor range", `{"replications": 5, "vary": [{"path": "seed"}]}`,
			`study.vary[0]: needs values, or a range`},
		{"list and range", `{"replications": 5, "vary": [{"path": "seed", "values": [1], "to": 3}]}`,
			`study.vary[0]: has values and a range`},
		{"a range without a step", `{"replications": 5, "vary": [{"path": "seed", "from": 1, "to": 3}]}`,
			`study.vary[0].step: is missing`},
		{"a range without end", `{"replications": 5, "vary": [{"path": "seed", "from": 1, "to": 3, "step": 0}]}`,
			`the range has no end`},
		{"a range the wrong way", `{"replications": 5, "vary": [{"path": "seed", "from": 1, "to": 3, "step": -1}]}`,
			`never leads from 1 to 3`},
		{"a metric that the kind lacks", `{"replications": 5, "metrics": ["makespan"]}`,
			`study.metrics[0]: is not a metric of kind window; there are start, runtime`},
		{"a list that the kind lacks", `{"replications": 5, "metrics": ["instance.jobs"]}`,
			`study.metrics[0]: is not a metric of kind window; there are instance.nodes`},
		{"a metric twice", `{"replications": 5, "metrics": ["cost", "cost"]}`, `study.metrics[1]: is named twice`},
		{"a rule by another metric",
			`{"replications": 5, "metrics": ["cost"], "stop": {"metric": "value", "width": 0.1}}`,
			`study.stop.metric: is not one of the study's metrics`},
		{"a rule by time",
			`{"replications": 5, "metrics": ["elapsedMs"], "stop": {"metric": "elapsedMs", "width": 0.1}}`,
			`study.stop.metric: differs from machine to machine`},
		{"a billion cells", `{"replications": 1, "vary": [{"path": "seed", "from": 1, "to": 1000000000, "step": 1}]}`,
			`study: asks for 1,000,000,000 points of the grid x 6 runs x 1 replications = 6,000,000,000 solutions`},
		{"a large study", `{"replications": 1000000}`, `confirm it with --large`},
	} {
		_, faults := New(parseStudy(t, c.study), Limits{})
		if len(faults) == 0 || !strings.Contains(faults.Error(), c.want) {
			t.Errorf("New, %s: got %v\nwant %s", c.name, faults, c.want)
		}
	}
	if _, faults := New(parseStudy(t, `{"replications": 1000000}`), Limits{Large: true}); faults != nil {
		t.Errorf("New of a large study with confirmation: got faults %v, want none", faults)
	}
	for text, want := range map[string]string{`{"replications": 0}`: "study.replications: must be at least 1",
		`{}`:                                   "study.replications: is missing",
		`{"replications": 3, "confidence": 1}`: "study.confidence: must be at least 0.5 and at most 0.9999"} {
		_, faults := scenario.Parse(
			[]byte(
				`{"format": "gridbox", "version": 1, "kind": "window", "window": {"generate": {"preset": "twelve-nodes"}}, "study": ` + text + `}`))
		if !strings.Contains(faults.Error(), want) {
			t.Errorf("Parse with study %s: got %v, want %s", text, faults, want)
		}
	}
	s := parseStudy(t, `{"replications": 1}`)
	s.Study = nil
	if _, faults := New(s, Limits{}); !strings.Contains(faults.Error(), "study: is missing") {
		t.Errorf("New without a study: got %v, want it reported as missing", faults)
	}
}

// A grid has one point for each combination, the last path fastest; a range
// gives decimals.
func TestGrid(t *testing.T) {
	p, faults := New(parseStudy(t,
		`{"replications": 2, "vary": [{"path": "window.generate.priceLaw", "values": ["linear", "exponential"]},
		{"path": "window.generate.priceSpread", "from": 0.1, "to": 0.3, "step": 0.1}]}`), Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	var got []any
	for _, point := range p.Points {
		got = append(got, point.Values...)
		if *point.Scenario.Window.Generate.PriceSpread != point.Values[1] {
			t.Errorf("the scenario of the point %v does not have its value", point.Values)
		}
	}
	if want := []any{"linear", 0.1, "linear", 0.2, "linear", 0.3, "exponential", 0.1, "exponential", 0.2, "exponential",
		0.3}; !slices.Equal(got, want) {
		t.Errorf("points: got %v, want %v", got, want)
	}
	if p.Runs() != 6 || p.Scenario.Study.Replications != 2 || len(p.Metrics) != 5 {
		t.Errorf("got %d runs, metrics %v; want 6 runs and 5 metrics", p.Runs(), p.Metrics)
	}
	z := Measure(parseStudy(t, `{"replications": 10, "vary": [{"path": "seed", "from": 5, "to": 1, "step": -2}]}`))
	if z.Points != 3 || z.Solves != 180 || z.Cells != 90 || z.Bytes != 30*(4+6*41) {
		t.Errorf("Measure: got %+v, want 3 points, 180 solves, 90 cells", z)
	}
}

// The seeds of replications are part of every shared result and must not
// change.
func TestSeedsStay(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		r    int
		want uint64
	}{{0, 0, 2502781356754819}, {7, 0, 2480387691139303}, {7, 2999, 4384484386780520}} {
		if got := Seed(c.seed, c.r); got != c.want {
			t.Errorf("Seed(%d, %d): got %d, want %d", c.seed, c.r, got, c.want)
		}
	}
}

// The shipped studies are read and planned without a fault.
func TestExamples(t *testing.T) {
	paths, _ := filepath.Glob("examples/*.json")
	if len(paths) == 0 {
		t.Fatal("no examples")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, faults := catalog.Parse(text)
		if faults == nil {
			_, faults = New(s, Limits{})
		}
		if faults != nil {
			t.Errorf("example %s: got faults %v, want none", path, faults)
		}
	}
}
