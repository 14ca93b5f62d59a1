package lab

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/adversary"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// gesture reports a gesture as the adapter does.
func (p *page) gesture(report string) {
	p.lab.Gesture([]byte(report))
	p.settle()
}

func TestGesturesOnATopology(t *testing.T) {
	p := openPage(t)
	s := p.s
	for _, c := range []struct {
		report string
		holds  func() bool
	}{
		{`{"act":"select","kind":"cluster","id":"Nancy","more":false}`,
			func() bool { return s().Main() == state.Ref{Kind: "cluster", ID: "Nancy"} }},
		{`{"act":"select","kind":"job","id":"j2","more":true}`, func() bool { return len(s().Select) == 2 }},
		{`{"act":"select","kind":"replica","id":"d1@Lyon","dataset":"d1","cluster":"Lyon"}`,
			func() bool { return s().Main() == state.Ref{Kind: "dataset", ID: "d1"} }},
		{`{"act":"select","items":[{"kind":"cluster","id":"Nancy"},{"kind":"cluster","id":"Lyon"}]}`,
			func() bool { return len(s().Select) == 2 }},
		// An unknown name has no effect.
		{`{"act":"select","kind":"bundle","id":"x","from":3,"to":9}`, func() bool { return len(s().Select) == 2 }},
		{`{"act":"select","items":[]}`, func() bool { return len(s().Select) == 0 }},
		{`{"act":"move","by":"key","moves":[{"id":"Lyon","x":0.25,"y":0.75}]}`,
			func() bool { return clusterAt(s(), "Lyon") == [2]float64{0.25, 0.75} }},
		{`{"act":"tool","tool":"add"}`, func() bool { return s().Layout.Tool == "add" }},
		{`{"act":"add","x":0.5,"y":0.25}`, func() bool {
			return s().Layout.Tool == "select" && clusterAt(s(), s().Main().ID) == [2]float64{0.5, 0.25}
		}},
		{`{"act":"connect","kind":"cluster","a":"Lyon","b":"Lille"}`, func() bool {
			return strings.HasPrefix(s().Past[len(s().Past)-1].Name, "connect Lyon") || s().Main().Kind == "link"
		}},
		{`{"act":"replica","dataset":"d1","cluster":"Lille","from":"Lyon"}`,
			func() bool { return slices.Contains(s().Draft.Placement.Datasets[0].At, "Lille") }},
		{`{"act":"size","width":300,"height":400}`,
			func() bool { return s().Layout.Width == 300 && s().Layout.Height == 400 }},
		{`{"act":"size","width":10,"height":400}`, func() bool { return s().Layout.Width == 300 }},
		{`{"act":"size","width":720,"height":700}`, func() bool { return s().Layout.Width == 0 }},
		{`{"act":"size","width":1190,"height":666}`, func() bool { return s().Layout.Width == 1190 }},
		{`{"act":"size","width":800,"height":700}`, func() bool { return s().Layout.Width == 0 }},
		{`{"act":"size","width":720,"height":700,"exact":true}`, func() bool { return s().Layout.Width == 720 }},
		{`{"act":"rename","kind":"cluster","id":"Lille"}`, func() bool {
			return s().Layout.Editing && slices.Equal(p.drainCalls("focusField"), []string{"focusField id"})
		}},
		{`{"act":"delete","kind":"cluster","id":"Lille"}`,
			func() bool { return clusterAt(s(), "Lille") == [2]float64{-1, -1} }},
	} {
		if p.gesture(c.report); !c.holds() {
			t.Errorf("gesture %s has no effect: selected %v, view %+v", c.report, s().Select, s().Layout)
		}
	}
	before := s().Rev
	for _, nothing := range []string{`{"act":"focus","kind":"cluster","id":"Lyon"}`, `{"act":"zoom","k":2}`,
		`{"act":"say","text":"x"}`, "{", `{"act":7}`, `{"act":"rows","by":1}`} {
		if p.gesture(nothing); s().Rev != before {
			t.Errorf("gesture %s changed the state, want no effect", nothing)
		}
	}
	p.work()
	checkSettled(t, p)
}

// clusterAt returns the place of a cluster, -1, -1 for none.
func clusterAt(s *state.State, id string) [2]float64 {
	for _, c := range s.Draft.Placement.Clusters {
		if c.ID == id && c.X != nil {
			return [2]float64{*c.X, *c.Y}
		}
	}
	return [2]float64{-1, -1}
}

