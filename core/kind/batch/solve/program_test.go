package solve

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
	"pgregory.net/rapid"
)

func runProgram(t testing.TB, h script.Host, p *batch.Problem, source string, o Options) (Result, error) {
	t.Helper()
	asked, err := script.Start(h, source, 1, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	return Decide(t.Context(), p, asked, o)
}

// drawCycles draws problems of one cycle or several, and options.
func drawCycles(t *rapid.T) (*batch.Problem, Options) {
	p, o := drawProblem(t), Options{}
	if p.Cycles = rapid.IntRange(1, 3).Draw(t, "cycles"); p.Cycles > 1 {
		p.Period = float64(rapid.IntRange(1, 30).Draw(t, "period"))
		for i := range p.Jobs {
			p.Jobs[i].Cycle = rapid.IntRange(1, p.Cycles).Draw(t, "arrives")
		}
	}
	p.Objective = rapid.SampledFrom([]string{"", batch.LeastCost}).Draw(t, "objective")
	if rapid.Bool().Draw(t, "limited") {
		limit := float64(rapid.IntRange(0, 120).Draw(t, "limit"))
		p.Limit = &limit
	}
	o.Families = rapid.IntRange(0, 3).Draw(t, "families")
	o.Measure = rapid.SampledFrom([]batch.Measure{batch.Longest, batch.Sum}).Draw(t, "measure")
	o.Duration = rapid.SampledFrom([]batch.Duration{batch.Corrected, batch.Literal}).Draw(t, "duration")
	return p, o
}

// The starter programs of AMP and ALP return the answers of these algorithms on
// many instances.
func TestProgramsAreTheSearches(t *testing.T) {
	h, instances, windows := scripttest.Host(t), scripttest.Instances(), 0
	type drawn struct {
		p *batch.Problem
		o Options
	}
	draw := rapid.Custom(func(t *rapid.T) drawn {
		p, o := drawCycles(t)
		return drawn{p, o}
	})
	for _, algorithm := range []Algorithm{AMP, ALP} {
		source := kinds.Starter("batch", string(algorithm))
		for seed := range instances {
			x := draw.Example(seed)
			if algorithm == ALP { // as printed, parts may last longer than t, and windows cost more than AMP's budget
				x.o.Duration = batch.Corrected
			}
			want, err := Solve(t.Context(), x.p, algorithm, x.o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := runProgram(t, h, x.p, source, x.o)
			if algorithm == ALP && want.Stats.Windows == 0 { // AMP may have found some
				continue
			}
			if err != nil {
				t.Fatalf("program of %s, seed %d: %v", algorithm, seed, err)
			}
			if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
				got.Metrics != want.Metrics || got.Bound != want.Bound || !reflect.DeepEqual(got.Prices, want.Prices) {
				t.Fatalf("program of %s, seed %d: got\n%+v\nwant\n%+v", algorithm, seed, got.Solution, want.Solution)
			}
			windows += got.Stats.Windows
		}
	}
	if windows < 2*instances {
		t.Errorf("got %d windows, want %d at least", windows, 2*instances)
	}
}

// An invalid result of a program is reported. A program that takes the second
// best window is accepted.
func TestProgramChoosesAndIsRefused(t *testing.T) {
	p := twoNodes(batch.Job{ID: "j", Nodes: 2, Volume: 10, MinPerformance: 1, MaxPrice: 4})
	h := scripttest.Host(t)
	late := `function decide({ slots, family }) { return family > 1 ? null : { start: 3, nodes: slots.map((s) => s.node) } }`
	r, err := runProgram(t, h, p, late, Options{})
	if err != nil || r.Solution.Alternatives[0].Windows[0].Start != 3 || len(r.Solution.Chosen) != 1 {
		t.Errorf("second-best window: got %+v, error %v; want one job with a start at 3", r.Solution, err)
	}
	for source, want := range map[string]string{
		`7`: "returns 7, and must return {start, nodes} or null", `{start: 1}`: "and must return",
		`{start: "1", nodes: []}`: "and must return", `undefined`: "returns undefined",
		`{start: 1, nodes: ["slow"]}`:         "returns 1 nodes, and the job needs 2",
		`{start: 1, nodes: ["slow", "slow"]}`: `names the node "slow" twice`,
		`{start: 1, nodes: ["slow", 5]}`:      "names the node 5, and there is no such node",
		`{start: 11, nodes: ["slow", "fast"]}`: `takes the node "slow" from 11 on, and it is not free for as long as ` +
			`the part lasts (in decide, with now 0, cycle 1, family 1, job "j", slots of 2)`,
		`{start: -1, nodes: ["slow", "fast"]}`: "not free", `{start: NaN, nodes: []}`: "and must return",
		`null`: "takes no window for any job",
	} {
		_, err := runProgram(t, h, p, "function decide() { return "+source+" }", Options{})
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
	p.Jobs[0].MaxPrice = 2
	_, err = runProgram(t, h, p, `function decide({ family }) {
		return family > 1 ? null : { start: 0, nodes: ["slow", "fast"] } }`, Options{})
	if err != nil {
		t.Error(err)
	}
	p.Jobs[0].MaxPrice = 1
	_, err = runProgram(t, h, p, `function decide() { return { start: 0, nodes: ["slow", "fast"] } }`, Options{})
	if err == nil || !strings.Contains(err.Error(), "takes nodes that cost 30, more than the budget 20 of the job") {
		t.Error(err)
	}
}
