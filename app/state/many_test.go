package state

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/app/cells"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/problem/farm"
	"gridbox/core/problem/group"
	"gridbox/core/problem/window"
	"gridbox/core/scenario"
	_ "gridbox/core/steady"
)

// small gives an explicit draft of each kind that has something of everything.
func small(t testing.TB, kind string) State {
	t.Helper()
	preset := map[string]string{"placement": "five-clusters", "window": "square-2018", "batch": "alp-amp-figure-5",
		"group": "gka-22", "farm": "markov-2004"}[kind]
	d := FromPreset(kind, preset, 7)
	e, faults := scenario.Expand(d)
	if faults != nil {
		t.Fatal(faults)
	}
	switch c := *e; kind {
	case "group":
		p := *c.Group
		p.Groups, p.Nodes, p.Request = slices.Clone(p.Groups), slices.Clone(p.Nodes), &group.Request{}
		*p.Request = *c.Group.Request
		p.Request.Start, p.Request.End = 10, 500
		last := len(p.Groups) - 1
		p.Groups[last].Availability = nil
		p.Groups[0].Availability = nil
		p.Groups[0].Variants = []group.Variant{{Nodes: 1, Value: 0.5, Cost: 3}, {Nodes: 1, Value: 0.75, Cost: 4.125}}
		for i := range p.Nodes {
			if p.Nodes[i].Group == p.Groups[0].ID {
				p.Nodes[i].Availability = nil
			}
		}
		chance := 0.5
		p.Events = []group.Event{{Group: p.Groups[last].ID, Chance: &chance,
			Start: group.Moment{Law: "uniform", Mean: 40, Spread: 2}, End: &group.Moment{}},
			{Group: p.Groups[last].ID, Start: group.Moment{Mean: 90}}}
		c.Group = &p
		d = &c
	case "farm":
		p := *c.Farm
		p.Jobs, p.Machines = slices.Clone(p.Jobs), slices.Clone(p.Machines)
		n := len(p.Jobs) - 1
		p.Jobs[n].ID = `a "b", c`
		p.Jobs[n].After = []farm.After{{Job: p.Jobs[0].ID, Delay: 2.5}}
		p.Jobs[n].Licenses = map[string]int{"solver x": 2, "a,b": 1}
		p.Jobs[n].Speeds = map[string]float64{p.Machines[0].ID: 1.25}
		p.Order = nil
		p.Links = append(slices.Clone(p.Links), farm.Link{A: p.Machines[0].ID, B: p.Machines[1].ID, Bandwidth: 0.1})
		if len(p.Links) > 1 {
			p.Links = p.Links[len(p.Links)-1:]
		}
		c.Farm = &p
		d = &c
	default:
		d = e
	}
	if faults := catalog.Check(d); len(faults) > 0 {
		t.Fatal(kind, faults)
	}
	return New(d)
}

var kinds = []string{"placement", "window", "batch", "group", "farm"}

// emptied is a draft with nothing in its tables.
func emptied(s State) State {
	d := *s.Draft
	of(s.Draft).hold(&d, s.Draft)
	for _, kind := range tables[d.Kind] {
		if kind != "variant" {
			setRows(&d, kind, reflect.Zero(rowsOf(&d, kind).Type()))
		}
	}
	return New(&d)
}

func everything(s *State) []Thing {
	return thingsIn(s.Problem)
}

func text(s State) string { return string(scenario.Canonical(s.Draft)) }

// listsOf is what the tables hold, for comparing.
func listsOf(s State) string {
	b := ""
	for _, kind := range tables[s.Draft.Kind] {
		b += kind + ": " + string(doc.Canonical(map[string]any{"list": rowsOf(s.Problem, kind).Interface()})) + "\n"
	}
	return b
}

func TestWhatWasCopiedComesBackExactly(t *testing.T) {
	for _, kind := range kinds {
		s := small(t, kind)
		s.Select = everything(&s)
		copied := s.Copied("tab 1")
		read, faults, ok := ReadThings(copied.Text())
		if !ok || len(faults) > 0 {
			t.Fatal(kind, faults)
		}
		empty := emptied(s)
		pasted := run(empty, Paste{Things: read})
		if got, want := listsOf(pasted), listsOf(s); got != want {
			t.Errorf("%s: pasted\n%s\nwhich was\n%s\n%v", kind, got, want, pasted.Alert)
		}
		if len(pasted.Past) != 1 || run(pasted, Undo{}).Draft != empty.Draft {
			t.Errorf("%s: pasting is %d steps", kind, len(pasted.Past))
		}
		if len(pasted.Alert.Detail) > 0 || len(pasted.Select) != len(s.Select) {
			t.Errorf("%s: said %v, selected %d of %d", kind, pasted.Alert.Detail, len(pasted.Select), len(s.Select))
		}
	}
}

