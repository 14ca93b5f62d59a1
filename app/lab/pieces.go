package shell

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
)

// An archive keeps what studies have computed; its methods wait.
type archive interface {
	Add(study string, number int, text []byte) error
	Of(study string) ([][]byte, error)
	Remove(study string) error
}

// pieceName is the name that the archive knows a study by.
func pieceName(key string) string {
	name := strings.TrimPrefix(key, "sha256:")
	return name[:min(len(name), 32)]
}

// A pieceKeeper keeps the chunks of one study in the archive, a moment after
// they come.
type pieceKeeper struct {
	name    string
	archive func() archive // nil while the library is not open
	fresh   bool           // whether what was there before is to go first
	number  int
	waiting []byte
	done    int            // replications given to it
	stored  func(done int) // hears how many of them outlive the page
	bytes   int
	flushed float64
	queue   chan func()
}

// resting is how long chunks wait before they are written together, in
// milliseconds; mostKept is how much is kept of one study.
const (
	resting  = 2000
	mostKept = 128 << 20
)

// add takes a chunk: from, to and the part in a line.
func (k *pieceKeeper) add(c compute.Chunk, now float64) {
	k.done += c.To - c.From
	k.waiting = append(k.waiting, strconv.Itoa(c.From)+" "+strconv.Itoa(c.To)+" "...)
	k.waiting = append(append(k.waiting, c.Part...), '\n')
	if now-k.flushed >= resting || len(k.waiting) > 1<<20 {
		k.flush(now)
	}
}

// flush writes what waits, beside the page.
func (k *pieceKeeper) flush(now float64) {
	k.flushed = now
	archive := k.archive()
	switch {
	case k.bytes+len(k.waiting) > mostKept:
		k.waiting = nil
		return
	case archive == nil || len(k.waiting) == 0:
		return
	}
	if k.queue == nil {
		k.queue = make(chan func(), 64)
		go func() {
			for write := range k.queue {
				write()
			}
		}()
	}
	text, number, fresh, done := k.waiting, k.number, k.fresh, k.done
	k.waiting, k.number, k.fresh, k.bytes = nil, k.number+1, false, k.bytes+len(text)
	k.queue <- func() {
		if fresh {
			archive.Remove(k.name)
		}
		err := archive.Add(k.name, number, text)
		if err != nil { // once more, then the study goes on without
			time.Sleep(time.Second)
			err = archive.Add(k.name, number, text)
		}
		if err != nil {
			return
		}
		k.stored(done)
	}
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
