package compute

import (
	"slices"
	"strconv"
	"time"

	"gridbox/wasm/msg"
)

// An Order is the request for a study. All functions are called on the pool's
// goroutine.
type Order struct {
	// Text is the study's document in canonical form, Size the number of its
	// replications over all points, and Large whether it may be larger than
	// usual.
	Text  []byte
	Size  int
	Large bool
	// Have are the chunks that were finished before.
	Have []Chunk
	// About selects the view that View receives.
	About map[string]string
	// Chunk is called for every finished chunk, with the number of replications
	// done so far.
	Chunk func(c Chunk, done int)
	// Took, if set, is called with the milliseconds that one worker needed for
	// a number of replications.
	Took func(ms float64, replications int)
	// View receives the results so far, as selected by About, now and then and
	// at the end. It reports whether they suffice, so that the study may end
	// early.
	View func(view []byte) (enough bool)
	// End is called once when all is done and seen, or with the reason why the
	// study stopped.
	End func(trouble *Trouble)
}

// A Chunk has the results of the replications From to To-1 of a study. Part is a document; the page stores it without
// reading it.
type Chunk struct {
	From, To int
	Part     []byte
}

// Constants that pace a study.
const (
	target   = 600.0                  // milliseconds of work in a chunk
	firstOne = 2                      // replications in the first chunks
	glance   = 500 * time.Millisecond // minimal time between two views of the results
	share    = 32                     // views may take this part of the time: each uses a core that could solve
)

// A Study is a running study. It cuts the work into chunks, gives them to as
// many workers as allowed, keeps the parts, and has one worker merge and
// evaluate them. The page itself only passes texts on, so it stays responsive.
//
// The results do not depend on the chunks (see core/study), so their size is
// chosen for the workers.
type Study struct {
	pool   *Pool
	keeper *Pool
	order  Order
	key    string

	// The pool's goroutine owns the fields below.
	pace
	chunks  []Chunk
	running map[*task]bool
	done    int
	paused  bool
	over    bool // cancelled: no function is called any more
	ended   bool // done; Evaluate still works

	mergedChunks int // chunks that the merging worker has
	viewedChunks int // chunks that the last view contains
	wish         int // counts changes of the wanted view
	looking      bool
	lastView     time.Time
	cost         time.Duration // duration of the last view
	timer        *time.Timer
}

// begin begins a study. A paused one only evaluates the parts it has. The pool
// p runs the replications; keeper, of one worker, keeps their results.
func begin(p, keeper *Pool, o Order, paused bool) *Study {
	s := &Study{pool: p, keeper: keeper, order: o, chunks: slices.Clone(o.Have),
		pace: pace{gaps: gapsOf(o.Have, o.Size)}, running: map[*task]bool{}, paused: paused}
	for _, c := range o.Have {
		s.done += c.To - c.From
	}
	s.post(func() {
		studyCount++
		s.key = strconv.Itoa(studyCount)
		s.refreshView()
		s.fill()
	})
	return s
}

// studyCount numbers studies for the worker that keeps their parts.
var studyCount int

// post runs something on the goroutine that owns the study.
func (s *Study) post(f func()) { s.pool.mail.post(f) }

// Pause keeps the study from starting further chunks; running chunks finish.
func (s *Study) Pause() { s.post(func() { s.paused = true }) }

// Resume continues a paused study.
func (s *Study) Resume() {
	s.post(func() {
		s.paused = false
		s.fill()
	})
}

// Cancel ends the study and keeps its parts; none of its functions is called
// after that.
func (s *Study) Cancel() { s.post(s.close) }

func (s *Study) close() {
	s.over = true
	if s.timer != nil {
		s.timer.Stop()
	}
	for t := range s.running {
		s.pool.cancel(t)
	}
	s.keeper.Rest()
}

// SetView changes the view that View receives, and requests it.
func (s *Study) SetView(about map[string]string) {
	s.post(func() {
		s.order.About, s.viewedChunks, s.wish = about, -1, s.wish+1
		s.refreshView()
	})
}

// Evaluate evaluates the results so far; about selects the view.
func (s *Study) Evaluate(about map[string]string, done func(reply []byte, trouble *Trouble)) {
	s.post(func() { s.requestView(about, done) })
}

// fill starts chunks until all workers for studies are busy or no replications are left. It does nothing while the
// study is paused.
func (s *Study) fill() {
	for !s.paused && !s.over && len(s.gaps) > 0 && len(s.running) < s.pool.opt.StudySize {
		gap := &s.gaps[0]
		n := min(s.size(s.pool.opt.StudySize), gap[1]-gap[0])
		from := gap[0]
		if gap[0] += n; gap[0] == gap[1] {
			s.gaps = s.gaps[1:]
		}
		s.give(from, from+n)
	}
}

