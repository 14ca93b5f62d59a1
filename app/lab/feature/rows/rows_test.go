package rows_test

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/rows"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/catalog"
	corerows "gridbox/core/rows"
)

// A lab has a state, and no other part of the laboratory.
type lab struct {
	feature.Env
	s state.State
}

func (l *lab) State() *state.State { return &l.s }

func (l *lab) Do(actions ...state.Action) {
	for _, a := range actions {
		l.s = state.Reduce(l.s, a)
	}
}

// paste returns the state after rows were pasted.
func paste(s state.State, kind, text string) state.State {
	l := &lab{s: s}
	rows.New(l).OnPaste(text, kind, "")
	return l.s
}

// command returns the state after a command.
func command(s state.State, act string) state.State {
	l := &lab{s: s}
	for _, c := range rows.New(l).Commands {
		if c.Act == act {
			c.Do("", "")
		}
	}
	return l.s
}

func applyChanges(s state.State, changes ...rows.Set) state.State {
	for _, c := range changes {
		s = state.Reduce(s, rows.Slot.Do(c))
	}
	return s
}

// waiting returns the rows that wait, nil for none.
func waiting(s state.State) *rows.State {
	if own := rows.Slot.Get(&s); own.HasRows() {
		return own
	}
	return nil
}

// The dialog and the menu of the selection satisfy the drawing rules with rows in every table, with and without faults.
func TestTheDialogIsDrawn(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		v := labtest.NewViewer(t, sc)
		s := labtest.Preset(t, sc.Kind, kind.Presets[0].ID)
		for _, table := range state.Tables(s.Draft) {
			copied := s.CopyRows(table)
			copied = copied[:min(len(copied), 40)]
			for _, text := range []string{corerows.TSV(copied), "?\t?\n1,5\t1,500\nb\n",
				"one;two;three\n1;2;3\n4;5;6"} {
				pasted := paste(s, table, text)
				v.CheckPage(pasted, "pasted into %s: %.20q", table, text)
				for _, c := range []rows.Set{{Field: "only", To: "true"}, {Field: "heads", To: "true"},
					{Field: "page", To: "1"}, {Field: "change", To: "false"}, {Field: "column", To: ""}} {
					v.CheckPage(applyChanges(pasted, c), "pasted into %s: %.20q, %s", table, text, c.Field)
				}
				v.CheckPage(command(pasted, "takerows"), "pasted into %s and taken: %.20q", table, text)
				v.CheckPage(state.Reduce(pasted, state.Show{Field: "dialog", To: "edit"}), "rows wait to get into %s",
					table)
			}
		}
		if v.Parts < 10 {
			t.Errorf("%s: got %d different parts, want at least 10", sc.Kind, v.Parts)
		}
	}
}

// explicitDraft returns an explicit draft of a kind.
func explicitDraft(t *testing.T, kind string) state.State {
	t.Helper()
	preset := map[string]string{"placement": "five-clusters", "window": "square-2018", "batch": "alp-amp-figure-5",
		"farm": "markov-2004"}[kind]
	return state.New(labtest.Preset(t, kind, preset).Problem)
}

func TestHeadsAreUnderstood(t *testing.T) {
	s := explicitDraft(t, "placement")
	for heads, want := range map[string]string{
		"id\tmips": "id mips", "Name\tPower": "id mips", "NAME\tpower (MIPS)": "id mips",
		"Power, MIPS\tName": "mips id",
		"name\tMIPS":        "id mips", "cluster\tpow": " mips", "Name\tPower [GHz]": "id", "name\tname": "id",
		"x\ty\tmips\tid": "x y mips id",
	} {
		p := waiting(paste(s, "cluster", heads+"\n?\t?\t?\t"))
		if got := strings.TrimRight(strings.Join(p.Columns, " "), " "); got != strings.TrimRight(want, " ") {
			t.Errorf("heads %q: got %q, want %q", heads, got, want)
		}
	}
	got := waiting(paste(explicitDraft(t, "batch"), "job", "name\tnodes\tvolume\tperf. ≥\tprice ≤\tprio.\nnew")).Columns
	if want := []string{"id", "nodes", "volume", "", "", "priority"}; !slices.Equal(got, want) {
		t.Errorf("heads of the page: got columns %v, want %v", got, want)
	}
	// Without a given table the heads identify it.
	if p := waiting(paste(s, "", "from\tto\tMB/s\nLyon\tnowhere\t5")); p == nil || p.Kind != "link" {
		t.Errorf("got rows %+v, want links", p)
	}
}

