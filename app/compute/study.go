package compute

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"gridbox/core/sorting"
	"gridbox/wasm/msg"
)

// An Order is what is known of a study when it begins. All functions are
// called on the pool's goroutine.
type Order struct {
	// Text is the study's document in canonical form, Size the number of its
	// replications over all points, and Large whether it may be larger than
	// usual.
	Text  []byte
	Size  int
	Large bool
	// Have are chunks done before, as Chunk gave them.
	Have []Chunk
	// About is what Seen wants to see.
	About map[string]string
	// Chunk hears of every chunk done, with how many replications there are now.
	Chunk func(c Chunk, done int)
	// Took, where it is given, hears how many milliseconds one worker was busy with
	// so many replications.
	Took func(ms float64, replications int)
	// Seen gets what came out so far, as About says, now and then and at the end;
	// it reports whether that is enough, so that the study may end early.
	Seen func(view []byte) (enough bool)
	// End hears once that all is done and seen, or why nothing goes on.
	End func(trouble *Trouble)
}

// A Chunk is From to To-1 of a study's replications and the part that they
// gave. Part is a document; the page keeps it without reading it.
type Chunk struct {
	From, To int
	Part     []byte
}

// The pace of a study.
const (
	target   = 600.0                  // milliseconds of work in a chunk
	firstOne = 2                      // replications in the first chunks
	glance   = 500 * time.Millisecond // between two looks at what came out, at least
	share    = 32                     // a look may take this part of the time: it uses a core that a solver could
)

// A Study is a study under way: it cuts the work into chunks, gives them to as
// many workers as there may be, keeps the parts, and has one worker merge them
// and say what came out. The page itself only passes texts on, so it stays free
// whatever the study does.
//
// What comes out does not depend on the chunks (see core/study), so their size
// follows what the workers need.
type Study struct {
	pool   *Pool
	keeper *Pool
	order  Order
	key    string

	// What follows belongs to the pool's goroutine.
	chunks []Chunk
	gaps   [][2]int // not yet given out
	out    map[*task]bool
	done   int
	each   float64 // milliseconds for a replication, 0 until known
	paused bool
	over   bool // cancelled: nothing more is heard
	ended  bool // done: it can still be asked

	told    int // chunks that the worker holds that tallies
	seen    int // chunks that were looked at
	wish    int // counts what is wanted to be seen
	looking bool
	glanced time.Time
	cost    time.Duration // of the last look
	timer   *time.Timer
}

// begin begins a study; paused, it only looks at what it has. Of two pools one
// does the replications and the other, of one worker, keeps what they gave.
func begin(p, keeper *Pool, o Order, paused bool) *Study {
	s := &Study{pool: p, keeper: keeper, order: o, chunks: slices.Clone(o.Have), gaps: gapsOf(o.Have, o.Size),
		out: map[*task]bool{}, paused: paused}
	for _, c := range o.Have {
		s.done += c.To - c.From
	}
	s.post(func() {
		studyCount++
		s.key = strconv.Itoa(studyCount)
		s.look()
		s.fill()
	})
	return s
}

// studyCount tells studies apart to the worker that keeps their parts.
var studyCount int

// post runs something on the goroutine that owns the study.
func (s *Study) post(f func()) { s.pool.mail.post(f) }

// gapsOf lists what the chunks of a study leave of it.
func gapsOf(have []Chunk, size int) (gaps [][2]int) {
	sorted := slices.Clone(have)
	sorting.By(sorted, func(a, b Chunk) int { return cmp.Compare(a.From, b.From) })
	at := 0
	for _, c := range sorted {
		if c.From > at {
			gaps = append(gaps, [2]int{at, c.From})
		}
		at = max(at, c.To)
	}
	if at < size {
		gaps = append(gaps, [2]int{at, size})
	}
	return gaps
}

// Pause gives out nothing more; what is under way is awaited.
func (s *Study) Pause() { s.post(func() { s.paused = true }) }

// Resume goes on.
func (s *Study) Resume() {
	s.post(func() {
		s.paused = false
		s.fill()
	})
}

// Cancel ends the study; what it has stays. Nothing more is heard of it.
func (s *Study) Cancel() { s.post(s.close) }

func (s *Study) close() {
	s.over = true
	if s.timer != nil {
		s.timer.Stop()
	}
	for t := range s.out {
		s.pool.cancel(t)
	}
	s.keeper.Rest()
}

// Look changes what Seen wants to see, and looks.
func (s *Study) Look(about map[string]string) {
	s.post(func() {
		s.order.About, s.seen, s.wish = about, -1, s.wish+1
		s.look()
	})
}

