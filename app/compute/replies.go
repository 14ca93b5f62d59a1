package compute

import (
	"fmt"

	"gridbox/wasm/msg"
)

// handleEvent handles an event of a worker.
func (p *Pool) handleEvent(s *workerSlot, e Event) {
	if s.gone {
		return
	}
	if e.Text == nil {
		p.replaceWorker(s, e.End)
		return
	}
	answer, err := msg.ReadAnswer(e.Text)
	if err != nil {
		p.replaceWorker(s, End{Error: err.Error()})
		return
	}
	switch {
	case answer.Type == msg.Ready:
		p.ready(s, answer)
	case answer.ID != s.requestID:
		// A cancelled request: no caller waits for its answer.
	case !answer.Last():
		p.proceed(s, answer)
	default:
		p.finish(s, answer)
	}
}

// ready makes a worker available after its first message if it has this
// version.
func (p *Pool) ready(s *workerSlot, a msg.Answer) {
	if a.Version != msg.Version {
		p.shutOutdated(fmt.Sprintf(
			"The page has message version %d and its worker %d. Reload the page.", msg.Version,
			a.Version))
		return
	}
	s.stop()
	s.state = idle
	p.assign()
}

// shutOutdated ends the pool: a part of the site is newer than the page.
func (p *Pool) shutOutdated(why string) {
	p.shut(msg.Outdated, why)
	if p.opt.OnOutdated != nil {
		p.opt.OnOutdated()
	}
}

// proceed reports the progress of a worker.
func (p *Pool) proceed(s *workerSlot, a msg.Answer) {
	if s.state != busy {
		return
	}
	if a.Type == msg.Begun {
		s.begun = true
		s.stop()
	}
	if s.task.progress != nil {
		s.task.progress(a.Done, a.Total)
	}
}

// finish delivers the last answer to a request.
func (p *Pool) finish(s *workerSlot, a msg.Answer) {
	t := s.task
	s.stop()
	s.state, s.task, s.requestID = idle, nil, helloID
	s.heavy = s.heavy || len(a.Document) >= largeDocument
	p.failures = 0
	p.assign()
	if t != nil {
		t.finish(a)
	}
}

// replaceWorker replaces a worker that ended by itself or does not answer. A task that it had not begun is tried once
// more; a task that it had begun probably caused the end. After maxFailures such ends in a row it fails the waiting
// requests and starts no more workers until the next request.
func (p *Pool) replaceWorker(s *workerSlot, end End) {
	if p.opt.OnWorkerEnd != nil {
		p.opt.OnWorkerEnd(end)
	}
	t := s.task
	s.task = nil
	p.failures++
	switch {
	case t == nil:
	case !s.begun && t.attempts < 2:
		p.queue = append([]*task{t}, p.queue...)
		t = nil
	default:
		p.failures = 0 // the worker was fine, the task was not
	}
	if p.failures >= maxFailures {
		p.rest(end)
	}
	p.remove(s)
	if t != nil {
		t.fail(msg.Crashed, end.Message())
	}
}

// rest fails all waiting tasks, because no worker can be started. The next
// request tries again: the network may be back.
func (p *Pool) rest(end End) {
	p.resting, p.failures = true, 0
	waiting := p.queue
	p.queue = nil
	for _, t := range waiting {
		t.fail(msg.Crashed, "No worker could be started: "+end.cause()+". Try again; if that fails, reload the page.")
	}
}