// The selected things are deleted together.
func TestDeletingWhatIsSelected(t *testing.T) {
	p := openPage(t)
	n := len(p.s().Draft.Placement.Jobs)
	p.gesture(`{"act":"select","items":[{"kind":"job","id":"j1"},{"kind":"job","id":"j2"}]}`)
	p.gesture(`{"act":"delete","kind":"job","id":"j2"}`)
	if got := len(p.s().Draft.Placement.Jobs); got != n-2 {
		t.Fatalf("deleted the selection: got %d of %d jobs left, want two fewer", got, n)
	}
	p.command("undo")
	p.command("select", "job:j1")
	p.command("delete")
	p.command("delete", "job:j3")
	if got := len(p.s().Draft.Placement.Jobs); got != n-2 {
		t.Errorf("deleted nothing: got %d of %d jobs left, want two fewer", got, n)
	}
}

func TestGesturesOnRowsAndFields(t *testing.T) {
	p := openPage(t)
	p.command("kind", "window")
	p.work()
	run := p.s().Answers[1].Run.Algorithm
	p.gesture(`{"act":"select","kind":"window","id":"` + run + `"}`)
	if p.s().Focus != run {
		t.Errorf("got focus %s, want %s", p.s().Focus, run)
	}
	node := p.s().Problem.Window.Nodes[0].ID
	steps := len(p.s().Past)
	p.gesture(`{"act":"time","by":"key","id":"","node":"` + node + `","start":1,"end":2}`)
	id := p.s().Main().ID
	p.gesture(`{"act":"time","by":"key","id":"` + id + `","node":"` + node + `","start":1,"end":3}`)
	p.gesture(`{"act":"time","by":"key","id":"` + id + `","node":"` + node + `","start":1,"end":4}`)
	if got := len(p.s().Past) - steps; got != 2 {
		t.Errorf("busy time drawn and moved: got %d steps, want 2", got)
	}
	p.gesture(`{"act":"span","from":5,"to":25.5}`)
	if l := p.s().Part; l.From != 5 || l.To != 25.5 {
		t.Errorf("got span %v to %v, want 5 to 25.5", l.From, l.To)
	}
	p.gesture(`{"act":"rows","by":2}`)
	p.command("turn", "rows", "-1")
	p.work()
	checkSettled(t, p)

	p.command("kind", "group")
	p.work()
	g := p.s().Problem.Group
	a, b := g.Nodes[0].ID, g.Nodes[1].ID
	to := g.Groups[len(g.Groups)-1].ID
	p.gesture(`{"act":"select","items":[{"kind":"node","id":"` + a + `"},{"kind":"node","id":"` + b + `"}]}`)
	p.gesture(`{"act":"regroup","id":"` + a + `","group":"` + to + `"}`)
	if name := p.s().Past[len(p.s().Past)-1].Name; !strings.Contains(name, "2") && !strings.Contains(name, "nodes") {
		t.Errorf("regroup of two nodes: got step %q, want both named", name)
	}
	p.command("kind", "farm")
	p.work()
	n := len(p.s().Problem.Farm.Jobs)
	if p.gesture(`{"act":"add","x":0.5,"y":0.5}`); len(p.s().Draft.Farm.Jobs) != n+1 {
		t.Error("no job was added")
	}
}

