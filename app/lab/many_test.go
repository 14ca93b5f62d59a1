package lab

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/fill"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// given returns the last call of an adapter, whose name comes first.
func (p *page) given(name string) string {
	if list := p.called(name); len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}

func (p *page) paste(text, at string) {
	p.lab.Paste(text, at, "")
	p.settle()
}

func TestSelectingManyThings(t *testing.T) {
	p := opened(t)
	p.lab.Clicked("select", "job:j1", "", false)
	p.lab.Clicked("select", "cluster:Lyon", "", true)
	if len(p.s().Select) != 2 {
		t.Errorf("selected %v", p.s().Select)
	}
	p.lab.Clicked("select", "cluster:Lyon", "", true)
	if len(p.s().Select) != 1 {
		t.Errorf("selected %v", p.s().Select)
	}
	for at, want := range map[string]string{"job": "job", "cluster": "cluster", "link": "link", "bundle": "cluster"} {
		p.lab.Command("selectall", "", at)
		if got := p.s().Main().Kind; got != want {
			t.Errorf("Ctrl+A in %s selects %s", at, got)
		}
	}
	p.command("escape") // closes the form, which the second click on Lyon has opened
	p.command("escape")
	if len(p.s().Select) != 0 {
		t.Errorf("after Escape %v is selected", p.s().Select)
	}
	p.command("tool", "several")
	p.lab.Clicked("select", "job:j1", "", false)
	p.lab.Clicked("select", "job:j2", "", false)
	p.gesture(`{"act":"select","kind":"cluster","id":"Lyon"}`)
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Nancy"}]}`)
	if len(p.s().Select) != 4 {
		t.Errorf("one after the other: %v", p.s().Select)
	}
	p.command("escape")
	if p.s().Look.Tool != "select" || len(p.s().Select) != 4 {
		t.Errorf("Escape ends the tool first: %s, %v", p.s().Look.Tool, p.s().Select)
	}
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Lyon"}],"more":true}`)
	p.gesture(`{"act":"select","items":[{"kind":"cluster","id":"Lille"}]}`)
	if len(p.s().Select) != 1 {
		t.Errorf("a frame without more: %v", p.s().Select)
	}
}

func TestTheMenuClosesBeforeItActs(t *testing.T) {
	p := opened(t)
	p.command("selectall", "cluster")
	for _, act := range [][]string{{"duplicatethings"}, {"align", "left"}, {"layout"}, {"arrange"}, {"copythings"},
		{"cutthings"}, {"pastethings"}, {"copyrows"}, {"pasterows", "job"}, {"delete"}, {"selectall", "cluster"},
		{"tool", "several"}} {
		p.command("dialog", "edit")
		if p.command(act[0], act[1:]...); p.s().Look.Dialog != "" {
			t.Errorf("%s leaves the dialog %s open", act[0], p.s().Look.Dialog)
		}
	}
}

func TestCopyingAndPasting(t *testing.T) {
	p := opened(t)
	p.command("selectall", "cluster")
	text, html := p.lab.Copied()
	if !strings.Contains(text, state.ThingsFormat) || !strings.Contains(html, "<th>Name</th>") {
		t.Fatalf("%s\n%s", text, html)
	}
	n := len(p.s().Draft.Placement.Clusters)
	p.paste(text, "")
	if got := len(p.s().Draft.Placement.Clusters); got != 2*n || !p.s().Alert.Undo {
		t.Errorf("%d of %d clusters, %+v", got, n, p.s().Alert)
	}
	p.lab.CopiedOut("", true, false)
	p.settle()
	if got := len(p.s().Draft.Placement.Clusters); got != n || !strings.HasPrefix(p.s().Past[1].Name, "cut ") {
		t.Errorf("%d of %d clusters after cutting, %v", got, n, p.s().Past)
	}
	p.lab.CopiedOut("", false, true)
	if !strings.Contains(p.s().Alert.Text, "Copied") {
		t.Error("it is not said that something was copied")
	}
	p.lab.CopiedOut("no access", false, true)
	if !p.s().Alert.Error {
		t.Error("it is not said that nothing was copied")
	}
	p.command("copythings")
	if p.s().Alert.Text == "" {
		t.Error("nothing selected is copied silently")
	}
	p.command("copyrows", "job")
	if given := p.given("copyOut"); !strings.Contains(given, "Work, MI") {
		t.Errorf("rows are copied as %q", given)
	}
	// A scenario as text is opened, with what was there kept.
	whole := p.s().DraftText()
	p.paste(strings.Replace(whole, `"title": "`, `"title": "Pasted `, 1), "")
	if !strings.HasPrefix(p.s().Draft.Title, "Pasted ") {
		t.Errorf("a pasted scenario: %q %+v", p.s().Draft.Title, p.s().Alert)
	}
	for _, bad := range []string{`{"format":"gridbox-things","version":1,"kind":"placement"`,
		`{"format":"gridbox","kind":1}`, "hello"} {
		before := p.s().Draft
		if p.paste(bad, ""); p.s().Draft != before || !p.s().Message().Error {
			t.Errorf("%q: %+v", bad, p.s().Message())
		}
	}
}

