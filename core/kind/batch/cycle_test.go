package batch

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
)

// Validate reports all faults together, each with its path.
func TestValidateFindsEverything(t *testing.T) {
	below := -1.0
	p := &Problem{
		Environment: window.Environment{Nodes: []window.Node{{ID: "a", Performance: 1}}},
		Jobs: []Job{{ID: "x", Nodes: 0, Volume: 0, MinPerformance: -1, MaxPrice: -1, Priority: math.NaN(), Cycle: 3},
			{ID: "x", Nodes: 1, Volume: math.Inf(1), MinPerformance: 1, Cycle: -1},
			{Nodes: 1, Volume: 1, MinPerformance: 1}},
		Objective: "speed", Limit: &below, Cycles: -2, Period: -1, Sight: &below,
	}
	want := []string{
		"horizon : is missing",
		"jobs[0].nodes 0: must be at least 1",
		"jobs[0].volume 0: the volume must be above 0",
		"jobs[0].minPerformance -1: the least performance must be above 0",
		"jobs[0].maxPrice -1: the greatest price must not be below 0",
		"jobs[0].priority NaN: is not a finite number",
		"jobs[0].cycle 3: is after the last cycle, 1",
		`jobs[1].id "x": is already the name of jobs[0]`,
		"jobs[1].volume +Inf: is not a finite number",
		"jobs[1].cycle -1: must be at least 1",
		`jobs[2].id "": is empty`,
		`objective "speed": must be time or cost`,
		"limit -1: the limit must not be below 0",
		"cycles -2: must lie from 1 to 1000",
		"period -1: the period must not be below 0",
		"sight -1: the sight must be above 0",
	}
	faults := p.Validate()
	for i := range max(len(want), len(faults)) {
		got := ""
		if i < len(faults) {
			got = faults[i].Path + " " + faults[i].Value + ": " + faults[i].Reason
		}
		if i >= len(want) || !strings.HasPrefix(got, want[i]) {
			t.Errorf("fault %d:\ngot %s\nwant prefix %s", i, got, append(want, "nothing more")[min(i, len(want))])
		}
	}
}

// A document represents a problem without loss, and an empty batch is no fault.
func TestValidateAllows(t *testing.T) {
	limit, sight := 5.0, 7.0
	p := &Problem{Environment: window.Environment{Horizon: 10,
		Nodes: []window.Node{{ID: "a", Performance: 1, Price: 2}}}, Objective: LeastCost, Limit: &limit,
		Jobs: []Job{{ID: "x", Nodes: 5, Volume: 1e9, MinPerformance: 3, Priority: -2, Cycle: 2}}, Cycles: 2, Period: 3,
		Sight: &sight}
	if faults := p.Validate(); faults != nil {
		t.Errorf("unusual values: got faults %v, want none", faults)
	}
	read := &Problem{}
	if faults := doc.Decode(doc.Canonical(p), read); faults != nil || !reflect.DeepEqual(p, read) {
		t.Errorf("Decode: got %+v, faults %v; want %+v", read, faults, p)
	}
	empty := &Problem{Environment: window.Environment{Horizon: 10}}
	if faults := empty.Validate(); faults != nil || empty.Goal() != LeastTime || empty.Rounds() != 1 {
		t.Errorf("empty batch: got faults %v, goal %v, %d rounds; want none, %v, 1", faults, empty.Goal(),
			empty.Rounds(), LeastTime)
	}
}

// Every preset is valid, the same every time, another with another seed or
// replication.
func TestPresets(t *testing.T) {
	for _, preset := range Presets() {
		spec := Spec{Preset: preset.ID}
		p, faults := Generate(spec, 7)
		if faults != nil || p.Validate() != nil || preset.Title == "" || preset.About == "" {
			t.Fatalf("%s: got faults %v and, by Validate, %v; want none, a title and a description", preset.ID, faults,
				p.Validate())
		}
		again, _ := Generate(spec, 7)
		other, _ := Generate(spec, 8)
		next, _ := Generate(spec, 9)
		if !reflect.DeepEqual(p, again) || reflect.DeepEqual(p, other) != preset.IsFixed() ||
			reflect.DeepEqual(p, next) != preset.IsFixed() {
			t.Errorf("%s: the same seed gives another problem, or another seed the same", preset.ID)
		}
		if e := spec.Effective(); e.FaultsFor(&Problem{}) != nil || !preset.IsFixed() &&
			(e.JobsMax == nil || e.PriceRate == nil) {
			t.Errorf("%s: got effective %+v, want all parameters", preset.ID, e)
		}
	}
}

// More jobs do not change the slots and the first jobs.
func TestGenerateIsStable(t *testing.T) {
	few, many := 5, 50
	a, _ := Generate(Spec{Preset: "alp-amp-2011", JobsMin: &few, JobsMax: &few}, 1)
	b, _ := Generate(Spec{Preset: "alp-amp-2011", JobsMin: &many, JobsMax: &many}, 1)
	if !reflect.DeepEqual(a.Environment, b.Environment) || !reflect.DeepEqual(a.Jobs, b.Jobs[:5]) {
		t.Error("more jobs change slots or the first jobs")
	}
}