func TestFieldsMeanWhatTheySay(t *testing.T) {
	p := openPage(t)
	s := p.s
	for _, c := range []struct {
		attribute, name, value string
		holds                  func() bool
	}{
		{"data-field", "title", "A", func() bool { return s().Draft.Title == "A" }},
		{"data-field", "title", "–", func() bool { return s().Draft.Title == "" }},
		{"data-toggle", "random", "on",
			func() bool { return s().Answers[len(s().Answers)-1].Run.Algorithm == "random" }},
		{"data-show", "focus", "scp-tree", func() bool { return s().Focus == "scp-tree" }},
		{"data-show", "chart", "loads", func() bool { return s().Layout.Chart == "loads" }},
		{"data-connect", "Lyon", "Lille", func() bool { return s().Main().Kind == "link" }},
		{"data-metric", "makespan", "", func() bool { return s().Draft.Study != nil }},
		{"data-hunt", "a", "1", func() bool { return adversary.Slot.Get(s()).A == "1" }},
		{"data-nothing", "x", "y", func() bool { return true }},
	} {
		if p.change(c.attribute, c.name, c.value); !c.holds() {
			t.Errorf("field %s of %s = %q has no effect", c.attribute, c.name, c.value)
		}
	}
	moved := func(value string, of map[string]string) {
		p.lab.Input(feature.Input{Value: value, Attribute: func(name string) string { return of[name] }})
		p.settle()
	}
	moved("Ly", map[string]string{"data-find": "cluster"})
	if s().Layout.Find["cluster"] != "Ly" {
		t.Errorf("got filter %q, want Ly", s().Layout.Find["cluster"])
	}
	p.command("select", "job:j2")
	p.work()
	moved("1", map[string]string{"data-show": "step"})
	if s().Explanation.Step != 1 {
		t.Errorf("slider: got step %d, want 1", s().Explanation.Step)
	}
	moved("700", map[string]string{"data-slide": "placement.clusters[0].mips", "data-least": "800"})
	if got := s().Draft.Placement.Clusters[0].MIPS; got != 800 {
		t.Errorf("slider below its minimum: got %v, want 800", got)
	}
	p.command("kind", "farm")
	p.work()
	jobs := s().Problem.Farm.Jobs
	first, last := jobs[0].ID, jobs[len(jobs)-1].ID
	p.change("data-after", last, first)
	if jobs := s().Draft.Farm.Jobs; len(jobs) == 0 ||
		!slices.ContainsFunc(jobs[len(jobs)-1].After, func(a farm.After) bool { return a.Job == first }) {
		t.Errorf("%s is not scheduled after %s: alert %s", last, first, s().Alert.Text)
	}
}

func TestEscapeEndsWhatIsNearest(t *testing.T) {
	p := openPage(t)
	p.act(state.Notify{Text: "hello"})
	p.command("tool", "add")
	p.command("help")
	for _, holds := range []func(*state.State) bool{
		func(s *state.State) bool { return s.Layout.Dialog == "" && s.Layout.Tool == "add" },
		func(s *state.State) bool { return s.Layout.Tool == "select" && s.Alert.Text != "" },
		func(s *state.State) bool { return s.Alert.Text == "" },
		func(s *state.State) bool { return s.Alert.Text == "" },
	} {
		if p.command("escape"); !holds(p.s()) {
			t.Errorf("Escape: got view %+v, alert %q; want the next one closed", p.s().Layout, p.s().Alert.Text)
		}
	}
	p.command("kind", "group")
	if p.command("tool", "replica"); p.s().Layout.Tool == "replica" {
		t.Error("got the tool replica in a kind without it")
	}
}

func TestThePageIsBroughtInLine(t *testing.T) {
	p := openPage(t)
	p.command("dialog", "help")
	if p.news["dialog"] != "help" || p.news["title"] != p.s().Draft.Title {
		t.Errorf("got news %v, want the dialog help and the title", p.news)
	}
	if _, again := p.news["chart"]; again {
		t.Error("an unchanged chart was sent again")
	}
	p.act(setField(aJob, "5"))
	p.work()
	p.news = nil
	p.change("data-show", "chart", "loads")
	if text, _ := p.news["chart"].(string); !strings.HasPrefix(text, `{"light":{`) ||
		!strings.Contains(text, `"dark":{`) {
		t.Errorf("got news %.60v, want the changed chart", p.news)
	}
	p.lab.Page("dialog", "", "examples")
	if p.s().Layout.Dialog != "help" {
		t.Error("closing a dialog that is already closed closed another")
	}
	p.lab.Page("dialog", "", "help")
	p.lab.Page("narrow", "true", "")
	p.settle()
	if l := p.s().Layout; l.Dialog != "" || !l.Narrow {
		t.Errorf("got view %+v, want no dialog, narrow", l)
	}
	p.command("side", "document")
	text, _ := p.news["text"].(string)
	if text != p.s().DraftText() || p.news["faults"] != "[]" {
		t.Errorf("got text %.60v in the editor, want the draft without faults", text)
	}
	if p.command("phone", "answers"); p.s().Layout.Phone != "answers" {
		t.Error("the phone does not show the answers")
	}
}

