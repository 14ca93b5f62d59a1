// Package compute runs algorithms in Web Workers, so that the page never
// freezes and several cores help.
//
// A [Pool] starts workers at the first request and gives each worker one
// request at a time. It keeps one spare worker more than it needs: the spare
// answers quick requests (making a scenario explicit, explaining a run) while
// the others solve, and replaces a worker that had to be ended. Cancelling
// takes effect immediately for the caller, whatever a solver does: the worker
// gets a moment to stop by itself and is terminated if it does not. A worker
// that dies is replaced, and the caller gets the reason in words.
//
// All of this is pure Go over the [Worker] interface and is tested natively;
// browser.go starts real workers. Every callback comes from the pool's one
// goroutine, one after another; a callback may make and cancel requests.
package compute

import (
	"slices"
	"time"

	"gridbox/core/sorting"
	"gridbox/wasm/msg"
)

// A Worker is one Web Worker. It receives messages; its own messages come as
// events to the function given when it was started.
type Worker interface {
	Send(text []byte)
	// Terminate ends the worker immediately, whatever it does.
	Terminate()
}

// An Event is a message of a worker, or its end.
type Event struct {
	Text []byte // a message; nil when the worker has ended
	End  End
}

// End describes how a worker ended.
type End struct {
	Code   int    // exit status of the program, 2 after a panic
	Stderr string // the last that the program wrote
	Error  string // what the browser reported
}

// Options configure a pool. Only StartWorker is required.
type Options struct {
	// StartWorker starts a worker and returns without waiting for it. Events come to
	// hear from any goroutine, one at a time.
	StartWorker func(hear func(Event)) Worker
	// Size is the number of workers that solve at the same time; 0 means 1.
	Size int
	// StudySize is the number of workers that run a study at the same time; 0 means
	// Size. The user waits for a study, so it need not leave a core for the
	// page.
	StudySize int
	// Alone disables the spare: the worker has state that others lack.
	Alone bool
	// OnOutdated is called once when a worker is of another version than the
	// page, which then reloads itself.
	OnOutdated func()
	// OnWorkerEnd is called for every worker that ended by itself, for a console.
	OnWorkerEnd func(End)
	// Grace is the time that a cancelled worker gets to stop by itself; 0 means
	// 60 ms. A solver that reports every 50 ms then keeps its warm worker, and
	// any other is gone well within 100 ms.
	Grace time.Duration
	// Patience is the time that a worker may take to start or to begin a
	// request; 0 means 20 s, much longer than a slow phone takes to start one.
	Patience time.Duration
}

// maxFailures is the number of workers in a row that may die without an answer
// before the pool fails the waiting requests.
const maxFailures = 3

// largeDocument is the size of a document, in bytes, from which on its worker is replaced once idle: WebAssembly never
// returns memory.
const largeDocument = 8 << 20

// A Pool is a set of workers. Its methods may be called from any goroutine.
type Pool struct {
	opt  Options
	mail *mailbox

	// The pool's goroutine owns the fields below.
	slots       []*workerSlot
	queue       []*task
	nextID      uint64
	failures    int
	resting     bool   // gave up starting workers until the next request
	dormant     bool   // keeps no idle worker until the next request
	closeText   string // why all requests fail from now on
	closeReason string // the same as a reason of package msg
	allowed     []string
}

// New returns a pool; workers are started at the first request. Close ends it.
func New(opt Options) *Pool {
	opt.Size = max(opt.Size, 1)
	opt.StudySize = max(opt.StudySize, opt.Size)
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

// Warm starts the first worker in advance.
func (p *Pool) Warm() {
	p.mail.post(func() {
		if p.dormant = false; p.closeText == "" && len(p.slots) == 0 {
			p.hire()
		}
	})
}

// Permit sets the programs that may run in requests from now on.
func (p *Pool) Permit(digests []string) { p.mail.post(func() { p.allowed = digests }) }

// Rest ends workers as soon as they are idle, until the next request.
func (p *Pool) Rest() {
	p.mail.post(func() {
		p.dormant = true
		p.assign()
	})
}

// Close ends all workers; waiting requests fail as cancelled.
func (p *Pool) Close() {
	p.mail.post(func() {
		p.shut(msg.Cancelled, "The page is closing.")
		p.mail.close()
	})
}

// shut fails all requests, current and later ones, for one reason, and ends all workers. It does nothing if the pool
// is closed.
func (p *Pool) shut(reason, why string) {
	if p.closeText != "" {
		return
	}
	p.closeText, p.closeReason = why, reason
	waiting := p.queue
	for _, s := range p.slots {
		if s.task != nil {
			waiting = append(waiting, s.task)
		}
		s.dismiss()
	}
	p.slots, p.queue = nil, nil
	for _, t := range waiting {
		t.fail(reason, why)
	}
}

// submit queues a task and assigns it to a worker when one is free. The task fails immediately if the pool is closed.
// submit returns a function that cancels the task.
func (p *Pool) submit(t *task) (cancel func()) {
	p.mail.post(func() {
		if p.closeText != "" {
			t.fail(p.closeReason, p.closeText)
			return
		}
		p.nextID++
		t.request.ID = p.nextID
		p.resting, p.dormant = false, false
		p.enqueue(t)
		p.assign()
	})
	return func() { p.mail.post(func() { p.cancel(t) }) }
}

// enqueue adds a task to the queue: quick tasks first, then solving, then studies. Tasks of equal rank keep their
// order.
func (p *Pool) enqueue(t *task) {
	at := slices.IndexFunc(p.queue, func(other *task) bool { return other.rank > t.rank })
	if at < 0 {
		at = len(p.queue)
	}
	p.queue = sorting.Insert(p.queue, at, t)
}

// cancel ends a task immediately for its caller, and soon for its worker.
func (p *Pool) cancel(t *task) {
	if t.ended {
		return
	}
	if i := slices.Index(p.queue, t); i >= 0 {
		p.queue = slices.Delete(p.queue, i, i+1)
	}
	for _, s := range p.slots {
		if s.task == t {
			p.leave(s)
		}
	}
	t.fail(msg.Cancelled, "Stopped.")
	p.assign()
}

// leave lets a cancelled worker stop by itself within the grace time.
func (p *Pool) leave(s *workerSlot) {
	s.state, s.task = leaving, nil
	cancel := msg.Request{ID: s.requestID, Type: msg.Cancel}
	s.worker.Send(cancel.Bytes())
	p.deadline(s, p.opt.Grace, func() { p.remove(s) })
}
