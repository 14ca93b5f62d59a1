package compute

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/wasm/msg"
)

// HuntHead and HuntProgress are the goal and the progress of a search, as they are
// sent to the workers.
type (
	HuntHead     = msg.HuntHead
	HuntProgress = msg.HuntProgress
)

// A Chase is the request for a search for the worst instance. All functions are
// called on the pool's goroutine.
type Chase struct {
	Head HuntHead
	// Text is the scenario in canonical form.
	Text []byte
	// Progress receives the progress of the search.
	Progress func(HuntProgress)
	// End is called with the small instance as a document, nil if there is no
	// such instance, or with the reason why the search stopped.
	End func(small []byte, trouble *Trouble)
}

// A Hunt is a running search. The worker of studies directs it and the workers
// of the kind try instances in batches. The result depends on neither their
// number nor their speed, so the search can be paused anywhere.
type Hunt struct {
	pool   *Pool
	keeper *Pool
	chase  Chase
	key    string
	line   []byte // the goal, as a line of JSON

	// The pool's goroutine owns the fields below.
	batches [][]byte // outcomes of tried instances
	held    int      // number of batches sent to the directing worker
	out     map[*task]bool
	paused  bool
	over    bool
	step    func() // step to do when it is resumed
}

// hunt begins a search.
func hunt(p, keeper *Pool, c Chase) *Hunt {
	c.Head.Cores = p.opt.Wide
	h := &Hunt{pool: p, keeper: keeper, chase: c, line: doc.Canonical(&c.Head), out: map[*task]bool{}}
	p.mail.post(func() {
		studyCount++
		h.key = "h" + strconv.Itoa(studyCount)
		h.lead()
	})
	return h
}

// Pause keeps the search from starting further tasks; running tasks finish.
func (h *Hunt) Pause() { h.pool.mail.post(func() { h.paused = true }) }

// Resume continues a paused search.
func (h *Hunt) Resume() {
	h.pool.mail.post(func() {
		h.paused = false
		if step := h.step; step != nil {
			h.step = nil
			step()
		}
	})
}

// Cancel ends the search; none of its functions is called after that.
func (h *Hunt) Cancel() {
	h.pool.mail.post(func() {
		h.over = true
		for t := range h.out {
			h.pool.cancel(t)
		}
	})
}

// on does the next step now, or when the search is resumed if it is paused.
func (h *Hunt) on(step func()) {
	switch {
	case h.over:
	case h.paused:
		h.step = step
	default:
		step()
	}
}

// stop pauses the search, reports the trouble, and keeps step to be done when
// the search is resumed.
func (h *Hunt) stop(trouble *Trouble, step func()) {
	h.paused, h.step = true, step
	h.chase.End(nil, trouble)
}

// lines joins lines with newlines.
func lines(list ...[]byte) []byte { return bytes.Join(list, []byte{'\n'}) }

// lead requests the instances to try next from the directing worker.
func (h *Hunt) lead() {
	have := h.held
	ask := msg.Ask{Type: msg.Hunt, Key: h.key, Have: have,
		Document: lines(append([][]byte{h.line, h.chase.Text}, h.batches[have:]...)...)}
	t := &task{rank: quick, ask: ask}
	t.done = func(a msg.Answer) {
		h.pool.mail.post(func() {
			trouble := troubleOf(a)
			switch {
			case h.over:
			case trouble != nil && trouble.Reason == msg.Lacking && have > 0:
				h.held = 0
				h.lead()
			case trouble != nil:
				h.held = 0
				h.stop(trouble, h.lead)
			default:
				h.held = len(h.batches)
				h.led(a.Document)
			}
		})
	}
	h.keeper.submit(t)
}

// led handles an answer of the directing worker.
func (h *Hunt) led(answer []byte) {
	first, rest, _ := bytes.Cut(answer, []byte{'\n'})
	progress := msg.HuntProgress{}
	if faults := doc.Decode(first, &progress); len(faults) > 0 {
		h.stop(&Trouble{Reason: msg.Internal, Text: "The worker's answer cannot be read: " +
			faults[0].String()}, h.lead)
		return
	}
	h.chase.Progress(progress)
	if !progress.Over {
		h.on(func() { h.try(bytes.Split(rest, []byte{'\n'})) })
		return
	}
	h.over = true
	if progress.None != "" {
		rest = nil
	}
	h.chase.End(rest, nil)
}

// cuts is the number of parts of a batch per worker, so that a part with hard instances does not keep the others
// waiting for long.
const cuts = 4

// try has all workers try a batch of instances.
func (h *Hunt) try(list [][]byte) {
	size := max(1, len(list)/(cuts*h.pool.opt.Wide))
	outcomes := make([]string, (len(list)+size-1)/size)
	left := len(outcomes)
	var trouble *Trouble
	for i := range outcomes {
		stretch := list[i*size : min(len(list), (i+1)*size)]
		t := &task{rank: studies, ask: msg.Ask{Type: msg.Duel,
			Document: lines(append([][]byte{h.line}, stretch...)...)}}
		t.done = func(a msg.Answer) {
			delete(h.out, t)
			if outcomes[i] = string(a.Document); trouble == nil {
				trouble = troubleOf(a)
			}
			if left--; left > 0 || h.over {
				return
			}
			if trouble != nil {
				h.stop(trouble, func() { h.try(list) })
				return
			}
			h.batches = append(h.batches, []byte(strings.Join(outcomes, ";")))
			h.on(h.lead)
		}
		h.out[t] = true
		h.pool.submit(t)
	}
}
