package solve

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/placement"

	"pgregory.net/rapid"
)

// minMakespan tries every assignment of jobs to clusters.
func minMakespan(in *instance, j int, load []float64) float64 {
	if j == len(in.jobDatasets) {
		longest := 0.0
		for _, l := range load {
			longest = max(longest, l)
		}
		return longest
	}
	_, rs := in.transferTimes(j)
	rs = append([]float64(nil), rs...)
	best := math.Inf(1)
	for i, t := range rs {
		if math.IsInf(t, 1) {
			continue
		}
		took := t + in.p.Jobs[j].MI/in.mips[i]
		load[i] += took
		best = min(best, minMakespan(in, j+1, load))
		load[i] -= took
	}
	return best
}

// No placement at all is better than the bound, the bound is the makespan of
// one, and every algorithm's makespan is at or above it.
func TestBoundAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, true)
		p.Clusters, p.Jobs = p.Clusters[:min(4, len(p.Clusters))], p.Jobs[:min(5, len(p.Jobs))]
		p.Links = removeDangling(p)
		in := newInstance(p)
		found, err := in.bound(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		bound := found.Value
		r := solve(t, p, AlgorithmMinCompletion, Options{})
		if !r.Feasible {
			return
		}
		least := minMakespan(in, 0, make([]float64, len(p.Clusters)))
		if bound > least*(1+1e-12) {
			t.Fatalf("got bound %v, want at most the least makespan %v", bound, least)
		}
		if bound < least*(1-1e-9) {
			t.Fatalf("got bound %v, want the least makespan %v", bound, least)
		}
		var shortest []float64
		for j := range p.Jobs {
			_, rs := in.transferTimes(j)
			shortest = append(shortest, math.Inf(1))
			for i, t := range rs {
				shortest[j] = min(shortest[j], t+p.Jobs[j].MI/in.mips[i])
			}
		}
		if shared := countingBound(shortest, len(p.Clusters)); shared > least*(1+1e-9) {
			t.Fatalf("got counting bound %v, want at most the least makespan %v", shared, least)
		}
		if in.capacity(1) > least*(1+1e-9) {
			t.Fatalf("got capacity bound %v, want at most the least makespan %v", in.capacity(1), least)
		}
		if r.Metrics.Makespan < least*(1-1e-12) {
			t.Fatalf("got makespan %v, want at least %v", r.Metrics.Makespan, least)
		}
	})
}

// removeDangling removes links and replicas of removed clusters.
func removeDangling(p *placement.Problem) []placement.Link {
	there := map[string]bool{}
	for _, c := range p.Clusters {
		there[c.ID] = true
	}
	var links []placement.Link
	for _, l := range p.Links {
		if there[l.A] && there[l.B] {
			links = append(links, l)
		}
	}
	for i := range p.Datasets {
		var at []string
		for _, id := range p.Datasets[i].At {
			if there[id] {
				at = append(at, id)
			}
		}
		p.Datasets[i].At = at
	}
	return links
}

// One job alone meets the bound exactly.
func TestBoundOfOneJob(t *testing.T) {
	one := 1
	p := preset(t, placement.Spec{Preset: "five-clusters", Jobs: &one}, 0)
	r := solve(t, p, AlgorithmMinCompletion, Options{})
	if r.Bound.Value != r.Metrics.Makespan {
		t.Errorf("got bound %v, want the makespan %v", r.Bound.Value, r.Metrics.Makespan)
	}
}

