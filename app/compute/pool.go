// Package compute runs algorithms in Web Workers, so that the page never
// freezes and several cores help.
//
// A [Pool] hires workers when the first ask comes, gives each one ask at a
// time, and keeps one more ready than it needs: the spare answers quick asks
// (making a scenario explicit, explaining a run) while the others solve, and
// takes the place of a worker that had to be ended. Cancel acts at once
// whatever a solver does: the caller hears of it immediately, the worker gets a
// moment to stop by itself and is terminated when it does not. A worker that
// dies is replaced, and whoever waited for it hears in words what happened.
//
// All of this is pure Go over the [Worker] interface and tested natively;
// browser.go hires real ones. Every callback comes from the pool's one
// goroutine, one after another; a callback may ask for more and may cancel.
package compute

import (
	"slices"
	"time"

	"gridbox/core/sorting"
	"gridbox/wasm/msg"
)

// A Worker is one Web Worker. It is only told things; what it says comes as
// events to the function given when it was hired.
type Worker interface {
	Send(text []byte)
	// Terminate ends the worker at once, whatever it does.
	Terminate()
}

// An Event is what a worker does: it says something, or it has ended.
type Event struct {
	Text []byte // a message; nil when the worker has ended
	End  End
}

// End is what is known of a worker's death.
type End struct {
	Code   int    // exit status of the program, 2 after a panic
	Stderr string // the last that the program wrote
	Error  string // what the browser reported
}

// Options says how a pool is set up. Only Hire is needed.
type Options struct {
	// Hire starts a worker and returns without waiting for it. Events come to
	// hear from any goroutine, one at a time.
	Hire func(hear func(Event)) Worker
	// Size is how many workers solve at the same time; 0 means 1.
	Size int
	// Wide is how many workers may work at a study at the same time; 0 means
	// Size. A study is waited for, so it need not leave a core for the page.
	Wide int
	// Alone says that no spare is kept: the worker holds what others do not.
	Alone bool
	// Outdated is called once when a worker is of another version than the
	// page, which then reloads itself.
	Outdated func()
	// Died hears of every worker that ended by itself, for a console.
	Died func(End)
	// Grace is how long a cancelled worker may take to stop by itself; 0 means
	// 60 ms, so that a solver that reports every 50 ms keeps its warm worker
	// and any other is gone well within 100 ms.
	Grace time.Duration
	// Patience is how long a worker may take to start or to take up an ask; 0
	// means 20 s, much longer than a slow phone takes to start one.
	Patience time.Duration
}

// maxFailures is how many workers in a row may die without having answered
// anything before the pool gives up on the asks that wait.
const maxFailures = 3

// heavy is the size of a document from which on a worker is replaced once
// nobody waits: memory that WebAssembly has taken is never given back.
const heavy = 8 << 20

// A Pool is a set of workers. Its methods may be called from any goroutine.
type Pool struct {
	opt  Options
	mail *mailbox

	// What follows belongs to the pool's goroutine.
	seats    []*seat
	queue    []*task
	nextID   uint64
	failures int
	resting  bool   // gave up; waits for the next ask
	dormant  bool   // keeps no idle worker until the next ask
	closed   string // why there will be no more answers
	closing  string // its reason, a msg reason
	allowed  []string
}

// New makes a pool; workers are hired when the first ask comes. Close ends it.
func New(opt Options) *Pool {
	opt.Size = max(opt.Size, 1)
	opt.Wide = max(opt.Wide, opt.Size)
	if opt.Grace == 0 {
		opt.Grace = 60 * time.Millisecond
	}
	if opt.Patience == 0 {
		opt.Patience = 20 * time.Second
	}
	p := &Pool{opt: opt, mail: newMailbox()}
	go p.mail.run()
	return p
}

// Warm hires the first worker before anybody asks.
func (p *Pool) Warm() {
	p.mail.post(func() {
		if p.dormant = false; p.closed == "" && len(p.seats) == 0 {
			p.hire()
		}
	})
}

// Permit says which programs may run in what is asked from now on.
func (p *Pool) Permit(digests []string) { p.mail.post(func() { p.allowed = digests }) }

// Rest lets workers go as soon as they have nothing to do, until the next ask.
func (p *Pool) Rest() {
	p.mail.post(func() {
		p.dormant = true
		p.assign()
	})
}

// Close ends all workers; asks that wait fail as cancelled.
func (p *Pool) Close() {
	p.mail.post(func() {
		p.shut(msg.Cancelled, "The page is closing.")
		p.mail.close()
	})
}

// shut fails everything, now and later, for one reason.
func (p *Pool) shut(reason, why string) {
	if p.closed != "" {
		return
	}
	p.closed, p.closing = why, reason
	waiting := p.queue
	for _, s := range p.seats {
		if s.task != nil {
			waiting = append(waiting, s.task)
		}
		s.dismiss()
	}
	p.seats, p.queue = nil, nil
	for _, t := range waiting {
		t.fail(reason, why)
	}
}

// submit queues a task.
func (p *Pool) submit(t *task) (cancel func()) {
	p.mail.post(func() {
		if p.closed != "" {
			t.fail(p.closing, p.closed)
			return
		}
		p.nextID++
		t.ask.ID = p.nextID
		p.resting, p.dormant = false, false
		p.enqueue(t)
		p.assign()
	})
	return func() { p.mail.post(func() { p.cancel(t) }) }
}

// enqueue puts quick tasks before those that solve, and these before studies.
func (p *Pool) enqueue(t *task) {
	at := slices.IndexFunc(p.queue, func(other *task) bool { return other.rank > t.rank })
	if at < 0 {
		at = len(p.queue)
	}
	p.queue = sorting.Put(p.queue, at, t)
}

// cancel ends a task for its caller at once, and for its worker soon.
func (p *Pool) cancel(t *task) {
	if t.ended {
		return
	}
	if i := slices.Index(p.queue, t); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	}
	for _, s := range p.seats {
		if s.task == t {
			p.leave(s)
		}
	}
	t.fail(msg.Cancelled, "Stopped.")
	p.assign()
}

// leave gives a cancelled worker its moment.
func (p *Pool) leave(s *seat) {
	s.state, s.task = leaving, nil
	cancel := msg.Ask{ID: s.ask, Type: msg.Cancel}
	s.worker.Send(cancel.Bytes())
	p.deadline(s, p.opt.Grace, func() { p.remove(s) })
}
