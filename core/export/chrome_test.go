package export_test

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/export"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// An event is an event of a trace as viewers read it. Numbers keep their digits,
// because a nanosecond of a year needs more than a float64 has.
type event struct {
	Ph   string          `json:"ph"`
	Name string          `json:"name"`
	Cat  string          `json:"cat"`
	PID  *int            `json:"pid"`
	TID  *int            `json:"tid"`
	TS   *json.Number    `json:"ts"`
	Dur  *json.Number    `json:"dur"`
	Args json.RawMessage `json:"args"`
}

// parseTrace reads a trace and checks the rules of the Trace Event Format: known
// phases with their required fields; no two X events of a thread overlap; every
// process and every thread of an X event has a name; counters are numbers, in
// order and never below 0.
func parseTrace(t rapid.TB, text []byte) (events []event) {
	t.Helper()
	var trace struct {
		TraceEvents     []event           `json:"traceEvents"`
		DisplayTimeUnit string            `json:"displayTimeUnit"`
		OtherData       map[string]string `json:"otherData"`
	}
	if err := json.Unmarshal(text, &trace); err != nil {
		t.Fatal(err)
	}
	if trace.DisplayTimeUnit != "ms" && trace.DisplayTimeUnit != "ns" {
		t.Errorf("displayTimeUnit: got %q, want ms or ns", trace.DisplayTimeUnit)
	}
	type thread struct{ pid, tid int }
	type stretch struct{ from, to *big.Rat }
	processes, threads := map[int]string{}, map[thread]string{}
	held, counted := map[thread][]stretch{}, map[string]*big.Rat{}
	for i := range trace.TraceEvents {
		e := &trace.TraceEvents[i]
		if e.PID == nil || e.TID == nil || e.Name == "" && e.Ph != "X" {
			t.Fatalf("event %d has no pid, tid or name: %+v", i, e)
		}
		switch e.Ph {
		case "M":
			var args struct{ Name string }
			if err := json.Unmarshal(e.Args, &args); err != nil || len(e.Args) < 3 {
				t.Fatalf("event %d: metadata: got %s, error %v; want arguments", i, e.Args, err)
			}
			switch e.Name {
			case "process_name":
				processes[*e.PID] = args.Name
			case "thread_name":
				threads[thread{*e.PID, *e.TID}] = args.Name
			case "process_sort_index", "thread_sort_index":
			default:
				t.Errorf("event %d: got metadata %q, want one of the format", i, e.Name)
			}
		case "X":
			from, to := rat(t, e.TS), rat(t, e.Dur)
			if to.Sign() < 0 || from.Sign() < 0 {
				t.Errorf("event %d: got duration %v from %v on, want neither to be negative", i, e.Dur, e.TS)
			}
			at := thread{*e.PID, *e.TID}
			held[at] = append(held[at], stretch{from, to.Add(from, to)})
		case "C":
			var args map[string]float64
			if err := json.Unmarshal(e.Args, &args); err != nil || len(args) == 0 {
				t.Fatalf("event %d: counter: got %s, error %v; want at least one series", i, e.Args, err)
			}
			for series, x := range args {
				if x < 0 || math.IsNaN(x) {
					t.Errorf("event %d: counter %s: got %v, want at least 0", i, series, x)
				}
			}
			now, name := rat(t, e.TS), e.Name+string(rune(*e.PID))
			if last := counted[name]; last != nil && now.Cmp(last) < 0 {
				t.Errorf("event %d: the counter's time %v is before that of the last event", i, e.TS)
			}
			counted[name] = now
		default:
			t.Errorf("event %d: got phase %q, want M, X or C", i, e.Ph)
		}
	}
	for at, list := range held {
		if processes[at.pid] == "" || threads[at] == "" {
			t.Errorf("process %d or thread %d has no name", at.pid, at.tid)
		}
		slices.SortFunc(list, func(a, b stretch) int {
			if c := a.from.Cmp(b.from); c != 0 {
				return c
			}
			return a.to.Cmp(b.to)
		})
		for i := 1; i < len(list); i++ {
			if list[i].from.Cmp(list[i-1].to) < 0 {
				t.Errorf("thread %v: an event begins at %v, before the end of the last one at %v", at,
					list[i].from.FloatString(3), list[i-1].to.FloatString(3))
			}
		}
	}
	return trace.TraceEvents
}

func rat(t rapid.TB, n *json.Number) *big.Rat {
	t.Helper()
	if n == nil {
		t.Fatal("an event has no time or duration")
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		t.Fatalf("%s is not a time", n)
	}
	return r
}

