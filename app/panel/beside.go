package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/picture"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	diff "gridbox/core/differ"
	"gridbox/core/scenario"
)

// The screen of two answers has two parts: the pictures with what leads them and
// the replay, and the numbers with the list, which is the whole account in words.

// besides leads to the screen of two answers and back.
func besides(s *state.State) ui.Node {
	on := s.Look.View == state.InBeside
	act := ui.Act("two", "open")
	if on {
		act = ui.Act("view", "")
	}
	return ui.Button("Two answers", act, ui.Aria("pressed", on),
		ui.A("title", "two answers side by side, and what they differ in"))
}

// BesidePictures is the pictures, their heads and the replay.
func BesidePictures(s *state.State, of func(*state.State) *screen.Screen) ui.Node {
	part := ui.El("main", ui.Class("beside"), ui.A("id", "beside"), ui.A("tabindex", "-1"),
		ui.A("aria-label", "Two answers side by side"))
	if s.Look.View != state.InBeside {
		return part
	}
	part.Children = []ui.Node{besideLead(s), ui.El("div", ui.Class("sides"), besideHead(s, 0),
		ui.IconButton("swap", "Exchange the two", ui.Act("two", "swap")), besideHead(s, 1))}
	found := s.Beside.Found
	if found == nil || len(found.Report.Metrics) == 0 {
		part.Children = append(part.Children, besideLacks(s))
		return part
	}
	if s.Beside.Way != "list" {
		part.Children = append(part.Children, besideDrawn(s)...)
	}
	part.Children = append(part.Children, besideReplay(s, of))
	return part
}

// besideLead is the sentence that says what differs, why, and at what price.
func besideLead(s *state.State) ui.Node {
	text := ui.El("p", ui.Class("lead"), ui.A("role", "status"))
	if f := s.Beside.Found; f != nil {
		l := f.Report.Lead
		text.Children = []ui.Node{ui.El("b", l.What), ui.Text(strings.TrimRight(" "+l.Why+" "+l.Price, " "))}
	}
	var ways []ui.Node
	for _, w := range [][2]string{{"", "Side by side"}, {"over", "Overlaid"}, {"list", "List"}} {
		ways = append(ways, ui.Button(w[1], ui.Act("two", "way", w[0]), ui.Aria("pressed", s.Beside.Way == w[0])))
	}
	return ui.El("header", ui.Class("beside-lead"), text,
		ui.El("div", ui.Class("ways"), ui.A("role", "group"), ui.A("aria-label", "How the answers are shown"), ways))
}

// besideHead chooses run and document of a side and says its metric.
func besideHead(s *state.State, side int) ui.Node {
	of := strconv.Itoa(side)
	where := []string{"left", "right"}[side]
	var values, names []string
	for i, name := range catalog.Names(s.BesideDraft(side).Kind, state.Runs(s.BesideDraft(side))) {
		values, names = append(values, strconv.Itoa(i)), append(names, name)
	}
	chosen := strconv.Itoa(s.BesideNumber(side))
	head := ui.El("div", ui.Class("side-head"), swatch(pairColours(s)[side], ""),
		ui.Choice(chosen, values, names, ui.A("aria-label", "Run on the "+where), ui.A("data-beside", "run"),
			ui.A("data-of", of)),
		ui.El("span", ui.Class("soft"), "on"), besideSource(s, side))
	if f := s.Beside.Found; f != nil && len(f.Report.Metrics) > 0 {
		m := f.Report.Of()
		value, answer := m.A, f.Answers[side]
		if side == 1 {
			value = m.B
		}
		head.Children = append(head.Children, ui.El("span", ui.Class("side-value"), ui.El("b", ui.Num(value)),
			ui.El("small", " "+m.Unit)), besideMark(answer))
	}
	return head
}

