package farm

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/sorting"
	"gridbox/core/waittime"
)

// waiting shows when the jobs of the queue start and why they wait, and which changes would help the selected one.
func waiting(s *state.State) ui.Node {
	m := &s.Matrix
	a, found := s.FocusedAnswer(), queueReplay(s)
	switch {
	case a != nil && a.Answer != nil && !s.IsFresh(*a):
		return screen.Empty("The queue appears with the answer to the current problem.")
	case a == nil || a.Answer == nil || !a.Answer.Feasible:
		return screen.Lacking(a, "queue")
	case m.Text != "":
		return screen.Empty(m.Text)
	case found == nil && (m.Pending || len(m.Detail) == 0):
		return ui.El("p", ui.Class("empty"), ui.A("role", "status"), "Replaying the queue.")
	case found == nil:
		return screen.Empty("No job waits.")
	}
	moment := s.Problem.Farm.Moment
	parts := []ui.Node{}
	if j := jobIn(found, questionJob(s)); j != nil {
		parts = append(parts, jobSection(s, found, j))
	}
	parts = append(parts, reasonCounts(found))
	until := 0.0
	for i := range found.Jobs {
		until = max(until, found.Jobs[i].Late)
	}
	head := []string{"job", "slots", "starts", "8 of 10", "waits for"}
	forecast := false
	for i := range found.Jobs {
		forecast = forecast || found.Jobs[i].Forecast != nil && found.Jobs[i].Forecast.Start != nil
	}
	if forecast {
		head = append(head, "cluster's prediction")
	}
	list := screen.List{Kind: "waiting job", Picks: picture.Job, Title: "The queue", Head: head, Len: len(found.Jobs),
		ID: func(i int) string { return found.Jobs[i].ID },
		Cells: func(i int) []ui.Node {
			j := &found.Jobs[i]
			reason := j.Reason
			if reason == "" {
				reason = "nothing"
			}
			cells := []ui.Node{screen.Cell(ui.Integer(j.Slots)), screen.Cell(clock(moment, j.Start)),
				ui.El("td", ui.A("aria-label", interval(moment, j)), ui.A("title", interval(moment, j)),
					ui.Raw(bar(j, until))),
				ui.El("td", ui.Class("wrap"), reason)}
			if forecast {
				text := "–"
				if j.Forecast != nil && j.Forecast.Start != nil {
					text = clock(moment, *j.Forecast.Start)
				}
				cells = append(cells, screen.Cell(text))
			}
			return cells
		}}
	parts = append(parts, list.View(s), accuracySection(moment, found, questionJob(s)),
		ui.El("p", ui.Class("note"), foundation(found)))
	return ui.El("div", ui.Class("queue"), parts)
}

// accuracySection describes how good the predictions were, if accounting has the true starts: of the job in
// question, of all jobs, and of the cluster's own predictions.
func accuracySection(m *farm.Moment, a *waittime.Answer, about string) ui.Node {
	r := a.ComparePredictions()
	if r.Started == 0 {
		return ui.Node{}
	}
	text := i18n.T("Of {} that started since, {} did so within the predicted interval; 8 in 10 should.",
		picture.Count(r.Started, "job"), ui.Integer(r.Inside))
	if j := jobIn(a, about); j != nil && j.Forecast != nil && j.Forecast.Started != nil {
		where := "outside its interval"
		if j.IsInside() {
			where = "inside its interval"
		}
		text = i18n.T("Job {} really started at {}, {}. {}", j.ID, clock(m, *j.Forecast.Started), where, text)
	}
	parts := []ui.Node{ui.El("h3", "Compared with later accounting"), ui.El("p", text)}
	if r.Both > 0 {
		row := func(who string, miss waittime.Miss) ui.Node {
			return ui.El("tr", ui.RowHead(who), screen.Cell(durationText(miss.Median)),
				screen.Cell(durationText(miss.Max)))
		}
		parts = append(parts, screen.Table(i18n.T("Errors of predicted starts, for the {} that both predict",
			picture.Count(r.Both, "job")), []string{i18n.T("of {}",
			picture.Count(r.Both, "job")), "median miss", "worst miss"},
			[]ui.Node{row("Gridbox", r.Ours), row("cluster", r.Theirs)}))
	}
	return ui.El("section", ui.Class("queue-held"), parts)
}

