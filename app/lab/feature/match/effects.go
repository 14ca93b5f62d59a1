package match

import (
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/league"
	"gridbox/core/scenario"
	"gridbox/core/shake"
	corestudy "gridbox/core/study"
	"gridbox/wasm/msg"
)

// effects runs comparisons in workers.
type effects struct {
	env           feature.Env
	league, shake execution
}

// An execution is one comparison with results.
type execution struct {
	text       []byte // the request to the workers
	base       string
	kind       string
	request    league.Request
	table      [][]league.Value
	chunks     []compute.Chunk
	run        *feature.Request // nil if it does not run
	keeper     *study.Keeper
	making     *feature.Request // an instance that is being made
	lastShown  float64
	loadedBase string // problem whose stored results were asked for
}

func (e *effects) execution(screen string) *execution {
	if screen == ShakeScreen {
		return &e.shake
	}
	return &e.league
}

func (e *effects) do(c change) { e.env.Do(Do(c)) }

// glance is the time in milliseconds between two summaries.
const glance = 500

// command executes the command of a button.
func (e *effects) command(what, arg string) {
	s := e.env.State()
	screen := study.Screen(s)
	switch what {
	case "open":
		screen = map[string]string{"shake": ShakeScreen}[arg]
		if screen == "" {
			screen = LeagueScreen
		}
		if why := refusal(s, screen); why != "" {
			e.env.Do(state.Notify{Text: why})
			return
		}
		e.env.Do(state.Show{Field: "dialog"})
		e.env.Do(study.Show(screen)...)
	case "start":
		e.start(screen)
	case "cancel":
		e.stop(LeagueScreen)
		e.stop(ShakeScreen)
	case "cell", "trace":
		e.pick(screen, what, arg)
	}
}

// refusal returns the reason if a screen does not apply to a draft, "" otherwise.
func refusal(s *state.State, screen string) string {
	if screen == ShakeScreen && s.Draft.Kind != "farm" {
		return "Only a farm has a trace of jobs to shake. Open one from the examples first."
	}
	return ""
}

// enter handles the input of a field.
func (e *effects) enter(what string, in feature.Input) {
	screen := study.Screen(e.env.State())
	for _, door := range []string{LeagueScreen, ShakeScreen} {
		if screen == study.EntriesScreen && len(what) > len(door) && what[:len(door)] == door {
			screen, what = door, what[len(door)+1:]
		}
	}
	// The box itself may have been restored to its old state meanwhile.
	e.do(Set{Screen: screen, Field: what, Of: in.Attribute("data-of"), To: in.Value,
		On: in.Attribute("data-checked") != "true"})
}

// textOf returns the request to the workers: the question, and the problem without the parts that no
// solver reads.
func textOf(d *scenario.Scenario, q *league.Question) []byte {
	own := *d
	own.Title, own.About, own.Runs, own.Study, own.View = "", "", nil, nil, nil
	return append(append(doc.Canonical(q), '\n'), scenario.Canonical(&own)...)
}

// start begins the comparison of a screen, or continues from earlier results for the same question.
func (e *effects) start(screen string) {
	s := e.env.State()
	q, why := Slot.Get(s).Comparison(screen).Choice.Question(s, screen)
	if why != "" || s.FeatureBusy() || e.env.NeedsPermission(q.Runs...) {
		return
	}
	r := e.execution(screen)
	r.making.End()
	r.making = nil
	text := textOf(s.Draft, &q)
	if string(text) != string(r.text) || len(r.chunks) > 0 && study.Replications(r.chunks) >= q.Instances {
		*r = execution{text: text, base: study.ProblemDigest(s.Draft), kind: s.Draft.Kind,
			loadedBase: r.loadedBase, request: league.Request{Scenario: s.Draft, Question: q},
			table: make([][]league.Value, q.Instances)}
	}
	this := &feature.Request{Scenario: s.Draft}
	r.run = this
	e.do(Start{Screen: screen, Base: r.base, Kind: r.kind, Question: q, Now: e.env.Now(),
		Done: study.Replications(r.chunks)})
	e.show(screen)
	r.keeper = study.NewKeeper(e.env, e.about(screen), len(r.chunks), 0, nil)
	this.Stop = e.env.Workers().Match(r.kind, compute.Match{Text: text, Size: q.Instances, Have: r.chunks,
		Chunk: func(c compute.Chunk, _ int) {
			e.env.Receive(this, func() {
				if r.addChunk(c) {
					r.keeper.Add(r.storedForm(c))
				}
				if e.env.Now()-r.lastShown >= glance {
					e.show(screen)
				}
			})
		},
		End: func(trouble *compute.Trouble) {
			e.env.Receive(this, func() {
				r.keeper.Flush()
				e.show(screen)
				this.Ended, r.run = true, nil
				e.do(End{Screen: screen, Text: troubleText(trouble)})
			})
		}})
}

func troubleText(t *compute.Trouble) string {
	switch {
	case t == nil:
		return ""
	case len(t.Faults) > 0:
		return i18n.T("The comparison cannot continue: {}", t.Faults[0].String())
	}
	return t.Text
}

// pause pauses the comparison of a screen; it returns false if none is running.
func (e *effects) pause(screen string) bool {
	if e.execution(screen).run == nil {
		return false
	}
	e.stop(screen)
	return true
}

