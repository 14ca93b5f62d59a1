package panel_test

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/markid"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
)

var (
	marks   = regexp.MustCompile(`data-kind="([^"]*)" data-id="([^"]*)"[^>]*aria-label="([^"]*)"`)
	figures = regexp.MustCompile(`-?[0-9][0-9.]*(e-?[0-9]+)?`)
)

// The hover text of every mark, in every kind and for every answer to its presets, is computed again here from the
// scenario and the answer, number for number.
func TestHoverTextsSayTheNumbers(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		read := map[string]int{}
		for _, p := range kind.Presets {
			s := labtest.Preset(t, sc.Kind, p.ID)
			if len(doc.Canonical(s.Problem)) > 60_000 || testing.Short() && len(doc.Canonical(s.Problem)) > 3000 {
				continue
			}
			s = labtest.Solve(t, s, labtest.LightRuns(&s, sc)...)
			for _, a := range screen.SolvedAnswers(&s) {
				s := labtest.Focus(s, a.ID)
				for _, m := range marks.FindAllStringSubmatch(sc.Picture(&s).SVG(), -1) {
					id, got := html.UnescapeString(m[2]), html.UnescapeString(m[3])
					want, words := hover(&s, m[1], id, got)
					if want == nil && words == nil {
						t.Errorf("%s: no expectation for the hover text of %s %s: %q", p.ID, m[1], id, got)
						continue
					}
					read[m[1]]++
					if wrong := differs(got, id, want, words); wrong != "" {
						t.Errorf("%s, %s: hover text of %s %s: got %q: %s", p.ID, a.ID, m[1], id, got, wrong)
					}
				}
			}
		}
		least := map[string][]string{"placement": {"cluster", "link", "replica"}, "window": {"node", "busy", "window"},
			"batch": {"node", "busy", "alternative"}, "group": {"group", "node"}, "farm": {"machine", "job"}}
		for _, what := range least[sc.Kind] {
			if read[what] < 3 {
				t.Errorf("%s: got %d hover texts of a %s, want at least 3", sc.Kind, read[what], what)
			}
		}
		t.Logf("%s: %v", sc.Kind, read)
	}
}

// differs compares a text with the expected numbers and words. Some numbers may occur in names.
func differs(text, id string, want []float64, words []string) string {
	rest := text
	for _, part := range strings.FieldsFunc(id, func(r rune) bool { return r == '~' || r == '@' }) {
		rest = strings.Replace(rest, part, "", 1)
	}
	got := numbersIn(rest)
	for i, x := range want {
		at := slices.IndexFunc(got, func(y float64) bool { return math.Abs(x-y) <= rounding(x) })
		if at < 0 {
			return fmt.Sprintf("number %d should be %v, of %v", i+1, x, want)
		}
		got = got[at+1:]
	}
	for _, word := range words {
		if !strings.Contains(text, word) {
			return "it lacks " + word
		}
	}
	return ""
}

func numbersIn(text string) (list []float64) {
	text = strings.NewReplacer("\u202f", "", "\u00a0", "", "−", "-").Replace(text)
	for _, number := range figures.FindAllString(text, -1) {
		if x, err := strconv.ParseFloat(strings.TrimSuffix(number, "."), 64); err == nil {
			list = append(list, x)
		}
	}
	return list
}

// rounding returns how much a number in a picture may differ by rounding.
func rounding(x float64) float64 {
	if a := math.Abs(x); a < 1 {
		return 0.00051
	} else {
		return max(0.0051, 0.0006*a)
	}
}

// hover returns the expected numbers of a mark in the order of the text, and its words.
func hover(s *state.State, kind, id, got string) (numbers []float64, words []string) {
	switch p := s.Problem; {
	case p.Placement != nil:
		return hoverPlacement(&p.Placement.Problem, s.FocusedAnswer(), kind, id)
	case p.Window != nil:
		return hoverRows(s, p.Window.Nodes, p.Window.Busy, kind, id)
	case p.Batch != nil:
		return hoverRows(s, p.Batch.Nodes, p.Batch.Busy, kind, id)
	case p.Group != nil:
		return hoverGroup(s, &p.Group.Problem, kind, id)
	default:
		return hoverFarm(&p.Farm.Problem, s.FocusedAnswer(), kind, id, got)
	}
}

