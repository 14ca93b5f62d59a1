package picture

import (
	"strconv"
	"strings"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// A mini is the smallest picture of a problem and an answer to it, 60 by 36
// points, for the rows of a list. It is kept with a draft, so it is written as
// little more than the paths themselves: for each sort of mark one path, behind
// a letter for the sort. What was kept is drawn again by [MiniMarkup], which
// takes nothing but such paths: a store, or a file that came from elsewhere, can
// bring no markup into the page.
type mini struct {
	paths [len(miniSorts)]strings.Builder
}

// miniSorts are the letters: links, discs, outlines, taken time, and what the
// answer takes, full and pale.
const miniSorts = "ldobap"

const miniWidth, miniHeight = 60.0, 36.0

// miniMost is how many marks of a sort there are at most; of more, every so
// manieth is drawn.
const miniMost = 64

// Mini draws an explicit scenario, with an answer where there is one. Places
// are those of a grid's clusters, as the page has laid them out.
func Mini(s *scenario.Scenario, a *scenario.Answer, places []Point) string {
	var m mini
	var solution any
	if a != nil {
		solution = a.Solution
	}
	switch {
	case s.Placement != nil:
		taken, _ := solution.(*placement.Solution)
		m.grid(&s.Placement.Problem, taken, places)
	case s.Window != nil:
		var found []window.Taken
		if taken, ok := solution.(*window.Solution); ok {
			found = taken.Slots
		}
		m.rows(&s.Window.Environment, found)
	case s.Batch != nil:
		taken, _ := solution.(*batch.Solution)
		m.rows(&s.Batch.Environment, chosenSlots(taken))
	case s.Group != nil:
		taken, _ := solution.(*group.Solution)
		m.groups(&s.Group.Problem, taken)
	case s.Farm != nil:
		taken, _ := solution.(*farm.Solution)
		m.farm(&s.Farm.Problem, taken)
	}
	return m.String()
}

func (m *mini) String() string {
	var parts []string
	for i := range m.paths {
		if m.paths[i].Len() > 0 {
			parts = append(parts, miniSorts[i:i+1]+m.paths[i].String())
		}
	}
	return strings.Join(parts, ";")
}

// MiniMarkup is the markup of a mini in an algorithm's colour; what is no mini
// gives an empty picture.
func MiniMarkup(kept string, colour int) string {
	var b strings.Builder
	b.Grow(len(kept) + 300)
	b.WriteString(`<svg class="mini ` + Hue(colour) + `" viewBox="0 0 60 36" width="60" height="36" ` +
		`aria-hidden="true" focusable="false">`)
	for part := range strings.SplitSeq(kept, ";") {
		if len(part) > 1 && strings.IndexByte(miniSorts, part[0]) >= 0 && isPath(part[1:]) {
			b.WriteString(`<path class="mini-` + part[:1] + `" d="` + part[1:] + `"/>`)
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// isPath tells whether a text has nothing but what our paths are made of.
func isPath(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && strings.IndexByte("MLhvz .-", c) < 0 {
			return false
		}
	}
	return len(text) < 1<<15
}

func (m *mini) path(sort byte) *strings.Builder { return &m.paths[strings.IndexByte(miniSorts, sort)] }

// short writes a number with at most one decimal.
func short(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// dot is a line of no length, which a round end makes a disc.
func (m *mini) dot(sort byte, x, y float64) {
	m.path(sort).WriteString("M" + short(x) + " " + short(y) + "h0")
}

func (m *mini) line(sort byte, x, y, u, v float64) {
	m.path(sort).WriteString("M" + short(x) + " " + short(y) + "L" + short(u) + " " + short(v))
}

func (m *mini) box(sort byte, x, y, w, h float64) {
	m.path(sort).WriteString("M" + short(x) + " " + short(y) + "h" + short(w) + "v" + short(h) + "h" + short(-w) + "z")
}

// every is the step by which so many things are gone through.
func every(n, most int) int { return max(1, (n+most-1)/most) }

// grid draws clusters as discs, those that compute in colour, and their links.
func (m *mini) grid(p *placement.Problem, s *placement.Solution, places []Point) {
	if len(places) != len(p.Clusters) {
		return
	}
	at := func(i int) (x, y float64) { return 5 + places[i].X*(miniWidth-10), 5 + places[i].Y*(miniHeight-10) }
	index := clusterIndex(p)
	for k := 0; k < len(p.Links); k += every(len(p.Links), miniMost) {
		a, b := index[p.Links[k].A], index[p.Links[k].B]
		x, y := at(a)
		u, v := at(b)
		m.line('l', x, y, u, v)
	}
	jobs := JobsOn(p, s)
	for i := 0; i < len(p.Clusters); i += every(len(p.Clusters), miniMost) {
		x, y := at(i)
		if jobs != nil && jobs[i] > 0 {
			m.dot('a', x, y)
		} else {
			m.dot('d', x, y)
		}
	}
}

// rows draws nodes as rows of time, what is taken or, where that is said, free,
// and what an answer takes.
func (m *mini) rows(e *window.Environment, found []window.Taken) {
	row, lines := map[string]int{}, 0
	want := map[string]bool{}
	for _, t := range found {
		want[t.Node] = true
	}
	end := e.Horizon
	step := every(len(e.Nodes), 12)
	for i := range e.Nodes {
		if id := e.Nodes[i].ID; i%step == 0 || want[id] && lines < 16 {
			row[id] = lines
			lines++
		}
	}
	for _, list := range [][]window.Slot{e.Slots, e.Busy} {
		for _, s := range list {
			end = max(end, s.End)
		}
	}
	for _, t := range found {
		end = max(end, t.End)
	}
	if lines == 0 || end <= 0 {
		return
	}
	h := (miniHeight - 4) / float64(lines)
	bar := func(sort byte, node string, from, to float64) {
		if r, ok := row[node]; ok && to > from {
			m.box(sort, 2+from/end*(miniWidth-4), 2+float64(r)*h, max(0.6, (to-from)/end*(miniWidth-4)),
				max(0.6, h*0.75))
		}
	}
	several := func(sort byte, list []window.Slot) {
		for i := 0; i < len(list); i += every(len(list), 3*miniMost) {
			bar(sort, list[i].Node, list[i].Start, list[i].End)
		}
	}
	several('b', e.Busy)
	several('p', e.Slots)
	for i, t := range found {
		if i < 2*miniMost {
			bar('a', t.Node, t.Start, t.End)
		}
	}
}

// chosenSlots are what the chosen windows of a batch take.
func chosenSlots(s *batch.Solution) (taken []window.Taken) {
	if s == nil {
		return nil
	}
	for _, c := range s.Chosen {
		for _, a := range s.Alternatives {
			if a.Job == c.Job && a.Cycle == c.Cycle && c.Window < len(a.Windows) {
				taken = append(taken, a.Windows[c.Window].Slots...)
			}
		}
	}
	return taken
}

// groups draws groups as fields with their nodes as squares, the chosen ones in
// colour.
func (m *mini) groups(p *group.Problem, s *group.Solution) {
	chosen := map[string]bool{}
	if s != nil {
		for _, id := range s.Nodes {
			chosen[id] = true
		}
	}
	of := map[string][]bool{}
	var order []string
	for _, g := range p.Groups {
		order = append(order, g.ID)
	}
	lone := false
	for _, n := range p.Nodes {
		of[n.Group] = append(of[n.Group], chosen[n.ID])
		lone = lone || n.Group == ""
	}
	if lone {
		order = append(order, "")
	}
	order = order[:min(len(order), 12)]
	across := 1
	for across*across*3 < len(order)*5 { // as wide as high, in a field of five to three
		across++
	}
	down := (len(order) + across - 1) / max(1, across)
	w, h := (miniWidth-2)/float64(max(1, across)), (miniHeight-2)/float64(max(1, down))
	for i, id := range order {
		x, y := 1+float64(i%across)*w, 1+float64(i/across)*h
		m.box('o', x+0.5, y+0.5, w-2, h-2)
		nodes := of[id]
		nodes = nodes[:min(len(nodes), 16)]
		side := 1
		for side*side < len(nodes) {
			side++
		}
		q := min((w-4)/float64(side), (h-4)/float64(side))
		for k, on := range nodes {
			sort := byte('b')
			if on {
				sort = 'a'
			}
			m.box(sort, x+1.5+float64(k%side)*q, y+1.5+float64(k/side)*q, q*0.75, q*0.75)
		}
	}
}

// farm draws what each machine runs over time, or before there is a schedule
// the queue.
func (m *mini) farm(p *farm.Problem, s *farm.Solution) {
	if s == nil || len(s.Reservations) == 0 {
		m.queue(p)
		return
	}
	row := map[string]int{}
	for i := 0; i < len(p.Machines); i += every(len(p.Machines), 10) {
		row[p.Machines[i].ID] = len(row)
	}
	end := 0.0
	for _, r := range s.Reservations {
		end = max(end, r.Finish)
	}
	if end <= 0 || len(row) == 0 {
		return
	}
	h := (miniHeight - 4) / float64(len(row))
	step := every(len(s.Reservations), 4*miniMost)
	for i := 0; i < len(s.Reservations); i += step {
		r := &s.Reservations[i]
		line, ok := row[r.Machine]
		if !ok || r.Finish <= r.Start {
			continue
		}
		sort := byte('a')
		if r.How == farm.HowBackfill {
			sort = 'p'
		}
		m.box(sort, 2+r.Start/end*(miniWidth-4), 2+float64(line)*h, max(0.5, (r.Finish-r.Start)/end*(miniWidth-4)-0.3),
			max(0.6, h*0.8))
	}
}

func (m *mini) queue(p *farm.Problem) {
	step, last := every(len(p.Jobs), 24), 1.0
	lines := (len(p.Jobs) + step - 1) / step
	for i := 0; i < len(p.Jobs); i += step {
		last = max(last, max(0, p.Jobs[i].Submitted)+p.Jobs[i].Duration)
	}
	h := (miniHeight - 4) / float64(max(1, lines))
	for k := range lines {
		j := &p.Jobs[k*step]
		m.box('b', 2+max(0, j.Submitted)/last*(miniWidth-4), 2+float64(k)*h, max(0.6, j.Duration/last*(miniWidth-4)),
			max(0.6, h*0.7))
	}
}