// The order in which tables can be pasted one by one.
var byNeed = map[string][]string{
	"placement": {"cluster", "link", "dataset", "job"}, "window": {"node", "busy"}, "batch": {"job", "node", "busy"},
	"group": {"group", "node", "event", "variant"}, "farm": {"machine", "link", "job"},
}

func TestRowsCopiedOutComeBackExactly(t *testing.T) {
	for _, kind := range kinds {
		s := small(t, kind)
		into := emptied(s)
		for _, table := range byNeed[kind] {
			rows := s.CopiedRows(table)
			if rows == nil {
				t.Errorf("%s has no %s to try", kind, table)
				continue
			}
			// Into the draft that they are from, where they change nothing.
			if key(rowsOf(s.Problem, table).Index(0)) != "" {
				same := run(s, PasteRows{Text: cells.TSV(rows), Kind: table}, TakeRows{})
				if same.Pasted != nil || listsOf(same) != listsOf(s) {
					t.Errorf("%s: rows of %s do not come back: %s\n%s", kind, table, listsOf(same), listsOf(s))
				}
			}
			next := run(into, PasteRows{Text: cells.TSV(rows), Kind: table}, TakeRows{})
			if next.Pasted != nil {
				t.Errorf("%s: rows of %s were not taken: %v %v", kind, table, next.Pasted.Faults, next.Pasted.Others)
			}
			into = next
		}
		if got, want := listsOf(into), listsOf(s); got != want {
			t.Errorf("%s: rows gave\n%s\nwhich was\n%s", kind, got, want)
		}
	}
}

// drawThings draws some of a draft's things.
func drawThings(t *rapid.T, s *State) []Thing {
	var some []Thing
	for _, thing := range everything(s) {
		if rapid.IntRange(0, 3).Draw(t, "takes") == 0 {
			some = append(some, thing)
		}
	}
	return some
}

func TestPastingAndUndoIsNothing(t *testing.T) {
	states := map[string]State{}
	for _, kind := range kinds {
		states[kind] = small(t, kind)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := states[rapid.SampledFrom(kinds).Draw(t, "kind")]
		s = run(s, SelectAll{Things: drawThings(t, &s)})
		var next State
		switch things := s.Copied("here"); {
		case things == nil:
			return
		case rapid.Bool().Draw(t, "duplicate"):
			next = run(s, Duplicate{})
		default:
			next = run(s, Paste{Things: things, Here: rapid.Bool().Draw(t, "here")})
		}
		if faults := catalog.Check(next.Draft); len(faults) > 0 {
			t.Fatal(faults)
		}
		if next.Alert.Error && !strings.Contains(next.Alert.Text, "nothing in it") {
			t.Fatal(next.Alert)
		}
		if next.Draft == s.Draft {
			return
		}
		if undone := run(next, Undo{}); undone.Draft != s.Draft {
			t.Fatal("undo gives another draft")
		}
		if text(run(run(next, Undo{}), Redo{})) != text(next) {
			t.Fatal("redo gives another draft")
		}
		// Taking out what came in gives what was there.
		if out := run(next, Delete{Things: next.Select}); listsOf(out) != listsOf(s) {
			t.Fatalf("what came in cannot be taken out again:\n%s\n%s", listsOf(out), listsOf(s))
		}
	})
}

func TestDeletingManyIsDeletingOneByOne(t *testing.T) {
	states := map[string]State{}
	for _, kind := range kinds {
		states[kind] = small(t, kind)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := states[rapid.SampledFrom(kinds).Draw(t, "kind")]
		some := drawThings(t, &s)
		at := run(s, Delete{Things: some})
		one := s
		for _, thing := range slices.Backward(some) { // those without a name of their own from the last on
			one = run(one, Delete{Things: []Thing{thing}})
		}
		if text(at) != text(one) {
			t.Fatalf("%v\nat once    %s\none by one %s", some, text(at), text(one))
		}
		if len(some) > 0 && len(at.Past) > 1 {
			t.Fatalf("%d steps", len(at.Past))
		}
	})
}