// stop ends the comparison and keeps its results.
func (e *effects) stop(screen string) {
	r := e.execution(screen)
	if r.making != nil {
		r.making.End()
		r.making = nil
		e.do(Making{Screen: screen})
	}
	if r.run != nil {
		e.show(screen)
		r.run.End()
		r.run = nil
		r.keeper.Flush()
		e.do(End{Screen: screen})
	}
}

// addChunk adds the values of a chunk; it reports false if they cannot be read.
func (r *execution) addChunk(c compute.Chunk) bool {
	var rows [][]league.Value
	if faults := doc.Decode(c.Part, &rows); len(faults) > 0 || len(rows) != c.To-c.From || c.To > len(r.table) {
		return false
	}
	for i := range rows {
		if len(rows[i]) != len(r.request.Runs) || r.table[c.From+i] != nil {
			return false
		}
	}
	copy(r.table[c.From:], rows)
	r.chunks = append(r.chunks, c)
	return true
}

// show shows the results so far.
func (e *effects) show(screen string) {
	r := e.execution(screen)
	r.lastShown = e.env.Now()
	results := Results{Screen: screen, Done: study.Replications(r.chunks), Now: r.lastShown}
	if results.Done > 0 {
		if screen == ShakeScreen {
			results.Shaken, results.Traces = r.shaken()
		} else {
			results.Result, _ = r.request.Result(r.table)
		}
	}
	e.do(results)
}

// shaken returns the values on all traces, and the number of traces on which each algorithm is better.
func (r *execution) shaken() (*shake.Document, []shake.Pair) {
	names := catalog.Names(r.kind, r.request.Runs)
	pairs, measured := make([]shake.Pair, len(r.table)), []shake.Pair{}
	for i, row := range r.table {
		if row == nil {
			continue
		}
		pairs[i] = shake.Pair{A: row[0].Value, B: row[1].Value, OK: row[0].OK && row[1].OK}
		measured = append(measured, pairs[i])
	}
	d := &shake.Document{A: names[0], B: names[1], Metric: r.request.Metric, Times: len(measured),
		Strength: r.request.Shake.Strength, Load: r.request.Shake.Load}
	d.Count(measured, corestudy.LowerIsBetter(r.kind, r.request.Metric))
	return d, pairs
}

// Limits of the number of smaller instances that are tried for a cell, and the time in milliseconds for all of them.
const (
	minTries, maxTries = 20, 300
	patience           = 3000.0
)

func tries(d *league.Document, p *league.Pair) int {
	ms := 0.1
	for i := range d.Rows {
		if r := &d.Rows[i]; r.Ms != nil && (r.Name == p.A || r.Name == p.B) {
			ms += *r.Ms
		}
	}
	return min(maxTries, max(minTries, int(patience/ms)))
}

// pick opens an instance as a new draft: a small instance like the worst one of a pair, or a shaken trace.
func (e *effects) pick(screen, what, arg string) {
	r, s := e.execution(screen), e.env.State()
	c := Slot.Get(s).Comparison(screen)
	if r.text == nil || c.Making != "" {
		return
	}
	pick, name := msg.MatchPick{}, ""
	switch n, _ := strconv.Atoi(arg); what {
	case "trace":
		if n < 0 || n >= len(r.table) {
			return
		}
		pick, name = msg.MatchPick{Instance: n, Whole: true}, "shaken trace "+strconv.Itoa(n+1)
	default:
		if c.Result == nil || n < 0 || n >= len(c.Result.Pairs) {
			return
		}
		p := &c.Result.Pairs[n]
		if p.Worst == nil {
			return
		}
		name = p.A + " against " + p.B
		pick = msg.MatchPick{Instance: p.Instance, Tries: tries(c.Result, p), Ratio: *p.Worst, Compared: p.Compared,
			A: r.runIndex(p.A), B: r.runIndex(p.B)}
	}
	title, this := s.Draft.Title, &feature.Request{Scenario: s.Draft}
	r.making = this
	e.do(Making{screen, name})
	this.Stop = e.env.Workers().Pick(r.kind, pick, r.text, func(made []byte, trouble *compute.Trouble) {
		e.env.Receive(this, func() {
			this.Ended, r.making = true, nil
			e.do(Making{Screen: screen})
			e.open(made, trouble, title, name, pick.Whole)
		})
	})
}

// runIndex returns the index of the run with a name.
func (r *execution) runIndex(name string) int {
	for i, n := range catalog.Names(r.kind, r.request.Runs) {
		if n == name {
			return i
		}
	}
	return 0
}

// open opens the instance that a worker made.
func (e *effects) open(made []byte, trouble *compute.Trouble, title, name string, whole bool) {
	if trouble != nil {
		if !trouble.IsCancelled() {
			e.env.Do(state.Notify{Text: i18n.T("The instance cannot be opened. {}", troubleText(trouble)), Error: true})
		}
		return
	}
	d, faults := catalog.Parse(made)
	if len(faults) > 0 {
		e.env.Do(state.Notify{Text: i18n.T("The instance cannot be read: {}", faults[0].String()), Error: true})
		return
	}
	text := "This is the instance on which the first of the two does worst, reduced as far as possible. " +
		"The compared problem is in the previous draft."
	if whole {
		d.Title, text = name, "This is the shaken trace, with both algorithms. The original trace is in the "+
			"previous draft."
		if title != "" {
			d.Title = title + ", " + name
		}
	}
	e.env.OpenDraft(feature.NewDraft{Draft: d, Name: i18n.T("open {}", name), Example: true,
		Notice: state.Notify{Text: text}})
	e.env.Do(state.Show{Field: "view"})
}
