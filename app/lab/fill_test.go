package lab

import (
	"strconv"
	"strings"
	"testing"

	"gridbox/app/lab/feature/fill"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// filling opens the dialog for a kind of things, enters pairs of a field and a value, and fills the column.
func filling(p *page, kind string, fields ...string) {
	p.command("fill", kind)
	for i := 0; i < len(fields); i += 2 {
		p.change("data-fill", fields[i], fields[i+1])
	}
	p.command("fillcolumn")
}

func TestFillingAColumn(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("five-clusters"))
	p.work()
	draft := p.s().Draft
	back := func() {
		if p.s().Draft != draft {
			p.command("undo")
		}
		p.command("dialog")
		if p.s().Draft != draft {
			t.Fatal("filling a column takes more than one step to undo")
		}
	}
	work := func() (v []float64) {
		for _, j := range p.s().Problem.Placement.Jobs {
			v = append(v, j.MI)
		}
		return v
	}
	p.act(state.SelectAll{})
	p.command("fill", "job")
	if own := fill.Slot.Get(p.s()); p.s().Layout.Dialog != "fill" || own.Column != "mi" || !own.All {
		t.Fatalf("got %+v, want the dialog with all rows of the column mi", own)
	}
	filling(p, "job", "how", "series", "start", "0.1", "step", "0.1")
	for i, v := range work() {
		if want, _ := strconv.ParseFloat(strconv.FormatFloat(float64(i+1)*0.1, 'f', 1, 64), 64); v != want {
			t.Errorf("job %d: got %v, want %v", i, v, want)
		}
	}
	if a := p.s().Message(); p.s().Layout.Dialog != "" || !a.Undo || !strings.HasPrefix(a.Text, "Filled ") {
		t.Errorf("got dialog %q, message %+v; want it closed, with Undo", p.s().Layout.Dialog, a)
	}
	back()
	for _, how := range fill.Ways[2:] {
		once := func(seed string) string {
			defer back()
			filling(p, "job", "how", how, "mean", "50", "sd", "20", "most", "9", "seed", seed)
			if first, why := fill.Slot.Get(p.s()).CellTexts(p.s(), 2); why != "" || first[1] != doc.Number(work()[1]) {
				t.Errorf("%s: fault %q, got preview %s, values %v; want equal ones", how, why, first, work())
			}
			return string(scenario.Canonical(p.s().Draft))
		}
		if a := once("12"); a != once("12") || a == once("13") {
			t.Errorf("%s: equal seeds differ, or different seeds do not", how)
		}
	}
	p.act(state.SelectAll{Elements: []state.Ref{{Kind: "job", ID: "j1"}, {Kind: "job", ID: "j3"}}})
	filling(p, "job", "how", "value", "value", "5")
	if v := work(); fill.Slot.Get(p.s()).All || v[0] != 5 || v[1] == 5 || v[2] != 5 {
		t.Errorf("two selected rows: got %v, want 5 in rows 1 and 3 only", v)
	}
	back()
	for _, wrong := range [][2]string{{"mean", "x"}, {"sd", "-1"}, {"seed", "1.5"}, {"decimals", "99"}} {
		filling(p, "job", "how", "normal", wrong[0], wrong[1])
		if a := p.s().Message(); !a.Error || p.s().Draft != draft || p.s().Layout.Dialog == "" {
			t.Errorf("%v was accepted, want an error", wrong)
		}
		p.change("data-fill", wrong[0], "")
		back()
	}
	// Numbers outside the range of the column are drawn again; if the range is empty, there is a message.
	p.act(state.SelectAll{})
	filling(p, "cluster", "column", "mips", "how", "normal", "mean", "0", "sd", "1")
	for _, c := range p.s().Problem.Placement.Clusters {
		if c.MIPS <= 0 {
			t.Errorf("cluster %s: got %v MIPS, want more than 0", c.ID, c.MIPS)
		}
	}
	back()
	if filling(p, "cluster", "column", "mips", "how", "uniform", "least", "-2", "most", "-1"); !p.s().Message().Error {
		t.Error("got a power below 0, want an error")
	}
}

// A text that the problem does not allow fills nothing.
func TestFillingWithWords(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("markov-2004"))
	p.work()
	p.act(state.SelectAll{})
	filling(p, "job", "how", "uniform", "column", "type", "value", "sparc")
	if a := p.s().Message(); !a.Error || !strings.Contains(a.Text, "sparc") {
		t.Errorf("got message %+v, want an error on sparc, which no machine has", a)
	}
	if filling(p, "job", "column", "preemptible", "value", "yes"); !p.s().Problem.Farm.Jobs[3].Preemptible {
		t.Errorf("preemptible: got message %+v, state %+v; want it set", p.s().Message(), fill.Slot.Get(p.s()))
	}
}
