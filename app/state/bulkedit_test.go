package state

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/window"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// sampleState returns an explicit draft of a kind with entries in every table.
func sampleState(t testing.TB, kind string) State {
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
			Start: group.RandomTime{Law: "uniform", Mean: 40, Spread: 2}, End: &group.RandomTime{}},
			{Group: p.Groups[last].ID, Start: group.RandomTime{Mean: 90}}}
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
		half := 0.5
		p.Shares = []farm.Share{{ID: "lab"}, {ID: "ann", User: true, Account: "lab", Shares: &half, Usage: 12.5},
			{ID: "bob", User: true, Account: "lab", Parent: true}}
		c.Farm = &p
		d = &c
	default:
		d = e
	}
	if faults := catalog.Check(d); len(faults) > 0 {
		t.Fatalf("%s: got faults %v, want none", kind, faults)
	}
	return New(d)
}

var kinds = []string{"placement", "window", "batch", "group", "farm"}

// emptyState returns a draft with empty tables.
func emptyState(s State) State {
	d := *s.Draft
	nounsOf(s.Draft).copyProblem(&d, s.Draft)
	for _, kind := range tables[d.Kind] {
		if kind != "variant" {
			setRows(&d, kind, reflect.Zero(rowsOf(&d, kind).Type()))
		}
	}
	return New(&d)
}

func everything(s *State) []Ref {
	return elementsOf(s.Problem)
}

func text(s State) string { return string(scenario.Canonical(s.Draft)) }

// listsOf returns the content of the tables, for comparison.
func listsOf(s State) string {
	b := ""
	for _, kind := range tables[s.Draft.Kind] {
		b += kind + ": " + string(doc.Canonical(map[string]any{"list": rowsOf(s.Problem, kind).Interface()})) + "\n"
	}
	return b
}

func TestWhatWasCopiedComesBackExactly(t *testing.T) {
	for _, kind := range kinds {
		s := sampleState(t, kind)
		s.Select = everything(&s)
		copied := s.CopySelection("tab 1")
		read, faults, ok := ReadClip(copied.Text())
		if !ok || len(faults) > 0 {
			t.Fatalf("ReadClip of %s: got faults %v, or no things", kind, faults)
		}
		empty := emptyState(s)
		pasted := run(empty, Paste{Clip: read})
		if got, want := listsOf(pasted), listsOf(s); got != want {
			t.Errorf("%s: pasted: got\n%s\nwant\n%s\nalert %v", kind, got, want, pasted.Alert)
		}
		if len(pasted.Past) != 1 || run(pasted, Undo{}).Draft != empty.Draft {
			t.Errorf("%s: got %d steps for a paste, want one that undo takes back", kind, len(pasted.Past))
		}
		if len(pasted.Alert.Detail) > 0 || len(pasted.Select) != len(s.Select) {
			t.Errorf("%s: got notes %v, selected %d of %d; want all without notes",
				kind, pasted.Alert.Detail, len(pasted.Select), len(s.Select))
		}
	}
}

// pasteOrder is the order in which tables can be pasted one by one.
var pasteOrder = map[string][]string{
	"placement": {"cluster", "link", "dataset", "job"}, "window": {"node", "busy"}, "batch": {"job", "node", "busy"},
	"group": {"group", "node", "event", "variant"}, "farm": {"machine", "link", "job", "share"},
}

// sheet returns copied rows of a table as a spreadsheet has them.
func sheet(s *State, kind string) Rows {
	grid := rows.Read(rows.TSV(s.CopyRows(kind)))
	r := Rows{Kind: kind, Cells: grid.Rows[1:], Change: true, Style: grid.Style()}
	for _, c := range Columns(s.Problem, kind) {
		r.Columns = append(r.Columns, c.Path)
	}
	return r
}

