package compute

import (
	"time"

	"gridbox/core/doc"
	"gridbox/wasm/msg"
)

// A Match describes a comparison on many instances. All its functions are called on the pool's
// goroutine.
type Match struct {
	// Text is the question in a line, then the scenario in canonical form. Size is the number of
	// instances.
	Text []byte
	Size int
	// Have are the chunks that were solved before.
	Have []Chunk
	// Chunk is called with every solved chunk and the number of instances solved so far.
	Chunk func(c Chunk, done int)
	// End is called once at the end, with the reason if something went wrong.
	End func(trouble *Trouble)
}

// A matching is a comparison under way. It gives ranges of instances to as many workers as allowed.
type matching struct {
	pace
	pool    *Pool
	match   Match
	running map[*task]bool
	done    int
	over    bool
}

// Match begins a comparison of runs of a kind on many instances.
func (k *Kinds) Match(kind string, m Match) (cancel func()) {
	p := k.poolOf(kind)
	r := &matching{pool: p, match: m, pace: pace{gaps: gapsOf(m.Have, m.Size)}, running: map[*task]bool{}}
	for _, c := range m.Have {
		r.done += c.To - c.From
	}
	p.mail.post(r.fill)
	return func() { p.mail.post(r.close) }
}

// Pick returns one instance of a comparison as a scenario; text is the Text of the Match.
func (k *Kinds) Pick(kind string, pick msg.MatchPick, text []byte,
	done func(made []byte, trouble *Trouble)) (cancel func()) {
	return k.poolOf(kind).submit(&task{rank: rankSolve,
		request: msg.Request{Type: msg.Pick, Document: lines(doc.Canonical(pick), text)},
		done:    func(a msg.Answer) { done(a.Document, troubleOf(a)) }})
}

func (r *matching) close() {
	r.over = true
	for t := range r.running {
		r.pool.cancel(t)
	}
}

// fill assigns ranges of instances until every worker has one, and ends after the last.
func (r *matching) fill() {
	for !r.over && len(r.gaps) > 0 && len(r.running) < r.pool.opt.StudySize {
		from, end := r.gaps[0][0], r.gaps[0][1]
		to := from + min(r.size(r.pool.opt.StudySize), end-from)
		if r.gaps[0][0] = to; to == end {
			r.gaps = r.gaps[1:]
		}
		r.give(from, to)
	}
	if !r.over && len(r.running) == 0 {
		r.over = true
		r.match.End(nil)
	}
}

// give has a worker solve a range of instances.
func (r *matching) give(from, to int) {
	var began time.Time
	t := &task{rank: rankStudy, request: msg.Request{Type: msg.Match, Document: r.match.Text, From: from, To: to}}
	t.progress = func(int, int) {
		if began.IsZero() {
			began = time.Now()
		}
	}
	t.done = func(a msg.Answer) {
		delete(r.running, t)
		if r.over {
			return
		}
		if trouble := troubleOf(a); trouble != nil {
			r.close()
			r.match.End(trouble)
			return
		}
		r.took(float64(time.Since(began))/1e6, to-from)
		r.done += to - from
		r.match.Chunk(Chunk{from, to, a.Document}, r.done)
		r.fill()
	}
	r.running[t] = true
	r.pool.submit(t)
}