func jobIn(a *waittime.Answer, id string) *waittime.Job {
	for i := range a.Jobs {
		if a.Jobs[i].ID == id {
			return &a.Jobs[i]
		}
	}
	return nil
}

// reasonCounts counts the jobs by the reason of their wait, in the colours of the pictures.
func reasonCounts(a *waittime.Answer) ui.Node {
	count := map[string]int{}
	for i := range a.Jobs {
		count[a.Jobs[i].Reason]++
	}
	line := []ui.Node{ui.El("span", picture.Count(len(a.Jobs), "waiting job")+":")}
	for _, c := range classColours { // all classes: the picture also shows later reasons
		line = append(line, ui.Text(" "), ui.El("span", ui.El("i", ui.Class("key "+picture.Hue(c.colour))),
			c.class+" "+ui.Integer(count[c.class])))
	}
	if n := count[""]; n > 0 {
		line = append(line, ui.Text(" "), ui.El("span", i18n.T("nothing {}", ui.Integer(n))))
	}
	return ui.El("p", ui.Class("note legend queue-why"), line)
}

// jobSection answers the question about one job.
func jobSection(s *state.State, a *waittime.Answer, j *waittime.Job) ui.Node {
	m := s.Problem.Farm.Moment
	alone := rowsView(s, []waittime.Job{*j}, "")
	alone.Width, alone.Height, alone.World, alone.Static, alone.Selected = 400, 110, false, true, nil
	alone.Name = alone.Rows[0].Say
	parts := []ui.Node{ui.El("h3", i18n.T("Why does job {} wait, and when does it start?", j.ID)),
		ui.El("p", ui.Class("queue-start"), screen.Bold(clock(m, j.Start)), i18n.T(" in {}", durationText(j.Start))),
		ui.Picture(draw.Waiting(alone)),
		ui.El("p", i18n.T("{} of {} replays. If all jobs ran to their limits, at {}.",
			interval(m, j), ui.Integer(a.Replays), clock(m, j.Planned))),
		ui.El("p", reasonText(m, j))}
	if j.Forecast != nil {
		if text := forecastText(m, j); text != "" {
			parts = append(parts, ui.El("p", text))
		}
	}
	parts = append(parts, cases(m, j))
	if j.Changes == nil {
		parts = append(parts, ui.El("p", ui.Class("note"), ui.A("role", "status"),
			"Trying what would let it start sooner."))
	} else {
		var rows []ui.Node
		for i := range j.Changes {
			c := &j.Changes[i]
			gain := "nothing"
			if c.Gain > 0 {
				gain = durationText(c.Gain)
			}
			rows = append(rows, ui.El("tr", ui.RowHead(changeText(c)), screen.Cell(clock(m, c.Start)),
				screen.Cell(gain)))
		}
		parts = append(parts, ui.El("h3", "What would let it start sooner"),
			screen.Table(i18n.T("What would let job {} start sooner", j.ID), []string{"change", "starts", "gains"},
				rows))
		if len(rows) == 0 {
			parts = append(parts, ui.El("p",
				"The job cannot be smaller or shorter, and no other machine suits it."))
		}
	}
	parts = append(parts, jobsAhead(m, j))
	return ui.El("section", ui.Class("queue-one"), ui.A("aria-label", i18n.T("Job {} in the queue", j.ID)), parts)
}

// cases describes when a job starts, by the number of jobs in front of it that run to their
// limits.
func cases(m *farm.Moment, j *waittime.Job) ui.Node {
	var list []ui.Node
	shares := make([]float64, len(j.Cases))
	for i := range j.Cases {
		shares[i] = j.Cases[i].Share
	}
	parts := percents(shares)
	for i, c := range j.Cases {
		who := []string{"no job in front runs to its limit", "one job in front does",
			"two jobs in front do"}[min(c.Overruns, 2)]
		if c.Overruns == 1 && i == 0 {
			who = "one in front runs to the limit"
		}
		if c.Overruns >= 2 {
			who = "more do"
			if len(j.Cases) == i+1 && (i == 0 || j.Cases[i-1].Overruns == 0) {
				who = "two or more do"
			}
		}
		list = append(list, ui.El("li", screen.Bold(parts[i]+": "+clock(m, c.Start)), " "+who))
	}
	if list == nil {
		return ui.Node{}
	}
	return ui.El("ul", ui.Class("queue-cases"), list)
}

