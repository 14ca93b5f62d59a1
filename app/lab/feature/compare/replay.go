package compare

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/diff"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
)

// maxCells is the maximal number of decisions that the ribbon shows.
const maxCells = 24

// replay returns the ribbon that controls both replays.
func replay(p Pair, of func(*state.State) *screen.Screen) ui.Node {
	f := p.Difference
	n := len(f.Decisions)
	section := ui.El("section", ui.Class("replays"), ui.A("aria-label", "Both replays"))
	if n == 0 {
		return section
	}
	play := ui.IconButton("play", "Play (Space)", ui.Act("two", "play", "on"))
	if p.Playing {
		play = ui.IconButton("pause", "Pause (Space)", ui.Act("two", "play", "off"))
	}
	turn := func(to int, sign, name string, off bool) ui.Node {
		return ui.IconButton(sign, name, ui.Act("two", "turn", strconv.Itoa(to)), ui.Flag("disabled", off))
	}
	alike := 0
	for i := range f.Decisions {
		if f.Decisions[i].Equal() {
			alike++
		}
	}
	flag := ui.Node{}
	if f.Divergence >= 0 {
		flag = ui.Button("First difference", ui.Act("two", "part"), ui.Class("flag"),
			ui.A("title", "go to the first decision that differs"))
	}
	of1 := i18n.T("decision {} of {}", ui.Integer(p.Step), ui.Integer(n))
	section.Children = []ui.Node{ui.El("div", ui.Class("transport"), ui.A("role", "group"),
		ui.A("aria-label", "Decisions"), ui.El("h2", "Both replays"),
		turn(0, "first", "To the start (Home)", p.Step == 0),
		turn(p.Step-1, "back", "Previous decision (left arrow)", p.Step == 0), play,
		turn(p.Step+1, "forward", "Next decision (right arrow)", p.Step == n),
		turn(n, "last", "To the end (End)", p.Step == n),
		ui.El("input", ui.A("type", "range"), ui.A("aria-label", "Decision"), ui.A("min", "0"),
			ui.A("max", strconv.Itoa(n)), ui.A("data-turn", "to"), ui.A("data-value", strconv.Itoa(p.Step)),
			ui.A("value", strconv.Itoa(p.Step))),
		ui.El("span", ui.Class("of"), of1), flag,
		ui.El("span", ui.Class("soft"), i18n.T("{} decisions equal, {} different",
			ui.Integer(alike), ui.Integer(n-alike)))),
		ribbon(p), reasons(p, of)}
	return section
}

// ribbon returns the turns around the current one, with the two decisions one below the other.
func ribbon(p Pair) ui.Node {
	f := p.Difference
	n := len(f.Decisions)
	from := max(0, min(p.Step-maxCells/2, n-maxCells))
	if p.Whole {
		from = 0
		if f.Divergence >= maxCells {
			from = min(f.Divergence-2, n-maxCells)
		}
	}
	var cells []ui.Node
	for i := from; i < min(n, from+maxCells); i++ {
		t := &f.Decisions[i]
		name := t.A.ID
		if name == "" {
			name = t.B.ID
		}
		cell := ui.El("button", ui.A("type", "button"), ui.Class("turn"), ui.Act("two", "turn", strconv.Itoa(i+1)),
			ui.If(!p.Whole && i+1 == p.Step, ui.A("aria-current", "step")),
			ui.If(!p.Whole && i >= p.Step, ui.Class("later")))
		if i == f.Divergence {
			cell.Attrs = append(cell.Attrs, ui.A("data-flag", "first difference"))
		}
		cell.Children = append(cell.Children, ui.El("span", name))
		if t.Equal() {
			cell.Children = append(cell.Children, ui.El("span", ui.Class("alike"), t.A.Text))
		} else {
			cell.Children = append(cell.Children, decisionCell(p, 0, &t.A, name), decisionCell(p, 1, &t.B, name))
		}
		cells = append(cells, ui.El("li", cell))
	}
	return ui.El("ol", ui.Class("ribbon"), ui.A("aria-label", "Decisions of both answers, the left one above"), cells)
}

// decisionCell returns the decision of a side within a turn, in the colour of its run. It repeats the id if it differs
// from the turn's name; a missing decision shows as a dash.
func decisionCell(p Pair, side int, d *diff.Decision, name string) ui.Node {
	text := d.Text
	if d.ID != name && d.ID != "" {
		text = d.ID + " " + text
	}
	if d.ID == "" {
		text = "–"
	}
	v := p.colours()
	class := string(p.Difference.Report.ClassOf(d.Ref))
	return ui.El("span", ui.Class(picture.Hue(v[side])+" "+class), text)
}

// reasons returns each side's reasons for its decision about the selected
// thing, in the words of the kind's own explanation.
func reasons(p Pair, of func(*state.State) *screen.Screen) ui.Node {
	box := ui.El("div", ui.Class("reasons"), ui.A("aria-live", "polite"))
	if at := p.Difference.Divergence; at >= 0 {
		t := p.Difference.Decisions[at]
		text := i18n.T("The first difference is decision {}: ", ui.Integer(at+1))
		switch {
		case t.A.ID == "" || t.B.ID == "":
			text += "only one of them has further decisions."
		case t.A.Ref == t.B.Ref:
			text += i18n.T("{} goes to {} in {} and to {} in {}.",
				t.A.ID, t.A.Text, p.name(0), t.B.Text, p.name(1))
		default:
			text += i18n.T("{} takes {}, {} {}.", p.name(0), t.A.ID, p.name(1), t.B.ID)
		}
		box.Children = append(box.Children, ui.El("p", text))
	} else {
		box.Children = append(box.Children, ui.El("p", "All decisions are the same."))
	}
	for side := range 2 {
		h := p.SideState(side)
		if h.Explanation.Trace == nil && h.Explanation.Detail == nil || h.Explanation.About != p.At.ID &&
			h.Explanation.About != "" {
			continue
		}
		sc := of(&h)
		if nodes := sc.Verdict(&h); len(nodes) > 0 {
			name := p.name(side)
			if p.At.ID != "" && h.Explanation.About != "" {
				name += i18n.T(" on {}", p.At.ID)
			}
			box.Children = append(box.Children, ui.El("p", ui.El("b", name+": "), nodes))
		}
	}
	return box
}