// The bound is no weaker than any of its parts, each by its definition.
func TestBoundOfItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, true)
		in := newInstance(p)
		found, err := in.bound(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		bound := found.Value
		longest, flat, power, speed, most, work := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
		for _, c := range p.Clusters {
			speed += c.MIPS
		}
		for j := range p.Jobs {
			_, rs := in.transferTimes(j)
			least, slowed := math.Inf(1), math.Inf(1)
			for i, c := range p.Clusters {
				took := rs[i] + p.Jobs[j].MI/c.MIPS
				least, slowed = min(least, took), min(slowed, took*c.MIPS)
			}
			longest, flat, power = max(longest, least), flat+least, power+slowed
			most, work = max(most, p.Jobs[j].MI), work+p.Jobs[j].MI
		}
		flat, power = flat/float64(len(p.Clusters)), power/speed
		if want := max(longest, flat, power); bound < want*(1-1e-12) {
			t.Fatalf("got bound %v, want at least the longest job %v, and %v and %v by weights 1 and MIPS", bound,
				longest, flat, power)
		}
		if len(p.Jobs) > 0 {
			if got, want := in.capacity(1), max(most/in.top, work/speed); math.Abs(got-want) > 1e-12*want {
				t.Fatalf("without transfers: got bound %v, want %v", got, want)
			}
		}
	})
}

// The ascent finds the weights of the linear relaxation. Four jobs take 1 on one cluster and
// 3 on the other: with three fourths of them on the first, both run for 3, and the weights
// 3 and 1 prove it. With a third cluster that takes 2, x, y and z jobs satisfy x = 3y =
// 2z, all 4 x 6/11.
func TestAscent(t *testing.T) {
	for _, c := range []struct{ times, start, best []float64 }{
		{[]float64{1, 3, 1, 3, 1, 3, 1, 3}, []float64{1, 1}, []float64{2, 3}},
		{[]float64{1, 3, 1, 3, 1, 3, 1, 3}, []float64{1, 0.1}, []float64{4 * 0.3 / 1.1, 3}},
		{[]float64{1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2}, []float64{1, 1, 1}, []float64{4. / 3, 24. / 11}},
		{[]float64{2, 5, 5, 2}, []float64{1, 1}, []float64{2, 2}},
		{[]float64{0, 0, 0, 0}, []float64{1, 1}, []float64{0, 0}},
	} {
		b := &dual{times: c.times}
		start := append([]float64(nil), c.start...)
		got, weights := b.ascend(c.start, 0, math.Inf(1), ascentSteps)
		if got > c.best[1]*(1+1e-12) || got < 0.99*c.best[1] || got < c.best[0] {
			t.Errorf("%v: got %v from %v, want about %v as by the relaxation", c.times, got, c.best[0], c.best[1])
		}
		if !slices.Equal(start, c.start) {
			t.Errorf("%v: got changed initial weights %v, want %v", c.times, c.start, start)
		}
		sum, n := 0.0, len(weights)
		for at := 0; at < len(c.times); at += n {
			sum += lowestProduct(weights, c.times[at:at+n])
		}
		if value := sum / total(weights); value != got {
			t.Errorf("%v: got value %v of the weights, want %v", c.times, value, got)
		}
	}
}

// Transfers are left out beyond eight million times only. The data are on a slow cluster
// and all others wait for them, so that a job takes 16.
func TestBoundOfManyCells(t *testing.T) {
	p := &placement.Problem{Datasets: []placement.Dataset{{ID: "d", Size: 14, At: []string{"0"}}}}
	for i := range 2000 {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: strconv.Itoa(i), MIPS: 4})
		if i > 0 {
			p.Links = append(p.Links, placement.Link{A: "0", B: strconv.Itoa(i), Bandwidth: 1})
		}
	}
	p.Clusters[0].MIPS = 0.5
	for j := range boundCells / 2000 {
		p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(j), MI: 8, Datasets: []string{"d"}})
	}
	with, err := newInstance(p).bound(context.Background())
	if want := 16.0 * 4000 / 2000; err != nil || with.Argument != ByBranching ||
		with.Value > want || with.Value < want*(1-1e-11) {
		t.Errorf("with transfers: got error %v, bound %v; want %v", err, with, want)
	}
	p.Jobs = append(p.Jobs, p.Jobs[0])
	without, err := newInstance(p).bound(context.Background())
	if want := 8.0 * 4001 / (1999*4 + 0.5); err != nil || without.Argument != ByCapacity ||
		without.Value > want || without.Value < want*(1-1e-11) {
		t.Errorf("without transfers: got error %v, bound %v; want %v", err, without, want)
	}
}

