package answers

import (
	"math"
	"os"
	"strconv"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/limited"
	"gridbox/core/conformance"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/rows"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
)

// MeasuresVerb returns the verb measures.
func MeasuresVerb() *cli.Verb {
	return &cli.Verb{Name: "measures", Args: []string{"SCENARIO"},
		About: "print measures of a farm's schedules, by job and by user",
		Details: "Wait, response and bounded slowdown (run times below 10 s count as 10 s) with percentiles,\n" +
			"throughput, utilization, the queue, and fairness (Jain's index over the users' mean bounded\n" +
			"slowdowns). Solves the scenario, or takes the answers of a result.",
		Flags: []cli.Option{
			cli.Flag("result", "FILE", "measure the answers of this result document; nothing is solved"),
			cli.Flag("algorithm", "ID", "only the runs of this one; may be given again for more"),
			cli.Flag("run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"),
			cli.Flag("warm", "SHARE",
				"leave out this share of the jobs, the first to be submitted, while the farm fills"),
			cli.Flag("tail", "SHARE",
				"leave out this share of the jobs, the last to be submitted; time then ends with the "+
					"last submission that counts"),
			cli.Flag("json", "", "write a document instead of tables"),
			cli.Flag("series", "FILE",
				"write utilization and jobs that wait over time, and the distribution of waits, as "+
					"comma-separated values"),
			cli.Flag("points", "N", "with --series: how many points of each at most; 1000 unless given"),
		}, Run: verbFunc(measures)}
}

// A runMeasures has the measures of a run in the document written with --json.
type runMeasures struct {
	Run string `json:"run"`
	schedmetrics.Measures
}

// measures prints the measures of schedules.
func measures(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	if s.Kind != "farm" {
		c.Say("gridbox measures: only farms have jobs that wait for users, and this scenario is of the kind " + s.Kind +
			"\n")
		return cli.Wrong
	}
	cut := schedmetrics.Cut{}
	for _, x := range []struct {
		name string
		to   *float64
	}{{"warm", &cut.Warm}, {"tail", &cut.Tail}} {
		if text, given := c.Flag(x.name); given {
			share, err := strconv.ParseFloat(text, 64)
			if err != nil || !(share >= 0 && share < 1) {
				c.Say("gridbox measures: --" + x.name + " is a share from 0 to less than 1, such as 0.05, not " +
					text + "\n")
				return cli.Wrong
			}
			*x.to = share
		}
	}
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	names, answers, status := c.schedules(x)
	if status != cli.Done {
		return status
	}
	points, ok := c.points()
	if !ok {
		return cli.Wrong
	}
	var all []runMeasures
	series := []byte("run,series,time,value\n")
	for i, a := range answers {
		if solution, some := a.Solution.(*farm.Solution); some {
			v := schedmetrics.Analyse(&x.Explicit.Farm.Problem, solution)
			all = append(all, runMeasures{names[i], v.Measures(cut)})
			series = appendSeries(series, names[i], v, cut, points)
		} else {
			c.Say(names[i] + ": there is no schedule to measure\n")
		}
	}
	if to, given := c.Flag("series"); given {
		if err := os.WriteFile(to, series, 0o644); err != nil {
			c.Say("gridbox measures: cannot write: " + err.Error() + "\n")
			return cli.Failed
		}
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(all))
	}
	c.Print(measureTables(all))
	return cli.Done
}

// points returns the number of points of each series.
func (c *Call) points() (n int, ok bool) {
	text, given := c.Flag("points")
	if !given {
		return 1000, true
	}
	n, err := strconv.Atoi(text)
	if ok = err == nil && n > 0 && n <= 1e6; !ok {
		c.Say("gridbox measures: --points is a whole number from 1 to 1000000, not " + text + "\n")
	}
	return n, ok
}

// appendSeries appends quantities over time as steps, and waits as the share of jobs with at most
// that wait.
func appendSeries(b []byte, run string, v *schedmetrics.View, cut schedmetrics.Cut, points int) []byte {
	name := rows.Quote(rows.EscapeFormula(run))
	for _, one := range []struct {
		name string
		list []schedmetrics.Point
	}{{"utilization", v.Utilization(0, v.End(), points)}, {"queue", v.Queue(0, v.End(), points)},
		{"waits", v.WaitDistribution(v.CountedJobs(cut), points)}} {
		for _, p := range one.list {
			b = append(b, name+","+one.name+","...)
			b = append(doc.AppendNumber(append(doc.AppendNumber(b, p.Time), ','), p.Value), '\n')
		}
	}
	return b
}

// schedules returns the answers to be measured, with their names: the answers of --result, or
// else computed ones. The status is cli.Done, or an error status after a message.
func (c *Call) schedules(x *engine.Session) (names []string, answers []scenario.Answer, status int) {
	s := x.Original
	if file, given := c.Flag("result"); given {
		text, ok := c.Read(file, cli.MaxResult)
		if !ok {
			return nil, nil, cli.Wrong
		}
		r, faults := scenario.ParseResult(text)
		if !c.Blame(file+": ", faults) {
			return nil, nil, cli.Wrong
		}
		if r.Kind != s.Kind {
			c.Say("gridbox measures: the result is of kind " + r.Kind + ", the scenario of kind " + s.Kind + "\n")
			return nil, nil, cli.Wrong
		}
		for i := range r.Runs {
			names = append(names, r.Runs[i].Algorithm)
		}
		return names, r.Runs, cli.Done
	}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return nil, nil, cli.Wrong
	}
	for _, run := range wanted {
		answer, err := x.Solve(c.Ctx, run.Run, nil)
		if err != nil {
			c.Say(run.Name + ": " + cli.Reason(err) + "\n")
			return nil, nil, cli.Failed
		}
		names, answers = append(names, run.Name), append(answers, answer)
	}
	return names, answers, cli.Done
}

