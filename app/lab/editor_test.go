package lab

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"gridbox/app/state"
	"gridbox/core/langservice"
	"gridbox/core/scenario"
)

// askQuestion asks a question and reads the answer.
func askQuestion[T any](t *testing.T, p *page, q Question) (answer T) {
	t.Helper()
	if err := json.Unmarshal(p.lab.AnswerQuestion(q), &answer); err != nil {
		t.Fatal(err)
	}
	p.settle()
	return answer
}

// units returns the length of a text in UTF-16 code units, as browsers count.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

func TestTheEditorIsAnswered(t *testing.T) {
	p := openPage(t)
	before, after := `{"kind": "placement", "title": "😀 é", "placement": {"jobs": [{"id": "é", `, `}]}}`
	q := Question{Kind: "complete", Version: 1, Text: []byte(before + after), At: units(before)}
	o := askQuestion[langservice.Offers](t, p, q)
	if len(o.Items) != 3 || o.Items[0].Label != "mi" || o.Start != units(before) || o.End != o.Start || o.Comma != -1 {
		t.Errorf("complete: got %+v, want 3 items, the first mi", o)
	}
	// The text is sent with the first question about it only.
	q.Kind, q.Text, q.At = "explain", nil, units(`{"kind": "placement", "title`)
	h := askQuestion[langservice.Hint](t, p, q)
	if h.Path != "title" || h.Start != units(`{"kind": "placement", `) || h.End != h.Start+len(`"title"`) {
		t.Errorf("explain: got %+v, want the title with its place", h)
	}
	q = Question{Kind: "complete", Version: 2, Text: []byte(before + `"mi": 5 "d` + after),
		At: units(before + `"mi": 5 "d`)}
	o = askQuestion[langservice.Offers](t, p, q)
	if len(o.Items) != 2 || o.Items[0].Label != "datasets" || o.Comma != units(before+`"mi": 5`) || o.FilterStart != o.Start+1 {
		t.Errorf("complete after a member: got %+v, want 2 items and a comma", o)
	}
	if got := string(p.lab.AnswerQuestion(Question{Kind: "else", Version: 2})); got != "null" {
		t.Errorf("unknown question: got %s, want null", got)
	}
	if o := askQuestion[langservice.Offers](t, p, Question{Kind: "complete", Version: 3}); len(o.Items) != 5 {
		t.Errorf("empty text: got %+v, want 5 items", o)
	}
}

func TestFormatKeepsTheCursor(t *testing.T) {
	p := openPage(t)
	want := p.s().DraftText()
	mark := strings.Index(want, `"jobs"`)
	thin := string(scenario.Canonical(p.s().Draft))
	at := strings.Index(thin, `"jobs"`)
	laid := askQuestion[layout](t, p, Question{Kind: "format", Version: 1, Text: []byte(thin), At: at})
	if laid.Reason != "" || !strings.HasPrefix(laid.Text[laid.At:], `"jobs"`) && !strings.HasPrefix(strings.TrimSpace(laid.Text[laid.At:]), `"jobs"`) {
		t.Errorf(`format: got the cursor before %.30q, want "jobs"`, laid.Text[laid.At:])
	}
	wide := strings.ReplaceAll(want, "\n", "\n\n   ")
	laid = askQuestion[layout](t, p, Question{Kind: "format", Version: 2, Text: []byte(wide), At: 7})
	if laid.Text != want || mark < 0 {
		t.Errorf("format: got %.200s, want the usual layout", laid.Text)
	}
	laid = askQuestion[layout](t, p, Question{Kind: "format", Version: 3, Text: []byte(`{"a": [1, }`)})
	if laid.Text != "" || !strings.Contains(laid.Reason, "line 1, column 11") {
		t.Errorf("format of a broken text: got %+v, want a fault at line 1, column 11", laid)
	}
}

