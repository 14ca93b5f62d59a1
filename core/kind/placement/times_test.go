package placement

import (
	"math"
	"strings"
	"testing"

	"gridbox/core/doc"
)

func decodeProblem(t *testing.T, text string) (*Problem, doc.Faults) {
	t.Helper()
	var p Problem
	faults := doc.Decode([]byte(text), &p)
	return &p, append(faults, p.Validate()...)
}

const twoClusters = `{"clusters":[{"id":"a","mips":2},{"id":"b","mips":4}],"jobs":[`

// A document may contain times in both forms, and work.
func TestTimesOfBothForms(t *testing.T) {
	p, faults := decodeProblem(t, twoClusters+`{"id":"x","times":[3,0]},{"id":"y","times":{"b":5}},{"id":"z","mi":8}]}`)
	if faults != nil {
		t.Fatal(faults)
	}
	for j, want := range [][]float64{{3, 0}, {math.Inf(1), 5}, {4, 2}} {
		for i, x := range want {
			if got := p.RunTime(j, i); got != x {
				t.Errorf("RunTime(%d, %d): got %v, want %v", j, i, got, x)
			}
		}
	}
	for j, want := range []float64{1.5, 5, 8.0 / 3} {
		if got := p.MeanRunTime(j, 3); got != want {
			t.Errorf("MeanRunTime(%d): got %v, want %v", j, got, want)
		}
	}
	if !p.HasTimes() || p.Jobs[2].HasTimes() {
		t.Errorf("HasTimes: got %t of the problem, %t of job 2; want true, false", p.HasTimes(), p.Jobs[2].HasTimes())
	}
	if text := string(doc.Canonical(p)); !strings.Contains(text, `{"id":"x","times":[3,0]}`) {
		t.Errorf("got document %s, want times as a list", text)
	}
}

// Every wrong time is refused with its path, at reading or at validation.
func TestWrongTimesAreRefused(t *testing.T) {
	for job, want := range map[string]string{
		`{"id":"x"}`:                        "jobs[0].mi: is missing",
		`{"id":"x","times":[]}`:             "jobs[0].times: has 0 times for 2 clusters",
		`{"id":"x","times":[1]}`:            "jobs[0].times: has 1 times for 2 clusters",
		`{"id":"x","times":[1,2,3]}`:        "jobs[0].times: has 3 times for 2 clusters",
		`{"id":"x","times":[1,-2]}`:         "jobs[0].times[1]: must be at least 0",
		`{"id":"x","times":{"a":-2}}`:       "jobs[0].times.a: must be at least 0",
		`{"id":"x","times":{}}`:             "jobs[0].times: name no cluster",
		`{"id":"x","times":{"c":1}}`:        "jobs[0].times.c",
		`{"id":"x","times":[1,1e999]}`:      "jobs[0].times[1]: is too large",
		`{"id":"x","times":[1,"2"]}`:        "jobs[0].times[1]",
		`{"id":"x","times":null}`:           "jobs[0].times",
		`{"id":"x","times":{"a":1,"a":2}}`:  "jobs[0].times.a",
		`{"id":"x","mi":1,"mi":2}`:          "jobs[0].mi",
		`{"id":"x","mi":-1,"times":[1,2]}`:  "jobs[0].mi",
		`{"id":"x","times":{"a":1,"b":[]}}`: "jobs[0].times.b",
	} {
		_, faults := decodeProblem(t, twoClusters+job+`]}`)
		if faults == nil || !strings.HasPrefix(faults.Error(), want) {
			t.Errorf("%s: got faults %v, want %s", job, faults, want)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), -1} {
		p := &Problem{Clusters: []Cluster{{ID: "a", MIPS: 1}}, Jobs: []Job{{ID: "j", Times: []float64{x}},
			{ID: "k", TimesOn: map[string]float64{"a": x}}}}
		if faults := p.Validate(); len(faults) != 2 {
			t.Errorf("times %v: got faults %v, want 2", x, faults)
		}
	}
}
