package policypanel

import (
	"math"
	"slices"
	"strconv"

	"gridbox/app/ui"
)

// maxRows is the maximal number of machines and jobs listed, maxCourses the maximal number of jobs whose scores are
// drawn.
const maxRows, maxCourses = 12, 6

// course draws the scores of the selected job and of the first jobs of the
// queue over time.
func (s *Standing) course(at float64, waiting []*placedJob, job string) ui.Node {
	list := slices.Clone(waiting[:min(len(waiting), maxCourses)])
	if p := s.jobsByID[job]; p != nil && !slices.Contains(list, p) {
		list = append(list, p)
	}
	from, to, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	courses := map[string][]jobScore{}
	for _, p := range list {
		for _, x := range s.scores[p.job.ID] {
			if x.none {
				continue
			}
			courses[p.job.ID] = append(courses[p.job.ID], x)
			from, to, low, high = min(from, x.at), max(to, x.at), min(low, x.score), max(high, x.score)
		}
	}
	if !(to > from) {
		return ui.Node{}
	}
	about := "A lower score is nearer to the front: " + ui.Num(low) + " to " + ui.Num(high) + "."
	if high == low {
		about, high = "It stays at "+ui.Num(low)+".", low+1
	}
	px := func(x jobScore) string {
		return strconv.FormatFloat(6+250*(x.at-from)/(to-from), 'f', 1, 64) + " " +
			strconv.FormatFloat(96-88*(high-x.score)/(high-low), 'f', 1, 64)
	}
	var lines []ui.Node
	text := ""
	for _, p := range list {
		course := courses[p.job.ID]
		if len(course) == 0 {
			continue
		}
		last := course[len(course)-1]
		line := "M" + px(course[0])
		for _, x := range course[1:] {
			line += "L" + px(x)
		}
		class := ui.If(p.job.ID == job, ui.Class("on"))
		x, y := cut(px(last))
		lines = append(lines, ui.El("path", class, ui.A("d", line)),
			ui.El("text", class, ui.A("x", x), ui.A("y", y), ui.A("dx", "4"), ui.A("dy", "4"), p.job.ID))
		if text != "" {
			text += "; "
		}
		text += p.job.ID + " from " + ui.Num(course[0].score) + " at " + ui.AllDigits(course[0].at) + " s to " +
			ui.Num(last.score) + " at " + ui.AllDigits(last.at) + " s"
	}
	if at >= from && at <= to {
		x, _ := cut(px(jobScore{at: at, score: low}))
		lines = append(lines, ui.El("path", ui.Class("now"), ui.A("d", "M"+x+" 2V98")))
	}
	return ui.El("div", ui.El("h3", "Score over time"), ui.El("svg", ui.Class("course"), ui.A("viewBox", "0 0 300 112"),
		ui.A("role", "img"), ui.A("aria-label", "Scores: "+text), lines,
		ui.El("text", ui.A("x", "6"), ui.A("y", "110"), ui.AllDigits(from)+" s"),
		ui.El("text", ui.Class("end"), ui.A("x", "256"), ui.A("y", "110"), ui.AllDigits(to)+" s")),
		ui.El("p", ui.Class("note"), about))
}

func cut(pair string) (x, y string) {
	i := slices.Index([]byte(pair), ' ')
	return pair[:i], pair[i+1:]
}
