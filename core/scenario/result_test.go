package scenario

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/placement"
	"gridbox/core/reason"
)

func anAnswer() Answer {
	z := 0.25
	return Answer{Algorithm: "rbhs", Options: map[string]any{"weights": "sum"}, Feasible: true,
		Metrics: map[string]float64{"makespan": 1.5},
		Solution: &placement.Solution{Assignments: []placement.Assignment{
			{Job: "j", Cluster: "c", Finish: 1.5, RunTime: 1.5, Z: &z,
				Sources: []placement.Source{{Dataset: "d", Cluster: "c", Path: []string{"c"}}}}}}}
}

// A result is the same after writing and reading, with solutions in the kind's type, whatever the
// order of its fields: the canonical text has the kind before the runs, the other one after.
func TestResultReadsBack(t *testing.T) {
	r := &Result{Format: ResultFormat, Version: ResultVersion, Scenario: "sha256:0", Kind: "placement",
		Runs: []Answer{anAnswer()}}
	text := doc.Canonical(r)
	backwards := bytes.Replace(text, []byte(`"kind":"placement",`), nil, 1)
	backwards = append(backwards[:len(backwards)-1], []byte(`,"kind":"placement"}`)...)
	for _, t1 := range [][]byte{text, doc.Pretty(r), backwards} {
		got, faults := ParseResult(t1)
		if faults != nil {
			t.Fatalf("ParseResult: got faults %v, want none\n%s", faults, t1)
		}
		if _, ok := got.Runs[0].Solution.(*placement.Solution); !ok || !bytes.Equal(doc.Canonical(got), text) {
			t.Errorf("ParseResult: got a solution of type %T in\n%s\nwant\n%s", got.Runs[0].Solution,
				doc.Canonical(got), text)
		}
	}
}

// Faults inside a solution have paths from the document, in either order.
func TestFaultsInSolutions(t *testing.T) {
	for _, text := range []string{
		`{"format": "gridbox-result", "version": 1, "scenario": "", "kind": "placement", "runs": [{"algorithm": "x", "feasible": true, "solution": {"assignments": [{"job": "j"}]}}]}`,
		`{"runs": [{"algorithm": "x", "feasible": true, "solution": {"assignments": [{"job": "j"}]}}], "format": "gridbox-result", "version": 1, "scenario": "", "kind": "placement"}`,
	} {
		_, faults := ParseResult([]byte(text))
		if want := "runs[0].solution.assignments[0].cluster: is missing"; faults.Error() != want ||
			text[faults[0].Start] != '{' {
			t.Errorf("ParseResult: got faults %v, want %s", faults, want)
		}
	}
}

// The digest covers the decision, but neither times nor checks.
func TestContentDigest(t *testing.T) {
	a := anAnswer()
	want := a.ContentDigest()
	a.ElapsedMs, a.Digest, a.Check = 7, "x", &Check{OK: true}
	if a.ContentDigest() != want {
		t.Error("time, digest or check changes the digest")
	}
	for name, change := range map[string]func(*Answer){
		"option":   func(a *Answer) { a.Options = map[string]any{"weights": "printed"} },
		"metric":   func(a *Answer) { a.Metrics = map[string]float64{"makespan": 1.6} },
		"solution": func(a *Answer) { a.Solution.(*placement.Solution).Assignments[0].Cluster = "e" },
		"stats":    func(a *Answer) { a.Stats = map[string]float64{"n": 1} },
		"bound":    func(a *Answer) { a.Bound = &Bound{Metric: "makespan"} },
	} {
		b := anAnswer()
		if change(&b); b.ContentDigest() == want {
			t.Errorf("another %s does not change the digest", name)
		}
	}
}

