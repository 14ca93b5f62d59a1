package report

import (
	"math"
	"strconv"

	"gridbox/core/i18n"
)

// SentenceParts are the external parts of a sentence about a comparison: the names of
// its runs and of the metric, the metric's unit, and whether lower values are
// better.
type SentenceParts struct {
	A, B, Metric, Unit string
	Less               bool
	Confidence         float64
	// FormatCount formats a count, and FormatFigure a number with the digits that its interval justifies.
	FormatCount  func(n int) string
	FormatFigure func(x float64, i *Interval) string
}

// A Sentence compares two runs in words: two names, the text between them, and
// the rest.
type Sentence struct{ First, Middle, Second, Rest string }

// String returns the sentence as one text.
func (s Sentence) String() string { return s.First + s.Middle + s.Second + s.Rest }

// Sentence returns the comparison of a pair in words, the better run on average
// first. All numbers in it are those of the pair or follow from them.
func (p *Pair) Sentence(w SentenceParts) Sentence {
	if p.MeanDifference == nil {
		return Sentence{w.A, " and ", w.B, ": no instance that both have solved."}
	}
	single := p.NoInterval == OneInstance
	switch wins, _, losses := p.counts(); {
	case *p.MeanDifference == 0 && single:
		return Sentence{w.A, " and ", w.B, " are equal in this one instance."}
	case wins+losses == 0 && !single:
		return Sentence{w.A, " and ", w.B, i18n.English(" are equal in {}.", w.allInstances(p.Count))}
	case *p.MeanDifference == 0:
		return Sentence{w.A, " and ", w.B, i18n.English(" have the same mean {}; the first is {}", w.Metric,
			p.score(w, false))}
	}
	swapped := *p.MeanDifference < 0 != w.Less
	first, second, difference := w.A, w.B, *p.MeanDifference
	if swapped {
		first, second, difference = w.B, w.A, -difference
	}
	amount := w.FormatFigure(math.Abs(difference), p.Interval)
	if w.Unit != "" {
		amount += " " + w.Unit
	}
	than := i18n.English(" more {} than ", w.Metric)
	if difference < 0 {
		than = i18n.English(" less {} than ", w.Metric)
	}
	if single {
		return Sentence{first, " has " + amount + than, second, " in this one instance. Others may say otherwise."}
	}
	rest := ""
	switch {
	case p.Interval != nil:
		// The interval of the absolute difference; the words have its sign.
		size := Interval{p.Interval.Low, p.Interval.High, p.Interval.Method}
		if *p.MeanDifference < 0 {
			size.Low, size.High = -p.Interval.High, -p.Interval.Low
		}
		rest = " (" + w.FormatFigure(size.Low, &size) + " to " + w.FormatFigure(size.High, &size) +
			bootstrapMark(&size) + ")"
	case p.NoInterval == NoSpread:
		rest = " in each of them"
	case p.NoInterval == TooFew:
		rest = " in these instances, which are too few to say how much it is in others"
	}
	return Sentence{first, " has " + amount + than, second, rest + "; " + p.score(w, swapped)}
}

// counts returns wins, ties and losses, 0 if absent.
func (p *Pair) counts() (wins, ties, losses int) {
	if p.Wins == nil {
		return 0, 0, 0
	}
	return *p.Wins, *p.Ties, *p.Losses
}

// score returns the counts of instances by better run, and their significance.
func (p *Pair) score(w SentenceParts, swapped bool) string {
	wins, ties, losses := p.counts()
	if swapped {
		wins, losses = losses, wins
	}
	text := i18n.English("better in {}, equal in {}, worse in {} of {} instances. {}", w.FormatCount(wins),
		w.FormatCount(ties),
		w.FormatCount(losses), w.FormatCount(p.Count), p.verdictText(w))
	if better := p.MeanDifference != nil && *p.MeanDifference != 0; better && losses > wins && p.Holm != nil {
		text += " The tail decides: a few large differences make the mean better; more instances are worse than better."
	}
	return text
}

// verdictText returns the verdict and its reason.
func (p *Pair) verdictText(w SentenceParts) string {
	chance := ""
	switch {
	case p.Machine:
		return "A timing of this machine."
	case p.Holm == nil && p.Count > 1:
		return "Whether it is chance shows when the study is complete."
	case p.Holm == nil:
		return "Too few to exclude chance."
	case p.Significant:
		chance = i18n.English("Not chance ({}).", P(*p.Holm, 1-w.Confidence))
	default:
		chance = i18n.English("It may be chance ({}).", P(*p.Holm, 1-w.Confidence))
	}
	if p.Margin == nil {
		return chance
	}
	within := "±" + w.FormatFigure(*p.Margin, p.Interval)
	if p.Verdict == Equal {
		return i18n.English("Equal in practice: within {}. {}", within, chance)
	}
	return i18n.English("{} It is not certain to lie within {}.", chance, within)
}

func (w *SentenceParts) allInstances(n int) string {
	if n == 1 {
		return "the one instance that both have solved"
	}
	return i18n.English("all {} instances", w.FormatCount(n))
}

// bootstrapMark returns the mark of a bootstrapped interval.
func bootstrapMark(i *Interval) string {
	if i.Method == Bootstrap {
		return " *"
	}
	return ""
}

// P returns a p-value with enough digits to be on the same side of a level.
func P(p, level float64) string {
	if p < 1e-4 && level > 1e-4 {
		return "p < 0.0001"
	}
	for digits := 4; ; digits++ {
		text := strconv.FormatFloat(p, 'f', digits, 64)
		if shown, _ := strconv.ParseFloat(text, 64); digits == 17 || shown > 0 && shown < level == (p < level) {
			return "p = " + text
		}
	}
}