// besideMark says what the checker said.
func besideMark(a *scenario.Answer) ui.Node {
	if a.Check == nil {
		return ui.Node{}
	}
	sign, word := "✓", a.Check.Word()
	if !a.Check.OK {
		sign, word = "✗", "refuted"
	}
	return ui.El("span", ui.Class("side-check"), ui.A("title", a.Check.Reach()), ui.A("role", "img"),
		ui.A("aria-label", word), sign)
}

// mostDrafts is how many other drafts a head offers.
const mostDrafts = 30

// besideSource chooses the document of a side.
func besideSource(s *state.State, side int) ui.Node {
	x := s.Beside.Side(side)
	values, names, chosen := []string{"now"}, []string{"this draft"}, "now"
	before := s.Before()
	if before != nil {
		values, names = append(values, "before"), append(names, state.BeforeTitle)
	}
	if x.Draft != nil {
		if chosen = "held"; x.Draft == before {
			chosen = "before"
		} else {
			values, names = append(values, chosen), append(names, x.Title)
		}
	}
	for _, d := range s.Keep.Drafts {
		if d.Kind == s.BesideDraft(side).Kind && len(values) < mostDrafts {
			values, names = append(values, "slot "+d.Slot), append(names, orUntitled(d.Title))
		}
	}
	return ui.Choice(chosen, values, names, ui.A("aria-label", "Document on the "+[]string{"left", "right"}[side]),
		ui.A("data-beside", "source"), ui.A("data-of", strconv.Itoa(side)))
}

func orUntitled(title string) string {
	if title == "" {
		return "an untitled scenario"
	}
	return title
}

