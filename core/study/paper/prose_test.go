package paper

import (
	"os"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A sentence is a statement of an article with numbers of a paper's experiments,
// and the row that it refers to, as shares of the value in comparison.
type sentence struct {
	page, text, paper, row string
	part                   float64
	claim                  Claim
}

// sentences compares the articles' prose with the numbers: the words are on the
// page, and the statement is true.
var sentences = []sentence{
	{"alp-amp", "finds four to five times\nas many", "alp-amp-2011", "times-as-many", 1, spanClaim("4", "5")},
	{"alp-amp", "36 % less time", "alp-amp-2011", "percentage-1", 1, printedClaim("36")},
	{"alp-amp", "ours are 36 % and 9 %", "alp-amp-2011", "percentage-3", 1, printedClaim("9")},
	{"alp-amp", "about two and a half times those published", "alp-amp-2011", "all-parts-alp", 59.85,
		printedClaim("2.5")},
	{"alp-amp", "about two and a half times those published", "alp-amp-2011", "all-parts-amp", 39.01,
		printedClaim("2.5")},
	{"rbhs", "70 % ahead", "rbhs-2013", "rbhs-computation-makespan", 1, printedClaim("70")},
	{"rbhs", "14 % when they move much data", "rbhs-2013", "rbhs-data-makespan", 1, printedClaim("14")},
	{"rbhs", "`swapped`\nhas the longer makespan in all three", "rbhs-2013", "rbhs-computation-swapped", -1,
		aboveClaim(0)},
	{"rbhs", "`swapped`\nhas the longer makespan in all three", "rbhs-2013", "rbhs-data-swapped", -1, aboveClaim(0)},
	{"rbhs", "`swapped`\nhas the longer makespan in all three", "rbhs-2013", "rbhs-mixed-swapped", -1, aboveClaim(0)},
	{"group-tree", "13 % lower than GKA at 30\nnodes", "gka-2023", "single-200", 1, printedClaim("13")},
	{"group-tree", "Tree Greedy by 6 %", "gka-2023", "greedy-200", 1, printedClaim("6")},
}

// article returns a page of the documentation.
func article(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile("../../../site/docs/" + page + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestProse(t *testing.T) {
	for _, s := range sentences {
		if !strings.Contains(article(t, s.page), s.text) {
			t.Errorf("%s.md does not contain %q", s.page, s.text)
		}
		p, _ := ByID(s.paper)
		found := false
		for _, r := range documentOf(t, p).Rows {
			if r.ID != s.row {
				continue
			}
			found = true
			e := Estimate{Value: *r.Ours / s.part, Low: r.CI95[0] / s.part, High: r.CI95[1] / s.part, Count: r.Count}
			if s.part < 0 {
				e.Low, e.High = e.High, e.Low
			}
			if verdict, _ := s.claim.judge(e); verdict == Differs {
				t.Errorf("%s.md states %q: got %+v, want agreement", s.page, s.text, e)
			}
		}
		if !found {
			t.Errorf("there is no row %s", s.row)
		}
	}
}

// withPreset returns a paper with another preset in its experiments.
func withPreset(p Paper, preset string) Paper {
	for i := range p.Experiments {
		asked := p.Experiments[i].Scenario
		p.Experiments[i].Scenario = func() *scenario.Scenario {
			s := asked()
			made, _ := catalog.FromPreset(preset, s.Seed)
			made.Study, made.Runs = s.Study, s.Runs
			return made
		}
	}
	return p
}

// The statements of the articles about other presets are true: with the published
// ranges costs are higher, and with linear prices every statement agrees.
func TestProseOnPresets(t *testing.T) {
	if !strings.Contains(article(t, "alp-amp"), "costs come out 13 to 19 % higher") ||
		!strings.Contains(article(t, "square-window"), "with *linear prices* every statement agrees") {
		t.Error("the articles do not contain the statements on presets")
	}
	claim := Claim{Low: 1.125, High: 1.195}
	for _, r := range runPaper(t, withPreset(batches(), "alp-amp-printed"), 300).Rows {
		if strings.Contains(r.What, "average cost of a job") {
			e := Estimate{Value: *r.Ours / *r.Low, Low: r.CI95[0] / *r.Low, High: r.CI95[1] / *r.Low, Count: r.Count}
			if verdict, _ := claim.judge(e); verdict == Differs {
				t.Errorf("alp-amp-printed: %s: got %+v, want 1.125 to 1.195 times the paper's", r.What, e)
			}
		}
	}
	for _, r := range runPaper(t, withPreset(square(), "square-2018-linear"), 300).Rows {
		if !r.Rejected && r.Verdict != Agrees {
			t.Errorf("square-2018-linear: %s: got %s, want agreement", r.What, r.Verdict)
		}
	}
}
