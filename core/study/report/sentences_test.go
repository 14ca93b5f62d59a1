package report

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/rng"
	"gridbox/core/study"
)

// testParts returns words with numbers that can be read exactly.
func testParts(less bool) SentenceParts {
	return SentenceParts{A: "Alpha", B: "Beta", Metric: "cost", Unit: "G$", Less: less, Confidence: 0.95,
		FormatCount:  strconv.Itoa,
		FormatFigure: func(x float64, _ *Interval) string { return strconv.FormatFloat(x, 'g', -1, 64) }}
}

// The numbers of a sentence, in order.
var (
	amountIn   = regexp.MustCompile(`^(\w+) has (\S+) G\$ (less|more) cost than (\w+)`)
	intervalIn = regexp.MustCompile(`\((\S+) to (\S+?)( \*)?\); `)
	scoreIn    = regexp.MustCompile(`better in (\d+), equal in (\d+), worse in (\d+) of (\d+) instances\.`)
	pIn        = regexp.MustCompile(`\(p ([=<]) (\S+)\)`)
	marginIn   = regexp.MustCompile(`within ±(\S+)\.`)
)

// Every sentence agrees with the numbers, computed again from the values: which
// run is better and by how much, how often, whether it is chance, and whether it
// is equal in practice.
func TestSentencesSayWhatTheNumbersSay(t *testing.T) {
	kinds := map[string]int{}
	for seed, c := range cases() {
		draw := rng.New(uint64(seed), "prose", 0)
		a, b := c.columns(draw)
		w := &writer{level: 0.95, margin: c.margin, family: 1}
		p := w.pair(&comparison{a: a, b: b, less: c.less, fixed: c.fixed}, draw)
		d := &Document{Confidence: 0.95, Pairs: []Pair{p}}
		correct(d)
		text := d.Pairs[0].Sentence(testParts(c.less)).String()
		if why := untrue(text, a.Values, b.Values, c.less, c.fixed, &d.Pairs[0]); why != "" {
			t.Errorf("%+v: the sentence %q is wrong: %s", c, text, why)
		}
		for _, word := range phrases {
			if strings.Contains(text, word) {
				kinds[word]++
			}
		}
	}
	if len(kinds) != len(phrases) {
		t.Errorf("got the phrases %v, want all of %q", kinds, phrases)
	}
}

// phrases lists all phrases that a sentence may contain.
var phrases = []string{"no instance", "are equal in all", "in this one", "too few to say", "in each of them",
	"Not chance", "may be chance", "The tail decides", "Equal in practice", "not certain to lie", "Too few to exclude"}

// A spoken case is a comparison of two columns of n values.
type sentenceCase struct {
	n             int
	shift, margin float64
	shape         string
	less, fixed   bool
}

func cases() (list []sentenceCase) {
	for _, n := range []int{0, 1, 2, 5, 30} {
		for _, shift := range []float64{0, 0.01, -1, 40} {
			for _, shape := range []string{"even", "rare", "same", "heavy"} {
				for _, margin := range []float64{0, 0.02} {
					for _, less := range []bool{false, true} {
						list = append(list, sentenceCase{n: n, shift: shift, margin: margin, shape: shape, less: less})
						if n == 1 {
							list = append(list, sentenceCase{n: n, shift: shift, shape: shape, less: less, fixed: true})
						}
					}
				}
			}
		}
	}
	return list
}

// columns draws the values. b is a plus a difference of the shape.
func (c *sentenceCase) columns(draw *rng.Stream) (a, b *study.Column) {
	a, b = &study.Column{}, &study.Column{}
	for i := range c.n {
		x, d := draw.Normal(100, 9), c.shift
		switch c.shape {
		case "even":
			d += draw.Normal(0, 1)
		case "rare":
			d += 50 * math.Floor(draw.Uniform(0, 1.1))
		case "heavy":
			d += draw.PowerLaw(1.5, 1, 1e4) - 3
		}
		a.Values, b.Values = append(a.Values, math.Round(x)), append(b.Values, math.Round(x)+d)
		a.Replications, b.Replications = append(a.Replications, int32(i)), append(b.Replications, int32(i))
	}
	return a, b
}

