package paper

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/measure"
)

// compared runs a paper with fewer replications than it has.
func compared(t *testing.T, p Paper, replications int) *Document {
	t.Helper()
	plans, err := p.Plans(replications)
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]*study.Part, len(plans))
	now := 0.0
	for i, plan := range plans {
		parts[i], err = measure.Run(context.Background(), engine.All(), plan,
			slices.Values(measure.Tasks(plan, 0, plan.Replications(), 64)),
			measure.Env{Clock: func() float64 { now++; return now }})
		if err != nil {
			t.Fatal(err)
		}
		for point := range plan.Points {
			if f := parts[i].Failures(point, 1); len(f) > 0 {
				t.Errorf("%s, %s: %+v", p.ID, p.Experiments[i].ID, f[0])
			}
		}
	}
	r, err := p.Results(context.Background(), engine.All(), plans, parts)
	if err != nil {
		t.Fatal(err)
	}
	return r.Document("test")
}

// Of every paper no statement differs by the reading that was chosen, and every
// rejected reading differs somewhere: that is why it was rejected. With few
// replications some patterns stay undecided.
func TestPapers(t *testing.T) {
	few := map[string]int{"rbhs-2013": 12, "square-2018": 150, "alp-amp-2011": 400, "gka-2023": 6}
	for _, p := range All() {
		t.Run(p.ID, func(t *testing.T) {
			t.Parallel()
			n := few[p.ID]
			if testing.Short() {
				n = (n + 2) / 3
			}
			d := compared(t, p, n)
			for _, c := range d.Charts {
				want := "availability"
				if strings.HasPrefix(c.ID, "time") {
					want = study.Elapsed
				}
				if c.Metric != want || c.Machine != study.MachineDependent(want) || len(c.Lines) < 2 {
					t.Errorf("%s: chart %+v", c.ID, c)
				}
				for _, line := range c.Lines {
					if len(line.Points) < 4 {
						t.Errorf("%s: %s has %d points", c.ID, line.Algorithm, len(line.Points))
					}
				}
			}
			if charts := len(d.Charts); charts != map[string]int{"gka-2023": 6}[p.ID] {
				t.Errorf("%d charts", charts)
			}
			ids, differs := map[string]bool{}, map[string]bool{}
			for _, r := range d.Rows {
				if ids[r.ID] || r.ID == "" {
					t.Errorf("two rows are called %q", r.ID)
				}
				ids[r.ID] = true
				switch {
				case r.Rejected:
					differs[r.Reading] = differs[r.Reading] || r.Verdict == Differs
				case r.Verdict == Differs:
					t.Errorf("%s: the paper has %s, ours is %v, %v", r.What, r.Stated, *r.Ours, r.CI95)
				case r.Verdict == Unknown && r.Stated != "":
					t.Errorf("%s: nothing of ours beside %s", r.What, r.Stated)
				}
			}
			for reading, differs := range differs {
				if !differs && !testing.Short() && reading != "the plain sum of both scores" {
					t.Errorf("%s yields what the paper states; why was it rejected?", reading)
				}
			}
			if again := (&Document{}); len(doc.Decode(d.Text(), again)) > 0 || len(again.Rows) != len(d.Rows) {
				t.Error("the document cannot be read back")
			}
		})
	}
}

// A number that the text does not state never stands as the paper's word.
func TestNothingIsRecalled(t *testing.T) {
	for _, p := range All() {
		if p.Citation == "" || p.Setting == "" || len(p.Experiments) == 0 {
			t.Errorf("%s says not where it is from", p.ID)
		}
		for _, r := range p.Rows {
			if (r.Value != nil || r.Low != nil || r.Machine) != (r.Stated != "") || r.Where == "" || r.Value != nil &&
				r.Low != nil {
				t.Errorf("%s, %s: a value without words or words without a value", p.ID, r.ID)
			}
		}
	}
	if p, ok := ByID("markov-2004"); !ok || len(p.schedule) != 23 {
		t.Error("table 3 has 23 rows")
	}
	if _, ok := ByID("none"); ok || len(IDs()) != 5 {
		t.Error("papers")
	}
}

func TestVerdicts(t *testing.T) {
	number := func(value, tolerance float64) Row { return stated("x", "", "", "", "x", value, tolerance, nil) }
	words := pattern("x", "", "", "", "x", 5, 18, nil)
	for _, c := range []struct {
		row             Row
		ours, low, high float64
		want            string
	}{
		{number(10, 1), 10.9, 9, 13, Agrees}, {number(10, 1), 11.2, 10.8, 11.6, Undecided},
		{number(10, 1), 12, 11.1, 13, Differs},
		{number(10, 0), 10, 10, 10, Agrees}, {words, 10, 6, 14, Agrees}, {words, 10, 4, 16, Undecided},
		{words, 4, 2, 6, Undecided},
		{words, 4, 3, 4.9, Differs}, {Row{Machine: true}, 1, 1, 1, OfMachine}, {Row{}, 1, 1, 1, Unknown},
	} {
		if got := c.row.verdict(Estimate{c.ours, c.low, c.high, 9}); got != c.want {
			t.Errorf("%v [%v, %v]: %s, must be %s", c.ours, c.low, c.high, got, c.want)
		}
	}
}

// The estimators against worked examples.
func TestEstimates(t *testing.T) {
	nan := math.NaN()
	// R = 10, residues 0, 10, -10: s = 10, half = t(0.95, 2) 10/sqrt(3) / 2.
	e := ratio(column{10, 30, 20, nan, 1}, column{1, 2, 3, 4, nan})
	if half := 4.302652729911275 * 10 / math.Sqrt(3) / 2; e.Value != 10 || math.Abs(e.High-10-half) > 1e-9 ||
		e.Count != 3 {
		t.Errorf("%+v", e)
	}
	if l := less(column{3, 3}, column{4, 4}); l.Value != 25 || l.Low != 25 || l.High != 25 {
		t.Errorf("%+v", l)
	}
	// Wilson's interval of 1 in 10 (Brown, Cai, DasGupta 2001): 0.018 to 0.404.
	if s := share(column{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, nan}); s.Value != 10 || math.Abs(s.Low-1.7876) > 1e-3 ||
		math.Abs(s.High-40.415) > 1e-3 {
		t.Errorf("%+v", s)
	}
	if s := share(column{1, 1}); s.High != 100 || s.Low > 40 {
		t.Errorf("%+v", s)
	}
	if m := mean(column{nan}); m.Count != 0 {
		t.Errorf("%+v", m)
	}
	if c := (column{1, 2, 3}).where(column{1, 0, nan}); c[0] != 1 || c[1] == c[1] || c[2] == c[2] {
		t.Errorf("%v", c)
	}
	if !strings.Contains(decimal(343.3), "343.3") {
		t.Error("decimal")
	}
}
