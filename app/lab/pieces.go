package lab

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
)

// pieceName is the name that the archive knows a study by.
func pieceName(key string) string {
	name := strings.TrimPrefix(key, "sha256:")
	return name[:min(len(name), 32)]
}

// A pieceKeeper keeps the chunks of one study in the archive, a moment after
// they come.
type pieceKeeper struct {
	lab     *Lab
	study   *feature.Ask // that it keeps the chunks of
	name    string
	about   library.Study // what the library is to say of it
	number  int           // of the next piece
	waiting []byte
	done    int // replications given to it
	bytes   int
	flushed float64
	queue   []*piece // to be written, one after another
	writing bool
}

// A piece is some chunks that are written together.
type piece struct {
	number int
	text   []byte
	done   int  // replications that outlive the page with it
	first  bool // of a study begun anew: what was there before goes first
	again  bool // writing it has failed before
}

// resting is how long chunks wait before they are written together, in
// milliseconds; mostKept is how much is kept of one study.
const (
	resting  = 2000
	mostKept = 128 << 20
)

// newPieces keeps what comes of a study of which some was kept before.
func newPieces(l *Lab, study *feature.Ask, name string, have []compute.Chunk) *pieceKeeper {
	return &pieceKeeper{lab: l, study: study, name: name, number: len(have), done: replications(have),
		flushed: l.host.Now()}
}

// replications is how many of them chunks have.
func replications(chunks []compute.Chunk) (n int) {
	for _, c := range chunks {
		n += c.To - c.From
	}
	return n
}

// add takes a chunk: from, to and the part in a line.
func (k *pieceKeeper) add(c compute.Chunk) {
	k.done += c.To - c.From
	k.waiting = append(k.waiting, strconv.Itoa(c.From)+" "+strconv.Itoa(c.To)+" "...)
	k.waiting = append(append(k.waiting, c.Part...), '\n')
	if k.lab.host.Now()-k.flushed >= resting || len(k.waiting) > 1<<20 {
		k.flush()
	}
}

// flush writes what waits, beside the page.
func (k *pieceKeeper) flush() {
	k.flushed = k.lab.host.Now()
	switch {
	case k.bytes+len(k.waiting) > mostKept:
		k.waiting = nil
		return
	case k.lab.keep.archive() == nil || len(k.waiting) == 0:
		return
	}
	k.queue = append(k.queue, &piece{number: k.number, text: k.waiting, done: k.done, first: k.number == 0})
	k.waiting, k.number, k.bytes = nil, k.number+1, k.bytes+len(k.waiting)
	k.write()
}

// write writes the first piece of the queue.
func (k *pieceKeeper) write() {
	if k.writing || len(k.queue) == 0 {
		return
	}
	k.writing = true
	p, archive := k.queue[0], k.lab.keep.archive()
	k.lab.host.Beside(func() {
		if p.first {
			archive.Remove(k.name)
		}
		err := archive.Add(k.name, p.number, p.text)
		if about := k.about; err == nil && about.Key != "" {
			about.Done = p.done
			archive.Describe(about) // without it the results are kept all the same
		}
		k.lab.turn(func() { k.wrote(p, err) })
	})
}

// wrote goes on with the queue. What could not be written is tried once more,
// then the study goes on without.
func (k *pieceKeeper) wrote(p *piece, err error) {
	if err != nil && !p.again {
		p.again = true
		k.lab.host.After(time.Second, func() {
			k.writing = false
			k.write()
		})
		return
	}
	k.writing, k.queue = false, k.queue[1:]
	if err == nil && !k.study.Ended {
		k.lab.do(state.StudyStored{Done: p.done})
	}
	k.write()
}

// readPiece reads what add wrote; what makes no sense is left out.
func readPiece(piece []byte) (chunks []compute.Chunk) {
	for line := range bytes.Lines(piece) {
		a, rest, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		b, part, _ := bytes.Cut(rest, []byte(" "))
		from, wrong := strconv.Atoi(string(a))
		to, bad := strconv.Atoi(string(b))
		if wrong == nil && bad == nil && from >= 0 && to > from && len(part) > 0 {
			chunks = append(chunks, compute.Chunk{From: from, To: to, Part: bytes.Clone(part)})
		}
	}
	return chunks
}
