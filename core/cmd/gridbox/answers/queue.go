package answers

import (
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/waittime"
)

// QueueVerb returns the verb queue.
func QueueVerb() *cli.Verb {
	return &cli.Verb{Name: "queue", Args: []string{"SCENARIO"},
		About: "predict when the waiting jobs of a farm start, and explain why they wait",
		Details: "For a farm with jobs that run and jobs that wait at time 0, as gridbox import makes from a\n" +
			"cluster's files. The prediction is the median over replays in which jobs use the same shares\n" +
			"of their time limits as earlier jobs did; 8 of 10 replays are between early and late.\n" +
			"Changes that would help are solved again, not guessed.",
		Flags: []cli.Option{
			cli.Flag("job", "ID", "only this job, with the changes tried to start it sooner; may be given again"),
			cli.Flag("replays", "N", "how many replays; as many as take a moment unless given"),
			cli.Flag("seed", "N", "where the random streams start; the scenario's unless given"),
			cli.Flag("json", "", "write a document instead of tables"),
		}, Run: verbFunc(waitingJobs)}
}

// waitingJobs writes the predicted starts of the jobs that wait in a farm's queue, as tables or
// as JSON. It returns the exit status: cli.Wrong for an invalid scenario or flag, cli.Failed if
// the prediction fails.
func waitingJobs(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	if s.Farm == nil {
		c.Say("gridbox queue: the scenario is of kind " + s.Kind + "; only a farm has a queue\n")
		return cli.Wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	p := &explicit.Farm.Problem
	o := waittime.Options{Seed: s.Seed, JobsToChange: c.Flags["job"]}
	for _, name := range []string{"replays", "seed"} {
		text, given := c.Flag(name)
		if !given {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil || name == "replays" && (n < 1 || n > 100_000) {
			c.Say("gridbox queue: --" + name + " is a whole number, not " + text + "\n")
			return cli.Wrong
		}
		if name == "seed" {
			o.Seed = n
		} else {
			o.Replays = int(n)
		}
	}
	for _, id := range o.JobsToChange {
		if waiting, why := isWaiting(p, id); !waiting {
			c.Say("gridbox queue: " + why + "\n")
			return cli.Wrong
		}
	}
	a, err := waittime.Predict(c.Ctx, p, o)
	if err != nil {
		c.Say("gridbox " + err.Error() + "\n")
		return cli.Failed
	}
	held := a.ComparePredictions() // of all jobs, even if one is selected
	if len(o.JobsToChange) > 0 {
		a.Keep(o.JobsToChange)
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(a))
	}
	return c.Write([]byte(queueText(p.Moment, a, held)))
}

// isWaiting reports whether the job with the id is waiting. If it is not, it returns the reason.
func isWaiting(p *farm.Problem, id string) (ok bool, why string) {
	var ids []string
	for i := range p.Jobs {
		switch j := &p.Jobs[i]; {
		case j.ID == id && j.Running != nil:
			return false, "job " + id + " is already running"
		case j.ID == id:
			return true, ""
		case j.Running == nil:
			ids = append(ids, j.ID)
		}
	}
	return false, "no job is called " + id + doc.Suggest(id, ids)
}

// queueText returns the prediction as text: a table of the jobs and the accuracy of the record.
// The changes and the jobs ahead of each job follow.
func queueText(m *farm.Moment, a *waittime.Answer, record waittime.Record) string {
	b := &strings.Builder{}
	from := "no job is known to have ended, so shares of the limits are taken to be spread evenly"
	if a.Ended > 0 {
		from = "run times as " + strconv.Itoa(a.Ended) + " ended jobs used their limits"
	}
	if a.Clock != "" {
		b.WriteString("Now it is " + strings.Replace(a.Clock, "T", " ", 1) + ". ")
	}
	b.WriteString(strconv.Itoa(a.Running) + " run. " + strconv.Itoa(a.Replays) + " replays; " + from + ".\n\n")
	t := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 8: true}}
	t.Row("job", "slots", "limit", "starts", "early", "late", "by limits", "waits for", "forecast", "forecast reason")
	for i := range a.Jobs {
		j := &a.Jobs[i]
		start, word := "-", "-"
		if j.Forecast != nil {
			if j.Forecast.Start != nil {
				start = clockText(m, *j.Forecast.Start)
			}
			if j.Forecast.Reason != "" {
				word = j.Forecast.Reason
			}
		}
		reason := j.Reason
		if reason == "" {
			reason = "nothing"
		}
		for k, w := range j.Waits {
			if k > 0 {
				reason += ", then " + w.Class
			}
		}
		t.Row(j.ID, strconv.Itoa(j.Slots), spell(j.Limit), clockText(m, j.Start), clockText(m, j.Early),
			clockText(m, j.Late),
			clockText(m, j.Planned), reason, start, word)
	}
	b.WriteString(t.String())
	b.WriteString(accuracyText(record))
	for i := range a.Jobs {
		b.WriteString(changesText(m, &a.Jobs[i]))
		b.WriteString(jobsAheadText(m, &a.Jobs[i]))
	}
	return b.String()
}