func TestRowsCopiedOutComeBackExactly(t *testing.T) {
	for _, kind := range kinds {
		s := sampleState(t, kind)
		into := emptyState(s)
		for _, table := range pasteOrder[kind] {
			copied := sheet(&s, table)
			// Added to the draft that they are from, they change nothing.
			if key(rowsOf(s.Problem, table).Index(0)) != "" {
				judged := s.Judge(copied)
				if same := run(s, AddRows{&judged}); len(judged.Bad) > 0 || listsOf(same) != listsOf(s) {
					t.Errorf("%s: rows of %s: got %s,\nwant %s", kind, table, listsOf(same), listsOf(s))
				}
			}
			judged := into.Judge(copied)
			if len(judged.Bad) > 0 {
				t.Errorf("%s: rows of %s: got faults %v, others %v; want them accepted",
					kind, table, judged.Faults, judged.OtherFaults)
			}
			into = run(into, AddRows{&judged})
		}
		if got, want := listsOf(into), listsOf(s); got != want {
			t.Errorf("%s: rows: got\n%s\nwant\n%s", kind, got, want)
		}
	}
}

// Rows that were judged on another draft are not added.
func TestRowsOfAnotherDraft(t *testing.T) {
	s := sampleState(t, "placement")
	judged := s.Judge(Rows{Kind: "cluster", Columns: []string{"id", "mips"}, Cells: [][]string{{"Brest", "5"}}})
	other := run(s, Add{Kind: "job"})
	if next := run(other, AddRows{&judged}); judged.Adds != 1 || next.Draft != other.Draft {
		t.Errorf("got %d rows and another draft, want 1 row and the same draft", judged.Adds)
	}
}

// drawThings returns a random selection of a draft's things.
func drawThings(t *rapid.T, s *State) []Ref {
	var some []Ref
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
		states[kind] = sampleState(t, kind)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := states[rapid.SampledFrom(kinds).Draw(t, "kind")]
		s = run(s, SelectAll{Elements: drawThings(t, &s)})
		var next State
		switch things := s.CopySelection("here"); {
		case things == nil:
			return
		case rapid.Bool().Draw(t, "duplicate"):
			next = run(s, Duplicate{})
		default:
			next = run(s, Paste{Clip: things, Here: rapid.Bool().Draw(t, "here")})
		}
		if faults := catalog.Check(next.Draft); len(faults) > 0 {
			t.Fatal(faults)
		}
		if next.Alert.Error && !strings.Contains(next.Alert.Text, "nothing in it") {
			t.Fatalf("Paste: got error %v, want none for things with content", next.Alert)
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
		// Deleting the pasted things restores the lists.
		if out := run(next, Delete{Elements: next.Select}); listsOf(out) != listsOf(s) {
			t.Fatalf("deleting the pasted things: got\n%s\nwant\n%s", listsOf(out), listsOf(s))
		}
	})
}

func TestDeletingManyIsDeletingOneByOne(t *testing.T) {
	states := map[string]State{}
	for _, kind := range kinds {
		states[kind] = sampleState(t, kind)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := states[rapid.SampledFrom(kinds).Draw(t, "kind")]
		some := drawThings(t, &s)
		at := run(s, Delete{Elements: some})
		one := s
		for _, thing := range slices.Backward(some) { // things without a name from the last to the first
			one = run(one, Delete{Elements: []Ref{thing}})
		}
		if text(at) != text(one) {
			t.Fatalf("deleting %v: together %s\none by one %s", some, text(at), text(one))
		}
		if len(some) > 0 && len(at.Past) > 1 {
			t.Fatalf("got %d steps, want at most 1", len(at.Past))
		}
	})
}

