package window

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
)

func real1(x float64) *float64 { return &x }

// Validate reports all faults together, each with its path.
func TestValidateFindsEverything(t *testing.T) {
	p := &WindowProblem{
		Environment: Environment{
			Nodes: []Node{{ID: "a", Performance: 0, Price: 1}, {ID: "a", Performance: 1, Price: -1},
				{Performance: math.NaN()},
				{ID: "b", Performance: 1, Attributes: map[string]float64{"q": math.Inf(1)}}},
			Slots: []Slot{{"a", 0, 5}, {"nowhere", 0, 1}, {"a", 7, 7}, {"a", 9, 8}, {"a", 4, 6}, {"b", -1, 3},
				{"b", math.NaN(), 3}, {"a", 0, 5}},
			Busy: []Slot{{"a", 0, 5}},
		},
		Request: &Request{Nodes: 0, Volume: 0, MinPerformance: -1, Budget: real1(-1), Deadline: real1(0),
			EarliestStart: -1,
			Require:       []Condition{{"", ">=", 1}, {"q", "~", math.NaN()}}, Exclude: []string{"zed"}},
	}
	want := []string{
		`horizon : is missing`,
		`nodes[0].performance 0: performance must be above 0`,
		`nodes[1].id "a": is already the name of nodes[0]`,
		`nodes[1].price -1: the price must not be below 0`,
		`nodes[2].id "": is empty`,
		`nodes[2].performance NaN: is not a finite number`,
		`nodes[3].attributes.q +Inf: is not a finite number`,
		`busy : is given as well as slots`,
		`slots[1].node "nowhere": names a node that does not exist`,
		`slots[2].end 7: must be after the start, 7`,
		`slots[3].end 8: must be after the start, 9`,
		`slots[5].start -1: the start must not be below 0`,
		`slots[6].start NaN: is not a finite number`,
		`slots[7] "a": is the same as slots[0]`,
		`slots[4] "a": overlaps slots[0] of the same node`,
		`request.nodes 0: must be at least 1`,
		`request.volume 0: the volume must be above 0`,
		`request.minPerformance -1`,
		`request.budget -1`,
		`request.earliestStart -1`,
		`request.deadline 0`,
		`request.require[0].attribute "": is empty`,
		`request.require[1].is "~": is not a comparison`,
		`request.require[1].value NaN`,
		`request.exclude[0] "zed": names a node that does not exist`,
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
	if f := (&WindowProblem{Environment: Environment{Horizon: 1}}).Validate(); len(f) != 1 || f[0].Path != "request" {
		t.Errorf("without a request: got faults %v, want one at request", f)
	}
}

// Unusual but permitted values have no fault, and documents represent them
// exactly.
func TestValidateAllows(t *testing.T) {
	p := &WindowProblem{Environment: Environment{Horizon: 10, Nodes: []Node{{ID: "a", Performance: 1}},
		Busy: []Slot{{"a", 1, 5}, {"a", 2, 3}}},
		Request: &Request{Nodes: 5, Volume: 1, Budget: real1(0), EarliestStart: 8, Deadline: real1(2),
			Require: []Condition{{"ram", "!=", 3}}, Exclude: []string{"a"}}}
	if faults := p.Validate(); faults != nil {
		t.Errorf("unusual values: got faults %v, want none", faults)
	}
	if faults := (&Environment{Horizon: 10}).Validate(); faults != nil {
		t.Errorf("empty environment: got faults %v, want none", faults)
	}
	read := &WindowProblem{}
	if faults := doc.Decode(doc.Canonical(p), read); faults != nil || !reflect.DeepEqual(p, read) {
		t.Errorf("Decode: got %+v, faults %v; want %+v", read, faults, p)
	}
}

// Conditions compare by their sign; a node without the attribute meets none.
func TestConditions(t *testing.T) {
	n := &Node{Attributes: map[string]float64{"ram": 4}}
	for is, want := range map[string][]bool{">=": {true, true, false}, ">": {true, false, false},
		"=":  {false, true, false},
		"!=": {true, false, true}, "<": {false, false, true}, "<=": {false, true, true}} {
		for i, x := range []float64{3, 4, 5} {
			if c := (Condition{"ram", is, x}); c.Holds(n) != want[i] {
				t.Errorf("4 %s %v: got %v, want %v", is, x, !want[i], want[i])
			}
			if c := (Condition{"disk", is, x}); c.Holds(n) {
				t.Errorf("missing attribute %s %v: got true, want false", is, x)
			}
		}
	}
}

// Every preset is valid, the same every time, different with another seed, and
// within the paper's ranges. More nodes do not change the first ones.
func TestPresets(t *testing.T) {
	for _, preset := range Presets() {
		p, faults := Generate(Spec{Preset: preset.ID}, 7)
		if faults != nil || p.Validate() != nil {
			t.Fatalf("%s: got faults %v and, by Validate, %v; want none", preset.ID, faults, p.Validate())
		}
		again, _ := Generate(Spec{Preset: preset.ID}, 7)
		other, _ := Generate(Spec{Preset: preset.ID}, 8)
		if !reflect.DeepEqual(p, again) || reflect.DeepEqual(p, other) || preset.Title == "" || preset.About == "" {
			t.Errorf("%s: got equal %v for the same seed, %v for another, want true, false and a title and "+
				"description", preset.ID, reflect.DeepEqual(p, again), reflect.DeepEqual(p, other))
		}
		more := len(p.Nodes) + 5
		longer, _ := Generate(Spec{Preset: preset.ID, Nodes: &more}, 7)
		if !reflect.DeepEqual(p.Nodes, longer.Nodes[:len(p.Nodes)]) ||
			!reflect.DeepEqual(p.Busy, longer.Busy[:len(p.Busy)]) {
			t.Errorf("%s: more nodes change the first ones", preset.ID)
		}
		if s := (Spec{Preset: preset.ID}).Effective(); *s.Nodes != len(p.Nodes) || *s.Horizon != p.Horizon ||
			s.FaultsFor(&WindowProblem{}) != nil {
			t.Errorf("%s: got effective %+v, want the parameters of the problem", preset.ID, s)
		}
	}
	if (Spec{Preset: "none"}).Effective().Nodes != nil {
		t.Error("Effective of an unknown preset: got parameters, want none")
	}
}

// The load is the paper's: at most 30 % of each node, 15 % on average; prices
// and values as calibrated.
func TestSquare2018(t *testing.T) {
	busy, q, nodes := 0.0, 0.0, 0
	seen := map[float64]int{}
	for seed := range uint64(30) {
		p, _ := Generate(Spec{Preset: "square-2018"}, seed)
		of := map[string]float64{}
		for _, b := range p.Busy {
			of[b.Node] += b.End - b.Start
			busy += b.End - b.Start
		}
		for _, n := range p.Nodes {
			if of[n.ID] > 0.3*1200 {
				t.Fatalf("node %s: got busy time %v, want at most %v", n.ID, of[n.ID], 0.3*1200)
			}
			q += n.Attributes["q"]
			seen[n.Performance]++
			nodes++
			base := 0.2065
			for range int(n.Performance) {
				base *= 1.2
			}
			if n.Price < 0.4*base-1e-4 || n.Price > 1.6*base+1e-4 {
				t.Fatalf("performance %v: got price %v, want %v within 60 %%", n.Performance, n.Price, base)
			}
		}
	}
	if mean := busy / float64(nodes) / 1200; math.Abs(mean-0.15) > 0.003 {
		t.Errorf("got mean load %v, want about 0.15", mean)
	}
	if mean := q / float64(nodes); math.Abs(mean-5) > 0.25 || len(seen) != 9 {
		t.Errorf("got mean q %v, performances %v; want about 5 and nine", mean, seen)
	}
}

// Every impossible parameter is refused with its path.
func TestGenerateRefuses(t *testing.T) {
	whole := func(n int) *int { return &n }
	word := func(s string) *string { return &s }
	for path, spec := range map[string]Spec{
		"preset": {Preset: "none"}, "nodes": {Nodes: whole(-1)}, "horizon": {Horizon: real1(math.Inf(1))},
		"performanceMin": {PerformanceMin: real1(11)}, "performanceMax": {PerformanceMax: real1(0)},
		"performances": {PerformanceMin: real1(2.1), PerformanceMax: real1(2.9)}, "priceLaw": {PriceLaw: word("cubic")},
		"priceFactor": {PriceFactor: real1(0)}, "priceBase": {PriceBase: real1(99), PerformanceMax: real1(1000)},
		"priceSpread": {PriceSpread: real1(-1)}, "valueMax": {ValueMax: real1(math.NaN())}, "chunk": {Chunk: real1(0)},
		"loadPopulation": {LoadPopulation: whole(-1)}, "loadMarked": {LoadMarked: whole(19)},
		"loadDraws":    {Chunk: real1(200)},
		"requestNodes": {RequestNodes: whole(0)}, "volume": {Volume: real1(0)}, "budget": {Budget: real1(-1)},
		"minPerformance": {MinPerformance: real1(-1)},
	} {
		if spec.Preset == "" {
			spec.Preset = "square-2018"
		}
		_, faults := Generate(spec, 1)
		if !slices.ContainsFunc(faults, func(f doc.Fault) bool { return f.Path == path }) {
			t.Errorf("%s: got faults %v, want one at this path", path, faults)
		}
	}
}