func TestTiesToWhatWasNotCopied(t *testing.T) {
	s := run(small(t, "placement"), SelectAll{Things: []Thing{{"cluster", "Lyon"}, {"cluster", "Nancy"},
		{"job", "j1"}}})
	needs := strings.Join(s.Problem.Placement.Jobs[0].Datasets, ", ")
	here := run(s, Paste{Things: s.Copied("x"), Here: true})
	jobs, links := here.Problem.Placement.Jobs, len(here.Problem.Placement.Links)-len(s.Problem.Placement.Links)
	if last := jobs[len(jobs)-1]; strings.Join(last.Datasets, ", ") != needs {
		t.Errorf("in its own draft the copy needs %v", last.Datasets)
	}
	for _, l := range here.Problem.Placement.Links[len(s.Problem.Placement.Links):] {
		if l.A != "Lyon-2" && l.A != "Nancy-2" || l.B != "Lyon-2" && l.B != "Nancy-2" {
			t.Errorf("the link %s – %s leads outside", l.A, l.B)
		}
	}
	if said := strings.Join(here.Alert.Detail, "\n"); !strings.Contains(said, "left out: what they belong to") {
		t.Errorf("%d links came along, and it is said: %s", links, said)
	}
	away := run(s, Paste{Things: s.Copied("x")})
	jobs = away.Problem.Placement.Jobs
	if last := jobs[len(jobs)-1]; len(last.Datasets) != 0 {
		t.Errorf("elsewhere the copy needs %v", last.Datasets)
	}
	if said := strings.Join(away.Alert.Detail, "\n"); !strings.Contains(said, s.Problem.Placement.Jobs[0].Datasets[0]) {
		t.Errorf("it is not said what the job needed: %s", said)
	}
}

func TestPastingIntoAnotherKindSaysWhyNot(t *testing.T) {
	for _, from := range kinds {
		s := small(t, from)
		s.Select = everything(&s)
		for _, to := range kinds {
			if to == from {
				continue
			}
			into := small(t, to)
			next := run(into, Paste{Things: s.Copied("")})
			if next.Draft != into.Draft || !next.Alert.Error || !strings.Contains(next.Alert.Text, "kind "+from) ||
				!strings.Contains(next.Alert.Text, "kind "+to) {
				t.Errorf("%s into %s: %+v", from, to, next.Alert)
			}
		}
	}
}

func TestTextsThatAreNoThings(t *testing.T) {
	for _, none := range []string{"", "a\tb", "{}", `{"format":"gridbox"}`} {
		if _, _, ok := ReadThings(none); ok {
			t.Errorf("%q passes for things", none)
		}
	}
	for name, wrong := range map[string]string{
		"newer":   `{"format":"gridbox-things","version":9,"kind":"placement","new":1}`,
		"nothing": `{"format":"gridbox-things","version":1,"kind":"placement"}`,
		"unknown": `{"format":"gridbox-things","version":1,"kind":"garden"}`,
		"broken":  `{"format":"gridbox-things","version":1,"kind":"placement","placement":{"clusters":[{"id":7}]}}`,
		"cut":     `{"format":"gridbox-things","version":1,`,
	} {
		if _, faults, ok := ReadThings(wrong); !ok || len(faults) == 0 {
			t.Errorf("%s: %v %v", name, ok, faults)
		}
	}
	things, _, _ := ReadThings(`{"format":"gridbox-things","version":1,"kind":"placement",
		"placement":{"clusters":[{"id":"a","mips":-1}]}}`)
	if things != nil {
		s := small(t, "placement")
		if next := run(s, Paste{Things: things}); next.Draft != s.Draft || !next.Alert.Error {
			t.Errorf("a power of -1 is taken: %+v", next.Alert)
		}
	}
}

func FuzzReadThings(f *testing.F) {
	for _, kind := range kinds {
		s := small(f, kind)
		s.Select = everything(&s)
		f.Add(s.Copied("x").Text())
	}
	f.Fuzz(func(t *testing.T, text string) {
		things, faults, ok := ReadThings(text)
		if !ok || len(faults) > 0 {
			return
		}
		s := run(small(t, things.Kind), Paste{Things: things, Here: true})
		if faults := catalog.Check(s.Draft); len(faults) > 0 {
			t.Fatal(faults)
		}
	})
}

