package state

import (
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
)

func paste(s State, kind, text string) State { return run(s, PasteRows{Text: text, Kind: kind}) }

func TestHeadsAreUnderstood(t *testing.T) {
	s := small(t, "placement")
	for heads, want := range map[string]string{
		"id\tmips": "id mips", "Name\tPower": "id mips", "NAME\tpower (MIPS)": "id mips",
		"Power, MIPS\tName": "mips id",
		"name\tMIPS":        "id mips", "cluster\tpow": " mips", "Name\tPower [GHz]": "id ", "name\tname": "id ",
		"x\ty\tmips\tid": "x y mips id",
	} {
		if got := strings.Join(match(Columns(s.Problem, "cluster"), strings.Split(heads, "\t")), " "); got != want {
			t.Errorf("heads %q: got %q, want %q", heads, got, want)
		}
	}
	batch := small(t, "batch")
	got := match(Columns(batch.Problem, "job"), []string{"name", "nodes", "volume", "perf. ≥", "price ≤", "prio."})
	if want := []string{"id", "nodes", "volume", "", "", "priority"}; !slices.Equal(got, want) {
		t.Errorf("heads of the page: got columns %v, want %v", got, want)
	}
	// Without a given table the heads identify it.
	if next := paste(s, "", "from\tto\tMB/s\nLyon\tnowhere\t5"); next.Pasted == nil || next.Pasted.Kind != "link" {
		t.Errorf("got rows %+v, want links", next.Pasted)
	}
}

func TestWhatCannotBeTakenIsMarkedAndStays(t *testing.T) {
	s := small(t, "placement")
	n := len(s.Problem.Placement.Clusters)
	next := paste(s, "cluster", "id\tmips\tx\nA\t5\t0.5\nB\tmuch\t0.5\nC\t-3\t\n\t7\t2\nLyon\t9\t\nA\t6\t")
	p := next.Pasted
	if p == nil || next.Draft != s.Draft || next.Look.Dialog != "paste" {
		t.Fatal("faults are not shown before the rows are accepted")
	}
	for cell, word := range map[Cell]string{{1, 1}: "not a number", {2, 1}: "greater than 0", {3, 2}: "at most 1",
		{5, 0}: "row 1"} {
		if !strings.Contains(p.Faults[cell], word) {
			t.Errorf("cell %v: got fault %q, want %q", cell, p.Faults[cell], word)
		}
	}
	if len(p.Faults) != 4 || !slices.Equal(p.Bad, []int{1, 2, 3, 5}) || p.Adds != 1 || p.Changes != 1 || p.Known != 1 {
		t.Errorf("got %+v, want 4 faults in 4 rows, 1 addition, 1 change", p)
	}
	// With one cell corrected, the valid rows are accepted and the others remain.
	next = run(next, SetPasted{What: "cell", Row: 1, Column: 1, To: "1.234,5"}, TakeRows{})
	if got := len(next.Problem.Placement.Clusters); got != n+2 || len(next.Past) != 1 {
		t.Errorf("got %d clusters after %d, %d steps; want two more, 1", got, n, len(next.Past))
	}
	if p := next.Pasted; p == nil || len(p.Cells) != 3 || next.Look.Dialog != "paste" {
		t.Errorf("got rows left %+v, want 3", p)
	}
	made := next.Problem.Placement
	if i := indexOf(&made.Problem, Thing{"cluster", "B"}); made.Clusters[i].MIPS != 1234.5 {
		t.Errorf("got cluster %+v, want 1234.5 MIPS", made.Clusters[i])
	}
	if undone := run(next, Undo{}); undone.Draft != s.Draft {
		t.Error("undo gives another draft")
	}
	if gone := run(next, DropRows{}); gone.Pasted != nil || gone.Look.Dialog != "" {
		t.Error("the rows are not dropped")
	}
	other := run(next, SetPasted{What: "change", To: "false"}, SetPasted{What: "only", To: "true"},
		SetPasted{What: "page", To: "3"}, SetPasted{What: "column", Column: 0, To: ""},
		SetPasted{What: "kind", To: "link"}, SetPasted{What: "cell", Row: 99, Column: 1, To: "x"})
	if other.Pasted.Kind != "link" || len(other.Pasted.Cells) < 3 {
		t.Errorf("got rows %+v, want links with at least 3 rows", other.Pasted)
	}
}