// besideLacks says why there is nothing to compare yet.
func besideLacks(s *state.State) ui.Node {
	var lines []ui.Node
	run := false
	for side := range 2 {
		x := s.Beside.Side(side)
		_, answer := s.BesideAnswer(side)
		name, text := s.BesideName(side), ""
		switch {
		case answer != nil && !answer.Feasible:
			text = " has no answer: " + answer.Reason.String() + "."
		case answer != nil:
		case x.Failed != "":
			text = " could not be solved: " + x.Failed
		case x.Large || x.Draft == nil && !s.Busy():
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

// pairOf is the view of the two answers.
func pairOf(s *state.State) picture.PairView {
	f := s.Beside.Found
	v := picture.PairView{Report: f.Report, Selected: diff.Thing(s.Beside.At)}
	for i := range v.Sides {
		problem, answer := s.BesideAnswer(i)
		v.Sides[i] = diff.Side{Scenario: problem, Answer: answer, Name: s.BesideName(i)}
		v.Places[i] = s.BesidePlaces(i)
		if !s.Beside.Whole {
			v.Shown[i] = map[string]bool{}
			for k := range f.Turns[:s.Beside.Turn] {
				d := f.Turns[k].A
				if i == 1 {
					d = f.Turns[k].B
				}
				v.Shown[i][d.ID] = true
			}
		}
	}
	v.Colours = pairColours(s)
	if v.Sides[0].Scenario == v.Sides[1].Scenario {
		v.Places[1] = v.Places[0]
	}
	return v
}

// Sizes of the pictures: half of what stands left of the list, or all of it.
const (
	besideHalf  = 510.0
	besideWhole = 1010.0
	besideTall  = 360.0
)

func besideDrawn(s *state.State) []ui.Node {
	v := pairOf(s)
	host := func(name, svg string) ui.Node {
		return ui.El("div", ui.Class("pair"), ui.A("data-marks", name), ui.Raw(svg))
	}
	v.Width, v.Height = besideHalf, besideTall
	if s.Look.Narrow {
		v.Width, v.Height = 360, 300
	}
	half := v.Width
	drawn := ui.El("div", ui.Class("pairs gb-two"))
	if s.Beside.Way == "over" {
		if !s.Look.Narrow {
			v.Width = besideWhole
		}
		drawn.Children = []ui.Node{host("over", v.Overlaid())}
		drawn = ui.El("div", ui.Class("pairs one gb-two"), drawn.Children)
	} else {
		drawn.Children = []ui.Node{host("left", v.Half(0)), host("right", v.Half(1))}
	}
	parts := []ui.Node{drawn}
	if v.Width = besideWhole; s.Look.Narrow {
		v.Width = half
	}
	if causes := v.Causes(s.Beside.ByTime); causes != "" {
		parts = append(parts, ui.El("section", ui.Class("causes"), ui.A("aria-label", "Why they differ"),
			ui.El("div", ui.Class("causes-head"), ui.El("h2", "Why they differ"), strengths(),
				ui.El("div", ui.Class("ways"), ui.A("role", "group"), ui.A("aria-label", "Order of the jobs"),
					ui.Button("By cause", ui.Act("two", "cause", "cause"), ui.Aria("pressed", !s.Beside.ByTime)),
					ui.Button("By time", ui.Act("two", "cause", "time"), ui.Aria("pressed", s.Beside.ByTime)))),
			ui.El("div", ui.Class("gb-two"), host("causes", causes))))
	} else {
		parts = append(parts, strengths())
	}
	return parts
}

// strengths is the key of the three strengths.
func strengths() ui.Node {
	key := func(class, text string) []ui.Node {
		return []ui.Node{ui.El("i", ui.Class("key "+class)), ui.Text(text + " ")}
	}
	return ui.El("p", ui.Class("note legend strengths"), key("alike", "alike in both"),
		key("elsewhere", "elsewhere, without effect"), key("explains", "explains it"))
}

// mostCells is how many turns the ribbon shows at a time.
const mostCells = 24

// besideReplay is the ribbon that drives both replays.
func besideReplay(s *state.State, of func(*state.State) *screen.Screen) ui.Node {
	b, f := &s.Beside, s.Beside.Found
	n := len(f.Turns)
	section := ui.El("section", ui.Class("replays"), ui.A("aria-label", "Both replays"))
	if n == 0 {
		return section
	}
	play := ui.IconButton("play", "Play (Space)", ui.Act("two", "play", "on"))
	if b.Playing {
		play = ui.IconButton("pause", "Pause (Space)", ui.Act("two", "play", "off"))
	}
	turn := func(to int, sign, name string, off bool) ui.Node {
		return ui.IconButton(sign, name, ui.Act("two", "turn", strconv.Itoa(to)), ui.Flag("disabled", off))
	}
	alike := 0
	for i := range f.Turns {
		if f.Turns[i].Alike() {
			alike++
		}
	}
	flag := ui.Node{}
	if f.Parted >= 0 {
		flag = ui.Button("Where they part", ui.Act("two", "part"), ui.Class("flag"),
			ui.A("title", "the first decision that is not the same"))
	}
	of1 := "decision " + ui.Whole(b.Turn) + " of " + ui.Whole(n)
	section.Children = []ui.Node{ui.El("div", ui.Class("transport"), ui.A("role", "group"),
		ui.A("aria-label", "Decisions"), ui.El("h2", "Both replays"),
		turn(0, "first", "To the start (Home)", b.Turn == 0),
		turn(b.Turn-1, "back", "One decision back (left arrow)", b.Turn == 0), play,
		turn(b.Turn+1, "forward", "One decision on (right arrow)", b.Turn == n),
		turn(n, "last", "To the end (End)", b.Turn == n),
		ui.El("input", ui.A("type", "range"), ui.A("aria-label", "Decision"), ui.A("min", "0"),
			ui.A("max", strconv.Itoa(n)), ui.A("data-turn", "to"), ui.A("data-value", strconv.Itoa(b.Turn)),
			ui.A("value", strconv.Itoa(b.Turn))),
		ui.El("span", ui.Class("of"), of1), flag,
		ui.El("span", ui.Class("soft"), ui.Whole(alike)+" decided alike, "+ui.Whole(n-alike)+" otherwise")),
		ribbon(s), besideReasons(s, of)}
	return section
}

// ribbon is the turns around the one that is shown, both decisions below each
// other.
func ribbon(s *state.State) ui.Node {
	b, f := &s.Beside, s.Beside.Found
	n := len(f.Turns)
	from := max(0, min(b.Turn-mostCells/2, n-mostCells))
	if b.Whole {
		from = 0
		if f.Parted >= mostCells {
			from = min(f.Parted-2, n-mostCells)
		}
	}
	var cells []ui.Node
	for i := from; i < min(n, from+mostCells); i++ {
		t := &f.Turns[i]
		name := t.A.ID
		if name == "" {
			name = t.B.ID
		}
		cell := ui.El("button", ui.A("type", "button"), ui.Class("turn"), ui.Act("two", "turn", strconv.Itoa(i+1)),
			ui.If(!b.Whole && i+1 == b.Turn, ui.A("aria-current", "step")),
			ui.If(!b.Whole && i >= b.Turn, ui.Class("later")))
		if i == f.Parted {
			cell.Attrs = append(cell.Attrs, ui.A("data-flag", "here they part"))
		}
		cell.Children = append(cell.Children, ui.El("span", name))
		if t.Alike() {
			cell.Children = append(cell.Children, ui.El("span", ui.Class("alike"), t.A.Text))
		} else {
			cell.Children = append(cell.Children, turnCell(s, 0, &t.A, name), turnCell(s, 1, &t.B, name))
		}
		cells = append(cells, ui.El("li", cell))
	}
	return ui.El("ol", ui.Class("ribbon"), ui.A("aria-label", "Decisions of both, the left one above"), cells)
}

func turnCell(s *state.State, side int, d *diff.Decision, name string) ui.Node {
	text := d.Text
	if d.ID != name && d.ID != "" {
		text = d.ID + " " + text
	}
	if d.ID == "" {
		text = "–"
	}
	v := pairColours(s)
	class := string(s.Beside.Found.Report.ClassOf(d.Thing))
	return ui.El("span", ui.Class(picture.Hue(v[side])+" "+class), text)
}

func pairColours(s *state.State) (c [2]int) {
	c = [2]int{s.BesideColour(0), s.BesideColour(1)}
	if c[0] == c[1] { // the same run of two documents: the second in the next colour
		c[1] = c[1]%10 + 1
	}
	return c
}

// besideReasons is why each side did what it did with the thing looked at, in the
// words of the kind's own why.
func besideReasons(s *state.State, of func(*state.State) *screen.Screen) ui.Node {
	box := ui.El("div", ui.Class("reasons"), ui.A("aria-live", "polite"))
	if p := s.Beside.Found.Parted; p >= 0 {
		t := s.Beside.Found.Turns[p]
		text := "They part at decision " + ui.Whole(p+1) + ": "
		switch {
		case t.A.ID == "" || t.B.ID == "":
			text += "only one of them decides further."
		case t.A.Thing == t.B.Thing:
			text += t.A.ID + " goes to " + t.A.Text + " in " + s.BesideName(0) + " and to " + t.B.Text + " in " +
				s.BesideName(1) + "."
		default:
			text += s.BesideName(0) + " takes " + t.A.ID + ", " + s.BesideName(1) + " " + t.B.ID + "."
		}
		box.Children = append(box.Children, ui.El("p", text))
	} else {
		box.Children = append(box.Children, ui.El("p", "They decide alike from first to last."))
	}
	for side := range 2 {
		h := s.BesideHalf(side)
		if h.Why.Trace == nil && h.Why.Detail == nil || h.Why.About != s.Beside.At.ID && h.Why.About != "" {
			continue
		}
		sc := of(&h)
		if said := sc.Verdict(&h); len(said) > 0 {
			name := s.BesideName(side)
			if s.Beside.At.ID != "" && h.Why.About != "" {
				name += " on " + s.Beside.At.ID
			}
			box.Children = append(box.Children, ui.El("p", ui.El("b", name+": "), said))
		}
	}
	return box
}

// BesideList is the numbers and every difference, the whole account in words.
func BesideList(s *state.State) ui.Node {
	part := ui.El("aside", ui.Class("differences"), ui.A("id", "differences"), ui.A("tabindex", "0"),
		ui.A("aria-label", "What differs"))
	f := s.Beside.Found
	if s.Look.View != state.InBeside || f == nil {
		return part
	}
	if len(f.Fields) > 0 {
		part.Children = append(part.Children, besideFields(s))
	}
	if len(f.Report.Metrics) > 0 {
		part.Children = append(part.Children, besideMetrics(s), besideDifferences(s))
	}
	return part
}

// mostFields is how many changed fields are listed.
const mostFields = 60

func besideFields(s *state.State) ui.Node {
	fields := s.Beside.Found.Fields
	var items []ui.Node
	for _, x := range fields[:min(len(fields), mostFields)] {
		items = append(items, ui.El("li", ui.A("title", x.Path), x.Words))
	}
	if more := len(fields) - mostFields; more > 0 {
		items = append(items, ui.El("li", ui.Class("soft"), "and "+ui.Whole(more)+" more"))
	}
	return ui.El("section", ui.A("aria-label", "Changed fields"),
		ui.El("h2", picture.Count(len(fields), "change")+" of the document"), ui.El("ul", ui.Class("fields"), items))
}

// signed is a difference with its sign.
func signed(x float64) string {
	if x > 0 {
		return "+" + ui.Num(x)
	}
	return ui.Num(x)
}

func besideMetrics(s *state.State) ui.Node {
	r := s.Beside.Found.Report
	c := pairColours(s)
	head := func(side int) ui.Node {
		return ui.ColHead(swatch(c[side], ""), s.BesideName(side))
	}
	var rows []ui.Node
	for i := range r.Metrics {
		m := &r.Metrics[i]
		better, wish := m.Better(), "higher is better"
		if m.Less {
			wish = "lower is better"
		}
		name := ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("two", "metric", m.ID),
			ui.Aria("pressed", i == r.Metric), ui.A("title", m.About), m.Name)
		unit := ""
		if m.Unit != "" {
			unit = m.Unit + " · "
		}
		verdict := "the same"
		if m.Difference != 0 {
			verdict = map[bool]string{true: "better", false: "worse"}[better > 0]
		}
		rows = append(rows, ui.El("tr", ui.If(i == r.Metric, ui.Class("sel")),
			ui.RowHead(name, ui.El("small", ui.Class("soft"), unit+wish)),
			ui.El("td", ui.If(better < 0, ui.Class("best")), ui.Num(m.A)),
			ui.El("td", ui.If(better > 0, ui.Class("best")), ui.Num(m.B)),
			ui.El("td", signed(m.Difference), ui.El("small", ui.Class("soft"), " "+verdict))))
	}
	return ui.El("section", ui.A("aria-label", "Metrics"), screen.TableOf("data versus-table",
		"Metrics of both answers", []ui.Node{ui.ColHead("metric"), head(0), head(1), ui.ColHead("difference")}, rows))
}

// besideDifferences lists what differs by its effect, a page of each group.
func besideDifferences(s *state.State) ui.Node {
	r, at := s.Beside.Found.Report, -1
	for i := range r.Differences {
		if r.Differences[i].Thing == diff.Thing(s.Beside.At) {
			at = i
		}
	}
	count := picture.Count(len(r.Differences), "difference")
	if n := len(r.Differences); n > 0 {
		count = ui.Whole(n) + " of " + ui.Whole(r.Things) + " " + plural(r.Differences[0].Kind) + " differ"
	}
	head := ui.El("div", ui.Class("list-head"), ui.El("h2", count), ui.El("span", ui.Class("count")))
	if len(r.Differences) > 0 {
		where := ""
		if at >= 0 {
			where = ui.Whole(at+1) + " of " + ui.Whole(len(r.Differences))
		}
		head.Children = append(head.Children, ui.El("span", ui.Class("pager"), where,
			ui.IconButton("back", "Difference before ([)", ui.Act("two", "previous")),
			ui.IconButton("forward", "Next difference (])", ui.Act("two", "next"))))
	}
	parts := []ui.Node{head}
	of := r.Of()
	if !of.By {
		parts = append(parts, ui.El("p", ui.Class("note"), of.Name+" follows from other numbers, so that no "+
			"effect on it can be told thing by thing. Choose another metric above."))
	}
	parts = append(parts, besideTable(s, at))
	if r.Rest != 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), signed(r.Rest)+" of it is not explained by one of them."))
	}
	return ui.El("section", ui.A("aria-label", "Differences"), parts)
}