func TestNamesThatAreFree(t *testing.T) {
	taken := []string{"j1", "j2", "j4", "Lyon", "Lyon-2", "7", strings.Repeat("x", 100)}
	b := newNames(len(taken), func(i int) string { return taken[i] })
	for _, c := range [][2]string{{"j1", "j3"}, {"j1", "j5"}, {"j9", "j9"}, {"j9", "j10"}, {"Lyon", "Lyon-3"},
		{"Lyon-2", "Lyon-4"}, {"7", "7-2"}, {"new", "new"}, {"new", "new-2"},
		{strings.Repeat("x", 100), strings.Repeat("x", 90) + "2"}} {
		if got := b.free(c[0]); got != c[1] {
			t.Errorf("%s becomes %s, not %s", c[0], got, c[1])
		}
	}
}

func TestOneValueForEverythingSelected(t *testing.T) {
	for _, kind := range kinds {
		s := small(t, kind)
		for _, table := range tables[kind] {
			s := run(s, SelectKind{Kind: table})
			n := s.Chosen(table)
			if n < 2 {
				continue
			}
			for _, c := range Columns(s.Problem, table) {
				shared, mixed := s.Shared(table, &c)
				if c.Name() || mixed || c.Kind == "list" {
					continue
				}
				if c.Kind == "truth" {
					shared = map[string]string{"yes": "true", "no": "false", "": ""}[shared]
				}
				next := run(s, SetField{Path: ChosenField(&c), Text: shared})
				if len(next.Typed) > 0 || text(next) != text(s) {
					t.Errorf("%s: %s of all %s is %q, which changes something or is refused: %v", kind, c.Path, table,
						shared, next.Typed)
				}
			}
		}
	}
	s := run(small(t, "farm"), SelectKind{Kind: "job"})
	next := run(s, SetField{Path: "selected.duration", Text: "77"})
	for _, j := range next.Problem.Farm.Jobs {
		if j.Duration != 77 {
			t.Errorf("job %s takes %v", j.ID, j.Duration)
		}
	}
	if len(next.Past) != 1 || run(next, Undo{}).Draft != s.Draft {
		t.Errorf("%d steps", len(next.Past))
	}
	wrong := run(s, SetField{Path: "selected.duration", Text: "-3"})
	if wrong.Typed["selected.duration"].Why == "" || wrong.Draft != s.Draft {
		t.Errorf("a duration of -3 is %+v", wrong.Typed)
	}
	// Other things selected, the same field: another step.
	jobs := next.Problem.Farm.Jobs
	some := run(next, SelectAll{Things: []Thing{{"job", jobs[0].ID}, {"job", jobs[1].ID}}},
		SetField{Path: "selected.duration", Text: "78"})
	if len(some.Past) != 2 {
		t.Errorf("%d steps", len(some.Past))
	}
}

func TestSelectingAllOfAKind(t *testing.T) {
	for _, kind := range kinds {
		s := small(t, kind)
		for _, table := range tables[kind] {
			next := run(s, SelectKind{Kind: table})
			n, _ := of(s.Problem).list(s.Problem, table)
			if next.Chosen(table) != n || next.Chosen("") != n {
				t.Errorf("%s: %d of %d %s are selected", kind, next.Chosen(""), n, table)
			}
			if !strings.HasPrefix(next.ChosenWords(), strconv.Itoa(n)+" "+Called(table, n)) {
				t.Errorf("%s: %q", kind, next.ChosenWords())
			}
		}
	}
	s := run(small(t, "placement"), SelectThing{Thing: Thing{"link", "Lyon~Paris"}}, SelectKind{})
	if s.Main().Kind == "" {
		t.Error("nothing is selected")
	}
	more := run(s, SelectAll{Things: []Thing{{"cluster", "Lyon"}, {"cluster", "nowhere"}}},
		SelectAll{Things: []Thing{{"cluster", "Lyon"}, {"cluster", "Nancy"}}, With: true})
	if len(more.Select) != 2 || more.Main().ID != "Nancy" {
		t.Errorf("selected %v", more.Select)
	}
}