func TestWhatOnlyABrowserCanDo(t *testing.T) {
	p := openPage(t)
	for _, c := range []struct{ act, id, arg, want string }{
		{"open", "", "", "chooseFile"}, {"zoom", "in", "", "zoom in"}, {"copy", "share-link", "", "copy share-link"},
		{"fault", "3", "9", "goTo 3 9"}, {"theme", "dark", "", "remember theme dark"},
		{"jump", "side", "", "jump side"},
		{"save", "picture", "", "savePicture five-clusters.svg"},
		{"export", "png", "", "exportChart five-clusters-makespan-over-jobs png"},
		{"save", "", "", "download five-clusters.json application/json {"},
		{"save", "explicit", "", "download five-clusters.explicit.json"},
		{"save", "result", "", "download five-clusters.result.json application/json {"},
		{"export", "csv", "", "download five-clusters-makespan-over-jobs.csv text/csv"},
		{"export", "vega", "", "download five-clusters-makespan-over-jobs.vl.json application/json {"},
	} {
		p.calls = nil
		p.command(c.act, c.id, c.arg)
		if len(p.calls) != 1 || !strings.HasPrefix(p.calls[0], c.want) {
			t.Errorf("%s %s: got calls %.80q, want one %s", c.act, c.id, p.calls, c.want)
		}
	}
	if s := p.s(); s.Layout.Phone != "problem" || !s.Dark() {
		t.Errorf("got view %+v, want the problem on a phone, dark", s.Layout)
	}
}

// Every adapter that is called exists in the page.
func TestEveryAdapterExists(t *testing.T) {
	script, err := os.ReadFile("../../assets/js/page.js")
	if err != nil {
		t.Fatal(err)
	}
	exports := regexp.MustCompile(`export const page = \{([^}]*)\}`).FindSubmatch(script)
	if exports == nil {
		t.Fatal("page.js has no export of the page")
	}
	known := strings.Split(strings.ReplaceAll(string(exports[1]), " ", ""), ",")
	calls := 0
	for _, file := range []string{"commands.go", "files.go", "gesture.go", "link.go", "pagesync.go",
		"feature/study/results.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`[cC]all\("(\w+)"`).FindAllSubmatch(source, -1) {
			if calls++; !slices.Contains(known, string(name[1])) &&
				!slices.Contains([]string{"now", "example"}, string(name[1])) { // link.js takes the example
				t.Errorf("%s calls %s, which page.js does not have", file, name[1])
			}
		}
	}
	if calls < 15 {
		t.Errorf("got %d calls, want at least 15", calls)
	}
}

func TestALinkOpensAsANewDraft(t *testing.T) {
	d := state.FromPreset("placement", "split-network", 3)
	d.View = &scenario.View{Run: "scp-tree", Theme: "dark", Panel: "timeline", Select: "job:j1"}
	fragment, err := scenario.Link(d)
	if err != nil {
		t.Fatal(err)
	}
	at := Address{Fragment: strings.TrimPrefix(fragment, "#")}
	p := openPage(t, func(p *page) { p.address = at })
	if s := p.s(); s.Draft.Seed != 3 || s.Focus != "scp-tree" || s.Layout.Theme != "dark" ||
		s.Layout.Answers != "timeline" || len(s.Past) != 1 {
		t.Errorf("got seed %d, focus %s, view %+v; want those of the link", s.Draft.Seed, s.Focus, s.Layout)
	}
	if len(p.drainCalls("clearAddress")) != 1 {
		t.Error("the link was not cleared from the address bar")
	}
	p.work()
	checkSettled(t, p)

	// Broken links are reported and change nothing.
	before := p.s().Draft
	for _, broken := range []string{"s1.", "s1.%E0%A4%A", "s9." + strings.Repeat("A", 50), "%", "a b", "\xff",
		"x=1&y"} {
		p.act(state.Dismiss{})
		p.address = Address{Fragment: broken}
		p.lab.Navigate()
		if p.settle(); !p.s().Alert.Error || p.s().Draft != before {
			t.Errorf("%s: got alert %q, want an error and the draft unchanged", broken, p.s().Alert.Text)
		}
	}
	p.address = Address{Preset: "no-such-example"}
	p.lab.Navigate()
	if !strings.Contains(p.s().Alert.Text, "no-such-example") {
		t.Errorf("got alert %q, want it to name no-such-example", p.s().Alert.Text)
	}
	p.address = Address{Preset: firstPreset, View: "study"}
	p.lab.Navigate()
	if p.settle(); p.s().Draft.Title != "Five clusters" || p.s().Layout.View != "study" {
		t.Errorf("got %q in view %q, want Five clusters in the study", p.s().Draft.Title, p.s().Layout.View)
	}
	p.address = Address{Fragment: "anything"}
	if p.lab.Navigate(); p.s().Draft.Title != "Five clusters" {
		t.Error("an anchor changed the draft")
	}
}