// give starts the chunk of the replications in [from, to). A failed chunk returns to the gaps and pauses the study.
func (s *Study) give(from, to int) {
	var began time.Time
	t := &task{rank: rankStudy, request: msg.Request{Type: msg.Study, Document: s.order.Text, From: from, To: to,
		Large: s.order.Large}}
	t.progress = func(int, int) {
		if began.IsZero() {
			began = time.Now()
		}
	}
	t.done = func(a msg.Answer) {
		delete(s.running, t)
		if s.over || s.ended {
			return
		}
		if trouble := troubleOf(a); trouble != nil {
			s.gaps = append([][2]int{{from, to}}, s.gaps...)
			s.stop(trouble)
			return
		}
		ms := float64(time.Since(began)) / 1e6
		s.took(ms, to-from)
		if s.order.Took != nil {
			s.order.Took(ms, to-from)
		}
		s.chunks = append(s.chunks, Chunk{from, to, a.Document})
		s.done += to - from
		s.order.Chunk(s.chunks[len(s.chunks)-1], s.done)
		s.fill()
		s.refreshView()
	}
	s.running[t] = true
	s.pool.submit(t)
}

// stop pauses a study that cannot continue and reports the first trouble.
func (s *Study) stop(trouble *Trouble) {
	if !s.paused {
		s.paused = true
		s.order.End(trouble)
	}
}

// refreshView requests a view of the results. While replications run, views keep an interval in proportion to the time
// of the last one. It does nothing while a view is requested or if there is no new chunk.
func (s *Study) refreshView() {
	switch {
	case s.over || s.looking || s.viewedChunks == len(s.chunks):
		return
	case s.done < s.order.Size && s.viewedChunks > 0:
		if wait := max(glance, share*s.cost) - time.Since(s.lastView); wait > 0 {
			s.scheduleView(wait)
			return
		}
	}
	s.looking = true
	at, wish, began := len(s.chunks), s.wish, time.Now()
	s.requestView(s.order.About, func(view []byte, trouble *Trouble) {
		s.looking, s.lastView, s.cost = false, time.Now(), time.Since(began)
		if s.over {
			return
		}
		if trouble != nil {
			s.stop(trouble)
			return
		}
		if s.viewedChunks = at; wish != s.wish {
			s.viewedChunks = -1 // another view was requested meanwhile
		}
		enough := s.order.View(view)
		if enough || s.done >= s.order.Size && at == len(s.chunks) {
			s.end()
		}
		s.refreshView()
	})
}

// end cancels running chunks; the study still answers Evaluate.
func (s *Study) end() {
	if s.ended {
		return
	}
	s.ended, s.paused, s.gaps = true, true, nil
	for t := range s.running {
		s.pool.cancel(t)
	}
	s.order.End(nil)
}

func (s *Study) scheduleView(wait time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(wait, func() { s.post(s.refreshView) })
}

// requestView requests a view of the results from the keeper, the worker that merges the parts. It sends the parts that
// the keeper lacks; a replaced keeper gets all of them. Later it calls done with the reply or the trouble, unless the
// study has been closed.
func (s *Study) requestView(about map[string]string, done func([]byte, *Trouble)) {
	if s.over {
		return
	}
	have, at := s.mergedChunks, len(s.chunks)
	text := slices.Clone(s.order.Text)
	for _, c := range s.chunks[have:] {
		text = append(append(text, '\n'), c.Part...)
	}
	ask := msg.Request{Type: msg.Tally, Key: s.key, Have: have, Document: text, About: about, Large: s.order.Large}
	s.mergedChunks = at
	t := &task{rank: rankQuick, request: ask}
	t.done = func(a msg.Answer) { s.post(func() { s.handleReply(a, have, about, done) }) }
	s.keeper.submit(t)
}

// handleReply handles the keeper's answer to a tally that assumed it to have a
// number of chunks.
func (s *Study) handleReply(a msg.Answer, have int, about map[string]string, done func([]byte, *Trouble)) {
	trouble := troubleOf(a)
	switch {
	case s.over:
	case trouble != nil && trouble.Reason == msg.Lacking && have > 0:
		s.mergedChunks = 0
		s.requestView(about, done)
	default:
		if trouble != nil {
			s.mergedChunks = 0
		}
		done(a.Document, trouble)
	}
}