func TestFillingAColumn(t *testing.T) {
	s := run(small(t, "placement"), OpenFill{Kind: "job"})
	if s.Look.Dialog != "fill" || s.Fill.Column != "mi" || !s.Fill.All {
		t.Fatalf("%+v", s.Fill)
	}
	work := func(s State) (v []float64) {
		for _, j := range s.Problem.Placement.Jobs {
			v = append(v, j.MI)
		}
		return v
	}
	series := run(s, SetFill{"how", "series"}, SetFill{"start", "0.1"}, SetFill{"step", "0.1"}, FillColumn{})
	for i, v := range work(series) {
		if want, _ := strconv.ParseFloat(strconv.FormatFloat(float64(i+1)*0.1, 'f', 1, 64), 64); v != want {
			t.Errorf("job %d has %v", i, v)
		}
	}
	if len(series.Past) != 1 || run(series, Undo{}).Draft != s.Draft || series.Look.Dialog != "" {
		t.Errorf("filling is %d steps, dialog %q", len(series.Past), series.Look.Dialog)
	}
	for _, how := range Ways[2:] {
		at := run(s, SetFill{"how", how}, SetFill{"mean", "50"}, SetFill{"sd", "20"}, SetFill{"most", "9"},
			SetFill{"seed", "12"})
		first, why := at.Filled(2)
		a, b := run(at, FillColumn{}), run(at, FillColumn{})
		if why != "" || text(a) != text(b) || first[1] != doc.Number(work(a)[1]) {
			t.Errorf("%s is not the same twice, or not as shown: %s %v %v", how, why, first, work(a))
		}
		if other := run(at, SetFill{"seed", "13"}, FillColumn{}); text(other) == text(a) {
			t.Errorf("%s: another seed gives the same", how)
		}
	}
	one := run(s, SelectAll{Things: []Thing{{"job", "j1"}, {"job", "j3"}}}, OpenFill{Kind: "job"},
		SetFill{"how", "value"}, SetFill{"value", "5"}, FillColumn{})
	if v := work(one); one.Fill.All || v[0] != 5 || v[1] == 5 || v[2] != 5 {
		t.Errorf("two rows filled: %v", v)
	}
	for _, wrong := range [][2]string{{"mean", "x"}, {"sd", "-1"}, {"seed", "1.5"}, {"decimals", "99"}} {
		bad := run(s, SetFill{"how", "normal"}, SetFill(struct{ What, To string }{wrong[0], wrong[1]}), FillColumn{})
		if !bad.Alert.Error || bad.Draft != s.Draft || bad.Look.Dialog == "" {
			t.Errorf("%v passes", wrong)
		}
	}
	// What the column does not allow is drawn again; where nothing is allowed, it is said.
	power := run(s, OpenFill{Kind: "cluster"}, SetFill{"column", "mips"}, SetFill{"how", "normal"},
		SetFill{"mean", "0"}, SetFill{"sd", "1"}, FillColumn{})
	for _, c := range power.Problem.Placement.Clusters {
		if c.MIPS <= 0 {
			t.Errorf("%s has %v", c.ID, c.MIPS)
		}
	}
	none := run(s, OpenFill{Kind: "cluster"}, SetFill{"column", "mips"}, SetFill{"how", "uniform"},
		SetFill{"least", "-2"}, SetFill{"most", "-1"}, FillColumn{})
	if !none.Alert.Error {
		t.Error("a power below 0 is drawn")
	}
	words := run(small(t, "farm"), OpenFill{Kind: "job"}, SetFill{"how", "uniform"}, SetFill{"column", "type"},
		SetFill{"value", "sparc"}, FillColumn{})
	if !words.Alert.Error || !strings.Contains(words.Alert.Text, "sparc") {
		t.Errorf("jobs that run on no such machine are to need one: %+v", words.Alert)
	}
	words = run(words, SetFill{"column", "preemptible"}, SetFill{"value", "yes"}, FillColumn{})
	if !words.Problem.Farm.Jobs[3].Preemptible {
		t.Errorf("%+v %+v", words.Alert, words.Fill)
	}
}

// The distributions have the mean and the deviation that they are asked for:
// means of 20,000 numbers lie within five of their own deviations.
func TestDistributionsAreWhatTheySay(t *testing.T) {
	s := many(20_000)
	for how, want := range map[string][2]float64{"uniform": {15, 10 / math.Sqrt(12)}, "normal": {20, 3},
		"lognormal": {20, 3}, "exponential": {20, 20}} {
		s := run(s, OpenFill{Kind: "job"}, SetFill{"how", how}, SetFill{"mean", "20"}, SetFill{"sd", "3"},
			SetFill{"least", "10"}, SetFill{"most", "20"}, SetFill{"decimals", "6"})
		texts, why := s.Filled(20_000)
		if why != "" {
			t.Fatal(why)
		}
		sum, squares := 0.0, 0.0
		for _, text := range texts {
			v, _ := strconv.ParseFloat(text, 64)
			sum += v
			squares += v * v
		}
		mean := sum / 20_000
		sd := math.Sqrt(squares/20_000 - mean*mean)
		if math.Abs(mean-want[0]) > 5*want[1]/math.Sqrt(20_000) || math.Abs(sd-want[1]) > 0.05*want[1] {
			t.Errorf("%s: mean %v, deviation %v, wanted %v", how, mean, sd, want)
		}
	}
}