// The cursor selects the thing around it, and a selection elsewhere is shown in the text. Neither causes the other.
func TestPictureAndTextFollowEachOther(t *testing.T) {
	p := openPage(t)
	p.act(state.MakeExplicit{})
	p.command("side", "document")
	p.drainCalls("showLines")
	text := p.s().ShownText()
	jobs := p.s().Draft.Placement.Jobs
	name := jobs[1].ID
	at := strings.Index(text, `{"id": "`+name+`"`)
	askQuestion[langservice.Hint](t, p, Question{Kind: "cursor", Version: 1, Text: []byte(text),
		At: units(text[:at+4])})
	if p.s().Main() != (state.Ref{Kind: "job", ID: name}) {
		t.Fatalf("got %v selected, want the job at the cursor", p.s().Main())
	}
	for _, call := range p.drainCalls("showLines") {
		if call != "showLines -1 -1 false" {
			t.Errorf("the cursor of the editor moves the editor: %q", call)
		}
	}
	cluster := p.s().Draft.Placement.Clusters[2].ID
	p.lab.Gesture([]byte(`{"act": "select", "kind": "cluster", "id": "` + cluster + `"}`))
	p.settle()
	calls := p.drainCalls("showLines")
	if len(calls) != 1 || calls[0] == "showLines -1 -1 false" || !strings.HasSuffix(calls[0], "false") {
		t.Fatalf("got calls %q, want one that shows the lines", calls)
	}
	p.settle()
	if calls := p.drainCalls("showLines"); len(calls) != 0 {
		t.Errorf("shown again: got calls %q, want none", calls)
	}
	p.command("side", "problem")
	p.lab.Gesture([]byte(`{"act": "select", "kind": "job", "id": "` + name + `"}`))
	p.settle()
	if calls := p.drainCalls("showLines"); len(calls) != 0 {
		t.Errorf("closed editor: got calls %q, want none", calls)
	}
}

func TestShowInText(t *testing.T) {
	p := openPage(t)
	p.act(state.MakeExplicit{})
	cluster := p.s().Draft.Placement.Clusters[0].ID
	p.command("intext", "cluster:"+cluster)
	if p.s().Layout.Side != "document" || p.s().Layout.Phone != "problem" || p.s().Main().ID != cluster {
		t.Errorf("got view %+v, want the text of the cluster", p.s().Layout)
	}
	calls := p.drainCalls("showLines")
	if len(calls) == 0 || !strings.HasSuffix(calls[len(calls)-1], "true") {
		t.Errorf("got calls %q, want the lines of the cluster", calls)
	}
	p.act(state.SelectElement{})
	p.command("intext")
	if !strings.HasPrefix(p.s().Alert.Text, "Select something first") {
		t.Errorf(`nothing selected: got alert %q, want "Select something first"`, p.s().Alert.Text)
	}
	p.act(usePreset("rbhs-mixed"))
	p.work()
	p.command("intext", "job:"+p.s().Problem.Placement.Jobs[0].ID)
	if !strings.Contains(p.s().Alert.Text, "generator") {
		t.Errorf(`generated job: got alert %q, want "generator"`, p.s().Alert.Text)
	}
}

// Typing between entering and leaving the text is one step of undo.
func TestTypingIsOneStepOnceTheTextIsLeft(t *testing.T) {
	p := openPage(t)
	was := p.s().Draft
	write := func(title string, left bool) {
		d := *was
		d.Title = title
		p.lab.Text(string(scenario.Text(&d)), left)
		p.settle()
	}
	write("a", false)
	write("ab", true)
	write("abc", false)
	p.command("undo")
	if p.s().Draft.Title != "ab" {
		t.Errorf("undo: got title %q, want ab", p.s().Draft.Title)
	}
	p.command("undo")
	if p.s().Draft.Title != was.Title {
		t.Errorf("second undo: got title %q, want %q", p.s().Draft.Title, was.Title)
	}
}

// A long text is read in the background: the draft follows once it is read, a later text replaces an earlier one, and
// any other action finds it applied.
func TestALongTextIsReadInTheBackground(t *testing.T) {
	p := openPage(t)
	text := func(title string) string {
		d := *p.s().Draft
		d.Title = title
		return string(scenario.Text(&d)) + strings.Repeat(" ", longText)
	}
	p.pass(time.Second)
	title := func() string { return p.s().Draft.Title }
	was := title()
	p.lab.Text(text("one"), false)
	p.lab.Text(text("two"), false)
	p.lab.Text(text("three"), false)
	if title() != was || len(p.background) != 1 {
		t.Fatalf("got title %q, %d reads; want a long text read once, in the background", title(), len(p.background))
	}
	p.pass(time.Second)
	if title() != "three" || len(p.s().Past) != 1 {
		t.Errorf("got title %q in %d steps, want three in 1", title(), len(p.s().Past))
	}
	p.lab.Text(text("four"), false)
	p.command("add", "job")
	if len(p.s().Past) != 2 || title() != "four" {
		t.Errorf("added to: got title %q in %d steps, want four in 2", title(), len(p.s().Past))
	}
	p.pass(time.Second)
	if len(p.s().Past) != 2 {
		t.Error("the text was applied twice")
	}
	p.lab.Text(text("five"), false)
	if p.lab.Leaving(); title() != "five" {
		t.Errorf("closed page: got title %q, want five", title())
	}
	p.lab.Text(text("six")+"?", false)
	p.pass(time.Second)
	if title() != "five" || p.s().Text == nil || len(p.s().Text.Faults) == 0 {
		t.Errorf("text with a fault: got title %q, want five with faults", title())
	}
}