func TestWhatCannotBeTakenIsMarkedAndStays(t *testing.T) {
	s := explicitDraft(t, "placement")
	n := len(s.Problem.Placement.Clusters)
	next := paste(s, "cluster", "id\tmips\tx\nA\t5\t0.5\nB\tmuch\t0.5\nC\t-3\t\n\t7\t2\nLyon\t9\t\nA\t6\t")
	p := waiting(next)
	if p == nil || next.Draft != s.Draft || next.Layout.Dialog != "paste" {
		t.Fatal("faults are not shown before the rows are accepted")
	}
	for cell, word := range map[state.Cell]string{{Row: 1, Column: 1}: "not a number",
		{Row: 2, Column: 1}: "greater than 0", {Row: 3, Column: 2}: "at most 1", {Row: 5, Column: 0}: "row 1"} {
		if !strings.Contains(p.Faults[cell], word) {
			t.Errorf("cell %v: got fault %q, want %q", cell, p.Faults[cell], word)
		}
	}
	if len(p.Faults) != 4 || !slices.Equal(p.Bad, []int{1, 2, 3, 5}) || p.Adds != 1 || p.Changes != 1 ||
		p.Existing != 1 {
		t.Errorf("got %+v, want 4 faults in 4 rows, 1 addition, 1 change", p)
	}
	// With one cell corrected, the valid rows are accepted and the others remain.
	next = command(applyChanges(next, rows.Set{Field: "cell", Row: 1, Column: 1, To: "1.234,5"}), "takerows")
	if got := len(next.Problem.Placement.Clusters); got != n+2 || len(next.Past) != 1 {
		t.Errorf("got %d clusters after %d, %d steps; want two more, 1", got, n, len(next.Past))
	}
	if p := waiting(next); p == nil || len(p.Cells) != 3 || next.Layout.Dialog != "paste" {
		t.Errorf("got rows left %+v, want 3", p)
	}
	i := state.IndicesOf(next.Problem, []state.Ref{{Kind: "cluster", ID: "B"}}, "cluster")[0]
	if made := next.Problem.Placement.Clusters[i]; made.MIPS != 1234.5 {
		t.Errorf("got cluster %+v, want 1234.5 MIPS", made)
	}
	if undone := state.Reduce(next, state.Undo{}); undone.Draft != s.Draft {
		t.Error("undo gives another draft")
	}
	refused := &lab{s: next}
	if rows.New(refused).OnPaste("", "", "refused"); waiting(refused.s) != nil {
		t.Error("the rows wait while the field for pasting is shown")
	}
	if gone := command(next, "droprows"); waiting(gone) != nil || gone.Layout.Dialog != "" {
		t.Error("the rows are not dropped")
	}
	other := applyChanges(next, rows.Set{Field: "change", To: "false"}, rows.Set{Field: "only", To: "true"},
		rows.Set{Field: "page", To: "3"}, rows.Set{Field: "column", Column: 0, To: ""},
		rows.Set{Field: "kind", To: "link"}, rows.Set{Field: "cell", Row: 99, Column: 1, To: "x"})
	if p := waiting(other); p.Kind != "link" || len(p.Cells) < 3 {
		t.Errorf("got rows %+v, want links with at least 3 rows", p)
	}
}

