package runner

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// The statements on the stability of the order agree with the values: how often
// each run is the best, and how the number that changes the order differs.
func TestFirmIsWhatTheValuesSay(t *testing.T) {
	const n = 300
	asked := *noisyPlan(t, n, true, work, scenario.Noise{Path: "placement.clusters[*].mips", CV: 0.4}).Scenario
	asked.Runs = []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: "nearest-data"}, {Algorithm: "scp-tree"}}
	p, faults := study.New(&asked, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	part := run(t, p, Tasks(p, 0, n, n))
	d := report.New(p, part)
	if len(d.Robustness) != len(p.Metrics) {
		t.Fatalf("got the order of %d metrics, want %d", len(d.Robustness), len(p.Metrics))
	}
	turns := 0
	for m, f := range d.Robustness {
		first, shared, leader := make([]int, p.Runs()), 0, make([]int, n)
		var columns []study.Column
		for k := range p.Runs() {
			columns = append(columns, part.Column(0, k, m, n))
		}
		for r := range n {
			var values []float64
			for k := range p.Runs() {
				values = append(values, columns[k].Values[r])
			}
			best, ties := 0, 0
			for k, x := range values {
				if x < values[best] {
					best = k
				}
			}
			for _, x := range values {
				if math.Abs(x-values[best]) <= 1e-9*x {
					ties++
				}
			}
			if leader[r] = best; ties > 1 {
				leader[r] = -1
				shared++
			} else {
				first[best]++
			}
		}
		ahead := 0
		for k := range first {
			if first[k] != f.First[k] {
				t.Errorf("%s: got first counts %v, want %v", f.Metric, f.First, first)
			}
			if first[k] > first[ahead] {
				ahead = k
			}
		}
		if f.Count != n || f.Shared != shared {
			t.Errorf("%s: got %d shared of %d, want %d of %d", f.Metric, f.Shared, f.Count, shared, n)
		}
		names := []string{"A", "B", "C"}
		got := f.Sentence(names, "metric", true, strconv.Itoa)
		if !strings.HasPrefix(got, names[ahead]+" has the least metric in "+strconv.Itoa(first[ahead])+" of 300 ") ||
			shared > 0 != strings.Contains(got, "several together in "+strconv.Itoa(shared)) {
			t.Errorf("%s: got the sentence %q, want the counts %v, %d shared", f.Metric, got, first, shared)
		}
		if f.DecidingNumber != nil {
			turns++
			checkTurn(t, p, f.DecidingNumber, leader, ahead, got)
		}
	}
	if turns == 0 {
		t.Error("no number changes any order; the test needs more noise")
	}
	if got := d.Robustness[0].DecidingNumber; got == nil || !strings.HasPrefix(got.Path, "placement.clusters[id=") {
		t.Errorf("turn of the makespan: got %+v, want a cluster", got)
	}
}

// checkTurn checks the number in each instance.
func checkTurn(t *testing.T, p *study.Plan, turn *report.DecidingNumber, leader []int, ahead int, got string) {
	t.Helper()
	given := value(t, p.Points[0].Scenario, turn.Path)
	var kept, lost, nKept, nLost float64
	for r, k := range leader {
		if k < 0 {
			continue
		}
		s, err := p.Instance(0, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := math.Log(value(t, s, turn.Path) / given)
		if k == ahead {
			kept, nKept = kept+l, nKept+1
		} else {
			lost, nLost = lost+l, nLost+1
		}
	}
	kept, lost = math.Exp(kept/nKept), math.Exp(lost/nLost)
	if math.Abs(kept-turn.BestFactor) > 1e-9 || math.Abs(lost-turn.OtherFactor) > 1e-9 || int(nLost) != turn.Times {
		t.Errorf("turn: got %+v, want means %v and %v, %v times", turn, kept, lost, nLost)
	}
	m := regexp.MustCompile(`is not the best, it is (\S+) % (high|low)er than`).FindStringSubmatch(got)
	if m == nil || m[2] == "high" != (lost > kept) {
		t.Fatalf("sentence on the turn: got %q, want a percentage in the right direction", got)
	}
	if by, _ := strconv.ParseFloat(m[1], 64); math.Abs(by/100-math.Abs(lost/kept-1)) > 0.06*by/100 {
		t.Errorf("sentence: got %q, want a change by %v", got, lost/kept-1)
	}
}

// value returns the number at a path.
func value(t *testing.T, s *scenario.Scenario, path string) (x float64) {
	t.Helper()
	for _, n := range study.Numbers(s) {
		if n.Path == "placement.clusters[*].mips" && strings.HasPrefix(path, "placement.clusters[id=") {
			id := strings.TrimSuffix(strings.TrimPrefix(path, "placement.clusters[id="), "].mips")
			for _, c := range s.Placement.Clusters {
				if c.ID == id {
					return c.MIPS
				}
			}
		}
	}
	for i := range s.Placement.Jobs {
		if path == "placement.jobs[id="+s.Placement.Jobs[i].ID+"].mi" {
			return s.Placement.Jobs[i].MI
		}
	}
	t.Fatal("the scenario has no number at " + path)
	return 0
}

// The names of numbers, and the numbers of each problem.
func TestCalled(t *testing.T) {
	for path, want := range map[string]string{
		"placement.clusters[id=Lyon].mips": "power of cluster Lyon", "farm.jobs[*].duration": "duration of all jobs",
		"placement.links[3].bandwidth": "bandwidth of link 4", "window.request.budget": "budget",
		"placement.generate.jobs": "jobs", "window.nodes[*].attributes.q": "q of all nodes",
		"farm.jobs[*].after[*].delay": "delay of all after of all jobs", "runs[0].options.x": "runs[0].options.x",
	} {
		if name, _ := study.NameAndUnit(path); name != want {
			t.Errorf("Called(%s): got %q, want %q", path, name, want)
		}
	}
	p := noisyPlan(t, 2, true)
	paths := ""
	for _, n := range study.Numbers(p.Scenario) {
		paths += " " + n.Path + "x" + strconv.Itoa(n.Count)
	}
	if paths != " placement.clusters[*].mipsx5 placement.clusters[*].xx5 placement.clusters[*].yx5"+
		" placement.links[*].bandwidthx7 placement.datasets[*].sizex5 placement.jobs[*].mix24" {
		t.Errorf("Numbers: got%s, want those of clusters, links, datasets and jobs with their counts", paths)
	}
	if usual := study.Usual(p.Scenario); len(usual) != 2 || usual[0] != work || usual[1].Path != links.Path {
		t.Errorf("Usual: got %v, want work and links", usual)
	}
}