// untrue returns the first false statement of a sentence, or "".
func untrue(text string, a, b []float64, less, fixed bool, p *Pair) string {
	sum, wins, ties, losses := 0.0, 0, 0, 0
	for i := range a {
		d := a[i] - b[i]
		switch {
		case math.Abs(d) <= 1e-9*math.Max(math.Abs(a[i]), math.Abs(b[i])):
			ties++
			continue
		case d < 0 == less:
			wins++
		default:
			losses++
		}
		sum += d
	}
	mean := sum / float64(len(a))
	switch {
	case len(a) == 0:
		return unless(strings.Contains(text, "no instance that both have solved"), "nothing was solved")
	case ties == len(a) && fixed:
		return unless(strings.HasSuffix(text, "are equal in this one instance."), "they are equal")
	case ties == len(a) && ties == 1:
		return unless(strings.HasSuffix(text, "are equal in the one instance that both have solved."),
			"they are equal")
	case ties == len(a):
		return unless(strings.HasSuffix(text, fmt.Sprintf("are equal in all %d instances.", ties)), "they are equal")
	}
	m := amountIn.FindStringSubmatch(text)
	if m == nil {
		return "names no amount"
	}
	better, worse := "Alpha", "Beta"
	if swapped := mean < 0 != less; strings.Contains(text, "The tail decides") !=
		(p.Holm != nil && (!swapped && losses > wins || swapped && wins > losses)) {
		return "the better mean is worse in more instances, or the sentence says so and it is not"
	}
	if mean < 0 != less {
		better, worse, wins, losses = "Beta", "Alpha", losses, wins
	}
	amount, _ := strconv.ParseFloat(m[2], 64)
	if m[1] != better || m[4] != worse || m[3] == "less" != less || math.Abs(amount-math.Abs(mean)) > 1e-9*(1+amount) {
		return fmt.Sprintf("the mean difference is %v", mean)
	}
	if i := intervalIn.FindStringSubmatch(text); (i != nil) != (p.Interval != nil) {
		return "has an interval, or none"
	} else if i != nil {
		low, _ := strconv.ParseFloat(i[1], 64)
		high, _ := strconv.ParseFloat(i[2], 64)
		if low > amount || high < amount || math.Abs(high-low-(p.Interval.High-p.Interval.Low)) > 1e-9*high ||
			(i[3] != "") != (p.Interval.Method == Bootstrap) {
			return fmt.Sprintf("the interval is %+v", p.Interval)
		}
	}
	if fixed {
		return unless(strings.HasSuffix(text, "in this one instance. Others may say otherwise.") &&
			!strings.Contains(text, "chance"), "one instance says nothing of chance")
	}
	if s := scoreIn.FindStringSubmatch(text); s == nil ||
		fmt.Sprint(s[1:]) != fmt.Sprint([]int{wins, ties, losses, len(a)}) {
		return fmt.Sprintf("better in %d, equal in %d, worse in %d", wins, ties, losses)
	}
	return checkChance(text, len(a), p)
}

// checkChance checks the statements of a sentence about chance and the margin.
func checkChance(text string, n int, p *Pair) string {
	if n < 2 {
		return unless(strings.HasSuffix(text, "Too few to exclude chance."), "one is too few")
	}
	m := pIn.FindStringSubmatch(text)
	if m == nil {
		return "has no p"
	}
	shown, _ := strconv.ParseFloat(m[2], 64)
	rounded := math.Abs(shown-*p.Holm) <= 0.00005+1e-12
	if m[1] == "<" {
		rounded = *p.Holm < shown
	}
	if !rounded || strings.Contains(text, "Not chance") != (*p.Holm < 0.05) ||
		strings.Contains(text, "may be chance") == (*p.Holm < 0.05) {
		return fmt.Sprintf("p is %v", *p.Holm)
	}
	if m := marginIn.FindStringSubmatch(text); (m != nil) != (p.Margin != nil) {
		return "speaks of a margin, or of none"
	} else if m != nil {
		margin, _ := strconv.ParseFloat(m[1], 64)
		inside := p.Interval != nil && -margin < p.Interval.Low && p.Interval.High < margin
		if math.Abs(margin-*p.Margin) > 1e-12 || strings.Contains(text, "Equal in practice") != inside ||
			strings.Contains(text, "not certain to lie") == inside {
			return fmt.Sprintf("the margin is %v of %+v", *p.Margin, p.Interval)
		}
	}
	return ""
}

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// A rounded p-value is on the same side of the level as the exact one.
func TestP(t *testing.T) {
	for p, want := range map[float64]string{0.2: "p = 0.2000", 0.049996: "p = 0.049996", 0.050001: "p = 0.0500",
		0.05: "p = 0.0500", 1e-9: "p < 0.0001", 0.00013: "p = 0.0001", 1: "p = 1.0000"} {
		if got := P(p, 0.05); got != want {
			t.Errorf("%v: got %s, want %s", p, got, want)
		}
	}
	if got := P(3e-5, 5e-5); got != "p = 0.00003" {
		t.Errorf("P of 0.00003 at a level of 0.00005: got %s, want \"p = 0.00003\"", got)
	}
}

// While a study is running, methods with random draws are not used yet.
func TestSentenceBeforeItsTime(t *testing.T) {
	w := &writer{level: 0.95, family: 1, live: true}
	a, b := &study.Column{}, &study.Column{}
	for i := range 40 {
		a.Values, b.Values = append(a.Values, float64(i%20/19)), append(b.Values, 0)
		a.Replications, b.Replications = append(a.Replications, int32(i)), append(b.Replications, int32(i))
	}
	p := w.pair(&comparison{a: a, b: b, less: true}, nil)
	text := p.Sentence(testParts(true)).String()
	if want := "Beta has 0.05 G$ less cost than Alpha; better in 2, equal in 38, worse in 0 of 40 instances. " +
		"Whether it is chance shows when the study is complete."; text != want {
		t.Errorf("Sentence: got %q, want %q", text, want)
	}
	p.Machine = true
	if text := p.Sentence(testParts(true)).String(); !strings.HasSuffix(text, "A timing of this machine.") {
		t.Errorf("Sentence on timings: got %q, want the remark on the machine", text)
	}
}