// Ask gives what is asked of all that is done so far.
func (s *Study) Ask(about map[string]string, done func(told []byte, trouble *Trouble)) {
	s.post(func() { s.tally(about, done) })
}

// fill gives out chunks to as many workers as there may be.
func (s *Study) fill() {
	for !s.paused && !s.over && len(s.gaps) > 0 && len(s.out) < s.pool.opt.Wide {
		gap := &s.gaps[0]
		n := min(s.size(), gap[1]-gap[0])
		from := gap[0]
		if gap[0] += n; gap[0] == gap[1] {
			s.gaps = s.gaps[1:]
		}
		s.give(from, from+n)
	}
}

// size is how many replications the next chunk has: as many as take the target
// time, and fewer at the end, so that all workers end together.
func (s *Study) size() int {
	if s.each == 0 {
		return firstOne
	}
	left := 0
	for _, g := range s.gaps {
		left += g[1] - g[0]
	}
	most, even := int(target/s.each), left/(2*s.pool.opt.Wide)
	return max(1, min(most, max(even, most/8)))
}

// give has one chunk done.
func (s *Study) give(from, to int) {
	var began time.Time
	t := &task{rank: studies, ask: msg.Ask{Type: msg.Study, Document: s.order.Text, From: from, To: to,
		Large: s.order.Large}}
	t.progress = func(int, int) {
		if began.IsZero() {
			began = time.Now()
		}
	}
	t.done = func(a msg.Answer) {
		delete(s.out, t)
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
		s.look()
	}
	s.out[t] = true
	s.pool.submit(t)
}

// took learns how long a replication takes; a chunk counts as much as all
// before it, and sizes grow fourfold at a time at most.
func (s *Study) took(ms float64, replications int) {
	if s.each == 0 {
		s.each = max(ms/float64(replications), target/float64(4*replications))
		return
	}
	s.each = max((s.each+ms/float64(replications))/2, s.each/4, 1e-4)
}

// stop pauses a study that cannot go on; one trouble is enough to hear of.
func (s *Study) stop(trouble *Trouble) {
	if !s.paused {
		s.paused = true
		s.order.End(trouble)
	}
}

// look has the parts looked at, not too often.
func (s *Study) look() {
	switch {
	case s.over || s.looking || s.seen == len(s.chunks):
		return
	case s.done < s.order.Size && s.seen > 0:
		if wait := max(glance, share*s.cost) - time.Since(s.glanced); wait > 0 {
			s.later(wait)
			return
		}
	}
	s.looking = true
	at, wish, began := len(s.chunks), s.wish, time.Now()
	s.tally(s.order.About, func(view []byte, trouble *Trouble) {
		s.looking, s.glanced, s.cost = false, time.Now(), time.Since(began)
		if s.over {
			return
		}
		if trouble != nil {
			s.stop(trouble)
			return
		}
		if s.seen = at; wish != s.wish {
			s.seen = -1 // something else is wanted meanwhile
		}
		enough := s.order.Seen(view)
		if enough || s.done >= s.order.Size && at == len(s.chunks) {
			s.end()
		}
		s.look()
	})
}

// end lets go of what is under way, and stays to be asked.
func (s *Study) end() {
	if s.ended {
		return
	}
	s.ended, s.paused, s.gaps = true, true, nil
	for t := range s.out {
		s.pool.cancel(t)
	}
	s.order.End(nil)
}

func (s *Study) later(wait time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(wait, func() { s.post(s.look) })
}

// tally asks the worker that holds the parts, and sends it those that it lacks;
// one that took another's place gets all of them.
func (s *Study) tally(about map[string]string, done func([]byte, *Trouble)) {
	if s.over {
		return
	}
	have, at := s.told, len(s.chunks)
	text := slices.Clone(s.order.Text)
	for _, c := range s.chunks[have:] {
		text = append(append(text, '\n'), c.Part...)
	}
	ask := msg.Ask{Type: msg.Tally, Key: s.key, Have: have, Document: text, About: about, Large: s.order.Large}
	s.told = at
	t := &task{rank: quick, ask: ask}
	t.done = func(a msg.Answer) { s.post(func() { s.answered(a, have, about, done) }) }
	s.keeper.submit(t)
}

// answered takes what the keeper says to a tally that it should have held so
// many chunks for.
func (s *Study) answered(a msg.Answer, have int, about map[string]string, done func([]byte, *Trouble)) {
	trouble := troubleOf(a)
	switch {
	case s.over:
	case trouble != nil && trouble.Reason == msg.Lacking && have > 0:
		s.told = 0
		s.tally(about, done)
	default:
		if trouble != nil {
			s.told = 0
		}
		done(a.Document, trouble)
	}
}