func TestSharingMakesALinkThatOpensTheSame(t *testing.T) {
	p := openPage(t)
	p.command("goto", "study")
	p.command("dialog", "share")
	link := p.s().Layout.Link
	fragment, ok := strings.CutPrefix(link, "https://example.org/some/lab/#")
	forms := p.s().Layout.Forms
	if !ok || len(forms) < 8 || !strings.Contains(forms[1].Text, "https://example.org/some/figure/#") {
		t.Fatalf("got link %q, forms %+v; want the lab and at least 8 forms", link, forms)
	}
	again := openPage(t, func(p *page) { p.address.Fragment = fragment })
	if again.s().DraftText() != p.s().DraftText() || again.s().Layout.View != "study" {
		t.Error("the link does not open the same draft and view")
	}
	p.act(usePreset("rbhs-mixed"))
	p.work()
	p.act(state.SetField{Path: "about", Text: random(300000)})
	p.command("dialog", "share")
	if s := p.s(); s.Layout.LinkWhy == "" || p.lab.linkTo(s.Draft) != "" {
		t.Error("a scenario that is too long for a link has one")
	}
}

// The dialog selects the contents of the link, and the address follows.
func TestWhatGoesAlongWithALink(t *testing.T) {
	p := openPage(t)
	p.work()
	p.act(state.SetField{Path: "title", Text: "Shared"})
	p.command("goto", "study")
	p.command("goto")
	p.work()
	p.command("dialog", "share")
	if !strings.Contains(p.s().Layout.Link, "&expect=") {
		t.Errorf("got link %s, want the expected answers in it", p.s().Layout.Link)
	}
	p.command("share", "answers")
	if strings.Contains(p.s().Layout.Link, "&expect=") {
		t.Errorf("got link %s, want no expected answers in it", p.s().Layout.Link)
	}
	p.command("share", "latex")
	if p.s().Layout.Form != "latex" {
		t.Errorf("got form %q, want latex", p.s().Layout.Form)
	}
	p.command("send")
	if calls := p.drainCalls("send"); len(calls) != 1 || !strings.Contains(calls[0], p.s().Layout.Link) {
		t.Errorf("got %v sent, want the link", calls)
	}
}

// random returns a text that compresses badly.
func random(n int) string {
	b, x := make([]byte, n), uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = 'a' + byte(x>>24)%26
	}
	return string(b)
}

func TestFilesAreOpened(t *testing.T) {
	p := openPage(t)
	d := state.FromPreset("placement", "split-network", 3)
	p.lab.File("a.json", string(scenario.Text(d)), "")
	if p.settle(); p.s().Draft.Seed != 3 || p.s().Alert.Text != "Opened a.json." || !p.s().Alert.Undo {
		t.Errorf(`got alert %+v, want "Opened a.json." with Undo`, p.s().Alert)
	}
	now := p.s().Draft
	p.lab.File("b.json", `{"kind":"placement"}`, "")
	if a := p.s().Alert; !a.Error || len(a.Detail) == 0 || p.s().Draft != now {
		t.Errorf("got alert %+v, want an error with details and the draft unchanged", a)
	}
	p.lab.File("c.json", "", "c.json has 99 MB")
	if p.s().Alert.Text != "c.json has 99 MB" {
		t.Errorf(`got alert %+v, want "c.json has 99 MB"`, p.s().Alert)
	}
}

func TestExamplesOfEveryKindOpen(t *testing.T) {
	p := openPage(t)
	for _, k := range catalog.Kinds() {
		for _, preset := range k.Presets {
			if p.command("example", preset.ID); p.s().Draft.Kind != k.ID || p.s().Draft.Title != preset.Title {
				t.Errorf("example %s: got %q, want %q", preset.ID, p.s().Draft.Title, preset.Title)
			}
		}
	}
	now := p.s().Draft
	if p.command("example", "nothing"); p.s().Draft != now {
		t.Error("an unknown example changed the draft")
	}
	p.command("reseed")
	p.command("set", "title", "mine")
	if d := p.s().Draft; d.Title != "mine" || d.Seed != now.Seed+1 {
		t.Errorf("got %q with seed %d, want mine with the next seed", d.Title, d.Seed)
	}
}
