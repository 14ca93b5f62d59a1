package paper

import (
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/runner"
)

// runPaper runs a paper with fewer replications than it has.
func runPaper(t *testing.T, p Paper, replications int) *Document {
	t.Helper()
	plans, err := p.Plans(replications)
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]*study.Part, len(plans))
	now := 0.0
	for i, plan := range plans {
		parts[i], err = runner.Run(context.Background(), engine.All(), plan,
			slices.Values(runner.Tasks(plan, 0, plan.Replications(), 64)),
			runner.Env{Clock: func() float64 { now++; return now }})
		if err != nil {
			t.Fatal(err)
		}
		for point := range plan.Points {
			if f := parts[i].Failures(point, 1); len(f) > 0 {
				t.Errorf("%s, %s: got failure %+v, want none", p.ID, p.Experiments[i].ID, f[0])
			}
		}
	}
	r, err := p.Results(context.Background(), engine.All(), plans, parts)
	if err != nil {
		t.Fatal(err)
	}
	return r.Document("test")
}

// knownDifferences lists the numbers that differ from ours: intervals of thousands of
// replications are narrow, and the distributions that the texts leave open are fitted
// to within some percent. Times, which belong to other programs and machines, are not
// compared.
var knownDifferences = []string{"cycles", "cycles-cost", "slots-cost", "all-slots", "least-time-alp-total",
	"least-time-amp-total", "least-cost-alp-total", "least-cost-amp-total", "alp-time-alternatives", "amp-time-time",
	"alp-cost-alternatives", "alp-cost-cost", "amp-cost-cost", "percentage-1", "percentage-2",
	"max-q-above-multiple-best"}

// documentOf returns the recorded results of a paper's experiments. The command line's
// TestRecordedPapersAreCurrent runs their first replications again and compares.
func documentOf(t *testing.T, p Paper) *Document {
	t.Helper()
	text, err := os.ReadFile("../../../site/papers/" + p.ID + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d := new(Document)
	if faults := doc.Decode(text, d); faults != nil {
		t.Fatal(faults)
	}
	return d
}

// No result reverses a direction of a paper, no number differs unless it is known, and every
// rejected reading differs in some row, which is why it was rejected.
func TestPapers(t *testing.T) {
	for _, p := range All() {
		t.Run(p.ID, func(t *testing.T) {
			t.Parallel()
			d := documentOf(t, p)
			ids, differs := map[string]bool{}, map[string]bool{}
			for _, r := range d.Rows {
				if ids[r.ID] || r.ID == "" {
					t.Errorf("got a repeated or empty id %q of a row", r.ID)
				}
				ids[r.ID] = true
				switch {
				case r.Rejected:
					differs[r.Reading] = differs[r.Reading] || r.Verdict == Differs
				case r.Verdict == Differs && !slices.Contains(knownDifferences, r.ID) && !r.Machine:
					t.Errorf("%s: got %v, %v; want %s as in the paper", r.What, *r.Ours, r.CI95, r.Stated)
				case r.Verdict == Unknown:
					t.Errorf("%s: got no value to compare with %s", r.What, r.Stated)
				}
			}
			for reading, differs := range differs {
				if !differs && reading != "the plain sum of both scores" {
					t.Errorf("rejected reading %q agrees with the paper in all rows", reading)
				}
			}
			checkCharts(t, d, ids)
			if again := (&Document{}); len(doc.Decode(d.Text(), again)) > 0 || len(again.Rows) != len(d.Rows) {
				t.Error("the written document cannot be read or has other rows")
			}
			checkSummary(t, d)
		})
	}
}

// charts has the number of figures of each paper, with the figures that we add.
var charts = map[string]int{"gka-2023": 6, "rbhs-2013": 6, "square-2018": 2, "alp-amp-2011": 4}

// checkCharts checks the charts: every figure, every point with its interval, and rows that
// exist in the document, each in one chart.
func checkCharts(t *testing.T, d *Document, ids map[string]bool) {
	t.Helper()
	if len(d.Charts) != charts[d.Paper] {
		t.Errorf("got %d charts, want %d", len(d.Charts), charts[d.Paper])
	}
	inChart := map[string]bool{}
	for _, c := range d.Charts {
		if c.Known == "" || len(c.Lines) < 2 || c.Machine != (c.Y.Unit == milliseconds) {
			t.Errorf("chart has no explanation or too few lines, or a wrong machine mark: %+v", c)
		}
		for _, id := range c.Rows {
			if !ids[id] {
				t.Errorf("%s: there is no row %s", c.ID, id)
			}
			if inChart[id] {
				t.Errorf("row %s is shown with two charts", id)
			}
			inChart[id] = true
		}
		for _, line := range c.Lines {
			if len(line.Points) == 0 {
				t.Errorf("%s: %s has no points", c.ID, line.Algorithm)
			}
			for _, p := range line.Points {
				if p.Count > p.Replications || len(p.CI95) != 2 || p.CI95[0] > p.Mean || p.CI95[1] < p.Mean {
					t.Errorf("%s, %s: got %+v, want a mean within its interval", c.ID, line.Algorithm, p)
				}
			}
		}
	}
}

// checkSummary checks the sentence about the rows against the rows.
func checkSummary(t *testing.T, d *Document) {
	t.Helper()
	all, worst := 0, ""
	most := 0.0
	counts := map[string]int{}
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Rejected {
			continue
		}
		all++
		if r.Machine { // counted separately
			continue
		}
		counts[r.Verdict]++
		if r.Verdict != Near && r.Verdict != Differs || r.Low == nil || r.High == nil {
			continue
		}
		end := *r.High
		if *r.Ours < *r.Low {
			end = *r.Low
		}
		far := math.Abs(*r.Ours - end)
		if !strings.HasPrefix(r.Unit, "%") {
			far *= 100 / end
		}
		if far > most {
			most, worst = far, r.What
		}
	}
	if !strings.HasPrefix(d.Summary, "Of "+strconv.Itoa(all)+" statements ") || worst != "" &&
		!strings.Contains(d.Summary, worst+", "+formatShort(most)) {
		t.Errorf("summary: got %q, want %d rows, at most %v half-widths of %s", d.Summary, all, most, worst)
	}
	for verdict, words := range map[string]string{Agrees: " agree", Near: " near", Differs: " differ",
		Undecided: " undecided"} {
		if strings.Contains(d.Summary, words) != (counts[verdict] > 0) {
			t.Errorf("summary: got %q, want the verdicts %v", d.Summary, counts)
		}
	}
}

