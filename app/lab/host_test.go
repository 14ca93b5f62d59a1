package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/importer"
	"gridbox/core/importer/formats"
	"gridbox/core/onepage"
	"gridbox/core/scenario"
	importing "gridbox/wasm/files/reader"
	"gridbox/wasm/msg"
	"gridbox/wasm/serve"
)

// A page is a host without a browser. Tests advance it explicitly: settle runs the posted functions, pass the timers,
// and crew.answer the workers' tasks.
type page struct {
	t          *testing.T
	lab        *Lab
	crew       *crew
	library    Library
	startState StartState
	address    Address
	workersErr error // why there are no workers
	shut       bool  // background work has to wait

	turns, background, afterDraw []func()
	timers                       []timer
	now                          time.Duration
	calls                        []string // of adapters, with their arguments
	news                         map[string]any
	lookups                      []string // of the host, as in noteLookup
}

type timer struct {
	at time.Duration
	f  func()
}

func (p *page) Page(f func())      { p.turns = append(p.turns, f) }
func (p *page) AfterDraw(f func()) { p.afterDraw = append(p.afterDraw, f) }
func (p *page) AfterFunc(wait time.Duration, f func()) {
	p.timers = append(p.timers, timer{p.now + wait, f})
}
func (p *page) NotifyRestored() {}
func (p *page) Now() float64    { return float64(p.now) / 1e6 }
func (p *page) StartState() StartState {
	p.noteLookup("the browser")
	return p.startState
}
func (p *page) Address() Address {
	p.noteLookup("the address")
	return p.address
}
func (p *page) Library() Library {
	p.noteLookup("the library")
	return p.library
}

func (p *page) Workers() (feature.Workers, error) {
	p.noteLookup("workers")
	return p.crew, p.workersErr
}

func (p *page) noteLookup(what string) { p.lookups = append(p.lookups, what) }

func (p *page) Call(adapter string, args ...any) {
	if adapter == "sync" {
		p.noteLookup("the page in line")
		p.news = args[0].(map[string]any)
		return
	}
	p.calls = append(p.calls, strings.TrimSuffix(fmt.Sprintln(append([]any{adapter}, args...)...), "\n"))
}

// settle runs the functions posted to the page until none is left.
func (p *page) settle() {
	take := func(list *[]func()) (some bool) {
		now := *list
		*list = nil
		for _, f := range now {
			f()
		}
		return len(now) > 0
	}
	for take(&p.turns) || !p.shut && take(&p.background) || take(&p.afterDraw) {
	}
}

// Background queues f, to be run in a separate goroutine, which f may exit.
func (p *page) Background(f func()) {
	p.background = append(p.background, func() {
		done := make(chan bool)
		go func() {
			defer close(done)
			f()
		}()
		<-done
	})
}