// waiting returns n jobs with a time of 1 on one cluster. On the other, of the same power,
// they wait 2 for the data. So no weights by power show that three fourths of the jobs
// belong on the first.
func waiting(n int) *placement.Problem {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1}},
		Links:    []placement.Link{{A: "a", B: "b", Bandwidth: 1}},
		Datasets: []placement.Dataset{{ID: "d", Size: 2, At: []string{"a"}}}}
	for j := range n {
		p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(j), MI: 1, Datasets: []string{"d"}})
	}
	return p
}

// The weights are improved on all of up to 131,072 times, and on a sample of more. For few
// jobs the least makespan is found.
func TestBoundOfSizes(t *testing.T) {
	for _, c := range []struct {
		jobs      int
		low, high float64
	}{
		{12, 0.75 * (1 - 1e-12), 0.75}, {2052, 0.74, 0.75 * (1 - 1e-8)}, {keptCells / 2, 0.74, 0.75},
		{keptCells/2 + 4, 0.74, 0.75},
	} {
		n := float64(c.jobs)
		if bound, err := newInstance(waiting(c.jobs)).bound(context.Background()); err != nil ||
			bound.Value > c.high*n || bound.Value < c.low*n {
			t.Errorf("%d jobs: got error %v, bound %v per job; want %v to %v", c.jobs, err, bound.Value/n, c.low,
				c.high)
		}
	}
}

// alike returns n jobs of one length on a number of clusters without data.
func alike(n, clusters int) *placement.Problem {
	p := &placement.Problem{}
	for i := range clusters {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: strconv.Itoa(i), MIPS: 2})
	}
	for j := range n {
		p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(j), MI: 6})
	}
	return p
}

// One job more than the clusters can share equally adds a job's time, however small its
// share of the work. Beyond 16 jobs per cluster weights give the same bound.
func TestBoundByCounting(t *testing.T) {
	for _, c := range []struct {
		jobs, clusters int
		want           float64
		argument       string
	}{
		{100, 100, 3, ByBranching}, {101, 100, 6, ByCounting}, {200, 100, 6, ByBranching}, {201, 100, 9, ByCounting},
		{1601, 100, 51, ByCounting}, {1701, 100, 51.03, ByBranching},
	} {
		got, err := newInstance(alike(c.jobs, c.clusters)).bound(context.Background())
		if err != nil || got.Argument != c.argument || got.Value > c.want || got.Value < c.want*(1-1e-9) {
			t.Errorf("%d jobs on %d clusters: got error %v, bound %v by %s; want %v by %s", c.jobs, c.clusters, err,
				got.Value, got.Argument, c.want, c.argument)
		}
	}
}

func TestTheGreatestOfThreeBounds(t *testing.T) {
	y := []float64{1}
	for _, c := range []struct {
		longest, shared, value float64
		want                   Bound
	}{
		{10, 12, 6, Bound{12, ByCounting, nil}}, {10, 6, 12, Bound{12, ByBranching, y}},
		{12, 10, 6, Bound{12, ByBranching, nil}}, {12, 6, 10, Bound{12, ByBranching, nil}},
		{5, 7, 7, Bound{7, ByBranching, y}}, {7, 7, 7, Bound{7, ByBranching, nil}},
	} {
		got := tightestBound(c.longest, c.shared, c.value, y)
		if got.Value != c.want.Value || got.Argument != c.want.Argument || !slices.Equal(got.Weights, c.want.Weights) {
			t.Errorf("tightestBound(%v, %v, %v): got %+v, want %+v", c.longest, c.shared, c.value, got, c.want)
		}
	}
}

