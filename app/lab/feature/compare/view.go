package compare

import (
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/draw/compare"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// The screen of two answers has two parts: the pictures with the sentence on the difference and the replay, and the
// numbers with the list, which describes every difference in words.

// pictures returns the main part of the comparison: the sentence on the difference, the heads, the drawings and the
// replay. It is empty unless the comparison is shown. A note replaces the drawings and the replay if the answers
// cannot be compared. The list has no drawings.
func pictures(s *state.State, added panel.Additions) ui.Node {
	p := Of(s)
	part := ui.El("main", ui.Class("beside"), ui.A("id", "beside"), ui.A("tabindex", "-1"),
		ui.A("aria-label", "Two answers side by side"))
	if !isViewShown(s) {
		return part
	}
	part.Children = []ui.Node{summary(p), ui.El("div", ui.Class("sides"), head(p, 0),
		ui.IconButton("swap", "Swap the answers", ui.Act("two", "swap")), head(p, 1)),
		violations(p)}
	found := p.Difference
	if found == nil || len(found.Report.Metrics) == 0 {
		part.Children = append(part.Children, missing(p))
		return part
	}
	if p.Way != "list" {
		part.Children = append(part.Children, drawings(p)...)
	}
	part.Children = append(part.Children, replay(p, added.ScreenOf))
	return part
}

// summary returns the sentence on the difference, its reason, and its price.
func summary(p Pair) ui.Node {
	text := ui.El("p", ui.Class("lead"), ui.A("role", "status"))
	if f := p.Difference; f != nil {
		l := f.Report.Summary
		text.Children = []ui.Node{ui.El("b", l.Difference), ui.Text(strings.TrimRight(" "+l.Reason+" "+l.Price, " "))}
	}
	var ways []ui.Node
	for _, w := range [][2]string{{"", "Side by side"}, {"over", "Overlaid"}, {"list", "List"}} {
		ways = append(ways, ui.Button(w[1], ui.Act("two", "way", w[0]), ui.Aria("pressed", p.Way == w[0])))
	}
	return ui.El("header", ui.Class("beside-lead"), text,
		ui.El("div", ui.Class("ways"), ui.A("role", "group"), ui.A("aria-label", "How the answers are shown"), ways))
}

// head returns the choices of run and document of a side, with its metric.
func head(p Pair, side int) ui.Node {
	of := strconv.Itoa(side)
	where := []string{"left", "right"}[side]
	var values []string
	names := catalog.Names(p.Draft(side).Kind, state.Runs(p.Draft(side)))
	if p.Sides[side].CheckedAnswer != nil {
		names = []string{p.Run(side).Label}
	}
	for i := range names {
		values = append(values, strconv.Itoa(i))
	}
	chosen := strconv.Itoa(p.number(side))
	head := ui.El("div", ui.Class("side-head"), panel.Swatch(p.colours()[side], ""),
		ui.Choice(chosen, values, names, ui.A("aria-label", i18n.T("Run on the {}", where)), ui.A("data-beside", "run"),
			ui.A("data-of", of)),
		ui.El("span", ui.Class("soft"), "on"), source(p, side))
	if f := p.Difference; f != nil && len(f.Report.Metrics) > 0 {
		m := f.Report.EffectMetric()
		value, answer := m.A, f.Answers[side]
		if side == 1 {
			value = m.B
		}
		head.Children = append(head.Children, ui.El("span", ui.Class("side-value"), ui.El("b", ui.Num(value)),
			ui.El("small", " "+m.Unit)), mark(answer))
	}
	return head
}

// maxJudged is the maximal number of listed violations of another program's schedule.
const maxJudged = 20

// violations returns the violations in other programs' schedules, at most maxJudged for each side. A side with an
// answer of Gridbox has none.
func violations(p Pair) ui.Node {
	box := ui.El("div", ui.Class("judged"))
	for side := range 2 {
		x := &p.Sides[side]
		if x.CheckedAnswer == nil {
			continue
		}
		text := i18n.T("{} {} checked, ",
			ui.Integer(len(x.Problem.Farm.Jobs)),
			state.Noun("job", len(x.Problem.Farm.Jobs)))
		if x.CheckedAnswer.Violations == 0 {
			text += "no violations."
		} else {
			text += screen.Rows("violation", x.CheckedAnswer.Violations) + "."
		}
		box.Children = append(box.Children, ui.El("p", ui.El("b", x.Answer.Label+": "), text))
		var list []ui.Node
		for i, v := range x.Answer.Check.Violations {
			if i == maxJudged {
				list = append(list, ui.El("li",
					i18n.T("and {} more", ui.Integer(x.CheckedAnswer.Violations-maxJudged))))
				break
			}
			list = append(list, ui.El("li", ui.Class("why-not"), v.Path+": "+v.Reason))
		}
		for _, note := range x.CheckedAnswer.Notes {
			list = append(list, ui.El("li", note))
		}
		if len(list) > 0 {
			box.Children = append(box.Children, ui.El("ul", list))
		}
	}
	return box
}

// mark returns the checker's verdict as a sign, or an empty node for an unchecked answer.
func mark(a *scenario.Answer) ui.Node {
	if a.Check == nil {
		return ui.Node{}
	}
	sign, word := "✓", a.Check.ScopeName()
	if !a.Check.OK {
		sign, word = "✗", "refuted"
	}
	return ui.El("span", ui.Class("side-check"), ui.A("title", a.Reach()), ui.A("role", "img"),
		ui.A("aria-label", word), sign)
}

// maxDrafts is the maximal number of other versions and drafts that a head offers.
const maxDrafts = 30

// source returns the choice of a side's document: this draft, versions and other drafts of the same kind. It offers
// at most maxDrafts.
func source(p Pair, side int) ui.Node {
	x := &p.Sides[side]
	values, names, chosen := []string{"now"}, []string{"this draft"}, "now"
	was := formerDraft(p.s)
	if was != nil {
		values, names = append(values, "before"), append(names, formerTitle)
	}
	if x.Draft != nil {
		if chosen = "held"; x.Draft == was && x.CheckedAnswer == nil {
			chosen = "before"
		} else {
			values, names = append(values, chosen), append(names, x.Title)
		}
	}
	for i := len(p.s.Versions.List) - 1; i >= 0 && len(values) < maxDrafts; i-- {
		if v := &p.s.Versions.List[i]; v.Kind == p.Draft(side).Kind {
			values, names = append(values, "version "+v.ID), append(names, i18n.T("version {}", v.Label()))
		}
	}
	for _, d := range p.s.Keep.Drafts {
		if d.Kind == p.Draft(side).Kind && len(values) < maxDrafts {
			values, names = append(values, "slot "+d.Slot), append(names, state.TitleInSentence(d.Title))
		}
	}
	return ui.Choice(chosen, values, names, ui.A("aria-label",
		i18n.T("Document on the {}", []string{"left", "right"}[side])),
		ui.A("data-beside", "source"), ui.A("data-of", strconv.Itoa(side)))
}

// missing returns the reason why the answers cannot be compared yet.
func missing(p Pair) ui.Node {
	var lines []ui.Node
	run := false
	for side := range 2 {
		x := &p.Sides[side]
		_, answer := p.Answer(side)
		name, text := p.name(side), ""
		switch {
		case answer != nil && !answer.Feasible:
			text = i18n.T(" has no answer: {}.", answer.Reason.String())
		case answer != nil:
		case x.Failure != "":
			text = i18n.T(" could not be solved: {}", x.Failure)
		case x.Large || x.Draft == nil && !p.s.Busy():
			text, run = " has not been solved yet.", true
		default:
			text = " is being solved."
		}
		if text != "" {
			lines = append(lines, ui.El("p", ui.El("b", name), text))
		}
	}
	if run {
		lines = append(lines, ui.Button("Run", ui.Class("primary"), ui.Act("two", "run"),
			ui.A("title", "Ctrl+Enter")))
	}
	return ui.El("div", ui.Class("beside-lacks"), ui.A("role", "status"), lines)
}

// viewOf returns the view of the two answers.
func viewOf(p Pair) compare.View {
	f := p.Difference
	v := compare.View{Report: f.Report, Selected: kind.Ref(p.At)}
	for i := range v.Sides {
		problem, answer := p.Answer(i)
		v.Sides[i] = diff.Side{Scenario: problem, Answer: answer, Name: p.name(i)}
		v.Positions[i] = p.clusterPositions(i)
		if !p.Whole {
			v.Decided[i] = map[string]bool{}
			for k := range f.Decisions[:p.Step] {
				d := f.Decisions[k].A
				if i == 1 {
					d = f.Decisions[k].B
				}
				v.Decided[i][d.ID] = true
			}
		}
	}
	v.Drawer = kinds.Of(v.Sides[0].Scenario.Kind)
	v.Colours = p.colours()
	if v.Sides[0].Scenario == v.Sides[1].Scenario {
		v.Positions[1] = v.Positions[0]
	}
	return v
}

// Sizes of the pictures: half of the width next to the list, or all of it.
const (
	halfWidth = 510.0
	fullWidth = 1010.0
	height    = 360.0
)

// drawings returns the pictures of both answers, or one with both overlaid. The chart of the causes follows, or only
// its key if there are no causes.
func drawings(p Pair) []ui.Node {
	v := viewOf(p)
	host := func(name string, p *scene.Node) ui.Node {
		return ui.El("div", ui.Class("pair"), ui.A("data-marks", name), ui.Picture(p))
	}
	v.Width, v.Height = halfWidth, height
	if p.s.Layout.Narrow {
		v.Width, v.Height = 360, 300
	}
	half := v.Width
	drawn := ui.El("div", ui.Class("pairs gb-two"))
	if p.Way == "over" {
		if !p.s.Layout.Narrow {
			v.Width = fullWidth
		}
		drawn.Children = []ui.Node{host("over", v.Overlaid())}
		drawn = ui.El("div", ui.Class("pairs one gb-two"), drawn.Children)
	} else {
		drawn.Children = []ui.Node{host("left", v.DrawSide(0)), host("right", v.DrawSide(1))}
	}
	parts := []ui.Node{drawn}
	if v.Width = fullWidth; p.s.Layout.Narrow {
		v.Width = half
	}
	if causes := v.Causes(p.ByTime); causes != nil {
		parts = append(parts, ui.El("section", ui.Class("causes"), ui.A("aria-label", "Why they differ"),
			ui.El("div", ui.Class("causes-head"), ui.El("h2", "Why they differ"), strengths(p.colours()),
				ui.El("div", ui.Class("ways"), ui.A("role", "group"), ui.A("aria-label", "Order of the jobs"),
					ui.Button("By cause", ui.Act("two", "cause", "cause"), ui.Aria("pressed", !p.ByTime)),
					ui.Button("By time", ui.Act("two", "cause", "time"), ui.Aria("pressed", p.ByTime)))),
			ui.El("div", ui.Class("gb-two"), host("causes", causes))))
	} else {
		parts = append(parts, strengths(p.colours()))
	}
	return parts
}

// strengths returns the key of the three strengths; the two that mark differences have the colours of both answers.
func strengths(colours [2]int) ui.Node {
	line := ui.El("p", ui.Class("note legend strengths"), ui.El("i", ui.Class("key alike")),
		ui.Text("same in both "))
	for _, key := range [][2]string{{"elsewhere", "moved, no effect "}, {"explains", "explains it "}} {
		for side, c := range colours {
			line.Children = append(line.Children,
				ui.El("i", ui.Class("key "+key[0]+" "+picture.Hue(c)), ui.If(side == 1, ui.Class("second"))))
		}
		line.Children = append(line.Children, ui.Text(key[1]))
	}
	return line
}
