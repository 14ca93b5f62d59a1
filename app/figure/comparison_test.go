package figure

import (
	"strings"
	"testing"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A link with a second problem shows the answers to both problems next to each other in every kind, and its lab link
// contains both.
func TestTwoProblemsInAFigure(t *testing.T) {
	for _, k := range catalog.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			first, with := Preset(k, k.Presets[0].ID, nil), Preset(k, k.Presets[0].ID, nil)
			first.Title, with.Title = "Before", "After"
			first.Runs = catalog.Runs(first)[:1]
			with.Runs, with.Seed = first.Runs, first.Seed+1
			link, err := scenario.LinkBoth(first, with)
			if err != nil {
				t.Fatal(err)
			}
			d := &Direct{}
			f := New(Address{Fragment: strings.TrimPrefix(link, "#")}, "", d)
			f.Open(nil)
			if f.Phase == Broken {
				t.Fatalf("got a broken figure: %s", f.TroubleText())
			}
			if _, _, ok := f.pair(); ok {
				t.Error("got a pair of answers before the first answer")
			}
			for d.Step() {
				if f.Phase == Waiting {
					f.Run()
				}
			}
			v, _, ok := f.pair()
			if !ok {
				t.Fatalf("got phase %s and no pair of answers", f.Phase)
			}
			if v.Sides[0].Scenario == v.Sides[1].Scenario || v.Sides[0].Name != "Before" || v.Sides[1].Name != "After" {
				t.Errorf("got sides %q and %q, want Before and After with two scenarios",
					v.Sides[0].Name, v.Sides[1].Name)
			}
			for _, c := range []Canvas{{Width: 720, Height: 405}, {Width: 340, Height: 405}} {
				if n := strings.Count(f.Picture(c), "<svg"); n < 2 {
					t.Errorf("got %d pictures, want at least 2", n)
				}
			}
			if f.Versus() == "" || !strings.Contains(f.LabHref(), "&with=") {
				t.Errorf("got comparison %q, lab link %.80s; want both scenarios", f.Versus(), f.LabHref())
			}
			f.Run()
			f.Stop()
		})
	}
}

// A second problem that cannot be read does not affect the first.
func TestABrokenSecondProblem(t *testing.T) {
	k, _ := catalog.ByID("placement")
	other, _ := catalog.ByID("farm")
	first := Preset(k, k.Presets[0].ID, nil)
	link, err := scenario.LinkBoth(first, Preset(other, other.Presets[0].ID, nil))
	if err != nil {
		t.Fatal(err)
	}
	whole, _, _ := strings.Cut(link, "&with=")
	for _, fragment := range []string{link, whole + "&with=", whole + "&with=d.????", whole + "&with=x.abc"} {
		d := &Direct{}
		f := New(Address{Fragment: strings.TrimPrefix(fragment, "#")}, "", d)
		f.Open(nil)
		for d.Step() {
			continue
		}
		if f.Phase == Broken || f.second != nil {
			t.Errorf("%.60s: got phase %s, second problem %v; want the first problem only", fragment, f.Phase, f.second)
		}
	}
}

// A large second problem of a link waits for a click, however small the first is.
func TestALargeSecondProblemWaits(t *testing.T) {
	k, _ := catalog.ByID("farm")
	first, with := Preset(k, "farm-mixed", nil), Preset(k, "farm-mixed", nil)
	first.Runs = []scenario.Run{{Algorithm: "fcfs"}}
	with.Runs, with.Seed = []scenario.Run{{Algorithm: "two-stage", Options: map[string]any{"tries": 100_000.0}}}, 9
	jobs := 20
	with.Farm.Generate.Jobs = &jobs
	first.Farm.Generate.Jobs = &jobs
	link, err := scenario.LinkBoth(first, with)
	if err != nil {
		t.Fatal(err)
	}
	d := &Direct{}
	f := New(Address{Fragment: strings.TrimPrefix(link, "#")}, "", d)
	f.Open(nil)
	for d.Step() {
		continue
	}
	if f.second == nil || f.second.entry.Answer != nil || f.second.entry.stop != nil || f.Phase != Waiting ||
		!f.CanAct() {
		t.Errorf("got phase %s, second problem %+v; want waiting, not solved", f.Phase, f.second)
	}
	if f.entries[0].Answer == nil {
		t.Error("the first problem has no answer")
	}
	if !strings.Contains(f.Status(), "takes about") {
		t.Errorf(`got status %q, want "takes about"`, f.Status())
	}
	f.Run()
	if f.second.entry.stop == nil {
		t.Error("Run did not solve the second problem")
	}
	f.Stop()
}

// A generator that takes long waits for a click, in the first and the second document. Meanwhile the figure shows a
// title, the lab link and the estimated time.
func TestALargeGeneratorWaits(t *testing.T) {
	k, _ := catalog.ByID("farm")
	small, large := Preset(k, "farm-mixed", nil), Preset(k, "farm-mixed", nil)
	few, many := 20, 1_000_000
	small.Farm.Generate.Jobs, large.Farm.Generate.Jobs = &few, &many
	small.Runs = []scenario.Run{{Algorithm: "fcfs"}}
	large.Runs = small.Runs
	for name, pair := range map[string][2]*scenario.Scenario{
		"in front": {large, small}, "behind": {small, large},
	} {
		link, err := scenario.LinkBoth(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		d := &sparing{Direct: &Direct{}}
		f := New(Address{Fragment: strings.TrimPrefix(link, "#")}, "", d)
		f.Open(nil)
		d.Settle()
		if d.requests > 0 || f.Phase != Waiting || !f.CanAct() || !strings.Contains(f.Status(), "takes about") {
			t.Errorf("%s: got %d requests, phase %s, status %q; want 0, waiting", name, d.requests, f.Phase, f.Status())
		}
		if f.Title() == "" || !strings.Contains(f.LabHref(), "&with=") || strings.Contains(f.Story(), "<nil>") {
			t.Errorf("%s: got title %q, lab link %.60s; want both scenarios", name, f.Title(), f.LabHref())
		}
		f.Picture(Canvas{Width: 720, Height: 405})
		f.Rows()
		f.Run()
		d.Settle()
		if d.requests != 1 {
			t.Errorf("%s: after a click: got %d requests, want 1", name, d.requests)
		}
	}
}

// A sparing engine counts the large problems it is asked to generate, and generates none.
type sparing struct {
	*Direct
	requests int
}

func (d *sparing) Expand(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
	if strings.Contains(string(text), "1000000") {
		d.requests++
		return func() {}
	}
	return d.Direct.Expand(kind, text, done)
}