// Every row has a statement of the text and its place, and every judged statement without
// a number says what is judged.
func TestNothingIsRecalled(t *testing.T) {
	for _, p := range All() {
		if p.Citation == "" || p.Setting == "" || len(p.Experiments) == 0 {
			t.Errorf("%s has no citation, setting or experiments", p.ID)
		}
		for _, r := range p.Rows {
			if r.Claim == nil || r.Stated == "" || r.Where == "" || r.Estimate == nil {
				t.Errorf("%s, %s has no claim, statement, place or value", p.ID, r.ID)
			}
			if r.Claim != nil && r.Claim.Words && r.Judged == "" {
				t.Errorf("%s, %s: statement %q does not say what is judged", p.ID, r.ID, r.Stated)
			}
			if r.Judged == "" && !strings.ContainsAny(r.Stated, "0123456789") && !r.Machine &&
				!strings.Contains(r.Stated, "each experiment") {
				t.Errorf("%s, %s: statement %q has no number and does not say what is judged", p.ID, r.ID, r.Stated)
			}
		}
	}
	if p, ok := ByID("markov-2004"); !ok || len(p.schedule) != 23 {
		t.Errorf("table 3 of markov-2004: got %d rows, want 23", len(p.schedule))
	}
	if _, ok := ByID("none"); ok || len(IDs()) != 5 {
		t.Errorf("got %d papers, or one called none; want 5", len(IDs()))
	}
}

// The estimators give the results of worked examples.
func TestEstimates(t *testing.T) {
	nan := math.NaN()
	// R = 10, residuals 0, 10, -10: s = 10, half = t(0.95, 2) 10/sqrt(3) / 2.
	e := ratio(column{10, 30, 20, nan, 1}, column{1, 2, 3, 4, nan})
	if half := 4.302652729911275 * 10 / math.Sqrt(3) / 2; e.Value != 10 || math.Abs(e.High-10-half) > 1e-9 ||
		e.Count != 3 {
		t.Errorf("ratio: got %+v, want 10 of 3 values, half-width %v", e, half)
	}
	if l := reduction(column{3, 3}, column{4, 4}); l.Value != 25 || l.Low != 25 || l.High != 25 {
		t.Errorf("reduction: got %+v, want 25 without width", l)
	}
	// Wilson's interval of 1 in 10 (Brown, Cai, DasGupta 2001): 0.018 to 0.404.
	if s := share(column{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, nan}); s.Value != 10 || math.Abs(s.Low-1.7876) > 1e-3 ||
		math.Abs(s.High-40.415) > 1e-3 {
		t.Errorf("share of 1 in 10: got %+v, want 1.79 to 40.42", s)
	}
	if s := share(column{1, 1}); s.High != 100 || s.Low > 40 {
		t.Errorf("share of 2 in 2: got %+v, want 40 or less to 100", s)
	}
	if m := mean(column{nan}); m.Count != 0 {
		t.Errorf("mean of no values: got %+v, want count 0", m)
	}
	if c := (column{1, 2, 3}).filter(column{1, 0, nan}); c[0] != 1 || c[1] == c[1] || c[2] == c[2] {
		t.Errorf("filter: got %v, want only the first value", c)
	}
	if !strings.Contains(decimal(343.3), "343.3") {
		t.Errorf("decimal(343.3): got %s, want it to contain 343.3", decimal(343.3))
	}
}