func hoverPlacement(p *placement.Problem, a *state.Answer, kind, id string) (numbers []float64, words []string) {
	sol := a.Answer.Solution.(*placement.Solution)
	switch kind {
	case "link":
		for _, l := range p.Links {
			if markid.LinkID(l.A, l.B) == id {
				return []float64{l.Bandwidth}, []string{l.A, l.B, "MB/s"}
			}
		}
	case "replica":
		dataset, cluster, _ := strings.Cut(id, "@")
		for _, d := range p.Datasets {
			if d.ID == dataset && slices.Contains(d.At, cluster) {
				return nil, []string{dataset, cluster}
			}
		}
	case "cluster":
		i := slices.IndexFunc(p.Clusters, func(c placement.Cluster) bool { return c.ID == id })
		if i < 0 {
			return nil, nil
		}
		links, held, jobs, busy, end := 0, 0, 0, 0.0, 0.0
		for _, l := range p.Links {
			if l.A == id || l.B == id {
				links++
			}
		}
		for _, d := range p.Datasets {
			if slices.Contains(d.At, id) {
				held++
				words = append(words, d.ID)
			}
		}
		for _, x := range sol.Assignments {
			if end = max(end, x.Finish); x.Cluster == id {
				jobs++
				busy += x.Finish - x.Start
			}
		}
		numbers = []float64{p.Clusters[i].MIPS, float64(links)}
		if held > 8 {
			numbers, words = append(numbers, float64(held)), nil
		}
		return append(numbers, float64(jobs), math.Round(100*min(1, busy/end))), append(words, "MIPS")
	}
	return nil, nil
}

func hoverRows(s *state.State, nodes []window.Node, busy []window.Slot, kind, id string) ([]float64, []string) {
	at := func(id string) *window.Node {
		return &nodes[slices.IndexFunc(nodes, func(n window.Node) bool { return n.ID == id })]
	}
	switch kind {
	case "node":
		n := at(id)
		return []float64{n.Performance, n.Price}, []string{"performance", "price"}
	case "busy":
		i, err := strconv.Atoi(strings.TrimPrefix(id, "b"))
		if err != nil {
			return nil, nil
		}
		if len(busy) == 0 { // the free slots are given, and these are the gaps between them
			return nil, []string{" is busy from "}
		}
		return []float64{busy[i-1].Start, busy[i-1].End}, []string{busy[i-1].Node}
	case "window":
		for i := range s.Answers {
			a := &s.Answers[i]
			if a.Answer == nil || a.ID != id && a.Run.Algorithm != id {
				continue
			}
			sol, volume := a.Answer.Solution.(*window.Solution), s.Problem.Window.Request.Volume
			least, cost, start := math.Inf(1), 0.0, math.Inf(1)
			for _, x := range sol.Slots {
				least, start = min(least, at(x.Node).Performance), min(start, x.Start)
			}
			for _, x := range sol.Slots {
				if together := volume / least; x.End-x.Start > together*(1-1e-9) {
					cost += at(x.Node).Price * together
				} else { // ALP and AMP release each node when its own part ends
					cost += at(x.Node).Price * volume / at(x.Node).Performance
				}
			}
			return []float64{float64(len(sol.Slots)), start, start + volume/least, cost},
				[]string{screen.Algorithm(s, a).Name}
		}
	case "alternative":
		cycle, family, job, ok := markid.ReadWindowID(id)
		sol := s.FocusedAnswer().Answer.Solution.(*batch.Solution)
		for _, list := range sol.Alternatives {
			if !ok || list.Job != job || max(1, list.Cycle) != cycle {
				continue
			}
			w, volume := &list.Windows[family-1], 0.0
			for _, j := range s.Problem.Batch.Jobs {
				if j.ID == job {
					volume = j.Volume
				}
			}
			cost, lasts := 0.0, 0.0
			for _, x := range w.Slots {
				lasts = max(lasts, volume/at(x.Node).Performance)
				cost += at(x.Node).Price * volume / at(x.Node).Performance
			}
			return []float64{float64(family), float64(len(w.Slots)), w.Slots[0].Start, lasts, cost},
				[]string{"job " + job}
		}
	}
	return nil, nil
}

