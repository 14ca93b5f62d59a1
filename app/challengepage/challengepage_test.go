package challengepage

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/compute/computetest"
	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// A page is a contest with its visible parts; the answers arrive when work is called.
type page struct {
	*Contest
	parts    map[string]string
	notices  []Notice
	allowed  []string
	attempts []library.Attempt
	pending  []func()
}

func opening() *page {
	p := &page{parts: map[string]string{}}
	p.Contest = &Contest{
		Solve: computetest.DeferringSolver(&p.pending),
		Allow: func(digests []string) { p.allowed = digests },
		Keep: func(t library.Attempt) error {
			p.attempts = append([]library.Attempt{t},
				p.attempts...)
			return nil
		},
		Attempts: func() []library.Attempt { return p.attempts },
		Forget: func(key string) {
			p.attempts = slices.DeleteFunc(p.attempts,
				func(t library.Attempt) bool { return store.AttemptKey(t) == key })
		},
		Now:    func() float64 { return 1e12 },
		Show:   func(part string, view ui.Node) { p.parts[part] = ui.HTML(view) },
		Notify: func(n Notice) { p.notices = append(p.notices, n) },
	}
	return p
}

// work delivers the requested answers.
func (p *page) work() {
	for len(p.pending) > 0 {
		f := p.pending[0]
		p.pending = p.pending[1:]
		f()
	}
}

func (p *page) last() Notice { return p.notices[len(p.notices)-1] }

func asking(act string, more map[string]string) string {
	ask := map[string]any{"act": act}
	for k, v := range more {
		ask[k] = v
	}
	return string(doc.Canonical(ask))
}

var shortWindowForm = map[string]string{"challenge": "short-window", "language": policy.Formula,
	"source": "runtime", "name": "short"}

// An attempt is computed, stored and listed. Its link runs it again and reports an altered score.
func TestAttempt(t *testing.T) {
	p := opening()
	p.Handle(asking("run", shortWindowForm))
	if !p.last().Busy || !strings.Contains(p.parts[partResult], "0 of 16 answers") {
		t.Fatalf("run: got %v, want busy with 0 of 16 answers", p.parts)
	}
	p.Handle(asking("run", shortWindowForm)) // a second one does not start while one is running
	if len(p.pending) != 16 {
		t.Errorf("got %d requested answers, want 16", len(p.pending))
	}
	p.work()
	if len(p.attempts) != 1 || !strings.Contains(p.parts[partResult], "100</b> in A short window") ||
		!strings.Contains(p.parts[partTable], "short, a formula of 1 line") || p.last().Best["short-window"] != 100 ||
		strings.Count(p.parts[partResult], "data-lab=") != 8 {
		t.Fatalf("got %v, state %+v; want an attempt with score 100", p.parts, p.last())
	}
	a, _ := challenge.Read([]byte(p.attempts[0].Text))
	link, _ := challenge.Link(a)

	q := opening()
	q.Handle(asking("open", map[string]string{"link": link}))
	q.work()
	if !strings.Contains(q.parts[partResult], "Reproduced.") || len(q.attempts) != 0 {
		t.Errorf(`opened link: got %v, want "Reproduced." and nothing kept`, q.parts)
	}
	q.Handle(asking("take", nil))
	if q.last().Attempt == nil || q.last().Attempt.Policy.Source != "runtime" {
		t.Error("take: got no program of the opened attempt")
	}

	forged := *a
	forged.Score = 300
	link, _ = challenge.Link(&forged)
	q = opening()
	q.Handle(asking("open", map[string]string{"link": link}))
	if len(q.pending) != 0 || !strings.Contains(q.parts[partAttempt], "was changed") {
		t.Errorf(`altered link: got %v, want "was changed" and no run`, q.parts)
	}
	forged.Sign()
	link, _ = challenge.Link(&forged)
	q = opening()
	q.Handle(asking("open", map[string]string{"link": link}))
	q.work()
	if !strings.Contains(q.parts[partResult], "Run again it scores 100; the link says 300.") {
		t.Errorf("link with another score: got %v, want both scores", q.parts)
	}

	p.Handle(asking("forget", map[string]string{"key": store.AttemptKey(p.attempts[0])}))
	if len(p.attempts) != 0 || !strings.Contains(p.parts[partTable], "None yet") || p.last().Best["short-window"] != 0 {
		t.Error("the forgotten attempt is still kept")
	}
}

// A program of a link runs only after it was shown and the user started it.
func TestProgramsOfLinksWait(t *testing.T) {
	a := challenge.Attempt{Challenge: "short-queues", Start: 3, Score: 120, Policy: scenario.Policy{ID: "theirs",
		Language: policy.JavaScript, Source: "function decide() { return '<b>'; }"}}
	a.Sign()
	link, _ := challenge.Link(&a)
	p := opening()
	p.Handle(asking("open", map[string]string{"link": link}))
	if len(p.pending) != 0 || p.allowed != nil || !strings.Contains(p.parts[partAttempt], "return '&lt;b&gt;'") {
		t.Fatalf("program of a link: got %d requests, allowed %v, %v; want none and its text",
			len(p.pending), p.allowed, p.parts)
	}
	p.Handle(asking("again", nil))
	if len(p.pending) != 8 || !slices.Equal(p.allowed, []string{scenario.SourceDigest(a.Policy.Source)}) {
		t.Errorf("run again: got %d requests, allowed %v; want 8 and the program's digest", len(p.pending), p.allowed)
	}
	p.work() // there is no interpreter here
	if !strings.Contains(p.parts[partResult], "interpreter") || p.last().Busy {
		t.Errorf("got %v, want a message on the interpreter", p.parts)
	}
}

// An attempt that fails is reported with the place of the fault. It is not stored, nor is a cancelled one.
func TestAttemptsThatAreNone(t *testing.T) {
	for _, c := range []struct {
		change  map[string]string
		message string
	}{{map[string]string{"source": "runtim +"}, "runtim"},
		{map[string]string{"challenge": "none"}, "no challenge none"},
		{map[string]string{"source": ""}, "is expected"}, {map[string]string{"language": "perl"}, ""}} {
		p, ask := opening(), map[string]string{}
		for k, v := range shortWindowForm {
			ask[k] = v
		}
		for k, v := range c.change {
			ask[k] = v
		}
		p.Handle(asking("run", ask))
		p.work()
		if len(p.attempts) != 0 || p.trial != nil || !strings.Contains(p.parts[partResult], "trouble") ||
			!strings.Contains(p.parts[partResult], c.message) {
			t.Errorf("%v: got %v, want trouble with %q", c.change, p.parts, c.message)
		}
	}
	p := opening()
	p.Handle(asking("run", shortWindowForm))
	p.pending[0]()
	p.Handle(asking("cancel", nil))
	p.work()
	if len(p.attempts) != 0 || p.last().Busy || !strings.Contains(p.parts[partResult], "Cancelled") {
		t.Errorf(`cancel: got %v, want "Cancelled" and nothing kept`, p.parts)
	}
	for _, bad := range []string{"{", `{"act":"run","x":1}`, "#c1.p.xx"} {
		p.Handle(bad)
		p.Handle(asking("open", map[string]string{"link": bad}))
	}
	if !strings.Contains(p.parts[partAttempt], "cannot be opened") {
		t.Errorf(`open of a bad link: got %v, want "cannot be opened"`, p.parts)
	}
}
