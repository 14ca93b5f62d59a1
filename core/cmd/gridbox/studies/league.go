package studies

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/league"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Defaults of the verb league.
const (
	usualInstances = 100
	cellTries      = 400
)

// LeagueVerb returns the verb league.
func LeagueVerb() *cli.Verb {
	return &cli.Verb{Name: "league", Args: []string{"SCENARIO"},
		About: "compare all algorithms with each other on a family of instances",
		Details: "SCENARIO has a generator; its seed gives the instances. Writes mean ranks with the critical\n" +
			"difference of Nemenyi's test at 5 %, mean and worst ratio of every ordered pair, performance\n" +
			"profiles, and mean times. With --cell writes the instance behind the worst ratio of a pair,\n" +
			"made as small as nine tenths of the disadvantage allow.",
		Flags: []cli.Option{
			cli.Flag("instances", "N", "how many instances are drawn; 100 unless given"),
			cli.Flag("metric", "ID",
				"what is compared; the first metric of the kind unless given, gap for the gap to a bound"),
			cli.Flag("algorithms", "A,B,...", "which algorithms, or all; those of the scenario unless given"),
			cli.Flag("cell", "A,B", "write the instance on which A does worst against B as a scenario"),
			cli.Flag("cores", "N", "how many instances are solved at the same time; all cores unless given"),
			cli.Flag("json", "", "write a document instead of tables"),
			cli.InterpreterFlag,
		}, Run: verbFunc(runLeague)}
}

// runLeague computes a league and writes it, or one of its instances.
func runLeague(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	cores, ok := c.cores()
	if !ok {
		return cli.Wrong
	}
	n, ok := c.count("league", "instances", usualInstances, league.MaxInstances)
	if !ok {
		return cli.Wrong
	}
	r := league.Request{Scenario: s, Question: league.Question{Instances: n}, Clock: c.Clock,
		Env: engine.Env{Programs: c.Programs()}, Parallel: func(n int, do func(i int)) { share(cores, n, do) }}
	r.Metric, _ = c.Flag("metric")
	if r.Runs, ok = c.competitors(s); !ok {
		return cli.Wrong
	}
	d, err := league.Run(c.Ctx, engine.All(), r)
	if c.ReportError(err) {
		return cli.Wrong
	}
	if cell, given := c.Flag("cell"); given {
		return c.writeCell(&r, d, cell)
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(d))
	}
	return c.Write([]byte(leagueText(d)))
}

// count returns the value of a flag that is a whole number from 1 to most, or
// usual if the flag is absent. It writes a message and reports false if the
// value is invalid.
func (c *Call) count(verb, flag string, usual, most int) (int, bool) {
	text, given := c.Flag(flag)
	if !given {
		return usual, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		c.Say("gridbox " + verb + ": --" + flag + " is a whole number from 1 to " + strconv.Itoa(most) + ", not " +
			text + "\n")
		return 0, false
	}
	return n, true
}

// competitors returns the runs of --algorithms, or the runs of the scenario
// if the flag is absent. It writes a message and reports false if an
// algorithm is unknown.
func (c *Call) competitors(s *scenario.Scenario) (runs []scenario.Run, ok bool) {
	text, given := c.Flag("algorithms")
	if !given {
		return catalog.Runs(s), true
	}
	names := strings.Split(text, ",")
	if text == "all" {
		names = nil
		for _, a := range KindOf(s.Kind).Algorithms {
			if a.ID != policy.AlgorithmOwn {
				names = append(names, a.ID)
			}
		}
	}
	for _, name := range names {
		run, faults := namedRun(s, strings.TrimSpace(name))
		for i := range faults {
			faults[i].Path = "--algorithms"
		}
		if !c.Blame("", faults) {
			return nil, false
		}
		runs = append(runs, run)
	}
	return runs, true
}

// writeCell writes the instance of one pair.
func (c *Call) writeCell(r *league.Request, d *league.Document, text string) int {
	a, b, two := strings.Cut(text, ",")
	name := func(word string) string {
		for _, row := range d.Rows {
			if word = strings.TrimSpace(word); row.Run.Algorithm == word || row.Name == word {
				return row.Name
			}
		}
		return word
	}
	pair := d.Pair(name(a), name(b))
	if !two || pair == nil || pair.Compared == 0 {
		c.Say("gridbox league: --cell takes two algorithms that were compared, such as " +
			d.Rows[0].Run.Algorithm + "," + d.Rows[1].Run.Algorithm + ", not " + text + "\n")
		return cli.Wrong
	}
	s, err := r.Cell(c.Ctx, engine.All(), d, pair, cellTries)
	if err != nil {
		c.Say("gridbox league: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	c.Say(s.About + "\n")
	return c.Write(scenario.Text(s))
}

// leagueText returns a league as text: the verdict, the ranks, the ratios of
// all pairs, and the performance profiles.
func leagueText(d *league.Document) string {
	b := &strings.Builder{}
	b.WriteString(league.Verdict(d, d.Metric) + "\n\n")
	t := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true}}
	t.Row("", "mean rank", "best on", "failed", "mean ratio to the best", "ms", "not significantly different from")
	for _, r := range d.Rows {
		ms := "-"
		if r.Ms != nil {
			ms = fixed(*r.Ms, 3)
		}
		t.Row(r.Name, fixed(r.Rank, 2), strconv.Itoa(r.Best), strconv.Itoa(r.Failed), fixed(r.Ratio, 3), ms,
			strings.Join(r.Alike, ", "))
	}
	b.WriteString(t.String())
	for _, which := range []struct {
		title string
		ratio func(p *league.Pair) *float64
	}{
		{"How many times as bad the row is as the column, geometric mean:",
			func(p *league.Pair) *float64 { return p.Mean }},
		{"The worst instance:", func(p *league.Pair) *float64 { return p.Worst }},
	} {
		b.WriteString("\n" + which.title + "\n" + ratioTable(d, which.ratio))
	}
	b.WriteString("\nShare of instances on which an algorithm is within a factor of the best, in %:\n" +
		profileTable(d))
	return b.String()
}

// ratioTable returns a table of a number of all ordered pairs, with a dash
// where there is none.
func ratioTable(d *league.Document, of func(p *league.Pair) *float64) string {
	t, head := cli.Table{Right: map[int]bool{}}, []string{""}
	for i, r := range d.Rows {
		head = append(head, r.Name)
		t.Right[i+1] = true
	}
	t.Row(head...)
	for _, a := range d.Rows {
		cells := []string{a.Name}
		for _, o := range d.Rows {
			text := "-"
			if p := d.Pair(a.Name, o.Name); p != nil && of(p) != nil {
				text = fixed(*of(p), 3)
			}
			cells = append(cells, text)
		}
		t.Row(cells...)
	}
	return t.String()
}

// profileTable returns the performance profiles in percent: a row for each
// algorithm and a column for each factor.
func profileTable(d *league.Document) string {
	t, head := cli.Table{Right: map[int]bool{}}, []string{""}
	for i, f := range d.Factors {
		head = append(head, doc.Number(f))
		t.Right[i+1] = true
	}
	t.Row(head...)
	for _, r := range d.Rows {
		cells := []string{r.Name}
		for _, x := range r.Profile {
			cells = append(cells, fixed(100*x, 0))
		}
		t.Row(cells...)
	}
	return t.String()
}

// fixed formats a number with a fixed number of decimals.
func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
