package library

import (
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// A Change is one field, or one thing of a list, that differs.
type Change struct {
	Path string // "placement.clusters.Lyon.mips"
	Noun string // the thing that changed: "cluster Lyon"; empty for the document itself
	Name string // the field; empty if a thing was added or removed
	Was  string // empty if there was none
	Is   string // empty if there is none any more
}

// Sort returns added, removed or changed.
func (c Change) Sort() string {
	switch {
	case c.Name == "" && c.Was == "":
		return "added"
	case c.Name == "" && c.Is == "":
		return "removed"
	}
	return "changed"
}

// maxChanges is the maximal number of changes listed.
const maxChanges = 1000

// DraftChanges lists the differences of two drafts like ChangesWith. Their views do not count.
func DraftChanges(was, is *scenario.Scenario, pause func()) []Change {
	before, now := *was, *is
	before.View, now.View = nil, nil
	return ChangesWith(&before, &now, pause)
}

// ChangesWith lists the differences of two documents of one type, pointers to structs. Things of a list are matched
// by their ids, so that a moved thing is unchanged. Parts that two drafts share in memory cost nothing to compare. It
// stops after maxChanges changes, and calls pause regularly, for drafts of megabytes.
func ChangesWith(was, is any, pause func()) []Change {
	d := differ{pause: pause}
	d.pair(reflect.ValueOf(was), reflect.ValueOf(is), "", "", "")
	return d.list
}

type differ struct {
	list    []Change
	pause   func()
	visited int
}

// often is the number of values between two pauses, which take some hundred microseconds.
const often = 1000

func (d *differ) tick() {
	if d.visited++; d.visited%often == 0 {
		d.pause()
	}
}

func (d *differ) isFull() bool { return len(d.list) >= maxChanges }

func (d *differ) add(c Change) {
	if !d.isFull() {
		d.list = append(d.list, c)
	}
}

// pair compares two values of the same type at a path. Noun is the thing that
// contains them, name their field.
func (d *differ) pair(a, b reflect.Value, path, noun, name string) {
	if d.isFull() || !a.IsValid() && !b.IsValid() {
		return
	}
	d.tick()
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		d.leaf(a, b, path, noun, name)
		return
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		switch {
		case a.IsNil() && b.IsNil(), a.Kind() == reflect.Pointer && a.UnsafePointer() == b.UnsafePointer():
		case a.IsNil() || b.IsNil():
			d.leaf(a, b, path, noun, name)
		default:
			d.pair(a.Elem(), b.Elem(), path, noun, name)
		}
	case reflect.Struct:
		d.fields(a, b, path, noun)
	case reflect.Slice:
		d.slices(a, b, path, noun, name)
	case reflect.Map:
		d.maps(a, b, path, noun, name)
	default:
		if !a.Equal(b) {
			d.leaf(a, b, path, noun, name)
		}
	}
}

// fields compares two structs field by field. Unexported fields and fields with the JSON name "-" are skipped. The
// fields of an embedded struct count as its own.
func (d *differ) fields(a, b reflect.Value, path, noun string) {
	t := a.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case f.Anonymous && name == "":
			d.pair(a.Field(i), b.Field(i), path, noun, "")
		default:
			d.pair(a.Field(i), b.Field(i), join(path, name), noun, name)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// slices compares lists of things by their ids, and other lists element by
// element.
func (d *differ) slices(a, b reflect.Value, path, noun, name string) {
	if a.Len() == b.Len() && a.UnsafePointer() == b.UnsafePointer() {
		return
	}
	before, named := d.ids(a)
	after, alike := d.ids(b)
	if !named || !alike {
		if !reflect.DeepEqual(a.Interface(), b.Interface()) {
			d.comparePositions(a, b, path, noun, name)
		}
		return
	}
	one := singular(name)
	for i, id := range after.list {
		at := join(path, doc.Name(id))
		if k, ok := before.at[id]; ok {
			d.pair(a.Index(k), b.Index(i), at, one+" "+id, "")
		} else {
			d.add(Change{Path: at, Noun: one + " " + id, Is: valueText(b.Index(i))})
		}
	}
	for i, id := range before.list {
		if _, ok := after.at[id]; !ok {
			d.add(Change{Path: join(path, doc.Name(id)), Noun: one + " " + id, Was: valueText(a.Index(i))})
		}
	}
}

// comparePositions compares lists of structs entry by entry by their positions; lists of other values are compared as
// one value.
func (d *differ) comparePositions(a, b reflect.Value, path, noun, name string) {
	if kind := a.Type().Elem().Kind(); kind != reflect.Struct && kind != reflect.Pointer {
		d.leaf(a, b, path, noun, name)
		return
	}
	one := singular(name)
	for i := range max(a.Len(), b.Len()) {
		place := one + " " + strconv.Itoa(i+1)
		if noun != "" {
			place = noun + ", " + place
		}
		at := path + "[" + strconv.Itoa(i) + "]"
		switch {
		case i >= a.Len():
			d.add(Change{Path: at, Noun: place, Is: valueText(b.Index(i))})
		case i >= b.Len():
			d.add(Change{Path: at, Noun: place, Was: valueText(a.Index(i))})
		default:
			d.pair(a.Index(i), b.Index(i), at, place, "")
		}
	}
}

// maps compares two maps key by key, in the order of the keys. It skips maps that share their storage.
func (d *differ) maps(a, b reflect.Value, path, noun, name string) {
	if a.UnsafePointer() == b.UnsafePointer() {
		return
	}
	keys := map[string]bool{}
	for _, m := range []reflect.Value{a, b} {
		for _, k := range m.MapKeys() {
			keys[k.String()] = true
		}
	}
	for _, k := range sorting.Keys(keys) {
		key := reflect.ValueOf(k).Convert(a.Type().Key())
		d.pair(a.MapIndex(key), b.MapIndex(key), join(path, doc.Name(k)), noun, k)
	}
}

func (d *differ) leaf(a, b reflect.Value, path, noun, name string) {
	if name == "" {
		name = path[strings.LastIndexByte(path, '.')+1:]
	}
	was, is := valueText(a), valueText(b)
	if was == is && was != "" && !strings.HasSuffix(was, "…") {
		return // such as an empty list and a missing one
	}
	d.add(Change{Path: path, Noun: noun, Name: name, Was: was, Is: is})
}

// maxShown is the maximal number of bytes of a value in a list of changes.
const maxShown = 120

// valueText returns a value as text, shortened if it is long.
func valueText(v reflect.Value) string {
	if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return ""
	}
	if v.Kind() == reflect.String {
		return cut(v.String())
	}
	if v.Kind() == reflect.Slice && v.Len() == 0 {
		return "none"
	}
	if v.Kind() == reflect.Slice && v.Len() > 40 {
		return strconv.Itoa(v.Len()) + " entries"
	}
	text := string(doc.Canonical(v.Interface()))
	return cut(strings.Trim(text, `"`))
}

