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

// pieceName returns the archive's name of a study.
func pieceName(key string) string {
	name := strings.TrimPrefix(key, "sha256:")
	return name[:min(len(name), 32)]
}

// A pieceKeeper saves the chunks of one study in the archive with a delay.
type pieceKeeper struct {
	lab     *Lab
	study   *feature.Ask // the study whose chunks are saved
	name    string
	about   library.Study // the library's entry
	number  int           // of the next piece
	waiting []byte
	done    int // replications received
	bytes   int
	flushed float64
	queue   []*piece // waiting to be written, in order
	writing bool
}

// A piece is a group of chunks that are written together.
type piece struct {
	number int
	text   []byte
	done   int  // replications that are saved with it
	first  bool // whether it begins a new study and replaces the earlier pieces
	again  bool // whether writing it has failed before
}

// saveDelayMs is the delay in milliseconds before chunks are written together; maxSaved is the maximal number of
// saved bytes of one study.
const (
	saveDelayMs = 2000
	maxSaved    = 128 << 20
)

// newPieces returns a keeper for a study with the saved chunks have.
func newPieces(l *Lab, study *feature.Ask, name string, have []compute.Chunk) *pieceKeeper {
	return &pieceKeeper{lab: l, study: study, name: name, number: len(have), done: replications(have),
		flushed: l.host.Now()}
}

// replications returns the number of replications in chunks.
func replications(chunks []compute.Chunk) (n int) {
	for _, c := range chunks {
		n += c.To - c.From
	}
	return n
}

// add appends a chunk, written as from, to and the part on one line.
func (k *pieceKeeper) add(c compute.Chunk) {
	k.done += c.To - c.From
	k.waiting = append(k.waiting, strconv.Itoa(c.From)+" "+strconv.Itoa(c.To)+" "...)
	k.waiting = append(append(k.waiting, c.Part...), '\n')
	if k.lab.host.Now()-k.flushed >= saveDelayMs || len(k.waiting) > 1<<20 {
		k.flush()
	}
}

// flush writes the waiting chunks in the background.
func (k *pieceKeeper) flush() {
	k.flushed = k.lab.host.Now()
	switch {
	case k.bytes+len(k.waiting) > maxSaved:
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
			archive.Describe(about) // the results are saved even without an entry
		}
		k.lab.turn(func() { k.wrote(p, err) })
	})
}

// wrote continues with the queue. A failed piece is tried once more, then the study continues
// without saving.
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

// readPiece parses the text that add wrote, and skips invalid lines.
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