func plural(kind string) string { return kind + "s" }

// mostRows is how many differences the list shows around the one looked at.
const mostRows = 80

func besideTable(s *state.State, at int) ui.Node {
	r := s.Beside.Found.Report
	n := len(r.Differences)
	if n == 0 {
		return ui.Node{}
	}
	from := max(0, min(at-mostRows/2, n-mostRows))
	to := min(n, from+mostRows)
	most := 0.0
	timed := false
	for i := range r.Differences {
		d := &r.Differences[i]
		most = max(most, math.Abs(d.Effect))
		timed = timed || d.A != nil && d.A.To != 0 || d.B != nil && d.B.To != 0
	}
	heads := []ui.Node{ui.ColHead(r.Differences[0].Kind), ui.ColHead("left"), ui.ColHead("right")}
	if timed {
		heads = append(heads, ui.ColHead(ui.A("title", "how much longer it takes on the right"), "takes"),
			ui.ColHead(ui.A("title", "how much later it ends on the right"), "ends"))
	}
	heads = append(heads, ui.ColHead("effect"))
	width := strconv.Itoa(len(heads))
	var rows []ui.Node
	for _, g := range r.Groups {
		if g.To <= from || g.From >= to {
			continue
		}
		rows = append(rows, ui.El("tr", ui.Class("group-row"), ui.El("th", ui.A("scope", "colgroup"),
			ui.A("colspan", strconv.Itoa(len(heads)-1)), g.Title), ui.El("td", signed(g.Effect))))
		for i := max(from, g.From); i < min(to, g.To); i++ {
			rows = append(rows, besideRow(&r.Differences[i], i == at, timed, most))
		}
	}
	if n > mostRows {
		rows = append(rows, ui.El("tr", ui.El("td", ui.A("colspan", width), ui.Class("soft"), "Shown are "+
			ui.Whole(from+1)+" to "+ui.Whole(to)+" of "+ui.Whole(n)+"; go on with the arrows above.")))
	}
	return screen.TableOf("data differ-table", "Differences by effect", heads, rows)
}

