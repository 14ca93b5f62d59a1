package state

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

func TestOneValueForEverythingSelected(t *testing.T) {
	for _, kind := range kinds {
		s := sampleState(t, kind)
		for _, table := range tables[kind] {
			s := run(s, SelectKind{Kind: table})
			n := s.SelectedCount(table)
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
				next := run(s, SetField{Path: SelectionField(&c), Text: shared})
				if len(next.InvalidFields) > 0 || text(next) != text(s) {
					t.Errorf("%s: setting %s of all %s to the shared %q changes something or is refused: %v",
						kind, c.Path, table, shared, next.InvalidFields)
				}
			}
		}
	}
	s := run(sampleState(t, "farm"), SelectKind{Kind: "job"})
	next := run(s, SetField{Path: "selected.duration", Text: "77"})
	for _, j := range next.Problem.Farm.Jobs {
		if j.Duration != 77 {
			t.Errorf("job %s: got duration %v, want 77", j.ID, j.Duration)
		}
	}
	if len(next.Past) != 1 || run(next, Undo{}).Draft != s.Draft {
		t.Errorf("got %d steps, want 1 that undo takes back", len(next.Past))
	}
	wrong := run(s, SetField{Path: "selected.duration", Text: "-3"})
	if wrong.InvalidFields["selected.duration"].Reason == "" || wrong.Draft != s.Draft {
		t.Errorf("duration -3: got typed %+v, want it refused", wrong.InvalidFields)
	}
	// With another selection the same field is another step.
	jobs := next.Problem.Farm.Jobs
	some := run(next, SelectAll{Elements: []Ref{{"job", jobs[0].ID}, {"job", jobs[1].ID}}},
		SetField{Path: "selected.duration", Text: "78"})
	if len(some.Past) != 2 {
		t.Errorf("got %d steps, want 2", len(some.Past))
	}
}

func TestSelectingAllOfAKind(t *testing.T) {
	for _, kind := range kinds {
		s := sampleState(t, kind)
		for _, table := range tables[kind] {
			next := run(s, SelectKind{Kind: table})
			n, _ := nounsOf(s.Problem).list(s.Problem, table)
			if next.SelectedCount(table) != n || next.SelectedCount("") != n {
				t.Errorf("%s: got %d of %d %s selected, want all", kind, next.SelectedCount(""), n, table)
			}
			if !strings.HasPrefix(next.SelectionText(), strconv.Itoa(n)+" "+Noun(table, n)) {
				t.Errorf("%s: got words %q, want %d %s", kind, next.SelectionText(), n, Noun(table, n))
			}
		}
	}
	s := run(sampleState(t, "placement"), SelectElement{Element: Ref{"link", "Lyon~Paris"}}, SelectKind{})
	if s.Main().Kind == "" {
		t.Error("SelectKind: got nothing selected")
	}
	more := run(s, SelectAll{Elements: []Ref{{"cluster", "Lyon"}, {"cluster", "nowhere"}}},
		SelectAll{Elements: []Ref{{"cluster", "Lyon"}, {"cluster", "Nancy"}}, With: true})
	if len(more.Select) != 2 || more.Main().ID != "Nancy" {
		t.Errorf("got %v selected, want Lyon and Nancy", more.Select)
	}
}

// Cells are set in one step, and an invalid text changes nothing.
func TestSettingCells(t *testing.T) {
	s := sampleState(t, "placement")
	set := run(s, SetCells{Kind: "job", Column: "mi", Rows: []int{0, 2}, Texts: []string{"5", "7"}})
	if jobs := set.Problem.Placement.Jobs; jobs[0].MI != 5 || jobs[1].MI != s.Problem.Placement.Jobs[1].MI ||
		jobs[2].MI != 7 || len(set.Past) != 1 || run(set, Undo{}).Draft != s.Draft {
		t.Errorf("got %d steps, jobs %+v; want 1, MI 5 and 7 in rows 0 and 2", len(set.Past), jobs)
	}
	if bad := run(s, SetCells{Kind: "job", Column: "mi", Rows: []int{0}, Texts: []string{"much"}}); !bad.Alert.Error ||
		bad.Draft != s.Draft {
		t.Errorf("a word as MI: got %+v, want an error", bad.Alert)
	}
	none := run(s, SetCells{Kind: "job", Column: "none", Rows: []int{0}, Texts: []string{"5"}})
	if none.Draft != s.Draft {
		t.Error("an unknown column was set")
	}
}