func cut(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

// names are the ids of a list's things with their indices.
type names struct {
	list []string
	at   map[string]int
}

// ids returns the ids of a list of structs. It reports false unless each has
// one and none occurs twice.
func (d *differ) ids(v reflect.Value) (n names, ok bool) {
	t := v.Type().Elem()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return n, false
	}
	f, found := t.FieldByName("ID")
	if !found || f.Type.Kind() != reflect.String {
		return n, false
	}
	n.at = make(map[string]int, v.Len())
	for i := range v.Len() {
		d.tick()
		id := reflect.Indirect(v.Index(i)).FieldByIndex(f.Index).String()
		if _, twice := n.at[id]; twice || id == "" {
			return n, false
		}
		n.list, n.at[id] = append(n.list, id), i
	}
	return n, true
}

// singular returns the singular of a list's name.
func singular(list string) string {
	switch {
	case strings.HasSuffix(list, "ies"):
		return strings.TrimSuffix(list, "ies") + "y"
	case strings.HasSuffix(list, "sses"):
		return strings.TrimSuffix(list, "es")
	case strings.HasSuffix(list, "s"):
		return strings.TrimSuffix(list, "s")
	case list == "busy":
		return "busy time"
	}
	return list
}

// Say describes changes in a few words: "14 jobs added, j11 to j24; cluster Nancy: mips 900, was 1100". It names as
// many as fit in about a line, and counts the rest.
func Say(changes []Change) string {
	var parts []string
	rest := 0
	for i := 0; i < len(changes); {
		n := phraseLength(changes[i:])
		if len(parts) == 3 {
			rest += n
		} else {
			parts = append(parts, sayGroup(changes[i:i+n]))
		}
		i += n
	}
	if rest > 0 {
		more := strconv.Itoa(rest) + " more"
		if len(changes) >= maxChanges {
			more = "many more"
		}
		parts = append(parts, "and "+more)
	}
	return strings.Join(parts, "; ")
}

// phraseLength returns the number of changes at the head of a list that form one phrase: changes of one sort (added,
// removed or changed) to things of one kind.
func phraseLength(changes []Change) int {
	first, n := changes[0], 1
	for n < len(changes) && changes[n].Sort() == first.Sort() && sortOf(changes[n].Noun) == sortOf(first.Noun) &&
		first.Noun != "" {
		n++
	}
	return n
}

// sortOf returns the noun without the id.
func sortOf(noun string) string {
	word, _, _ := strings.Cut(noun, " ")
	return word
}

// sayGroup describes changes of one sort in words. Several things are counted; for one thing it states at most two
// fields.
func sayGroup(changes []Change) string {
	c, n := changes[0], len(changes)
	if c.Noun == "" && n == 1 {
		return sayField(c)
	}
	things := map[string]bool{}
	for _, x := range changes {
		things[x.Noun] = true
	}
	if len(things) > 1 {
		text := strconv.Itoa(len(things)) + " " + doc.Plural(len(things), sortOf(c.Noun)) + " " + c.Sort()
		if c.Sort() == "changed" {
			return text
		}
		_, from, _ := strings.Cut(c.Noun, " ")
		_, to, _ := strings.Cut(changes[n-1].Noun, " ")
		if n == 2 {
			return text + ", " + from + " and " + to
		}
		return text + ", " + from + " to " + to
	}
	if c.Name == "" {
		return c.Noun + " " + c.Sort()
	}
	fields := make([]string, min(n, 2))
	for i := range fields {
		fields[i] = sayField(changes[i])
	}
	text := c.Noun + ": " + strings.Join(fields, ", ")
	if n > len(fields) {
		text += " and " + strconv.Itoa(n-len(fields)) + " more"
	}
	return text
}

func sayField(c Change) string {
	switch {
	case c.Was == "":
		return c.Name + " " + shortenValue(c.Is)
	case c.Is == "":
		return c.Name + " taken away"
	}
	return c.Name + " " + shortenValue(c.Is) + ", was " + shortenValue(c.Was)
}

// shortenValue shortens a value so that it fits into a sentence.
func shortenValue(text string) string {
	if letters := []rune(text); len(letters) > 32 {
		return string(letters[:31]) + "…"
	}
	return text
}