func TestTiesToWhatWasNotCopied(t *testing.T) {
	s := run(sampleState(t, "placement"), SelectAll{Elements: []Ref{{"cluster", "Lyon"}, {"cluster", "Nancy"},
		{"job", "j1"}}})
	needs := strings.Join(s.Problem.Placement.Jobs[0].Datasets, ", ")
	here := run(s, Paste{Clip: s.CopySelection("x"), Here: true})
	jobs, links := here.Problem.Placement.Jobs, len(here.Problem.Placement.Links)-len(s.Problem.Placement.Links)
	if last := jobs[len(jobs)-1]; strings.Join(last.Datasets, ", ") != needs {
		t.Errorf("copy in the same draft: got needs %v, want %s", last.Datasets, needs)
	}
	for _, l := range here.Problem.Placement.Links[len(s.Problem.Placement.Links):] {
		if l.A != "Lyon-2" && l.A != "Nancy-2" || l.B != "Lyon-2" && l.B != "Nancy-2" {
			t.Errorf("pasted link %s – %s leads to a cluster that was not copied", l.A, l.B)
		}
	}
	if got := strings.Join(here.Alert.Detail, "\n"); !strings.Contains(got, "left out: what they belong to") {
		t.Errorf("%d links pasted: got notes %s, want what was left out", links, got)
	}
	away := run(s, Paste{Clip: s.CopySelection("x")})
	jobs = away.Problem.Placement.Jobs
	if last := jobs[len(jobs)-1]; len(last.Datasets) != 0 {
		t.Errorf("copy in another draft: got needs %v, want none", last.Datasets)
	}
	if got := strings.Join(away.Alert.Detail, "\n"); !strings.Contains(got, s.Problem.Placement.Jobs[0].Datasets[0]) {
		t.Errorf("got notes %s, want the dataset that the job needed", got)
	}
}

func TestPastingIntoAnotherKindShowsTheReason(t *testing.T) {
	for _, from := range kinds {
		s := sampleState(t, from)
		s.Select = everything(&s)
		for _, to := range kinds {
			if to == from {
				continue
			}
			into := sampleState(t, to)
			next := run(into, Paste{Clip: s.CopySelection("")})
			if next.Draft != into.Draft || !next.Alert.Error || !strings.Contains(next.Alert.Text, "kind "+from) ||
				!strings.Contains(next.Alert.Text, "kind "+to) {
				t.Errorf("%s into %s: got %+v, want an error that names both kinds", from, to, next.Alert)
			}
		}
	}
}

func TestTextsThatAreNoThings(t *testing.T) {
	for _, none := range []string{"", "a\tb", "{}", `{"format":"gridbox"}`} {
		if _, _, ok := ReadClip(none); ok {
			t.Errorf("ReadClip(%q): got things", none)
		}
	}
	for name, wrong := range map[string]string{
		"newer":   `{"format":"gridbox-things","version":9,"kind":"placement","new":1}`,
		"nothing": `{"format":"gridbox-things","version":1,"kind":"placement"}`,
		"unknown": `{"format":"gridbox-things","version":1,"kind":"garden"}`,
		"broken":  `{"format":"gridbox-things","version":1,"kind":"placement","placement":{"clusters":[{"id":7}]}}`,
		"cut":     `{"format":"gridbox-things","version":1,`,
	} {
		if _, faults, ok := ReadClip(wrong); !ok || len(faults) == 0 {
			t.Errorf("%s: got ok %v, faults %v; want true, some", name, ok, faults)
		}
	}
	things, _, _ := ReadClip(`{"format":"gridbox-things","version":1,"kind":"placement",
		"placement":{"clusters":[{"id":"a","mips":-1}]}}`)
	if things != nil {
		s := sampleState(t, "placement")
		if next := run(s, Paste{Clip: things}); next.Draft != s.Draft || !next.Alert.Error {
			t.Errorf("MIPS of -1: got %+v, want an error", next.Alert)
		}
	}
}

func FuzzReadClip(f *testing.F) {
	for _, kind := range kinds {
		s := sampleState(f, kind)
		s.Select = everything(&s)
		f.Add(s.CopySelection("x").Text())
	}
	f.Fuzz(func(t *testing.T, text string) {
		things, faults, ok := ReadClip(text)
		if !ok || len(faults) > 0 {
			return
		}
		s := run(sampleState(t, things.Kind), Paste{Clip: things, Here: true})
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
			t.Errorf("free(%s): got %s, want %s", c[0], got, c[1])
		}
	}
}

var _ = window.Slot{}
