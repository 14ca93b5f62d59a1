package store

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/core/sorting"
)

// NewSlot returns a random name for a new slot. A name need not be secret, so the page's program includes no
// cryptography.
func NewSlot() string {
	const letters = 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36
	return strconv.FormatUint(letters+rand.Uint64N(letters), 36)[1:]
}

// validSlot reports whether a name can come from NewSlot. It keeps manipulated session data out of the names of
// files.
func validSlot(slot string) bool {
	return len(slot) > 0 && len(slot) <= 40 && strings.Trim(slot, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// head is the small file that completes the save of a text.
type head struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Saved int64  `json:"saved"` // Unix time in milliseconds
	Size  int    `json:"size"`
	Hash  string `json:"sha256"`
	// SaveNumber and Format were added later.
	SaveNumber int `json:"turn,omitempty"`
	Format     int `json:"format,omitempty"`
}

func (h head) draft(slot string) Draft {
	return Draft{Slot: slot, Title: h.Title, Kind: h.Kind, Saved: time.UnixMilli(h.Saved), SaveNumber: h.SaveNumber,
		FromNewer: h.Format > library.Format}
}

// card returns a card with the data of the head. The user's marks and the details of an older save stay.
func (h head) card(slot string, old library.Card) library.Card {
	c := library.Card{Slot: slot, Title: h.Title, Kind: h.Kind, Saved: h.Saved, Bytes: h.Size, Hash: h.Hash,
		SaveNumber: h.SaveNumber,
		SizeText:   old.SizeText, Best: old.Best, Face: old.Face}
	c.Renew(old)
	c.Format = max(c.Format, h.Format)
	return c
}

// entry is one numbered save of a slot, as given by the names of its files.
type entry struct {
	slot   string
	number int
	writer string
	headed bool // whether its head exists
}

func (e entry) base() string { return fmt.Sprintf("%s.%06d.%s", e.slot, e.number, e.writer) }
func (e entry) name() string { return fmt.Sprintf("%06d.%s", e.number, e.writer) }
func (e entry) isSame(o entry) bool {
	return e.number == o.number && e.slot == o.slot && e.writer == o.writer
}
func (e entry) text() string { return e.base() + ".text" }
func (e entry) head() string { return e.base() + ".head" }

// entries returns the saves of a slot, or of all slots if it is empty. It
// ignores files with other names.
func (s *Store) entries(slot string) ([]entry, error) {
	prefix := ""
	if slot != "" {
		prefix = slot + "."
	}
	names, err := s.files.Names(prefix)
	if err != nil {
		return nil, err
	}
	slices.Sort(names) // .head precedes .text
	var all []entry
	for _, name := range names {
		e, kind, ok := parseName(name)
		if !ok {
			continue
		}
		e.headed = kind == "head"
		if n := len(all); n > 0 && all[n-1].isSame(e) {
			continue
		}
		all = append(all, e)
	}
	return all, nil
}

func parseName(name string) (e entry, kind string, ok bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 4 || !validSlot(parts[0]) || !validSlot(parts[2]) || (parts[3] != "head" && parts[3] != "text") {
		return entry{}, "", false
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil || number < 1 {
		return entry{}, "", false
	}
	return entry{slot: parts[0], number: number, writer: parts[2]}, parts[3], true
}

// newestBySlot returns the last entry of each slot that has a head, or the last one
// if none has.
func newestBySlot(all []entry) map[string]entry {
	last := map[string]entry{}
	for _, e := range all {
		best, ok := last[e.slot]
		if !ok || e.headed && !best.headed || e.headed == best.headed && e.number > best.number {
			last[e.slot] = e
		}
	}
	return last
}

// sortedNewestFirst returns a copy of the entries, sorted by number in descending order.
func sortedNewestFirst(all []entry) []entry {
	sorted := slices.Clone(all)
	sorting.Stable(sorted, func(a, b entry) int { return cmp.Compare(b.number, a.number) })
	return sorted
}
