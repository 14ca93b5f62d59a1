package farm

import (
	"math"
	"strconv"

	"gridbox/app/picture"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/problem/farm"
	"gridbox/core/trace"
)

// scoresShown is how many jobs of a queue are listed by their score.
const scoresShown = 12

// scored is one score that a formula gave to a job.
type scored struct {
	job       string
	at, score float64
	none      bool // the formula had no number for it
}

func scoreOf(e *trace.Event) (x scored, ok bool) {
	if e.Kind != "score" {
		return x, false
	}
	x.job = screen.Ref(e, "job")
	x.at, ok = screen.Val(e, "at")
	score, has := screen.Val(e, "score")
	x.score, x.none = score, !has
	return x, ok
}

// ranking is the queue by the scores of one's own formula, as it stood when the
// formula was last asked before the step that the replay has come to; of a run that is
// explained for one job alone, the scores of that job over time.
func ranking(s *state.State) ui.Node {
	t := s.Why.Trace
	if t == nil || s.WhyIsOld() || s.Problem == nil || s.Problem.Farm == nil {
		return ui.Node{}
	}
	last := min(s.Why.Step, len(t.Events)) - 1
	for last >= 0 && t.Events[last].Kind != "score" {
		last--
	}
	if last < 0 {
		return ui.Node{}
	}
	now, ok := scoreOf(&t.Events[last])
	if !ok {
		return ui.Node{}
	}
	if !s.Why.Whole {
		return scoresOver(t.Events, now)
	}
	// All scores of a moment are given one after the other, the least first.
	from, to := last, last+1
	for from > 0 && sameMoment(&t.Events[from-1], now.at) {
		from--
	}
	for to < len(t.Events) && sameMoment(&t.Events[to], now.at) {
		to++
	}
	return queueBy(s, t.Events[from:to], now)
}

func sameMoment(e *trace.Event, at float64) bool {
	x, ok := scoreOf(e)
	return ok && x.at == at
}

// queueBy is the table of a moment.
func queueBy(s *state.State, events []trace.Event, now scored) ui.Node {
	jobs := map[string]*farm.Job{}
	for i := range s.Problem.Farm.Jobs {
		jobs[s.Problem.Farm.Jobs[i].ID] = &s.Problem.Farm.Jobs[i]
	}
	most := 0.0
	for i := range events {
		x, _ := scoreOf(&events[i])
		most = max(most, math.Abs(x.score))
	}
	var rows []ui.Node
	for i := range events {
		if len(rows) == scoresShown {
			break
		}
		x, _ := scoreOf(&events[i])
		j := jobs[x.job]
		if j == nil {
			continue
		}
		text := picture.Number(x.score)
		if x.none {
			text = "none"
		}
		wide := 0.0
		if most > 0 {
			wide = 40 * math.Abs(x.score) / most
		}
		rows = append(rows, ui.El("tr", ui.If(x.job == now.job, ui.Class("sel")),
			ui.RowHead(screen.Pick(picture.Job, x.job, x.job)), screen.Cell(picture.Number(x.at-j.Submitted)),
			screen.Cell(picture.Number(j.Estimated())), screen.Cell(ui.Whole(j.Slots)), ui.El("td", ui.Raw(
				`<svg class="interval" width="42" height="8" viewBox="0 0 42 8" aria-hidden="true"><rect x="1" y="1" width="`+
					strconv.FormatFloat(wide, 'f', 1, 64)+`" height="6" fill="currentColor" opacity="0.35"/></svg>`), " "+text)))
	}
	parts := []ui.Node{screen.Table("The queue at "+picture.Number(now.at)+" s, by score",
		[]string{"at " + picture.Number(now.at) + " s", "wait, s", "requested, s", "slots", "score"}, rows)}
	if n := len(events) - len(rows); n > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "and "+picture.Count(n, "more job")+" behind them"))
	}
	return ui.El("div", parts)
}

// scoresOver draws the scores of one job over time, up to the end of its wait.
func scoresOver(events []trace.Event, now scored) ui.Node {
	var list []scored
	low, high := math.Inf(1), math.Inf(-1)
	for i := range events {
		if x, ok := scoreOf(&events[i]); ok && x.job == now.job && !x.none {
			list = append(list, x)
			low, high = min(low, x.score), max(high, x.score)
		}
	}
	if len(list) < 2 || !(list[len(list)-1].at > list[0].at) {
		return ui.Node{}
	}
	from, to := list[0].at, list[len(list)-1].at
	if high == low {
		high++
	}
	px := func(x scored) string {
		return strconv.FormatFloat(4+232*(x.at-from)/(to-from), 'f', 1, 64) + " " +
			strconv.FormatFloat(8+64*(high-x.score)/(high-low), 'f', 1, 64)
	}
	path := "M" + px(list[0])
	for _, x := range list[1:] {
		path += "L" + px(x)
	}
	said := "The score of job " + now.job + " goes from " + picture.Number(list[0].score) + " at " +
		picture.Number(from) + " s to " + picture.Number(list[len(list)-1].score) + " at " + picture.Number(to) + " s"
	svg := `<svg class="gb-picture score-course" viewBox="0 0 240 80" role="img" aria-label="` + picture.Escape(said) +
		`"><path d="` + path + `"/>`
	if !now.none {
		svg += `<circle r="3.5" transform="translate(` + px(now) + `)"/>`
	}
	return ui.El("figure", ui.Class("score-over"), ui.Raw(svg+`</svg>`),
		ui.El("figcaption", ui.Class("note"), said+". The least score is taken first."))
}