func TestRowsThatTheWholeForbids(t *testing.T) {
	s := explicitDraft(t, "placement")
	for text, word := range map[string]string{
		"a\tb\tbandwidth\nLyon\tLyon\t5":                  "itself",
		"a\tb\tbandwidth\nLyon\tnowhere\t5":               "does not exist",
		"a\tb\tbandwidth\nLille\tNice\t5\nNice\tLille\t6": "row 1",
	} {
		p := waiting(paste(s, "link", text))
		if p == nil {
			t.Errorf("%q was accepted without a fault", text)
			continue
		}
		all := ""
		for _, why := range p.Faults {
			all += why + "\n"
		}
		if !strings.Contains(all, word) {
			t.Errorf("%q: got faults %q, want %q", text, all, word)
		}
	}
	f := explicitDraft(t, "farm")
	circle := paste(f, "job", "id\tslots\tduration\tafter\np\t1\t5\tq\nq\t1\t5\tp\nr\t1\t5\t")
	if p := waiting(circle); p == nil || len(p.Bad) == 0 || p.Adds == 0 {
		t.Errorf("cyclic dependency: got rows %+v, want faults and additions", p)
	}
	missing := paste(f, "link", "bandwidth\n5")
	if p := waiting(missing); p == nil || len(p.OtherFaults) == 0 || p.Adds != 0 {
		t.Errorf("links without ends: got rows %+v, want faults and no additions", p)
	}
	if next := command(missing, "takerows"); next.Draft != f.Draft || waiting(next) == nil {
		t.Error("links without ends are accepted, or dropped")
	}
}

func TestRowsWithoutHeadsAndNames(t *testing.T) {
	s := explicitDraft(t, "placement")
	next := paste(s, "cluster", "Brest\t500\nCaen\t600")
	if p := waiting(next); p == nil || p.Heads != nil || p.Adds != 2 {
		t.Fatalf("got rows %+v, want 2 additions without heads", waiting(next))
	}
	next = command(next, "takerows")
	if waiting(next) != nil || !next.IsSelected("cluster", "Caen") {
		t.Error("rows without heads are not accepted")
	}
	heads := applyChanges(paste(s, "cluster", "Brest\t500\nCaen\t600"), rows.Set{Field: "heads", To: "true"})
	if p := waiting(heads); len(p.Cells) != 1 || p.Heads[0] != "Brest" {
		t.Errorf("first row as heads: got rows %+v, want 1 with the head Brest", p)
	}
	// Missing columns get defaults with a note, and names are generated.
	jobs := paste(s, "job", "needs\nd1\nd1")
	if p := waiting(jobs); p == nil || p.Adds != 2 || len(p.Notes) == 0 || !strings.Contains(p.Notes[0], "Work") {
		t.Fatalf("got rows %+v, want 2 additions and a note on Work", waiting(jobs))
	}
	jobs = command(jobs, "takerows")
	if faults := catalog.Check(jobs.Draft); len(faults) > 0 || jobs.SelectedCount("job") != 2 {
		t.Errorf("got faults %v, selected %v; want 2 jobs", faults, jobs.Select)
	}
	ambiguous := paste(s, "cluster", "id\tmips\nBrest\t1,500")
	if p := waiting(ambiguous); p == nil ||
		!strings.Contains(p.Faults[state.Cell{Row: 0, Column: 1}], "1500 or 1.500") {
		t.Errorf("ambiguous number: got rows %+v, want a fault with both readings", waiting(ambiguous))
	}
	window := paste(explicitDraft(t, "window"), "node", "name\tperf\tprice\tmemory\nnew\t5\t1\t64")
	nodes := window.Problem.Window.Nodes
	if last := nodes[len(nodes)-1]; last.ID != "new" || last.Attributes["memory"] != 64 {
		t.Errorf("unknown column: got node %+v, alert %+v; want an attribute", last, window.Alert)
	}
	if none := paste(s, "job", " \n\t\n"); !none.Alert.Error || waiting(none) != nil {
		t.Error("a paste without rows: got no error")
	}
}
