package script_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
	"gridbox/core/sha256"
)

type item struct {
	ID    string   `json:"id"`
	Size  float64  `json:"size"`
	Tags  []string `json:"tags"`
	Small bool     `json:"small"`
}

type state struct {
	Time   float64 `json:"time"`
	Job    item    `json:"job"`
	Next   *item   `json:"next"`
	Things []item  `json:"things"`
	Count  int     `json:"count"`
}

func smallState() *state {
	return &state{Time: 1.5, Job: item{ID: "j1", Size: math.Inf(1), Tags: []string{"a", "ü\u2028\"", "a"},
		Small: true},
		Things: []item{{ID: "x", Size: -0.25}, {ID: "y", Size: 1e300}}, Count: 7}
}

// decide returns the result of a program for one call of decide.
func decide(t testing.TB, source string, s any) (policy.Answer, error) {
	t.Helper()
	m, err := script.Start(scripttest.Host(t), source, 1, script.Limits{Decision: 20_000_000})
	if err != nil {
		return policy.Answer{}, err
	}
	defer m.Close()
	return m.Call(t.Context(), "decide", s)
}

// A state arrives unchanged, and so does the result.
func TestStatesArrive(t *testing.T) {
	for source, want := range map[string]string{
		`function decide(s) { return JSON.stringify(s) }`: `{"time":1.5,"job":{"id":"j1","size":null,"tags":["a",` +
			`"ü` + "\u2028" + `\"","a"],"small":true},"next":null,"things":[{"id":"x","size":-0.25,"tags":[],"small":false},` +
			`{"id":"y","size":1e+300,"tags":[],"small":false}],"count":7}`,
		`const decide = ({ job }) => String(job.size)`:                         "Infinity",
		`const decide = (s) => s.next === null && s.things[1].id`:              "y",
		`let n = 5; const start = 1 && undefined; const decide = () => "" + n`: "5",
	} {
		a, err := decide(t, source, smallState())
		if err != nil || a.Value != want {
			t.Errorf("%s: got %v, error %v; want %v", source, a.Value, err, want)
		}
	}
}

// A program keeps its state between decisions, the buffer grows for a large state, and strings are
// sent once.
func TestStateOfItsOwn(t *testing.T) {
	m, err := script.Start(scripttest.Host(t), `let seen = 0; function decide(s) { seen += s.things.length; return [seen, s.things[0].id] }`, 1, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s, sum := smallState(), 0
	for n := range 12 {
		s.Things = nil
		for i := range 1 << n {
			s.Things = append(s.Things, item{ID: "t" + strconv.Itoa(i+n)})
		}
		sum += len(s.Things)
		a, err := m.Call(t.Context(), "decide", s)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Value.([]any); got[0] != float64(sum) || got[1] != "t"+strconv.Itoa(n) {
			t.Errorf("decision %d: got %v, want %d and t%d", n, got, sum, n)
		}
	}
}

// Errors are reported with the line and the state.
func TestFaults(t *testing.T) {
	sources := map[string]string{
		"const decide = () => {" + strings.Repeat("[", 100000) + "}":     "too deeply",
		"const decide = () => { " + strings.Repeat("x=>", 50000) + "1 }": "too deeply",
		strings.Repeat("//", script.MaxSource/2) + "\n":                  "is longer than",
		"\xff function decide() {}":                                      "UTF-8",
	}
	text, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	for section := range strings.SplitSeq(string(text), "=== ") {
		if want, source, ok := strings.Cut(section, "\n"); ok {
			sources[strings.TrimSuffix(source, "\n")] = want
		}
	}
	if len(sources) < 40 {
		t.Fatalf("got %d sources, want at least 40", len(sources))
	}
	for source, want := range sources {
		_, err := decide(t, source, smallState())
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%.90s: got %v, want %q", source, err, want)
			continue
		}
		t.Logf("%.60q: %v", source, f)
	}
}

// Values that are not data are returned as descriptions.
func TestNots(t *testing.T) {
	for source, want := range map[string]policy.NonData{
		"NaN": "NaN", "-Infinity": "-Infinity", "() => 1": "a function", "undefined": "undefined", "5n": "a BigInt",
		"Symbol()": "a symbol",
	} {
		a, err := decide(t, "function decide() { return "+source+" }", nil)
		if err != nil || a.Value != want {
			t.Errorf("%s: got %v, error %v; want %v", source, a.Value, err, want)
		}
	}
}