// accuracyText returns a sentence on the accuracy of the predictions, if the files contain actual
// starts.
func accuracyText(r waittime.Record) string {
	if r.Started == 0 {
		return ""
	}
	text := "\nOf " + doc.Count(r.Started, "job") + " that started since, " + strconv.Itoa(r.Inside) +
		" did so within the predicted interval; 8 in 10 should.\n"
	if r.Both == 0 {
		return text
	}
	t := cli.Table{Right: map[int]bool{1: true, 2: true}}
	t.Row("predicted starts of "+doc.Count(r.Both, "job"), "median miss", "worst miss")
	t.Row("Gridbox", spell(r.Ours.Median), spell(r.Ours.Max))
	t.Row("cluster", spell(r.Theirs.Median), spell(r.Theirs.Max))
	return text + t.String()
}

// changesText returns a table of the changes tried for a job, with the start after each and the
// time gained. It returns "" if none was tried. A change may gain nothing.
func changesText(m *farm.Moment, j *waittime.Job) string {
	if j.Changes == nil {
		return ""
	}
	t := cli.Table{Right: map[int]bool{1: true, 2: true}}
	t.Row("change of job "+j.ID, "starts", "sooner")
	for _, c := range j.Changes {
		gain := "no"
		if c.Gain > 0 {
			gain = spell(c.Gain)
		}
		t.Row(changeText(&c), clockText(m, c.Start), gain)
	}
	return "\n" + t.String()
}

// jobsAheadText returns a table of the jobs ahead of a job, and a table of its start by the number of
// them that run to their limits.
func jobsAheadText(m *farm.Moment, j *waittime.Job) string {
	text := ""
	if len(j.Holders) > 0 {
		t := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true, 4: true}}
		t.Row("jobs in front of "+j.ID, "slots", "limit", "starts", "last blocker")
		for i := range j.Holders {
			h := &j.Holders[i]
			name, starts := h.Job, clockText(m, h.Start)
			if h.Gap {
				name += " in a gap"
			}
			if h.Running {
				starts = "runs"
			}
			t.Row(name, strconv.Itoa(h.Slots), spell(h.Limit), starts, studies.Percent(h.Last))
		}
		if text = "\n" + t.String(); j.OmittedHolders > 0 {
			text += "and " + strconv.Itoa(j.OmittedHolders) + " more\n"
		}
	}
	if len(j.Cases) > 0 {
		t := cli.Table{Right: map[int]bool{1: true, 2: true}}
		t.Row("in front that run to their limits", "of replays", "starts")
		for i, c := range j.Cases {
			n := strconv.Itoa(c.Overruns)
			if i == len(j.Cases)-1 && c.Overruns > 1 {
				n += " or more"
			}
			t.Row(n, studies.Percent(c.Share), clockText(m, c.Start))
		}
		text += "\n" + t.String()
	}
	return text
}

// changeText returns a change in words.
func changeText(c *waittime.Change) string {
	value := func(text string) string {
		if x, err := strconv.ParseFloat(text, 64); err == nil && c.Property == waittime.ChangeLimit {
			return spell(x)
		}
		return text
	}
	return c.Property + " " + value(c.Value) + " instead of " + value(c.Was)
}

// clockText formats a time by the cluster's clock, without the date on the same day.
func clockText(m *farm.Moment, seconds float64) string {
	text := m.At(seconds)
	if text == "" {
		return spell(seconds)
	}
	day, clock, _ := strings.Cut(text, "T")
	if strings.HasPrefix(m.Clock, day) {
		return clock
	}
	return day + " " + clock
}

// spell formats seconds as Slurm does: 1-02:03:04.
func spell(seconds float64) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	n := int(seconds + 0.5)
	two := func(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	text := two(n/3600%24) + ":" + two(n/60%60) + ":" + two(n%60)
	if n >= 86400 {
		text = strconv.Itoa(n/86400) + "-" + text
	}
	return sign + text
}