func besideRow(d *diff.Difference, on, timed bool, most float64) ui.Node {
	pick := ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("two", "at", d.Kind+":"+d.ID),
		d.ID)
	if on {
		pick.Attrs = append(pick.Attrs, ui.A("id", "beside-at"), ui.A("aria-current", "true"))
	}
	cells := []ui.Node{ui.RowHead(pick), screen.Cell(stood(d.A)), screen.Cell(stood(d.B))}
	if timed {
		takes, ends := "–", "–"
		if d.A != nil && d.B != nil && d.A.To != 0 && d.B.To != 0 {
			takes, ends = signed(d.B.To-d.B.From-d.A.To+d.A.From), signed(d.B.To-d.A.To)
		}
		cells = append(cells, screen.Cell(takes), screen.Cell(ends))
	}
	level := 0
	if most > 0 {
		level = int(math.Ceil(5 * math.Abs(d.Effect) / most))
	}
	cells = append(cells, ui.El("td", ui.El("i", ui.Class("weight w"+strconv.Itoa(level))), signed(d.Effect)))
	return ui.El("tr", ui.If(on, ui.Class("sel")), cells)
}

// stood is where something stands in an answer.
func stood(x *diff.Stand) string {
	switch {
	case x == nil:
		return "not at all"
	case x.Where == "" && x.To == 0:
		return "waits"
	case x.Where == "":
		return ui.Num(x.From)
	}
	return x.Where
}
