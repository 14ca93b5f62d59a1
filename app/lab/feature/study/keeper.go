package study

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/library"
)

// archiveName returns the archive's name of a study.
func archiveName(key string) string {
	name := strings.TrimPrefix(key, "sha256:")
	return name[:min(len(name), 32)]
}

// A Keeper saves the chunks of one study in the archive with a delay.
type Keeper struct {
	env       feature.Env
	about     library.Study  // the library's entry, whose key is the archive's name of the study
	onStored  func(done int) // called with the number of saved replications
	number    int            // of the next piece
	waiting   []byte
	done      int // replications received
	bytes     int
	lastFlush float64
	queue     []*piece // waiting to be written, in order
	writing   bool
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

// NewKeeper returns a keeper for a study. A number of its chunks with done replications are already saved. The keeper
// calls stored with the number of saved replications, unless stored is nil.
func NewKeeper(env feature.Env, about library.Study, chunks, done int, stored func(done int)) *Keeper {
	return &Keeper{env: env, about: about, number: chunks, done: done, onStored: stored, lastFlush: env.Now()}
}

// Find reads the chunks of a study from the archive and calls found in a turn of its own. It returns false before the
// archive is open.
func Find(env feature.Env, key string, found func([]compute.Chunk)) bool {
	archive := env.Archive()
	if archive == nil {
		return false
	}
	env.Background(func() {
		pieces, _ := archive.Load(key) // an unreadable study counts as absent
		var chunks []compute.Chunk
		for _, piece := range pieces {
			chunks = append(chunks, readPiece(piece)...)
		}
		env.Receive(&feature.Request{}, func() { found(chunks) })
	})
	return true
}

// Replications returns the number of replications in chunks.
func Replications(chunks []compute.Chunk) (n int) {
	for _, c := range chunks {
		n += c.To - c.From
	}
	return n
}

// Add appends a chunk, written as from, to and the part on one line.
func (k *Keeper) Add(c compute.Chunk) {
	k.done += c.To - c.From
	k.waiting = append(k.waiting, strconv.Itoa(c.From)+" "+strconv.Itoa(c.To)+" "...)
	k.waiting = append(append(k.waiting, c.Part...), '\n')
	if k.env.Now()-k.lastFlush >= saveDelayMs || len(k.waiting) > 1<<20 {
		k.Flush()
	}
}

// Flush writes the waiting chunks in the background.
func (k *Keeper) Flush() {
	k.lastFlush = k.env.Now()
	switch {
	case k.bytes+len(k.waiting) > maxSaved:
		k.waiting = nil
		return
	case k.env.Archive() == nil || len(k.waiting) == 0:
		return
	}
	k.queue = append(k.queue, &piece{number: k.number, text: k.waiting, done: k.done, first: k.number == 0})
	k.waiting, k.number, k.bytes = nil, k.number+1, k.bytes+len(k.waiting)
	k.write()
}

// write writes the first piece of the queue.
func (k *Keeper) write() {
	if k.writing || len(k.queue) == 0 {
		return
	}
	k.writing = true
	p, archive := k.queue[0], k.env.Archive()
	k.env.Background(func() {
		if p.first {
			archive.Remove(k.about.Key)
		}
		err := archive.Add(k.about.Key, p.number, p.text)
		if about := k.about; err == nil && about.Key != "" {
			about.Done = p.done
			archive.Describe(about) // the results are saved even without an entry
		}
		k.env.Receive(&feature.Request{}, func() { k.wrote(p, err) })
	})
}

// wrote continues with the queue. A failed piece is tried once more, then the study continues
// without saving.
func (k *Keeper) wrote(p *piece, err error) {
	if err != nil && !p.again {
		p.again = true
		k.env.AfterFunc(time.Second, func() {
			k.writing = false
			k.write()
		})
		return
	}
	k.writing, k.queue = false, k.queue[1:]
	if err == nil && k.onStored != nil {
		k.onStored(p.done)
	}
	k.write()
}

// readPiece parses the text that Add wrote, and skips invalid lines.
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