func share(x float64) string { return ui.Integer(int(100*x+0.5)) + " %" }

// percents writes shares of a whole as whole percents whose sum is that of the
// shares: those with the largest remainders are rounded up.
func percents(shares []float64) []string {
	whole, order := make([]int, len(shares)), make([]int, len(shares))
	sum, left := 0.0, 0
	for i, x := range shares {
		whole[i], order[i] = int(100*x), i
		sum += x
		left -= whole[i]
	}
	rest := func(i int) float64 { return 100*shares[i] - float64(whole[i]) }
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(rest(b), rest(a)) })
	for _, i := range order[:min(len(order), max(0, left+int(100*sum+0.5)))] {
		whole[i]++
	}
	texts := make([]string, len(shares))
	for i := range whole {
		texts[i] = ui.Integer(whole[i]) + " %"
	}
	return texts
}

// jobsAhead lists the jobs in front of a job.
func jobsAhead(m *farm.Moment, j *waittime.Job) ui.Node {
	if len(j.Holders) == 0 {
		return ui.Node{}
	}
	var rows []ui.Node
	for i := range j.Holders {
		h := &j.Holders[i]
		starts := clock(m, h.Start)
		if h.Running {
			starts = "runs"
		}
		name := ui.RowHead(h.Job)
		if !h.Running {
			name = ui.RowHead(screen.Pick(picture.Job, h.Job, h.Job))
		}
		if h.Gap {
			name.Children = append(name.Children, ui.El("small", " in a gap"))
		}
		rows = append(rows, ui.El("tr", name, screen.Cell(ui.Integer(h.Slots)), screen.Cell(durationText(h.Limit)),
			screen.Cell(starts), screen.Cell(share(h.Last))))
	}
	text := "Last blocker: how often the job started when this one ended."
	if j.OmittedHolders > 0 {
		text += i18n.T(" {} in front blocked it in fewer replays.", picture.Count(j.OmittedHolders, "more job"))
	}
	return ui.El("div", ui.El("h3", "Jobs in front"),
		screen.Table(i18n.T("Jobs in front of job {}", j.ID),
			[]string{"job", "slots", "limit", "starts", "last blocker"}, rows), ui.El("p", ui.Class("note"), text))
}

// classColours are the classes of reasons with their colours.
var classColours = []struct {
	class  string
	colour int
}{{waittime.Resources, 5}, {waittime.Priority, 1}, {waittime.Dependency, 4}, {waittime.Limits,
	9}, {waittime.Reservation, 10}}

// classes describes in words what a job waits for.
var classes = map[string]string{waittime.Resources: "free slots or memory", waittime.Priority: "jobs that go before it",
	waittime.Dependency: "another job to end", waittime.Limits: "a licence or a limit",
	waittime.Reservation: "a reservation to end"}

// reasonText describes in order what job j waits for and until when, and how many waiting jobs precede it.
func reasonText(m *farm.Moment, j *waittime.Job) string {
	if len(j.Waits) == 0 {
		return "It can start immediately: nothing blocks it."
	}
	text := "By the limits of all jobs it waits for "
	for i, w := range j.Waits {
		if i > 0 {
			text += ", then for "
		}
		text += classes[w.Class]
		if w.Class == waittime.Dependency && j.DependsOn != "" {
			text += " (" + j.DependsOn + ")"
		}
		text += i18n.T(" until {}", clock(m, w.Until))
	}
	text += "."
	switch {
	case j.JobsAhead == 1:
		text += " One waiting job goes before it."
	case j.JobsAhead > 1:
		text += i18n.T(" {} waiting jobs go before it.", ui.Integer(j.JobsAhead))
	}
	return text
}