func TestRowsThatTheWholeForbids(t *testing.T) {
	s := small(t, "placement")
	for text, word := range map[string]string{
		"a\tb\tbandwidth\nLyon\tLyon\t5":                  "itself",
		"a\tb\tbandwidth\nLyon\tnowhere\t5":               "does not exist",
		"a\tb\tbandwidth\nLille\tNice\t5\nNice\tLille\t6": "row 1",
	} {
		p := paste(s, "link", text).Pasted
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
	f := small(t, "farm")
	circle := paste(f, "job", "id\tslots\tduration\tafter\np\t1\t5\tq\nq\t1\t5\tp\nr\t1\t5\t")
	if p := circle.Pasted; p == nil || len(p.Bad) == 0 || p.Adds == 0 {
		t.Errorf("cyclic dependency: got rows %+v, want faults and additions", p)
	}
	missing := paste(f, "link", "bandwidth\n5")
	if p := missing.Pasted; p == nil || len(p.Others) == 0 || p.Adds != 0 {
		t.Errorf("links without ends: got rows %+v, want faults and no additions", p)
	}
	if next := run(missing, TakeRows{}); next.Draft != f.Draft || next.Pasted == nil {
		t.Error("links without ends are accepted, or dropped")
	}
}

func TestRowsWithoutHeadsAndNames(t *testing.T) {
	s := small(t, "placement")
	next := paste(s, "cluster", "Brest\t500\nCaen\t600")
	if p := next.Pasted; p == nil || p.Heads != nil || p.Adds != 2 {
		t.Fatalf("got rows %+v, want 2 additions without heads", next.Pasted)
	}
	next = run(next, TakeRows{})
	if next.Pasted != nil || indexOf(&next.Problem.Placement.Problem, Thing{"cluster", "Caen"}) < 0 {
		t.Error("rows without heads are not accepted")
	}
	heads := run(paste(s, "cluster", "Brest\t500\nCaen\t600"), SetPasted{What: "heads", To: "true"})
	if p := heads.Pasted; len(p.Cells) != 1 || p.Heads[0] != "Brest" {
		t.Errorf("first row as heads: got rows %+v, want 1 with the head Brest", p)
	}
	// Missing columns get defaults with a note, and names are generated.
	jobs := paste(s, "job", "needs\nd1\nd1")
	if p := jobs.Pasted; p == nil || p.Adds != 2 || len(p.Notes) == 0 || !strings.Contains(p.Notes[0], "Work") {
		t.Fatalf("got rows %+v, want 2 additions and a note on Work", jobs.Pasted)
	}
	jobs = run(jobs, TakeRows{})
	if faults := catalog.Check(jobs.Draft); len(faults) > 0 || jobs.Chosen("job") != 2 {
		t.Errorf("got faults %v, selected %v; want 2 jobs", faults, jobs.Select)
	}
	ambiguous := paste(s, "cluster", "id\tmips\nBrest\t1,500")
	if p := ambiguous.Pasted; p == nil || !strings.Contains(p.Faults[Cell{0, 1}], "1500 or 1.500") {
		t.Errorf("ambiguous number: got rows %+v, want a fault with both readings", ambiguous.Pasted)
	}
	window := paste(small(t, "window"), "node", "name\tperf\tprice\tmemory\nnew\t5\t1\t64")
	i, nodes := place(window.Problem, Thing{"node", "new"}), window.Problem.Window.Nodes
	if i < 0 || nodes[i].Attributes["memory"] != 64 {
		t.Errorf("unknown column: got rows %+v, alert %+v; want an attribute", window.Pasted, window.Alert)
	}
	if none := paste(s, "job", " \n\t\n"); !none.Alert.Error || none.Pasted != nil {
		t.Error("a paste without rows: got no error")
	}
}
