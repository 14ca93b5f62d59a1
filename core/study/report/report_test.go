package report

import (
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// inventedStudy returns a plan of three runs with invented results that cover all cases of
// a report: at the second point b is skewed so that the bootstrap is used, and c
// fails, is infeasible or lacks a metric.
func inventedStudy(replications int) (*study.Plan, *study.Part) {
	s := &scenario.Scenario{Kind: "window", Title: "Invented", Seed: 5,
		Study: &scenario.Study{Replications: replications},
		Runs: []scenario.Run{{Algorithm: "min-cost"}, {Algorithm: "first-fit"},
			{Algorithm: "multiple-best", Options: map[string]any{"criterion": "value"}}}}
	plan := &study.Plan{Scenario: s, Digest: "sha256:0",
		Metrics: []string{"cost", "value", "elapsedMs"}, Paths: []string{"seed", "title"}}
	for i, title := range []string{"plain", `with "quotes", and more`} {
		plan.Points = append(plan.Points, study.Point{Values: []any{float64(i), title}, Scenario: s, Runs: s.Runs})
	}
	part := study.NewPart(plan, "0")
	draw := rng.New(1, "invented", 0)
	for point := range plan.Points {
		row := part.NewRow()
		for r := range replications {
			row.Reset(r)
			for run := range s.Runs {
				cost := draw.Normal(100, 10)
				copy(row.Values[3*run:], []float64{cost + float64(run), math.Floor(cost / 20), float64(1 + run)})
			}
			if point == 1 {
				if row.Values[3] = draw.PowerLaw(1.5, 1, 1000); r%4 == 0 {
					row.Values[3] = row.Values[0] * (1 + 1e-12)
				}
				switch {
				case r%3 == 1:
					row.Fail(2, "broken")
				case r%5 == 2:
					row.Fail(2, "")
					row.Outcomes[2] = study.Infeasible
				case r%7 == 3:
					row.Values[7] = math.NaN()
				}
			}
			part.Add(point, row)
		}
	}
	return plan, part
}

// The whole document and its tables, to be checked after -update.
func TestGolden(t *testing.T) {
	plan, part := inventedStudy(24)
	d, values := New(plan, part), ValuesCSV(inventedStudy(4))
	for name, text := range map[string][]byte{"study.json": d.Text(), "cells.csv": d.CSV(plan), "values.csv": values} {
		path := "testdata/" + name
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != string(text) {
			t.Errorf("%s: error %v or another text than the file; got\n%s", name, err, text)
		}
	}
	if again, faults := Parse(d.Text()); faults != nil || again.Digest != d.Digest {
		t.Errorf("Parse of the document: got faults %v or another digest", faults)
	}
	// Numbers that depend on the machine are not in the digest; all others are.
	for i := range d.Cells {
		other := *d
		other.Cells = slices.Clone(d.Cells)
		other.Cells[i].Count++
		if other.sign(); (other.Digest == d.Digest) != d.Cells[i].Machine {
			t.Errorf("cell %d, %s: want its count in the digest unless it depends on the machine", i,
				d.Cells[i].Metric)
		}
	}
	for i := range d.Pairs {
		other := *d
		other.Pairs = slices.Clone(d.Pairs)
		other.Pairs[i].Count++
		if other.sign(); (other.Digest == d.Digest) != d.Pairs[i].Machine {
			t.Errorf("pair %d, %s: want its count in the digest unless it depends on the machine", i,
				d.Pairs[i].Metric)
		}
	}
}

// A report of few replications has only what they allow.
func TestFewReplications(t *testing.T) {
	for n, want := range [][4]bool{{}, {true}, {true, true, false, true}, {true, true, true, true}} {
		plan, part := inventedStudy(3)
		w := newWriter(plan, part)
		column := part.Column(0, 0, 0, n)
		c := w.cell(&column, false, nil)
		if got := [4]bool{c.Mean != nil, c.SD != nil, c.Skew != nil, c.Interval != nil}; got != want || c.Count != n {
			t.Errorf("%d values: got %+v, want mean, SD, skewness, interval: %v", n, c, want)
		}
		if why := c.NoInterval; (why == TooFew) != (n == 1) {
			t.Errorf("%d values: got the reason %q, want %q for one value only", n, why, TooFew)
		}
		other := part.Column(0, 1, 0, n)
		p := w.pair(&comparison{a: &column, b: &other, less: true}, rng.New(1, "p", 0))
		if got := [4]bool{p.MeanDifference != nil, p.SD != nil, n > 2, p.P != nil}; got != want || p.Count != n {
			t.Errorf("%d differences: got %+v, want mean, SD, p: %v", n, p, want)
		}
	}
	// By the published table, with 3 degrees of freedom: 3.182 and 2.353.
	w := &writer{level: 0.9}
	c, e := w.cell(&study.Column{Values: []float64{4, 2, 1, 3}}, false, nil), math.Sqrt(5./3/4)
	for _, x := range [][2]float64{{c.CI95[0], 2.5 - 3.182*e}, {c.CI95[1], 2.5 + 3.182*e},
		{c.Interval.Low, 2.5 - 2.353*e}, {c.Interval.High, 2.5 + 2.353*e},
		{*c.Mean, 2.5}, {*c.Min, 1}, {*c.Max, 4}, {c.Quantiles["0.25"], 1.75}, {c.Quantiles["0.95"], 3.85}} {
		if math.Abs(x[0]-x[1]) > 5e-4 {
			t.Errorf("got %v, want %v in %+v", x[0], x[1], c)
		}
	}
}

// A pair counts every replication once, by which run has a value and which is
// better.
func TestPairCounts(t *testing.T) {
	a := &study.Column{Replications: []int32{0, 1, 2, 5, 6, 7, 9}, Values: []float64{5, 3, 1e9, -1, 4, 2, 8}}
	b := &study.Column{Replications: []int32{1, 2, 3, 4, 5, 6, 8, 10, 11},
		Values: []float64{4, 1e9 + 0.9, 7, 7, -1, 4 + 1e-8, 6, 6, 6}}
	w := &writer{level: 0.95}
	for _, less := range []bool{true, false} {
		p := w.pair(&comparison{a: a, b: b, less: less}, rng.New(1, "p", 0))
		// 1: 3 and 4; 2: equal up to 0.9e-9; 5: equal; 6: 4 is less by 2.5e-9.
		want := [6]int{4, 3, 5, 2, 2, 0}
		if !less {
			want[3], want[5] = 0, 2
		}
		if got := [6]int{p.Count, p.OnlyA, p.OnlyB, *p.Wins, *p.Ties, *p.Losses}; got != want {
			t.Errorf("counts: got %v, want %v", got, want)
		}
		if mean := (-1 + 0 + 0 - 1e-8) / 4; math.Abs(*p.MeanDifference-mean) > 1e-7 {
			t.Errorf("mean difference: got %v, want %v", *p.MeanDifference, mean)
		}
	}
}

// Values without variation have no interval by any method. The p-value of a
// constant difference is that of so many equal signs.
func TestNoIntervalWhereNothingVaries(t *testing.T) {
	w := &writer{level: 0.95, family: 1}
	flat := func(values ...float64) *study.Column {
		c := &study.Column{Values: values}
		for i := range values {
			c.Replications = append(c.Replications, int32(i))
		}
		return c
	}
	for name, c := range map[string]struct {
		a, b    *study.Column
		p       float64
		verdict string
	}{
		"the same difference": {flat(5, 6, 7, 8), flat(3, 4, 5, 6), 1. / 8, Undecided},
		"no difference":       {flat(5, 6, 7, 8), flat(5, 6, 7, 8), 1, Undecided},
		// With 2 degrees of freedom P(|T| > t) is 1 - t/sqrt(2 + t^2). Here t is
		// 2/(1/sqrt(3)), so that p is 1 - sqrt(12/14).
		"1, 2, 3": {flat(1, 2, 3), flat(0, 0, 0), 1 - math.Sqrt(12./14), Undecided},
	} {
		p := w.pair(&comparison{a: c.a, b: c.b, less: true}, rng.New(1, "p", 0))
		if math.Abs(*p.P-c.p) > 1e-14 || p.Verdict != c.verdict || (p.Interval == nil) != (name != "1, 2, 3") ||
			(p.NoInterval == NoSpread) != (name != "1, 2, 3") {
			t.Errorf("%s: got %+v, p %v; want p %v, %s", name, p, *p.P, c.p, c.verdict)
		}
	}
	c := w.cell(flat(2, 2, 2), false, nil)
	if c.Interval != nil || c.CI95 != nil || c.NoInterval != NoSpread || *c.SD != 0 {
		t.Errorf("a cell without spread: got %+v, want no interval", c)
	}
	c = w.cell(flat(0, 0, 0, 0, 0, 0, 0, 0, 0, 9), false, rng.New(1, "c", 0))
	if c.Interval != nil || c.NoInterval != TooFew || c.Zeros != 9 {
		t.Errorf("one nonzero value of ten: got %+v, want no interval", c)
	}
	// While a study is running, methods with random draws are not used.
	skewed := make([]float64, 400)
	for i := range skewed {
		skewed[i] = float64(i % 10 / 9 * 100)
	}
	skewed[3] = 5000
	if c := w.cell(flat(skewed...), false, rng.New(1, "c", 0)); c.Interval == nil || c.Interval.Method != Bootstrap {
		t.Errorf("skewed values: got %+v, want a bootstrap interval", c)
	}
	w.live = true
	if c := w.cell(flat(skewed...), false, nil); c.Interval != nil || c.NoInterval != Later {
		t.Errorf("skewed values while running: got %+v, want no interval yet", c)
	}
}

// The verdict is equal only if the interval, widened for all comparisons of the
// study, is within the margin, which is a share of the lesser mean.
func TestVerdicts(t *testing.T) {
	draw := rng.New(9, "verdicts", 0)
	a, b := &study.Column{}, &study.Column{}
	for i := range 100 {
		x := draw.Normal(200, 20)
		a.Values, b.Values = append(a.Values, x), append(b.Values, x+draw.Normal(1, 1))
		a.Replications, b.Replications = append(a.Replications, int32(i)), append(b.Replications, int32(i))
	}
	low, high := 0.0, 0.0
	for _, c := range []struct {
		margin float64
		family int
		want   string
	}{{0, 1, Undecided}, {0.01, 1, Equal}, {0.001, 1, Undecided}, {0.0067, 1, Equal}, {0.0067, 1000, Undecided}} {
		w := &writer{level: 0.95, margin: c.margin, family: c.family}
		p := w.pair(&comparison{a: a, b: b, less: true}, nil)
		low, high = p.Interval.Low, p.Interval.High
		if p.Verdict != c.want {
			t.Errorf("%+v: got %s, %v to %v; want %s", c, p.Verdict, low, high, c.want)
		}
		if lesser := NewSample(a.Values).Mean; p.Margin != nil && math.Abs(*p.Margin-c.margin*lesser) > 1e-9 {
			t.Errorf("margin: got %v for the lesser mean %v, want the share %v", *p.Margin, lesser, c.margin)
		}
	}
	// With a margin, a pair that is not equal is different if it is significant, and an equal pair
	// remains equal.
	tiny := 1e-9
	d := &Document{Confidence: 0.95, Pairs: []Pair{{P: &tiny, Verdict: Undecided}, {P: &tiny, Verdict: Equal}}}
	correct(d)
	if d.Pairs[0].Verdict != Different || d.Pairs[1].Verdict != Equal || !d.Pairs[1].Significant {
		t.Errorf("verdicts: got %+v, want different, then equal", d.Pairs)
	}
}

// One instance is one measurement: neither cells nor pairs make statements about other instances.
func TestOneInstance(t *testing.T) {
	plan, part := inventedStudy(1)
	for i := range plan.Points {
		plan.Points[i].Fixed = []bool{true, true, true}
	}
	d := New(plan, part)
	if d.Instances != 1 {
		t.Errorf("got %d instances, want 1", d.Instances)
	}
	for _, c := range d.Cells {
		if c.Interval != nil || c.SD != nil || c.CI95 != nil || !c.Machine && c.NoInterval != OneInstance {
			t.Errorf("one instance: got the cell %+v, want no interval", c)
		}
	}
	for _, p := range d.Pairs {
		if p.P != nil || p.Holm != nil || p.Interval != nil || p.SD != nil || p.Significant || p.Verdict != "" ||
			!p.Machine && p.Count > 0 && (p.Wins != nil || p.MeanDifference == nil) {
			t.Errorf("one instance: got the pair %+v, want a difference only", p)
		}
	}
	// If one run of several uses the seed, only the others are fixed.
	plan, part = inventedStudy(30)
	for i := range plan.Points {
		plan.Points[i].Fixed = []bool{true, true, false}
	}
	d = New(plan, part)
	if d.Instances != 0 || d.Cells[0].Interval != nil || d.Cells[2].Interval == nil || d.Pairs[0].P != nil ||
		d.Pairs[1].P == nil {
		t.Errorf("one run with the seed: got cells %+v and %+v, pairs %+v; want an interval and p of that run only",
			d.Cells[0], d.Cells[2], d.Pairs[:2])
	}
}

// Timings are corrected among themselves, and a p-value equal to the level is not
// below it.
func TestCorrect(t *testing.T) {
	d := &Document{Confidence: 0.95}
	values := []float64{0.01, 0.2, 0.03, 1 - d.Confidence}
	for i := range values {
		d.Pairs = append(d.Pairs, Pair{P: &values[i], Machine: i == 3})
	}
	d.Pairs = append(d.Pairs, Pair{}) // too few values
	correct(d)
	for i, want := range []float64{0.03, 0.2, 0.06, 1 - d.Confidence} {
		if p := d.Pairs[i]; p.Holm == nil || math.Abs(*p.Holm-want) > 1e-15 || p.Significant != (i == 0) {
			t.Errorf("pair %d: got %+v, want Holm's p-value %v", i, p, want)
		}
	}
	if d.Comparisons != 3 || d.Pairs[4].Holm != nil {
		t.Errorf("got %d comparisons, want 3; pair without values: %+v", d.Comparisons, d.Pairs[4])
	}
}

// The sizes at which a study is checked double from the first on, up to the
// requested size.
func TestCheckpoints(t *testing.T) {
	for _, c := range []struct {
		replications int
		stop         *scenario.Stop
		want         []int
	}{
		{700, nil, []int{700}}, {700, &scenario.Stop{}, []int{100, 200, 400, 700}}, {100, &scenario.Stop{}, []int{100}},
		{40, &scenario.Stop{First: 10}, []int{10, 20, 40}}, {41, &scenario.Stop{First: 10}, []int{10, 20, 40, 41}},
	} {
		plan, _ := inventedStudy(1)
		plan.Scenario.Study = &scenario.Study{Replications: c.replications, Stop: c.stop}
		if got := Checkpoints(plan); !slices.Equal(got, c.want) {
			t.Errorf("%d, %+v: got %v, want %v", c.replications, c.stop, got, c.want)
		}
	}
}

// A study with a rule ends at the first check at which every interval of every
// cell is narrow enough, and counts nothing beyond it.
func TestEndAtTheFirstNarrowInterval(t *testing.T) {
	plan, part := inventedStudy(100)
	plan.Points = plan.Points[:1] // values there are even enough for Student's interval
	width := func(point, run, n int) float64 {
		c := part.Column(point, run, 0, n)
		s := NewSample(c.Values)
		low, high := s.Student(0.95)
		return (high - low) / 2 / math.Abs(s.Mean)
	}
	widest := func(n int) float64 {
		most := 0.0
		if n < minToStop {
			return math.Inf(1)
		}
		for point := range plan.Points {
			for run := range plan.Runs() {
				most = max(most, width(point, run, n))
			}
		}
		return most
	}
	for look, n := range []int{20, 40, 80} {
		for _, by := range []float64{1.0001, 0.9999} {
			stop := widest(n) * by
			plan.Scenario.Study.Stop = &scenario.Stop{Metric: "cost", Width: stop, First: 10}
			want, ends := 100, false
			for _, k := range []int{10, 20, 40, 80} {
				if widest(k) <= stop {
					want, ends = k, true
					break
				}
			}
			if limit, stopped := End(plan, part); limit != want || stopped != ends {
				t.Errorf("look %d: got %d, stopped %t; want %d, %t", look, limit, stopped, want, ends)
			}
			if d := New(plan, part); d.Stopped != ends || d.Replications != want || d.Cells[0].Count != want {
				t.Errorf("look %d: got %d replications, %d counted; want %d", look, d.Replications, d.Cells[0].Count,
					want)
			}
		}
	}
	// The requested number also ends a study, but not earlier.
	plan.Scenario.Study.Stop = &scenario.Stop{Metric: "cost", Width: 1e9, First: 100}
	if limit, stopped := End(plan, part); limit != 100 || stopped {
		t.Errorf("last look: got %d, stopped %t; want 100, false", limit, stopped)
	}
	// A shorter part cannot be checked.
	plan.Scenario.Study.Stop = &scenario.Stop{Metric: "cost", Width: 1e9, First: 10}
	if limit, stopped := End(plan, study.NewPart(plan, "0")); limit != 100 || stopped {
		t.Errorf("an empty part: got %d, stopped %t; want 100, false", limit, stopped)
	}
	if narrow(plan, part, minToStop-1) || !narrow(plan, part, minToStop) {
		t.Error("narrow: want false below minToStop values, true from there on")
	}
}

// Values without variation, or too skewed for the interval, end no study, however
// narrow the interval is (review's S2).
func TestNoEndWithoutSpread(t *testing.T) {
	plan, part := inventedStudy(1)
	plan.Scenario.Study = &scenario.Study{Replications: 100,
		Stop: &scenario.Stop{Metric: "cost", Width: 1e9, First: 25}}
	row := part.NewRow()
	for name, value := range map[string]func(r int) float64{
		"zeros alone": func(int) float64 { return 0 }, "the same": func(int) float64 { return 7 },
		"one of 40": func(r int) float64 { return float64(r % 40 / 39) },
	} {
		made := study.NewPart(plan, "0")
		for point := range plan.Points {
			for r := range 100 {
				row.Reset(r)
				for i := range row.Values {
					row.Values[i] = value(r)
				}
				made.Add(point, row)
			}
		}
		if limit, stopped := End(plan, made); limit != 100 || stopped {
			t.Errorf("%s: got %d, stopped %t; want 100, false", name, limit, stopped)
		}
	}
}

// Draws are the same on every platform and must not change: the last bits of
// studies depend on them.
func TestDrawsStay(t *testing.T) {
	even, odd := []float64{1, 2, 4, 8, 16, 32, 64, 128}, []float64{1, 2, 4, 8, 16, 32, 64, 128, 256}
	for _, c := range []struct {
		values    []float64
		low, high float64
	}{
		{even, 9.73192765022695, 220.95935437086436},
		{odd, 17.299251422990103, 455.07865165938557},
	} {
		low, high, ok := bootstrap(c.values, 0.9, rng.New(3, "stay", 0))
		if low != c.low || high != c.high || !ok {
			t.Errorf("bootstrap of %d values: got %v to %v, %t; want %v to %v", len(c.values), low, high, ok, c.low,
				c.high)
		}
	}
	many := []float64{-3, -1}
	for i := range 30 {
		many = append(many, float64(i%7))
	}
	if p := signFlip(many, rng.New(3, "stay", 0)); p != 2.749281895850468e-06 {
		t.Errorf("signFlip: got %v, want 2.749281895850468e-06", p)
	}
	for n, want := range map[int]int{8: 1999, 10_005: 1999, 10_006: 1998, 20_000: 1000, 60_000: 399, 1_000_000: 399} {
		if got := resamples(n); got != want {
			t.Errorf("%d resamples of %d values, want %d", got, n, want)
		}
	}
}

// Each resample is n values of the sample: its studentised mean is that of a
// sample of those values, and all are drawn about as often.
func TestResamplesAreSamples(t *testing.T) {
	// Of two values there are three samples: the mean of 0 and 1 is their own,
	// and the two without spread have infinite t.
	two := NewSample([]float64{0, 1})
	ts := two.bootstrapMeans(rng.New(1, "two", 0))
	counts := map[float64]int{}
	for _, x := range ts {
		counts[x]++
	}
	if share := float64(counts[0]) / float64(len(ts)); len(counts) != 3 || math.Abs(share-0.5) > 0.05 ||
		counts[math.Inf(1)] == 0 || counts[math.Inf(-1)] == 0 {
		t.Errorf("resamples of two values: got %v, want half of 0 and both infinities", counts)
	}
	// Of 0, 0, 3 the resamples have the means 1, 2, so t is 0 or
	// (2-1)/(sqrt(3)/sqrt(3)) = 1, and 0 or 3 without spread.
	clear(counts)
	for _, x := range NewSample([]float64{0, 0, 3}).bootstrapMeans(rng.New(1, "three", 0)) {
		counts[math.Round(x*1e9)/1e9]++
	}
	total := float64(resamples(3))
	for x, want := range map[float64]float64{0: 12. / 27, 1: 6. / 27, math.Inf(-1): 8. / 27, math.Inf(1): 1. / 27} {
		if share := float64(counts[x]) / total; math.Abs(share-want) > 0.05 {
			t.Errorf("share of %v in resamples of three values: got %v, want %v", x, share, want)
		}
	}
	// Mostly rounding errors: a sample far from 0 with nearly equal values.
	far := []float64{1e9, 1e9 + 1, 1e9, 1e9 + 1}
	if got := squaredDeviations(far); got != 1 {
		t.Errorf("squaredDeviations: got the squares %v, want 1", got)
	}
	if squaredDeviations([]float64{3, 3, 3}) != 0 {
		t.Error("squaredDeviations of equal values: got squares, want 0")
	}
}
