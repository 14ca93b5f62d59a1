package compute

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/wasm/msg"
)

// SearchHead and SearchProgress are the goal and the progress of a search, as they are
// sent to the workers.
type (
	SearchHead     = msg.SearchHead
	SearchProgress = msg.SearchProgress
)

// A SearchOrder is the request for a search for the worst instance. All functions are
// called on the pool's goroutine.
type SearchOrder struct {
	Head SearchHead
	// Text is the scenario in canonical form.
	Text []byte
	// Progress receives the progress of the search.
	Progress func(SearchProgress)
	// End is called with the small instance as a document, nil if there is no
	// such instance, or with the reason why the search stopped.
	End func(small []byte, trouble *Trouble)
}

// A Search is a running search. The worker of studies directs it and the workers
// of the kind try instances in batches. The result depends on neither their
// number nor their speed, so the search can be paused anywhere.
type Search struct {
	pool   *Pool
	keeper *Pool
	chase  SearchOrder
	key    string
	line   []byte // the goal, as a line of JSON

	// The pool's goroutine owns the fields below.
	batches     [][]byte // outcomes of tried instances
	sentBatches int      // number of batches sent to the directing worker
	running     map[*task]bool
	paused      bool
	over        bool
	step        func() // step to do when it is resumed
}

// startSearch begins a search.
func startSearch(p, keeper *Pool, c SearchOrder) *Search {
	c.Head.Cores = p.opt.StudySize
	h := &Search{pool: p, keeper: keeper, chase: c, line: doc.Canonical(&c.Head), running: map[*task]bool{}}
	p.mail.post(func() {
		studyCount++
		h.key = "h" + strconv.Itoa(studyCount)
		h.requestInstances()
	})
	return h
}

// Pause keeps the search from starting further tasks; running tasks finish.
func (h *Search) Pause() { h.pool.mail.post(func() { h.paused = true }) }

// Resume continues a paused search.
func (h *Search) Resume() {
	h.pool.mail.post(func() {
		h.paused = false
		if step := h.step; step != nil {
			h.step = nil
			step()
		}
	})
}

// Cancel ends the search; none of its functions is called after that.
func (h *Search) Cancel() {
	h.pool.mail.post(func() {
		h.over = true
		for t := range h.running {
			h.pool.cancel(t)
		}
	})
}

// runStep does the next step now, or when the search is resumed if it is paused.
func (h *Search) runStep(step func()) {
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
func (h *Search) stop(trouble *Trouble, step func()) {
	h.paused, h.step = true, step
	h.chase.End(nil, trouble)
}

// lines joins lines with newlines.
func lines(list ...[]byte) []byte { return bytes.Join(list, []byte{'\n'}) }

// requestInstances requests the instances to try next from the directing worker.
func (h *Search) requestInstances() {
	have := h.sentBatches
	ask := msg.Request{Type: msg.Search, Key: h.key, Have: have,
		Document: lines(append([][]byte{h.line, h.chase.Text}, h.batches[have:]...)...)}
	t := &task{rank: rankQuick, request: ask}
	t.done = func(a msg.Answer) {
		h.pool.mail.post(func() {
			trouble := troubleOf(a)
			switch {
			case h.over:
			case trouble != nil && trouble.Reason == msg.Lacking && have > 0:
				h.sentBatches = 0
				h.requestInstances()
			case trouble != nil:
				h.sentBatches = 0
				h.stop(trouble, h.requestInstances)
			default:
				h.sentBatches = len(h.batches)
				h.handleAnswer(a.Document)
			}
		})
	}
	h.keeper.submit(t)
}

// handleAnswer handles an answer of the directing worker.
func (h *Search) handleAnswer(answer []byte) {
	first, rest, _ := bytes.Cut(answer, []byte{'\n'})
	progress := msg.SearchProgress{}
	if faults := doc.Decode(first, &progress); len(faults) > 0 {
		h.stop(&Trouble{Reason: msg.Internal, Text: "The worker's answer cannot be read: " +
			faults[0].String()}, h.requestInstances)
		return
	}
	h.chase.Progress(progress)
	if !progress.Over {
		h.runStep(func() { h.try(bytes.Split(rest, []byte{'\n'})) })
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
func (h *Search) try(list [][]byte) {
	size := max(1, len(list)/(cuts*h.pool.opt.StudySize))
	outcomes := make([]string, (len(list)+size-1)/size)
	left := len(outcomes)
	var trouble *Trouble
	for i := range outcomes {
		stretch := list[i*size : min(len(list), (i+1)*size)]
		t := &task{rank: rankStudy, request: msg.Request{Type: msg.Duel,
			Document: lines(append([][]byte{h.line}, stretch...)...)}}
		t.done = func(a msg.Answer) {
			delete(h.running, t)
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
			h.runStep(h.requestInstances)
		}
		h.running[t] = true
		h.pool.submit(t)
	}
}