// forecastText describes the cluster's own reason and prediction, and the true start.
func forecastText(m *farm.Moment, j *waittime.Job) (text string) {
	if j.Forecast.Reason != "" {
		text = i18n.T("The cluster's reason is {}", j.Forecast.Reason)
		if j.Forecast.Start != nil {
			text += i18n.T(", and expects the start at {}", clock(m, *j.Forecast.Start))
		}
		text += ". "
	}
	if j.Forecast.Started != nil {
		text += i18n.T("It really started at {}.", clock(m, *j.Forecast.Started))
	}
	return strings.TrimSpace(text)
}

// changeText describes a change in words.
func changeText(c *waittime.Change) string {
	value := func(text string) string {
		x, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil:
			return text
		case c.Property == waittime.ChangeLimit:
			return durationText(x)
		case c.Property == waittime.ChangeMemory:
			return i18n.T("{} MB", picture.Number(x))
		}
		return text
	}
	noun := map[string]string{waittime.ChangeLimit: "a limit of ", waittime.ChangeMemory: "memory of ",
		waittime.ChangeType: "machines of type ", waittime.ChangePartition: "partition "}[c.Property]
	if c.Property == waittime.ChangeSlots {
		return i18n.T("{} instead of {}", picture.Count(int(number(c.Value)), "slot"), c.Was)
	}
	return i18n.T("{}{} instead of {}", noun, value(c.Value), value(c.Was))
}

func number(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// foundation describes the data and assumptions behind the prediction.
func foundation(a *waittime.Answer) string {
	text := i18n.T("Starts are medians of {} replays; bars span 8 of 10 of them. ", ui.Integer(a.Replays))
	if a.Ended == 0 {
		return i18n.T("{}No job is known to have ended, so every share of its limit is assumed equally likely "+
			"for each job.",
			text)
	}
	return i18n.T("{}Jobs are assumed to use the same shares of their limits as {} that ended before.",
		text, picture.Count(a.Ended, "job"))
}

func interval(m *farm.Moment, j *waittime.Job) string {
	if j.Early == j.Late {
		return i18n.T("{} in 8 of 10", clock(m, j.Early))
	}
	return i18n.T("{} to {} in 8 of 10", clock(m, j.Early), clock(m, j.Late))
}

// bar draws the interval with the median, and the real start if it is known.
func bar(j *waittime.Job, until float64) string {
	x := func(at float64) string {
		if until <= 0 {
			return "2"
		}
		return strconv.FormatFloat(2+92*max(0, min(1, at/until)), 'f', 1, 64)
	}
	width := strconv.FormatFloat(max(1, 92*(j.Late-j.Early)/max(until, 1e-9)), 'f', 1, 64)
	svg := `<svg class="interval" width="96" height="12" viewBox="0 0 96 12" aria-hidden="true">` +
		`<rect x="` + x(j.Early) + `" y="4" width="` + width + `" height="4" fill="currentColor" opacity="0.3"/>` +
		`<rect x="` + x(j.Start) + `" y="1" width="2" height="10" fill="currentColor"/>`
	if j.Forecast != nil && j.Forecast.Started != nil && *j.Forecast.Started <= until {
		svg += `<path transform="translate(` + x(*j.Forecast.Started) + ` 6)" d="M-3 0L0-4L3 0L0 4Z" fill="none" ` +
			`stroke="currentColor"/>`
	}
	return svg + `</svg>`
}

// clock formats a time by the cluster's clock, or in seconds if the clock is unknown.
func clock(m *farm.Moment, seconds float64) string {
	text := m.At(seconds)
	if text == "" {
		return picture.Number(math.Round(seconds*10)/10) + " s"
	}
	day, of, _ := strings.Cut(text, "T")
	if strings.HasPrefix(m.Clock, day) {
		return of
	}
	return day[5:] + " " + of[:5]
}

// durationText writes a length of time with its two largest units.
func durationText(seconds float64) string {
	n := int(seconds + 0.5)
	for _, u := range []struct {
		size          int
		unit, subunit string
	}{{86400, " d", " h"}, {3600, " h", " min"}, {60, " min", " s"}} {
		if n < u.size {
			continue
		}
		below := map[int]int{86400: 3600, 3600: 60, 60: 1}[u.size]
		text := strconv.Itoa(n/u.size) + u.unit
		if rest := n % u.size / below; rest > 0 {
			text += " " + strconv.Itoa(rest) + u.subunit
		}
		return text
	}
	return strconv.Itoa(n) + " s"
}