// stretches counts the intervals of an answer.
func stretches(a *scenario.Answer) int {
	switch s := a.Solution.(type) {
	case *farm.Solution:
		return len(s.Reservations)
	case *placement.Solution:
		return len(s.Assignments)
	case *window.Solution:
		return len(s.Slots)
	case *batch.Solution:
		n := 0
		for _, c := range s.Chosen {
			for i := range s.Alternatives {
				if x := &s.Alternatives[i]; x.Job == c.Job && max(1, x.Cycle) == max(1, c.Cycle) {
					n += len(x.Windows[c.Window].Slots)
				}
			}
		}
		return n
	}
	return -1
}

// Every answer of every preset that has a time axis becomes a valid trace, with
// one event per reservation.
func TestTracesKeepToTheFormat(t *testing.T) {
	presets := []string{"five-clusters", "rbhs-mixed", "square-2018", "alp-amp-2011", "alp-amp-figure-5", "markov-2004",
		"farm-mixed", "farm-stream", "farm-graph", "farm-starvation", "alp-amp-cycles", "split-network"}
	for _, preset := range presets {
		if _, ok := catalog.PresetKind(preset); !ok {
			t.Errorf("there is no preset %s", preset)
			continue
		}
		w := solvePreset(t, preset)
		for i := range w.Answers {
			a := &w.Answers[i]
			if w.AnswerIndex = i; !a.Feasible {
				continue
			}
			bars, counters := 0, 0
			for _, e := range parseTrace(t, write(t, w, "chrome-trace").Bytes) {
				switch {
				case e.Ph == "X" && e.Cat != "transfer":
					bars++
				case e.Ph == "C":
					counters++
				}
			}
			if bars != stretches(a) || bars == 0 || counters < 2 {
				t.Errorf("%s, %s: got %d X events and %d counters, want %d and at least 2", preset, a.Label, bars,
					counters, stretches(a))
			}
		}
	}
}

// Farms have all features: preemption, parts, running jobs, cycles, times that
// differ in the last bit.
func TestTracesOfAnyFarm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := randomFarm(t)
		bars := 0
		for _, e := range parseTrace(t, write(t, w, "chrome-trace").Bytes) {
			if e.Ph == "X" {
				bars++
			}
		}
		if n := len(w.Answers[0].Solution.(*farm.Solution).Reservations); bars != n {
			t.Fatalf("got %d X events, want one for each of %d reservations", bars, n)
		}
	})
}

// randomFarm draws a farm and one answer to it.
func randomFarm(t *rapid.T) *export.Work {
	pick := func(name string, from ...float64) *float64 {
		x := rapid.SampledFrom(from).Draw(t, name)
		return &x
	}
	whole := func(name string, from ...int) *int {
		x := rapid.SampledFrom(from).Draw(t, name)
		return &x
	}
	spec := farm.Spec{Preset: "farm-mixed", Machines: whole("machines", 1, 2, 5), SlotsMax: whole("slots", 1, 3, 70),
		Types: whole("types", 1), Jobs: whole("jobs", 1, 10, 40), Interval: pick("interval", 0, 100, 2000),
		Overestimate: pick("estimates", 1, 3), WideShare: pick("wide", 0, 0.5), ParallelShare: pick("parallel", 0, 0.5),
		DependentShare: pick("dependent", 0, 0.3), PreemptibleShare: pick("preemptible", 0, 1),
		Cycle: pick("cycle", 0, 45)}
	p, faults := farm.Generate(spec, rapid.Uint64Range(0, 1000).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	if j := &p.Jobs[0]; len(j.After) == 0 && rapid.Bool().Draw(t, "running") {
		for i := range p.Machines {
			m := &p.Machines[i]
			if m.Slots >= j.Slots && m.Memory >= j.Memory && (j.Type == "" || j.Type == m.Type) {
				j.Running, j.Submitted = &farm.Running{Machine: m.ID, Since: -min(3.1, j.Duration/3)}, -50.25
				break
			}
		}
	}
	s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "farm", Farm: &scenario.Farm{Problem: p}}
	run := scenario.Run{Algorithm: rapid.SampledFrom([]string{"two-stage", "fcfs", "easy"}).Draw(t, "algorithm")}
	a, err := engine.All().RunExplicit(context.Background(), s, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Feasible {
		t.Skip("no machine takes one of its jobs")
	}
	return &export.Work{Scenario: s, Answers: []scenario.Answer{a}}
}