// Random numbers come from the seed, and lines are counted.
func TestRandomAndLines(t *testing.T) {
	const source = `function decide() { log("a", {b: 1}, 2); mark({id: "j"}, "here"); mark("k", 5);
		for (let i = 0; i < 200; i++) log(i); let s = 0; for (let i = 0; i < 1000; i++) s += random(); return s }`
	values := map[any]bool{}
	for seed := range uint64(4) {
		m, err := script.Start(scripttest.Host(t), source, seed, script.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Call(t.Context(), "decide", nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Close()
		sum := a.Value.(float64)
		if values[sum] || sum < 450 || sum > 550 {
			t.Errorf("seed %d: got the sum %v, want a new one from 450 to 550", seed, sum)
		}
		values[sum] = true
		if a.Output[0].Text != `a {"b":1} 2` || a.Output[1].About != "j" || a.Output[2] != (policy.Line{About: "k", Text: "5"}) ||
			len(a.Output) != 100 || a.Unsaid != 103 {
			t.Errorf("got %d lines, %d more, %v; want 100, 103 more", len(a.Output), a.Unsaid, a.Output[:3])
		}
	}
}

// A source of a megabyte is accepted.
func TestLongSource(t *testing.T) {
	source := "function decide() { return 1 }\n" +
		strings.Repeat("function f(x) { return x + 1; }\n", script.MaxSource/40)
	if len(source) < script.MaxSource/2 {
		t.Fatalf("the source has %d bytes, want at least %d", len(source), script.MaxSource/2)
	}
	if a, err := decide(t, source, nil); err != nil || a.Value != 1.0 {
		t.Errorf("a long source: got %v, error %v; want 1", a.Value, err)
	}
}

// The bits of the results of Math, and the steps, are the same natively and as js/wasm, so both are
// recorded.
func TestSameEverywhere(t *testing.T) {
	const source = `function decide(s) {
		let h = 0;
		const bits = new DataView(new ArrayBuffer(8));
		for (let i = 1; i < 2000; i++) {
			const x = i * 0.37 + s.time;
			bits.setFloat64(0, Math.sin(x) + Math.pow(x, 1.3) + Math.exp(-x) + Math.log(x) + Math.cbrt(x) * random());
			h = (Math.imul(h, 31) + bits.getInt32(0) + bits.getInt32(4)) | 0;
		}
		const words = s.things.map((t) => t.id + (t.size * 3.3)).sort().join();
		return h + words.replace(/[0-9]+/g, (d) => "<" + d + ">") + JSON.stringify([...new Map(Object.entries(s.job))]);
	}`
	m, err := script.Start(scripttest.Host(t), source, 42, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var found []string
	for range 3 {
		a, err := m.Call(t.Context(), "decide", smallState())
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, fmt.Sprint(a.Value))
	}
	sum := sha256.Sum([]byte(strings.Join(found, "\n")))
	const digest, steps = "f6c5c4b06e22d7a2", 1_964_162
	if got := hex.EncodeToString(sum[:8]); got != digest || m.Fuel() != steps {
		t.Errorf("got digest %s after %d steps, want %s after %d:\n%s", got, m.Fuel(), digest, steps, found[0])
	}
}

// Unpaired surrogates are replaced by valid characters, and nothing else changes.
func TestHalvesOfCharacters(t *testing.T) {
	a, err := decide(t, `function decide() { log("\ud83d"); return ["\udc00x", "\\ud83d", "\u0001", "😀"]; }`, smallState())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(a.Value, a.Output[0].Text); got != "[\ufffdx \\ud83d \x01 😀]\ufffd" {
		t.Errorf("unpaired surrogates: got %q, want replacement characters only for them", got)
	}
}

// A watched program adds its input to each answer while there is room, most of it for a job if one
// is named. A fault has its state, unless it is too large to show.
func TestStatesAreReported(t *testing.T) {
	const much = 2000 // states of small exceed the space
	for job, most := range map[string]int{"": 400_000, "j1": 300_000, "j2": 100_000} {
		const source = "let n = 0; function decide() { if (n++ > 2000) throw 1; return 1 }"
		m, err := script.Start(scripttest.Host(t), source, 1, script.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		m.Watch(job)
		before := m.Fuel()
		a, err := m.Call(t.Context(), "decide", smallState())
		if err != nil || a.Question == nil || a.Question.Steps != float64(m.Fuel()-before) {
			t.Fatalf("Call while watched: got %+v, error %v; want the steps of the decision", a.Question, err)
		}
		text, kept := string(doc.Canonical(smallState())), 1
		if a.Question.State != text {
			t.Errorf("job %q: got state %s, want %s", job, a.Question.State, text)
		}
		for range much {
			if a, err = m.Call(t.Context(), "decide", smallState()); err != nil {
				t.Fatal(err)
			}
			if a.Question.State == text {
				kept++
			} else if a.Question.State != "" {
				t.Errorf("job %q: got state %s, want %s or none", job, a.Question.State, text)
			}
		}
		if want := most / len(text); kept != want {
			t.Errorf("job %q: got %d states of %d, want %d", job, kept, much+1, want)
		}
		s, want := smallState(), job != "j2"
		if !want {
			s.Things = make([]item, 5000)
		}
		var f *policy.Fault
		_, err = m.Call(t.Context(), "decide", s)
		if !errors.As(err, &f) || (f.StateJSON == string(doc.Canonical(s))) != want {
			t.Errorf("fault of job %q: got %v with state %.100s, want a state: %t", job, err, f.StateJSON, want)
		}
	}
}