// For lengths 9, 8, ... 1 on two clusters the third, fifth, ... longest decide.
func TestSharing(t *testing.T) {
	least := []float64{1, 9, 2, 8, 3, 7, 4, 6, 5}
	for n, want := range map[int]float64{1: 0, 2: 0, 3: 15, 5: 18, 7: 18, 9: 18} {
		longest := []float64{9, 8, 7, 6, 5, 4, 3, 2, 1}[:n]
		if got := countingBound(longest, 2); got != want {
			t.Errorf("countingBound of the %d longest: got %v, want %v", n, got, want)
		}
	}
	if got := countingBound(least, 4); got != 5+6 {
		t.Errorf("countingBound on four clusters: got %v, want 11", got)
	}
}

// skewedProblem returns three clusters. Only the slowest has the data that every second job
// needs.
func skewedProblem(size float64) *placement.Problem {
	p := &placement.Problem{Datasets: []placement.Dataset{{ID: "d", Size: size, At: []string{"a"}}},
		Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 2}, {ID: "c", MIPS: 3}},
		Links:    []placement.Link{{A: "a", B: "b", Bandwidth: 1}, {A: "b", B: "c", Bandwidth: 2}}}
	for j := range 9 {
		p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(j), MI: float64(3 + 5*j%7)})
		if j%2 == 0 {
			p.Jobs[j].Datasets = []string{"d"}
		}
	}
	return p
}

// Answers contain the bound, so it must stay the same in the last bit: with better weights
// than the initial ones, from either of them.
func TestBoundsStay(t *testing.T) {
	for _, c := range []struct {
		p    *placement.Problem
		want float64
	}{
		{preset(t, placement.Spec{Preset: "five-clusters"}, 1), 128.50176354144796},
		{skewedProblem(0.5), 9.749999999999948},
		{skewedProblem(2), 11.999999999999936},
		{skewedProblem(20), 23.999999999999872},
	} {
		if got, err := newInstance(c.p).bound(context.Background()); err != nil || got.Value != c.want {
			t.Errorf("got error %v, bound %v; want %v", err, got.Value, c.want)
		}
	}
	want := []float64{2.997953467435797, 2.1814728940016526, 3.526954223361674}
	for i, c := range []dual{
		{times: []float64{1, 3, 1, 3, 1, 3, 1, 3}},
		{times: []float64{1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2}},
		{times: []float64{7, 2, 9, 4, 4, 1, 3, 8, 2, 6, 5, 5}},
	} {
		n := 2 + min(i, 1)
		if got, _ := c.ascend([]float64{1, 0.8, 0.5}[:n], 3, math.Inf(1), ascentSteps); got != want[i] {
			t.Errorf("%v: got %v, want %v", c.times, got, want[i])
		}
	}
}

// If the sums overflow, the bound is the longest job.
func TestBoundBeyondNumbers(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 4}, {ID: "b", MIPS: 2}},
		Jobs: []placement.Job{{ID: "1", MI: 1.5e308}, {ID: "2", MI: 1e308}}}
	if got := newInstance(p).capacity(1); got != 1.5e308/4 {
		t.Errorf("overflow of the work: got %v, want %v", got, 1.5e308/4)
	}
	p.Clusters[0].MIPS, p.Clusters[1].MIPS, p.Jobs[0].MI, p.Jobs[1].MI = 1e308, 1.5e308, 3e300, 2e300
	if got := newInstance(p).capacity(1); got != 3e300/1.5e308 {
		t.Errorf("overflow of the power: got %v, want %v", got, 3e300/1.5e308)
	}
}

func TestBoundIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	if bound, err := newInstance(p).bound(ctx); err == nil || bound.Value != 0 {
		t.Errorf("cancelled: got error %v, bound %v; want an error and 0", err, bound)
	}
	p.Jobs = p.Jobs[:1]
	if bound, err := newInstance(p).bound(ctx); err == nil || bound.Value != 0 {
		t.Errorf("one job, cancelled: got error %v, bound %v; want an error and 0", err, bound)
	}
	nowhere := &placement.Problem{Jobs: p.Jobs}
	if bound, err := newInstance(nowhere).bound(context.Background()); err != nil || bound.Value != 0 {
		t.Errorf("without clusters: got error %v, bound %v; want 0", err, bound)
	}
	p.Jobs = nil
	if bound, err := newInstance(p).bound(context.Background()); err != nil || bound.Value != 0 {
		t.Errorf("without jobs: got error %v, bound %v; want 0", err, bound)
	}
}

// Two of a thousand clusters are fast, and three jobs take 2 there and 5 elsewhere: two of
// them share a fast one, which no weights can prove. Jobs are fixed to prove this on up to
// 4,096 times.
func TestBoundByFixingJobsOnManyClusters(t *testing.T) {
	for clusters, want := range map[int]float64{branchCells / 3: 4, branchCells/3 + 1: 2} {
		p := &placement.Problem{}
		for i := range clusters {
			p.Clusters = append(p.Clusters, placement.Cluster{ID: strconv.Itoa(i), MIPS: 2})
		}
		p.Clusters[7].MIPS, p.Clusters[70].MIPS = 5, 5
		for j := range 3 {
			p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(j), MI: 10})
		}
		bound, err := newInstance(p).bound(context.Background())
		if err != nil || bound.Value > want || bound.Value < want*(1-1e-9) {
			t.Errorf("%d clusters: got error %v, bound %v; want %v", clusters, err, bound.Value, want)
		}
	}
}

// In other units of time a bound is the same.
func TestBoundsScale(t *testing.T) {
	for _, p := range []*placement.Problem{waiting(12), waiting(2052), skewedProblem(16)} {
		long, err := newInstance(p).bound(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for j := range p.Jobs {
			p.Jobs[j].MI *= 0x1p-20
		}
		for k := range p.Datasets {
			p.Datasets[k].Size *= 0x1p-20
		}
		short, err := newInstance(p).bound(context.Background())
		if err != nil || short.Value*0x1p20 != long.Value || short.Argument != long.Argument ||
			!slices.Equal(short.Weights, long.Weights) {
			t.Errorf("shorter units: got error %v, %v by %s; want %v by %s", err, short.Value, short.Argument,
				long.Value*0x1p-20, long.Argument)
		}
	}
}

// If the times of a list schedule overflow, the greatest of the three bounds is unchanged.
func TestBoundOfAListBeyondNumbers(t *testing.T) {
	b := &dual{times: []float64{math.MaxFloat64, math.MaxFloat64}}
	y := []float64{1}
	shared, err := b.improve(context.Background(), 3, 5, 4, y, 0.5)
	if err != nil || shared.Value != 5 || shared.Argument != ByCounting {
		t.Errorf("got error %v, %+v; want 5 by %s", err, shared, ByCounting)
	}
	weighted, err := b.improve(context.Background(), 1, 2, 8, y, 0.5)
	if err != nil || weighted.Value != 4 || weighted.Argument != ByBranching || !slices.Equal(weighted.Weights, y) {
		t.Errorf("got error %v, %+v; want 4 by %s", err, weighted, ByBranching)
	}
}

// Weights are found on a thirty-second of the times, within two limits.
func TestDrawnTimes(t *testing.T) {
	for times, want := range map[int]int{keptCells: 1 << 15, 1 << 20: 1 << 15, 1 << 21: 1 << 16, 1 << 22: 1 << 17,
		boundCells: 1 << 17} {
		if got := sampleSize(times); got != want {
			t.Errorf("sample of %d times: got %d, want %d", times, got, want)
		}
	}
}

// Without jobs nothing is fixed or weighed.
func TestBoundOfNoJobs(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}}}
	bound, err := newInstance(p).bound(context.Background())
	if err != nil || bound.Argument != ByCapacity || bound.Value != 0 {
		t.Errorf("got error %v, %+v; want 0 by %s", err, bound, ByCapacity)
	}
}