// The digest covers the data of a reason, but not its text. Answers of earlier builds
// have only a text, which their digests cover, and these remain valid (N14).
func TestDigestOfReasons(t *testing.T) {
	a := Answer{Algorithm: "gka", Reason: reason.New("nodes", "need", 3).Say("too few")}
	want := a.ContentDigest()
	if a.Reason.Text = "not enough nodes"; a.ContentDigest() != want {
		t.Error("the text of a reason changes the digest")
	}
	for name, change := range map[string]*reason.Reason{
		"code": reason.New("budget", "need", 3), "data": reason.New("nodes", "need", 4), "nothing": nil,
		"words alone": {Text: "too few"},
	} {
		b := a
		if b.Reason = change; b.ContentDigest() == want {
			t.Errorf("another reason (%s) does not change the digest", name)
		}
	}

	old := `{"algorithm": "gka", "options": {}, "feasible": false, "reason": "too few nodes", "elapsedMs": 0,
		"digest": "` + oldDigest + `"}`
	read, faults := ParseAnswer([]byte(old), "group")
	if faults != nil || !read.Reason.IsTextOnly() || read.Reason.String() != "too few nodes" ||
		read.ContentDigest() != oldDigest {
		t.Errorf("old answer: got faults %v, reason %+v, digest %s; want the old digest", faults, read.Reason,
			read.ContentDigest())
	}
	again, faults := ParseAnswer(doc.Canonical(read), "group")
	if faults != nil || again.ContentDigest() != oldDigest {
		t.Errorf("old answer written again: got faults %v, reason %+v; want the old digest", faults, again.Reason)
	}
}

// oldDigest was computed by a build in which a reason was a string.
const oldDigest = "sha256:8307995f4c07d542b8327f07af547126cacc2491abfe72d8d3b1175b679253f8"

// An answer that no document can represent is not signed.
func TestSign(t *testing.T) {
	a := anAnswer()
	if err := a.Sign(); err != nil || a.Digest != a.ContentDigest() {
		t.Errorf("Sign: got error %v, digest %s; want the digest of the content", err, a.Digest)
	}
	a = anAnswer()
	a.Solution.(*placement.Solution).Assignments[0].Finish = math.Inf(1)
	err := a.Sign()
	if want := "rbhs answered with solution.assignments[0].finish = +Inf, which must be a finite number"; err == nil ||
		err.Error() != want {
		t.Errorf("Sign of an infinite number: got error %v, want %s", err, want)
	}
	if a.Digest != "" {
		t.Error("an answer that cannot be signed has a digest")
	}
}

// A check states the set within which the answer is optimal, if it is restricted.
func TestReachNamesItsCandidates(t *testing.T) {
	for want, c := range map[string]Check{
		"nothing better exists.":                       {OK: true, Scope: ScopeOptimal},
		"nothing better exists among the windows.":     {OK: true, Scope: ScopeOptimal, Domain: "the windows"},
		"no answer among the windows can pass the bou": {OK: true, Scope: ScopeBounded, Domain: "the windows"},
	} {
		if got := c.Reach(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// If a bound leaves out transfers, the sentence about it states this, unless the bound is met.
func TestReachNamesWhatABoundLeavesOut(t *testing.T) {
	for _, c := range []struct {
		argument string
		check    Check
		reports  bool
	}{
		{ByCapacity, Check{OK: true, Scope: ScopeBounded}, true},
		{ByCapacity, Check{OK: true, Scope: ScopeOptimal}, false},
		{ByCapacity, Check{OK: false, Scope: ScopeBounded}, false},
		{"branching", Check{OK: true, Scope: ScopeBounded}, false},
		{"", Check{OK: true, Scope: ScopeBounded}, false},
	} {
		a := Answer{Check: &c.check}
		if c.argument != "" {
			a.Bound = &Bound{Certificate: &Certificate{Argument: c.argument}}
		}
		got := a.Reach()
		if !strings.HasPrefix(got, c.check.Reach()) || strings.Contains(got, "leaves out") != c.reports {
			t.Errorf("Reach of %+v: got %q, want a remark on the bound: %t", c, got, c.reports)
		}
	}
}

// Reading a long answer with pauses gives the same result.
func TestParseAnswerPauses(t *testing.T) {
	long := Answer{Algorithm: "fcfs", Feasible: true, Solution: &farm.Solution{}}
	for i := range 5000 {
		r := farm.Reservation{Job: strconv.Itoa(i), Machine: "m", Part: 1, Slots: 1,
			Start: float64(i), Finish: float64(i + 1)}
		long.Solution.(*farm.Solution).Reservations = append(long.Solution.(*farm.Solution).Reservations, r)
	}
	text, pauses := doc.Canonical(long), 0
	read, faults := ParseAnswerWith(text, "farm", func() { pauses++ })
	if faults != nil || !bytes.Equal(doc.Canonical(read), text) {
		t.Fatalf("ParseAnswerWith: got faults %v or another answer", faults)
	}
	if most := len(text) >> 15; pauses < most/2 || pauses > most {
		t.Errorf("got %d pauses in %d bytes, want %d to %d", pauses, len(text), most/2, most)
	}
}