// measureTables returns the measures of all runs as text: a row for each measure and a column for
// each run. It returns "" without runs.
func measureTables(all []runMeasures) string {
	if len(all) == 0 {
		return ""
	}
	t := cli.Table{Right: map[int]bool{}}
	head := []string{""}
	for i := range all {
		head = append(head, all[i].Run)
		t.Right[i+1] = true
	}
	t.Row(head...)
	line := func(name string, of func(*schedmetrics.Measures) float64) {
		cells := []string{name}
		for i := range all {
			x := of(&all[i].Measures)
			cells = append(cells, cli.Column([]float64{x})[0])
		}
		t.Row(cells...)
	}
	spread := func(name string, of func(*schedmetrics.Measures) *schedmetrics.Distribution) {
		line(name+", mean", func(m *schedmetrics.Measures) float64 { return of(m).Mean })
		line(name+", median", func(m *schedmetrics.Measures) float64 { return of(m).Median })
		line(name+", 90 of 100", func(m *schedmetrics.Measures) float64 { return of(m).P90 })
		line(name+", 99 of 100", func(m *schedmetrics.Measures) float64 { return of(m).P99 })
		line(name+", most", func(m *schedmetrics.Measures) float64 { return of(m).Max })
	}
	spread("wait in s", func(m *schedmetrics.Measures) *schedmetrics.Distribution { return &m.Wait })
	spread("response in s", func(m *schedmetrics.Measures) *schedmetrics.Distribution { return &m.Response })
	spread("bounded slowdown", func(m *schedmetrics.Measures) *schedmetrics.Distribution { return &m.Slowdown })
	line("jobs an hour", func(m *schedmetrics.Measures) float64 { return m.Throughput })
	line("utilisation", func(m *schedmetrics.Measures) float64 { return m.Utilization })
	line("jobs that wait, mean", func(m *schedmetrics.Measures) float64 { return m.MeanQueue })
	line("jobs that wait, most", func(m *schedmetrics.Measures) float64 { return float64(m.MaxQueue) })
	line("fairness to users", func(m *schedmetrics.Measures) float64 {
		if m.Fairness == nil {
			return math.NaN()
		}
		return *m.Fairness
	})
	text := t.String() + "\n"
	for i := range all {
		m := &all[i].Measures
		text += all[i].Run + ": " + doc.Count(m.Jobs, "job") + " counted, " + strconv.Itoa(m.Excluded) +
			" left out, from " +
			shortNumber(m.From) + " s to " + shortNumber(m.To) + " s\n"
	}
	if len(all[0].Users) > 0 {
		text += "\n" + userTable(all).String()
	}
	return text
}

// maxUsers is the greatest number of users in a table, by descending number of jobs.
const maxUsers = 20

// userTable returns a table of the users by run, in the order of the first run.
func userTable(all []runMeasures) *cli.Table {
	t := &cli.Table{Right: map[int]bool{1: true, 2: true}}
	head := []string{"user", "jobs", "slot hours"}
	places := make([]map[string]int, len(all))
	for i := range all {
		t.Right[2*i+3], t.Right[2*i+4] = true, true
		head = append(head, all[i].Run+": wait in s", "slowdown")
		places[i] = map[string]int{}
		for k := range all[i].Users {
			places[i][all[i].Users[k].Name] = k
		}
	}
	t.Row(head...)
	for k := range all[0].Users {
		if k == maxUsers {
			t.Row("and " + strconv.Itoa(len(all[0].Users)-maxUsers) + " more")
			break
		}
		u := &all[0].Users[k]
		row := []string{u.Name, strconv.Itoa(u.Jobs), cli.Column([]float64{u.SlotHours})[0]}
		for i := range all {
			at, met := places[i][u.Name]
			if !met {
				row = append(row, "-", "-")
				continue
			}
			x := &all[i].Users[at]
			row = append(row, cli.Column([]float64{x.MeanWait})[0], cli.Column([]float64{x.MeanSlowdown})[0])
		}
		t.Row(row...)
	}
	return t
}

// ConformanceVerb returns the verb conformance.
func ConformanceVerb() *cli.Verb {
	return &cli.Verb{Name: "conformance", Args: []string{"DIR"},
		About: "run the tests of other schedulers",
		Details: "DIR has the folders pyss (unit tests of that simulator), archive (a year of a log with published\n" +
			"means), braun (matrices of times with makespans) or slurm (fair-share factors). Reports how many\n" +
			"cases of each suite agree, and which differ. Exit status 1 if DIR has no suite.",
		Run: verbFunc(conform)}
}

// conform runs the tests of other schedulers.
func conform(c *Call) int {
	list, err := conformance.Run(c.Ctx, limited.Folder(c.Args[0], cli.MaxImport))
	switch {
	case err != nil:
		c.Say("gridbox conformance: " + err.Error() + "\n")
		return cli.Wrong
	case len(list) == 0:
		c.Say("gridbox conformance: " + c.Args[0] +
			" has no suite of tests: neither pyss/cases.json, archive/expect.json, braun/expect.json nor " +
			"slurm/fair.json\n")
		return cli.Failed
	}
	return c.Write([]byte(conformance.Text(list)))
}