// Generated numbers are within the ranges, and their means are those of the
// distributions.
func TestGenerateKeepsToTheRanges(t *testing.T) {
	slots, same, length, gap, gaps := 0.0, 0.0, 0.0, 0.0, 0.0
	for seed := range uint64(300) {
		p, _ := Generate(Spec{Preset: "alp-amp-printed"}, seed)
		if n := len(p.Slots); n < 120 || n > 150 || len(p.Nodes) != n {
			t.Fatalf("got %d slots on %d nodes, want 120 to 150 and as many nodes", n, len(p.Nodes))
		}
		if n := len(p.Jobs); n < 3 || n > 7 {
			t.Fatalf("got %d jobs, want 3 to 7", n)
		}
		for i, s := range p.Slots {
			n := p.Nodes[i]
			if l := s.End - s.Start; l < 49.99 || l > 300.01 || n.Performance < 1 || n.Performance > 3 {
				t.Fatalf("got slot %+v on %+v, want a length of 50 to 300 and a performance of 1 to 3", s, n)
			}
			market := math.Pow(1.7, n.Performance)
			if n.Price < 0.749*market-0.001 || n.Price > 1.251*market+0.001 {
				t.Fatalf("performance %v: got price %v, want %v within 25 %%", n.Performance, n.Price, market)
			}
			slots++
			length += s.End - s.Start
			switch {
			case i == 0:
			case s.Start == p.Slots[i-1].Start:
				same++
			default:
				gaps++
				gap += s.Start - p.Slots[i-1].Start
			}
		}
		for _, j := range p.Jobs {
			if limit := 1.03 * math.Pow(1.7, j.MinPerformance); j.Nodes < 1 || j.Nodes > 6 || j.Volume < 50 ||
				j.Volume > 150 || math.Abs(j.MaxPrice-limit) > 0.002 {
				t.Fatalf("got job %+v, want numbers within their ranges and a price limit of %v", j, limit)
			}
		}
	}
	// The standard errors over 40,000 slots: 0.36 of the length, 0.0025 of the
	// share, 0.02 of the gap; slots have 0.5.
	if math.Abs(slots/300-135) > 1.6 || math.Abs(length/slots-175) > 1.2 || math.Abs(same/slots-0.4) > 0.01 ||
		math.Abs(gap/gaps-5) > 0.07 {
		t.Errorf("got %v slots, length %v, same start %v, gap %v; want about 135, 175, 0.4, 5", slots/300,
			length/slots, same/slots, gap/gaps)
	}
}

// Every impossible parameter is refused with its path.
func TestGenerateRefuses(t *testing.T) {
	i := func(n int) *int { return &n }
	f := func(x float64) *float64 { return &x }
	for path, spec := range map[string]Spec{
		"preset": {Preset: "none"}, "slotsMin": {SlotsMin: i(151)}, "slotsMax": {SlotsMax: i(MaxSlots + 1)},
		"lengthMin": {LengthMin: f(331)},
		"lengthMax": {LengthMax: f(math.Inf(1))}, "sameStart": {SameStart: f(2)}, "gapMax": {GapMax: f(-1)},
		"performanceMin": {PerformanceMin: f(4)},
		"performanceMax": {PerformanceMax: f(0)}, "priceBase": {PriceBase: f(99), PerformanceMax: f(20)},
		"priceSpread": {PriceSpread: f(1.5)},
		"jobsMin":     {JobsMin: i(-1)}, "jobsMax": {JobsMax: i(MaxJobs + 1)}, "nodesMin": {NodesMin: i(0)},
		"nodesMax":  {NodesMax: i(MaxNodes + 1)},
		"volumeMin": {VolumeMin: f(0)}, "volumeMax": {VolumeMax: f(math.NaN())}, "askMin": {AskMin: f(2.5)},
		"askMax":    {AskMax: f(0)},
		"priceRate": {PriceRate: f(0)}, "cycles": {Cycles: i(0)}, "period": {Period: f(-1)}, "sight": {Sight: f(-1)},
	} {
		if spec.Preset == "" {
			spec.Preset = "alp-amp-2011"
		}
		_, faults := Generate(spec, 1)
		if !slices.ContainsFunc(faults, func(f doc.Fault) bool { return f.Path == path }) {
			t.Errorf("%s: got faults %v, want one at this path", path, faults)
		}
	}
	if _, faults := Generate(Spec{Preset: "alp-amp-figure-5", JobsMax: i(2)}, 0); len(faults) != 1 ||
		faults[0].Path != "preset" {
		t.Errorf("parameters of a written problem: got faults %v, want one at preset", faults)
	}
}
