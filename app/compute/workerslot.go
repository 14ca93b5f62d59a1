package compute

import (
	"slices"
	"time"

	"gridbox/wasm/msg"
)

// A workerSlot is the place of one worker.
//
//	starting --ready--> idle --ask--> busy --answer--> idle
//	                                   |
//	                                 cancel --> leaving --answer--> idle
//
// In every state the worker may die or a deadline may pass; then the slot is removed.
type workerSlot struct {
	worker    Worker
	state     state
	task      *task  // what it works on, while busy
	requestID uint64 // the ID of its last ask
	begun     bool   // whether the worker has begun that request
	heavy     bool   // whether it has had a heavy document
	gone      bool
	stop      func() // stops the deadline's timer
}

type state int

const (
	starting state = iota
	idle
	busy
	leaving
)

// helloID is the ID of hello, the same in every conversation.
const helloID = 0

// hire adds a slot.
func (p *Pool) hire() {
	s := &workerSlot{stop: func() {}}
	p.slots = append(p.slots, s)
	s.worker = p.opt.StartWorker(func(e Event) {
		p.mail.post(func() { p.handleEvent(s, e) })
	})
	hello := msg.Request{ID: helloID, Type: msg.Hello, Version: msg.Version}
	s.worker.Send(hello.Bytes())
	p.deadline(s, p.opt.Patience, func() { p.replaceWorker(s, End{Error: "it did not start in time"}) })
}

// deadline calls do after a time unless the slot changes its state before.
func (p *Pool) deadline(s *workerSlot, wait time.Duration, do func()) {
	s.stop()
	running := true
	timer := time.AfterFunc(wait, func() {
		p.mail.post(func() {
			if running && !s.gone {
				do()
			}
		})
	})
	s.stop = func() {
		running = false
		timer.Stop()
	}
}

// dismiss ends a slot's worker; its later events are ignored.
func (s *workerSlot) dismiss() {
	s.stop()
	if !s.gone {
		s.gone = true
		s.worker.Terminate()
	}
}

// remove dismisses a slot's worker and has it replaced.
func (p *Pool) remove(s *workerSlot) {
	s.dismiss()
	p.slots = slices.DeleteFunc(p.slots, func(other *workerSlot) bool { return other == s })
	p.assign()
}

// give hands a task to an idle slot.
func (p *Pool) give(s *workerSlot, t *task) {
	s.state, s.task, s.requestID, s.begun = busy, t, t.request.ID, false
	s.heavy = s.heavy || len(t.request.Document) >= largeDocument
	t.attempts++
	t.request.Allowed = p.allowed
	s.worker.Send(t.request.Bytes())
	p.deadline(s, p.opt.Patience, func() { p.replaceWorker(s, End{Error: "it did not accept the work"}) })
}

// assign moves waiting tasks to idle slots and starts workers if some are
// missing. It is called after every change.
func (p *Pool) assign() {
	for _, s := range p.slots {
		if s.state == idle {
			if t := p.next(); t != nil {
				p.give(s, t)
			}
		}
	}
	if p.closeText != "" || p.resting {
		return
	}
	if p.dormant {
		p.sleep()
		return
	}
	p.renew()
	for len(p.slots)-p.count(leaving) < p.neededSlots() {
		p.hire()
	}
}

// next removes and returns the first task that may start, nil if none may.
func (p *Pool) next() *task {
	for i, t := range p.queue {
		if p.canStart(t) {
			p.queue = slices.Delete(p.queue, i, i+1)
			return t
		}
	}
	return nil
}

// canStart reports whether a task may start. At most Size slots solve and at most StudySize slots solve or run studies;
// a spare is left for quick tasks.
func (p *Pool) canStart(t *task) bool {
	switch t.rank {
	case rankSolve:
		return p.countRank(rankSolve) < p.opt.Size
	case rankStudy:
		return p.countRank(rankSolve)+p.countRank(rankStudy) < p.opt.StudySize
	}
	return true
}

// neededSlots returns the number of slots that there should be: one for every task,
// up to Size or StudySize, and a spare as soon as the first worker runs. The first
// worker needs the cores for itself while it starts.
func (p *Pool) neededSlots() int {
	most := p.opt.Size
	if p.countRank(rankStudy) > 0 || slices.ContainsFunc(p.queue, func(t *task) bool { return t.rank == rankStudy }) {
		most = p.opt.StudySize
	}
	need := min(len(p.queue)+p.count(busy), most)
	if len(p.slots) > p.count(starting) && !p.opt.Alone {
		need++
	}
	return need
}

// sleep ends all workers that are not busy if no task waits.
func (p *Pool) sleep() {
	if len(p.queue) > 0 {
		return
	}
	p.slots = slices.DeleteFunc(p.slots, func(s *workerSlot) bool {
		if s.state == busy {
			return false
		}
		s.dismiss()
		return true
	})
}

// renew replaces idle workers that use much memory if no task waits.
func (p *Pool) renew() {
	if len(p.queue) > 0 {
		return
	}
	p.slots = slices.DeleteFunc(p.slots, func(s *workerSlot) bool {
		if s.state != idle || !s.heavy || p.opt.Alone {
			return false
		}
		s.dismiss()
		return true
	})
}

func (p *Pool) count(in state) int {
	n := 0
	for _, s := range p.slots {
		if s.state == in {
			n++
		}
	}
	return n
}

// countRank returns the number of slots that are busy with tasks of a rank.
func (p *Pool) countRank(r rank) int {
	n := 0
	for _, s := range p.slots {
		if s.state == busy && s.task.rank == r {
			n++
		}
	}
	return n
}
