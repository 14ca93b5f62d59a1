package library

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// A Query selects and orders the drafts to list.
type Query struct {
	Text  string // each must be in the title, the size, the kind's name or a tag
	Kind  string // "" for all
	Tag   string // "" for all
	Trash bool   // drafts in the trash instead of the others
	Sort  string // changed, title, kind, size, versions; "" is changed
	Back  bool   // reversed order
}

// Sorts are the values of Sort, in the order of the columns.
var Sorts = []string{"title", "kind", "versions", "size", "changed"}

// An Entry is a card ready to be searched.
type Entry struct {
	*Card
	text string // all text that is searched, in lower case
}

// Index prepares cards for searches; kinds returns the name of a kind.
func Index(cards []Card, kinds func(id string) string) []Entry {
	list := make([]Entry, len(cards))
	for i := range cards {
		c := &cards[i]
		list[i] = Entry{c, strings.ToLower(c.Name() + "\n" + c.SizeText + "\n" + kinds(c.Kind) + "\n" +
			strings.Join(c.Tags, "\n"))}
	}
	return list
}

// Apply returns the entries that the query selects, in its order. It visits every entry once and sorts.
func (q Query) Apply(all []Entry) []Entry {
	words := strings.Fields(strings.ToLower(q.Text))
	var list []Entry
	for _, e := range all {
		if e.IsTrashed() == q.Trash && (q.Kind == "" || e.Kind == q.Kind) && (q.Tag == "" || e.hasTag(q.Tag)) &&
			e.has(words) {
			list = append(list, e)
		}
	}
	Sort(list, func(a, b *Entry) int { return q.order(*a, *b) })
	return list
}

func (e Entry) hasTag(tag string) bool {
	return slices.ContainsFunc(e.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

func (e Entry) has(words []string) bool {
	for _, w := range words {
		if !strings.Contains(e.text, w) {
			return false
		}
	}
	return true
}

// order compares two entries: the larger or the later saved comes first; texts are in alphabetical order.
func (q Query) order(a, b Entry) int {
	by := 0
	switch q.Sort {
	case "title":
		by = strings.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name()))
	case "kind":
		by = strings.Compare(a.Kind, b.Kind)
	case "size":
		by = cmp.Compare(b.Bytes, a.Bytes)
	case "versions":
		by = cmp.Compare(b.Versions, a.Versions)
	}
	if by == 0 {
		by = compareBySaved(a.Card, b.Card)
		if q.Sort != "" && q.Sort != "changed" {
			return by
		}
	}
	if q.Back {
		return -by
	}
	return by
}

// compareBySaved compares two cards: the one saved later comes first.
func compareBySaved(a, b *Card) int {
	return cmp.Or(cmp.Compare(b.SaveNumber, a.SaveNumber), cmp.Compare(b.Saved, a.Saved),
		strings.Compare(a.Slot, b.Slot))
}

// After reports whether a card was saved later than another.
func (c *Card) After(o *Card) bool { return compareBySaved(c, o) < 0 }

// SortLatestFirst sorts cards, the one saved last first.
func SortLatestFirst(cards []Card) {
	Sort(cards, compareBySaved)
}

// HasDays reports whether the list has headings of days.
func (q Query) HasDays() bool { return q.Sort == "" || q.Sort == "changed" }

// A FilterCounts counts the entries that a filter would list.
type FilterCounts struct {
	All, Trash int
	Kinds      map[string]int
	Tags       []Count // in alphabetical order
}

// A Count is a word and its number of occurrences.
type Count struct {
	Word string
	N    int
}

// Counts counts all cards, regardless of the search.
func Counts(cards []Card) FilterCounts {
	t := FilterCounts{Kinds: map[string]int{}}
	tags := map[string]int{}
	for i := range cards {
		c := &cards[i]
		if c.IsTrashed() {
			t.Trash++
			continue
		}
		t.All++
		t.Kinds[c.Kind]++
		for _, tag := range c.Tags {
			tags[tag]++
		}
	}
	for tag, n := range tags {
		t.Tags = append(t.Tags, Count{tag, n})
	}
	Sort(t.Tags, func(a, b *Count) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Word), strings.ToLower(b.Word)),
			strings.Compare(a.Word, b.Word))
	})
	return t
}

// Days returns a function that names days as [Day] does, each only once: a list has few days and many entries.
func Days(now int64, zone *time.Location) func(at int64) string {
	last, name := int64(-1), ""
	return func(at int64) string {
		_, offset := time.UnixMilli(at).In(zone).Zone()
		if day := floor(at+int64(offset)*1000, 24*3_600_000); day != last || at == 0 || name == "" {
			last, name = day, Day(at, now, zone)
		}
		return name
	}
}

// Day returns the day of a time in common words: today, yesterday, a weekday of the last seven days, or month and
// day, with the year if it is not the current one.
func Day(at, now int64, zone *time.Location) string {
	t, n := time.UnixMilli(at).In(zone), time.UnixMilli(now).In(zone)
	midnight := func(t time.Time) time.Time {
		y, m, d := t.Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	switch days := int(midnight(n).Sub(midnight(t)).Hours() / 24); {
	case at == 0:
		return "At some time"
	case days == 0:
		return "Today"
	case days == 1:
		return "Yesterday"
	case days > 1 && days < 7:
		return t.Format("Monday")
	case t.Year() == n.Year():
		return t.Format("2 January")
	}
	return t.Format("2 January 2006")
}