func hoverGroup(s *state.State, p *group.Problem, kind, id string) (numbers []float64, words []string) {
	in := func(a *state.Answer, node string) bool {
		sol, ok := a.Answer.Solution.(*group.Solution)
		return ok && slices.Contains(sol.Nodes, node)
	}
	events := slices.ContainsFunc(p.Events, func(e group.Event) bool { return e.Group == id || e.Node == id })
	odds := func(given *float64) {
		switch {
		case p.Sums() || events: // computed from normal distributions; the verifier also does
		case given != nil && *given <= 0.9995:
			numbers = append(numbers, *given)
		}
	}
	switch kind {
	case "group":
		count, taken := 0, 0
		for _, n := range p.Nodes {
			if n.Group == id {
				count++
				if in(s.FocusedAnswer(), n.ID) {
					taken++
				}
			}
		}
		for i := range p.Groups {
			if g := &p.Groups[i]; g.ID == id {
				numbers = append(numbers, float64(count))
				switch {
				case p.Sums():
					numbers = append(numbers, g.Value)
				case len(g.Variants) > 0:
					numbers = append(numbers, float64(len(g.Variants)))
				default:
					odds(g.Availability)
				}
				return append(numbers, float64(taken)), []string{"taken"}
			}
		}
	case "node":
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.ID == id {
				numbers = append(numbers, n.Price)
				if p.Sums() {
					numbers = append(numbers, n.Value)
				} else if n.Availability != nil && *n.Availability < 1 {
					odds(n.Availability)
				}
				words = []string{"price", n.Group}
				for _, a := range screen.SolvedAnswers(s) {
					if in(a, id) && a.ID != s.Focus {
						words = append(words, screen.Algorithm(s, a).Name)
					}
				}
				return numbers, words
			}
		}
	}
	return nil, nil
}

func hoverFarm(p *farm.Problem, a *state.Answer, kind, id, got string) ([]float64, []string) {
	all := a.Answer.Solution.(*farm.Solution).Reservations
	switch kind {
	case "machine":
		for _, m := range p.Machines {
			if m.ID == id {
				numbers := []float64{float64(m.Slots), m.Memory}
				if m.Speed != nil {
					numbers = append(numbers, *m.Speed)
				}
				return numbers, []string{"MB", m.Type}
			}
		}
	case "job":
		for _, r := range all {
			part := id + "-" + strconv.Itoa(r.Part) + ","
			began := func(x float64) bool { return math.Abs(x-r.Start) <= rounding(r.Start) }
			named := strings.Contains(got, part) || strings.Contains(got, "Job "+id+",")
			if r.Job == id && named && slices.ContainsFunc(numbersIn(got), began) {
				return []float64{r.Start, r.Finish, float64(r.Slots)}, []string{" on " + r.Machine}
			}
		}
	case "bundle": // bars too narrow to be drawn alone: their number is that between its ends
		machine := got[strings.LastIndex(got, " on ")+4:]
		n := numbersIn(got[:strings.LastIndex(got, " on ")])
		inside, first, last := map[string]bool{}, math.Inf(1), 0.0
		for _, r := range all {
			if r.Machine == machine && r.Start >= n[1]-rounding(n[1]) && r.Finish <= n[2]+rounding(n[2]) {
				inside[r.Job] = true
				first, last = min(first, r.Start), max(last, r.Finish)
			}
		}
		if float64(len(inside)) < n[0] {
			return []float64{float64(len(inside))}, nil
		}
		return []float64{first, last}, []string{" jobs, "}
	}
	return nil, nil
}