func TestAligningAndLayingOut(t *testing.T) {
	s := run(sampleState(t, "placement"), SelectAll{Elements: []Ref{{"cluster", "Lyon"}, {"cluster", "Nancy"},
		{"cluster",
			"Lille"}}})
	at := func(s State, id string) (x, y float64) {
		i := indexOf(&s.Draft.Placement.Problem, Ref{"cluster", id})
		return *s.Draft.Placement.Clusters[i].X, *s.Draft.Placement.Clusters[i].Y
	}
	for _, how := range []string{"left", "right", "centre", "top", "bottom", "middle", "across", "down"} {
		next := run(s, Align{Alignment: how})
		if len(next.Past) != 1 || next.PosedDraft != s.PosedDraft || run(next, Undo{}).Draft != s.Draft {
			t.Errorf("%s: got %d steps, want 1 that needs no new answers", how, len(next.Past))
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
			t.Errorf("%s: got places %v and %v, want them aligned", how, xs, ys)
		}
	}
	few := run(s, SelectAll{Elements: []Ref{{"cluster", "Lyon"}}}, Align{Alignment: "left"})
	if !few.Alert.Error || few.Draft != s.Draft {
		t.Error("aligning one cluster: got no error")
	}
	some := run(s, ArrangeSelected{})
	for _, c := range some.Draft.Placement.Clusters {
		i := indexOf(&s.Draft.Placement.Problem, Ref{"cluster", c.ID})
		moved := *c.X != s.Positions[i].X || *c.Y != s.Positions[i].Y
		if moved && !s.IsSelected("cluster", c.ID) {
			t.Errorf("%s was moved, but is not selected", c.ID)
		}
	}
	if len(some.Past) != 1 || some.PosedDraft != s.PosedDraft {
		t.Error("arranging some clusters is not one step, or needs new answers")
	}
}

// farmWithJobs returns a farm with n jobs.
func farmWithJobs(n int) State {
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

const largeSize = 10_000

func BenchmarkTenThousand(b *testing.B) {
	s := farmWithJobs(largeSize)
	table := sheet(&s, "job")
	add := func(s State) State {
		judged := s.Judge(table)
		return run(s, AddRows{&judged})
	}
	all := run(s, SelectKind{Kind: "job"})
	copied := all.CopySelection("").Text()
	empty := run(all, Delete{Elements: all.Select})
	none := New(emptyState(s).Draft)
	rows5, texts5 := indexRange(largeSize), slices.Repeat([]string{"5"}, largeSize)
	for name, f := range map[string]func() State{
		"select":    func() State { return run(s, SelectKind{Kind: "job"}) },
		"frame":     func() State { return run(s, SelectAll{Elements: all.Select}) },
		"delete":    func() State { return run(all, Delete{Elements: all.Select}) },
		"duplicate": func() State { return run(all, Duplicate{}) },
		"set":       func() State { return run(all, SetField{Path: "selected.duration", Text: "5"}) },
		"cells":     func() State { return run(all, SetCells{"job", "duration", rows5, texts5}) },
		"rows":      func() State { return add(empty) },
		"change":    func() State { return add(s) },
		"things": func() State {
			t, _, _ := ReadClip(copied)
			return run(none, Paste{Clip: t})
		},
		"copy": func() State { all.CopySelection("").Text(); return all },
		"out":  func() State { rows.HTML(all.CopyRows("")); return all },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
