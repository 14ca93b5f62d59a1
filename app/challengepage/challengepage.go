// Package challengepage is the page of challenges. The user writes a policy; fresh
// instances are drawn, and workers solve them with the target and with the
// policy. The attempt is kept in the library and can be passed on as a link,
// which runs it again when it is opened.
package challengepage

import (
	"cmp"
	"math/rand/v2"

	"gridbox/app/compute"
	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// A Contest is the state of one page. All of it is used on one goroutine, that
// of the page.
type Contest struct {
	// Solve solves a run.
	Solve compute.Solver
	// Allow sets the programs that workers may run.
	Allow func(digests []string)
	// Keep, Attempts and Forget are the library's; Now is the time in milliseconds since 1970.
	Keep     func(library.Attempt) error
	Attempts func() []library.Attempt
	Forget   func(key string)
	Now      func() float64
	// Show puts a view into the part of the page of that name; Notify sends the page a Notice.
	Show   func(part string, view ui.Node)
	Notify func(Notice)

	linkedAttempt *challenge.Attempt // the attempt of a link
	trial         *trial             // under way
}

// A Notice lists what the page does apart from showing views.
type Notice struct {
	Busy bool `json:"busy"`
	// Attempt is an attempt that goes into the form.
	Attempt *challenge.Attempt `json:"take,omitempty"`
	// Best are the scores of the user's best attempts, by challenge.
	Best map[string]float64 `json:"best,omitempty"`
	// Fault is an error in the source, with its position.
	Fault *doc.Fault `json:"fault,omitempty"`
}

// A Request is a request of the user, sent by the page.
type Request struct {
	Act       string `json:"act"` // run, cancel, open, again, take, forget, or list
	Challenge string `json:"challenge"`
	Name      string `json:"name"`
	Language  string `json:"language"`
	Source    string `json:"source"`
	Link      string `json:"link"`
	Key       string `json:"key"` // of an attempt in the library; empty for that of a link
}

// Handle decodes a request of the page from JSON and carries it out. It shows a message if the text is malformed, and
// ignores unknown requests. A request to run has no effect while an attempt runs.
func (c *Contest) Handle(text string) {
	ask := Request{}
	if faults := doc.Decode([]byte(text), &ask); len(faults) > 0 {
		c.Show(partResult, trouble(faults[0].String()))
		return
	}
	switch ask.Act {
	case "run":
		a := challenge.Attempt{Challenge: ask.Challenge, Start: rand.Uint64() >> 11, Policy: scenario.Policy{
			ID: cmp.Or(ask.Name, "mine"), Language: ask.Language, Source: ask.Source}}
		c.begin(&a, c.keepAttempt)
	case "cancel":
		c.cancel()
	case "open":
		c.open(ask.Link)
	case "again":
		if c.linkedAttempt != nil {
			again := *c.linkedAttempt
			c.begin(&again, c.showVerdict)
		}
	case "take":
		if a := c.find(ask.Key); a != nil {
			c.Notify(Notice{Attempt: a})
		}
	case "forget":
		c.Forget(ask.Key)
		c.list()
	case "list":
		c.list()
	}
}

// find returns the attempt with a key from the library, or the attempt of the opened link for an empty key. It
// returns nil if there is none or it is malformed.
func (c *Contest) find(key string) *challenge.Attempt {
	if key == "" {
		return c.linkedAttempt
	}
	for _, t := range c.Attempts() {
		if store.AttemptKey(t) == key {
			a, _ := challenge.Read([]byte(t.Text))
			return a
		}
	}
	return nil
}

// open shows the attempt of a link. A formula with the digest of its content runs again immediately, a program only
// after the user has agreed. A malformed link shows a message.
func (c *Contest) open(link string) {
	a, faults := challenge.OpenLink(link)
	if len(faults) > 0 {
		c.Show(partAttempt, trouble("The link cannot be opened: "+faults[0].Reason+"."))
		return
	}
	c.linkedAttempt = a
	c.Show(partAttempt, linkedAttempt(a))
	if a.HasValidDigest() && a.Policy.Language == policy.Formula {
		c.begin(a, c.showVerdict)
	}
}

// A trial is an attempt under way.
type trial struct {
	attempt   *challenge.Attempt
	scenarios []*scenario.Scenario
	pairs     []challenge.AnswerPair
	remaining int
	cancels   []func()
	ended     bool
	done      func(*trial)
}

// begin solves all instances of an attempt and calls done after the last answer. It does nothing while another
// attempt runs. It shows a message if the challenge is unknown or the attempt is invalid.
func (c *Contest) begin(a *challenge.Attempt, done func(*trial)) {
	if c.trial != nil {
		return
	}
	x, ok := challenge.Find(a.Challenge)
	if !ok {
		c.Show(partResult, trouble("There is no challenge "+a.Challenge+"."))
		return
	}
	list, faults := x.Scenarios(a.Start, a.Policy, a.Options)
	if len(faults) > 0 {
		c.fail(faults, "")
		return
	}
	if a.Policy.Language == policy.JavaScript {
		c.Allow([]string{scenario.SourceDigest(a.Policy.Source)})
	}
	t := &trial{attempt: a, scenarios: list, pairs: make([]challenge.AnswerPair, len(list)), remaining: 2 * len(list),
		done: done}
	c.trial = t
	c.Notify(Notice{Busy: true})
	c.progress(t)
	for i, s := range list {
		text := scenario.Canonical(s)
		for k, run := range s.Runs {
			t.cancels = append(t.cancels, c.Solve(s.Kind, text, run,
				func(a *scenario.Answer, faults doc.Faults, why string) { c.recordAnswer(t, i, k, a, faults, why) }))
		}
	}
}

// recordAnswer records one answer of a trial. The first failure cancels the trial and shows the reason; the last answer
// ends it.
func (c *Contest) recordAnswer(t *trial, instance, run int, a *scenario.Answer, faults doc.Faults, why string) {
	if t.ended {
		return
	}
	if a == nil {
		c.cancel()
		c.fail(faults, why)
		return
	}
	if m := &t.pairs[instance]; run == 0 {
		m.Target = *a
	} else {
		m.Mine = *a
	}
	if t.remaining--; t.remaining > 0 {
		c.progress(t)
		return
	}
	c.end(t)
	t.done(t)
}

func (c *Contest) end(t *trial) {
	t.ended, c.trial = true, nil
	c.Notify(Notice{})
}

// cancel ends the running trial and keeps nothing of it.
func (c *Contest) cancel() {
	t := c.trial
	if t == nil {
		return
	}
	c.end(t)
	for _, cancel := range t.cancels {
		cancel()
	}
	c.Show(partResult, ui.El("p", "Cancelled; nothing was saved."))
}

// fail shows why an attempt failed.
func (c *Contest) fail(faults doc.Faults, why string) {
	if len(faults) == 0 {
		c.Show(partResult, trouble(why))
		return
	}
	f := faults[0]
	c.Show(partResult, trouble(f.Reason))
	c.Notify(Notice{Fault: &f})
}

// keepAttempt signs the user's own attempt and keeps it in the library.
func (c *Contest) keepAttempt(t *trial) {
	x, _ := challenge.Find(t.attempt.Challenge)
	t.attempt.Score = x.Score(t.pairs)
	t.attempt.Sign()
	kept := c.Keep(library.Attempt{At: c.Now(), Text: string(doc.Canonical(t.attempt))})
	c.Show(partResult, c.outcome(t, x, kept))
	c.list()
}

// showVerdict shows whether an attempt that came by link is reproduced.
func (c *Contest) showVerdict(t *trial) {
	x, _ := challenge.Find(t.attempt.Challenge)
	c.Show(partResult, verdict(t, x, x.Score(t.pairs)))
}

// list shows the attempts in the library, and notifies the page of the best valid score of each challenge.
func (c *Contest) list() {
	kept := c.Attempts()
	best := map[string]float64{}
	for _, k := range kept {
		if a, faults := challenge.Read([]byte(k.Text)); len(faults) == 0 && a.HasValidDigest() {
			best[a.Challenge] = max(best[a.Challenge], a.Score)
		}
	}
	c.Show(partTable, attempts(kept))
	c.Notify(Notice{Busy: c.trial != nil, Best: best})
}
