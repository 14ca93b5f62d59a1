package lab

import (
	"strings"
	"testing"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/fill"
	"gridbox/app/lab/feature/rows"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// lastCall returns the last call of an adapter, whose name comes first.
func (p *page) lastCall(name string) string {
	if list := p.drainCalls(name); len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}

func (p *page) paste(text, at string) {
	p.lab.Paste(text, at, "")
	p.settle()
}

func TestSelectingManyThings(t *testing.T) {
	p := openPage(t)
	p.lab.Click("select", "job:j1", "", false)
	p.lab.Click("select", "cluster:Lyon", "", true)
	if len(p.s().Select) != 2 {
		t.Errorf("added to the selection: got %v, want 2", p.s().Select)
	}
	p.lab.Click("select", "cluster:Lyon", "", true)
	if len(p.s().Select) != 1 {
		t.Errorf("removed from the selection: got %v, want 1", p.s().Select)
	}
	for at, want := range map[string]string{"job": "job", "cluster": "cluster", "link": "link", "bundle": "cluster"} {
		p.lab.Command("selectall", "", at)
		if got := p.s().Main().Kind; got != want {
			t.Errorf("Ctrl+A in %s: got %s, want %s", at, got, want)
		}
	}
	p.command("escape") // closes the form, which the second click on Lyon has opened
	p.command("escape")
	if len(p.s().Select) != 0 {
		t.Errorf("after Escape: got %v selected, want none", p.s().Select)
	}
	p.command("tool", "several")
	p.lab.Click("select", "job:j1", "", false)
	p.lab.Click("select", "job:j2", "", false)
	p.gesture(`{"act":"select","kind":"cluster","id":"Lyon"}`)
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Nancy"}]}`)
	if len(p.s().Select) != 4 {
		t.Errorf("several one by one: got %v selected, want 4", p.s().Select)
	}
	p.command("escape")
	if p.s().Layout.Tool != "select" || len(p.s().Select) != 4 {
		t.Errorf("Escape: got tool %s, selected %v; want the tool select, 4 things", p.s().Layout.Tool, p.s().Select)
	}
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Lyon"}],"more":true}`)
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Lille"}]}`)
	if len(p.s().Select) != 1 {
		t.Errorf("frame without more: got %v selected, want 1", p.s().Select)
	}
}

func TestTheMenuClosesBeforeItActs(t *testing.T) {
	p := openPage(t)
	p.command("selectall", "cluster")
	for _, act := range [][]string{{"duplicatethings"}, {"align", "left"}, {"layout"}, {"arrange"}, {"copythings"},
		{"cutthings"}, {"pastethings"}, {"copyrows"}, {"pasterows", "job"}, {"delete"}, {"selectall", "cluster"},
		{"tool", "several"}} {
		p.command("dialog", "edit")
		if p.command(act[0], act[1:]...); p.s().Layout.Dialog != "" {
			t.Errorf("%s: got dialog %s open, want it closed", act[0], p.s().Layout.Dialog)
		}
	}
}

func TestCopyingAndPasting(t *testing.T) {
	p := openPage(t)
	p.command("selectall", "cluster")
	text, html := p.lab.SelectionData()
	if !strings.Contains(text, state.ClipFormat) || !strings.Contains(html, "<th>Name</th>") {
		t.Fatalf("got text %s,\nHTML %s; want both the things and a table", text, html)
	}
	n := len(p.s().Draft.Placement.Clusters)
	p.paste(text, "")
	if got := len(p.s().Draft.Placement.Clusters); got != 2*n || !p.s().Alert.Undo {
		t.Errorf("pasted: got %d clusters from %d, alert %+v; want twice as many and Undo", got, n, p.s().Alert)
	}
	p.lab.FinishCopy("", true, false)
	p.settle()
	if got := len(p.s().Draft.Placement.Clusters); got != n || !strings.HasPrefix(p.s().Past[1].Name, "cut ") {
		t.Errorf("cut: got %d clusters, want %d; steps %v", got, n, p.s().Past)
	}
	p.lab.FinishCopy("", false, true)
	if !strings.Contains(p.s().Alert.Text, "Copied") {
		t.Errorf(`got alert %q, want "Copied"`, p.s().Alert.Text)
	}
	p.lab.FinishCopy("no access", false, true)
	if !p.s().Alert.Error {
		t.Error("a failed copy: got no error")
	}
	p.command("copythings")
	if p.s().Alert.Text == "" {
		t.Error("a copy of nothing: got no message")
	}
	p.command("copyrows", "job")
	if given := p.lastCall("copyOut"); !strings.Contains(given, "Work, MI") {
		t.Errorf(`copied rows: got %q, want "Work, MI"`, given)
	}
	// A scenario as text is opened, and the former draft is kept.
	whole := p.s().DraftText()
	p.paste(strings.Replace(whole, `"title": "`, `"title": "Pasted `, 1), "")
	if !strings.HasPrefix(p.s().Draft.Title, "Pasted ") {
		t.Errorf("pasted scenario: got %q, alert %+v; want its title", p.s().Draft.Title, p.s().Alert)
	}
	for _, bad := range []string{`{"format":"gridbox-things","version":1,"kind":"placement"`,
		`{"format":"gridbox","kind":1}`, "hello"} {
		before := p.s().Draft
		if p.paste(bad, ""); p.s().Draft != before || !p.s().Message().Error {
			t.Errorf("paste of %q: got message %+v, want an error and no change", bad, p.s().Message())
		}
	}
}

func TestPastingRowsThroughThePage(t *testing.T) {
	p := openPage(t)
	p.lab.Paste("", "", "refused")
	if p.s().Layout.Dialog != "paste" || rows.Slot.Get(p.s()).HasRows() {
		t.Fatalf("refused paste: got dialog %q, want paste", p.s().Layout.Dialog)
	}
	enter := func(attribute, of, value string, checked bool) {
		p.lab.Change(feature.Input{Value: value, Checked: checked, Attribute: func(name string) string {
			if name == attribute {
				return of
			}
			return ""
		}})
		p.settle()
	}
	enter("data-rows", "text", "Brest\t500\nCaen\tmuch", false)
	if !rows.Slot.Get(p.s()).HasRows() || p.s().Layout.Dialog != "paste" {
		t.Fatal("the rows of the field are not shown")
	}
	enter("data-pasted", "kind", "cluster", false)
	enter("data-pasted", "heads", "on", false)
	enter("data-column", "1", "mips", false)
	enter("data-cell", "1 1", "600", false)
	if pasted := rows.Slot.Get(p.s()); len(pasted.Bad) != 0 || pasted.Adds != 2 {
		t.Fatalf("got %+v, want 2 rows to add without faults", pasted)
	}
	p.command("pastedpage", "1")
	p.command("takerows")
	if rows.Slot.Get(p.s()).HasRows() || !p.s().IsSelected("cluster", "Caen") {
		t.Errorf("got rows %+v, selected %v; want none left, Caen selected", rows.Slot.Get(p.s()), p.s().Select)
	}
	p.command("fill", "cluster")
	enter("data-fill", "how", "series", false)
	enter("data-fill", "start", "100", false)
	p.command("fillcolumn")
	if p.s().Layout.Dialog != "" {
		t.Errorf("got dialog %q, alert %+v; want it closed", p.s().Layout.Dialog, p.s().Alert)
	}
	p.work()
	checkSettled(t, p)
}

// Things of every kind are copied and pasted by the page's clipboard.
func TestEveryKindCopies(t *testing.T) {
	p := openPage(t)
	for _, k := range catalog.Kinds() {
		p.command("kind", k.ID)
		p.work()
		p.command("selectall", state.Tables(p.s().Draft)[0])
		text, _ := p.lab.SelectionData()
		n := len(p.s().Select)
		if p.paste(text, ""); len(p.s().Select) < n || p.s().Alert.Error {
			t.Errorf("%s: got alert %+v, want the copies selected", k.ID, p.s().Alert)
		}
		p.command("undo")
	}
	p.command("goto", "study")
	if text, _ := p.lab.SelectionData(); text != "" {
		t.Error("things are copied while the study is open")
	}
}

// Pasted rows with faults belong to one draft; opening another kind drops them.
func TestPastedRowsDoNotFollowIntoAnotherKind(t *testing.T) {
	p := openPage(t)
	p.paste("id\tmips\nBrest\tmuch", "cluster")
	if !rows.Slot.Get(p.s()).HasRows() {
		t.Fatal("rows with a fault are not kept")
	}
	p.command("dialog", "")
	if !rows.Slot.Get(p.s()).HasRows() {
		t.Error("rows with a fault are lost when the dialog closes")
	}
	p.command("fill", "cluster")
	p.command("kind", "farm")
	p.work()
	for _, dialog := range []string{"paste", "fill", "edit", "table-job", "table-cluster"} {
		p.command("dialog", dialog)
		labNode(p.s())
	}
	if rows.Slot.Get(p.s()).HasRows() || fill.Slot.Get(p.s()).Kind != "" {
		t.Errorf("another kind: got rows %+v, column %+v; want neither", rows.Slot.Get(p.s()), fill.Slot.Get(p.s()))
	}
}