func TestPastingRowsThroughThePage(t *testing.T) {
	p := opened(t)
	p.lab.Paste("", "", "refused")
	if p.s().Look.Dialog != "paste" || p.s().Pasted != nil {
		t.Fatalf("dialog %q", p.s().Look.Dialog)
	}
	enter := func(attribute, of, value string, checked bool) {
		p.lab.Changed(feature.Input{Value: value, Checked: checked, Attribute: func(name string) string {
			if name == attribute {
				return of
			}
			return ""
		}})
		p.settle()
	}
	enter("data-rows", "text", "Brest\t500\nCaen\tmuch", false)
	if p.s().Pasted == nil || p.s().Look.Dialog != "paste" {
		t.Fatal("the field's rows are not shown")
	}
	enter("data-pasted", "kind", "cluster", false)
	enter("data-pasted", "heads", "on", false)
	enter("data-column", "1", "mips", false)
	enter("data-cell", "1 1", "600", false)
	if pasted := p.s().Pasted; len(pasted.Bad) != 0 || pasted.Adds != 2 {
		t.Fatalf("%+v", pasted)
	}
	p.command("pastedpage", "1")
	p.command("takerows")
	if p.s().Pasted != nil || !slices.ContainsFunc(p.s().Select, func(t state.Thing) bool { return t.ID == "Caen" }) {
		t.Errorf("%+v, selected %v", p.s().Pasted, p.s().Select)
	}
	p.command("fill", "cluster")
	enter("data-fill", "how", "series", false)
	enter("data-fill", "start", "100", false)
	p.command("fillcolumn")
	if p.s().Look.Dialog != "" {
		t.Errorf("dialog %q, %+v", p.s().Look.Dialog, p.s().Alert)
	}
	p.work()
	settled(t, p)
}

// Things of every kind go through the page's clipboard and back.
func TestEveryKindCopies(t *testing.T) {
	p := opened(t)
	for _, k := range catalog.Kinds() {
		p.command("kind", k.ID)
		p.work()
		p.command("selectall", state.Tables(p.s().Draft)[0])
		text, _ := p.lab.Copied()
		n := len(p.s().Select)
		if p.paste(text, ""); len(p.s().Select) < n || p.s().Alert.Error {
			t.Errorf("%s: %+v", k.ID, p.s().Alert)
		}
		p.command("undo")
	}
	p.command("goto", "study")
	if text, _ := p.lab.Copied(); text != "" {
		t.Error("things are copied where a study is looked at")
	}
}

// Rows that wait are those of one draft; another kind has no place for them.
func TestPastedRowsDoNotFollowIntoAnotherKind(t *testing.T) {
	p := opened(t)
	p.paste("id\tmips\nBrest\tmuch", "cluster")
	if p.s().Pasted == nil {
		t.Fatal("a fault does not wait")
	}
	p.command("dialog", "")
	if p.s().Pasted == nil {
		t.Error("what waits is lost with the dialog")
	}
	p.command("fill", "cluster")
	p.command("kind", "farm")
	p.work()
	for _, dialog := range []string{"paste", "fill", "edit", "table-job", "table-cluster"} {
		p.command("dialog", dialog)
		whole(p.s())
	}
	if p.s().Pasted != nil || fill.Slot.Of(p.s()).Kind != "" {
		t.Errorf("%+v %+v", p.s().Pasted, fill.Slot.Of(p.s()))
	}
}
