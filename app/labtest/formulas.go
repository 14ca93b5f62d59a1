package labtest

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Formulas checks the arithmetic of the formulas of a kind's presets with the numbers as shown. Each of their terms
// must refer to marks of the picture. It fails if there are fewer than want formulas.
func Formulas(t *testing.T, sc *screen.Screen, most int, want int) {
	kind, _ := catalog.ByID(sc.Kind)
	seen := map[string]bool{}
	for _, p := range kind.Presets {
		s := Preset(t, sc.Kind, p.ID)
		if isLarge(&s) || testing.Short() && !isSmall(&s, sc) {
			continue
		}
		if isSmall(&s, sc) {
			s = WithAllAlgorithms(s)
		}
		runs := slices.DeleteFunc(LightRuns(&s, sc), func(r scenario.Run) bool { return sc.WeightOf(&s, r) > 0.3 })
		s = Solve(t, s, runs...)
		for i := range s.Answers {
			if a := &s.Answers[i]; a.Answer != nil && a.Answer.Feasible {
				formulasOf(t, sc, Focus(s, a.ID), most, seen)
			}
		}
	}
	if len(seen) < want && !testing.Short() {
		t.Errorf("got %d formulas, want at least %d", len(seen), want)
	}
	t.Logf("%d different formulas", len(seen))
}

// formulasOf checks a run's decisions about the first most jobs, or about all.
func formulasOf(t *testing.T, sc *screen.Screen, s state.State, most int, seen map[string]bool) {
	n, id := doc.List(scenario.Problem(s.Problem), "jobs")
	for i := range max(1, min(n, most)) {
		of := s
		if n > 0 {
			of = Select(s, "job", id(i))
		}
		of = Explain(t, of, sc)
		text := ui.HTML(ui.El("div", sc.Verdict(&of)))
		drawn, formula := sc.Picture(&of).SVG(), sumIn(text)
		if formula == "" || seen[formula] {
			continue
		}
		seen[formula] = true
		if wrong := Arithmetic(formula); wrong != "" {
			t.Errorf("%s: %s", formula, wrong)
		}
		if !lit.MatchString(text) {
			t.Errorf("%s refers to no mark", formula)
		}
		for _, m := range lit.FindAllStringSubmatch(text, -1) {
			for _, name := range strings.Split(html.UnescapeString(m[1]), "\n") {
				kind, ref, mark := strings.Cut(name, ":")
				want := `data-kind="` + kind + `" data-id="` + html.EscapeString(ref) + `"`
				if !mark {
					want = `class="` + name[1:] + `"`
				}
				if (mark || strings.Contains(drawn, "gb-flow")) && !strings.Contains(drawn, want) {
					t.Errorf("%s: %q is not in the picture", formula, name)
				}
			}
		}
	}
}

var (
	lit     = regexp.MustCompile(`data-lights="([^"]*)"`)
	sumSpan = regexp.MustCompile(`(?s)<span class="sum">(.*?)</span>`)
	markups = regexp.MustCompile(`<[^>]*>`)
)

func sumIn(text string) string {
	m := sumSpan.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return html.UnescapeString(markups.ReplaceAllString(m[1], ""))
}

var relation = regexp.MustCompile(` (=|≤|<) `)

// Arithmetic returns the fault of a formula as written, such as "cost: 5 · 80 +
// 4 · 80 = 720 ≤ 800; time: 80 / 1 = 80.": each side of a relation is computed,
// and must satisfy the relation as far as its digits go.
func Arithmetic(formula string) string {
	for _, clause := range strings.Split(strings.TrimSuffix(formula, "."), ";") {
		if _, after, named := strings.Cut(clause, ": "); named {
			clause = after
		}
		sides, signs := relation.Split(clause, -1), relation.FindAllStringSubmatch(clause, -1)
		for i := 1; i < len(sides); i++ {
			a, b := value(sides[i-1]), value(sides[i])
			switch sign := signs[i-1][1]; {
			case math.IsNaN(a.min + b.min):
				return "no number in " + sides[i-1] + " or " + sides[i]
			case a.min > b.max, sign == "=" && a.max < b.min:
				return fmt.Sprintf("%g to %g %s %g to %g", a.min, a.max, sign, b.min, b.max)
			}
		}
	}
	return ""
}

var digits = regexp.MustCompile(`[0-9][0-9.]*`)

// A span is the range of the values that a rounded number may have.
type span struct{ min, max float64 }

// value returns the range of a side: a sum of products and quotients, whose
// numbers have words after them.
func value(side string) span {
	var total span
	for _, term := range strings.Split(side, " + ") {
		product := span{1, 1}
		for _, factor := range strings.Split(strings.ReplaceAll(term, " / ", " · ÷"), " · ") {
			factor, divides := strings.CutPrefix(factor, "÷")
			x := displayedRange(strings.NewReplacer("\u202f", "", "\u00a0", "").Replace(factor))
			if divides {
				x = span{1 / x.max, 1 / x.min}
			}
			product = span{product.min * x.min, product.max * x.max}
		}
		total = span{total.min + product.min, total.max + product.max}
	}
	return total
}

// displayedRange returns the range of values that are written as the text: half a unit
// of the last digit to both sides, or the value alone if it is whole and short.
func displayedRange(text string) span {
	text = digits.FindString(text)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return span{math.NaN(), math.NaN()}
	}
	half := 1e-9 * x
	if _, behind, points := strings.Cut(text, "."); points {
		half += 0.5 * math.Pow10(-len(behind))
	} else if x >= 1000 {
		half += 0.5
	}
	return span{max(0, x-half), x + half}
}