// pass advances the page's clock by d and runs the timers that are due.
func (p *page) pass(d time.Duration) {
	p.settle()
	until := p.now + d
	for {
		next := -1
		for i, t := range p.timers {
			if t.at <= until && (next < 0 || t.at < p.timers[next].at) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t := p.timers[next]
		p.timers = slices.Delete(p.timers, next, next+1)
		p.now = max(p.now, t.at)
		t.f()
		p.settle()
	}
	p.now = until
}

// work answers all tasks of the workers, and those that follow from them.
func (p *page) work() {
	for range 100 {
		p.settle()
		if len(p.crew.pendingJobs()) == 0 {
			p.pass(maxAnswerDelay)
			if len(p.crew.pendingJobs()) == 0 {
				return
			}
		}
		p.crew.answer()
	}
	p.t.Fatal("the page does not come to rest")
}

func (p *page) command(act string, more ...string) {
	more = append(more, "", "")
	p.lab.Command(act, more[0], more[1])
	p.settle()
}

// viewNamed draws a view.
func viewNamed(s *state.State, name string) ui.Node {
	i := slices.IndexFunc(views, func(v view) bool { return v.name == name })
	return views[i].draw(s, kinds.OfDraft(s))
}

// stepsOf returns an action, a change of the study, or an edit of the draft's study as actions.
func stepsOf(s *state.State, step any) []state.Action {
	switch step := step.(type) {
	case state.Change[studies.State]:
		return []state.Action{studies.Slot.Do(step)}
	case studies.Edit:
		return studies.Actions(s, step)
	}
	return []state.Action{step.(state.Action)}
}

// act applies steps one after another.
func (p *page) act(steps ...any) {
	for _, step := range steps {
		p.lab.do(stepsOf(p.s(), step)...)
		p.lab.follow()
		p.settle()
	}
}

// archiveName returns the archive's name of a study.
func archiveName(key string) string {
	name := strings.TrimPrefix(key, "sha256:")
	return name[:min(len(name), 32)]
}

func (p *page) change(attribute, of, value string) {
	p.lab.Change(feature.Input{Value: value, Attribute: func(name string) string {
		if name == attribute {
			return of
		}
		return ""
	}})
	p.settle()
}

func (p *page) s() *state.State { return p.lab.State() }

// drainCalls removes and returns the recorded calls of an adapter.
func (p *page) drainCalls(adapter string) (list []string) {
	for _, c := range p.calls {
		if c == adapter || strings.HasPrefix(c, adapter+" ") {
			list = append(list, c)
		}
	}
	p.calls = slices.DeleteFunc(p.calls, func(c string) bool { return slices.Contains(list, c) })
	return list
}

// embeddedJSON returns the text embedded in the site's page, computed once for all tests.
var embeddedJSON = sync.OnceValues(FirstJSON)

// openPage returns a page that is started on the first scenario, by default with an empty library in memory.
func openPage(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := &page{t: t, library: memory(store.Memory("nothing is kept"), "tab"),
		startState: StartState{Site: "https://example.org/some"}}
	p.crew = &crew{page: p, catalog: &serve.Catalog{Engine: engine.All()}}
	for _, c := range change {
		c(p)
	}
	text, err := embeddedJSON()
	if err != nil {
		t.Fatal(err)
	}
	p.lab = New(p, text, "/some")
	p.lab.Start()
	p.settle()
	return p
}

// memory returns the library of a tab that writes to a slot of s.
func memory(s *store.Store, slot string) Library {
	return Shelf(store.NewTab(s, slot, func(string) bool { return true }, func(string) {}))
}

// A crew stands in for the pool of workers; it computes on answer.
type crew struct {
	page    *page
	catalog *serve.Catalog
	jobs    []*job
	warmed  []string
	closed  int // how often the worker for files was closed
	allowed []string
	studies []*fakeStudy
	matches []*fakeMatch
	hunts   []*fakeHunt
}

// A job is a task of a crew. As with a worker that got no message of a cancel, answer and fail may be called after
// the job was cancelled.
type job struct {
	task, subject string // "solve rbhs"
	answer        func()
	fail          func(*compute.Trouble)
	over          bool
}

var bg = context.Background()

func trouble(err error) *compute.Trouble {
	t := &compute.Trouble{Reason: msg.Internal, Text: err.Error()}
	if faults := (doc.Faults{}); errors.As(err, &faults) {
		t.Faults = faults
	}
	return t
}

func (c *crew) addJob(what, of string, answer func() error, fail func(*compute.Trouble)) (cancel func()) {
	j := &job{task: what, subject: of, fail: func(t *compute.Trouble) { fail(t) }}
	j.answer = func() {
		j.over = true
		if err := answer(); err != nil {
			fail(trouble(err))
		}
	}
	c.jobs = append(c.jobs, j)
	return func() {
		if !j.over {
			j.over = true
			fail(&compute.Trouble{Reason: msg.Cancelled, Text: "Stopped."})
		}
	}
}

// pendingJobs returns the jobs that are not over.
func (c *crew) pendingJobs() (list []*job) {
	for _, j := range c.jobs {
		if !j.over {
			list = append(list, j)
		}
	}
	return list
}

// names returns the subjects of the unfinished jobs of a sort.
func (c *crew) names(what string) (list []string) {
	for _, j := range c.pendingJobs() {
		if j.task == what {
			list = append(list, j.subject)
		}
	}
	return list
}

// find returns the latest job of a sort, whether or not it is over.
func (c *crew) find(what, of string) *job {
	for _, j := range slices.Backward(c.jobs) {
		if j.task == what && (of == "" || j.subject == of) {
			return j
		}
	}
	c.page.t.Fatalf("got no request %s %s", what, of)
	return nil
}

// answer completes all jobs that are not over.
func (c *crew) answer() {
	for _, j := range c.pendingJobs() {
		j.answer()
	}
	c.page.settle()
}

func (j *job) crash(p *page) {
	j.over = true
	j.fail(&compute.Trouble{Reason: msg.Crashed, Text: "The worker stopped: exit status 2."})
	p.settle()
}

func (c *crew) Allow(digests []string) {
	c.allowed = digests
	c.catalog.Permit(digests)
}

func (c *crew) Warm(kind string) { c.warmed = append(c.warmed, kind) }

func (c *crew) Expand(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
	return c.addJob("expand", kind, func() error {
		made, err := c.catalog.Expand(bg, text)
		if err == nil {
			done(made, nil)
		}
		return err
	}, func(t *compute.Trouble) { done(nil, t) })
}

func (c *crew) Solve(kind string, text []byte, run scenario.Run, progress func(int, int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	return c.addJob("solve", run.Algorithm, func() error {
		if progress != nil {
			progress(1, 2)
		}
		solved, err := c.catalog.Solve(bg, text, run, func(int, int) {})
		if err != nil {
			return err
		}
		answer, faults := scenario.ParseAnswer(solved.Answer, kind)
		if len(faults) > 0 {
			return faults
		}
		done(&answer, nil)
		return nil
	}, func(t *compute.Trouble) { done(nil, t) })
}

func (c *crew) Explain(_ string, text []byte, run scenario.Run, about map[string]string,
	done func(compute.Explanation, *compute.Trouble)) func() {
	return c.addJob("explain", string(doc.Canonical(about)), func() error {
		why, err := c.catalog.Explain(bg, text, run, about, func(int, int) {})
		if err == nil {
			done(compute.Explanation{Trace: why.Trace, Detail: why.Detail}, nil)
		}
		return err
	}, func(t *compute.Trouble) { done(compute.Explanation{}, t) })
}

func (c *crew) Import(head msg.ImportHead, files []importer.File,
	done func(got msg.ImportReport, made []byte, why string)) func() {
	return c.addJob("import", files[0].Name, func() error {
		head, read, err := msg.ReadImportRequest(msg.ImportRequest(head, files))
		if err != nil {
			return err
		}
		got, made, err := msg.ReadImported(importing.Import(head, read, formats.All()))
		if err == nil {
			done(got, made, "")
		}
		return err
	}, func(t *compute.Trouble) { done(msg.ImportReport{}, nil, t.Text) })
}

func (c *crew) EndImport() { c.closed++ }

func (c *crew) Judge(farm []byte, file importer.File,
	done func(msg.ScheduleReport, *scenario.Answer, *compute.Trouble)) func() {
	return c.addJob("judge", file.Name, func() error {
		text, err := importing.Judge([]importer.File{{Name: "scenario", Data: farm}, file})
		if err != nil {
			return err
		}
		got, rest, err := msg.ReadJudged(text)
		if err != nil {
			return err
		}
		answer, faults := scenario.ParseAnswer(rest, "farm")
		if err := faults.Err(); err != nil {
			return err
		}
		done(got, &answer, nil)
		return nil
	}, func(t *compute.Trouble) { done(msg.ScheduleReport{}, nil, t) })
}

func (c *crew) Export(text []byte, about map[string]string,
	done func([]byte, string, *compute.Trouble)) func() {
	return c.addJob("export", about["as"], func() error {
		w, err := importing.Export(text, about, func() ([]byte, error) {
			return []byte(onepage.TitleMark + onepage.StillMark + onepage.MadeMark + onepage.DocumentsMark), nil
		})
		if err == nil {
			done(w.Text, w.Notes, nil)
		}
		return err
	}, func(t *compute.Trouble) { done(nil, "", t) })
}

func (c *crew) Tally(text []byte, large bool, about map[string]string, done func([]byte, *compute.Trouble)) func() {
	return c.addJob("tally", about["as"], func() error {
		got, err := (&serve.Catalog{}).Tally(bg, serve.TallyRequest{Text: text, About: about, Large: large})
		if err == nil {
			done(got, nil)
		}
		return err
	}, func(t *compute.Trouble) { done(nil, t) })
}

func (c *crew) Study(_ string, o compute.Order, paused bool) feature.Study {
	s := &fakeStudy{crew: c, order: o, paused: paused, chunks: slices.Clone(o.Have)}
	c.studies = append(c.studies, s)
	return s
}

func (c *crew) Search(_ string, chase compute.SearchOrder) feature.Search {
	h := &fakeHunt{chase: chase}
	c.hunts = append(c.hunts, h)
	return h
}

func (c *crew) Match(kind string, m compute.Match) func() {
	f := &fakeMatch{crew: c, match: m}
	for _, h := range m.Have {
		f.done += h.To - h.From
	}
	c.matches = append(c.matches, f)
	return func() { f.cancelled = true }
}

func (c *crew) Pick(_ string, pick msg.MatchPick, text []byte, done func([]byte, *compute.Trouble)) func() {
	return c.addJob("pick", strconv.Itoa(pick.Instance), func() error {
		made, err := c.catalog.Pick(bg, append(append(doc.Canonical(pick), '\n'), text...))
		if err == nil {
			done(made, nil)
		}
		return err
	}, func(t *compute.Trouble) { done(nil, t) })
}

// A fakeMatch solves as many instances at a time as the test requests.
type fakeMatch struct {
	crew      *crew
	match     compute.Match
	done      int
	cancelled bool
}

// measure solves the next instances, and ends the comparison after the last.
func (f *fakeMatch) measure(n int) {
	p := f.crew.page
	p.t.Helper()
	from, to := f.done, min(f.done+n, f.match.Size)
	values, err := f.crew.catalog.Match(bg, f.match.Text, from, to, func(int, int) {})
	if err != nil {
		p.t.Fatal(err)
	}
	f.done = to
	f.match.Chunk(compute.Chunk{From: from, To: to, Part: values}, to)
	if to == f.match.Size {
		f.match.End(nil)
	}
	p.settle()
}

// A fakeStudy computes as many replications at a time as the test requests.
type fakeStudy struct {
	crew              *crew
	order             compute.Order
	chunks            []compute.Chunk
	paused, cancelled bool
}

func (s *fakeStudy) Pause()  { s.paused = true }
func (s *fakeStudy) Resume() { s.paused = false }
func (s *fakeStudy) Cancel() { s.cancelled = true }

func (s *fakeStudy) SetView(about map[string]string) {
	s.order.About = about
	s.see()
}

func (s *fakeStudy) Evaluate(about map[string]string, done func([]byte, *compute.Trouble)) {
	got, err := s.tally(about)
	if err != nil {
		done(nil, trouble(err))
		return
	}
	done(got, nil)
}

func (s *fakeStudy) tally(about map[string]string) ([]byte, error) {
	text := slices.Clone(s.order.Text)
	for _, c := range s.chunks {
		text = append(append(text, '\n'), c.Part...)
	}
	return (&serve.Catalog{}).Tally(bg, serve.TallyRequest{Key: "k", Text: text, About: about, Large: s.order.Large})
}

func (s *fakeStudy) see() {
	view, err := s.tally(s.order.About)
	if err != nil {
		s.crew.page.t.Fatal(err)
	}
	s.order.View(view)
}

// measure computes the next replications, and ends the study after the last.
func (s *fakeStudy) measure(n int) {
	p := s.crew.page
	p.t.Helper()
	from := studies.Replications(s.chunks)
	to := min(from+n, s.order.Size)
	part, err := s.crew.catalog.Study(bg, s.order.Text, serve.Stretch{From: from, To: to, Large: s.order.Large},
		func(int, int) {})
	if err != nil {
		p.t.Fatal(err)
	}
	s.chunks = append(s.chunks, compute.Chunk{From: from, To: to, Part: part})
	s.order.Chunk(s.chunks[len(s.chunks)-1], to)
	s.see()
	if to == s.order.Size {
		s.order.End(nil)
	}
	p.settle()
}

// A fakeHunt finds the instances that the test passes to it.
type fakeHunt struct {
	chase             compute.SearchOrder
	paused, cancelled bool
}

func (h *fakeHunt) Pause()  { h.paused = true }
func (h *fakeHunt) Resume() { h.paused = false }
func (h *fakeHunt) Cancel() { h.cancelled = true }