func TestAligningAndLayingOut(t *testing.T) {
	s := run(small(t, "placement"), SelectAll{Things: []Thing{{"cluster", "Lyon"}, {"cluster", "Nancy"}, {"cluster",
		"Lille"}}})
	at := func(s State, id string) (x, y float64) {
		i := indexOf(&s.Draft.Placement.Problem, Thing{"cluster", id})
		return *s.Draft.Placement.Clusters[i].X, *s.Draft.Placement.Clusters[i].Y
	}
	for _, how := range []string{"left", "right", "centre", "top", "bottom", "middle", "across", "down"} {
		next := run(s, Align{How: how})
		if len(next.Past) != 1 || next.Posed != s.Posed || run(next, Undo{}).Draft != s.Draft {
			t.Errorf("%s: %d steps, or it asks for new answers", how, len(next.Past))
		}
		var xs, ys []float64
		for _, id := range []string{"Lyon", "Nancy", "Lille"} {
			x, y := at(next, id)
			xs, ys = append(xs, x), append(ys, y)
		}
		slices.Sort(xs)
		slices.Sort(ys)
		same := func(v []float64) bool { return v[0] == v[2] }
		even := func(v []float64) bool { return math.Abs(v[0]+v[2]-2*v[1]) < 2e-4 }
		good := map[string]bool{"left": same(xs), "right": same(xs), "centre": same(xs), "top": same(ys),
			"bottom": same(ys), "middle": same(ys), "across": even(xs), "down": even(ys)}
		if !good[how] {
			t.Errorf("%s: %v %v", how, xs, ys)
		}
	}
	few := run(s, SelectAll{Things: []Thing{{"cluster", "Lyon"}}}, Align{How: "left"})
	if !few.Alert.Error || few.Draft != s.Draft {
		t.Error("one cluster is aligned with nothing")
	}
	some := run(s, LayOut{})
	for _, c := range some.Draft.Placement.Clusters {
		i := indexOf(&s.Draft.Placement.Problem, Thing{"cluster", c.ID})
		moved := *c.X != s.Places[i].X || *c.Y != s.Places[i].Y
		if moved && !s.Selected("cluster", c.ID) {
			t.Errorf("%s was not to be moved", c.ID)
		}
	}
	if len(some.Past) != 1 || some.Posed != s.Posed {
		t.Error("laying some out is no single step, or asks for answers")
	}
}

// many is a farm of so many jobs.
func many(n int) State {
	d := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "farm", Seed: 1, Farm: &scenario.Farm{}}
	d.Farm.Machines = []farm.Machine{{ID: "m1", Slots: 8, Memory: 1024}}
	for i := range n {
		j := farm.Job{ID: "job " + strconv.Itoa(i), Slots: 1 + i%4, Duration: 60 + float64(i%100),
			Memory: float64(i % 10)}
		if i%3 == 2 {
			j.After = []farm.After{{Job: "job " + strconv.Itoa(i-1)}}
		}
		d.Farm.Jobs = append(d.Farm.Jobs, j)
	}
	return New(d)
}

const large = 10_000

func BenchmarkTenThousand(b *testing.B) {
	s := many(large)
	rows := cells.TSV(s.CopiedRows("job"))
	all := run(s, SelectKind{Kind: "job"})
	copied := all.Copied("").Text()
	empty := run(all, Delete{Things: all.Select})
	none := New(emptied(s).Draft)
	for name, f := range map[string]func() State{
		"select":    func() State { return run(s, SelectKind{Kind: "job"}) },
		"frame":     func() State { return run(s, SelectAll{Things: all.Select}) },
		"delete":    func() State { return run(all, Delete{Things: all.Select}) },
		"duplicate": func() State { return run(all, Duplicate{}) },
		"set":       func() State { return run(all, SetField{Path: "selected.duration", Text: "5"}) },
		"fill":      func() State { return run(all, OpenFill{}, SetFill{"how", "lognormal"}, FillColumn{}) },
		"rows":      func() State { return run(empty, PasteRows{Text: rows, Kind: "job"}) },
		"change":    func() State { return run(s, PasteRows{Text: rows, Kind: "job"}, TakeRows{}) },
		"things": func() State {
			t, _, _ := ReadThings(copied)
			return run(none, Paste{Things: t})
		},
		"copy": func() State { all.Copied("").Text(); return all },
		"out":  func() State { cells.HTML(all.CopiedRows("")); return all },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}

var _ = window.Slot{}
